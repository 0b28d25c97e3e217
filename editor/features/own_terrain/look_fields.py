"""The fields for the look of terrain: colour of the ground, symbol, and an image of one's own; and a small map that shows it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSignalBlocker, QSize, Signal
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QColorDialog, QFileDialog, QHBoxLayout, QPushButton, QWidget

from fairground.core.errors import FileError
from fairground.core.files.own_rules import RuleSection
from fairground.core.grid.hexsides import hexside
from fairground.core.pictures.own_tiles import terrain_image
from fairground.core.pictures.tiles import load_tile, tile_names
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference
from fairground.editor.app.texts import tr
from fairground.editor.widgets.checklist_button import ChoiceBox
from fairground.editor.widgets.labels_and_buttons import fill, tool_button
from fairground.editor.widgets.terrain_pictures import tile_picture

if TYPE_CHECKING:
    from fairground.core.files.own_rules import OwnRules

_PICTURE, _SWATCH = 22, 16
#: Tiles that are no terrain.
_NO_TERRAIN = ("unknown", "void")


class TileBox(ChoiceBox):
    """Offers the shipped tiles with their pictures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setIconSize(QSize(_PICTURE, _PICTURE))
        self.setMaxVisibleItems(14)
        self.setMinimumContentsLength(10)
        names = [it for it in tile_names() if it not in _NO_TERRAIN]
        icons = {it: QIcon(tile_picture(it, _PICTURE, self.devicePixelRatioF())) for it in names}
        self.offer({it: it.replace("-", " ").capitalize() for it in names}, icons)


class ColourField(QWidget):
    """A button with the colour of the ground, and one that takes the tile's colour again."""

    #: The chosen colour as ``#rrggbb``; None: that of the tile.
    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = QPushButton(self)
        self.button.setIconSize(QSize(_SWATCH, _SWATCH))
        self.button.setStyleSheet("text-align: left;")
        self.reset = tool_button("close", tr("Use the symbol's default ground colour"), self)
        self.button.clicked.connect(self._ask)
        self.reset.clicked.connect(lambda: self.chosen.emit(None))
        self.setFocusProxy(self.button)
        self._colour = "#ffffff"
        fill(QHBoxLayout(self), (self.button, 1), self.reset, spacing=4)

    def show_colour(self, colour: str | None, tile: str) -> None:
        """Show a colour, or that of a tile."""
        self._colour = colour or load_tile(tile).fill
        swatch = QPixmap(_SWATCH, _SWATCH)
        swatch.fill(QColor(self._colour))
        self.button.setIcon(QIcon(swatch))
        self.button.setText(colour or tr("From symbol"))
        self.button.setAccessibleName(tr("Colour: {colour}").format(colour=self._colour))
        self.reset.setEnabled(colour is not None)

    def _ask(self) -> None:
        dialog = QColorDialog(QColor(self._colour), self)
        dialog.setWindowTitle(tr("Ground colour"))
        dialog.setOption(QColorDialog.ColorDialogOption.DontUseNativeDialog)
        dialog.colorSelected.connect(lambda colour: self.chosen.emit(colour.name()))
        dialog.open()


class ImageField(QWidget):
    """A button that asks for a PNG or SVG, and one that removes it."""

    #: The chosen image as a ``data:`` URL; empty: none.
    chosen = Signal(str)
    #: Why an image cannot be used.
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = QPushButton(self)
        self.button.setIconSize(QSize(_PICTURE, _PICTURE))
        self.button.setStyleSheet("text-align: left;")
        self.remove = tool_button("delete", tr("Remove the image and show the symbol"), self)
        self.button.clicked.connect(self._ask)
        self.remove.clicked.connect(lambda: self.chosen.emit(""))
        self.setFocusProxy(self.button)
        fill(QHBoxLayout(self), (self.button, 1), self.remove, spacing=4)

    def show_image(self, image: str, tile: str) -> None:
        """Show whether there is an image; ``tile`` is the name of the tile with it."""
        with QSignalBlocker(self.button):
            self.button.setText(tr("Replace image…") if image else tr("Choose image…"))
        self.button.setIcon(
            QIcon(tile_picture(tile, _PICTURE, self.devicePixelRatioF())) if image else QIcon()
        )
        self.remove.setEnabled(bool(image))

    def _ask(self) -> None:
        dialog = QFileDialog(self, tr("Image of the terrain"), "", tr("Images (*.svg *.png *.jpg *.jpeg)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.take(Path(name)))
        dialog.open()

    def take(self, path: Path) -> None:
        """Use an image file, or say why it cannot be used."""
        try:
            self.chosen.emit(terrain_image(path))
        except FileError as error:
            self.refused.emit(str(error))


# -- the sample map -------------------------------------------------------------------------------------------

#: Columns and rows, and the hexes with the terrain as columns and rows from 0.
_SIZE = (3, 4)
_HEXES = ((1, 1), (0, 1), (1, 2), (2, 2), (0, 2))
#: The middle, and the directions of the sides with a feature.
_MIDDLE, _SIDES = (1, 1), (0, 1, 2)


def sample_map(
    own: OwnRules, scenario: Scenario, section: RuleSection = RuleSection.TERRAIN, entry_id: str = "clear"
) -> Scenario:
    """Return a map of the scenario's layout, clear but for some hexes or hexsides with an entry of a ruleset."""
    board = Board.blank(scenario.board.layout, *_SIZE)
    if section is RuleSection.TERRAIN:
        board.palette = [PaletteEntry(".", ("clear",)), PaletteEntry("x", (entry_id,))]
        board.terrain = np.zeros_like(board.terrain)
        for column, row in _HEXES:
            board.terrain[row, column] = 1
    elif section is RuleSection.HEXSIDES:
        middle = board.layout.from_offset(*_MIDDLE)
        board.hexsides = {hexside(middle, direction): (entry_id,) for direction in _SIDES}
    reference = RulesetReference(own.name, draft=own.text)
    return Scenario("", reference, board, folder=own.folder)
