"""Write the board of a file: palettes, blocks of rows, hexsides and names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.errors import ScenarioError
from fairground.core.files.emitter import Block, PaletteDict, decimal
from fairground.core.files.read_board import DIGITS, NOTHING, is_palette_key
from fairground.core.grid.labels import LabelStyle, letters
from fairground.core.scenario.arrays import ends, inside

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board, PaletteEntry

#: Keys for levels without a key whose preferred key is taken.
_SPARE: Final = (
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    + "".join(map(chr, range(0x3B1, 0x3CA)))
    + "".join(map(chr, range(0x410, 0x450)))
)


def board_data(board: Board, commented: Collection[str]) -> dict[str, object]:
    """Return the board as the mapping of a file; empty optional keys are omitted unless ``commented``.

    Raises
    ------
    ScenarioError
        When the board has palette keys that cannot be used in rows, or hexsides off the board.
    GridError
        When a name or note is left of or above the board.
    """
    levels = _level_keys(board)
    is_styled = "labels" in commented or board.label_style is not LabelStyle.COLUMN_LETTER
    data: dict[str, object] = {
        "layout": board.layout.value,
        "size": [board.columns, board.rows],
        "inches": None if board.inches is None else decimal(board.inches),
        "labels": board.label_style.value if is_styled else None,
        "palette": _palette(board.palette, "terrain", "palette"),
        "terrain": Block(_rows(board.terrain, dict(enumerate(_keys(board.palette, "palette"))))),
        "elevation_palette": PaletteDict(levels),
        "elevation": Block(_elevation(board, levels)),
        "effects_palette": _written_effects(board.effects_palette),
        "effects": Block(_effects(board)),
        "hexsides": Block("".join(_hexside_lines(board))),
        "names": _by_label(board, board.names),
        "notes": _by_label(board, board.notes),
        "source": board.source,
    }
    return {key: value for key, value in data.items() if key in commented or not _is_empty(value)}


def _is_empty(value: object) -> bool:
    return value is None or value in ({}, [], "") or (isinstance(value, Block) and not value.text)


# -- palettes -----------------------------------------------------------------------------------------------


def _keys(palette: Sequence[PaletteEntry], name: str) -> list[str]:
    keys = [entry.key for entry in palette]
    for key in keys:
        if not is_palette_key(key):
            raise ScenarioError(f"the key {key!r} of the {name} cannot be used in rows")
    if len(set(keys)) < len(keys):
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ScenarioError(f"the {name} has the key {twice!r} twice")
    return keys


def _palette(palette: Sequence[PaletteEntry], kinds_key: str, name: str) -> PaletteDict:
    written = PaletteDict()
    for key, entry in zip(_keys(palette, name), palette, strict=True):
        kinds: object = entry.kinds[0] if len(entry.kinds) == 1 else list(entry.kinds)
        written[key] = kinds if entry.source is None else {kinds_key: kinds, "source": entry.source}
    return written


def _written_effects(palette: Sequence[PaletteEntry]) -> PaletteDict:
    """Return the effects palette, without its empty entry if that is the default one."""
    written = _palette(palette, "effects", "effects palette")
    empty = palette[0]
    others = any(not entry.kinds for entry in palette[1:])
    if empty.key == NOTHING and not empty.kinds and empty.source is None and not others:
        del written[NOTHING]
    return written


# -- layers -------------------------------------------------------------------------------------------------


def _rows(values: NDArray[np.integer], keys: Mapping[int, str]) -> str:
    """Return a block of rows; ``keys`` has the key of every value."""
    low, high = min(keys), max(keys)
    if all(len(key) == 1 for key in keys.values()):
        codes = np.zeros(high - low + 1, np.uint32)
        for value, key in keys.items():
            codes[value - low] = ord(key)
        rows, columns = values.shape
        block = np.full((rows, columns + 1), ord("\n"), np.uint32)
        block[:, :columns] = codes[values.astype(np.int64) - low]
        return block.astype("<u4").tobytes().decode("utf-32-le")
    # Pad the keys, so that columns of hexes are columns of the text.
    width = max(map(len, keys.values()))
    padded = {value: key.ljust(width) for value, key in keys.items()}
    lines = (" ".join([padded[value] for value in row]).rstrip() for row in values.tolist())
    return "".join(f"{line}\n" for line in lines)


def _level_keys(board: Board) -> dict[str, int]:
    """Return the palette of levels: the board's own keys, and new ones for other levels beyond the digits."""
    palette = dict(board.elevation_palette)
    for key in palette:
        if key in DIGITS or not is_palette_key(key):
            raise ScenarioError(f"the key {key!r} of the elevation palette cannot be used in rows")
    used = set(np.unique(board.elevation).tolist())
    for level in sorted(used - set(range(10)) - set(palette.values())):
        preferred = (
            chr(ord("a") + level - 10) if 10 <= level < 36 else chr(ord("A") - level - 1) if level < 0 else ""
        )
        palette[next(key for key in (preferred, *_SPARE) if key and key not in palette)] = level
    return palette


def _elevation(board: Board, palette: Mapping[str, int]) -> str:
    if not board.elevation.any():
        return ""
    keys = {level: key for key, level in reversed(list(palette.items()))}
    keys |= {digit: str(digit) for digit in range(1, 10)} | {0: NOTHING}
    return _rows(board.elevation, keys)


def _effects(board: Board) -> str:
    if not board.effects.any():
        return ""
    return _rows(board.effects, dict(enumerate(_keys(board.effects_palette, "effects palette"))))


# -- hexsides and names -------------------------------------------------------------------------------------


def _hexside_lines(board: Board) -> Iterator[str]:
    """Yield a line for each hexside, row by row, as seen from its owner if that is on the board."""
    layout = board.layout
    sides = [(side, features) for side, features in board.hexsides.items() if features]
    # As arrays, since a board may have a hundred thousand.
    on_board, rows, columns = inside(layout, board.terrain.shape, *ends(side for side, _ in sides))
    off = np.flatnonzero(~on_board.any(axis=1)).tolist()
    if off:
        side = sides[off[0]][0]
        name = f"{board.hex_name(side.hex)} {layout.direction_name(side.direction)}"
        raise ScenarioError(f"the hexside {name} is off the board, which is {board.columns}x{board.rows}")
    every, seen_from = np.arange(len(sides)), np.where(on_board[:, 0], 0, 1)
    row, column = rows[every, seen_from], columns[every, seen_from]
    facings = np.array([layout.facing(direction) for direction in range(6)])
    directions = np.array([side.direction for side, _ in sides], np.int64)
    facing = facings[directions + 3 * seen_from]
    order = np.lexsort((facing, column, row))
    across, names = [letters(number) for number in range(board.columns)], layout.direction_names
    in_order = zip(
        order.tolist(), row[order].tolist(), column[order].tolist(), facing[order].tolist(), strict=True
    )
    for at, down, right, side in in_order:
        yield f"{across[right]}{down + 1} {names[side - 1]} {'+'.join(sides[at][1])}\n"


def _by_label(board: Board, texts: Mapping[Hex, str]) -> dict[str, object]:
    places = sorted((board.layout.to_offset(at)[::-1], at) for at in texts)
    return {board.label(at): texts[at] for _, at in places}
