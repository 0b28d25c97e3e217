from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from fairground.core.files import to_text
from fairground.editor.document.patch_json import decode_patch, encode_patch
from fairground.editor.tools.names import NamesTool

if TYPE_CHECKING:
    from tests.editor.tools.conftest import ToolDriver

RIGHT = Qt.MouseButton.RightButton


@pytest.fixture
def wanted(workbench: ToolDriver, names: NamesTool) -> list[tuple[str, str]]:
    """The names and notes that are asked for."""
    found: list[tuple[str, str]] = []
    names.name_wanted.connect(lambda at: found.append(("name", workbench.board.label(at))))
    names.note_wanted.connect(lambda at: found.append(("note", workbench.board.label(at))))
    return found


@pytest.fixture
def names(workbench: ToolDriver) -> NamesTool:
    return workbench.take(NamesTool)


def test_a_click_asks_for_a_name_and_the_right_button_for_a_note(
    workbench: ToolDriver, names: NamesTool, wanted: list[tuple[str, str]]
) -> None:
    workbench.drag(names, "C3")
    workbench.drag(names, "D4", button=RIGHT)
    assert wanted == [("name", "C3"), ("note", "D4")]
    assert not workbench.steps


def test_names_are_written_changed_and_removed(workbench: ToolDriver, names: NamesTool) -> None:
    at = workbench.board.parse("C3")
    names.write_name(at, "  Old \n Mill ")
    assert workbench.board.names == {at: "Old Mill"}
    names.write_name(at, "Old Mill")
    assert workbench.steps == 1
    names.write_name(at, "New Mill")
    names.write_name(at, " ")
    assert workbench.board.names == {}
    assert workbench.document.undo_stack.undoText() == "Remove name New Mill"
    workbench.document.undo()
    workbench.document.undo()
    assert workbench.board.names == {at: "Old Mill"}
    assert "Old Mill" in to_text(workbench.scenario)


def test_notes_keep_their_lines(workbench: ToolDriver, names: NamesTool) -> None:
    at = workbench.board.parse("C3")
    names.write_note(at, "One\nTwo\n")
    assert workbench.board.notes == {at: "One\nTwo"}
    assert workbench.document.undo_stack.undoText() == 'Set note "One Two"'
    names.write_note(at, "Mind the dog, " * 20)
    assert workbench.document.undo_stack.undoText().startswith('Set note "Mind the dog, Mind the')
    assert workbench.document.undo_stack.undoText().endswith('…"'), "no page of text in the history"
    names.write_note(at, "Mind the dog")
    names.write_note(at, "")
    assert workbench.document.undo_stack.undoText() == 'Remove note "Mind the dog"'
    assert workbench.board.notes == {}


def test_a_drag_moves_name_and_note_in_one_step(workbench: ToolDriver, names: NamesTool) -> None:
    a, b = map(workbench.board.parse, ("C3", "F6"))
    names.write_name(a, "Mill")
    names.write_note(a, "Mind the dog")
    workbench.drag(names, "C3", "D4", "F6")
    assert (workbench.board.names, workbench.board.notes) == ({b: "Mill"}, {b: "Mind the dog"})
    assert workbench.steps == 3
    workbench.document.undo()
    assert (workbench.board.names, workbench.board.notes) == ({a: "Mill"}, {a: "Mind the dog"})


def test_names_change_places_where_one_is_there_already(workbench: ToolDriver, names: NamesTool) -> None:
    a, b = map(workbench.board.parse, ("C3", "F6"))
    names.write_name(a, "Mill")
    names.write_name(b, "Ford")
    workbench.drag(names, "C3", "F6")
    assert workbench.board.names == {a: "Ford", b: "Mill"}


def test_nothing_cannot_be_moved_nor_anything_off_the_board(workbench: ToolDriver, names: NamesTool) -> None:
    workbench.drag(names, "C3", "F6")
    assert workbench.refusals == ["C3 has no name to move."]
    names.write_name(workbench.board.parse("C3"), "Mill")
    workbench.drag(names, "C3", workbench.board.layout.from_offset(-1, 2))
    workbench.drag(names, workbench.board.layout.from_offset(-1, 2))
    assert workbench.refusals[1:] == ["That is off the board."] * 2
    assert workbench.steps == 1


def test_escape_moves_nothing(workbench: ToolDriver, names: NamesTool) -> None:
    names.write_name(workbench.board.parse("C3"), "Mill")
    workbench.drag(names, "C3", "F6", finish=False)
    assert workbench.previews[-1] == workbench.hexes("C3", "F6")
    names.cancel()
    names.release(workbench.pointer("F6"))
    assert workbench.steps == 1
    assert workbench.previews[-1] == workbench.hexes("F6")


def test_locked_names_stay(workbench: ToolDriver, names: NamesTool, wanted: list[tuple[str, str]]) -> None:
    workbench.state.locked_layers = frozenset(("names",))
    workbench.drag(names, "C3")
    assert wanted == []
    assert workbench.refusals == ["The names layer is locked. Unlock it in the Layers panel to edit it."]
    at = workbench.board.parse("C3")
    names.write_name(at, "Mill")
    names.write_note(at, "Here")
    assert not workbench.steps
    assert len(workbench.refusals) == 3


def test_a_board_has_only_so_many_names(
    workbench: ToolDriver, names: NamesTool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairground.editor.tools.names.MAX_TEXTS", 1)
    a, b = map(workbench.board.parse, ("C3", "F6"))
    names.write_name(a, "Mill")
    names.write_name(b, "Ford")
    names.write_name(a, "Ford")
    assert workbench.board.names == {a: "Ford"}
    assert workbench.refusals == ["A board can have at most 1 names."]


def test_names_and_notes_survive_in_the_journal(workbench: ToolDriver, names: NamesTool) -> None:
    at = workbench.board.parse("C3")
    names.write_note(at, "One\nTwo")
    names.write_name(at, "Mill")
    for index in range(2):
        for patch in workbench.edits[index].patches:
            again = decode_patch(json.loads(json.dumps(encode_patch(patch))))
            assert again == patch
