"""What ``fairground sight`` and ``fairground fan`` answer where sight is from base to base."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fairground.core.cli.board_text import board_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.sight.bases.fan import BaseFan
    from fairground.core.sight.bases.verdict import BaseSight

#: Inches to the right of the centre of A1, and down.
Point = tuple[float, float]


def base_sight_text(verdict: BaseSight) -> Iterator[str]:
    """Yield a verdict as lines for a terminal."""
    head = f"{verdict.start.name} to {verdict.end.name}, {verdict.distance:.4g} inches: "
    colour = {"easy": "green", "difficult": "yellow", "hidden": "red"}[verdict.state.value]
    state = click.style(verdict.state.value, fg=colour, bold=True)
    yield head + state + (f", {verdict.grade}" if verdict.grade else "")
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

    def mark(row: int, column: int) -> str:
        return "." if fan.visible[row, column] else "#" if fan.blocked[row, column] else " "

    return "\n".join(
        [
            f"{fan.origin.name} sees a base in {seen} of {seen + hidden} hexes{within}",
            "",
            *board_text(board, mark, [fan.origin.base.hex]),
            "",
            "  @ who looks   . a base in the middle is seen   # not seen",
        ]
    )
