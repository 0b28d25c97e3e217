"""Lines of sight, of several sizes and rulesets: all pairs of hexes beside peers, the fan of one, one with reasons."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.boards import random_board
from benchmarks.measure import Figure, Peer, copy_ms, from_nothing, median_and_95, median_ms, times_ms
from benchmarks.sight_peers import sight_peers
from fairground.core import visibility
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import PaletteEntry
from fairground.core.sight.field.fan import Fans
from fairground.core.sight.line.verdict import Verdicts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.grid.hexes import Hex
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
#: Those whose fans and single lines are measured; the budget of a fan in ms, and the most columns that it is set for.
LOOKED_FROM = ("hexside-ww2", "megamek", "penance-2.0")
FAN_MS, FAN_COLUMNS = 1, 100
SIGHT_MS = 0.2
#: The sides of the boards on which all rulesets are measured.
RULESET_SIDES = (60, 100)
#: The bytes of a hex that are read: its kind, as the boards of sight store it.
_READ = 8
#: So many fans are taken, fewer where they would take longer than so many seconds; and so many lines.
FANS, FANS_SECONDS, LINES = 60, 3, 1000


def walls(columns: int, rows: int) -> Scenario:
    """Return a flat board, a fifth of it wall."""
    scenario = blank_scenario("Walls", layout=Layout.ODD_R, size=(columns, rows), ruleset="penance-2.0")
    scenario.board.palette.append(PaletteEntry("#", ("wall",)))
    scenario.board.terrain[:] = np.random.default_rng(1).random((rows, columns)) < 0.2
    return scenario


def figures() -> Iterator[Figure]:
    """Yield the figures."""
    yield from _all_pairs()
    for ruleset in LOOKED_FROM:
        for columns, rows, _ in SIZES:
            yield from _from_one_hex(ruleset, columns, rows)


def _all_pairs() -> Iterator[Figure]:
    for columns, rows, budget in SIZES:
        scenario = walls(columns, rows)
        took = median_ms(from_nothing(partial(visibility, scenario)), runs=5)
        board = scenario.board
        peers = tuple(sight_peers(board, board.where_terrain("wall"), visibility(scenario)))
        yield Figure(f"all pairs {columns}x{rows}, walls", took, budget, peers)
    for side in RULESET_SIDES:
        for ruleset, stacks in COUNTRY.items():
            scenario = random_board(ruleset, Layout.ODD_Q, (side, side), seed=1, stacks=stacks)
            took = median_ms(from_nothing(partial(visibility, scenario)), runs=5)
            yield Figure(f"all pairs {side}x{side}, {ruleset}", took, 1000, (_table_limit(side**2),))
    table = visibility(walls(100, 100))
    yield Figure("table of 100x100 as a matrix", median_ms(table.to_bool_matrix, runs=3), 2000)


def _table_limit(hexes: int) -> Peer:
    """Return the time to read a board, and to write a bit for each pair of hexes."""
    return Peer("memory limit", copy_ms(_READ * hexes + hexes * (hexes - 1) // 16), "a bit for each pair")


def _fan_limit(hexes: int) -> Peer:
    """Return the time to read a board, and to write a byte for each hex."""
    return Peer("memory limit", copy_ms((_READ + 1) * hexes), "a byte for each hex")


def _from_one_hex(ruleset: str, columns: int, rows: int) -> Iterator[Figure]:
    """Yield the figures of fans and of single lines, from hexes all over; what the first one builds is not counted."""
    scenario = random_board(ruleset, Layout.ODD_Q, (columns, rows), seed=1, stacks=COUNTRY[ruleset])
    hexes = list(scenario.board.hexes())
    rng = random.Random(1)
    fans, verdicts = Fans(scenario), Verdicts(scenario)

    def look(origin: Hex) -> None:
        _ = fans.fan(origin).visible

    def judge(pair: list[Hex]) -> None:
        start, end = pair
        verdicts.sight(start, end)

    look(hexes[0])
    times = times_ms(look, rng.sample(hexes, FANS), seconds=FANS_SECONDS)
    budget = FAN_MS if columns <= FAN_COLUMNS else None
    middle, slow = median_and_95(f"fan {columns}x{rows}, {ruleset}", times, budget)
    yield replace(middle, peers=(_fan_limit(columns * rows),))
    yield slow
    pairs = [rng.sample(hexes, 2) for _ in range(LINES)]
    times_ms(judge, (rng.sample(hexes, 2) for _ in range(LINES // 5)))
    yield from median_and_95(f"one sight {columns}x{rows}, {ruleset}", times_ms(judge, pairs), SIGHT_MS)
