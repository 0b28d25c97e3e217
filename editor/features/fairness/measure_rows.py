"""The rows of the fairness panel, made from a report and an earlier one to compare with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fairground.core.metrics.fairness.measured_values import percent
from fairground.core.metrics.fairness.sentences import value_text
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, By, Verdict
from fairground.editor.app.texts import tr
from fairground.editor.widgets.signs import band_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from fractions import Fraction

    from fairground.editor.jobs.fairness import Contestant, FairnessResult, Rating


def format_value(rating: Rating, value: Fraction | None) -> str:
    """Return the value of a party as text."""
    return tr("never") if value is None else value_text(rating.id, value)


def format_figure(rating: Rating, before: Rating | None = None) -> str:
    """Return the figure that a measure is rated by as text; empty without one.

    If ``before`` was rated by the same figure, its amount comes first: ``50% → 40% apart``.
    """
    if rating.figure is None or rating.by is None:
        return ""
    figures = [rating.figure]
    if before is not None and before.by is rating.by and before.figure not in (None, rating.figure):
        figures = [before.figure, rating.figure]
    share = rating.by is By.IMBALANCE
    text = " → ".join(percent(it) if share else format_value(rating, it) for it in figures)
    if rating.by.compares:
        return tr("{told} apart").format(told=text)
    return (tr("at least {told}") if rating.by is By.LOWEST else tr("at most {told}")).format(told=text)


def describe_change(before: Rating, after: Rating) -> tuple[str, bool | None]:
    """Return the change of a measure since an earlier state, and whether it is better; empty without a change.

    None means neither better nor worse.
    """
    if (before.values, before.figure, before.band) == (after.values, after.figure, after.band):
        return "", None
    better = _better(before, after)
    lead = {True: tr("better: "), False: tr("worse: "), None: ""}[better]
    if before.by is after.by and before.figure == after.figure:
        return tr("{lead}different").format(lead=lead), better
    if before.by is after.by:
        return f"{lead}{format_figure(after, before)}", better
    was, now = (format_figure(it) or band_words(it.band) for it in (before, after))
    return f"{lead}{was} → {now}", better


def _better(before: Rating, after: Rating) -> bool | None:
    """Return whether a measure is fairer than before: by its band, or within a band by its figure."""
    if before.band is not after.band and before.band is not None and after.band is not None:
        return after.band.severity < before.band.severity
    if before.by is not after.by or before.figure is None or after.figure is None:
        return None
    if before.figure == after.figure:
        return None
    return (after.figure > before.figure) == (after.by is By.LOWEST)


def band_counts(ratings: Sequence[Rating]) -> dict[Verdict, int]:
    """Return the number of measures in each band, worst first, without empty bands."""
    bands = [it.band for it in ratings]
    return {band: bands.count(band) for band in reversed(Verdict) if band in bands}


#: Titles of the two groups: measures that count towards the verdict, and the others.
DECIDING, INFORMATIVE = tr("Used for the verdict"), tr("For information only")


@dataclass(frozen=True, slots=True)
class Bar:
    """The value of a party, as a share of the greatest value and as text; ``side`` is the index of its side.

    ``before`` is the share in the earlier state, None without one.
    """

    party: str
    side: int
    share: float
    text: str
    before: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class MeasureRow:
    """A measure for some classes and one weapon band; ``variants`` are all rows of the same measure, this one included.

    ``about`` names classes and band if the measure has several rows. ``better`` refers to ``change``.
    """

    rating: Rating
    title: str
    about: str
    figure: str
    bars: tuple[Bar, ...]
    change: str
    better: bool | None
    is_old: bool
    variants: tuple[MeasureRow, ...] = ()

    @property
    def band(self) -> Verdict | None:
        """The rating of the measure; None for none."""
        return self.rating.band

    @property
    def spoken(self) -> str:
        """The whole row for a screen reader: title, band, values."""
        name = f"{self.title}, {self.about}" if self.about else self.title
        values = ", ".join(f"{it.party} {it.text}" for it in self.bars)
        band = (
            band_words(self.band)
            if self.band or MEASURES[self.rating.id].bands
            else tr("not judged, as it has no limits")
        )
        texts = (f"{name}: {band}", self.figure, values, self.change)
        return "; ".join(filter(None, texts)) + (tr("; outdated") if self.is_old else "")


@dataclass(frozen=True, slots=True)
class ZoneNames:
    """The names of classes and weapon bands, by their ids."""

    classes: Mapping[str, str]
    range_bands: Mapping[str, str]

    def about(self, rating: Rating) -> str:
        """Return the weapon band and classes of a measure: ``close, scout and heavy``."""
        classes = [self.classes.get(it, it) for it in rating.classes]
        if len(classes) > 2:
            classes = [tr("{count} classes").format(count=len(classes))]
        band = self.range_bands.get(rating.range_band, rating.range_band)
        return ", ".join(filter(None, (band, tr(" and ").join(classes))))


@dataclass(frozen=True, slots=True)
class Filter:
    """The rows to show: those of one weapon band (empty: all) and, with ``only_bad``, only amber and red ones."""

    range_band: str = ""
    only_bad: bool = False

    def lets(self, rating: Rating) -> bool:
        """Whether a measure is shown."""
        if self.range_band and rating.range_band not in ("", self.range_band):
            return False
        return not self.only_bad or (rating.band is not None and rating.band.severity > 0)


def rows(
    shown: FairnessResult,
    names: ZoneNames,
    *,
    wanted: Filter = Filter(),
    earlier: FairnessResult | None = None,
    is_old: Callable[[str], bool] = lambda _measure: False,
) -> dict[str, tuple[MeasureRow, ...]]:
    """Return the rows by group, worst first, then in the order of reports.

    A measure has one row, that of its worst variant. ``earlier`` is a report to compare with.
    """
    before = {it.key: it for it in earlier.ratings} if earlier is not None else {}
    by_measure: dict[str, list[Rating]] = {}
    for it in shown.ratings:
        if wanted.lets(it):
            by_measure.setdefault(it.id, []).append(it)
    groups: dict[str, list[MeasureRow]] = {DECIDING: [], INFORMATIVE: []}
    for name, ratings in by_measure.items():
        several = len(ratings) > 1
        variants = [
            _row(shown.contestants, it, before.get(it.key), names.about(it) if several else "", is_old(name))
            for it in ratings
        ]
        first = min(variants, key=_rank)
        if several:
            first = replace(first, variants=tuple(variants))
        groups[DECIDING if first.rating.gates else INFORMATIVE].append(first)
    return {title: tuple(sorted(group, key=_rank)) for title, group in groups.items() if group}


def _rank(row: MeasureRow) -> int:
    """Return the sort key of a row: worst first, rows without a rating last."""
    return -row.band.severity if row.band is not None else 1


def _row(
    contestants: Sequence[Contestant],
    rating: Rating,
    before: Rating | None,
    about: str,
    is_old: bool,  # noqa: FBT001  # as the row has it
) -> MeasureRow:
    change, better = describe_change(before, rating) if before else ("", None)
    old_values = before.values if before and len(before.values) == len(rating.values) else ()
    known = [float(it) for it in (*rating.values, *old_values) if it is not None]
    most = max(known, default=0.0) or 1.0
    bars = []
    for number, (party, value) in enumerate(zip(contestants, rating.values, strict=False)):
        old = old_values[number] if old_values else None
        text = format_value(rating, value)
        if old_values and old != value and before is not None:
            text = f"{format_value(before, old)} → {text}"
        bars.append(
            Bar(
                party.title,
                party.side,
                float(value or 0) / most,
                text,
                float(old or 0) / most if old_values and old != value else None,
            )
        )
    title = rating.title[:1].upper() + rating.title[1:]
    return MeasureRow(rating, title, about, format_figure(rating), tuple(bars), change, better, is_old)
