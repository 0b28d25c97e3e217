"""The options while something is being pasted: which layers of it, and how it is turned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QToolButton, QWidget

from fairground.core.scenario.transform.paste import ClipLayer
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from fairground.editor.tools.state import ToolState

_NAMES = {
    ClipLayer.TERRAIN: tr("Terrain"),
    ClipLayer.ELEVATION: tr("Elevation"),
    ClipLayer.EFFECTS: tr("Effects"),
    ClipLayer.HEXSIDES: tr("Hexsides"),
    ClipLayer.NAMES: tr("Names"),
}
_TIPS = {
    ClipLayer.TERRAIN: tr("Paste terrain"),
    ClipLayer.ELEVATION: tr("Paste levels"),
    ClipLayer.EFFECTS: tr('Paste smoke, fire and other effects, including "no effect"'),
    ClipLayer.HEXSIDES: tr('Paste hedges, walls and other hexside features, including "no feature"'),
    ClipLayer.NAMES: tr("Paste place names and notes"),
}


class PasteOptions(QWidget):
    """Buttons to turn and mirror, and a box for each layer."""

    def __init__(self, state: ToolState, buttons: list[QToolButton], parent: QWidget) -> None:
        super().__init__(parent)
        self._state = state
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for button in buttons:
            layout.addWidget(button)
        layout.addSpacing(10)
        self.layers: dict[ClipLayer, QCheckBox] = {}
        for layer, tip in _TIPS.items():
            box = QCheckBox(_NAMES[layer], self)
            box.setToolTip(tip)
            box.setAccessibleName(tip)
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.setChecked(layer in state.paste_layers)
            box.toggled.connect(lambda on, layer=layer: self._choose(layer, on=on))
            layout.addWidget(box)
            layout.addSpacing(4)
            self.layers[layer] = box
        state.changed.connect(self._option_changed)

    def _choose(self, layer: ClipLayer, *, on: bool) -> None:
        chosen = self._state.paste_layers
        self._state.paste_layers = chosen | {layer} if on else chosen - {layer}

    def _option_changed(self, what: str) -> None:
        if what == "paste_layers":
            for layer, box in self.layers.items():
                box.setChecked(layer in self._state.paste_layers)
