"""The mission in reports: ways to win, arrivals and house rules in words."""

from __future__ import annotations

from pathlib import Path

from fairground.core import load
from fairground.core.report import report
from fairground.core.report.games import mission_texts
from fairground.core.report.markdown import to_markdown
from fairground.core.report.page import to_html
from fairground.core.scenario.mission_text import mission_texts

ROOT = Path(__file__).parents[3]


def test_the_mission_is_told_in_words() -> None:
    made = report(load(ROOT / "docs" / "examples" / "wagon.yaml"))
    text = to_markdown(made)
    assert (
        "## Mission\n\n"
        "- Guard (escort) wins by this:\n  - Leave through East Gate with Wagon\n"
        "- Raiders (ambush) wins by any of these:\n  - Destroy Wagon\n  - Hold out until the turn limit\n"
        "- Arrival: Riders (Raiders) arrives in turn 4 at A5\n"
        "- House rule: the wagon stays on rows 4 to 6\n"
    ) in text
    page = to_html(made)
    for phrase in (
        'id="mission"',
        "Leave through East Gate with Wagon",
        "Riders (Raiders) arrives in turn 4 at A5",
    ):
        assert phrase in page


def test_a_scenario_without_a_mission_has_no_such_part() -> None:
    scenario = load(ROOT / "scenarios" / "twin-stones.yaml")
    assert not any(mission_texts(scenario))
    assert "## Mission" not in to_markdown(report(scenario))
