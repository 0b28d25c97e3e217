"""The JSON form of a comparison of two states of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from fairground.core.answer import Band, Label, Number, Part

if TYPE_CHECKING:
    from fairground.core.metrics.comparison.board_comparison import MeasureChange


class ChangeAnswer(Part):
    """One difference."""

    what: str = Field(description="property that changed, such as terrain or unit scout-1 hex")
    hex: str | None = Field(description="label of the hex")
    before: str | None = Field(description="value in the first file; null when it had none")
    after: str | None = Field(description="value in the second file; null when it has none")


class ZoneSightAnswer(Part):
    """Sight between two zones."""

    zones: tuple[str, str] = Field(description="ids of the zones")
    before: int = Field(description="pairs of hexes in sight of each other before")
    after: int = Field(description="pairs in sight after")
    of: int = Field(description="number of all pairs")


class SightChangeAnswer(Part):
    """Pairs of hexes that see each other in only one of the states."""

    opened: int = Field(description="number of pairs that see each other only after")
    closed: int = Field(description="number of pairs that see each other only before")
    opened_pairs: tuple[tuple[Label, Label], ...] = Field(
        description="labels of the first few, nearest first"
    )
    closed_pairs: tuple[tuple[Label, Label], ...] = Field(
        description="labels of the first few, nearest first"
    )
    zones: tuple[ZoneSightAnswer, ...] = Field(description="every two opposing zones")


class ReachChangeAnswer(Part):
    """Hexes in which a unit can end its next turn."""

    unit: str = Field(description="id of the unit")
    before: int = Field(description="number of hexes before")
    after: int = Field(description="number of hexes after")


class MeasureChangeAnswer(Part):
    """A measure of fairness that changed."""

    id: str = Field(description="id of the measure, such as territory")
    classes: tuple[str, ...] = Field(description="ids of the classes it holds for; empty: any class")
    range: str | None = Field(
        validation_alias="range_band", description="id of the weapon band; null: any distance"
    )
    before: dict[str, Number | None] = Field(description="value of each party before; null: never")
    after: dict[str, Number | None] = Field(description="value of each party after")
    band: tuple[Band | None, Band | None] = Field(description="ratings before and after; null: none")
    text: str = Field(description="its result after, in a sentence or two")

    @classmethod
    def computed(cls, result: MeasureChange) -> dict[str, Any]:
        """Return the bands before and after."""
        return {"band": (result.band_before, result.band_after)}


class ComparisonAnswer(Part):
    """What differs between before and after."""

    changes: tuple[ChangeAnswer, ...] = Field(description="differences in the scenario, as in diff")
    sight: SightChangeAnswer | None = Field(description="lines of sight; null: not compared")
    reach: tuple[ReachChangeAnswer, ...] = Field(description="units whose reach changed")
    verdict: tuple[Band | None, Band | None] | None = Field(
        description="verdicts before and after, null without a rated gate; null: not compared"
    )
    measures: tuple[MeasureChangeAnswer, ...] = Field(description="measures of fairness that changed")
    notes: tuple[str, ...] = Field(description="reasons why something is not compared")
