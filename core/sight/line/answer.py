"""The JSON form of a verdict on a line of sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from fairground.core.answer import Answer, Part, schema_field
from fairground.core.grid.hexes import Hex, direction_between
from fairground.core.grid.hexsides import Hexside
from fairground.core.sight.line.trace_line import Across, Along, Crossed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.scenario.board import Board
    from fairground.core.sight.line.reasons import Reason
    from fairground.core.sight.line.trace_line import Meeting
    from fairground.core.sight.line.verdict import SightVerdict

#: A hexside: the label of a hex, and the direction from it.
SideName = tuple[str, str]


class CrossedAnswer(Part):
    """The line runs through a hex."""

    hex: str = Field(description="its label")


class AlongAnswer(Part):
    """The line runs along a hexside, between two hexes."""

    left: str = Field(description="label of the hex on the left, as seen walking")
    right: str = Field(description="label of the hex on the right")
    side: str = Field(description="direction of the hexside, from the left hex")


class AcrossAnswer(Part):
    """The line crosses a hexside."""

    side: str = Field(description="direction of the hexside, from the first hex")
    between: tuple[str, str] = Field(description="labels of the two hexes, in the line's direction")


class DirectionsAnswer(Part):
    """A modifier as the ruleset writes it; 0 where there is no sight."""

    to: int = Field(description="for an attack on the hex named second")
    back: int = Field(description="for an attack on the hex named first")


class ReasonAnswer(Part):
    """One thing that made the verdict."""

    rule: str = Field(description="ID of the rule it rests on; may be empty")
    text: str = Field(description="a sentence")


class HexReasonAnswer(ReasonAnswer):
    """The same, about a hex."""

    hex: str = Field(description="its label")


class SideReasonAnswer(ReasonAnswer):
    """The same, about a hexside."""

    side: SideName = Field(description="label of a hex and direction from it")


class SightAnswer(Answer):
    """Answer of ``fairground sight --json``."""

    schema_name: Literal["fairground/sight/1"] = schema_field("fairground/sight/1")
    start: str = Field(alias="from", description="label of the hex that looks")
    end: str = Field(alias="to", description="label of the hex looked at")
    distance: int = Field(description="hexes from one to the other, the own hex not counted")
    sight: bool = Field(description="whether they see each other")
    blocked_by: tuple[str | SideName, ...] = Field(
        description="hexes and hexsides that block, in order along the line; a hexside is a label and a direction"
    )
    line: tuple[CrossedAnswer | AlongAnswer | AcrossAnswer, ...] = Field(
        description="what the line meets, in order, the two hexes themselves aside"
    )
    hindrance: DirectionsAnswer = Field(description="modifier for what hinders along the line")
    cover: DirectionsAnswer = Field(description="modifier for the cover of the target")
    opacity: int = Field(description="the greatest of the sums that sight is lost by")
    reasons: tuple[ReasonAnswer | HexReasonAnswer | SideReasonAnswer, ...] = Field(
        description="why, in order along the line"
    )

    @classmethod
    def computed(cls, result: SightVerdict) -> dict[str, Any]:
        """Return names of hexes, also off the board; a hexside is named from one of its hexes."""
        board = result.board
        return {
            "start": board.place_name(result.start),
            "end": board.place_name(result.end),
            "sight": result.clear,
            "blocked_by": tuple(place_name(board, at) for at in result.blocked_by),
            "line": tuple(item for it in result.line.meetings for item in _meeting(board, it)),
            "opacity": max(result.opacities.values(), default=0),
            "reasons": tuple(_reason(board, it) for it in result.reasons),
        }


def place_name(board: Board, at: Hex | Hexside) -> str | SideName:
    """Return a hex by its label, a hexside by label and direction."""
    return board.place_name(at) if isinstance(at, Hex) else _side_name(board, at)


def _side_name(board: Board, side: Hexside) -> SideName:
    near, far = side.hexes
    if not board.contains(near):
        near, far = far, near
    return board.place_name(near), _direction(board, near, far)


def _direction(board: Board, near: Hex, far: Hex) -> str:
    direction = direction_between(near, far)
    return "" if direction is None else board.layout.direction_name(direction)


def _meeting(board: Board, it: Meeting) -> Iterator[CrossedAnswer | AlongAnswer | AcrossAnswer]:
    name = board.place_name
    match it:
        case Crossed(at):
            yield CrossedAnswer(hex=name(at))
        case Along(_, left, right):
            yield AlongAnswer(left=name(left), right=name(right), side=_direction(board, left, right))
        case Across(_, leaves, enters):
            side = _direction(board, leaves, enters)
            yield AcrossAnswer(side=side, between=(name(leaves), name(enters)))


def _reason(board: Board, it: Reason) -> ReasonAnswer:
    match it.place:
        case Hex() as at:
            return HexReasonAnswer(rule=it.rule, text=it.text, hex=board.place_name(at))
        case Hexside() as at:
            side = _side_name(board, at)
            return SideReasonAnswer(rule=it.rule, text=it.text, side=side)
        case None:
            return ReasonAnswer(rule=it.rule, text=it.text)
