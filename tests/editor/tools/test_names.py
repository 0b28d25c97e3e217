from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import Qt

from fairground.core.files import to_text
from fairground.editor.document.codec import decode_patch, encode_patch

RIGHT = Qt.MouseButton.RightButton


@pytest.fixture
def names(bench: Any) -> Any:
    tool = bench.take("names")
    tool.wanted = []
    tool.name_wanted.connect(lambda at: tool.wanted.append(("name", bench.board.label(at))))
    tool.note_wanted.connect(lambda at: tool.wanted.append(("note", bench.board.label(at))))
    return tool


def test_a_click_asks_for_a_name_and_the_right_button_for_a_note(bench: Any, names: Any) -> None:
    bench.drag(names, "C3")
    bench.drag(names, "D4", button=RIGHT)
    assert names.wanted == [("name", "C3"), ("note", "D4")]
    assert not bench.steps


def test_names_are_written_changed_and_removed(bench: Any, names: Any) -> None:
    at = bench.board.parse("C3")
    names.write_name(at, "  Old \n Mill ")
    assert bench.board.names == {at: "Old Mill"}
    names.write_name(at, "Old Mill")
    assert bench.steps == 1
    names.write_name(at, "New Mill")
    names.write_name(at, " ")
    assert bench.board.names == {}
    assert bench.document.undo_stack.undoText() == "Remove name New Mill"
    bench.document.undo()
    bench.document.undo()
    assert bench.board.names == {at: "Old Mill"}
    assert "Old Mill" in to_text(bench.scenario)


def test_notes_keep_their_lines(bench: Any, names: Any) -> None:
    at = bench.board.parse("C3")
    names.write_note(at, "One\nTwo\n")
    assert bench.board.notes == {at: "One\nTwo"}
    assert bench.document.undo_stack.undoText() == "Note on C3"
    names.write_note(at, "")
    assert bench.board.notes == {}


def test_a_drag_moves_name_and_note_in_one_step(bench: Any, names: Any) -> None:
    a, b = map(bench.board.parse, ("C3", "F6"))
    names.write_name(a, "Mill")
    names.write_note(a, "Mind the dog")
    bench.drag(names, "C3", "D4", "F6")
    assert (bench.board.names, bench.board.notes) == ({b: "Mill"}, {b: "Mind the dog"})
    assert bench.steps == 3
    bench.document.undo()
    assert (bench.board.names, bench.board.notes) == ({a: "Mill"}, {a: "Mind the dog"})


def test_names_change_places_where_one_is_there_already(bench: Any, names: Any) -> None:
    a, b = map(bench.board.parse, ("C3", "F6"))
    names.write_name(a, "Mill")
    names.write_name(b, "Ford")
    bench.drag(names, "C3", "F6")
    assert bench.board.names == {a: "Ford", b: "Mill"}


def test_nothing_cannot_be_moved_nor_anything_off_the_board(bench: Any, names: Any) -> None:
    bench.drag(names, "C3", "F6")
    assert bench.refusals == ["Nothing is written on C3 that could be moved."]
    names.write_name(bench.board.parse("C3"), "Mill")
    bench.drag(names, "C3", bench.board.layout.from_offset(-1, 2))
    bench.drag(names, bench.board.layout.from_offset(-1, 2))
    assert bench.refusals[1:] == ["That is beside the board."] * 2
    assert bench.steps == 1


def test_escape_moves_nothing(bench: Any, names: Any) -> None:
    names.write_name(bench.board.parse("C3"), "Mill")
    bench.drag(names, "C3", "F6", finish=False)
    assert bench.previews[-1] == bench.hexes("C3", "F6")
    names.cancel()
    names.release(bench.pointer("F6"))
    assert bench.steps == 1
    assert bench.previews[-1] == bench.hexes("F6")


def test_locked_names_stay(bench: Any, names: Any) -> None:
    bench.state.locked_layers = frozenset(("names",))
    bench.drag(names, "C3")
    assert names.wanted == []
    assert bench.refusals == ["The names layer is locked; unlock it in the layer list to edit it."]
    at = bench.board.parse("C3")
    names.write_name(at, "Mill")
    names.write_note(at, "Here")
    assert not bench.steps
    assert len(bench.refusals) == 3


def test_a_board_has_only_so_many_names(bench: Any, names: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairground.editor.tools.names.MAX_TEXTS", 1)
    a, b = map(bench.board.parse, ("C3", "F6"))
    names.write_name(a, "Mill")
    names.write_name(b, "Ford")
    names.write_name(a, "Ford")
    assert bench.board.names == {a: "Ford"}
    assert bench.refusals == ["A board has at most 1 names."]


def test_names_and_notes_survive_in_the_journal(bench: Any, names: Any) -> None:
    at = bench.board.parse("C3")
    names.write_note(at, "One\nTwo")
    names.write_name(at, "Mill")
    for index in range(2):
        for patch in bench.document.undo_stack.command(index).patches:
            again = decode_patch(json.loads(json.dumps(encode_patch(patch))))
            assert again == patch
