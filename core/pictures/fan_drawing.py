"""The fan of a hex: a veil over hexes that it does not see, dots where fire is hindered, a shield where there is cover."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from fairground.core.pictures.board_overlay import (
    BoardOverlay,
    BorderLine,
    HexLook,
    Sample,
    Words,
    origin_ring,
    placed,
)
from fairground.core.pictures.colours import FAN_COVER, FAN_HINDERED, FAN_VEIL, INK, PAPER
from fairground.core.pictures.display_list import (
    Circle,
    Group,
    Hatch,
    HatchMark,
    Item,
    Join,
    PathShape,
    Text,
    TextAnchor,
)
from fairground.core.pictures.legend import LegendItem
from fairground.core.pictures.scene import Hatching
from fairground.core.pictures.zone_layers import places_of
from fairground.core.text.wording import signed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.display_list import Command
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.field.fan import Fan

_SHIELD_AT, _AMOUNT_AT = (-5.4, 4.4), (5.4, 4.4)
_LETTERS = 2.6
BLOCKED, BEYOND, HINDERED = 1, 2, 3
LOOKS = (
    HexLook(
        "blocked",
        fill=FAN_VEIL,
        opacity=0.5,
        hatching=Hatching("veil", Hatch(PAPER, HatchMark.LINES, 60.0, 2.2, 0.35, 0.55), 0.8),
        over_fill=Hatching("veil-lines", Hatch(FAN_VEIL, HatchMark.LINES, 60.0, 3.6, 0.8, 0.85)),
        far_edge=(FAN_VEIL, 0.9),
    ),
    HexLook("beyond", fill=PAPER, opacity=0.72, far_edge=(PAPER, 0.9), is_veil=True),
    HexLook(
        "hindered",
        hatching=Hatching("hindered", Hatch(FAN_HINDERED, HatchMark.DOTS, 20.0, 2.0, 0.75, 0.75)),
        far=(FAN_HINDERED, 0.3),
    ),
)
#: The border of the hexes in sight; the canvas draws it where another overlay's fill replaces the veil.
EDGE = BorderLine(
    "fan-edge",
    ((PAPER, 1.45, 0.8, ()), (INK, 0.75, 1.0, ())),
    ((PAPER, 4.0, 0.9, ()), (FAN_VEIL, 2.2, 1.0, ())),
    screen_inset=1.2,
)


@dataclass(frozen=True, eq=False)
class FanDrawing(BoardOverlay):
    """The hexes that one hex sees; ``hindrance`` and ``cover`` are modifiers, or whether there is one."""

    scenario: Scenario
    origin: Hex
    visible: NDArray[np.bool_]
    blocked: NDArray[np.bool_]
    hindrance: NDArray[np.integer | np.bool_]
    cover: NDArray[np.integer | np.bool_]
    range: int | None = None

    id = "fan"
    title = "Fan"
    marks_layer = ("fan-marks", "Fan: origin, hindrance and cover")
    shows_differences = False
    looks = LOOKS

    @classmethod
    def chosen(cls, scenario: Scenario, options: PictureOptions) -> Self | None:
        """Return the fan of a hex."""
        if options.fan is None:
            return None
        from fairground.core.sight.field.fan import fan

        return cls.of(scenario, fan(scenario, options.fan, options.sight_range, options.heights))

    @classmethod
    def of(cls, scenario: Scenario, it: Fan) -> Self:
        """Return the overlay of a fan."""
        return cls(scenario, it.origin, it.visible, it.blocked, it.hindrance, it.cover, it.range)

    @cached_property
    def kinds(self) -> NDArray[np.integer]:
        """Blocked, out of range, or seen but hindered."""
        seen = np.where(self.hindrance != 0, HINDERED, 0)
        kinds = np.where(self.blocked, BLOCKED, np.where(self.visible, seen, BEYOND))
        kinds[self.scenario.board.void] = 0
        return kinds.astype(np.uint8)

    def heading(self, tr: Words) -> str:
        """Name the hex that looks."""
        return tr("Seen from {place}", place=self.scenario.board.hex_name(self.origin))

    def differing_entries(self, tr: Words) -> Iterator[LegendItem]:
        """Yield the hexes seen, and the marks that the board has."""
        blocked, beyond, hindered = map(Sample, LOOKS)
        seen = tr("seen: {hexes}", hexes=tr.hexes(int(self.visible.sum()) - 1))
        note = tr("within {hexes}", hexes=tr.hexes(self.range)) if self.range is not None else ""
        yield LegendItem(Sample(signs=lambda _: origin_ring(11 / 13)), seen, note, about="seen")
        if count := int(self.blocked.sum()):
            yield LegendItem(blocked, tr("not seen: {hexes}", hexes=tr.hexes(count)), about=BLOCKED)
        if self.range is not None and (self.kinds == BEYOND).any():
            yield LegendItem(beyond, tr("out of range"), about=BEYOND)
        if self.hindrance.any():
            with_amounts = self.hindrance.dtype != np.bool_
            note = tr("to-hit modifier in the corner") if with_amounts else ""
            yield LegendItem(hindered, tr("seen, hindered"), note, about=HINDERED)
        if self.cover.any():
            amount = None if self.cover.dtype == np.bool_ else 1
            yield LegendItem(
                Sample(signs=lambda _: placed(shield(amount), 0.0, -0.44, 11 / 5.4)),
                tr("target in cover"),
                "" if amount is None else tr("the number is the modifier"),
                about="cover",
            )

    def describe_hex(self, row: int, column: int, tr: Words) -> str:
        """Return how a hex is seen."""
        if not self.visible[row, column]:
            return tr("not seen") if self.blocked[row, column] else tr("out of range")
        text = tr("seen, hindered") if self.hindrance[row, column] else tr("seen")
        return tr("{seen}, in cover", seen=text) if self.cover[row, column] else text

    def hexes_about(self, about: object) -> NDArray[np.bool_] | None:
        """Return the hexes in sight, out of it, hindered or in cover."""
        if about == "seen":
            return self.visible
        return np.not_equal(self.cover, 0) if about == "cover" else super().hexes_about(about)

    def lines(self, scene: Scene) -> Iterator[Item]:
        """Yield the line around the hexes in sight."""
        return EDGE.items(scene, self.visible)

    def marks(self, scene: Scene) -> Iterator[Item]:
        """Yield the amounts of cover and hindrance, and the ring around the origin."""
        unit = scene.plan.unit
        for name, amounts, at, sign in (
            ("cover", self.cover, _SHIELD_AT, shield),
            ("hindrance", self.hindrance, _AMOUNT_AT, _amount),
        ):
            draw: Callable[[int], list[Item]] = sign
            for place in places_of(scene, amounts != 0):
                amount = int(amounts[place.row, place.column])
                items = placed(draw(amount), place.x + at[0] * unit, place.y + at[1] * unit, unit)
                yield Group(tuple(items), data=((name, str(amount)),))
        if origin := scene.plan.place_of(self.origin):
            yield from placed(origin_ring(), origin.x, origin.y, unit)


def shield(amount: int | None = None) -> list[Item]:
    """Return the sign of cover around (0, 0), with a modifier or without."""
    r = 2.5
    outline: tuple[Command, ...] = (
        ("M", (-r, -r)),
        ("L", (r, -r)),
        ("L", (r, 0.1 * r)),
        ("Q", (0.9 * r, r, 0.0, 1.35 * r)),
        ("Q", (-0.9 * r, r, -r, 0.1 * r)),
        ("Z", ()),
    )
    sign = PathShape(outline, fill=FAN_COVER, stroke=PAPER, width=0.4, join=Join.ROUND)
    return [sign] if amount is None else [sign, _modifier(amount, "#ffffff", 0.32)]


def shield_in_hex() -> list[Item]:
    """Return the sign of cover at its position in a hex."""
    return placed(shield(), *_SHIELD_AT)


def _amount(amount: int) -> list[Item]:
    return [
        Circle(0.0, 0.0, 2.5, fill=PAPER, stroke=FAN_HINDERED, width=0.45),
        _modifier(amount, FAN_HINDERED, 0.36),
    ]


def _modifier(amount: int, ink: str, drop: float) -> Text:
    return Text(0.0, drop * _LETTERS, signed(amount), _LETTERS, ink, anchor=TextAnchor.MIDDLE, bold=True)
