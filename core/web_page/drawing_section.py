"""The drawing of a page's board, from the display list that the editor and all pictures use."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypedDict

from fairground.core.pictures.board_picture import board_layers
from fairground.core.pictures.colours import GRID, PAPER
from fairground.core.pictures.display_list import Join, Layer, Polygon
from fairground.core.pictures.looks import Looks
from fairground.core.pictures.options import PictureOptions
from fairground.core.pictures.plan import BoardPlan
from fairground.core.pictures.scene import Scene
from fairground.core.web_page.board_section import HEX_SIZE, MARGIN
from fairground.core.web_page.drawn_items import ItemWriter
from fairground.core.web_page.packing import packed_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.scenario.document import Scenario
    from fairground.core.web_page.drawn_items import WrittenItem, WrittenStyle
    from fairground.core.web_page.packing import PackedJson

#: What can be shown and hidden on the page: the title, and the layers of the display list.
_GROUPS: Final = {
    "terrain": (
        "Terrain",
        "terrain shores symbols bands decorations-below edge hexsides effects decorations",
    ),
    "zones": ("Zones", "zones zone-outlines"),
    "levels": ("Levels", "relief levels"),
    "grid": ("Grid", "grid"),
    "objectives": ("Objectives", "objectives points"),
    "units": ("Units", "units"),
    "labels": ("Hex labels", "labels"),
    "names": ("Place names", "names"),
}
_GROUP_OF: Final = {layer: group for group, (_, layers) in _GROUPS.items() for layer in layers.split()}
#: The last layer below what the page paints over the board.
_LAST_UNDER: Final = "zone-outlines"
#: Filled paths whose pieces are apart from each other, none a hole of another.
_APART: Final = frozenset(("relief",))


class LayerData(TypedDict):
    """A layer; ``over`` is whether it is above what the page paints on the board."""

    id: str
    group: str
    over: bool
    items: list[WrittenItem]


class HatchData(TypedDict):
    """A hatch: parallel marks, ``spacing`` mm apart, turned clockwise by ``angle`` degrees."""

    colour: str
    mark: str
    angle: float
    spacing: float
    width: float
    opacity: float


class ImageData(TypedDict):
    """An image as a data URL, with its size in pixels."""

    url: str
    width: float
    height: float


class Drawing(TypedDict):
    """The display list for the page's script; items are as ``ItemWriter`` describes them.

    ``groups`` are the id and title of what can be shown and hidden. ``symbols`` are drawn around (0, 0) for a hex of 11 mm.
    """

    paper: str
    groups: list[tuple[str, str]]
    styles: list[WrittenStyle]
    layers: list[LayerData]
    symbols: list[list[WrittenItem]]
    hatches: dict[str, HatchData]
    images: dict[str, ImageData]


def drawing_section(scenario: Scenario) -> PackedJson:
    """Return the ``Drawing`` of a scenario's board, packed; raise LimitError for a board larger than a picture."""
    return packed_json(drawing_of(scenario))


def drawing_of(scenario: Scenario) -> Drawing:
    """Return the drawing of a scenario's board; raise LimitError for a board larger than a picture."""
    plan = BoardPlan(scenario.board, size=HEX_SIZE, left=MARGIN, top=MARGIN)
    # The grid is a layer of its own, so that it can be hidden.
    scene = Scene(scenario, plan, Looks(scenario), PictureOptions(hex_size=HEX_SIZE, grid=False))
    layers = board_layers(scene)
    under = next(i for i, it in enumerate(layers) if it.id == _LAST_UNDER)
    writer = ItemWriter(plan)
    written: list[LayerData] = []
    for i, it in enumerate(_with_grid(layers, plan)):
        items = writer.layer(it.items, apart=it.id in _APART)
        if items:
            # The grid stands below the layers that came after it.
            over = i > under + 1
            written.append({"id": it.id, "group": _GROUP_OF[it.id], "over": over, "items": items})
    symbols = [writer.layer(scene.symbols[name], apart=False) for name in writer.symbols]
    present = {it["group"] for it in written}
    return {
        "paper": PAPER,
        "groups": [(name, title) for name, (title, _) in _GROUPS.items() if name in present],
        "styles": writer.styles,
        "layers": written,
        "symbols": symbols,
        "hatches": {
            name: {
                "colour": it.colour,
                "mark": it.mark.value,
                "angle": it.angle,
                "spacing": it.spacing,
                "width": it.width,
                "opacity": it.opacity,
            }
            for name, it in sorted(scene.hatches.items())
        },
        "images": {
            name: {"url": it.data_url, "width": it.width, "height": it.height}
            for name, it in sorted(scene.images.items())
        },
    }


def _with_grid(layers: Sequence[Layer], plan: BoardPlan) -> list[Layer]:
    """Return the layers with the grid after the ground."""
    like = Polygon((), stroke=GRID, width=0.22 * plan.unit, join=Join.ROUND)
    grid = Layer("grid", "Grid", tuple(replace(like, points=plan.outline(it)) for it in plan.places))
    ground = next(i for i, it in enumerate(layers) if it.id == "terrain")
    return [*layers[: ground + 1], grid, *layers[ground + 1 :]]
