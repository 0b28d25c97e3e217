"""Parts of panels with long jobs: the chosen options, the progress, and whether the results are up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.widgets.labels_and_buttons import ElidedLabel, with_key

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions

#: The titles of the panels whose jobs share one process, by the topic of the job.
_PANELS = {
    "simulation": tr("Self-play"),
    "variants": tr("Variants"),
    "repair": tr("Repair"),
    "watch": tr("Watch games"),
}


def waiting_words(topic: str) -> str:
    """Return the text shown while a job of ``topic`` is done first; empty for no topic."""
    panel = _PANELS.get(topic)
    return tr("Waiting for {panel}…").format(panel=panel) if panel else tr("Starting…")


#: The width of a fold besides its arrow and text, in pixels.
_FOLD_EDGES = 14


class ActionButton(QPushButton):
    """A wide button for an action, with its key."""

    def __init__(self, actions: Actions, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._action, self._entries, self._name = actions[name], actions.keymap.actions, name
        self.setAccessibleName(self._action.iconText())
        self.clicked.connect(lambda _checked=False: self._action.trigger())
        self._action.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        self.setText(with_key(self._action.iconText(), self._entries[self._name].shown_key))
        self.setIcon(self._action.icon())
        self.setToolTip(self._action.toolTip())
        self.setEnabled(self._action.isEnabled())


class Fold(QToolButton):
    """Shows the chosen options in several lines, and unfolds their fields."""

    def __init__(self, name: str, tip: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._words = ""
        self.setCheckable(True)
        self.setAutoRaise(True)
        self.setProperty("quiet", True)  # Qt's signature
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.toggled.connect(self._point)
        self._point(on=False)

    @property
    def words(self) -> str:
        """The text, in one line."""
        return self._words

    def say(self, words: str) -> None:
        """Show another text."""
        self._words = words
        self._wrap()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines elsewhere."""
        super().resizeEvent(event)
        self._wrap()

    def changeEvent(self, event: QEvent) -> None:
        """Break the lines elsewhere for letters of another size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._wrap()

    def _wrap(self) -> None:
        """Break the text into lines, since a button would elide it."""
        metrics = self.fontMetrics()
        room = self.width() - self.iconSize().width() - _FOLD_EDGES
        lines: list[str] = []
        for word in self._words.split(" "):
            if lines and metrics.horizontalAdvance(f"{lines[-1]} {word}") <= room:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        self.setText("\n".join(lines))

    def _point(self, on: bool) -> None:  # noqa: FBT001  # slot of a signal
        self.setArrowType(Qt.ArrowType.DownArrow if on else Qt.ArrowType.RightArrow)


class ShareLine(QWidget):
    """The progress of a job, as text over a bar."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = ElidedLabel("", self)
        self.words.setAccessibleName(name)
        self._share, self._is_running = 0.0, False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 8)
        layout.addWidget(self.words)

    def show_share(self, words: str, share: float, *, is_running: bool) -> None:
        """Show a share with its text; hide for an empty one."""
        self._share, self._is_running = share, is_running
        self.words.setText(words)
        self.setVisible(bool(words))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw the bar below the text."""
        look = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        track = QRectF(0, self.height() - 6, self.width(), 5)
        painter.setBrush(QColor(look.line))
        painter.drawRoundedRect(track, 2.5, 2.5)
        if self._share > 0:
            track.setWidth(max(track.width() * self._share, 5))
            painter.setBrush(QColor(look.accent if self._is_running else look.soft))
            painter.drawRoundedRect(track, 2.5, 2.5)


class StaleNotice(QWidget):
    """Warns that results are of another state of the map; hidden while they are up to date."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._sign = QLabel(self)
        self._sign.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 2)
        row.setSpacing(6)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.words, 1)
        self.hide()

    def say(self, words: str) -> None:
        """Show a text; hide for an empty one."""
        self.words.setText(words)
        self.setVisible(bool(words))
        self.redraw()

    def redraw(self) -> None:
        """Draw the icon in the colours of the theme."""
        self._sign.setPixmap(pixmap("warning", 16, colour=colours().warning, ratio=self.devicePixelRatioF()))
