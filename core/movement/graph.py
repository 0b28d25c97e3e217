"""The steps of a board as a NetworkX graph, for scripts and small boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairground.core.grid.hexes import neighbour
from fairground.core.movement.step_cost import StepCosts, StepReason

if TYPE_CHECKING:
    from fractions import Fraction

    import networkx as nx

    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.mover import Mover
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario


def movement_graph(scenario: Scenario, mover: Mover) -> nx.DiGraph[Any]:
    """Return a directed graph of all steps that a mover can make.

    Nodes are labels of hexes or, where what a step costs depends on where the mover looks (``mover.faces``), pairs of
    a label and a facing, 1-6. Edges carry ``cost``, an exact Fraction in movement points, ``reasons``, a tuple of
    ``StepReason``, and ``whole_turn``. Hexes that the mover cannot be in have no edges; void ones are no nodes.

    With facing there are edges for turning by one hexside, too, each at ``rotation.cost``: hexsides that are free once
    a turn or in each hex depend on the way, which a graph does not know, and ``path`` counts them.

    Examples
    --------
    >>> from fairground.core import load
    >>> from fairground.core.movement.mover import mover
    >>> arena = load("scenarios/standard-arena.yaml")
    >>> graph = movement_graph(arena, mover(arena, "scout"))
    >>> graph.has_edge("A1", "B1")
    True
    """
    import networkx as nx

    graph: nx.DiGraph[Any] = nx.DiGraph()
    board, layout = scenario.board, scenario.board.layout
    costs = StepCosts(scenario, mover)
    on_board = [at for at in board.hexes() if not board.palette[int(board.terrain[board.cell(at)])].is_void]
    known = set(on_board)
    facings = [layout.facing_direction(number) for number in range(1, 7)] if mover.faces else [None]

    def node(at: Hex, facing: int | None) -> object:
        return board.label(at) if facing is None else (board.label(at), layout.facing(facing))

    for at in on_board:
        for facing in facings:
            graph.add_node(node(at, facing))
            for direction in range(6):
                target = neighbour(at, direction)
                found = costs.step(at, direction, facing) if target in known else None
                if found is not None and found.cost is not None:
                    facts = {"cost": found.cost, "reasons": found.reasons, "whole_turn": found.whole_turn}
                    graph.add_edge(node(at, facing), node(target, facing), **facts)
            if facing is not None:
                for turned in ((facing + 1) % 6, (facing - 1) % 6):
                    reasons, cost = _turning(scenario.rules)
                    graph.add_edge(
                        node(at, facing), node(at, turned), cost=cost, reasons=reasons, whole_turn=False
                    )
    return graph


def _turning(rules: Ruleset) -> tuple[tuple[StepReason, ...], Fraction]:
    rotation = rules.movement.rotation
    return (StepReason("turning one hexside", rotation.cost, next(iter(rotation.rules), "")),), rotation.cost
