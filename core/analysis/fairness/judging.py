"""Judging: what the bands make of a reading, and between whom a comparison means anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.analysis.fairness.bands import Band, By, Verdict
from fairground.core.analysis.fairness.reading import imbalance

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from fairground.core.analysis.fairness.bands import Standard
    from fairground.core.analysis.fairness.reading import Reading, Values


class Judgement(NamedTuple):
    """How a reading is judged: its band, None where nothing is; its imbalance; and why something was not compared."""

    band: Verdict | None
    imbalance: Fraction | None
    note: str


def judge(reading: Reading, standard: Standard, roles: Mapping[str, str]) -> Judgement:
    """Return how a reading is judged; ``roles`` has the role of each party, empty for none.

    Only parties of one role are compared; what is judged by itself, such as the width of a choke, is so whatever the roles
    are. Where some of those that are compared have a value and others have none, the measure is red: one side can never do
    what the other can. Of several bands the worst counts.
    """
    if reading.reason or not reading.values:
        return Judgement(None, None, "")
    groups = _comparable(reading.values, roles)
    spreads = [_spread(it) for it in groups]
    bands = []
    for by, band in standard.bands.items():
        if reading.by is None or by in reading.by:
            bands += _by_spread(by, band, spreads) if by.compares else _by_itself(by, band, reading.values)
    note = ""
    if len(set(roles.values())) > 1 and any(by.compares for by in standard.bands):
        compared = [party for it in groups for party in it]
        alone = [f"{party} ({role or 'no role'})" for party, role in roles.items() if party not in compared]
        if alone:
            note = f"Not compared: {' and '.join(alone)} have different parts to play."
    known = [it for it in spreads if it is not None]
    even = len(known) == len(spreads) and spreads
    return Judgement(
        max(bands, key=lambda it: it.severity, default=None),
        max(imbalance([*it]) for it in known) if even else None,
        note,
    )


def _comparable(values: Values, roles: Mapping[str, str]) -> list[Values]:
    """Return the values of each role that several parties have."""
    groups: dict[str, dict[str, Fraction | None]] = {}
    for party, value in values.items():
        groups.setdefault(roles[party], {})[party] = value
    return [it for it in groups.values() if len(it) > 1]


def _spread(values: Values) -> tuple[Fraction, ...] | None:
    """Return the values; none where no party has one, None where some have one and others not."""
    known = tuple(it for it in values.values() if it is not None)
    return known if len(known) in (0, len(values)) else None


def _by_spread(by: By, band: Band, spreads: list[tuple[Fraction, ...] | None]) -> list[Verdict]:
    found = []
    for values in spreads:
        if values is None:
            found.append(Verdict.RED)
        elif values:
            apart = imbalance([*values]) if by is By.IMBALANCE else max(values) - min(values)
            found.append(band.judge(by, apart))
    return found


def _by_itself(by: By, band: Band, values: Values) -> list[Verdict]:
    known = [it for it in values.values() if it is not None]
    if not known:
        return [Verdict.GREEN]
    return [band.judge(by, min(known) if by is By.LOWEST else max(known))]
