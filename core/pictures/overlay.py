"""What a picture shows over a board: answers of the core, each with its layers and its part of the legend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from fairground.core.pictures.exposure_overlay import ExposureOverlay
from fairground.core.pictures.fan_overlay import FanOverlay
from fairground.core.pictures.sight_overlay import SightOverlay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.pictures.display_list import Layer
    from fairground.core.pictures.legend import Section
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.document import Scenario


class Overlay(Protocol):
    """Something shown over a board."""

    def under(self, scene: Scene) -> list[Layer]:
        """Return the layers between the ground and what stands on it."""

    def over(self, scene: Scene) -> list[Layer]:
        """Return the layers above the labels."""

    def section(self) -> Section:
        """Return its part of the legend."""


def overlays(scenario: Scenario, options: PictureOptions) -> tuple[Overlay, ...]:
    """Return the overlays that are chosen, the lowest first.

    Raises
    ------
    GridError
        When what should be a label is none.
    ScenarioError
        When the board has no such hex, or the ruleset draws lines of sight between bases rather than hexes.
    """
    return tuple(_chosen(scenario, options))


def _chosen(scenario: Scenario, options: PictureOptions) -> Iterator[Overlay]:
    if not (options.exposure or options.fan or options.line):
        return
    from fairground.core.sight.fan import fan  # noqa: PLC0415  # most pictures have no overlay
    from fairground.core.sight.verdict import sight  # noqa: PLC0415
    from fairground.core.sight.visibility import visibility  # noqa: PLC0415

    if options.exposure:
        table = visibility(scenario, options.sight_range, options.heights)
        yield ExposureOverlay(table.exposure(), scenario.board.void)
    if options.fan is not None:
        yield FanOverlay(scenario.board, fan(scenario, options.fan, options.sight_range, options.heights))
    if options.line is not None:
        yield SightOverlay(sight(scenario, *options.line, options.heights))
