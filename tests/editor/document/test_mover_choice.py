from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.layout import Layout
from fairground.core.rules import load_ruleset, shipped_rulesets
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.parts import RulesetReference
from fairground.editor.document.mover_choice import MoverChoice, describe_mover, nothing_moves

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


def blank(ruleset: str) -> Scenario:
    return blank_scenario("Plain", layout=Layout.ODD_Q, size=(6, 6), ruleset=ruleset)


@pytest.mark.parametrize("ruleset", shipped_rulesets())
def test_nothing_chosen_is_the_first_class_and_the_usual_mode(ruleset: str) -> None:
    scenario = blank(ruleset)
    assert nothing_moves(scenario) == ""
    mover = MoverChoice().mover(scenario)
    assert mover.class_id == next(iter(scenario.rules.classes))
    assert mover.mode_id == "walk"
    assert describe_mover(mover).endswith(" points a turn")


def test_what_is_chosen_is_taken() -> None:
    mover = MoverChoice("heavy", "fly", in_danger=True).mover(blank("penance-1.0"))
    assert (mover.class_id, mover.mode_id, mover.allowance) == ("heavy", "fly", 5)
    assert describe_mover(mover) == "Heavy, fly: 5 points a turn"


def test_what_a_ruleset_does_not_have_is_left_out() -> None:
    rules = load_ruleset("hexside-ww2")
    assert MoverChoice("heavy", "fly").within(rules) == MoverChoice()
    assert MoverChoice("heavy", "fly").ids(rules) == ("leader", "walk")


def test_a_ruleset_that_cannot_be_read_is_told() -> None:
    scenario = blank("penance-2.0")
    scenario.ruleset = RulesetReference("missing")
    assert "The ruleset missing cannot be read" in nothing_moves(scenario)
