"""Hexes, rows and columns of zones and objectives that are off the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.finding import Finding, Place
from fairground.core.scenario.hex_arguments import has_label
from fairground.core.scenario.shapes import (
    Columns,
    Difference,
    Intersection,
    Listed,
    Painted,
    Rows,
    Union,
    Within,
)
from fairground.core.text.wording import counted, some
from fairground.core.validation.codes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.parts import Objective, Zone
    from fairground.core.scenario.shapes import Shape
    from fairground.core.validation.checked_scenario import CheckedScenario


def check_shapes(subject: CheckedScenario) -> Iterator[Finding]:
    """Find parts of zones and objectives that point off the board."""
    scenario = subject.scenario
    shaped: dict[str, Sequence[Zone | Objective]] = {
        "zone": scenario.zones,
        "objective": scenario.objectives,
    }
    for kind, parts in shaped.items():
        for index, part in enumerate(parts):
            path = (f"{kind}s", index, "hexes")
            for leaf in _leaves(part.shape):
                yield from _check_leaf(subject.board, leaf, f"{kind} {part.id!r}", path)


def _leaves(shape: Shape) -> Iterator[Shape]:
    """Yield the parts that a shape joins, left to right; without recursion, since unions chain by the hundred."""
    waiting = [shape]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Union | Difference | Intersection):
            waiting += (part.right, part.left)
        else:
            yield part


def _check_leaf(board: Board, leaf: Shape, owner: str, path: tuple[str | int, ...]) -> Iterator[Finding]:
    match leaf:
        case Rows():
            yield from _check_span(leaf.first, leaf.last, board.rows, "row", owner, path)
        case Columns():
            yield from _check_span(leaf.first, leaf.last, board.columns, "column", owner, path)
        case Listed() | Within():
            yield from _check_labels(board, leaf, owner, path)
        case Painted():
            yield from _check_painted(board, leaf, owner, path)
        case _:
            pass


def _check_span(
    first: int, last: int, bound: int, noun: str, owner: str, path: tuple[str | int, ...]
) -> Iterator[Finding]:
    span = f"{noun} {first}" if first == last else f"{noun}s {first}-{last}"
    if last > bound:
        yield make_finding(
            "shape.beyond",
            f"{owner} names {span}, but the board has {counted(bound, noun)}",
            Place(path),
            fix=f"End at {noun} {bound}." if first <= bound else f"Name {noun}s from 1 to {bound}.",
        )


def _check_labels(
    board: Board, leaf: Listed | Within, owner: str, path: tuple[str | int, ...]
) -> Iterator[Finding]:
    faulty = [(at, name) for at, name in enumerate(leaf.labels()) if not has_label(board, name)]
    if faulty:
        at, name = faulty[0]
        verb = "is" if len(faulty) == 1 else "are"
        yield make_finding(
            "shape.off-board",
            f"{some([name for _, name in faulty])} of {owner} {verb} off the board. {board.extent}",
            Place((*path, at) if isinstance(leaf, Listed) else path, hex=name),
        )


def _check_painted(board: Board, leaf: Painted, owner: str, path: tuple[str | int, ...]) -> Iterator[Finding]:
    widths = {len(row) for row in leaf.rows}
    if len(leaf.rows) != board.rows or widths != {board.columns}:
        shown = (
            str(widths.pop()) if len(widths) == 1 else f"{min(widths, default=0)} to {max(widths, default=0)}"
        )
        yield make_finding(
            "shape.painted",
            f"the painted block of {owner} is {shown}x{len(leaf.rows)}, but the board is {board.columns}x{board.rows}",
            Place(path),
        )
