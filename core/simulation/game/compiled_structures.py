"""The structures that Python and the compiled part share, field by field as in ``core/native/play.h``."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: A function that fills part of a table: what, and up to three numbers; 0 if it did.
Ask = ctypes.PYFUNCTYPE(ctypes.c_int, *[ctypes.c_int64] * 4)


def _fields(numbers: str = "", pointers: str = "") -> list[tuple[str, Any]]:
    """Return fields of 64-bit numbers and of pointers, by their names."""
    return [
        *((name, ctypes.c_int64) for name in numbers.split()),
        *((name, ctypes.c_void_p) for name in pointers.split()),
    ]


class PlayRolls(ctypes.Structure):
    """The rolls of one kind of attack; see ``Rolls``."""

    _fields_ = _fields(
        "lowest highest automatic ways falls counts_result least", "total until bonus bypasses"
    )


class PlayExchange(ctypes.Structure):
    """What attacker and target add to one kind of attack; see ``Exchange``."""

    _fields_ = _fields(
        "sign has_sides cover_adds moves_count charges all_round",
        "base sides makes front by_attacker by_target harm hot",
    )


class PlayLines(ctypes.Structure):
    """The lines of a board; see ``Lines``."""

    _fields_ = _fields("furthest unit_cover", "table seen known")


class PlayArm(ctypes.Structure):
    """A weapon of a kind of unit; see ``Arm``."""

    _fields_ = _fields("exchange rolls damage reach offset", "lines costs")


class PlayMoves(ctypes.Structure):
    """The moves of a kind of unit in a heat band; see ``Moves``."""

    _fields_ = _fields(
        "known facings has_facing size scale allowance sighted",
        "turning starts facing_of may_end first to cost entered toward seen",
    )


class PlayStrikes(ctypes.Structure):
    """The attacks of a kind of unit; see ``StrikeTables``."""

    _fields_ = _fields("classes", "mean later filled filled_later")


class PlayEndRow(ctypes.Structure):
    """Where moves from a hex can end; see ``EndRow``. A count of -1: not known yet."""

    _fields_ = _fields("count", "hexes classes moved")


class PlayBetween(ctypes.Structure):
    """The hexes that a line crosses, as offsets from its start. A count of -1: not known yet."""

    _fields_ = _fields("count", "over down")


class PlayTables(ctypes.Structure):
    """The tables of a scenario; see ``Tables`` and ``StrikeOutlook``."""

    _fields_ = [
        *_fields(
            "count kinds bands furthest point numbers damages defences cover_stacks only_enemies_cover "
            "passes_allies ends_with_allies groups has_sides sides classes "
            "between_span lowest_q lowest_r q_span r_span",
            "distances ways field_known q r number_at "
            "worth unit_defences hit_points best_range harm heating band_starts passes_enemies arms_of group_of",
        ),
        ("rolls", ctypes.POINTER(PlayRolls)),
        ("exchanges", ctypes.POINTER(PlayExchange)),
        ("lines", ctypes.POINTER(PlayLines)),
        ("arms", ctypes.POINTER(PlayArm)),
        ("moves", ctypes.POINTER(PlayMoves)),
        ("between", ctypes.POINTER(PlayBetween)),
        ("strikes", ctypes.POINTER(PlayStrikes)),
        ("end_rows", ctypes.POINTER(PlayEndRow)),
        *_fields("", "every_hit every_later every_number chances shifts_by_attacker shifts_by_target"),
        ("ask", Ask),
        ("caches", ctypes.c_void_p),
    ]


class PlayGoal(ctypes.Structure):
    """An objective in play; see ``Goal``."""

    _fields_ = _fields("count points hold", "hexes inside parties")


class PlayWeights(ctypes.Structure):
    """The weights of a bot; see ``Weights``."""

    _fields_ = _fields("strike threat contact home prize danger danger_later later stake focus")


class PlayBot(ctypes.Structure):
    """A bot: what it does, by number, and its weights."""

    _fields_ = [("kind", ctypes.c_int64), ("weights", PlayWeights)]


class PlayGame(ctypes.Structure):
    """A game; see ``GameState``."""

    _fields_ = [
        ("tables", ctypes.POINTER(PlayTables)),
        *_fields(
            "units parties goals turns kill last_standing points_win at_once point_worth force points_needed",
        ),
        ("goal", ctypes.POINTER(PlayGoal)),
        ("bots", ctypes.POINTER(PlayBot)),
        *_fields("", "home_counts homes"),
        *_fields(
            "turn",
            "rows spent heat alive alive_counts points losses held scored acted lost there by_party dice failed",
        ),
    ]


class HeldArrays:
    """Keeps what the fields of structures point to for as long as they are in use."""

    def __init__(self) -> None:
        self._held: list[object] = []

    def array(self, values: object, kind: type[np.generic] = np.int64) -> int:
        """Return the address of values as an array of a kind; an array that is one already stays where it is."""
        found = np.ascontiguousarray(values, kind)
        self._held.append(found)
        return int(found.ctypes.data)

    def place(self, values: np.ndarray[Any, Any]) -> int:
        """Return the address of an array that changes; it must be contiguous."""
        if not values.flags.c_contiguous:
            raise ValueError("the array is not contiguous")
        self._held.append(values)
        return int(values.ctypes.data)

    def bytes_of(self, values: bytearray) -> int:
        """Return the address of bytes that change."""
        found = (ctypes.c_uint8 * len(values)).from_buffer(values)
        self._held.append(found)
        return ctypes.addressof(found)

    def structures(self, kind: type[Any], values: Iterable[Any]) -> Any:  # noqa: ANN401  # an array of structures
        """Return an array of structures."""
        listed: Sequence[Any] = list(values)
        found = (kind * max(1, len(listed)))(*listed)
        self._held.append(found)
        return found


#: As ``BOT_...`` in ``play.h``.
RANDOM_BOT, PLAIN_BOT, PLANNING_BOT, SEARCHING_BOT = range(4)
#: The most parties of a game that the compiled part plays: ``MOST_PARTIES`` in ``play.h``.
MOST_PARTIES: Final = 16
