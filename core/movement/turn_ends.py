"""Why the turns of a path end where they do, and what the mover could not do in the rest of the turn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.search import Stay
    from fairground.core.movement.turns import Turns
    from fairground.core.scenario.board import Board


class TurnEndCause(StrEnum):
    """What ends a turn of a path."""

    #: The movement points left do not pay for the next move.
    POINTS = "points"
    #: The next hex was out of sight where the turn began, so the mover stops for a look (rule P2-18).
    LOOK = "look"
    #: The next move was possible in the same turn, but would not make the path better.
    NO_GAIN = "no-gain"


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The end of a turn of a path that goes on: its hex, and the movement points ``left`` over there.

    ``text`` continues "turn N ends in X": what the mover could not do. ``rule`` is the id of the rule behind it; may be
    empty.
    """

    turn: int
    hex: Hex
    left: Fraction
    cause: TurnEndCause
    text: str
    rule: str


class _Move(NamedTuple):
    """A move of the next turn, as if the turn before had gone on: the time spent by then, its own time, and the hex."""

    spent: int
    time: int
    at: int
    is_turning: bool


def turn_ends(board: Board, turns: Turns, stays: Sequence[Stay], no_gain: str) -> Iterator[TurnEnd]:
    """Yield the ends of all turns of a path but the last; ``no_gain`` says what a longer turn would not have saved."""
    for index, (last, first) in enumerate(pairwise(stays)):
        if first.turn != last.turn:
            left = Fraction(turns.stances.allowance - last.spent, turns.stances.scale)
            cause, reason, rule = _why(board, turns, stays, index) or (TurnEndCause.NO_GAIN, no_gain, "")
            text = (
                f"with {counted(left, 'point')} left: {reason}" if left else f"with no points left: {reason}"
            )
            if not left and cause is TurnEndCause.POINTS:
                text = "with no points left"
            yield TurnEnd(last.turn, _hex(board, last.hex), left, cause, text, rule)


def _why(
    board: Board, turns: Turns, stays: Sequence[Stay], index: int
) -> tuple[TurnEndCause, str, str] | None:
    """Return the cause, reason and rule why a turn could not go on; None if it could."""
    last, stances = stays[index], turns.stances
    may_end, has_passed = stances.steps.may_end.ravel(), False
    for move in _moves_ahead(turns, stays, index):
        if move.spent > stances.allowance:
            need = Fraction(move.spent - last.spent, stances.scale)
            is_whole = move.time == stances.allowance
            reason = _points_reason(board, move, need, is_whole=is_whole, has_passed=has_passed)
            return TurnEndCause.POINTS, reason, "H-10"
        if move.is_turning:
            continue
        if last.begun >= 0 and not turns.seen.sees(last.begun, move.at):
            hidden, begun = (board.hex_name(_hex(board, it)) for it in (move.at, last.begun))
            reason = f"{hidden} is out of sight from {begun}, where the turn began"
            return TurnEndCause.LOOK, reason, "P2-18"
        if may_end[move.at]:
            return None
        has_passed = True
    return None


def _points_reason(board: Board, move: _Move, need: Fraction, *, is_whole: bool, has_passed: bool) -> str:
    """Return what the points left do not pay for; ``need`` are those from the end of the turn up to the move."""
    if move.is_turning:
        return f"turning further needs {need}"
    name = board.hex_name(_hex(board, move.at))
    if has_passed:
        return f"no turn may end before {name}, which needs {need}"
    return f"entering {name} takes a whole turn" if is_whole else f"entering {name} needs {need}"


def _moves_ahead(turns: Turns, stays: Sequence[Stay], index: int) -> Iterator[_Move]:
    """Yield the moves of the next turn, with their costs if the turn that ends at ``index`` had gone on."""
    stances, (turn, spent, _, stance, _) = turns.stances, stays[index]
    for before, stay in pairwise(stays[index + 1 :]):
        if stay.turn != turn + 1:
            return
        is_turning = stay.hex == before.hex
        if is_turning:
            facing = stances.all[stay.stance].facing
            turning = next(it for it in stances.turnings[stance] if stances.all[it.stance].facing == facing)
            time, stance = turning.cost, turning.stance
        else:
            direction = stances.steps.neighbours[:, before.hex].tolist().index(stay.hex)
            stepping = next(it for it in stances.steppings[stance] if it.direction == direction)
            time, stance = int(stances.costs[stepping.sort].time[direction, before.hex]), stepping.stance
        spent += time
        yield _Move(spent, time, stay.hex, is_turning=is_turning)


def _hex(board: Board, number: int) -> Hex:
    row, column = divmod(number, board.columns)
    return board.layout.from_offset(column, row)
