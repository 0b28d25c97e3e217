"""The options while pasting: the layers to paste, and buttons to turn and mirror."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QToolButton, QWidget

from fairground.core.scenario.transform.paste import ClipLayer
from fairground.editor.app.texts import tr
from fairground.editor.widgets.option_rows import OptionRow

if TYPE_CHECKING:
    from fairground.editor.tools.tool_state import ToolState

#: The name and the tooltip of each layer.
_TEXTS = {
    ClipLayer.TERRAIN: (tr("Terrain"), tr("Paste terrain")),
    ClipLayer.ELEVATION: (tr("Elevation"), tr("Paste levels")),
    ClipLayer.EFFECTS: (tr("Effects"), tr('Paste smoke, fire and other effects, including "no effect"')),
    ClipLayer.HEXSIDES: (
        tr("Hexsides"),
        tr('Paste hedges, walls and other hexside features, including "no feature"'),
    ),
    ClipLayer.NAMES: (tr("Names"), tr("Paste place names and notes")),
}


class PasteOptions(OptionRow):
    """Buttons to turn and mirror, and a box for each layer."""

    def __init__(self, state: ToolState, buttons: list[QToolButton], parent: QWidget) -> None:
        super().__init__(*buttons, parent=parent)
        self._state = state
        self.row.addSpacing(10)
        self.layers: dict[ClipLayer, QCheckBox] = {}
        for layer, (name, tip) in _TEXTS.items():
            box = QCheckBox(name, self)
            box.setToolTip(tip)
            box.setAccessibleName(tip)
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.setChecked(layer in state.paste_layers)
            box.toggled.connect(lambda on, layer=layer: self._choose(layer, on=on))
            self.row.addWidget(box)
            self.row.addSpacing(4)
            self.layers[layer] = box
        state.changed.connect(self._option_changed)

    def _choose(self, layer: ClipLayer, *, on: bool) -> None:
        chosen = self._state.paste_layers
        self._state.paste_layers = chosen | {layer} if on else chosen - {layer}

    def _option_changed(self, what: str) -> None:
        if what == "paste_layers":
            for layer, box in self.layers.items():
                box.setChecked(layer in self._state.paste_layers)
