"""The progress of a mission in a game: tasks done, turns held, charges planted, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.scenario.mission import TaskKind

if TYPE_CHECKING:
    from fairground.core.simulation.game.mission import MissionTask, MissionWin
    from fairground.core.simulation.game.state import GameState

#: The values of ``TaskProgress.charges`` without a charge, and after it has gone off.
NO_CHARGE: Final = 0
GONE_OFF: Final = -1


class TaskProgress:
    """The progress of a task.

    ``held`` has for each place the number of turns in a row that the party has held it, ``charges`` the turn at whose end the
    charge goes off, ``NO_CHARGE`` or ``GONE_OFF``. A task that is ``done`` stays done.
    """

    def __init__(self, task: MissionTask, party: int) -> None:
        self.task, self.party = task, party
        self.done = False
        self.held = [0] * len(task.places)
        self.charges = [NO_CHARGE] * len(task.places)

    def may_plant(self, state: GameState, unit: int) -> list[int]:
        """Return the places where a unit would plant a charge if it doesn't attack."""
        task = self.task
        if task.kind is not TaskKind.PLANT or self.done or unit not in task.units:
            return []
        at = state.hex_of(unit)
        return [
            place
            for place, hexes in enumerate(task.places)
            if hexes >> at & 1 and self.charges[place] == NO_CHARGE
        ]

    def end_turn(self, state: GameState) -> None:
        """Count a turn that ends."""
        task = self.task
        if task.kind is TaskKind.HOLD:
            self._hold(state)
        elif task.kind is TaskKind.PLANT:
            self._burn(state)
        elif not self.done:
            self.done = self._is_done(state)

    def _hold(self, state: GameState) -> None:
        for place, hexes in enumerate(self.task.places):
            holds = state.is_held(self.party, hexes)
            self.held[place] = self.held[place] + 1 if holds else 0
        enough = sum(it >= max(1, self.task.turns) for it in self.held)
        self.done = self.done or enough >= self.task.needed

    def _burn(self, state: GameState) -> None:
        """Remove charges where enemies stand alone, then let those go off that are due."""
        for place, hexes in enumerate(self.task.places):
            due = self.charges[place]
            if due in (NO_CHARGE, GONE_OFF):
                continue
            if state.is_held_by_enemies(self.party, hexes):
                state.remove_charge(self, place)
            elif state.turn >= due:
                state.go_off(self, place)
        self.done = self.done or self.charges.count(GONE_OFF) >= self.task.needed

    def _is_done(self, state: GameState) -> bool:
        task = self.task
        match task.kind:
            case TaskKind.REACH:
                there = (it for it in state.alive[self.party] if it in task.units)
                return sum(task.hexes >> state.hex_of(it) & 1 for it in there) >= task.needed
            case TaskKind.EXIT:
                gone = (at for unit, at in state.left.items() if unit in task.units)
                return sum(task.hexes >> at & 1 for at in gone) >= task.needed
            case TaskKind.DESTROY:
                return len(task.units & state.lost) >= task.needed
            case TaskKind.POINTS:
                return state.points[self.party] >= task.needed
            case TaskKind.LAST_STANDING:
                return state.standing() == [self.party]
            case _:
                return False


class WinProgress:
    """The progress of a way to win; ``on_time_out`` is whether it also needs the turn limit to pass."""

    def __init__(self, win: MissionWin) -> None:
        self.win, self.party = win, win.party
        self.tasks = [TaskProgress(it, win.party) for it in win.tasks if it.kind is not TaskKind.TIME_OUT]
        self.on_time_out = len(self.tasks) < len(win.tasks)

    @property
    def done(self) -> bool:
        """Whether all tasks are done, apart from the turn limit."""
        return all(it.done for it in self.tasks)
