"""A verdict as plain data, in the shape that scripts rely on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairground.core.grid.hexes import Hex, direction_between
from fairground.core.grid.hexsides import Hexside
from fairground.core.sight.line.trace_line import Across, Along, Crossed

if TYPE_CHECKING:
    from fairground.core.scenario.board import Board
    from fairground.core.sight.line.reasons import Reason
    from fairground.core.sight.line.trace_line import Meeting
    from fairground.core.sight.line.verdict import SightVerdict


def sight_json(sight: SightVerdict) -> dict[str, Any]:
    """Return a verdict as data that JSON can hold; hexes are labels, a hexside is named from one of its hexes."""
    board, line = sight.board, sight.line
    return {
        "from": board.place_name(sight.start),
        "to": board.place_name(sight.end),
        "distance": sight.distance,
        "sight": sight.clear,
        "blocked_by": [_place(board, at) for at in sight.blocked_by],
        "line": [item for it in line.meetings for item in _meeting(board, it)],
        "hindrance": sight.hindrance._asdict(),
        "cover": sight.cover._asdict(),
        "opacity": max(sight.opacities.values(), default=0),
        "reasons": [_reason(board, it) for it in sight.reasons],
    }


def _place(board: Board, at: Hex | Hexside) -> str | list[str]:
    """Return a hex by its label, a hexside by label and direction."""
    if isinstance(at, Hex):
        return board.place_name(at)
    near, far = at.hexes
    if not board.contains(near):
        near, far = far, near
    return [board.place_name(near), _direction(board, near, far)]


def _direction(board: Board, near: Hex, far: Hex) -> str:
    direction = direction_between(near, far)
    return "" if direction is None else board.layout.direction_name(direction)


def _meeting(board: Board, it: Meeting) -> list[dict[str, Any]]:
    match it:
        case Crossed(at):
            return [{"hex": board.place_name(at)}]
        case Along(_, left, right):
            names = {"left": board.place_name(left), "right": board.place_name(right)}
            return [{**names, "side": _direction(board, left, right)}]
        case Across(_, leaves, enters):
            between = [board.place_name(leaves), board.place_name(enters)]
            return [{"side": _direction(board, leaves, enters), "between": between}]
        case _:
            return []


def _reason(board: Board, reason: Reason) -> dict[str, Any]:
    told: dict[str, Any] = {"rule": reason.rule, "text": reason.text}
    match reason.place:
        case Hex():
            told["hex"] = board.place_name(reason.place)
        case Hexside():
            told["side"] = _place(board, reason.place)
        case None:
            pass
    return told
