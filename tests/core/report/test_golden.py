"""The reports of the shipped scenarios, and the verdicts on published arenas.

``make generate`` writes the reports in ``golden/`` anew; what changes there is to be looked at.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from fairground.core import import_file
from fairground.core.report import report
from fairground.core.report.contents import Missing
from fairground.core.scenario.parts import Side, Zone
from fairground.core.scenario.zone_text import parse_shape
from tests.core.report.conftest import ROOT, SCENARIOS
from tools.generate import golden_report

GOLDEN = Path(__file__).with_name("golden")
ARENAS = ROOT.parent / "shared" / "arenas"
NAMES = sorted(path.stem for path in SCENARIOS.glob("*.yaml"))


@pytest.mark.parametrize("name", NAMES)
def test_the_report_of_a_shipped_scenario(name: str) -> None:
    expected = (GOLDEN / f"{name}.md").read_text(encoding="utf-8")
    assert golden_report(SCENARIOS / f"{name}.yaml") == expected


def test_no_report_is_left_over() -> None:
    assert sorted(path.stem for path in GOLDEN.iterdir()) == NAMES


@pytest.mark.skipif(not ARENAS.is_dir(), reason=f"no published arenas in {ARENAS}")
@pytest.mark.parametrize(
    ("name", "verdict", "because"),
    [
        ("proving-grounds-config", "red", {"exposure-after-move", "capacity"}),
        ("proving-grounds", "amber", {"territory"}),
        ("reliquary-ruins", None, set()),
    ],
)
def test_the_verdict_on_a_published_arena(name: str, verdict: str | None, because: set[str]) -> None:
    scenario = import_file(ARENAS / f"{name}.txt").scenario
    if name == "proving-grounds":
        # As its author's text has them.
        for side, text in (("p1", "rows 1-3 & columns 1-3"), ("p2", "rows 10-12 & columns 10-12")):
            scenario.sides.append(Side(side, side))
            scenario.zones.append(Zone(f"{side}-start", side, parse_shape(text)))
    found = report(scenario).fairness
    if verdict is None:
        assert isinstance(found, Missing)
        return
    assert not isinstance(found, Missing)
    assert found.verdict == verdict
    assert {it.id for it in found.because} == because
