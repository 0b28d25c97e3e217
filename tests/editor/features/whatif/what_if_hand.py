"""A what-if in a window: what a person does, who waits for every answer, and what is shown then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QLabel

from tests.editor import board_view

if TYPE_CHECKING:
    from PySide6.QtCore import Qt

#: The arena has walls here, open ground there, and a wall between these two.
WALL, OPEN, ENDS = "C6", "F8", ("B6", "E6")
#: What a wall leaves.
RUBBLE = "rubble-pile"


def click(editor: Any, label: str, button: Qt.MouseButton = board_view.LEFT) -> None:
    board_view.click(editor, label, button)
    settle(editor)


def drag(editor: Any, *labels: str) -> None:
    board_view.drag(editor, *labels)
    settle(editor)


def press(editor: Any, key: str) -> None:
    editor.key(key, editor.window.page.canvas)
    settle(editor)


def settle(editor: Any) -> None:
    """Wait until nothing is awaited any more."""
    editor.qtbot.wait(20)
    editor.qtbot.waitUntil(lambda: not editor.window.features.whatif.model.is_waiting)
    editor.settle()


def shown(editor: Any) -> Any:
    """Return the document that the window shows."""
    return editor.window.workbench.document


def copy(editor: Any) -> Any:
    assert editor.window.features.whatif.model.copy is shown(editor)
    return shown(editor).scenario


def bar(editor: Any) -> Any:
    return editor.window.features.whatif.bar


def said(editor: Any) -> str:
    editor.settle()
    found: str = editor.window.options.message.text()
    return found


def state_labels(editor: Any) -> list[Any]:
    return [it for it in editor.window.findChildren(QLabel, "what-if-state") if not it.isHidden()]
