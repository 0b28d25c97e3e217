"""The numbers to reach, damage and defence of many attacks at once, as integers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.simulation.game.attack_lines import At
from fairground.core.simulation.game.exchange import MOST_MOVED
from fairground.core.simulation.game.state import Of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.simulation.game.attack_lines import Lines
    from fairground.core.simulation.game.exchange import Exchange
    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.game.tables import Tables

    Ints = NDArray[np.int64]


class Firing(NamedTuple):
    """The attackers: an array with a place for each attack, or one number for all; ``damage`` is the weapon's."""

    kind: Ints | int
    hexes: Ints
    moved: Ints | int
    band: Ints | int
    damage: Ints | int


class StruckUnits(NamedTuple):
    """The targets; as ``Firing``."""

    kind: Ints | int
    hexes: Ints
    facing: Ints | int
    shield: Ints | int
    moved: Ints | int
    band: Ints | int


class Odds(NamedTuple):
    """The number to reach, damage with its modifiers, and the target's defence in all, for each attack."""

    number: Ints
    damage: Ints
    defence: Ints


class Standing(NamedTuple):
    """The units that give cover: their hexes as a bit set, for all attacks or for each, and the number of units in each hex."""

    hexes: int | list[int]
    there: Ints


def possible(tables: Tables, lines: Lines, a: Ints, b: Ints, reach: Ints | int) -> NDArray[np.bool_]:
    """Return which attacks from hexes ``a`` at ``b`` are within sight and reach, ignoring facing; arguments broadcast."""
    far = tables.field.distances[a, b]
    found: NDArray[np.bool_] = lines.seen[a, b] & (far <= reach) & (far > 0)
    if lines.furthest:
        found |= lines.seen[a, b] & (far <= reach + lines.table[a, b, At.FURTHER]) & (far > 0)
    return found


def odds(
    tables: Tables,
    lines: Lines,
    exchange: Exchange,
    firing: Firing,
    struck: StruckUnits,
    standing: Standing | None,
) -> Odds:
    """Return the odds of attacks, possible or not, along lines whose rows are filled.

    Hexes have the shape ``[attacks]``; other arguments broadcast with it. Without ``standing``, no unit gives cover.
    """
    field = tables.field
    cells = lines.between(firing.hexes, struck.hexes).T
    to_hit = cells[At.TO_HIT] + exchange.hot[struck.band, 0]
    if exchange.moves_count:
        to_hit = to_hit + exchange.by_attacker[np.minimum(firing.moved, MOST_MOVED)]
        to_hit = to_hit + exchange.by_target[np.minimum(struck.moved, MOST_MOVED)]
    damage = cells[At.DAMAGE] + exchange.harm[firing.band] + firing.damage
    defence = cells[At.DEFENCE] + exchange.hot[struck.band, 1] + tables.defences[struck.kind]
    cover = cells[At.COVER]
    if lines.unit_cover and standing is not None:
        between = units_between(tables, lines, firing.hexes, struck.hexes, standing, cells)
        if between is not None:
            to_hit = to_hit + between * cells[At.UNIT_TO_HIT]
            damage = damage + between * cells[At.UNIT_DAMAGE]
            cover = cover + between * cells[At.UNIT_COVER]
    if exchange.charges:
        charged = np.minimum(firing.moved, 1)
        to_hit = to_hit + charged * cells[At.CHARGE_TO_HIT]
        damage = damage + charged * cells[At.CHARGE_DAMAGE]
    if exchange.has_sides:
        place = struck.kind, struck.shield, struck.facing, field.ways[struck.hexes, firing.hexes]
        side = exchange.sides[place]
        to_hit, damage, defence = to_hit + side[..., 0], damage + side[..., 1], defence + side[..., 2]
        if exchange.cover_adds:
            cover = cover + side[..., 3]
        else:
            # The better of cover and shield (rule P1-05).
            cover = np.where(exchange.makes[place], np.maximum(cover, side[..., 3]), cover)
    number = exchange.base[firing.kind, struck.kind] + exchange.sign * to_hit
    return Odds(number, damage, defence + cover)


def standing_between(state: GameState, party: int, mover: int) -> int:
    """Return the hexes of units that give cover against a party's fire as a bit set, without the hex that ``mover`` leaves."""
    tables = state.tables
    found = state.enemy_hexes(party) if tables.only_enemies_cover else state.all_hexes()
    at = int(state.rows[mover, Of.HEX])
    return found & ~(1 << at) if state.there[at] < 2 else found


def units_between(
    tables: Tables, lines: Lines, starts: Ints, ends: Ints, standing: Standing, cells: Ints
) -> Ints | None:
    """Return how many units give cover on each line, at most one if cover doesn't stack; None if none does."""
    bears = cells[At.UNIT_TO_HIT] | cells[At.UNIT_DAMAGE] | cells[At.UNIT_COVER]
    places = np.flatnonzero(bears).tolist()
    if not places:
        return None
    adds = tables.rules.cover.stacks
    hexes = standing.hexes
    found = np.zeros(starts.shape, np.int64)
    crossed, froms, tos = lines.crossed, starts.tolist(), ends.tolist()
    for i in places:
        met = crossed(froms[i], tos[i]) & (hexes if isinstance(hexes, int) else hexes[i])
        if met:
            found[i] = sum(int(standing.there[it]) for it in _bits(met)) if adds else 1
    return found


def _bits(number: int) -> list[int]:
    found = []
    while number:
        low = number & -number
        found.append(low.bit_length() - 1)
        number ^= low
    return found
