"""The recipe for a measure in CONTRIBUTING.md: a function that computes it, and its spec."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest
from click.testing import CliRunner

from fairground.core import fairness, load, validate
from fairground.core.cli.command_group import fairground
from fairground.core.metrics.fairness.measure_functions import COMPUTATIONS
from fairground.core.metrics.fairness.measured_values import MeasuredValues, listed
from fairground.core.report import report, to_html
from fairground.core.scenario.fairness_titles_and_limits import (
    MEASURES,
    Band,
    By,
    MeasureInput,
    MeasureSpec,
    MeasureUnit,
    Verdict,
)
from fairground.core.scenario.parts import FairnessBands
from tests.editor.editor_driver import SCENARIOS, EditorDriver
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from fairground.core.metrics.fairness.distances import Distances
    from fairground.core.movement.mover import Mover

ARENA = SCENARIOS / "ember-court.yaml"
SPEC = MeasureSpec(
    "zone-size",
    "zone size",
    MeasureUnit.HEXES,
    frozenset((MeasureInput.ZONES,)),
    {By.IMBALANCE: Band(Fraction(1, 20), Fraction(1, 10))},
    meaning="How many hexes a side has to choose from.",
)


def zone_size(ways: Distances, _mover: Mover) -> MeasuredValues:
    """Return the number of hexes in the zones of each party."""
    parties = ways.contest.parties
    values = {it.id: Fraction(int(np.count_nonzero(it.mask))) for it in parties}
    hexes = np.logical_or.reduce([it.mask for it in parties])
    return MeasuredValues("zone-size", f"Hexes to start in: {listed(values)}.", values, hexes=hexes)


@pytest.fixture(autouse=True)
def with_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the measure as its recipe says."""
    monkeypatch.setitem(MEASURES.shipped, SPEC.id, SPEC)
    monkeypatch.setitem(COMPUTATIONS.shipped, SPEC.id, zone_size)


def test_an_extra_measure_is_in_the_answer() -> None:
    scenario = load(ARENA)
    (found,) = fairness(scenario, measures=["zone-size"]).measures
    assert (found.title, found.band, found.gates) == ("zone size", Verdict.GREEN, False)
    assert [*found.values.values()] == [
        len(it.shape.mask(scenario.board).nonzero()[0]) for it in scenario.zones
    ]
    assert len(found.hexes) == sum(it for it in found.values.values() if it is not None)


def test_a_scenario_sets_the_band_and_the_gate_of_an_extra_measure() -> None:
    fair = FairnessBands({"zone-size": "0:0"}, ("zone-size",))
    scenario = replace(load(ARENA), fairness=fair)
    assert not [it for it in validate(scenario) if it.code.startswith("fairness.")]
    found = fairness(scenario, measures=["zone-size"])
    assert (found.verdict, found.measures[0].gates) == (Verdict.GREEN, True)


def test_an_extra_measure_is_in_the_table_and_in_json() -> None:
    arguments = ["fairness", str(ARENA), "--class", "heavy"]
    table = CliRunner().invoke(fairground, arguments).output.splitlines()
    (line,) = [it for it in table if " zone size " in it]
    assert line.startswith("  + ")
    assert "Hexes to start in: " in line
    answer = json.loads(CliRunner().invoke(fairground, [*arguments, "--json"]).output)
    (measure,) = [it for it in answer["measures"] if it["id"] == "zone-size"]
    assert measure["band"] == "green"
    assert len(measure["hexes"]) == sum(measure["zones"].values())


def test_an_extra_measure_is_in_the_report() -> None:
    html = to_html(report(load(ARENA), unit_class="heavy"))
    assert 'id="measure-zone-size"' in html
    assert SPEC.meaning in html
    assert "is rated: green up to 5%, amber up to 10%, red above." in html


@pytest.mark.usefixtures("worker_here")
def test_an_extra_measure_is_in_the_panel(request: pytest.FixtureRequest) -> None:
    court: EditorDriver = request.getfixturevalue("court")
    panel = court.fairness.panel
    court.dock("fairness").raise_()
    court.qtbot.waitUntil(lambda: panel.list.item_of("zone-size") is not None)
    row = next(it for it in panel.list.rows if it.rating.id == "zone-size")
    assert row.title == "Zone size"
    assert row.figure == "0% apart"
    assert present(panel.list.item_of("zone-size")).toolTip(0).startswith(f"{SPEC.meaning}\n")
