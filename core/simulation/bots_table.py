"""The table of bots: whether a map is fair for several pairings of bots, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, Final

from fairground.core.answer import JsonResult
from fairground.core.errors import ScenarioError, UsageError
from fairground.core.metrics.compared_zones import parties
from fairground.core.simulation.claim_sentences import (
    confidence,
    despite_errors,
    force_and_mission,
    margin_of,
    wins_of,
)
from fairground.core.simulation.game.ladder import bot_title
from fairground.core.simulation.settings import GAMES, MARGIN
from fairground.core.simulation.simulate import simulate
from fairground.core.simulation.simulation import Simulation
from fairground.core.simulation.statistics.equivalence import Claim, FirstMoveVerdict
from fairground.core.simulation.statistics.interim_looks import ERROR
from fairground.core.text.wording import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fairground.core.files.force_file import Force
    from fairground.core.scenario.document import Scenario

#: The bots of a table, each of which plays all sides.
TABLE_BOTS: Final = ("objectives", "planning", "searching", "advance", "hold")
#: The pairings of which no more than one in twenty errs, on average, leave at least half of all tables without an error.
MOST_PAIRINGS: Final = 10


@dataclass(frozen=True)
class Pairing:
    """The games of one bot for all sides, or of two bots that play each side in half of the games."""

    bots: tuple[str, ...]
    simulation: Simulation

    @property
    def title(self) -> str:
        """The titles of the bots as text."""
        return " against ".join(map(bot_title, self.bots))

    @property
    def claim(self) -> Claim:
        """The claim of these games."""
        return self.simulation.claim


@dataclass(frozen=True)
class BotsTable(JsonResult):
    """The claims about a map for several pairings of bots; the pairings all have the same setting but for the bots."""

    answer_model: ClassVar = "simulation.answer:BotsTableAnswer"

    pairings: tuple[Pairing, ...]

    @property
    def parties(self) -> tuple[str, ...]:
        """The ids of the parties."""
        return self.pairings[0].simulation.parties

    @property
    def claim(self) -> Claim:
        """Fair or not judged if every pairing is, unfair if one is, else not decided."""
        claims = {it.claim for it in self.pairings}
        if len(claims) == 1:
            return claims.pop()
        return Claim.UNFAIR if Claim.UNFAIR in claims else Claim.NOT_DECIDED

    @property
    def played(self) -> int:
        """The number of games played."""
        return sum(it.simulation.played for it in self.pairings)

    def pairings_with(self, claim: Claim) -> tuple[Pairing, ...]:
        """Return the pairings with a claim."""
        return tuple(it for it in self.pairings if it.claim is claim)

    @property
    def surely_right(self) -> Fraction:
        """The least probability that every claim is right, however the games of the pairings depend on each other."""
        return max(Fraction(0), 1 - len(self.pairings) * ERROR)

    @property
    def sentence(self) -> str:
        """The claims as text, with what they hold for and how sure they are."""
        one = self.pairings[0].simulation
        holds = f"with {listed(force_and_mission(one.setting))}{despite_errors(one.setting)}"
        if one.setting.deciding:
            return (
                f"Not judged for any of {self._count(len(self.pairings))} {holds}: the games leave out "
                f"{listed(one.setting.deciding)}."
            )
        fair = self.pairings_with(Claim.FAIR)
        lead = f"Without {listed(one.setting.without)}, fair" if one.setting.without else "Fair"
        text = f"{lead} to within {margin_of(one)} for {len(fair) or 'none'} of {self._count(len(self.pairings))} {holds}"
        unfair = [f"{it.title} ({_favoured(it.simulation)})" for it in self.pairings_with(Claim.UNFAIR)]
        if unfair:
            text += f"; unfair for {listed(unfair)}"
        undecided = [it.title for it in self.pairings_with(Claim.NOT_DECIDED)]
        if undecided:
            text += f"; not decided for {listed(undecided)}"
        first = [it.title for it in self.pairings if _first_move_decides(it.simulation)]
        if first:
            text += f"; moving first decides too much for {listed(first)}"
        return f"{text}. {self._sureness()}"

    def _sureness(self) -> str:
        sure = f"Each claim is wrong in at most {ERROR.numerator} of {ERROR.denominator} runs ({confidence(self.pairings[0].simulation)})"
        if len(self.pairings) == 1:
            return f"{sure}."
        right = self.surely_right * ERROR.denominator
        return f"{sure}, so all {len(self.pairings)} are right in at least {right} of {ERROR.denominator}."

    @staticmethod
    def _count(count: int) -> str:
        return f"{count} pairing{'' if count == 1 else 's'} of bots"


def _first_move_decides(found: Simulation) -> bool:
    return found.first_move is not None and found.first_move.verdict is FirstMoveVerdict.DECIDES


def _favoured(found: Simulation) -> str:
    """Return the rates of the parties that win too often, else of those that win too seldom."""
    named = found.favoured or found.behind
    return listed([wins_of(found, it) for it in found.zones if it.id in named])


def bots_table(  # noqa: PLR0913  # what to play, how often, and how it goes
    scenario: Scenario,
    games: int = GAMES,
    *,
    bots: Sequence[str] = TABLE_BOTS,
    mixed: bool = False,
    seed: int = 1,
    force: str | Force | None = None,
    order: str | None = None,
    jobs: int = 1,
    margin: Fraction = MARGIN,
    stop_early: bool = False,
    despite_errors: bool = False,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> BotsTable:
    """Return whether the map is fair when each of some bots plays all sides, with a claim for each.

    With ``mixed``, every two of the bots also play against each other, each on each side in half of the games, so that skill
    favours no side. ``games`` is the number for each pairing; the other arguments and the errors are those of ``simulate``.
    ``progress`` is called with the share of all games done. Raises a ``UsageError`` for more than ``MOST_PAIRINGS``, a bot
    named twice, or none.
    """
    names = list(bots)
    pairs = list(combinations(names, 2)) if mixed else []
    seatings: list[tuple[tuple[str, ...], list[Sequence[str] | str]]] = [((it,), [it]) for it in names]
    seatings += [(pair, [_seats(scenario, pair), _seats(scenario, pair[::-1])]) for pair in pairs]
    if not names or len(set(names)) < len(names):
        raise UsageError("name at least one bot for the table, and no bot twice")
    if len(seatings) > MOST_PAIRINGS:
        raise UsageError(f"a table has at most {MOST_PAIRINGS} pairings of bots, not {len(seatings)}")
    found: list[Pairing] = []
    for number, (pairing, tables) in enumerate(seatings):
        played: list[Simulation] = []
        for part, seated in enumerate(tables):
            before = Fraction(number * len(tables) + part, len(seatings) * len(tables))
            share = Fraction(1, len(seatings) * len(tables))
            played.append(
                simulate(
                    scenario,
                    -(-games // len(tables)),
                    seed=seed,
                    bots=seated,
                    force=force,
                    order=order,
                    jobs=jobs,
                    margin=margin,
                    stop_early=stop_early and len(tables) == 1,
                    despite_errors=despite_errors,
                    progress=None if progress is None else _part_of(progress, before, share),
                    cancelled=cancelled,
                )
            )
        found.append(Pairing(pairing, _together(pairing, played)))
    return BotsTable(tuple(found))


def _seats(scenario: Scenario, bots: Sequence[str]) -> list[str]:
    """Return the bot of each party, one after the other."""
    try:
        count = len(parties(scenario))
    except ScenarioError:
        # ``simulate`` gives all reasons.
        count = len(bots)
    return [bots[it % len(bots)] for it in range(count)]


def _part_of(progress: Callable[[float], None], before: Fraction, share: Fraction) -> Callable[[float], None]:
    return lambda done: progress(float(before) + float(share) * done)


def _together(bots: tuple[str, ...], played: Sequence[Simulation]) -> Simulation:
    """Return the games of all seatings as one simulation."""
    first = played[0]
    if len(played) == 1:
        return first
    tally = first.tally
    for it in played[1:]:
        tally += it.tally
    games = sum(it.setting.games for it in played)
    seated = (f"{' and '.join(map(bot_title, bots))}, each in half of the games",) * len(first.parties)
    return Simulation(replace(first.setting, games=games, looks=(games,), bots=seated), tally)
