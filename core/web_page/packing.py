"""Data packed for a page: deflated, in base64, small in the file and unpacked by any browser itself.

``resources/web/src/packing.ts`` unpacks it.
"""

from __future__ import annotations

import base64
import json
import zlib
from typing import TYPE_CHECKING, Final, TypedDict

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LEVEL: Final = 9


class PackedJson(TypedDict):
    """JSON text, deflated, in base64."""

    packed: str


class PackedNumbers(TypedDict):
    """Whole numbers one after another, little-endian, deflated, in base64.

    ``numbers`` is their kind and their bytes: ``u1``, ``u2``, ``u4`` without a sign, ``i1``, ``i2``, ``i4`` with one.
    """

    packed: str
    numbers: str


def packed_json(value: object) -> PackedJson:
    """Return a value packed as JSON; raise ValueError for NaN and infinity, which JSON does not have."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return {"packed": _packed(text.encode("utf-8", "backslashreplace"))}


def packed_numbers(values: NDArray[np.integer]) -> PackedNumbers:
    """Return an array of whole numbers of 1, 2 or 4 bytes, packed in the order of its elements.

    Raises
    ------
    TypeError
        For other kinds of numbers.
    """
    kind = values.dtype.str[1:]
    if kind not in ("u1", "u2", "u4", "i1", "i2", "i4"):
        raise TypeError(f"numbers of type {values.dtype} cannot be packed")
    return {
        "packed": _packed(np.ascontiguousarray(values).astype(f"<{kind}").tobytes()),
        "numbers": kind,
    }


def packed_bits(values: NDArray[np.bool_]) -> PackedNumbers:
    """Return truth values, packed in the order of their elements: eight to a byte, the lowest bit first."""
    return packed_numbers(np.packbits(values.ravel(), bitorder="little"))


def _packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, _LEVEL)).decode()
