"""What ``fairground sight`` and ``fairground fan`` answer where sight is from base to base."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click
from pydantic import BaseModel, ConfigDict, Field

from fairground.core.cli.board_text import board_text
from fairground.core.cli.shared_answers import Answer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.sight.bases.fan import BaseFan
    from fairground.core.sight.bases.verdict import BaseSight

#: Inches to the right of the centre of A1, and down.
Point = tuple[float, float]


class _Part(BaseModel):
    """A part of the answer."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class HardCoverAnswer(_Part):
    """Terrain that gives the target hard cover."""

    terrain: str = Field(description="kind of terrain")
    hexes: tuple[str, ...] = Field(description="labels of its hexes")
    contact: bool = Field(description="whether it shelters only who touches it")


class PartAnswer(_Part):
    """A part of a large target."""

    name: str = Field(description="its name")
    seen: bool = Field(description="whether it is in sight")
    witness: tuple[Point, Point] | None = Field(description="a free line to it; null where it is not seen")


class BaseReasonAnswer(_Part):
    """One thing that made the verdict."""

    rule: str = Field(description="ID of the rule it rests on")
    text: str = Field(description="a sentence")


class BaseHexReasonAnswer(BaseReasonAnswer):
    """The same, about a hex."""

    hex: str = Field(description="its label")


class BaseSightAnswer(Answer):
    """Answer of ``fairground sight --json`` where sight is from base to base."""

    schema_name: Literal["fairground/base-sight/1"] = Field(
        default="fairground/base-sight/1", alias="schema", description="name and version of this shape"
    )
    start: str = Field(alias="from", description="id of the unit that looks, or label of a hex")
    end: str = Field(alias="to", description="id of the unit looked at, or label of a hex")
    distance: float = Field(description="inches from edge to edge; 0 where the bases touch")
    sight: bool = Field(description="whether there is a free line")
    visibility: str = Field(description="the visibility grade that counts, or hidden")
    difficult: bool = Field(description="whether it is a difficult target")
    witness: tuple[Point, Point] | None = Field(
        description="a free line, in inches right and down from the centre of A1; null where there is none"
    )
    exact: bool = Field(
        description="whether the witness keeps clear of all that blocks; it touches something otherwise, to 1e-9 inch"
    )
    awareness: int | None = Field(description="inches up to which the target is easy; null for a hidden one")
    evasion: int = Field(description="evasion that the target has more")
    toughness: int = Field(description="toughness that the target has more")
    hard_cover: tuple[HardCoverAnswer, ...] = Field(description="terrain that the target is behind")
    parts: tuple[PartAnswer, ...] = Field(description="parts of a large target")
    observer: str | None = Field(
        description="unit whose visibility is used, and which does nothing else that turn"
    )
    can_lift: bool = Field(description="whether the unit that looks may get the target up from the ground")
    reasons: tuple[BaseReasonAnswer | BaseHexReasonAnswer, ...] = Field(description="why")


class BaseFanAnswer(Answer):
    """Answer of ``fairground fan --json`` where sight is from base to base."""

    schema_name: Literal["fairground/base-fan/1"] = Field(
        default="fairground/base-fan/1", alias="schema", description="name and version of this shape"
    )
    origin: str = Field(description="id of the unit that looks, or label of a hex")
    range: int | None = Field(description="how many inches far, from edge to edge; null is all of the table")
    visible: tuple[str, ...] = Field(
        description="labels of the hexes in whose middle a usual base would be seen, row by row"
    )
    blocked: tuple[str, ...] = Field(description="labels of the hexes in whose middle it would not be seen")
    region: tuple[tuple[tuple[Point, ...], ...], ...] = Field(
        description="points seen: areas, each an outer ring and the rings of its holes, in inches from the centre of A1"
    )


def base_sight_text(verdict: BaseSight) -> Iterator[str]:
    """Yield a verdict as lines for a terminal."""
    told = verdict.to_json()
    head = f"{told['from']} to {told['to']}, {verdict.distance:.4g} inches: "
    colour = {"easy": "green", "difficult": "yellow", "hidden": "red"}[verdict.state.value]
    state = click.style(verdict.state.value, fg=colour, bold=True)
    yield head + state + (f", {told['visibility']}" if verdict.grade else "")
    if verdict.grade:
        yield f"  evasion    {verdict.evasion:+d}"
        yield f"  toughness  {verdict.toughness:+d}"
    for part in verdict.parts:
        yield f"  {part.name}: {'seen' if part.witness else 'not seen'}"
    if verdict.witness:
        (x1, y1), (x2, y2) = verdict.witness.start, verdict.witness.end
        yield f"  free line from ({x1:.2f}, {y1:.2f}) to ({x2:.2f}, {y2:.2f})"
    width = max((len(it.rule) for it in verdict.reasons), default=0)
    for it in verdict.reasons:
        yield f"  {it.rule.ljust(width)}  {it.text}"


def base_fan_text(fan: BaseFan) -> str:
    """Return a fan as a board for a terminal."""
    board = fan.board
    seen, hidden = int(fan.visible.sum()), int(fan.blocked.sum())
    within = "" if fan.range is None else f" within {fan.range} inches"
    marks = [
        [
            "." if fan.visible[row, column] else "#" if fan.blocked[row, column] else " "
            for column in range(board.columns)
        ]
        for row in range(board.rows)
    ]
    row, column = board.cell(fan.origin.base.hex)
    marks[row][column] = "@"
    return "\n".join(
        [
            f"{fan.origin.name} sees a base in {seen} of {seen + hidden} hexes{within}",
            "",
            *board_text(board, marks),
            "",
            "  @ who looks   . a base in the middle is seen   # not seen",
        ]
    )
