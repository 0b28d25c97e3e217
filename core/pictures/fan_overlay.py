"""The fan of a hex: a veil over what it does not see, dots where fire is hindered, a shield where the target has cover."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fairground.core.pictures.colours import GOLD, INK, PAPER
from fairground.core.pictures.display_list import (
    Cap,
    Circle,
    Group,
    Hatch,
    HatchMark,
    Join,
    Layer,
    PathShape,
    Polygon,
    Text,
    TextAnchor,
)
from fairground.core.pictures.legend import LegendItem, LegendSection, ground_sample
from fairground.core.pictures.plan import line
from fairground.core.pictures.zone_layers import area_of, places_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.pictures.display_list import Command, Item
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.board import Board
    from fairground.core.sight.field.fan import Fan

_VEIL = "#3d3a36"
_DOTS = "#7a1f5c"
_SHIELD = "#0f4c5c"
# In mm on a hex of 11.
_RING, _EDGE = 7.6, 0.75
_SHIELD_AT = (-5.4, 4.4)
_AMOUNT_AT = (5.4, 4.4)


@dataclass(frozen=True, slots=True)
class FanDrawing:
    """The fan of a hex of a board."""

    board: Board
    fan: Fan

    def under(self, scene: Scene) -> list[Layer]:
        """Return the veil over what is not seen, a fainter one over what is out of range, and the dots."""
        unit = scene.plan.unit
        beyond = ~(self.fan.visible | self.fan.blocked)
        blocked, away = area_of(scene, self.fan.blocked), area_of(scene, beyond)
        items: list[Item] = []
        if away:
            items.append(PathShape(away, fill=PAPER, opacity=0.72, data=(("fan", "beyond"),)))
        if blocked:
            items += [
                PathShape(blocked, fill=_VEIL, opacity=0.5, data=(("fan", "blocked"),)),
                PathShape(blocked, hatch=_hatch(scene, "veil"), opacity=0.8),
            ]
        hindered = area_of(scene, self.fan.hindrance != 0)
        if hindered:
            items.append(PathShape(hindered, hatch=_hatch(scene, "hindered"), data=(("fan", "hindered"),)))
        seen = scene.plan.borders(places_of(scene, self.fan.visible), at_edge=False, inset=0.0)
        edge = tuple(step for path in seen for step in path)
        if edge:
            items += [
                PathShape(edge, stroke=PAPER, width=(_EDGE + 0.7) * unit, join=Join.ROUND, opacity=0.8),
                PathShape(edge, stroke=INK, width=_EDGE * unit, join=Join.ROUND),
            ]
        return [Layer("fan", "Fan", tuple(items))]

    def over(self, scene: Scene) -> list[Layer]:
        """Return the ring around the origin, and the amounts of hindrance and cover."""
        unit = scene.plan.unit
        items: list[Item] = []
        for place in places_of(scene, self.fan.cover != 0):
            amount = int(self.fan.cover[place.row, place.column])
            x, y = place.x + _SHIELD_AT[0] * unit, place.y + _SHIELD_AT[1] * unit
            items.append(Group(tuple(_shield(x, y, unit, amount)), data=(("cover", str(amount)),)))
        for place in places_of(scene, self.fan.hindrance != 0):
            amount = int(self.fan.hindrance[place.row, place.column])
            x, y = place.x + _AMOUNT_AT[0] * unit, place.y + _AMOUNT_AT[1] * unit
            items.append(Group(tuple(_amount(x, y, unit, amount)), data=(("hindrance", str(amount)),)))
        origin = scene.plan.place_of(self.fan.origin)
        if origin is not None:
            items += origin_ring(origin.x, origin.y, unit)
        return [Layer("fan-marks", "Fan: origin, hindrance and cover", tuple(items))]

    def section(self) -> LegendSection:
        """Return what the marks mean."""
        return LegendSection(f"Seen from {self.board.place_name(self.fan.origin)}", tuple(self._entries()))

    def _entries(self) -> Iterator[LegendItem]:
        seen, blocked = int(self.fan.visible.sum()) - 1, int(self.fan.blocked.sum())
        reach = self.fan.range
        note = f"within {reach} hexes" if reach is not None else ""
        yield LegendItem(_seen_sample, f"seen: {seen} hexes", note)
        if blocked:
            yield LegendItem(_blocked_sample, f"not seen: {blocked} hexes")
        if reach is not None and (~(self.fan.visible | self.fan.blocked | self.board.void)).any():
            yield LegendItem(_beyond_sample, "out of range")
        if self.fan.hindrance.any():
            yield LegendItem(_hindered_sample, "seen, but hindered", "the modifier to hit is in the corner")
        if self.fan.cover.any():
            yield LegendItem(_cover_sample, "the target has cover", "with the modifier")


def origin_ring(x: float, y: float, unit: float) -> list[Item]:
    """Return the gold ring around the hex that looks; four ticks tell it from that of an objective."""
    ticks = tuple(
        step
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))
        for step in line(
            (
                (x + (_RING - 2.2) * unit * dx, y + (_RING - 2.2) * unit * dy),
                (x + (_RING + 1.2) * unit * dx, y + (_RING + 1.2) * unit * dy),
            )
        )
    )
    circle = Circle(x, y, _RING * unit, stroke=INK, width=2.1 * unit)
    return [
        circle,
        PathShape(ticks, stroke=INK, width=2.1 * unit, cap=Cap.ROUND),
        replace(circle, stroke=GOLD, width=1.3 * unit),
        PathShape(ticks, stroke=GOLD, width=1.3 * unit, cap=Cap.ROUND),
    ]


def _hatch(scene: Scene, name: str) -> str:
    unit = scene.plan.unit
    hatches = {
        "veil": Hatch(PAPER, HatchMark.LINES, 60.0, 2.2 * unit, 0.35 * unit, 0.55),
        "hindered": Hatch(_DOTS, HatchMark.DOTS, 20.0, 2.0 * unit, 0.75 * unit, 0.75),
    }
    scene.hatches.setdefault(f"hatch-{name}", hatches[name])
    return f"hatch-{name}"


def signed(amount: int) -> str:
    """Return a modifier with its sign."""
    return f"{amount:+d}".replace("-", "\N{MINUS SIGN}")


def shield_outline(x: float, y: float, r: float) -> tuple[Command, ...]:
    """Return the outline of the sign of cover around a point, 2 ``r`` wide."""
    return (
        ("M", (x - r, y - r)),
        ("L", (x + r, y - r)),
        ("L", (x + r, y + 0.1 * r)),
        ("Q", (x + 0.9 * r, y + r, x, y + 1.35 * r)),
        ("Q", (x - 0.9 * r, y + r, x - r, y + 0.1 * r)),
        ("Z", ()),
    )


def _shield(x: float, y: float, unit: float, amount: int) -> Iterator[Item]:
    commands = shield_outline(x, y, 2.5 * unit)
    yield PathShape(commands, fill=_SHIELD, stroke=PAPER, width=0.4 * unit, join=Join.ROUND)
    size = 2.6 * unit
    yield Text(x, y + 0.32 * size, signed(amount), size, "#ffffff", anchor=TextAnchor.MIDDLE, bold=True)


def _amount(x: float, y: float, unit: float, amount: int) -> Iterator[Item]:
    yield Circle(x, y, 2.5 * unit, fill=PAPER, stroke=_DOTS, width=0.45 * unit)
    size = 2.6 * unit
    yield Text(x, y + 0.36 * size, signed(amount), size, _DOTS, anchor=TextAnchor.MIDDLE, bold=True)


def _seen_sample(scene: Scene, x: float, y: float, size: float) -> list[Item]:
    return [*ground_sample(scene, x, y, size), *origin_ring(x, y, size / 13)]


def _blocked_sample(scene: Scene, x: float, y: float, size: float) -> list[Item]:
    hexagon = scene.plan.hexagon(x, y, size)
    return [
        *ground_sample(scene, x, y, size),
        Polygon(hexagon, fill=_VEIL, opacity=0.5),
        Polygon(hexagon, hatch=_hatch(scene, "veil"), opacity=0.8),
    ]


def _beyond_sample(scene: Scene, x: float, y: float, size: float) -> list[Item]:
    return [
        *ground_sample(scene, x, y, size),
        Polygon(scene.plan.hexagon(x, y, size), fill=PAPER, opacity=0.72),
    ]


def _hindered_sample(scene: Scene, x: float, y: float, size: float) -> list[Item]:
    hexagon = scene.plan.hexagon(x, y, size)
    return [*ground_sample(scene, x, y, size), Polygon(hexagon, hatch=_hatch(scene, "hindered"))]


def _cover_sample(scene: Scene, x: float, y: float, size: float) -> list[Item]:
    return [*ground_sample(scene, x, y, size), *_shield(x, y - 0.04 * size, size / 5.4, 1)]
