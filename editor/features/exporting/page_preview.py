"""The preview of the pages of an export: a list of pages, and one of them at any zoom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.app.deferred import delayed
from fairground.editor.app.texts import tr
from fairground.editor.widgets.labels_and_buttons import ElidedLabel, fill, tool_button

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from fairground.editor.features.exporting.page_pictures import PagePicture, PageSize

#: The steps of the zoom, in percent of the size on paper.
_ZOOMS = (25, 50, 75, 100, 150, 200, 300, 400)
_MM_PER_INCH = 25.4
#: Milliseconds between the last resize of the window and drawing the page again.
_DEBOUNCE = 120
_MARGIN = 10
#: The room beside the titles of the list of pages, and its smallest width, in pixels.
_LIST_MARGIN = 8
_NARROWEST = 90


class PagePreview(QWidget):
    """Requests the picture of the selected page, and shows it.

    Ctrl and the wheel zoom, so do +, - and 0 (the whole page); PgUp and PgDown turn pages.
    """

    #: The number of a page, from 0, and the wanted width of its picture in pixels.
    page_wanted = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sizes: tuple[PageSize, ...] = ()
        #: Percent of the size on paper; None for the whole page.
        self.zoom: int | None = None
        self._asked = (-1, -1)
        self.pages = QListWidget(self)
        self.pages.setAccessibleName(tr("Pages"))
        self.pages.currentRowChanged.connect(lambda _row: self._ask())
        self.picture = QLabel(self)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setAccessibleName(tr("Page"))
        self.area = QScrollArea(self)
        self.area.setWidget(self.picture)
        self.area.setWidgetResizable(True)
        self.area.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.area.setAccessibleName(tr("Page"))
        self.area.viewport().installEventFilter(self)
        self.area.installEventFilter(self)
        self.caption = ElidedLabel("", self)
        self.smaller = tool_button("zoom-out", tr("Zoom out (-)"), self)
        self.whole = tool_button("fit", tr("Show the whole page (0)"), self)
        self.larger = tool_button("zoom-in", tr("Zoom in (+)"), self)
        self.smaller.clicked.connect(lambda: self._step(-1))
        self.larger.clicked.connect(lambda: self._step(1))
        self.whole.clicked.connect(lambda: self.set_zoom(None))
        bar = fill(QHBoxLayout(), (self.caption, 1), self.smaller, self.whole, self.larger)
        middle = fill(QHBoxLayout(), self.pages, (self.area, 1), spacing=6)
        fill(QVBoxLayout(self), bar, (middle, 1), spacing=2)
        self._soon = delayed(self, self._ask, _DEBOUNCE)

    @property
    def page(self) -> int:
        """The number of the selected page, from 0; -1 when there is none."""
        return self.pages.currentRow()

    def show_pages(self, sizes: tuple[PageSize, ...]) -> None:
        """Show other pages, and keep the number of the selected one if possible."""
        row = min(max(self.page, 0), len(sizes) - 1)
        if sizes != self._sizes:
            self.pages.blockSignals(True)
            self.pages.clear()
            for number, size in enumerate(sizes, 1):
                item = QListWidgetItem(size.title or tr("Page {number}").format(number=number), self.pages)
                item.setToolTip(_format_size(size))
            self.pages.setCurrentRow(row)
            self.pages.blockSignals(False)
            self._sizes = sizes
            self._widen_list()
        self.pages.setVisible(len(sizes) > 1)
        self._asked = (-1, -1)
        # After the dialog has got its size.
        self._soon.start()

    def _widen_list(self) -> None:
        """Make the list of pages as wide as its longest title, up to a third of the preview."""
        bar = self.pages.verticalScrollBar().sizeHint().width()
        width = self.pages.sizeHintForColumn(0) + bar + 2 * self.pages.frameWidth() + _LIST_MARGIN
        self.pages.setFixedWidth(max(_NARROWEST, min(width, max(self.width(), 3 * _NARROWEST) // 3)))

    def show_picture(self, picture: PagePicture) -> None:
        """Show a page, if it is still the selected one."""
        if picture.page != self.page:
            return
        width, height = picture.width, picture.height
        image = QImage(picture.pixels, width, height, 4 * width, QImage.Format.Format_RGB32)
        pixmap = QPixmap.fromImage(image)
        pixmap.setDevicePixelRatio(self.devicePixelRatioF())
        self.picture.setPixmap(pixmap)
        self.picture.setMinimumSize(pixmap.deviceIndependentSize().toSize())

    def set_zoom(self, percent: int | None) -> None:
        """Show pages at a percentage of their size on paper; None shows the whole page."""
        self.zoom = percent
        self._ask()

    # -- events of Qt ---------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Zoom and turn pages by wheel and keys; follow the size of the area."""
        if isinstance(event, QResizeEvent) and watched is self.area.viewport() and self.zoom is None:
            self._soon.start()
        elif isinstance(event, QWheelEvent) and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._step(1 if event.angleDelta().y() > 0 else -1)
            return True
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched is self.area:
            return self._key(event.key())
        return super().eventFilter(watched, event)

    def _key(self, key: int) -> bool:
        """Handle a key; return whether it has a use here."""
        keys = Qt.Key
        if key in (keys.Key_Plus, keys.Key_Equal):
            self._step(1)
        elif key == keys.Key_Minus:
            self._step(-1)
        elif key == keys.Key_0:
            self.set_zoom(None)
        elif key in (keys.Key_PageDown, keys.Key_PageUp):
            step = 1 if key == keys.Key_PageDown else -1
            self.pages.setCurrentRow(min(max(self.page + step, 0), self.pages.count() - 1))
        else:
            return False
        return True

    # -- zoom and requests ----------------------------------------------------------------------------------

    def _step(self, step: int) -> None:
        now = self._percent()
        further = [it for it in _ZOOMS if (it > now + 1 if step > 0 else it < now - 1)]
        if further:
            self.set_zoom(min(further) if step > 0 else max(further))

    def _percent(self) -> float:
        if self.zoom is not None or not self._sizes:
            return self.zoom or 100
        return 100 * self._fitting().width() / self._on_screen().width()

    def _on_screen(self) -> QSize:
        """Return the size of the page at 100 percent, in logical pixels."""
        size = self._sizes[self.page]
        dots = self.logicalDpiX() / _MM_PER_INCH
        return QSize(max(1, round(size.width * dots)), max(1, round(size.height * dots)))

    def _fitting(self) -> QSize:
        room = self.area.viewport().size() - QSize(_MARGIN, _MARGIN)
        return self._on_screen().scaled(room, Qt.AspectRatioMode.KeepAspectRatio)

    def _ask(self) -> None:
        if not 0 <= self.page < len(self._sizes):
            return
        percent = self._percent()
        width = round(self._on_screen().width() * percent / 100 * self.devicePixelRatioF())
        size, count = _format_size(self._sizes[self.page]), len(self._sizes)
        caption = (
            tr("Page {number} of {count}, {size}, at {percent}%")
            if count > 1
            else tr("{size}, at {percent}%")
        )
        self.caption.setText(
            caption.format(number=self.page + 1, count=count, size=size, percent=f"{percent:.0f}")
        )
        if self.zoom is None:
            # Avoid scroll bars, which a smaller picture does not need.
            self.picture.setMinimumSize(1, 1)
        if (self.page, width) != self._asked and width > 0:
            self._asked = self.page, width
            self.page_wanted.emit(self.page, width)


def _format_size(size: PageSize) -> str:
    """Return the size of a page on paper: ``210 by 297 mm``; of a picture with pixels, these as well."""
    text = tr("{width} by {height} mm").format(width=f"{size.width:.0f}", height=f"{size.height:.0f}")
    if size.pixels is None:
        return text
    width, height = (f"{it:,}" for it in size.pixels)
    return tr("{width} by {height} pixels, {millimetres}").format(
        width=width, height=height, millimetres=text
    )
