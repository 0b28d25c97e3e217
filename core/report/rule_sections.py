"""The parts of the page that are about the scenario as it is written: findings, rules, and where the page comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.finding import Severity
from fairground.core.report.markup import element, table
from fairground.core.report.page_elements import part
from fairground.core.report.wording import command, verdict_sentence
from fairground.core.scenario.scoring import READING

if TYPE_CHECKING:
    from fairground.core.finding import Finding
    from fairground.core.report.markup import Content, Markup
    from fairground.core.report.page_elements import ReportPage

_SEVERITY = {
    Severity.ERROR: ("red", "✕ error"),
    Severity.WARNING: ("amber", "! warning"),
    Severity.ADVICE: ("none", "i advice"),
}


def findings_part(page: ReportPage) -> Markup:
    """Return what the validator finds."""
    found = page.report.findings
    if not found:
        return part("findings", "Findings", element("p", "Validation found no problems."))
    return part(
        "findings", "Findings", element("ul", [_finding(page, it) for it in found], class_="findings")
    )


def _finding(page: ReportPage, it: Finding) -> Markup:
    colour, word = _SEVERITY[it.severity]
    where: list[Content] = [
        it.place.file,
        " " if it.place.file else None,
        page.marks.label_button(it.place.hex),
    ]
    if it.place.line is not None:
        where.append(f" line {it.place.line}")
    return element(
        "li",
        element("span", word, class_=f"band {colour}"),
        " ",
        element("span", where, class_="where"),
        " ",
        it.message,
        element("span", f" {it.code}" + (f" · rule {it.rule}" if it.rule else ""), class_="where"),
        element("span", f"Fix: {it.fix}", class_="fix") if it.fix else None,
    )


def rules_part(page: ReportPage) -> Markup:
    """Return how the rules are read: how objectives score, and what holds where the sources disagree."""
    rules = page.report.scenario.rules
    scoring = element("p", READING) if page.report.scenario.objectives else None
    if not page.report.choices:
        return part(
            "rules", "Rules", scoring, element("p", f"{rules.title} lists no conflicts in its sources.")
        )
    rows: list[list[Content]] = [
        [
            it.id,
            [
                it.conflict,
                element("br"),
                element("strong", it.taken if it.usual else "Changed by the scenario."),
            ],
            [
                element("code", f"{it.key}: {it.value}"),
                element("br"),
                element("span", f"or {' or '.join(it.others)}", class_="quiet") if it.others else None,
            ]
            if it.key
            else element("span", "no choice", class_="quiet"),
        ]
        for it in page.report.choices
    ]
    return part(
        "rules",
        "How conflicting rules are read",
        scoring,
        element(
            "p",
            f"Where the sources of {rules.title} disagree, Fairground uses the following.",
            class_="quiet small",
        ),
        table(["", "Conflicts and decisions", "Option"], rows, class_="points"),
    )


def provenance_part(page: ReportPage) -> Markup:
    """Return the foot of the page: what it was made from, and by which words it is made again."""
    it = page.report.provenance
    entries: list[tuple[str, Content]] = [
        ("Made by", f"Fairground {it.program}"),
        ("Scenario", [it.file or page.report.scenario.name, ", content ", element("code", it.content_hash)]),
        ("Ruleset", [it.ruleset, ", content ", element("code", it.ruleset_hash)]),
        ("To repeat", element("code", command(page.report, "html"))),
    ]
    if any(each.severity is Severity.ERROR for each in page.report.findings):
        entries.append(("Verdict", verdict_sentence(page.report)))
    return element(
        "footer",
        element("dl", [[element("dt", name), element("dd", value)] for name, value in entries]),
    )
