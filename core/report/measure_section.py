"""The section of measures: for each a bar for every party, and a table for all classes and weapon bands."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from fairground.core.metrics.fairness.measure_texts import value_text
from fairground.core.metrics.fairness.measured_values import percent
from fairground.core.metrics.fairness.report import SYMMETRY
from fairground.core.report.contents import Missing
from fairground.core.report.markup import Markup, element, table
from fairground.core.report.page_elements import band_sign, chip, part, side_class
from fairground.core.report.wording import (
    NOTHING,
    bands_text,
    families,
    labels,
    named,
    outcome_text,
    party_side,
    whose,
)
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from fairground.core.metrics.fairness.explain import Explanation
    from fairground.core.metrics.fairness.report import Fairness, Measure
    from fairground.core.report.markup import Content
    from fairground.core.report.page_elements import ReportPage
    from fairground.core.report.wording import Family

#: The most hexes listed in a table; more are counted.
_FEW = 3


def measures_part(page: ReportPage) -> Markup:
    """Return the section with all measures."""
    found = page.report.fairness
    if isinstance(found, Missing):
        return part("measures", "Fairness", element("p", found.reason))
    return part(
        "measures",
        "Fairness by measure",
        element(
            "p",
            "Each bar shows what a side gets. The verdict is the worst rating of the measures that count; "
            "there is no blended score.",
            class_="quiet small",
            style="margin-bottom:.8rem",
        ),
        element(
            "div",
            [_measure(page, found, it) for it in families(found) if it.id != SYMMETRY],
            class_="measures",
        ),
    )


def _measure(page: ReportPage, found: Fairness, family: Family) -> Markup:
    leading = family.leading
    about = whose(page.report.scenario, family, leading)
    count = hex_count(len(leading.hexes))
    return element(
        "article",
        element(
            "header",
            band_sign(family.band),
            element("h3", family.title),
            element("span", "decides", class_="quiet small decides")
            if family.gates and family.band
            else None,
        ),
        element(
            "p",
            element("span", f"{about[:1].upper()}{about[1:]}: ", class_="quiet") if about else None,
            leading.text,
            class_="small",
        ),
        _bars(page, leading) if leading.values else None,
        element("p", f"Hexes: {named(labels(found.board, leading.hexes))}", class_="quiet small paper")
        if leading.hexes
        else None,
        _suggestions(page, page.report.explanations.get(family.id)),
        element(
            "div",
            page.marks.button(
                leading.hexes, f"Mark {'it' if len(leading.hexes) == 1 else f'the {count}'} on the map"
            ),
            _figures(page, family) if leading.values or len(family.measures) > 1 else None,
            class_="more",
        ),
        class_="measure",
        id=f"measure-{family.id}",
    )


def _suggestions(page: ReportPage, it: Explanation | None) -> Markup | None:
    """Return the suggested edits, each with a button for its hex and its effects."""
    if it is None:
        return None
    if not it.suggestions:
        return element("p", it.note, class_="quiet small") if it.note else None
    return element(
        "ul",
        [
            element(
                "li",
                page.marks.button([each.edit.hex]),
                f" {each.text} ",
                element("span", outcome_text(it, each), class_="quiet"),
            )
            for each in it.suggestions
        ],
        class_="suggestions small",
    )


def _bars(page: ReportPage, it: Measure) -> Markup:
    most = max((value for value in it.values.values() if value is not None), default=Fraction(0))
    # Bars of shares are relative to 1, all others to the greatest value.
    whole = Fraction(1) if page.report.standards[it.id].is_share else most
    rows: list[Content] = []
    for party, value in it.values.items():
        side = party_side(page.report, party)
        share = float(value / whole) if value is not None and whole else 0.0
        fill = element(
            "div", "", class_=f"fill {side_class(side)}", style=f"width:{100 * min(share, 1.0):.1f}%"
        )
        rows += [
            element("span", chip(side), party, class_="whose", title=party),
            element("div", fill if value else None, class_="track", aria_hidden="true"),
            element("span", value_text(it.id, value), class_="n"),
        ]
    return element("div", rows, class_="bars")


def _figures(page: ReportPage, family: Family) -> Markup:
    parties = list(next((it.values for it in family.measures if it.values), {}))
    heads: list[Content] = [
        "For",
        *parties,
        "Apart",
        "Band",
        "Hexes",
    ]
    rows: list[list[Content]] = [
        [
            whose(page.report.scenario, family, it) or "everybody",
            *(value_text(it.id, it.values[party]) if party in it.values else NOTHING for party in parties),
            NOTHING if it.imbalance is None else percent(it.imbalance),
            band_sign(it.band),
            _marked(page, it),
        ]
        for it in family.measures
    ]
    bands = bands_text(page.report.standards[family.id])
    return element(
        "details",
        element("summary", "All figures"),
        element("p", page.report.standards[family.id].meaning, class_="quiet small"),
        table(heads, rows, numbers=1),
        element("p", f"Limits: {bands}.", class_="quiet small") if bands else None,
    )


def _marked(page: ReportPage, it: Measure) -> Content:
    """Return a button for the hexes of a measure, short enough for a table."""
    few = len(it.hexes) <= _FEW
    return page.marks.button(it.hexes, "" if few else hex_count(len(it.hexes))) or NOTHING
