"""What a page says in plain HTML, which can be read, printed and heard without its script: head, picture, rules, fairness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

import numpy as np

from fairground.core.clients.player_rules import player_rules
from fairground.core.metrics.fairness.measured_values import percent
from fairground.core.metrics.fairness.report import SYMMETRY
from fairground.core.metrics.fairness.sentences import reason_text, value_with_unit
from fairground.core.report.contents import Missing
from fairground.core.report.map import runs
from fairground.core.report.markup import Markup, element, table
from fairground.core.report.page_elements import band_sign
from fairground.core.report.sentences import (
    NOTHING,
    SIGNS,
    facts,
    families,
    labels,
    party_names,
    rating_rule,
    verdict_sentence,
    whose,
)
from fairground.core.text.wording import listed

if TYPE_CHECKING:
    from fairground.core.clients.player_rules import RulesTable
    from fairground.core.metrics.fairness.report import Measure
    from fairground.core.report.contents import Report
    from fairground.core.report.markup import Content
    from fairground.core.report.sentences import Family
    from fairground.core.scenario.fairness_titles_and_limits import Verdict

#: What a verdict is, and what it does not know.
LIMITS: Final = (
    "The verdict is the worst rating among the measures that decide; there is no blended score. The measures describe "
    "the board: distances, sight, cover and room. They do not know how people play, and they are not based on games."
)


#: What the verdict on a players' copy leaves out.
LEFT_OUT: Final = (
    "They describe the players' copy, without the units and objectives that players must not know about."
)


def head(report: Report, *, copy: str) -> Markup:
    """Return the head of the page: name, facts and verdict; ``copy`` says which copy it is, empty for the full one."""
    band = verdict_of(report)
    word = band.value if band else "not judged"
    return element(
        "header",
        element("h1", report.scenario.name),
        element(
            "p",
            element(
                "a",
                element("span", f"{SIGNS[band]} ", aria_hidden="true"),
                f"Fairness: {word}",
                href="#fairness",
                class_=f"band {band or 'none'}",
            ),
            *(element("span", it) for it in facts(report.scenario)),
            element("span", copy) if copy else None,
            class_="facts",
        ),
        element("div", class_="switches", id="switches"),
        class_="head",
    )


def verdict_card(report: Report, *, copy: str) -> Markup:
    """Return the card with the verdict, its limits, and all measures; ``copy`` as in ``head``."""
    band, found = verdict_of(report), report.fairness
    limits = f"{LIMITS} {LEFT_OUT}" if copy else LIMITS
    content: list[Content] = [
        element("h2", "Is it fair?"),
        element(
            "div",
            element("span", SIGNS[band], aria_hidden="true"),
            element("p", verdict_sentence(report)),
            class_=f"verdict {band or 'none'}",
        ),
        element("p", limits, class_="small quiet"),
    ]
    if not isinstance(found, Missing):
        rows = [_measure(report, it) for it in families(found) if it.id != SYMMETRY]
        content += [
            element("h3", "Measure by measure"),
            table(["Measure", "Rating", "What was measured"], rows),
            element("p", f"Symmetry: {found.symmetry.text}", class_="small"),
        ]
    return element("section", content, class_="card", id="fairness")


def rules_card(report: Report) -> Markup:
    """Return the card with the rules of this arena: mission, terrain, effects, classes, sight and attacks."""
    return element(
        "section",
        element("h2", "Rules card"),
        [_rules_table(it) for it in player_rules(report.scenario)],
        class_="card",
        id="rules",
    )


def foot(report: Report) -> Markup:
    """Return the last lines: what made the page, from what."""
    it = report.provenance
    return element(
        "footer",
        element(
            "p",
            f"Made by Fairground {it.program} from the scenario with content hash {it.content_hash} and the ruleset "
            f"{it.ruleset} with content hash {it.ruleset_hash}. The page is a single file and makes no network requests.",
        ),
        class_="foot",
    )


def verdict_of(report: Report) -> Verdict | None:
    """Return the verdict of a page; None where there is none, or the scenario has errors."""
    found = report.fairness
    return None if isinstance(found, Missing) or found.errors else found.verdict


def _measure(report: Report, family: Family) -> list[Content]:
    it, names = family.leading, party_names(report)
    about = whose(report.scenario, family, it)
    values = ", ".join(
        f"{names.get(party, party)} {value_with_unit(it.id, value)}" for party, value in it.values.items()
    )
    why = reason_text(it.id, it.worst) if it.worst else ""
    apart = f"{percent(it.imbalance)} apart" if it.imbalance is not None else ""
    said = "; ".join(each for each in (values, why or apart) if each) or it.text
    return [
        [
            family.title[:1].upper() + family.title[1:],
            element("span", f" ({about})", class_="quiet") if about else None,
        ],
        band_sign(family.band) if family.gates else element("span", "does not decide", class_="quiet small"),
        said or NOTHING,
    ]


def _rules_table(it: RulesTable) -> list[Content]:
    head = element("h3", it.heading)
    if not it.columns:
        return [head, element("ul", [element("li", text) for (text,) in it.rows])]
    rows: list[list[Content]] = [list(row) for row in it.rows]
    if any(it.columns):
        return [head, table(list(it.columns), rows)]
    lines = [
        element("tr", element("th", first, scope="row"), [element("td", cell) for cell in rest])
        for first, *rest in it.rows
    ]
    return [head, element("div", element("table", element("tbody", lines)), class_="scroll")]


# -- the measures, as the script reads them ------------------------------------------------------------------


class MeasureData(TypedDict):
    """One result of a measure: whom it is about (empty: everyone), rating (empty: not judged), sentence, and hexes as runs.

    ``where`` is a sentence with the hexes in deployment zones where the shortest ways begin and end; empty for other measures.
    """

    about: str
    band: str
    text: str
    where: str
    runs: list[int]


class FamilyData(TypedDict):
    """A measure: title, meaning, how it is rated (empty: not at all), whether it decides, worst rating, and its results.

    The results are for classes and ranges, the worst first.
    """

    title: str
    meaning: str
    rule: str
    gates: bool
    band: str
    measures: list[MeasureData]


class FairnessSection(TypedDict):
    """The verdict (empty: not judged), its sentence, and the measures, those behind the verdict first."""

    band: str
    sentence: str
    families: list[FamilyData]


def fairness_section(report: Report) -> FairnessSection:
    """Return the fairness of a report, or why it has none."""
    found = report.fairness
    sentence = verdict_sentence(report)
    if isinstance(found, Missing):
        return {"band": "", "sentence": sentence, "families": []}
    band = None if found.errors else found.verdict
    behind = {it.id for it in found.because}
    ordered = sorted(families(found), key=lambda it: (it.id not in behind, not it.gates))
    return {
        "band": band.value if band else "",
        "sentence": sentence,
        "families": [_family_data(report, it) for it in ordered],
    }


def _family_data(report: Report, it: Family) -> FamilyData:
    others = [each for each in it.measures if each is not it.leading]
    return {
        "title": it.title[:1].upper() + it.title[1:],
        "meaning": report.standards[it.id].meaning,
        "rule": rating_rule(report.standards[it.id]),
        "gates": it.gates,
        "band": it.band.value if it.band else "",
        "measures": [_measure_data(report, it, each) for each in (it.leading, *others)],
    }


def _measure_data(report: Report, family: Family, it: Measure) -> MeasureData:
    return {
        "about": whose(report.scenario, family, it),
        "band": it.band.value if it.band else "",
        "text": it.text,
        "where": _ways_between(report, it),
        "runs": runs(report.scenario.board, it.hexes),
    }


def _ways_between(report: Report, it: Measure) -> str:
    """Return a sentence with the hexes of zones that the ways of the time to contact begin and end in."""
    if it.id != "contact" or isinstance(report.fairness, Missing):
        return ""
    board, names = report.scenario.board, party_names(report)
    found = []
    for party in report.fairness.parties:
        own = np.zeros_like(board.void)
        for zone in report.scenario.zones:
            if zone.id in party.zones:
                own |= zone.shape.mask(board)
        ends = [at for at in it.hexes if own[board.cell(at)]]
        if ends:
            found.append(f"{listed(labels(board, ends))} ({names[party.id]})")
    return f"The shortest ways begin and end in {', '.join(found)}." if found else ""
