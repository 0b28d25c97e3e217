"""Changes of the whole board in the window: size, layout, turns and rulesets, by mouse and keys, one step each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from fairground.core.files import to_text
from fairground.core.grid.layout import Layout
from fairground.core.scenario.ruleset_kinds import Topic
from fairground.core.scenario.transform.suggested_mapping import MappingSuggestion
from fairground.core.scenario.transform.whole_board import Anchor, Keep
from fairground.editor.document.patches import FieldPatch
from fairground.editor.features.board.job import RerulingResult
from fairground.editor.features.board.mapping_table import MappingTable
from fairground.editor.features.board.transform_dialogs import (
    RelayoutDialog,
    RerulingDialog,
    ResizeDialog,
    TurnBoardDialog,
)
from tests.editor.narrowing import of_type, present

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QDialog
    from pytestqt.qtbot import QtBot

    from fairground.editor.features.board.change_dialog import BoardChangeDialog
    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton
OWN = """\
format: fairground-ruleset/1
extends: penance-arena
id: mine
title: Rules of our club
version: "1"
"""

W = TypeVar("W", bound="QDialog")


@pytest.fixture
def court(prompt_editor: EditorDriver) -> EditorDriver:
    """An arena."""
    prompt_editor.open("ember-court")
    return prompt_editor


def shown(editor: EditorDriver, kind: type[W], key: str) -> W:
    """Open a dialog by its key, and return it."""
    editor.key(key)
    return next(it for it in editor.window.findChildren(kind) if it.isVisible())


def rest(editor: EditorDriver) -> None:
    """Wait until a change is tried, and all of its answer shown."""
    editor.qtbot.wait(250)
    editor.settle()


def type_number(spin: QAbstractSpinBox, number: int) -> None:
    spin.setFocus()
    spin.selectAll()
    QTest.keyClicks(spin, str(number))
    QTest.keyClick(spin, Qt.Key.Key_Tab)


def press(editor: EditorDriver, button: QAbstractButton) -> None:
    QTest.mouseClick(button, LEFT)
    editor.settle()


def lines(dialog: BoardChangeDialog) -> list[str]:
    return [present(dialog.remarks.item(row)).text() for row in range(dialog.remarks.count())]


def choose(editor: EditorDriver, box: QComboBox, value: object) -> None:
    """Choose an entry of a list by the arrow keys."""
    wanted = next(at for at in range(box.count()) if box.itemData(at) == value or box.itemText(at) == value)
    box.setFocus()
    for _ in range(abs(wanted - box.currentIndex())):
        QTest.keyClick(box, Qt.Key.Key_Down if wanted > box.currentIndex() else Qt.Key.Key_Up)
    editor.settle()


def assert_reasons_have_room(table: MappingTable) -> None:
    """How sure a row is can be read whole, whatever room the other columns leave."""
    assert any(
        table.rowHeight(row) > table.verticalHeader().defaultSectionSize() for row in range(table.rowCount())
    )
    for row in range(table.rowCount()):
        index = table.model().index(row, 3)
        option = QStyleOptionViewItem()
        of_type(table.itemDelegate(), QStyledItemDelegate).initStyleOption(option, index)
        option.features |= QStyleOptionViewItem.ViewItemFeature.WrapText
        option.rect = table.visualRect(index)
        wanted = table.style().sizeFromContents(QStyle.ContentsType.CT_ItemViewItem, option, QSize(), table)
        assert wanted.height() <= table.rowHeight(row)


def assert_unsure_rows_look_unsure(table: MappingTable) -> None:
    """What is only somewhat similar asks to be checked, by its words and its sign, and looks like no sure row."""
    rows = [present(table.item(row, 3)) for row in range(table.rowCount())]
    assert any("somewhat similar" in it.text() for it in rows)
    signs: dict[bool, set[bytes]] = {True: set(), False: set()}
    for it in rows:
        is_sure = int(it.text().removeprefix("Please check: ").partition("%")[0]) >= 75
        assert it.text().startswith("Please check: ") is not is_sure
        signs[is_sure].add(bytes(it.icon().pixmap(16).toImage().constBits()))
    assert signs[True]
    assert not signs[True] & signs[False]


def assert_lines_have_space(table: MappingTable) -> None:
    """Texts of several lines have as much space above and below as those of one."""
    for row in range(table.rowCount()):
        option = QStyleOptionViewItem()
        index = table.model().index(row, 3)
        of_type(table.itemDelegate(), QStyledItemDelegate).initStyleOption(option, index)
        option.features |= QStyleOptionViewItem.ViewItemFeature.WrapText
        option.rect = table.visualRect(index)
        room = table.style().subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, table)
        # The text within its margins of three pixels on each side.
        box = QRect(0, 0, room.width() - 6, 0)
        high = table.fontMetrics().boundingRect(box, Qt.TextFlag.TextWordWrap, option.text).height()
        assert table.rowHeight(row) >= high + 12, option.text


def assert_one_step(editor: EditorDriver, before: str) -> None:
    """The last change is one step, and undo and redo lead there and back exactly."""
    after = to_text(editor.scenario)
    assert after != before
    assert editor.steps == 1
    editor.window.activateWindow()
    editor.qtbot.waitUntil(editor.window.isActiveWindow)
    editor.key("Ctrl+Z")
    assert to_text(editor.scenario) == before
    assert editor.camera.layout is editor.scenario.board.layout
    editor.key("Ctrl+Y")
    assert to_text(editor.scenario) == after


# -- resize -------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_board_is_resized_by_keys_with_an_anchor_by_mouse(court: EditorDriver) -> None:
    before = to_text(court.scenario)
    columns, rows = court.scenario.board.columns, court.scenario.board.rows
    dialog = shown(court, ResizeDialog, "Ctrl+Shift+B")
    assert not dialog.take.isEnabled()
    assert dialog.preview.message == "The board already has this size."
    type_number(dialog.size_fields.columns, columns + 2)
    press(court, dialog.anchors[Anchor.RIGHT])
    rest(court)
    assert dialog.take.isEnabled()
    assert present(present(dialog.preview.canvas).document).scenario.board.columns == columns + 2
    assert dialog.remarks_title.text() == "Nothing will be lost"
    press(court, dialog.take)
    assert court.scenario.board.columns == columns + 2
    assert court.scenario.board.rows == rows
    assert court.document.undo_stack.text(0) == f"Resize to {columns + 2} by {rows}"
    assert_one_step(court, before)
    camera = court.camera
    assert (camera.columns, camera.rows) == (columns + 2, rows)


@pytest.mark.long
def test_what_falls_off_is_listed_before_it_does(court: EditorDriver) -> None:
    board = court.scenario.board
    dialog = shown(court, ResizeDialog, "Ctrl+Shift+B")
    type_number(dialog.size_fields.rows, board.rows - 2)
    rest(court)
    first = lines(dialog)[0]
    assert f"A{board.rows}" in first
    assert f"A{board.rows - 2}," not in first
    assert "fall off" in first
    assert dialog.remarks.item(0).data(Qt.ItemDataRole.AccessibleTextRole).startswith("Lost: ")
    assert any(line.startswith(("Zone", "Objective", "Unit")) for line in lines(dialog))


@pytest.mark.long
def test_many_things_of_a_kind_that_fall_off_share_a_line(court: EditorDriver) -> None:
    board = court.scenario.board
    below = [it for it in board.hexes() if board.cell(it)[0] >= 2][:40]
    court.document.edit("Notes", [FieldPatch("board.notes", board.notes, dict.fromkeys(below, "rubble"))])
    dialog = shown(court, ResizeDialog, "Ctrl+Shift+B")
    type_number(dialog.size_fields.rows, 2)
    rest(court)
    told = lines(dialog)
    assert len([it for it in told if it.startswith("Note ")]) == 1
    assert any(it.startswith("Note (40): rubble (A3), ") and it.endswith(" … and 36 more") for it in told)
    fallen = board.columns * (board.rows - 2)
    assert told[0].startswith(f"{fallen} hexes fall off the board: A3, B3, ")
    assert told[0].endswith(f" … and {fallen - 24} more")


@pytest.mark.parametrize(
    ("kind", "key", "first"),
    [
        (ResizeDialog, "Ctrl+Shift+B", lambda it: it.size_fields.columns),
        (RerulingDialog, "Ctrl+Shift+E", lambda it: it.ruleset),
        (TurnBoardDialog, "Ctrl+Shift+M", lambda it: next(iter(it.choices.values()))[0]),
    ],
)
def test_the_keys_begin_with_what_is_changed_first(
    court: EditorDriver, kind: type[W], key: str, first: Callable[[W], object]
) -> None:
    dialog = shown(court, kind, key)
    assert dialog.focusWidget() is first(dialog)


def test_the_buttons_come_after_the_form_for_the_keys(court: EditorDriver) -> None:
    dialog = shown(court, ResizeDialog, "Ctrl+Shift+B")
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Backtab)
    assert isinstance(dialog.focusWidget(), QPushButton)


def test_kinds_keep_their_line_while_the_lists_can_be_narrower(court: EditorDriver) -> None:
    court.open("night-raid")
    dialog = shown(court, RerulingDialog, "Ctrl+Shift+E")
    choose(court, dialog.ruleset, "megamek")
    rest(court)
    table = dialog.table
    assert table.columnWidth(0) >= table.sizeHintForColumn(0) > 0
    # Only reasons need two lines, where they don't fit beside their signs of 16 pixels, with margins of three pixels.
    room, letters = table.columnWidth(3) - 28, table.fontMetrics()
    rows, usual = range(table.rowCount()), table.verticalHeader().defaultSectionSize()
    tall = [row for row in rows if table.rowHeight(row) > usual]
    wide = [row for row in rows if letters.horizontalAdvance(present(table.item(row, 3)).text()) > room]
    assert tall == wide
    assert 0 < len(tall) < len(rows)


@pytest.mark.long
def test_the_lists_of_kinds_come_after_the_ruleset_for_the_keys(court: EditorDriver) -> None:
    dialog = shown(court, RerulingDialog, "Ctrl+Shift+E")
    choose(court, dialog.ruleset, "penance-2.0")
    rest(court)
    order = []
    for _ in range(len(dialog.table.boxes) + 2):
        order.append(dialog.focusWidget())
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
    assert order == [dialog.ruleset, dialog.table, *dialog.table.boxes.values()]


@pytest.mark.long
def test_the_symmetries_of_the_new_size_are_told(court: EditorDriver) -> None:
    dialog = shown(court, ResizeDialog, "Ctrl+Shift+B")
    type_number(dialog.size_fields.columns, 9)
    type_number(dialog.size_fields.rows, 8)
    told = [fact.sentence for fact in dialog.symmetries.facts]
    assert all("9x8" in it for it in told)
    assert {fact.possible for fact in dialog.symmetries.facts} == {True, False}


@pytest.mark.long
def test_a_change_of_parity_is_told(court: EditorDriver) -> None:
    board = court.scenario.board
    dialog = shown(court, ResizeDialog, "Ctrl+Shift+B")
    type_number(dialog.size_fields.rows, board.rows + 1)
    press(court, dialog.anchors[Anchor.BOTTOM])
    rest(court)
    assert "even-r" in dialog.about.text()
    assert any("layout changes from" in line and "to even-r" in line for line in lines(dialog))


@pytest.mark.long
def test_nothing_is_changed_by_a_dialog_that_is_given_up(court: EditorDriver) -> None:
    before = to_text(court.scenario)
    dialog = shown(court, ResizeDialog, "Ctrl+Shift+B")
    type_number(dialog.size_fields.columns, 5)
    rest(court)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    court.settle()
    assert court.steps == 0
    assert to_text(court.scenario) == before


def test_every_anchor_can_be_reached_and_has_a_name(court: EditorDriver) -> None:
    dialog = shown(court, ResizeDialog, "Ctrl+Shift+B")
    assert len(dialog.anchors) == 9
    names = {button.accessibleName() for button in dialog.anchors.values()}
    assert len(names) == 9
    for anchor, button in dialog.anchors.items():
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Space)
        assert dialog.anchor is anchor


@pytest.mark.long
def test_what_points_at_hexes_lets_go_of_the_old_board(court: EditorDriver) -> None:
    state = court.state
    last = court.hex(court.scenario.board.label(list(court.scenario.board.hexes())[-1]))
    court.key("Ctrl+A")
    state.sight_line, state.path_ends, state.pin = (last, last), (last, last), last
    state.measured, state.symmetry_centre = (last, last), last
    dialog = shown(court, ResizeDialog, "Ctrl+Shift+B")
    type_number(dialog.size_fields.columns, 6)
    type_number(dialog.size_fields.rows, 5)
    rest(court)
    press(court, dialog.take)
    assert not state.selection
    after = court.state
    assert (after.sight_line, after.path_ends, after.pin, after.symmetry_centre) == (None,) * 4
    assert after.measured == ()
    zones = [zone.id for zone in court.scenario.zones]
    assert state.zone_id in (zones or [""])


@pytest.mark.long
def test_overlays_follow_a_board_of_another_size(court: EditorDriver) -> None:
    for key in ("2", "4"):
        court.key(key)
    dialog = shown(court, ResizeDialog, "Ctrl+Shift+B")
    type_number(dialog.size_fields.columns, court.scenario.board.columns - 4)
    rest(court)
    press(court, dialog.take)
    court.qtbot.wait(400)
    court.canvas.settle()
    court.key("Ctrl+Z")
    court.qtbot.wait(400)
    court.canvas.settle()
    assert court.canvas.is_settled


@pytest.mark.long
@pytest.mark.parametrize("by_keys", [False, True])
def test_a_stroke_ends_before_a_dialog_changes_the_board(court: EditorDriver, *, by_keys: bool) -> None:
    canvas = court.canvas
    court.key("V")
    if by_keys:
        canvas.setFocus()
        for key in (Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Right):
            QTest.keyClick(canvas, key)
    else:
        begin, end = (canvas.point_of(court.hex(it)).toPoint() for it in ("D4", "E5"))
        QTest.mousePress(canvas, LEFT, pos=begin)
        QTest.mouseMove(canvas, end)
    dialog = shown(court, ResizeDialog, "Ctrl+Shift+B")
    type_number(dialog.size_fields.columns, 3)
    type_number(dialog.size_fields.rows, 2)
    rest(court)
    press(court, dialog.take)
    assert court.steps == 2
    if by_keys:
        QTest.keyClick(canvas, Qt.Key.Key_Right)
    else:
        end = canvas.point_of(court.hex("B2")).toPoint()
        QTest.mouseMove(canvas, end)
        QTest.mouseRelease(canvas, LEFT, pos=end)
    assert court.steps == 2


# -- layout -------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("keep", Keep)
@pytest.mark.parametrize("layout", [Layout.EVEN_R, Layout.ODD_Q])
def test_the_layout_is_changed_as_asked(court: EditorDriver, layout: Layout, keep: Keep) -> None:
    before = to_text(court.scenario)
    size = court.scenario.board.columns, court.scenario.board.rows
    dialog = shown(court, RelayoutDialog, "Ctrl+Shift+H")
    assert not dialog.take.isEnabled()
    press(court, dialog.layouts.buttons[layout])
    dialog.keeps[keep].setFocus()
    QTest.keyClick(dialog.keeps[keep], Qt.Key.Key_Space)
    rest(court)
    assert any(layout.value in line for line in lines(dialog))
    press(court, dialog.take)
    assert court.scenario.board.layout is layout
    assert ((court.scenario.board.columns, court.scenario.board.rows) == size) == (keep is Keep.OFFSETS)
    assert_one_step(court, before)


# -- turns --------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_board_is_turned_and_back(court: EditorDriver) -> None:
    before = to_text(court.scenario)
    hexes = int((~court.scenario.board.void).sum())
    dialog = shown(court, TurnBoardDialog, "Ctrl+Shift+M")
    rest(court)
    assert len(dialog.choices) == 11
    assert dialog.take.isEnabled()
    press(court, dialog.take)
    assert int((~court.scenario.board.void).sum()) == hexes
    assert court.document.undo_stack.text(0) == "Board: turn by 60° clockwise"
    assert_one_step(court, before)
    dialog = shown(court, TurnBoardDialog, "Ctrl+Shift+M")
    press(court, dialog.choices["Turn by 60° counterclockwise"][0])
    rest(court)
    press(court, dialog.take)
    court.document.undo()
    court.document.undo()
    assert to_text(court.scenario) == before


@pytest.mark.long
def test_a_board_is_mirrored_by_keys(court: EditorDriver) -> None:
    board = court.scenario.board
    left = board.terrain_at(board.parse("A1"))
    dialog = shown(court, TurnBoardDialog, "Ctrl+Shift+M")
    button = dialog.choices["Top-bottom mirror"][0]
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    rest(court)
    dialog.take.setFocus()
    QTest.keyClick(dialog.take, Qt.Key.Key_Return)
    court.settle()
    after = court.scenario.board
    assert after.terrain_at(after.layout.from_offset(0, after.rows - 1)) == left


# -- rulesets -----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_ruleset_is_changed_with_what_each_kind_becomes(court: EditorDriver) -> None:
    before = to_text(court.scenario)
    dialog = shown(court, RerulingDialog, "Ctrl+Shift+E")
    assert dialog.preview.message.startswith("The scenario already uses this ruleset")
    choose(court, dialog.ruleset, "hexside-ww2")
    rest(court)
    assert dialog.table.rowCount() == len(dialog.table.boxes) > 2
    assert dialog.take.isEnabled()
    assert dialog.message.text() == "Every kind has a counterpart or is left out."
    assert_unsure_rows_look_unsure(dialog.table)
    assert_lines_have_space(dialog.table)
    press(court, dialog.take)
    assert court.document.undo_stack.undoText() == "Change ruleset to Hexside line of sight"
    assert court.scenario.ruleset.name == "hexside-ww2"
    assert court.scenario.rules.id == "hexside-ww2"
    assert court.state.feature in court.scenario.rules.hexsides
    assert_one_step(court, before)
    court.key("Ctrl+Z")
    assert court.scenario.rules.id == "penance-1.0"


def test_until_another_ruleset_is_tried_nothing_is_said_about_the_present_one(
    court: EditorDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = shown(court, RerulingDialog, "Ctrl+Shift+E")
    jobs: list[object] = []
    monkeypatch.setattr(court.session.worker, "send", jobs.append)
    choose(court, dialog.ruleset, "hexside-ww2")
    court.qtbot.waitUntil(lambda: bool(jobs))
    assert dialog.preview.message == "Previewing the change…"
    assert not dialog.take.isEnabled()
    dialog.reject()


@pytest.mark.long
def test_unmapped_kinds_are_marked_and_refused_until_they_are_dropped(court: EditorDriver) -> None:
    court.open("millwater-valley")
    dialog = shown(court, RerulingDialog, "Ctrl+Shift+E")
    choose(court, dialog.ruleset, "penance-1.0")
    rest(court)
    unmapped = [key for key, box in dialog.table.boxes.items() if box.currentIndex() == 0]
    assert unmapped
    assert not dialog.take.isEnabled()
    assert "no counterpart" in dialog.message.text()
    assert "No replacement chosen for" in dialog.preview.message
    row = list(dialog.table.boxes).index(unmapped[0])
    item = present(dialog.table.item(row, 3))
    assert item.text().startswith("Not mapped")
    assert not item.icon().isNull()
    assert_reasons_have_room(dialog.table)
    large = dialog.table.font()
    large.setPointSizeF(1.5 * large.pointSizeF())
    dialog.table.setFont(large)
    court.settle()
    assert_reasons_have_room(dialog.table)
    for key in unmapped:
        assert not dialog.take.isEnabled()
        choose(court, dialog.table.boxes[key], "Leave out")
        rest(court)
    assert dialog.take.isEnabled()
    title, _, _ = present(dialog.table.item(row, 0)).text().rpartition(" (")
    assert any(title in line for line in lines(dialog))
    press(court, dialog.take)
    assert court.scenario.ruleset.name == "penance-1.0"


@pytest.mark.long
def test_suggestions_say_how_sure_they_are_and_give_way_to_a_choice(court: EditorDriver) -> None:
    dialog = shown(court, RerulingDialog, "Ctrl+Shift+E")
    choose(court, dialog.ruleset, "penance-2.0")
    rest(court)
    assert "100%, in both rulesets" in [
        present(dialog.table.item(row, 3)).text() for row in range(dialog.table.rowCount())
    ]
    key = (Topic.TERRAIN, "lava")
    choose(court, dialog.table.boxes[key], "clear")
    rest(court)
    row = list(dialog.table.boxes).index(key)
    assert present(dialog.table.item(row, 0)).text() == "Lava (terrain)"
    assert dialog.table.boxes[key].accessibleName() == "Replacement for terrain Lava"
    assert present(dialog.table.item(row, 3)).text() == "Chosen by hand"
    press(court, dialog.take)
    assert not court.scenario.board.where_terrain("lava").any()


@pytest.mark.long
def test_a_tool_that_the_new_ruleset_has_nothing_for_is_put_away(court: EditorDriver) -> None:
    _window, document = court.window, court.document
    before = document.scenario.ruleset
    for key, tool, other, ruleset in (
        ("C", "effects", "penance-1.0", "base-visibility"),
        ("H", "hexsides", "hexside-ww2", "penance-1.0"),
    ):
        now = document.scenario.ruleset
        document.edit("Rules", [FieldPatch("ruleset", now, replace(now, name=other))])
        court.settle()
        court.key(key)
        assert court.tool.id == tool
        now = document.scenario.ruleset
        document.edit("Rules", [FieldPatch("ruleset", now, replace(now, name=ruleset))])
        court.settle()
        assert court.tool.id == "select"
        assert court.actions["tool.select"].isChecked()
        assert court.message.startswith("Switched to Select. ")
    document.go_to(0)
    court.settle()
    assert document.scenario.ruleset == before


@pytest.mark.long
def test_a_ruleset_beside_the_scenario_can_be_chosen_and_a_faulty_one_is_told(court: EditorDriver) -> None:
    (court.folder / "mine.yaml").write_text(OWN, encoding="utf-8")
    (court.folder / "bad.yaml").write_text(OWN.replace("penance-arena", "nowhere"), encoding="utf-8")
    dialog = shown(court, RerulingDialog, "Ctrl+Shift+E")
    court.qtbot.waitUntil(lambda: dialog.ruleset.findText("Rules of our club (mine.yaml)") > 0)
    choose(court, dialog.ruleset, "bad.yaml")
    rest(court)
    assert not dialog.take.isEnabled()
    assert "nowhere" in dialog.preview.message
    choose(court, dialog.ruleset, "mine.yaml")
    rest(court)
    press(court, dialog.take)
    assert court.scenario.ruleset.name == "mine.yaml"
    assert court.scenario.rules.title == "Rules of our club"


def test_a_suggestion_that_is_no_more_than_likely_asks_to_be_checked(qtbot: QtBot) -> None:
    table = MappingTable()
    qtbot.addWidget(table)
    sure = (100, 90, 75, 74, 50, 20)
    suggestions = tuple(MappingSuggestion(Topic.TERRAIN, f"t{it}", "clear", it, "why") for it in sure)
    choices = {Topic.TERRAIN: {"clear": "Clear"}}
    titles = {(it.topic, it.old): it.old.upper() for it in suggestions}
    table.show_answer(RerulingResult(suggestions=suggestions, choices=choices, titles=titles))
    texts = [present(table.item(row, 3)).text() for row in range(table.rowCount())]
    assert texts == [
        *(f"{it}%, why" for it in (100, 90, 75)),
        *(f"Please check: {it}% sure, why" for it in (74, 50, 20)),
    ]
    signs = [present(table.item(row, 3)).icon().pixmap(16).toImage() for row in range(table.rowCount())]
    assert signs[2] == signs[0]
    assert signs[3] == signs[5] != signs[0]
