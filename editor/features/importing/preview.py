"""What a map to import looks like: the map itself, drawn piece by piece, while it is read a bar that can be stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from fairground.core.errors import FairgroundError
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.document.document import Document

#: What is read sooner than this shows no bar, in milliseconds.
_PATIENCE = 200


class ImportPreview(QWidget):
    """Shows one map at a time; wheel and middle button zoom and move it as they do in the editor."""

    #: The user will not wait any longer.
    stopped = Signal()

    def __init__(self, *, dark: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_dark = dark
        self._document: Document | None = None
        self.canvas: Canvas | None = None
        self._told = QLabel("", self)
        self._told.setWordWrap(True)
        self._told.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._told.setTextFormat(Qt.TextFormat.PlainText)
        self._told.setMargin(24)
        self._pages = QStackedWidget(self)
        self._pages.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._pages.addWidget(self._told)
        #: The bar with its button; the dialog has a place for it.
        self.busy = QWidget(parent)
        bar = QProgressBar(self.busy)
        bar.setRange(0, 0)
        bar.setTextVisible(False)
        bar.setAccessibleName(tr("Reading the map"))
        self.stop = QPushButton(tr("Stop reading"), self.busy)
        self.stop.setAutoDefault(False)
        self.stop.clicked.connect(self.stopped)
        row = QHBoxLayout(self.busy)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(bar, 1)
        row.addWidget(self.stop)
        self.busy.hide()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_PATIENCE)
        self._soon.timeout.connect(self.busy.show)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._pages)

    @property
    def told(self) -> str:
        """What stands in the place of the map; empty while there is one."""
        return "" if self._pages.currentWidget() is self.canvas else self._told.text()

    def wait(self) -> None:
        """Show that a map is being read, if it takes long; what was there stays meanwhile."""
        self._soon.start()

    def show_map(self, scenario: Scenario) -> None:
        """Show a map."""
        from fairground.editor.canvas.canvas import Canvas  # noqa: PLC0415  # the map's own code is loaded with a map
        from fairground.editor.canvas.layers import LayerModel  # noqa: PLC0415
        from fairground.editor.document.document import Document  # noqa: PLC0415

        self._rest()
        before, self._document = self._document, Document(scenario, parent=self)
        if self.canvas is None:
            self.canvas = Canvas(self._document, LayerModel(self), self)
            self.canvas.setAccessibleName(tr("The map to import"))
            self.canvas.set_dark(self._is_dark)
            self._pages.addWidget(self.canvas)
        else:
            self.canvas.set_document(self._document)
        if before is not None:
            before.deleteLater()
        self._pages.setCurrentWidget(self.canvas)
        # The map has its size only when the dialog has its own.
        QTimer.singleShot(0, self, self.canvas.fit)

    def tell(self, text: str) -> None:
        """Say something in the place of the map."""
        self._rest()
        self._told.setText(text)
        self._pages.setCurrentWidget(self._told)

    def go_to(self, label: str) -> None:
        """Bring a hex into the middle and outline it; nothing when the map does not have it."""
        if self.canvas is None or self._document is None:
            return
        try:
            at = self._document.scenario.board.parse(label)
        except FairgroundError:
            return
        self.canvas.centre_on(at)
        self.canvas.set_preview(frozenset((at,)))

    def _rest(self) -> None:
        self._soon.stop()
        self.busy.hide()
