"""The cells of a layer, however they are encoded: as numbers, or packed into a text."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

#: The most cells of a map in all layers, including infinite maps.
MAX_CELLS: Final = 6_000_000
#: zlib's window size, with or without a gzip header.
_WINDOWS: Final = {"zlib": zlib.MAX_WBITS, "gzip": zlib.MAX_WBITS | 16}


def read_cells(data: object, count: int, *, encoding: str, compression: str) -> NDArray[np.uint32]:
    """Return ``count`` cells in one row.

    ``data`` is a list of numbers, or a text in ``csv`` or ``base64``, the latter plain or compressed; at most ``count`` cells
    are unpacked. Raise ValueError for other content or another number of cells.
    """
    if isinstance(data, list):
        return _numbers(data, count)
    if not isinstance(data, str):
        raise ValueError("the cells must be a list or text")  # noqa: TRY004  # one error for all that is wrong
    if encoding == "csv":
        if data.count(",") > count:
            raise ValueError(f"there are more than the expected {count:,} cells")
        return _numbers(data.strip().rstrip(",").split(",") if data.strip() else [], count)
    if encoding == "base64":
        return _unpacked(data, count, compression)
    raise ValueError(f"the encoding {encoding[:20]!r} is unknown (known: csv and base64)")


def _numbers(items: Sequence[object], count: int) -> NDArray[np.uint32]:
    if len(items) != count:
        raise ValueError(f"there are {len(items):,} cells, not {count:,}")
    try:
        found = np.array([_number(it) for it in items], np.int64)
    except OverflowError:
        raise ValueError("a cell's tile number is too large") from None
    if count and (found.min() < 0 or found.max() >= 2**32):
        raise ValueError("a cell's tile number is out of range")
    return found.astype(np.uint32)


def _number(item: object) -> int:
    if isinstance(item, str):
        number_text = item.strip()
        if not (number_text.isascii() and number_text.isdigit() and len(number_text) < 12):
            raise ValueError(f"{number_text[:20]!r} is not a tile number")
        return int(number_text)
    if isinstance(item, bool) or not isinstance(item, int):
        raise ValueError(f"{str(item)[:20]} is not a tile number")  # noqa: TRY004  # as above
    return item


def _unpacked(text: str, count: int, compression: str) -> NDArray[np.uint32]:
    try:
        packed = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("the cells are not valid base64") from None
    if compression in _WINDOWS:
        unpacker = zlib.decompressobj(_WINDOWS[compression])
        try:
            plain = unpacker.decompress(packed, count * 4 + 1)
        except zlib.error:
            raise ValueError(f"the cells are not compressed with {compression}, or are damaged") from None
    elif compression:
        raise ValueError(
            f"the compression {compression[:20]!r} is not supported. In Tiled, choose another Tile Layer "
            "Format in the map properties, such as CSV, and save again"
        )
    else:
        plain = packed
    if len(plain) != count * 4:
        amount = f"more than the expected {count:,}" if len(plain) > count * 4 else f"{len(plain) // 4:,}"
        raise ValueError(
            f"there are {amount} cells, not {count:,}"
            if len(plain) < count * 4
            else f"there are {amount} cells"
        )
    return np.frombuffer(plain, "<u4").astype(np.uint32)
