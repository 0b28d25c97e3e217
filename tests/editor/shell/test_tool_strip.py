from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from fairground.editor.app.actions import Actions, load_keymap
from fairground.editor.shell.tool_strip import ToolStrip
from fairground.editor.tools.tool_list import tool_groups, toolbox
from fairground.editor.tools.tool_state import ToolState


@pytest.mark.usefixtures("qapp")
def test_the_strip_has_every_tool_that_is_not_there_for_a_moment() -> None:
    assert {tool for group in tool_groups() for tool in group} == set(toolbox(ToolState())) - {
        "paste",
        "what-if",
    }


def test_all_buttons_are_seen_however_low_the_window_is(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    strip = ToolStrip(Actions(window, load_keymap()), window)
    window.addToolBar(Qt.ToolBarArea.LeftToolBarArea, strip)
    window.show()
    columns = []
    for high in (760, 450, 370, 760):
        window.resize(400, high)
        qtbot.waitUntil(partial(_is_high, window, high))
        buttons = [it for it in strip.shelf.findChildren(QToolButton) if it.defaultAction() is not None]
        assert len(buttons) == sum(map(len, tool_groups()))
        qtbot.waitUntil(partial(_are_whole, buttons))
        columns.append(strip.shelf.columns)
    assert columns[0] == columns[-1] == 1
    assert columns[0] < columns[1] < columns[2]


def test_names_are_shown_where_they_fit_and_go_with_a_click(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    actions = Actions(window, load_keymap())
    strip = ToolStrip(actions, window)
    actions.on("view.tool-names", lambda: strip.show_names(actions["view.tool-names"].isChecked()))
    strip.show_names(True)  # noqa: FBT003  # slot of an action
    window.addToolBar(Qt.ToolBarArea.LeftToolBarArea, strip)
    window.show()
    buttons = [it for it in strip.shelf.findChildren(QToolButton) if it.defaultAction() is not None]
    for wide, high, named in ((1200, 700, True), (1200, 400, False), (800, 700, False), (1200, 700, True)):
        window.resize(wide, high)
        qtbot.waitUntil(partial(_is_high, window, high))
        qtbot.waitUntil(partial(_are_whole, buttons))
        assert strip.shelf.is_named is named
        qtbot.waitUntil(lambda: all(it.width() >= it.sizeHint().width() for it in buttons))
    before = strip.width()
    QTest.mouseClick(strip.names, Qt.MouseButton.LeftButton)
    assert not strip.shelf.is_named
    qtbot.waitUntil(lambda: strip.width() < before)


@pytest.mark.parametrize("tool", ["brush", "paste"])
def test_a_tool_without_a_button_leaves_the_one_before(qtbot: QtBot, tool: str) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    actions = Actions(window, load_keymap())
    strip = ToolStrip(actions, window)
    strip.show_tool("select")
    strip.show_tool(tool)
    assert actions["tool.select"].isChecked() is (tool == "paste")


def _is_high(widget: QWidget, height: int) -> bool:
    return widget.height() == height


def _are_whole(buttons: list[QToolButton]) -> bool:
    return all(map(_is_whole, buttons))


def _is_whole(button: QToolButton) -> bool:
    return button.visibleRegion().boundingRect() == button.rect()
