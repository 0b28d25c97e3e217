"""The table of policies: the engines agree on every value, and each value changes some answer."""

from __future__ import annotations

import random
from dataclasses import replace
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from fairground.core import visibility
from fairground.core.rules.policies import POLICIES
from fairground.core.rules.sight import Cover, CoverEffect, Sight, SightModel
from fairground.core.scenario.parts import RulesetReference
from fairground.core.sight.field.fan import Fans
from fairground.core.sight.line.verdict import Verdicts
from tests.core.sight.random_boards import EVERYTHING, random_policies, random_scenario

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from pydantic import BaseModel

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario

#: Values of keys that are numbers, beside the named ones.
LIMITS = {"sight.opacities.haze.limit": (1, 3), "sight.opacities.dust.limit": (1, 2)}
#: Values whose difference shows in the attack alone, not in the cover of a line.
ALIKE_ON_LINES = {CoverEffect.TO_HIT, CoverEffect.BOTH}
#: Boards to try until the policy matters on one.
MOST_BOARDS = 60

VALUES = {row.key: tuple(row.meanings) for row in POLICIES} | LIMITS
CASES = [
    pytest.param(key, one, other, id=f"{key}: {one}, {other}")
    for key, values in VALUES.items()
    for one, other in combinations(values, 2)
    if {one, other} != ALIKE_ON_LINES
]


class Answers(NamedTuple):
    """The answers of an engine for all pairs of hexes, in the order of ``to_bool_matrix``."""

    clear: NDArray[np.bool_]
    hindrance: NDArray[np.int64]
    cover: NDArray[np.int64]

    def equals(self, other: Answers) -> bool:
        return all(map(np.array_equal, self, other))


def by_lines(scenario: Scenario, hexes: list[Hex]) -> Answers:
    judge = Verdicts(scenario).sight
    found = [[judge(one, other) for other in hexes] for one in hexes]
    return Answers(
        np.array([[it.clear for it in row] for row in found]),
        np.array([[it.hindrance.to for it in row] for row in found]),
        np.array([[it.cover.to for it in row] for row in found]),
    )


def by_fans(scenario: Scenario, hexes: list[Hex]) -> Answers:
    fans = Fans(scenario)
    found = [fans.fan(at) for at in hexes]
    return Answers(
        np.array([it.visible.ravel() for it in found]),
        np.array([it.hindrance.ravel() for it in found]),
        np.array([it.cover.ravel() for it in found]),
    )


def judged_alike(scenario: Scenario) -> Answers:
    """Return the answers on a board, having made sure that the three engines agree on it."""
    hexes = sorted(scenario.board.hexes(), key=scenario.board.cell)
    lines, fans = by_lines(scenario, hexes), by_fans(scenario, hexes)
    assert lines.equals(fans)
    assert np.array_equal(visibility(scenario).to_bool_matrix(), lines.clear)
    return lines


def small_board(seed: int) -> Scenario:
    """Return a board without void hexes, with all policies at random."""
    rng = random.Random(seed)  # noqa: S311  # the same boards each time
    scenario = random_scenario(rng, EVERYTHING, random_policies(rng, EVERYTHING), size=6)
    scenario.board.palette = [
        replace(it, kinds=("clear",)) if it.is_void else it for it in scenario.board.palette
    ]
    return scenario


@pytest.mark.long
@pytest.mark.parametrize(("key", "one", "other"), CASES)
def test_the_engines_agree_on_a_board_where_the_policy_matters(key: str, one: object, other: object) -> None:
    for seed in range(MOST_BOARDS):
        scenario = small_board(seed)
        policies = scenario.ruleset.overrides
        found = []
        for value in (one, other):
            scenario.ruleset = RulesetReference(EVERYTHING, {**policies, key: value})
            found.append(judged_alike(scenario))
        if not found[0].equals(found[1]):
            return
    pytest.fail(f"{key} made no difference on {MOST_BOARDS} boards")


@pytest.mark.parametrize(("section", "model"), [("sight", Sight), ("cover", Cover)])
def test_every_named_choice_is_in_the_table_with_all_its_values(section: str, model: type[BaseModel]) -> None:
    for name, field in model.model_fields.items():
        choice = field.annotation
        if isinstance(choice, type) and issubclass(choice, StrEnum) and choice is not SightModel:
            assert set(VALUES[f"{section}.{name}"]) == set(choice)
