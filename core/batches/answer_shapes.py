"""The shapes of answers: what a store holds may be damaged, or somebody else's, and is only used where it can be an answer."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from fairground.core.batches.questions import FairnessQuestion, PictureQuestion, ValidationQuestion
from fairground.core.batches.simulation_jobs import GamesShare, games_of_part
from fairground.core.scenario.fairness_bands import STANDARDS

if TYPE_CHECKING:
    from fairground.core.batches.questions import Question

Band = Literal["green", "amber", "red"]
Count = Annotated[int, Field(ge=0)]


class _Shape(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


class _Reason(_Shape):
    """There is no answer, and why."""

    reason: str


class _Place(_Shape):
    line: Count | None
    column: Count | None
    hex: str | None
    file: str | None


class _Finding(_Shape):
    severity: Literal["error", "warning", "advice"]
    code: str
    place: _Place
    message: str
    fix: str | None
    rule: str | None


class _Checked(_Shape):
    name: str
    columns: Count | None
    rows: Count | None
    layout: str | None
    ruleset: str
    findings: list[_Finding]


class _Standing(_Shape):
    title: str
    gate: bool
    band: Band | None
    imbalance: float | None
    text: str


def _known(measure: str) -> str:
    if measure not in STANDARDS:
        raise ValueError(f"there is no measure {measure!r}")
    return measure


class _Measured(_Shape):
    verdict: Band | None
    sentence: str
    because: list[str]
    measures: dict[Annotated[str, AfterValidator(_known)], _Standing]


def _decoded(text: str) -> str:
    base64.b64decode(text, validate=True)
    return text


class _Pictured(_Shape):
    webp: Annotated[str, AfterValidator(_decoded)]


class _Tally(_Shape):
    wins: list[list[Count]]
    draws: list[Count]
    turns: Count


class _Played(_Shape):
    parties: Annotated[list[str], Field(min_length=2)]
    bots: Annotated[list[str], Field(min_length=1)]
    force: str
    order: str
    first: bool
    left_out: list[str]
    errors: list[_Finding]
    tally: _Tally

    def is_of(self, part: GamesShare) -> bool:
        """Whether these are the counts of a part of the games."""
        cells = len(self.parties) if self.first else 1
        wins, draws = self.tally.wins, self.tally.draws
        return (
            [len(it) for it in wins] == [len(self.parties)] * cells
            and len(draws) == cells
            and sum(map(sum, wins)) + sum(draws) == len(games_of_part(part, cells))
        )


_SHAPES: dict[type, TypeAdapter[_Shape]] = {
    ValidationQuestion: TypeAdapter(_Checked),
    FairnessQuestion: TypeAdapter(_Measured | _Reason),
    PictureQuestion: TypeAdapter(_Pictured | _Reason),
    GamesShare: TypeAdapter(_Played | _Reason),
}


def fits(question: Question, answer: object) -> bool:
    """Whether something can be an answer to a question, whoever gave it."""
    try:
        found = _SHAPES[type(question)].validate_python(answer)
    except ValidationError:
        return False
    return not (isinstance(found, _Played) and isinstance(question, GamesShare)) or found.is_of(question)
