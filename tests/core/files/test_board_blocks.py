"""Hexsides that are read all at once are those that are read line by line."""

from __future__ import annotations

import random

import pytest

from fairground.core.files.board_blocks import _Reader
from fairground.core.files.read_result import Problems
from fairground.core.grid.hexsides import Hexside, hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board
from fairground.core.text.guarded_yaml import parse


def reader(board: Board) -> _Reader:
    return _Reader(board, Problems(parse(b"a: 1")))


@pytest.mark.parametrize("layout", Layout)
def test_lines_as_they_are_written_are_read_at_once(layout: Layout) -> None:
    board, rng = Board.blank(layout, 30, 40), random.Random(3)  # noqa: S311  # not for secrets
    found: dict[Hexside, str] = {}
    for at in rng.sample(list(board.hexes()), 200):
        direction = rng.randrange(6)
        found.setdefault(
            hexside(at, direction),
            f"{board.label(at)} {layout.direction_name(direction)} {rng.choice(('hedge', 'wall+hedge', 'b-1'))}\n",
        )
    text = "".join(found.values())
    at_once = reader(board)._read_regular(text)
    assert at_once is not None
    assert at_once == reader(board)._read_one_by_one(text)
    assert list(at_once.features) == list(found)
    assert at_once.features[hexside(next(iter(found)).hex, next(iter(found)).direction)]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "A1  N hedge",
        "A1 N",
        "a1 N hedge",
        "A01 N hedge",
        "A0 N hedge",
        "Z9 N hedge",
        "A1 W hedge",
        "A1 N hedge+hedge",
        "A1 N hedge+",
        "A1 N hedge more",
        "A1\tN hedge",
        "A1 N h\u00e4dge",
        "A2 N hedge",
    ],
)
def test_anything_unusual_is_read_line_by_line(line: str) -> None:
    # A1 S and A2 N are one hexside.
    assert reader(Board.blank(Layout.ODD_Q, 4, 4))._read_regular(f"A1 S hedge\n{line}\n") is None
