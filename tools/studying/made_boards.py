"""The boards of the study: the same for the same seed and number."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from tools.studying.designs import DESIGNS
from tools.studying.plants import CHECK_ONLY, GRADES, PLANTS

if TYPE_CHECKING:
    from tools.studying.sketch import Sketch

RULESETS: Final = ("penance-1.0", "penance-2.0")
#: The first set of designs, and that of the check.
FIRST: Final = "first"
CHECK: Final = "check"
#: One board in so many has nothing planted.
_EVEN: Final = 8
#: The share of planted boards with two plants.
_DOUBLE: Final = 0.4


class StudyBoard(NamedTuple):
    """A board of the study; ``plants`` are texts such as ``west lava 2``."""

    number: int
    design: str
    ruleset: str
    plants: tuple[str, ...]
    sketch: Sketch


def study_board(number: int, seed: int, *, design_set: str = FIRST) -> StudyBoard:
    """Return a board; designs, rulesets and plants take turns by number.

    ``design_set`` is a key of ``DESIGNS``. A draw on which some hexes of zones or objectives can't be walked to, or on which
    the zones lack room, is drawn again.
    """
    designs = DESIGNS[design_set]
    chance = Random(f"{seed} {design_set != FIRST} {number}")  # noqa: S311  # the same boards again
    draw = designs[number % len(designs)]
    kinds = [it for it in PLANTS if design_set == CHECK or it not in CHECK_ONLY]
    ruleset = RULESETS[number // len(designs) % len(RULESETS)]
    while True:
        sketch = draw(chance)
        if sketch.is_connected():
            plants = () if number % _EVEN == _EVEN - 1 else tuple(_planted(sketch, kinds, number, chance))
            if sketch.is_connected() and sketch.zones[0].isdisjoint(sketch.zones[1]):
                return StudyBoard(number, draw.__name__, ruleset, plants, sketch)


def _planted(sketch: Sketch, kinds: list[str], number: int, chance: Random) -> list[str]:
    """Plant one thing or two, and return their names."""
    names = [kinds[number % len(kinds)]]
    if chance.random() < _DOUBLE:
        names.append(chance.choice(kinds))
    found = []
    for name in names:
        side, grade = chance.randrange(2), chance.choice(GRADES)
        PLANTS[name](sketch, side, grade, chance)
        found.append(f"{('west', 'east')[side]} {name} {grade}")
    return found
