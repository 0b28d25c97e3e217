"""A main window that accepts a file dragged onto it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QMainWindow

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import QDragEnterEvent, QDropEvent


class FileDropWindow(QMainWindow):
    """Emits ``file_dropped`` for a single file; ignores several at once, and anything that is not a file."""

    #: The ``Path`` of the file that was dropped.
    file_dropped = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a file that is dragged onto the window."""
        if _dragged_file(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Pass on the file that was dropped, once the program it was dragged from has been answered."""
        path = _dragged_file(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            QTimer.singleShot(0, self, lambda: self.file_dropped.emit(path))


def _dragged_file(data: QMimeData) -> Path | None:
    """Return the file that is dragged; None for several, and for anything that is not a file."""
    urls = data.urls()
    path = Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
    return path if path is not None and path.is_file() else None
