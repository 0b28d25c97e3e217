"""The picture of a board, with all layers, the answers shown over them, title and legend on one page; and its thumbnails."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from fairground.core.errors import LimitError
from fairground.core.grid.layout import SQRT3, Orientation
from fairground.core.pictures.colours import INK, PAPER, RELIEF_INK, SOFT_INK
from fairground.core.pictures.decoration_layers import decorations_above, decorations_below
from fairground.core.pictures.display_list import Join, Layer, PathShape, Picture, Polygon, Text
from fairground.core.pictures.hexside_layer import hexside_layer
from fairground.core.pictures.label_layers import label_layer, marked_layer, name_layer
from fairground.core.pictures.legend_entries import legend
from fairground.core.pictures.lettering import clean, fitted
from fairground.core.pictures.looks import Looks
from fairground.core.pictures.options import PictureOptions, in_chosen_style, parts_shown, shown_hexes
from fairground.core.pictures.overlay_list import chosen_overlays
from fairground.core.pictures.plan import BoardPlan, board_extent, shown_extent
from fairground.core.pictures.png import MAX_DPI, MIN_DPI, in_grey, to_png
from fairground.core.pictures.scene import Scene
from fairground.core.pictures.svg import layer_group, number
from fairground.core.pictures.terrain_layers import (
    badge_layer,
    band_layer,
    effect_layer,
    ground_layer,
    relief_layer,
    shore_layer,
    symbol_layer,
)
from fairground.core.pictures.unit_layer import unit_layer
from fairground.core.pictures.zone_layers import objective_layer, points_layer, zone_layers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.legend import PictureLegend
    from fairground.core.pictures.overlay_list import PictureOverlay
    from fairground.core.scenario.document import Scenario

# In mm, before the scale of the page.
_TITLE_HEIGHT, _TITLE_SIZE, _SUBTITLE_SIZE = 14.5, 6.2, 3.0
_GAP, _NOTE_HEIGHT, _NARROWEST = 8.0, 6.0, 84.0


@dataclass(frozen=True, slots=True)
class _Page:
    """Where the parts of the page stand, in mm; ``scale`` is that of title and legend."""

    width: float
    height: float
    scale: float
    board: tuple[float, float]
    legend: tuple[float, float] = (0.0, 0.0)
    legend_height: float = 0.0


def draw_board(
    scenario: Scenario, options: PictureOptions | None = None, *, overlays: Sequence[PictureOverlay] = ()
) -> Picture:
    """Return the picture of a scenario's board; ``overlays`` are drawn above those that the options choose.

    Layers, from the lowest: ``paper terrain zones shores symbols bands relief decorations-below grid edge hexsides
    effects decorations zone-outlines territory reach traffic path-hexes exposure fan sight-hexes objectives units points labels levels names marked
    territory-marks reach-numbers chokepoints path exposure-numbers fan-marks sight title legend``; empty ones are omitted.
    The legend is beside or below the board, for the smaller page. Names are cleaned and shortened; unknown terrain gets a
    question mark.

    Raises
    ------
    LimitError
        When the board has more than ``plan.MAX_HEXES`` hexes.
    GridError, ScenarioError
        When an overlay names hexes or zones that the scenario does not have.
    UsageError
        When there are no hexes to show.
    """
    options = options or PictureOptions()
    scenario = in_chosen_style(scenario, options)
    looks = Looks(scenario)
    shown = (*chosen_overlays(scenario, options), *overlays)
    chosen = shown_hexes(scenario.board, options.hexes) if options.hexes else None
    if chosen is None:
        across, down = board_extent(scenario.board, options.hex_size)
    else:
        scenario = parts_shown(scenario, chosen)
        across, down = shown_extent(scenario.board, chosen, options.hex_size)
    # Letters grow with the page, but more slowly, so that a wall map and a leaflet both read well.
    scale = min(max((across * down) ** 0.5 / 170, 0.62), 6.0) ** 0.55
    key = legend(scenario, looks, options, shown, scale=scale) if options.legend else None
    key = key if key and key.sections else None
    page = _page(across, down, options, key, scale)
    left, top = page.board
    plan = BoardPlan(scenario.board, size=options.hex_size, left=left, top=top, shown=chosen)
    scene = Scene(scenario, plan, looks, options)
    layers = [_paper(page, options), *board_layers(scene, shown)]
    if options.title:
        layers.append(_title(scene, page))
    if key:
        items = [*key.draw(scene, *page.legend, page.legend_height), _scale_note(scene, page)]
        layers.append(Layer("legend", "Legend", tuple(items)))
    picture = Picture(
        width_mm=round(page.width, 2),
        height_mm=round(page.height, 2),
        layers=tuple(layer for layer in layers if layer.items),
        title=clean(scenario.name[:500]),
        description=_description(scenario),
        hex_size=options.hex_size,
        origin=plan.origin,
        symbols=dict(sorted(scene.symbols.items())),
        hatches=dict(sorted(scene.hatches.items())),
        images=dict(sorted(scene.images.items())),
    )
    return in_grey(picture) if options.grey else picture


def _page(
    across: float, down: float, options: PictureOptions, key: PictureLegend | None, scale: float
) -> _Page:
    """Return the page for a board of that extent, with the legend where it takes less paper."""
    margin = options.margin
    top = margin + (_TITLE_HEIGHT * scale if options.title else 0.0)
    least = _NARROWEST * scale if options.title else 0.0
    if key is None:
        width = max(across, least)
        return _Page(width + 2 * margin, top + down + margin, scale, (margin + (width - across) / 2, top))
    gap, note = _GAP * scale, _NOTE_HEIGHT * scale
    # Beside: as many columns as the board's height asks for.
    high = max(down - note, 60 * scale)
    columns = len(key.flow(high))
    high = min(high, key.height_in(columns) + 0.01)
    wide = max(key.width(columns), least - across - gap)
    beside = _Page(
        across + gap + wide + 2 * margin,
        top + max(down, high + note) + margin,
        scale,
        (margin, top),
        (margin + across + gap, top),
        high,
    )
    # Below: as many columns as the board is wide.
    width = max(across, least, key.width(1))
    columns = max(1, int((width + key.column_gap) // (key.column_width + key.column_gap)))
    high = key.height_in(columns) + 0.01
    below = _Page(
        width + 2 * margin,
        top + down + gap * 0.75 + high + note + margin,
        scale,
        (margin + (width - across) / 2, top),
        (margin, top + down + gap * 0.75),
        high,
    )
    return min(beside, below, key=lambda page: page.width * page.height)


def board_layers(scene: Scene, shown: tuple[PictureOverlay, ...] = ()) -> list[Layer]:
    """Return the layers of the board and its overlays, the lowest first; some may be empty."""
    options = scene.options
    zones, outlines = zone_layers(scene) if options.zones else (None, None)
    layers = [
        ground_layer(scene),
        zones,
        shore_layer(scene),
        symbol_layer(scene),
        band_layer(scene),
        relief_layer(scene) if options.relief else None,
        *decorations_below(scene),
        _edge(scene),
        hexside_layer(scene),
        effect_layer(scene),
        decorations_above(scene) if options.decorations_above else None,
        outlines,
        *(layer for it in shown for layer in it.under(scene)),
        objective_layer(scene) if options.objectives else None,
        unit_layer(scene) if options.units else None,
        points_layer(scene) if options.objectives else None,
        label_layer(scene) if options.labels else None,
        badge_layer(scene) if options.elevation_numbers else None,
        name_layer(scene) if options.names or options.objectives else None,
        marked_layer(scene) if options.marked else None,
        *(layer for it in shown for layer in it.over(scene)),
    ]
    return [layer for layer in layers if layer is not None]


def _paper(page: _Page, options: PictureOptions) -> Layer:
    """Return the paper, with a thin line around the page where the margin leaves room for it."""
    items: list[Item] = [Polygon(_rectangle(0, 0, page.width, page.height), fill=PAPER)]
    if (inset := options.margin * 0.45) >= 1.5:
        frame = _rectangle(inset, inset, page.width - inset, page.height - inset)
        items.append(Polygon(frame, stroke=RELIEF_INK, width=0.3 * page.scale, opacity=0.6))
    return Layer("paper", "Paper", tuple(items))


def _rectangle(left: float, top: float, right: float, bottom: float) -> tuple[tuple[float, float], ...]:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _edge(scene: Scene) -> Layer:
    """Return the line around the board and around holes in it."""
    commands = tuple(
        step for path in scene.plan.borders(scene.plan.places, at_edge=True, inset=0.0) for step in path
    )
    width = 0.62 * scene.plan.unit
    items = (PathShape(commands, stroke=INK, width=width, join=Join.ROUND, opacity=0.85),) if commands else ()
    return Layer("edge", "Edge of the board", items)


def _title(scene: Scene, page: _Page) -> Layer:
    scenario, k = scene.scenario, page.scale
    margin = scene.options.margin
    room = page.width - 2 * margin
    line = facts_line(scenario, scene.looks, scene.options)
    items: tuple[Item, ...] = (
        Text(
            margin,
            margin + 5.0 * k,
            fitted(scenario.name, _TITLE_SIZE * k, room, bold=True),
            _TITLE_SIZE * k,
            INK,
            bold=True,
        ),
        Text(margin, margin + 10.0 * k, fitted(line, _SUBTITLE_SIZE * k, room), _SUBTITLE_SIZE * k, SOFT_INK),
    )
    return Layer("title", "Title", items)


def facts_line(scenario: Scenario, looks: Looks, options: PictureOptions) -> str:
    """Return the line under the title: size, hexes shown, ruleset, weather, turns, author."""
    board = scenario.board
    facts = [
        f"{board.columns} \N{MULTIPLICATION SIGN} {board.rows} hexes",
        options.hexes,
        looks.ruleset_title,
    ]
    if scenario.weather != "none":
        facts.append(scenario.weather.replace("-", " "))
    if scenario.turns:
        facts.append(f"{scenario.turns} turns")
    facts.append(f"by {scenario.author}" if clean(scenario.author[:500]) else "")
    return "  \N{MIDDLE DOT}  ".join(clean(fact[:500]) for fact in facts if fact)


def _scale_note(scene: Scene, page: _Page) -> Text:
    k = page.scale
    across = SQRT3 * scene.plan.size
    text = f"Scale: a hex is {across:.1f} mm across"
    x, y = page.legend[0], page.legend[1] + page.legend_height + 4.6 * k
    room = page.width - x - scene.options.margin
    return Text(x, y, fitted(text, 2.3 * k, room), 2.3 * k, SOFT_INK)


def _description(scenario: Scenario) -> str:
    layout = scenario.board.layout
    top = "flat-top" if layout.orientation is Orientation.FLAT else "pointy-top"
    board = scenario.board
    sides = ", ".join(clean(side.title[:100]) for side in scenario.sides[:8])
    return f"A board of {board.columns} by {board.rows} {top} hexes ({layout.value})" + (
        f" for {sides}." if sides else "."
    )


def thumbnail_marks(scenario: Scenario, marked: frozenset[str]) -> tuple[str, str]:
    """Return the outlines of the hexes with these labels as a group of SVG, and the view box of the thumbnail's picture."""
    options = replace(OPTIONS, marked=marked)
    plan = BoardPlan(scenario.board, size=options.hex_size, left=0.0, top=0.0)
    layer = marked_layer(Scene(scenario, plan, Looks(scenario), options))
    across, down = board_extent(scenario.board, options.hex_size)
    drawn = layer_group(layer).replace(f' id="layer-{layer.id}"', "", 1)
    return drawn, f"0 0 {number(across)} {number(down)}"


#: The longer side of a thumbnail, in pixels.
SIDE: Final = 160
#: Larger boards take seconds, and their hexes a pixel or two.
MOST_HEXES: Final = 20_000
#: The WebP quality: at 60 colours and edges are clear, in a few thousand bytes.
_QUALITY: Final = 60
_MM_PER_INCH: Final = 25.4
#: Ground, zones and objectives; texts would be illegible.
OPTIONS: Final = PictureOptions(
    hex_size=2.0,
    margin=0.0,
    labels=False,
    title=False,
    legend=False,
    units=False,
    names=False,
    elevation_numbers=False,
    grid=False,
)

#: The same with units.
WITH_UNITS: Final = replace(OPTIONS, units=True)
#: The board as on the map, for large pictures: with units, names, labels, levels and the grid.
DETAILED: Final = replace(
    WITH_UNITS, hex_size=8.0, labels=True, names=True, elevation_numbers=True, grid=True
)


def thumbnail(
    scenario: Scenario,
    *,
    side: int = SIDE,
    marked: frozenset[str] = frozenset(),
    options: PictureOptions = OPTIONS,
) -> bytes:
    """Return a board as WebP, its longer side at most ``side`` pixels, ``marked`` hexes outlined.

    ``options`` say what it shows; default: ground, zones and objectives.


    Raise LimitError for a board of more than ``MOST_HEXES`` hexes.
    """
    hexes = scenario.board.columns * scenario.board.rows
    if hexes > MOST_HEXES:
        raise LimitError(f"a thumbnail can show at most {MOST_HEXES:,} hexes, but the board has {hexes:,}")
    from PIL import Image

    drawn = draw_board(scenario, replace(options, marked=marked))
    # A large board is shrunk after it is drawn, and one of a hex or two stays smaller.
    dpi = min(max(side * _MM_PER_INCH / max(drawn.width_mm, drawn.height_mm), MIN_DPI), MAX_DPI)
    with Image.open(io.BytesIO(to_png(drawn, dpi=dpi))) as large:
        small = large.convert("RGB")
    small.thumbnail((side, side))
    written = io.BytesIO()
    small.save(written, "webp", quality=_QUALITY)
    return written.getvalue()
