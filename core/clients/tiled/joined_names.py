r"""Several names as one text: joined by ``+``, with ``\`` before a ``+`` or ``\`` that belongs to a name.

>>> split(joined(("woods", "road")))
('woods', 'road')
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

_SPECIAL: Final = re.compile(r"[\\+]")
_PIECE: Final = re.compile(r"\\(.)|(\+)|([^\\+]+|\\)", re.DOTALL)


def joined(names: Iterable[str]) -> str:
    """Return names as one text; none give the same as one empty name."""
    return "+".join(_SPECIAL.sub(r"\\\g<0>", name) for name in names)


def split(text: str) -> tuple[str, ...]:
    """Return the names of a text, at least one."""
    names: list[list[str]] = [[]]
    for escaped, plus, plain in _PIECE.findall(text):
        if plus:
            names.append([])
        else:
            names[-1].append(escaped or plain)
    return tuple("".join(pieces) for pieces in names)
