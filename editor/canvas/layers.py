"""The layers of the canvas: visible or hidden, their opacity, and locked against tools or not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Below this pitch, in pixels, borders would cover the hex.
BORDERS_FROM = 10.0


class MapLayer(StrEnum):
    """The layers of the canvas, the lowest first."""

    TERRAIN = "terrain"
    ELEVATION = "elevation"
    HEXSIDES = "hexsides"
    EFFECTS = "effects"
    DECORATIONS = "decorations"
    ZONES = "zones"
    OBJECTIVES = "objectives"
    UNITS = "units"
    NAMES = "names"
    LABELS = "labels"
    FINDINGS = "findings"

    @property
    def title(self) -> str:  # type: ignore[override]  # nobody wants str's own of a layer
        """The name on screen."""
        return _TITLES[self]


_TITLES = {
    MapLayer.TERRAIN: tr("Terrain"),
    MapLayer.ELEVATION: tr("Elevation"),
    MapLayer.HEXSIDES: tr("Hexsides"),
    MapLayer.EFFECTS: tr("Effects"),
    MapLayer.DECORATIONS: tr("Decorations"),
    MapLayer.ZONES: tr("Zones"),
    MapLayer.OBJECTIVES: tr("Objectives"),
    MapLayer.UNITS: tr("Units"),
    MapLayer.NAMES: tr("Place names"),
    MapLayer.LABELS: tr("Labels"),
    MapLayer.FINDINGS: tr("Findings"),
}


@dataclass(frozen=True, slots=True)
class LayerState:
    """How a layer is shown: ``opacity`` is 0 to 1; tools don't change a ``locked`` layer."""

    visible: bool = True
    opacity: float = 1.0
    locked: bool = False


class LayerModel(QObject):
    """The states of all layers; views and canvas follow ``changed``."""

    #: The ``MapLayer`` whose state has changed.
    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._states = dict.fromkeys(MapLayer, LayerState())
        #: The layers that are not drawn, whatever their states, because something else is shown in their place.
        self._replaced: frozenset[MapLayer] = frozenset()

    def state(self, layer: MapLayer) -> LayerState:
        """Return the state of a layer."""
        return self._states[layer]

    def strength(self, layer: MapLayer) -> float:
        """Return the opacity of a layer, 0 if it is hidden or replaced."""
        state = self._states[layer]
        return state.opacity if state.visible and layer not in self._replaced else 0.0

    def replace_layers(self, layers: Iterable[MapLayer]) -> None:
        """Draw only the other layers, because something else is shown in place of these; the states stay as they are."""
        before, self._replaced = self._replaced, frozenset(layers)
        for layer in before ^ self._replaced:
            self.changed.emit(layer)

    def is_locked(self, layer: MapLayer) -> bool:
        """Whether a layer is locked against tools."""
        return self._states[layer].locked

    def set_visible(self, layer: MapLayer, visible: bool) -> None:  # noqa: FBT001  # a slot of check boxes
        """Show or hide a layer."""
        self._set(layer, replace(self._states[layer], visible=visible))

    def set_opacity(self, layer: MapLayer, opacity: float) -> None:
        """Set the opacity of a layer; values are clamped to 0 to 1."""
        self._set(layer, replace(self._states[layer], opacity=min(1.0, max(0.0, opacity))))

    def set_locked(self, layer: MapLayer, locked: bool) -> None:  # noqa: FBT001  # a slot of check boxes
        """Lock a layer against tools, or unlock it."""
        self._set(layer, replace(self._states[layer], locked=locked))

    def _set(self, layer: MapLayer, state: LayerState) -> None:
        if state != self._states[layer]:
            self._states[layer] = state
            self.changed.emit(layer)
