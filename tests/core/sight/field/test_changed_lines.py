"""A table that follows from the last one is the table computed from nothing."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core import native, visibility
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import VOID, PaletteEntry
from fairground.core.sight.field import changed_lines
from fairground.core.sight.field.compiled_passes import LineRows
from tests.core.sight.random_boards import EVERYTHING, hex_rulesets, random_policies, random_scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.field.visibility import VisibilityTable

pytestmark = pytest.mark.skipif(native.library() is None, reason=f"the compiled part is {native.engine()}")


@pytest.fixture(autouse=True)
def _without_tables() -> Iterator[None]:
    changed_lines._tables.clear()
    yield
    changed_lines._tables.clear()


def edit(rng: random.Random, scenario: Scenario) -> None:
    """Change the ground, the level or a hexside of one hex."""
    board = scenario.board
    row, column = rng.randrange(board.rows), rng.randrange(board.columns)
    match rng.randrange(5):
        case 0 | 1:
            board.terrain[row, column] = rng.randrange(len(board.palette))
        case 2:
            board.elevation[row, column] += rng.choice((-2, -1, 1, 2))
        case 3:
            board.effects[row, column] = rng.randrange(len(board.effects_palette))
        case _:
            side = hexside(board.layout.from_offset(column, row), rng.randrange(6))
            names = tuple(scenario.rules.hexsides)
            if board.hexsides.pop(side, None) is None and names:
                board.hexsides[side] = (rng.choice(names),)


def check(scenario: Scenario, reach: int | None, heights: tuple[int, int]) -> VisibilityTable:
    """Make sure that the last table leads to the same answer as none."""
    found = visibility(scenario, reach, heights)
    cached = changed_lines._tables.copy()
    changed_lines._tables.clear()
    expected = visibility(scenario, reach, heights)
    changed_lines._tables.clear()
    changed_lines._tables.update(cached)
    assert dict(found._there) == dict(expected._there)
    assert dict(found._back) == dict(expected._back)
    assert found.path == expected.path
    assert np.array_equal(found.exposure(), expected.exposure())
    return found


@given(
    name=st.sampled_from([*hex_rulesets(), EVERYTHING]),
    seed=st.integers(0, 10**9),
    reach=st.sampled_from([None, None, 1, 4]),
    heights=st.sampled_from([(0, 0), (1, 1), (2, 0), (0, 1)]),
)
def test_changes_lead_to_the_table_computed_from_nothing(
    name: str, seed: int, reach: int | None, heights: tuple[int, int]
) -> None:
    rng = random.Random(seed)  # noqa: S311  # the same boards each time
    overrides = random_policies(rng, name) if rng.random() < 0.5 else {}
    scenario = random_scenario(rng, name, overrides, size=16)
    scenario.board.palette.append(PaletteEntry("v", (VOID,)))
    with pytest.MonkeyPatch.context() as patch:
        # Lines are judged again however many there are.
        patch.setattr(changed_lines, "_PASSES_A_HEX", (-1,) * 4)
        changed_lines._tables.clear()
        check(scenario, reach, heights)
        for _ in range(6):
            for _ in range(rng.choice((1, 1, 1, 3))):
                edit(rng, scenario)
            check(scenario, reach, heights)


def buildings(rows: int = 12) -> Scenario:
    scenario = blank_scenario("Houses", layout=Layout.ODD_Q, size=(12, rows), ruleset="megamek")
    scenario.board.palette += [PaletteEntry("b", ("building",)), PaletteEntry("w", ("woods-1",))]
    scenario.board.elevation[3:5, 3:6] = 2
    scenario.board.elevation[8, 8] = 4
    return scenario


def test_lines_inside_a_building_follow_its_walls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changed_lines, "_PASSES_A_HEX", (-1,) * 4)
    scenario = buildings()
    scenario.board.terrain[1:11, 2] = 1
    assert check(scenario, None, (0, 0)).sees("C2", "C11")
    scenario.board.terrain[5, 2] = 0
    assert not check(scenario, None, (0, 0)).sees("C2", "C11")
    scenario.board.terrain[5, 2] = 1
    assert check(scenario, None, (0, 0)).sees("C2", "C11")


def test_a_table_before_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changed_lines, "_PASSES_A_HEX", (-1,) * 4)
    scenario = buildings()
    before = visibility(scenario)
    rows = dict(before._there)
    scenario.board.terrain[5:7, 5] = 1
    after = visibility(scenario)
    assert dict(before._there) == rows
    assert dict(after._there) != rows


def test_rows_change_in_place_once_no_table_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changed_lines, "_PASSES_A_HEX", (-1,) * 4)
    scenario = buildings()
    rows = visibility(scenario)._there.rows  # type: ignore[attr-defined]
    scenario.board.terrain[5:7, 5] = 1
    table = check(scenario, None, (0, 0))
    assert table._there.rows is rows  # type: ignore[attr-defined]
    scenario.board.terrain[5, 5] = 0
    assert check(scenario, None, (0, 0))._there.rows is not rows  # type: ignore[attr-defined]


def test_counts_follow_from_those_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changed_lines, "_PASSES_A_HEX", (-1,) * 4)
    scenario = buildings()
    visibility(scenario).exposure()
    with monkeypatch.context() as patch:
        patch.setattr(LineRows, "counts", None)
        scenario.board.terrain[5:7, 5] = 1
        exposure = visibility(scenario).exposure()
    changed_lines._tables.clear()
    assert np.array_equal(exposure, visibility(scenario).exposure())


def test_a_hex_that_blocks_no_line_leaves_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = buildings()
    scenario.board.palette.append(PaletteEntry("r", ("rough",)))
    first = visibility(scenario)
    scenario.board.terrain[1, 1] = 3
    monkeypatch.setattr(changed_lines._Judges, "judge", None)
    assert visibility(scenario)._there is first._there


def test_without_changes_the_lines_are_shared() -> None:
    scenario = buildings()
    first = visibility(scenario)._there
    scenario.name = "Another name"
    second = visibility(scenario)._there
    assert isinstance(first, LineRows)
    assert second is first


def test_the_last_tables_take_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = buildings()
    lines = visibility(scenario)._there
    assert isinstance(lines, LineRows)
    monkeypatch.setattr(changed_lines, "_CACHED_BYTES", 2 * lines.rows.nbytes)
    for height in range(4):
        visibility(scenario, None, (height, height))
    assert [it.heights for it in changed_lines._tables] == [(2, 2), (3, 3)]
    visibility(buildings(rows=60))
    assert not changed_lines._tables
