"""Missions as their author publishes them, encoded beside the checkout: they may not be part of it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from fairground.core import export, import_file, load, simulate, validate
from fairground.core.cli.command_group import fairground
from fairground.core.files import read_bytes, to_bytes
from fairground.core.finding import Severity
from fairground.core.scenario.fairness_titles_and_limits import Verdict
from fairground.core.scenario.mission import describe_wins
from fairground.core.simulation.statistics.equivalence import Claim

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

MISSIONS = Path(__file__).parents[4] / "shared" / "arenas" / "missions"
NAMES = ("escort-duty", "king-of-the-hill", "sabotage-mission")

pytestmark = pytest.mark.skipif(not MISSIONS.is_dir(), reason=f"no published missions in {MISSIONS}")


@pytest.fixture(params=NAMES)
def mission(request: pytest.FixtureRequest) -> Scenario:
    return load(MISSIONS / f"{request.param}.yaml")


def test_it_has_no_errors_and_reads_back_the_same(mission: Scenario) -> None:
    assert not [it for it in validate(mission) if it.severity is not Severity.ADVICE]
    assert read_bytes(to_bytes(mission)).scenario == mission


@pytest.mark.parametrize(
    ("format_", "ending"),
    [("geojson", ".geojson"), ("hexjson", ".hexjson"), ("tiled-json", ".tmj")],
)
def test_exports_that_hold_missions_come_back_whole(
    mission: Scenario, format_: str, ending: str, tmp_path: Path
) -> None:
    path = tmp_path / f"mission{ending}"
    export(mission, format_, path)
    back, _ = import_file(path)
    assert [it.wins for it in back.sides] == [it.wins for it in mission.sides]
    assert back.house_rules == mission.house_rules
    assert [(it.arrives, it.hit_points, it.defence, it.unarmed) for it in back.units] == [
        (it.arrives, it.hit_points, it.defence, it.unarmed) for it in mission.units
    ]


def test_the_claim_says_what_was_played_and_what_was_not_and_nothing_is_green(mission: Scenario) -> None:
    found = simulate(mission, 20, seed=1, jobs=1)
    sentence = found.claim_sentence
    assert found.claim is Claim.NOT_JUDGED
    assert sentence.startswith("Not judged: the games leave out house rules (")
    for rule in mission.house_rules:
        assert f"'{rule}'" in sentence
    for side in mission.sides:
        for win in describe_wins(mission, side):
            assert win[:1].lower() + win[1:] in sentence
    assert "fair" not in sentence.casefold().replace("unfair", "")


def test_the_fairness_of_a_mission_is_not_green(mission: Scenario, tmp_path: Path) -> None:
    for file in MISSIONS.glob("*.yaml"):
        shutil.copy(file, tmp_path)
    path = tmp_path / f"{mission.name.lower().replace(' ', '-')}.yaml"
    result = CliRunner().invoke(fairground, ["fairness", str(path), "--json"])
    answer = json.loads(result.stdout)
    assert answer["verdict"] != Verdict.GREEN.value
