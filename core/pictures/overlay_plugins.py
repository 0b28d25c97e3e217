"""All overlays that a picture can show: those that ship, loaded when they are needed, and those of other packages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from fairground.core.errors import UsageError
from fairground.core.plugin_groups import PluginError, PluginGroup, guarded, require_name

if TYPE_CHECKING:
    from fairground.core.pictures.board_overlay import MeasuredOverlay
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.pictures.overlay_list import PictureOverlay
    from fairground.core.scenario.document import Scenario


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
    from fairground.core.pictures.overlay_list import shipped_overlay_ids

    return shipped_overlay_ids()


#: The overlays of other packages.
OVERLAY_PLUGINS: Final = PluginGroup("overlays", _register, title=lambda it: it.title, taken=_shipped_ids)


def chosen_overlays(scenario: Scenario, options: PictureOptions) -> tuple[PictureOverlay, ...]:
    """Return the overlays that the options choose, the lowest first.

    Raise UsageError for an unknown overlay, GridError for an invalid label, and ScenarioError for an unknown hex or zone, or
    where the ruleset has no lines between hexes or no movement.
    """
    from fairground.core.pictures.overlay_list import OVERLAYS, WITH_OPTIONS

    if unknown := sorted(options.overlays.difference(overlay_ids())):
        known = ", ".join(overlay_ids())
        raise UsageError(f"unknown overlay {unknown[0][:60]!r}. Known overlays: {known}.")
    named = {it: True for it in WITH_OPTIONS if it in options.overlays}
    options = replace(options, **named)  # type: ignore[arg-type]  # they are flags
    if options.mover is None and (options.territory or options.chokepoints or options.path or options.reach):
        from fairground.core.movement.mover import mover

        options = replace(options, mover=mover(scenario))
    of_plugins = OVERLAY_PLUGINS.members().values() if options.overlays else ()
    found = (kind.chosen(scenario, options) for kind in (*OVERLAYS, *of_plugins))
    return tuple(it for it in found if it is not None)


def measured_overlays() -> tuple[type[MeasuredOverlay], ...]:
    """Return the overlays that need only a scenario, which the editor shows as they are."""
    from fairground.core.pictures.board_overlay import MeasuredOverlay
    from fairground.core.pictures.overlay_list import OVERLAYS

    shipped = (kind for kind in OVERLAYS if issubclass(kind, MeasuredOverlay))
    return *shipped, *OVERLAY_PLUGINS.members().values()


def overlay_ids() -> tuple[str, ...]:
    """Return the ids of the overlays that are about a whole board."""
    return *_shipped_ids(), *OVERLAY_PLUGINS.members()
