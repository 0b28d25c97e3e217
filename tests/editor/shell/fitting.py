"""Opens the window on a screen of a given size and scale, and prints what does not fit as JSON.

Run as a program: ``fitting.py SCENARIO WIDTH HEIGHT`` with the points that the screen has; QT_SCALE_FACTOR is its scale.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QEventLoop, QPoint, QRect, QSize, QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QDockWidget,
    QLabel,
    QLineEdit,
    QMenu,
    QWidget,
)

from fairground.editor.shell.application import start
from fairground.editor.widgets.labels_and_buttons import ElidedLabel
from tests.patience import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fairground.editor.shell.main_window import MainWindow

#: What the window manager puts around a window, in points.
FRAME = 32
#: The actions that open a dialog.
DIALOGS = (
    *("file.new", "file.export", "board.resize", "board.layout", "board.turn", "board.ruleset"),
    *("stamp.choose", "help.keys", "help.change-keys", "help.about"),
)
#: Kinds of widgets whose whole content must be seen; lists, tables and texts scroll.
WHOLE = (QAbstractButton, QLabel, QLineEdit, QComboBox, QAbstractSpinBox)


def spin(done: Callable[[], object], what: str) -> None:
    """Handle events until ``done``."""

    def turn() -> object:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 25)
        return done()

    wait_until(turn, what)


def settle() -> None:
    waiting = [True]
    QTimer.singleShot(60, waiting.clear)
    spin(lambda: not waiting, "the timer")
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)


def described(widget: QWidget) -> str:
    text = widget.accessibleName() or getattr(widget, "text", str)() or widget.objectName()
    return f"{type(widget).__name__} {str(text)[:50]!r}"


def clipped(root: QWidget) -> Iterator[str]:
    """Yield the widgets below one that are cut off by what they are in, or have less room than their content takes."""
    for widget in root.findChildren(QWidget):
        if widget.window() is not root.window() or not widget.isVisible() or isinstance(widget, QMenu):
            continue
        if not isinstance(widget, WHOLE) or _is_not_whole(widget, root):
            continue
        place = QRect(widget.mapTo(root, QPoint(0, 0)), widget.size())
        least = _least(widget)
        if not root.rect().contains(place):
            yield f"{described(widget)} is outside: {place.getRect()} in {root.size().toTuple()}"
        elif widget.width() < least.width() or widget.height() < least.height():
            yield f"{described(widget)} has {widget.size().toTuple()}, needs {least.toTuple()}"


def _least(widget: QWidget) -> QSize:
    least = widget.minimumSizeHint().boundedTo(widget.maximumSize())
    if widget.minimumWidth():
        # A field that holds less than its kind may.
        least.setWidth(widget.minimumWidth())
    if isinstance(widget, ElidedLabel):
        return QSize(0, least.height())
    if isinstance(widget, QLabel) and widget.wordWrap():
        return QSize(0, max(widget.heightForWidth(widget.width()), 0))
    return least


def _is_not_whole(widget: QWidget, root: QWidget) -> bool:
    """Whether a widget is in something that scrolls or in a panel behind others, or is part of a field."""
    parent = widget.parentWidget()
    while parent is not None and parent is not root:
        if isinstance(parent, QAbstractScrollArea | QAbstractSpinBox | QComboBox | QLineEdit):
            return True
        # Qt moves a panel behind others out of the window.
        if isinstance(parent, QDockWidget) and parent.x() < 0:
            return True
        parent = parent.parentWidget()
    return False


def faults(window: MainWindow, room: QSize) -> Iterator[str]:
    """Yield what does not fit: in the window with each tool and panel, and in each dialog."""
    size = window.size()

    def look(what: str) -> Iterator[str]:
        settle()
        least = window.minimumSizeHint()
        if window.size() != size:
            yield f"{what}: the window is {window.size().toTuple()}, was {size.toTuple()}"
        if least.width() > room.width() or least.height() > room.height():
            yield f"{what}: the window needs {least.toTuple()} of {room.toTuple()}"
        yield from (f"{what}: {it}" for it in clipped(window))

    for tool in window.workbench.tools:
        if tool != "what-if":
            window.workbench.take_tool(tool)
            yield from look(f"tool {tool}")
    window.workbench.take_tool("brush")
    for name in window.docks.docks:
        window.docks.open(name)
        yield from look(f"panel {name}")
    window.actions_by_id["what-if.open"].trigger()
    yield from look("what-if")
    window.actions_by_id["what-if.leave"].trigger()
    settle()
    for name in DIALOGS:
        yield from dialog_faults(window, name, room)


def dialog_faults(window: MainWindow, name: str, room: QSize) -> list[str]:
    """Return what does not fit in the dialog that an action opens."""
    found: list[str] = []
    seen: list[QDialog] = []

    def look() -> None:
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QDialog) and dialog.isVisible():
                settle()
                seen.append(dialog)
                least = dialog.minimumSizeHint()
                found.extend(
                    f"{name}: the dialog has {size.toTuple()} of {room.toTuple()}"
                    for size in (dialog.size(), least)
                    if size.width() > room.width() or size.height() > room.height()
                )
                found.extend(f"{name}: {it}" for it in clipped(dialog))
                dialog.reject()

    # A modal dialog has an event loop of its own.
    timer = QTimer(window)
    timer.setInterval(50)
    timer.timeout.connect(look)
    timer.start()
    window.actions_by_id[name].trigger()
    spin(lambda: seen, f"the dialog of {name}")
    timer.stop()
    settle()
    return found


def main() -> None:
    scenario, width, height = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    with tempfile.TemporaryDirectory() as folder:
        os.environ["FAIRGROUND_HOME"] = folder
        application = QApplication([])
        window = start(application, scenario)
        room = QSize(width, height - FRAME)
        window.resize(room)
        window.show()
        spin(lambda: window.features.repair is not None, "the features")
        settle()
        found = list(faults(window, room))
        found += [f"the scale is {window.devicePixelRatioF()}"] * (
            window.devicePixelRatioF() != float(os.environ["QT_SCALE_FACTOR"])
        )
        sys.stdout.write(json.dumps(found))
        sys.stdout.flush()
        os._exit(0)


if __name__ == "__main__":
    main()
