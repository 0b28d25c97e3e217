"""A history that takes too much memory forgets its oldest steps, and nothing else."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.files import to_text
from fairground.editor.document.journal import Journal
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch
from fairground.editor.document.recovery import recover
from fairground.editor.document.undo_steps import HistoryBound, size_of

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.editor.document.document import Document
    from tests.editor.document.conftest import DocumentMaker

#: What a step takes that paints a board of ten by ten: an index and two values a hex.
STEP = 100 * 16


def paint(document: Document, level: int, *, stroke: int | None = None) -> None:
    board = document.scenario.board
    document.edit(f"{level}", [cell_patch(board, BoardLayer.ELEVATION, ~board.void, level)], stroke=stroke)


@pytest.fixture
def document(make_document: DocumentMaker, monkeypatch: pytest.MonkeyPatch) -> Document:
    monkeypatch.setattr(HistoryBound, "most", 5 * STEP)
    return make_document(10, 10)


def test_the_oldest_steps_are_forgotten_and_that_is_told_once(document: Document) -> None:
    told: list[bool] = []
    document.history_cut.connect(lambda: told.append(True))
    for level in range(1, 6):
        paint(document, level)
    assert (document.earliest, told) == (0, [])
    for level in range(6, 13):
        paint(document, level)
    assert (document.earliest, told) == (7, [True])
    texts = {12: to_text(document.scenario)}
    for step in range(20):
        document.undo()
        assert int(document.scenario.board.elevation[0, 0]) == max(7, 11 - step)
    assert document.undo_stack.index() == 7
    document.go_to(3)
    document.go_to(0)
    assert document.undo_stack.index() == 7
    document.go_to(12)
    assert to_text(document.scenario) == texts[12]
    # What is undone and done otherwise gives its memory back.
    document.go_to(8)
    for level in (21, 22, 23):
        paint(document, level)
    assert document.earliest == 7


def test_a_stroke_counts_once(document: Document) -> None:
    for level in range(1, 30):
        paint(document, level, stroke=1)
    assert (document.undo_stack.count(), document.earliest) == (1, 0)


def test_a_single_step_is_kept_however_large_it_is(document: Document) -> None:
    document.edit(
        "Names", [FieldPatch("board.names", {}, dict.fromkeys(document.scenario.board.hexes(), "x"))]
    )
    assert document.earliest == 0
    paint(document, 1)
    assert document.earliest == 1


def test_a_recovery_goes_through_what_was_forgotten(document: Document, tmp_path: Path) -> None:
    with closing(Journal(document, tmp_path)) as journal:
        for level in range(1, 10):
            paint(document, level)
        document.go_to(6)
        document.go_to(5)
        found = recover(journal.path).document
    assert to_text(found.scenario) == to_text(document.scenario)
    assert (found.undo_stack.index(), found.earliest) == (5, 4)
    found.go_to(9)
    assert int(found.scenario.board.elevation[0, 0]) == 9


def test_cells_are_measured_as_they_lie_in_memory(document: Document) -> None:
    board = document.scenario.board
    assert (
        size_of([cell_patch(board, BoardLayer.TERRAIN, np.ones((10, 10), bool), 1) or FieldPatch("", 0, 0)])
        == STEP
    )


@pytest.mark.long
def test_measuring_long_lists_takes_time_by_their_length_alone() -> None:
    # All but one of so many hexes stay locked that comparing each with each would take an hour.
    before = [f"hex {at}" for at in range(500_000)]
    assert size_of([FieldPatch("locked", before, before[1:])]) == 8 * 499_999 + 400
