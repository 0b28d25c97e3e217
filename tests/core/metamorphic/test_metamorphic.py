"""Turns, mirrors, other layouts and other names change nothing that is shown, but where it stands and what it is called.

``make check-metamorphic`` looks at many more boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.scenario.board import PaletteEntry, entry_index
from tests.core.metamorphic.answers import Questions, answers, symmetry_of
from tests.core.metamorphic.boards import RULESETS, random_game
from tests.core.metamorphic.changes import CHANGES, changes, relabelled
from tests.core.metamorphic.comparison import differences, differing

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


@pytest.mark.long
@pytest.mark.parametrize("ruleset", RULESETS)
@given(seed=st.integers(0, 1_000_000))
@settings(max_examples=2, deadline=None)
def test_what_is_shown_changes_with_the_board_alone(ruleset: str, seed: int) -> None:
    scenario = random_game(seed, ruleset, most=(9, 7))
    assert list(differences(scenario, seed, most=2)) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("ruleset", "most"), [("penance-1.0", (6, 6)), ("hexside-ww2", (6, 6)), ("penance-1.0", (11, 9))]
)
def test_a_board_is_as_symmetric_however_it_lies(ruleset: str, most: tuple[int, int]) -> None:
    compared = 0
    for seed in range(65, 100):
        scenario = random_game(seed, ruleset, most=most)
        for change in changes(scenario, seed):
            if change.keeps_rectangle:
                assert symmetry_of(change.scenario) == change.image(symmetry_of(scenario)), (
                    seed,
                    change.title,
                )
                compared += 1
    assert compared > 60


@pytest.mark.parametrize("ruleset", RULESETS)
def test_there_are_fifteen_changes_and_each_changes_the_board_or_its_names(ruleset: str) -> None:
    scenario = random_game(1, ruleset)
    found = list(changes(scenario, 1))
    assert len({it.title for it in found}) == CHANGES
    for it in found:
        moved = any(it.way.hex(at) != at for at in scenario.board.hexes())
        assert moved or it.scenario.board.layout is not scenario.board.layout or it.names


def shown(scenario: Scenario) -> dict[str, Any]:
    return answers(scenario, Questions(scenario, 2))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_board_with_other_ground_is_shown_otherwise(ruleset: str) -> None:
    scenario = random_game(2, ruleset)
    before = shown(scenario)
    scenario.board.terrain[:, scenario.board.columns // 2] = entry_index(
        scenario.board.palette, PaletteEntry("-", ("void",))
    )
    assert list(differing(before, shown(scenario), "shown"))


@pytest.mark.long
def test_a_swap_of_names_that_is_not_looked_for_is_found() -> None:
    scenario = random_game(3, "penance-2.0")
    change = relabelled(scenario, 1)
    assert any(old != new for old, new in change.names.items())
    assert list(differing(shown(scenario), shown(change.scenario), "shown"))
