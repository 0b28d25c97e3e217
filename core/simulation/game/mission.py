"""The mission of a game: ways to win, exits and arrivals by the numbers of units and hexes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.scenario.mission import Task, TaskKind, can_win, win_text
from fairground.core.scenario.parts import ObjectiveKind, ZoneKind
from fairground.core.simulation.game.muster import sides_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from fairground.core.metrics.compared_zones import Party
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.mission import Win
    from fairground.core.scenario.parts import Objective, Side, Unit, Zone
    from fairground.core.scenario.shapes import Shape
    from fairground.core.simulation.game.muster import Member


class MissionTask(NamedTuple):
    """A task in play.

    ``places`` has the hexes of each target as a bit set, ``units`` the units that count: those to bring, to plant with, or
    to destroy. ``needed`` is the number of places, units or points that is enough.
    """

    kind: TaskKind
    places: tuple[int, ...]
    units: frozenset[int]
    needed: int
    turns: int

    @property
    def hexes(self) -> int:
        """The hexes of all targets as a bit set."""
        found = 0
        for it in self.places:
            found |= it
        return found


class MissionWin(NamedTuple):
    """A party's way to win: all of its tasks; ``text`` describes it."""

    party: int
    tasks: tuple[MissionTask, ...]
    text: str


class PayingExit(NamedTuple):
    """An exit objective: its hexes as a bit set, the points for each unit that leaves, and the parties that can win it."""

    hexes: int
    points: int
    parties: frozenset[int]


@dataclass(frozen=True)
class Mission:
    """What a scenario adds to a game.

    ``has_wins`` is whether any side has ways to win of its own, ``wins`` those that can be played, and ``unplayable`` the
    others as text. ``sides`` says how each side with such ways can win. ``exits`` has the hexes where each party's units may leave the board, as bit sets. ``entries`` has for
    each unit the hexes where it may enter besides its own. ``turns`` is the turn limit, and ``points_win`` whether points can
    decide for any side.
    """

    turns: int
    points_win: bool
    has_wins: bool
    wins: tuple[MissionWin, ...]
    unplayable: tuple[str, ...]
    sides: tuple[str, ...]
    exits: tuple[int, ...]
    paying_exits: tuple[PayingExit, ...]
    entries: tuple[tuple[int, ...], ...]


class MissionUnit(NamedTuple):
    """A unit of a game, with its party and class."""

    party: int
    unit_class: str
    member: Member


def mission_of(
    scenario: Scenario, parties: Sequence[Party], units: Sequence[MissionUnit], turns: int
) -> Mission:
    """Return the mission of a scenario for units in the order of their numbers, and a turn limit."""
    return _MissionReader(scenario, parties, units, turns).mission()


def titles_of(scenario: Scenario) -> Callable[[str], str]:
    """Return a function that finds the title of an id of the scenario."""
    every: list[Side | Unit | Zone | Objective]
    every = [*scenario.sides, *scenario.units, *scenario.zones, *scenario.objectives]
    titles = {it.id: scenario.part_title(it) for it in every}
    return lambda name: titles.get(name, name)


class _MissionReader:
    def __init__(
        self, scenario: Scenario, parties: Sequence[Party], units: Sequence[MissionUnit], turns: int
    ) -> None:
        self._scenario, self._parties, self._units, self._turns = scenario, parties, units, turns
        self._title = titles_of(scenario)
        self._party_of = {
            side.id: number for number, party in enumerate(parties) for side in sides_of(scenario, party)
        }

    def mission(self) -> Mission:
        """Return the mission."""
        scenario = self._scenario
        wins: list[MissionWin] = []
        unplayable, sides = [], []
        for side in scenario.sides:
            played = [self._win(side, it) for it in side.wins]
            unplayable += [
                f"{side.title} to {win_text(win, self._title)}"
                for win, it in zip(side.wins, played, strict=True)
                if it is None
            ]
            ways = [it for it in played if it is not None]
            wins += ways
            if ways:
                sides.append(f"{side.title} {' or '.join(f'to {it.text}' for it in ways)}")
        has_wins = any(it.wins for it in scenario.sides)
        paying = self._paying_exits()
        return Mission(
            turns=self._turns,
            points_win=scenario.victory.points is not None or not has_wins,
            has_wins=has_wins,
            wins=tuple(wins),
            unplayable=tuple(unplayable),
            sides=tuple(sides),
            exits=self._exits(wins, paying),
            paying_exits=paying,
            entries=tuple(self._entries(it.member) for it in self._units),
        )

    def _exits(self, wins: Sequence[MissionWin], paying: Sequence[PayingExit]) -> tuple[int, ...]:
        """Return the exits of each party: zones of its sides or of no side, and those that its tasks and objectives name."""
        exits = []
        for number, party in enumerate(self._parties):
            own = {it.id for it in sides_of(self._scenario, party)}
            bits = self._bits(
                it.shape
                for it in self._scenario.zones
                if it.kind is ZoneKind.EXIT and (not it.side or it.side in own)
            )
            for it in paying:
                bits |= it.hexes if number in it.parties else 0
            for win in wins:
                for task in win.tasks:
                    bits |= task.hexes if win.party == number and task.kind is TaskKind.EXIT else 0
            exits.append(bits)
        return tuple(exits)

    def _win(self, side: Side, win: Win) -> MissionWin | None:
        party = self._party_of.get(side.id)
        if party is None:
            return None
        tasks = [self._task(side, it) for it in win.tasks]
        text = win_text(win, self._title)
        played = tuple(it for it in tasks if it is not None)
        return MissionWin(party, played, text) if len(played) == len(tasks) else None

    def _task(self, side: Side, task: Task) -> MissionTask | None:
        """Return a task in play; None if its units or targets are missing."""
        places = self._places(task)
        units = self._destroyed(task) if task.kind is TaskKind.DESTROY else self._own(side, task)
        if units is None or places is None:
            return None
        match task.kind:
            case TaskKind.HOLD | TaskKind.PLANT:
                every = len(places)
            case TaskKind.REACH | TaskKind.EXIT | TaskKind.DESTROY:
                every = len(units)
            case TaskKind.POINTS:
                every = task.points
            case TaskKind.LAST_STANDING | TaskKind.TIME_OUT:
                every = 1
        return MissionTask(task.kind, places, units, task.count or every, task.turns)

    def _places(self, task: Task) -> tuple[int, ...] | None:
        scenario = self._scenario
        among: list[Zone | Objective] = []
        if task.kind in (TaskKind.HOLD, TaskKind.PLANT):
            among += scenario.objectives
        elif task.kind in (TaskKind.REACH, TaskKind.EXIT):
            among += scenario.zones
            if task.kind is TaskKind.EXIT:
                among += [it for it in scenario.objectives if it.kind is ObjectiveKind.EXIT]
        else:
            return ()
        shapes: dict[str, list[Shape]] = {}
        for it in among:
            shapes.setdefault(it.id, []).append(it.shape)
        found = tuple(self._bits(shapes.get(it, ())) for it in dict.fromkeys(task.targets))
        return found if found and all(found) else None

    def _own(self, side: Side, task: Task) -> frozenset[int] | None:
        """Return the units of a side that count for a task."""
        party = self._party_of[side.id]
        own = {
            number: it
            for number, it in enumerate(self._units)
            if it.party == party
            and it.member.side in ("", side.id)
            and (not task.unit_class or it.unit_class == task.unit_class)
        }
        if task.units:
            numbers = {it.member.unit: number for number, it in own.items()}
            if not set(task.units) <= set(numbers):
                return None
            own = {numbers[it]: own[numbers[it]] for it in task.units}
        is_needed = task.kind in (TaskKind.REACH, TaskKind.EXIT)
        return None if is_needed and not own else frozenset(own)

    def _destroyed(self, task: Task) -> frozenset[int] | None:
        """Return the units to destroy; None if some target has none."""
        found: set[int] = set()
        for target in task.targets:
            party = self._party_of.get(target)
            those = {
                number
                for number, it in enumerate(self._units)
                if (
                    it.member.unit == target
                    if party is None
                    else it.party == party and it.member.side in ("", target)
                )
            }
            if not those:
                return None
            found |= those
        return frozenset(found) if found else None

    def _paying_exits(self) -> tuple[PayingExit, ...]:
        found = []
        for it in self._scenario.objectives:
            able = frozenset(
                number
                for number, party in enumerate(self._parties)
                if can_win([side.id for side in sides_of(self._scenario, party)], it)
            )
            hexes = self._bits([it.shape])
            if it.kind is ObjectiveKind.EXIT and hexes and able:
                found.append(PayingExit(hexes, it.points, able))
        return tuple(found)

    def _entries(self, member: Member) -> tuple[int, ...]:
        """Return the hexes of the reinforcement zones of a unit's side, if it arrives later."""
        if member.arrives == 1:
            return ()
        shapes = (
            it.shape
            for it in self._scenario.zones
            if it.kind is ZoneKind.REINFORCEMENT and it.side == member.side
        )
        return hexes_of(self._bits(shapes))

    def _bits(self, shapes: Iterable[Shape]) -> int:
        board = self._scenario.board
        found = 0
        for it in shapes:
            mask = it.mask(board) & ~board.void
            for at in np.flatnonzero(mask.ravel()).tolist():
                found |= 1 << at
        return found


def hexes_of(bits: int) -> tuple[int, ...]:
    """Return the numbers of the hexes in a bit set, in order."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(found)
