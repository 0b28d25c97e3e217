from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.parts import Unit
from fairground.editor.document.document import Document
from fairground.editor.document.journal import Journal
from fairground.editor.document.part_patches import added, replaced
from fairground.editor.document.patch_json import decode_patch, encode_patch
from fairground.editor.document.patches import ListPatch, list_patch, merged_patches
from fairground.editor.document.recovery import recover

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch

names = st.lists(st.sampled_from("abcdef"), max_size=6)


def scenario(locked: list[str]) -> Scenario:
    found = blank_scenario("Test", layout=Layout.ODD_Q, size=(8, 8), ruleset="penance-1.0")
    found.locked = locked
    return found


BLANK = scenario([])


@given(before=names, after=names)
def test_it_makes_the_one_list_of_the_other_and_back(before: list[str], after: list[str]) -> None:
    BLANK.locked = before
    patch = list_patch("locked", before, after)
    if patch is None:
        assert before == after
        return
    assert decode_patch(encode_patch(patch)) == patch
    patch.apply(BLANK, forward=True)
    assert BLANK.locked == after
    patch.apply(BLANK, forward=False)
    assert BLANK.locked == before


@given(states=st.lists(names, min_size=2, max_size=6))
def test_merged_in_a_stroke_they_do_all_of_it(states: list[list[str]]) -> None:
    merged: tuple[Patch, ...] = ()
    for before, after in pairwise(states):
        found = list_patch("locked", before, after)
        merged = merged_patches(merged, (found,) if found else ())
    BLANK.locked = states[0]
    for patch in merged:
        patch.apply(BLANK, forward=True)
    assert BLANK.locked == states[-1]
    for patch in reversed(merged):
        patch.apply(BLANK, forward=False)
    assert BLANK.locked == states[0]


def test_what_is_dragged_on_becomes_one_short_patch() -> None:
    patches: tuple[Patch, ...] = (ListPatch("units", 3, (), ("a",)),)
    for item in "bcd":
        patches = merged_patches(patches, (ListPatch("units", 3, ("a",), (item,)),))
    assert patches == (ListPatch("units", 3, (), ("d",)),)


def test_stretches_apart_and_of_other_lists_stay_apart() -> None:
    one, other = ListPatch("units", 1, ("a",), ("b",)), ListPatch("zones", 1, ("b",), ("c",))
    further = ListPatch("units", 5, ("x",), ())
    assert one.merged(other) is None
    assert one.merged(further) is None
    assert merged_patches((one,), (further,)) == (one, further)


def test_the_journal_brings_units_back(qtbot: QtBot, tmp_path: Path) -> None:
    assert qtbot
    document = Document(scenario([]))
    journal = Journal(document, tmp_path)
    on = document.scenario
    for number in range(3):
        document.edit("Place", added(on, "units", Unit(f"scout-{number}", "p1", "scout", Hex(number, 0))))
    for q in range(4):
        moved = Unit("scout-1", "p1", "scout", Hex(q, 3), facing=2)
        document.edit("Move", replaced(on, "units", 1, moved), stroke=7)
    document.undo()
    document.redo()
    again = recover(journal.path).document
    assert again.scenario.units == on.units
    assert again.undo_stack.count() == document.undo_stack.count() == 4
    again.go_to(0)
    assert not again.scenario.units
    journal.close()
