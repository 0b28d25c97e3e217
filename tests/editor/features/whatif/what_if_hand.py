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


def click(desk: Any, label: str, button: Qt.MouseButton = board_view.LEFT) -> None:
    board_view.click(desk, label, button)
    settle(desk)


def drag(desk: Any, *labels: str) -> None:
    board_view.drag(desk, *labels)
    settle(desk)


def press(desk: Any, key: str) -> None:
    desk.key(key, desk.window.page.canvas)
    settle(desk)


def settle(desk: Any) -> None:
    """Wait until nothing is awaited any more."""
    desk.qtbot.wait(20)
    desk.qtbot.waitUntil(lambda: not desk.window.desks.what_if.model.is_waiting)
    desk.settle()


def shown(desk: Any) -> Any:
    """Return the document that the window shows."""
    return desk.window.workbench.document


def copy(desk: Any) -> Any:
    assert desk.window.desks.what_if.model.copy is shown(desk)
    return shown(desk).scenario


def bar(desk: Any) -> Any:
    return desk.window.desks.what_if.bar


def said(desk: Any) -> str:
    desk.settle()
    found: str = desk.window.options.message.text()
    return found


def state_labels(desk: Any) -> list[Any]:
    return [it for it in desk.window.findChildren(QLabel, "what-if-state") if not it.isHidden()]
