"""The boards of the study: the same for the same seed and number."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from tools.studying.designs import DESIGNS, HELD_OUT
from tools.studying.plants import GRADES, PLANTS

if TYPE_CHECKING:
    from tools.studying.sketch import Sketch

RULESETS: Final = ("penance-1.0", "penance-2.0")
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


def study_board(number: int, seed: int, *, held_out: bool = False) -> StudyBoard:
    """Return a board; designs, rulesets and plants take turns by number.

    A draw on which some hexes of zones or objectives can't be walked to, or on which the zones lack room, is drawn again.
    """
    designs = HELD_OUT if held_out else DESIGNS
    chance = Random(f"{seed} {held_out} {number}")  # noqa: S311  # the same boards again
    design = [*designs][number % len(designs)]
    ruleset = RULESETS[number // len(designs) % len(RULESETS)]
    while True:
        sketch = designs[design](chance)
        if sketch.is_connected():
            plants = () if number % _EVEN == _EVEN - 1 else tuple(_planted(sketch, number, chance))
            if sketch.is_connected() and sketch.zones[0].isdisjoint(sketch.zones[1]):
                return StudyBoard(number, design, ruleset, plants, sketch)


def _planted(sketch: Sketch, number: int, chance: Random) -> list[str]:
    """Plant one thing or two, and return their names."""
    names = [[*PLANTS][number % len(PLANTS)]]
    if chance.random() < _DOUBLE:
        names.append(chance.choice([*PLANTS]))
    found = []
    for name in names:
        side, grade = chance.randrange(2), chance.choice(GRADES)
        PLANTS[name](sketch, side, grade, chance)
        found.append(f"{('west', 'east')[side]} {name} {grade}")
    return found
