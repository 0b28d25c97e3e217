"""A ruleset of one's own, in a folder beside the scenario: a new terrain and a changed cost, without any Python."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., Any]

RULES = """\
format: fairground-ruleset/1
extends: penance-2.0
id: highlands
title: Penance in the highlands
terrain:
  bog:
    name: Bog
    description: Slow and cold.
    tile: water
    symbol: b
    cost: 5/2
    tags: [difficult]
  forest:
    cost: 3
"""


@pytest.fixture
def arena(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A board with a hex of bog, whose ruleset lies in ``rules/`` beside it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "highlands.yaml").write_text(RULES, encoding="utf-8")
    ran = run(
        "new", "--ruleset", "rules/highlands.yaml", "--size", "6x6", "--layout", "odd-r", "-o", "arena.yaml"
    )
    assert ran.status == 0
    path = tmp_path / "arena.yaml"
    text = path.read_text(encoding="utf-8").replace("'.': clear", "'.': clear, 'b': bog")
    path.write_text(text.replace("    ......\n", "    .b....\n", 1), encoding="utf-8")
    return path


def test_every_command_knows_its_terrain(run: Run, arena: Path) -> None:
    ran = run("validate", arena)
    assert (ran.status, "No problems found" in ran.out) == (0, True)
    assert run("show", arena, "--json").answer["terrain"] == {"bog": 1, "clear": 35}
    assert run("show", arena, "-o", "arena.svg").status == 0
    assert "Bog" in (arena.parent / "arena.svg").read_text(encoding="utf-8")
    assert run("export", arena, "--to", "json", "-o", "arena.json").status == 0
    shown = run("rulesets", "show", "rules/highlands.yaml").out
    assert "bog" in shown
    assert "dense-forest" in shown


def test_its_mistakes_are_told_with_file_and_line(run: Run, arena: Path) -> None:
    rules = arena.parent / "rules" / "highlands.yaml"
    text = rules.read_text(encoding="utf-8").replace("cost: 5/2", "cots: 5/2").replace("cost: 3", "cost: 2.5")
    rules.write_text(text, encoding="utf-8")
    ran = run("validate", arena)
    assert ran.status == 1
    assert "rules/highlands.yaml line 11, column 5: unknown key 'cots'. Did you mean 'cost'?" in ran.out
    assert "rules/highlands.yaml line 14, column 11" in ran.out
    found = run("validate", arena, "--json").answer["files"][0]["findings"]
    places = [(it["place"]["file"] and Path(it["place"]["file"]).name, it["place"]["line"]) for it in found]
    assert places == [
        (None, 3),
        ("highlands.yaml", 11),
        ("highlands.yaml", 14),
    ]
