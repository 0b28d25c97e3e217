"""The editor with an ear: run as a process, it tells a test where things are on the screen and what they show.

It only looks. Everything that is done to the editor is done by mouse and keys.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEventLoop, QModelIndex, QObject, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QCursor, QImage
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QGraphicsView,
    QLabel,
    QScrollArea,
    QSpinBox,
    QTableView,
    QTreeView,
    QWidget,
)

from fairground.core.grid.hexes import neighbour
from fairground.editor.canvas.canvas import Canvas
from fairground.editor.canvas.view import BoardView
from fairground.editor.overlays.registry import Overlays
from fairground.editor.shell.application import start
from fairground.editor.widgets.legend_rows import Freshness

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.editor.shell.main_window import MainWindow


class Ear(QObject):
    """Answers questions, one JSON line each, about the window."""

    def __init__(self, window: MainWindow, address: str) -> None:
        super().__init__(window)
        self._window = window
        self._server = QLocalServer(self)
        self._server.newConnection.connect(self._connected)
        if not self._server.listen(address):
            raise RuntimeError(self._server.errorString())

    def _connected(self) -> None:
        socket = self._server.nextPendingConnection()
        socket.readyRead.connect(lambda: self._read(socket))

    def _read(self, socket: QLocalSocket) -> None:
        while socket.canReadLine():
            question = json.loads(bytes(socket.readLine().data()))
            socket.write(json.dumps(self._answer(**question)).encode() + b"\n")
            socket.flush()

    def _answer(self, about: str, name: str = "") -> object:
        return getattr(self, f"_about_{about}")(name)

    def _about_hex(self, name: str) -> list[int] | None:
        canvas = self._window.findChild(Canvas)
        document = self._window.session.document
        if canvas is None or document is None or not canvas.isVisible():
            return None
        return _global(canvas, canvas.point_of(document.scenario.board.parse(name)).toPoint())

    def _about_side(self, name: str) -> list[int] | None:
        """Return a point near the middle of a hexside, within the hex that it is named from: ``C4 NE``."""
        at, direction = name.split()
        here = self._about_hex(at)
        canvas, document = self._window.findChild(Canvas), self._window.session.document
        if here is None or canvas is None or document is None:
            return None
        board = document.scenario.board
        beyond = neighbour(board.parse(at), board.layout.direction(direction))
        there = _global(canvas, canvas.point_of(beyond).toPoint())
        return [round(a + 0.42 * (b - a)) for a, b in zip(here, there, strict=True)]

    def _about_widget(self, name: str) -> list[int] | None:
        """Return the middle of the visible widget with that accessible name, or of the button with that text."""
        widget = _named(name)
        return _global(widget, widget.rect().center()) if widget else None

    def _about_pixel(self, name: str) -> list[int] | None:
        """Return where a view shows a point of its scene, named as in ``Tracing image@120,80``."""
        title, _, at = name.partition("@")
        x, y = map(float, at.split(","))
        for view in _visible():
            if isinstance(view, QGraphicsView) and view.accessibleName() == title:
                return _global(view.viewport(), view.mapFromScene(QPointF(x, y)))
        return None

    def _about_enabled(self, name: str) -> bool:
        widget = _named(name)
        return widget is not None and widget.isEnabled()

    def _about_value(self, name: str) -> int | None:
        """Return the value of a field with a number."""
        field = _named(name)
        return field.value() if isinstance(field, QSpinBox) else None

    def _about_item(self, name: str) -> list[int] | None:
        """Return the middle of the visible row, in a list or table, that shows a text."""
        for view in _visible():
            if not isinstance(view, QAbstractItemView) or view.model() is None:
                continue
            model = view.model()
            if isinstance(view, QTreeView) and (index := _row_of_tree(view, name)) is not None:
                return _row(view, index)
            # Lists hide how many columns their model has.
            columns = model.columnCount(view.rootIndex()) if isinstance(view, QTableView) else 1
            for row in range(model.rowCount(view.rootIndex())):
                for column in range(columns):
                    index = model.index(row, column, view.rootIndex())
                    if name in str(index.data() or ""):
                        return _row(view, index)
        return None

    def _about_active(self, _name: str) -> str | None:
        """Return the title of the dialog that has the keys; empty when the window has them, None when nothing has."""
        active = QApplication.activeWindow()
        return ("" if active is self._window else active.windowTitle()) if active else None

    def _about_buttons(self, _name: str) -> int:
        """Return which buttons of the mouse are pressed, by the events that the editor has had; 0 for none."""
        return QApplication.mouseButtons().value

    def _about_turn(self, _name: str) -> bool:
        """Have all happen that the X server has sent."""
        QCursor.pos()  # asks the server, whose answer comes after what it sent before
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeSocketNotifiers)
        return True

    def _about_window(self, _name: str) -> list[list[int]]:
        """Return where the window with the keys is, without its frame: left, top, width, height; nothing without one.

        Some xdotools add the frame twice: that place is the second one.
        """
        active = QApplication.activeWindow()
        if active is None:
            return []
        place = active.geometry()
        twice = place.translated(place.topLeft() - active.frameGeometry().topLeft())
        ratio = active.devicePixelRatioF()
        return [
            [round(value * ratio) for value in (it.x(), it.y(), it.width(), it.height())]
            for it in (place, twice)
        ]

    def _about_panel(self, name: str) -> bool:
        """Return whether a panel is there, and no other one before it."""
        return not self._window.docks.docks[name].visibleRegion().isEmpty()

    def _about_texts(self, _name: str) -> list[str]:
        """Return every text that a visible label or button shows."""
        return [it.text() for it in _visible() if isinstance(it, QLabel | QAbstractButton) and it.text()]

    def _about_state(self, _name: str) -> dict[str, Any]:
        document = self._window.session.document
        if document is None:
            return {"document": None}
        board = document.scenario.board
        return {
            "document": document.title,
            "size": [board.columns, board.rows],
            "layout": board.layout.value,
            "dirty": document.is_dirty,
            "steps": [document.undo_stack.index(), document.undo_stack.count()],
            "current": self._window.session.validation_watch.is_current,
            "computed": not any(
                it.freshness in (Freshness.COMPUTING, Freshness.OLD)
                for overlays in self._window.findChildren(Overlays)
                for it in overlays.shown
            ),
            "painted": all(it.is_settled for it in _visible() if isinstance(it, BoardView)),
        }

    def _about_options(self, _name: str) -> dict[str, Any]:
        """Return the tool in hand, its options as far as they are plain values, and what is switched on or chosen."""
        workbench, actions = self._window.workbench, self._window.actions_by_id
        board = self._window.session.document.scenario.board if self._window.session.document else None
        return {
            **{
                name: it
                for name, it in workbench.state.values.items()
                if it is None or isinstance(it, str | int)
            },
            "terrain": [workbench.state.stack_first, workbench.state.stack_second],
            "tool": workbench.tool.id,
            "measured": len(workbench.state.measured),
            "selected": sorted(board.label(at) for at in workbench.state.selection) if board else [],
            "on": [name for name in actions if actions[name].isCheckable() and actions[name].isChecked()],
            "cursor": board.label(at) if board and (at := self._cursor()) else "",
        }

    def _cursor(self) -> Hex | None:
        canvas = self._window.findChild(Canvas)
        return canvas.cursor_hex if canvas else None

    def _about_lies(self, name: str) -> dict[str, Any]:
        """Return what lies on a hex: of the board, and of the scenario."""
        scenario = self._window.session.document.scenario if self._window.session.document else None
        if scenario is None:
            return {}
        board, at = scenario.board, scenario.board.parse(name)
        return {
            "terrain": board.terrain_at(at),
            "level": board.level_at(at),
            "effects": board.effects_at(at),
            "name": board.names.get(at, ""),
            "note": board.notes.get(at, ""),
            "zones": [it.id for it in scenario.zones if it.shape.mask(board)[board.cell(at)]],
            "objectives": [it.id for it in scenario.objectives if it.shape.mask(board)[board.cell(at)]],
            "units": [f"{it.unit_class} {it.facing}" for it in scenario.units if it.hex == at],
            "locked": name in scenario.locked,
        }

    def _about_drawn(self, _name: str) -> dict[str, str]:
        """Return what tells the pixels of parts of the window on the screen, as they are there, from others."""
        # In a format without bytes that say nothing: those differ from one picture to the next.
        screen = QApplication.primaryScreen().grabWindow(0).toImage()
        screen = screen.convertToFormat(QImage.Format.Format_RGBA8888)
        window = self._window
        parts: dict[str, QWidget | None] = {
            "map": window.findChild(Canvas),
            "tools": window.strip,
            "panel": window.docks.docks["layers"].widget(),
            "menus": window.menuBar(),
        }
        found: dict[str, str] = {}
        for name, part in parts.items():
            if part is not None:
                # The bytes are there only as long as the picture is.
                picture = screen.copy(QRect(part.mapToGlobal(QPoint()), part.size()))
                found[name] = sha256(picture.constBits()).hexdigest()
        return found

    def _about_screenshot(self, name: str) -> bool:
        return QApplication.primaryScreen().grabWindow(0).save(name)


def _named(name: str) -> QWidget | None:
    for widget in _visible():
        text = widget.text().replace("&", "") if isinstance(widget, QAbstractButton) else ""
        if name in (widget.accessibleName(), text):
            _scroll_to(widget)
            # What is still out of sight in its middle cannot be clicked.
            if _shows_middle(widget):
                return widget
    return None


def _shows_middle(widget: QWidget) -> bool:
    return widget.visibleRegion().contains(widget.rect().center())


def _scroll_to(widget: QWidget) -> None:
    """Scroll the area around a widget, as a user would, if the widget is out of sight."""
    around = widget.parentWidget()
    while around is not None and not _shows_middle(widget):
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(widget)
        around = around.parentWidget()


def _row_of_tree(view: QTreeView, name: str) -> QModelIndex | None:
    """Return the row with a text among those that are unfolded, or with it for those who hear it."""
    index = view.model().index(0, 0)
    while index.isValid():
        heard = index.data(Qt.ItemDataRole.AccessibleTextRole)
        if name in str(index.data() or "") or name in str(heard or ""):
            return index
        index = view.indexBelow(index)
    return None


def _row(view: QAbstractItemView, index: QModelIndex) -> list[int]:
    """Return the middle of a row; the view is scrolled to it, and so is what is around the view."""
    view.scrollTo(index)
    middle = view.visualRect(index).center()
    around = view.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea) and (inside := around.widget()) is not None:
            there = view.viewport().mapTo(inside, middle)
            around.ensureVisible(there.x(), there.y())
        around = around.parentWidget()
    return _global(view.viewport(), middle)


def _visible() -> list[QWidget]:
    return [widget for widget in QApplication.allWidgets() if widget.isVisible()]


def _global(widget: QWidget, point: QPoint) -> list[int]:
    """Return a point of a widget in pixels of the screen, which are more than those of Qt on a scaled one."""
    there, ratio = widget.mapToGlobal(point), widget.devicePixelRatioF()
    return [round(there.x() * ratio), round(there.y() * ratio)]


if __name__ == "__main__":
    application = QApplication(sys.argv[:1])
    main_window = start(application, Path(sys.argv[2]) if len(sys.argv) > 2 else None)
    Ear(main_window, sys.argv[1])
    status = application.exec()
    main_window.session.end()
    sys.exit(status)
