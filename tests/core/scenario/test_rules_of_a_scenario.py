"""The ruleset of a scenario in memory: read once, and again when its file was changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import RulesetError
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference

if TYPE_CHECKING:
    from pathlib import Path

RULES = """\
format: fairground-ruleset/1
extends: penance-1.0
id: mine
title: Mine
version: "1"
terrain:
  bog: {name: Bog, symbol: q, cost: 3}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(RULES)
    return path


@pytest.fixture
def scenario(file: Path) -> Scenario:
    return Scenario("x", RulesetReference(file.name), Board.blank(Layout.ODD_Q, 2, 2), folder=file.parent)


def test_the_rules_are_read_once(scenario: Scenario, file: Path) -> None:
    rules = scenario.rules
    file.unlink()
    assert scenario.rules is rules


def test_faults_are_found_once_too(scenario: Scenario, file: Path) -> None:
    file.write_text(RULES.replace("cost: 3", "cots: 3"))
    with pytest.raises(RulesetError) as first:
        _ = scenario.rules
    file.write_text(RULES)
    with pytest.raises(RulesetError) as second:
        _ = scenario.rules
    assert second.value is not first.value
    assert second.value.problems == first.value.problems
    scenario.refresh_rules()
    assert "bog" in scenario.rules.terrain


def test_rules_are_read_again_when_asked(scenario: Scenario, file: Path) -> None:
    assert scenario.rules.terrain["bog"].name == "Bog"
    file.write_text(RULES.replace("Bog", "Mire"))
    scenario.refresh_rules()
    assert scenario.rules.terrain["bog"].name == "Mire"


def test_rules_without_faults_outlast_faulty_ones(scenario: Scenario, file: Path) -> None:
    rules = scenario.rules
    file.write_text("format: [")
    with pytest.raises(RulesetError):
        scenario.refresh_rules()
    assert scenario.rules is rules


def test_newer_faults_take_the_place_of_older_ones(scenario: Scenario, file: Path) -> None:
    file.write_text(RULES.replace("cost: 3", "cots: 3"))
    with pytest.raises(RulesetError, match="cots"):
        _ = scenario.rules
    file.write_text(RULES.replace("name: Bog", "nmae: Bog"))
    with pytest.raises(RulesetError, match="nmae"):
        scenario.refresh_rules()
    with pytest.raises(RulesetError, match="nmae"):
        _ = scenario.rules


def test_a_scenario_with_its_rules_unread_reads_them_itself(scenario: Scenario, file: Path) -> None:
    rules = scenario.rules
    file.write_text("format: [")
    other = scenario.with_rules_unread()
    assert other.board is scenario.board
    assert other == scenario
    with pytest.raises(RulesetError):
        _ = other.rules
    assert scenario.rules is rules
