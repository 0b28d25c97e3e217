"""The JSON form of changes to a board and their consequences."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from fairground.core.answer import Label, Labels, Part, TextOrNone


class ConsequenceAnswer(Part):
    """A consequence of a change."""

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
    ] = Field(description="kind of consequence; harms, cools, advice and nothing leave the board unchanged")
    text: str = Field(description="a sentence")
    rules: tuple[str, ...] = Field(description="IDs of the rules it rests on")
    hexes: Labels = Field(description="labels of the hexes it concerns, row by row")
    unit: TextOrNone = Field(description="id of the affected unit")
    round: Annotated[int | None, BeforeValidator(lambda value: value or None)] = Field(
        description="number of the round at whose end it happens, from 1"
    )


class RollAnswer(Part):
    """A roll of dice."""

    what: Literal["spreads", "clears"] = Field(description="purpose of the roll")
    effect: str = Field(description="id of the effect")
    hex: Label = Field(description="label of the hex of the effect")
    shows: int = Field(description="result; for spreads, the direction counted clockwise from N or NE")
    round: int = Field(description="number of the round at whose end it was rolled, from 1")


class RefusedAnswer(Part):
    """A refused change, or its part on one hex."""

    text: str = Field(description="why, in a sentence")
    hex: str | None = Field(description="label of the hex it concerns")


class DoneAnswer(Part):
    """A change and its consequences."""

    change: str = Field(validation_alias="text", description="the change, in a form that can be parsed again")
    idle: bool = Field(description="whether it changed nothing")
    happened: tuple[ConsequenceAnswer, ...] = Field(description="consequences, in order")
    refused: tuple[RefusedAnswer, ...] = Field(description="refused parts, with the reason")
    rolls: tuple[RollAnswer, ...] = Field(description="rolls, in order")
