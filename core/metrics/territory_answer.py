"""The JSON form of territory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from fairground.core.answer import Answer, schema_field
from fairground.core.metrics.territory import NOBODY, TIE

if TYPE_CHECKING:
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
