"""The JSON form of a table of bots."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from fairground.core.answer import Answer, Number, Part, schema_field
from fairground.core.simulation.answer import SimulateAnswer  # noqa: TC001  # pydantic looks it up

ClaimName = Literal["fair", "unfair", "not decided", "not judged"]


class PairingAnswer(Part):
    """The games of one pairing."""

    bots: tuple[str, ...] = Field(
        description="name of the bot of all parties, or names of two bots that each play every party in half of the games"
    )
    claim: ClaimName = Field(description="conclusion from the games of this pairing")
    simulation: SimulateAnswer = Field(
        description="results of the games, as in the answer of `fairground simulate`"
    )


class BotsTableAnswer(Answer):
    """Answer of ``fairground simulate --bots-table --json``."""

    schema_name: Literal["fairground/bots-table/1"] = schema_field("fairground/bots-table/1")
    claim: ClaimName = Field(
        description="claim of the whole table; fair or not judged: for every pairing; unfair: for at least one; not decided: in all other cases"
    )
    text: str = Field(
        validation_alias="sentence",
        description="the claims in words: the number of pairings with each claim, what the claims hold for, and how sure they are; quote it in full",
    )
    parties: tuple[str, ...] = Field(
        description="ids of the parties, as in the answer of `fairground fairness`"
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
