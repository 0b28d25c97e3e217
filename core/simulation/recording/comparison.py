"""Compare recorded games on two versions of a map."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from fairground.core.answer import JsonResult
from fairground.core.errors import UsageError
from fairground.core.text.wording import listed

if TYPE_CHECKING:
    from fairground.core.simulation.recording.figures import GamesFigures

#: The most hexes listed with a change.
_MOST_HEXES = 5


@dataclass(frozen=True, slots=True)
class HeatChange:
    """A hex where something happens more or less often than before, with the mean number of times a game."""

    heat_map: str
    hex: str
    before: Fraction
    after: Fraction


@dataclass(frozen=True)
class GamesComparison(JsonResult):
    """Games on two versions of a map; ``cautions`` are sentences about what else is different."""

    answer_model: ClassVar = "simulation.recording.answer:GamesComparisonAnswer"

    before: GamesFigures
    after: GamesFigures
    cautions: tuple[str, ...]
    hexes: tuple[HeatChange, ...]


def compare_games(before: GamesFigures, after: GamesFigures) -> GamesComparison:
    """Return what has changed from the games on one version of a map to those on another.

    Raises
    ------
    UsageError
        When either has no games, or the parties are not the same.
    """
    one, other = before.games, after.games
    if not before.played or not after.played:
        raise UsageError("games can only be compared if both files contain games")
    if [it.id for it in one.parties] != [it.id for it in other.parties]:
        raise UsageError("games can only be compared if both files have the same zones, in the same order")
    return GamesComparison(before, after, _cautions(before, after), _hexes(before, after))


def _cautions(before: GamesFigures, after: GamesFigures) -> tuple[str, ...]:
    one, other = before.games, after.games
    found = []
    if not one.is_sample or not other.is_sample:
        found.append(
            "Some games were chosen because they are interesting, so their shares say nothing about all games."
        )
    if one.content_hash == other.content_hash:
        found.append("Both files have games on the same version of the map.")
    same = {
        "bots": [it.bot for it in one.parties] == [it.bot for it in other.parties],
        "forces": one.force == other.force and one.kinds == other.kinds,
        "turn orders": one.order == other.order,
        "turn limits": one.turns == other.turns,
    }
    if different := [name for name, alike in same.items() if not alike]:
        found.append(f"Also different: {listed(different)}.")
    if (one.rows, one.columns) != (other.rows, other.columns):
        found.append("The boards have different sizes, so hexes are not compared.")
    return tuple(found)


def _hexes(before: GamesFigures, after: GamesFigures) -> tuple[HeatChange, ...]:
    """Return the hexes with the largest changes of each heat map, the largest first."""
    found = []
    for name, counts in before.heat.items():
        others = after.heat[name]
        if counts.shape != others.shape:
            return ()
        changes = [
            HeatChange(
                name,
                before.games.label(at),
                Fraction(int(counts.flat[at]), before.played),
                Fraction(int(others.flat[at]), after.played),
            )
            for at in range(counts.size)
        ]
        changes = [it for it in changes if it.before != it.after]
        changes.sort(key=lambda it: (-abs(it.after - it.before), it.hex))
        found += changes[:_MOST_HEXES]
    return tuple(found)
