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
    text: str = Field(description="the consequence, as a sentence")
    rules: tuple[str, ...] = Field(description="IDs of the rules behind the consequence")
    hexes: Labels = Field(description="labels of the affected hexes, row by row")
    unit: TextOrNone = Field(description="id of the affected unit; null if there is none")
    round: Annotated[int | None, BeforeValidator(lambda value: value or None)] = Field(
        description="number of the round, starting at 1, at the end of which this happens; null if it happens at another time"
    )


class RollAnswer(Part):
    """A roll of dice."""

    what: Literal["spreads", "clears"] = Field(description="purpose of the roll")
    effect: str = Field(description="id of the effect")
    hex: Label = Field(description="label of the hex with the effect")
    shows: int = Field(
        description="number rolled; for spreads, the direction, counted clockwise from N or NE"
    )
    round: int = Field(
        description="number of the round, starting at 1, at the end of which the dice were rolled"
    )


class RefusedAnswer(Part):
    """A refused change, or its part on one hex."""

    text: str = Field(description="the reason for the refusal, as a sentence")
    hex: str | None = Field(description="label of the refused hex; null if the whole change was refused")


class DoneAnswer(Part):
    """A change and its consequences."""

    change: str = Field(validation_alias="text", description="the change as text that can be parsed again")
    idle: bool = Field(description="whether the change had no effect")
    happened: tuple[ConsequenceAnswer, ...] = Field(description="consequences of the change, in order")
    refused: tuple[RefusedAnswer, ...] = Field(description="refused parts of the change, with reasons")
    rolls: tuple[RollAnswer, ...] = Field(description="dice rolls, in order")
