"""Zones: their shapes by mouse, by key and as text, and their page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from fairground.core.scenario.parts import ZoneKind
from fairground.editor.canvas.marked_view import PREVIEW
from fairground.editor.tools.option_defaults import ZoneWay
from tests.editor.board_view import LEFT, click, drag
from tests.editor.features.scenario.page_fields import choose, write
from tests.editor.insides import outline
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from tests.editor.editor_driver import EditorDriver


def test_the_way_of_zones_goes_round_by_key(editor: EditorDriver) -> None:
    editor.open()
    options = editor.options.zone_shape
    seen = []
    for _ in range(4):
        editor.key("Y")
        seen.append(editor.state.zone_way)
        assert options.ways[seen[-1]].isChecked()
    assert seen == [ZoneWay.ROWS, ZoneWay.COLUMNS, ZoneWay.DISC, ZoneWay.HEXES]
    assert editor.tool.id == "zones"
    QTest.mouseClick(options.ways[ZoneWay.DISC], LEFT)
    assert editor.state.zone_way is ZoneWay.DISC


def outlined(editor: EditorDriver) -> set[Hex]:
    """Return the hexes of the preview on the map."""
    shown = outline(editor.canvas, PREVIEW)
    return set() if shown is None else set(shown.hexes)


@pytest.mark.long
def test_dragged_rows_are_shown_as_text(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Z")
    editor.key("Y")
    field = editor.options.zone_shape.hexes
    assert field.text() == "rows 1-2"
    drag(editor, "C3", "C4")
    assert field.text() == "rows 1-4"
    editor.key("Ctrl+Z")
    assert field.text() == "rows 1-2"


def test_the_text_of_a_zone_is_read_with_every_letter(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Z")
    field, message = editor.options.zone_shape.hexes, editor.options.message
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "rows 1-2 | within 2")
    assert "Expected 'of' and a hex" in message.text()
    assert editor.steps == 0
    QTest.keyClicks(field, " of E5")
    assert not message.text()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert str(editor.scenario.zones[0].shape) == "rows 1-2 | within 2 of E5"
    assert editor.steps == 1
    field.setFocus()
    QTest.keyClicks(field, " &")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == "rows 1-2 | within 2 of E5"
    assert editor.steps == 1


def test_two_hexes_with_a_dash_are_explained_as_a_subtraction_and_shown_as_one_types(
    editor: EditorDriver,
) -> None:
    editor.open()
    editor.key("Z")
    field, message, board = editor.options.zone_shape.hexes, editor.options.message, editor.scenario.board
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "C3-E5")
    assert message.text() == (
        "C3 without E5: 1 hex. For the block from C3 to E5, write columns 3-5 & rows 3-5."
    )
    assert outlined(editor) == {board.parse("C3")}
    field.selectAll()
    QTest.keyClicks(field, "columns 3-5 & rows 3-5")
    assert not message.text()
    assert len(outlined(editor)) == 9
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert outlined(editor) == set()
    assert editor.steps == 0


def test_painting_single_hexes_says_what_becomes_of_the_text(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Z")
    click(editor, "C3")
    assert 'North\'s zone was "rows 1-2"' in editor.message
    assert editor.options.zone_shape.hexes.text().startswith("A1, B1")


@pytest.mark.long
def test_a_zone_is_changed_on_its_page(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Z")
    editor.docks.reveal("scenario")
    page = editor.scenario_pages.zones
    write(of_type(page.form.fields["id"], QLineEdit), "home")
    assert editor.state.zone_id == "home"
    write(page.name, "Home")
    choose(page.kind, ZoneKind.EXIT)
    choose(page.side, "south")
    write(page.hexes, "rows 1 - A1")
    page.locked.click()
    zone = editor.scenario.zones[0]
    assert (zone.id, zone.name, zone.kind, zone.side) == ("home", "Home", ZoneKind.EXIT, "south")
    assert str(zone.shape) == "rows 1 - A1"
    assert editor.scenario.locked == ["home"]
    assert editor.steps == 6
    editor.settle()
    write(page.hexes, "rows 0")
    assert "0 is not between 1 and" in page.form.note("hexes")
    assert editor.steps == 6
    page.locked.click()
    assert not editor.scenario.locked


def test_the_list_calls_zones_by_their_titles(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Z")
    page = editor.scenario_pages.zones

    def rows() -> list[str]:
        return [page.parts.item(row).text() for row in range(page.parts.count())]

    assert rows() == ["North's zone · deployment", "South's zone · deployment"]
    choose(page.side, "south")
    editor.settle()
    assert rows() == ["South's zone 1 · deployment", "South's zone 2 · deployment"]
    page.locked.click()
    editor.settle()
    assert rows()[0] == "South's zone 1 · deployment · locked"
    assert editor.document.undo_stack.undoText() == "Lock South's zone 1"
