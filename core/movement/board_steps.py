"""All steps of a board as arrays, as ``StepCosts`` gives them one by one, or as a NetworkX graph, and the damage of its hexes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.grid.hexes import DIRECTIONS, neighbour
from fairground.core.movement.mover import climbing
from fairground.core.movement.step_cost import Occupants, StepCosts, StepReason
from fairground.core.rules.movement import TerrainCost
from fairground.core.rules.terrain import HazardWhen
from fairground.core.scenario.arrays import hexside_table, inside, step

if TYPE_CHECKING:
    import networkx as nx
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.layout import Layout
    from fairground.core.movement.mover import Mover
    from fairground.core.rules import Ruleset
    from fairground.core.rules.ground import Ground
    from fairground.core.scenario.board import Board, PaletteEntry
    from fairground.core.scenario.document import Scenario

#: In ``Steps.cost``: the step is impossible.
IMPOSSIBLE = -1
#: Sums of costs stay below this, so that routines that use doubles are exact.
_EXACT = 1 << 53


@dataclass(frozen=True, eq=False)
class Steps:
    """The costs of all steps between neighbouring hexes for a mover, without facing.

    Costs are whole numbers of 1/``scale`` of a movement point. ``cost`` and ``whole_turn`` have the shape
    ``[6, rows, columns]``: from each hex in each direction (0-5, as ``DIRECTIONS``); ``cost`` is ``IMPOSSIBLE`` where the
    step is. ``whole_turn`` marks steps that must start a turn and use all its points. ``open`` and ``may_end``, of shape
    ``[rows, columns]``, are the hexes that the mover can pass, ignoring other units, and those where its turns may begin
    and end. Arrays are shared and must not be changed.
    """

    layout: Layout
    mover: Mover
    scale: int
    cost: NDArray[np.int64]
    whole_turn: NDArray[np.bool_]
    open: NDArray[np.bool_]
    may_end: NDArray[np.bool_]

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and of columns."""
        return self.open.shape[0], self.open.shape[1]

    @property
    def allowance(self) -> int:
        """The points of a turn, in the unit of ``cost``."""
        return self.mover.allowance * self.scale

    @property
    def neighbours(self) -> NDArray[np.int32]:
        """The neighbour of each hex (``row * columns + column``) by direction, ``[6, hexes]``; -1 off the board."""
        return _neighbours(self.layout, *self.shape)

    @cached_property
    def graph(self) -> csr_array:
        """The costs as a sparse matrix, numbered as in ``neighbours``; steps without cost are explicit zeros."""
        from scipy.sparse import csr_array

        count = self.open.size
        cost, target = self.cost.reshape(6, count).T, self.neighbours.T
        possible = cost != IMPOSSIBLE
        ends = np.zeros(count + 1, np.int32)
        np.cumsum(possible.sum(1), out=ends[1:])
        graph = csr_array((cost[possible].astype(np.float64), target[possible], ends), (count, count))
        graph.sort_indices()
        return graph

    @cached_property
    def backward(self) -> csr_array:
        """The same steps from their ends to their starts."""
        return self.graph.T.tocsr()


def steps(scenario: Scenario, mover: Mover) -> Steps:
    """Return all steps of a board; terrain and features unknown to the ruleset are ignored.

    Raises
    ------
    LimitError
        When the ruleset's costs are fractions too small to sum paths on the board exactly.
    """
    board, rules = scenario.board, scenario.rules
    grounds = [_ground(rules, entry, mover) for entry in board.palette]
    scale = _scale(rules, grounds)
    shape, cells = board.terrain.shape, board.terrain.ravel()
    if _dearest(board, rules, mover, grounds) * scale * cells.size >= _EXACT:
        raise LimitError(
            f"the movement costs of {rules.id} are fractions too small to add up exactly on {cells.size} "
            f"hexes: 1/{scale} of a point"
        )
    occupants = Occupants(scenario, mover)

    passes = mover.mode.passes_impassable
    solid = np.array([not entry.is_void for entry in board.palette], np.bool_)
    stands = solid & [it.admits(mover.unit_class) for it in grounds]
    is_open = (solid if passes else stands)[cells]
    may_end = stands[cells] & ~board.mask(tuple(occupants.held())).ravel()
    entered = is_open & ~board.mask(tuple(occupants.barred())).ravel()

    into = np.array([int(_into(rules, mover, it) * scale) for it in grounds], np.int64)[cells]
    levels, level = (it.ravel() for it in np.unique(board.elevation, return_inverse=True))
    rise, whole, barred = _climbs(levels.tolist(), rules, mover, scale)
    across, closed = _crossings(board, rules, mover, scale)

    target = _neighbours(board.layout, *shape)
    # The place of each step in the tables of climbs.
    climb = level * len(rise) + level.take(target)
    possible = (target >= 0) & is_open & entered.take(target) & ~barred.take(climb) & ~closed
    whole_turn = possible & whole.take(climb)
    cost = into.take(target) + rise.take(climb) + across + mover.surcharge * scale
    cost[whole_turn] = mover.allowance * scale
    too_much = cost > mover.allowance * scale
    if rules.movement.minimum_move:
        whole_turn |= possible & too_much
    else:
        possible &= ~too_much
    cost[~possible] = IMPOSSIBLE
    if not mover.allowance:
        cost[:], whole_turn[:] = IMPOSSIBLE, False
    planes = 6, *shape
    return Steps(
        layout=board.layout,
        mover=mover,
        scale=scale,
        cost=cost.reshape(planes),
        whole_turn=whole_turn.reshape(planes),
        open=is_open.reshape(shape),
        may_end=may_end.reshape(shape),
    )


@lru_cache(maxsize=8)
def _neighbours(layout: Layout, rows: int, columns: int) -> NDArray[np.int32]:
    """Return the number of each hex's neighbour in each direction; -1 off the board."""
    q, r = (it.ravel() for it in layout.axial_arrays(columns, rows))
    numbers = np.empty((len(DIRECTIONS), rows * columns), np.int32)
    for direction in range(len(DIRECTIONS)):
        on_board, row, column = inside(layout, (rows, columns), *step(q, r, direction))
        numbers[direction] = np.where(on_board, row * columns + column, -1)
    numbers.flags.writeable = False
    return numbers


def _ground(rules: Ruleset, entry: PaletteEntry, mover: Mover) -> Ground:
    return rules.ground([kind for kind in entry.kinds if kind in rules.terrain], mover.unit_class)


def _into(rules: Ruleset, mover: Mover, ground: Ground) -> Fraction:
    """Return the cost of entering ground, without level and hexside (rules P1-01, P1-02, P2-19)."""
    match mover.mode.terrain:
        case TerrainCost.IGNORED:
            return rules.movement.base_cost
        case TerrainCost.DIFFICULT_IGNORED:
            return ground.eased_cost
        case _:
            return ground.cost


def _scale(rules: Ruleset, grounds: list[Ground]) -> int:
    """Return the common denominator of all costs that can add to a step."""
    movement = rules.movement
    costs = [
        *(cost for ground in grounds for cost in (ground.cost, ground.eased_cost)),
        *(feature.cost for feature in rules.hexsides.values()),
        *(movement.climb.up, movement.climb.down),
        *(cost for by_level in movement.climb.table.values() for cost in by_level.values()),
        *(movement.base_cost, movement.sidestep_cost, movement.rotation.cost),
    ]
    return lcm(*(it.denominator for it in costs))


def _dearest(board: Board, rules: Ruleset, mover: Mover, grounds: list[Ground]) -> Fraction:
    """Return an upper bound of the cost of a step, in points."""
    levels = int(board.elevation.max()) - int(board.elevation.min())
    climb = rules.movement.climb
    listed = [cost for by_level in climb.table.values() for cost in by_level.values()]
    return (
        max(max(it.cost, it.eased_cost) for it in grounds)
        + max(climb.up * levels, climb.down * levels, *listed, Fraction(mover.allowance))
        + sum((it.cost for it in rules.hexsides.values()), Fraction(mover.surcharge))
        + rules.movement.base_cost
    )


def _climbs(
    levels: list[int], rules: Ruleset, mover: Mover, scale: int
) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the cost of each change of level, whether it takes a whole turn, and whether it is barred: ``[left, entered]``."""
    climbs = [climbing(rules, mover, left, entered) for left in levels for entered in levels]
    shape = len(levels), len(levels)
    return (
        np.array([int(it.cost * scale) for it in climbs], np.int64).reshape(shape),
        np.array([it.whole_turn for it in climbs], np.bool_).reshape(shape),
        np.array([it.barred for it in climbs], np.bool_).reshape(shape),
    )


def _crossings(
    board: Board, rules: Ruleset, mover: Mover, scale: int
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the costs that hexside features add to steps, and the steps they bar: ``[6, rows * columns]``."""
    cost = np.zeros((len(DIRECTIONS), board.terrain.size), np.int64)
    closed = np.zeros(cost.shape, np.bool_)
    table = hexside_table(board)
    sets = [[rules.hexsides[it] for it in names if it in rules.hexsides] for names in table.kinds]
    adds = np.array([int(sum((it.cost for it in kinds), Fraction(0)) * scale) for kinds in sets], np.int64)
    bars = np.array([any(not it.passable for it in kinds) for kinds in sets], np.bool_)
    sides = (
        (table.q, table.r, table.direction),
        (*step(table.q, table.r, table.direction), table.direction + 3),
    )
    for q, r, direction in sides if sets else ():
        on_board, row, column = inside(board.layout, board.terrain.shape, q, r)
        at = (direction % 6)[on_board], (row * board.columns + column)[on_board]
        if mover.mode.terrain is not TerrainCost.IGNORED:
            cost[at] = adds[table.features][on_board]
        if not mover.mode.passes_impassable:
            closed[at] = bars[table.features][on_board]
    return cost, closed


class Danger:
    """The damage of hexes to a moving unit, by the rules for hazards (rules P1-15, C-5).

    ``at_end``, of shape ``[rows, columns]``, is the damage for ending a turn in a hex, and ``entering`` that for entering
    it, each time; one of the two is 0 everywhere.
    """

    def __init__(self, scenario: Scenario) -> None:
        damage = damage_of(scenario)
        none = np.zeros_like(damage)
        ends = scenario.rules.hazard.when is HazardWhen.END
        self.at_end, self.entering = (damage, none) if ends else (none, damage)


def damage_of(scenario: Scenario) -> NDArray[np.int64]:
    """Return the total damage of the terrain and effects of each hex, of shape ``[rows, columns]``."""
    board, rules = scenario.board, scenario.rules
    grounds = [
        rules.ground([kind for kind in entry.kinds if kind in rules.terrain]).damage
        for entry in board.palette
    ]
    effects = [
        sum(rules.effects[kind].damage for kind in entry.kinds if kind in rules.effects)
        for entry in board.effects_palette
    ]
    ground_damage: NDArray[np.int64] = np.array(grounds, np.int64)[board.terrain]
    return ground_damage + np.array(effects, np.int64)[board.effects]


def movement_graph(scenario: Scenario, mover: Mover, *, exact: bool = True) -> nx.DiGraph[Any]:
    """Return a directed graph of all steps of a mover.

    Nodes are labels of hexes or, if costs depend on facing (``mover.faces``), pairs of a label and a facing, 1-6. Edges have
    ``cost``, an exact Fraction in movement points, ``reasons``, a tuple of ``StepReason``, and ``whole_turn``. Hexes closed
    to the mover have no edges; void hexes are not nodes.

    Nodes have ``pos``, the centre of the hex (x to the right, y upwards, 1 from centre to corner), ``terrain``, its kinds joined
    by " + ", and ``level``.

    Without ``exact``, edges have only ``weight``, the cost as a float. Such a graph can be passed to scipy, and written as
    GraphML if nodes are texts: ``pos`` becomes ``x`` and ``y``, and a node with a facing is written ``A1/1``.

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
    turning: dict[str, object] = {"cost": rotation.cost, "reasons": (reason,), "whole_turn": False}
    if not exact:
        turning = {"weight": float(rotation.cost)}
    facings = [layout.facing_direction(number) for number in range(1, 7)] if mover.faces else [None]

    def node(at: Hex, facing: int | None) -> object:
        if facing is None:
            return board.label(at)
        return (
            (board.label(at), layout.facing(facing))
            if exact
            else f"{board.label(at)}/{layout.facing(facing)}"
        )

    for at, facing in product(on_board, facings):
        graph.add_node(node(at, facing), **_about(board, at, exact=exact))
        for direction in range(6):
            target = neighbour(at, direction)
            step = costs.step(at, direction, facing) if target in known else None
            if step is not None and step.cost is not None:
                data = {"cost": step.cost, "reasons": step.reasons, "whole_turn": step.whole_turn}
                weight = {"weight": float(step.cost)}
                graph.add_edge(node(at, facing), node(target, facing), **(data if exact else weight))
        if facing is not None:
            for turned in ((facing + 1) % 6, (facing - 1) % 6):
                graph.add_edge(node(at, facing), node(at, turned), **turning)
    return graph


def _about(board: Board, at: Hex, *, exact: bool) -> dict[str, object]:
    """Return the attributes of a node."""
    x, y = board.layout.centre(at)
    place: dict[str, object] = {"pos": (x, 0.0 - y)} if exact else {"x": x, "y": 0.0 - y}
    return {**place, "terrain": " + ".join(board.terrain_at(at)), "level": board.level_at(at)}
