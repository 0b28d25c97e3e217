"""The variants as one self-contained page of HTML: each variant with its picture, its measures and its file."""

from __future__ import annotations

import base64
from importlib.metadata import version
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Final

from fairground.core.metrics.fairness.sentences import value_text
from fairground.core.pictures.board_picture import WITH_UNITS, thumbnail, thumbnail_marks
from fairground.core.pictures.svg import number
from fairground.core.report.markup import Markup, element, joined, table
from fairground.core.report.page_elements import band_sign, part
from fairground.core.report.sentences import NOTHING, facts
from fairground.core.scenario.fairness_titles_and_limits import Verdict
from fairground.core.scenario.ruleset_kinds import classes_text
from fairground.core.text.wording import counted, hex_count, listed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from fairground.core.improve.variants.axes import VariantAxis
    from fairground.core.improve.variants.variants import Delta, Variant, VariantSet
    from fairground.core.metrics.board_comparison import MeasureChange
    from fairground.core.report.markup import Content
    from fairground.core.scenario.document import Scenario

_ARROW: Final = " \N{RIGHTWARDS ARROW} "
#: The longer side of a picture, in pixels: twice the displayed size.
_SIDE: Final = 480
_MOST_CHIPS: Final = 6
#: The chart of the axes, in its own units.
_WIDTH, _HEIGHT, _EDGE = 320.0, 200.0, 26.0


def variants_page(variant_set: VariantSet, names: Mapping[str, str], command: str) -> str:
    """Return variants as a page, deterministic and without scripts or requests, with all texts of the scenario escaped.

    ``names`` has the file of each variant by id, relative to the page; ``command`` reproduces it. Raise LimitError for a board
    larger than a thumbnail.
    """
    scenario = variant_set.sketch.scenario
    title = f"Variants of {scenario.name}"
    body = [
        _head(variant_set, command),
        part(
            "versions",
            "Symmetric versions",
            _cards(variant_set, variant_set.versions, names)
            if variant_set.versions
            else element("p", "No symmetry fits the scenario.", class_="note"),
            _unfit(variant_set) if variant_set.unfit else None,
        ),
        part("variants", "Random variants", _cards(variant_set, variant_set.mutants, names))
        if variant_set.mutants
        else "",
    ]
    return Template(_resource("variants.html")).substitute(
        title=element("title", title)[len("<title>") : -len("</title>")],
        generator=f"Fairground {version('fairground')}",
        style=_resource("report.css") + _resource("variants.css").rstrip("\n"),
        body=Markup("\n".join(body)),
    )


def _resource(name: str) -> str:
    return (files("fairground.resources") / "report" / name).read_text(encoding="utf-8")


def _head(variant_set: VariantSet, command: str) -> Markup:
    sketch = variant_set.sketch
    one, other = variant_set.axes
    found = (
        f"{counted(len(variant_set.versions), 'symmetric version')} and "
        f"{counted(len(variant_set.mutants), 'variant')}, chosen from "
        f"{counted(variant_set.cells, 'cell')} of the chart to differ most in {one.title} and {other.title}; "
        f"{counted(variant_set.tried, 'board')} tried, seed {variant_set.seed}."
    )
    return element(
        "header",
        element(
            "div",
            element(
                "div",
                element("p", "Fairground variants", class_="kicker"),
                element("h1", sketch.scenario.name),
                element("p", " · ".join(facts(sketch.scenario)), class_="quiet"),
                element("p", found, class_="note"),
                element(
                    "p",
                    "Each measure is compared with the original. Only the board is measured; no games are "
                    "played. Green does not mean that the sides win equally often.",
                    class_="note",
                ),
                element("p", element("code", command), class_="note"),
                element(
                    "label",
                    element("input", type="checkbox", id="outlined"),
                    element("span", "Outline the changed hexes"),
                    class_="toggle screen",
                ),
            ),
            _chart(variant_set),
            class_="top",
        ),
        _card(variant_set, sketch, None),
    )


def _cards(variant_set: VariantSet, every: Sequence[Variant], names: Mapping[str, str]) -> Markup:
    return element("div", [_card(variant_set, it, names[it.id]) for it in every], class_="cards")


def _card(variant_set: VariantSet, it: Variant, file: str | None) -> Markup:
    is_sketch = it is variant_set.sketch
    return element(
        "article",
        element(
            "div",
            element("div", _picture(it), None if is_sketch else _outlines(it), class_="drawn"),
            class_="picture",
        ),
        element(
            "div",
            element(
                "header",
                element("h3", it.title),
                band_sign(None if it.fairness.errors else it.fairness.verdict),
            ),
            element(
                "dl",
                [
                    [element("dt", axis.title), element("dd", _place(axis, was, now))]
                    for axis, was, now in zip(
                        variant_set.axes, variant_set.sketch.places, it.places, strict=True
                    )
                ],
                class_="places",
            ),
            _unfair(it) if is_sketch else _changes(variant_set, it),
            element("p", element("a", file, href=file), class_="small") if file else None,
            class_="told",
        ),
        class_="card sketch" if is_sketch else "card",
        id=it.id,
    )


def _picture(it: Variant) -> Markup:
    data = base64.b64encode(thumbnail(it.scenario, side=_SIDE, options=WITH_UNITS)).decode()
    return element("img", src=f"data:image/webp;base64,{data}", alt=f"Map of {it.title.lower()}")


def _outlines(it: Variant) -> Markup:
    drawn, box = thumbnail_marks(it.scenario, frozenset(it.labels))
    about = f"{hex_count(len(it.labels))} changed"
    return element("svg", Markup(drawn), viewBox=box, role="img", aria_label=about, class_="marks")


def _place(axis: VariantAxis, was: Fraction | None, now: Fraction | None) -> list[Content]:
    if was == now:
        return [axis.text(now)]
    return [f"{axis.text(was)}{_ARROW}", element("strong", axis.text(now))]


def _unfair(it: Variant) -> Markup:
    """Return the measures of the sketch that are not green."""
    found = [delta for delta in it.deltas if delta.after.band not in (None, Verdict.GREEN)]
    found.sort(key=lambda delta: not delta.gates)
    chips = [
        element("li", f"{delta.title}: {delta.after.band}", class_=f"band {delta.after.band}")
        for delta in found
    ]
    if chips and it.fairness.not_judged:
        chips.append(element("li", f"Not judged: {listed(it.fairness.not_judged)}", class_="quiet"))
    return element("ul", chips or element("li", it.fairness.sentence, class_="quiet"), class_="moves")


def _changes(variant_set: VariantSet, it: Variant) -> Markup:
    moved = [delta for delta in it.deltas if delta.better is not None]
    moved.sort(key=lambda delta: (not delta.gates, delta.better is True))
    chips = [_chip(delta) for delta in moved[:_MOST_CHIPS]]
    if len(moved) > _MOST_CHIPS:
        chips.append(element("li", f"and {len(moved) - _MOST_CHIPS} more", class_="quiet"))
    origin = next((one.title for one in variant_set.versions if one.id == it.parent), "")
    clauses = (f"{hex_count(len(it.labels))} changed", f"from the {origin}" if origin else "", it.loss)
    about = "; ".join(clause for clause in clauses if clause) + it.fairness.not_judged_clause()
    return joined(
        [
            element("p", about, class_="small quiet"),
            element(
                "ul", chips or element("li", "All ratings as in the original", class_="quiet"), class_="moves"
            ),
            element(
                "details",
                element("summary", f"Measures that differ: {len(it.measures)}"),
                table(
                    ("Measure", "Original", "Here", "Band"), [_row(one, it.scenario) for one in it.measures]
                ),
            )
            if it.measures
            else None,
            element(
                "details",
                element("summary", "Changed hexes"),
                element("p", ", ".join(it.labels), class_="small"),
            ),
        ]
    )


def _chip(delta: Delta) -> Markup:
    sign, words = ("▲", "better") if delta.better else ("▼", "worse")
    text = f"{sign} {delta.title}: {delta.before.band}{_ARROW}{delta.after.band}"
    return element("li", text, class_=f"band {delta.after.band}", title=words)


def _row(it: MeasureChange, scenario: Scenario) -> tuple[Content, ...]:
    about = classes_text(scenario, it.classes)
    where = " ".join(text for text in (it.range_band or "", f"({about})" if about else "") if text)
    return (
        [it.title, element("span", f" {where}", class_="quiet") if where else None],
        _values(it.id, it.before),
        _values(it.id, it.after),
        f"{it.band_before or NOTHING}{_ARROW}{it.band_after or NOTHING}"
        if it.band_before is not it.band_after
        else f"{it.band_after or NOTHING}",
    )


def _values(measure: str, values: Mapping[str, Fraction | None]) -> str:
    return " : ".join(value_text(measure, it) for it in values.values()) or NOTHING


def _unfit(variant_set: VariantSet) -> Markup:
    items = [
        element("li", element("strong", ", ".join(titles)), f" {NOTHING} {reason}")
        for reason, titles in variant_set.titles_by_reason.items()
    ]
    return element(
        "details",
        element("summary", f"Symmetries that do not fit: {len(variant_set.unfit)}"),
        element("ul", items, class_="unfit"),
    )


def _chart(variant_set: VariantSet) -> Markup:
    """Return the chart of all boards on the two axes, omitting those without a value."""
    points = [(it, *it.places) for it in (variant_set.sketch, *variant_set.every)]
    known = [(it, x, y) for it, x, y in points if x is not None and y is not None]
    if len(known) < 2:
        return Markup()
    across, down = _Scale([x for _, x, _ in known]), _Scale([y for _, _, y in known])
    marks: list[Markup] = []
    for it, at_x, at_y in known:
        x = _EDGE + across.share(at_x) * (_WIDTH - 2 * _EDGE)
        y = _HEIGHT - _EDGE - down.share(at_y) * (_HEIGHT - 2 * _EDGE)
        kind = "sketch" if it is variant_set.sketch else "version" if it in variant_set.versions else "mutant"
        shape = (
            element("circle", cx=number(x), cy=number(y), r="4.5")
            if kind == "mutant"
            else element("rect", x=number(x - 4.5), y=number(y - 4.5), width="9", height="9")
        )
        marks.append(element("g", element("title", it.title), shape, class_=kind))
    one, other = variant_set.axes
    texts = (
        (0.0, _HEIGHT - 6, f"{one.title}: {across.told(one)}"),
        (0.0, 12.0, f"{other.title}: {down.told(other)}, upwards"),
    )
    return element(
        "svg",
        element("rect", x=0, y=18, width=number(_WIDTH), height=number(_HEIGHT - 36), class_="field"),
        marks,
        [element("text", text, x=number(x), y=number(y)) for x, y, text in texts],
        viewBox=f"0 0 {number(_WIDTH)} {number(_HEIGHT)}",
        role="img",
        aria_label=f"Variants by {one.title} and {other.title}",
        class_="chart",
    )


class _Scale:
    """From the least to the greatest of some values."""

    def __init__(self, values: Sequence[Fraction]) -> None:
        self._least, self._most = min(values), max(values)

    def share(self, value: Fraction) -> float:
        """Return the relative position of a value; the middle if all are equal."""
        length = self._most - self._least
        return float((value - self._least) / length) if length else 0.5

    def told(self, axis: VariantAxis) -> str:
        """Return both ends in words."""
        return f"{axis.text(self._least)} to {axis.text(self._most)}"
