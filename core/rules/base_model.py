"""Base of the parts of a ruleset: strict frozen models, text without effect on play, and sources."""

from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, Strict, StringConstraints
from pydantic.fields import FieldInfo

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Prose:
    """Marks a field without effect on play; the content hash ignores it."""


#: Reads an enum from its name and a tuple from a list, the only conversions from a file.
LAX: Final = Strict(strict=False)
#: A list in a file, read as a tuple.
Listed = Annotated[tuple[T, ...], LAX]
#: The name of an entry: lower case, digits, ``-`` and ``_``.
Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+([-_][a-z0-9]+)*$", max_length=60)]
#: A level as the key of a mapping.
LevelKey = Annotated[str, StringConstraints(pattern=r"^(0|-?[1-9][0-9]?|100)$")]
#: Text for people.
Text = Annotated[str, Prose()]


def mapping(description: str) -> Any:  # noqa: ANN401  # as pydantic's own Field
    """Return a field with a mapping, empty by default."""
    return Field(default_factory=dict, description=description)


class RuleModel(BaseModel):
    """Base of all parts of a ruleset. Values are shared and must not be changed, nor must the mappings in them."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


def is_default(value: object, field: FieldInfo) -> bool:
    """Return whether a value of a part of a ruleset equals the default of its field; False if there is no default."""
    factory: Any = field.default_factory
    if factory is None:
        return bool(value == field.default)
    if isinstance(factory, type) and issubclass(factory, RuleModel):
        # To create the default, pydantic would first have to build its model, which takes longer than all the rest.
        fields = factory.model_fields.items()
        return type(value) is factory and all(is_default(getattr(value, name), it) for name, it in fields)
    return bool(value == factory())


class Entry(RuleModel):
    """A part of a ruleset with its source."""

    source: Text = Field("", description="Document and section that the values come from.")
    rules: Annotated[Listed[str], Prose()] = Field(
        (), description="IDs of the rules behind the entry, such as P1-06."
    )
    readings: Annotated[dict[str, str], Prose()] = mapping(
        "Keys whose values were chosen without a source, each with the reason for its value."
    )


class NamedEntry(Entry):
    """An entry with a name to show."""

    name: Text = Field(description="Display name.")
    description: Text = Field("", description="Description in a sentence or two.")


class Span(RuleModel):
    """A range of whole numbers, both ends included."""

    min: int = Field(description="Lowest number in the range.")
    max: int | None = Field(None, description="Highest number in the range. Default: no limit.")

    def __contains__(self, number: int) -> bool:
        """Whether a number is in the range."""
        return self.min <= number and (self.max is None or number <= self.max)
