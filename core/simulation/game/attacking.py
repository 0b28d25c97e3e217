"""Attacking: one attack as the tables have it, and its roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.simulation.game.attack_values import (
    Firing,
    StruckUnits,
    odds,
    possible,
    standing_between,
)
from fairground.core.simulation.game.state import Of

if TYPE_CHECKING:
    from fairground.core.simulation.game.rolls import Rolls
    from fairground.core.simulation.game.state import GameState


class Attempt(NamedTuple):
    """An attack about to be rolled: whether it can be made, the number to reach, and damage and defence in all."""

    possible: bool
    number: int
    damage: int
    defence: int
    rolls: Rolls


def attempt(state: GameState, unit: int, weapon: int, target: int) -> Attempt:
    """Return an attack of a unit where it stands on another, facing counted in and points left aside."""
    tables = state.tables
    own, other = state.rows[unit], state.rows[target]
    arm = tables.arms[own[Of.KIND]][weapon]
    height, target_height = (tables.kinds[int(it[Of.KIND])].height for it in (own, other))
    lines = tables.lines(arm.kind, height, target_height)
    at, there = int(own[Of.HEX]), int(other[Of.HEX])
    lines.look_from(at)
    tables.field.look_from(there)
    begin, end = own[Of.HEX : Of.HEX + 1], other[Of.HEX : Of.HEX + 1]
    kind, _, facing, shield, _, band, moved = other[Of.KIND :].tolist()
    told = odds(
        state,
        lines,
        arm.exchange,
        Firing(int(own[Of.KIND]), begin, int(own[Of.MOVED]), int(own[Of.BAND]), arm.damage),
        StruckUnits(kind, end, facing, shield, moved, band),
        standing_between(state, state.party[unit], unit),
    )
    in_front = bool(arm.exchange.front[own[Of.FACING], tables.field.ways[at, there]])
    return Attempt(
        in_front and bool(possible(state, lines, begin, end, arm.reach)[0]),
        int(told.number[0]),
        int(told.damage[0]),
        int(told.defence[0]),
        arm.rolls,
    )


def strike(state: GameState, unit: int, weapon: int, target: int) -> int:
    """Roll an attack; return the damage that it does, 0 where it misses."""
    it = attempt(state, unit, weapon, target)
    if not it.possible:
        return 0
    fall = it.rolls.throw(state.dice)
    if fall.total < it.number and not it.rolls.is_automatic:
        return 0
    return max(0, it.rolls.damage(fall.result, it.damage, it.defence))
