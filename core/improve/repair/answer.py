"""The JSON form of a repair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import AliasPath, Field

from fairground.core.answer import Answer, Band, FindingAnswer, Part, schema_field
from fairground.core.metrics.comparison.answer import MeasureChangeAnswer  # noqa: TC001  # pydantic looks it up
from fairground.core.metrics.fairness.answer import HexEditAnswer
from fairground.core.simulation.answer import SimulateAnswer  # noqa: TC001  # pydantic looks it up

if TYPE_CHECKING:
    from fairground.core.improve.repair.repair import Repair, RepairStep


class RepairStepAnswer(HexEditAnswer):
    """One edit, and what comes of it once those before it are made."""

    text: str = Field(description="the edit in a sentence")
    verdict: tuple[Band | None, Band | None] = Field(
        description="verdict of the whole report before and after it; null: nothing that decides is judged"
    )
    measures: tuple[MeasureChangeAnswer, ...] = Field(
        validation_alias="effects",
        description="measures wanted that it changes, and others that it takes to another band",
    )

    @classmethod
    def computed(cls, result: RepairStep) -> dict[str, Any]:
        """Return the fields of the edit."""
        return cls.of_edit(result.edit)


class WinRateAnswer(Part):
    """What games that bots play show, before the edits and after them."""

    before: SimulateAnswer = Field(description="games on the scenario as it is")
    after: SimulateAnswer | None = Field(description="games with all edits made; null: there are none")


class RepairAnswer(Answer):
    """Answer of ``fairground repair --json``."""

    added: ClassVar = {"win_rate": None, "output": None}

    schema_name: Literal["fairground/repair/1"] = schema_field("fairground/repair/1")
    outcome: Literal["mended", "nothing-to-mend", "partial", "refused"] = Field(
        description="whether all is in its band after the edits or was before, or the edits are not enough, or there are none"
    )
    reason: str = Field(
        description="why not everything is in its band, or why there is nothing to do; else empty"
    )
    band: Literal["green", "amber"] = Field(description="band that the measures were to be brought into")
    measures: tuple[str, ...] = Field(description="ids of those measures")
    verdict: tuple[Band | None, Band | None] = Field(
        description="verdict of the whole report before and after all edits; null: nothing that decides is judged"
    )
    errors: tuple[FindingAnswer, ...] = Field(
        validation_alias=AliasPath("before", "errors"),
        description="errors of the scenario that it was done despite; none unless --despite-errors is given",
    )
    tried: int = Field(description="how many edits were tried")
    fewest: bool = Field(
        description="true: all is in its band, and every list of fewer edits was tried and is not enough; "
        "false: fewer edits were not ruled out, or not all is in its band"
    )
    ruled_out: int = Field(
        description="every list of at most this many edits was tried, and none brings all measures into the band"
    )
    steps: tuple[RepairStepAnswer, ...] = Field(description="the edits in order")
    win_rate: WinRateAnswer | None = Field(description="null unless asked for")
    output: str | None = Field(description="path of the repaired scenario that was written")

    @classmethod
    def computed(cls, result: Repair) -> dict[str, Any]:
        """Return the verdicts of the two reports."""
        return {"verdict": (result.before.verdict, result.after.verdict)}
