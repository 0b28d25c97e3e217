"""The readers that the documents hand to game programmers: what they read of every shipped scenario is the scenario."""

from __future__ import annotations

import json
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core import load
from fairground.core.clients import load_format
from fairground.core.clients.format import ExportSettings
from fairground.core.grid.hexes import distance, neighbour
from fairground.core.grid.hexsides import hexside

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

ROOT = Path(__file__).parents[2]
READERS = ROOT / "docs" / "readers"
SHIPPED = sorted((ROOT / "scenarios").glob("*.yaml"))
#: What the program in JavaScript says of each arena, in the words of ``wanted``.
ASK = """
function told(text) {
    const arena = new Arena(JSON.parse(text)), first = [...arena.hexes.keys()][0];
    const hexes = {};
    for (const [label, it] of arena.hexes) {
        const sides = arena.steps.map(([name]) => arena.features(label, name).join("+"));
        const beside = arena.neighbours(label).map(([name, to]) => `${name} ${to.label}`);
        const place = arena.centre(label, 10).map((at) => Math.round(at * 1000));
        hexes[label] = [it.terrain, it.level, it.effects, it.name, sides, beside, arena.distance(first, label), place];
    }
    const zones = {}, units = {};
    for (const [id, it] of arena.zones) zones[id] = it.hexes;
    for (const [id, it] of arena.units) units[id] = [it.side, it.class, it.hex, it.facing];
    return JSON.stringify({name: arena.data.name, hexes, zones, units, turns: arena.data.turns});
}
"""
#: Runs JavaScript where there is no Node.js.
QT = """
import sys
from PySide6.QtCore import QCoreApplication
from PySide6.QtQml import QJSEngine
app = QCoreApplication([])
engine = QJSEngine()
answer = engine.evaluate(sys.stdin.read())
print(answer.toString())
sys.exit(answer.isError())
"""


def exported(scenario: Scenario) -> str:
    write = load_format("json").write
    assert write is not None
    return write(scenario, ExportSettings()).content.decode()


def wanted(scenario: Scenario) -> dict[str, Any]:
    """Return what readers must tell, from the scenario itself."""
    board = scenario.board
    layout = board.layout
    void = board.void
    there = [at for at in board.hexes() if not void[board.cell(at)]]
    present = set(there)
    hexes = {}
    for at in there:
        directions = [layout.direction(name) for name in layout.direction_names]
        beside = [
            (name, neighbour(at, to)) for name, to in zip(layout.direction_names, directions, strict=True)
        ]
        hexes[board.label(at)] = [
            list(board.terrain_at(at)),
            board.level_at(at),
            list(board.effects_at(at)),
            board.names.get(at),
            ["+".join(board.hexsides.get(hexside(at, to), ())) for to in directions],
            [f"{name} {board.label(to)}" for name, to in beside if to in present],
            distance(there[0], at),
            [round(it * 1000) for it in layout.centre(at, size=10)],
        ]
    zones = {it.id: labels(scenario, it.shape.mask(board) & ~board.void) for it in scenario.zones}
    units = {it.id: [it.side, it.unit_class, board.label(it.hex), it.facing] for it in scenario.units}
    return {"name": scenario.name, "hexes": hexes, "zones": zones, "units": units, "turns": scenario.turns}


def labels(scenario: Scenario, mask: Any) -> list[str]:
    board = scenario.board
    return [board.label(at) for at in board.hexes() if mask[board.cell(at)]]


def in_python(text: str, path: Path) -> dict[str, Any]:
    path.write_text(text, encoding="utf-8")
    arena = runpy.run_path(str(READERS / "arena.py"))["load"](str(path))
    first = next(iter(arena.hexes))
    hexes = {
        label: [
            it["terrain"],
            it["level"],
            it["effects"],
            it["name"],
            ["+".join(arena.features(label, name)) for name, _, _ in arena.steps],
            [f"{name} {to['label']}" for name, to in arena.neighbours(label).items()],
            arena.distance(first, label),
            [round(at * 1000) for at in arena.centre(label, size=10)],
        ]
        for label, it in arena.hexes.items()
    }
    return {
        "name": arena.data["name"],
        "hexes": hexes,
        "zones": {name: it["hexes"] for name, it in arena.zones.items()},
        "units": {
            name: [it["side"], it["class"], it["hex"], it["facing"]] for name, it in arena.units.items()
        },
        "turns": arena.data["turns"],
    }


def in_javascript(texts: list[str]) -> list[dict[str, Any]]:
    """Return what the reader in JavaScript tells of each text, by Node.js or by Qt's engine, in a process of its own."""
    program = (READERS / "arena.js").read_text(encoding="utf-8") + ASK
    if node := shutil.which("node"):
        command, show = [node, "-"], "console.log"
    else:
        pytest.importorskip("PySide6.QtQml", reason="no JavaScript: there is neither Node.js nor PySide6")
        command, show = [sys.executable, "-c", QT], ""
    run = f"{program}\n{show}(JSON.stringify({json.dumps(texts)}.map(told)));"
    found = subprocess.run(command, input=run, capture_output=True, text=True, check=True)
    return [json.loads(it) for it in json.loads(found.stdout)]


@pytest.mark.long
def test_the_reader_in_python_reads_every_shipped_scenario(tmp_path: Path) -> None:
    for path in SHIPPED:
        scenario = load(path)
        assert in_python(exported(scenario), tmp_path / "arena.json") == wanted(scenario), path.name


@pytest.mark.long
def test_the_reader_in_javascript_reads_every_shipped_scenario() -> None:
    scenarios = [load(path) for path in SHIPPED]
    answers = in_javascript([exported(it) for it in scenarios])
    for scenario, answer in zip(scenarios, answers, strict=True):
        assert answer == wanted(scenario), scenario.name


@pytest.mark.parametrize("name", ["arena.py", "arena.js"])
def test_readers_are_one_page_and_need_nothing(name: str) -> None:
    text = (READERS / name).read_text(encoding="utf-8")
    assert text.count("\n") <= 60
    assert "fairground." not in text.replace("fairground/arena", "")
    assert "require(" not in text.replace('require("./arena.js")', "")


def test_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "arena.json"
    path.write_text('{"schema": "fairground/arena/2"}')
    with pytest.raises(ValueError, match=r"not an arena of this version: 'fairground/arena/2'"):
        runpy.run_path(str(READERS / "arena.py"))["load"](str(path))


def test_the_sample_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "how-to" / "read-json.md").read_text(encoding="utf-8")
    sample = page.partition("```python\n")[2].partition("```")[0]
    (tmp_path / "arena.json").write_text(
        exported(load(ROOT / "scenarios" / "standard-arena.yaml")), encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(READERS))
    names: dict[str, Any] = {}
    exec(sample, names)  # noqa: S102  # the sample is ours
    assert sample.count("arena.") >= 7
    assert names["arena"].hexes["C4"]["label"] == "C4"
