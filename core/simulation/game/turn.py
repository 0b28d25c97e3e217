"""A turn by the orders of play: arrivals, moves, attacks, and the end of the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.scenario.mission import can_win, turns_to_hold
from fairground.core.scenario.parts import ObjectiveKind
from fairground.core.simulation.game.rolls import strike
from fairground.core.simulation.game.state import Goal, Of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fairground.core.metrics.compared_zones import Party
    from fairground.core.scenario.document import Scenario
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
    if state.may_leave(unit) and bot.leaves(state, unit):
        state.leave(unit)
        return
    aimed = bot.aim(state, unit)
    state.acted.add(unit)
    if aimed is None:
        state.plant(unit)
        return
    state.hurt(aimed.target, strike(state, unit, aimed.weapon, aimed.target))
    if state.is_lost(aimed.target):
        state.remove(aimed.target)
        state.points[state.party[unit]] += kill


def simultaneous(state: GameState, bots: Sequence[Bot], first: int, kill: int) -> None:
    """Play a turn in which all decide on the same state, then all move or leave, then all attack; then losses are removed.

    ``first`` has no effect. If several units want the same hex, dice decide, and the others stop before it. The points for a
    loss go to the party that did the most damage; dice break ties.
    """
    del first
    units = [(party, unit) for party, listed in enumerate(state.alive) for unit in listed]
    decided = [(unit, bots[party].choose(state, unit)) for party, unit in units]
    _move_all(state, decided)
    leaving = [unit for party, unit in units if state.may_leave(unit) and bots[party].leaves(state, unit)]
    for unit in leaving:
        state.leave(unit)
    aims = [(unit, bots[party].aim(state, unit)) for party, unit in units if unit not in state.left]
    done: dict[int, list[int]] = {}
    for unit, aimed in aims:
        if aimed is None:
            state.plant(unit)
        else:
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
    _arrive(state)
    _ORDERS[order](state, bots, first, kill)
    state.note_end_of_actions()
    _end(state)


def _arrive(state: GameState) -> None:
    """Let units enter that are due: at their hex, else at the nearest free hex of their reinforcement zones.

    Units enter in random order; dice choose among the nearest hexes. A unit without a free hex waits.
    """
    due = [it for units in state.waiting for it in units if state.arrives[it] <= state.turn]
    if not due:
        return
    state.dice.shuffle(due)
    field = state.tables.field
    for unit in due:
        row = state.rows[unit]
        own = state.hex_of(unit)
        moves = state.tables.moves(int(row[Of.KIND]), int(row[Of.BAND]))
        places = [own]
        if state.there[own]:
            field.look_from(own)
            free = [it for it in state.mission.entries[unit] if not state.there[it] and moves.may_stay(it)]
            nearest = min((int(field.distances[own, it]) for it in free), default=0)
            places = [it for it in free if field.distances[own, it] == nearest]
        if places:
            state.arrive(unit, places[state.dice.randrange(len(places))])


def _end(state: GameState) -> None:
    """End a turn: the ground harms and heats units, then objectives and tasks count (rules P1-15, AR-05)."""
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
    _score(state)
    for win in state.wins:
        for task in win.tasks:
            task.end_turn(state)


def _score(state: GameState) -> None:
    """Count the turns that objectives are held, and give points for them."""
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
