"""Fixes for a first move that decides too much, each tried in games of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from fairground.core.answer import JsonResult
from fairground.core.errors import UsageError
from fairground.core.simulation.claim_sentences import (
    bots_and_force,
    confidence,
    describe_effect,
    margin_of,
)
from fairground.core.simulation.game.arena import GameArena
from fairground.core.simulation.game.fix_arena import (
    ChosenZoneArena,
    FirstMoveFix,
    FixArena,
    awards,
    fix_title,
)
from fairground.core.simulation.game_workers import play_out, seed_of
from fairground.core.simulation.settings import GAMES, MARGIN, StoppingRule, check_plan, looks_of
from fairground.core.simulation.simulate import setting_of
from fairground.core.simulation.simulation import FirstMove, first_move_verdict
from fairground.core.simulation.statistics.effects import ZoneEffect
from fairground.core.simulation.statistics.equivalence import Claim, FirstMoveVerdict
from fairground.core.simulation.statistics.interim_looks import ERROR
from fairground.core.simulation.statistics.wilson import wilson
from fairground.core.text.wording import counted, listed
from fairground.core.validation.validator import require_no_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fairground.core.files.force_file import Force
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.game_workers import Plays
    from fairground.core.simulation.settings import Setting
    from fairground.core.simulation.simulation import Simulation

    #: Plays games of a setting in an arena, until they decide by a test.
    Play = Callable[[Plays, Setting, Callable[[Simulation], bool]], Simulation]


class FixResult(StrEnum):
    """What is left of the first move with a fix."""

    SETTLED = "settled"
    #: All move at once, so that nobody moves first.
    NO_FIRST_MOVE = "no first move"
    FIRST_AHEAD = "moving first still decides too much"
    SECOND_AHEAD = "moving second decides too much"
    NOT_DECIDED = "not decided"


_RESULTS: Final = {
    FirstMoveVerdict.EVEN: FixResult.SETTLED,
    FirstMoveVerdict.NOT_DECIDED: FixResult.NOT_DECIDED,
    FirstMoveVerdict.NOT_JUDGED: FixResult.NOT_DECIDED,
}


@dataclass(frozen=True)
class TriedFix:
    """The games with a fix; ``first_move`` is what is left of the effect.

    It is None if nobody moves first, or if some zone has no game with a winner as first mover.
    """

    fix: FirstMoveFix
    title: str
    simulation: Simulation
    first_move: FirstMove | None

    @property
    def result(self) -> FixResult:
        """Whether the fix settles the first move."""
        if self.fix is FirstMoveFix.AT_ONCE:
            return FixResult.NO_FIRST_MOVE
        found = self.first_move
        if found is None:
            return FixResult.NOT_DECIDED
        if found.verdict is FirstMoveVerdict.DECIDES:
            return FixResult.FIRST_AHEAD if found.effect.estimate > 0 else FixResult.SECOND_AHEAD
        return _RESULTS[found.verdict]

    @property
    def settles(self) -> bool:
        """Whether games show that moving first doesn't matter any more by more than the margin."""
        return self.result is FixResult.SETTLED

    @property
    def text(self) -> str:
        """The result with the figures of the effect that is left."""
        if self.result is FixResult.NO_FIRST_MOVE:
            return "nobody moves first"
        if self.first_move is None:
            return "not decided: at least one zone won no games as first mover, or lost none"
        return f"{describe_effect(self.first_move.effect)}: {self.result}"

    @property
    def claim(self) -> Claim | None:
        """The claim about the zones with this fix; None if the second mover chooses its zone."""
        return None if self.fix is FirstMoveFix.CHOICE else self.simulation.claim


class UntriedFix(NamedTuple):
    """A fix that can't be tried, and why not, as a clause."""

    title: str
    reason: str


@dataclass(frozen=True)
class FirstMoveFixes(JsonResult):
    """The games as the scenario is played, and those with each fix; no fix is tried if there is nothing to settle."""

    answer_model: ClassVar = "simulation.answer:FirstMoveFixesAnswer"

    simulation: Simulation
    tried: tuple[TriedFix, ...]
    untried: tuple[UntriedFix, ...]

    @property
    def played(self) -> int:
        """The number of games played."""
        return self.simulation.played + sum(it.simulation.played for it in self.tried)

    @property
    def settling(self) -> tuple[TriedFix, ...]:
        """The fixes that settle the first move."""
        return tuple(it for it in self.tried if it.settles)

    def tried_with(self, result: FixResult) -> tuple[TriedFix, ...]:
        """Return the fixes with a result."""
        return tuple(it for it in self.tried if it.result is result)

    @property
    def sentence(self) -> str:
        """Which fixes settle the first move, which don't, and which were not tried, as text."""
        found = self.simulation
        first = found.first_move_sentence or (
            "The effect of moving first is unknown: at least one zone won no games as first mover, or lost none."
        )
        holds = bots_and_force(found)
        if not self.tried:
            return f"{first} No fix was tried, {holds}{self._nothing_to_settle()}."
        settled, at_once = self.settling, self.tried_with(FixResult.NO_FIRST_MOVE)
        count = (
            f"{len(settled) or 'none'} of {counted(len(self.tried) - len(at_once), 'fix', 'fixes')} settle"
        )
        count += " it" if len(settled) > 1 else "s it"
        text = f"{holds[:1].upper()}{holds[1:]}, {count} to within {margin_of(found)}"
        if settled:
            text += f": {listed([_with_effect(it) for it in settled])}"
        for result, lead in _LEADS.items():
            if these := self.tried_with(result):
                text += f"; {lead} {listed([_with_effect(it) for it in these])}"
        if unfair := [it.title for it in self.tried if it.claim is Claim.UNFAIR]:
            text += f"; the zones are unfair with {listed(unfair)}"
        if self.untried:
            text += f"; not tried: {listed([f'{it.title} ({it.reason})' for it in self.untried])}"
        sure = f"Each verdict is wrong in at most {ERROR.numerator} of {ERROR.denominator} runs ({confidence(found)})."
        if missing := found.setting.without:
            first = f"Without {listed(missing)}, {first[0].lower()}{first[1:]}"
        return f"{first} {text}. {sure}"

    def _nothing_to_settle(self) -> str:
        """Return why no fix was tried, as a clause."""
        if self.simulation.setting.deciding:
            return f": the games leave out {listed(self.simulation.setting.deciding)}"
        return ""


_LEADS: Final = {
    FixResult.NO_FIRST_MOVE: "nobody moves first with",
    FixResult.FIRST_AHEAD: "moving first still decides too much with",
    FixResult.SECOND_AHEAD: "moving second decides too much with",
    FixResult.NOT_DECIDED: "not decided for",
}


def _with_effect(it: TriedFix) -> str:
    """Return a fix with the effect that is left."""
    if it.first_move is None:
        return it.title
    # Without brackets inside the brackets.
    return f"{it.title} ({describe_effect(it.first_move.effect).replace(' (', ', ').rstrip(')')})"


def first_move_fixes(  # noqa: PLR0913  # what to play, as for simulate
    scenario: Scenario,
    games: int = GAMES,
    *,
    seed: int = 1,
    bots: str | Sequence[str] | None = None,
    force: str | Force | None = None,
    jobs: int = 1,
    margin: Fraction = MARGIN,
    stop_early: bool = False,
    despite_errors: bool = False,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> FirstMoveFixes:
    """Return the effect of moving first, as the scenario is played and with each fix that can be played.

    Units alternate. Each side moves first in as many games as any other. ``games`` is the number as played, and with each fix.
    With ``stop_early`` that is the most, and play ends at one of five looks that decides about moving first. The other arguments
    and the errors are those of ``simulate``.

    No fix is tried if moving first is shown not to matter, or if the games leave out something that decides who wins.
    """
    if jobs < 1:
        raise UsageError(f"the number of jobs must be 1 or more, not {jobs}")
    errors = require_no_errors(scenario, "played", despite_errors=despite_errors)
    arena = GameArena.of(scenario, force, bots)
    check_plan(games, margin, len(arena.parties))
    rule = StoppingRule.LOOKS if stop_early else StoppingRule.FIXED

    lacks = _lacks(scenario, arena)
    fixes = [it for it, lack in lacks.items() if not lack]
    done = 0

    def show(part: float) -> None:
        if progress is not None:
            progress(min(1.0, (done + part) / (1 + len(fixes))))

    def play(arena: Plays, setting: Setting, is_decided: Callable[[Simulation], bool]) -> Simulation:
        return play_out(arena, setting, jobs=jobs, progress=show, cancelled=cancelled, is_decided=is_decided)

    looks = looks_of(games, arena.cells, early=stop_early)
    setting = setting_of(arena, looks, rule, seed=seed, margin=margin, errors=errors)
    found = play(arena, setting, _is_decided)
    first = found.first_move
    if first is None or first.verdict in (FirstMoveVerdict.EVEN, FirstMoveVerdict.NOT_JUDGED):
        return FirstMoveFixes(found, (), ())
    tried = []
    for done, fix in enumerate(fixes, 1):  # noqa: B007  # ``show`` reads it
        if fix is FirstMoveFix.AT_ONCE:
            at_once = GameArena.of(scenario, force, bots, "simultaneous")
            played, left = _at_once(at_once, setting, play), None
        elif fix is FirstMoveFix.CHOICE:
            played, left = _with_choice(arena, found, play)
        else:
            played = play(FixArena(arena, fix), setting, _is_decided)
            left = played.first_move
        tried.append(TriedFix(fix, fix_title(fix, scenario, arena), played, left))
    untried = [UntriedFix("alternating unit by unit", "the games already do this")]
    untried += [UntriedFix(fix_title(it, scenario, arena), lack) for it, lack in lacks.items() if lack]
    return FirstMoveFixes(found, tuple(tried), tuple(untried))


def _is_decided(found: Simulation) -> bool:
    """Return whether the games show that moving first decides too much, or that it doesn't."""
    return found.first_move is not None and found.first_move.verdict in _DECIDED


_DECIDED: Final = (FirstMoveVerdict.EVEN, FirstMoveVerdict.DECIDES)


def _at_once(arena: GameArena, setting: Setting, play: Play) -> Simulation:
    """Play games in which all move at once, until they decide about the zones."""
    looks = looks_of(setting.games, 1, early=len(setting.looks) > 1)
    at_once = replace(setting, games=looks[-1], looks=looks, order=arena.order, first=False)
    return play(arena, at_once, lambda it: it.is_decided)


def _with_choice(arena: GameArena, found: Simulation, play: Play) -> tuple[Simulation, FirstMove]:
    """Play games in which the second side has the zone where it won more often, and return what is left of the first move."""
    rates = []
    for party in range(2):
        cell = found.tally.wins[1 - party]
        rates.append(Fraction(cell[party], max(1, sum(cell))))
    first = 1 if rates[0] >= rates[1] else 0
    setting = found.setting
    looks = looks_of(setting.games, 1, early=len(setting.looks) > 1)
    # Games of their own: those that led to the choice favour it.
    own = seed_of(setting.seed, setting.cells, 0)
    chosen = replace(setting, seed=own, games=looks[-1], looks=looks, first=False)
    played = play(
        ChosenZoneArena(arena, first),
        chosen,
        lambda it: _effect_of_party(it, first).verdict in _DECIDED,
    )
    return played, _effect_of_party(played, first)


def _effect_of_party(found: Simulation, first: int) -> FirstMove:
    """Return the effect of moving first if that is always the same party."""
    wins, middle = found.tally.won_by(first), float(found.setting.middle)
    interval = wilson(wins, found.decided, found.setting.square(found.played))
    effect = ZoneEffect(wins / max(1, found.decided) - middle, interval.low - middle, interval.high - middle)
    return FirstMove(first_move_verdict(found, effect), effect)


def _lacks(scenario: Scenario, arena: GameArena) -> dict[FirstMoveFix, str]:
    """Return every fix with the reason why it can't be tried, empty if it can."""
    found = dict.fromkeys(FirstMoveFix, "")
    if len(arena.parties) > 2:
        found[FirstMoveFix.CHOICE] = f"it needs 2 zones, not {len(arena.parties)}"
    if not awards(scenario, arena):
        found[FirstMoveFix.POINTS] = "the scenario gives no points"
    lacks = [
        lack
        for first in range(len(arena.parties))
        for lack in FixArena(arena, FirstMoveFix.UNIT).lacks(first)
    ]
    if lacks:
        found[FirstMoveFix.UNIT] = lacks[0]
    return found
