"""The hexes that a step of the history names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import Board
from fairground.core.scenario.parts import Unit
from fairground.editor.document.document import Document
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch, list_patch
from fairground.editor.document.undo_steps import DocumentEdit
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def touched(document: Document, at: int) -> tuple[list[str], int]:
    """Return the labels and the number of hexes of a step."""
    first, total = of_type(document.undo_stack.command(at), DocumentEdit).touched
    return [document.scenario.board.hex_name(it) for it in first], total


def test_a_step_names_the_first_hexes_of_the_board_as_it_was(qtbot: QtBot) -> None:  # noqa: ARG001
    document = Document(
        blank_scenario("Field", layout=Layout.ODD_R, size=(8, 8), ruleset="penance-2.0"),
    )
    board = document.scenario.board
    mask = board.mask(tuple(map(board.parse, ("H2", "B4", "C4", "D1"))))
    document.edit("Raise", [cell_patch(board, BoardLayer.ELEVATION, mask, 1)])
    document.edit("Shrink", [FieldPatch("board", board, Board.blank(board.layout, 4, 5))])
    assert touched(document, 0) == (["D1", "H2", "B4"], 4)
    assert touched(document, 1) == ([], 0)


def test_a_move_names_where_a_unit_was_and_where_it_is(qtbot: QtBot) -> None:  # noqa: ARG001
    document = Document(
        blank_scenario("Field", layout=Layout.ODD_R, size=(8, 8), ruleset="penance-2.0"),
    )
    board = document.scenario.board
    before, after = (
        [
            Unit("scout-1", "p1", "scout", board.parse("A1"), 1),
            Unit("scout-2", "p1", "scout", board.parse(label), 1),
        ]
        for label in ("C3", "B2")
    )
    document.edit("Place", [list_patch("units", document.scenario.units, before)])
    document.edit("Move", [list_patch("units", before, [before[0], after[1]])])
    assert touched(document, 1) == (["C3", "B2"], 2)
