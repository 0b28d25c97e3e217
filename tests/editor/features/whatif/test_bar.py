"""What-ifs in the window: asked by mouse and keys, seen everywhere, left without a trace, or taken over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox

from fairground.core.files import to_text
from tests.editor.board_view import LEFT, RIGHT, point
from tests.editor.features.whatif.what_if_hand import (
    OPEN,
    RUBBLE,
    WALL,
    bar,
    click,
    copy,
    drag,
    press,
    said,
    settle,
    shown,
)
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from tests.editor.editor_driver import EditorDriver


def terrain(scenario: Scenario, label: str) -> str:
    return scenario.board.terrain_at(scenario.board.parse(label))[-1]


def effects(scenario: Scenario, label: str) -> tuple[str, ...]:
    return scenario.board.effects_at(scenario.board.parse(label))


def test_a_what_if_is_asked_by_mouse_and_keys_and_left_without_a_trace(court: EditorDriver) -> None:  # noqa: PLR0915  # one window, many steps
    document, window = court.document, court.window
    before, revision = to_text(document.scenario), document.revision
    canvas, actions = court.canvas, court.actions
    canvas.set_zoom(0.8)
    camera = court.camera
    press(court, "S")
    click(court, "D4")
    selected = court.state.selection
    assert not bar(court).isVisible()
    assert not actions["what-if.round"].isEnabled()

    # It says of itself what it is, wherever one looks.
    press(court, "Q")
    assert bar(court).isVisible()
    assert bar(court).description == "no changes yet"
    assert window.windowTitle() == "ember-court.yaml[*] (what-if)"
    assert canvas.accessibleName() == "What-if map"
    assert court.analysis.frame.copy is shown(court)
    assert court.findings_panel.filter.title.text() == "Findings for the what-if"
    assert court.camera.zoom == camera.zoom
    assert court.state.selection == selected
    assert court.tool.id == "what-if"
    assert not any(actions[f"tool.{it}"].isChecked() for it in ("select", "brush"))

    # A wall falls, stands again, and falls.
    click(court, WALL)
    assert bar(court).description == f"destroy {WALL}"
    told = bar(court).replies
    assert any(WALL in told.item(at).text() for at in range(told.count()))
    assert terrain(copy(court), WALL) == RUBBLE
    assert terrain(document.scenario, WALL) == "wall"
    assert canvas.document is shown(court)
    click(court, WALL)
    assert bar(court).description == "no changes yet"
    click(court, WALL)
    click(court, WALL, RIGHT)
    assert terrain(copy(court), WALL) == "wall"
    click(court, WALL)
    click(court, OPEN)
    assert OPEN in said(court)
    assert bar(court).description == f"destroy {WALL}"

    # Smoke by the box, over several hexes, and away again.
    act = bar(court).act
    QTest.keyClick(act, Qt.Key.Key_Down)
    assert court.state.what_if == act.value == "smoke"
    drag(court, "E8", "F8", "G8")
    assert [effects(copy(court), it) for it in ("E8", "F8", "G8")] == [("smoke",)] * 3
    click(court, "F8")
    assert effects(copy(court), "F8") == ()
    click(court, "F8", RIGHT)
    assert effects(copy(court), "F8") == ()
    for _ in range(len(act.values) - 1):
        press(court, "Alt+Q")
    assert court.state.what_if == ""
    assert act.value == ""

    # Weather and rounds.
    press(court, "Shift+Q")
    assert copy(court).weather == bar(court).weather.value == bar(court).weather.values[1]
    QTest.keyClick(bar(court).weather, Qt.Key.Key_Down)
    settle(court)
    assert copy(court).weather == bar(court).weather.values[2]
    seed = bar(court).seed
    seed.lineEdit().selectAll()
    QTest.keyClicks(seed, "41")
    QTest.keyClick(seed, Qt.Key.Key_Return)
    assert canvas.hasFocus()
    press(court, "Alt+Shift+Q")
    QTest.mouseClick(bar(court).buttons["what-if.round"], LEFT)
    settle(court)
    assert [str(it) for it in court.what_if.model.changes[-2:]] == [
        "1 round seed 41",
        "1 round seed 42",
    ]
    assert seed.value() == 43
    assert court.docks.history.texts()[0] == "The current map"
    assert court.docks.history.texts()[-1] == "1 round seed 42: E8"

    # Undo is that of the what-if, by key and button; the document's history stands still.
    count = shown(court).undo_stack.count()
    press(court, "Ctrl+Z")
    QTest.mouseClick(bar(court).buttons["edit.undo"], LEFT)
    assert court.what_if.model.rounds == 0
    press(court, "Ctrl+Shift+Z")
    assert court.what_if.model.rounds == 1
    assert shown(court).undo_stack.count() == count
    assert document.undo_stack.count() == 0

    # Escape leaves; all is as it was.
    press(court, "Esc")
    assert shown(court) is document is canvas.document
    assert (to_text(document.scenario), document.revision) == (before, revision)
    assert (document.undo_stack.count(), document.is_dirty) == (0, False)
    assert not bar(court).isVisible()
    assert window.windowTitle() == "ember-court.yaml[*]"
    assert canvas.accessibleName() == "Map"
    assert court.analysis.frame.copy is None
    assert court.findings_panel.filter.title.text() == "Findings"
    assert court.camera.zoom == camera.zoom
    assert court.state.selection == selected
    assert court.tool.id == "select"
    assert actions["tool.select"].isChecked()
    assert not actions["edit.undo"].isEnabled()

    # It can be taken up again, and made the map in one step.
    (again,) = (it for it in court.notice.buttons if it.text() == "Reopen it")
    QTest.mouseClick(again, LEFT)
    settle(court)
    assert court.what_if.model.rounds == 1
    assert terrain(copy(court), WALL) == RUBBLE
    press(court, "Alt+Return")
    assert shown(court) is document
    assert terrain(document.scenario, WALL) == RUBBLE
    assert document.undo_stack.count() == 1
    assert document.undo_stack.undoText().startswith(f"What if: destroy {WALL}")
    press(court, "Ctrl+Z")
    assert to_text(document.scenario) == before


@pytest.mark.long
def test_nothing_edits_the_map_or_the_copy_while_a_what_if_is_open(court: EditorDriver) -> None:
    document, window = court.document, court.window
    press(court, "S")
    click(court, "B4")
    press(court, "Q")
    click(court, WALL)
    before, of_copy = to_text(document.scenario), to_text(copy(court))
    for key in ("B", "F", "E", "V", "H", "C", "Z", "J", "U", "N"):
        press(court, key)
        assert court.tool.id == "what-if", key
        # What a ruleset lacks is said first.
        refusals = ("cannot be used in a what-if", "has no hexside features")
        assert any(it in said(court) for it in refusals), key
    assert "Shift+Esc closes it, Alt+Return applies it to the map" in said(court)
    for key in ("Ctrl+Return", "Del", "+", "Alt+K", "Ctrl+X", "Ctrl+."):
        court.options.message.setText("")
        press(court, key)
        assert "You cannot edit inside a what-if." in said(court), key
    # What a form was given, it gives back.
    general = court.general_page
    court.dock("scenario").raise_()
    court.settle()
    general.turns.setFocus()
    turns = general.turns.value()
    QTest.keyClick(general.turns, Qt.Key.Key_Up)
    QTest.keyClick(general.turns, Qt.Key.Key_Return)
    court.settle()
    assert general.turns.value() == turns
    # Tools that only look are welcome.
    for key in ("S", "L", "W", "D", "I"):
        press(court, key)
        assert court.tool.id != "what-if", key
    press(court, "Alt+Q")
    assert court.tool.id == "what-if"
    assert court.state.what_if == ""
    assert to_text(document.scenario) == before
    assert to_text(copy(court)) == of_copy
    # A save is of the document.
    press(court, "Ctrl+S")
    assert present(document.path).read_text(encoding="utf-8") == before
    assert said(court) == "This command works on the current map, not on the what-if."
    # Another map does not have it.
    court.open("training-yard")
    assert not court.what_if.is_on
    assert shown(court) is court.document
    assert court.tool.id != "what-if"
    assert not bar(court).isVisible()
    # It is still there when its own map is shown again, and goes with that.
    press(court, "Q")
    press(court, "Ctrl+W")
    assert court.what_if.is_on
    assert "ember-court" in window.windowTitle()
    press(court, "Ctrl+W")
    assert court.workbench.document is None
    assert not court.what_if.is_on
    assert window.windowTitle() == "Welcome"


@pytest.mark.long
def test_every_part_of_the_bar_has_a_name_and_a_tooltip_and_is_reached_by_keys(court: EditorDriver) -> None:
    press(court, "Q")
    widgets = [
        it
        for kind in (QAbstractButton, QComboBox, QAbstractSpinBox)
        for it in bar(court).findChildren(kind)
        if it.isVisible() and it.objectName() != "qt_spinbox_lineedit"
    ]
    assert len(widgets) == 9
    for it in (*widgets, bar(court).replies):
        assert it.accessibleName(), it
        assert it.toolTip(), it
        assert it.focusPolicy() & Qt.FocusPolicy.TabFocus, it
    # A sentence leads to its hex.
    click(court, WALL)
    told = bar(court).replies
    court.canvas.set_zoom(3)
    court.canvas.centre_on(court.hex("A1"))
    QTest.mouseClick(told.viewport(), LEFT, pos=told.visualItemRect(told.item(0)).center())
    assert court.canvas.rect().contains(point(court, WALL))


@pytest.mark.long
def test_other_rules_in_the_middle_of_a_what_if_make_it_anew(court: EditorDriver) -> None:
    press(court, "Q")
    click(court, WALL)
    before = shown(court)
    court.document.refresh_rules()
    court.qtbot.waitUntil(lambda: shown(court) is not before)
    settle(court)
    assert bar(court).description == f"destroy {WALL}"
    assert terrain(copy(court), WALL) == RUBBLE
    assert "applied again to the new map" in said(court)


@pytest.mark.long
def test_escape_goes_one_step_back_and_shift_escape_leaves_at_once(court: EditorDriver) -> None:
    press(court, "Q")
    click(court, WALL)
    press(court, "L")
    drag(court, "B2", "D6")
    for tool, line in (("sight", False), ("what-if", False)):
        press(court, "Esc")
        assert court.tool.id == tool
        assert (court.state.sight_line is not None) is line
        assert court.what_if.is_on
        assert bar(court).description == f"destroy {WALL}"
    press(court, "Esc")
    assert not court.what_if.is_on
    press(court, "Q")
    press(court, "L")
    drag(court, "B2", "D6")
    press(court, "Ctrl+X")
    assert "Escape" not in said(court)
    press(court, "Shift+Esc")
    assert not court.what_if.is_on
