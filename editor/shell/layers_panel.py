"""The layers of the map: their visibility, opacity and locks."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QSlider, QToolButton, QWidget

from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.canvas.layers import LayerModel, MapLayer
from fairground.editor.widgets.labels_and_buttons import tool_button

#: The layers that tools can change.
LOCKABLE = tuple(it for it in MapLayer if it not in (MapLayer.LABELS, MapLayer.FINDINGS))


class LayersPanel(QWidget):
    """A row for each layer, the topmost first: an eye, the name, a slider, a lock."""

    def __init__(self, layers: LayerModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layers = layers
        self.eyes: dict[MapLayer, QToolButton] = {}
        self.sliders: dict[MapLayer, QSlider] = {}
        self.locks: dict[MapLayer, QToolButton] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(6, 6, 6, 6)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(2, 1)
        for row, layer in enumerate(reversed(MapLayer)):
            eye = tool_button(
                "visible", tr("Show {title}").format(title=layer.title.lower()), self, checkable=True
            )
            eye.setProperty("quiet", True)  # Qt's signature
            eye.toggled.connect(lambda on, layer=layer: self._layers.set_visible(layer, on))
            slider = QSlider(Qt.Orientation.Horizontal, self)
            slider.setRange(0, 100)
            slider.setMinimumWidth(60)
            slider.setAccessibleName(tr("Opacity of {title}").format(title=layer.title.lower()))
            slider.valueChanged.connect(
                lambda value, layer=layer: self._layers.set_opacity(layer, value / 100)
            )
            grid.addWidget(eye, row, 0)
            grid.addWidget(QLabel(layer.title, self), row, 1)
            grid.addWidget(slider, row, 2)
            self.eyes[layer], self.sliders[layer] = eye, slider
            if layer in LOCKABLE:
                lock = tool_button(
                    "unlocked",
                    tr("Lock {title} so that tools, pasting, fixes and suggestions cannot change it").format(
                        title=layer.title.lower()
                    ),
                    self,
                    checkable=True,
                )
                lock.setProperty("quiet", True)  # Qt's signature
                lock.toggled.connect(lambda on, layer=layer: self._layers.set_locked(layer, on))
                grid.addWidget(lock, row, 3)
                self.locks[layer] = lock
            self._show(layer)
        grid.setRowStretch(len(MapLayer), 1)
        layers.changed.connect(self._show)

    def _show(self, layer: MapLayer) -> None:
        state = self._layers.state(layer)
        eye, slider = self.eyes[layer], self.sliders[layer]
        eye.setChecked(state.visible)
        self._redraw(eye, "visible" if state.visible else "hidden")
        slider.setValue(round(state.opacity * 100))
        slider.setToolTip(tr("Opacity: {percent}%").format(percent=round(state.opacity * 100)))
        slider.setEnabled(state.visible)
        if layer in self.locks:
            self.locks[layer].setChecked(state.locked)
            self._redraw(self.locks[layer], "locked" if state.locked else "unlocked")

    @staticmethod
    def _redraw(button: QToolButton, name: str) -> None:
        button.setProperty("iconName", name)
        button.setIcon(icon(name))
