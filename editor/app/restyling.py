"""Another look for widgets that have been styled: those that are seen in one turn, the others in turns after it.

To give an application another style sheet styles all of its widgets in one go, and twice. Ours stays as it is from theme
to theme, for it names the roles of the palette; what has been made of it for each widget is all that has to be made anew.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from shiboken6 import isValid

from fairground.editor.app.deferred import next_turn

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

#: How long a turn styles widgets that nobody sees, in seconds.
_SLICE = 0.008


def restyle(application: QApplication) -> None:
    """Style the widgets of an application as its palette is now."""
    found = application.findChild(_Restyling, "", Qt.FindChildOption.FindDirectChildrenOnly)
    (found or _Restyling(application)).begin(application.allWidgets())


class _Restyling(QObject):
    """The widgets that wait, in order; there is one of these, which belongs to the application."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._seen: list[QWidget] = []
        self._waiting: dict[QWidget, None] = {}

    def begin(self, widgets: list[QWidget]) -> None:
        """Let all wait, those that are seen for the next turn, and others until their turn comes or they are shown."""
        # What has not been styled yet will be when it is first shown.
        styled = [it for it in widgets if it.testAttribute(Qt.WidgetAttribute.WA_WState_Polished)]
        self._waiting = dict.fromkeys(it for it in styled if not it.isVisible())
        self._seen = [it for it in styled if it not in self._waiting]
        self._application.installEventFilter(self)
        next_turn(self, self._go_on)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and watched in self._waiting:
            del self._waiting[watched]
            self._do(watched)
        return False

    def _go_on(self) -> None:
        end = time.perf_counter() + _SLICE
        # Together: half of them would look odd.
        for widget in self._seen:
            self._do(widget)
        self._seen = []
        while self._waiting and time.perf_counter() < end:
            widget, _ = self._waiting.popitem()
            self._do(widget)
        if self._waiting:
            next_turn(self, self._go_on)
        else:
            self._application.removeEventFilter(self)

    def _do(self, widget: QWidget) -> None:
        if isValid(widget):
            style = self._application.style()
            style.unpolish(widget)
            style.polish(widget)
            widget.update()
