"""Decorations in the window, by mouse, wheel and keys, and images of one's own embedded or copied beside the file."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from fairground.core.files import find_image
from fairground.core.files.images import ScenarioImage
from fairground.core.scenario.decorations import Decoration, DecorationLayer
from fairground.editor.canvas.layers import MapLayer
from fairground.editor.features.drawing.decorations import DecorationOptions

if TYPE_CHECKING:
    from pathlib import Path

    from tests.editor.editor_driver import EditorDriver

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#ff0000"/></svg>'


@pytest.fixture
def decorating(editor: EditorDriver) -> EditorDriver:
    editor.open()
    editor.canvas.setFocus()
    editor.settle()
    editor.key("Shift+I")
    return editor


def point(editor: EditorDriver, label: str) -> QPoint:
    found: QPoint = editor.canvas.point_of(editor.hex(label)).toPoint()
    return found


def click(editor: EditorDriver, label: str) -> None:
    QTest.mouseMove(editor.canvas, point(editor, label))
    QTest.mouseClick(editor.canvas, LEFT, NONE, point(editor, label))


def wheel(editor: EditorDriver, label: str, modifiers: Qt.KeyboardModifier) -> None:
    at = QPointF(point(editor, label))
    event = QWheelEvent(
        at,
        editor.canvas.mapToGlobal(at),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # noqa: FBT003  # Qt's signature
    )
    QApplication.sendEvent(editor.canvas, event)


def test_without_decorations_and_their_tool_there_is_nothing_to_change(editor: EditorDriver) -> None:
    editor.open()
    names = ("decoration.below", "decoration.larger", "decoration.smaller")

    def enabled() -> set[bool]:
        return {editor.actions[name].isEnabled() for name in names}

    assert enabled() == {False}
    assert {editor.actions[name].toolTip() for name in names} == {
        "Choose the decoration tool, or place a decoration first."
    }
    editor.canvas.setFocus()
    editor.settle()
    editor.key("Alt+.")
    assert editor.message == "Choose the decoration tool, or place a decoration first."
    editor.key("Shift+I")
    assert enabled() == {True}, "they are about the next decoration"
    click(editor, "C3")
    editor.key("S")
    assert enabled() == {True}
    assert "first" not in editor.actions["decoration.larger"].toolTip()
    editor.key("Ctrl+Z")
    assert enabled() == {False}


@pytest.mark.long
def test_an_image_is_placed_turned_scaled_and_removed_by_mouse_wheel_and_keys(
    decorating: EditorDriver,
) -> None:
    editor = decorating
    assert editor.tool.id == "decorations"
    assert editor.options.decoration.isVisible()
    steps = editor.steps
    click(editor, "C3")
    wheel(editor, "C3", SHIFT)
    wheel(editor, "C3", CONTROL | SHIFT)
    editor.key("R")
    editor.key("Alt+.")
    editor.key("Alt+Shift+I")
    (it,) = editor.scenario.decorations
    assert (it.image, editor.scenario.board.label(it.hex)) == ("tree", "C3")
    # A notch up turns counterclockwise, as with units.
    assert (it.rotation, it.scale, it.layer) == (0, 1.562, DecorationLayer.BELOW)
    options = editor.options.decoration
    assert (options.scale.value(), options.rotation.value()) == (1.56, 0)
    assert editor.actions["decoration.below"].isChecked()
    assert editor.drawing.decorations.mark.chosen is it
    options.rotation.setValue(90)
    assert editor.scenario.decorations[0].rotation == 90
    editor.key("Del", editor.canvas)
    assert editor.scenario.decorations == []
    for _ in range(editor.steps - steps):
        editor.key("Ctrl+Z")
    assert editor.scenario.decorations == []


@pytest.mark.long
def test_another_image_is_for_the_next_decoration_and_keeps_the_one_placed_before(
    decorating: EditorDriver,
) -> None:
    editor = decorating
    images = editor.options.decoration.images
    assert images.currentText() == "Tree"
    click(editor, "C3")
    at = images.findData("bridge")
    assert images.itemText(at) == "Bridge"
    images.setCurrentIndex(at)
    images.activated.emit(at)
    assert editor.drawing.decorations.mark.chosen is None
    click(editor, "D4")
    assert [it.image for it in editor.scenario.decorations] == ["tree", "bridge"]


@pytest.mark.long
def test_it_is_drawn_on_the_map_and_its_layer_hides_it(decorating: EditorDriver) -> None:
    editor = decorating
    at = point(editor, "C3")

    def colour() -> str:
        editor.canvas.settle()
        return editor.canvas.grab().toImage().pixelColor(at).name()

    document = editor.document
    document.scenario.images["dot"] = "data:image/svg+xml;base64," + b64encode(SVG.encode()).decode()
    editor.state.new_decoration = Decoration("dot", editor.hex("A1"), scale=2.0)
    click(editor, "C3")
    editor.state.decoration_index = None
    editor.canvas.set_preview(frozenset())
    assert colour() == "#ff0000"
    editor.workbench.layers.set_visible(MapLayer.DECORATIONS, visible=False)
    assert colour() != "#ff0000"


@pytest.mark.long
@pytest.mark.parametrize("is_embedded", [True, False])
def test_an_image_of_ones_own_is_embedded_or_copied_beside(
    decorating: EditorDriver,
    tmp_path_factory: pytest.TempPathFactory,
    is_embedded: bool,  # noqa: FBT001  # a parameter
) -> None:
    editor = decorating
    source = tmp_path_factory.mktemp("elsewhere") / "My Logo.svg"
    source.write_text(SVG)
    editor.drawing.decorations.add(source)
    dialog = editor.dialog(QMessageBox)
    assert "The image is 1 KB" in dialog.informativeText()
    names = {it.text().replace("&", ""): it for it in dialog.buttons()}
    names["Embed" if is_embedded else "Copy beside scenario"].click()
    text = editor.scenario.images["my-logo"]
    assert text.startswith("data:image/svg+xml;base64,") is is_embedded
    assert (editor.file.parent / "My Logo.svg").exists() is not is_embedded
    assert isinstance(find_image(editor.scenario, "my-logo"), ScenarioImage)
    click(editor, "C3")
    assert [it.image for it in editor.scenario.decorations] == ["my-logo"]
    # Saved elsewhere, the file goes along and the status bar says so.
    other = tmp_path_factory.mktemp("other") / "map.yaml"
    editor.session.save(other)
    assert (other.parent / "My Logo.svg").exists() is not is_embedded
    assert ("My Logo.svg" in editor.status.currentMessage()) is not is_embedded
    assert isinstance(find_image(editor.scenario, "my-logo"), ScenarioImage)


@pytest.mark.long
def test_a_drawing_that_may_do_more_is_refused_with_the_reason(
    decorating: EditorDriver, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.svg"
    bad.write_text(SVG.replace("<rect", "<script>alert(1)</script><rect"))
    decorating.drawing.decorations.add(bad)
    assert "the SVG contains <script>" in decorating.message
    assert decorating.scenario.images == {}


def test_images_that_ship_are_drawn_for_the_list_once_whatever_maps_are_opened(
    editor: EditorDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor.open()
    drawn: list[object] = []

    def draw(image: object, _pixels: int) -> bytes:
        drawn.append(image)
        return b""

    monkeypatch.setattr("fairground.core.pictures.png.image_to_png", draw)
    options = editor.window.findChild(DecorationOptions)
    assert options is not None
    scenario = editor.document.scenario
    options.show_scenario(scenario)
    assert drawn == []
    assert options.images.count() >= 5
