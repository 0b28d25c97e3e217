"""The JSON forms of territory and chokepoints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from fairground.core.answer import DECIMALS, Answer, Labels, Part, schema_field
from fairground.core.metrics.territory import NOBODY, TIE

if TYPE_CHECKING:
    from fairground.core.metrics.chokepoints.chokepoints import Chokepoints
    from fairground.core.metrics.territory import Territory


class TerritoryAnswer(Answer):
    """Answer of ``fairground territory --json``; hexes that no zone reaches are omitted."""

    schema_name: Literal["fairground/territory/1"] = schema_field("fairground/territory/1")
    zones: dict[str, int] = Field(description="number of hexes that each zone reaches first, by id")
    ties: int = Field(description="number of hexes that several zones reach at the same time")
    owner: dict[str, str | None] = Field(
        description="zone that reaches each hex first, by label, row by row; null: tie"
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

    zones: tuple[str, str] = Field(description="ids of the zones")
    width: int | None = Field(description="fewest hexes that close all paths; 0: no path; null: nothing does")
    near_a: Labels = Field(description="labels of these hexes nearest to the first zone, row by row")
    near_b: Labels = Field(description="the same nearest to the second zone")


class PassageAnswer(Part):
    """A narrow passage."""

    hexes: Labels = Field(
        description="labels of the hexes across it, row by row; of the outermost two lines if several are equally short"
    )
    width: int = Field(description="width in hexes")


class ChokepointsAnswer(Answer):
    """Answer of ``fairground chokepoints --json``."""

    schema_name: Literal["fairground/chokepoints/1"] = schema_field("fairground/chokepoints/1")
    cuts: tuple[CutAnswer, ...] = Field(description="cuts between every two zones")
    articulation: Labels = Field(description="labels of the hexes whose loss splits an area, row by row")
    narrow: tuple[PassageAnswer, ...] = Field(description="narrow passages, the narrowest first")
    traffic: dict[str, float] = Field(
        description="share of the cheapest paths through each hex, by label, row by row"
    )

    @classmethod
    def computed(cls, result: Chokepoints) -> dict[str, Any]:
        """Return the share of each hex with traffic."""
        board = result.board
        shares = result.traffic.round(DECIMALS)
        return {"traffic": dict(zip(board.labels(shares > 0), shares[shares > 0].tolist(), strict=True))}
