from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from fairground.core.grid.layout import Layout
from fairground.core.pictures.exposure_drawing import ExposureDrawing
from tests.editor.board_view import click
from tests.editor.narrowing import of_type, present

if TYPE_CHECKING:
    from fairground.editor.features.compare.controller import CompareController
    from fairground.editor.features.compare.view import BesideView
    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton


def controller(editor: EditorDriver) -> CompareController:
    return present(editor.window.features.compare)


def view(editor: EditorDriver) -> BesideView:
    return present(controller(editor).view)


def new(editor: EditorDriver, name: str, size: tuple[int, int] = (8, 6)) -> None:
    editor.session.new(name, layout=Layout.ODD_Q, size=size, ruleset="penance-2.0")
    editor.settle()
    editor.qtbot.waitUntil(lambda: editor.has_all_features)


def paint(editor: EditorDriver, *labels: str) -> None:
    editor.state.terrain_first = "rubble"
    editor.key("B")
    for label in labels:
        click(editor, label)
    editor.settle()


def said(editor: EditorDriver) -> str:
    """Return the summary of the comparison, once it is up to date."""
    controller(editor).compare()
    return controller(editor).bar.toolTip().partition("\n")[0]


def marked(editor: EditorDriver) -> set[str]:
    board, hexes = editor.scenario.board, present(editor.analysis.differences.hexes)
    return {board.label(at) for at in board.hexes_of(hexes)}


def test_a_single_map_has_nothing_to_compare_with(editor: EditorDriver) -> None:
    new(editor, "One")
    editor.key("Ctrl+Alt+S")
    assert not controller(editor).is_on
    assert not editor.actions["map.compare"].isChecked()
    assert "Open a second map" in editor.message


def test_two_maps_stand_side_by_side_with_their_differences(editor: EditorDriver) -> None:
    new(editor, "One")
    new(editor, "Two")
    editor.key("Ctrl+Alt+S")
    assert view(editor).isVisible()
    assert present(view(editor).document).title == "One"
    assert said(editor) == "No hexes differ"
    paint(editor, "C3", "E4")
    assert said(editor) == "2 hexes differ"
    assert marked(editor) == {"C3", "E4"}
    assert "names, notes and rules were not" in controller(editor).bar.toolTip()
    editor.key("Ctrl+Z")
    editor.qtbot.waitUntil(lambda: marked(editor) == {"C3"})
    editor.key("Ctrl+Alt+S")
    assert controller(editor).view is None
    assert editor.analysis.differences.hexes is None


def test_boards_of_other_sizes_are_said_not_to_be_compared(editor: EditorDriver) -> None:
    new(editor, "One", (9, 6))
    new(editor, "Two")
    editor.key("Ctrl+Alt+S")
    assert said(editor) == "Hexes not compared because the boards differ in size or layout"
    assert editor.analysis.differences.hexes is None


def test_both_maps_move_and_zoom_together(editor: EditorDriver) -> None:
    new(editor, "One")
    new(editor, "Two")
    editor.key("Ctrl+Alt+S")

    def are_linked() -> bool:
        one, other = editor.camera, present(view(editor).camera)
        middles = [it.from_view(it.width / 2, it.height / 2) for it in (one, other)]
        near = all(abs(a - b) < 0.05 for a, b in zip(*middles, strict=True))
        return near and replace(one, left=0, top=0, width=0, height=0) == replace(
            other, left=0, top=0, width=0, height=0
        )

    editor.qtbot.waitUntil(are_linked)
    editor.canvas.set_zoom(1.7)
    editor.canvas.centre_on(editor.hex("C3"))
    assert are_linked()
    middle = view(editor).rect().center()
    event = QWheelEvent(
        QPointF(middle),
        QPointF(view(editor).mapToGlobal(middle)),
        QPoint(),
        QPoint(0, 240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # noqa: FBT003  # Qt's signature
    )
    before = editor.canvas.zoom
    QApplication.sendEvent(view(editor), event)
    assert editor.canvas.zoom > before
    assert are_linked()
    QTest.mousePress(view(editor), LEFT, pos=middle)
    QTest.mouseMove(view(editor), middle + QPoint(40, 25))
    QTest.mouseRelease(view(editor), LEFT, pos=middle + QPoint(40, 25))
    assert are_linked()


def test_a_larger_board_beside_the_map_is_shown_as_a_whole(editor: EditorDriver) -> None:
    new(editor, "Wide", (14, 6))
    new(editor, "Small", (8, 6))
    editor.key("Ctrl+Alt+S")

    def shows_all() -> bool:
        camera = present(view(editor).camera)
        left, top, right, bottom = camera.extent()
        (x, y), (to_x, to_y) = camera.to_view(left, top), camera.to_view(right, bottom)
        return x >= 0 and y >= 0 and to_x <= camera.width and to_y <= camera.height

    editor.qtbot.waitUntil(shows_all)
    editor.key("Ctrl+Alt+S")
    assert editor.canvas.is_fitted


def test_maps_change_places_and_a_closed_one_goes(editor: EditorDriver) -> None:
    for name in ("One", "Two"):
        new(editor, name)
    editor.key("Ctrl+Alt+S")
    editor.key("Ctrl+Tab")
    assert editor.scenario.name == "One"
    assert present(view(editor).document).title == "Two"
    new(editor, "Three")
    assert present(view(editor).document).title == "Two"
    bar = controller(editor).bar
    assert [bar.other.itemText(at) for at in range(bar.other.count())] == ["One", "Two"]
    bar.other.setCurrentIndex(0)
    bar.other.activated.emit(0)
    assert present(view(editor).document).title == "One"
    editor.session.close(editor.session.maps[0])
    assert present(view(editor).document).title == "Two"
    editor.session.close(editor.session.maps[0])
    assert controller(editor).view is None
    assert not bar.isVisible()


@pytest.mark.long
def test_an_overlay_is_on_both_maps_at_one_scale(editor: EditorDriver) -> None:
    new(editor, "Large", (12, 10))
    new(editor, "Small")
    paint(editor, "C3")
    editor.key("Ctrl+Alt+S")
    editor.actions["overlay.exposure"].trigger()
    ours, theirs = editor.overlays["exposure"], present(controller(editor).overlays)["exposure"]
    assert theirs.is_on
    editor.qtbot.waitUntil(lambda: ours.is_current and theirs.is_current)
    bounds = [of_type(it.drawing, ExposureDrawing).bounds for it in (ours, theirs)]
    assert bounds[0] == bounds[1] == (47, 119)
    assert ours.scale != theirs.scale
    editor.key("Ctrl+Alt+S")
    assert of_type(ours.drawing, ExposureDrawing).bounds == ours.scale


def test_maps_of_very_different_size_are_both_shown_whole_at_first_and_move_in_scale(
    editor: EditorDriver,
) -> None:
    new(editor, "Small", (8, 6))
    new(editor, "Large", (60, 50))
    editor.key("Ctrl+Alt+S")
    editor.settle()
    theirs = present(view(editor).camera)
    assert editor.canvas.is_fitted
    assert theirs.wanted == pytest.approx(theirs.fitted().wanted, rel=0.02)
    editor.canvas.zoom_at(QPointF(editor.canvas.width() / 2, editor.canvas.height() / 2), 2.0)
    editor.settle()
    ours, theirs = editor.camera, present(view(editor).camera)
    assert theirs.wanted / theirs.fitted().wanted == pytest.approx(
        ours.wanted / ours.fitted().wanted, rel=0.02
    )
