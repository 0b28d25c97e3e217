"""Missions in scenario files: ways to win, forces, arrivals and house rules read back the same."""

from __future__ import annotations

import pytest

from fairground.core.files import read_bytes, to_text
from fairground.core.scenario.mission import Task, TaskKind, Win, win_text

HEAD = """format: fairground/2
name: Mission
ruleset: penance-2.0
board:
  layout: odd-r
  size: [4, 1]
  palette: {'.': clear}
  terrain: |
    ....
"""
ONE_WIN = "sides:\n  - id: red\n    wins:\n      - "


def wins_of(text: str) -> tuple[Win, ...]:
    reading = read_bytes((HEAD + ONE_WIN + text + "\n").encode())
    assert reading.findings == []
    assert reading.scenario is not None
    written = to_text(reading.scenario)
    assert written.startswith("format: fairground/2\n")
    assert read_bytes(written.encode()).scenario == reading.scenario
    return reading.scenario.sides[0].wins


@pytest.mark.parametrize(
    ("text", "task", "words"),
    [
        (
            "{hold: [hill], turns: 3}",
            Task(TaskKind.HOLD, ("hill",), turns=3),
            "hold Hill for 3 turns in a row",
        ),
        ("{hold: [a, b, c], count: 2}", Task(TaskKind.HOLD, ("a", "b", "c"), 2), "hold 2 of A, B and C"),
        (
            "{reach: [village], count: 2, class: scout}",
            Task(TaskKind.REACH, ("village",), 2, unit_class="scout"),
            "reach Village with 2 scout units",
        ),
        (
            "{exit: [gate, ford], units: [wagon]}",
            Task(TaskKind.EXIT, ("gate", "ford"), units=("wagon",)),
            "leave through Gate or Ford with Wagon",
        ),
        ("{destroy: [wagon]}", Task(TaskKind.DESTROY, ("wagon",)), "destroy Wagon"),
        (
            "{plant: [mill], turns: 2}",
            Task(TaskKind.PLANT, ("mill",), turns=2),
            "plant charges on Mill, which go off 2 turns later",
        ),
        ("{points: 9}", Task(TaskKind.POINTS, points=9), "score 9 points"),
        ("{last_standing: true}", Task(TaskKind.LAST_STANDING), "be the last side with units"),
        ("{time_out: true}", Task(TaskKind.TIME_OUT), "hold out until the turn limit"),
    ],
)
def test_each_task_reads_back_the_same(text: str, task: Task, words: str) -> None:
    (win,) = wins_of(text)
    assert win == Win((task,))
    assert win_text(win, str.capitalize) == words


def test_a_way_to_win_may_need_several_tasks() -> None:
    (win,) = wins_of("{all: [{plant: [mill]}, {exit: [gate], count: 1}]}")
    assert [it.kind for it in win.tasks] == [TaskKind.PLANT, TaskKind.EXIT]
    assert win_text(win, str) == "plant charges on mill, and leave through gate with 1 unit"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{count: 2}", "a way to win needs a task: one of hold, reach"),
        ("{hold: [a], exit: [b]}", "not 'hold' and 'exit'"),
        ("{all: [{turns: 2}]}", "a way to win needs a task"),
        ("{hodl: [a]}", "hodl"),
    ],
)
def test_a_faulty_way_to_win_gives_one_finding_at_its_line(text: str, message: str) -> None:
    reading = read_bytes((HEAD + ONE_WIN + text + "\n").encode())
    (finding,) = reading.findings
    assert message in finding.message
    assert finding.place.line == 13
    assert finding.fix


def test_units_arrive_with_hit_points_of_their_own() -> None:
    text = (
        HEAD
        + "sides:\n  - {id: red, force: penance-line}\nunits:\n  - id: wagon\n    side: red\n    class: support\n    hex: A1\n"
        + "    facing: 1\n    shield: none\n    arrives: 3\n    hit_points: 40\n    defence: 2\n    unarmed: true\nhouse_rules: [hidden movement]\n"
    )
    reading = read_bytes(text.encode())
    assert reading.findings == []
    assert reading.scenario is not None
    (unit,) = reading.scenario.units
    assert (unit.arrives, unit.hit_points, unit.defence, unit.unarmed) == (3, 40, 2, True)
    assert reading.scenario.sides[0].force == "penance-line"
    assert reading.scenario.house_rules == ["hidden movement"]
    assert read_bytes(to_text(reading.scenario).encode()).scenario == reading.scenario


def test_a_scenario_without_a_mission_is_written_in_the_first_version() -> None:
    scenario = read_bytes(HEAD.encode()).scenario
    assert scenario is not None
    assert to_text(scenario).startswith("format: fairground/1\n")
