"""The JSON form of changes made to a board and what came of them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from fairground.core.answer import Label, Labels, Part, TextOrNone


class ConsequenceAnswer(Part):
    """One thing that happens."""

    kind: Literal[
        "spreads",
        "becomes",
        "quenched",
        "ends",
        "clears",
        "harms",
        "cools",
        "destroyed",
        "damaged",
        "weather",
        "added",
        "removed",
        "advice",
        "nothing",
    ] = Field(description="what kind of thing; harms, cools, advice and nothing leave the board as it is")
    text: str = Field(description="a sentence")
    rules: tuple[str, ...] = Field(description="IDs of the rules it rests on")
    hexes: Labels = Field(description="labels of the hexes it is about, row by row")
    unit: TextOrNone = Field(description="id of the unit it happens to")
    round: Annotated[int | None, BeforeValidator(lambda value: value or None)] = Field(
        description="number of the round at whose end it happens, from 1"
    )


class RollAnswer(Part):
    """What dice showed."""

    what: Literal["spreads", "clears"] = Field(description="purpose of the roll")
    effect: str = Field(description="id of the effect")
    hex: Label = Field(description="label of the hex it lay in")
    shows: int = Field(description="the number; for spreads it counts the directions clockwise from N or NE")
    round: int = Field(description="number of the round at whose end they were thrown, from 1")


class RefusedAnswer(Part):
    """Something that cannot be."""

    text: str = Field(description="why, in a sentence")
    hex: str | None = Field(description="label of the hex it is about")


class DoneAnswer(Part):
    """One change, and what it came to."""

    change: str = Field(validation_alias="text", description="the change, as it can be written again")
    idle: bool = Field(description="whether it left everything as it was")
    happened: tuple[ConsequenceAnswer, ...] = Field(description="consequences, in order")
    refused: tuple[RefusedAnswer, ...] = Field(description="parts that are impossible, with the reason")
    rolls: tuple[RollAnswer, ...] = Field(description="dice that were thrown, in the order of throwing")
