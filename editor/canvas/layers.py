"""The layers of the canvas: which are shown, how strongly, and which are locked against tools."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from fairground.editor.app.texts import tr


class MapLayer(StrEnum):
    """What can be shown or hidden on the canvas, the lowest first."""

    TERRAIN = "terrain"
    ELEVATION = "elevation"
    HEXSIDES = "hexsides"
    EFFECTS = "effects"
    ZONES = "zones"
    OBJECTIVES = "objectives"
    UNITS = "units"
    NAMES = "names"
    LABELS = "labels"
    FINDINGS = "findings"

    @property
    def title(self) -> str:  # type: ignore[override]  # nobody wants str's own of a layer
        """What the layer is called on screen."""
        return _TITLES[self]


_TITLES = {
    MapLayer.TERRAIN: tr("Terrain"),
    MapLayer.ELEVATION: tr("Elevation"),
    MapLayer.HEXSIDES: tr("Hexsides"),
    MapLayer.EFFECTS: tr("Effects"),
    MapLayer.ZONES: tr("Zones"),
    MapLayer.OBJECTIVES: tr("Objectives"),
    MapLayer.UNITS: tr("Units"),
    MapLayer.NAMES: tr("Place names"),
    MapLayer.LABELS: tr("Labels"),
    MapLayer.FINDINGS: tr("Findings"),
}


@dataclass(frozen=True, slots=True)
class LayerState:
    """How a layer is shown: ``opacity`` is 0 to 1; tools leave a ``locked`` layer alone."""

    visible: bool = True
    opacity: float = 1.0
    locked: bool = False


class LayerModel(QObject):
    """The states of all layers; views and canvas follow ``changed``."""

    #: The ``MapLayer`` whose state is another one.
    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._states = dict.fromkeys(MapLayer, LayerState())

    def state(self, layer: MapLayer) -> LayerState:
        """Return the state of a layer."""
        return self._states[layer]

    def strength(self, layer: MapLayer) -> float:
        """Return how strongly a layer is drawn: its opacity, or 0 when it is hidden."""
        state = self._states[layer]
        return state.opacity if state.visible else 0.0

    def is_locked(self, layer: MapLayer) -> bool:
        """Whether tools must leave a layer alone."""
        return self._states[layer].locked

    def set_visible(self, layer: MapLayer, visible: bool) -> None:  # noqa: FBT001  # a slot of check boxes
        """Show or hide a layer."""
        self._set(layer, replace(self._states[layer], visible=visible))

    def set_opacity(self, layer: MapLayer, opacity: float) -> None:
        """Set how strongly a layer is drawn; values outside 0 to 1 become the nearest of them."""
        self._set(layer, replace(self._states[layer], opacity=min(1.0, max(0.0, opacity))))

    def set_locked(self, layer: MapLayer, locked: bool) -> None:  # noqa: FBT001  # a slot of check boxes
        """Lock a layer against tools, or open it."""
        self._set(layer, replace(self._states[layer], locked=locked))

    def _set(self, layer: MapLayer, state: LayerState) -> None:
        if state != self._states[layer]:
            self._states[layer] = state
            self.changed.emit(layer)
