"""Fans from compiled sums are those from NumPy's."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core import native
from fairground.core.sight.field import fan_board
from fairground.core.sight.field.fan import Fans
from tests.core.sight.random_boards import EVERYTHING, hex_rulesets, random_policies, random_scenario

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario

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


@pytest.mark.parametrize("ruleset", hex_rulesets())
def test_rows_in_several_calls(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fan_board, "MOST_CACHED", 100)
    rng = random.Random(ruleset)  # noqa: S311  # the same board each time
    scenario = random_scenario(rng, ruleset, size=30)
    for reach in (None, 7):
        check(scenario, rng.choice(list(scenario.board.hexes())), reach)
