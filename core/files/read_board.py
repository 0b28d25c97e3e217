"""The board of a scenario file: its model, and reading it into arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple

import numpy as np
from pydantic import BeforeValidator, Field

from fairground.core.errors import GridError, ScenarioError
from fairground.core.files.board_blocks import MISSING, RowLayer, read_hexsides, read_rows
from fairground.core.files.file_model import AtMost, FileModel, HexInches, Kind, Title
from fairground.core.grid.labels import LabelStyle
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import (
    MAX_LEVEL,
    MAX_NOTE,
    MAX_SIDE,
    MAX_TEXTS,
    MIN_LEVEL,
    VOID,
    Board,
    PaletteEntry,
)
from fairground.core.text.foreign import own_decimal
from fairground.core.text.wording import shorten

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from fairground.core.files.read_result import Problems
    from fairground.core.grid.hexes import Hex

#: Most keys of a palette.
MAX_PALETTE: Final = 10_000
_PALETTE: Final = BeforeValidator(AtMost(MAX_PALETTE))
#: One side of the board, in hexes.
Length = Annotated[int, Field(ge=1, le=MAX_SIDE)]
#: A palette key: visible characters without spaces.
Key = Annotated[str, Field(min_length=1, max_length=16)]
#: Most terrains, or effects, of a hex.
MAX_STACK: Final = 32
Stack = Annotated[list[Kind], Field(min_length=1, max_length=MAX_STACK)]
#: Longest source of a palette entry, and of the board, in characters.
MAX_SOURCE: Final = 2_000
MAX_BOARD_SOURCE: Final = 200_000
Source = Annotated[str, Field(max_length=MAX_SOURCE)]
BoardSource = Annotated[str, Field(max_length=MAX_BOARD_SOURCE)]
Note = Annotated[str, Field(max_length=MAX_NOTE)]


class TerrainEntry(FileModel):
    """A terrain stack, with extra data of imported hexes."""

    terrain: Kind | Stack = Field(
        description="Terrain, or a list of terrains with the bottom one first.", examples=["woods"]
    )
    source: Source = Field(
        "",
        description="Data kept from an import for these hexes; an export to the same format writes it back.",
    )


class EffectsEntry(FileModel):
    """Effects, with extra data of imported hexes."""

    effects: Kind | Annotated[list[Kind], Field(max_length=MAX_STACK)] = Field(
        description="Effect, or a list of effects.", examples=["smoke"]
    )
    source: Source = Field(
        "",
        description="Data kept from an import for these hexes; an export to the same format writes it back.",
    )


class BoardFile(FileModel):
    """The board: its layout, and a block of rows for each layer."""

    layout: Literal["odd-q", "even-q", "odd-r", "even-r"] = Field(
        description="Hex layout: columns of flat-top hexes (q) or rows of pointy-top hexes (r); every other one is "
        "shifted by half a hex, starting with the second (odd) or the first (even).",
        examples=["odd-q"],
    )
    size: Annotated[list[Length], Field(min_length=2, max_length=2)] = Field(
        description="Number of columns and number of rows.", examples=[[16, 17]]
    )
    inches: HexInches | None = Field(
        None, description="Width of a hex across the flats, in inches. Default: 2.", examples=[2]
    )
    labels: Literal["column-letter", "numeric", "row-letter", "axial"] = Field(
        "column-letter",
        description="Style of hex labels in texts and on maps: C4, 0304, D3 or (2,2). Files always use C4.",
    )
    palette: Annotated[dict[Key, Kind | Stack | TerrainEntry], _PALETTE] = Field(
        description="Meaning of each key of the terrain rows: a terrain, a list of terrains (bottom first), "
        "or a mapping. The terrain 'void' means that there is no hex.",
        examples=["{'.': clear}"],
        min_length=1,
        max_length=MAX_PALETTE,
    )
    terrain: str = Field(
        description="One line per row of hexes, with one palette key per hex; longer keys are separated by spaces.",
        examples=["|"],
    )
    elevation_palette: dict[Key, Annotated[int, Field(ge=MIN_LEVEL, le=MAX_LEVEL)]] = Field(
        default_factory=dict,
        description="Level of each additional key in the elevation rows; '.' (level 0) and digits need no entry.",
        max_length=1_000,
    )
    elevation: str = Field(
        "", description="Level of each hex, in rows like those of the terrain. Default: level 0 everywhere."
    )
    effects_palette: Annotated[
        dict[Key, Kind | Annotated[list[Kind], Field(max_length=MAX_STACK)] | EffectsEntry], _PALETTE
    ] = Field(
        default_factory=dict,
        description="Meaning of each key in the effects rows; '.' means no effect.",
        max_length=MAX_PALETTE,
    )
    effects: str = Field("", description="Temporary effects on each hex, in rows like those of the terrain.")
    hexsides: str = Field(
        "", description="One line per hexside: hex, direction, and features joined with '+'."
    )
    names: dict[str, Title] = Field(
        default_factory=dict, description="Place names by hex label.", max_length=MAX_TEXTS
    )
    notes: dict[str, Note] = Field(
        default_factory=dict, description="Designer's notes by hex label.", max_length=MAX_TEXTS
    )
    source: BoardSource = Field(
        "",
        description="Other lines kept from an imported file; an export to the same format writes them back.",
        examples=["|"],
    )


#: The key of no effect and of level 0.
NOTHING: Final = "."
#: Keys of levels that need no palette.
DIGITS: Final = {NOTHING: 0, **{str(digit): digit for digit in range(10)}}


class ReadBoard(NamedTuple):
    """A board, and the line of each hexside in its block, from 0."""

    board: Board
    hexside_rows: list[int]


def read_board(file: BoardFile, problems: Problems) -> ReadBoard:
    """Return the board of a file; hexes that cannot be read get the most common terrain."""
    palette = _terrain_palette(file, problems)
    effects_palette = _effects_palette(file, problems)
    levels = _levels(file, problems)
    level_fix = "Write '.' or a digit, or add {key!r} to 'elevation_palette'."
    effects = {entry.key: index for index, entry in enumerate(effects_palette)}
    effects_fix = "Write '.' for no effect, or add {key!r} to 'effects_palette'."
    board = Board(
        layout=Layout(file.layout),
        palette=palette,
        terrain=_terrain(file, palette, problems),
        elevation=_optional(file, "elevation", levels, level_fix, problems).astype(np.int16),
        effects_palette=effects_palette,
        effects=_optional(file, "effects", effects, effects_fix, problems).astype(np.uint16),
        elevation_palette={key: level for key, level in file.elevation_palette.items() if key in levels},
    )
    board.names = _by_hex(file.names, "names", board, problems)
    board.notes = _by_hex(file.notes, "notes", board, problems)
    board.source = file.source
    board.label_style = LabelStyle(file.labels)
    board.inches = None if file.inches is None else own_decimal(file.inches)
    hexsides = read_hexsides(file.hexsides, board, problems)
    board.hexsides = hexsides.features
    return ReadBoard(board, hexsides.rows)


# -- palettes -----------------------------------------------------------------------------------------------


def is_palette_key(key: str) -> bool:
    """Whether a key can be used in rows: visible characters without spaces."""
    return bool(key) and key.isprintable() and not any(character.isspace() for character in key)


def _check_key(key: str, palette: str, problems: Problems, *, taken: Mapping[str, object] = DIGITS) -> bool:
    if not is_palette_key(key):
        message = f"the palette key {shorten(key)!r} contains spaces or invisible characters"
        fix = "Use one visible character, or several without spaces."
    elif key in taken and palette != "palette":
        message = f"{key!r} is reserved and cannot be a key of {palette!r}"
        fix = "Use another character, such as a letter."
    else:
        return True
    problems.add("board.palette-key", message, ("board", palette, key), fix=fix, at_key=True)
    return False


def _kinds(value: str | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _terrain_palette(file: BoardFile, problems: Problems) -> list[PaletteEntry]:
    return [
        PaletteEntry(key, _kinds(value.terrain), value.source or None)
        if isinstance(value, TerrainEntry)
        else PaletteEntry(key, _kinds(value))
        for key, value in file.palette.items()
        if _check_key(key, "palette", problems)
    ]


def _effects_palette(file: BoardFile, problems: Problems) -> list[PaletteEntry]:
    """Return the effects palette; its first entry is the empty one, added if missing."""
    palette = []
    for key, value in file.effects_palette.items():
        kinds = _kinds(value.effects if isinstance(value, EffectsEntry) else value)
        if _check_key(key, "effects_palette", problems, taken={NOTHING: ()} if kinds else {}):
            source = value.source or None if isinstance(value, EffectsEntry) else None
            palette.append(PaletteEntry(key, kinds, source))
    empty = next((entry for entry in palette if not entry.kinds), None)
    if empty is None:
        return [PaletteEntry(NOTHING, ()), *palette]
    return [empty, *(entry for entry in palette if entry is not empty)]


def _levels(file: BoardFile, problems: Problems) -> dict[str, int]:
    own = {
        key: level
        for key, level in file.elevation_palette.items()
        if _check_key(key, "elevation_palette", problems)
    }
    return {**DIGITS, **own}


# -- layers -------------------------------------------------------------------------------------------------


def _terrain(file: BoardFile, palette: list[PaletteEntry], problems: Problems) -> NDArray[np.uint16]:
    columns, rows = file.size
    keys = {entry.key: index for index, entry in enumerate(palette)}
    shown = ", ".join(repr(key).replace("{", "{{").replace("}", "}}") for key in list(keys)[:10])
    more = " ..." if len(keys) > 10 else ""
    fix = f"Add {{key!r}} to the palette, or use one of its keys: {shown}{more}"
    layer = RowLayer(("board", "terrain"), keys, columns, rows, fix)
    values = read_rows(file.terrain, layer, problems)
    missing = values == MISSING
    if missing.all():
        if not palette:
            palette.append(PaletteEntry(NOTHING, (VOID,)))
        values[:] = 0
    elif missing.any():
        # The file has an error anyway; void hexes would cause many more findings.
        values[missing] = np.bincount(values[~missing]).argmax()
    return values.astype(np.uint16)


def _optional(
    file: BoardFile, name: str, keys: Mapping[str, int], fix: str, problems: Problems
) -> NDArray[np.int32]:
    """Return the values of an optional layer; 0 where it has none."""
    columns, rows = file.size
    text: str = getattr(file, name)
    if not text:
        return np.zeros((rows, columns), np.int32)
    values = read_rows(text, RowLayer(("board", name), keys, columns, rows, fix), problems)
    values[values == MISSING] = 0
    return values


def _by_hex(texts: Mapping[str, str], key: str, board: Board, problems: Problems) -> dict[Hex, str]:
    by_hex: dict[Hex, str] = {}
    for name, text in texts.items():
        path = ("board", key, name)
        try:
            by_hex[board.parse(shorten(name))] = text
        except GridError as error:
            problems.add("board.bad-label", str(error), path, at_key=True)
        except ScenarioError as error:
            fix = "Remove it, or use a hex on the board."
            problems.add("board.off-board", str(error), path, fix=fix, at_key=True, label=name)
    return by_hex
