"""Journals that a disk, or somebody, has changed: what came before the damage is recovered, and nothing else is done."""

from __future__ import annotations

import json
import platform
import zlib
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import FileError
from fairground.core.files import to_text
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Hexside
from fairground.core.scenario.parts import Objective, Side, Unit, Zone
from fairground.core.scenario.shapes import Difference, Listed, Rows, Within
from fairground.editor.document.board_patch import BoardPatch, StoredBoard
from fairground.editor.document.journal import Journal
from fairground.editor.document.patch_json import encode_patch
from fairground.editor.document.patches import (
    BoardLayer,
    CellPatch,
    FieldPatch,
    HexsidePatch,
    ListPatch,
    cell_patch,
)
from fairground.editor.document.recovery import LeftJournals, orphans, recover

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch
    from tests.editor.document.conftest import DocumentMaker


def line(entry: object) -> bytes:
    content = json.dumps(entry).encode()
    return b"%08x %b\n" % (zlib.crc32(content), content)


def edit(*patches: Patch, stroke: int | None = None) -> dict[str, Any]:
    return {"edit": "x", "stroke": stroke, "patches": [encode_patch(it) for it in patches]}


def journal_of(document: Document) -> tuple[bytes, list[str]]:
    """Return a journal of a few edits, and the text after each of its lines."""
    states: list[str] = []

    def done() -> None:
        states.append(to_text(document.scenario))

    with TemporaryDirectory() as name, closing(Journal(document, Path(name))) as journal:
        done()
        for number in range(1, 4):
            document.edit("Rename", [FieldPatch("name", document.scenario.name, f"{number}")])
            done()
            board = document.scenario.board
            document.edit("Raise", [cell_patch(board, BoardLayer.ELEVATION, ~board.void, number)])
            done()
        document.undo()
        done()
        return journal.path.read_bytes(), states


@given(data=st.data())
def test_a_changed_byte_ends_the_recovery_there(make_document: DocumentMaker, data: st.DataObject) -> None:
    whole, states = journal_of(make_document())
    at = data.draw(st.integers(0, len(whole) - 1))
    other = bytes([data.draw(st.integers(0, 255).filter(lambda it: it != whole[at]))])
    with TemporaryDirectory() as name:
        path = Path(name) / "x.journal"
        path.write_bytes(whole[:at] + other + whole[at + 1 :])
        number = whole[:at].count(b"\n")
        if not number:
            with pytest.raises(FileError, match="not a recovery journal"):
                recover(path)
            left = orphans(Path(name))
            assert (left.journals, [it.name for it, _ in left.damaged]) == ((), ["x.journal.damaged"])
            return
        assert to_text(recover(path).document.scenario) == states[number - 1]
        if number < len(states) - 1:
            assert recover(path).is_damaged
        assert orphans(Path(name)).journals == ((path,) if number > 1 or recover(path).is_damaged else ())


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"index": 2},
        {"index": -1},
        {"index": "0"},
        {"index": 10**30},
        {"taken_back": "x"},
        {"saved": ""},
        {"saved": "a\0b"},
        {"saved": 3},
        {"edit": "x"},
        {"edit": 1, "stroke": None, "patches": []},
        {"edit": "x", "stroke": None, "patches": []},
        {"edit": "x", "stroke": "1", "patches": [{}]},
        {"edit": "x", "stroke": None, "patches": [3]},
        {"edit": "x", "stroke": None, "patches": [{"field": "name"}]},
        edit(FieldPatch("name", "Other", "New")),
        edit(FieldPatch("name", "Kept", None)),
        edit(FieldPatch("names", "", "")),
        edit(FieldPatch("newline", "\n", "x")),
        edit(FieldPatch("_rules", None, None)),
        edit(FieldPatch("board.columns", 6, 7)),
        edit(FieldPatch("board.names", {}, {"A1": "x"})),
        edit(FieldPatch("board.names", {}, {Hex(-1, 0): "x"})),
        edit(ListPatch("units", 0, (), (Unit("u", "p1", "scout", Hex(-1, 0)),))),
        edit(FieldPatch("turns", None, float("nan"))),
        edit(ListPatch("locked", 1, (), ("A1",))),
        edit(ListPatch("locked", -1, (), ("A1",))),
        edit(ListPatch("zones", 0, (), (Zone("z", "", Difference(Rows(1, 2), Within(1, "ZoneKind"))),))),
        edit(ListPatch("objectives", 0, (), (Objective("o", Listed(("ZoneKind",))),))),
        edit(ListPatch("locked", 0, ("A1",), ())),
        edit(ListPatch("locked", 0, (), (Side("a"),))),
        edit(ListPatch("name", 0, (), ("x",))),
        edit(HexsidePatch({Hexside(Hex(0, 0), 1): ("wall",)}, {Hexside(Hex(0, 0), 1): ()})),
        edit(HexsidePatch({Hexside(Hex(0, 0), 4): ()}, {Hexside(Hex(0, 0), 4): ("wall",)})),
        edit(HexsidePatch({Hexside(Hex(90, 0), 1): ()}, {Hexside(Hex(90, 0), 1): ("wall",)})),
        edit(HexsidePatch({Hexside(Hex(0, 0), 1): ()}, {Hexside(Hex(0, 0), 1): ("wall", "hedge")})),
    ],
)
def test_what_cannot_have_been_done_ends_the_recovery(
    document: Document, tmp_path: Path, entry: dict[str, Any]
) -> None:
    assert_refused(document, tmp_path, entry)


def test_cells_that_do_not_fit_the_board_end_the_recovery(
    make_document: DocumentMaker, tmp_path: Path
) -> None:
    def cells(layer: BoardLayer, at: list[int], before: list[int], after: list[int]) -> CellPatch:
        return CellPatch(layer, np.array(at), np.array(before, np.int32), np.array(after, np.int32))

    for patch in (
        cells(BoardLayer.TERRAIN, [36], [0], [0]),
        cells(BoardLayer.TERRAIN, [-1], [0], [0]),
        cells(BoardLayer.TERRAIN, [2, 1], [0, 0], [0, 0]),
        cells(BoardLayer.TERRAIN, [1, 1], [0, 0], [0, 0]),
        cells(BoardLayer.TERRAIN, [1], [0, 0], [0, 0]),
        cells(BoardLayer.TERRAIN, [], [], []),
        cells(BoardLayer.TERRAIN, [1], [0], [70000]),
        cells(BoardLayer.TERRAIN, [1], [0], [5]),  # not in the palette
        cells(BoardLayer.ELEVATION, [1], [1], [2]),  # it was 0
    ):
        assert_refused(make_document(), tmp_path, edit(patch))


@pytest.mark.long
def test_other_boards_that_are_none_end_the_recovery(make_document: DocumentMaker, tmp_path: Path) -> None:
    board = make_document().scenario.board
    larger = make_document(8, 8).scenario.board
    good, other = StoredBoard.of(board), StoredBoard.of(larger)
    assert_refused(make_document(), tmp_path, edit(BoardPatch(other, good)))
    assert_refused(make_document(), tmp_path, edit(BoardPatch(good, other), stroke=1))
    larger.terrain[0, 0] = 9
    assert_refused(make_document(), tmp_path, edit(BoardPatch(good, StoredBoard.of(larger))))
    bomb = StoredBoard(zlib.compress(bytes(2**29), level=1))
    entry = edit(BoardPatch(good, good))
    entry["patches"][0]["board"]["after"] = bomb.text
    assert_refused(make_document(), tmp_path, entry)


def test_strokes_that_no_tool_draws_end_the_recovery(document: Document, tmp_path: Path) -> None:
    """A list changed by its field and by a stretch of it, within one stroke, could not be undone."""
    document.scenario.locked = ["A1"]
    entries = [
        edit(ListPatch("locked", 0, ("A1",), ()), stroke=7),
        edit(FieldPatch("locked", [], ["B2"]), stroke=7),
    ]
    with closing(Journal(document, tmp_path)) as journal:
        journal.sync()
        path = tmp_path / "x.journal"
        path.write_bytes(journal.path.read_bytes() + b"".join(map(line, entries)))
    found = recover(path).document
    assert (found.undo_stack.count(), found.scenario.locked) == (1, [])


def assert_refused(document: Document, folder: Path, entry: dict[str, Any]) -> None:
    """Fail unless the recovery ends before an entry, and what follows is kept when the work goes on."""
    with closing(Journal(document, folder)) as journal:
        document.edit("Rename", [FieldPatch("name", document.scenario.name, "Kept")])
        path = folder / "x.journal"
        path.write_bytes(journal.path.read_bytes() + line(entry) + line({"index": 0}))
    left = recover(path)
    found = left.document
    assert (found.scenario.name, found.undo_stack.count()) == ("Kept", 1)
    assert left.is_damaged
    assert orphans(folder) == LeftJournals((path,))
    again = Journal(found, folder, continued=left)
    assert {it.name for it in folder.iterdir()} == {
        "x.journal.damaged",
        again.path.name,
        f"{again.path.name}.lock",
    }
    found.undo()
    assert recover(again.path).document.scenario.name == "Test"
    again.close()


@pytest.mark.parametrize(
    "head",
    [
        {"format": "fairground-journal/2"},
        {"format": "fairground-journal/2", "text": 3},
        {"format": "fairground-journal/2", "text": "", "folder": None, "path": None},
        {"format": "fairground-journal/2", "text": "\ud800", "folder": None, "path": None},
        {"format": "fairground-journal/2", "text": "x", "folder": "a\0b", "path": None},
        {"format": "fairground-journal/2", "text": "x", "folder": None, "path": 4},
    ],
)
def test_a_journal_that_begins_with_nothing_is_set_aside(tmp_path: Path, head: dict[str, Any]) -> None:
    path = tmp_path / "x.journal"
    path.write_bytes(line(head) + line({"index": 0}))
    with pytest.raises(FileError):
        recover(path)
    assert [it.name for it, _ in orphans(tmp_path).damaged] == ["x.journal.damaged"]
    assert orphans(tmp_path) == LeftJournals()


def test_what_is_no_file_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "x.journal").mkdir()
    assert len(orphans(tmp_path).damaged) == 1
    assert orphans(tmp_path) == LeftJournals()


def test_what_dead_editors_leave_besides_is_cleared_up(document: Document, tmp_path: Path) -> None:
    with closing(Journal(document, tmp_path)) as own:
        (tmp_path / "1-1.journal.lock").write_text(f"{2**22 + 1}\npython\n{platform.node()}\n")
        (tmp_path / "2-2.journal.part").write_text("half of a copy")
        assert orphans(tmp_path) == LeftJournals()
        assert {it.name for it in tmp_path.iterdir()} == {own.path.name, f"{own.path.name}.lock"}
