"""The fairness panel: verdict, choice of classes, measures, and the card of the selected measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from fairground.core.pictures.zone_layers import side_colour
from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import capitalised, tr
from fairground.editor.app.theme import colours
from fairground.editor.features.fairness.measure_card import CardArea, FairnessCard
from fairground.editor.features.fairness.measure_list import FairnessList
from fairground.editor.features.fairness.measure_rows import Filter, ZoneNames, rows
from fairground.editor.widgets.checklist_button import ChoiceBox
from fairground.editor.widgets.labels_and_buttons import WholeLabel, soft_label
from fairground.editor.widgets.mover_boxes import MoverBoxes
from fairground.editor.widgets.option_rows import OptionRow, PanelTitle
from fairground.editor.widgets.signs import BAND_NAMES, band_colour, band_icon, band_words, paint_badge

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QResizeEvent

    from fairground.core.scenario.document import Scenario
    from fairground.editor.app.actions import Actions
    from fairground.editor.jobs.fairness import Contestant, FairnessResult
    from fairground.editor.tools.tool_state import ToolState

_SIGN = 24
#: The largest share of the height for the card.
_CARD = 0.42
_BUTTONS = ("fairness.only-bad", "compare.keep", "compare.flip", "compare.drop")
_EVERYBODY, _MOVER = "", "mover"


class FairnessPanel(QWidget):
    """Shows a report from any source."""

    #: Whether to measure for the mover only, or for all classes in play.
    mover_wanted = Signal(bool)

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Fairness"))
        self._filter = Filter()
        self._names = ZoneNames({}, {})
        self._again: Callable[[], None] = lambda: None
        self.sign = QLabel(self)
        self.sign.setFixedSize(_SIGN, _SIGN)
        self.verdict = WholeLabel(tr("Fairness verdict"), self)
        font = self.verdict.font()
        font.setBold(True)
        self.verdict.setFont(font)
        self.earlier = soft_label("", self)
        self.earlier.setAccessibleName(tr("Earlier verdict"))
        self.advantage = WholeLabel(tr("Expected advantage"), self, is_soft=True)
        #: Shown in the title of the panel.
        self.title = PanelTitle(tr("Fairness"), tr("Status of the report"), actions, _BUTTONS)
        self.status = self.title.status
        self.parties = _Parties(self)
        self.whom = ChoiceBox(self)
        self.whom.offer({_EVERYBODY: tr("All classes"), _MOVER: tr("One class")})
        self.whom.setAccessibleName(tr("Movement class"))
        self.whom.setToolTip(tr("Measure fairness for every unit class in the scenario, or for one"))
        self.whom.picked.connect(self._choose_whom)
        self.range_band = ChoiceBox(self)
        self.range_band.setAccessibleName(tr("Weapon range"))
        self.range_band.setToolTip(tr("Show shooting measures for every weapon range, or for one"))
        self.range_band.picked.connect(self._choose_band)
        for box in (self.whom, self.range_band):
            box.setSizeAdjustPolicy(box.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(6)
        self._mover = MoverBoxes(state, self)
        self._mover.danger.hide()
        self.list = FairnessList(self)
        self.card = FairnessCard(actions)
        self._below = CardArea(self.card, self)
        self._lay_out()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 6, 2)
        layout.setSpacing(3)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        top.addWidget(self.verdict, 1)
        layout.addLayout(top)
        layout.addWidget(self.earlier)
        layout.addWidget(self.advantage)
        self._choosers = _row(self, self.whom, self.range_band)
        self._mover_row = _row(self, self._mover.unit_class, self._mover.mode)
        layout.addWidget(self._choosers)
        layout.addWidget(self._mover_row)
        layout.addWidget(self.parties)
        layout.addWidget(self.list, 1)
        layout.addWidget(self._below)
        # What has no text yet would take the room of other panels.
        for part in (self.earlier, self.advantage, self._mover_row):
            part.hide()

    def show_scenario(self, scenario: Scenario, names: ZoneNames) -> None:
        """Offer the classes, modes and weapon bands of the ruleset."""
        self._names = names
        self._mover.show_scenario(scenario)
        self._mover.danger.hide()
        self.range_band.offer({"": tr("All ranges"), **names.range_bands})
        if self._filter.range_band not in names.range_bands:
            self._filter = Filter("", self._filter.only_bad)
        self.range_band.show_value(self._filter.range_band)
        self.range_band.setVisible(bool(names.range_bands))

    def show_only_bad(self, only_bad: bool) -> None:  # noqa: FBT001  # slot of a checked action
        """Show only amber and red measures, or all."""
        self._filter = Filter(self._filter.range_band, only_bad)
        self._again()

    def show_status(self, status: str) -> None:
        """Show the state that the report belongs to; empty for none."""
        self.status.short = capitalised(status)
        self.status.setText(tr("Fairness: {status}").format(status=status) if status else tr("Fairness"))

    def show_report(
        self,
        shown: FairnessResult | None,
        *,
        status: str,
        nothing: str = "",
        earlier: FairnessResult | None = None,
        is_old: Callable[[str], bool] = lambda _measure: False,
        is_earlier: bool = False,
    ) -> None:
        """Show a report, compared with an earlier one; without a report, the text ``nothing``.

        ``is_old`` returns whether a measure belongs to an earlier state; ``is_earlier`` is whether the whole report is the
        earlier one.
        """
        self._again = lambda: self.show_report(
            shown, status=status, nothing=nothing, earlier=earlier, is_old=is_old, is_earlier=is_earlier
        )
        self.show_status(status)
        for part in (self.sign, self.list, self._choosers, self.parties):
            part.setVisible(shown is not None)
        self._mover_row.setVisible(shown is not None and self.whom.value == _MOVER)
        if shown is None:
            self.verdict.setText(nothing)
            self.earlier.hide()
            self.advantage.hide()
            self.list.show_rows({})
            return
        # A map with errors gets no rating.
        verdict = None if shown.errors else shown.verdict
        self.sign.setPixmap(
            pixmap(band_icon(verdict), _SIGN - 2, colour=band_colour(verdict), ratio=self.devicePixelRatioF())
        )
        self.sign.setAccessibleName(band_words(verdict))
        earlier_text = tr("Earlier state. {words}").format(words=shown.sentence)
        self.verdict.setText(earlier_text if is_earlier else shown.sentence)
        self.earlier.setVisible(earlier is not None and not is_earlier)
        if earlier is not None:
            was = None if earlier.errors else earlier.verdict
            band = tr("the same") if was is verdict else BAND_NAMES[was]
            self.earlier.setText(tr("Earlier verdict: {band}.").format(band=band))
        # A map with errors is not judged, and nothing is expected of it.
        advantage = "" if shown.errors else shown.expected_advantage
        self.advantage.setText(advantage)
        self.advantage.setVisible(bool(advantage))
        self.parties.show_parties(shown.contestants)
        groups = rows(shown, self._names, wanted=self._filter, earlier=earlier, is_old=is_old)
        self.list.show_rows(groups, nothing="" if groups else tr("No measure is amber or red."))

    def redraw(self) -> None:
        """Redraw the icons in the colours of the theme."""
        self._again()
        self.list.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Limit the height of the card."""
        super().resizeEvent(event)
        self._below.allow(int(_CARD * self.height()))

    def _choose_whom(self, whom: str) -> None:
        self._mover_row.setVisible(whom == _MOVER)
        self.mover_wanted.emit(whom == _MOVER)

    def _choose_band(self, range_band: str) -> None:
        self._filter = Filter(range_band, self._filter.only_bad)
        self._again()


class _Parties(QWidget):
    """The numbers and colours of the parties with their names, two beside each other."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._parties: tuple[Contestant, ...] = ()

    def show_parties(self, parties: Sequence[Contestant]) -> None:
        """Show these parties."""
        self._parties = tuple(parties)
        names = ", ".join(f"{number} {it.title}" for number, it in enumerate(self._parties, 1))
        self.setAccessibleName(tr("Zones: {names}").format(names=names))
        self.setToolTip(names)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of the lines."""
        return QSize(10, (len(self._parties) + 1) // 2 * (self.fontMetrics().height() + 2))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw them."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = QFontMetrics(self.font())
        line, half = metrics.height(), self.width() // 2
        for number, it in enumerate(self._parties):
            left, top = (number % 2) * half, number // 2 * (line + 2)
            badge = QRect(left, top + 1, line - 2, line - 2)
            paint_badge(painter, badge, number + 1, side_colour(it.side), self.font())
            painter.setFont(self.font())
            painter.setPen(QColor(colours().text))
            place = QRect(badge.right() + 6, top, half - line - 10, line)
            name = metrics.elidedText(it.title, Qt.TextElideMode.ElideRight, place.width())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, name)


def _row(parent: QWidget, *widgets: QWidget) -> QWidget:
    row = OptionRow(*widgets, parent=parent)
    row.row.setContentsMargins(0, 0, 4, 0)
    for at in range(len(widgets)):
        row.row.setStretch(at, 1)
    return row
