"""The JSON form of a fan."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fairground.core.answer import Answer, Label, Labels, schema_field


class FanAnswer(Answer):
    """Answer of ``fairground fan --json``; void hexes and those out of range are in neither list."""

    schema_name: Literal["fairground/fan/1"] = schema_field("fairground/fan/1")
    origin: Label = Field(description="label of the hex that looks")
    range: int | None = Field(description="how many hexes far; null is all of the board")
    visible: Labels = Field(description="labels of the hexes seen, row by row, the origin too")
    blocked: Labels = Field(description="labels of the hexes not seen, row by row")
