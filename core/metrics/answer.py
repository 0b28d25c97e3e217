"""The JSON forms of territory, chokepoints, and a comparison of two states of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from fairground.core.answer import DECIMALS, Answer, Band, Label, Labels, Number, Part, schema_field
from fairground.core.metrics.territory import NOBODY, TIE

if TYPE_CHECKING:
    from fairground.core.metrics.board_comparison import MeasureChange
    from fairground.core.metrics.chokepoints.chokepoints import Chokepoints
    from fairground.core.metrics.territory import Territory


class TerritoryAnswer(Answer):
    """Answer of ``fairground territory --json``; hexes that no zone reaches are omitted."""

    schema_name: Literal["fairground/territory/1"] = schema_field("fairground/territory/1")
    zones: dict[str, int] = Field(description="number of hexes that each zone reaches first, by zone id")
    ties: int = Field(description="number of hexes that several zones reach at the same time")
    owner: dict[str, str | None] = Field(
        description="id of the zone that reaches each hex first, by hex label, row by row; null for a tie"
    )

    @classmethod
    def computed(cls, result: Territory) -> dict[str, Any]:
        """Return the number of hexes of each zone, and the owner of each hex."""
        board = result.board
        reached = board.labels(result.owner != NOBODY)
        owners = result.owner[result.owner != NOBODY].tolist()
        return {
            "zones": result.counts(),
            "owner": {
                label: None if owner == TIE else result.zones[owner]
                for label, owner in zip(reached, owners, strict=True)
            },
        }


class CutAnswer(Part):
    """The narrowest cuts between two zones."""

    zones: tuple[str, str] = Field(description="ids of the two zones")
    width: int | None = Field(
        description="fewest hexes that block all paths between the zones; 0: no path; null if they cannot be cut off"
    )
    near_a: Labels = Field(
        description="labels of the hexes of the narrowest cut nearest to the first zone, row by row"
    )
    near_b: Labels = Field(
        description="labels of the hexes of the narrowest cut nearest to the second zone, row by row"
    )


class PassageAnswer(Part):
    """A narrow passage."""

    hexes: Labels = Field(
        description=(
            "labels of the hexes across the passage, row by row; if several lines are equally "
            "short, of the two outermost"
        )
    )
    width: int = Field(description="width of the passage in hexes")


class ChokepointsAnswer(Answer):
    """Answer of ``fairground chokepoints --json``."""

    schema_name: Literal["fairground/chokepoints/1"] = schema_field("fairground/chokepoints/1")
    cuts: tuple[CutAnswer, ...] = Field(description="narrowest cuts between each pair of zones")
    articulation: Labels = Field(description="labels of the hexes whose removal splits an area, row by row")
    narrow: tuple[PassageAnswer, ...] = Field(description="narrow passages, narrowest first")
    traffic: dict[str, float] = Field(
        description="share of the cheapest paths that lead through each hex, by hex label, row by row"
    )

    @classmethod
    def computed(cls, result: Chokepoints) -> dict[str, Any]:
        """Return the share of each hex with traffic."""
        board = result.board
        shares = result.traffic.round(DECIMALS)
        return {"traffic": dict(zip(board.labels(shares > 0), shares[shares > 0].tolist(), strict=True))}


class ChangeAnswer(Part):
    """One difference."""

    what: str = Field(description="property that changed, such as terrain or unit scout-1 hex")
    hex: str | None = Field(description="label of the hex; null if it is not a change of a hex")
    before: str | None = Field(description="value in the first file; null if there is none")
    after: str | None = Field(description="value in the second file; null if there is none")


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
        description="closest pairs that see each other only after the change, nearest first"
    )
    closed_pairs: tuple[tuple[Label, Label], ...] = Field(
        description="closest pairs that see each other only before the change, nearest first"
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
        description="ids of the unit classes that the measure applies to; empty: all classes"
    )
    range: str | None = Field(
        validation_alias="range_band", description="id of the weapon range band; null for any distance"
    )
    before: dict[str, Number | None] = Field(
        description="value of each party before the change, by party id; null for never"
    )
    after: dict[str, Number | None] = Field(
        description="value of each party after the change, by party id; null for never"
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
    notes: tuple[str, ...] = Field(description="reasons why parts were not compared")
