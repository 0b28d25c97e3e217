"""Judging: what the bands make of a reading, and between whom a comparison means anything."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.metrics.fairness.measured_values import imbalance
from fairground.core.scenario.fairness_bands import Band, By, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.metrics.fairness.measured_values import MeasuredValues, Values
    from fairground.core.scenario.fairness_measures import MeasureSpec

#: What one can and another never can lies further past green than any amount that can be compared.
NEVER: Final = Fraction(1_000_000)


class Judgement(NamedTuple):
    """How a reading is judged: its band, None where nothing is; its imbalance; and why something was not compared."""

    band: Verdict | None
    imbalance: Fraction | None
    note: str


class RatedValues(NamedTuple):
    """One thing that is judged: what of the values, how much it is, and what the band makes of it.

    ``amount`` is None where some have a value and others none, so that there is nothing to compare.
    """

    by: By
    band: Band
    amount: Fraction | None
    verdict: Verdict

    def beyond(self, verdict: Verdict) -> Fraction:
        """Return how far it is past the bound of a band, where amber is 1 wide; 0 where it is in the band, or in a better one.

        What is missing, so that there is no amount, lies further past than any amount.
        """
        if verdict is Verdict.RED:
            return Fraction(0)
        if self.amount is None:
            return NEVER
        sign = -1 if self.by is By.LOWEST else 1
        bound = self.band.green if verdict is Verdict.GREEN else self.band.amber
        past = sign * (self.amount - bound)
        return max(past, Fraction(0)) / (abs(self.band.amber - self.band.green) or 1)


def judge(reading: MeasuredValues, standard: MeasureSpec, roles: Mapping[str, str]) -> Judgement:
    """Return how a reading is judged; ``roles`` has the role of each party, empty for none.

    Where no party has a value nothing is judged. Only parties of one role are compared; what is judged by itself, such as
    the width of a choke, is so whatever the roles are. Where some of those that are compared have a value and others have none, the measure is red: one side can never do
    what the other can. Of several bands the worst counts.
    """
    if reading.reason or not reading.values:
        return Judgement(None, None, "")
    note = _describe_roles(reading, standard, roles)
    if not reading.is_judged:
        return Judgement(None, None, note)
    spreads = _spreads(reading, roles)
    bands = [it.verdict for it in judged(reading, standard, roles)]
    known = [it for it in spreads if it]
    alike = known if None not in spreads else []
    return Judgement(
        max(bands, key=lambda it: it.severity, default=None),
        max((imbalance([*it]) for it in alike), default=None),
        note,
    )


def _describe_roles(reading: MeasuredValues, standard: MeasureSpec, roles: Mapping[str, str]) -> str:
    """Return in a sentence who is not compared for having a role of its own; empty where all are."""
    if len(set(roles.values())) < 2 or not any(by.compares for by in standard.bands):
        return ""
    compared = [party for it in _comparable(reading.values, roles) for party in it]
    alone = [f"{party} ({role or 'no role'})" for party, role in roles.items() if party not in compared]
    return f"Not compared: {' and '.join(alone)} have different parts to play." if alone else ""


def judged(reading: MeasuredValues, standard: MeasureSpec, roles: Mapping[str, str]) -> list[RatedValues]:
    """Return everything of a reading that is judged; see ``judge``."""
    if not reading.is_judged:
        return []
    found = []
    for by, band in _judged_by(reading, standard).items():
        amounts = _apart(by, _spreads(reading, roles)) if by.compares else _extreme(by, reading.values)
        found += [
            RatedValues(by, band, it, Verdict.RED if it is None else band.judge(by, it)) for it in amounts
        ]
    return found


def _judged_by(reading: MeasuredValues, standard: MeasureSpec) -> Mapping[By, Band]:
    return {by: band for by, band in standard.bands.items() if reading.by is None or by in reading.by}


def _spreads(reading: MeasuredValues, roles: Mapping[str, str]) -> list[tuple[Fraction, ...] | None]:
    return [_spread(it) for it in _comparable(reading.values, roles)]


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


def _apart(by: By, spreads: list[tuple[Fraction, ...] | None]) -> list[Fraction | None]:
    """Return how far apart the values are of those who are compared; None where some have none."""
    return [
        None if it is None else imbalance([*it]) if by is By.IMBALANCE else max(it) - min(it)
        for it in spreads
        if it != ()
    ]


def _extreme(by: By, values: Values) -> list[Fraction | None]:
    """Return the least or the greatest value, of those who have one."""
    known = [it for it in values.values() if it is not None]
    return [min(known) if by is By.LOWEST else max(known)]
