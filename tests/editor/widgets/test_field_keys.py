"""Return and Escape in the fields of panels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit

from fairground.core.files import load
from tests.editor.board_view import click
from tests.editor.features.scenario.page_fields import pages

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    Field = Callable[[Any], Any]

RETURN, ESCAPE = Qt.Key.Key_Return, Qt.Key.Key_Escape
CTRL = Qt.KeyboardModifier.ControlModifier


def _page(desk: Any, name: str) -> Any:
    desk.window.docks.reveal("scenario")
    desk.window.docks.scenario.show_page(name)
    desk.settle()
    page = getattr(pages(desk), name)
    if hasattr(page, "parts"):
        page.parts.setCurrentRow(0)
        desk.settle()
    return page


def _analysis(desk: Any) -> Any:
    desk.qtbot.waitUntil(lambda: desk.window.desks.analysis is not None)
    analysis = desk.window.desks.analysis
    if not any(overlay.is_on for overlay in analysis.overlays):
        desk.key("1")
    desk.window.docks.reveal("analysis")
    desk.settle()
    return analysis


def _points(desk: Any) -> QWidget:
    desk.key("J")
    desk.window.workbench.state.objective_id = desk.scenario.objectives[0].id
    found: QWidget = desk.window.options.objective.points
    return found


def _option(tool: str, find: Callable[[Any], QWidget]) -> Field:
    def found(desk: Any) -> QWidget:
        desk.key(tool)
        return find(desk.window.options)

    return found


FIELDS: dict[str, Field] = {
    "text of a zone": _option("Z", lambda options: options.zone_shape.hexes),
    "box of zones": _option("Z", lambda options: options.zone.box),
    "points of an objective": _points,
    "search in the palette": lambda desk: desk.window.docks.palette.search,
    "filter of findings": lambda desk: desk.window.docks.findings.filter.words,
    "name of the scenario": lambda desk: _page(desk, "general").name,
    "turns": lambda desk: _page(desk, "general").turns,
    "id of a side": lambda desk: _page(desk, "sides").form.fields["id"],
    "hexes on the page of zones": lambda desk: _page(desk, "zones").hexes,
    "hold": lambda desk: _page(desk, "objectives").hold,
    "hex of a unit": lambda desk: _page(desk, "units").hex,
    "class of a unit": lambda desk: _page(desk, "units").unit_class,
    "limits of a measure": lambda desk: _page(desk, "fair").bands["territory"],
    "range of an overlay": lambda desk: _analysis(desk).overlay_panel.range,
}


def enter(field: QWidget) -> None:
    assert field.isVisible()
    assert field.isEnabled()
    field.setFocus()
    assert field.hasFocus()
    if isinstance(field, QLineEdit | QAbstractSpinBox):
        field.selectAll()


@pytest.mark.parametrize("name", FIELDS)
def test_return_and_escape_give_the_keys_back_to_the_map(desk: Any, name: str) -> None:
    desk.open()
    for key, letter, tool in ((RETURN, "E", "eraser"), (ESCAPE, "B", "brush")):
        field = FIELDS[name](desk)
        enter(field)
        QTest.keyClick(field, key)
        assert desk.window.page.canvas.hasFocus()
        desk.key(letter, QApplication.focusWidget())
        assert desk.window.workbench.tool.id == tool


@pytest.mark.parametrize("name", FIELDS)
def test_escape_puts_back_the_value_in_force(desk: Any, name: str) -> None:
    desk.open()
    field: Any = FIELDS[name](desk)
    if isinstance(field, QComboBox):
        return
    text = field.text()
    desk.qtbot.waitUntil(lambda: desk.window.desks.analysis is not None)
    steps, overlays = desk.steps, [it.is_on for it in desk.window.desks.analysis.overlays]
    enter(field)
    QTest.keyClicks(field, "7")
    assert field.text() != text
    QTest.keyClick(field, ESCAPE)
    assert field.text() == text
    assert desk.steps == steps
    assert [it.is_on for it in desk.window.desks.analysis.overlays] == overlays, "only the field is left"
    assert "7" not in desk.window.options.message.text()


def test_escape_puts_back_what_return_entered_last(desk: Any) -> None:
    desk.open()
    name = _page(desk, "general").name
    for text, key in (("First", RETURN), ("Second", ESCAPE)):
        enter(name)
        QTest.keyClicks(name, text)
        QTest.keyClick(name, key)
    assert name.text() == desk.scenario.name == "First"


def test_the_next_key_after_a_zone_s_text_takes_a_tool_and_a_drag_paints_with_it(desk: Any) -> None:
    desk.open()
    desk.window.workbench.state.terrain_first = "rubble"
    field = FIELDS["text of a zone"](desk)
    enter(field)
    QTest.keyClicks(field, "rows 1-3")
    QTest.keyClick(field, RETURN)
    desk.key("B", QApplication.focusWidget())
    assert field.text() == "rows 1-3"
    assert str(desk.scenario.zones[0].shape) == "rows 1-3"
    click(desk, "D6")
    assert desk.terrain("D6") == "rubble"
    assert desk.steps == 2


@pytest.mark.parametrize(
    "leave", ["Return", *(pytest.param(way, marks=pytest.mark.long) for way in ("Tab", "save"))]
)
@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("text of a zone", "rows 1-", "character 8"),
        ("hexes on the page of zones", "rows 1-", "character 8"),
        ("id of a side", "the north", "'the north' is no id"),
        ("id of a side", "south", "There is a side south already"),
        ("hex of a unit", "nowhere", "NOWHERE"),
        ("limits of a measure", "a lot", "a lot"),
    ],
)
def test_refused_text_gives_way_to_the_value_in_force(
    desk: Any, name: str, text: str, words: str, leave: str
) -> None:
    desk.open()
    field: Any = FIELDS[name](desk)
    before = field.text()
    enter(field)
    QTest.keyClicks(field, text)
    if leave == "save":
        desk.window.flow.save()
    else:
        QTest.keyClick(field, Qt.Key.Key_Return if leave == "Return" else Qt.Key.Key_Tab)
    assert field.text() == before
    assert not desk.steps
    form = field.parent()
    while form is not None and not hasattr(form, "note"):
        form = form.parent()
    key = {"id of a side": "id", "hex of a unit": "hex", "limits of a measure": "territory"}.get(
        name, "hexes"
    )
    told = form.note(key) if form is not None else desk.window.options.message.text()
    assert words in told


def test_the_text_of_a_locked_zone_goes_back(desk: Any) -> None:
    desk.open()
    field: Any = FIELDS["text of a zone"](desk)
    before = field.text()
    desk.window.workbench.state.locked_layers = frozenset(("zones",))
    enter(field)
    QTest.keyClicks(field, "rows 3")
    QTest.keyClick(field, RETURN)
    assert field.text() == before
    assert "locked" in desk.window.options.message.text()


def test_a_text_of_several_lines_is_left_with_ctrl_return_and_escape(desk: Any) -> None:
    desk.open()
    notes = _page(desk, "general").notes
    before = desk.scenario.notes
    enter(notes)
    notes.selectAll()
    QTest.keyClicks(notes, "One")
    QTest.keyClick(notes, RETURN)
    assert notes.hasFocus()
    QTest.keyClick(notes, ESCAPE)
    assert desk.window.page.canvas.hasFocus()
    assert notes.toPlainText() == before.rstrip("\n")
    assert desk.scenario.notes == before
    enter(notes)
    notes.selectAll()
    QTest.keyClicks(notes, "Two")
    QTest.keyClick(notes, RETURN, CTRL)
    assert desk.window.page.canvas.hasFocus()
    assert desk.scenario.notes == "Two"
    assert desk.steps == 1


@pytest.mark.long
def test_a_save_has_the_number_and_the_zone_s_text_that_are_being_typed(desk: Any) -> None:
    desk.open()
    hexes: Any = FIELDS["text of a zone"](desk)
    enter(hexes)
    QTest.keyClicks(hexes, "rows 1-3")
    desk.key("Ctrl+S", hexes)
    assert str(load(desk.document.path).zones[0].shape) == "rows 1-3"
    turns: Any = FIELDS["turns"](desk)
    enter(turns)
    QTest.keyClicks(turns, "17")
    desk.key("Ctrl+S", turns)
    assert load(desk.document.path).turns == 17


def test_fields_of_dialogs_keep_their_keys(desk: Any) -> None:
    desk.open()
    desk.key("Ctrl+N")
    from fairground.editor.features.board.new_map import NewMapDialog  # noqa: PLC0415

    (dialog,) = desk.window.findChildren(NewMapDialog)
    dialog.name.setFocus()
    QTest.keyClick(dialog.name, ESCAPE)
    assert not dialog.isVisible()
