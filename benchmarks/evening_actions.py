"""Actions by their keys, and what becomes of the menus, dialogs and fields that they bring up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QMenu,
    QSpinBox,
    QWidget,
)
from shiboken6 import isValid

from benchmarks.evening_mouse import Mouse
from fairground.editor.widgets.finder import Finder

if TYPE_CHECKING:
    from benchmarks.evening_mouse import Doing

#: Letters to look for something with.
WORDS = ("wo", "p1", "c4", "turn", "zone", "water", "fill", "a1", "hill", "select", "u7")


class ActionHand(Mouse):
    """A hand that triggers actions, and answers what they ask, one way or the other."""

    def trigger(self, name: str, rest: int = 60) -> Doing:
        """Trigger an action as its key would, and answer what it asks."""
        action = self.window.actions_by_id[name]
        self.what = f"action {name}"
        self.done[self.what] += action.isEnabled()
        action.trigger()
        yield rest
        yield from self._answer(name)

    def write(self) -> Doing:
        """Write something where a field over the map asks for it."""
        field = QApplication.focusWidget()
        if isinstance(field, QLineEdit) and field.isVisible():
            for letter in self.rng.choice(WORDS):
                if not isValid(field):
                    return
                self.what = "writing"
                QTest.keyClicks(field, letter)
                yield 40
            self.what = "writing, Return"
            if not isValid(field):
                return
            QTest.keyClick(field, Qt.Key.Key_Return)
            yield 80

    def _answer(self, name: str) -> Doing:
        """Answer menus and dialogs that came up, one way or the other."""
        for _ in range(4):
            shown = QApplication.activePopupWidget() or QApplication.activeModalWidget() or self._helper()
            if shown is None:
                return
            self.what = f"dialog of {name}"
            if isinstance(shown, QMenu):
                yield from self._pick(shown)
            elif isinstance(shown, Finder):
                QTest.keyClick(shown.field, Qt.Key.Key_Escape)
                yield 60
            elif isinstance(shown, QDialog):
                self.done[f"dialog {type(shown).__name__}"] += 1
                yield from self._fill_in(shown, name)
            else:
                shown.close()
                yield 60

    def _helper(self) -> QWidget | None:
        """Return a window beside the main one, or what lies over it and asks."""
        for it in QApplication.topLevelWidgets():
            if it is not self.window and it.isVisible() and isinstance(it, QDialog):
                return it
        return next((it for it in self.window.findChildren(Finder) if it.isVisible()), None)

    def _pick(self, menu: QMenu) -> Doing:
        for _ in range(self.rng.randrange(1, 5)):
            QTest.keyClick(menu, Qt.Key.Key_Down)
            yield 40
        takes = self.rng.random() < 0.7 and menu is not self.window.recent
        QTest.keyClick(menu, Qt.Key.Key_Return if takes else Qt.Key.Key_Escape)
        yield 150
        if isValid(menu) and menu.isVisible():
            menu.close()
            yield 40

    def _fill_in(self, dialog: QDialog, name: str) -> Doing:
        rng = self.rng
        fields = [
            it
            for it in dialog.findChildren(QWidget)
            if isinstance(it, QSpinBox | QComboBox | QLineEdit) and it.isVisible() and it.isEnabled()
        ]
        for field in rng.sample(fields, min(len(fields), 3)):
            self.what = f"dialog of {name}, a field"
            if not isValid(field):
                continue
            if isinstance(field, QSpinBox | QComboBox):
                QTest.keyClick(field, rng.choice((Qt.Key.Key_Down, Qt.Key.Key_Up)))
            elif not isinstance(field.parent(), QSpinBox | QComboBox):
                QTest.keyClicks(field, rng.choice("abcxyz"))
            yield 250
        self.what = f"dialog of {name}, the end"
        # New maps and other keys would make another session of it.
        if not isValid(dialog):
            return
        takes = name not in ("file.new", "help.change-keys") and rng.random() < 0.6
        box = dialog.findChild(QDialogButtonBox)
        accepts = QDialogButtonBox.ButtonRole.AcceptRole
        buttons = [it for it in box.buttons() if box.buttonRole(it) is accepts] if box is not None else []
        if takes and buttons and buttons[0].isEnabled():
            buttons[0].click()
            yield 400
        if isValid(dialog) and dialog.isVisible():
            dialog.reject()
            yield 100
            if isValid(dialog):
                dialog.close()
            yield 50
        elif name.startswith("board."):
            # The next hour wants the same board.
            yield from self.trigger("edit.undo", 300)
