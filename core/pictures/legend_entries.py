"""The entries of the legend, one for everything on the board."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.hexes import Hex
from fairground.core.pictures.colours import INK, PAPER, bold_ink
from fairground.core.pictures.display_list import Circle, Join, Polygon
from fairground.core.pictures.hexside_layer import feature_items
from fairground.core.pictures.legend import LegendItem, LegendSection, PictureLegend, note_of
from fairground.core.pictures.looks import class_codes, side_mark
from fairground.core.pictures.options import shown_hexes
from fairground.core.pictures.scene import tinted
from fairground.core.pictures.terrain_layers import badge, swatch
from fairground.core.pictures.tiles import load_tile
from fairground.core.pictures.unit_layer import base_disc, counter
from fairground.core.pictures.zone_layers import objective_colour, plaque, ring, side_colour, zone_swatch
from fairground.core.scenario.parts import ObjectiveKind, Unit, ZoneKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.looks import Looks
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.pictures.overlay_list import PictureOverlay
    from fairground.core.pictures.scene import Scene
    from fairground.core.pictures.tiles import Tile
    from fairground.core.scenario.board import Board, PaletteEntry
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective

#: The most entries of a section; the rest are counted.
_MOST = 40
_LEVELS_A_ROW = 5


def legend(
    scenario: Scenario,
    looks: Looks,
    options: PictureOptions,
    shown: Iterable[PictureOverlay] = (),
    *,
    scale: float,
) -> PictureLegend:
    """Return the legend of the picture, overlays first, without empty sections."""
    board = scenario.board
    there = shown_hexes(board, options.hexes)
    sections = [
        *(it.section() for it in shown),
        LegendSection("Terrain", tuple(_terrain(board, there, looks))),
        LegendSection("Levels", tuple(_levels(board, there))),
        LegendSection("Effects", tuple(_effects(board, there, looks))),
        LegendSection("Hexsides", tuple(_hexsides(board, there, looks))),
    ]
    if options.zones or options.units:
        sections.append(LegendSection("Sides", tuple(_sides(scenario, zones=options.zones))))
    if options.zones:
        sections.append(LegendSection("Areas", tuple(_areas(scenario))))
    if options.objectives:
        sections.append(LegendSection("Objectives", tuple(_objectives(scenario))))
    if options.units:
        sections.append(LegendSection("Units", tuple(_units(scenario, looks))))
    return PictureLegend(tuple(_limited(section) for section in sections if section.entries), scale)


def _limited(section: LegendSection) -> LegendSection:
    extra = len(section.entries) - _MOST
    if extra <= 0:
        return section
    return LegendSection(
        section.heading, (*section.entries[:_MOST], LegendItem(_nothing, f"and {extra} more"))
    )


def _nothing(_scene: Scene, _x: float, _y: float, _size: float) -> list[Item]:
    return []


def _used(palette: list[PaletteEntry], cells: NDArray[np.uint16]) -> list[str]:
    """Return the kinds of the palette entries that cells use, in the palette's order, each once."""
    used = set(np.unique(cells).tolist())
    return list(dict.fromkeys(kind for i, entry in enumerate(palette) if i in used for kind in entry.kinds))


def _terrain(board: Board, there: NDArray[np.bool_], looks: Looks) -> Iterator[LegendItem]:
    for kind in _used(board.palette, board.terrain[there]):
        yield LegendItem(
            partial(_tile_sample, looks.terrain(kind)),
            looks.terrain_name(kind),
            note_of(looks.terrain_notes(kind)),
        )


def _tile_sample(tile: Tile, scene: Scene, x: float, y: float, size: float) -> list[Item]:
    return swatch(scene, tile, x, y, size=size)


def _levels(board: Board, there: NDArray[np.bool_]) -> Iterator[LegendItem]:
    """Yield rows of levels; one level for all needs none, unless it is not 0."""
    levels = [int(level) for level in np.unique(board.elevation[there])]
    if levels in ([], [0]):
        return
    for at in range(0, len(levels), _LEVELS_A_ROW):
        yield LegendItem(partial(_level_samples, tuple(levels[at : at + _LEVELS_A_ROW])))


def _level_samples(levels: tuple[int, ...], scene: Scene, x: float, y: float, size: float) -> list[Item]:
    items: list[Item] = []
    clear = load_tile("clear").fill
    small = size * 0.86
    for i, level in enumerate(levels):
        at = x + 1.86 * size * i
        hexagon = scene.plan.hexagon(at, y, small)
        fill = tinted(clear, level)
        items.append(Polygon(hexagon, fill=fill, stroke=INK, width=0.05 * small, join=Join.ROUND))
        items += badge(level, at, y, size / 4)
    return items


def _effects(board: Board, there: NDArray[np.bool_], looks: Looks) -> Iterator[LegendItem]:
    for kind in _used(board.effects_palette, board.effects[there]):
        yield LegendItem(
            partial(_tile_sample, looks.effect(kind)),
            looks.effect_name(kind),
            note_of(looks.effect_notes(kind)),
        )


def _hexsides(board: Board, there: NDArray[np.bool_], looks: Looks) -> Iterator[LegendItem]:
    drawn = board.hexes_of(there) if board.hexsides else frozenset()
    features = {
        it for side, them in board.hexsides.items() if not drawn.isdisjoint(side.hexes) for it in them
    }
    for feature in sorted(features):
        yield LegendItem(
            partial(_hexside_sample, feature),
            looks.hexside_name(feature),
            note_of(looks.hexside_notes(feature)),
        )


def _hexside_sample(feature: str, scene: Scene, x: float, y: float, size: float) -> list[Item]:
    unit = size / 4.6 / scene.plan.unit
    return list(feature_items(scene, feature, (x - size, y), (x + size, y), share=unit))


def _sides(scenario: Scenario, *, zones: bool) -> Iterator[LegendItem]:
    for index, side in enumerate(scenario.sides):
        kinds = {zone.kind for zone in scenario.zones if zone.side == side.id} if zones else set()
        notes = [side.role] if side.role else []
        notes += [kind.value for kind in ZoneKind if kind in kinds]
        if side.team and sum(other.team == side.team for other in scenario.sides) > 1:
            notes.append(f"team {side.team}")
        yield LegendItem(partial(_side_sample, index, zones), side.title, ", ".join(notes))


def _side_sample(index: int, zones: bool, scene: Scene, x: float, y: float, size: float) -> list[Item]:  # noqa: FBT001 -- bound by partial, by place
    items = zone_swatch(scene, index, x, y, size=size, kind=ZoneKind.DEPLOYMENT) if zones else []
    colour = side_colour(index)
    if zones:
        x, y = x + size * 0.62, y + size * 0.5
    return [
        *items,
        Circle(x, y, size * 0.46, fill=colour, stroke=PAPER, width=size * 0.12),
        side_mark(index, x, y, radius=size * 0.27, fill=bold_ink(colour)),
    ]


def _areas(scenario: Scenario) -> Iterator[LegendItem]:
    """Yield the zones of nobody, and named zones of sides."""
    for zone in scenario.zones:
        index = scenario.side_index(zone.side)
        if zone.name or index < 0:
            yield LegendItem(partial(_zone_sample, index, zone.kind), zone.title, zone.kind.value)


def _zone_sample(index: int, kind: ZoneKind, scene: Scene, x: float, y: float, size: float) -> list[Item]:
    return zone_swatch(scene, index, x, y, size=size, kind=kind)


def _objectives(scenario: Scenario) -> Iterator[LegendItem]:
    for objective in scenario.objectives:
        notes = [f"{objective.points} point{'' if objective.points == 1 else 's'}"]
        if objective.kind is ObjectiveKind.EXIT:
            notes.append("leave the board here")
        elif objective.hold:
            notes.append(f"hold {objective.hold} turn{'' if objective.hold == 1 else 's'}")
        if side := scenario.side(objective.side):
            notes.append(side.title)
        title = objective.name or objective.id.replace("-", " ").capitalize()
        yield LegendItem(partial(_objective_sample, objective), title, ", ".join(notes))


def _objective_sample(objective: Objective, scene: Scene, x: float, y: float, size: float) -> list[Item]:
    colour = objective_colour(scene, objective)
    scale = size / 8.6
    return [
        *ring(objective, x, y, scale=scale, colour=colour),
        *plaque(objective, x, y, scale=scale, colour=colour),
    ]


def _units(scenario: Scenario, looks: Looks) -> Iterator[LegendItem]:
    """Yield a counter per class; the first one also explains wedge and arc."""
    codes = class_codes(unit.unit_class for unit in scenario.units)
    shields = any(unit.shield != "none" for unit in scenario.units)
    key = "wedge: facing" + ("; arc: shield" if shields else "")
    if looks.on_bases:
        key = "disc: the unit's base" + (
            "; dashed: its parts" if any(unit.parts for unit in scenario.units) else ""
        )
    if any(unit.arrives > 1 for unit in scenario.units):
        key += "; T3: arrives in turn 3"
    sample = _base_sample if looks.on_bases else _code_sample
    for i, (unit_class, code) in enumerate(codes.items()):
        yield LegendItem(partial(sample, code), looks.class_name(unit_class), key if i == 0 else "")


def _code_sample(code: str, scene: Scene, x: float, y: float, size: float) -> list[Item]:
    sample = Unit("", "", "", Hex(0, 0), facing=1)
    return counter(scene, sample, code, x, y, scale=size / 6.4)


def _base_sample(code: str, scene: Scene, x: float, y: float, size: float) -> list[Item]:
    sample = Unit("", "", "", Hex(0, 0), base=2.0)
    return base_disc(scene, sample, code, x, y, inch=0.75 * size)
