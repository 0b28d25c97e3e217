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
    ("name", "zones", "verdict", "because"),
    [
        ("proving-grounds-config", (), "red", {"cover", "high-ground"}),
        # As its author's text has them.
        (
            "proving-grounds",
            ("rows 1-3 & columns 1-3", "rows 10-12 & columns 10-12"),
            "green",
            set(),
        ),
        # No zones are published for this one.
        ("reliquary-ruins", (), None, set()),
        ("reliquary-ruins", ("rows 1-2", "rows 12-13"), "amber", {"high-ground"}),
    ],
)
def test_the_verdict_on_a_published_arena(
    name: str, zones: tuple[str, ...], verdict: str | None, because: set[str]
) -> None:
    scenario = import_file(ARENAS / f"{name}.txt").scenario
    for number, text in enumerate(zones, 1):
        scenario.sides.append(Side(f"p{number}", f"p{number}"))
        scenario.zones.append(Zone(f"p{number}-start", f"p{number}", parse_shape(text)))
    found = report(scenario).fairness
    if verdict is None:
        assert isinstance(found, Missing)
        return
    assert not isinstance(found, Missing)
    assert found.verdict == verdict
    assert {it.id for it in found.because} == because
