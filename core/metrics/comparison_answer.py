"""The JSON form of a comparison of two states of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from fairground.core.answer import Band, Label, Number, Part

if TYPE_CHECKING:
    from fairground.core.metrics.board_comparison import MeasureChange


class ChangeAnswer(Part):
    """One difference."""

    what: str = Field(description="property that changed, such as 'terrain' or 'unit scout-1 hex'")
    hex: str | None = Field(description="label of the hex that changed; null if the change is not in a hex")
    before: str | None = Field(description="value in the first file; null if the property has none there")
    after: str | None = Field(description="value in the second file; null if the property has none there")


class ZoneSightAnswer(Part):
    """Sight between two zones."""

    zones: tuple[str, str] = Field(description="ids of the zones")
    before: int = Field(description="number of pairs of hexes that see each other before the change")
    after: int = Field(description="number of pairs of hexes that see each other after the change")
    of: int = Field(description="total number of pairs of hexes")


class SightChangeAnswer(Part):
    """Pairs of hexes that see each other in only one of the states."""

    opened: int = Field(description="number of pairs that see each other only after the change")
    closed: int = Field(description="number of pairs that see each other only before the change")
    opened_pairs: tuple[tuple[Label, Label], ...] = Field(
        description="closest pairs of hexes that see each other only after the change, nearest first"
    )
    closed_pairs: tuple[tuple[Label, Label], ...] = Field(
        description="closest pairs of hexes that see each other only before the change, nearest first"
    )
    zones: tuple[ZoneSightAnswer, ...] = Field(description="sight between each pair of opposing zones")


class ReachChangeAnswer(Part):
    """Hexes in which a unit can end its next turn."""

    unit: str = Field(description="id of the unit")
    before: int = Field(description="number of hexes where the unit can end its next turn, before the change")
    after: int = Field(description="number of hexes where the unit can end its next turn, after the change")


class MeasureChangeAnswer(Part):
    """A measure of fairness that changed."""

    id: str = Field(description="id of the measure, such as territory")
    classes: tuple[str, ...] = Field(
        description="ids of the unit classes that the measure applies to; empty if it applies to all classes"
    )
    range: str | None = Field(
        validation_alias="range_band", description="id of the weapon range band; null for any distance"
    )
    before: dict[str, Number | None] = Field(
        description="value of each party before the change, by party id; null means never"
    )
    after: dict[str, Number | None] = Field(
        description="value of each party after the change, by party id; null means never"
    )
    band: tuple[Band | None, Band | None] = Field(
        description="ratings before and after the change; null if not judged"
    )
    text: str = Field(description="result after the change, in one or two sentences")

    @classmethod
    def computed(cls, result: MeasureChange) -> dict[str, Any]:
        """Return the bands before and after."""
        return {"band": (result.band_before, result.band_after)}


class ComparisonAnswer(Part):
    """What differs between before and after."""

    changes: tuple[ChangeAnswer, ...] = Field(
        description="differences between the scenarios, as in fairground diff"
    )
    sight: SightChangeAnswer | None = Field(description="changes in lines of sight; null if not compared")
    reach: tuple[ReachChangeAnswer, ...] = Field(description="units whose reach changed")
    verdict: tuple[Band | None, Band | None] | None = Field(
        description="verdicts before and after, each null if no deciding measure is rated; null if not compared"
    )
    measures: tuple[MeasureChangeAnswer, ...] = Field(description="fairness measures that changed")
    notes: tuple[str, ...] = Field(description="reasons why some parts were not compared")
