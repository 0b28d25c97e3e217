"""Answers: models of the JSON form of results, for Python, ``--json`` and ``fairground schema``.

A model reads its fields from attributes of the result with the same names, or from ``computed``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, model_validator

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Most decimals of a number.
DECIMALS = 6


class JsonResult:
    """A result that has a JSON form."""

    __slots__ = ()
    #: The model, as ``package.module:Class`` below ``fairground.core``; imported when first used.
    answer_model: ClassVar[str]

    def to_answer(self, **added: Any) -> Part:  # noqa: ANN401  # any fields
        """Return the answer that ``--json`` prints, with the fields that the command adds."""
        module, _, name = self.answer_model.partition(":")
        model: type[Part] = getattr(import_module(f"fairground.core.{module}"), name)
        return model.from_result(self, **added)

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data, like ``--json`` without the fields added by the command."""
        answer = self.to_answer()
        return answer.model_dump(mode="json", by_alias=True, exclude={"schema_name", *answer.added})


class _Fields:
    """A result with further fields: ``more`` overrides its attributes, ``missing`` has defaults."""

    def __init__(self, result: Any, more: Mapping[str, Any], missing: Mapping[str, Any]) -> None:  # noqa: ANN401
        self._result, self._more, self._missing = result, more, missing

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # any field
        if name in self._more:
            return self._more[name]
        if name in self._missing and not hasattr(self._result, name):
            return self._missing[name]
        return getattr(self._result, name)


class Part(BaseModel):
    """A part of an answer."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, populate_by_name=True, from_attributes=True, defer_build=True
    )
    #: Fields that a command adds to a result, with their defaults.
    added: ClassVar[Mapping[str, Any]] = {}

    @classmethod
    def from_result(cls, result: Any, **added: Any) -> Self:  # noqa: ANN401  # any result
        """Return the answer for a result; hexes become labels of its ``board``."""
        fields = _Fields(result, added, {})
        return cls.model_validate(fields, context=getattr(result, "board", None))

    @classmethod
    def computed(cls, result: Any) -> dict[str, Any]:  # noqa: ANN401, ARG003  # any result
        """Return the fields that are not attributes of the result."""
        return {}

    @model_validator(mode="before")
    @classmethod
    def _read(cls, result: Any) -> Any:  # noqa: ANN401  # any result, or fields by name
        if isinstance(result, dict | BaseModel):
            return result
        return _Fields(result, cls.computed(result), cls.added)


def schema_field(name: str) -> Any:  # noqa: ANN401  # as pydantic's own Field
    """Return the field with the name and version of an answer's schema."""
    return Field(default=name, alias="schema", description="name and version of this schema")


class Answer(Part):
    """A JSON answer; ``schema`` is its name and version."""

    # Here, so that it comes first in every answer.
    schema_name: str = schema_field("")


class ScenarioAnswer(Answer):
    """An answer about one scenario, whose ``file`` comes second."""

    added: ClassVar[Mapping[str, Any]] = {"file": None}

    file: str | None = Field(
        default=None,
        description="path of the scenario, as given; null in an answer within another one, and for a scenario made in Python",
    )


def _label(value: Any, info: ValidationInfo) -> Any:  # noqa: ANN401  # a hex or its label
    return info.context.label(value) if info.context else value


def _labels(value: Any, info: ValidationInfo) -> Any:  # noqa: ANN401  # hexes, or labels
    return info.context.labels(value) if info.context else value


#: The label of a hex.
Label = Annotated[str, BeforeValidator(_label)]
#: The labels of hexes, row by row.
Labels = Annotated[tuple[str, ...], BeforeValidator(_labels)]
#: A fraction as a decimal number.
Number = Annotated[float, BeforeValidator(lambda value: round(float(value), DECIMALS))]
#: A text, or None for an empty one.
TextOrNone = Annotated[str | None, BeforeValidator(lambda value: value or None)]
Band = Literal["green", "amber", "red"]


class PlaceAnswer(Part):
    """The place of a finding; parts are null if they do not apply."""

    line: int | None = Field(description="line number in the file, starting at 1")
    column: int | None = Field(description="column number in the line, starting at 1")
    hex: str | None = Field(description="label of the hex, such as C4")
    file: str | None = Field(
        description="file with the problem, such as the ruleset; null if it is the checked file"
    )


class FindingAnswer(Part):
    """One finding."""

    severity: Literal["error", "warning", "advice"] = Field(description="severity of the finding")
    code: str = Field(description="stable code that identifies the kind of finding, such as zone.empty")
    place: PlaceAnswer = Field(description="where the problem is")
    message: str = Field(description="what is wrong, in a sentence")
    fix: str | None = Field(description="how to fix it, in a sentence")
    rule: str | None = Field(description="ID of the rule that the finding is based on")
