"""Missions: how a side wins, as immutable values, and the same in words with the titles of what they name; and how objectives score.

A side's conditions add to those of the scenario (``Victory``). Any of them wins; one with several tasks needs all of them.

Rules P1-22 and AR-05: the quick reference does not say whether an objective pays again. In every ruleset, it pays a party once,
and an exit once for every unit that leaves through it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from fairground.core.errors import RulesetError
from fairground.core.scenario.parts import ObjectiveKind
from fairground.core.text.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Side, Unit, Victory, Zone


class TaskKind(StrEnum):
    """What a side has to do; each is a key of the file."""

    #: Hold objectives at the end of ``turns`` turns in a row.
    HOLD = "hold"
    #: Have units in zones at the end of a turn.
    REACH = "reach"
    #: Leave the board with units through zones or exit objectives.
    EXIT = "exit"
    #: Destroy units, given by their own ids or those of their sides.
    DESTROY = "destroy"
    #: Plant charges on objectives, which go off after ``turns`` more turns unless the enemy removes them.
    PLANT = "plant"
    #: Score points.
    POINTS = "points"
    #: Be the last with units that are not destroyed.
    LAST_STANDING = "last_standing"
    #: See the turn limit pass before anyone else has won.
    TIME_OUT = "time_out"


#: Tasks with a list of targets, and what the targets are.
TARGETS: dict[TaskKind, str] = {
    TaskKind.HOLD: "objective",
    TaskKind.REACH: "zone",
    TaskKind.EXIT: "zone or exit objective",
    TaskKind.DESTROY: "unit or side",
    TaskKind.PLANT: "objective",
}

#: The lists of a scenario that the targets are in; of parts with the same id, the one in the first list is meant.
TARGET_LISTS: dict[TaskKind, tuple[Literal["sides", "zones", "objectives", "units"], ...]] = {
    TaskKind.HOLD: ("objectives",),
    TaskKind.REACH: ("zones",),
    TaskKind.EXIT: ("zones", "objectives"),
    TaskKind.DESTROY: ("units", "sides"),
    TaskKind.PLANT: ("objectives",),
}


@dataclass(frozen=True, slots=True)
class Task:
    """A task of a mission.

    ``targets`` are ids of what ``TARGETS`` says for the kind. ``count`` is how many are enough: objectives to hold or plant on, or units to
    bring or destroy (None: all). ``units`` and ``unit_class`` limit which units of the side count for reaching and leaving;
    empty: any. ``turns`` is as in ``TaskKind``, and ``points`` the points to score.
    """

    kind: TaskKind
    targets: tuple[str, ...] = ()
    count: int | None = None
    turns: int = 0
    units: tuple[str, ...] = ()
    unit_class: str = ""
    points: int = 0


@dataclass(frozen=True, slots=True)
class Win:
    """A way to win: all of its tasks, in any order."""

    tasks: tuple[Task, ...]


def win_text(win: Win, title: Callable[[str], str]) -> str:
    """Return a way to win as text, such as ``leave through Way Out with Caravan``; ``title`` names what an id stands for."""
    return ", and ".join(_task_text(task, title) for task in win.tasks)


def _task_text(task: Task, title: Callable[[str], str]) -> str:
    targets = [title(it) for it in task.targets]
    every = listed(targets)
    some = f"{task.count} of {every}" if task.count is not None and len(targets) > 1 else every
    or_text = " or ".join(targets)
    match task.kind:
        case TaskKind.HOLD:
            text = f"hold {some}" + (f" for {counted(task.turns, 'turn')} in a row" if task.turns > 1 else "")
        case TaskKind.REACH:
            text = f"reach {or_text} with {_who(task, title)}"
        case TaskKind.EXIT:
            text = f"leave through {or_text} with {_who(task, title)}"
        case TaskKind.DESTROY:
            text = f"destroy {some}"
        case TaskKind.PLANT:
            later = f", which go off {counted(task.turns, 'turn')} later" if task.turns else ""
            text = f"plant charges on {some}{later}"
        case TaskKind.POINTS:
            text = f"score {counted(task.points, 'point')}"
        case TaskKind.LAST_STANDING:
            text = "be the last side with units"
        case TaskKind.TIME_OUT:
            text = "hold out until the turn limit"
    return text


def _who(task: Task, title: Callable[[str], str]) -> str:
    if task.units:
        names = listed([title(it) for it in task.units])
        return f"{task.count} of {names}" if task.count is not None and len(task.units) > 1 else names
    noun = f"{task.unit_class} unit" if task.unit_class else "unit"
    return f"all {noun}s" if task.count is None else counted(task.count, noun)


def named_parts(
    scenario: Scenario, kind: TaskKind
) -> Iterator[tuple[str, Sequence[Side | Zone | Objective | Unit]]]:
    """Yield what a task of that kind may have as targets: the noun and the parts, those meant first."""
    for name in TARGET_LISTS.get(kind, ()):
        yield name.removesuffix("s"), getattr(scenario, name)


def describe_win(scenario: Scenario, win: Win) -> str:
    """Return a way to win in words, such as ``leave through Gate with Wagon``; unknown ids stay as they are."""
    return ", and ".join(describe_task(scenario, it) for it in win.tasks)


def describe_task(scenario: Scenario, task: Task) -> str:
    """Return a task in words, with the titles of its targets, units and class."""
    named = replace(task, unit_class=_class_name(scenario, task.unit_class)) if task.unit_class else task
    return win_text(Win((named,)), _titles(scenario, task.kind))


def describe_wins(scenario: Scenario, side: Side) -> tuple[str, ...]:
    """Return each way to win of a side as a phrase with a capital: ``Destroy Wagon``."""
    return tuple(_phrase(scenario, it) for it in side.wins)


def _phrase(scenario: Scenario, win: Win) -> str:
    text = describe_win(scenario, win)
    return text[:1].upper() + text[1:]


def describe_arrival(unit: Unit) -> str:
    """Return when a unit enters the board: ``arrives in turn 3``; empty if it starts there."""
    return f"arrives in turn {unit.arrives}" if unit.arrives > 1 else ""


def describe_victory(victory: Victory) -> Iterator[str]:
    """Yield the conditions of victory that all sides share, as sentences."""
    if victory.points is not None:
        yield f"The first side with {counted(victory.points, 'point')} wins."
    if victory.last_standing:
        yield "The last side standing wins."
    if victory.kill:
        yield f"A destroyed unit is worth {counted(victory.kill, 'point')}."
    if victory.component:
        yield f"A destroyed component is worth {counted(victory.component, 'point')}."


class MissionTexts(NamedTuple):
    """The mission of a scenario in words.

    ``sides`` has the index of each side with a mission, its title with its role, and its ways to win; ``common`` has the ways
    to win that every side has. ``arrivals`` and ``house_rules`` are phrases.
    """

    sides: tuple[tuple[int, str, tuple[str, ...]], ...]
    common: tuple[str, ...]
    arrivals: tuple[str, ...]
    house_rules: tuple[str, ...]


def mission_texts(scenario: Scenario) -> MissionTexts:
    """Return the mission in words; all of it is empty for a scenario without one."""
    sides = tuple(
        (index, f"{it.title} ({it.role})" if it.role else it.title, describe_wins(scenario, it))
        for index, it in enumerate(scenario.sides)
        if it.wins
    )
    victory = scenario.victory
    common = [Task(TaskKind.POINTS, points=victory.points)] if victory.points is not None else []
    common += [Task(TaskKind.LAST_STANDING)] if victory.last_standing else []
    arrivals = tuple(
        f"{scenario.unit_title(it)} ({side.title if (side := scenario.side(it.side)) else it.side}) {describe_arrival(it)} "
        f"at {scenario.board.hex_name(it.hex)}"
        for it in sorted(scenario.units, key=lambda unit: unit.arrives)
        if it.arrives > 1
    )
    every = tuple(_phrase(scenario, Win((it,))) for it in common) if sides else ()
    return MissionTexts(sides, every, arrivals, tuple(scenario.house_rules))


def _titles(scenario: Scenario, kind: TaskKind) -> Callable[[str], str]:
    # What the task is about wins over a unit with the same id.
    parts = [*named_parts(scenario, kind), ("unit", scenario.units)]
    known = {it.id: scenario.part_title(it) for _, items in reversed(parts) for it in reversed(items)}
    return lambda part_id: known.get(part_id, part_id)


def _class_name(scenario: Scenario, unit_class: str) -> str:
    try:
        known = scenario.rules.classes.get(unit_class)
    except RulesetError:
        return unit_class
    return known.name if known else unit_class


#: The reading in a sentence, for reports.
READING: Final = (
    "A side or team scores an objective once, after holding it for the required number of turns in a row. "
    "An exit scores for each unit that leaves through it."
)


def can_win(sides: Collection[str], objective: Objective) -> bool:
    """Return whether a party of sides, given by ids, can win an objective."""
    return not objective.side or objective.side in sides


def places_to_go(scenario: Scenario, sides: Collection[str]) -> tuple[Zone | Objective, ...]:
    """Return the objectives that a party of sides can win, and the zones and objectives that its tasks name, each once."""
    found: dict[tuple[str, str], Zone | Objective] = {
        ("objectives", it.id): it for it in scenario.objectives if can_win(sides, it)
    }
    tasks = [task for it in scenario.sides if it.id in sides for win in it.wins for task in win.tasks]
    for task in tasks:
        for name in TARGET_LISTS.get(task.kind, ()):
            parts = scenario.zones if name == "zones" else scenario.objectives if name == "objectives" else ()
            found |= {(name, it.id): it for it in parts if it.id in task.targets}
    return tuple(found.values())


def turns_to_hold(objective: Objective) -> int:
    """Return the number of turns in a row that a party must hold an objective; at least 1, and 0 for an exit."""
    return 0 if objective.kind is ObjectiveKind.EXIT else max(1, objective.hold)


def most_payments(objective: Objective, turns: int | None, units: int) -> int:
    """Return how often an objective can pay a party with ``units``, in a game of ``turns`` (None: no limit)."""
    if objective.kind is ObjectiveKind.EXIT:
        return units
    return int(turns is None or turns_to_hold(objective) <= turns)


def counts_points(scenario: Scenario) -> bool:
    """Return whether points can decide a game: it has a points target, for all or for a side, or a turn limit."""
    tasks = (task for side in scenario.sides for win in side.wins for task in win.tasks)
    has_target = scenario.victory.points is not None or any(it.kind is TaskKind.POINTS for it in tasks)
    return has_target or scenario.turns is not None
