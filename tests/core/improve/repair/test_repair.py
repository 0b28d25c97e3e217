"""Repair on small boards: what is mended and by what, what is left alone, and why there may be no edits."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from fairground.core import fairness, repair, validate
from fairground.core.errors import CancelledError, UsageError
from fairground.core.files import to_bytes
from fairground.core.finding import Severity
from fairground.core.grid.layout import Layout
from fairground.core.improve.repair.goals import bands_of
from fairground.core.improve.repair.repair import RepairOutcome
from fairground.core.scenario.fairness_standards import standards_of, with_gates
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, Verdict
from fairground.core.scenario.hex_edits import edited
from fairground.core.scenario.parts import Objective, Zone
from fairground.core.scenario.zone_text import parse_shape
from tests.core.metrics.fairness.contests import arena
from tests.core.metrics.fairness.test_planted_faults import board
from tests.core.movement.drawing import drawn

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.improve.repair.repair import Repair
    from fairground.core.metrics.fairness.report import MeasureKey
    from fairground.core.scenario.document import Scenario

#: Half of the northern zone is cut off.
CUT_OFF = {0: ".#...#...", 1: ".#####..."}
#: The way between the zones is one hex wide, and two hexes long.
NARROW = {4: "####.####", 5: "####.####"}
#: The same on a map that isn't symmetric, so that edits are made without images.
LOPSIDED = {**NARROW, 8: "1........"}


def repaired(scenario: Scenario, *measures: str, **options: object) -> Repair:
    """Return the repair for one class, which is quicker."""
    return repair(scenario, measures or None, unit_class="assault", **options)  # type: ignore[arg-type]


def texts(found: Repair) -> list[str]:
    return [it.text for it in found.steps]


def errors(scenario: Scenario) -> list[str]:
    return [it.code for it in validate(scenario) if it.severity is Severity.ERROR]


def worse_gates(found: Repair) -> list[MeasureKey]:
    """Return what gates and is in a worse band after the repair than before it."""
    before, gates = bands_of(found.before), {it.id for it in found.after.measures if it.gates}
    return [
        key
        for key, band in bands_of(found.after).items()
        if key.measure in gates and band and (was := before.get(key)) and band.severity > was.severity
    ]


def test_what_is_fair_needs_no_edits() -> None:
    scenario = board()
    found = repaired(scenario)
    assert (found.outcome, found.steps, found.measures) == (RepairOutcome.NOTHING_TO_REPAIR, (), ())
    assert found.reason == "Already green; not judged: distance to objectives."
    assert found.scenario is scenario
    assert found.reached


def test_one_edit_is_enough_where_one_was_made() -> None:
    scenario = board(changed={2: "....1...."})
    before = to_bytes(scenario)
    found = repaired(scenario, "high-ground")
    assert found.outcome is RepairOutcome.REPAIRED
    assert texts(found) == ["Set E3 to level 0 (now level 1)."]
    (step,) = found.steps
    (effect,) = (it for it in step.effects if it.id == "high-ground")
    assert [*effect.before.values(), *effect.after.values()] == [Fraction(1, 40), 0, 0, 0]
    assert (effect.band_before, effect.band_after) == (Verdict.RED, Verdict.GREEN)
    assert to_bytes(scenario) == before
    assert fairness(found.scenario, unit_class="assault").verdict is found.after.verdict


def test_a_locked_hex_is_matched_on_the_other_side() -> None:
    scenario = board(changed={2: "....1...."})
    scenario.locked = ["E3"]
    found = repaired(scenario, "high-ground")
    assert found.outcome is RepairOutcome.REPAIRED
    assert [(it.change, it.level) for it in found.edits] == [("level", 1)]
    assert "E3" not in texts(found)[0]


@pytest.mark.long
def test_no_edit_can_be_left_out() -> None:
    scenario = board(changed=LOPSIDED)
    found = repaired(scenario, "choke-width", band=Verdict.AMBER, changes=["terrain"])
    assert found.edits
    for left_out in found.edits:
        less = edited(scenario, [it for it in found.edits if it is not left_out])
        after = fairness(less, unit_class="assault", measures=["choke-width"])
        assert after.measures[0].band is Verdict.RED


@pytest.mark.long
def test_two_edits_are_found_where_none_alone_helps() -> None:
    scenario = board(changed=LOPSIDED)
    found = repaired(scenario, "choke-width", band=Verdict.AMBER)
    assert found.outcome is RepairOutcome.REPAIRED
    assert len(found.steps) == 2
    first, second = found.steps
    # The first opens nothing yet.
    assert not [it for it in first.effects if it.id == "choke-width"]
    assert [(it.band_before, it.band_after) for it in second.effects if it.id == "choke-width"] == [
        (Verdict.RED, Verdict.AMBER)
    ]


@pytest.mark.long
def test_too_few_edits_are_told_as_a_part() -> None:
    scenario = board(changed=LOPSIDED)
    found = repaired(scenario, "choke-width", most_edits=2)
    assert found.outcome is RepairOutcome.PARTIAL
    assert not found.reached
    assert len(found.steps) == 2
    assert found.reason == (
        "After 2 edits, choke width is still amber. No more were allowed; another combination of 2 edits "
        "might still work."
    )
    assert not found.fewest


@pytest.mark.long
def test_no_claim_is_made_that_more_edits_are_needed_unless_all_lists_were_tried() -> None:
    scenario = board(changed=LOPSIDED)
    found = repaired(scenario, "choke-width", most_edits=1, changes=["terrain"], terrains=["clear"])
    assert (found.outcome, found.ruled_out) == (RepairOutcome.REFUSED, 1)
    assert found.reason == "No single edit is enough; all were tried."
    found = repaired(scenario, "choke-width", most_edits=2, changes=["terrain"])
    assert found.ruled_out == 1
    assert "another combination of 2 edits might still work" in found.reason


@pytest.mark.long
def test_the_fewest_edits_are_claimed_only_where_fewer_were_ruled_out() -> None:
    alone = repaired(board(changed={2: "....1...."}), "high-ground")
    assert (len(alone.steps), alone.fewest) == (1, True)
    pair = repaired(board(changed=LOPSIDED), "choke-width", band=Verdict.AMBER, changes=["terrain"])
    assert (len(pair.steps), pair.ruled_out, pair.fewest) == (2, 1, True)
    three = repaired(board(changed=LOPSIDED), "choke-width")
    assert len(three.steps) > three.ruled_out + 1
    assert not three.fewest
    assert repaired(board()).fewest


@pytest.mark.long
def test_a_pair_is_found_where_single_edits_lead_elsewhere() -> None:
    scenario = drawn(
        "megamek",
        "clear    clear      clear    woods-2 clear@1",
        "building clear@1    building woods-2 clear",
        "clear    building@1 clear    clear@1 woods-2",
        "clear@1  woods-2@1  clear    clear   clear@1",
        layout=Layout.ODD_R,
    )
    scenario.zones = [
        Zone("north", "one", parse_shape("row 1 & columns 2-4")),
        Zone("south", "two", parse_shape("row 4 & columns 2-5")),
    ]
    measures = ["exposure-after-move", "territory"]
    found = repair(scenario, measures, unit_class="vehicle", changes=["terrain", "level"])
    assert (found.outcome, len(found.steps), found.fewest) == (RepairOutcome.REPAIRED, 2, True)


def test_no_side_is_walled_in() -> None:
    # The shortest way out of sight is to close the only passage.
    scenario = arena(
        "...", "#.#", "#.#", "...", zones={"north": "row 1", "south": "row 4"}, layout=Layout.ODD_R
    )
    only_exposure = with_gates(MEASURES, ["exposure"])
    found = repair(
        scenario, ["exposure"], unit_class="heavy", standards=only_exposure, changes=["terrain"], most_edits=2
    )
    (contact,) = (it for it in found.after.measures if it.id == "contact")
    assert None not in contact.pairs.values()
    assert errors(found.scenario) == []
    passage = {scenario.board.parse(it) for it in ("B2", "B3")}
    assert passage.isdisjoint(it.hex for it in found.edits)


@pytest.mark.parametrize(
    ("rows", "zones", "units", "measure"),
    [
        (
            (".....", ".####", ".....", "....."),
            {"north": "row 1", "south": "row 4"},
            dict.fromkeys(("A3", "B3", "D3", "E3"), "north"),
            "exposure",
        ),
        (
            (".....", ".....", ".....", "....."),
            {"north": "row 1 & columns 1-2", "south": "row 4"},
            dict.fromkeys(("A3", "B3", "C3", "D3", "E3"), "south"),
            "territory",
        ),
    ],
)
def test_no_error_of_validation_is_new(
    rows: tuple[str, ...], zones: dict[str, str], units: dict[str, str], measure: str
) -> None:
    # Each zone has room for its units, and would be too small without the hexes that make it unfair.
    scenario = arena(*rows, zones=zones, units=units, layout=Layout.ODD_R)
    assert errors(scenario) == []
    found = repair(
        scenario,
        [measure],
        unit_class="heavy",
        standards=with_gates(MEASURES, [measure]),
        changes=["zone"],
        most_edits=2,
    )
    assert found.steps
    assert errors(found.scenario) == []


@pytest.mark.long
def test_only_terrain_that_is_allowed_is_put_down() -> None:
    scenario = board(changed={2: "....1...."})
    scenario.objectives = [Objective("well", parse_shape("B4"))]
    palette = [*scenario.board.palette]
    found = repaired(scenario, "objectives", terrains=["rubble"], changes=["terrain"])
    assert found.steps
    kinds = {found.scenario.board.palette[it.terrain].kinds for it in found.edits}
    assert kinds == {("rubble",)}
    # It was not on the board before.
    assert [*found.scenario.board.palette][: len(palette)] == palette
    assert len(found.scenario.board.palette) == len(palette) + 1
    assert scenario.board.palette == palette
    assert "rubble" in texts(found)[0]


def test_no_entry_is_left_in_the_palette_that_nothing_uses() -> None:
    scenario = board(changed={2: "....1...."})
    found = repaired(scenario, "high-ground", terrains=["rubble", "lava"])
    assert found.scenario.board.palette == scenario.board.palette


@pytest.mark.long
def test_only_what_may_be_changed_is() -> None:
    scenario = board(changed=CUT_OFF)
    found = repaired(scenario, "capacity", changes=["zone"])
    assert found.steps
    assert {it.edit.kind for it in found.steps} == {"zone"}
    scenario.locked = ["north", "south"]
    found = repaired(scenario, "capacity", most_edits=2)
    zones = scenario.zones[0].shape.mask(scenario.board) | scenario.zones[1].shape.mask(scenario.board)
    assert not [it for it in found.edits if it.change == "zone" or zones[scenario.board.cell(it.hex)]]


@pytest.mark.parametrize(
    ("change", "options", "reason"),
    [
        (
            lambda it: replace(it, locked=[it.board.label(at) for at in it.board.hexes()]),
            {},
            "Nothing can be changed: every hex is locked or void, or holds a unit.",
        ),
        (
            lambda it: replace(it, locked=["north", "south"]),
            {"changes": ["zone"]},
            "Nothing can be changed: every hex is locked or void, or holds a unit.",
        ),
        (
            lambda it: it,
            {"terrains": ["wall"], "changes": ["terrain"], "most_edits": 1},
            "No single edit is enough",
        ),
    ],
)
def test_a_refusal_has_its_reason(
    change: Callable[[Scenario], Scenario], options: dict[str, object], reason: str
) -> None:
    scenario = change(board(changed=NARROW))
    found = repaired(scenario, "choke-width", **options)
    assert (found.outcome, found.steps) == (RepairOutcome.REFUSED, ())
    assert reason in found.reason
    assert found.scenario is scenario


def test_what_is_not_compared_cannot_be_mended() -> None:
    found = repaired(board(), "objectives")
    assert found.outcome is RepairOutcome.REFUSED
    assert found.reason == "Nothing to compare. There are no objectives."


@pytest.mark.parametrize(
    ("measures", "options", "words"),
    [
        (["teritory"], {}, "Did you mean 'territory'"),
        (["traffic"], {}, "traffic is shown but not rated"),
        (["territory"], {"terrains": ["rubbel"]}, "no terrain 'rubbel'. Did you mean 'rubble'"),
        (["territory"], {"most_edits": 0}, "must be 1 or more, not 0"),
        (["territory"], {"band": Verdict.RED}, "must be green or amber, not red"),
        (["territory"], {"changes": []}, "and at least one must be chosen"),
        (["territory"], {"changes": ["hexside"]}, "terrain, level, zone, not 'hexside'"),
    ],
)
def test_what_makes_no_sense_is_refused(measures: list[str], options: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        repaired(board(), *measures, **options)


def test_other_measures_that_gate_stay_in_their_bands() -> None:
    scenario = board(changed={2: "....1...."})
    free = repaired(scenario, "high-ground", changes=["terrain"], most_edits=2)
    assert worse_gates(free) == []
    known = standards_of(scenario)
    every = with_gates(known, [name for name, it in known.items() if it.bands])
    strict = repaired(scenario, "high-ground", standards=every)
    assert strict.outcome is RepairOutcome.REPAIRED
    assert worse_gates(strict) == []


def test_progress_is_told_and_work_can_be_stopped() -> None:
    scenario = board(changed={2: "....1...."})
    shares: list[float] = []
    first = repaired(scenario, "high-ground", progress=shares.append)
    assert shares == sorted(shares)
    assert shares[0] > 0
    assert shares[-1] == 1
    assert repaired(scenario, "high-ground").edits == first.edits
    asked = iter([False] * 30)
    with pytest.raises(CancelledError):
        repaired(scenario, "high-ground", cancelled=lambda: next(asked, True))
