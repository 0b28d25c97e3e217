"""Counts in words, with nouns that agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsInt

from fairground.core.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from fairground.core.finding import Finding


def counted(count: int | Fraction, noun: str, plural: str = "") -> str:
    """Return a count with its noun: ``1 hex``, ``3 hexes``; the plural is the noun and ``s`` unless given."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def hex_count(count: SupportsInt) -> str:
    """Return a number of hexes in words; counts of numpy are welcome."""
    return counted(int(count), "hex", "hexes")


def finding_counts(findings: Iterable[Finding]) -> str:
    """Return how many findings of each severity there are: ``no errors, 1 warning, 3 pieces of advice``."""
    counts = dict.fromkeys(Severity, 0)
    for finding in findings:
        counts[finding.severity] += 1
    words = [
        f"{counts[it] or 'no'} {it}{'' if counts[it] == 1 else 's'}"
        for it in (Severity.ERROR, Severity.WARNING)
    ]
    if advice := counts[Severity.ADVICE]:
        words.append(f"{counted(advice, 'piece')} of advice")
    return ", ".join(words)
