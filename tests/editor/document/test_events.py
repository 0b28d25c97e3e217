"""What several steps through the history tell, as one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board
from fairground.editor.document.board_patch import BoardPatch, Motion, StoredBoard
from fairground.editor.document.events import (
    BoardMoved,
    CellsChanged,
    Event,
    FieldChanged,
    HexsidesChanged,
    merged_events,
)
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch

if TYPE_CHECKING:
    from fairground.editor.document.document import Document


def cells(layer: BoardLayer, *indices: int) -> CellsChanged:
    return CellsChanged(layer, np.array(indices, np.int64))


def words(events: list[Event]) -> list[Any]:
    return [(it.layer.value, it.cells.tolist()) if isinstance(it, CellsChanged) else it for it in events]


def test_of_many_changes_each_thing_is_told_once() -> None:
    one, other = hexside(Hex(0, 0), 1), hexside(Hex(2, 1), 0)
    told = merged_events(
        [
            cells(BoardLayer.TERRAIN, 3, 5),
            FieldChanged("zones"),
            HexsidesChanged((one,)),
            cells(BoardLayer.ELEVATION, 2),
            cells(BoardLayer.TERRAIN, 1, 5),
            FieldChanged("units"),
            FieldChanged("zones"),
            HexsidesChanged((other, one)),
        ]
    )
    assert words(told) == [
        FieldChanged("zones"),
        FieldChanged("units"),
        ("terrain", [1, 3, 5]),
        ("elevation", [2]),
        HexsidesChanged((one, other)),
    ]


def test_another_board_goes_first_and_leaves_no_cells_to_tell_of() -> None:
    there, back = BoardMoved(Motion(1.0)), BoardMoved(Motion(-1.0))
    told = merged_events(
        [cells(BoardLayer.TERRAIN, 99), FieldChanged("units"), FieldChanged("board"), there, back]
    )
    assert told == [FieldChanged("board"), there, back, FieldChanged("units")]


def test_a_walk_through_the_history_is_told_at_its_end(document: Document) -> None:
    board = document.scenario.board
    mask = np.ones(board.terrain.shape, np.bool_)
    for level in (1, 2):
        document.edit("Level", [cell_patch(board, BoardLayer.ELEVATION, mask, level)])
    document.edit("Name", [FieldPatch("name", document.scenario.name, "Other")])
    heard: list[tuple[Event, int]] = []
    document.changed.connect(lambda event: heard.append((event, document.revision)))
    document.go_to(0)
    assert words([event for event, _ in heard]) == [
        FieldChanged("name"),
        ("elevation", list(range(board.terrain.size))),
    ]
    assert {revision for _, revision in heard} == {6}, "nothing is told before all is done"
    smaller = Board.blank(Layout.ODD_Q, 2, 2)
    document.edit("Level", [cell_patch(board, BoardLayer.ELEVATION, mask, 3)])
    document.edit("Shrink", [BoardPatch(StoredBoard.of(board), StoredBoard.of(smaller))])
    document.undo()
    heard.clear()
    document.go_to(0)
    document.go_to(2)
    # Cells of the larger board are none of the smaller one.
    assert words([event for event, _ in heard])[1:] == [FieldChanged("board")]


def test_a_kept_board_is_the_same_with_its_hexsides_beside_it_and_without(document: Document) -> None:
    board = document.scenario.board
    board.hexsides = {hexside(Hex(0, 0), 1): ("hedge",)}
    kept = StoredBoard.of(board)
    assert kept.sides == board.hexsides
    assert kept.board() == StoredBoard(kept.packed).board() == board
    # Whoever changes the board that was made of it leaves it as it is.
    kept.board().hexsides.clear()
    assert kept.board() == board
