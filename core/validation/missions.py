"""Missions: names in ways to win, counts, arrivals, and ends of the game with no winner or with two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.finding import Finding, Place
from fairground.core.scenario.mission import TARGETS, TaskKind, describe_task, named_parts
from fairground.core.scenario.parts import Objective, ObjectiveKind, Zone, ZoneKind
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import counted, first_few, listed
from fairground.core.validation.severities_and_fixes import make_finding
from fairground.core.validation.victory import has_common_end, is_scored, most_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.scenario.mission import Task
    from fairground.core.scenario.parts import Side, Unit
    from fairground.core.text.source import PathInFile
    from fairground.core.validation.checked_scenario import CheckedScenario


def tasks_of(subject: CheckedScenario) -> Iterator[tuple[Side, Task, PathInFile]]:
    """Yield every task of every side, with its path in the file."""
    for index, side in enumerate(subject.scenario.sides):
        for place, win in enumerate(side.wins):
            path: PathInFile = ("sides", index, "wins", place)
            for number, task in enumerate(win.tasks):
                yield side, task, path if len(win.tasks) == 1 else (*path, "all", number)


def counting_units(subject: CheckedScenario, side: Side, task: Task) -> list[Unit]:
    """Return the units of a side that count for a task."""
    return [
        it
        for it in subject.scenario.units
        if it.side == side.id
        and (not task.units or it.id in task.units)
        and task.unit_class in ("", it.unit_class)
    ]


# -- names --------------------------------------------------------------------------------------------------


def check_targets(subject: CheckedScenario) -> Iterator[Finding]:
    """Find targets of ways to win that the scenario does not have, or that are of another kind."""
    for side, task, path in tasks_of(subject):
        for place, name in enumerate(task.targets):
            where = Place((*path, task.kind.value, place))
            parts = [it for _, items in named_parts(subject.scenario, task.kind) for it in items]
            same = [it for it in parts if it.id == name]
            if same and not any(_is_exit(it) for it in same) and task.kind is TaskKind.EXIT:
                yield make_finding(
                    "win.wrong-kind",
                    f"{side.title!r} has to leave through {subject.scenario.part_title(same[0])!r}, which is not an exit",
                    where,
                    fix="Set its kind to exit, or name an exit zone or exit objective.",
                )
            elif not same:
                yield _unknown_target(subject, side, task, name, where)


def _is_exit(part: object) -> bool:
    if isinstance(part, Zone):
        return part.kind is ZoneKind.EXIT
    return isinstance(part, Objective) and part.kind is ObjectiveKind.EXIT


def _unknown_target(subject: CheckedScenario, side: Side, task: Task, name: str, where: Place) -> Finding:
    scenario = subject.scenario
    others = (
        ("zone", scenario.zones),
        ("objective", scenario.objectives),
        ("unit", scenario.units),
        ("side", scenario.sides),
    )
    wanted = TARGETS[task.kind]
    noun = next((noun for noun, parts in others if any(it.id == name for it in parts)), None)
    if noun is not None:
        article = "an" if wanted[0] in "aeiou" else "a"
        return make_finding(
            "win.wrong-kind",
            f"{task.kind.value!r} in a way to win for {side.title!r} needs the id of {article} {wanted}, but {name!r} is a {noun}",
            where,
        )
    known = {
        it.id: scenario.part_title(it)
        for _, parts in named_parts(scenario, task.kind)
        for it in parts
        if task.kind is not TaskKind.EXIT or _is_exit(it)
    }
    return _unknown(wanted, side, name, known, where)


def _unknown(noun: str, side: Side, name: str, known: dict[str, str], where: Place) -> Finding:
    """Return the finding for an unknown name; ``known`` has the titles of what may be meant, by id."""
    by_title = next((it for it, title in known.items() if title == name), None)
    meant = f". Did you mean {by_title!r}?" if by_title else did_you_mean(name, known)
    return make_finding(
        "win.unknown",
        f"a way to win for {side.title!r} names the {noun} {name!r}, which does not exist{meant}",
        where,
        fix=f"Known: {first_few(list(known))}." if known else None,
    )


def check_counting_units(subject: CheckedScenario) -> Iterator[Finding]:
    """Find units and classes in ways to win that do not exist, and units of other sides."""
    units = {it.id: it for it in subject.scenario.units}
    for side, task, path in tasks_of(subject):
        for place, name in enumerate(task.units):
            where = Place((*path, "units", place))
            if name not in units:
                own = {it.id: subject.scenario.part_title(it) for it in units.values() if it.side == side.id}
                yield _unknown("unit", side, name, own, where)
            elif units[name].side != side.id:
                yield make_finding(
                    "win.wrong-kind",
                    f"a way to win for {side.title!r} names {subject.scenario.part_title(units[name])!r}, a unit of "
                    f"{subject.side_title(units[name].side)!r}",
                    where,
                    fix="Name the side's own units.",
                )
        rules = subject.ruleset
        if task.unit_class and rules is not None and task.unit_class not in rules.classes:
            names = {key: it.name for key, it in rules.classes.items()}
            yield _unknown("class", side, task.unit_class, names, Place((*path, "class")))


def check_own_losses(subject: CheckedScenario) -> Iterator[Finding]:
    """Find sides that have to destroy themselves, allies, or units of either."""
    sides = {it.id: it.id for it in subject.scenario.sides}
    owners = sides | {it.id: it.side for it in subject.scenario.units}
    for side, task, path in tasks_of(subject):
        enemies = {it.id for it in subject.enemies(side.id)}
        for place, name in enumerate(task.targets if task.kind is TaskKind.DESTROY else ()):
            owner = owners.get(name)
            if owner in sides and owner not in enemies:
                yield make_finding(
                    "win.own-side",
                    f"{side.title!r} has to {describe_task(subject.scenario, task)}, which is on its own team",
                    Place((*path, task.kind.value, place)),
                )


# -- numbers ------------------------------------------------------------------------------------------------


def check_counts(subject: CheckedScenario) -> Iterator[Finding]:
    """Find tasks that need more objectives or units than there are."""
    for side, task, path in tasks_of(subject):
        noun, there = _countable(subject, side, task)
        if there is None or (there if task.count is None else task.count) in range(1, there + 1):
            continue
        need = f"{task.count} {noun}s" if task.count is not None and task.count > 1 else f"a {noun}"
        key = "count" if task.count is not None else "class" if task.unit_class else task.kind.value
        yield make_finding(
            "win.count",
            f"{side.title!r} cannot {describe_task(subject.scenario, task)}: that needs {need}, but {there or 'none'} can count",
            Place((*path, key)),
        )


def _countable(subject: CheckedScenario, side: Side, task: Task) -> tuple[str, int | None]:
    """Return what a task counts, and the number of it; None if that is not in the file, or a name is unknown."""
    counts = subject.unit_counts
    match task.kind:
        case TaskKind.HOLD | TaskKind.PLANT:
            return "objective", len(set(task.targets))
        case TaskKind.DESTROY:
            # A side without units in the file plays with a force.
            numbers = [counts[it] if it in subject.side_ids else 1 for it in dict.fromkeys(task.targets)]
            return "unit", sum(numbers) if all(numbers) else None
        case TaskKind.REACH | TaskKind.EXIT if counts[side.id]:
            known = {it.id for it in subject.scenario.units if it.side == side.id}
            is_known_class = subject.ruleset is None or task.unit_class in ("", *subject.ruleset.classes)
            if known.issuperset(task.units) and is_known_class:
                return "unit", len(counting_units(subject, side, task))
    return "", None


def check_arrivals(subject: CheckedScenario) -> Iterator[Finding]:
    """Find units that arrive after the last turn."""
    turns = subject.scenario.turns
    for index, unit in enumerate(subject.scenario.units):
        if turns is not None and unit.arrives > turns:
            yield make_finding(
                "unit.arrives",
                f"unit {subject.unit_title(unit)!r} arrives in turn {unit.arrives}, but the game lasts {counted(turns, 'turn')}",
                Place(("units", index, "arrives")),
            )


def check_task_points(subject: CheckedScenario) -> Iterator[Finding]:
    """Find points to score that a side cannot score."""
    for side, task, path in tasks_of(subject):
        limit = most_points(subject, side) if task.kind is TaskKind.POINTS else None
        if limit is not None and limit < task.points:
            yield make_finding(
                "win.unreachable",
                f"{side.title!r} cannot score {counted(task.points, 'point')}: it can score at most {limit}",
                Place((*path, "points")),
                fix="Lower the points, or add objectives or points for kills.",
            )


def check_armed(subject: CheckedScenario) -> Iterator[Finding]:
    """Find sides that have to destroy units, but have only unarmed ones."""
    for side, task, path in tasks_of(subject):
        if task.kind not in (TaskKind.DESTROY, TaskKind.LAST_STANDING):
            continue
        friends = subject.side_ids - {it.id for it in subject.enemies(side.id)}
        own = [it for it in subject.scenario.units if it.side in friends]
        # Allies without units in the file play with a force, which is armed.
        if all(subject.unit_counts[it] for it in friends) and all(it.unarmed for it in own):
            yield make_finding(
                "win.unarmed",
                f"{side.title!r} has to {describe_task(subject.scenario, task)}, but all of its units are unarmed",
                Place((*path, task.kind.value)),
            )


# -- ends of the game ---------------------------------------------------------------------------------------


def _waits(side: Side) -> int | None:
    """Return the index of the way to win by which a side wins whenever the turn limit passes; None for none."""
    return next(
        (at for at, it in enumerate(side.wins) if all(task.kind is TaskKind.TIME_OUT for task in it.tasks)),
        None,
    )


def check_time_out(subject: CheckedScenario) -> Iterator[Finding]:
    """Find sides that win when the turn limit passes, in a game without one."""
    for side, task, path in tasks_of(subject) if subject.scenario.turns is None else ():
        if task.kind is TaskKind.TIME_OUT:
            yield make_finding(
                "win.no-limit",
                f"{side.title!r} wins when the turn limit is reached, but the game has no turn limit",
                Place((*path, "time_out")),
            )


def check_each_may_win(subject: CheckedScenario) -> Iterator[Finding]:
    """Find sides that cannot win, in a game that others can win."""
    scenario = subject.scenario
    winners = {it.allegiance for it in scenario.sides if it.wins}
    if not winners or has_common_end(scenario):
        return
    for index, side in enumerate(scenario.sides):
        if side.allegiance not in winners:
            role = f", {side.role}," if side.role else ""
            yield make_finding(
                "side.no-win",
                f"side {side.title!r}{role} has no way to win, but {_titles(scenario.sides, winners)}",
                Place(("sides", index, "id")),
            )


def _titles(sides: Sequence[Side], teams: set[str]) -> str:
    titles = [repr(it.title) for it in sides if it.wins and it.allegiance in teams]
    return f"{first_few(titles)} {'has' if len(titles) == 1 else 'have'} one"


def check_ends(subject: CheckedScenario) -> Iterator[Finding]:
    """Find a turn limit at which nobody wins, and one at which two teams do."""
    scenario = subject.scenario
    if scenario.turns is None or not any(it.wins for it in scenario.sides):
        return
    waiting = [(at, it) for at, it in enumerate(scenario.sides) if _waits(it) is not None]
    if not waiting and not is_scored(scenario):
        yield make_finding(
            "victory.no-winner",
            f"if nobody has won after {counted(scenario.turns, 'turn')}, the game ends without a winner",
            Place(("turns",)),
        )
    rivals = [(at, it) for at, it in waiting if it.allegiance != waiting[0][1].allegiance]
    if rivals:
        index, side = rivals[0]
        names = listed([repr(it.title) for it in (waiting[0][1], *(it for _, it in rivals))])
        yield make_finding(
            "victory.two-winners",
            f"{names} would win together when the turn limit is reached",
            Place(("sides", index, "wins", _waits(side) or 0, "time_out")),
        )
