"""Loading and validating scenario files."""

from __future__ import annotations

import random
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import jsonschema
import yaml

from benchmarks.measure import Figure, Peer, median_ms, process_ms
from fairground.core.files import load, save, scenario_schema
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import PaletteEntry
from fairground.core.validation import validate, validate_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.scenario.document import Scenario

ROOT = Path(__file__).parents[1]


def made_up(columns: int, rows: int, *, hedges: int = 0, seed: int = 1) -> Scenario:
    """Return a board with terrain, levels and effects all over, and some hexside features."""
    rng = random.Random(seed)
    scenario = blank_scenario("Made up", layout=Layout.ODD_Q, size=(columns, rows), ruleset="penance-2.0")
    board = scenario.board
    board.palette += [
        PaletteEntry(key, (kind,)) for key, kind in (("#", "wall"), ("~", "rubble"), ("f", "forest"))
    ]
    board.effects_palette.append(PaletteEntry("s", ("smoke",)))
    for row in range(rows):
        for column in range(columns):
            board.terrain[row, column] = rng.choice((0, 0, 0, 0, 1, 2, 3))
            board.elevation[row, column] = rng.choice((0, 0, 0, 1, 2))
            board.effects[row, column] = rng.random() < 0.02
    for _ in range(hedges):
        at = board.layout.from_offset(rng.randrange(columns), rng.randrange(rows))
        board.hexsides[hexside(at, rng.randrange(6))] = ("hedge",)
    return scenario


def _peer(text: str, schema: dict[str, object]) -> None:
    """Read and check the same text with the usual libraries: its shape, not its meaning."""
    data = yaml.load(text, Loader=yaml.CSafeLoader)  # a safe loader
    jsonschema.Draft202012Validator(schema).is_valid(data)


def figures() -> Iterator[Figure]:
    """Yield the figures of reading and checking."""
    with tempfile.TemporaryDirectory() as folder:
        for columns, rows, budget in ((15, 17, 50), (200, 200, 300)):
            path = Path(folder) / f"{columns}x{rows}.yaml"
            save(made_up(columns, rows), path)
            text = path.read_text()
            schema = scenario_schema()

            size = f"{columns}x{rows}"
            yield Figure(f"load {size}", median_ms(partial(load, path)), budget)
            yield Figure(f"validate {size}, loaded", median_ms(partial(validate, load(path))), budget)
            yield Figure(
                f"load and validate {size}",
                median_ms(partial(validate_file, path)),
                budget,
                (Peer("PyYAML + jsonschema", median_ms(partial(_peer, text, schema), runs=3), "shape only"),),
            )
        path = Path(folder) / "hedges.yaml"
        save(made_up(200, 200, hedges=5000), path)
        yield Figure("load 200x200 with 5,000 hexside features", median_ms(partial(load, path)), 300)
        yield Figure("load and validate the same", median_ms(partial(validate_file, path)), 300)
    command = str(Path(sys.executable).with_name("fairground"))
    arena = str(ROOT / "scenarios" / "standard-arena.yaml")
    yield Figure("fairground validate standard-arena, process", process_ms([command, "validate", arena]), 250)
    yield Figure("fairground --version, process", process_ms([command, "--version"]), 500)
