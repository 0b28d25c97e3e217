"""The rows of the fairness panel: what stands in each, worked out of a report and of an earlier one.

Fairness in words: bands, values and figures with their units, and what became of them since an earlier state.
What fairness is drawn with: the sign and the colour of a band, the number of a zone, a bar.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from fairground.core.metrics.fairness.measured_values import percent, plain
from fairground.core.pictures.colours import bold_ink
from fairground.core.scenario.fairness_bands import By, Verdict
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from fractions import Fraction

    from fairground.editor.jobs.fairness import Contestant, FairnessResult, Rating


def band_colour(band: Verdict | None) -> str:
    """Return the colour of a band in the present theme; a quiet one where nothing is judged."""
    look = colours()
    return {Verdict.GREEN: look.good, Verdict.AMBER: look.warning, Verdict.RED: look.error, None: look.soft}[
        band
    ]


def band_icon(band: Verdict | None) -> str:
    """Return the name of the icon of a band: a check in a disc, a mark in a triangle, a cross in a square."""
    return f"band-{band.value}" if band is not None else "band-none"


def paint_badge(painter: QPainter, area: QRect, number: int, colour: str, font: QFont) -> None:
    """Draw the number of a party on a disc in its colour."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawEllipse(area)
    small = QFont(font)
    small.setBold(True)
    small.setPixelSize(max(round(area.height() * 0.68), 8))
    painter.setFont(small)
    painter.setPen(QColor(bold_ink(colour)))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, str(number))


def paint_bar(painter: QPainter, track: QRect, bar: Bar, colour: str) -> None:
    """Draw how much a party gets, and a mark where that ended in the earlier state."""
    look = colours()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(look.line))
    radius = track.height() / 2
    painter.drawRoundedRect(track, radius, radius)
    if bar.share > 0:
        whole = QRectF(track)
        whole.setWidth(max(bar.share * track.width(), 2 * radius))
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(whole, radius, radius)
    if bar.before is not None:
        at = track.left() + min(bar.before * track.width(), track.width() - 2)
        painter.fillRect(QRectF(at, track.top() - 2, 2, track.height() + 4), QColor(look.text))


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
        return tr("{lead}different").format(lead=lead), better
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


#: Titles of the two groups: of the measures that take part in the verdict, and of the others.
DECIDING, BESIDES = tr("Decide the verdict"), tr("For information")


@dataclass(frozen=True, slots=True)
class Bar:
    """What a party gets: the place of its side in the scenario's list, its part of the greatest value, the value in words.

    ``before`` is the part that it had in the earlier state; None where there is none.
    """

    party: str
    side: int
    share: float
    words: str
    before: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class MeasureRow:
    """A measure for some classes and one weapon band; ``variants`` are the others of the same measure, and this one.

    ``about`` names classes and band where the measure has several rows. ``better`` is about ``change``.
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
        """How the measure is judged."""
        return self.rating.band

    @property
    def spoken(self) -> str:
        """The whole row for a voice: title, band, values."""
        name = f"{self.title}, {self.about}" if self.about else self.title
        values = ", ".join(f"{it.party} {it.words}" for it in self.bars)
        told = (f"{name}: {band_words(self.band)}", self.figure, values, self.change)
        return "; ".join(filter(None, told)) + (tr("; of an earlier state") if self.is_old else "")


@dataclass(frozen=True, slots=True)
class ZoneNames:
    """How classes and weapon bands are called, by their ids."""

    classes: Mapping[str, str]
    range_bands: Mapping[str, str]

    def about(self, rating: Rating) -> str:
        """Return for which weapon band and which classes a measure holds: ``close, scout and heavy``."""
        classes = [self.classes.get(it, it) for it in rating.classes]
        if len(classes) > 2:
            classes = [tr("{count} classes").format(count=len(classes))]
        band = self.range_bands.get(rating.range_band, rating.range_band)
        return ", ".join(filter(None, (band, tr(" and ").join(classes))))


@dataclass(frozen=True, slots=True)
class Filter:
    """Which rows are shown: of one weapon band (empty: of all) and, with ``only_bad``, amber and red ones alone."""

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
    """Return the rows by group; in each the worst first, else in the order of reports.

    A measure has one row, that of its worst variant. ``earlier`` is a report to compare with.
    """
    before = {it.key: it for it in earlier.ratings} if earlier is not None else {}
    by_measure: dict[str, list[Rating]] = {}
    for it in shown.ratings:
        if wanted.lets(it):
            by_measure.setdefault(it.id, []).append(it)
    groups: dict[str, list[MeasureRow]] = {DECIDING: [], BESIDES: []}
    for name, ratings in by_measure.items():
        several = len(ratings) > 1
        made = [
            _row(shown.contestants, it, before.get(it.key), names.about(it) if several else "", is_old(name))
            for it in ratings
        ]
        first = min(made, key=_rank)
        if several:
            first = replace(first, variants=tuple(made))
        groups[DECIDING if first.rating.gates else BESIDES].append(first)
    return {title: tuple(sorted(made, key=_rank)) for title, made in groups.items() if made}


def _rank(row: MeasureRow) -> int:
    """Return where a row stands: what is not judged comes last."""
    return -row.band.severity if row.band is not None else 1


def _row(
    contestants: Sequence[Contestant],
    rating: Rating,
    before: Rating | None,
    about: str,
    is_old: bool,  # noqa: FBT001  # as the row has it
) -> MeasureRow:
    change, better = change_words(before, rating) if before else ("", None)
    old_values = before.values if before and len(before.values) == len(rating.values) else ()
    known = [float(it) for it in (*rating.values, *old_values) if it is not None]
    most = max(known, default=0.0) or 1.0
    bars = []
    for number, (party, value) in enumerate(zip(contestants, rating.values, strict=False)):
        old = old_values[number] if old_values else None
        words = value_words(rating, value)
        if old_values and old != value and before is not None:
            words = f"{value_words(before, old)} → {words}"
        bars.append(
            Bar(
                party.id,
                party.side,
                float(value or 0) / most,
                words,
                float(old or 0) / most if old_values and old != value else None,
            )
        )
    title = rating.title[:1].upper() + rating.title[1:]
    return MeasureRow(rating, title, about, figure_words(rating), tuple(bars), change, better, is_old)
