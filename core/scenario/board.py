"""The board: terrain, elevation, effects and hexside features of a rectangle of hexes, as numpy arrays."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain, count
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.errors import LimitError, ScenarioError
from fairground.core.grid.labels import HexNames, LabelStyle, label, letters, parse_label
from fairground.core.scenario.shapes import MarkedHexes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.grid.layout import Layout

#: Most entries of a palette.
MAX_ENTRIES: Final = 2**16


def entry_index(palette: list[PaletteEntry], entry: PaletteEntry) -> int:
    """Return the index of the entry with the same kinds and source, appended to ``palette`` if missing.

    A new entry keeps its key; if that is taken, it gets a letter of its topmost kind, or any free one.

    Raises
    ------
    LimitError
        When the palette is full.
    """
    for index, known in enumerate(palette):
        if (known.kinds, known.source) == (entry.kinds, entry.source):
            return index
    if len(palette) >= MAX_ENTRIES:
        raise LimitError(f"a palette must have at most {MAX_ENTRIES:,} entries")
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
#: The longest note on a hex, in characters; most place names, and most notes.
MAX_NOTE, MAX_TEXTS = 5_000, 20_000
#: Default size of a hex across its flats, in inches.
HEX_INCHES = 2.0
#: The terrain of missing hexes.
VOID = "void"


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """The terrains or effects of a palette key, bottom first; ``source`` is data from an import."""

    key: str
    kinds: tuple[str, ...]
    source: str | None = None

    @property
    def is_void(self) -> bool:
        """Whether the entry stands for a missing hex."""
        return VOID in self.kinds


@dataclass(slots=True, eq=False)
class Board:
    """A rectangle of hexes.

    Arrays have the shape ``[rows, columns]``. ``terrain`` and ``effects`` have indices into the two palettes; entry 0 of
    the effects palette is empty. ``elevation`` is in levels. ``hexsides`` maps canonical hexsides to sorted features.
    """

    layout: Layout
    palette: list[PaletteEntry]
    terrain: NDArray[np.uint16]
    elevation: NDArray[np.int16]
    effects_palette: list[PaletteEntry]
    effects: NDArray[np.uint16]
    #: Keys of the file for levels, in addition to ``.`` and the digits.
    elevation_palette: dict[str, int] = field(default_factory=dict)
    hexsides: dict[Hexside, tuple[str, ...]] = field(default_factory=dict)
    #: Place names shown on the map.
    names: dict[Hex, str] = field(default_factory=dict)
    #: The designer's notes on hexes; shown only in the editor.
    notes: dict[Hex, str] = field(default_factory=dict)
    #: Other lines of an imported file, written back by its export.
    source: str = ""
    #: Size of a hex across its flats in inches; None for ``HEX_INCHES``.
    inches: float | None = None
    #: The style in which texts and maps name hexes.
    label_style: LabelStyle = LabelStyle.COLUMN_LETTER
    #: The style that a user prefers to that of the board; None without one. Files don't hold it.
    shown_style: LabelStyle | None = None

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
                raise LimitError(
                    f"a board must have 1 to {MAX_SIDE:,} columns and rows, not {columns:,}x{rows:,}"
                )
        return cls(
            layout=layout,
            palette=[PaletteEntry(".", (terrain,))],
            terrain=np.zeros((rows, columns), np.uint16),
            elevation=np.zeros((rows, columns), np.int16),
            effects_palette=[PaletteEntry(".", ())],
            effects=np.zeros((rows, columns), np.uint16),
        )

    def __repr__(self) -> str:
        """Return size and layout; the arrays would fill screens."""
        return f"<Board {self.columns}x{self.rows} {self.layout}>"

    def __eq__(self, other: object) -> bool:
        """Whether two boards have the same layout, palettes and content; keys for levels are ignored."""
        if not isinstance(other, Board):
            return NotImplemented
        arrays = ("terrain", "elevation", "effects")
        rest = (
            *("layout", "palette", "effects_palette", "hexsides", "names", "notes", "source", "inches"),
            "label_style",
        )
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in arrays) and all(
            getattr(self, name) == getattr(other, name) for name in rest
        )

    __hash__ = None  # type: ignore[assignment]  # boards are mutable

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
        """The size of a hex across its flats, in inches."""
        return HEX_INCHES if self.inches is None else self.inches

    def contains(self, at: Hex) -> bool:
        """Whether a hex is within the rectangle; it may be void."""
        column, row = self.layout.to_offset(at)
        rows, columns = self.terrain.shape
        return bool(0 <= column < columns and 0 <= row < rows)

    def cell(self, at: Hex) -> tuple[int, int]:
        """Return the array index ``(row, column)`` of a hex.

        Raises
        ------
        ScenarioError
            When the hex is outside the rectangle.
        """
        column, row = self.layout.to_offset(at)
        rows, columns = self.terrain.shape
        if not (0 <= column < columns and 0 <= row < rows):
            raise ScenarioError(f"{self.hex_name(at)} is off the board, which is {columns}x{rows}")
        return row, column

    def hexes(self) -> Iterator[Hex]:
        """Yield all hexes of the rectangle, also void ones, row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield self.layout.from_offset(column, row)

    def label(self, at: Hex) -> str:
        """Return the label of a hex as in files and JSON answers, such as ``C4``; texts use ``hex_name``.

        Raises
        ------
        GridError
            When the hex is left of or above the board.
        """
        return label(*self.layout.to_offset(at))

    @property
    def file_names(self) -> HexNames:
        """The names of hexes in files and JSON answers: labels, or column and row of hexes without one."""
        return HexNames(self.layout, self.columns, self.rows)

    @property
    def hex_names(self) -> HexNames:
        """The names of hexes in texts, in the style of the board or the one that a user prefers."""
        return HexNames(self.layout, self.columns, self.rows, self.shown_style or self.label_style)

    def hex_name(self, at: Hex) -> str:
        """Return the name of a hex in texts, or its column and row if it is left of or above the board."""
        return self.hex_names.of(at)

    def list_hex_names(self, hexes: Iterable[Hex] | NDArray[np.bool_]) -> list[str]:
        """Return the names in texts of hexes, or of those in a mask, as ``labels``."""
        names = self.hex_names
        return [names.cell(column, row) for row, column in self._cells(hexes)]

    @property
    def extent(self) -> str:
        """The columns and rows of the board in a sentence."""
        names = self.hex_names
        match names.style:
            case LabelStyle.COLUMN_LETTER:
                return f"The board has columns A to {letters(self.columns - 1)} and rows 1 to {self.rows}"
            case LabelStyle.ROW_LETTER:
                return f"The board has rows A to {letters(self.rows - 1)} and columns 1 to {self.columns}"
            case _:
                last = names.cell(self.columns - 1, self.rows - 1)
                return f"The board has hexes {names.cell(0, 0)} to {last}"

    def parse(self, text: str) -> Hex:
        """Return the hex of a label as in files, such as ``C4``.

        Raises
        ------
        GridError
            When ``text`` is no label.
        ScenarioError
            When the board has no such hex.
        """
        return self._within(text, parse_label(text))

    def find(self, text: str) -> Hex:
        """Return the hex that a user names, in the style of texts or by its label as in files.

        Labels with the row in letters come before those of files, which look like them.

        Raises
        ------
        GridError
            When ``text`` is no name.
        ScenarioError
            When the board has no such hex.
        """
        return self._within(text, self.hex_names.parse(text))

    def _within(self, text: str, place: tuple[int, int]) -> Hex:
        column, row = place
        if column >= self.columns or row >= self.rows:
            raise ScenarioError(f"{text} is off the board. {self.extent}")
        return self.layout.from_offset(column, row)

    def mask(self, hexes: Iterable[Hex]) -> NDArray[np.bool_]:
        """Return the hexes that are on the board as a bool array ``[rows, columns]``."""
        if isinstance(hexes, MarkedHexes) and hexes.are_of(self.layout, self.terrain.shape):
            return hexes.marks.copy()
        axial = np.array([(at.q, at.r) for at in hexes], np.int64).reshape(-1, 2)
        column, row = self.layout.to_offset_arrays(axial[:, 0], axial[:, 1])
        on_board = (column >= 0) & (column < self.columns) & (row >= 0) & (row < self.rows)
        mask = np.zeros(self.terrain.shape, np.bool_)
        mask[row[on_board], column[on_board]] = True
        return mask

    def labels(self, hexes: Iterable[Hex] | NDArray[np.bool_]) -> list[str]:
        """Return the labels of hexes, or of those in a mask, row by row, each once; hexes off the board are skipped."""
        return [label(column, row) for row, column in self._cells(hexes)]

    def _cells(self, hexes: Iterable[Hex] | NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
        """Yield row and column of hexes, row by row, each once; hexes off the board are skipped."""
        rows, columns = np.nonzero(hexes if isinstance(hexes, np.ndarray) else self.mask(hexes))
        yield from zip(rows.tolist(), columns.tolist(), strict=True)

    def hexes_of(self, mask: NDArray[np.bool_]) -> frozenset[Hex]:
        """Return the hexes in a mask ``[rows, columns]``."""
        return frozenset(MarkedHexes(self.layout, mask))

    def marked(self, mask: NDArray[np.bool_]) -> MarkedHexes:
        """Return the same as ``hexes_of``, as a set that is fast to create."""
        return MarkedHexes(self.layout, mask.astype(np.bool_))

    def terrain_at(self, at: Hex) -> tuple[str, ...]:
        """Return the terrain stack of a hex, bottom first."""
        return self.palette[int(self.terrain[self.cell(at)])].kinds

    def effects_at(self, at: Hex) -> tuple[str, ...]:
        """Return the effects on a hex."""
        return self.effects_palette[int(self.effects[self.cell(at)])].kinds

    def level_at(self, at: Hex) -> int:
        """Return the level of a hex."""
        return int(self.elevation[self.cell(at)])

    def where_terrain(self, kind: str) -> NDArray[np.bool_]:
        """Return the hexes with the terrain ``kind`` as a mask ``[rows, columns]``."""
        hits = np.array([kind in entry.kinds for entry in self.palette], np.bool_)
        # Fast path: most boards have no void, and it is queried often.
        return hits[self.terrain] if hits.any() else np.zeros(self.terrain.shape, np.bool_)

    def where_effect(self, kind: str) -> NDArray[np.bool_]:
        """Return the hexes with the effect ``kind`` as a mask ``[rows, columns]``."""
        hits = np.array([kind in entry.kinds for entry in self.effects_palette], np.bool_)
        return hits[self.effects]

    @property
    def void(self) -> NDArray[np.bool_]:
        """The void hexes as a mask ``[rows, columns]``."""
        return self.where_terrain(VOID)
