"""One start of the editor: prints when its window had been painted, and when its map had been, and ends."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from fairground.editor.app import start

if __name__ == "__main__":
    application = QApplication(sys.argv[:1])
    window = start(application, Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    window.repaint()
    print(time.time())
    application.processEvents()
    window.repaint()
    print(time.time())
    QTimer.singleShot(0, application.quit)
    application.exec()
    window.session.end()
