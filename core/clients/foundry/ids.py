"""Ids of documents: 16 letters and digits, the same for the same thing in every export."""

from __future__ import annotations

import hashlib
import string
from typing import Final

_SIGNS: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase
_LENGTH: Final = 16
#: The level that scenes have when nothing else is said, which tokens are on.
DEFAULT_LEVEL: Final = "defaultLevel0000"


def document_id(*parts: object) -> str:
    """Return the id of what some parts name.

    >>> document_id("wall", 1) == document_id("wall", 1), len(document_id("wall", 2))
    (True, 16)
    """
    number = int.from_bytes(hashlib.sha256(repr(parts).encode()).digest())
    found = []
    for _ in range(_LENGTH):
        number, place = divmod(number, len(_SIGNS))
        found.append(_SIGNS[place])
    return "".join(found)
