"""The JSON form of a repair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import AliasPath, Field

from fairground.core.answer import (
    Band,
    FindingAnswer,
    Number,
    Part,
    ScenarioAnswer,
    schema_field,
)
from fairground.core.metrics.comparison_answer import MeasureChangeAnswer  # noqa: TC001  # pydantic looks it up
from fairground.core.metrics.fairness.answer import ExpectedAdvantageAnswer, HexEditAnswer
from fairground.core.simulation.answer import SimulateAnswer

if TYPE_CHECKING:
    from fairground.core.improve.repair.offers import RepairStep
    from fairground.core.improve.repair.repair import Repair


class RepairStepAnswer(HexEditAnswer):
    """One edit with its effects, after the edits before it; the fields of a hex are those of its first edit of one."""

    kind: Literal["zone-move", "objective", "feature", "terrain", "level", "zone"] = Field(
        description="kind of edit: moving a whole zone, objective or terrain feature, or changing a single hex"
    )
    cost: int = Field(
        description=(
            "cost of the edit: how much of the map it changes; the manual explains the scale on the "
            "page about repair"
        )
    )
    edits: tuple[HexEditAnswer, ...] = Field(description="the single-hex edits that make up the edit")
    text: str = Field(description="the edit in a sentence")
    verdict: tuple[Band | None, Band | None] = Field(
        description="verdict before and after the edit; null if no deciding measure is rated"
    )
    measures: tuple[MeasureChangeAnswer, ...] = Field(
        validation_alias="effects",
        description="changes in the requested measures and in others whose rating changes",
    )

    @classmethod
    def computed(cls, result: RepairStep) -> dict[str, Any]:
        """Return the fields of the edit."""
        edit = result.edit
        edits = tuple(map(HexEditAnswer.of_edit, edit.edits))
        return {**cls.of_edit(edit.edits[0]), "kind": edit.kind, "cost": edit.cost, "edits": edits}


class WayAnswer(Part):
    """The cheapest way of a class from a party's zones to another's, or to an objective."""

    class_id: str = Field(description="id of the class")
    mode: str = Field(validation_alias="mode_id", description="id of the movement mode")
    start: str = Field(description="title of the party that the path starts from")
    goal: str = Field(description="title of the party or objective that the path leads to")
    before: Number | None = Field(
        description="cost of the cheapest path in movement points before the edits; null if there is no path"
    )
    after: Number | None = Field(
        description="cost of the cheapest path in movement points after the edits; null if there is no path"
    )


class WinRateAnswer(Part):
    """Win rates by self-play before and after the edits of the first offer."""

    before: SimulateAnswer = Field(description="self-play results of the original scenario")
    after: SimulateAnswer | None = Field(
        description="self-play results after all edits; null if there are no edits"
    )


class RepairOfferAnswer(Part):
    """A list of edits that is enough, or comes nearest."""

    steps: tuple[RepairStepAnswer, ...] = Field(description="the edits in order")
    cost: int = Field(description="total cost of the edits")
    verdict: Band | None = Field(
        validation_alias=AliasPath("after", "verdict"),
        description="verdict after the edits; null if no deciding measure is rated",
    )
    expected_advantage: ExpectedAdvantageAnswer = Field(
        description="advantage expected in games after the edits, estimated by a model that was fitted to self-play"
    )
    games: SimulateAnswer | None = Field(
        description="self-play results after the edits; null if no games were requested"
    )
    ways: tuple[WayAnswer, ...] = Field(
        description="cost of the cheapest path of each class, before and after the edits; shows that no path was lost"
    )


class RepairAnswer(ScenarioAnswer):
    """Answer of ``fairground repair --json``."""

    added: ClassVar = {**ScenarioAnswer.added, "output": None}

    schema_name: Literal["fairground/repair/1"] = schema_field("fairground/repair/1")
    outcome: Literal["mended", "nothing-to-mend", "partial", "refused"] = Field(
        description=(
            "mended: with the edits, all measures reach the requested rating; nothing-to-mend: they "
            "already had it; partial: the edits are not enough; refused: no edits were found"
        )
    )
    reason: str = Field(
        description="why the repair is incomplete or changes nothing; empty if it is complete"
    )
    band: Literal["green", "amber"] = Field(description="rating that the measures should reach at least")
    measures: tuple[str, ...] = Field(description="ids of the measures to repair")
    verdict: tuple[Band | None, Band | None] = Field(
        description="verdict before and after all edits; null if no deciding measure is rated"
    )
    errors: tuple[FindingAnswer, ...] = Field(
        validation_alias=AliasPath("before", "errors"),
        description="errors that were ignored; empty without --despite-errors",
    )
    tried: int = Field(description="number of edits tried")
    fewest: bool = Field(
        description="whether all measures reach the requested rating and no shorter list of edits is enough"
    )
    ruled_out: int = Field(
        description="largest number of edits for which all combinations were tried and none was enough"
    )
    offers: tuple[RepairOfferAnswer, ...] = Field(
        description="the lists of edits found (offers), best first; empty if no edits were found"
    )
    ranking: str = Field(description="how the offers are ranked, in a sentence; empty if there are no offers")
    steps: tuple[RepairStepAnswer, ...] = Field(
        description="the edits of the first offer, in the order to apply them"
    )
    cost: int = Field(description="total cost of the edits of the first offer")
    ways: tuple[WayAnswer, ...] = Field(
        description="cost of the cheapest path of each class, before and after the edits; shows that no path was lost"
    )
    win_rate: WinRateAnswer | None = Field(
        description="win rates by self-play, before and after the first offer; null if not requested"
    )
    output: str | None = Field(description="path of the repaired scenario; null if none was written")

    @classmethod
    def computed(cls, result: Repair) -> dict[str, Any]:
        """Return the verdicts of the two reports, and the games before and after the first offer."""
        games = None
        if result.games is not None:
            after = result.offers[0].games if result.offers else None
            games = WinRateAnswer(
                before=SimulateAnswer.from_result(result.games),
                after=None if after is None else SimulateAnswer.from_result(after),
            )
        return {"verdict": (result.before.verdict, result.after.verdict), "win_rate": games}
