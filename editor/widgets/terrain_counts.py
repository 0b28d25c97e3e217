"""How many hexes have what, as a list with pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from fairground.core.pictures.looks import Looks
from fairground.editor.app.texts import tr
from fairground.editor.widgets.terrain_pictures import tile_picture

if TYPE_CHECKING:
    from fairground.core.pictures.tiles import Tile
    from fairground.core.scenario.document import Scenario
    from fairground.editor.jobs.map_import import ImportOutcome

_PICTURE = 20


class KindCounts(QTableWidget):
    """A row a kind: picture and name, and the number of hexes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 2, parent)
        self.setAccessibleName(tr("Preview"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setIconSize(QSize(_PICTURE, _PICTURE))
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_PICTURE + 6)

    def show_outcome(self, scenario: Scenario, outcome: ImportOutcome) -> None:
        """Show what an import brings; effects after the terrain."""
        looks = Looks(scenario)
        self.setRowCount(0)
        for kind, count in outcome.terrain:
            self._add(looks.terrain_name(kind), looks.terrain(kind), count, ground=True)
        for kind, count in outcome.effects:
            self._add(looks.effect_name(kind), looks.effect(kind), count, ground=False)

    def texts(self) -> list[str]:
        """Return the rows: ``Forest 12``."""
        rows = []
        for row in range(self.rowCount()):
            cells = [self.item(row, column) for column in (0, 1)]
            rows.append(" ".join(cell.text() for cell in cells if cell is not None))
        return rows

    def _add(self, name: str, tile: Tile, count: int, *, ground: bool) -> None:
        row = self.rowCount()
        self.insertRow(row)
        picture = tile_picture(tile.name, _PICTURE, self.devicePixelRatioF(), ground=ground)
        self.setItem(row, 0, QTableWidgetItem(QIcon(picture), name))
        number = QTableWidgetItem(f"{count:,}")
        number.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setItem(row, 1, number)
