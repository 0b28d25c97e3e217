"""The readers that the documents hand to game programmers: what they read of every shipped scenario is the scenario."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core import load
from fairground.core.clients import load_format
from fairground.core.clients.arena_json import arena_schema
from fairground.core.clients.format import ExportSettings
from fairground.core.grid.hexes import distance, neighbour
from fairground.core.grid.hexsides import hexside
from fairground.core.movement.mover import mover, movers
from fairground.core.movement.step_cost import StepCosts
from tools.generate import game_data

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from tests.core.report.browser import Browser, Tab

ROOT = Path(__file__).parents[2]
READERS = ROOT / "docs" / "readers"
PACKAGE = READERS / "javascript"
GAME = ROOT / "docs" / "examples" / "game"
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
    const steps = {};
    for (const mover of arena.data.movement.movers) {
        const costs = ([direction, label]) => {
            const it = arena.step(mover, label, direction);
            return it && `${it.parts}${it.wholeTurn ? " turn" : ""}`;
        };
        const all = [...arena.hexes.keys()].flatMap((label) => arena.steps.map(([name]) => [name, label]));
        steps[`${mover.class} ${mover.mode}`] = all.map(costs);
    }
    for (const label of arena.hexes.keys()) {
        const corners = arena.corners(label, 10), at = arena.centre(label, 10), near = corners[2];
        const found = arena.hexAt(at[0] + 0.9 * (near[0] - at[0]), at[1] + 0.9 * (near[1] - at[1]), 10);
        if (found !== label) throw new Error(`${found} is found in ${label}`);
    }
    for (const [id, it] of arena.zones) zones[id] = it.hexes;
    for (const [id, it] of arena.units) units[id] = [it.side, it.class, it.hex, it.facing];
    return JSON.stringify({name: arena.data.name, hexes, zones, units, steps, turns: arena.data.turns});
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


def wanted_steps(scenario: Scenario) -> dict[str, list[str | None]]:
    """Return the cost of each step of each mover, in parts of a point."""
    board, layout = scenario.board, scenario.board.layout
    directions = [layout.direction(name) for name in layout.direction_names]
    costs = {
        f"{it.class_id} {it.mode_id}": [
            costs.step(at, to)
            for costs in [StepCosts(scenario, it)]
            for at in board.hexes()
            if not board.void[board.cell(at)]
            for to in directions
        ]
        for it in movers(scenario)
    }
    parts = json.loads(exported(scenario))["movement"]["denominator"]
    return {
        name: [
            None if it.cost is None else f"{it.cost * parts}{' turn' if it.whole_turn else ''}"
            for it in steps
        ]
        for name, steps in costs.items()
    }


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
    program = (PACKAGE / "arena.js").read_text(encoding="utf-8") + ASK
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
        assert answer.pop("steps") == wanted_steps(scenario), scenario.name
        assert answer == wanted(scenario), scenario.name


@pytest.mark.parametrize(("name", "most"), [("arena.py", 60), ("javascript/arena.js", 145)])
def test_readers_are_short_and_need_nothing(name: str, most: int) -> None:
    text = (READERS / name).read_text(encoding="utf-8")
    assert text.count("\n") <= most
    assert "fairground." not in text.replace("fairground/arena", "")
    assert "require(" not in text.replace('require("./arena.js")', "")


@pytest.mark.parametrize("kind", ["import", "require"])
def test_node_loads_the_package_by_its_name(kind: str, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    shutil.copytree(PACKAGE, tmp_path / "node_modules" / "fairground-arena")
    load_it = {
        "import": 'import {Arena} from "fairground-arena";\nimport fs from "node:fs";',
        "require": 'const {Arena} = require("fairground-arena"), fs = require("node:fs");',
    }
    program = tmp_path / ("game.mjs" if kind == "import" else "game.cjs")
    program.write_text(
        f"{load_it[kind]}\nconst arena = new Arena(JSON.parse(fs.readFileSync('arena.json', 'utf8')));\n"
        "console.log(JSON.stringify([...arena.reach(arena.mover('squad', 'walk'), 'A2')].sort()));\n",
        encoding="utf-8",
    )
    scenario = load(ROOT / "scenarios" / "night-raid.yaml")
    (tmp_path / "arena.json").write_text(exported(scenario), encoding="utf-8")
    found = subprocess.run([node, program.name], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert dict(json.loads(found.stdout)) == cheapest(scenario, "A2")


def cheapest(scenario: Scenario, start: str) -> dict[str, int]:
    """Return the points to the hexes that a squad can walk to within one turn, without turning, by single steps."""
    board = scenario.board
    squad = mover(scenario, "squad", "walk")
    steps, costs = StepCosts(scenario, squad), {board.layout.from_offset(0, 1): Fraction(0)}
    assert board.label(next(iter(costs))) == start
    # As often as there are hexes: no path is longer.
    for _ in range(board.terrain.size):
        for at, spent in list(costs.items()):
            for to in range(6):
                step, beyond = steps.step(at, to), neighbour(at, to)
                if step.cost is None or (step.whole_turn and spent) or spent + step.cost > squad.allowance:
                    continue
                costs[beyond] = min(costs.get(beyond, spent + step.cost), spent + step.cost)
    assert len(costs) > 4
    return {board.label(at): int(it) for at, it in costs.items()}


def test_the_types_name_all_keys_of_the_export() -> None:
    text = (PACKAGE / "arena.d.ts").read_text(encoding="utf-8")
    named = set(re.findall(r"(\w+)\??:", text))
    schema = arena_schema()
    models = [schema, *schema["$defs"].values()]
    keys = {key for model in models for key in model.get("properties", {})}
    assert keys - named == set()


def test_the_sample_game_has_the_arena_as_it_is_exported_now() -> None:
    assert (GAME / "arena.js").read_text(encoding="utf-8") == game_data()


def test_the_sample_game_is_at_most_100_lines() -> None:
    lines = (GAME / "index.html").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 100
    assert max(map(len, lines)) <= 125


def test_the_sample_game_is_played_in_a_browser(browser: Browser) -> None:
    tab = browser.open(GAME / "index.html")
    assert tab.errors() == []
    assert {it.rpartition("/")[2] for it in tab.requests()} == {"index.html", "arena.js"}
    # A click on the first unit, and one on a hex in its reach.
    click(tab, "units.find((it) => it.side === active.id).hex")
    reach = tab.value("[...moves].sort()")
    assert reach
    scenario = load(ROOT / "scenarios" / "night-raid.yaml")
    costs = StepCosts(scenario, mover(scenario, unit=tab.value("chosen.id")))
    start, board = tab.value("chosen.hex"), scenario.board
    at = next(it for it in board.hexes() if board.label(it) == start)
    beside = {
        board.label(neighbour(at, to)): costs.step(at, to).cost
        for to in range(6)
        if board.contains(neighbour(at, to))
    }
    taken = {board.label(it.hex) for it in scenario.units}
    for label, cost in beside.items():
        found = dict(reach).get(label)
        assert (found is None) == (cost is None or label in taken), label
        assert found is None or found <= cost, label
    target, cost = reach[0]
    click(tab, json.dumps(target))
    assert tab.value("[chosen.hex, chosen.spent]") == [target, cost]
    tab.click("#end")
    assert tab.value("[active.id, turn, chosen === undefined]") == [scenario.sides[1].id, 1, True]
    # Reinforcements come when it is their turn.
    (late,) = (it for it in scenario.units if it.arrives > 1)
    for _ in range(2 * (late.arrives - 1) - 1):
        assert late.id not in tab.value("units.map((it) => it.id)")
        tab.click("#end")
    assert tab.value("[turn, units.at(-1).id, units.at(-1).hex]") == [4, late.id, board.label(late.hex)]
    assert tab.errors() == []
    tab.close()


def click(tab: Tab, label: str) -> None:
    """Click the middle of a hex of the sample game; its label is an expression."""
    x, y = tab.value(
        f"(() => {{ const [x, y] = arena.centre({label}, SIZE), box = $('board').getBoundingClientRect();"
        "const scale = box.width / $('board').width;"
        "return [box.x + (x + shift[0]) * scale, box.y + (y + shift[1]) * scale]; })()"
    )
    for kind in ("mousePressed", "mouseReleased"):
        tab.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


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
