"""Hexside features that block lines between all pairs of hexes, by the compiled part."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.native import library

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.sight.field.compiled_passes import LineRows

#: The steps (x, y) of the six directions, in the order of ``CompiledPlan.next_moves``.
_ACROSS: Final = np.array([(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)], np.int32)
#: The bytes of what a line meets.
_SOURCE: Final = 16


class _FeatureArrays(ctypes.Structure):
    """``Features`` of ``core/native/all_pairs.c``."""

    _fields_ = [
        ("sides", ctypes.c_void_p),
        ("corners", ctypes.c_void_p),
        ("across", ctypes.c_void_p),
        ("ends_free", ctypes.c_int64),
    ]


def drop_crossing(
    lines: LineRows, sides: Mapping[int, int], corners: Mapping[int, int], *, ends_free: bool
) -> None:
    """Drop the lines that cross features, see ``Crossings``.

    ``sides`` are the lanes of hexes with a feature, by the move to the hex beyond; ``corners`` those of hexes at whose corner a
    feature is crossed, by the move to that corner in thirds.
    """
    compiled = library()
    if compiled is None:
        raise AssertionError
    plan = lines.plan
    if not plan.of_step:
        return
    moves = plan.next_moves
    around = zip(moves, (*moves[1:], moves[0]), strict=True)
    numbers = [sides.get(move, 0) for move in moves[:3]] + [corners.get(a + b, 0) for a, b in around]
    memory = plan.memory(len(numbers))
    planes = memory[plan.front : plan.front + len(numbers) * plan.plane_bytes]
    planes[:] = plan.of_numbers(numbers).ravel()
    first = planes.ctypes.data
    features = _FeatureArrays(first, first + 3 * plan.plane_bytes, _ACROSS.ctypes.data, ends_free)
    entries = np.array(list(plan.of_step.values()), np.int32)
    x, y = (np.array(column, np.int32) for column in zip(*plan.of_step, strict=True))
    by_direction = np.array(moves, np.int64)
    longest = int(plan.length.max(initial=0))
    met = np.empty((6 * longest + _SOURCE, _SOURCE), np.uint8)
    compiled.fairground_features(
        ctypes.byref(plan.structure),
        ctypes.byref(features),
        ctypes.c_void_p(by_direction.ctypes.data),
        ctypes.c_int64(entries.size),
        *(ctypes.c_void_p(it.ctypes.data) for it in (entries, x, y, lines.rows, met)),
    )
