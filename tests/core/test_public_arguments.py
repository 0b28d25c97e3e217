"""What the public functions take: paths as text, and one name where several may be given."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from fairground import core
from fairground.core import load, load_ruleset
from fairground.core.cli.command_group import fairground
from fairground.core.errors import FairgroundError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core import Scenario

ARENA = "scenarios/standard-arena.yaml"
TABLE = "scenarios/broken-abbey.yaml"


@pytest.fixture(scope="module")
def arena() -> Scenario:
    return load(ARENA)


def test_paths_are_taken_as_text(arena: Scenario, tmp_path: Path) -> None:
    prepared = core.export(arena, "json", str(tmp_path / "x.json"))
    assert prepared.path == tmp_path / "x.json"
    assert json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))["name"] == arena.name
    core.save(arena, str(tmp_path / "x.yaml"))
    assert load(str(tmp_path / "x.yaml")) == arena
    assert core.validate_file(str(tmp_path / "x.yaml")).count(core.Severity.ERROR) == 0
    core.export(arena, "geojson", str(tmp_path / "x.geojson"))
    assert core.import_file(str(tmp_path / "x.geojson"), folder=str(tmp_path)).scenario.name == arena.name
    (tmp_path / "rules.yaml").write_text(
        "format: fairground-ruleset/1\nextends: penance-2.0\nid: own\ntitle: Own\nversion: '1'\ndescription: Own.\n",
        encoding="utf-8",
    )
    assert load_ruleset("rules.yaml", folder=str(tmp_path)).id == "own"


ONE_NAME: dict[str, Callable[[Scenario, object], object]] = {
    "rain": lambda it, names: core.what_if(it, names).scenario.weather,  # type: ignore[arg-type]  # a text too
    "territory": lambda it, names: [
        measure.id
        for measure in core.fairness(it, measures=names).measures  # type: ignore[arg-type]  # a text too
    ],
    "pitched": lambda _, names: core.Weapon(traits=names).traits,  # type: ignore[arg-type]  # a text too
    "ice": lambda it, names: core.repair(it, "territory", terrains=names).outcome,  # type: ignore[arg-type]  # a text too
}


@pytest.mark.parametrize("name", ONE_NAME)
def test_one_name_is_not_taken_for_its_letters(arena: Scenario, name: str) -> None:
    ask = ONE_NAME[name]
    assert ask(arena, name) == ask(arena, [name])


UNKNOWN: list[Callable[[Scenario], object]] = [
    lambda it: core.territory(it, zones="p1-start,p2-start"),
    lambda it: core.chokepoints(it, zones="p1-start,p2-start"),
    lambda it: core.fairness(it, zones="p1-start,p2-start"),
    lambda it: core.explain(it, "territory", zones="p1-start,p2-start"),
    lambda it: core.repair(it, zones="p1-start,p2-start"),
    lambda it: core.variants(it, zones="p1-start,p2-start"),
    lambda it: core.compare_states(it, it, zones="p1-start,p2-start"),
    lambda it: core.fairness(it, measures="p1-start,p2-start"),
    lambda it: core.repair(it, measures="p1-start,p2-start"),
    lambda it: core.compare_states(it, it, measures="p1-start,p2-start"),
    lambda it: core.repair(it, terrains="p1-start,p2-start"),
    lambda it: core.variants(it, axes="p1-start,p2-start"),
    lambda it: core.attack(it, "A1", "A3", situations="p1-start,p2-start"),
]


@pytest.mark.parametrize("ask", UNKNOWN)
def test_a_name_that_is_none_is_named_whole(arena: Scenario, ask: Callable[[Scenario], object]) -> None:
    with pytest.raises(FairgroundError, match="'p1-start,p2-start'"):
        ask(arena)


def test_one_trait_of_a_weapon_and_one_observer_are_not_letters() -> None:
    table = load(TABLE)
    one, other = table.units[0].id, table.units[-1].id
    seen = core.base_sight(table, one, other, weapon="blast")
    assert seen.reasons == core.base_sight(table, one, other, weapon=["blast"]).reasons
    with pytest.raises(FairgroundError, match="'nobody'"):
        core.base_sight(table, one, other, weapon="indirect", observers="nobody")


@pytest.mark.parametrize("bounds", ["5%:10%", "0.05:0.1", "1/20:10%", "0.05:1/10", "1/20:1/10"])
def test_bands_are_taken_as_fractions_decimals_and_percentages(bounds: str) -> None:
    answer = CliRunner().invoke(fairground, ["fairness", ARENA, "--band", f"territory={bounds}", "--json"])
    usual = CliRunner().invoke(fairground, ["fairness", ARENA, "--band", "territory=1/20:1/10", "--json"])
    assert answer.exit_code == usual.exit_code
    assert answer.stdout == usual.stdout


@pytest.mark.long
def test_a_margin_is_taken_as_bands_are() -> None:
    answers = [
        CliRunner().invoke(
            fairground,
            ["simulate", ARENA, "--games", "2", "--margin", margin, "--json"],
            catch_exceptions=False,
        )
        for margin in ("1/10", "0.1", "10%", "10%")
    ]
    assert [it.exit_code for it in answers] == [answers[0].exit_code] * 4
    assert len({it.stdout for it in answers}) == 1
    assert Fraction(json.loads(answers[0].stdout)["margin"]) == Fraction(1, 10)
