"""The JSON forms of a simulation, of a table of bots, and of fixes for moving first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AliasPath, BeforeValidator, Field

from fairground.core.answer import FindingAnswer, Number, Part, ScenarioAnswer, schema_field

if TYPE_CHECKING:
    from fairground.core.simulation.simulation import Simulation

#: The two ends of an interval, as shares.
Interval = Annotated[tuple[Number, Number], BeforeValidator(lambda it: (it.low, it.high))]

ClaimName = Literal["fair", "unfair", "not decided", "not judged"]


def _of_setting(name: str, description: str) -> Any:  # noqa: ANN401  # as Field
    return Field(validation_alias=AliasPath("setting", name), description=description)


class ExpectedAnswer(Part):
    """Mean numbers of games by the stopping rule, if each game has a winner."""

    even: int = Field(description="expected number of games if the map is even")
    off: int = Field(
        description="expected number of games if the true win rate differs from even by twice the margin"
    )
    most: int = Field(description="maximum number of games")


class GamesAnswer(Part):
    """Counts of games."""

    planned: int = _of_setting(
        "games",
        "number of games planned; each party moves first in an equal share of them; with early stopping, fewer may be played",
    )
    played: int = Field(description="number of games played")
    decided: int = Field(description="number of games with a winner; win rates are shares of these")
    draws: int = Field(description="number of games without a winner")
    looks: tuple[int, ...] = _of_setting(
        "looks", "numbers of games after which an interim check could stop play"
    )
    rule: Literal["fixed number", "five looks", "sequential test"] = _of_setting(
        "rule",
        "when play stops; fixed number: after the planned games; five looks: at the first of a few interim checks that "
        "decides the claim; sequential test: after any pair of games that shows the map to be unfair, or at an interim "
        "check that shows it to be fair",
    )
    expected: ExpectedAnswer | None = Field(
        description=(
            "expected number of games, estimated before the first one; null if there are more than two "
            "parties"
        )
    )
    needed: int | None = Field(
        validation_alias="games_needed",
        description="approximate total number of games that would settle the claim at these win rates; null if already settled, or if no practical number would settle it",
    )


class EffectAnswer(Part):
    """A mean win rate minus that of an even game, as a share, with an interval, of 95% unless it says otherwise."""

    estimate: Number = Field(description="mean win rate over all first movers, minus 1 / number of parties")
    low: Number = Field(description="lower end of the interval")
    high: Number = Field(description="upper end of the interval")


class FirstMoveAnswer(Part):
    """The verdict on moving first."""

    verdict: Literal["decides too much", "does not matter", "not decided", "not judged"] = Field(
        description="whether the effect is shown to be larger than the margin, or within it"
    )
    effect: EffectAnswer = Field(
        description="the effect, with the 90% interval behind the verdict, widened for interim checks"
    )
    text: str = Field(description="the verdict in words, with its figures")


class ZoneRateAnswer(Part):
    """The win rate of a party."""

    id: str = Field(description="id of the party, as in the output of `fairground fairness --json`")
    wins: int = Field(description="number of games that the party won")
    rate: Number | None = Field(
        description="share of the decided games that the party won; null if no game was decided"
    )
    interval: Interval = Field(description="95% Wilson interval for the win rate, for display")
    tested: Interval = Field(
        description="interval behind the claim: 90%, widened for interim checks and for more than two parties"
    )
    standing: Literal["inside", "above", "below", "open"] = Field(
        description=(
            "position of the interval `tested` relative to the win rates that count as even; open: it "
            "contains a limit of that range"
        )
    )
    effect: EffectAnswer | None = Field(
        description="effect of the zone alone; null if too few games were decided"
    )


class CellAnswer(Part):
    """The games in which the same party moved first."""

    first: str | None = Field(description="id of the party that moved first; null if all move at once")
    wins: dict[str, int] = Field(description="number of games that each party won")
    draws: int = Field(description="number of games without a winner")


class EndAnswer(Part):
    """The games that ended in the same way."""

    party: str | None = Field(description="id of the party that won; null for a draw")
    way: str = Field(description="how the party won, or why nobody won")
    games: int = Field(description="number of games that ended this way")


class ChiSquaredAnswer(Part):
    """Pearson's χ² over the wins of more than two parties."""

    statistic: Number = Field(description="χ²")
    freedom: int = Field(description="number of degrees of freedom")
    p: float = Field(
        description="probability of a statistic at least this large if all parties win equally often"
    )


class SimulateAnswer(ScenarioAnswer):
    """Answer of ``fairground simulate --json``; the same for the same seed, whatever the machine and the jobs."""

    schema_name: Literal["fairground/simulate/1"] = schema_field("fairground/simulate/1")
    claim: ClaimName = Field(
        description="conclusion from the games, for these bots and this force; not judged: the games leave out "
        "something that can decide who wins"
    )
    text: str = Field(
        validation_alias="sentence",
        description="the claim in words, with its interval, margin, bots and force, and what the games leave out; quote it in full",
    )
    favoured: tuple[str, ...] = Field(
        description="ids of the parties that win too often; empty unless the claim is unfair"
    )
    behind: tuple[str, ...] = Field(
        description="ids of the parties that win too rarely; empty unless the claim is unfair"
    )
    bots: tuple[str, ...] = _of_setting("bots", "name of each party's bot")
    force: str = _of_setting("force", "name of the force")
    order: str = _of_setting("order", "turn order")
    missions: tuple[str, ...] = _of_setting(
        "missions",
        "ways to win of the sides that have their own; ways that self-play can't play are left out",
    )
    seed: int = _of_setting("seed", "random seed")
    margin: Annotated[str, BeforeValidator(str)] = _of_setting(
        "margin", "largest difference from an even win rate that still counts as even, such as 1/20"
    )
    band: tuple[Number, Number] = _of_setting("band", "lowest and highest win rate that count as even")
    games: GamesAnswer = Field(description="numbers of games planned, played, won and drawn")
    mean_turns: Number | None = Field(
        description="mean number of turns per game; null if there were no games"
    )
    chance_of_fair: float = Field(
        description="lower bound on the probability that this many games would show an even map to be fair, if each had a winner"
    )
    zones: tuple[ZoneRateAnswer, ...] = Field(
        description="win rate of each party, in the order of their zones"
    )
    turn_order: EffectAnswer | None = Field(
        description="effect of moving first; null if all move at once, or too few games were decided"
    )
    first_move: FirstMoveAnswer | None = Field(
        description="verdict on moving first; it does not change the claim about the zones; null if all move at once, or too few games were decided"
    )
    label: str = Field(
        description="short form of the claim for tables; mentions moving first if that decides too much or might"
    )
    cells: tuple[CellAnswer, ...] = Field(description="results by the party that moved first")
    chi_squared: ChiSquaredAnswer | None = Field(
        description="chi-squared test of equal win rates; null if there are only two parties"
    )
    ends: tuple[EndAnswer, ...] = Field(description="how the games ended, by party; draws last")
    left_out: tuple[str, ...] = _of_setting(
        "left_out", "parts of the rules and of the scenario that the games leave out, one sentence each"
    )
    errors: tuple[FindingAnswer, ...] = _of_setting(
        "errors", "errors that were ignored; empty without --despite-errors"
    )

    @classmethod
    def computed(cls, result: Simulation) -> dict[str, Any]:
        """Return the counts of all games, and of those in which each party moved first."""
        parties = result.parties
        first = result.first_move
        return {
            "games": result,
            "first_move": first
            and FirstMoveAnswer(
                verdict=first.verdict.value,
                effect=EffectAnswer.model_validate(first.effect),
                text=result.first_move_sentence,
            ),
            "cells": [
                CellAnswer(first=it.first, wins=dict(zip(parties, it.wins, strict=True)), draws=it.draws)
                for it in result.cells
            ],
        }


class PairingAnswer(Part):
    """The games of one pairing."""

    bots: tuple[str, ...] = Field(
        description=(
            "name of the bot that plays all parties, or names of two bots that each play every party "
            "in half of the games"
        )
    )
    claim: ClaimName = Field(description="conclusion from the games of this pairing")
    simulation: SimulateAnswer = Field(
        description="results of the games, as in the output of `fairground simulate --json`"
    )


class BotsTableAnswer(ScenarioAnswer):
    """Answer of ``fairground simulate --bots-table --json``."""

    schema_name: Literal["fairground/bots-table/1"] = schema_field("fairground/bots-table/1")
    claim: ClaimName = Field(
        description="claim of the whole table; fair or not judged: every pairing is; unfair: at least one pairing is; not decided: all other cases"
    )
    text: str = Field(
        validation_alias="sentence",
        description="the claims in words: the number of pairings with each claim, what the claims hold for, and how sure they are; quote it in full",
    )
    parties: tuple[str, ...] = Field(
        description="ids of the parties, as in the output of `fairground fairness --json`"
    )
    surely_right: Annotated[Number, BeforeValidator(float)] = Field(
        description="lower bound on the probability that all claims are right"
    )
    pairings: tuple[PairingAnswer, ...] = Field(description="results of the pairings, in the order played")

    @classmethod
    def computed(cls, result: Any) -> dict[str, Any]:  # noqa: ANN401  # as Part's
        """Return the games of each pairing as answers."""
        return {
            "pairings": [
                PairingAnswer(bots=it.bots, claim=it.claim.value, simulation=it.simulation.to_answer())
                for it in result.pairings
            ]
        }


class TriedFixAnswer(Part):
    """The games with a fix for moving first."""

    id: Literal["take-turns", "dice", "at-once", "choose-zone", "points", "unit", "step"] = Field(
        description="the fix"
    )
    title: str = Field(description="the fix in words")
    settles: bool = Field(
        description="whether the games show that moving first does not matter by more than the margin"
    )
    result: Literal[
        "settled",
        "no first move",
        "moving first still decides too much",
        "moving second decides too much",
        "not decided",
    ] = Field(
        description="whether the fix settles the effect of moving first; no first move: all move at once"
    )
    effect: EffectAnswer | None = Field(
        description=(
            "the remaining effect, with the 90% interval behind the result, widened for interim "
            "checks; null if nobody moves first, or some zone won no game as first mover, or lost none"
        )
    )
    text: str = Field(description="the result in words, with its figures")
    claim: ClaimName | None = Field(
        description="claim about the zones from these games; null if the second mover chooses its zone"
    )
    simulation: SimulateAnswer = Field(
        description="the games, as in the output of `fairground simulate --json`"
    )


class UntriedFixAnswer(Part):
    """A fix that can't be tried."""

    title: str = Field(description="the fix in words")
    reason: str = Field(description="why the fix can't be tried")


class FirstMoveFixesAnswer(ScenarioAnswer):
    """Answer of ``fairground simulate --first-move-fixes --json``."""

    schema_name: Literal["fairground/first-move-fixes/1"] = schema_field("fairground/first-move-fixes/1")
    text: str = Field(
        validation_alias="sentence",
        description="the effect of moving first, which fixes settle it, which don't, and which were not tried and why; "
        "quote it in full",
    )
    simulation: SimulateAnswer = Field(description="the games of the scenario without any fix")
    tried: tuple[TriedFixAnswer, ...] = Field(
        description="the fixes that were tried; empty if moving first doesn't matter or isn't judged"
    )
    untried: tuple[UntriedFixAnswer, ...] = Field(description="the fixes that can't be tried")

    @classmethod
    def computed(cls, result: Any) -> dict[str, Any]:  # noqa: ANN401  # as Part's
        """Return the games as answers, and what is left of the first move with each fix."""
        return {
            "simulation": result.simulation.to_answer(),
            "tried": [
                TriedFixAnswer(
                    id=it.fix.value,
                    title=it.title,
                    settles=it.settles,
                    result=it.result.value,
                    effect=it.first_move and EffectAnswer.model_validate(it.first_move.effect),
                    text=it.text,
                    claim=it.claim and it.claim.value,
                    simulation=it.simulation.to_answer(),
                )
                for it in result.tried
            ],
        }
