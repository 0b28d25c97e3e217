"""A what-if in a window: what a person does, who waits for every answer, and what is shown then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel

from tests.editor import board_view
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from PySide6.QtCore import Qt

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.features.whatif.bar import WhatIfBar
    from tests.editor.editor_driver import EditorDriver

#: The arena has walls here, open ground there, and a wall between these two.
WALL, OPEN, ENDS = "C6", "F8", ("B6", "E6")
#: What a wall leaves.
RUBBLE = "rubble-pile"


def click(editor: EditorDriver, label: str, button: Qt.MouseButton = board_view.LEFT) -> None:
    board_view.click(editor, label, button)
    settle(editor)


def drag(editor: EditorDriver, *labels: str) -> None:
    board_view.drag(editor, *labels)
    settle(editor)


def press(editor: EditorDriver, key: str) -> None:
    editor.key(key, editor.canvas)
    settle(editor)


def settle(editor: EditorDriver) -> None:
    """Wait until nothing is awaited any more."""
    editor.qtbot.wait(20)
    editor.qtbot.waitUntil(lambda: not editor.what_if.model.is_waiting)
    editor.settle()


def shown(editor: EditorDriver) -> Document:
    """Return the document that the window shows."""
    return present(editor.workbench.document)


def copy(editor: EditorDriver) -> Scenario:
    assert editor.what_if.model.copy is shown(editor)
    return shown(editor).scenario


def bar(editor: EditorDriver) -> WhatIfBar:
    return editor.what_if.bar


def said(editor: EditorDriver) -> str:
    editor.settle()
    return editor.message


def state_labels(editor: EditorDriver) -> list[QLabel]:
    return [it for it in editor.window.findChildren(QLabel, "what-if-state") if not it.isHidden()]
