"""Counts in words, with nouns that agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsInt

if TYPE_CHECKING:
    from fractions import Fraction


def counted(count: int | Fraction, noun: str, plural: str = "") -> str:
    """Return a count with its noun: ``1 hex``, ``3 hexes``; the plural is the noun and ``s`` unless given."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def hex_count(count: SupportsInt) -> str:
    """Return a number of hexes in words; counts of numpy are welcome."""
    return counted(int(count), "hex", "hexes")
