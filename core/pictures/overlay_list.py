"""All overlays that a picture can show: those that ship, loaded when they are needed, and those of other packages."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final, Protocol, Self

from fairground.core.errors import UsageError
from fairground.core.plugin_groups import PluginError, PluginGroup, guarded, require_name

if TYPE_CHECKING:
    from fairground.core.pictures.board_overlay import MeasuredOverlay
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


@cache
def shipped_overlays() -> tuple[type[PictureOverlay], ...]:
    """Return the overlays that ship, in drawing order, the lowest first."""
    from fairground.core.pictures.chokepoints_drawing import ChokepointsDrawing
    from fairground.core.pictures.exposure_drawing import ExposureDrawing
    from fairground.core.pictures.fan_drawing import FanDrawing
    from fairground.core.pictures.games_drawing import GAMES_DRAWINGS
    from fairground.core.pictures.path_drawing import PathDrawing
    from fairground.core.pictures.reach_drawing import ReachDrawing
    from fairground.core.pictures.sight_drawing import SightDrawing
    from fairground.core.pictures.territory_drawing import TerritoryDrawing

    return (
        TerritoryDrawing,
        ReachDrawing,
        ChokepointsDrawing,
        PathDrawing,
        ExposureDrawing,
        *GAMES_DRAWINGS,
        FanDrawing,
        SightDrawing,
    )


def _register(name: str, declared: object) -> type[MeasuredOverlay]:
    from fairground.core.pictures.board_overlay import MeasuredOverlay

    if not (isinstance(declared, type) and issubclass(declared, MeasuredOverlay)):
        raise PluginError("the entry point must name a subclass of MeasuredOverlay")
    require_name(name, declared.id)
    if not (declared.title and declared.looks):
        raise PluginError("an overlay needs a title and at least one look")
    measure = staticmethod(guarded(f"the overlay {name!r}", declared.measure))
    return type(declared.__name__, (declared,), {"measure": measure, "__doc__": declared.__doc__})


def _shipped_ids() -> tuple[str, ...]:
    from fairground.core.pictures.games_drawing import GAMES_DRAWINGS

    measured = (kind.id for kind in _shipped_measured())
    return *_WITH_OPTIONS, *(kind.id for kind in GAMES_DRAWINGS), *measured


def _shipped_measured() -> tuple[type[MeasuredOverlay], ...]:
    from fairground.core.pictures.board_overlay import MeasuredOverlay

    return tuple(kind for kind in shipped_overlays() if issubclass(kind, MeasuredOverlay))


#: The overlays of other packages.
OVERLAY_PLUGINS: Final = PluginGroup("overlays", _register, title=lambda it: it.title, taken=_shipped_ids)

#: Overlays of a whole board that have options of their own.
_WITH_OPTIONS: Final = ("territory", "exposure", "chokepoints")


def chosen_overlays(scenario: Scenario, options: PictureOptions) -> tuple[PictureOverlay, ...]:
    """Return the overlays that the options choose, the lowest first.

    Raise UsageError for an unknown overlay, GridError for an invalid label, and ScenarioError for an unknown hex or zone, or
    where the ruleset has no lines between hexes or no movement.
    """
    if unknown := sorted(options.overlays.difference(overlay_ids())):
        known = ", ".join(overlay_ids())
        raise UsageError(f"unknown overlay {unknown[0][:60]!r}. Known overlays: {known}.")
    named = {it: True for it in _WITH_OPTIONS if it in options.overlays}
    options = replace(options, **named)  # type: ignore[arg-type]  # they are flags
    if options.mover is None and (options.territory or options.chokepoints or options.path or options.reach):
        from fairground.core.movement.mover import mover

        options = replace(options, mover=mover(scenario))
    of_plugins = OVERLAY_PLUGINS.members().values() if options.overlays else ()
    found = (kind.chosen(scenario, options) for kind in (*shipped_overlays(), *of_plugins))
    return tuple(it for it in found if it is not None)


def measured_overlays() -> tuple[type[MeasuredOverlay], ...]:
    """Return the overlays that need only a scenario, which the editor shows as they are."""
    return *_shipped_measured(), *OVERLAY_PLUGINS.members().values()


def overlay_ids() -> tuple[str, ...]:
    """Return the ids of the overlays that are about a whole board."""
    return *_shipped_ids(), *OVERLAY_PLUGINS.members()
