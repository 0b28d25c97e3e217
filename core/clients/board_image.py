"""The board alone as an image whose hexes lie on whole pixels: no margin, no title, no legend."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairground.core.clients.format import Export, Format, Option
from fairground.core.clients.picture_formats import COPY, copied
from fairground.core.clients.scenario_parts import DRAWN, ScenarioPart
from fairground.core.errors import LimitError, UsageError
from fairground.core.files.companions import Companion
from fairground.core.grid.layout import SQRT3, Layout, Orientation
from fairground.core.pictures.board_picture import board_layers
from fairground.core.pictures.colours import PAPER
from fairground.core.pictures.display_list import Layer, Picture, Polygon
from fairground.core.pictures.looks import Looks
from fairground.core.pictures.options import PictureOptions
from fairground.core.pictures.plan import BoardPlan, board_extent
from fairground.core.pictures.png import MAX_PIXELS, MAX_PIXELS_A_SIDE, to_png
from fairground.core.pictures.scene import Scene
from fairground.core.scenario.board import VOID, Board, PaletteEntry
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from fairground.core.clients.format import ExportSettings
    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Corner
    from fairground.core.pictures.display_list import Point
    from fairground.core.scenario.document import Scenario

#: A pixel is a fifth of a millimetre: widths in whole pixels are exact.
_DPI = 127
_PIXELS_A_MM = 5

#: The layers of the ground.
_GROUND: Final = frozenset(
    {"terrain", "shores", "symbols", "bands", "effects", "relief", "levels", "hexsides", "edge"}
)


def pixels_option(usual: int, *, least: int) -> Option:
    """Return the option for the width of a hex on an image, in whole pixels."""
    return Option(
        "pixels",
        "width of a hex in pixels, between opposite sides",
        str(usual),
        "number",
        lowest=Fraction(least),
        highest=Fraction(400),
        whole=True,
    )


@dataclass(frozen=True, slots=True)
class PixelFrame:
    """The position of a board's hexes on its image, in whole pixels.

    ``across`` is the width of a hex from flat to flat, ``width`` and ``height`` are those of the image. The rectangle of
    hexes touches its left and upper edge. ``plan`` is the same in millimetres.
    """

    across: int
    width: int
    height: int
    plan: BoardPlan

    def corner(self, at: Corner) -> Point:
        """Return the point of a corner in pixels: the same floats from all three of its hexes."""
        x, y = self.plan.corner_point(at)
        return x * _PIXELS_A_MM, y * _PIXELS_A_MM

    def centre(self, at: Hex) -> Point:
        """Return the centre of a hex in pixels, on the board or off it."""
        x, y = self.plan.layout.centre(at, size=self.plan.size)
        return (x + self.plan.origin[0]) * _PIXELS_A_MM, (y + self.plan.origin[1]) * _PIXELS_A_MM


def pixel_frame(board: Board, across: int, *, whole_cells: bool = False) -> PixelFrame:
    """Return the frame of a board whose hexes are ``across`` pixels wide; raise LimitError, with a size that fits, if too large.

    With ``whole_cells`` the image grows at its right and lower edge until both sides are multiples of ``across``.
    """
    size = across / _PIXELS_A_MM / SQRT3
    step = across if whole_cells else 1
    # A side that is whole but for the last bits of its floats is whole.
    width, height = (
        math.ceil(side * _PIXELS_A_MM / step - 1e-6) * step for side in board_extent(board, size)
    )
    if max(width, height) > MAX_PIXELS_A_SIDE or width * height > MAX_PIXELS:
        share = min(MAX_PIXELS_A_SIDE / max(width, height), math.sqrt(MAX_PIXELS / (width * height)))
        raise LimitError(
            f"with hexes {across} pixels across, the image would be {width}x{height} pixels; the limits are "
            f"{MAX_PIXELS_A_SIDE:,} per side and {MAX_PIXELS:,} in total. Hexes of "
            f"{int(across * share * 0.99)} pixels would fit"
        )
    return PixelFrame(across, width, height, BoardPlan(board, size=size))


def board_image(
    scenario: Scenario, frame: PixelFrame, shown: PictureOptions, *, grid: bool, ground: bool = True
) -> bytes:
    """Return the board as a PNG in a frame; size, margin, title and legend in ``shown`` are ignored, ``grid`` outlines hexes.

    Without ``ground``, it has neither terrain nor paper, so that what is drawn can lie on another image.
    """
    options = replace(shown, hex_size=frame.plan.size, margin=0.0, title=False, legend=False, grid=grid)
    scene = Scene(scenario, frame.plan, Looks(scenario), options)
    layers = board_layers(scene)
    layers = layers if ground else list(_without_ground(layers, grid=grid))
    width, height = frame.width / _PIXELS_A_MM, frame.height / _PIXELS_A_MM
    page = Polygon(((0.0, 0.0), (width, 0.0), (width, height), (0.0, height)), fill=PAPER)
    picture = Picture(
        width_mm=width,
        height_mm=height,
        layers=(
            *((Layer("paper", "Paper", (page,)),) if ground else ()),
            *(layer for layer in layers if layer.items),
        ),
        hex_size=options.hex_size,
        origin=frame.plan.origin,
        symbols=dict(sorted(scene.symbols.items())),
        hatches=dict(sorted(scene.hatches.items())),
        images=dict(sorted(scene.images.items())),
    )
    return to_png(picture, dpi=_DPI)


def _without_ground(layers: Iterable[Layer], *, grid: bool) -> Iterator[Layer]:
    """Yield the layers without the ground and what stands on it; the outlines of hexes stay with ``grid``."""
    for layer in layers:
        if layer.id == "terrain" and grid:
            outlines = (replace(it, fill=None) for it in layer.items if isinstance(it, Polygon) and it.stroke)
            yield replace(layer, items=tuple(outlines))
        elif layer.id not in _GROUND:
            yield layer


#: The kinds of image by ending, as Pillow calls them, and how they are saved.
_KINDS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    ".png": ("PNG", {"optimize": True}),
    ".webp": ("WEBP", {"quality": 90}),
    ".jpg": ("JPEG", {"quality": 92}),
    ".jpeg": ("JPEG", {"quality": 92}),
}
_ENDING: Final = ".webp"


def _write(scenario: Scenario, settings: ExportSettings) -> Export:
    board = scenario.board
    frame = pixel_frame(board, int(settings.number("pixels")), whole_cells=settings.flag("whole-cells"))
    drawn = PictureOptions(
        labels=settings.flag("labels"),
        zones=settings.flag("zones"),
        objectives=settings.flag("objectives"),
        units=settings.flag("units"),
        names=settings.flag("names"),
        elevation_numbers=settings.flag("levels"),
    )
    ground = settings.flag("terrain")
    shown = copied(scenario, settings)
    image = board_image(
        shown if ground else replace(shown, board=_bare(shown.board)),
        frame,
        drawn,
        grid=settings.flag("grid"),
        ground=ground,
    )
    content = _saved(image, settings.ending or _ENDING, ground=ground)
    table = settings.text("note")
    notes = (
        ()
        if table == _NO_NOTE
        else (table_note(table, settings.stem, board.layout, _grid_facts(board, frame)),)
    )
    return Export(content, (_grid_note(board, frame), *_left_out(scenario, settings)), notes)


def _bare(board: Board) -> Board:
    """Return a board of clear ground with the same holes and names, for whose letters any paper is light enough."""
    bare = Board.blank(board.layout, board.columns, board.rows)
    bare.palette.append(PaletteEntry("#", (VOID,)))
    bare.terrain[board.void] = 1
    return replace(bare, names=board.names)


def _grid_facts(board: Board, frame: PixelFrame) -> GridFacts:
    x, y = frame.centre(board.layout.from_offset(0, 0))
    return GridFacts(frame.width, frame.height, frame.across, x, y)


def _saved(png: bytes, ending: str, *, ground: bool) -> bytes:
    """Return a PNG as another kind of image; what has no ground stays transparent, on white in a JPEG."""
    if ending not in _KINDS:
        raise UsageError(f"the image's file name must end in {', '.join(_KINDS)}, not {ending}")
    if ending == ".png":
        return png
    from PIL import Image

    kind, how = _KINDS[ending]
    content = BytesIO()
    with Image.open(BytesIO(png)) as image:
        if not ground and kind == "WEBP":
            image.save(content, kind, **how)
        elif not ground:
            paper = Image.new("RGBA", image.size, "white")
            Image.alpha_composite(paper, image.convert("RGBA")).convert("RGB").save(content, kind, **how)
        else:
            image.convert("RGB").save(content, kind, **how)
    return content.getvalue()


def _left_out(scenario: Scenario, settings: ExportSettings) -> Iterator[str]:
    counts = {
        "zones": len(scenario.zones),
        "objectives": len(scenario.objectives),
        "units": len(scenario.units),
        "names": len(scenario.board.names),
    }
    for part, count in counts.items():
        if count and not settings.flag(part):
            yield f"{counted(count, part.removesuffix('s'))} not drawn: set {part}=yes to draw them"
    if not settings.flag("terrain"):
        yield "terrain, levels, effects and hexside features not drawn: set terrain=yes to draw them"


def _grid_note(board: Board, frame: PixelFrame) -> str:
    """Return the sentence that a grid on a virtual table is set up with."""
    flat = board.layout.orientation is Orientation.FLAT
    x, y = frame.centre(board.layout.from_offset(0, 0))
    lines, hexes = ("columns", "rows") if flat else ("rows", "columns")
    return (
        f"the grid is dropped: set up {'flat-top' if flat else 'pointy-top'} hexes ({board.layout.value}) in {hexes} "
        f"{frame.across} pixels apart and {lines} {frame.across * SQRT3 / 2:.2f} apart, with the centre of A1 at "
        f"{x:.2f}, {y:.2f} on an image of {frame.width}x{frame.height} pixels"
    )


# -- notes for virtual tabletops -----------------------------------------------------------------------------

_NO_NOTE: Final = "none"
#: Roll20 counts the size of a page in cells of this many pixels.
_ROLL20_CELL: Final = 70


class GridFacts(NamedTuple):
    """The size of an image, the width of its hexes between opposite sides, and the centre of A1, in pixels."""

    width: int
    height: int
    across: int
    x: float
    y: float

    @property
    def corners(self) -> float:
        """The width of a hex between opposite corners."""
        return self.across * 2 / SQRT3


def table_note(table: str, stem: str, layout: Layout, facts: GridFacts) -> Companion:
    """Return the note for one of ``_TABLE_NAMES`` as a text file."""
    title, steps = _TABLES[table]
    lines = [f"Grid for {title}", "", *_measures(layout, facts), "", *steps(layout, facts)]
    return Companion.of(stem, "note", ".txt", ("\n".join(lines) + "\n").encode())


def _measures(layout: Layout, it: GridFacts) -> Iterator[str]:
    flat = layout.orientation is Orientation.FLAT
    lines, places = ("columns", "rows") if flat else ("rows", "columns")
    shift = {
        Layout.ODD_Q: "the second column is half a hex lower than the first",
        Layout.EVEN_Q: "the first column is half a hex lower than the second",
        Layout.ODD_R: "the second row is half a hex to the right of the first",
        Layout.EVEN_R: "the first row is half a hex to the right of the second",
    }[layout]
    yield f"Image: {it.width} x {it.height} pixels"
    yield f"Hexes: {'flat' if flat else 'pointy'}-top; {shift}"
    yield f"Hex width: {it.across} pixels between opposite sides, {it.corners:.2f} between opposite corners"
    yield f"Spacing: {places} {it.across} pixels apart, {lines} {it.across * SQRT3 / 2:.2f} apart"
    yield f"Centre of A1: {it.x:.2f} pixels from the left edge, {it.y:.2f} from the top edge"


def _roll20(_layout: Layout, it: GridFacts) -> Iterator[str]:
    yield f"1. Page size: {it.width / _ROLL20_CELL:g} x {it.height / _ROLL20_CELL:g} cells of {_ROLL20_CELL} pixels."
    yield "2. Put the image on the map layer in the top left corner, and give it the image size stated above."
    yield (
        "3. Turn off the page's grid and play on the drawn one. Roll20's hexes are not quite regular, so its own "
        "grid drifts away from a board with regular hexes."
    )


def _owlbear(layout: Layout, it: GridFacts) -> Iterator[str]:
    yield f"1. Add the image as a map. Set its grid to {it.across} pixels per cell (DPI)."
    yield f"2. Set the grid of the scene to hexagons that are {_shape(layout)}."
    yield (
        "3. Move the map until one drawn hex matches a hex of the grid. All other hexes will then match too."
    )


def _simulator(layout: Layout, it: GridFacts) -> Iterator[str]:
    kind = "Horizontal" if layout.orientation is Orientation.FLAT else "Vertical"
    yield "1. Use the image on a custom board or tile, and measure the width of the board on the table."
    yield f"2. Options, Grid: type Hex {kind}, with hexagons that are {_shape(layout)}."
    yield (
        f"3. Size: {it.corners / it.width:.6f} of the width of the board, which is the width of a hex between opposite corners "
        f"({it.across / it.width:.6f} between opposite sides)."
    )
    yield (
        f"4. Offset: choose it so that the centre of a hex is {it.x / it.width:.6f} of the board's width "
        f"from the left edge and {it.y / it.height:.6f} of its height from the top edge."
    )


def _playground(layout: Layout, it: GridFacts) -> Iterator[str]:
    yield "1. Use the image as the texture of a board, and look up the board's width in its properties."
    yield f"2. Choose a grid or snap points with hexagons that are {_shape(layout)}."
    yield (
        f"3. Hexes are {it.across / it.width:.6f} of the board's width between opposite sides and "
        f"{it.corners / it.width:.6f} between opposite corners."
    )
    yield (
        f"4. The centre of A1 is {it.x / it.width:.6f} of the board's width from the left edge and "
        f"{it.y / it.height:.6f} of its height from the top edge."
    )


def _shape(layout: Layout) -> str:
    return "flat on top" if layout.orientation is Orientation.FLAT else "pointed on top"


_TABLES: Final[dict[str, tuple[str, Callable[[Layout, GridFacts], Iterator[str]]]]] = {
    "roll20": ("Roll20", _roll20),
    "owlbear": ("Owlbear Rodeo", _owlbear),
    "tabletop-simulator": ("Tabletop Simulator", _simulator),
    "tabletop-playground": ("Tabletop Playground", _playground),
}
#: The names of tables that there are notes for.
_TABLE_NAMES: Final = tuple(_TABLES)


FORMAT = Format(
    "image",
    "Image of the board only",
    _ENDING,
    _write,
    carries=DRAWN | {ScenarioPart.UNITS, ScenarioPart.ARRIVALS},
    options=(
        pixels_option(100, least=10),
        Option(
            "whole-cells", ("pad the image to a whole number of squares, each as wide as a hex"), "no", "flag"
        ),
        Option("grid", "draw a line around every hex", "yes", "flag"),
        Option(
            "terrain",
            ("draw the ground; if not, the image is transparent and can be laid over another"),
            "yes",
            "flag",
        ),
        Option("labels", "draw the label of every hex", "no", "flag"),
        Option("levels", "draw the level of every hex", "yes", "flag"),
        Option("names", "draw the names of places and objectives", "yes", "flag"),
        Option("zones", "draw zones", "yes", "flag"),
        Option("objectives", "draw objectives", "yes", "flag"),
        Option("units", "draw units", "yes", "flag"),
        Option(
            "note",
            "write a text file with the sizes and offsets for a virtual tabletop",
            _NO_NOTE,
            choices=(_NO_NOTE, *_TABLE_NAMES),
        ),
        *COPY,
    ),
    purpose="a map for virtual tabletops that have their own hex grid",
    other_endings=tuple(it for it in _KINDS if it != _ENDING),
)
