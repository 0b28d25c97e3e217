"""Texts about variants: the axes, and how a variant differs from the sketch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.scenario.fairness_measures import MEASURES
from fairground.editor.app.texts import hex_count, tr, trn
from fairground.editor.widgets.band_looks import BAND_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fairground.editor.features.variants.job import BandChange, VariantEntry, VariantPlace

#: The axes that variants can lie apart on, by their names in core.
AXES: Final[Mapping[str, str]] = {
    "openness": tr("Open ground"),
    "sight": tr("Mean sight"),
    "distance": tr("Distance between zones"),
    "relief": tr("Relief"),
    **{name: f"{it.title[:1].upper()}{it.title[1:]}" for name, it in MEASURES.items() if name != "symmetry"},
}


def despite_words(errors: int) -> str:
    """Return that variants were made despite errors of the map; empty without any."""
    if not errors:
        return ""
    return trn(
        "Made despite {n} error in the map, so it cannot be played as it is.",
        "Made despite {n} errors in the map, so it cannot be played as it is.",
        errors,
    ).format(n=errors)


def place_words(place: VariantPlace) -> str:
    """Return where a variant lies, and where the sketch does: ``choke width 9 → 7``."""
    if place.before == place.after:
        return f"{place.axis} {place.after}"
    return f"{place.axis} {place.before} \N{RIGHTWARDS ARROW} {place.after}"


def band_words(band: BandChange) -> str:
    """Return how a measure is judged now, and how of the sketch: ``▲ territory: red → green``."""
    sign = "▲" if band.is_better else "▼"
    return f"{sign} {band.title}: {BAND_NAMES[band.before]} \N{RIGHTWARDS ARROW} {BAND_NAMES[band.after]}"


def changed_words(entry: VariantEntry) -> str:
    """Return how many hexes are others than in the sketch."""
    return tr("{hexes} changed").format(hexes=hex_count(len(entry.changed)))


def spoken(entry: VariantEntry) -> str:
    """Return all that a variant says, in sentences."""
    return sentences(
        (
            f"{entry.title}: {BAND_NAMES[entry.verdict]}",
            *map(place_words, entry.places),
            changed_words(entry),
            *(
                tr("{title} {better}, {before} before and {after} now").format(
                    title=it.title,
                    better=tr("better") if it.is_better else tr("worse"),
                    before=BAND_NAMES[it.before],
                    after=BAND_NAMES[it.after],
                )
                for it in entry.bands
            ),
        )
    )


def sentences(parts: Iterable[str]) -> str:
    """Return texts as sentences, one after another."""
    return " ".join(f"{it[:1].upper()}{it[1:]}." for it in parts)
