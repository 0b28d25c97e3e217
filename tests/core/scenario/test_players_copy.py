from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import ScenarioError
from fairground.core.files import read_bytes
from fairground.core.scenario.mission import Task, TaskKind, Win
from fairground.core.scenario.players_copy import players_copy
from fairground.core.validation import validate

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

TEXT = b"""\
# The umpire's.
format: fairground/1
name: Ambush
notes: The bees are late.
ruleset: penance-2.0
board:
  layout: odd-q
  size: [4, 4]
  palette: {'.': {terrain: [clear], source: "secret"}}
  terrain: |
    ....
    ....
    ....
    ....
  names: {B2: Old Mill}
  notes: {C4: Too strong}
  source: |
    tag "kept"
sides:
  - {id: a, name: Ants, team: ground, role: defender}
  - {id: b, name: Bees}
  - {id: c, name: Crickets, team: ground}
zones:
  - {id: a-start, side: a, hexes: rows 1}
  - {id: b-late, side: b, kind: reinforcement, hexes: rows 4}
  - {id: a-late, side: a, kind: reinforcement, hexes: rows 3}
objectives:
  - {id: top, hexes: [B3], points: 3}
  - {id: honey, hexes: [C3], points: 3, side: b}
  - {id: leaves, hexes: [D3], points: 3, side: a}
units:
  - {id: one, side: a, class: scout, hex: B1}
  - {id: two, side: b, class: scout, hex: B4}
  - {id: three, side: c, class: scout, hex: C1}
locked: [A1]
"""


def ambush() -> Scenario:
    reading = read_bytes(TEXT)
    assert reading.scenario is not None, reading.findings
    return reading.scenario


def shown(scenario: Scenario) -> set[str]:
    zones, objectives, units = scenario.zones, scenario.objectives, scenario.units
    return {it.id for it in zones} | {it.id for it in objectives} | {it.id for it in units}


@pytest.mark.parametrize(
    ("side", "own"),
    [
        ("", set()),
        ("a", {"one", "three", "leaves", "a-late"}),
        ("b", {"two", "honey", "b-late"}),
        ("c", {"one", "three", "leaves", "a-late"}),
    ],
)
def test_a_side_sees_its_own_and_its_allies(side: str, own: set[str]) -> None:
    assert shown(players_copy(ambush(), side)) == {"a-start", "top"} | own


def test_what_is_the_designers_is_in_no_copy() -> None:
    copy = players_copy(ambush(), "a")
    assert (copy.notes, copy.locked, copy.comments) == ("", [], {})
    assert (copy.board.notes, copy.board.source) == ({}, "")
    assert [it.source for it in copy.board.palette] == [None]


def test_the_rest_is_as_it_was_and_the_scenario_untouched() -> None:
    scenario, before = ambush(), ambush()
    copy = players_copy(scenario)
    assert scenario == before
    assert (copy.name, copy.sides, copy.board.names) == (before.name, before.sides, before.board.names)
    board = replace(
        copy.board, notes=before.board.notes, source=before.board.source, palette=before.board.palette
    )
    assert board == before.board


def test_a_side_that_there_is_not_is_refused() -> None:
    with pytest.raises(ScenarioError, match=r"there is no side 'ants'\. Known: a, b, c"):
        players_copy(ambush(), "ants")


def with_missions() -> Scenario:
    scenario = ambush()
    hold, destroy, plant = (
        Win((Task(kind, (target,)),))
        for kind, target in ((TaskKind.HOLD, "top"), (TaskKind.DESTROY, "two"), (TaskKind.PLANT, "leaves"))
    )
    scenario.sides[0] = replace(scenario.sides[0], wins=(hold, destroy, plant))
    scenario.house_rules = ["no flying"]
    return scenario


def test_ways_to_win_are_for_all_and_name_no_hidden_part() -> None:
    scenario = with_missions()
    hold, destroy, plant = scenario.sides[0].wins
    for side, wins in (("a", (hold, plant)), ("b", (hold, destroy)), ("", (hold,))):
        copy = players_copy(scenario, side)
        assert copy.sides[0].wins == wins
        in_words = [] if destroy in wins else ["Ants wins: destroy Scout (B4)"]
        assert copy.house_rules == ["no flying", *in_words]
        assert not [it for it in validate(copy) if it.code.startswith("win.unknown")]
