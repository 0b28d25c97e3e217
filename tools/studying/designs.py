"""Designs of boards: each draws another kind of map, equal for both sides, from random numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tools.studying.sketch import Sketch, Stakes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from tools.studying.sketch import Cell

SIZES: Final = ((8, 7), (10, 8), (10, 9), (12, 10), (14, 10))
#: The sizes of the boards of the check.
CHECKED: Final = ((10, 8), (10, 9), (12, 8), (12, 10))
#: Turn limits, points for an objective, turns to hold it, and points for a unit.
TURNS, GOALS, HOLDS, KILLS = (6, 8, 10), (1, 2, 3), (0, 1, 2), (1, 2, 5)
#: The columns of a zone, and its rows at the least.
DEPTH, LEAST = 2, 4


def _blank(chance: Random, sizes: Sequence[Cell] = SIZES) -> Sketch:
    """Return a clear board with a zone at either end and one, two or three objectives between."""
    stakes = Stakes(*(chance.choice(it) for it in (TURNS, GOALS, HOLDS, KILLS)))
    found = Sketch(chance.choice(sizes), stakes)
    height = chance.randint(LEAST, found.rows - 2)
    top = chance.randint(0, found.rows - height)
    found.deploy((column, row) for column in range(DEPTH) for row in range(top, top + height))
    middle = found.columns // 2
    kind = chance.randrange(3)
    if kind != 1:
        found.aim((middle - 1, found.rows // 2))
    if kind:
        found.aim_each((middle - chance.randint(1, 2), chance.randint(0, found.rows // 3)))
    return found


def _scatter(found: Sketch, chance: Random, kind: str, share: float, *, deep: int = DEPTH) -> None:
    """Paint a share of the hexes beyond the first few columns with a terrain, and their images."""
    for column in range(deep, found.columns // 2):
        for row in range(found.rows):
            if chance.random() < share:
                found.paint((column, row), kind)


def field(chance: Random) -> Sketch:
    """Draw an open field with woods and a few stones."""
    found = _blank(chance)
    _scatter(found, chance, "cover", chance.uniform(0.08, 0.25))
    _scatter(found, chance, "wall", 0.06)
    return found


def ridge(chance: Random) -> Sketch:
    """Draw a ridge across the middle, with saddles."""
    found = _blank(chance)
    for row in range(found.rows):
        if chance.random() < 0.75:
            found.paint((found.columns // 2 - 1, row), level=chance.choice((1, 1, 2)))
            if chance.random() < 0.5:
                found.paint((found.columns // 2 - 2, row), level=1)
    _scatter(found, chance, "rubble", 0.1)
    _scatter(found, chance, "wall", 0.05)
    return found


def lanes(chance: Random) -> Sketch:
    """Draw two lanes on either side of a long wall."""
    found = _blank(chance)
    row = found.rows // 2 + chance.choice((-1, 0))
    for column in range(DEPTH + 1, found.columns // 2):
        if chance.random() < 0.85:
            found.paint((column, row), "wall")
    _scatter(found, chance, "cover", 0.12)
    return found


def town(chance: Random) -> Sketch:
    """Draw houses with streets between them, and barricades."""
    found = _blank(chance)
    for column in range(DEPTH + 1, found.columns // 2, 2):
        for row in range(chance.randrange(2), found.rows, 3):
            if chance.random() < 0.7:
                found.paint((column, row), "wall")
                if chance.random() < 0.5:
                    found.paint((column, row + 1), "wall")
    _scatter(found, chance, "barricade", 0.12)
    return found


def lakes(chance: Random) -> Sketch:
    """Draw lakes and rough ground, with a clear road along the middle."""
    found = _blank(chance)
    for _ in range(chance.randint(1, 3)):
        column, row = chance.randrange(DEPTH + 1, found.columns // 2), chance.randrange(found.rows)
        for at in ((column, row), (column, row + 1), (column - 1, row)):
            found.paint(at, "water")
    road = found.rows // 2
    for column in range(DEPTH, found.columns // 2):
        for row in range(found.rows):
            if row not in (road, road - 1) and (column, row) not in found.terrain and chance.random() < 0.25:
                found.paint((column, row), chance.choice(("difficult", "rubble")))
    _scatter(found, chance, "wall", 0.04)
    return found


def crossroads(chance: Random) -> Sketch:
    """Draw two crossing streets between blocks of walls, with levels in the corners."""
    found = _blank(chance)
    middle = found.rows // 2
    for column in range(DEPTH + 1, found.columns // 2 - 1):
        for row in range(found.rows):
            if abs(row - middle) > 1 and chance.random() < 0.35:
                found.paint((column, row), chance.choice(("wall", "rubble")))
            elif row in (0, found.rows - 1):
                found.paint((column, row), level=1)
    return found


def craters(chance: Random) -> Sketch:
    """Draw craters: rings of rubble and rises around lava or water."""
    found = _blank(chance)
    for _ in range(chance.randint(2, 3)):
        column, row = chance.randrange(DEPTH + 1, found.columns // 2), chance.randrange(1, found.rows - 1)
        for across in (-1, 0, 1):
            for down in (-1, 0, 1):
                if chance.random() < 0.6:
                    found.paint((column + across, row + down), "rubble", level=chance.randrange(2))
        found.paint((column, row), chance.choice(("lava", "water")), level=0)
    return found


def hills(chance: Random) -> Sketch:
    """Draw round hills of one or two levels with woods between them."""
    found = _blank(chance, CHECKED)
    for _ in range(chance.randint(2, 4)):
        column, row = chance.randrange(DEPTH, found.columns // 2), chance.randrange(found.rows)
        for across, down in ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)):
            found.paint((column + across, row + down), level=1)
        if chance.random() < 0.4:
            found.paint((column, row), level=2)
    _scatter(found, chance, "cover", 0.1)
    return found


def blocks(chance: Random) -> Sketch:
    """Draw blocks of houses in a grid of streets, with rubble in some of them and a few pits of lava."""
    found = _blank(chance, CHECKED)
    for column in range(DEPTH + 1, found.columns // 2, 3):
        for row in range(chance.randrange(2), found.rows, 3):
            kind = chance.choice(("wall", "wall", "rubble", "lava"))
            found.paint((column, row), kind)
            if kind == "wall":
                found.paint((column + 1, row), chance.choice(("wall", "barricade")))
    return found


_FIRST: Final = (field, ridge, lanes, town, lakes)
_SECOND: Final = (crossroads, craters)
_CHECK: Final = (hills, blocks)
#: The designs by set. The model is fitted on the boards of the first two sets, and checked on those of the last.
DESIGNS: Final[Mapping[str, tuple[Callable[[Random], Sketch], ...]]] = {
    "first": _FIRST,
    "second": _SECOND,
    "check": _CHECK,
}
