"""The variants panel: settings, the list of variants with pictures, and the symmetries that do not fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QListView,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.app.deferred import next_turn
from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import tr, trn
from fairground.editor.app.theme import colours
from fairground.editor.features.variants.job import VariantsSettings
from fairground.editor.features.variants.preview import draw_map_picture
from fairground.editor.features.variants.text import AXES, describe_variant, short_verdict
from fairground.editor.widgets.checklist_button import ChoiceBox
from fairground.editor.widgets.labels_and_buttons import soft_label
from fairground.editor.widgets.number_fields import narrow_field
from fairground.editor.widgets.option_rows import TitledGrid
from fairground.editor.widgets.progress_parts import Fold
from fairground.editor.widgets.result_panel import ResultPanel, ResultTexts, SettingsForm
from fairground.editor.widgets.signs import band_colour, band_icon

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions
    from fairground.editor.features.variants.job import VariantEntry, VariantsResult


_WIDE, _HIGH = 112, 104
#: The size of the sign of the verdict, in pixels.
_SIGN = 18
_LINES = 5
_ENTRY = Qt.ItemDataRole.UserRole


class VariantList(QListWidget):
    """Pictures of the variants with verdict and value on the first axis; drawn one per turn of the event loop."""

    #: The ``VariantEntry`` to preview; None for none.
    looked_at = Signal(object)
    #: The ``VariantEntry`` to apply.
    taken = Signal(object)
    #: The preview is to be closed.
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setWordWrap(True)
        self.setIconSize(QSize(_WIDE, _HIGH))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._is_filling = False
        self._drawn = 0
        self.currentItemChanged.connect(lambda now, _before: self._look(now))
        # A click on the selected variant opens its preview again.
        self.itemClicked.connect(self._look)
        self.itemActivated.connect(lambda item: self.taken.emit(item.data(_ENTRY)))
        self._fit()

    @property
    def entries(self) -> list[VariantEntry]:
        """The variants in the list."""
        return [self.item(row).data(_ENTRY) for row in range(self.count())]

    @property
    def entry(self) -> VariantEntry | None:
        """The selected variant; None for none."""
        item = self.currentItem()
        entry: VariantEntry | None = item.data(_ENTRY) if item is not None else None
        return entry

    def show_entries(self, entries: tuple[VariantEntry, ...]) -> None:
        """List other variants; the selection stays if it is among them."""
        if tuple(map(id, self.entries)) == tuple(map(id, entries)):
            return
        chosen = self.entry
        self._is_filling = True
        self.clear()
        for entry in entries:
            place = entry.places[0]
            item = QListWidgetItem(f"{entry.title}\n{short_verdict(entry)}\n{place.axis} {place.after}", self)
            item.setData(_ENTRY, entry)
            item.setSizeHint(self.gridSize())
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
            item.setToolTip(describe_variant(entry))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, describe_variant(entry))
            if chosen is not None and chosen.id == entry.id:
                self.setCurrentItem(item)
        self._is_filling = False
        self.redraw()

    def redraw(self) -> None:
        """Redraw all pictures."""
        self._drawn = 0
        if self.count():
            next_turn(self, self._draw_next)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Apply with Return, close the preview with Escape."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.entry is not None:
            self.taken.emit(self.entry)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Adapt to the text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divide the width among the pictures."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        letters = self.fontMetrics()
        least = max(_WIDE, letters.horizontalAdvance("180° turn of the")) + 8
        room = self.viewport().width() - 2
        wide = room // max(1, room // least)
        self.setGridSize(QSize(max(wide, least), _HIGH + _LINES * letters.lineSpacing() + 8))
        for row in range(self.count()):
            self.item(row).setSizeHint(self.gridSize())

    def _look(self, item: QListWidgetItem | None) -> None:
        if not self._is_filling:
            self.looked_at.emit(item.data(_ENTRY) if item is not None else None)

    def _draw_next(self) -> None:
        if self._drawn < self.count():
            item = self.item(self._drawn)
            picture = self._picture(item.data(_ENTRY))
            drawn = QIcon(picture)
            # Without this, Qt tints the picture of the selected variant.
            drawn.addPixmap(picture, QIcon.Mode.Selected)
            item.setIcon(drawn)
            self._drawn += 1
            if self._drawn < self.count():
                next_turn(self, self._draw_next)

    def _picture(self, entry: VariantEntry) -> QPixmap:
        """Return the picture of a variant with the sign of its verdict in a corner."""
        ratio = self.devicePixelRatioF()
        result = QPixmap(round(_WIDE * ratio), round(_HIGH * ratio))
        result.setDevicePixelRatio(ratio)
        result.fill(Qt.GlobalColor.transparent)
        painter = QPainter(result)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        drawn = QPixmap()
        drawn.loadFromData(entry.picture)
        draw_map_picture(painter, drawn, QSize(_WIDE, _HIGH))
        look = colours()
        disc = QRectF(_WIDE - _SIGN - 3, 2, _SIGN + 2, _SIGN + 2)
        painter.setPen(QColor(look.line))
        painter.setBrush(QColor(look.raised))
        painter.drawEllipse(disc)
        ink = band_colour(entry.verdict)
        sign = pixmap(band_icon(entry.verdict), _SIGN - 4, colour=ink, ratio=ratio)
        painter.drawPixmap(disc.adjusted(3, 3, -3, -3), sign, QRectF(sign.rect()))
        painter.end()
        return result


#: The most random variants; the command line allows more.
_MOST = 48


class VariantsOptions(SettingsForm):
    """The settings of variants."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        defaults = VariantsSettings()
        self.axes = ChoiceBox(self), ChoiceBox(self)
        for box, other, name in zip(self.axes, self.axes[::-1], defaults.axes, strict=True):
            box.setSizeAdjustPolicy(box.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(6)
            box.offer(AXES)
            box.show_value(name)
            box.picked.connect(lambda _value, box=box, other=other: self._keep_apart(box, other))
        self._chosen = list(defaults.axes)
        self.count = narrow_field(self, 0, _MOST, defaults.count, room_for="999,999")
        self.seed = narrow_field(self, 1, 999_999, defaults.seed, room_for="999,999")
        self.symmetric = QCheckBox(tr("Symmetric variants"), self)
        self.symmetric.setToolTip(tr("Keep random variants symmetric too"))
        self.symmetric.setAccessibleName(self.symmetric.text())
        self.symmetric.toggled.connect(lambda _on: self.changed.emit())
        for spin in (self.count, self.seed):
            spin.valueChanged.connect(lambda _value: self.changed.emit())
        grid = TitledGrid(self)
        tip = tr(
            "Property that should vary between the variants. Of similar variants, only the fairest is kept"
        )
        grid.add(0, 0, tr("Axis 1"), self.axes[0], tip, wide=True)
        grid.add(1, 0, tr("Axis 2"), self.axes[1], tip, wide=True)
        tip = tr("How many random variants to make; 0 for the symmetric versions only")
        grid.add(2, 0, tr("Count"), self.count, tip)
        grid.add(2, 2, tr("Seed"), self.seed, tr("The same seed makes the same variants again"))
        grid.addWidget(self.symmetric, 3, 0, 1, 4)

    @property
    def settings(self) -> VariantsSettings:
        """The chosen settings."""
        one, other = (box.value for box in self.axes)
        return VariantsSettings(
            (one, other), self.count.value(), self.seed.value(), self.symmetric.isChecked()
        )

    @property
    def summary(self) -> str:
        """Number of variants and axes in one line."""
        number = self.count.value()
        count = trn("{n} variant", "{n} variants", number).format(n=number)
        cross = "\N{MULTIPLICATION SIGN}"
        return f"{count} · {f' {cross} '.join(box.currentText() for box in self.axes)}"

    def _keep_apart(self, box: ChoiceBox, other: ChoiceBox) -> None:
        """Swap the axes if both boxes show the same one."""
        at = self.axes.index(box)
        if other.value == box.value:
            other.show_value(self._chosen[at])
        self._chosen = [it.value for it in self.axes]
        self.changed.emit()


#: The height of the list of symmetries that do not fit, in lines.
_UNFIT_LINES = 6


class VariantsPanel(ResultPanel):
    """Shows variants, from any source."""

    panel_title = tr("Variants")
    about = tr("Status of the variants")
    action_names = ("variants.make", "variants.stop", "variants.apply")
    fold_texts = tr("Variant settings"), tr("Show or hide the variant settings")
    options: VariantsOptions

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(actions, VariantsOptions(), parent)
        self.remark = soft_label("", self)
        self.remark.setAccessibleName(tr("Why there are no variants"))
        self.list = VariantList(self)
        self.list.setAccessibleName(tr("Variants"))
        title = tr("Symmetries that do not fit")
        self.unfit_fold = Fold(title, tr("Show or hide the symmetries that do not fit"), self)
        self.unfit = soft_label("")
        self._unfit_area = QScrollArea(self)
        self._unfit_area.setWidget(self.unfit)
        self._unfit_area.setWidgetResizable(True)
        self._unfit_area.setMaximumHeight(_UNFIT_LINES * self.fontMetrics().lineSpacing() + 8)
        for part in (self.unfit, self._unfit_area):
            part.setAccessibleName(title)
        self.unfit_fold.toggled.connect(self._unfit_area.setVisible)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 6)
        layout.setSpacing(5)
        for widget in (self.fold, self.options, self.start, self.progress, self.notice, self.remark):
            layout.addWidget(widget)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.unfit_fold)
        layout.addWidget(self._unfit_area)
        layout.addStretch(0)
        self.fold.setChecked(True)
        self.show_variants(None, ResultTexts(), is_making=False)

    def show_variants(self, variants: VariantsResult | None, texts: ResultTexts, *, is_making: bool) -> None:
        """Show variants, None for none yet."""
        self.show_state(texts, can_start=variants is None and not is_making)
        self.remark.setText(texts.remark)
        self.remark.setVisible(bool(texts.remark))
        self.list.show_entries(variants.entries if variants is not None else ())
        self.list.setVisible(variants is not None and bool(variants.entries))
        unfit = variants.unfit if variants is not None else ()
        self.unfit_fold.setVisible(bool(unfit))
        self.unfit_fold.say(
            tr("Symmetries that do not fit: {n}").format(n=sum(len(it.titles) for it in unfit))
        )
        self.unfit.setText("\n".join(f"{', '.join(it.titles)}: {it.reason}" for it in unfit))
        self._unfit_area.setVisible(bool(unfit) and self.unfit_fold.isChecked())

    def redraw(self) -> None:
        """Redraw signs and pictures in the colours of the theme."""
        super().redraw()
        self.list.redraw()
