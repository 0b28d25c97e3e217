"""A path: its line, the points of each step, and a disc with the number of each turn where it ends."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Self

from fairground.core.pictures.board_overlay import Sample, origin_ring, placed
from fairground.core.pictures.colours import PAPER, PATH, PATH_BARRED, PATH_LIGHT
from fairground.core.pictures.display_list import (
    Cap,
    Circle,
    Group,
    Join,
    Layer,
    PathShape,
    Polygon,
    Text,
    TextAnchor,
)
from fairground.core.pictures.legend import LegendItem, LegendSection
from fairground.core.pictures.lettering import number_disc
from fairground.core.pictures.plan import line
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from fairground.core.movement.path import Path as Found
    from fairground.core.movement.path import PathStep
    from fairground.core.pictures.display_list import Item, Point
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.pictures.plan import HexPosition
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.document import Scenario

# In mm on a hex of 11.
WIDTH, HALO = 1.5, 2.9
_DISC, _PILL = 3.1, 2.15
_AIM, _NODE = 2.5, 1.15


@dataclass(frozen=True, slots=True)
class PathDrawing:
    """The path from one hex to another."""

    path: Found

    @classmethod
    def chosen(cls, scenario: Scenario, options: PictureOptions) -> Self | None:
        """Return the cheapest way between two hexes."""
        if options.path is None:
            return None
        from fairground.core.movement.path import path

        found = path(
            scenario,
            *options.path,
            mover=options.mover,
            facing=options.facing,
            end_facing=options.end_facing,
            avoid_danger=options.avoid_danger,
            least=options.least,
            blind=options.blind,
        )
        return cls(found)

    def under(self, scene: Scene) -> list[Layer]:
        """Return a little light on the hexes of the path."""
        places = dict.fromkeys(self._places(scene))
        items = tuple(Polygon(scene.plan.outline(place), fill=PAPER, opacity=PATH_LIGHT) for place in places)
        return [Layer("path-hexes", "Path: hexes", items)]

    def over(self, scene: Scene) -> list[Layer]:
        """Return the line with its points and turns, or only its ends if there is no route."""
        start, end = scene.plan.place_of(self.path.start), scene.plan.place_of(self.path.end)
        # A picture of some hexes shows a way that lies on them as a whole, or not at all.
        if start is None or end is None or len(self._places(scene)) < len(self.path.hexes):
            return []
        unit = scene.plan.unit
        ring = placed(START, start.x, start.y, unit)
        if not self.path.found:
            return [Layer("path", "Path", (*ring, *placed(no_way(), end.x, end.y, unit)))]
        items = [
            *_drawn([(place.x, place.y) for place in self._places(scene)], unit),
            *ring,
            *self._points(scene),
            *self._stops(scene),
        ]
        return [Layer("path", "Path", tuple(items))]

    def _places(self, scene: Scene) -> list[HexPosition]:
        return [place for at in self.path.hexes if (place := scene.plan.place_of(at)) is not None]

    def _placed(self, scene: Scene) -> list[tuple[PathStep, HexPosition]]:
        """Return the steps with their positions; a step that only turns repeats its hex."""
        return [(it, place) for it in self.path.steps if (place := scene.plan.place_of(it.hex)) is not None]

    def _points(self, scene: Scene) -> Iterator[Item]:
        """Yield the cost of each step in a small disc on the hexside it crosses."""
        unit = scene.plan.unit
        for (_, before), (step, place) in pairwise(self._placed(scene)):
            if before == place:
                continue
            x, y = (before.x + place.x) / 2, (before.y + place.y) / 2
            yield Group(tuple(placed(cost_disc(step.cost), x, y, unit)), data=(("cost", str(step.cost)),))

    def _stops(self, scene: Scene) -> Iterator[Item]:
        """Yield the number of a turn where it ends; elsewhere a dot, or a wedge that looks where the unit does."""
        unit = scene.plan.unit
        visited = list(enumerate(self._placed(scene)))
        last_of_turn = {step.turn: number for number, (step, _) in visited}
        for place, visit in groupby(visited, key=lambda it: it[1][1]):
            # Turning is a step of its own in the same hex; what is drawn there is how the unit looks at last.
            steps = [(number, step) for number, (step, _) in visit]
            ends = [step for number, step in steps if last_of_turn[step.turn] == number]
            step = ends[-1] if ends else steps[-1][1]
            angle = None
            if step.facing is not None:
                angle = scene.plan.angle(scene.plan.layout.facing_direction(step.facing))
            at = (("label", scene.scenario.board.label(step.hex)),)
            if ends and len(visited) > 1:
                stop = placed(stop_disc(step.turn, angle), place.x, place.y, unit)
                yield Group(tuple(stop), data=(*at, ("turn", str(step.turn))))
            elif steps[0][0]:
                yield Group(tuple(placed(node_mark(angle), place.x, place.y, unit)), data=at)

    def section(self) -> LegendSection:
        """Return the cost of the path and the meaning of the marks."""
        return LegendSection("Path", tuple(self._entries()))

    def _entries(self) -> Iterator[LegendItem]:
        it = self.path
        names = f"{it.board.hex_name(it.start)} to {it.board.hex_name(it.end)}"
        if it.cost is None or it.turns is None:
            barred = Sample(signs=lambda _: placed(no_way(), 0.0, 0.0, 11 / 9))
            yield LegendItem(barred, f"{names}: no route", it.obstacle)
            return
        note = f"{it.mover.title}; {it.danger} damage along the way" if it.danger else it.mover.title
        yield LegendItem(
            _line_sample, f"{names}: {counted(it.cost, 'point')}, {counted(it.turns, 'turn')}", note
        )
        if len(it.steps) < 2:
            return
        yield LegendItem(partial(_cost_sample, it.steps[1].cost), "movement points for a step")
        looks = any(step.facing is not None for step in it.steps)
        yield LegendItem(
            Sample(signs=lambda hexagon: _stop_sample(hexagon, looks=looks)),
            "end of a turn",
            "with its number; the tip shows the facing" if looks else "with its number",
        )


def _drawn(at: list[Point], unit: float) -> Iterator[Item]:
    commands = line(at)
    if len(at) < 2:
        return
    for colour, width, opacity in ((PAPER, HALO, 0.95), (PATH, WIDTH, 1.0)):
        yield PathShape(
            commands, stroke=colour, width=width * unit, cap=Cap.ROUND, join=Join.ROUND, opacity=opacity
        )


# -- signs around (0, 0), in mm on a hex of 11 --------------------------------------------------------------

START = origin_ring(0.62)


def cost_disc(amount: Fraction) -> list[Item]:
    """Return a small disc with the points of a step."""
    text = str(amount)
    font = 3.0 if len(text) < 2 else 2.3 if len(text) < 3 else 1.85
    return [
        Circle(0.0, 0.0, _PILL, fill=PAPER, stroke=PATH, width=0.4),
        Text(0.0, 0.36 * font, text, font, PATH, anchor=TextAnchor.MIDDLE, bold=True),
    ]


def stop_disc(turn: int, angle: float | None) -> list[Item]:
    """Return the disc where a turn ends, with a tip along the angle (radians) that the unit faces."""
    tip = [] if angle is None else [_tip(0.0, 0.0, angle, _DISC, _DISC + 2.3)]
    font = 3.5 if turn < 10 else 2.6
    return [*tip, *number_disc(0.0, 0.0, str(turn), _DISC, font, fill=PATH, stroke=PAPER)]


def node_mark(angle: float | None) -> list[Item]:
    """Return the dot of a hex on the way, or a wedge along the angle (radians) that the unit faces."""
    if angle is None:
        return [Circle(0.0, 0.0, _NODE, fill=PATH, stroke=PAPER, width=0.4)]
    return [_tip(-0.35 * _AIM * math.cos(angle), -0.35 * _AIM * math.sin(angle), angle, 0.0, _AIM)]


def _tip(x: float, y: float, angle: float, base: float, tip: float) -> Polygon:
    """Return a wedge that points along an angle, from a circle of the radius ``base``."""
    half = 0.5 if base else 2.2
    base = base or 0.75 * tip
    corners = tuple(
        (x + radius * math.cos(angle + turn), y + radius * math.sin(angle + turn))
        for radius, turn in ((base, -half), (tip, 0.0), (base, half))
    )
    return Polygon(corners, fill=PATH, stroke=PAPER, width=0.5, join=Join.ROUND)


def no_way() -> list[Item]:
    """Return the sign of a hex that cannot be reached."""
    r = 2.6
    cross = (*line(((-r, -r), (r, r))), *line(((-r, r), (r, -r))))
    strokes = ((PAPER, 2.4), (PATH_BARRED, 1.4))
    return [
        *(Circle(0.0, 0.0, 4.6, stroke=colour, width=width) for colour, width in strokes),
        *(PathShape(cross, stroke=colour, width=width, cap=Cap.ROUND) for colour, width in strokes),
    ]


def _line_sample(scene: Scene, x: float, y: float, size: float) -> list[Item]:  # noqa: ARG001  # one shape for all
    return list(_drawn([(x - size, y + 0.4 * size), (x, y - 0.4 * size), (x + size, y)], size / 6))


def _cost_sample(amount: Fraction, scene: Scene, x: float, y: float, size: float) -> list[Item]:  # noqa: ARG001
    unit = size / 4
    return [*_drawn([(x - size, y), (x + size, y)], unit), *placed(cost_disc(amount), x, y, unit)]


def _stop_sample(hexagon: Sequence[Point], *, looks: bool) -> list[Item]:
    # Direction 0 leads through the side between the last corner and the first.
    (ax, ay), (bx, by) = hexagon[-1], hexagon[0]
    angle = math.atan2(ay + by, ax + bx) if looks else None
    return placed(stop_disc(1, angle), 0.0, 0.0, 1.375)
