"""Boards to look for narrow places on: drawn as plans, or at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx
import numpy as np

from fairground.core.grid.layout import Layout
from fairground.core.movement.board_steps import steps
from fairground.core.movement.mover import mover, movers
from tests.core.movement.drawing import drawn
from tests.core.movement.random_ground import RULESETS, random_ground

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.board_steps import Steps
    from fairground.core.scenario.document import Scenario

#: What the marks of a plan stand for.
_MARKS = {"#": "wall", ".": "clear", "f": "forest", " ": "void"}


def plan(*rows: str, layout: Layout = Layout.ODD_Q) -> Scenario:
    """Return a board with a mark a hex: ``#`` wall, ``.`` clear, ``f`` forest, a blank for none."""
    return drawn("penance-2.0", *(" ".join(_MARKS[mark] for mark in row) for row in rows), layout=layout)


def steps_on(scenario: Scenario) -> Steps:
    """Return the steps of the ruleset's first class of units."""
    return steps(scenario, mover(scenario))


def random_steps(rng: random.Random, *, most: int = 7) -> Steps:
    """Return the steps of any class by any ruleset, on a small board at random; many of them one way only."""
    size = rng.randint(1, most), rng.randint(1, most)
    scenario = random_ground(rng, rng.choice(RULESETS), size=size)
    return steps(scenario, rng.choice(list(movers(scenario))))


def random_mask(rng: random.Random, shape: tuple[int, int], share: float) -> NDArray[np.bool_]:
    """Return some of the hexes."""
    return np.array([[rng.random() < share for _ in range(shape[1])] for _ in range(shape[0])], np.bool_)


def graph_of(found: Steps) -> nx.DiGraph[int]:
    """Return the steps as a graph of hexes, numbered row by row, with their costs as weights."""
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(np.flatnonzero(found.open.ravel()).tolist())
    for direction, start in np.argwhere(found.cost.reshape(6, -1) >= 0).tolist():
        end = int(found.neighbours[direction, start])
        graph.add_edge(start, end, weight=int(found.cost.reshape(6, -1)[direction, start]))
    return graph


def labels(scenario: Scenario, hexes: Iterable[Hex]) -> list[str]:
    """Return the labels of hexes, row by row."""
    return [scenario.board.label(at) for at in sorted(hexes, key=scenario.board.cell)]
