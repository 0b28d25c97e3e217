"""``fairground rulesets terrain``, ``classes`` and ``check``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from click.testing import CliRunner

from fairground.core import load_ruleset
from fairground.core.cli.command_group import fairground

if TYPE_CHECKING:
    from pathlib import Path


def run(*arguments: str, status: int = 0) -> str:
    result = CliRunner().invoke(fairground, ["rulesets", *arguments])
    assert result.exit_code == status, result.output
    return result.output


def answer(*arguments: str, status: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*arguments, "--json", status=status))
    return found


def test_terrain_is_a_short_table() -> None:
    rules = load_ruleset("penance-2.0")
    lines = run("terrain", "penance-2.0").splitlines()
    assert [it.split()[0] for it in lines] == list(rules.terrain)
    assert "cost 2" in next(it for it in lines if it.startswith("rubble "))
    found = answer("terrain", "penance-2.0")
    assert [it["id"] for it in found["terrain"]] == list(rules.terrain)


def test_classes_are_a_short_table() -> None:
    rules = load_ruleset("hexside-ww2")
    found = answer("classes", "hexside-ww2")["classes"]
    assert [(it["id"], it["allowance"]) for it in found] == [
        (key, it.allowance) for key, it in rules.classes.items()
    ]
    assert len(run("classes", "hexside-ww2").splitlines()) == len(rules.classes)


def test_check_reports_a_good_file() -> None:
    assert "No problems found. Checked Skirmish with 4 terrains and 2 classes." in run(
        "check", "docs/examples/skirmish.yaml"
    )
    assert answer("check", "docs/examples/skirmish.yaml")["findings"] == []


def test_check_reports_all_problems_with_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "mud.yaml"
    file.write_text(
        "format: fairground-ruleset/1\nextends: penance-2.0\nid: mud\ntitle: Mud\n"
        "terrain:\n  mud: {name: Mud, symbol: m, tile: clear, cost: 2.5}\n  sand: {name: Sand, colour: red}\n",
        "utf-8",
    )
    found = answer("check", str(file), status=1)
    assert found["file"] == str(file)
    assert len(found["findings"]) >= 2
    assert all(it["place"]["line"] in (6, 7) for it in found["findings"])
    assert "mud.yaml" in run("check", str(file), status=1)
