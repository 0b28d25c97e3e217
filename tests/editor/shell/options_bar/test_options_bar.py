from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from fairground.editor.document.patches import FieldPatch

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton
#: Tools with the brush and the symmetry among their options.
PAINTING = ("brush", "eraser", "elevation", "effects", "zones")


def place(editor: EditorDriver, widget: QWidget) -> QPoint:
    return widget.mapTo(editor.window, QPoint(0, 0))


def narrow(editor: EditorDriver, width: int = 1024) -> None:
    editor.window.resize(width, 700)
    editor.qtbot.waitUntil(lambda: editor.window.width() == width)
    editor.settle()


@pytest.mark.parametrize("width", [1024, 1280])
def test_brush_size_and_symmetry_stay_in_place_whatever_the_tool(editor: EditorDriver, width: int) -> None:
    editor.open()
    narrow(editor, width)
    seen = set()
    for tool in PAINTING:
        editor.workbench.take_tool(tool)
        editor.settle()
        options = editor.options
        seen.add((place(editor, options.brush_size).x(), place(editor, options.symmetry).x()))
        assert options.symmetry.visibleRegion().boundingRect() == options.symmetry.rect()
    assert len(seen) == 1
    assert editor.window.width() == width


def test_the_name_of_a_terrain_moves_nothing(editor: EditorDriver) -> None:
    editor.open()
    editor.workbench.take_tool("brush")
    options, seen = editor.options, set()
    names = editor.scenario.rules.terrain
    for terrain in sorted(names, key=lambda it: len(names[it].name))[:: len(names) - 1]:
        editor.state.terrain_first = terrain
        editor.settle()
        seen.add(tuple(place(editor, it).x() for it in (options.stacking, options.shape, options.symmetry)))
        assert names[terrain].name in options.terrain.swatches[0].toolTip()
    assert len(seen) == 1


def test_options_without_room_are_behind_a_button(editor: EditorDriver) -> None:
    editor.open()
    editor.window.resize(1280, 800)
    editor.workbench.take_tool("zones")
    narrow(editor)
    own = editor.options.own
    assert own.overflowing == [editor.options.zone_shape]
    assert editor.options.zone.isVisible()
    assert not editor.options.zone_shape.isVisible()
    QTest.mouseClick(own.more, LEFT)
    assert editor.options.zone_shape.isVisible()
    QTest.mouseClick(editor.options.zone_shape.ways[next(reversed(editor.options.zone_shape.ways))], LEFT)
    assert editor.state.zone_way is next(reversed(editor.options.zone_shape.ways))
    QTest.keyClick(own.popup, Qt.Key.Key_Escape)
    assert not own.popup.isVisible()
    narrow(editor, 1600)
    assert own.overflowing == []
    assert editor.options.zone_shape.isVisible()
    assert not own.more.isVisible()


def test_no_name_is_squeezed_by_the_tool_before(editor: EditorDriver) -> None:
    editor.open()
    narrow(editor)
    for tool in ("brush", "select", "brush", "fill", "select", "fill"):
        editor.workbench.take_tool(tool)
        editor.settle()
        assert all(it.width() >= it.sizeHint().width() for it in editor.options.terrain.swatches), tool


def test_no_tool_makes_the_window_wider(editor: EditorDriver) -> None:
    editor.open("millwater-valley")
    narrow(editor)
    for tool in editor.workbench.tools:
        editor.workbench.take_tool(tool)
        editor.settle()
        assert (tool, editor.window.width()) == (tool, 1024)
        assert editor.options.minimumSizeHint().width() < 700, tool


def test_a_long_title_leaves_room_for_the_shapes_of_a_zone(editor: EditorDriver) -> None:
    editor.window.resize(1280, 720)
    editor.open()
    zones = editor.scenario.zones
    name = "The long northern ridge above the burning courtyard, east of the gate"
    editor.document.edit("Name", [FieldPatch("zones", zones, [replace(zones[0], name=name), *zones[1:]])])
    editor.settle()
    editor.key("Z")
    assert editor.options.own.overflowing == []
    assert editor.options.zone_shape.isVisible()
    box = editor.options.zone.box
    assert box.currentText().startswith(name)
    place = box.rect().center()
    QApplication.sendEvent(box, QHelpEvent(QEvent.Type.ToolTip, place, box.mapToGlobal(place)))
    assert QToolTip.text() == f"{box.currentText()}\nThe zone to paint"
    box.showPopup()
    assert box.view().width() >= box.view().sizeHintForColumn(0)
    box.hidePopup()
