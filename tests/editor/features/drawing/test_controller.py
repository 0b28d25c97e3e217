"""Shapes, symmetries, measured legs, names and notes by mouse and keys, in the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from fairground.core.grid.hexsides import Corner, corner
from fairground.core.grid.layout import Layout
from fairground.core.grid.lines import hex_line, straightened
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.editor.shell.options_bar import options_bar
from fairground.editor.tools.names import NamesTool
from fairground.editor.tools.shapes import DragShape
from tests.editor.narrowing import of_type, present

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint

    from tests.editor.editor_driver import EditorDriver

LEFT, RIGHT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


class Mouse:
    """A mouse on the map."""

    def __init__(self, editor: EditorDriver) -> None:
        self.editor, self.canvas = editor, editor.canvas

    def point(self, label: str) -> QPoint:
        found: QPoint = self.canvas.point_of(self.editor.hex(label)).toPoint()
        return found

    def move(
        self,
        to: str | QPointF,
        button: Qt.MouseButton = NO_BUTTON,
        modifiers: Qt.KeyboardModifier = NONE,
    ) -> None:
        at = to if isinstance(to, QPointF) else QPointF(self.point(to))
        event = QMouseEvent(
            QMouseEvent.Type.MouseMove, at, self.canvas.mapToGlobal(at), NO_BUTTON, button, modifiers
        )
        QApplication.sendEvent(self.canvas, event)

    def click(self, label: str, button: Qt.MouseButton = LEFT) -> None:
        self.move(label)
        QTest.mouseClick(self.canvas, button, NONE, self.point(label))

    def drag(self, *way: str, finish: bool = True) -> None:
        self.move(way[0])
        QTest.mousePress(self.canvas, LEFT, NONE, self.point(way[0]))
        for label in way[1:]:
            self.move(label, LEFT)
        if finish:
            QTest.mouseRelease(self.canvas, LEFT, NONE, self.point(way[-1]))


@pytest.fixture
def mouse(editor: EditorDriver) -> Mouse:
    editor.open()
    editor.canvas.setFocus()
    editor.settle()
    return Mouse(editor)


def walls(editor: EditorDriver) -> set[str]:
    board = editor.scenario.board
    return {board.label(at) for at in board.hexes_of(board.where_terrain("wall"))}


# -- shapes -------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_shapes_by_key_and_mouse(editor: EditorDriver, mouse: Mouse) -> None:
    _window, state = editor.window, editor.state
    state.terrain_first = "wall"
    before = walls(editor)
    editor.key("G")
    assert state.shape is DragShape.LINE
    assert "straight lines of hexes" in editor.options.shape.shape.toolTip()
    mouse.drag("A3", "D3", finish=False)
    assert walls(editor) == before
    assert editor.drawing.tag.text == "Line, 4 hexes"
    assert editor.status.hint.text() == "Line, 4 hexes"
    QTest.mouseRelease(mouse.canvas, LEFT, NONE, mouse.point("D3"))
    assert walls(editor) - before == {"A3", "B3", "C3", "D3"}
    assert editor.drawing.tag.text == ""
    assert editor.status.hint.text() == editor.tool.hint
    assert editor.steps == 1
    editor.key("Ctrl+Z")
    assert walls(editor) == before
    editor.key("G")
    editor.key("Shift+G")
    assert (state.shape, state.filled) == (DragShape.RECTANGLE, False)
    assert "outline" in editor.options.shape.shape.accessibleName()
    editor.key("G")
    editor.key("G")
    assert state.shape.value == "freehand"


@pytest.mark.long
def test_undo_during_a_stroke_takes_it_back_and_the_rest_of_the_drag_does_nothing(
    editor: EditorDriver, mouse: Mouse
) -> None:
    state = editor.state
    state.terrain_first = "wall"
    mouse.click("A3")
    before = walls(editor)
    for shape in (DragShape.FREEHAND, DragShape.LINE):
        state.shape = shape
        mouse.drag("C3", "C5", finish=False)
        editor.key("Ctrl+Z")
        mouse.move("F5", LEFT)
        QTest.mouseRelease(mouse.canvas, LEFT, NONE, mouse.point("F5"))
        assert walls(editor) == before
        assert editor.steps == 1
    mouse.drag("C3", "C5", finish=False)
    editor.key("Ctrl+Alt+Z")
    mouse.move("F5", LEFT)
    QTest.mouseRelease(mouse.canvas, LEFT, NONE, mouse.point("F5"))
    assert walls(editor) == before - {"A3"}


@pytest.mark.long
def test_shift_pressed_during_a_drag_straightens_the_line_at_once(editor: EditorDriver, mouse: Mouse) -> None:
    state = editor.state
    state.terrain_first, state.shape = "wall", DragShape.LINE
    before = walls(editor)
    mouse.drag("A3", "C6", finish=False)
    QTest.keyPress(mouse.canvas, Qt.Key.Key_Shift, SHIFT)
    assert editor.drawing.tag.text == "Line, 5 hexes"
    QTest.mouseRelease(mouse.canvas, LEFT, SHIFT, mouse.point("C6"))
    start = editor.hex("A3")
    straight = hex_line(start, straightened(start, editor.hex("C6")))
    assert walls(editor) - before == {editor.scenario.board.label(at) for at in straight} - before
    assert editor.steps == 1


def test_escape_gives_a_shape_up(editor: EditorDriver, mouse: Mouse) -> None:
    editor.state.shape = DragShape.DISC
    mouse.drag("E5", "E3", finish=False)
    QTest.keyClick(mouse.canvas, Qt.Key.Key_Escape)
    assert editor.drawing.tag.text == ""
    QTest.mouseRelease(mouse.canvas, LEFT, NONE, mouse.point("E3"))
    assert editor.steps == 0


@pytest.mark.long
def test_shapes_are_drawn_with_the_keys_alone(editor: EditorDriver, mouse: Mouse) -> None:
    state = editor.state
    state.terrain_first = "wall"
    before = walls(editor)
    mouse.canvas.put_cursor(editor.hex("A3"))
    QTest.keyClick(mouse.canvas, Qt.Key.Key_G)
    QTest.keyClick(mouse.canvas, Qt.Key.Key_Return)
    for _ in range(3):
        QTest.keyClick(mouse.canvas, Qt.Key.Key_Right)
    QTest.keyClick(mouse.canvas, Qt.Key.Key_Return)
    assert walls(editor) - before == {"A3", "B3", "C3", "D3"}
    assert editor.steps == 1


def test_the_menus_of_shape_and_form(editor: EditorDriver, mouse: Mouse) -> None:
    assert mouse
    options, state = editor.options.shape, editor.state
    options.shapes.aboutToShow.emit()
    titles = [it.text() for it in options.shapes.actions() if it.text()]
    assert titles == ["Freehand", "Line", "Rectangle", "Disc", "Filled shapes"]
    options.shapes.actions()[2].trigger()
    assert state.shape is DragShape.RECTANGLE
    options.forms.aboutToShow.emit()
    titles = [it.text() for it in options.forms.actions()]
    assert titles == ["Disc", "Bar from NW to SE", "Bar from NE to SW", "Bar from E to W"]
    options.forms.actions()[3].trigger()
    assert (state.bar, state.radius) == (2, 1)
    assert editor.options.brush_size.label.text() == "3 hexes"


@pytest.mark.long
def test_the_form_of_the_brush_by_key(editor: EditorDriver, mouse: Mouse) -> None:
    state = editor.state
    state.terrain_first = "wall"
    before = walls(editor)
    editor.key("K")
    editor.key("K")
    editor.key("K")
    assert (state.bar, state.radius) == (2, 1)
    mouse.click("C5")
    assert walls(editor) - before == {"B5", "C5", "D5"}
    editor.key("K")
    assert state.bar is None


def test_the_flood_of_a_level_by_key(editor: EditorDriver, mouse: Mouse) -> None:
    editor.key("Shift+F")
    assert editor.tool.id == "elevation"
    assert editor.state.level_flood
    assert editor.options.elevation.flood.isChecked()
    mouse.click("A5")
    assert editor.scenario.board.level_at(editor.hex("J8")) == 1
    assert editor.steps == 1
    editor.key("Shift+F")
    assert not editor.state.level_flood


# -- symmetry -----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_centre_makes_every_symmetry_possible(editor: EditorDriver, mouse: Mouse) -> None:
    _window, state = editor.window, editor.state
    buttons = editor.options.symmetry.buttons
    assert "Shift+M" in buttons[BoardSymmetry.TURN_120].toolTip()
    mouse.move("E5")
    editor.key("Shift+M")
    assert state.symmetry_centre == editor.hex("E5")
    assert state.symmetry is BoardSymmetry.TURN_180
    assert editor.options.symmetry.centre.isChecked()
    QTest.mouseClick(buttons[BoardSymmetry.TURN_60], LEFT)
    assert state.symmetry.value == "turn-60"
    assert editor.status.symmetry.text() == "60° turn about hex E5"
    assert present(editor.drawing.mark.symmetry)(editor.hex("E5")) == editor.hex("E5")
    state.terrain_first = "wall"
    before = walls(editor)
    mouse.click("E2")
    assert len(walls(editor) - before) >= 5
    assert editor.message == ""
    mouse.click("A9")
    assert editor.message == "Mirror images off the board are left out."


@pytest.mark.long
def test_what_was_refused_is_said_until_something_else_is_done(
    editor: EditorDriver, mouse: Mouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    options, status = editor.options, editor.status
    sentence = "Nothing can be done here, and there is a great deal to be said about why that is so. " * 3
    options.say(sentence)
    assert status.currentMessage() == sentence
    # A refusal may come with the change that it is about.
    monkeypatch.setattr(options_bar, "_AT_ONCE", 60_000)
    mouse.click("E5")
    assert options.message.text() == status.currentMessage() == sentence
    monkeypatch.setattr(options_bar, "_AT_ONCE", -1)
    mouse.click("E4")
    assert options.message.text() == status.currentMessage() == ""
    # Other notes are left alone.
    status.showMessage("Saved.")
    options.say("No.")
    mouse.click("E3")
    assert status.currentMessage() == "Saved."


def test_once_more_is_about_the_board_again(editor: EditorDriver, mouse: Mouse) -> None:
    state = editor.state
    mouse.move("E5")
    editor.key("Shift+M")
    editor.options.symmetry.choose(BoardSymmetry.TURN_120)
    editor.key("Shift+M")
    assert state.symmetry_centre is None
    # The board has no such turn.
    assert state.symmetry is None
    assert "has no 120° turn" in editor.message
    # What has no room in the bar is said in the status bar, until another tool is taken.
    assert "has no 120° turn" in editor.status.currentMessage()
    editor.key("E")
    assert editor.status.currentMessage() == ""
    assert editor.drawing.mark.symmetry is None
    assert editor.status.symmetry.isHidden()


@pytest.mark.long
def test_near_a_corner_the_corner_is_the_centre(editor: EditorDriver, mouse: Mouse) -> None:
    state = editor.state
    at = corner(editor.hex("E5"), 1)
    camera = editor.camera
    x, y = camera.to_view(*camera.layout.corner_point(at))
    mouse.move(QPointF(x + 2, y) / camera.ratio)
    editor.key("Shift+M")
    assert state.symmetry_centre == at
    assert isinstance(state.symmetry_centre, Corner)
    assert state.symmetry is BoardSymmetry.TURN_120
    assert editor.status.symmetry.text() == "120° turn about the corner of E4, E5 and F5"
    editor.key("M")
    assert state.symmetry.value == "left-right"


def test_without_a_pointer_the_selected_hex_is_the_centre(editor: EditorDriver, mouse: Mouse) -> None:
    state = editor.state
    QApplication.sendEvent(mouse.canvas, QEvent(QEvent.Type.Leave))
    editor.key("Shift+M")
    assert state.symmetry_centre is None
    assert "select a hex" in editor.message
    state.selection = frozenset((editor.hex("D4"),))
    editor.key("Shift+M")
    assert state.symmetry_centre == editor.hex("D4")


def test_a_new_document_has_its_own_middle(editor: EditorDriver, mouse: Mouse) -> None:
    mouse.move("E5")
    editor.key("Shift+M")
    editor.session.new("Other", layout=Layout.ODD_Q, size=(8, 8), ruleset="penance-2.0")
    state = editor.state
    assert state.symmetry_centre is None
    assert state.symmetry is BoardSymmetry.TURN_180
    assert editor.status.symmetry.text() == "180° turn"


@pytest.mark.long
def test_half_of_the_board_is_copied_from_a_menu(editor: EditorDriver, mouse: Mouse) -> None:
    drawing, state = editor.drawing, editor.state
    editor.key("Ctrl+M")
    assert "Choose a symmetry first" in editor.message
    state.terrain_first = "wall"
    mouse.click("A5")
    editor.key("M")
    editor.key("Ctrl+M")
    assert drawing.parts_menu.isVisible()
    texts = [it.text() for it in drawing.parts_menu.actions()]
    assert texts[0] == "Copy the top half onto the bottom"
    QTest.keyClick(drawing.parts_menu, Qt.Key.Key_Return)
    editor.settle()
    assert editor.terrain("J6") == "wall"
    assert editor.steps == 2
    assert "Copied the top half onto the bottom: 1 hex changed" in editor.message


# -- measure ------------------------------------------------------------------------------------------------


def test_measuring_by_mouse(editor: EditorDriver, mouse: Mouse) -> None:
    _window, state = editor.window, editor.state
    editor.key("D")
    assert editor.tool.id == "measure"
    clear = editor.actions["measure.clear"]
    assert not clear.isEnabled()
    assert clear.toolTip() == "Nothing is measured. Click a hex with the Measure tool first."
    mouse.drag("A3", "D3")
    assert clear.isEnabled()
    assert clear.toolTip() == "Remove all measured lines (Alt+D)"
    mouse.click("D6")
    assert editor.status.hint.text() == "3 + 3 = 6 hexes"
    before = mouse.canvas.grab().toImage()
    mouse.click("D6", RIGHT)
    assert editor.status.hint.text() == "3 hexes"
    assert mouse.canvas.grab().toImage() != before
    editor.key("Alt+D")
    assert state.measured == ()
    assert not clear.isEnabled()
    mouse.click("A3")
    mouse.canvas.setFocus()
    QTest.keyClick(mouse.canvas, Qt.Key.Key_Escape)
    assert state.measured == ()
    assert editor.steps == 0


# -- names and notes ----------------------------------------------------------------------------------------


def test_a_name_is_typed_over_its_hex(editor: EditorDriver, mouse: Mouse) -> None:
    box = editor.drawing.name_box
    editor.key("N")
    mouse.click("E5")
    assert box.isVisible()
    assert box.geometry().contains(mouse.point("E5"))
    # Letters are text now, and take no tool.
    QTest.keyClicks(box, "Bell Tower")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert not box.isVisible()
    assert editor.scenario.board.names == {editor.hex("E5"): "Bell Tower"}
    assert editor.tool.id == "names"
    assert editor.steps == 1
    mouse.click("E5")
    assert box.text() == "Bell Tower"
    QTest.keyClick(box, Qt.Key.Key_Delete)
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert editor.scenario.board.names == {}
    editor.key("Ctrl+Z")
    assert editor.scenario.board.names == {editor.hex("E5"): "Bell Tower"}


def test_escape_leaves_a_name_and_another_click_writes_it(editor: EditorDriver, mouse: Mouse) -> None:
    box = editor.drawing.name_box
    editor.key("N")
    mouse.click("E5")
    QTest.keyClicks(box, "Nowhere")
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert editor.steps == 0
    mouse.click("E5")
    QTest.keyClicks(box, "Ford")
    mouse.click("C3")
    assert editor.scenario.board.names == {editor.hex("E5"): "Ford"}
    assert box.isVisible()
    assert box.text() == ""


def test_a_name_in_the_making_is_saved(editor: EditorDriver, mouse: Mouse) -> None:
    editor.key("N")
    mouse.click("E5")
    QTest.keyClicks(editor.drawing.name_box, "Ford")
    editor.flow.save()
    assert "Ford" in editor.file.read_text(encoding="utf-8")


def test_a_note_is_written_in_the_inspector(editor: EditorDriver, mouse: Mouse) -> None:
    note = editor.inspector.note
    mouse.move("E5")
    editor.key("Shift+N")
    assert editor.state.selection == frozenset((editor.hex("E5"),))
    assert note.text.accessibleName() == "Note on E5"
    QTest.keyClicks(note.text, "Mind the dog")
    QTest.keyClick(note.text, Qt.Key.Key_Return)
    QTest.keyClicks(note.text, "and the cat")
    assert editor.steps == 0
    QTest.keyClick(note.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert editor.scenario.board.notes == {editor.hex("E5"): "Mind the dog\nand the cat"}
    assert editor.steps == 1
    editor.key("Ctrl+Z", mouse.canvas)
    assert editor.scenario.board.notes == {}


def test_leaving_a_note_writes_it_on_its_own_hex(editor: EditorDriver, mouse: Mouse) -> None:
    note = editor.inspector.note
    state = editor.state
    editor.key("N")
    mouse.click("E5", RIGHT)
    QTest.keyClicks(note.text, "Here")
    state.selection = frozenset((editor.hex("C3"),))
    assert editor.scenario.board.notes == {editor.hex("E5"): "Here"}
    assert note.text.toPlainText() == ""
    state.selection = frozenset((editor.hex("E5"),))
    assert note.text.toPlainText() == "Here"
    QTest.keyClicks(note.text, "?")
    QTest.keyClick(note.text, Qt.Key.Key_Escape)
    assert note.text.toPlainText() == "Here"
    state.selection = frozenset()
    assert note.isHidden()
    assert editor.steps == 1


def test_a_note_follows_undo(editor: EditorDriver, mouse: Mouse) -> None:
    assert mouse
    editor.state.selection = frozenset((editor.hex("E5"),))
    of_type(editor.workbench.tools["names"], NamesTool).write_note(editor.hex("E5"), "Here")
    editor.settle()
    assert editor.inspector.note.text.toPlainText() == "Here"
    editor.key("Ctrl+Z", mouse.canvas)
    assert editor.inspector.note.text.toPlainText() == ""
