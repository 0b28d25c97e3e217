"""The map of a report: the board, overlays that can be shown and hidden, and the facts of each hex."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from fairground.core.pictures.board_picture import board_layers
from fairground.core.pictures.chokepoints_drawing import ChokepointsDrawing
from fairground.core.pictures.display_list import DrawnItem, Layer, PathShape, Polygon
from fairground.core.pictures.exposure_drawing import ExposureDrawing
from fairground.core.pictures.legend import HEADING_SIZE, HEADING_SPACING, LegendSection, PictureLegend
from fairground.core.pictures.legend_entries import legend
from fairground.core.pictures.lettering import text_width
from fairground.core.pictures.looks import Looks
from fairground.core.pictures.options import PictureOptions
from fairground.core.pictures.plan import BoardPlan, board_extent, line
from fairground.core.pictures.reach_drawing import ReachDrawing
from fairground.core.pictures.scene import Scene
from fairground.core.pictures.svg import definitions, layer_group, number
from fairground.core.pictures.territory_drawing import TerritoryDrawing
from fairground.core.report.contents import Missing
from fairground.core.report.markup import Markup, element

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.overlay_list import PictureOverlay
    from fairground.core.report.contents import Report
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Zone


def runs(board: Board, hexes: Collection[Hex]) -> list[int]:
    """Return hexes as runs along the rows of the board: where each begins, counted row by row, and how long it is."""
    return runs_of(board.mask(frozenset(hexes)))


def runs_of(mask: NDArray[np.bool_]) -> list[int]:
    """Return the hexes that ``[rows, columns]`` marks as runs."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], mask.ravel().astype(np.int8), [0]])))
    starts, ends = edges[::2], edges[1::2]
    return [int(it) for pair in zip(starts, ends - starts, strict=True) for it in pair]


def hex_data(report: Report, drawing: MapDrawing) -> dict[str, Any]:
    """Return positions and facts of hexes, in lists row by row; -1 for none."""
    scenario, board = report.scenario, report.scenario.board
    looks = Looks(scenario)
    found: dict[str, Any] = {
        "layout": board.layout.value,
        "columns": board.columns,
        "rows": board.rows,
        "size": drawing.hex_size,
        "origin": [round(it, 3) for it in drawing.origin],
        "kinds": [" + ".join(map(looks.terrain_name, it.kinds)) for it in board.palette],
        "terrain": np.where(board.void, -1, board.terrain).ravel().tolist(),
        "levels": board.elevation.ravel().tolist() if board.elevation.any() else [],
        "places": _at(board, dict(board.names)),
        "zones": [[zone_name(scenario, it), runs_of(it.shape.mask(board))] for it in scenario.zones],
        "objectives": [[it.title, it.points, runs_of(it.shape.mask(board))] for it in scenario.objectives],
        "units": _at(board, {it.hex: scenario.unit_title(it) for it in scenario.units}),
        "effects": {},
    }
    effects = [" + ".join(map(looks.effect_name, it.kinds)) for it in board.effects_palette]
    for cell, entry in enumerate(board.effects.ravel().tolist()):
        if effects[entry]:
            found["effects"][str(cell)] = effects[entry]
    if not isinstance(report.exposure, Missing):
        found["exposure"] = report.exposure.ravel().tolist()
    if not isinstance(report.territory, Missing):
        found["owners"] = [scenario.zone_title(it) for it in report.territory.zones]
        found["territory"] = report.territory.owner.ravel().tolist()
    if not isinstance(report.chokepoints, Missing):
        found["traffic"] = np.rint(100 * report.chokepoints.traffic).astype(int).ravel().tolist()
    if not isinstance(report.reaches, Missing):
        found["reach"] = [
            [scenario.zone_title(str(it.origin)), it.turns.ravel().tolist()] for it in report.reaches
        ]
    return found


def _at(board: Board, texts: dict[Hex, str]) -> dict[str, str]:
    """Return texts by the number of their hex, row by row, omitting hexes off the board."""
    cells = {at: board.cell(at) for at in texts if board.contains(at)}
    return {
        str(row * board.columns + column): texts[at]
        for at, (row, column) in sorted(cells.items(), key=lambda it: it[1])
    }


#: Beyond this many hexes, labels, numbers and hachures are too small; the page lists them.
MOST_LETTERED: Final = 1_500
#: Paper around the board, mm.
_MARGIN: Final = 3.0
#: The rows of a legend column.
_MOST_ROWS: Final = 9
#: The last layer below the overlays.
_LAST_UNDER: Final = "zone-outlines"


@dataclass(frozen=True, slots=True)
class Shown:
    """Something that can be shown over the board; ``id`` names its layers ``ID-under`` and ``ID-over``."""

    id: str
    title: str
    legend: Markup


@dataclass(frozen=True, slots=True)
class MapDrawing:
    """The map as pieces of SVG.

    ``defined`` holds each piece once, by id: the board in ``board-under`` and ``board-over``, each overlay in two layers,
    hatches and symbols. ``box`` is the view box in mm, ``origin`` the centre of A1.
    """

    defined: Markup
    box: str
    overlays: tuple[Shown, ...]
    legends: tuple[Markup, ...]
    hex_size: float
    origin: tuple[float, float]

    def uses(self, *shown: str) -> Markup:
        """Return the board with the layers of some overlays, lowest first, each with a class."""
        return Markup(
            "".join(
                [
                    element("use", href="#board-under"),
                    *(element("use", href=f"#layer-{it}-under", class_=f"overlay {it}") for it in shown),
                    element("use", href="#board-over"),
                    *(element("use", href=f"#layer-{it}-over", class_=f"overlay {it}") for it in shown),
                ]
            )
        )


def draw_map(report: Report) -> MapDrawing:
    """Return the drawing of a report's map; raise LimitError for a board larger than a picture."""
    scenario = report.scenario
    lettered = scenario.board.terrain.size <= MOST_LETTERED
    options = PictureOptions(labels=lettered, elevation_numbers=lettered, relief=lettered)
    looks = Looks(scenario)
    plan = BoardPlan(scenario.board, size=options.hex_size, left=_MARGIN, top=_MARGIN)
    scene = Scene(scenario, plan, looks, options)
    layers = board_layers(scene)
    under = (
        next(i for i, it in enumerate(layers) if it.id == _LAST_UNDER) + 1 if options.zones else len(layers)
    )
    pieces = [
        _board("board-under", layers[:under]),
        _board("board-over", layers[under:]),
    ]
    overlays = []
    for name, title, it in _overlays(report):
        # Chains and rings are to be seen at any size.
        over = it.over(scene) if lettered or isinstance(it, ChokepointsDrawing) else []
        pieces += [
            Markup(layer_group(_merged(f"{name}-under", title, it.under(scene)))),
            Markup(layer_group(_merged(f"{name}-over", title, over))),
        ]
        overlays.append(Shown(name, title, _legend(scene, it.section())))
    legends = [
        _legend(scene, LegendSection(it.heading, it.entries[start : start + _MOST_ROWS]))
        for it in legend(scenario, looks, options, scale=1.0).sections
        for start in range(0, len(it.entries), _MOST_ROWS)
    ]
    across, down = board_extent(scenario.board, options.hex_size)
    hatches, symbols = dict(sorted(scene.hatches.items())), dict(sorted(scene.symbols.items()))
    return MapDrawing(
        defined=Markup("\n".join([definitions(symbols, hatches, scene.images), *pieces])),
        box=f"0 0 {number(across + 2 * _MARGIN)} {number(down + 2 * _MARGIN)}",
        overlays=tuple(overlays),
        legends=tuple(legends),
        hex_size=options.hex_size,
        origin=plan.origin,
    )


def _overlays(report: Report) -> Iterator[tuple[str, str, PictureOverlay]]:
    scenario = report.scenario
    if not isinstance(report.territory, Missing):
        yield "territory", "Territory", TerritoryDrawing.of(scenario, report.territory)
    if not isinstance(report.exposure, Missing):
        yield "exposure", "Exposure", ExposureDrawing(scenario, report.exposure)
    if not isinstance(report.chokepoints, Missing):
        yield "chokepoints", "Chokepoints", ChokepointsDrawing(scenario, report.chokepoints)
    if not isinstance(report.reaches, Missing):
        for i, it in enumerate(report.reaches, 1):
            name = scenario.zone_title(it.origin) if isinstance(it.origin, str) else str(i)
            yield f"reach-{i}", f"Reach: {name}", ReachDrawing.of(scenario, it)


def _board(name: str, layers: list[Layer]) -> Markup:
    return element(
        "g", Markup("\n".join(layer_group(_alike_joined(it)) for it in layers if it.items)), id=name
    )


def _merged(name: str, title: str, layers: list[Layer]) -> Layer:
    return Layer(name, title, tuple(item for it in layers for item in _alike_joined(it).items))


def _alike_joined(layer: Layer) -> Layer:
    """Return a layer with all hexes of a look as one path; they do not overlap."""
    groups: dict[Polygon, list[Polygon]] = {}
    for it in layer.items:
        if not isinstance(it, Polygon):
            return layer
        groups.setdefault(replace(it, points=(), id="", data=()), []).append(it)
    return replace(layer, items=tuple(_path(like, them) for like, them in groups.items()))


def _path(like: Polygon, them: list[Polygon]) -> PathShape:
    style = {it.name: getattr(like, it.name) for it in fields(DrawnItem)}
    return PathShape(tuple(step for it in them for step in line(it.points, closed=True)), **style)


def _legend(scene: Scene, section: LegendSection) -> Markup:
    """Return a section of a legend as a drawing of its own."""
    key = PictureLegend((section,), 1.0)
    heading = text_width(section.heading.upper(), HEADING_SIZE, bold=True, spacing=HEADING_SPACING)
    width, height = max(key.width(1), heading + 1), key.height_in(1)
    drawn = layer_group(Layer("", section.heading, tuple(key.draw(scene, 0, 0, height + 0.01))))
    return element(
        "svg",
        Markup(drawn.replace(' id="layer-"', "", 1)),
        viewBox=f"0 0 {number(width)} {number(height)}",
        style=f"width:{number(width / 4)}rem",
        role="img",
        aria_label=section.heading,
    )


def zone_name(scenario: Scenario, zone: Zone) -> str:
    """Return what to call a zone among other facts of a hex: ``zone West Wood``, ``Player 1's zone``."""
    name = scenario.zone_title(zone.id)
    return f"zone {name}" if name == zone.title else name
