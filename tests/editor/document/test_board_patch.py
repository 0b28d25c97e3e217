from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.errors import FileError
from fairground.core.files import load, to_text
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import Symmetry
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.transform.whole_board import OTHER_PARITY, Anchor, Keep, relaid, resized, turned
from fairground.editor.document.board_patch import BoardPatch, StoredBoard
from fairground.editor.document.document import Document
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.journal import Journal
from fairground.editor.document.patch_json import decode_patch, encode_patch
from fairground.editor.document.patches import BoardLayer, cell_patch, merged_patches
from fairground.editor.document.recovery import recover
from fairground.editor.document.scenario_patches import scenario_patches

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.carrying import Carried

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ARENAS = sorted(path.stem for path in SCENARIOS.glob("*.yaml"))
CHANGES: dict[str, Callable[[Scenario], Carried]] = {
    "smaller": lambda it: resized(it, it.board.columns - 3, it.board.rows - 2, Anchor.CENTRE),
    "larger": lambda it: resized(it, it.board.columns + 3, it.board.rows + 5, Anchor.BOTTOM_RIGHT),
    "another layout": lambda it: relaid(it, OTHER_PARITY[it.board.layout], Keep.OFFSETS),
    "turned": lambda it: turned(it, Symmetry(1)),
    "mirrored": lambda it: turned(it, Symmetry(0, mirrored=True)),
}


def paint(document: Document, level: int) -> None:
    board = document.scenario.board
    document.edit(
        "Level", [cell_patch(board, BoardLayer.ELEVATION, np.ones(board.terrain.shape, np.bool_), level)]
    )


def full_board() -> Board:
    board = Board.blank(Layout.EVEN_R, 5, 3)
    board.palette.append(PaletteEntry("f", ("forest", "road"), "woods:1;road:1"))
    board.effects_palette.append(PaletteEntry("s", ("smoke",)))
    board.terrain[1, 2], board.elevation[2, 4], board.effects[0, 0] = 1, -3, 1
    board.elevation_palette = {"z": 11}
    at = board.layout.from_offset(2, 1)
    board.hexsides = {hexside(at, 1): ("hedge", "wall")}
    board.names, board.notes, board.source = {at: "Höhe\n7"}, {at: "x"}, "tag 1\ntag 2"
    return board


def test_a_kept_board_is_the_same_again() -> None:
    board = full_board()
    kept = StoredBoard.of(board)
    again = StoredBoard.from_text(kept.text).board()
    assert again == board
    assert again.elevation_palette == board.elevation_palette
    for layer in BoardLayer:
        assert layer.of(again).dtype == layer.of(board).dtype
        assert layer.of(again).flags.writeable


def test_a_kept_board_is_small() -> None:
    assert len(StoredBoard.of(Board.blank(Layout.ODD_Q, 500, 500)).packed) < 20_000


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("arena", ARENAS)
def test_a_change_of_the_whole_board_is_one_step_that_undo_takes_back(
    arena: str, change: str, qtbot: QtBot
) -> None:
    assert qtbot
    document = Document(load(SCENARIOS / f"{arena}.yaml"))
    before = to_text(document.scenario)
    wanted = CHANGES[change](document.scenario).scenario
    document.edit("Change", scenario_patches(document.scenario, wanted))
    assert document.undo_stack.count() == (before != to_text(wanted))
    if document.undo_stack.count() == 0:
        return  # a board that is its own mirror image
    assert document.undo_stack.count() == 1
    after = to_text(document.scenario)
    assert after == to_text(wanted)
    paint(document, 2)
    document.undo()
    assert to_text(document.scenario) == after
    document.undo()
    assert to_text(document.scenario) == before
    paint(document, 1)
    document.undo()
    assert to_text(document.scenario) == before


def test_redo_comes_to_the_same_and_edits_on_either_board_stay_apart(qtbot: QtBot) -> None:
    assert qtbot
    document = Document(load(SCENARIOS / "ember-court.yaml"))
    texts = [to_text(document.scenario)]

    def done() -> None:
        texts.append(to_text(document.scenario))

    paint(document, 1)
    done()
    document.edit(
        "Larger", scenario_patches(document.scenario, CHANGES["larger"](document.scenario).scenario)
    )
    done()
    paint(document, 2)
    done()
    document.edit("Turn", scenario_patches(document.scenario, CHANGES["turned"](document.scenario).scenario))
    done()
    for step in (0, 4, 2, 3, 1, 4, 0, 2):
        document.go_to(step)
        assert to_text(document.scenario) == texts[step]


def test_a_change_that_changes_nothing_is_no_step(qtbot: QtBot) -> None:
    assert qtbot
    document = Document(load(SCENARIOS / "ember-court.yaml"))
    same = turned(document.scenario, Symmetry(0)).scenario
    assert not document.edit("Turn", scenario_patches(document.scenario, same))
    assert document.undo_stack.count() == 0


def test_the_board_is_told_before_what_stands_on_it(qtbot: QtBot) -> None:
    assert qtbot
    document = Document(load(SCENARIOS / "ember-court.yaml"))
    events: list[object] = []
    document.changed.connect(events.append)
    document.edit("Turn", scenario_patches(document.scenario, CHANGES["turned"](document.scenario).scenario))
    assert events[0] == FieldChanged("board")
    assert FieldChanged("zones") in events
    first = len(events)
    document.undo()
    assert events[first] == FieldChanged("board")


def test_the_journal_replays_changes_of_the_board_with_their_history(tmp_path: Path, qtbot: QtBot) -> None:
    assert qtbot
    document = Document(load(SCENARIOS / "ember-court.yaml"))
    with closing(Journal(document, tmp_path / "journals")) as journal:
        for change in CHANGES.values():
            document.edit("Change", scenario_patches(document.scenario, change(document.scenario).scenario))
            paint(document, 3)
            paint(document, 0)
        document.undo()
        found = recover(journal.path).document
    assert found.undo_stack.index() == document.undo_stack.index()
    for step in (*range(document.undo_stack.count() + 1), 0):
        for it in (found, document):
            it.go_to(step)
        assert to_text(found.scenario) == to_text(document.scenario)


def test_patches_come_through_the_journal_as_they_are() -> None:
    patch = BoardPatch(StoredBoard.of(Board.blank(Layout.ODD_Q, 2, 2)), StoredBoard.of(full_board()))
    assert decode_patch(json.loads(json.dumps(encode_patch(patch)))) == patch


@pytest.mark.parametrize("text", ["", "?", "AAAA", StoredBoard.of(full_board()).text[:-8]])
def test_a_journal_with_a_broken_board_is_told(text: str) -> None:
    with pytest.raises(FileError, match="invalid entry"):
        decode_patch({"board": {"before": text, "after": text}})


def test_a_whole_board_is_no_part_of_a_stroke() -> None:
    kept = StoredBoard.of(full_board())
    with pytest.raises(TypeError, match="step of its own"):
        merged_patches((BoardPatch(kept, kept),), ())
