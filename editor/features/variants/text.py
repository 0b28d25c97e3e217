"""Texts about variants: the axes, and how a variant differs from the sketch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.plugin_groups import WithPlugins
from fairground.core.scenario.fairness_titles_and_limits import MEASURE_PLUGINS, MEASURES
from fairground.editor.app.texts import hex_count, tr, trn
from fairground.editor.widgets.signs import BAND_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec
    from fairground.editor.features.variants.job import BandChange, VariantEntry, VariantPlace


def _title(measure: MeasureSpec) -> str:
    return f"{measure.title[:1].upper()}{measure.title[1:]}"


_SHIPPED: Final = {
    "openness": tr("Open ground"),
    "sight": tr("Average share of hexes in sight"),
    "distance": tr("Distance between zones"),
    "relief": tr("Relief"),
    **{name: _title(it) for name, it in MEASURES.shipped.items() if name != "symmetry"},
}


def _of_plugins() -> dict[str, str]:
    return {name: _title(it.spec) for name, it in MEASURE_PLUGINS.members().items()}


#: The titles of the axes on which variants can differ, by their names in core.
AXES: Final = WithPlugins(_SHIPPED, _of_plugins)


def describe_errors(errors: int) -> str:
    """Return a warning about errors in the map; empty without any."""
    if not errors:
        return ""
    return trn(
        "Made despite {n} error in the map. Fix it before you play the variant.",
        "Made despite {n} errors in the map. Fix them before you play the variant.",
        errors,
    ).format(n=errors)


def describe_place(place: VariantPlace) -> str:
    """Return the value of the sketch and of a variant on an axis: ``choke width 9 → 7``."""
    if place.before == place.after:
        return f"{place.axis} {place.after}"
    return f"{place.axis} {place.before} \N{RIGHTWARDS ARROW} {place.after}"


def describe_band(band: BandChange) -> str:
    """Return the change of a rating: ``▲ territory: red → green``."""
    sign = "▲" if band.is_better else "▼"
    return f"{sign} {band.title}: {BAND_NAMES[band.before]} \N{RIGHTWARDS ARROW} {BAND_NAMES[band.after]}"


def describe_changed(entry: VariantEntry) -> str:
    """Return the number of hexes that differ from the sketch, and the ways to win that are left out."""
    changed = tr("{hexes} changed").format(hexes=hex_count(len(entry.changed)))
    if not entry.left_out:
        return changed
    return tr("{changed}; ways to win left out ({wins})").format(
        changed=changed, wins="; ".join(entry.left_out)
    )


def short_verdict(entry: VariantEntry) -> str:
    """Return the rating, and whether it is that of some of the deciding measures only; the tooltip names the others."""
    band = BAND_NAMES[entry.verdict]
    return tr("{band} in part").format(band=band) if entry.clause else band


def describe_variant(entry: VariantEntry) -> str:
    """Return everything about a variant in sentences, for tooltips and screen readers."""
    return sentences(
        (
            f"{entry.title}: {BAND_NAMES[entry.verdict]}{entry.clause}",
            *map(describe_place, entry.places),
            describe_changed(entry),
            *(
                tr("{title} {better}: {before} before, {after} now").format(
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
    """Join texts as sentences."""
    return " ".join(f"{it[:1].upper()}{it[1:]}." for it in parts)
