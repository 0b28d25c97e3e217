"""Quick fixes of missions: ways to win, forces and arrivals."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.core.files.file_model import MAX_TURNS
from fairground.core.files.force_file import load_force, shipped_forces
from fairground.core.scenario.mission import TARGET_LISTS, Task, TaskKind, Win, named_parts
from fairground.core.scenario.parts import ObjectiveKind, ZoneKind
from fairground.core.text.suggest import nearest
from fairground.editor.app.texts import tr, trn
from fairground.editor.document.part_patches import replaced
from fairground.editor.document.patches import FieldPatch
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.document.rule_answers import (
    most_points_of,
    subject_of,
    turns_of_self_play,
    turns_of_tasks,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Side
    from fairground.editor.document.patches import Patch

    #: The title of a fix and its patches; None if there is no certain fix.
    _FixPatches = tuple[str, list[Patch]] | None

_WAIT = Win((Task(TaskKind.TIME_OUT),))


def _side(scenario: Scenario, finding: Finding) -> tuple[int, Side] | None:
    """Return the side that a finding refers to, with its index; None if it no longer exists."""
    match finding.place.path:
        case ("sides", int(index), *_) if index < len(scenario.sides):
            return index, scenario.sides[index]
    return None


def _task_place(scenario: Scenario, finding: Finding) -> tuple[int, int] | None:
    """Return the indices of the way to win and the task that a finding refers to; None if it no longer exists."""
    found = _side(scenario, finding)
    match finding.place.path:
        case ("sides", _, "wins", int(place), "all", int(number), *_):
            pass
        case ("sides", _, "wins", int(place), *_):
            number = 0
        case _:
            return None
    if found is None or place >= len(found[1].wins) or number >= len(found[1].wins[place].tasks):
        return None
    return place, number


def _task(scenario: Scenario, finding: Finding) -> Task | None:
    """Return the task that a finding refers to."""
    found, at = _side(scenario, finding), _task_place(scenario, finding)
    return None if found is None or at is None else found[1].wins[at[0]].tasks[at[1]]


def _changed_task(scenario: Scenario, finding: Finding, change: Callable[[Task], Task]) -> list[Patch]:
    """Return the patch that changes the task that a finding refers to; none if it no longer exists."""
    found, at = _side(scenario, finding), _task_place(scenario, finding)
    if found is None or at is None:
        return []
    (index, side), (place, number) = found, at
    tasks = list(side.wins[place].tasks)
    tasks[number] = change(tasks[number])
    wins = (*side.wins[:place], Win(tuple(tasks)), *side.wins[place + 1 :])
    return replaced(scenario, "sides", index, replace(side, wins=wins))


def _name_part(scenario: Scenario, finding: Finding) -> _FixPatches:
    """Name the part that is most similar, by id or title."""
    titles: list[str] = []

    def change(task: Task) -> Task:
        known = {
            it.id: scenario.part_title(it) for _, parts in named_parts(scenario, task.kind) for it in parts
        }
        wrong = next((it for it in task.targets if it not in known), None)
        if wrong is None or task.kind not in TARGET_LISTS:
            return task
        by_title = next((it for it, title in known.items() if title == wrong), None)
        meant = by_title or nearest(wrong, known)
        if meant is None or meant in task.targets:
            return task
        titles.append(known[meant])
        return replace(task, targets=tuple(meant if it == wrong else it for it in task.targets))

    patches = _changed_task(scenario, finding, change)
    return (tr("Change to {meant}").format(meant=titles[0]), patches) if titles else None


def _need_all(scenario: Scenario, finding: Finding) -> _FixPatches:
    """Need all that are listed, where more are needed."""

    def change(task: Task) -> Task:
        listed = task.targets if task.kind in (TaskKind.HOLD, TaskKind.PLANT) else task.units
        is_over = task.count is not None and 0 < len(listed) < task.count
        return replace(task, count=None) if is_over else task

    return tr("Require all"), _changed_task(scenario, finding, change)


def _let_wait(scenario: Scenario, finding: Finding) -> _FixPatches:
    """Let a side without a way to win wait for the turn limit, unless another does."""
    found = _side(scenario, finding)
    taken = any(_WAIT in it.wins for it in scenario.sides)
    if found is None or scenario.turns is None or taken or found[1].wins:
        return None
    index, side = found
    title = tr("Let {side} win at the turn limit").format(side=side.title)
    return title, replaced(scenario, "sides", index, replace(side, wins=(_WAIT,)))


def _stop_waiting(scenario: Scenario, finding: Finding) -> _FixPatches:
    """Leave the turn limit to the side that comes first."""
    found = _side(scenario, finding)
    if found is None or not any(_WAIT in it.wins for it in scenario.sides[: found[0]]):
        return None
    index, side = found
    wins = tuple(it for it in side.wins if it != _WAIT)
    title = tr("Don't let {side} win at the turn limit").format(side=side.title)
    return title, replaced(scenario, "sides", index, replace(side, wins=wins))


def _name_force(scenario: Scenario, finding: Finding) -> _FixPatches:
    found = _side(scenario, finding)
    meant = nearest(found[1].force, shipped_forces()) if found else None
    if found is None or meant is None:
        return None
    index, side = found
    title = tr("Change to {meant}").format(meant=load_force(meant).title)
    return title, replaced(scenario, "sides", index, replace(side, force=meant))


def _arrive_in_time(scenario: Scenario, finding: Finding) -> _FixPatches:
    """Let a unit arrive in the last turn."""
    match finding.place.path:
        case ("units", int(index), *_) if index < len(scenario.units):
            unit, turns = scenario.units[index], scenario.turns
            if turns is not None and unit.arrives > turns:
                after = replace(unit, arrives=turns)
                return tr("Arrive in turn {turn}").format(turn=turns), replaced(
                    scenario, "units", index, after
                )
    return None


def _allow_more_turns(scenario: Scenario, _finding: Finding) -> _FixPatches:
    """Lengthen the game until every task can be done."""
    turns = _turns_needed(scenario)
    if scenario.turns is None or not scenario.turns < turns <= MAX_TURNS:
        return None
    return _set_limit(scenario, turns)


def _limit_turns(scenario: Scenario, _finding: Finding) -> _FixPatches:
    """Give a game without a turn limit that of self-play, or what its tasks need."""
    if scenario.turns is not None:
        return None
    return _set_limit(scenario, max(turns_of_self_play(), _turns_needed(scenario)))


def _turns_needed(scenario: Scenario) -> int:
    return turns_of_tasks(subject_of(scenario, known_rules(scenario)))


def _set_limit(scenario: Scenario, turns: int) -> _FixPatches:
    title = tr("Set the turn limit to {turns}").format(turns=turns)
    return title, [FieldPatch("turns", scenario.turns, turns)]


def _destroy_enemy(scenario: Scenario, finding: Finding) -> _FixPatches:
    """Name the only enemy instead of the own side."""
    found = _side(scenario, finding)
    if found is None:
        return None
    own = found[1].allegiance
    enemies = [it for it in scenario.sides if it.allegiance != own]
    friends = {it.id for it in scenario.sides if it.allegiance == own}
    if len(enemies) != 1:
        return None

    def change(task: Task) -> Task:
        targets = dict.fromkeys(enemies[0].id if it in friends else it for it in task.targets)
        return replace(task, targets=tuple(targets)) if task.kind is TaskKind.DESTROY else task

    title = tr("Destroy {enemy} instead").format(enemy=enemies[0].title)
    return title, _changed_task(scenario, finding, change)


def _make_exit(scenario: Scenario, finding: Finding) -> _FixPatches:
    """Make the zone or objective that units have to leave through an exit."""
    task = _task(scenario, finding)
    match finding.place.path:
        case (*_, "exit", int(place)) if task is not None and place < len(task.targets):
            name = task.targets[place]
        case _:
            return None
    for index, zone in enumerate(scenario.zones):
        if zone.id == name and zone.kind is not ZoneKind.EXIT:
            patches = replaced(scenario, "zones", index, replace(zone, kind=ZoneKind.EXIT))
            return tr("Make {title} an exit").format(title=scenario.zone_title(zone.id)), patches
    for index, objective in enumerate(scenario.objectives):
        if objective.id == name and objective.kind is not ObjectiveKind.EXIT:
            patches = replaced(scenario, "objectives", index, replace(objective, kind=ObjectiveKind.EXIT))
            return tr("Make {title} an exit").format(title=objective.title), patches
    return None


def _score_less(scenario: Scenario, finding: Finding) -> _FixPatches:
    """Lower points to score to the most that the side can score."""
    found, task = _side(scenario, finding), _task(scenario, finding)
    if found is None or task is None or task.kind is not TaskKind.POINTS:
        return None
    most = most_points_of(subject_of(scenario), found[1])
    if not most or most >= task.points:
        return None
    title = trn("Lower to {n} point", "Lower to {n} points", most).format(n=most)
    return title, _changed_task(scenario, finding, lambda it: replace(it, points=most))


MISSION_FIXES: dict[str, Callable[[Scenario, Finding], _FixPatches]] = {
    "win.unknown": _name_part,
    "win.count": _need_all,
    "side.no-win": _let_wait,
    "victory.two-winners": _stop_waiting,
    "side.force": _name_force,
    "unit.arrives": _arrive_in_time,
    "win.too-late": _allow_more_turns,
    "win.no-limit": _limit_turns,
    "win.own-side": _destroy_enemy,
    "win.wrong-kind": _make_exit,
    "win.unreachable": _score_less,
}
