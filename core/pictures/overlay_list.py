"""The overlays that ship; ``OVERLAYS`` is the drawing order, the lowest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self

from fairground.core.pictures.board_overlay import MeasuredOverlay
from fairground.core.pictures.chokepoints_drawing import ChokepointsDrawing
from fairground.core.pictures.exposure_drawing import ExposureDrawing
from fairground.core.pictures.fan_drawing import FanDrawing
from fairground.core.pictures.games_drawing import GAMES_DRAWINGS
from fairground.core.pictures.path_drawing import PathDrawing
from fairground.core.pictures.reach_drawing import ReachDrawing
from fairground.core.pictures.sight_drawing import SightDrawing
from fairground.core.pictures.territory_drawing import TerritoryDrawing

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Layer
    from fairground.core.pictures.legend import LegendSection
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.document import Scenario


class PictureOverlay(Protocol):
    """An overlay in a picture."""

    @classmethod
    def chosen(cls, scenario: Scenario, options: PictureOptions) -> Self | None:
        """Return the overlay for a picture with some options; None when it is not chosen."""

    def under(self, scene: Scene) -> list[Layer]:
        """Return the layers between the ground and objectives or units."""

    def over(self, scene: Scene) -> list[Layer]:
        """Return the layers above the labels."""

    def section(self) -> LegendSection:
        """Return its part of the legend."""


OVERLAYS: tuple[type[PictureOverlay], ...] = (
    TerritoryDrawing,
    ReachDrawing,
    ChokepointsDrawing,
    PathDrawing,
    ExposureDrawing,
    *GAMES_DRAWINGS,
    FanDrawing,
    SightDrawing,
)


def shipped_overlay_ids() -> tuple[str, ...]:
    """Return the ids of the overlays about a whole board that ship."""
    shipped = (kind.id for kind in OVERLAYS if issubclass(kind, MeasuredOverlay))
    return *WITH_OPTIONS, *(kind.id for kind in GAMES_DRAWINGS), *shipped


#: Overlays of a whole board that have options of their own.
WITH_OPTIONS = ("territory", "exposure", "chokepoints")
