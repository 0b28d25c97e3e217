"""Missions in which the sides have different parts: what is compared, what is not, and what is said of it."""

from __future__ import annotations

import pytest

from fairground.core import fairness, load
from fairground.core.scenario.fairness_titles_and_limits import MEASURES
from fairground.core.scenario.fairness_verdicts import Verdict


@pytest.mark.parametrize("name", ["last-convoy", "powder-mill", "road-to-vaubrais"])
def test_ar_06_different_parts_are_not_compared(name: str) -> None:
    found = fairness(load(f"scenarios/{name}.yaml"))
    assert len({it.role for it in found.parties}) == 2
    for it in found.measures:
        compares = [by for by in MEASURES[it.id].bands if by.compares]
        if compares and it.values:
            assert "have different roles" in it.text
            assert it.imbalance is None
        if len(compares) == len(MEASURES[it.id].bands):
            assert it.band is None
    assert {it.role for it in found.parties} <= {it["role"] for it in found.to_json()["parties"]}


def test_ar_06_what_is_judged_by_itself_is_judged_all_the_same() -> None:
    found = fairness(load("scenarios/last-convoy.yaml"))
    widths = [it for it in found.measures if it.id == "choke-width"]
    assert all(it.band is Verdict.GREEN for it in widths)
    # Widths say nothing about who wins.
    assert found.verdict is None


def test_ar_06_the_same_parts_are_compared() -> None:
    scenario = load("scenarios/standard-arena.yaml")
    found = fairness(scenario, unit_class="scout")
    assert all("different parts" not in it.text for it in found.measures)
