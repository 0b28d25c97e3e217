"""The picture under the grid: chosen, calibrated by two clicks, nudged by keys, remembered, and never exported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from fairground.core.files import to_text
from fairground.core.grid.hexsides import corner
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import Symmetry
from fairground.core.scenario.board import Board
from fairground.core.scenario.transform.whole_board import Anchor
from fairground.editor.document.patches import FieldPatch
from fairground.editor.document.scenario_patches import scenario_patches
from fairground.editor.features.board.job import Resizing, TurnJob
from fairground.editor.features.tracing_image.calibration import CalibrateDialog, corner_names
from fairground.editor.tools.tracing_image import FINE_STEP, STEP
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.editor.canvas.tracing_image import Placement
    from fairground.editor.document.document import Document
    from fairground.editor.features.board.job import ChangeResult
    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.fillRect(100, 100, 40, 40, QColor("black"))
    painter.end()
    path = tmp_path / "scan.png"
    assert image.save(str(path))
    return path


@pytest.fixture
def court(prompt_editor: EditorDriver) -> EditorDriver:
    """An arena."""
    prompt_editor.open("ember-court")
    return prompt_editor


@pytest.fixture
def laid(court: EditorDriver, scan: Path) -> EditorDriver:
    """The arena with the picture under it, its tool in hand."""
    court.tracing_image.read(scan)
    court.settle()
    return court


def at(editor: EditorDriver) -> Placement:
    return present(editor.tracing_image.underlay).placement


def board_point(editor: EditorDriver, x: float, y: float) -> complex:
    point = at(editor).transform().map(QPointF(x, y))
    return complex(point.x(), point.y())


def arrow(
    editor: EditorDriver, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    QTest.keyClick(editor.canvas, key, modifiers)
    editor.settle()


def calibrating(editor: EditorDriver) -> CalibrateDialog:
    editor.key("Ctrl+U")
    return next(it for it in editor.window.findChildren(CalibrateDialog) if it.isVisible())


def resize(document: Document, change: ChangeResult) -> bool:
    patches = scenario_patches(document.scenario, present(change.scenario), change.transform)
    return bool(document.edit("Resize", patches))


def click(dialog: CalibrateDialog, x: float, y: float) -> None:
    """Click a pixel of the picture."""
    QTest.mouseClick(dialog.picture.viewport(), LEFT, pos=dialog.picture.mapFromScene(QPointF(x, y)))


@pytest.mark.long
def test_a_picture_is_chosen_and_lies_over_the_board(court: EditorDriver, scan: Path) -> None:
    assert not court.actions["underlay.calibrate"].isEnabled()
    before = to_text(court.scenario)
    court.key("Shift+U")
    asked = next(it for it in court.window.findChildren(QFileDialog) if it.isVisible())
    assert asked.nameFilters() == ["Images (*.png *.jpg *.jpeg)"]
    # The list of files fills in a thread of its own; what it tells when one is chosen is all that counts here.
    asked.fileSelected.emit(str(scan))
    asked.reject()
    court.qtbot.waitUntil(lambda: court.tracing_image.underlay is not None)
    assert court.tool.id == "underlay"
    assert court.actions["underlay.calibrate"].isEnabled()
    assert court.actions["underlay.show"].isChecked()
    left, top, right, bottom = court.camera.extent()
    middle = complex((left + right) / 2, (top + bottom) / 2)
    assert board_point(court, 200, 150) == pytest.approx(middle)
    assert to_text(court.scenario) == before
    assert court.steps == 0


@pytest.mark.long
def test_it_is_seen_and_can_be_hidden(laid: EditorDriver) -> None:
    canvas = laid.canvas

    def lightness() -> int:
        canvas.settle()
        dark = board_point(laid, 120, 120)
        x, y = laid.camera.to_view(dark.real, dark.imag)
        shot = canvas.grab().toImage()
        spots = [QPoint(round(x) + dx, round(y) + dy) for dx in (-8, 0, 8) for dy in (-8, 0, 8)]
        return sum(shot.pixelColor(spot).lightness() for spot in spots)

    seen = lightness()
    laid.key("Alt+U")
    assert not at(laid).visible
    assert lightness() > seen
    laid.key("Alt+U")
    assert at(laid).visible
    assert lightness() == seen


@pytest.mark.long
def test_arrow_keys_nudge_it_finely_with_shift_while_its_tool_is_in_hand(laid: EditorDriver) -> None:
    before = at(laid)
    arrow(laid, Qt.Key.Key_Right)
    assert (at(laid).across, at(laid).down) == pytest.approx((before.across + STEP, before.down))
    arrow(laid, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert at(laid).down == pytest.approx(before.down - FINE_STEP)
    assert laid.canvas.cursor_hex is None
    laid.workbench.take_tool("brush")
    now = at(laid)
    arrow(laid, Qt.Key.Key_Left)
    assert at(laid) == now
    assert laid.canvas.cursor_hex is not None


@pytest.mark.long
def test_a_drag_moves_it_from_hex_to_hex_and_escape_puts_it_back(laid: EditorDriver) -> None:
    canvas, before = laid.canvas, at(laid)
    layout = laid.scenario.board.layout
    start, end = laid.hex("C3"), laid.hex("E4")
    points = [canvas.point_of(it).toPoint() for it in (start, end)]
    QTest.mousePress(canvas, LEFT, pos=points[0])
    QTest.mouseMove(canvas, points[1])
    across, down = (b - a for a, b in zip(layout.centre(start), layout.centre(end), strict=True))
    assert (at(laid).across, at(laid).down) == pytest.approx((before.across + across, before.down + down))
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert at(laid) == before
    QTest.mouseRelease(canvas, LEFT, pos=points[1])
    QTest.mousePress(canvas, LEFT, pos=points[0])
    for label in ("D3", "E3", "E4"):
        QTest.mouseMove(canvas, canvas.point_of(laid.hex(label)).toPoint())
    QTest.mouseRelease(canvas, LEFT, pos=points[1])
    assert (at(laid).across, at(laid).down) == pytest.approx((before.across + across, before.down + down))
    laid.key("Ctrl+Z")
    assert at(laid) == before


@pytest.mark.long
def test_with_its_tool_in_hand_undo_and_redo_are_its_own(laid: EditorDriver) -> None:
    start, undo = at(laid), laid.actions["edit.undo"]
    arrow(laid, Qt.Key.Key_Right)
    arrow(laid, Qt.Key.Key_Down)
    laid.options.underlay.opacity.setValue(30)
    laid.options.underlay.opacity.setValue(40)
    end = at(laid)
    laid.workbench.take_tool("brush")
    assert not undo.isEnabled()
    laid.workbench.take_tool("underlay")
    assert undo.isEnabled()
    laid.key("Ctrl+Z")
    assert at(laid).opacity == start.opacity
    laid.key("Ctrl+Z")
    laid.key("Ctrl+Z")
    assert at(laid) == start
    laid.key("Ctrl+Z")
    assert laid.tracing_image.underlay is None
    assert not undo.isEnabled()
    for _ in range(4):
        laid.key("Ctrl+Shift+Z")
    assert at(laid) == end
    assert laid.steps == 0


@pytest.mark.long
def test_undo_takes_back_what_was_done_last_the_picture_or_the_map(laid: EditorDriver) -> None:
    document = laid.document
    arrow(laid, Qt.Key.Key_Right)
    moved = at(laid)
    document.edit("Rename", [FieldPatch("name", document.scenario.name, "Renamed")])
    laid.key("Ctrl+Z")
    assert (laid.steps, document.undo_stack.index(), at(laid)) == (1, 0, moved)
    laid.key("Ctrl+Z")
    assert at(laid) != moved
    laid.key("Ctrl+Shift+Z")
    assert (at(laid), document.undo_stack.index()) == (moved, 0)
    laid.key("Ctrl+Shift+Z")
    assert document.scenario.name == "Renamed"


@pytest.mark.long
def test_a_picture_that_is_taken_away_comes_back_where_it_lay(laid: EditorDriver) -> None:
    arrow(laid, Qt.Key.Key_Right)
    wanted = at(laid)
    laid.workbench.take_tool("brush")
    laid.key("Alt+Shift+U")
    assert laid.tracing_image.underlay is None
    assert "Ctrl+Shift+U restores it" in laid.message
    laid.key("Ctrl+Shift+U")
    assert at(laid) == wanted
    laid.open("twin-stones")
    assert not laid.actions["underlay.back"].isEnabled()
    laid.open("ember-court")
    assert at(laid) == wanted


@pytest.mark.long
def test_a_picture_that_is_dropped_on_a_map_is_laid_under_it(court: EditorDriver, scan: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(scan))])
    action, keys = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    court.window.dropEvent(QDropEvent(QPoint(400, 300), action, data, LEFT, keys))
    court.settle()
    assert court.tracing_image.underlay is not None
    assert court.tool.id == "underlay"


@pytest.mark.long
def test_it_stays_under_the_hexes_when_the_board_grows_at_its_left_and_top(laid: EditorDriver) -> None:
    document = laid.document
    board, placement = document.scenario.board, at(laid)

    def under(label: str) -> tuple[float, float]:
        x, y = document.scenario.board.layout.centre(document.scenario.board.parse(label))
        return round(x - at(laid).across, 9), round(y - at(laid).down, 9)

    first = under("B2")
    arrow(laid, Qt.Key.Key_Right)
    placement, before = at(laid), under("B2")
    assert before != first
    change = Resizing(board.columns + 3, board.rows + 1, Anchor.BOTTOM_RIGHT).apply(document.scenario)
    assert resize(document, change)
    assert at(laid) != placement
    assert under("E3") == before
    document.undo()
    assert under("B2") == before
    document.redo()
    assert under("E3") == before
    document.undo()
    change = Resizing(board.columns + 3, board.rows + 1).apply(document.scenario)
    assert resize(document, change)
    assert under("B2") == before
    document.undo()
    document.redo()
    laid.key("Ctrl+Shift+U")
    assert under("B2") == first


@pytest.mark.long
@pytest.mark.parametrize("symmetry", [Symmetry(1), Symmetry(2), Symmetry(0, mirrored=True)])
def test_it_is_turned_and_mirrored_with_the_board_and_back(laid: EditorDriver, symmetry: Symmetry) -> None:
    document = laid.document
    board, placement = document.scenario.board, at(laid)
    pixel = QPointF(30, 40)
    x, y = (found := placement.transform().map(pixel)).x(), found.y()
    here = board.layout.hex_at(x, y)
    change = TurnJob(symmetry).apply(document.scenario)
    assert resize(document, change)
    assert change.transform is not None
    found = at(laid).transform().map(pixel)
    assert document.scenario.board.layout.hex_at(found.x(), found.y()) == change.transform.hex(here)
    assert at(laid).mirrored is symmetry.mirrored
    document.undo()
    found = at(laid).transform().map(pixel)
    assert (found.x(), found.y()) == pytest.approx((x, y))
    assert not at(laid).mirrored


def test_two_clicks_calibrate_it(laid: EditorDriver) -> None:
    dialog = calibrating(laid)
    assert not dialog.accept_button.isEnabled()
    click(dialog, 100, 100)
    assert dialog.picture.current == 1
    click(dialog, 300, 200)
    assert dialog.status.text() == "Both points are set."
    dialog.hex_fields[0].setText("B2")
    dialog.hex_fields[1].setText("H7")
    dialog.position_boxes[1].setCurrentIndex(1)
    QTest.mouseClick(dialog.accept_button, LEFT)
    laid.settle()
    layout = laid.scenario.board.layout
    wanted = [
        complex(*layout.centre(laid.hex("B2"))),
        complex(*layout.corner_point(corner(laid.hex("H7"), 0))),
    ]
    # A click hits a pixel of the screen, and the picture is drawn larger or smaller than that.
    near = 2 * at(laid).scale
    assert abs(board_point(laid, 100, 100) - wanted[0]) < near
    assert abs(board_point(laid, 300, 200) - wanted[1]) < near


@pytest.mark.long
def test_calibration_by_keys_and_what_is_wrong_is_told(laid: EditorDriver) -> None:
    dialog = calibrating(laid)
    dialog.picture.setFocus()
    QTest.keyClick(dialog.picture, Qt.Key.Key_Right)
    assert dialog.picture.points[0] is not None
    assert dialog.picture.current == 0
    dialog.point_buttons[1].setFocus()
    QTest.keyClick(dialog.point_buttons[1], Qt.Key.Key_Space)
    QTest.keyClick(dialog.picture, Qt.Key.Key_Left)
    assert dialog.accept_button.isEnabled()
    dialog.hex_fields[0].setText("Q99")
    assert "off the board" in dialog.status.text()
    assert not dialog.accept_button.isEnabled()
    dialog.hex_fields[0].setText("C3")
    dialog.hex_fields[1].setText("C3")
    assert "Both points are the same" in dialog.status.text()
    assert not dialog.accept_button.isEnabled()


@pytest.mark.parametrize("layout", Layout)
def test_corners_have_names_of_their_own(layout: Layout) -> None:
    names = corner_names(Board.blank(layout, 3, 3))
    assert len(set(names)) == 6
    assert all(names)


def test_opacity_and_pitch_are_set_in_the_options(laid: EditorDriver) -> None:
    options = laid.options.underlay
    options.opacity.setValue(30)
    assert at(laid).opacity == pytest.approx(0.3)
    camera = laid.camera
    middle = camera.from_view(camera.width / 2, camera.height / 2)
    inverse = at(laid).transform().inverted()[0]
    pixel = inverse.map(QPointF(*middle))
    options.pitch.setValue(20)
    assert 3**0.5 / at(laid).scale == pytest.approx(20)
    assert board_point(laid, pixel.x(), pixel.y()) == pytest.approx(complex(*middle))


@pytest.mark.long
def test_it_is_remembered_for_its_file_and_for_no_other(laid: EditorDriver, scan: Path) -> None:
    arrow(laid, Qt.Key.Key_Down)
    wanted = at(laid)
    laid.open("twin-stones")
    assert laid.tracing_image.underlay is None
    assert not laid.actions["underlay.show"].isEnabled()
    laid.open("ember-court")
    laid.settle()
    assert at(laid) == wanted
    laid.key("Alt+Shift+U")
    assert laid.tracing_image.underlay is None
    laid.open("twin-stones")
    laid.open("ember-court")
    assert laid.tracing_image.underlay is None
    assert scan.exists()


@pytest.mark.long
def test_a_picture_that_is_gone_is_told(laid: EditorDriver, scan: Path) -> None:
    laid.open("twin-stones")
    scan.unlink()
    laid.open("ember-court")
    assert laid.tracing_image.underlay is None
    assert "Cannot use scan.png as a tracing image" in laid.message


def test_neither_file_nor_pictures_know_of_it(laid: EditorDriver) -> None:
    laid.session.save()
    text = laid.file.read_text(encoding="utf-8")
    assert "scan" not in text
    far = present(laid.canvas.far_image()).copy()
    laid.tracing_image.remove()
    assert laid.canvas.far_image() == far


def test_without_a_picture_the_tool_says_so(court: EditorDriver) -> None:
    court.key("T")
    assert court.tool.id == "underlay"
    canvas = court.canvas
    QTest.mouseClick(canvas, LEFT, pos=canvas.point_of(court.hex("C3")).toPoint())
    assert "no tracing image" in court.message
    arrow(court, Qt.Key.Key_Right)
    assert canvas.cursor_hex is not None
