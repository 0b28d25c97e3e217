"""The panel of repair: what is to be mended, the edits that do it with the effect of each, or why there are none.

What is to be mended, how far, and by what means.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from fairground.core.scenario.fairness_bands import Verdict
from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import tr, trn
from fairground.editor.app.theme import colours
from fairground.editor.features.repair.job import RepairSettings
from fairground.editor.features.repair.step_list import RepairStepList
from fairground.editor.widgets.checklist_button import CheckMenu, ChoiceBox
from fairground.editor.widgets.number_fields import NumberField
from fairground.editor.widgets.option_rows import PanelTitle, TitledGrid
from fairground.editor.widgets.progress_parts import ActionButton, Fold, ShareLine, StaleNotice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.editor.app.actions import Actions
    from fairground.editor.features.repair.job import RepairResult

#: The most edits that are offered; the command line takes more.
_MOST = 20
_CHANGES = {
    "terrain": (tr("Terrain"), tr("Allow changes of terrain")),
    "level": (tr("Levels"), tr("Allow changes of level")),
    "zone": (tr("Zones"), tr("Allow deployment zones to gain and lose hexes")),
}


class RepairOptions(QWidget):
    """Fields for all that can be chosen before edits are looked for."""

    #: Something else was chosen.
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        usual = RepairSettings()
        self.measures = CheckMenu(tr("All that count in the verdict"), self)
        self.terrains = CheckMenu(tr("Any on this map"), self)
        self.band = ChoiceBox(self)
        self.band.offer({Verdict.GREEN: tr("Green"), Verdict.AMBER: tr("Amber")})
        self.band.show_value(usual.band)
        self.band.picked.connect(self._choose)
        self.most = NumberField(self)
        self.most.setRange(1, _MOST)
        self.most.setValue(usual.most)
        self.most.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.most.valueChanged.connect(self._choose)
        self.changes: dict[str, QCheckBox] = {}
        boxes = QWidget(self)
        # Three beside each other are wider than the panel where letters are large.
        row = QGridLayout(boxes)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for place, (change, (title, tip)) in enumerate(_CHANGES.items()):
            box = self.changes[change] = QCheckBox(title, boxes)
            box.setChecked(True)  # Qt's signature
            box.setToolTip(tip)
            box.setAccessibleName(title)
            box.setAccessibleDescription(tip)
            box.toggled.connect(self._choose)
            row.addWidget(box, *divmod(place, 2))
        for menu in (self.measures, self.terrains):
            menu.changed.connect(self.changed)
        grid = TitledGrid(self)
        grid.add(0, 0, tr("Repair"), self.measures, tr("Measures to repair"), wide=True)
        grid.add(1, 0, tr("Target"), self.band, tr("Rating that the measures should reach"))
        grid.add(1, 2, tr("Edits"), self.most, tr("Maximum number of edits"))
        grid.add(2, 0, tr("Change"), boxes, tr("What may change on a hex"), wide=True)
        grid.add(3, 0, tr("Use"), self.terrains, tr("Terrain that hexes may be changed to"), wide=True)

    @property
    def settings(self) -> RepairSettings:
        """What is chosen."""
        return RepairSettings(
            self.measures.checked,
            self.band.value,
            self.terrains.checked,
            tuple(change for change, box in self.changes.items() if box.isChecked()),
            self.most.value(),
        )

    @property
    def summary(self) -> str:
        """What matters most of what is chosen, in a line."""
        chosen = len(self.measures.checked)
        what = (
            trn("{n} measure", "{n} measures", chosen).format(n=chosen)
            if chosen
            else tr("All that count in the verdict")
        )
        most = trn("{n} edit", "{n} edits", self.most.value()).format(n=self.most.value())
        return f"{what} · {self.band.currentText()} · {most}"

    @property
    def refusal(self) -> str:
        """Why nothing can be looked for; empty where it can."""
        return "" if self.settings.changes else tr("Allow terrain, levels or zones to change.")

    def offer_measures(self, measures: Mapping[str, str]) -> None:
        """Offer measures by their titles."""
        self.measures.offer({name: f"{title[:1].upper()}{title[1:]}" for name, title in measures.items()})
        self.changed.emit()

    def offer_terrains(self, terrains: Mapping[str, str]) -> None:
        """Offer the terrain of a ruleset by its names."""
        self.terrains.offer(terrains)
        self.changed.emit()

    def _choose(self, _value: object) -> None:
        self.changed.emit()


_SIGN: Final = 24
_LEFT_ALONE: Final = tr(
    "Locked hexes and zones, and hexes with units, stay as they are. Every edit listed is needed."
)


@dataclass(frozen=True, slots=True)
class RepairPanelTexts:
    """What is said beside the edits; what is empty is not said.

    ``remark`` is why there are none. ``of_what`` names the state of the map that they are for, and ``notice`` says that it is
    another one than that in the window. ``waiting`` is said before the first edit is tried.
    """

    remark: str = ""
    of_what: str = ""
    notice: str = ""
    waiting: str = ""


class RepairPanel(QWidget):
    """Shows edits; knows nothing of where they are looked for."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Repair"))
        self._repaired: RepairResult | None = None
        self.title = PanelTitle(
            tr("Repair"),
            tr("The state of the map that the edits belong to"),
            actions,
            ("repair.start", "repair.stop", "repair.apply"),
        )
        self.options = RepairOptions()
        self.fold = Fold(tr("Repair settings"), tr("Show or hide the repair settings"), self)
        self.fold.toggled.connect(self.options.setVisible)
        self.options.changed.connect(self._sum_up)
        self.start = ActionButton(actions, "repair.start", self)
        self.progress = ShareLine(tr("Progress"), self)
        self.notice = StaleNotice(self)
        self.sign = QLabel(self)
        self.sign.setFixedSize(_SIGN, _SIGN)
        self.outcome = _wrapping(self)
        self.outcome.setAccessibleName(tr("Result"))
        font = self.outcome.font()
        font.setBold(True)
        self.outcome.setFont(font)
        self.reason = _wrapping(self)
        self.reason.setAccessibleName(tr("Reason"))
        self.steps = RepairStepList(self)
        self.apply = ActionButton(actions, "repair.apply", self)
        self.left_alone = _wrapping(self)
        self.left_alone.setAccessibleName(tr("Left unchanged"))
        self.left_alone.setProperty("soft", True)  # Qt's signature
        self.left_alone.setText(_LEFT_ALONE)
        for button in (self.start, self.apply):
            # Large letters would make it wider than the panel.
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._lay_out()
        self.fold.setChecked(True)
        self.show_repaired(None, RepairPanelTexts(), is_busy=False, is_old=False, share=0.0)

    def _lay_out(self) -> None:
        inner = QWidget()
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(8, 4, 8, 6)
        layout.setSpacing(5)
        for part in (self.fold, self.options, self.start, self.progress, self.notice):
            layout.addWidget(part)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        top.addWidget(self.outcome, 1)
        layout.addLayout(top)
        for below in (self.reason, self.steps, self.apply, self.left_alone):
            layout.addWidget(below)
        layout.addStretch(1)
        self.area = QScrollArea(self)
        self.area.setWidget(inner)
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.area)

    # -- what it shows --------------------------------------------------------------------------------------

    def show_repaired(
        self,
        repaired: RepairResult | None,
        words: RepairPanelTexts,
        *,
        is_busy: bool,
        is_old: bool,
        share: float,
    ) -> None:
        """Show what was found, None before anything was; ``is_old`` where that is for another state of the map."""
        self._repaired = repaired
        self.start.setVisible(repaired is None and not is_busy)
        if words.notice and words.notice != self.notice.words.text():
            # It stands above the edits, whichever of them is in view.
            self.area.verticalScrollBar().setValue(0)
        self.notice.say(words.notice)
        self.title.status.setText(
            tr("Repair: {what}").format(what=words.of_what) if words.of_what else tr("Repair")
        )
        tried = tr("Trying edits… {percent}%").format(percent=round(100 * share))
        done = (tried if share else words.waiting) if is_busy else ""
        self.progress.show_share(done, share, is_running=is_busy)
        self.sign.setVisible(repaired is not None)
        self.outcome.setText(repaired.sentence if repaired is not None else "")
        self.outcome.setVisible(repaired is not None)
        self.reason.setText(words.remark or (repaired.reason if repaired is not None else ""))
        self.reason.setVisible(bool(self.reason.text()))
        self.steps.show_steps(repaired.steps if repaired is not None else ())
        has_steps = repaired is not None and bool(repaired.steps)
        self.steps.setEnabled(not is_old)
        for part in (self.steps, self.apply, self.left_alone):
            part.setVisible(has_steps)
        self._draw_sign()

    def redraw(self) -> None:
        """Draw the signs in the colours of the theme."""
        self.notice.redraw()
        self.steps.redraw()
        self._draw_sign()

    def _draw_sign(self) -> None:
        if self._repaired is None:
            return
        look = colours()
        sign, ink = ("band-green", look.good) if self._repaired.is_reached else ("band-red", look.error)
        if self._repaired.steps and not self._repaired.is_reached:
            sign, ink = "band-amber", look.warning
        self.sign.setPixmap(pixmap(sign, _SIGN - 2, colour=ink, ratio=self.devicePixelRatioF()))

    def _sum_up(self) -> None:
        self.fold.say(self.options.summary)


def _wrapping(parent: QWidget) -> QLabel:
    found = QLabel(parent)
    found.setWordWrap(True)
    found.setTextFormat(Qt.TextFormat.PlainText)
    found.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return found
