"""The steps of a board as a NetworkX graph, for scripts and small boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairground.core.grid.hexes import neighbour
from fairground.core.movement.step_cost import StepCosts, StepReason

if TYPE_CHECKING:
    import networkx as nx

    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario


def movement_graph(scenario: Scenario, mover: Mover) -> nx.DiGraph[Any]:
    """Return a directed graph of all steps of a mover.

    Nodes are labels of hexes or, if costs depend on facing (``mover.faces``), pairs of a label and a facing, 1-6. Edges have
    ``cost``, an exact Fraction in movement points, ``reasons``, a tuple of ``StepReason``, and ``whole_turn``. Hexes closed
    to the mover have no edges; void hexes are not nodes.

    With facing there are also edges for turning by one hexside, each at ``rotation.cost``. Free hexsides depend on the path
    taken, so only ``path`` counts them.

    Examples
    --------
    >>> from fairground.core import load
    >>> from fairground.core.movement.mover import mover
    >>> arena = load("scenarios/standard-arena.yaml")
    >>> graph = movement_graph(arena, mover(arena, "scout"))
    >>> graph.has_edge(("A1", 1), ("B1", 1))
    True
    """
    import networkx as nx

    graph: nx.DiGraph[Any] = nx.DiGraph()
    board, layout = scenario.board, scenario.board.layout
    costs = StepCosts(scenario, mover)
    on_board = [at for at in board.hexes() if not board.palette[int(board.terrain[board.cell(at)])].is_void]
    known = set(on_board)
    rotation = scenario.rules.movement.rotation
    reason = StepReason("turning one hexside", rotation.cost, next(iter(rotation.rules), ""))
    turning = {"cost": rotation.cost, "reasons": (reason,), "whole_turn": False}
    facings = [layout.facing_direction(number) for number in range(1, 7)] if mover.faces else [None]

    def node(at: Hex, facing: int | None) -> object:
        return board.label(at) if facing is None else (board.label(at), layout.facing(facing))

    for at in on_board:
        for facing in facings:
            graph.add_node(node(at, facing))
            for direction in range(6):
                target = neighbour(at, direction)
                step = costs.step(at, direction, facing) if target in known else None
                if step is not None and step.cost is not None:
                    data = {"cost": step.cost, "reasons": step.reasons, "whole_turn": step.whole_turn}
                    graph.add_edge(node(at, facing), node(target, facing), **data)
            if facing is not None:
                for turned in ((facing + 1) % 6, (facing - 1) % 6):
                    graph.add_edge(node(at, facing), node(at, turned), **turning)
    return graph
