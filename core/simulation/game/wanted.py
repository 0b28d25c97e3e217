"""Wanted hexes: where units go to win, and where they stop others from winning. Bots need to know no more of a mission."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from fairground.core.scenario.mission import TaskKind
from fairground.core.simulation.game.mission import hexes_of
from fairground.core.simulation.game.mission_progress import GONE_OFF, NO_CHARGE
from fairground.core.simulation.game.moves import FAR
from fairground.core.simulation.game.state import Of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.simulation.game.mission_progress import TaskProgress, WinProgress
    from fairground.core.simulation.game.state import GameState

#: Hexes that a unit wants to get to, each with the movement points from it that are near enough.
Wanted: TypeAlias = dict[int, int]

#: How near units stay to those they support, in movement points.
_SUPPORT: Final = 2
_BRING: Final = (TaskKind.EXIT, TaskKind.REACH)


def wanted(state: GameState, unit: int) -> Wanted:
    """Return the hexes that a unit wants to get to; none without an objective or task left."""
    mission = state.mission
    if not mission.has_wins:
        # Units leave when there is nothing else to win.
        return _at(_exits(state, unit)) or _objectives(state, unit)
    errands = _errands(state, unit)
    if errands:
        return errands
    party = state.party[unit]
    own = [it for it in state.wins if it.party == party and _is_open(state, it)]
    # A fight is had on the way: units don't leave their errands for one that wins by itself.
    found = _for_wins(state, unit, (it for it in own if not _is_fight(it)))
    found = found or _for_wins(state, unit, own)
    has_own = bool(found)
    for win in state.wins:
        if win.party != party and _is_open(state, win):
            for task in win.tasks:
                _add(found, _against_task(state, unit, task, urgent=has_own))
    if not found or _counts_points(state, party):
        _add(found, _objectives(state, unit))
    return found


def leaves(state: GameState, unit: int) -> bool:
    """Whether a unit that may leave the board through its hex wants to."""
    return bool(_exits(state, unit) >> state.hex_of(unit) & 1)


def targets(state: GameState, unit: int) -> frozenset[int]:
    """Return the enemies that matter most: those to destroy, and those to stop from leaving or arriving."""
    party = state.party[unit]
    found: frozenset[int] = frozenset()
    for win in state.wins:
        for task in win.tasks:
            own = win.party == party
            if not task.done and task.task.kind in ((TaskKind.DESTROY,) if own else _BRING):
                found |= task.task.units
    return found


def _objectives(state: GameState, unit: int) -> Wanted:
    """Return the objectives that the party can still win and doesn't occupy."""
    party, own = state.party[unit], state.hex_of(unit)
    mates = state.party_hexes[party]
    found: Wanted = {}
    for place, goal in enumerate(state.goals):
        if party in goal.parties and not state.scored[place][party]:
            taken = any(mates >> at & 1 for at in goal.hexes if at != own or state.there[at] > 1)
            if not taken:
                found.update(dict.fromkeys(goal.hexes, 0))
    return found


def _errands(state: GameState, unit: int) -> Wanted:
    """Return the exits and zones that the unit itself is to get to now."""
    found = _at(_exits(state, unit))
    for win in state.wins:
        if win.party == state.party[unit] and _is_open(state, win):
            for task in win.tasks:
                if task.task.kind is TaskKind.REACH and unit in task.task.units and not task.done:
                    hexes = hexes_of(task.task.hexes)
                    if _may_go(state, unit, win, hexes):
                        _add(found, dict.fromkeys(hexes, 0))
    return found


def _exits(state: GameState, unit: int) -> int:
    """Return the exits that a unit wants to leave through now, as a bit set."""
    party = state.party[unit]
    if not state.mission.exits[party]:
        return 0
    found = 0
    for win in state.wins:
        if win.party == party and _is_open(state, win):
            for task in win.tasks:
                hexes = task.task.hexes
                if (
                    task.task.kind is TaskKind.EXIT
                    and unit in task.task.units
                    and not task.done
                    and _may_go(state, unit, win, hexes_of(hexes))
                ):
                    found |= hexes
    if _counts_points(state, party):
        for it in state.mission.paying_exits:
            if it.points and party in it.parties:
                busy = any(
                    party in goal.parties and not state.scored[place][party]
                    for place, goal in enumerate(state.goals)
                )
                if not busy or _is_late(state, unit, hexes_of(it.hexes)):
                    found |= it.hexes
    return found


def _counts_points(state: GameState, party: int) -> bool:
    """Whether a party can win by points."""
    mission = state.mission
    tasks = (task.task for win in state.wins if win.party == party for task in win.tasks)
    return mission.points_win or any(it.kind is TaskKind.POINTS for it in tasks)


def _is_open(state: GameState, win: WinProgress) -> bool:
    """Whether a way to win is still possible, by the units that it needs."""
    return all(
        task.done
        or task.task.kind not in (*_BRING, TaskKind.DESTROY)
        or len(task.task.units - (state.lost if task.task.kind in _BRING else state.left.keys()))
        >= task.task.needed
        for task in win.tasks
    )


def _may_go(state: GameState, unit: int, win: WinProgress, hexes: tuple[int, ...]) -> bool:
    """Whether a unit may go to an exit or zone: what else the way to win needs is in hand, or time is short."""
    return all(_in_hand(it) for it in win.tasks if it.task.kind not in _BRING) or _is_late(state, unit, hexes)


def _in_hand(task: TaskProgress) -> bool:
    """Whether a task is done, or has enough charges planted."""
    planted = sum(it != NO_CHARGE for it in task.charges)
    return task.done or (task.task.kind is TaskKind.PLANT and planted >= task.task.needed)


def _is_late(state: GameState, unit: int, hexes: tuple[int, ...]) -> bool:
    """Whether a unit has to go to hexes at once to get there in time."""
    kind, band = int(state.rows[unit, Of.KIND]), int(state.rows[unit, Of.BAND])
    moves = state.tables.moves(kind, band)
    far = min(int(moves.toward(at)[state.hex_of(unit)]) for at in hexes)
    turns = -(-far // max(1, moves.allowance))
    return far < FAR and state.turn + turns >= state.mission.turns


def _is_fight(win: WinProgress) -> bool:
    """Whether only units to destroy are left of a way to win."""
    return all(it.done or it.task.kind is TaskKind.DESTROY for it in win.tasks)


def _for_wins(state: GameState, unit: int, wins: Iterable[WinProgress]) -> Wanted:
    """Return where a unit helps with some ways to win of its own party."""
    found: Wanted = {}
    for win in wins:
        for task in win.tasks:
            _add(found, _for_task(state, unit, task))
    return found


def _for_task(state: GameState, unit: int, task: TaskProgress) -> Wanted:
    """Return where a unit helps with a task of its own party."""
    kind, units = task.task.kind, task.task.units
    if task.done:
        return {}
    if kind in _BRING:
        # Others stay beside those that have to get through.
        return {} if unit in units else _around(state, units, _SUPPORT)
    if kind is TaskKind.DESTROY:
        return _in_range(state, unit, units)
    if kind not in (TaskKind.HOLD, TaskKind.PLANT):
        return {}
    party, own = state.party[unit], state.hex_of(unit)
    found: Wanted = {}
    for place, hexes in enumerate(task.task.places):
        if task.charges[place] == GONE_OFF:
            continue
        mates = state.party_hexes[party] & hexes
        if state.there[own] == 1:
            mates &= ~(1 << own)
        needs_one = not mates and task.charges[place] == NO_CHARGE
        _add(found, dict.fromkeys(hexes_of(hexes), 0 if needs_one else _SUPPORT))
    return found


def _against_task(state: GameState, unit: int, task: TaskProgress, *, urgent: bool) -> Wanted:
    """Return where a unit hinders a task of an enemy; with ``urgent`` only where the enemy is about to succeed."""
    kind = task.task.kind
    if task.done:
        return {}
    if kind is TaskKind.DESTROY:
        return {} if urgent or unit in task.task.units else _around(state, task.task.units, _SUPPORT)
    if kind in _BRING:
        return {} if urgent else _in_range(state, unit, task.task.units)
    found: Wanted = {}
    for place, hexes in enumerate(task.task.places):
        charge = task.charges[place]
        if charge == GONE_OFF:
            continue
        pressing = charge != NO_CHARGE or bool(state.party_hexes[task.party] & hexes)
        if pressing or not urgent:
            _add(found, dict.fromkeys(hexes_of(hexes), 0 if pressing else _SUPPORT))
    return found


def _in_range(state: GameState, unit: int, units: Iterable[int]) -> Wanted:
    """Return the hexes of units on the board, near enough within the best range; nothing for a unit without weapons."""
    kind = int(state.rows[unit, Of.KIND])
    return _around(state, units, state.tables.best_range[kind]) if state.tables.arms[kind] else {}


def _around(state: GameState, units: Iterable[int], near: int) -> Wanted:
    return {state.hex_of(it): near for it in units if it in state.alive[state.party[it]]}


def _at(bits: int) -> Wanted:
    return dict.fromkeys(hexes_of(bits), 0)


def _add(found: Wanted, more: Wanted) -> None:
    """Add hexes; the smaller distance counts."""
    for at, near in more.items():
        found[at] = min(near, found.get(at, near))
