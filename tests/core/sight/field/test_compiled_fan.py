"""Fans from compiled sums are those from NumPy's."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core import native
from fairground.core.scenario.document import Scenario
from fairground.core.sight.field.fan import Fans
from fairground.core.sight.field.fan_board import FanBoard
from tests.core.sight.random_boards import EVERYTHING, hex_rulesets, random_policies, random_scenario

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex

pytestmark = pytest.mark.skipif(native.library() is None, reason=f"the compiled part is {native.engine()}")


def check(scenario: Scenario, origin: Hex, reach: int | None, heights: tuple[int, int] = (0, 0)) -> None:
    """Make sure that both give the same answers."""
    answers = []
    for pure in ("", "1"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(native.PURE, pure)
            fan = Fans(scenario).fan(origin, reach, heights)
            answers.append((fan.visible, fan.blocked, fan.hindrance, fan.cover))
    for compiled, expected in zip(*answers, strict=True):
        assert np.array_equal(compiled, expected)


@given(
    name=st.sampled_from([*hex_rulesets(), EVERYTHING]),
    seed=st.integers(0, 10**9),
    reach=st.sampled_from([None, None, 0, 1, 4]),
    heights=st.sampled_from([(0, 0), (1, 1), (2, 0), (0, 1)]),
)
def test_h_03_compiled_and_pure_fans_are_the_same(
    name: str, seed: int, reach: int | None, heights: tuple[int, int]
) -> None:
    rng = random.Random(seed)  # noqa: S311  # the same boards each time
    overrides = random_policies(rng, name) if rng.random() < 0.5 else {}
    scenario = random_scenario(rng, name, overrides, size=20)
    check(scenario, rng.choice(list(scenario.board.hexes())), reach, heights)


def check_sums(columns: int, rows: int, ruleset: str, origins: int) -> None:
    """Make sure that the sums along lines, and the last hexes, are the same on a board of random numbers."""
    rng = np.random.default_rng(columns + rows)
    scenario = Scenario.blank("Sums", (columns, rows), ruleset=ruleset)
    board = FanBoard(scenario)
    words = [
        rng.integers(0, 1000, board.lanes.total, np.int32),
        rng.integers(0, 1 << 40, board.lanes.total, np.int64),
    ]
    hexes = list(scenario.board.hexes())
    for at in [0, len(hexes) - 1, *rng.integers(0, len(hexes), origins).tolist()]:
        answers = []
        for pure in ("", "1"):
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv(native.PURE, pure)
                answers.append([*board.sums(words, None, hexes[at], None), board.last_lanes(hexes[at], None)])
        for compiled, expected in zip(*answers, strict=True):
            assert np.array_equal(compiled, expected), (columns, rows, at)


@pytest.mark.parametrize("ruleset", ["penance-2.0", "megamek"])
@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (1, 40), (300, 7), (9, 300), (61, 64)])
def test_h_03_sums_along_lines_are_the_same(columns: int, rows: int, ruleset: str) -> None:
    check_sums(columns, rows, ruleset, 4)


@pytest.mark.long
@pytest.mark.parametrize("ruleset", ["penance-2.0", "megamek"])
@pytest.mark.parametrize(("columns", "rows"), [(1000, 1000), (1000, 250)])
def test_h_03_sums_are_the_same_on_the_largest_boards(columns: int, rows: int, ruleset: str) -> None:
    check_sums(columns, rows, ruleset, 1)
