"""The preview of a variant over the map, with its changed hexes outlined and its differences beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from fairground.core.pictures.colours import INK
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import is_dark
from fairground.editor.features.variants.text import (
    describe_band,
    describe_changed,
    describe_place,
    describe_variant,
)
from fairground.editor.widgets.labels_and_buttons import heading, soft_label, tool_button
from fairground.editor.widgets.progress_parts import ActionButton
from fairground.editor.widgets.signs import BAND_NAMES

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions
    from fairground.editor.features.variants.job import VariantEntry

#: The distance from the edges of the map, in pixels.
_EDGE = 14
#: The width of the texts beside the picture, in letters.
_LETTERS = 27
#: The opacity of the ink over a picture in the dark theme.
_VEIL = 0.2
#: The most changes of ratings that are listed.
_MOST = 9


class VariantPreview(QFrame):
    """Covers the map while a variant is previewed."""

    #: The preview was closed.
    closed = Signal()

    def __init__(self, actions: Actions, canvas: QWidget) -> None:
        super().__init__(canvas)
        self.setObjectName("variant-preview")
        self.setAccessibleName(tr("Preview of a variant"))
        self.setAutoFillBackground(True)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        # Keep clicks away from the map.
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._canvas = canvas
        self.entry: VariantEntry | None = None
        self.picture = _Picture(self)
        self.title = QLabel(self)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.title.setWordWrap(True)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.about = soft_label("", self)
        self.changes_heading = heading(tr("Compared with the map"), self)
        self.changes_heading.setWordWrap(True)
        self.changes = QLabel(self)
        self.changes.setWordWrap(True)
        for label in (self.about, self.changes):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.notice = soft_label("", self)
        self.apply_button = ActionButton(actions, "variants.apply", self)
        self.close_button = tool_button("close", tr("Close the preview (Escape)"), self)
        self.close_button.clicked.connect(lambda _on=False: self.leave())
        self._lay_out()
        canvas.installEventFilter(self)
        self.hide()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self.title, 1)
        top.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self._column = QWidget(self)
        column = QVBoxLayout(self._column)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(top)
        for label in (self.about, self.changes_heading, self.changes, self.notice):
            column.addWidget(label)
        column.addStretch(1)
        column.addWidget(self.apply_button)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 12, 12, 12)
        row.setSpacing(14)
        row.addWidget(self.picture, 1)
        row.addWidget(self._column)

    def show_entry(self, entry: VariantEntry, *, notice: str = "") -> None:
        """Show a variant with its small picture until the larger one is ready, and a warning about it."""
        self.entry = entry
        self.title.setText(f"{entry.title}: {BAND_NAMES[entry.verdict]}{entry.clause}")
        places = (f"{it[:1].upper()}{it[1:]}" for it in map(describe_place, entry.places))
        self.about.setText("\n".join((*places, describe_changed(entry))))
        bands = [describe_band(it) for it in entry.bands[:_MOST]]
        if len(entry.bands) > _MOST:
            bands.append(tr("and {n} more").format(n=len(entry.bands) - _MOST))
        self.changes.setText("\n".join(bands) or tr("All ratings unchanged."))
        self.picture.show_picture(entry.picture, describe_variant(entry))
        self.say(notice)
        self._column.setFixedWidth(self.fontMetrics().horizontalAdvance("n") * _LETTERS)
        self._fit()
        self.show()
        self.raise_()

    def say(self, notice: str) -> None:
        """Show a warning about the variant; hide it if empty."""
        self.notice.setText(notice)
        self.notice.setVisible(bool(notice))

    def show_large(self, picture: bytes) -> None:
        """Show a larger picture of the same variant; an empty one is ignored."""
        if picture and self.entry is not None:
            self.picture.show_picture(picture, describe_variant(self.entry))

    @property
    def side(self) -> int:
        """The longer side of the picture in pixels."""
        size = self.picture.size()
        return max(1, round(max(size.width(), size.height()) * self.devicePixelRatioF()))

    def leave(self) -> None:
        """Close the preview, if it is open."""
        if self.entry is not None:
            self.entry = None
            self.hide()
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the map."""
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        self.setGeometry(self._canvas.rect().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE))


class _Picture(QWidget):
    """A picture scaled to the available room."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._picture = QPixmap()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(QSize(80, 80))

    def show_picture(self, data: bytes, description: str) -> None:
        """Show a picture; none for empty data."""
        self._picture = QPixmap()
        if data:
            self._picture.loadFromData(data)
        self.setAccessibleName(description)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw the picture in the middle."""
        painter = QPainter(self)
        draw_map_picture(painter, self._picture, self.size())
        painter.end()


def draw_map_picture(painter: QPainter, picture: QPixmap, room: QSize) -> None:
    """Draw a picture centred in ``room``, as large as fits, from the painter's origin."""
    if picture.isNull():
        return
    size = picture.size().scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
    left, top = (room.width() - size.width()) / 2, (room.height() - size.height()) / 2
    target = QRectF(left, top, size.width(), size.height())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawPixmap(target, picture, QRectF(picture.rect()))
    if is_dark():
        painter.setOpacity(_VEIL)
        painter.fillRect(target, QColor(INK))
        painter.setOpacity(1.0)
