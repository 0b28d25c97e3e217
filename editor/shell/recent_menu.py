"""The menu of the files that were open last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu

from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from fairground.editor.session.session import Session


class RecentMenu(QMenu):
    """Lists the files when it is about to be shown, the last one first."""

    #: The path of the file that is to be opened.
    chosen = Signal(object)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        self.clear()
        for path in self._session.recent:
            action = self.addAction(path.name)
            action.setToolTip(str(path))
            action.triggered.connect(lambda _on=False, path=path: self.chosen.emit(path))
        if self.isEmpty():
            self.addAction(tr("No recent files")).setEnabled(False)  # Qt's signature
