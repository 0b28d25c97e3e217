"""The actions of the window, made from the keymap."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence

from fairground.editor.app.icons import icon

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from PySide6.QtWidgets import QWidget

    from fairground.editor.app.keymap import Keymap

#: What needs selected hexes.
ON_SELECTION = (
    *("edit.fill", "edit.raise", "edit.lower", "edit.level"),
    *("edit.zone-add", "edit.zone-remove", "edit.clear", "edit.deselect"),
)


class Actions:
    """Every action by its id; they belong to ``window`` and their keys work wherever the focus is in it."""

    def __init__(self, window: QWidget, keymap: Keymap) -> None:
        self.keymap = keymap
        self._actions: dict[str, QAction] = {}
        for name, entry in keymap.actions.items():
            action = QAction(entry.text, window)
            action.setObjectName(name)
            action.setIconText(entry.title)
            action.setToolTip(entry.tooltip)
            action.setStatusTip(entry.tip)
            action.setShortcuts([QKeySequence(key) for key in entry.keys])
            window.addAction(action)
            self._actions[name] = action
        self.redraw_icons()

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._actions)

    def on(self, name: str, slot: Callable[[], object]) -> None:
        """Call ``slot`` when the action is triggered."""
        self._actions[name].triggered.connect(lambda _checked=False: slot())

    def set_keys(self, name: str, keys: tuple[str, ...]) -> None:
        """Give an action other keys; its tooltip names the first, unless it says why the action is not to be had."""
        action, before = self._actions[name], self.keymap.actions[name]
        after = self.keymap.actions[name] = replace(before, keys=keys)
        if action.toolTip() == before.tooltip:
            action.setToolTip(after.tooltip)
        action.setShortcuts([QKeySequence(key) for key in keys])

    def enable(self, names: Iterable[str], enabled: bool) -> None:  # noqa: FBT001  # as Qt's setters
        """Make actions available or not."""
        for name in names:
            self._actions[name].setEnabled(enabled)

    def redraw_icons(self) -> None:
        """Draw the icons in the present theme's colours."""
        for name, action in self._actions.items():
            action.setIcon(icon(self.keymap.actions[name].icon))
