"""MegaMek's names for terrain and hexes, and its notation for sets of hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


def deployment(mask: NDArray[np.bool_], there: NDArray[np.bool_]) -> dict[str, object] | None:
    """Return the deployment area of a side, from a bool array ``[rows, columns]``; None for the whole board, empty for no hex.

    ``there`` marks the hexes on the board; an edge counts even if hexes of it are missing.
    """
    if np.array_equal(mask & there, there):
        return None
    for edge, lines, width in _edges(mask):
        if np.array_equal(lines & there, mask & there):
            return {"edge": edge, "offset": 0, "width": width}
    return {"area": area(mask & there)}


def area(mask: NDArray[np.bool_]) -> dict[str, object]:
    """Return the hexes of a bool array ``[rows, columns]``: as a rectangle where they are one, else row by row."""
    rows, columns = np.nonzero(mask)
    places = [[column + 1, row + 1] for column, row in zip(columns.tolist(), rows.tolist(), strict=True)]
    if len(places) > 1 and mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1].all():
        return {"rectangle": [places[0], places[-1]]}
    return {"list": places}


def _edges(mask: NDArray[np.bool_]) -> Iterator[tuple[str, NDArray[np.bool_], int]]:
    """Yield each edge, with the lines along it that reach as far as the mask does, and how many these are."""
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return
    down, across = mask.shape
    row, column = np.indices(mask.shape)
    for edge, width, lines in (
        ("N", int(rows.max()) + 1, row <= rows.max()),
        ("S", down - int(rows.min()), row >= rows.min()),
        ("W", int(columns.max()) + 1, column <= columns.max()),
        ("E", across - int(columns.min()), column >= columns.min()),
    ):
        yield edge, lines, width


def hex_name(column: int, row: int) -> str:
    """Return MegaMek's name of a hex; column and row count from 0."""
    return f"{column + 1:02}{row + 1:02}"


def expected_names(columns: int, rows: int) -> NDArray[np.int64]:
    """Return the names of a board's hexes, row by row, as numbers."""
    row = np.arange(1, rows + 1)[:, None]
    factor = np.where(row < 100, 100, np.where(row < 1000, 1000, 10_000))
    return (np.arange(1, columns + 1)[None, :] * factor + row).ravel()


def places_called(name: str, columns: int, rows: int) -> list[tuple[int, int]]:
    """Return column and row, from 0, of the hexes of a board that may be called so; several on large boards alone."""
    text = name.lstrip("0").zfill(4)
    splits = ((text[:at], text[at:]) for at in range(2, min(len(text) - 1, 5)))
    found = [(int(column) - 1, int(row) - 1) for column, row in splits if len(row) <= 4]
    return [
        (column, row)
        for column, row in found
        if 0 <= column < columns and 0 <= row < rows and hex_name(column, row) == text
    ]


#: Names in published boards that no rule of movement or sight speaks of: strength and make of buildings and bridges,
#: decoration, what can be picked up, and a name that stands for nothing.
WITHOUT_MEANING: Final = frozenset(
    (
        "arms",
        "bldg_armor",
        "bldg_basement_type",
        "bldg_cf",
        "bldg_class",
        "bridge_cf",
        "fluff",
        "fuel_tank_cf",
        "fuel_tank_magn",
        "legs",
        "metal_deposit",
        "none",
        "road_fluff",
    )
)
#: Names in published boards that are terrain.
TERRAIN: Final = frozenset(
    (
        "bldg_elev",
        "fortified",
        "elevator",
        "rapids",
        "bridge",
        "bridge_elev",
        "building",
        "cliff_top",
        "fire",
        "foliage_elev",
        "fuel_tank",
        "fuel_tank_elev",
        "geyser",
        "heavy_industrial",
        "ice",
        "impassable",
        "jungle",
        "magma",
        "mud",
        "pavement",
        "planted_fields",
        "road",
        "rough",
        "rubble",
        "sand",
        "screen",
        "smoke",
        "snow",
        "swamp",
        "tundra",
        "water",
        "woods",
    )
)
#: All names that MegaMek accepts.
KNOWN: Final = TERRAIN | WITHOUT_MEANING

#: Strength of a building in points by its level: light, medium, heavy, hardened, wall.
_BUILDING_STRENGTH: Final = {1: 15, 2: 40, 3: 90, 4: 120, 5: 120}


def needed_with(name: str, level: int) -> dict[str, int]:
    """Return the terrain that MegaMek refuses a terrain without, with the plainest level of each."""
    match name:
        case "building":
            return {"bldg_elev": 1, "bldg_cf": _BUILDING_STRENGTH.get(level, 15)}
        case "bridge":
            return {"bridge_elev": 1, "bridge_cf": _BUILDING_STRENGTH.get(level, 15)}
        case "fuel_tank":
            return {"fuel_tank_elev": 1, "fuel_tank_cf": 15, "fuel_tank_magn": 20}
        case _:
            return {}
