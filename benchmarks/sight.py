"""All pairs of hexes in sight, of several sizes and by every ruleset that draws lines between hexes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.boards import random_board
from benchmarks.measure import Figure, median_ms
from fairground.core import visibility
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import PaletteEntry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.scenario.document import Scenario

#: Columns, rows and budget in ms of boards where a hex blocks or does not.
SIZES = ((15, 17, 3), (30, 30, 6), (60, 60, 20), (100, 100, 60), (200, 200, 1000))
#: What stands on the boards of each ruleset, in about a third of the hexes; hills and hexside features besides.
COUNTRY: dict[str, tuple[tuple[str, ...], ...]] = {
    "penance-1.0": (("wall",), ("rubble",), ("cover",), ("water",)),
    "penance-2.0": (("wall",), ("rubble",), ("forest",), ("water",)),
    "penance-arena": (("wall",), ("rubble",), ("forest",), ("water",)),
    "hexside-ww2": (("woods",), ("building",), ("orchard",), ("crops",)),
    "megamek": (
        ("woods-1",),
        ("woods-1", "foliage_elev-2"),
        ("woods-2", "foliage_elev-2"),
        ("building-2", "bldg_elev-2"),
        ("building-3", "bldg_elev-4"),
        ("water-1",),
        ("rough",),
    ),
}


def walls(columns: int, rows: int) -> Scenario:
    """Return a flat board, a fifth of it wall."""
    scenario = blank_scenario("Walls", layout=Layout.ODD_R, size=(columns, rows), ruleset="penance-2.0")
    scenario.board.palette.append(PaletteEntry("#", ("wall",)))
    scenario.board.terrain[:] = np.random.default_rng(1).random((rows, columns)) < 0.2
    return scenario


def figures() -> Iterator[Figure]:
    """Yield the figures."""
    for columns, rows, budget in SIZES:
        work = partial(visibility, walls(columns, rows))
        yield Figure(f"all pairs {columns}x{rows}, walls", median_ms(work, runs=5), budget)
    for ruleset, stacks in COUNTRY.items():
        scenario = random_board(ruleset, Layout.ODD_Q, (60, 60), seed=1, stacks=stacks)
        work = partial(visibility, scenario)
        yield Figure(f"all pairs 60x60, {ruleset}", median_ms(work, runs=5), 1000)
    table = visibility(walls(100, 100))
    yield Figure("table of 100x100 as a matrix", median_ms(table.to_bool_matrix, runs=3), 2000)
