"""Opens a window with a scenario, uses all tools, panels and some dialogs, and prints every text there is, as JSON.

It is a program of its own, for the language of the editor is chosen when it is loaded: ``all_texts.py SCENARIO``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QTabBar,
    QTableView,
    QTreeView,
    QWidget,
)

from fairground.editor.session.session import Session
from fairground.editor.shell.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Methods that tell a text without being told what.
ASKED = (
    *("text", "toPlainText", "toolTip", "statusTip", "whatsThis", "title", "windowTitle", "iconText"),
    *("accessibleName", "accessibleDescription", "placeholderText", "prefix", "suffix", "specialValueText"),
    *("informativeText", "format"),
)
ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)
#: Actions that show a dialog or a panel of their own, or say something.
OPENING = (
    *(
        "file.new",
        "board.resize",
        "board.layout",
        "board.turn",
        "board.ruleset",
        "stamp.choose",
        "stamp.save",
    ),
    *(
        "help.keys",
        "help.change-keys",
        "help.about",
        "go.command",
        "go.hex",
        "select.area",
        "view.still",
        "edit.copy",
    ),
)


def texts(root: QObject) -> Iterator[tuple[str, str]]:
    """Yield every text of an object and those below it, with what it belongs to."""
    for it in (root, *root.findChildren(QObject)):
        where = type(it).__name__
        if not isinstance(it, QWidget | QAction):
            continue
        for name in ASKED:
            method = getattr(it, name, None)
            if callable(method):
                yield f"{where}.{name}", str(method())
        if isinstance(it, QComboBox):
            yield from ((f"{where}.item", it.itemText(row)) for row in range(it.count()))
        if isinstance(it, QTabBar):
            for tab in range(it.count()):
                yield f"{where}.tab", it.tabText(tab)
                yield f"{where}.tab", it.tabToolTip(tab)
        if isinstance(it, QAbstractItemView) and it.model() is not None:
            header = it.header() if isinstance(it, QTreeView) else None
            header = it.horizontalHeader() if isinstance(it, QTableView) else header
            columns = header.count() if header is not None else 1
            yield from ((f"{where}.item", text) for text in of_model(it.model(), QModelIndex(), columns))


def of_model(model: QAbstractItemModel, parent: QModelIndex, columns: int) -> Iterator[str]:
    """Yield the texts of a model's headings and items."""
    for column in range(columns):
        yield as_text(model.headerData(column, Qt.Orientation.Horizontal))
        for row in range(model.rowCount(parent)):
            index = model.index(row, column, parent)
            yield from (as_text(index.data(role)) for role in ROLES)
            if columns > 1 and model.hasChildren(index):
                yield from of_model(model, index, columns)


def as_text(found: object) -> str:
    return found if isinstance(found, str) else ""


class Visit:
    """A window that is looked at again and again, and the texts seen so far with what they belong to."""

    def __init__(self, application: QApplication) -> None:
        self.application = application
        self.session = Session(application)
        self.window = MainWindow(self.session)
        self.window.resize(1280, 800)
        self.window.show()
        self.found: dict[str, str] = {}

    def look(self, *roots: QObject) -> None:
        """Take down the texts of some objects and of all below them."""
        for root in roots:
            for where, text in texts(root):
                self.found.setdefault(text, where)

    def do(self, name: str) -> None:
        action = self.window.actions_by_id[name]
        if action.isEnabled() and not action.isChecked():
            action.trigger()

    def tour(self, file: Path) -> None:
        self.application.processEvents()
        self.look(self.window)
        board = self.session.open(file).scenario.board
        for name in self.window.actions_by_id:
            if name.startswith("overlay."):
                self.do(name)
        for name in self.window.actions_by_id:
            if name.startswith("tool."):
                self.do(name)
                self.application.processEvents()
                self.look(self.window.options, self.window.statusBar())
        self.window.workbench.state.selection = frozenset(
            sorted(board.hexes_of(~board.void), key=board.cell)[:3]
        )
        for name in OPENING:
            self.do(name)
            self.application.processEvents()
            opened = [it for it in self.application.topLevelWidgets() if it is not self.window]
            self.look(*opened, self.window.navigator.finder)
            for it in opened:
                it.close()
            self.application.processEvents()
        # A page is made when it is first asked for.
        panel = self.window.docks.scenario
        for name in panel.tabs:
            panel.pages.page(name)
        self.do("what-if.open")
        self.application.processEvents()
        self.application.processEvents()
        self.look(self.window)


def main() -> None:
    visit = Visit(QApplication(sys.argv[:1]))
    visit.tour(Path(sys.argv[1]))
    json.dump(visit.found, sys.stdout)
    visit.session.end()


if __name__ == "__main__":
    main()
