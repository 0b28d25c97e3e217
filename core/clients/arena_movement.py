"""The grid, hexsides and movement in the export for game programmers: the cost of each step but for facing and units."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

from fairground.core.grid.hexes import Hex, neighbour
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Orientation
from fairground.core.movement.answer import Points  # noqa: TC001  # pydantic reads the annotation
from fairground.core.movement.mover import Mover, climbing, movers
from fairground.core.rules.movement import TerrainCost

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.grid.layout import Layout
    from fairground.core.rules import Ruleset
    from fairground.core.rules.ground import Ground
    from fairground.core.rules.movement import MovementMode
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

_FORMULAS = {
    Orientation.FLAT: "x = size * 3/2 * q, y = size * sqrt(3) * (q/2 + r)",
    Orientation.POINTY: "x = size * sqrt(3) * (q + r/2), y = size * 3/2 * r",
}
_Point = tuple[float, float]


class ArenaModel(BaseModel):
    """Base class of the export's models."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ArenaStep(ArenaModel):
    """A step to a neighbour, and the hexside that it crosses."""

    direction: str = Field(description="name of the direction and of the hexside, such as NE")
    q: int = Field(description="change in q")
    r: int = Field(description="change in r")
    corners: tuple[_Point, _Point] = Field(
        description="ends of the hexside, clockwise, as x and y relative to the centre of a hex of size 1"
    )


class ArenaGrid(ArenaModel):
    """The grid: from q and r to neighbours and pixels."""

    orientation: Literal["flat", "pointy"] = Field(
        description="flat: hexes have a side at the top; pointy: hexes have a corner at the top"
    )
    steps: tuple[ArenaStep, ...] = Field(
        description=(
            "the steps to the six neighbours, in the order of facings 1 to 6; opposite steps are three "
            "places apart"
        )
    )
    x: _Point = Field(
        description="x of a hex's centre for hexes of size 1: the first number times q plus the second times r"
    )
    y: _Point = Field(
        description="y of the centre, increasing downwards, computed in the same way; A1 is at 0, 0"
    )
    formula: str = Field(
        description="exact formulas for x and y; size is the distance from the centre of a hex to its corners"
    )


class ArenaEntering(ArenaModel):
    """What entering a hex of a stack costs some classes in a mode of movement."""

    mode: str = Field(description="id of the movement mode in the ruleset")
    points: Points = Field(
        description="movement points to enter, excluding the change of level and the hexside"
    )
    classes: tuple[str, ...] = Field(description="ids of the unit classes that pay these points to enter")


class ArenaStack(ArenaModel):
    """A combination of terrain that hexes of the board have."""

    terrain: tuple[str, ...] = Field(description="terrain stack, bottom first")
    entering: tuple[ArenaEntering, ...] = Field(
        description=(
            "cost of entering by movement mode, and by class if classes pay different points; classes that "
            "are not listed cannot enter"
        )
    )


class ArenaCrossing(ArenaModel):
    """What crossing a hexside costs in a mode of movement."""

    mode: str = Field(description="id of the movement mode in the ruleset")
    points: Points | None = Field(
        description="extra movement points to cross the hexside; null if it cannot be crossed"
    )


class ArenaHexside(ArenaModel):
    """A hexside with features."""

    hex: str = Field(description="label of a hex on the board that has this hexside")
    direction: str = Field(description="direction of the hexside from that hex, such as NE")
    other: str | None = Field(description="label of the hex on the other side; null if it is off the board")
    features: tuple[str, ...] = Field(description="features on the hexside")
    crossing: tuple[ArenaCrossing, ...] = Field(description="cost of crossing, by movement mode")


class ArenaClimb(ArenaModel):
    """What a change of level costs."""

    left: int = Field(description="level of the hex that the unit leaves")
    entered: int = Field(description="level of the hex that the unit enters")
    points: Points | None = Field(
        description=(
            "extra movement points; null if the step uses all points of a turn and must be the first "
            "step of that turn"
        )
    )


class ArenaMover(ArenaModel):
    """A class of unit in a mode of movement."""

    unit_class: str = Field(alias="class", description="id of the class in the ruleset")
    mode: str = Field(description="id of the movement mode in the ruleset")
    name: str = Field(description="display name of the class and its movement mode")
    allowance: int = Field(description="movement points per turn, unless the unit has its own")
    climbs: tuple[ArenaClimb, ...] = Field(
        description="changes of level that are possible between neighbours on this board; all others are impossible"
    )


class ArenaMovement(ArenaModel):
    """The costs of steps. The ruleset has the rest: turning, sidesteps and units in the way."""

    denominator: int = Field(
        description=(
            "common denominator of all movement points on this board: each is a multiple of 1/denominator"
        )
    )
    minimum_move: bool = Field(
        description=(
            "whether a unit can always move one hex; if not, it cannot take a step that costs more "
            "than its allowance"
        )
    )
    stacks: tuple[ArenaStack, ...] = Field(description="terrain stacks, which hexes refer to by index")
    movers: tuple[ArenaMover, ...] = Field(description="one entry for each class in each movement mode")


def arena_grid(layout: Layout) -> ArenaGrid:
    """Return the grid of a layout."""
    (x_of_q, y_of_q), (x_of_r, y_of_r) = layout.to_point(1, 0), layout.to_point(0, 1)
    return ArenaGrid(
        orientation=layout.orientation.value,
        steps=tuple(_step(layout, name) for name in layout.direction_names),
        x=(x_of_q, x_of_r),
        y=(y_of_q, y_of_r),
        formula=_FORMULAS[layout.orientation],
    )


def _step(layout: Layout, name: str) -> ArenaStep:
    start, direction = Hex(0, 0), layout.direction(name)
    to = neighbour(start, direction)
    first, second = (layout.corner_point(it) for it in hexside(start, direction).corners)
    # Clockwise with y downwards: the second is to the right of the first, seen from the centre.
    if first[0] * second[1] < first[1] * second[0]:
        first, second = second, first
    return ArenaStep(direction=name, q=to.q, r=to.r, corners=(first, second))


def arena_hexsides(scenario: Scenario) -> Iterator[ArenaHexside]:
    """Yield the hexsides with features, each once, from a hex on the board."""
    board = scenario.board
    for side, features in sorted(board.hexsides.items()):
        near, far = side.hexes
        direction = side.direction
        if not board.contains(near):
            near, far, direction = far, near, direction + 3
        yield ArenaHexside(
            hex=board.label(near),
            direction=board.layout.direction_name(direction),
            other=board.label(far) if board.contains(far) else None,
            features=features,
            crossing=_crossings(scenario.rules, features),
        )


def arena_movement(scenario: Scenario) -> ArenaMovement:
    """Return what steps on the board of a scenario cost."""
    board, rules = scenario.board, scenario.rules
    climbs = sorted(_level_changes(board))
    stacks = tuple(_stack(rules, kinds) for kinds in stacks_of(board))
    found = tuple(_mover(rules, it, climbs) for it in movers(scenario))
    points = [
        *(cost.points for it in stacks for cost in it.entering),
        *(climb.points for it in found for climb in it.climbs),
        *(cost.points for features in board.hexsides.values() for cost in _crossings(rules, features)),
    ]
    return ArenaMovement(
        denominator=lcm(*(Fraction(it).denominator for it in points if it is not None)),
        minimum_move=rules.movement.minimum_move,
        stacks=stacks,
        movers=found,
    )


def stacks_of(board: Board) -> dict[tuple[str, ...], int]:
    """Return the index of each combination of terrain on the board, in the order of its palette."""
    used = {int(index) for index in set(board.terrain.flat)}
    kinds = (tuple(it.kinds) for index, it in enumerate(board.palette) if index in used and not it.is_void)
    return {it: index for index, it in enumerate(dict.fromkeys(kinds))}


def _crossings(rules: Ruleset, features: Sequence[str]) -> tuple[ArenaCrossing, ...]:
    """Return what crossing a hexside with features costs, by mode of movement (rules P1-02, HS-18)."""
    known = [rules.hexsides[it] for it in features if it in rules.hexsides]
    passable = all(it.passable for it in known)
    cost = sum((it.cost for it in known), Fraction(0))
    return tuple(
        ArenaCrossing(
            mode=mode_id,
            points=None
            if not passable and not mode.passes_impassable
            else Fraction(0)
            if mode.terrain is TerrainCost.IGNORED
            else cost,
        )
        for mode_id, mode in rules.movement.modes.items()
    )


def _stack(rules: Ruleset, kinds: tuple[str, ...]) -> ArenaStack:
    known = [it for it in kinds if it in rules.terrain]
    entering = [
        it for mode_id, mode in rules.movement.modes.items() for it in _entering(rules, known, mode_id, mode)
    ]
    return ArenaStack(terrain=kinds, entering=tuple(entering))


def _entering(
    rules: Ruleset, kinds: Sequence[str], mode_id: str, mode: MovementMode
) -> Iterator[ArenaEntering]:
    """Yield what entering costs in a mode of movement, more than once if classes pay different points."""
    classes: dict[Fraction, list[str]] = {}
    for class_id, unit_class in rules.classes.items():
        ground = rules.ground(kinds, unit_class)
        if mode.passes_impassable or ground.admits(unit_class):
            classes.setdefault(_points(rules, ground, mode), []).append(class_id)
    classes = classes or {_points(rules, rules.ground(kinds), mode): []}
    for points, ids in classes.items():
        yield ArenaEntering(mode=mode_id, points=points, classes=tuple(ids))


def _points(rules: Ruleset, ground: Ground, mode: MovementMode) -> Fraction:
    match mode.terrain:
        case TerrainCost.IGNORED:
            return rules.movement.base_cost
        case TerrainCost.DIFFICULT_IGNORED:
            return ground.eased_cost
        case TerrainCost.PAID:
            return ground.cost


def _mover(rules: Ruleset, mover: Mover, changes: Sequence[tuple[int, int]]) -> ArenaMover:
    return ArenaMover(
        **{"class": mover.class_id},
        mode=mover.mode_id,
        name=mover.title,
        allowance=mover.allowance,
        climbs=tuple(_climbs(rules, mover, changes)),
    )


def _climbs(rules: Ruleset, mover: Mover, changes: Sequence[tuple[int, int]]) -> Iterator[ArenaClimb]:
    for left, entered in changes:
        climb = climbing(rules, mover, left, entered)
        if not climb.barred:
            points = None if climb.whole_turn else climb.cost
            yield ArenaClimb(left=left, entered=entered, points=points)


def _level_changes(board: Board) -> set[tuple[int, int]]:
    """Return the pairs of different levels of neighbours, left and entered."""
    void = board.void
    levels = {at: board.level_at(at) for at in board.hexes() if not void[board.cell(at)]}
    found = set()
    for at, level in levels.items():
        for direction in range(3):
            beside = levels.get(neighbour(at, direction), level)
            if beside != level:
                found |= {(level, beside), (beside, level)}
    return found
