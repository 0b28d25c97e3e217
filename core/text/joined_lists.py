"""Lists in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def listed(texts: Sequence[str]) -> str:
    """Return texts as a sentence lists them: ``a``, ``a and b``, ``a, b and c``; empty for none.

    >>> listed(["territory", "exposure", "cover"])
    'territory, exposure and cover'
    """
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
