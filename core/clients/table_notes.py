"""Notes beside an image of a board: the sizes and offsets to set up the hex grid of a virtual tabletop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.files.companions import Companion
from fairground.core.grid.layout import SQRT3, Layout, Orientation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NO_NOTE: Final = "none"
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
    """Return the note for one of ``TABLES`` as a text file."""
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
    yield f"Centre of A1: {it.x:.2f} pixels from the left edge, {it.y:.2f} from the upper edge"


def _roll20(_layout: Layout, it: GridFacts) -> Iterator[str]:
    yield f"1. Page size: {it.width / _ROLL20_CELL:g} x {it.height / _ROLL20_CELL:g} cells of {_ROLL20_CELL} pixels."
    yield "2. Put the image on the map layer at the upper left corner, and set its size to that of the image above."
    yield (
        "3. Turn the grid of the page off and play on the drawn one. The hexes of Roll20 are not quite regular, so its own "
        "grid drifts away from that of a board with regular hexes."
    )


def _owlbear(layout: Layout, it: GridFacts) -> Iterator[str]:
    yield f"1. Add the image as a map. Set its grid to {it.across} pixels a cell (DPI)."
    yield f"2. Set the grid of the scene to the hexagons that are {_shape(layout)}."
    yield "3. Move the map until a drawn hex lies on one of the grid; all others then do too."


def _simulator(layout: Layout, it: GridFacts) -> Iterator[str]:
    kind = "Horizontal" if layout.orientation is Orientation.FLAT else "Vertical"
    yield "1. Use the image on a custom board or tile, and measure the width of the board on the table."
    yield f"2. Options, Grid: type Hex {kind}, the hexagons that are {_shape(layout)}."
    yield (
        f"3. Size: {it.corners / it.width:.6f} of the width of the board, which is a hex between opposite corners "
        f"({it.across / it.width:.6f} between opposite sides)."
    )
    yield (
        f"4. Offset: so that a hex has its centre {it.x / it.width:.6f} of the board's width from the left edge and "
        f"{it.y / it.height:.6f} of its height from the upper edge."
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
        f"{it.y / it.height:.6f} of its height from the upper edge."
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
TABLES: Final = tuple(_TABLES)
