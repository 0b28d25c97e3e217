"""Return and Escape in the fields of panels."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit

from fairground.core.files import load
from fairground.editor.features.scenario.fairness_page import FairPage
from fairground.editor.features.scenario.general_page import GeneralPage
from fairground.editor.features.scenario.parts_page import PartsPage
from fairground.editor.features.scenario.units_page import UnitsPage
from fairground.editor.features.scenario.zones_and_objectives_pages import (
    ObjectivesPage,
    SidesPage,
    ZonesPage,
)
from fairground.editor.widgets.field_form import FieldForm
from tests.editor.board_view import click
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject
    from PySide6.QtWidgets import QWidget

    from fairground.editor.features.analysis.controller import AnalysisController
    from fairground.editor.features.scenario.zones_and_objectives_pages import Page
    from fairground.editor.shell.options_bar.options_bar import ToolOptions
    from tests.editor.editor_driver import EditorDriver

    Field = Callable[[EditorDriver], QWidget]

P = TypeVar("P", bound="Page")
RETURN, ESCAPE = Qt.Key.Key_Return, Qt.Key.Key_Escape
CTRL = Qt.KeyboardModifier.ControlModifier


def _general(editor: EditorDriver) -> GeneralPage:
    return _page(editor, "general", GeneralPage)


def _page(editor: EditorDriver, name: str, kind: type[P]) -> P:
    editor.docks.reveal("scenario")
    editor.scenario_panel.show_page(name)
    editor.settle()
    page = of_type(editor.scenario_pages.page(name), kind)
    if isinstance(page, PartsPage):
        page.parts.setCurrentRow(0)
        editor.settle()
    return page


def _analysis(editor: EditorDriver) -> AnalysisController:
    editor.qtbot.waitUntil(lambda: editor.has_analysis)
    analysis = editor.analysis
    if not any(overlay.is_on for overlay in analysis.overlays):
        editor.key("1")
    editor.docks.reveal("analysis")
    editor.settle()
    return analysis


def _points(editor: EditorDriver) -> QWidget:
    editor.key("J")
    editor.state.objective_id = editor.scenario.objectives[0].id
    return editor.options.objective.points


def _option(tool: str, find: Callable[[ToolOptions], QWidget]) -> Field:
    def found(editor: EditorDriver) -> QWidget:
        editor.key(tool)
        return find(editor.options)

    return found


FIELDS: dict[str, Field] = {
    "text of a zone": _option("Z", lambda options: options.zone_shape.hexes),
    "box of zones": _option("Z", lambda options: options.zone.box),
    "points of an objective": _points,
    "search in the palette": lambda editor: editor.palette.search,
    "filter of findings": lambda editor: editor.findings_panel.filter.text,
    "scenario title": lambda editor: _general(editor).name,
    "turns": lambda editor: _general(editor).turns,
    "id of a side": lambda editor: _page(editor, "sides", SidesPage).form.fields["id"],
    "hexes on the page of zones": lambda editor: _page(editor, "zones", ZonesPage).hexes,
    "hold": lambda editor: _page(editor, "objectives", ObjectivesPage).hold,
    "hex of a unit": lambda editor: _page(editor, "units", UnitsPage).hex,
    "class of a unit": lambda editor: _page(editor, "units", UnitsPage).unit_class,
    "limits of a measure": lambda editor: _page(editor, "fair", FairPage).bands["territory"],
    "range of an overlay": lambda editor: _analysis(editor).overlay_panel.range,
}


def enter(field: QWidget) -> None:
    assert field.isVisible()
    assert field.isEnabled()
    field.setFocus()
    assert field.hasFocus()
    if isinstance(field, QLineEdit | QAbstractSpinBox):
        field.selectAll()


@pytest.mark.parametrize("name", FIELDS)
def test_return_and_escape_give_the_keys_back_to_the_map(editor: EditorDriver, name: str) -> None:
    editor.open()
    for key, letter, tool in ((RETURN, "E", "eraser"), (ESCAPE, "B", "brush")):
        field = FIELDS[name](editor)
        enter(field)
        QTest.keyClick(field, key)
        assert editor.canvas.hasFocus()
        editor.key(letter, QApplication.focusWidget())
        assert editor.tool.id == tool


@pytest.mark.parametrize("name", FIELDS)
def test_escape_puts_back_the_value_in_force(editor: EditorDriver, name: str) -> None:
    editor.open()
    field = FIELDS[name](editor)
    if isinstance(field, QComboBox):
        return
    assert isinstance(field, QLineEdit | QAbstractSpinBox)
    text = field.text()
    editor.qtbot.waitUntil(lambda: editor.has_analysis)
    steps, overlays = editor.steps, [it.is_on for it in editor.overlays]
    enter(field)
    QTest.keyClicks(field, "7")
    assert field.text() != text
    QTest.keyClick(field, ESCAPE)
    assert field.text() == text
    assert editor.steps == steps
    assert [it.is_on for it in editor.overlays] == overlays, "only the field is left"
    assert "7" not in editor.message


def test_escape_puts_back_what_return_entered_last(editor: EditorDriver) -> None:
    editor.open()
    name = _general(editor).name
    for text, key in (("First", RETURN), ("Second", ESCAPE)):
        enter(name)
        QTest.keyClicks(name, text)
        QTest.keyClick(name, key)
    assert name.text() == editor.scenario.name == "First"


def test_the_next_key_after_a_zone_s_text_takes_a_tool_and_a_drag_paints_with_it(
    editor: EditorDriver,
) -> None:
    editor.open()
    editor.state.terrain_first = "rubble"
    field = of_type(FIELDS["text of a zone"](editor), QLineEdit)
    enter(field)
    QTest.keyClicks(field, "rows 1-3")
    QTest.keyClick(field, RETURN)
    editor.key("B", QApplication.focusWidget())
    assert field.text() == "rows 1-3"
    assert str(editor.scenario.zones[0].shape) == "rows 1-3"
    click(editor, "D6")
    assert editor.terrain("D6") == "rubble"
    assert editor.steps == 2


@pytest.mark.parametrize(
    "leave", ["Return", *(pytest.param(way, marks=pytest.mark.long) for way in ("Tab", "save"))]
)
@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("text of a zone", "rows 1-", "character 8"),
        ("hexes on the page of zones", "rows 1-", "character 8"),
        ("id of a side", "the north", "'the north' is not a valid id"),
        ("id of a side", "south", "Another side is already called south"),
        ("hex of a unit", "nowhere", "NOWHERE"),
        ("limits of a measure", "a lot", "a lot"),
    ],
)
def test_refused_text_gives_way_to_the_value_in_force(
    editor: EditorDriver, name: str, text: str, words: str, leave: str
) -> None:
    editor.open()
    field = FIELDS[name](editor)
    assert isinstance(field, QLineEdit | QAbstractSpinBox)
    before = field.text()
    enter(field)
    QTest.keyClicks(field, text)
    if leave == "save":
        editor.flow.save()
    else:
        QTest.keyClick(field, Qt.Key.Key_Return if leave == "Return" else Qt.Key.Key_Tab)
    assert field.text() == before
    assert not editor.steps
    form: QObject | None = field.parent()
    while form is not None and not isinstance(form, FieldForm):
        form = form.parent()
    key = {"id of a side": "id", "hex of a unit": "hex", "limits of a measure": "territory"}.get(
        name, "hexes"
    )
    told = form.note(key) if form is not None else editor.message
    assert words in told


def test_the_text_of_a_locked_zone_goes_back(editor: EditorDriver) -> None:
    editor.open()
    field = of_type(FIELDS["text of a zone"](editor), QLineEdit)
    before = field.text()
    editor.state.locked_layers = frozenset(("zones",))
    enter(field)
    QTest.keyClicks(field, "rows 3")
    QTest.keyClick(field, RETURN)
    assert field.text() == before
    assert "locked" in editor.message


def test_a_text_of_several_lines_is_left_with_ctrl_return_and_escape(editor: EditorDriver) -> None:
    editor.open()
    notes = _general(editor).notes
    before = editor.scenario.notes
    enter(notes)
    notes.selectAll()
    QTest.keyClicks(notes, "One")
    QTest.keyClick(notes, RETURN)
    assert notes.hasFocus()
    QTest.keyClick(notes, ESCAPE)
    assert editor.canvas.hasFocus()
    assert notes.toPlainText() == before.rstrip("\n")
    assert editor.scenario.notes == before
    enter(notes)
    notes.selectAll()
    QTest.keyClicks(notes, "Two")
    QTest.keyClick(notes, RETURN, CTRL)
    assert editor.canvas.hasFocus()
    assert editor.scenario.notes == "Two"
    assert editor.steps == 1


@pytest.mark.long
def test_a_save_has_the_number_and_the_zone_s_text_that_are_being_typed(editor: EditorDriver) -> None:
    editor.open()
    hexes = FIELDS["text of a zone"](editor)
    enter(hexes)
    QTest.keyClicks(hexes, "rows 1-3")
    editor.key("Ctrl+S", hexes)
    assert str(load(editor.file).zones[0].shape) == "rows 1-3"
    turns = FIELDS["turns"](editor)
    enter(turns)
    QTest.keyClicks(turns, "17")
    editor.key("Ctrl+S", turns)
    assert load(editor.file).turns == 17


def test_fields_of_dialogs_keep_their_keys(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Ctrl+N")
    from fairground.editor.features.board.new_map import NewMapDialog

    (dialog,) = editor.window.findChildren(NewMapDialog)
    dialog.name.setFocus()
    QTest.keyClick(dialog.name, ESCAPE)
    assert not dialog.isVisible()
