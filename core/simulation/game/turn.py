"""A turn by the orders of play, and the outcome of a game: when it is over and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.scenario.parts import ObjectiveKind
from fairground.core.scenario.scoring import can_win, turns_to_hold
from fairground.core.simulation.game.rolls import strike
from fairground.core.simulation.game.state import Goal, Of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fairground.core.metrics.compared_zones import Party
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Victory
    from fairground.core.simulation.game.bots import Bot, BotChoice
    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.game.tables import Tables


def alternate(state: GameState, bots: Sequence[Bot], first: int, kill: int) -> None:
    """Play a turn in which parties alternate, starting with ``first``, a random unit each; losses are removed at once."""
    waiting = [list(units) for units in state.alive]
    for units in waiting:
        state.dice.shuffle(units)
    while any(waiting):
        for step in range(state.parties):
            party = (first + step) % state.parties
            while waiting[party]:
                unit = waiting[party].pop()
                if unit in state.alive[party]:
                    _act(state, bots[party], unit, kill)
                    break


def _act(state: GameState, bot: Bot, unit: int, kill: int) -> None:
    choice = bot.choose(state, unit)
    state.move(unit, choice.hex, choice.facing, choice.spent, choice.moved)
    aimed = bot.aim(state, unit)
    if aimed is None:
        return
    state.hurt(aimed.target, strike(state, unit, aimed.weapon, aimed.target))
    if state.is_lost(aimed.target):
        state.remove(aimed.target)
        state.points[state.party[unit]] += kill


def simultaneous(state: GameState, bots: Sequence[Bot], first: int, kill: int) -> None:
    """Play a turn in which all decide on the same state, then all move, then all attack; then losses are removed.

    ``first`` has no effect. If several units want the same hex, dice decide, and the others stop before it. The points for a
    loss go to the party that did the most damage; dice break ties.
    """
    del first
    units = [(party, unit) for party, listed in enumerate(state.alive) for unit in listed]
    decided = [(unit, bots[party].choose(state, unit)) for party, unit in units]
    _move_all(state, decided)
    aims = [(unit, bots[party].aim(state, unit)) for party, unit in units]
    done: dict[int, list[int]] = {}
    for unit, aimed in aims:
        if aimed is not None:
            damage = strike(state, unit, aimed.weapon, aimed.target)
            by_party = done.setdefault(aimed.target, [0] * state.parties)
            by_party[state.party[unit]] += damage
    for target, by_party in done.items():
        state.hurt(target, sum(by_party))
        if state.is_lost(target):
            state.remove(target)
            most = [party for party, damage in enumerate(by_party) if damage == max(by_party)]
            state.points[most[0] if len(most) == 1 else most[state.dice.randrange(len(most))]] += kill


def _move_all(state: GameState, decided: list[tuple[int, BotChoice]]) -> None:
    """Move all units to their chosen hexes, in random order."""
    rows = state.rows
    ends = state.tables.rules.movement.occupied.ends
    #: The party that started in a hex or has entered it.
    held = {int(rows[unit, Of.HEX]): state.party[unit] for unit, _ in decided}
    order = list(decided)
    state.dice.shuffle(order)
    for unit, choice in order:
        party, start = state.party[unit], int(rows[unit, Of.HEX])

        def free(at: int, party: int = party, start: int = start) -> bool:
            return at == start or at not in held or (ends and held[at] == party)

        at, facing, spent, moved = choice.hex, choice.facing, choice.spent, choice.moved
        if not free(at):
            at, facing, spent, moved = _before(state, unit, choice, free)
        held[at] = party
        state.move(unit, at, facing, spent, moved)


def _before(
    state: GameState, unit: int, choice: BotChoice, free: Callable[[int], bool]
) -> tuple[int, int, int, int]:
    """Return the last free hex on a unit's path: hex, facing, points spent, hexes entered."""
    start, facing = int(state.rows[unit, Of.HEX]), int(state.rows[unit, Of.FACING])
    for at, looks, spent, moved in choice.moves.way_back(choice.ends, choice.hex, choice.facing, state.dice):
        if at == start:
            break
        if free(at) and choice.moves.may_stay(at):
            return at, looks, spent, moved
    return start, facing, 0, 0


_ORDERS: Final[dict[str, Callable[[GameState, Sequence[Bot], int, int], None]]] = {
    "alternate": alternate,
    "simultaneous": simultaneous,
}
ORDERS: Final = tuple(_ORDERS)
DEFAULT_ORDER: Final = "alternate"


def play_turn(state: GameState, order: str, bots: Sequence[Bot], first: int, kill: int) -> None:
    """Play a turn including its end, in one of ``ORDERS``; ``kill`` is the points for destroying a unit."""
    state.begin_turn()
    _ORDERS[order](state, bots, first, kill)
    _end(state)


def _end(state: GameState) -> None:
    """End a turn: the ground harms and heats units, and objectives held score (rules P1-15, AR-05)."""
    tables = state.tables
    for unit in [it for units in state.alive for it in units]:
        at = int(state.rows[unit, Of.HEX])
        if tables.harm[at]:
            state.hurt(unit, tables.harm[at])
        if tables.heating[at]:
            state.warm(unit, tables.heating[at])
    for unit in [it for units in state.alive for it in units]:
        if state.is_lost(unit):
            state.remove(unit)
    for place, goal in enumerate(state.goals):
        there = [
            any(state.party_hexes[party] >> at & 1 for at in goal.hexes) for party in range(state.parties)
        ]
        for party in range(state.parties):
            holds = there[party] and sum(there) == 1 and party in goal.parties
            state.held[place][party] = state.held[place][party] + 1 if holds else 0
            if holds and not state.scored[place][party] and state.held[place][party] >= goal.hold:
                state.scored[place][party] = True
                state.points[party] += goal.points


def goals_of(scenario: Scenario, parties: Sequence[Party]) -> tuple[Goal, ...]:
    """Return the objectives won by holding them (rule AR-05)."""
    found = []
    for it in scenario.objectives:
        mask = it.shape.mask(scenario.board) & ~scenario.board.void
        able = frozenset(number for number, party in enumerate(parties) if can_win(party.sides, it))
        hexes = frozenset(np.flatnonzero(mask.ravel()).tolist())
        if it.kind is ObjectiveKind.CONTROL and hexes and able:
            found.append(Goal(hexes, it.points, turns_to_hold(it), able))
    return tuple(found)


def homes_of(tables: Tables, parties: Sequence[Party], goals: Sequence[Goal]) -> tuple[tuple[int, ...], ...]:
    """Return the hexes that each party holds: objectives no farther from its zones than from others', else its zones."""
    moves = tables.moves(0, tables.band(tables.heat))
    zones = [np.flatnonzero(it.mask.ravel()) for it in parties]
    found: list[list[int]] = [[] for _ in parties]
    for goal in goals:
        far = [min(int(moves.toward(at)[zone].min()) for at in goal.hexes) for zone in zones]
        for number, it in enumerate(far):
            if it == min(far) and number in goal.parties:
                found[number] += sorted(goal.hexes)
    return tuple(tuple(it) if it else tuple(zone.tolist()) for it, zone in zip(found, zones, strict=True))


class GameOutcome(NamedTuple):
    """The outcome of a game: the winner (None: nobody), the turns played, and the points and losses of each party."""

    winner: int | None
    turns: int
    points: tuple[int, ...]
    losses: tuple[int, ...]


def outcome(state: GameState, turns: int, victory: Victory) -> GameOutcome | None:
    """Return the outcome of a game at the end of a turn; None if it continues (rule P1-22).

    With ``victory.last_standing`` the only party with units left wins. Otherwise the game ends when nobody has any, at the
    points target, or after ``turns``. Then the most points win, then the most units left, then the most hit points.
    """
    standing = [party for party, units in enumerate(state.alive) if units]
    if victory.last_standing and len(standing) == 1:
        return _of(state, standing[0])
    won = victory.points is not None and max(state.points) >= victory.points
    return _of(state, _ahead(state)) if won or not standing or state.turn >= turns else None


def _ahead(state: GameState) -> int | None:
    merits = [
        (state.points[party], len(units), sum(int(state.rows[it, Of.HIT_POINTS]) for it in units))
        for party, units in enumerate(state.alive)
    ]
    best = [party for party, it in enumerate(merits) if it == max(merits)]
    return best[0] if len(best) == 1 else None


def _of(state: GameState, winner: int | None) -> GameOutcome:
    return GameOutcome(winner, state.turn, tuple(state.points), tuple(state.losses))
