"""A simulation: the games counted, and the claims they support for these bots and this force, on the zones and on moving first."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from fairground.core.answer import JsonResult
from fairground.core.drawable import Tabular
from fairground.core.simulation.claim_sentences import claim_sentence, describe_first_move, label, sentence
from fairground.core.simulation.settings import MOST_GAMES, cells_of, expected_games
from fairground.core.simulation.statistics.effects import ZoneEffect, mean_effect
from fairground.core.simulation.statistics.equivalence import (
    FEWEST,
    Claim,
    ClaimState,
    FirstMoveVerdict,
    chance_of_fair,
    claim_of,
    games_to_decide,
    standing,
)
from fairground.core.simulation.statistics.interim_looks import squares
from fairground.core.simulation.statistics.sequential import is_shown_above, last_square, sequential_interval
from fairground.core.simulation.statistics.wilson import Interval, chi_squared, wilson

if TYPE_CHECKING:
    from fairground.core.simulation.settings import Setting
    from fairground.core.simulation.statistics.effects import PairSums, PairTally, Tally
    from fairground.core.simulation.statistics.expected_games import ExpectedGames
    from fairground.core.simulation.statistics.wilson import ChiSquared


@dataclass(frozen=True, slots=True)
class FirstMove:
    """The verdict on moving first, and the effect with the 90% interval behind it, widened for interim checks."""

    verdict: FirstMoveVerdict
    effect: ZoneEffect


def first_move(found: Simulation) -> FirstMove | None:
    """Return the verdict on moving first; None if all move at once, or some zone won no game as first mover or lost none.

    It doesn't stop the games, and is not decided while they are being played.
    """
    effect = _effect(found)
    return None if effect is None else FirstMove(first_move_verdict(found, effect), effect)


def _effect(found: Simulation) -> ZoneEffect | None:
    setting, tally = found.setting, found.tally
    if not setting.first:
        return None
    rates = [(cell[first], sum(cell)) for first, cell in enumerate(tally.wins)]
    if not setting.has_pairs:
        return mean_effect(rates, setting.middle, setting.square(found.played))
    mean = mean_effect(rates, setting.middle)
    if mean is None:
        return None
    # Games end by the zones' wins, which say nothing about the first move, so its interval needs no widening.
    interval, middle = tally.pairs.by_first().interval(squares((setting.games,))[0]), float(setting.middle)
    return ZoneEffect(mean.estimate, interval.low - middle, interval.high - middle)


def first_move_verdict(found: Simulation, effect: ZoneEffect) -> FirstMoveVerdict:
    """Return the verdict on an effect of moving first in some games."""
    setting = found.setting
    if setting.deciding:
        return FirstMoveVerdict.NOT_JUDGED
    if not found.finished or found.mostly_draws or found.decided < FEWEST:
        return FirstMoveVerdict.NOT_DECIDED
    most = float(setting.margin)
    if effect.low >= most or effect.high <= -most:
        return FirstMoveVerdict.DECIDES
    if -most <= effect.low and effect.high <= most:
        return FirstMoveVerdict.EVEN
    return FirstMoveVerdict.NOT_DECIDED


@dataclass(frozen=True, slots=True)
class ZoneRate:
    """The win rate of a party, as a share of the decided games.

    ``interval`` is Wilson's 95% interval, for display; ``tested`` is the interval that the claim rests on, and ``standing``
    where it is. ``effect`` is that of the zone alone; None if some cell has no decided game.
    """

    id: str
    wins: int
    rate: Fraction | None
    interval: Interval
    tested: Interval
    standing: ClaimState
    effect: ZoneEffect | None
    title: str


@dataclass(frozen=True, slots=True)
class Cell:
    """The games in which party ``first`` moved first; None if all move at once."""

    first: str | None
    wins: tuple[int, ...]
    draws: int


@dataclass(frozen=True, slots=True)
class GamesEnded:
    """The games that ended in the same way: ``party`` is the id of the winner, None for a draw."""

    party: str | None
    way: str
    games: int


@dataclass(frozen=True, repr=False)
class Simulation(Tabular, JsonResult):
    """Games played between the zones of a scenario, and the claim they support; none until they are ``finished``."""

    answer_model: ClassVar = "simulation.answer:SimulateAnswer"

    setting: Setting
    tally: Tally
    finished: bool = True

    def __repr__(self) -> str:
        """Return what distinguishes one result from another at a prompt."""
        return f"<Simulation of {self.played} games between {' and '.join(self.titles)}: {self.claim.value}>"

    @property
    def parties(self) -> tuple[str, ...]:
        """The ids of the parties."""
        return self.setting.parties

    @property
    def played(self) -> int:
        """The number of games played."""
        return self.tally.played

    @property
    def decided(self) -> int:
        """The number of games with a winner; win rates are shares of these."""
        return self.tally.decided

    @property
    def draws(self) -> int:
        """The number of games without a winner."""
        return self.played - self.decided

    @property
    def mostly_draws(self) -> bool:
        """Whether more games ended in a draw than with a winner; win rates say little then."""
        return self.draws > self.decided

    @property
    def zones(self) -> tuple[ZoneRate, ...]:
        """The win rate of each party."""
        return tuple(self._zone(party) for party in range(len(self.parties)))

    def _zone(self, party: int) -> ZoneRate:
        wins, decided = self.tally.won_by(party), self.decided
        tested, where = self._test(party)
        return ZoneRate(
            id=self.parties[party],
            wins=wins,
            rate=Fraction(wins, decided) if decided else None,
            interval=wilson(wins, decided),
            tested=tested,
            standing=where,
            effect=mean_effect([(cell[party], sum(cell)) for cell in self.tally.wins], self.setting.middle),
            title=self.titles[party],
        )

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of the parties."""
        return self.setting.titles or self.parties

    def title(self, party: str | None) -> str:
        """Return the title of a party by its id; empty for None."""
        return "" if party is None else self.titles[self.parties.index(party)]

    def _test(self, party: int) -> tuple[Interval, ClaimState]:
        """Return the interval that the claim rests on, and where it is."""
        setting = self.setting
        if setting.has_pairs:
            return _claim_by_pairs(self.tally.pairs, party, setting)
        wins, square = self.tally.won_by(party), setting.square(self.played)
        return wilson(wins, self.decided, square), standing(wins, self.decided, setting.band, square)

    @property
    def turn_order(self) -> ZoneEffect | None:
        """The effect of moving first, whatever the zone; None if all move at once, or some cell has no decided game."""
        if not self.setting.first:
            return None
        return mean_effect(
            [(cell[first], sum(cell)) for first, cell in enumerate(self.tally.wins)], self.setting.middle
        )

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The games by first mover."""
        firsts = self.parties if self.setting.first else (None,)
        return tuple(
            Cell(first, wins, draws)
            for first, wins, draws in zip(firsts, self.tally.wins, self.tally.draws, strict=True)
        )

    @property
    def ends(self) -> tuple[GamesEnded, ...]:
        """How the games ended: by party, draws last, the most frequent way of each first."""
        ordered = sorted(self.tally.ends, key=lambda it: (it.winner is None, it.winner or 0, -it.games))
        return tuple(
            GamesEnded(None if it.winner is None else self.parties[it.winner], it.way, it.games)
            for it in ordered
        )

    @property
    def claim(self) -> Claim:
        """The claim; not decided while games are being played, if most are draws, or if few have a winner."""
        if not self.finished:
            return Claim.NOT_DECIDED
        if self.setting.deciding:
            return Claim.NOT_JUDGED
        return self._shown if self.is_decided else Claim.NOT_DECIDED

    @property
    def is_decided(self) -> bool:
        """Whether the games show the map to be fair or unfair, though no claim may be possible."""
        return not self.mostly_draws and self.decided >= FEWEST and self._shown is not Claim.NOT_DECIDED

    @property
    def _shown(self) -> Claim:
        return claim_of(self._test(party)[1] for party in range(len(self.parties)))

    @property
    def first_move(self) -> FirstMove | None:
        """The verdict on moving first; None if all move at once, or some first mover has no decided game."""
        return first_move(self)

    @property
    def expected(self) -> ExpectedGames | None:
        """The expected number of games by the stopping rule, with no draws; None for more than two parties."""
        return expected_games(self.setting)

    @property
    def favoured(self) -> tuple[str, ...]:
        """The parties that win too often; none unless the map is unfair."""
        return self._standing(ClaimState.ABOVE)

    @property
    def behind(self) -> tuple[str, ...]:
        """The parties that win too seldom; none unless the map is unfair."""
        return self._standing(ClaimState.BELOW)

    def _standing(self, where: ClaimState) -> tuple[str, ...]:
        if self.claim is not Claim.UNFAIR:
            return ()
        return tuple(it.id for it in self.zones if it.standing is where)

    @property
    def chi_squared(self) -> ChiSquared | None:
        """The test of whether more than two parties win equally often; None for two, or without a decided game."""
        return chi_squared([it.wins for it in self.zones]) if len(self.parties) > 2 else None

    @property
    def games_needed(self) -> int | None:
        """About how many games in all would decide at these rates of wins and draws.

        None if the games are decided or unfinished, most are draws, or no practical number would decide.
        """
        if self.claim is not Claim.NOT_DECIDED or not self.finished or self.mostly_draws:
            return None
        rates = [it.rate for it in self.zones if it.rate is not None]
        decided = games_to_decide(rates, self.setting.band, self.setting.square(self.setting.games))
        if decided is None:
            return None
        games = cells_of(-(-decided * self.played // self.decided), self.setting.cells)
        return games if games <= MOST_GAMES else None

    @property
    def chance_of_fair(self) -> float:
        """A lower bound on the probability that the whole plan shows an even map to be fair, if every game has a winner."""
        setting = self.setting
        return chance_of_fair(setting.games, len(self.parties), setting.band, setting.square(setting.games))

    @property
    def mean_turns(self) -> Fraction | None:
        """The mean number of turns of a game; None without games."""
        return Fraction(self.tally.turns, self.played) if self.played else None

    @property
    def sentence(self) -> str:
        """The claim and the verdict on moving first as text, with their figures and limits."""
        return sentence(self)

    @property
    def claim_sentence(self) -> str:
        """The claim as text, without the figures of moving first."""
        return claim_sentence(self)

    @property
    def first_move_sentence(self) -> str:
        """The verdict on moving first as a sentence; empty if there is none."""
        return describe_first_move(self)

    @property
    def label(self) -> str:
        """The claim in a few words, for tables; it names a first move that decides too much, or may."""
        return label(self)


def _claim_by_pairs(pairs: PairTally, party: int, setting: Setting) -> tuple[Interval, ClaimState]:
    """Return the interval of a party's win rate that the claim rests on, and where it is relative to the band.

    Above or below if the sequential test shows it, or the look after the last game. Inside if one of the looks shows it.
    """
    sums = pairs.by_zone() if party == 0 else pairs.by_zone().opposite
    low, high = setting.band
    played = 2 * pairs.played
    interval = sums.interval(setting.square(played))
    for state, seen, edge in (
        (ClaimState.ABOVE, sums, high),
        (ClaimState.BELOW, sums.opposite, 1 - low),
    ):
        if is_shown_above(seen, edge, setting.margin):
            return sequential_interval(sums, setting.margin), state
        if played == setting.games and seen.lies_above(edge, _last(setting, edge)):
            return sums.interval(_last(setting, edge)), state
    if played in setting.looks and _is_inside(sums, setting, played):
        return interval, ClaimState.INSIDE
    return interval, ClaimState.OPEN


def _is_inside(sums: PairSums, setting: Setting, played: int) -> bool:
    low, high = setting.band
    square = setting.square(played)
    return sums.lies_above(low, square) and sums.opposite.lies_above(1 - high, square)


def _last(setting: Setting, edge: Fraction) -> Fraction:
    return last_square(setting.games, edge, setting.margin)
