"""The JSON form of a simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AliasPath, BeforeValidator, Field

from fairground.core.answer import Answer, FindingAnswer, Number, Part, schema_field

if TYPE_CHECKING:
    from fairground.core.simulation.simulation import Simulation

#: The two ends of an interval, as shares.
Interval = Annotated[tuple[Number, Number], BeforeValidator(lambda it: (it.low, it.high))]


class GamesAnswer(Part):
    """Counts of games."""

    planned: int = Field(
        validation_alias=AliasPath("setting", "games"),
        description="number of games planned, as many with each party first; early stopping plays fewer",
    )
    played: int = Field(description="number of games played")
    decided: int = Field(description="number of games with a winner; win rates are shares of these")
    draws: int = Field(description="number of games without a winner")
    looks: tuple[int, ...] = Field(
        validation_alias=AliasPath("setting", "looks"),
        description="numbers of games after which play could stop; the last is all of them",
    )
    needed: int | None = Field(
        validation_alias="games_needed",
        description="about how many games in all would decide at these rates; null: decided, or no number would",
    )


class EffectAnswer(Part):
    """A mean win rate minus that of an even game, as a share, with a 95% interval."""

    estimate: Number = Field(
        description="mean over all first movers, minus one divided by the number of parties"
    )
    low: Number = Field(description="lower end of the interval")
    high: Number = Field(description="upper end of the interval")


class ZoneRateAnswer(Part):
    """The win rate of a party."""

    id: str = Field(description="id of the party, as in fairness")
    wins: int = Field(description="games it won")
    rate: Number | None = Field(description="share of the decided games; null: none was decided")
    interval: Interval = Field(description="Wilson's 95% interval of the rate, for display")
    tested: Interval = Field(
        description="interval that the claim rests on: 90%, widened for interim looks and for more than two parties"
    )
    standing: Literal["inside", "above", "below", "open"] = Field(
        description="where `tested` is relative to the band; open: it crosses an edge"
    )
    effect: EffectAnswer | None = Field(
        description="effect of the zone alone, whoever moves first; null: too few games were decided"
    )


class CellAnswer(Part):
    """The games in which the same party moved first."""

    first: str | None = Field(description="id of that party; null: all move at once")
    wins: dict[str, int] = Field(description="games that each party won")
    draws: int = Field(description="games without a winner")


class ChiSquaredAnswer(Part):
    """Pearson's χ² over the wins of more than two parties."""

    statistic: Number = Field(description="χ²")
    freedom: int = Field(description="degrees of freedom")
    p: float = Field(description="probability of a value this large if all win equally often")


class SimulateAnswer(Answer):
    """Answer of ``fairground simulate --json``; the same for the same seed, whatever the machine and the jobs."""

    schema_name: Literal["fairground/simulate/1"] = schema_field("fairground/simulate/1")
    claim: Literal["fair", "unfair", "not decided", "not judged"] = Field(
        description="conclusion from the games, for these bots and this force; not judged: they leave out something "
        "that decides the game"
    )
    text: str = Field(
        validation_alias="sentence",
        description="the claim with interval, margin, bots and force, and what the games leave out; don't shorten it",
    )
    favoured: tuple[str, ...] = Field(description="ids of parties that win too often; none unless unfair")
    behind: tuple[str, ...] = Field(description="ids of parties that win too seldom; none unless unfair")
    bots: tuple[str, ...] = Field(
        validation_alias=AliasPath("setting", "bots"), description="the bot of each party"
    )
    force: str = Field(validation_alias=AliasPath("setting", "force"), description="the force")
    order: str = Field(validation_alias=AliasPath("setting", "order"), description="the order of turns")
    seed: int = Field(validation_alias=AliasPath("setting", "seed"), description="random seed")
    margin: Annotated[str, BeforeValidator(str)] = Field(
        validation_alias=AliasPath("setting", "margin"),
        description="difference from the rate of an even game that still counts as even, such as 1/20",
    )
    band: tuple[Number, Number] = Field(
        validation_alias=AliasPath("setting", "band"), description="the rates that count as even"
    )
    games: GamesAnswer = Field(description="counts of games")
    mean_turns: Number | None = Field(description="mean number of turns of a game; null: no games")
    chance_of_fair: float = Field(
        description="lower bound on the probability that these games show an even map to be fair, if all have a winner"
    )
    zones: tuple[ZoneRateAnswer, ...] = Field(description="the parties, in the order of their zones")
    turn_order: EffectAnswer | None = Field(
        description="effect of moving first, whatever the zone; null: all move at once, or too few games were decided"
    )
    cells: tuple[CellAnswer, ...] = Field(description="the games by who moved first")
    chi_squared: ChiSquaredAnswer | None = Field(description="null for two parties")
    left_out: tuple[str, ...] = Field(
        validation_alias=AliasPath("setting", "left_out"),
        description="parts of the rules and of the scenario that aren't played, in sentences",
    )
    errors: tuple[FindingAnswer, ...] = Field(
        validation_alias=AliasPath("setting", "errors"),
        description="errors of the scenario that were ignored; none without --despite-errors",
    )

    @classmethod
    def computed(cls, result: Simulation) -> dict[str, Any]:
        """Return the counts of all games, and of those in which each party moved first."""
        parties = result.parties
        return {
            "games": result,
            "cells": [
                CellAnswer(first=it.first, wins=dict(zip(parties, it.wins, strict=True)), draws=it.draws)
                for it in result.cells
            ],
        }
