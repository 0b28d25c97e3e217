"""The JSON form of chokepoints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from fairground.core.answer import DECIMALS, Answer, Labels, Part, schema_field

if TYPE_CHECKING:
    from fairground.core.metrics.chokepoints.chokepoints import Chokepoints


class CutAnswer(Part):
    """What separates two zones."""

    zones: tuple[str, str] = Field(description="ids of the zones")
    width: int | None = Field(
        description="fewest hexes that close every path; 0: there is no path; null: nothing can close them"
    )
    near_a: Labels = Field(description="labels of such hexes, those nearest the first zone, row by row")
    near_b: Labels = Field(description="likewise, those nearest the second zone")


class PassageAnswer(Part):
    """A narrow passage."""

    hexes: Labels = Field(
        description="labels of the hexes across it, row by row; of both lines where two are as good"
    )
    width: int = Field(description="how many hexes wide it is")


class ChokepointsAnswer(Answer):
    """Answer of ``fairground chokepoints --json``."""

    schema_name: Literal["fairground/chokepoints/1"] = schema_field("fairground/chokepoints/1")
    cuts: tuple[CutAnswer, ...] = Field(description="what separates each two zones")
    articulation: Labels = Field(description="labels of the hexes that hold an area together, row by row")
    narrow: tuple[PassageAnswer, ...] = Field(description="narrow passages, the narrowest first")
    traffic: dict[str, float] = Field(
        description="share of the cheapest paths between the zones through each hex, by label, row by row"
    )

    @classmethod
    def computed(cls, result: Chokepoints) -> dict[str, Any]:
        """Return the share of the traffic of each hex that has any."""
        board = result.board
        shares = result.traffic.round(DECIMALS)
        return {"traffic": dict(zip(board.labels(shares > 0), shares[shares > 0].tolist(), strict=True))}
