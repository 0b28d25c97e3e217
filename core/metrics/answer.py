"""The JSON forms of territory and chokepoints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from fairground.core.answer import DECIMALS, Labels, Part, ScenarioAnswer, schema_field
from fairground.core.metrics.territory import NOBODY, TIE

if TYPE_CHECKING:
    from fairground.core.metrics.chokepoints.chokepoints import Chokepoints
    from fairground.core.metrics.territory import Territory


class TerritoryAnswer(ScenarioAnswer):
    """Answer of ``fairground territory --json``; hexes that no zone reaches are omitted."""

    schema_name: Literal["fairground/territory/1"] = schema_field("fairground/territory/1")
    zones: dict[str, int] = Field(description="number of hexes that each zone reaches first, by zone id")
    ties: int = Field(description="number of hexes that two or more zones reach first, at the same time")
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
        description=(
            "smallest number of hexes that block all paths between the zones; 0 if there is no path, null if "
            "the zones cannot be cut off from each other"
        )
    )
    near_a: Labels = Field(
        description="labels of the hexes in the narrowest cut that is nearest to the first zone, row by row"
    )
    near_b: Labels = Field(
        description="labels of the hexes in the narrowest cut that is nearest to the second zone, row by row"
    )


class PassageAnswer(Part):
    """A narrow passage."""

    hexes: Labels = Field(
        description=(
            "labels of the hexes in the shortest line across the passage, row by row; if more than "
            "one line is equally short, those of the two outermost lines"
        )
    )
    width: int = Field(description="width of the passage in hexes")


class ChokepointsAnswer(ScenarioAnswer):
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
