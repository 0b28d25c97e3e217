"""The options of a unit in its turn: the hexes it can end in, and the worth of its attacks and the danger there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.simulation.game.attack_values import (
    Firing,
    Odds,
    Standing,
    StruckUnits,
    odds,
    possible,
    standing_between,
)
from fairground.core.simulation.game.moves import FAR
from fairground.core.simulation.game.rolls import attempt
from fairground.core.simulation.game.state import Of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.rules.attack import AttackKind
    from fairground.core.simulation.game.attack_lines import Lines
    from fairground.core.simulation.game.moves import MoveEnds, Moves
    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.game.tables import Arm

    Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Options:
    """Where a unit can end its turn.

    ``hexes``, the same as ``listed``, are the ``ends`` that no other unit blocks. ``cost`` and ``moved``, ``[facings, hexes]``,
    are the points spent (``FAR``: impossible) and the hexes entered.
    """

    unit: int
    moves: Moves
    ends: MoveEnds
    hexes: Ints
    listed: list[int]
    cost: Ints
    moved: Ints

    @property
    def open(self) -> NDArray[np.bool_]:
        """The possible ends, ``[facings, hexes]``."""
        return self.cost < FAR


def options(state: GameState, unit: int) -> Options:
    """Return the current options of a unit (rules P1-14, P2-16, P2-18, H-10)."""
    row = state.rows[unit].tolist()
    party, at = row[Of.PARTY], row[Of.HEX]
    moves = state.tables.moves(row[Of.KIND], row[Of.BAND])
    occupied = state.tables.rules.movement.occupied
    enemies, friends = state.enemy_hexes(party), state.party_hexes[party]
    shut = 0 if moves.mover.mode.passes_enemies or occupied.through_enemies else enemies
    if not occupied.through_allies:
        shut |= friends
    ends = moves.ends(at, row[Of.FACING], shut & ~(1 << at))
    held = enemies if occupied.ends else enemies | friends
    free = [i for i, it in enumerate(ends.listed) if not held >> it & 1 or it == at]
    if len(free) == len(ends.listed):
        return Options(unit, moves, ends, ends.hexes, ends.listed, ends.cost.T, ends.moved.T)
    places = np.array(free, np.int64)
    return Options(
        unit,
        moves,
        ends,
        ends.hexes[places],
        [ends.listed[i] for i in free],
        ends.cost[places].T,
        ends.moved[places].T,
    )


class Stands(NamedTuple):
    """Hexes that an attacker may stand in, also as a list, and the hexes moved to get there."""

    hexes: Ints
    listed: list[int]
    moved: Ints


def strikes(
    state: GameState,
    found: Options,
    among: Sequence[int] | None = None,
    *,
    focus: Mapping[int, int] | None = None,
) -> Ints:
    """Return the worth of the best attack on ``among`` (default: all enemies) by option, ``[facings, hexes]``; 0 for none.

    ``focus`` has a factor for each target.
    """
    best = np.zeros(found.cost.shape, np.int64)
    targets = state.enemies(found.unit) if among is None else among
    _, kind, at, _, _, _, band, _ = state.rows[found.unit].tolist()
    fewest = found.moved.min(axis=0)
    furthest = int(fewest.max())
    stands = Stands(found.hexes, found.listed, fewest)
    for number, arm in enumerate(state.tables.arms[kind]):
        affords = found.cost <= found.moves.allowance - state.tables.cost(kind, number, band)
        for lines, group in _by_height(state, arm, kind, at, targets, furthest):
            attacks = _attacks(state, found.unit, arm, lines, stands, group)
            if attacks is None:
                continue
            value = attacks.worth
            if focus is not None:
                value = value * np.array([focus[it] for it in group], np.int64)
            if found.moves.facings == 1 or arm.exchange.all_round:
                most = value.max(axis=1)[None, :]
            else:
                ways = state.tables.field.ways[found.hexes[:, None], state.rows[group, Of.HEX][None, :]]
                most = (value[None] * arm.exchange.front[:, ways]).max(axis=2)
            best = np.maximum(best, most * affords)
    return best


def _by_height(
    state: GameState, arm: Arm, kind: int, at: int, targets: Sequence[int], furthest: int
) -> list[tuple[Lines, list[int]]]:
    """Return the targets that an arm may reach after a move of ``furthest`` hexes, grouped by their lines."""
    tables = state.tables
    field, height = tables.field, tables.kinds[kind].height
    field.look_from(at)
    groups: dict[int, list[int]] = {}
    for it in targets:
        _, other, there, *_ = state.rows[it].tolist()
        if field.distances[at, there] <= arm.reach + furthest + tables.furthest:
            groups.setdefault(tables.kinds[other].height, []).append(it)
    return [(tables.lines(arm.kind, height, other), group) for other, group in groups.items()]


class _Attacks(NamedTuple):
    """The worth of an attack from each hex on each target, ignoring the attacker's facing, and the odds of the possible ones.

    ``number`` has for each the place of its odds.
    """

    worth: Ints
    number: Ints
    odds: Odds


def _attacks(
    state: GameState, unit: int, arm: Arm, lines: Lines, stands: Stands, group: Sequence[int]
) -> _Attacks | None:
    """Return the attacks with a weapon from some hexes on some targets; None if none is possible."""
    tables = state.tables
    party, kind, _, _, _, _, band, _ = state.rows[unit].tolist()
    hexes, listed, moved = stands
    lines.looks_from(listed)
    them = state.rows[group]
    at = them[:, Of.HEX]
    for it in at.tolist():
        tables.field.look_from(it)
    hits = possible(tables, lines, hexes[:, None], at[None, :], arm.reach)
    places = np.nonzero(hits)
    if not places[0].size:
        return None
    one, other = places
    them = them[other]
    result = odds(
        tables,
        lines,
        arm.exchange,
        Firing(kind, hexes[one], moved[one], band, arm.damage),
        StruckUnits(*them[:, [Of.KIND, Of.HEX, Of.FACING, Of.SHIELD, Of.MOVED, Of.BAND]].T),
        Standing(standing_between(state, party, unit), state.there),
    )
    worth, number = np.zeros((2, *hits.shape), np.int64)
    worth[places] = tables.worth(arm, them[:, Of.HIT_POINTS], result.number, result.damage, result.defence)
    number[places] = np.arange(one.size)
    return _Attacks(worth, number, result)


def threats(state: GameState, found: Options) -> Ints:
    """Return the worth of all enemies' attacks on the unit from their hexes with their first weapons, ``[facings, hexes]``."""
    tables, rows = state.tables, state.rows
    field = tables.field
    total = np.zeros(found.cost.shape, np.int64)
    _, own, at, _, shield, left, band, _ = rows[found.unit].tolist()
    fewest = found.moved.min(axis=0)
    furthest = int(fewest.max())
    field.look_from(at)
    groups: dict[tuple[AttackKind, int], list[int]] = {}
    for it in state.enemies(found.unit):
        _, kind, there, *_ = rows[it].tolist()
        if not tables.arms[kind]:
            continue
        arm = tables.arms[kind][0]
        if field.distances[at, there] <= arm.reach + furthest + tables.furthest:
            groups.setdefault((arm.kind, tables.kinds[kind].height), []).append(it)
    if not groups:
        return total
    for it in found.listed:
        field.look_from(it)
    facings = np.arange(found.moves.facings)[:, None]
    for (attack, height), group in groups.items():
        lines = tables.lines(attack, height, tables.kinds[own].height)
        them = rows[group]
        kinds, theirs = them[:, Of.KIND].tolist(), them[:, Of.HEX]
        lines.looks_from(theirs.tolist())
        arms = [tables.arms[it][0] for it in kinds]
        reach, damage = (
            np.array(it, np.int64) for it in ([arm.reach for arm in arms], [arm.damage for arm in arms])
        )
        hits = possible(tables, lines, theirs[None, :], found.hexes[:, None], reach[None, :])
        one, other = np.nonzero(hits)
        if not one.size:
            continue
        standing: int | list[int] = 0
        if lines.unit_cover:
            by_enemy = [standing_between(state, state.party[it], found.unit) for it in group]
            standing = [by_enemy[it] for it in other.tolist()]
        result = odds(
            tables,
            lines,
            arms[0].exchange,
            Firing(them[other, Of.KIND], theirs[other], 0, them[other, Of.BAND], damage[other]),
            StruckUnits(own, found.hexes[one], facings, shield, fewest[one], band),
            Standing(standing, state.there),
        )
        value = np.zeros((found.moves.facings, *hits.shape), np.int64)
        value[:, one, other] = tables.worth(arms[0], left, result.number, result.damage, result.defence)
        total = total + value.sum(axis=2)
    return total


class ShotOption(NamedTuple):
    """An attack that a unit can make from its hex: weapon, target and worth."""

    weapon: int
    target: int
    worth: int


def shots(state: GameState, unit: int) -> list[ShotOption]:
    """Return the attacks worth something that a unit can make from its hex with the points it has left."""
    row = state.rows[unit]
    _, kind, at, facing, _, _, band, _ = row.tolist()
    moves = state.tables.moves(kind, band)
    targets = state.enemies(unit)
    stands = Stands(row[Of.HEX : Of.HEX + 1], [at], row[Of.MOVED : Of.MOVED + 1])
    found = []
    for number, arm in enumerate(state.tables.arms[kind]):
        if state.spent[unit] + state.tables.cost(kind, number, band) > moves.allowance:
            continue
        for lines, group in _by_height(state, arm, kind, at, targets, 0):
            attacks = _attacks(state, unit, arm, lines, stands, group)
            if attacks is not None:
                ways = state.tables.field.ways[at, state.rows[group, Of.HEX]]
                worths = (attacks.worth[0] * arm.exchange.front[facing, ways]).tolist()
                found += [
                    ShotOption(number, it, worth)
                    for it, worth in zip(group, worths, strict=True)
                    if worth > 0
                ]
    return found


class AimedShot(NamedTuple):
    """An attack from an option: weapon, target, and its odds."""

    arm: Arm
    target: int
    worth: int
    number: int
    damage: int
    defence: int


def aimed_shot(state: GameState, unit: int, shot: ShotOption) -> AimedShot:
    """Return an attack that a unit can make from its hex, with its odds."""
    it = attempt(state, unit, shot.weapon, shot.target)
    arm = state.tables.arms[state.rows[unit, Of.KIND]][shot.weapon]
    return AimedShot(arm, shot.target, shot.worth, it.number, it.damage, it.defence)


def aimed_shots(
    state: GameState, found: Options, facings: Sequence[int], places: Sequence[int], focus: Mapping[int, int]
) -> list[AimedShot | None]:
    """Return the attack that is worth most from each of some options, given by facing and place; None without one.

    ``focus`` has a factor for each target.
    """
    _, kind, at, _, _, _, band, _ = state.rows[found.unit].tolist()
    best: list[AimedShot | None] = [None] * len(places)
    moved = found.moved[facings, places]
    cost = found.cost[facings, places]
    hexes = found.hexes[places]
    stands = Stands(hexes, hexes.tolist(), moved)
    targets = state.enemies(found.unit)
    for weapon, arm in enumerate(state.tables.arms[kind]):
        affords = cost <= found.moves.allowance - state.tables.cost(kind, weapon, band)
        for lines, group in _by_height(state, arm, kind, at, targets, int(moved.max())):
            attacks = _attacks(state, found.unit, arm, lines, stands, group)
            if attacks is None:
                continue
            ways = state.tables.field.ways[hexes[:, None], state.rows[group, Of.HEX][None, :]]
            faced = arm.exchange.front[np.array(facings)[:, None], ways] & affords[:, None]
            worths = attacks.worth * faced * np.array([focus[it] for it in group], np.int64)
            for option, target in enumerate(worths.argmax(axis=1).tolist()):
                worth, before = int(worths[option, target]), best[option]
                if worth > (0 if before is None else before.worth):
                    number = int(attacks.number[option, target])
                    odds_ = (int(it[number]) for it in attacks.odds)
                    best[option] = AimedShot(arm, group[target], worth, *odds_)
    return best
