"""The compiled part finds exactly the pairs in sight that Python finds."""

from __future__ import annotations

import random
from collections import OrderedDict
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core import native, visibility
from fairground.core.grid.hexes import Hex, disc
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.sight.field import changed_lines, compiled_plan
from fairground.core.sight.field.compiled_passes import LineRows
from tests.core.sight.random_boards import EVERYTHING, hex_rulesets, random_policies, random_scenario

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

pytestmark = pytest.mark.skipif(native.library() is None, reason=f"the compiled part is {native.engine()}")


def check(scenario: Scenario, reach: int | None = None, heights: tuple[int, int] = (0, 0)) -> None:
    """Make sure that both give the same answers, and that they are two."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(native.PURE, raising=False)
        compiled = visibility(scenario, reach, heights)
        patch.setenv(native.PURE, "1")
        pure = visibility(scenario, reach, heights)
    assert isinstance(compiled._there, LineRows)
    assert isinstance(pure._there, dict)
    assert compiled.path == pure.path
    assert dict(compiled._there) == pure._there
    assert dict(compiled._back) == pure._back
    assert np.array_equal(compiled.exposure(), pure.exposure())
    some = np.arange(0, scenario.board.terrain.size, 3)
    views = compiled.views(some)
    assert np.array_equal(views, pure.views(some))
    assert np.array_equal(views, compiled.to_bool_matrix()[some])


@given(
    name=st.sampled_from([*hex_rulesets(), EVERYTHING]),
    seed=st.integers(0, 10**9),
    reach=st.sampled_from([None, None, 0, 1, 4]),
    heights=st.sampled_from([(0, 0), (1, 1), (2, 0), (0, 1)]),
)
def test_h_06_compiled_and_pure_tables_are_the_same(
    name: str, seed: int, reach: int | None, heights: tuple[int, int]
) -> None:
    rng = random.Random(seed)  # noqa: S311  # the same boards each time
    overrides = random_policies(rng, name) if rng.random() < 0.5 else {}
    check(random_scenario(rng, name, overrides, size=16), reach, heights)


@given(
    name=st.sampled_from([*hex_rulesets(), EVERYTHING]),
    seed=st.integers(0, 10**9),
    parts=st.integers(2, 4),
)
def test_parts_computed_beside_each_other_make_the_same_table(name: str, seed: int, parts: int) -> None:
    rng = random.Random(seed)  # noqa: S311  # the same boards each time
    scenario = random_scenario(rng, name, {}, size=16)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled_plan, "_WORTH_SHARING", 0)
        patch.setattr(compiled_plan, "cores", lambda: parts)
        # Neither the last tables nor the last plans.
        patch.setattr(changed_lines, "_tables", OrderedDict())
        compiled_plan.compiled_plan.cache_clear()
        check(scenario)
        compiled_plan.compiled_plan.cache_clear()


@given(
    name=st.sampled_from(hex_rulesets()),
    seed=st.integers(0, 10**9),
    radius=st.integers(1, 5),
    heights=st.sampled_from([(0, 0), (2, 0), (0, 1)]),
)
def test_planes_of_offsets_are_the_rows_of_the_table(
    name: str, seed: int, radius: int, heights: tuple[int, int]
) -> None:
    rng = random.Random(seed)  # noqa: S311  # the same boards each time
    scenario = random_scenario(rng, name, {}, size=12)
    table = visibility(scenario, radius, heights)
    planes = table.offset_planes(radius)
    assert planes is not None
    for offset in disc(Hex(0, 0), radius)[1:]:
        index = (offset.q + radius) * (2 * radius + 1) + offset.r + radius
        assert int.from_bytes(planes[index].tobytes(), "little") == table.from_where(offset)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.PURE, "1")
        assert visibility(scenario, radius, heights).offset_planes(radius) is None


@pytest.mark.parametrize("ruleset", hex_rulesets())
@pytest.mark.parametrize("size", [(1, 1), (1, 9), (9, 1), (2, 7)])
def test_the_narrowest_boards(ruleset: str, size: tuple[int, int]) -> None:
    check(blank_scenario("Narrow", layout=Layout.ODD_R, size=size, ruleset=ruleset))


def test_an_answer_to_compare_with_can_differ() -> None:
    scenario = random_scenario(random.Random(1), "megamek", size=12)  # noqa: S311  # the same board each time
    seen = visibility(scenario).to_bool_matrix()
    scenario.board.elevation[0, 0] += 5
    assert not np.array_equal(visibility(scenario).to_bool_matrix(), seen)
