from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.mission import Task, TaskKind, Win
from fairground.core.scenario.parts import Objective, Unit, free_id, is_id
from fairground.core.scenario.shapes import Listed
from fairground.editor.document.document import Document
from fairground.editor.document.part_patches import dependents, lock_patches, moved, removed, renamed
from fairground.editor.document.patch_json import decode_patch, encode_patch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.part_patches import PartList
    from fairground.editor.document.patches import Patch


@pytest.fixture
def scenario() -> Scenario:
    found = blank_scenario("Test", layout=Layout.ODD_Q, size=(8, 8), ruleset="penance-1.0")
    found.units = [Unit("scout-1", "p1", "scout", Hex(0, 0)), Unit("scout-2", "p2", "scout", Hex(1, 1))]
    found.objectives = [Objective("hill", Listed(("B2",)), side="p1"), Objective("mill", Listed(("C3",)))]
    found.locked = ["A1", "p1-start"]
    found.comments = {("zones", "p1-start"): ("the north",), ("sides", "p1"): ("who begins",)}
    return found


def apply(scenario: Scenario, patches: Sequence[Patch]) -> None:
    for patch in patches:
        again = decode_patch(encode_patch(patch))  # the journal must keep it
        assert again == patch
        again.apply(scenario, forward=True)


def test_a_side_is_renamed_wherever_it_is_named(scenario: Scenario) -> None:
    apply(scenario, renamed(scenario, "sides", 0, "red"))
    assert [side.id for side in scenario.sides] == ["red", "p2"]
    assert [zone.side for zone in scenario.zones] == ["red", "p2"]
    assert [unit.side for unit in scenario.units] == ["red", "p2"]
    assert [it.side for it in scenario.objectives] == ["red", ""]
    assert scenario.comments[("sides", "red")] == ("who begins",)


def test_a_zone_takes_its_lock_and_its_comments_along(scenario: Scenario) -> None:
    apply(scenario, renamed(scenario, "zones", 0, "north"))
    assert scenario.locked == ["A1", "north"]
    assert scenario.comments == {("zones", "north"): ("the north",), ("sides", "p1"): ("who begins",)}
    assert renamed(scenario, "zones", 0, "north") == []


def test_ways_to_win_follow_a_new_id(scenario: Scenario) -> None:
    wins = (Win((Task(TaskKind.HOLD, ("hill",)), Task(TaskKind.DESTROY, ("p2",)))),)
    scenario.sides = [replace(scenario.sides[0], wins=wins), *scenario.sides[1:]]
    apply(scenario, renamed(scenario, "objectives", 0, "knoll"))
    apply(scenario, renamed(scenario, "sides", 1, "blue"))
    apply(scenario, renamed(scenario, "sides", 0, "red"))
    (win,) = scenario.sides[0].wins
    assert [it.targets for it in win.tasks] == [("knoll",), ("blue",)]
    assert [it.id for it in scenario.sides] == ["red", "blue"]


def test_a_document_drops_ways_to_win_with_what_they_name(scenario: Scenario) -> None:
    kinds = (TaskKind.HOLD, "hill"), (TaskKind.DESTROY, "scout-2"), (TaskKind.REACH, "p2-start")
    wins = tuple(Win((Task(kind, (target,)),)) for kind, target in kinds)
    scenario.sides = [replace(scenario.sides[0], name="Red", wins=wins), *scenario.sides[1:]]
    document, dropped = Document(scenario), list[tuple[str, ...]]()
    document.wins_dropped.connect(dropped.append)
    removals: tuple[tuple[PartList, int, str], ...] = (
        ("objectives", 0, "Red: hold Hill"),
        ("units", 1, "Red: destroy Scout (B2)"),
        ("zones", 1, "Red: reach Player 2's zone with all units"),
    )
    for field, index, text in removals:
        assert document.edit("Remove", removed(scenario, field, index))
        assert dropped.pop() == (text,)
        assert dropped == []
    assert scenario.sides[0].wins == ()
    for left in (1, 2, 3):
        document.undo()
        assert len(scenario.sides[0].wins) == left
    assert scenario.sides[0].wins == wins


def test_of_two_with_one_id_only_the_one_is_renamed(scenario: Scenario) -> None:
    scenario.sides = [scenario.sides[0], scenario.sides[0]]
    apply(scenario, renamed(scenario, "sides", 1, "red"))
    assert [side.id for side in scenario.sides] == ["p1", "red"]
    assert scenario.zones[0].side == "p1"


def test_with_a_side_go_its_zones_and_units(scenario: Scenario) -> None:
    assert dependents(scenario, "p1") == (1, 1)
    apply(scenario, removed(scenario, "sides", 0))
    assert [side.id for side in scenario.sides] == ["p2"]
    assert [zone.id for zone in scenario.zones] == ["p2-start"]
    assert [unit.id for unit in scenario.units] == ["scout-2"]
    assert [it.side for it in scenario.objectives] == ["", ""]
    assert scenario.locked == ["A1"]


def test_with_a_zone_goes_its_lock(scenario: Scenario) -> None:
    apply(scenario, removed(scenario, "zones", 0))
    assert scenario.locked == ["A1"]
    apply(scenario, removed(scenario, "units", 1))
    assert [unit.id for unit in scenario.units] == ["scout-1"]


def test_parts_move_within_their_list(scenario: Scenario) -> None:
    apply(scenario, moved(scenario, "units", 0, 1))
    assert [unit.id for unit in scenario.units] == ["scout-2", "scout-1"]
    assert moved(scenario, "units", 0, -1) == moved(scenario, "units", 1, 1) == []


def test_locks_are_put_and_taken(scenario: Scenario) -> None:
    apply(scenario, lock_patches(scenario, ["B2", "A1", "B2"], locked=True))
    assert scenario.locked == ["A1", "p1-start", "B2"]
    assert lock_patches(scenario, ["A1"], locked=True) == []
    apply(scenario, lock_patches(scenario, ["A1", "p1-start", "Z9"], locked=False))
    assert scenario.locked == ["B2"]


@given(st.text(max_size=80), st.sets(st.sampled_from(["scout-1", "scout-2", "x-1"])))
def test_free_ids_are_ids_and_free(name: str, taken: set[str]) -> None:
    found = free_id(name, taken)
    assert is_id(found)
    assert found not in taken


@pytest.mark.parametrize("text", ["", "1a", "A", "a b", "a_b", "a\n", "-a", "a" * 65, "ä"])
def test_what_is_no_id(text: str) -> None:
    assert not is_id(text)
