"""What all parts of a ruleset share: strict frozen models, prose apart from play, and where a rule comes from."""

from dataclasses import dataclass
from typing import Annotated, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, Strict, StringConstraints

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Prose:
    """Marks a field that explains, and does not bear on play; the content hash leaves it out."""


#: Lets a choice be written as its name and a tuple as a list, which is all that a file has; nothing else is bent.
LAX: Final = Strict(strict=False)
#: A list of a file, kept as a tuple.
Listed = Annotated[tuple[T, ...], LAX]
#: The name of an entry: lower case, digits, ``-`` and ``_``.
Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+([-_][a-z0-9]+)*$", max_length=60)]
#: A level as the key of a mapping.
LevelKey = Annotated[str, StringConstraints(pattern=r"^(0|-?[1-9][0-9]?|100)$")]
#: Text for people.
Text = Annotated[str, Prose()]


class RuleModel(BaseModel):
    """Base of all parts of a ruleset. Values are shared and must not be changed, nor must the mappings in them."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class Entry(RuleModel):
    """A part of a ruleset that says where it comes from."""

    source: Text = Field("", description="Document and section that the values come from.")
    rules: Annotated[Listed[str], Prose()] = Field(
        (), description="IDs of the rules that the entry carries, such as P1-06."
    )
    readings: Annotated[dict[str, str], Prose()] = Field(
        default_factory=dict,
        description="Keys of this entry whose values no source states, each with the reason for the value.",
    )


class NamedEntry(Entry):
    """An entry with a name to show."""

    name: Text = Field(description="Name to show.")
    description: Text = Field("", description="What it is and does, in a sentence or two.")


class Span(RuleModel):
    """A stretch of whole numbers, both ends included."""

    min: int = Field(description="First number of the stretch.")
    max: int | None = Field(None, description="Last number of the stretch; open upwards when absent.")

    def __contains__(self, number: int) -> bool:
        """Whether the stretch holds a number."""
        return self.min <= number and (self.max is None or number <= self.max)
