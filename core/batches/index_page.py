"""The table of a folder's maps as a self-contained HTML page, sortable by clicks."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Final

from fairground.core.batches.questions import program_version
from fairground.core.report.markup import Markup, element
from fairground.core.report.page_elements import band_sign
from fairground.core.report.sentences import NOTHING, SIGNS
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, Verdict
from fairground.core.simulation.claim_sentences import between, percent
from fairground.core.simulation.statistics.equivalence import Claim
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fairground.core.batches.summary import Library, MapClaim, MapRow
    from fairground.core.report.markup import Content

_CROSS: Final = "\N{MULTIPLICATION SIGN}"
#: Signs and colours of claims, always shown with the word.
_CLAIMS: Final = {
    Claim.FAIR: ("✓", "green"),
    Claim.UNFAIR: ("!", "red"),
    Claim.NOT_DECIDED: ("?", "none"),
    Claim.NOT_JUDGED: (NOTHING, "none"),
}


def to_index(library: Library, rows: Sequence[MapRow]) -> str:
    """Return a page with a table of maps in the order of ``rows``; texts are escaped, and no other script may run."""
    script = _resource("index.js").rstrip("\n")
    digest = base64.b64encode(hashlib.sha256(f"\n{script}\n".encode()).digest()).decode()
    title = f"Maps in {Path(library.folder).resolve().name}"
    body = [_head(library, rows, title), _table(rows)]
    return Template(_resource("index.html")).substitute(
        title=element("title", title)[len("<title>") : -len("</title>")],
        generator=f"Fairground {program_version()}",
        script_hash=f"sha256-{digest}",
        style=_resource("report.css") + _resource("index.css").rstrip("\n"),
        body=Markup("\n".join(body)),
        script=script,
    )


def _resource(name: str) -> str:
    return (files("fairground.resources") / "report" / name).read_text(encoding="utf-8")


def _head(library: Library, rows: Sequence[MapRow], title: str) -> Markup:
    verdicts = library.verdicts
    chips = [
        *(element("li", band_sign(it), f" {verdicts[it]}") for it in Verdict),
        element("li", element("span", f"{NOTHING} not judged", class_="band none"), f" {verdicts['none']}"),
        element("li", element("span", f"{_CROSS} with errors", class_="band red"), f" {library.broken}"),
    ]
    played = next((it.simulation for it in rows if it.simulation), None)
    return element(
        "header",
        element("p", "Fairground library", class_="kicker"),
        element("h1", title),
        element("p", counted(len(rows), "map"), class_="quiet"),
        element("ul", chips, class_="tally"),
        element(
            "p",
            "Each measure shows the largest difference between the zones, as a share of the largest value, "
            "with a symbol for its rating: ✓ green, ~ amber, ! red, or a dash where zones are not compared. "
            "The verdict is the worst rating of the deciding measures.",
            class_="note",
        ),
        element(
            "p",
            "Win rates are for the zone that wins most often, with a 95% interval. They apply only to "
            "the bots and the force named beside them; other bots may give a different verdict.",
            class_="note",
        )
        if played
        else None,
        element(
            "div",
            element("button", "All measures", type="button", aria_pressed="true", data_all=True, hidden=True),
            class_="tools screen",
        ),
    )


def _table(rows: Sequence[MapRow]) -> Markup:
    measures = _measures(rows)
    has_pictures, has_games = (
        any(it.picture for it in rows),
        any(it.simulation or it.not_played for it in rows),
    )
    heads = [
        element("th", "Picture", scope="col") if has_pictures else None,
        _heading("Map", "ascending", class_="map"),
        _heading("Size", "descending"),
        _heading("Ruleset", "ascending"),
        _heading("Findings", "descending"),
        _heading("Verdict", "descending"),
        _heading("Win rate", "descending", class_="rate") if has_games else None,
        *(
            _heading(it.title[:1].upper() + it.title[1:], "descending", class_=_kind(it))
            for it in measures.values()
        ),
    ]
    body = [
        element(
            "tr",
            _picture(it) if has_pictures else None,
            _name(it),
            _size(it),
            element("td", it.ruleset or NOTHING, data_v=it.ruleset or None),
            _findings(it),
            _verdict(it),
            _rate(it) if has_games else None,
            [_measure(it.measures.get(name), about) for name, about in measures.items()],
        )
        for it in rows
    ]
    return element(
        "div",
        element("table", element("thead", element("tr", heads)), element("tbody", Markup("\n".join(body)))),
        class_="scroll",
        tabindex="0",
        role="region",
        aria_label="Table of maps",
    )


def _measures(rows: Iterable[MapRow]) -> dict[str, MapClaim]:
    """Return the measures that some map has, gates first."""
    found = {name: it for row in rows for name, it in row.measures.items()}
    order = list(MEASURES)
    return {name: found[name] for name in sorted(found, key=lambda it: (not found[it].gate, order.index(it)))}


def _heading(text: str, first: str, *, class_: str | None = None) -> Markup:
    """Return the head of a sortable column; ``first`` is the direction of the first click."""
    return element("th", text, scope="col", data_first=first, class_=class_)


def _picture(it: MapRow) -> Markup:
    if not it.picture:
        return element("td", NOTHING, class_="thumb")
    source = f"data:image/webp;base64,{base64.b64encode(it.picture).decode()}"
    image = element("img", src=source, alt="", loading="lazy", decoding="async")
    return element("td", image, class_="thumb")


def _name(it: MapRow) -> Markup:
    return element(
        "th", it.title, element("code", it.file), scope="row", class_="map", data_v=f"{it.title} {it.file}"
    )


def _size(it: MapRow) -> Markup:
    if it.columns is None or it.rows is None:
        return element("td", NOTHING)
    return element("td", f"{it.columns} {_CROSS} {it.rows}", data_v=it.columns * it.rows)


def _findings(it: MapRow) -> Markup:
    if it.problem:
        return element(
            "td", element("span", f"{_CROSS} error", class_="band red"), _small(it.problem), data_v=1_000_000
        )
    warnings = it.count("warning")
    first = next((each["message"] for each in it.findings if each["severity"] == "error"), "")
    return element(
        "td",
        element("span", f"{_CROSS} {counted(it.errors, 'error')}", class_="band red")
        if it.errors
        else "no errors",
        f", {counted(warnings, 'warning')}" if warnings else None,
        _small(first),
        _small("; ".join(it.failures)),
        data_v=1_000 * it.errors + warnings,
    )


def _verdict(it: MapRow) -> Markup:
    if it.verdict is None:
        return element("td", element("span", f"{NOTHING} not judged", class_="band none"), _small(it.reason))
    if it.errors:
        sign = element("span", f"{NOTHING} judged despite errors", class_="band none")
        return element("td", sign, _small(it.sentence))
    return element("td", band_sign(it.verdict), _small(it.sentence), data_v=it.verdict.severity)


def _rate(it: MapRow) -> Markup:
    simulation, zone = it.simulation, it.leading
    if simulation is None:
        return element("td", NOTHING, _small(it.not_played), class_="rate")
    sign, colour = (NOTHING, "none") if simulation.setting.errors else _CLAIMS[simulation.claim]
    if simulation.claim is Claim.FAIR and simulation.label != simulation.claim:
        # Fair between the zones only.
        sign, colour = "~", "amber"
    content: list[Content] = [element("span", f"{sign} {simulation.label}", class_=f"band {colour}")]
    if zone is not None and zone.rate is not None:
        content.append(f" {zone.title} {percent(zone.rate)}, {between(zone.interval)}")
    known = None if it.one_sided is None else f"{float(it.one_sided):.6f}"
    return element("td", content, _small(simulation.sentence), class_="rate", data_v=known)


def _measure(it: MapClaim | None, about: MapClaim) -> Markup:
    if it is None:
        return element("td", NOTHING, class_=_kind(about))
    figure = it.shown or NOTHING
    text = (
        figure if it.band is None else element("span", f"{SIGNS[it.band]} {figure}", class_=f"band {it.band}")
    )
    known = None if it.imbalance is None else f"{it.imbalance:.6f}"
    return element("td", text, class_=_kind(about), data_v=known, title=it.text[:400])


def _kind(it: MapClaim) -> str:
    return "n" if it.gate else "n more"


def _small(text: str) -> Markup | None:
    return element("span", text, class_="small") if text else None
