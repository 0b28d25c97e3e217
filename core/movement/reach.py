"""Reach: the first turn in which a unit can be in each hex, and can shoot at each hex."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from fairground.core.answer import JsonResult
from fairground.core.drawable import Drawable, drawn_on_map
from fairground.core.errors import ScenarioError, UsageError
from fairground.core.grid.hexes import Hex, ring
from fairground.core.movement.board_steps import steps as steps_of
from fairground.core.movement.mover import mover as mover_of
from fairground.core.movement.mover import start_direction
from fairground.core.movement.stances import Stances
from fairground.core.movement.step_cost import describe_no_footing
from fairground.core.movement.sweep import moved
from fairground.core.movement.turns import Turns
from fairground.core.scenario.hex_arguments import hex_on_board
from fairground.core.sight.field.lanes import Lanes
from fairground.core.sight.field.visibility import visibility
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.movement.board_steps import Steps
    from fairground.core.movement.mover import Mover
    from fairground.core.movement.sweep import Level
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario


@dataclass(frozen=True, eq=False)
class Shooting:
    """The hexes that a unit can shoot at.

    ``turns``, of shape ``[rows, columns]``, is the first turn in which it can shoot at a hex, from 1; -1 where it cannot.
    ``stands`` is where it can be with ``cost`` points left.
    """

    stands: Reach
    cost: Fraction
    turns: NDArray[np.int16]


def shooting(  # noqa: PLR0913  # a question has many sides, all but three by keyword
    scenario: Scenario,
    origin: Hex | str | Iterable[Hex | str] | NDArray[np.bool_],
    turns: int = 1,
    *,
    mover: Mover,
    cost: Fraction | int = 0,
    range: tuple[int, int | None] = (1, None),  # noqa: A002  # the field's word
    facing: int | None = None,
    blind: bool | None = None,
) -> Shooting:
    """Return the hexes that a mover can shoot at, with or without moving first, by turn.

    It shoots from a hex where it can end the turn with ``cost`` points left, at hexes in sight within ``range``: nearest and
    farthest, None for unlimited. Its facing is ignored, and whether the target hex is occupied.

    Raises
    ------
    GridError, ScenarioError, UsageError
        As for ``reach`` and ``visibility``; when the range is invalid.
    """
    nearest, farthest = range
    if nearest < 0 or (farthest is not None and farthest < nearest):
        raise UsageError(
            f"a range must start at 0 or more hexes and must not end before it starts: {nearest} to {farthest}"
        )
    stands = reach(scenario, origin, turns, mover=mover, facing=facing, blind=blind, reserve=cost)
    board = scenario.board
    lanes = Lanes(board.layout, board.columns, board.rows)
    height = mover.unit_class.height
    table = visibility(scenario, farthest, (height, 0))
    widest = board.columns + board.rows
    radii = np.arange(nearest, (widest if farthest is None else min(farthest, widest)) + 1).tolist()
    first_turns = np.full(board.terrain.shape, NEVER, np.int16)
    for turn in np.arange(1, turns + 1).tolist():
        from_here = lanes.pack((stands.turns == turn) | ((turn == 1) & (stands.turns == 0)))
        hit = 0
        for offset in (it for radius in radii for it in ring(Hex(0, 0), radius)):
            shooters = from_here & table.from_where(offset)
            if shooters:
                hit |= moved(shooters, lanes.move(lanes.step(offset)))
        shot = np.zeros(lanes.total, np.bool_)
        shot[lanes.set_lanes(hit)] = True
        first_turns[(first_turns == NEVER) & shot[lanes.of_hexes]] = turn
    return Shooting(stands, Fraction(cost), first_turns)


#: The turn of unreached hexes.
NEVER = -1


@dataclass(frozen=True, eq=False, repr=False)
class Reach(Drawable, JsonResult):
    """The hexes that a unit can reach.

    Arrays have the shape ``[rows, columns]``. ``turns`` is the first turn at whose end it can be in a hex, 0 at the origins
    and -1 where it cannot be within ``limit`` turns; ``spent`` is the least it spends of that turn's points to get there, in
    1/``scale`` of a point, or -1. ``origin`` names the origins: a label, the id of a zone, or labels. ``origins`` are those
    in which a turn can begin; if there are none, nothing is reached, and ``obstacle`` gives the reason in a sentence.
    """

    answer_model: ClassVar = "movement.answer:ReachAnswer"

    board: Board
    mover: Mover
    origin: str | tuple[str, ...]
    origins: frozenset[Hex]
    limit: int | None
    turns: NDArray[np.int16]
    spent: NDArray[np.int64]
    scale: int
    obstacle: str = ""

    def __repr__(self) -> str:
        """Return what distinguishes one result from another at a prompt."""
        origin = self.origin if isinstance(self.origin, str) else ", ".join(self.origin)
        count = int((self.turns != NEVER).sum())
        limit = "any number of" if self.limit is None else self.limit
        return f"<Reach of {self.mover.title} from {origin}: {count} hexes in {limit} turns>"


@drawn_on_map
def reach(  # noqa: PLR0913  # a question has many sides, all but five by keyword
    scenario: Scenario,
    origin: Hex | str | Iterable[Hex | str] | NDArray[np.bool_],
    turns: int | None = 2,
    unit_class: str | None = None,
    mode: str | None = None,
    *,
    mover: Mover | None = None,
    facing: int | None = None,
    blind: bool | None = None,
    reserve: Fraction | int = 0,
    steps: Steps | None = None,
) -> Reach:
    """Return where a unit can be at the end of each turn.

    ``origin`` is a hex, its label, the id of a zone, several hexes, or a bool array ``[rows, columns]``; of several the
    nearest counts, and those where the mover cannot stand are ignored. ``turns`` is the number of turns, None for no limit.
    Turns, sight, ``facing``, ``blind`` and ``steps`` are as for ``path``.

    ``reserve`` is the number of points to keep, for an attack for example (rule P1-24): a hex counts in the first turn in
    which that many are left on arrival.

    Raises
    ------
    GridError
        When a text is no label.
    ScenarioError
        When the board has no such hex or zone, or there is no origin, or as for ``mover``.
    UsageError
        When turns or reserve are negative, or the facing is not 1-6.

    Examples
    --------
    >>> from fairground.core import load, reach
    >>> within = reach(load("scenarios/standard-arena.yaml"), "A1", 1, "assault")
    >>> int(within.turns[0, 0]), int(within.turns.max())
    (0, 1)
    """
    if turns is not None and turns < 0:
        raise UsageError(f"the number of turns must be 0 or more, not {turns}")
    if reserve < 0:
        raise UsageError(f"the reserve must be 0 points or more, not {reserve}")
    board = scenario.board
    if isinstance(origin, Hex):
        # One hex needs no mask.
        name: str | tuple[str, ...] = board.label(hex_on_board(board, origin))
        places: Sequence[Hex] = [origin]
    else:
        name, mask = origins_of(scenario, origin)
        places = list(board.hexes_of(mask))
    who = mover or mover_of(scenario, unit_class, mode)
    known = steps or steps_of(scenario, who)
    stances = Stances.of(known, scenario.rules.movement, facing=who.faces)
    may_be_blind = not scenario.rules.movement.no_blind_movement if blind is None else blind
    origins: list[Hex] = []
    starts: list[tuple[int, int]] = []
    for at in places:
        row, column = board.cell(at)
        if not known.may_end[row, column]:
            continue
        origins.append(at)
        begin = stances.starts_with_facing(start_direction(scenario, who, at, facing))
        starts += [(stance, row * board.columns + column) for stance in begin]
    # Points are counted in whole parts, so a reserve is rounded up to one.
    most = stances.allowance - (-(-Fraction(reserve) * stances.scale // 1) if reserve else 0)
    course = Turns(scenario, stances, blind=may_be_blind)
    first, spent = _first_turns(course, starts, turns, most)
    obstacle = "" if origins else _describe_no_origin(scenario, who, known, places)
    return Reach(board, who, name, frozenset(origins), turns, first, spent, stances.scale, obstacle)


def _first_turns(
    course: Turns, starts: Sequence[tuple[int, int]], turns: int | None, most: int
) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """Return ``Reach.turns`` and ``spent`` from starts, each a stance and a hex number; a turn spends ``most`` points or less."""
    stances = course.stances
    moves, sight = stances.compiled, None if course.blind else course.compiled_sight
    if moves is not None and (course.blind or sight is not None):
        found = moves.reach(starts, turns, most, sight)
        if found is not None:
            return found
    lanes_of_hexes = course.lanes.of_hexes
    first = np.full(course.lanes.total, NEVER, np.int16)
    spent = np.full(course.lanes.total, NEVER, np.int64)
    bits = [0] * len(stances.all)
    for stance, number in starts:
        lane = int(lanes_of_hexes.flat[number])
        bits[stance] |= 1 << lane
        if most >= 0:
            first[lane] = spent[lane] = 0
    for turn, level in _levels(course, bits, turns) if most >= 0 else ():
        if level.spent <= most:
            lanes = course.lanes.set_lanes(reduce(or_, level.hexes))
            lanes = lanes[first[lanes] == NEVER]
            first[lanes], spent[lanes] = turn, level.spent
    return first[lanes_of_hexes], spent[lanes_of_hexes]


def _describe_no_origin(scenario: Scenario, mover: Mover, steps: Steps, hexes: Sequence[Hex]) -> str:
    """Describe why no turn can begin in any of some hexes."""
    if len(hexes) == 1:
        return describe_no_footing(scenario, mover, steps, hexes[0])
    return f"{mover.title} cannot stand in any of the {hex_count(len(hexes))}"


def _levels(course: Turns, starts: list[int], turns: int | None) -> Iterator[tuple[int, Level]]:
    """Yield the levels of each turn, with the turn."""
    if turns != 0:
        for turn, levels in enumerate(course.forward(starts), 1):
            yield from ((turn, level) for level in levels)
            if turn == turns:
                return


def origins_of(
    scenario: Scenario, origin: Hex | str | Iterable[Hex | str] | NDArray[np.bool_]
) -> tuple[str | tuple[str, ...], NDArray[np.bool_]]:
    """Return the name of origins, and their hexes as a bool array ``[rows, columns]``, without void ones.

    Raises GridError and ScenarioError as ``reach`` does.
    """
    board = scenario.board
    if isinstance(origin, np.ndarray):
        mask = origin & ~board.void
        name: str | tuple[str, ...] = tuple(board.labels(mask))
    elif isinstance(origin, Hex):
        at = hex_on_board(board, origin)
        name, mask = board.label(at), np.zeros(board.terrain.shape, np.bool_)
        mask[board.cell(at)] = True
    elif isinstance(origin, str):
        zone = next((it for it in scenario.zones if it.id == origin), None)
        name = origin
        mask = zone.shape.mask(board) & ~board.void if zone else board.mask((hex_on_board(board, origin),))
    else:
        mask = board.mask(tuple(hex_on_board(board, it) for it in origin))
        name = tuple(board.labels(mask))
    if not mask.any():
        raise ScenarioError("choose at least one hex to start from")
    return name, mask
