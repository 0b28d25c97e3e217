"""Modules in VASSAL itself, where it is at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairground.core.files import load
from fairground.core.grid.layout import Layout
from fairground.core.scenario.transform.whole_board import Keep, relaid
from tests.core.clients.in_vassal import MISSING, faults_in_vassal

SCENARIOS = Path(__file__).parents[3] / "scenarios"


@pytest.mark.long
@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")
@pytest.mark.parametrize("layout", list(Layout))
def test_vassal_has_the_hexes_and_units_of_the_scenario(layout: Layout, tmp_path: Path) -> None:
    scenario = relaid(load(SCENARIOS / "frozen-gate.yaml"), layout, Keep.OFFSETS).scenario
    assert list(faults_in_vassal(scenario, tmp_path)) == []
