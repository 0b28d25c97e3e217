"""The game in reports: ways to win, what games show, another version, and games on earlier versions."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from fairground.core import load
from fairground.core.report import other_version, report
from fairground.core.report.markdown import to_markdown
from fairground.core.report.page import to_html
from fairground.core.scenario.mission import mission_texts
from fairground.core.simulation.bots_table import BotsTable, Pairing
from fairground.core.simulation.recording.record_games import record_games
from fairground.core.simulation.settings import Setting
from fairground.core.simulation.simulation import Simulation
from fairground.core.simulation.statistics.effects import EndCount, Tally
from tests.core.simulation.game.grounds import DUEL, ground, single

ROOT = Path(__file__).parents[3]


def test_the_mission_is_told_in_words() -> None:
    made = report(load(ROOT / "docs" / "examples" / "wagon.yaml"))
    text = to_markdown(made)
    assert (
        "## Mission\n\n"
        "- Guard (escort) can win by this:\n  - Leave through East Gate with Wagon\n"
        "- Raiders (ambush) can win by any of these:\n  - Destroy Wagon\n  - Hold out until the turn limit\n"
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


SETTING = Setting(
    parties=("left", "right"),
    seed=1,
    games=2000,
    looks=(2000,),
    margin=Fraction(1, 20),
    bots=("hold", "hold"),
    force="lance",
    order="alternate",
    first=True,
    without=("<b>reinforcements</b>",),
    left_out=("Cards & such.",),
)


def played(left: int, setting: Setting = SETTING) -> Simulation:
    """Return 2,000 games of which the left zone won so many when first, and as many when second."""
    cell = (left, 1000 - left)
    ends = (EndCount(0, "take the hill", 2 * left), EndCount(1, "hold out", 2000 - 2 * left))
    return Simulation(setting, Tally((cell, cell), (0, 0), 2000, ends))


def test_games_are_told_with_what_is_not_played_first_and_a_chart() -> None:
    simulation = played(500)
    made = report(ground(DUEL), simulation=simulation)
    page, text = to_html(made), to_markdown(made)
    assert simulation.claim_sentence.startswith("Without <b>reinforcements</b>, fair to within 5 points")
    assert page.count("Without &lt;b&gt;reinforcements&lt;/b&gt;, fair to within 5 points") == 2
    assert "<b>reinforcements" not in page
    assert "Moving first is worth +0.0 points" in page
    assert "Cards &amp; such." in page
    assert "take the hill" in page
    start = page.index('<svg viewBox="0 0 560 110" role="img"')
    chart = page[start : page.index("</svg>", start)]
    assert len(re.findall("<polygon ", chart)) == 2
    assert 'aria-label="Win rates in 2,000 games: left 50.0%, 1,000 won, ' in chart
    assert "| left | 1,000 | 50.0% |" in text
    assert "fair to within 5 points" in text


@pytest.mark.parametrize(("left", "colour"), [(500, "green"), (700, "red"), (545, "none")])
def test_the_colour_of_the_claim_is_never_green_without_fair(left: int, colour: str) -> None:
    page = to_html(report(ground(DUEL), simulation=played(left)))
    assert f'<div class="verdict claim {colour}">' in page


def test_not_judged_is_grey() -> None:
    page = to_html(report(ground(DUEL), simulation=played(500, replace(SETTING, deciding=("an exit",)))))
    part = page[page.index('id="games"') :]
    part = part[: part.index("</section>")]
    assert "Not judged: the games leave out an exit." in part
    assert "claim green" not in part


def test_a_table_of_bots_has_its_sentence_and_a_row_for_each() -> None:
    table = BotsTable(tuple(Pairing((name,), played(won)) for name, won in (("hold", 500), ("advance", 640))))
    made = report(ground(DUEL), bots_table=table)
    page, text = to_html(made), to_markdown(made)
    assert "for 1 of 2 pairings of bots" in page
    assert "unfair for Advance to contact (the win rate of left is 64.0%" in page
    assert "| Advance to contact | 2,000 | 64.0% | 36.0% | unfair |" in text


def test_two_versions_stand_side_by_side() -> None:
    scenario = ground(DUEL)
    other = ground(DUEL, ("hexes: [C1]", "hexes: [B1]"))
    against = other_version(other, file="old.yaml", simulation=played(700))
    made = report(scenario, simulation=played(500), against=against, file="new.yaml")
    page, text = to_html(made), to_markdown(made)
    assert "Compared with old.yaml" in page
    assert against.content_hash in page
    assert against.content_hash != made.provenance.content_hash
    assert "70.0%" in page
    assert "Measures that differ" in page
    assert "- old.yaml: " in text
    assert "Unfair, for these bots" in text.replace("unfair, for", "Unfair, for")
    same = to_html(report(scenario, against=other_version(scenario, file="same.yaml")))
    assert "All measures are the same in both versions." in same


def test_the_history_says_which_games_were_chosen_and_which_are_of_this_version() -> None:
    scenario = ground(DUEL)
    other = ground(DUEL, ("turns: 5", "turns: 4"))
    games = [
        record_games(other, 3, bots="random", force=single()),
        record_games(scenario, None, among=3, bots="objectives", force=single()),
    ]
    made = report(scenario, history=games)
    page, text = to_html(made), to_markdown(made)
    assert "Earlier versions" in page
    assert games[0].content_hash in page
    assert "this version: " in text
    assert "were chosen because they are interesting" in page
    assert "Bots, forces or turn orders differ between versions" in text


def test_a_measure_says_which_values_are_better() -> None:
    page = to_html(report(load(ROOT / "scenarios" / "twin-stones.yaml")))
    territory = page[page.index('id="measure-territory"') - 1200 : page.index('id="measure-territory"') + 900]
    assert "higher is better for a side" in page
    assert "lower is better for a side" in page
    assert "higher is better" in territory
