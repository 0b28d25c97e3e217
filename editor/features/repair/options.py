"""What is to be mended, how far, and by what means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QSizePolicy, QWidget

from fairground.core.scenario.fairness_bands import Verdict
from fairground.editor.app.texts import tr, trn
from fairground.editor.features.repair.job import RepairSettings
from fairground.editor.widgets.checklist_button import CheckMenu
from fairground.editor.widgets.choice_box import ChoiceBox
from fairground.editor.widgets.number_fields import NumberField
from fairground.editor.widgets.titled_grid import TitledGrid

if TYPE_CHECKING:
    from collections.abc import Mapping

#: The most edits that are offered; the command line takes more.
_MOST = 20
_CHANGES = {
    "terrain": (tr("Terrain"), tr("Hexes may get other terrain")),
    "level": (tr("Levels"), tr("Hexes may get another level")),
    "zone": (tr("Zones"), tr("Deployment zones may take hexes in and leave hexes out")),
}


class RepairOptions(QWidget):
    """Fields for all that can be chosen before edits are looked for."""

    #: Something else was chosen.
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        usual = RepairSettings()
        self.measures = CheckMenu(tr("All that decide"), self)
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
        grid.add(0, 0, tr("Mend"), self.measures, tr("Measures that are to get into the band"), wide=True)
        grid.add(1, 0, tr("Up to"), self.band, tr("The band that they are to get into"))
        grid.add(1, 2, tr("Edits"), self.most, tr("How many edits, at most"))
        grid.add(2, 0, tr("Change"), boxes, tr("What of a hex may be changed"), wide=True)
        grid.add(3, 0, tr("Use"), self.terrains, tr("Terrain that hexes may become"), wide=True)

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
            trn("{n} measure", "{n} measures", chosen).format(n=chosen) if chosen else tr("All that decide")
        )
        most = trn("{n} edit", "{n} edits", self.most.value()).format(n=self.most.value())
        return f"{what} · {self.band.currentText()} · {most}"

    @property
    def refusal(self) -> str:
        """Why nothing can be looked for; empty where it can."""
        return (
            "" if self.settings.changes else tr("Allow at least one of terrain, levels and zones to change.")
        )

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
