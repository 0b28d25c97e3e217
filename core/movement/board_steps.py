"""All steps of a board as arrays, as ``StepCosts`` gives them one by one, or as a NetworkX graph, and the damage of its hexes."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.grid.hexes import DIRECTIONS, neighbour
from fairground.core.grid.layout import HexesByNumber
from fairground.core.movement.compiled_moves import (
    CLIMB_BARRED,
    CLIMB_WHOLE_TURN,
    FOOTING_END,
    FOOTING_OPEN,
    UNITS_BAR,
    UNITS_HOLD,
    address,
    fill_in_compiled,
)
from fairground.core.movement.mover import mover_costs
from fairground.core.movement.step_cost import Occupants, StepCosts, StepReason
from fairground.core.native import library
from fairground.core.rules.movement import TerrainCost
from fairground.core.rules.terrain import HazardWhen
from fairground.core.scenario.arrays import hexside_table, inside, step

if TYPE_CHECKING:
    from collections.abc import Sequence
    from weakref import ref

    import networkx as nx
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.layout import Layout
    from fairground.core.movement.mover import Climbs, Mover, MoverCosts
    from fairground.core.movement.path import PathStep
    from fairground.core.movement.stances import Stances
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

#: In ``Steps.cost``: the step is impossible.
IMPOSSIBLE = -1
#: So many levels have a table of all climbs between them; of more, those on the board do.
_FEW_LEVELS = 16
#: Sums of costs stay below this, so that routines that use doubles are exact.
_EXACT = 1 << 53


@dataclass(frozen=True, eq=False)
class Steps:
    """The costs of all steps between neighbouring hexes for a mover, without facing.

    Costs are whole numbers of 1/``scale`` of a movement point. ``cost`` and ``whole_turn`` have the shape
    ``[6, rows, columns]``: from each hex in each direction (0-5, as ``DIRECTIONS``); ``cost`` is ``IMPOSSIBLE`` where the
    step is. ``whole_turn`` marks steps that must start a turn and use all its points. ``open`` and ``may_end``, of shape
    ``[rows, columns]``, are the hexes that the mover can pass, ignoring other units, and those where its turns may begin
    and end. ``least`` is at most the cost of the cheapest step, ``dearest`` at least that of the dearest.
    Arrays are shared and must not be changed.
    """

    layout: Layout
    mover: Mover
    scale: int
    cost: NDArray[np.int64]
    whole_turn: NDArray[np.bool_]
    open: NDArray[np.bool_]
    may_end: NDArray[np.bool_]
    least: int
    dearest: int
    #: The stances in use with these steps, see ``Stances.of``.
    known_stances: dict[tuple[int, bool], ref[Stances]] = field(default_factory=dict, init=False, repr=False)

    def __getstate__(self) -> dict[str, object]:
        """Return the fields; stances are created where they are needed."""
        return {**vars(self), "known_stances": {}}

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
        return self.neighbour_table.numbers

    @property
    def neighbour_table(self) -> NeighbourTable:
        """The same, with its address."""
        return _neighbour_table(self.layout, *self.shape)

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
    costs = mover_costs(rules, mover, tuple([entry.kinds for entry in board.palette]))
    level = board.elevation
    # Counting levels other than 0 takes a fifth of the time, and most boards have none.
    lowest, highest = (int(level.min()), int(level.max())) if np.count_nonzero(level) else (0, 0)
    dearest = costs.dearest(highest - lowest)
    if dearest * board.terrain.size >= _EXACT:
        raise LimitError(
            f"the movement costs of {rules.title} are fractions too small to add up exactly on {board.terrain.size} "
            f"hexes: 1/{costs.scale} of a point"
        )
    if not mover.mode.climbs:
        climbs = costs.climbs(range(1))
    elif highest - lowest < _FEW_LEVELS:
        climbs = costs.climbs(range(lowest, highest + 1))
    else:
        levels, numbers = np.unique(level, return_inverse=True)
        climbs = costs.climbs(tuple(levels.tolist()))
        level, lowest = numbers.astype(np.int16), 0
    planes = 6, *board.terrain.shape
    found = Steps(
        layout=board.layout,
        mover=mover,
        scale=costs.scale,
        cost=np.empty(planes, np.int64),
        whole_turn=np.empty(planes, np.bool_),
        open=np.empty(planes[1:], np.bool_),
        may_end=np.empty(planes[1:], np.bool_),
        least=costs.least,
        dearest=dearest,
    )
    ground = StepGround(
        terrain=board.terrain,
        costs=costs,
        level=level,
        lowest=lowest,
        climbs=climbs,
        units=_units_in_the_way(scenario, mover) if mover.side else None,
        crossings=_crossings(board, rules, mover, costs.scale) if board.hexsides else None,
        minimum_move=rules.movement.minimum_move,
    )
    if library() is None or not fill_in_compiled(found, ground):
        _fill_in(found, ground)
    return found


class StepCrossings(NamedTuple):
    """What hexside features add to steps, and the steps they bar: ``[6, rows * columns]``."""

    cost: NDArray[np.int64]
    closed: NDArray[np.bool_]


class StepGround(NamedTuple):
    """Everything about a board that steps depend on: arrays are of shape ``[rows, columns]``, or flat."""

    terrain: NDArray[np.uint16]
    costs: MoverCosts
    #: The row of each hex in the tables of climbs, plus ``lowest``.
    level: NDArray[np.int16]
    lowest: int
    climbs: Climbs
    #: 1 where units prevent the mover from entering, plus 2 where they prevent it from ending a turn; None for no units.
    units: NDArray[np.uint8] | None
    crossings: StepCrossings | None
    minimum_move: bool


def _fill_in(steps: Steps, ground: StepGround) -> None:
    """Fill in the arrays of steps."""
    mover, cells, target = steps.mover, ground.terrain.ravel(), steps.neighbours
    units = np.zeros(cells.size, np.uint8) if ground.units is None else ground.units
    footing = ground.costs.footing[cells]
    is_open = footing & FOOTING_OPEN != 0
    entered = is_open & (units & UNITS_BAR == 0)
    # The place of each step in the tables of climbs.
    count = len(ground.climbs.cost)
    level = (ground.level.ravel().astype(np.int64) - ground.lowest) * (count > 1)
    climb = level * count + level.take(target)
    effect = ground.climbs.effect.take(climb)
    possible = (target >= 0) & is_open & entered.take(target) & (effect != CLIMB_BARRED)
    cost = ground.costs.into[cells].take(target) + ground.climbs.cost.take(climb)
    cost += mover.surcharge * steps.scale
    if ground.crossings is not None:
        possible &= ~ground.crossings.closed
        cost += ground.crossings.cost
    whole_turn = possible & (effect == CLIMB_WHOLE_TURN)
    cost[whole_turn] = steps.allowance
    too_much = cost > steps.allowance
    if ground.minimum_move:
        whole_turn |= possible & too_much
    else:
        possible &= ~too_much
    cost[~possible] = IMPOSSIBLE
    if not mover.allowance:
        cost[:], whole_turn[:] = IMPOSSIBLE, False
    steps.cost[:], steps.whole_turn[:] = cost.reshape(steps.cost.shape), whole_turn.reshape(steps.cost.shape)
    steps.open[:] = is_open.reshape(steps.shape)
    may_end = (footing & FOOTING_END != 0) & (units & UNITS_HOLD == 0)
    steps.may_end[:] = may_end.reshape(steps.shape)


def _units_in_the_way(scenario: Scenario, mover: Mover) -> NDArray[np.uint8]:
    """Return ``StepGround.units``."""
    board, occupants = scenario.board, Occupants(scenario, mover)
    barred, held = (board.mask(tuple(it)).ravel() for it in (occupants.barred(), occupants.held()))
    return barred * np.uint8(UNITS_BAR) + held * np.uint8(UNITS_HOLD)


def _crossings(board: Board, rules: Ruleset, mover: Mover, scale: int) -> StepCrossings:
    """Return the effects of hexside features on steps."""
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
    return StepCrossings(cost, closed)


class NeighbourTable(NamedTuple):
    """The numbers of ``Steps.neighbours``, and q and r of all hexes, with their addresses for the compiled part."""

    numbers: NDArray[np.int32]
    axial: NDArray[np.int32]
    address: int
    axial_address: int
    hexes: HexesByNumber


@lru_cache(maxsize=8)
def _neighbour_table(layout: Layout, rows: int, columns: int) -> NeighbourTable:
    q, r = (it.ravel() for it in layout.axial_arrays(columns, rows))
    numbers = np.empty((len(DIRECTIONS), rows * columns), np.int32)
    for direction in range(len(DIRECTIONS)):
        on_board, row, column = inside(layout, (rows, columns), *step(q, r, direction))
        numbers[direction] = np.where(on_board, row * columns + column, -1)
    numbers.flags.writeable = False
    axial = np.stack((q, r)).astype(np.int32)
    return NeighbourTable(numbers, axial, address(numbers), address(axial), HexesByNumber(layout, columns))


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

    def on(self, board: Board, steps: Sequence[PathStep]) -> int:
        """Return the damage on the steps of a path."""
        ends = [*(it for it, after in pairwise(steps) if after.turn != it.turn), steps[-1]]
        entered = [it for before, it in pairwise(steps) if it.hex != before.hex]
        return sum(int(self.at_end[board.cell(it.hex)]) for it in ends) + sum(
            int(self.entering[board.cell(it.hex)]) for it in entered
        )


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
