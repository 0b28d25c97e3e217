"""The board as a scenario file has it."""

from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field

from fairground.core.files.file_model import AtMost, FileModel, HexInches, Kind, Title
from fairground.core.scenario.board import MAX_LEVEL, MAX_NOTE, MAX_SIDE, MAX_TEXTS, MIN_LEVEL

#: Most keys of a palette.
MAX_PALETTE: Final = 10_000
_PALETTE: Final = BeforeValidator(AtMost(MAX_PALETTE))
#: One side of the board, in hexes.
Length = Annotated[int, Field(ge=1, le=MAX_SIDE)]
#: What rows are written with: visible characters, without spaces.
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
    """A terrain stack and what an imported hex carried besides."""

    terrain: Kind | Stack = Field(
        description="A terrain, or a list of them, bottom first.", examples=["woods"]
    )
    source: Source = Field("", description="What an import found on such hexes; written back by its export.")


class EffectsEntry(FileModel):
    """Effects and what an imported hex carried besides."""

    effects: Kind | Annotated[list[Kind], Field(max_length=MAX_STACK)] = Field(
        description="An effect, or a list of them.", examples=["smoke"]
    )
    source: Source = Field("", description="What an import found on such hexes; written back by its export.")


class BoardFile(FileModel):
    """The board: its form, and a block of rows for each layer."""

    layout: Literal["odd-q", "even-q", "odd-r", "even-r"] = Field(
        description="Which lines are shifted by half a hex: flat-top columns (q) or pointy-top rows (r), "
        "the second and every other one (odd) or the first (even).",
        examples=["odd-q"],
    )
    size: Annotated[list[Length], Field(min_length=2, max_length=2)] = Field(
        description="Columns and rows.", examples=[[16, 17]]
    )
    inches: HexInches | None = Field(
        None,
        description="A hex across its flats, on tables that are measured in inches; absent: 2.",
        examples=[2],
    )
    palette: Annotated[dict[Key, Kind | Stack | TerrainEntry], _PALETTE] = Field(
        description="What each key of the terrain rows stands for: a terrain, a list of terrains (bottom first), "
        "or a mapping. The terrain 'void' is no hex at all.",
        examples=["{'.': clear}"],
        min_length=1,
        max_length=MAX_PALETTE,
    )
    terrain: str = Field(
        description="A line for each row of hexes: one palette key a hex, with spaces between where keys are longer.",
        examples=["|"],
    )
    elevation_palette: dict[Key, Annotated[int, Field(ge=MIN_LEVEL, le=MAX_LEVEL)]] = Field(
        default_factory=dict,
        description="Levels that the elevation rows have keys for, besides '.' for 0 and the digits.",
        max_length=1_000,
    )
    elevation: str = Field("", description="Levels, row by row like terrain; absent: a flat board.")
    effects_palette: Annotated[
        dict[Key, Kind | Annotated[list[Kind], Field(max_length=MAX_STACK)] | EffectsEntry], _PALETTE
    ] = Field(
        default_factory=dict,
        description="What the keys of the effects rows stand for; '.' is no effect.",
        max_length=MAX_PALETTE,
    )
    effects: str = Field("", description="What lies on the hexes for a time, row by row like terrain.")
    hexsides: str = Field(
        "",
        description="A line for each hexside with features: hex, direction, and the features joined by '+'.",
    )
    names: dict[str, Title] = Field(
        default_factory=dict, description="Place names, by hex.", max_length=MAX_TEXTS
    )
    notes: dict[str, Note] = Field(
        default_factory=dict, description="The designer's notes, by hex.", max_length=MAX_TEXTS
    )
    source: BoardSource = Field(
        "",
        description="Lines of an imported file that belong to no hex; written back by its export.",
        examples=["|"],
    )
