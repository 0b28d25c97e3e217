"""Steps, paths and reach by the compiled part, for costs of a size that it can count."""

from __future__ import annotations

import ctypes
from ctypes import addressof
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from fairground.core.native import library, structure_fields

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.movement.board_steps import StepGround, Steps
    from fairground.core.movement.stances import Stances

    Ints = NDArray[np.int64]

#: What can be done in a hex: pass it, and end a turn there.
FOOTING_OPEN: Final = 1
FOOTING_END: Final = 2
#: What units in a hex prevent: entering it, and ending a turn there.
UNITS_BAR: Final = 1
UNITS_HOLD: Final = 2
#: The effects of a change of level.
CLIMB_WHOLE_TURN: Final = 1
CLIMB_BARRED: Final = 2
#: The most scaled points of a turn or a move, and the most places: pairs of a hex and a stance.
_MOST_POINTS: Final = 1 << 16
_MOST_PLACES: Final = 1 << 28
#: Path costs below this are exact in Python's search too, so that both give hexes the same weight.
_EXACT: Final = 1 << 53
#: The stays of a path for which there is room at first.
_ROOM: Final = 1 << 10
#: The compiled part returns this if it has too little memory.
_NO_MEMORY: Final = -2
_from_buffer: Final = ctypes.c_char.from_buffer


def address(array: NDArray[Any]) -> int:
    """Return the address of a contiguous array."""
    try:
        # A third of the time of ``array.ctypes``, but only for arrays that may be written to.
        return addressof(_from_buffer(array))  # type: ignore[arg-type]  # numpy's stub lacks the protocol
    except TypeError:
        return int(array.ctypes.data)


class _GroundArrays(ctypes.Structure):
    """``Ground`` of ``core/native/movement_steps.c``."""

    _fields_ = structure_fields(
        "hexes allowance surcharge minimum_move lowest levels",
        "terrain level neighbours into footing rise climb units across closed cost whole_turn open may_end",
    )


def fill_in_compiled(steps: Steps, ground: StepGround) -> bool:
    """Fill in the arrays of steps; return False if there is too little memory."""
    costs, climbs, crossings = ground.costs, ground.climbs, ground.crossings
    neighbours = steps.neighbour_table
    arrays = _GroundArrays(
        steps.open.size,
        steps.allowance,
        steps.mover.surcharge * steps.scale,
        ground.minimum_move,
        ground.lowest,
        len(climbs.cost),
        address(ground.terrain),
        address(ground.level),
        neighbours.address,
        *costs.addresses,
        *climbs.addresses,
        None if ground.units is None else address(ground.units),
        *((None, None) if crossings is None else map(address, crossings)),
        address(steps.cost),
        address(steps.whole_turn),
        address(steps.open),
        address(steps.may_end),
    )
    return bool(_functions().steps(ctypes.byref(arrays)))


def compiled_distances(
    steps: Steps, start: NDArray[np.bool_], *, backward: bool, by_steps: bool
) -> Ints | None:
    """Return the least scaled points of a path from ``start`` to each hex, ``[rows, columns]``; -1 without a path.

    Paths lead to ``start`` if ``backward``; with ``by_steps`` they are measured by their number of steps. Returns None if
    the compiled part is not in use or cannot count so many points.
    """
    dearest = int(steps.cost.max(initial=0))
    if library() is None or dearest > _MOST_POINTS:
        return None
    far = np.empty(steps.shape, np.int64)
    done = _functions().distances(
        steps.open.size,
        steps.neighbour_table.address,
        address(steps.cost),
        dearest,
        backward,
        by_steps,
        address(np.ascontiguousarray(start)),
        address(far),
    )
    return far if done else None


def compiled_areas(steps: Steps) -> tuple[Ints, Ints] | None:
    """Return the lowest hex that each hex is connected with by steps both ways, and the steps between hexes that are not.

    The latter are pairs of such lowest hexes, ``[steps, 2]``. Returns None if the compiled part is not in use.
    """
    if library() is None:
        return None
    size = steps.open.size
    root, pairs, waiting = (
        np.empty(size, np.int64),
        np.empty((6 * size, 2), np.int64),
        np.empty(size, np.int32),
    )
    count = _functions().areas(
        size,
        steps.neighbour_table.address,
        address(steps.cost),
        address(root),
        address(pairs),
        address(waiting),
    )
    return root, pairs[:count]


def compiled_reversible(steps: Steps) -> bool | None:
    """Return what ``is_reversible`` does; None if the compiled part is not in use."""
    if library() is None:
        return None
    size = steps.open.size
    potential, waiting = np.empty(size, np.int64), np.empty(size, np.int32)
    return bool(
        _functions().reversible(
            size, steps.neighbour_table.address, address(steps.cost), address(potential), address(waiting)
        )
    )


class _MovesArrays(ctypes.Structure):
    """``Moves`` of ``core/native/movement.h``."""

    _fields_ = structure_fields(
        "hexes stances starts allowance step_allowance factor sidestep reverse_up reverse_down minimum_move least",
        "neighbours axial cost whole_turn may_end begin kinds back_begin back_kinds",
    )


class _Question(ctypes.Structure):
    """``Question`` of ``core/native/movement_path.c``."""

    _fields_ = [
        *structure_fields(
            "start goal start_count goal_count turns_first layers weight most",
            "start_stances goal_stances at_end entering sight plain",
        ),
        ("points", ctypes.c_int64),
    ]


class _Functions(NamedTuple):
    """The functions of ``core/native/movement_*.c``."""

    steps: Any
    path: Any
    reach: Any
    reach_in_sight: Any
    distances: Any
    areas: Any
    reversible: Any


@cache
def _functions() -> _Functions:
    compiled = library()
    if compiled is None:
        raise AssertionError
    found = _Functions(
        compiled.fairground_steps,
        compiled.fairground_path,
        compiled.fairground_reach,
        compiled.fairground_reach_in_sight,
        compiled.fairground_distances,
        compiled.fairground_areas,
        compiled.fairground_reversible,
    )
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    found.steps.argtypes = [pointer]
    found.path.argtypes = [pointer, pointer, pointer, number]
    found.path.restype = number
    found.reach.argtypes = [pointer, pointer, number, number, number, pointer, pointer]
    found.reach_in_sight.argtypes = [pointer, pointer, pointer, number, number, number, pointer, pointer]
    found.areas.argtypes = [number, pointer, pointer, pointer, pointer, pointer]
    found.areas.restype = number
    found.reversible.argtypes = [number, pointer, pointer, pointer, pointer]
    found.reversible.restype = number
    found.distances.argtypes = [number, pointer, pointer, number, number, number, pointer, pointer]
    return found


class _SightArrays(ctypes.Structure):
    """``Sight`` of ``core/native/movement.h``."""

    _fields_ = structure_fields("radius words lanes_q lanes_r", "lane hex planes")


class CompiledSight:
    """Which hexes see the hexes around them, as the compiled part reads it.

    ``planes`` are those of ``VisibilityTable.offset_planes``; ``lane_of_hex`` are the lanes of all hexes by number, and
    ``along`` the lanes between neighbours along q and along r.
    """

    def __init__(
        self, radius: int, planes: NDArray[np.uint64], lane_of_hex: Ints, along: tuple[int, int]
    ) -> None:
        words = planes.shape[1]
        hexes = np.full(64 * words, -1, np.int32)
        hexes[lane_of_hex] = np.arange(lane_of_hex.size)
        lanes = lane_of_hex.astype(np.int32)
        self.arrays = _SightArrays(radius, words, *along, address(lanes), address(hexes), address(planes))
        # The arrays are needed as long.
        self._held = lanes, hexes, planes


@lru_cache(maxsize=256)
def _stance_array(stances: tuple[int, ...]) -> ctypes.Array[ctypes.c_int32]:
    return (ctypes.c_int32 * len(stances))(*stances)


class CompiledMoves:
    """The moves of a mover as the compiled part reads them; ``Stances.compiled`` creates them."""

    def __init__(self, stances: Stances, numbers: tuple[int, ...], most: int) -> None:
        steps, neighbours = stances.steps, stances.steps.neighbour_table
        #: The most scaled points of a move.
        self._most = most
        least = numbers[-1]
        #: At least the number of hexes that can be entered in a turn; None if steps may cost nothing.
        self.radius = stances.allowance // least if least else None
        self._shape, self._size = steps.shape, steps.open.size
        self.arrays = _MovesArrays(
            self._size,
            len(stances.all),
            len(stances.starts),
            *numbers,
            neighbours.address,
            neighbours.axial_address,
            address(steps.cost),
            address(steps.whole_turn),
            address(steps.may_end),
            *stances.moves.addresses,
        )
        # Their arrays are needed as long.
        self._held = steps, stances.moves, neighbours

    @staticmethod
    def of(
        stances: Stances, sidestep: int, reverse: tuple[int, int], *, minimum_move: bool
    ) -> CompiledMoves | None:
        """Return the moves of stances; None if the compiled part is not in use or cannot count so many points or places.

        ``sidestep`` is the scaled surcharge of a sidestep, and ``reverse`` the factor of steps backwards, both with facing.
        """
        steps = stances.steps
        if not stances.allowance or library() is None:
            return None
        up, down = reverse
        factor = stances.scale // steps.scale
        step = steps.dearest * factor if minimum_move else stances.allowance
        most = max(step, stances.moves.dearest_turning, (step + sidestep) * max(up, down) // down)
        least = min(steps.least * factor, steps.least * factor * up // down, stances.allowance)
        if most > _MOST_POINTS or steps.open.size * len(stances.all) > _MOST_PLACES:
            return None
        numbers = stances.allowance, steps.allowance, factor, sidestep, up, down, minimum_move, least
        return CompiledMoves(stances, numbers, most)

    def reach(
        self, starts: Sequence[tuple[int, int]], limit: int | None, most: int, sight: CompiledSight | None
    ) -> tuple[NDArray[np.int16], Ints] | None:
        """Return the first turn at whose end each hex is reached and the points then spent, or None if it cannot.

        ``starts`` are a stance and a hex number each. Arrays are of shape ``[rows, columns]``, and -1 where no turn of up to
        ``limit`` ends with at most ``most`` points spent. Each hex entered is in ``sight`` from where its turn began; None
        allows blind movement.
        """
        places = [stance * self._size + number for stance, number in starts]
        array = (ctypes.c_int32 * len(places))(*places)
        first, spent = np.empty(self._shape, np.int16), np.empty(self._shape, np.int64)
        functions = _functions()
        done = (functions.reach if sight is None else functions.reach_in_sight)(
            ctypes.byref(self.arrays),
            *(() if sight is None else (ctypes.byref(sight.arrays),)),
            array,
            len(starts),
            -1 if limit is None else limit,
            max(most, -1),
            address(first),
            address(spent),
        )
        return (first, spent) if done else None

    def path(  # noqa: PLR0913  # a question has many sides, all by keyword
        self,
        *,
        start: int,
        start_stances: tuple[int, ...],
        goal: int,
        goal_stances: tuple[int, ...],
        layers: int,
        turns_first: bool,
        danger: tuple[Ints, Ints] | None,
        sight: tuple[CompiledSight, CompiledMoves] | None,
    ) -> tuple[NDArray[np.int32], int] | None:
        """Return the stays of the best path, ``[stays, 5]``, and its scaled points; None if it cannot.

        There are no stays if there is no path. ``layers`` is 6 if facing changes the costs of steps, and 1 otherwise;
        ``danger`` the damage of hexes for ending a turn there, and for entering them. With ``sight``, each hex entered is in
        sight from where its turn began, and the turns left are counted by the moves that come with it: these moves, or those
        without facing.
        """
        places = layers * self._size
        weight = places + 1
        if (self._most * weight + 1) * places >= _EXACT:
            return None
        begins, ends = _stance_array(start_stances), _stance_array(goal_stances)
        harm = (None, None) if danger is None else tuple(map(address, danger))
        seen = (None, None) if sight is None else (addressof(sight[0].arrays), addressof(sight[1].arrays))
        asked = _Question(
            start, goal, len(start_stances), len(goal_stances), turns_first, layers, weight, self._most,
            addressof(begins), addressof(ends), *harm, *seen,
        )  # fmt: skip
        count, room = _ROOM, 0
        while count > room:
            room = count
            stays = np.empty((room, 5), np.int32)
            count = _functions().path(ctypes.byref(self.arrays), ctypes.byref(asked), address(stays), room)
        return None if count == _NO_MEMORY else (stays[:count], asked.points)
