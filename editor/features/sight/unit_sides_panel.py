"""What the signs of a unit's arcs mean, in the analysis panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.canvas.stage import sample_hexagon
from fairground.editor.overlays.arcs_signs import arcs_legend
from fairground.editor.widgets.basics import heading
from fairground.editor.widgets.legend_rows import LegendRows

if TYPE_CHECKING:
    from fairground.core.scenario.parts import Unit
    from fairground.core.sight.unit_sides import Arcs


class ArcsPanel(QWidget):
    """A heading with the unit's id, and its legend; nothing while no arcs are drawn."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Sides of the unit"))
        self.title = heading("", self)
        self._legend = LegendRows(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 6, 8)
        layout.setSpacing(3)
        layout.addWidget(self.title)
        layout.addLayout(self._legend)
        self.hide()

    def words(self) -> list[str]:
        """Return what the signs mean, in order."""
        return self._legend.words()

    def show_arcs(self, unit: Unit | None, arcs: Arcs | None) -> None:
        """Explain the arcs of a unit; hide for None."""
        if unit is not None and arcs is not None:
            self.title.setText(tr("Sides of {unit}").format(unit=unit.id))
            hexagon = sample_hexagon(arcs.layout)
            self._legend.show_entries(arcs_legend(arcs, hexagon), hexagon)
        self.setVisible(arcs is not None)
