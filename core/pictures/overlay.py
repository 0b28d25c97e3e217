"""What a picture shows over a board: answers of the core, each with its layers and its part of the legend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from fairground.core.pictures.chokepoints_overlay import ChokepointsDrawing
from fairground.core.pictures.exposure_overlay import ExposureDrawing
from fairground.core.pictures.fan_overlay import FanDrawing
from fairground.core.pictures.path_overlay import PathOverlay
from fairground.core.pictures.reach_overlay import ReachDrawing
from fairground.core.pictures.sight_overlay import SightOverlay
from fairground.core.pictures.territory_overlay import TerritoryDrawing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.pictures.display_list import Layer
    from fairground.core.pictures.legend import LegendSection
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.document import Scenario


class PictureOverlay(Protocol):
    """Something shown over a board."""

    def under(self, scene: Scene) -> list[Layer]:
        """Return the layers between the ground and what stands on it."""

    def over(self, scene: Scene) -> list[Layer]:
        """Return the layers above the labels."""

    def section(self) -> LegendSection:
        """Return its part of the legend."""


def overlays(scenario: Scenario, options: PictureOptions) -> tuple[PictureOverlay, ...]:
    """Return the overlays that are chosen, the lowest first.

    Raises
    ------
    GridError
        When what should be a label is none.
    ScenarioError
        When the board has no such hex or zone, when the ruleset draws lines of sight between bases rather than hexes,
        or when nothing moves by it.
    """
    return *_of_movement(scenario, options), *_of_sight(scenario, options)


def _of_sight(scenario: Scenario, options: PictureOptions) -> Iterator[PictureOverlay]:
    if not (options.exposure or options.fan or options.line):
        return
    from fairground.core.sight.field.fan import fan  # noqa: PLC0415  # most pictures have no overlay
    from fairground.core.sight.field.visibility import visibility  # noqa: PLC0415
    from fairground.core.sight.line.verdict import sight  # noqa: PLC0415

    if options.exposure:
        table = visibility(scenario, options.sight_range, options.heights)
        yield ExposureDrawing(table.exposure(), scenario.board.void)
    if options.fan is not None:
        yield FanDrawing(scenario.board, fan(scenario, options.fan, options.sight_range, options.heights))
    if options.line is not None:
        yield SightOverlay(sight(scenario, *options.line, options.heights))


def _of_movement(scenario: Scenario, options: PictureOptions) -> Iterator[PictureOverlay]:
    if not (options.territory or options.chokepoints or options.path or options.reach):
        return
    from fairground.core.movement.mover import mover  # noqa: PLC0415  # most pictures have no overlay

    who, between = options.mover or mover(scenario), options.between or None
    if options.territory:
        from fairground.core.metrics.territory import territory  # noqa: PLC0415

        areas = territory(scenario, between, mover=who, in_turns=options.in_turns)
        yield TerritoryDrawing(scenario, areas)
    if options.reach is not None:
        from fairground.core.movement.reach import reach  # noqa: PLC0415

        found = reach(
            scenario, options.reach, options.turns, mover=who, facing=options.facing, blind=options.blind
        )
        yield ReachDrawing(scenario, found)
    if options.chokepoints:
        from fairground.core.metrics.chokepoints.chokepoints import chokepoints  # noqa: PLC0415

        yield ChokepointsDrawing(scenario, chokepoints(scenario, mover=who, zones=between))
    if options.path is not None:
        from fairground.core.movement.path import path  # noqa: PLC0415

        way = path(
            scenario,
            *options.path,
            mover=who,
            facing=options.facing,
            end_facing=options.end_facing,
            avoid_danger=options.avoid_danger,
            least=options.least,
            blind=options.blind,
        )
        yield PathOverlay(way)
