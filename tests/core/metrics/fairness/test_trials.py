"""Trials: what is looked at again after an edit comes to what everything looked at again does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core import fairness, mover
from fairground.core.metrics.fairness.contest import Contest
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.metrics.fairness.report import movers_for, report_of
from fairground.core.metrics.fairness.sight_tables import Sights, weapon_bands
from fairground.core.metrics.fairness.trials import Trials, touched
from fairground.core.rules.sight import SightModel
from fairground.core.scenario.fairness_titles_and_limits import MEASURES
from fairground.core.scenario.hex_edits import Edit, edited
from tests.core.metrics.fairness.contests import arena
from tests.core.metrics.fairness.test_properties import told, zoned
from tests.core.movement.random_ground import RULESETS

if TYPE_CHECKING:
    import random

    from fairground.core.scenario.document import Scenario


def any_edit(rng: random.Random, scenario: Scenario) -> Edit:
    board, levels = scenario.board, scenario.rules.levels
    solid = [at for at in board.hexes() if not board.void[board.cell(at)]]
    at = rng.choice(solid)
    entries = [it for it, entry in enumerate(board.palette) if not entry.is_void]
    match rng.choice(("terrain", "terrain", "level", "zone")):
        case "terrain":
            return Edit(at, "terrain", terrain=rng.choice(entries))
        case "level":
            return Edit(at, "level", level=rng.randint(max(levels.min, -2), min(levels.max, 3)))
        case _:
            zone = rng.choice(scenario.zones)
            return Edit(at, "zone", zone=zone.id, inside=not zone.shape.mask(board)[board.cell(at)])


@pytest.mark.long
@pytest.mark.parametrize("ruleset", RULESETS)
@given(st.randoms(use_true_random=False))
@settings(max_examples=6, deadline=None)
def test_an_edit_measured_from_what_was_known_is_measured_right(ruleset: str, rng: random.Random) -> None:
    scenario = zoned(rng, sides=2, ruleset=ruleset)
    known, name = Contest(scenario), rng.choice(list(scenario.rules.classes))
    movers = movers_for(scenario, name, None)
    before = told(report_of(known, movers, MEASURES, [*MEASURES]))
    for count in (1, 2):
        edits = [any_edit(rng, scenario) for _ in range(count)]
        after = known.after(edits)
        found = told(report_of(after, movers, MEASURES, [*MEASURES]))
        assert found == told(fairness(edited(scenario, edits), unit_class=name, despite_errors=True)), edits
        changed = {key[0] for key in found.keys() | before.keys() if found.get(key) != before.get(key)}
        assert changed <= touched(known, after, movers, edits)


@pytest.mark.parametrize("ruleset", RULESETS)
@given(st.randoms(use_true_random=False))
@settings(max_examples=8, deadline=None)
def test_sights_after_an_edit_are_those_of_the_edited_board(ruleset: str, rng: random.Random) -> None:
    scenario = zoned(rng, sides=2, ruleset=ruleset, size=(6, 12))
    if scenario.rules.sight.model is not SightModel.CENTRES:
        return
    board = scenario.board
    everywhere = ~board.void
    zone = scenario.zones[0].shape.mask(board) & everywhere
    height = rng.randint(0, 2)
    before = Sights(scenario, height, ProgressWatch())
    edits = [any_edit(rng, scenario) for _ in range(rng.randint(1, 3))]
    after_them = edited(scenario, edits)
    cells = [board.cell(it.hex) for it in edits]
    after = before.after(after_them, [row * board.columns + column for row, column in cells])
    fresh = Sights(after_them, height, ProgressWatch())
    for band in range(len(weapon_bands(scenario))):
        found, expected = after.seen(band, zone, everywhere), fresh.seen(band, zone, everywhere)
        assert (found == expected).all()
    assert (after.view(zone) == fresh.view(zone)).all()


def test_an_edit_leaves_the_scenario_alone() -> None:
    scenario = arena("...#", zones={"west": "A1", "east": "columns 4"})
    board = scenario.board
    wall = int(board.terrain[0, 3])
    kept = board.terrain.copy(), board.elevation.copy(), list(scenario.zones)
    edits = [
        Edit(board.parse("B1"), "terrain", terrain=wall),
        Edit(board.parse("B1"), "level", level=2),
        Edit(board.parse("B1"), "zone", zone="west", inside=True),
        Edit(board.parse("C1"), "zone", zone="east", inside=True),
        Edit(board.parse("A1"), "zone", zone="west", inside=False),
    ]
    changed = [it.applied(scenario) for it in edits]
    assert changed[0].board.terrain.tolist() == [
        [int(board.terrain[0, 0]), wall, int(board.terrain[0, 2]), wall]
    ]
    assert changed[1].board.elevation.tolist() == [[0, 2, 0, 0]]
    assert [str(it.zones[0].shape) for it in changed[2:]] == ["A1, B1", "A1", ""]
    assert str(changed[3].zones[1].shape) == "C1, D1"
    assert (kept[0] == board.terrain).all()
    assert (kept[1] == board.elevation).all()
    assert kept[2] == scenario.zones
    assert [it.text(scenario) for it in edits] == [
        "Change B1 from clear to wall.",
        "Set B1 to level 2 (now level 0).",
        "Add B1 to west.",
        "Add C1 to east.",
        "Remove A1 from west.",
    ]


def test_an_edit_that_leaves_nothing_to_compare_is_no_answer() -> None:
    scenario = arena("....", zones={"west": "A1", "east": "D1"})
    trials = Trials(Contest(scenario), [mover(scenario, "heavy")], MEASURES["territory"], "objectives", None)
    assert trials.attempt(Edit(scenario.board.parse("B1"), "level", level=1)) is None
    assert trials.count == 1


def test_less_unfair_is_less() -> None:
    scenario = arena("......", zones={"west": "A1", "east": "E1"})
    contest = Contest(scenario)
    trials = Trials(contest, [mover(scenario, "heavy")], MEASURES["territory"], "territory", None)
    base = trials.base
    assert base is not None
    better = trials.attempt(Edit(scenario.board.parse("B1"), "zone", zone="west", inside=True))
    worse = trials.attempt(Edit(scenario.board.parse("D1"), "zone", zone="east", inside=True))
    assert better is not None
    assert worse is not None
    assert better.unfairness < trials.unfairness(base) < worse.unfairness
    assert base.hexes is not None
    assert np.count_nonzero(base.hexes) == 3
