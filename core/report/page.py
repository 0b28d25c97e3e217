"""The report as one page of HTML that holds all it needs: nothing is asked of any network."""

from __future__ import annotations

import base64
import gzip
import hashlib
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Final

from fairground.core.pictures.lettering import clean
from fairground.core.report.contents import Missing
from fairground.core.report.map import draw_map, hex_data
from fairground.core.report.markup import Markup, data, element
from fairground.core.report.measure_section import measures_part
from fairground.core.report.page_elements import Marks, ReportPage, chip
from fairground.core.report.sections import parts, provenance_part
from fairground.core.report.wording import (
    SIGNS,
    facts,
    party_side,
    party_title,
    verdict_sentence,
)
from fairground.core.text.wording import finding_counts

if TYPE_CHECKING:
    from fairground.core.report.contents import Report
    from fairground.core.report.map import MapDrawing

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
            element("div", measures_part(page), *parts(page)),
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
                it.id,
                element("span", f" {title}", class_="quiet") if (title := party_title(report, it)) else None,
            )
            for it in found.parties
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
                title="Light or dark",
                aria_label="Light or dark",
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
