"""Verdicts against those of a second judge, on boards at random; ``tools/check_verdicts.py`` takes many more."""

from __future__ import annotations

import random

import pytest

from tests.core.sight.brute_geometry import geometry
from tests.core.sight.comparison import compare, compare_scenario
from tests.core.sight.random_boards import (
    EVERYTHING,
    POLICIES,
    hex_rulesets,
    random_policies,
    random_scenario,
)

SINGLE_POLICIES = [(path, choice) for path, choices in POLICIES.items() for choice in choices]


@pytest.mark.long
@pytest.mark.parametrize("name", hex_rulesets())
def test_verdicts_by_shipped_rulesets_are_those_of_the_second_judge(name: str) -> None:
    rng = random.Random(name)  # noqa: S311  # the same boards each time
    for _ in range(4):
        for it in compare_scenario(rng, random_scenario(rng, name), 80):
            assert it.found == it.expected, it


@pytest.mark.long
@pytest.mark.parametrize(("path", "choice"), SINGLE_POLICIES)
def test_verdicts_by_each_policy_are_those_of_the_second_judge(path: str, choice: object) -> None:
    rng = random.Random(path)  # noqa: S311
    for _ in range(4):
        policies = {**random_policies(rng, EVERYTHING), path: choice}
        for it in compare_scenario(rng, random_scenario(rng, EVERYTHING, policies), 60):
            assert it.found == it.expected, it


@pytest.mark.long
def test_verdicts_by_policies_at_random_are_those_of_the_second_judge() -> None:
    met = {"blocked": 0, "hindered": 0, "covered": 0, "one way": 0}
    for it in compare(seed=9, count=2000):
        assert it.found == it.expected, it
        met["blocked"] += not it.found.clear
        met["hindered"] += any(it.found.hindrance)
        met["covered"] += any(it.found.cover)
        met["one way"] += len(set(it.found.hindrance)) + len(set(it.found.cover)) > 2
    assert all(count >= 40 for count in met.values()), met


def test_h_04_the_second_judge_sees_the_hexside_that_a_line_runs_along() -> None:
    met = geometry(1, 1)
    assert (met.crossed, met.touched) == ((), ())
    assert (set(met.left), set(met.right)) == ({(1, 0)}, {(0, 1)})
    assert [(it.leaves, it.enters) for it in met.corners] in (
        [((0, 0), None), (None, (1, 1))],
        [(None, (1, 1)), ((0, 0), None)],
    )
