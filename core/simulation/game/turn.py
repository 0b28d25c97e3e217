"""A turn by the orders of play: one unit after another, or all at once; then the end of the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.simulation.game.rolls import strike
from fairground.core.simulation.game.state import Of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fairground.core.simulation.game.bots import Bot, BotChoice
    from fairground.core.simulation.game.state import GameState


def alternate(state: GameState, bots: Sequence[Bot], first: int, kill: int) -> None:
    """Play a turn of alternating parties, a random unit each, from ``first`` on; losses are removed at once."""
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

    ``first`` makes no difference. Where several come to one hex the dice say who does; the others stop before it on
    their ways. The points for a loss go to the party that did most damage, by the dice between equals.
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
    """Move everybody to where they decided to go, in an order by the dice."""
    rows = state.rows
    ends = state.tables.rules.movement.occupied.ends
    #: Which party has begun in a hex, or come to it.
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
    """Return the last place on a unit's way that is free: hex, facing, points spent, hexes entered."""
    start, facing = int(state.rows[unit, Of.HEX]), int(state.rows[unit, Of.FACING])
    for at, looks, spent, moved in choice.moves.way_back(choice.ends, choice.hex, choice.facing, state.dice):
        if at == start:
            break
        if free(at) and choice.moves.may_stay(at):
            return at, looks, spent, moved
    return start, facing, 0, 0


#: The orders of play by name.
_ORDERS: Final[dict[str, Callable[[GameState, Sequence[Bot], int, int], None]]] = {
    "alternate": alternate,
    "simultaneous": simultaneous,
}
#: The names of the orders of play.
ORDERS: Final = tuple(_ORDERS)
#: The order of play where none is named.
DEFAULT_ORDER: Final = "alternate"


def play_turn(state: GameState, order: str, bots: Sequence[Bot], first: int, kill: int) -> None:
    """Play a turn by an order out of ``ORDERS``, its end included; ``kill`` is what a loss is worth to who brings it about."""
    state.begin_turn()
    _ORDERS[order](state, bots, first, kill)
    _end(state)


def _end(state: GameState) -> None:
    """End a turn: the ground harms and heats who stands on it, and who holds objectives gets their points (rules P1-15, AR-05)."""
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
