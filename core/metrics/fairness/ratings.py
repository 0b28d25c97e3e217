"""Rate the values of a measure by its bands, comparing only parties of the same role."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.metrics.fairness.measured_values import imbalance
from fairground.core.metrics.fairness.sentences import describe_uncompared
from fairground.core.scenario.fairness_titles_and_limits import Band, By, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.metrics.fairness.measured_values import MeasuredValues, Values
    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec

#: The distance past green if some parties have a value and others none: more than any amount.
FAR_PAST_GREEN: Final = Fraction(1_000_000)


class RatedValues(NamedTuple):
    """A figure that is rated, with its band, amount and rating.

    ``amount`` is None if some parties have a value and others none.
    """

    by: By
    band: Band
    amount: Fraction | None
    verdict: Verdict

    @property
    def is_weighed(self) -> bool:
        """Whether an advantage elsewhere can outweigh the figure: it compares parties that all have a value."""
        return self.by.compares and self.amount is not None

    def beyond(self, verdict: Verdict) -> Fraction:
        """Return how far the amount is past a limit, in widths of the amber band; 0 if it isn't."""
        return max(-self.within(verdict), Fraction(0))

    def within(self, verdict: Verdict) -> Fraction:
        """Return how far the amount is from a limit, in widths of the amber band; less than 0 if it is past it."""
        if verdict is Verdict.RED:
            return Fraction(0)
        if self.amount is None:
            return -FAR_PAST_GREEN
        sign = -1 if self.by is By.LOWEST else 1
        bound = self.band.green if verdict is Verdict.GREEN else self.band.amber
        return sign * (bound - self.amount) / (abs(self.band.amber - self.band.green) or 1)


class Judgement(NamedTuple):
    """The worst figure that is rated, None for none; the imbalance; and a note on parties that aren't compared."""

    worst: RatedValues | None
    imbalance: Fraction | None
    note: str

    @property
    def band(self) -> Verdict | None:
        """The rating; None for none."""
        return self.worst and self.worst.verdict


def judge(
    measured: MeasuredValues,
    standard: MeasureSpec,
    roles: Mapping[str, str],
    titles: Mapping[str, str] | None = None,
) -> Judgement:
    """Return the rating of values; ``roles`` has the role of each party, empty for none, and ``titles`` its title for texts.

    Without any value there is no rating. Only parties of the same role are compared; figures that don't compare, such as
    the least choke width, are rated whatever the roles are. If some of the parties compared have a value and others none,
    the rating is red: one side can never do what the other can. The worst of several figures counts.
    """
    if measured.reason or not measured.values:
        return Judgement(None, None, "")
    spreads = _spreads(measured, roles)
    rated = judged(measured, standard, roles)
    by_itself = "" if any(it.by.compares for it in rated) else " or ".join(it.by for it in rated)
    note = _describe_roles(measured, standard, roles, titles or {}, by_itself)
    if not measured.is_judged:
        return Judgement(None, None, note)
    known = [it for it in spreads if it]
    alike = known if None not in spreads else []
    return Judgement(
        max(
            rated,
            key=lambda it: (it.verdict.severity, not it.by.compares, it.amount is not None),
            default=None,
        ),
        max((imbalance([*it]) for it in alike), default=None),
        note,
    )


def _describe_roles(
    measured: MeasuredValues,
    standard: MeasureSpec,
    roles: Mapping[str, str],
    titles: Mapping[str, str],
    by_itself: str,
) -> str:
    """Return a sentence with the parties that aren't compared because no other has their role; empty for none.

    ``by_itself`` is the figure that is rated although nothing is compared, such as ``lowest``; empty for none.
    """
    if len(set(roles.values())) < 2 or not any(by.compares for by in standard.bands):
        return ""
    compared = [party for it in _comparable(measured.values, roles) for party in it]
    return describe_uncompared(
        {titles.get(party, party): role for party, role in roles.items() if party not in compared}, by_itself
    )


def judged(measured: MeasuredValues, standard: MeasureSpec, roles: Mapping[str, str]) -> list[RatedValues]:
    """Return every figure of the values that is rated; see ``judge``."""
    if not measured.is_judged:
        return []
    found = []
    for by, band in _judged_by(measured, standard).items():
        amounts = _apart(by, _spreads(measured, roles)) if by.compares else _extreme(by, measured.values)
        found += [
            RatedValues(by, band, it, Verdict.RED if it is None else band.judge(by, it)) for it in amounts
        ]
    return found


def _judged_by(measured: MeasuredValues, standard: MeasureSpec) -> Mapping[By, Band]:
    return {by: band for by, band in standard.bands.items() if measured.by is None or by in measured.by}


def _spreads(measured: MeasuredValues, roles: Mapping[str, str]) -> list[tuple[Fraction, ...] | None]:
    return [_spread(it) for it in _comparable(measured.values, roles)]


def _comparable(values: Values, roles: Mapping[str, str]) -> list[Values]:
    """Return the values by role, for roles that several parties have."""
    groups: dict[str, dict[str, Fraction | None]] = {}
    for party, value in values.items():
        groups.setdefault(roles[party], {})[party] = value
    return [it for it in groups.values() if len(it) > 1]


def _spread(values: Values) -> tuple[Fraction, ...] | None:
    """Return the values: empty if no party has one, None if some have one and others not."""
    known = tuple(it for it in values.values() if it is not None)
    return known if len(known) in (0, len(values)) else None


def _apart(by: By, spreads: list[tuple[Fraction, ...] | None]) -> list[Fraction | None]:
    """Return how far apart the values of the parties compared are; None if some have none."""
    return [
        None if it is None else imbalance([*it]) if by is By.IMBALANCE else max(it) - min(it)
        for it in spreads
        if it != ()
    ]


def _extreme(by: By, values: Values) -> list[Fraction | None]:
    """Return the least or the greatest value of the parties that have one."""
    known = [it for it in values.values() if it is not None]
    return [min(known) if by is By.LOWEST else max(known)]
