from __future__ import annotations

from dataclasses import replace

from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.parts import Objective, Unit, Zone
from fairground.core.scenario.shapes import Listed
from fairground.core.validation import as_sound


def test_errors_that_were_there_are_none_and_new_ones_are_told() -> None:
    scenario = blank_scenario("Plain", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-2.0")
    fault = as_sound(scenario)
    assert fault(scenario) == ""
    empty = replace(scenario, zones=[Zone("p1-start", "p1", Listed(())), *scenario.zones[1:]])
    assert "Player 1's zone" in fault(empty)
    # Of a scenario with that error it is none, but another of its kind is.
    known = as_sound(empty)
    assert known(empty) == ""
    assert "Player 2's zone" in known(
        replace(empty, zones=[empty.zones[0], Zone("p2-start", "p2", Listed(()))])
    )
    stray = Unit("a", "nobody", "scout", scenario.board.parse("C3"))
    assert "nobody" in known(replace(empty, units=[stray]))
    # What is no error counts for nothing.
    assert fault(replace(scenario, objectives=[Objective("hill", Listed(("C3",)))])) == ""
