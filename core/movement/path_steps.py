"""The steps of a path as they are told: what each costs, and why."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from fairground.core.grid.hexes import direction_between
from fairground.core.movement.step import StepCosts, StepReason

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.mover import Mover
    from fairground.core.movement.search import Stay
    from fairground.core.movement.stances import Stances
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario


@dataclass(frozen=True, slots=True)
class PathStep:
    """A step of a path: the hex it leads to, or the same hex again where the mover turns in place.

    ``facing``, 1-6, is that after the step, None where it does not matter; ``cost`` is in movement points and the sum of
    the ``reasons``; ``turn`` counts from 1. The first step of a path is its start: no cost, no reasons.
    """

    hex: Hex
    facing: int | None
    cost: Fraction
    turn: int
    reasons: tuple[StepReason, ...]


def facing_of(board: Board, stances: Stances, stance: int) -> int | None:
    """Return the facing, 1-6, of a stance; None where it does not matter."""
    direction = stances.all[stance].facing
    return None if direction is None else board.layout.facing(direction)


def path_steps(scenario: Scenario, mover: Mover, stances: Stances, stays: list[Stay]) -> list[PathStep]:
    """Return the steps of a path; hexsides turned in one hex and turn are one step."""
    board = scenario.board
    costs = StepCosts(scenario, mover)
    first = stays[0]
    found = [PathStep(_hex(board, first), facing_of(board, stances, first.stance), Fraction(0), 1, ())]
    turned: list[Fraction] = []
    for before, stay in pairwise(stays):
        if turned and (stay.hex != before.hex or stay.turn != before.turn):
            found.append(_turning(scenario, stances, before, turned))
            turned = []
        if stay.hex == before.hex and stay.turn == before.turn:
            turned.append(Fraction(stay.spent - before.spent, stances.scale))
        elif stay.hex != before.hex:
            at = _hex(board, before)
            direction = direction_between(at, _hex(board, stay))
            step = costs.step(at, direction or 0, stances.all[before.stance].facing)
            facing = facing_of(board, stances, stay.stance)
            found.append(
                PathStep(_hex(board, stay), facing, step.cost or Fraction(0), stay.turn, step.reasons)
            )
    if turned:
        found.append(_turning(scenario, stances, stays[-1], turned))
    return found


def _hex(board: Board, stay: Stay) -> Hex:
    row, column = divmod(stay.hex, board.columns)
    return board.layout.from_offset(column, row)


def _turning(scenario: Scenario, stances: Stances, stay: Stay, turned: list[Fraction]) -> PathStep:
    cost = sum(turned, Fraction(0))
    free = turned.count(Fraction(0)) if scenario.rules.movement.rotation.cost else 0
    text = "turning one hexside" if len(turned) == 1 else f"turning {len(turned)} hexsides"
    if free:
        text += ", free" if free == len(turned) else f", {free} of them free"
    movement = scenario.rules.movement
    rule = next(iter([*movement.rotation.rules, *movement.rules]), "")
    facing = facing_of(scenario.board, stances, stay.stance)
    return PathStep(_hex(scenario.board, stay), facing, cost, stay.turn, (StepReason(text, cost, rule),))
