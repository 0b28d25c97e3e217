"""The JSON form of a comparison of two states of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from fairground.core.answer import Band, Label, Number, Part

if TYPE_CHECKING:
    from fairground.core.metrics.comparison.board_comparison import MeasureChange


class ChangeAnswer(Part):
    """One difference."""

    what: str = Field(description="the property that changed, such as terrain or unit scout-1 hex")
    hex: str | None = Field(description="label of the hex it is about")
    before: str | None = Field(description="value in the first file; null when it had none")
    after: str | None = Field(description="value in the second file; null when it has none")


class ZoneSightAnswer(Part):
    """How well two zones see each other."""

    zones: tuple[str, str] = Field(description="ids of the zones")
    before: int = Field(description="pairs of hexes in sight of each other before")
    after: int = Field(description="the same after")
    of: int = Field(description="how many pairs there are")


class SightChangeAnswer(Part):
    """Pairs of hexes that see each other in one state alone."""

    opened: int = Field(description="how many pairs see each other after and did not before")
    closed: int = Field(description="how many pairs saw each other before and do not after")
    opened_pairs: tuple[tuple[Label, Label], ...] = Field(
        description="labels of the first few, the nearest first"
    )
    closed_pairs: tuple[tuple[Label, Label], ...] = Field(
        description="labels of the first few, the nearest first"
    )
    zones: tuple[ZoneSightAnswer, ...] = Field(description="each two zones that lie against each other")


class ReachChangeAnswer(Part):
    """Hexes in which a unit can end its next turn."""

    unit: str = Field(description="its id")
    before: int = Field(description="how many before")
    after: int = Field(description="how many after")


class MeasureChangeAnswer(Part):
    """A measure of fairness that says something else after."""

    id: str = Field(description="what is measured, such as territory")
    classes: tuple[str, ...] = Field(description="classes of units it holds for")
    range: str | None = Field(validation_alias="range_band", description="weapon band")
    before: dict[str, Number | None] = Field(description="value of each party before; null: never")
    after: dict[str, Number | None] = Field(description="value of each party after")
    band: tuple[Band | None, Band | None] = Field(description="bands before and after; null: not judged")
    text: str = Field(description="what it says after")

    @classmethod
    def computed(cls, result: MeasureChange) -> dict[str, Any]:
        """Return the bands before and after."""
        return {"band": (result.band_before, result.band_after)}


class ComparisonAnswer(Part):
    """What differs between before and after."""

    changes: tuple[ChangeAnswer, ...] = Field(description="differences in the scenario, as in diff")
    sight: SightChangeAnswer | None = Field(description="lines of sight; null where they are not compared")
    reach: tuple[ReachChangeAnswer, ...] = Field(description="units whose reach changed")
    verdict: tuple[Band | None, Band | None] | None = Field(
        description="verdict on fairness before and after, null where nothing that decides is judged; null: not compared"
    )
    measures: tuple[MeasureChangeAnswer, ...] = Field(description="measures of fairness that changed")
    notes: tuple[str, ...] = Field(description="what is not compared, and why")
