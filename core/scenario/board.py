"""The board: terrain, elevation, effects and hexside features of a rectangle of hexes, as numpy arrays."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain, count
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.errors import LimitError, ScenarioError
from fairground.core.grid.labels import label, parse_label
from fairground.core.scenario.marked_hexes import MarkedHexes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.grid.layout import Layout

#: Entries of a palette that a board's arrays can tell apart.
MAX_ENTRIES: Final = 2**16


def entry_index(palette: list[PaletteEntry], entry: PaletteEntry) -> int:
    """Return the index of the entry with the same kinds and source, appended to ``palette`` where it lacks it.

    A new entry keeps its key; where another has that, it gets a letter of its topmost kind, or any that is free.

    Raises
    ------
    LimitError
        When the palette is full.
    """
    for index, known in enumerate(palette):
        if (known.kinds, known.source) == (entry.kinds, entry.source):
            return index
    if len(palette) >= MAX_ENTRIES:
        raise LimitError(f"a palette has at most {MAX_ENTRIES:,} entries")
    taken = {known.key for known in palette}
    palette.append(replace(entry, key=next(key for key in _keys(entry) if key not in taken)))
    return len(palette) - 1


def _keys(entry: PaletteEntry) -> Iterator[str]:
    """Yield keys for an entry, the best first."""
    name = entry.kinds[-1] if entry.kinds else entry.key
    letters = "".join(letter for letter in name if letter.isascii() and letter.isalpha())
    yield entry.key
    yield from chain(letters, letters.upper(), ascii_letters, digits)
    yield from (f"{letters[:4] or 'x'}{number}" for number in count(2))


#: The longest side of a board, in hexes.
MAX_SIDE = 1000
#: The lowest and the highest level a hex can have in any ruleset.
MIN_LEVEL, MAX_LEVEL = -20, 100
#: The longest note on a hex, in characters; most names of places, and most notes.
MAX_NOTE, MAX_TEXTS = 5_000, 20_000
#: A hex across its flats in inches, on tables that are measured so, where the scenario does not say.
HEX_INCHES = 2.0
#: The terrain that is not on the board.
VOID = "void"


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """The terrains (or effects) that a palette key stands for, bottom first; ``source`` is kept from an import."""

    key: str
    kinds: tuple[str, ...]
    source: str | None = None

    @property
    def is_void(self) -> bool:
        """Whether hexes of this entry are not on the board."""
        return VOID in self.kinds


@dataclass(slots=True, eq=False)
class Board:
    """A rectangle of hexes.

    All arrays have the shape ``[rows, columns]``. ``terrain`` and ``effects`` hold indices into the two palettes;
    entry 0 of the effects palette is the empty one. ``elevation`` is in levels. ``hexsides`` maps canonical
    hexsides to the names of their features, sorted.
    """

    layout: Layout
    palette: list[PaletteEntry]
    terrain: NDArray[np.uint16]
    elevation: NDArray[np.int16]
    effects_palette: list[PaletteEntry]
    effects: NDArray[np.uint16]
    #: Keys that the file uses for levels besides ``.`` and the digits.
    elevation_palette: dict[str, int] = field(default_factory=dict)
    hexsides: dict[Hexside, tuple[str, ...]] = field(default_factory=dict)
    #: Place names shown on the map.
    names: dict[Hex, str] = field(default_factory=dict)
    #: The designer's notes on single hexes; shown in the editor only.
    notes: dict[Hex, str] = field(default_factory=dict)
    #: Lines of an imported file that belong to no hex; kept and written back, never interpreted.
    source: str = ""
    #: A hex across its flats in inches, on tables that are measured so; ``HEX_INCHES`` where None.
    inches: float | None = None

    @classmethod
    def blank(cls, layout: Layout, columns: int, rows: int, terrain: str = "clear") -> Board:
        """Return a flat board of one terrain.

        Raises
        ------
        LimitError
            When a side is not within 1 to ``MAX_SIDE`` hexes.
        """
        for side in (columns, rows):
            if not 1 <= side <= MAX_SIDE:
                raise LimitError(f"a board has 1 to {MAX_SIDE:,} columns and rows, not {columns:,}x{rows:,}")
        return cls(
            layout=layout,
            palette=[PaletteEntry(".", (terrain,))],
            terrain=np.zeros((rows, columns), np.uint16),
            elevation=np.zeros((rows, columns), np.int16),
            effects_palette=[PaletteEntry(".", ())],
            effects=np.zeros((rows, columns), np.uint16),
        )

    def __eq__(self, other: object) -> bool:
        """Whether two boards have the same layout, palettes and content; keys for levels are spelling alone."""
        if not isinstance(other, Board):
            return NotImplemented
        arrays = ("terrain", "elevation", "effects")
        rest = ("layout", "palette", "effects_palette", "hexsides", "names", "notes", "source", "inches")
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in arrays) and all(
            getattr(self, name) == getattr(other, name) for name in rest
        )

    __hash__ = None  # type: ignore[assignment]  # a board changes

    @property
    def rows(self) -> int:
        """The number of rows."""
        return int(self.terrain.shape[0])

    @property
    def columns(self) -> int:
        """The number of columns."""
        return int(self.terrain.shape[1])

    @property
    def hex_inches(self) -> float:
        """A hex across its flats, in inches."""
        return HEX_INCHES if self.inches is None else self.inches

    def contains(self, at: Hex) -> bool:
        """Whether a hex lies within the rectangle (it may still be void)."""
        column, row = self.layout.to_offset(at)
        return 0 <= column < self.columns and 0 <= row < self.rows

    def cell(self, at: Hex) -> tuple[int, int]:
        """Return the array index ``(row, column)`` of a hex.

        Raises
        ------
        ScenarioError
            When the hex lies outside the rectangle.
        """
        column, row = self.layout.to_offset(at)
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            raise ScenarioError(
                f"the board is {self.columns}x{self.rows}; it has no hex {self.place_name(at)}"
            )
        return row, column

    def hexes(self) -> Iterator[Hex]:
        """Yield every hex of the rectangle, void ones too, row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield self.layout.from_offset(column, row)

    def label(self, at: Hex) -> str:
        """Return the label of a hex as files write it.

        Raises
        ------
        GridError
            When the hex lies left of or above the board.
        """
        return label(*self.layout.to_offset(at))

    def place_name(self, at: Hex) -> str:
        """Return the label of a hex, or its column and row where it has none (for messages)."""
        column, row = self.layout.to_offset(at)
        return label(column, row) if column >= 0 and row >= 0 else f"column {column + 1}, row {row + 1}"

    def parse(self, text: str) -> Hex:
        """Return the hex of a label.

        Raises
        ------
        GridError
            When ``text`` is no label.
        ScenarioError
            When the board has no such hex.
        """
        column, row = parse_label(text)
        if column >= self.columns or row >= self.rows:
            last = label(self.columns - 1, self.rows - 1)
            raise ScenarioError(
                f"{text} is off the board, which is {self.columns}x{self.rows} and ends at {last}"
            )
        return self.layout.from_offset(column, row)

    def mask(self, hexes: Iterable[Hex]) -> NDArray[np.bool_]:
        """Return the hexes that are on the board as a bool array ``[rows, columns]``; others are left out."""
        if isinstance(hexes, MarkedHexes) and hexes.are_of(self.layout, self.terrain.shape):
            return hexes.marks.copy()
        axial = np.array([(at.q, at.r) for at in hexes], np.int64).reshape(-1, 2)
        column, row = self.layout.to_offset_arrays(axial[:, 0], axial[:, 1])
        there = (column >= 0) & (column < self.columns) & (row >= 0) & (row < self.rows)
        found = np.zeros(self.terrain.shape, np.bool_)
        found[row[there], column[there]] = True
        return found

    def labels(self, hexes: Iterable[Hex]) -> list[str]:
        """Return the labels of hexes, row by row, each once; hexes off the board are left out."""
        rows, columns = np.nonzero(self.mask(hexes))
        return [label(column, row) for row, column in zip(rows.tolist(), columns.tolist(), strict=True)]

    def hexes_of(self, mask: NDArray[np.bool_]) -> frozenset[Hex]:
        """Return the hexes that a bool array ``[rows, columns]`` marks."""
        return frozenset(MarkedHexes(self.layout, mask))

    def marked(self, mask: NDArray[np.bool_]) -> MarkedHexes:
        """Return what ``hexes_of`` does as a set that is as quickly made for a whole board as for one hex."""
        return MarkedHexes(self.layout, mask.astype(np.bool_))

    def terrain_at(self, at: Hex) -> tuple[str, ...]:
        """Return the terrain stack of a hex, bottom first."""
        return self.palette[int(self.terrain[self.cell(at)])].kinds

    def effects_at(self, at: Hex) -> tuple[str, ...]:
        """Return the effects on a hex; empty where there is none."""
        return self.effects_palette[int(self.effects[self.cell(at)])].kinds

    def level_at(self, at: Hex) -> int:
        """Return the level of a hex."""
        return int(self.elevation[self.cell(at)])

    def where_terrain(self, kind: str) -> NDArray[np.bool_]:
        """Return where the stack has ``kind``, as a bool array ``[rows, columns]``."""
        hits = np.array([kind in entry.kinds for entry in self.palette], np.bool_)
        # Most boards have no void anywhere, and are often asked for it.
        return hits[self.terrain] if hits.any() else np.zeros(self.terrain.shape, np.bool_)

    def where_effect(self, kind: str) -> NDArray[np.bool_]:
        """Return where ``kind`` lies among the effects, as a bool array ``[rows, columns]``."""
        hits = np.array([kind in entry.kinds for entry in self.effects_palette], np.bool_)
        return hits[self.effects]

    @property
    def void(self) -> NDArray[np.bool_]:
        """Where the board has no hex, as a bool array ``[rows, columns]``."""
        return self.where_terrain(VOID)
