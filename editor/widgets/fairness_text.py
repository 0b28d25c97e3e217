"""Fairness in words: bands, values and figures with their units, and what became of them since an earlier state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.metrics.fairness.measured_values import percent, plain
from fairground.core.scenario.fairness_bands import By, Verdict
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from fairground.editor.jobs.fairness import Rating

#: Measures whose values are shares.
_SHARES: Final = frozenset(("exploration", "exposure", "exposure-after-move", "cover", "traffic"))
_NEVER = tr("never")
_SIGNS: Final[Mapping[Verdict | None, str]] = {
    Verdict.GREEN: tr("fair"),
    Verdict.AMBER: tr("doubtful"),
    Verdict.RED: tr("unfair"),
    None: tr("not judged"),
}
#: What the bands are called.
BAND_NAMES: Final[Mapping[Verdict | None, str]] = {
    Verdict.GREEN: tr("green"),
    Verdict.AMBER: tr("amber"),
    Verdict.RED: tr("red"),
    None: tr("not judged"),
}


def band_words(band: Verdict | None) -> str:
    """Return a band with what it means: ``red, unfair``."""
    return f"{BAND_NAMES[band]}, {_SIGNS[band]}" if band else _SIGNS[None]


def value_words(rating: Rating, value: Fraction | None) -> str:
    """Return what a party gets, as a number or a percentage."""
    if value is None:
        return _NEVER
    return percent(value) if rating.id in _SHARES else plain(value)


def figure_words(rating: Rating, before: Rating | None = None) -> str:
    """Return what a measure is judged by: how far apart the zones are, or the least or greatest value; empty for nothing.

    Where ``before`` was judged by the same, its figure goes first: ``50 % → 40 % apart``.
    """
    if rating.figure is None or rating.by is None:
        return ""
    figures = [rating.figure]
    if before is not None and before.by is rating.by and before.figure not in (None, rating.figure):
        figures = [before.figure, rating.figure]
    share = rating.by is By.IMBALANCE
    told = " → ".join(percent(it) if share else value_words(rating, it) for it in figures)
    if rating.by.compares:
        return tr("{told} apart").format(told=told)
    return (tr("at least {told}") if rating.by is By.LOWEST else tr("at most {told}")).format(told=told)


def change_words(before: Rating, after: Rating) -> tuple[str, bool | None]:
    """Return what became of a measure since an earlier state, and whether that is better; empty where nothing did.

    None is neither better nor worse.
    """
    if (before.values, before.figure, before.band) == (after.values, after.figure, after.band):
        return "", None
    better = _better(before, after)
    lead = {True: tr("better: "), False: tr("worse: "), None: ""}[better]
    if before.by is after.by and before.figure == after.figure:
        return tr("{lead}other values").format(lead=lead), better
    if before.by is after.by:
        return f"{lead}{figure_words(after, before)}", better
    was, now = (figure_words(it) or band_words(it.band) for it in (before, after))
    return f"{lead}{was} → {now}", better


def _better(before: Rating, after: Rating) -> bool | None:
    """Return whether a measure is fairer than before; of one band, by its figure."""
    if before.band is not after.band and before.band is not None and after.band is not None:
        return after.band.severity < before.band.severity
    if before.by is not after.by or before.figure is None or after.figure is None:
        return None
    if before.figure == after.figure:
        return None
    return (after.figure > before.figure) == (after.by is By.LOWEST)


def band_counts(ratings: Sequence[Rating]) -> dict[Verdict, int]:
    """Return how many of some measures are in each band, the worst first; bands that none is in are left out."""
    bands = [it.band for it in ratings]
    return {band: bands.count(band) for band in reversed(Verdict) if band in bands}
