"""The report as one page of HTML that holds all it needs: nothing is asked of any network."""

from __future__ import annotations

import base64
import gzip
import hashlib
from fractions import Fraction
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Final

from fairground.core.metrics.fairness.measured_values import percent
from fairground.core.metrics.fairness.report import SYMMETRY
from fairground.core.metrics.fairness.sentences import value_text
from fairground.core.pictures.lettering import clean
from fairground.core.report.contents import Missing
from fairground.core.report.games import games_part, history_part, versions_part
from fairground.core.report.map import draw_map, hex_data
from fairground.core.report.markup import Markup, data, element, table
from fairground.core.report.page_elements import Marks, ReportPage, band_sign, chip, part, side_class
from fairground.core.report.sections import parts, provenance_part
from fairground.core.report.sentences import (
    NOTHING,
    SIGNS,
    facts,
    families,
    labels,
    named,
    outcome_text,
    party_names,
    party_side,
    party_title,
    rating_rule,
    verdict_sentence,
    whose,
)
from fairground.core.text.wording import finding_counts, hex_count

if TYPE_CHECKING:
    from fairground.core.metrics.fairness.explain import Explanation
    from fairground.core.metrics.fairness.report import Fairness, Measure
    from fairground.core.report.contents import Report
    from fairground.core.report.map import MapDrawing
    from fairground.core.report.markup import Content
    from fairground.core.report.sentences import Family

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
            "Each bar shows the value for one side. The verdict is the worst rating of the deciding "
            "measures; there is no blended score.",
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
            element("span", better, class_="quiet small")
            if (better := page.report.standards[family.id].better_for)
            else None,
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
                element("span", outcome_text(it, each, party_names(page.report)), class_="quiet"),
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
    titles = party_names(page.report)
    for party, value in it.values.items():
        side = party_side(page.report, party)
        share = float(value / whole) if value is not None and whole else 0.0
        fill = element(
            "div", "", class_=f"fill {side_class(side)}", style=f"width:{100 * min(share, 1.0):.1f}%"
        )
        rows += [
            element(
                "span", chip(side), titles.get(party, party), class_="whose", title=titles.get(party, party)
            ),
            element("div", fill if value else None, class_="track", aria_hidden="true"),
            element("span", value_text(it.id, value), class_="n"),
        ]
    return element("div", rows, class_="bars")


def _figures(page: ReportPage, family: Family) -> Markup:
    parties = list(next((it.values for it in family.measures if it.values), {}))
    titles = party_names(page.report)
    heads: list[Content] = ["For", *(titles.get(it, it) for it in parties), "Apart", "Band", "Hexes"]
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
    rule = rating_rule(page.report.standards[family.id])
    return element(
        "details",
        element("summary", "All figures"),
        element("p", page.report.standards[family.id].meaning, class_="quiet small"),
        table(heads, rows, numbers=1),
        element("p", rule, class_="quiet small") if rule else None,
    )


def _marked(page: ReportPage, it: Measure) -> Content:
    """Return a button for the hexes of a measure, short enough for a table."""
    few = len(it.hexes) <= _FEW
    return page.marks.button(it.hexes, "" if few else hex_count(len(it.hexes))) or NOTHING


#: Longer drawings are compressed.
_MOST_PLAIN: Final = 600_000


def to_html(report: Report) -> str:
    """Return a report as a page, deterministic, with all texts of the scenario escaped.

    The page allows only its own script, by hash, and no request. Raise LimitError for a board larger than a picture.
    """
    drawing = draw_map(report)
    packed = len(drawing.defined) > _MOST_PLAIN
    page = ReportPage(report, drawing, Marks(report.scenario.board), figures=not packed)
    body = [
        _head(report),
        element(
            "div",
            element("div", _map(page), class_="map"),
            element(
                "div",
                games_part(page),
                versions_part(page),
                history_part(page),
                measures_part(page),
                *parts(page),
            ),
            class_="columns",
        ),
        provenance_part(page),
    ]
    script = _resource("report.js").rstrip("\n")
    digest = base64.b64encode(hashlib.sha256(f"\n{script}\n".encode()).digest()).decode()
    known = data("hexes", hex_data(report, drawing)) + data("sets", page.marks.sets)
    return Template(_resource("page.html")).substitute(
        title=element("title", report.scenario.name)[len("<title>") : -len("</title>")],
        generator=f"Fairground {report.provenance.program}",
        script_hash=f"sha256-{digest}",
        style=_resource("report.css").rstrip("\n"),
        drawing="" if packed else drawing.defined,
        body=Markup("\n".join(body)),
        data=known + (_packed(drawing) if packed else ""),
        script=script,
    )


def _resource(name: str) -> str:
    return (files("fairground.resources") / "report" / name).read_text(encoding="utf-8")


def _packed(drawing: MapDrawing) -> str:
    # Without a time, so that the bytes are the same each time.
    text = base64.b64encode(gzip.compress(drawing.defined.encode(), 6, mtime=0)).decode()
    return f'<script type="text/plain" id="packed">{text}</script>'


def _head(report: Report) -> Markup:
    found, scenario = report.fairness, report.scenario
    # A scenario with errors has no sign, whatever its figures come to.
    band = None if isinstance(found, Missing) or found.errors else found.verdict
    parties = []
    if not isinstance(found, Missing):
        parties = [
            element(
                "li",
                chip(party_side(report, it.id)),
                name,
                element("span", f" {title}", class_="quiet")
                if (title := party_title(report, it, name))
                else None,
            )
            for it, name in zip(found.parties, found.titles, strict=True)
        ]
    return element(
        "header",
        element(
            "div",
            element(
                "div",
                element("p", "Fairground report", class_="kicker"),
                element("h1", scenario.name),
                element("p", " · ".join(facts(scenario)), class_="quiet"),
                element("p", scenario.notes, class_="notes") if clean(scenario.notes[:500]) else None,
                element("ul", parties, class_="parties") if parties else None,
            ),
            element(
                "button",
                "◐",
                type="button",
                title="Switch light/dark",
                aria_label="Switch light/dark",
                data_switch=True,
                class_="screen",
                hidden=True,
            ),
            class_="top",
        ),
        element(
            "div",
            element("span", SIGNS[band], aria_hidden="true"),
            element(
                "div",
                element("p", verdict_sentence(report)),
                element("p", f"Self-play: {report.simulation.sentence}") if report.simulation else None,
                element("p", f"Validation found {finding_counts(report.findings)}."),
            ),
            class_=f"verdict {band or 'none'}",
            id="verdict",
        ),
    )


def _map(page: ReportPage) -> Markup:
    drawing = page.drawing
    shown = [it.id for it in drawing.overlays]
    return element(
        "section",
        _toggles(page.drawing),
        element(
            "div",
            element(
                "div",
                element(
                    "svg",
                    drawing.uses(*shown),
                    viewBox=drawing.box,
                    tabindex="0",
                    role="img",
                    aria_label=f"Map of {page.report.scenario.name}",
                ),
                class_="view",
            ),
            element(
                "div",
                [element("div", it.legend, data_legend=it.id, hidden=True) for it in drawing.overlays],
                class_="legends now",
                hidden=True,
            ),
            class_="sheet",
        ),
        _under_the_map(),
        element(
            "div",
            element(
                "details",
                element("summary", "Key to the map"),
                element("div", list(drawing.legends), class_="legends"),
            ),
            class_="sheet",
        ),
        aria_label="Map",
    )


def _toggles(drawing: MapDrawing) -> Markup:
    return element(
        "div",
        [
            element(
                "label",
                element("input", type="checkbox", value=it.id),
                element("span", it.title),
                class_="toggle",
            )
            for it in drawing.overlays
        ],
        class_="tools",
        role="group",
        aria_label="Overlays",
    )


def _under_the_map() -> Markup:
    return element(
        "div",
        element("p", "Point at a hex, or move over the map with the arrow keys.", class_="told"),
        element(
            "div",
            element("button", "\N{MINUS SIGN}", type="button", data_zoom="0.6667", aria_label="smaller"),
            element("button", "Fit", type="button", data_zoom="0"),
            element("button", "+", type="button", data_zoom="1.5", aria_label="larger"),
            class_="zoom",
        ),
        class_="under",
    )
