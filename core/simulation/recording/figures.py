"""Figures over many recorded games: how they end, how long they last, lead changes, and heat maps; what changes between versions of a map."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from fairground.core.answer import JsonResult
from fairground.core.errors import UsageError
from fairground.core.simulation.recording.events import ActionsEnded, Attacked, Destroyed
from fairground.core.simulation.recording.steps import position_after, start_position
from fairground.core.simulation.statistics.wilson import wilson
from fairground.core.text.wording import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from fairground.core.simulation.recording.game_record import GameRecord, RecordedGames
    from fairground.core.simulation.recording.steps import Position
    from fairground.core.simulation.statistics.wilson import Interval

    Counts = NDArray[np.int64]

#: What is counted in each hex, by id and title.
HEAT_MAPS: Final[Mapping[str, str]] = {
    "deaths": "Units destroyed",
    "stays": "Units at the end of a turn",
    "shots": "Attacks made",
}


@dataclass(frozen=True, slots=True)
class PartyFigures:
    """The wins of a party among all games, and Wilson's 95% interval of their share."""

    title: str
    wins: int
    interval: Interval


@dataclass(frozen=True)
class GamesFigures(JsonResult):
    """Figures over recorded games.

    ``ends`` counts games by how they ended, ``turns`` by their number of turns, and ``lead_changes`` by how often the lead in points
    passed from one party to another. ``heat`` counts events in each hex over all games, ``[rows, columns]``, by the ids of
    ``HEAT_MAPS``.
    """

    answer_model: ClassVar = "simulation.recording.answer:FiguresAnswer"

    games: RecordedGames
    ends: Mapping[str, int]
    turns: Mapping[int, int]
    lead_changes: Mapping[int, int]
    heat: Mapping[str, Counts]

    @property
    def played(self) -> int:
        """The number of games."""
        return len(self.games.games)

    @property
    def parties(self) -> tuple[PartyFigures, ...]:
        """The wins of each party."""
        wins = Counter(it.winner for it in self.games.games)
        return tuple(
            PartyFigures(it.title, wins[party], wilson(wins[party], self.played))
            for party, it in enumerate(self.games.parties)
        )

    @property
    def draws(self) -> int:
        """The number of games without a winner."""
        return sum(it.winner is None for it in self.games.games)

    @property
    def mean_turns(self) -> Fraction | None:
        """The mean number of turns; None without games."""
        return _mean(self.turns)

    @property
    def mean_lead_changes(self) -> Fraction | None:
        """The mean number of lead changes; None without games."""
        return _mean(self.lead_changes)


def _mean(counts: Mapping[int, int]) -> Fraction | None:
    total = sum(counts.values())
    return Fraction(sum(value * count for value, count in counts.items()), total) if total else None


def figures_of(games: RecordedGames) -> GamesFigures:
    """Return the figures over all games of a recording."""
    changes: Counter[int] = Counter()
    heat = {name: np.zeros(games.rows * games.columns, np.int64) for name in HEAT_MAPS}
    for game in games.games:
        changes[_lead_changes(games, game)] += 1
        for name, hex_ in _marks(games, game):
            heat[name][hex_] += 1
    return GamesFigures(
        games,
        dict(Counter(it.end for it in games.games).most_common()),
        dict(sorted(Counter(it.turns for it in games.games).items())),
        dict(sorted(changes.items())),
        {name: it.reshape(games.rows, games.columns) for name, it in heat.items()},
    )


def _marks(games: RecordedGames, game: GameRecord) -> Iterator[tuple[str, int]]:
    """Yield what the heat maps count, each with its hex. Units stay where they are when all have acted."""
    position = start_position(game, len(games.parties), len(games.goals), len(games.charges))
    for event in game.events:
        match event:
            case Attacked() if event.is_possible:
                yield "shots", position.units[event.unit].hex
            case Destroyed():
                yield "deaths", position.units[event.unit].hex
            case ActionsEnded():
                yield from (("stays", it.hex) for it in position.units if it.is_on_board)
        position = position_after(position, event)


def _lead_changes(games: RecordedGames, game: GameRecord) -> int:
    """Return how often another party than before got ahead in points; a tie in between is no lead."""
    leaders = [it for step in games.steps(game) if (it := _leader(step.after)) is not None]
    return sum(one != other for one, other in pairwise(leaders))


def _leader(position: Position) -> int | None:
    most = max(position.points)
    best = [party for party, points in enumerate(position.points) if points == most]
    return best[0] if len(best) == 1 else None


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
            "Some games were chosen because they are interesting, so their results do not represent all games."
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
