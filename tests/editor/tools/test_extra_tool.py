"""The recipe for a tool in CONTRIBUTING.md: a class, a line in the toolbox and an action in the keymap."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QMenu, QToolButton

from fairground.editor.app import actions
from fairground.editor.shell import main_window
from fairground.editor.tools import tool_list
from fairground.editor.tools.terrain_tools import Fill
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from tests.editor.editor_driver import EditorDriver


class Flooder(Fill):
    """Fills as the bucket does, under another name."""

    id = "flooder"
    title = "Flooder"
    group = "terrain"
    options = ("terrain", "symmetry")


ACTION = "  tool.flooder: {text: Flooder, tip: Fill from a test, keys: [Ctrl+Alt+Shift+F12], icon: fill}\n"


@pytest.fixture
def with_flooder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the tool as its recipe says, before the window is made."""
    monkeypatch.setattr(tool_list, "TOOLS", (*tool_list.TOOLS[:3], Flooder, *tool_list.TOOLS[3:]))
    text = (files("fairground.resources") / "keymap.yaml").read_text("utf-8")
    keymap = actions.load_keymap(text.replace("  tool.eraser:", f"{ACTION}  tool.eraser:", 1).encode())
    monkeypatch.setattr(main_window, "load_keymap", lambda: keymap)


@pytest.mark.usefixtures("with_flooder")
def test_an_extra_tool_is_in_strip_menu_options_and_under_its_key(
    request: pytest.FixtureRequest,
) -> None:
    editor: EditorDriver = request.getfixturevalue("editor")
    editor.open()
    window = editor.window
    action = editor.actions["tool.flooder"]
    buttons = window.strip.shelf.findChildren(QToolButton)
    assert action in [button.defaultAction() for button in buttons]
    menus = [menu for menu in window.menuBar().actions() if menu.text() == "&Tools"]
    assert action in of_type(menus[0].menu(), QMenu).actions()
    editor.key("Ctrl+Alt+Shift+F12")
    assert editor.tool.id == "flooder"
    assert editor.options.terrain.isVisible()
    assert editor.options.symmetry.isVisible()
    assert not editor.options.brush_size.isVisible()
