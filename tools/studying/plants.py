"""Plants: advantages and disadvantages that a side of an equal board gets, in four grades."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tools.studying.sketch import SOLID

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from tools.studying.sketch import Cell, Sketch

    #: Changes a sketch for a side, 0 for West and 1 for East, by a grade from 1 to 4.
    Plant = Callable[[Sketch, int, int, Random], None]

#: The column in front of the zones.
_FRONT: Final = 2
GRADES: Final = (1, 2, 3, 4)
#: Units that a zone must have room for.
_ROOM: Final = 5
#: The most columns and rows from an objective to a nest.
_NEAR: Final = 2


def _zone(found: Sketch, side: int) -> list[Cell]:
    """Return the cells of a side's zone in its own view, the foremost column first."""
    return sorted((found.own(side, it) for it in found.zones[side]), key=lambda it: (-it[0], it[1]))


def _before(found: Sketch, side: int, chance: Random, share: float, column: int = _FRONT) -> list[Cell]:
    """Return a share of the free cells of a column in front of a side's zone, at random."""
    cells = [found.own(side, (column, row)) for row in range(found.rows)]
    free = [it for it in cells if not found.is_taken(it) and found.terrain.get(it) not in SOLID]
    return chance.sample(free, round(share * len(free)))


def level(found: Sketch, side: int, grade: int, chance: Random) -> None:
    """Raise two hexes of the zone for each grade."""
    for it in chance.sample(_zone(found, side), min(2 * grade, len(found.zones[side]))):
        found.level[found.own(side, it)] = 1


def hill(found: Sketch, side: int, grade: int, chance: Random) -> None:
    """Raise two hexes before the zone for each grade."""
    near = [*_before(found, side, chance, 1), *_before(found, side, chance, 1, _FRONT + 1)]
    for it in chance.sample(near, min(2 * grade, len(near))):
        found.level[it] = 1


def lava(found: Sketch, side: int, grade: int, chance: Random) -> None:
    """Turn a quarter of the column before the zone into lava for each grade."""
    for it in _before(found, side, chance, grade / 4):
        found.terrain[it] = "lava"


def rough(found: Sketch, side: int, grade: int, chance: Random) -> None:
    """Turn a quarter of the column before the zone into slow ground for each grade."""
    for it in _before(found, side, chance, grade / 4):
        found.terrain[it] = "difficult"


def exits(found: Sketch, side: int, grade: int, chance: Random) -> None:
    """Wall up a fifth of the column before the zone for each grade."""
    for it in _before(found, side, chance, grade / 5):
        found.terrain[it] = "wall"


def screen(found: Sketch, side: int, grade: int, chance: Random) -> None:
    """Put two walls for each grade a move before the zone, where they hide it."""
    near = _before(found, side, chance, 1, _FRONT + 1)
    for it in near[: 2 * grade]:
        found.terrain[it] = "wall"


def capacity(found: Sketch, side: int, grade: int, chance: Random) -> None:
    """Take an eighth of its hexes from the zone for each grade, but leave room for the units."""
    cells = _zone(found, side)
    for it in chance.sample(cells, min(len(cells) * grade // 8, len(cells) - _ROOM)):
        found.zones[side].discard(found.own(side, it))


def forward(found: Sketch, side: int, grade: int, chance: Random) -> None:
    """Move two hexes of the zone from its rear to before its front for each grade."""
    for it in _before(found, side, chance, 1)[: 2 * grade]:
        rear = found.own(side, _zone(found, side)[-1])
        found.zones[side].discard(rear)
        found.terrain.pop(it, None)
        found.zones[side].add(it)


def objective(found: Sketch, side: int, grade: int, chance: Random) -> None:
    """Shift every objective toward the zone, by half a column for each grade on average."""
    by = (grade + chance.randrange(2)) // 2 or 1
    shift = by if side else -by
    found.goals = [{(column + shift, row) for column, row in it} for it in found.goals]
    for it in set().union(*found.goals):
        found.terrain.pop(it, None)


def cover(found: Sketch, side: int, grade: int, chance: Random) -> None:
    """Add cover to three free hexes for each grade, in and before the zone."""
    near = [found.own(side, (column, row)) for column in range(5) for row in range(found.rows)]
    free = [it for it in near if it not in found.terrain]
    for it in chance.sample(free, min(3 * grade, len(free))):
        found.terrain[it] = "cover"


def nest(found: Sketch, side: int, grade: int, chance: Random) -> None:
    """Add cover to a free hex for each grade, on a side's own half within two columns and rows of an objective."""
    goals = set().union(*found.goals)
    half = [
        found.own(side, (column, row))
        for column in range(_FRONT, found.columns // 2)
        for row in range(found.rows)
    ]
    near = [
        it
        for it in half
        if it not in found.terrain
        and not found.is_taken(it)
        and any(max(abs(it[0] - goal[0]), abs(it[1] - goal[1])) <= _NEAR for goal in goals)
    ]
    for it in chance.sample(near, min(grade, len(near))):
        found.terrain[it] = "cover"


def bare(found: Sketch, side: int, grade: int, chance: Random) -> None:
    """Remove a quarter of all terrain from the half of a side for each grade."""
    half = [it for it in found.terrain if (it[0] < found.columns // 2) == (side == 0)]
    for it in chance.sample(sorted(half), len(half) * grade // 4):
        del found.terrain[it]


PLANTS: Final[Mapping[str, Plant]] = {
    "level": level,
    "hill": hill,
    "lava": lava,
    "rough": rough,
    "exits": exits,
    "screen": screen,
    "capacity": capacity,
    "forward": forward,
    "objective": objective,
    "cover": cover,
    "nest": nest,
    "bare": bare,
}
#: Plants for the boards of the check alone.
CHECK_ONLY: Final = ("nest",)
