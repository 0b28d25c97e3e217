"""A referee of missions: replays what units did in a game, and says who wins by docs/reference/games.md, without the engine's code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.scenario.mission import TaskKind
from fairground.core.scenario.parts import ObjectiveKind
from fairground.core.simulation.game.bots import Straying

if TYPE_CHECKING:
    from random import Random

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.mission import Task
    from fairground.core.scenario.shapes import Shape
    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.game.unit_choices import ShotOption

#: An event: its kind (turn, at, arrive, leave, lost, idle), and the unit and hex by number.
Event = tuple[str, int, int]


class Wanderer(Straying):
    """Moves, attacks, holds fire and leaves at random, and records when a unit does not attack."""

    def __init__(self, dice: Random, events: list[Event]) -> None:
        self._dice, self._events = dice, events

    def leaves(self, state: GameState, unit: int) -> bool:
        del state, unit
        return self._dice.randrange(3) > 0

    def aim(self, state: GameState, unit: int) -> ShotOption | None:
        found = super().aim(state, unit) if self._dice.randrange(3) else None
        if found is None:
            self._events.append(("idle", unit, state.hex_of(unit)))
        return found


class MissionReferee:
    """Knows the sides' units by number and the hexes of everything; parties are sides, in the order of the file."""

    def __init__(self, scenario: Scenario, units: list[str]) -> None:
        self.scenario = scenario
        sides = {it.id: it.side for it in scenario.units}
        self.side_of = [sides[it] for it in units]
        self.number = {it: place for place, it in enumerate(units)}
        self.sides = [it.id for it in scenario.sides]
        self.classes = {it.id: it.unit_class for it in scenario.units}
        self.at: dict[int, int] = {}
        self.to_come = {self.number[it.id] for it in scenario.units if it.arrives > 1}
        self.gone: dict[int, int] = {}
        self.lost: set[int] = set()
        self.points = dict.fromkeys(self.sides, 0)
        self.streak: dict[object, int] = {}
        self.paid: set[object] = set()
        self.fuse: dict[object, int] = {}
        self.exploded: set[object] = set()
        self.finished: set[object] = set()
        self.turn = 0

    def winner(self, events: list[Event]) -> tuple[str | None, int, dict[str, int]] | None:
        """Return the winner (None: nobody), the turn and the points; None if the game goes on after all events."""
        for place, (kind, unit, at) in enumerate(events):
            if kind == "turn":
                ended = self._end_turn() if self.turn else None
                if ended is not None:
                    assert place == len(events) - 1, "a game goes on after somebody has won"
                    return ended
                self.turn += 1
            elif kind in ("at", "arrive"):
                self.to_come.discard(unit)
                self.at[unit] = at
            elif kind == "leave":
                self._leave(unit)
            elif kind == "lost":
                del self.at[unit]
                self.lost.add(unit)
            else:
                self._plant(unit)
        return None

    def hexes(self, shape: Shape) -> set[int]:
        mask = shape.mask(self.scenario.board).ravel().tolist()
        return {number for number, inside in enumerate(mask) if inside}

    def _targets(self, task: Task) -> list[set[int]]:
        """Return the hexes of each target of a task."""
        among = {it.id: it.shape for it in self.scenario.objectives}
        if task.kind not in (TaskKind.HOLD, TaskKind.PLANT):
            among |= {it.id: it.shape for it in self.scenario.zones}
        return [self.hexes(among[it]) for it in task.targets]

    def _there(self, hexes: set[int]) -> set[str]:
        return {self.side_of[unit] for unit, at in self.at.items() if at in hexes}

    def _tasks(self) -> list[tuple[str, tuple[str, int, int], Task]]:
        return [
            (side.id, (side.id, w, t), task)
            for side in self.scenario.sides
            for w, win in enumerate(side.wins)
            for t, task in enumerate(win.tasks)
        ]

    def _leave(self, unit: int) -> None:
        at, side = self.at.pop(unit), self.side_of[unit]
        self.gone[unit] = at
        for it in self.scenario.objectives:
            if it.kind is ObjectiveKind.EXIT and it.side in ("", side) and at in self.hexes(it.shape):
                self.points[side] += it.points

    def _plant(self, unit: int) -> None:
        for side, key, task in self._tasks():
            if task.kind is TaskKind.PLANT and side == self.side_of[unit] and key not in self.finished:
                for place, hexes in enumerate(self._targets(task)):
                    charge = (*key, place)
                    if self.at[unit] in hexes and charge not in self.fuse and charge not in self.exploded:
                        self.fuse[charge] = self.turn + task.turns

    def _end_turn(self) -> tuple[str | None, int, dict[str, int]] | None:
        for it in self.scenario.objectives:
            if it.kind is ObjectiveKind.CONTROL:
                self._pay(it.id, self.hexes(it.shape), it.side, max(1, it.hold), it.points)
        for side, key, task in self._tasks():
            if self._is_done(side, key, task):
                self.finished.add(key)
        return self._decide()

    def _pay(self, name: str, hexes: set[int], only: str, hold: int, points: int) -> None:
        there = self._there(hexes)
        for side in self.sides:
            key = name, side
            holds = there == {side} and only in ("", side)
            self.streak[key] = self.streak.get(key, 0) + 1 if holds else 0
            if self.streak[key] >= hold and key not in self.paid:
                self.paid.add(key)
                self.points[side] += points

    def _is_done(self, side: str, key: tuple[str, int, int], task: Task) -> bool:  # noqa: C901, PLR0911  # one case for each kind
        own = [
            unit
            for name, unit in self.number.items()
            if self.side_of[unit] == side
            and (not task.units or name in task.units)
            and (not task.unit_class or self.classes[name] == task.unit_class)
        ]
        match task.kind:
            case TaskKind.HOLD:
                enough = 0
                for place, hexes in enumerate(self._targets(task)):
                    at = (*key, place)
                    self.streak[at] = self.streak.get(at, 0) + 1 if self._there(hexes) == {side} else 0
                    enough += self.streak[at] >= max(1, task.turns)
                return enough >= (task.count or len(task.targets))
            case TaskKind.REACH:
                hexes = set().union(*self._targets(task))
                return sum(self.at.get(it) in hexes for it in own) >= (task.count or len(own))
            case TaskKind.EXIT:
                hexes = set().union(*self._targets(task))
                return sum(self.gone.get(it) in hexes for it in own) >= (task.count or len(own))
            case TaskKind.DESTROY:
                those = {
                    unit
                    for name, unit in self.number.items()
                    if name in task.targets or self.side_of[unit] in task.targets
                }
                return len(those & self.lost) >= (task.count or len(those))
            case TaskKind.PLANT:
                for place, hexes in enumerate(self._targets(task)):
                    self._burn((*key, place), side, hexes)
                return sum(it[:3] == key for it in self.exploded) >= (task.count or len(task.targets))  # type: ignore[index]
            case TaskKind.POINTS:
                return self.points[side] >= task.points
            case TaskKind.LAST_STANDING:
                return self._standing() == {side}
            case TaskKind.TIME_OUT:
                return False

    def _burn(self, charge: object, side: str, hexes: set[int]) -> None:
        there = self._there(hexes)
        if charge in self.fuse and there and side not in there:
            del self.fuse[charge]
        elif charge in self.fuse and self.turn >= self.fuse[charge]:
            del self.fuse[charge]
            self.exploded.add(charge)

    def _standing(self) -> set[str]:
        return {self.side_of[unit] for unit in (*self.at, *self.to_come, *self.gone)}

    def _decide(self) -> tuple[str | None, int, dict[str, int]] | None:
        victory = self.scenario.victory
        won = {it for it in self.sides if self._has_won(it, at_the_end=False)}
        if victory.points is not None:
            won |= {it for it in self.sides if self.points[it] >= victory.points}
        if victory.last_standing and len(self._standing()) == 1:
            won |= self._standing()
        nothing_left = not self.at and not self.to_come and not self.fuse
        if not won and (self.turn == self.scenario.turns or nothing_left):
            won = {it for it in self.sides if self._has_won(it, at_the_end=True)} or set(self.sides)
        if not won:
            return None
        most = max(self.points[it] for it in won)
        best = [it for it in won if self.points[it] == most]
        return (best[0] if len(best) == 1 else None), self.turn, self.points

    def _has_won(self, side: str, *, at_the_end: bool) -> bool:
        wins = next(it.wins for it in self.scenario.sides if it.id == side)
        for w, win in enumerate(wins):
            waits = any(it.kind is TaskKind.TIME_OUT for it in win.tasks)
            open_tasks = [
                t
                for t, it in enumerate(win.tasks)
                if it.kind is not TaskKind.TIME_OUT and (side, w, t) not in self.finished
            ]
            if not open_tasks and waits == at_the_end:
                return True
        return False
