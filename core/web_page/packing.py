"""Tables of a page as text: deflated and written in base 64, for the browser to unpack."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def pack_bytes(data: bytes) -> str:
    """Return bytes in zlib's format, in base 64."""
    return b64encode(zlib.compress(data, 9)).decode("ascii")


def pack_json(value: object) -> str:
    """Return a JSON value in UTF-8, packed as ``pack_bytes`` does."""
    return pack_bytes(json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode())


def pack_array(values: NDArray[np.integer], kind: str) -> str:
    """Return numbers in C order, little-endian of a NumPy type such as ``<i4``, packed as ``pack_bytes`` does."""
    return pack_bytes(values.astype(kind).tobytes())


def pack_bits(values: NDArray[np.bool_]) -> str:
    """Return truth values in C order, eight to a byte and the lowest bit first, packed as ``pack_bytes`` does."""
    import numpy as np

    return pack_bytes(np.packbits(values.ravel(), bitorder="little").tobytes())
