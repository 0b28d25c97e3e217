"""The report as Markdown, short enough for a pull request."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fairground.core.finding import Severity
from fairground.core.metrics.fairness.measured_values import percent
from fairground.core.metrics.fairness.sentences import value_text
from fairground.core.pictures.lettering import clean
from fairground.core.report.contents import Missing
from fairground.core.report.games import (
    history_cautions,
    history_lines,
    rate_text,
    version_lines,
)
from fairground.core.report.sentences import (
    NOTHING,
    SIGNS,
    command,
    facts,
    families,
    labels,
    named,
    outcome_text,
    party_names,
    verdict_sentence,
    whose,
)
from fairground.core.scenario.mission import READING, mission_texts
from fairground.core.simulation.claim_sentences import between
from fairground.core.text.wording import finding_counts, hex_count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fairground.core.finding import Finding
    from fairground.core.metrics.chokepoints.chokepoints import Chokepoints
    from fairground.core.metrics.fairness.report import Fairness
    from fairground.core.report.contents import Report
    from fairground.core.report.sentences import Family

#: Characters with a meaning in Markdown or its renderers.
_SPECIAL: Final = re.compile(r"[\\`*_\[\]<>#|~&$]")
#: Sites turn these into links even when escaped.
_LINKED: Final = re.compile(r"@|#(?=\d)|(?<=\w)://|(?<=www)\.")


def to_markdown(report: Report) -> str:
    """Return a report as Markdown: verdict, measures, findings and origin, with all texts of the scenario escaped."""
    return "\n".join(_lines(report)).rstrip("\n") + "\n"


def plain_text(text: str) -> str:
    r"""Return a text that Markdown shows as it stands.

    >>> plain_text("<b>*x*</b> @all")
    '\\\\<b\\\\>\\\\*x\\\\*\\\\</b\\\\> @<!-- -->all'
    """
    escaped = _SPECIAL.sub(r"\\\g<0>", clean(text))
    return _LINKED.sub(r"\g<0><!-- -->", escaped)


def _lines(report: Report) -> Iterator[str]:
    scenario, found = report.scenario, report.fairness
    yield f"# {plain_text(scenario.name)}"
    yield ""
    sign = SIGNS[None if isinstance(found, Missing) or found.errors else found.verdict]
    yield f"**{sign} {plain_text(verdict_sentence(report))}**"
    yield ""
    yield f"{plain_text(' · '.join(facts(scenario)))}. Validation found {finding_counts(report.findings)}."
    yield ""
    yield from _mission(report)
    yield from _games(report)
    if not isinstance(found, Missing):
        yield from _measures(report, found)
        yield f"Symmetry: {plain_text(found.symmetry.text)}"
        yield ""
    yield from _suggestions(report)
    if not isinstance(report.chokepoints, Missing):
        yield from _narrow_places(report, report.chokepoints)
    if report.findings:
        yield "## Findings"
        yield ""
        yield from (f"- {_finding(it)}" for it in report.findings)
        yield ""
    yield from _readings(report)
    if any(it.severity is Severity.ERROR for it in report.findings):
        yield f"**{plain_text(verdict_sentence(report))}**"
        yield ""
    origin = report.provenance
    yield (
        f"Fairground {origin.program}; scenario content `{origin.content_hash}`; "
        f"{plain_text(origin.ruleset)} content `{origin.ruleset_hash}`; to reproduce: "
        f"{_code(command(report, 'md'))}"
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: int) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"| {' | '.join('---:' if i in range(1, 1 + numbers) else '---' for i, _ in enumerate(heads))} |"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""


def _measures(report: Report, found: Fairness) -> Iterator[str]:
    parties = [it.id for it in found.parties]
    rows = []
    for family in families(found):
        it = family.leading
        about = whose(report.scenario, family, it)
        rows.append(
            [
                _title(report, family, about),
                *(value_text(it.id, it.values[each]) if each in it.values else NOTHING for each in parties),
                NOTHING if it.imbalance is None else percent(it.imbalance),
                f"{SIGNS[it.band]} {it.band or 'not judged'}",
                "yes" if family.gates else "",
                plain_text(named(labels(found.board, it.hexes))),
            ]
        )
    yield "## Fairness"
    yield ""
    heads = ["measure", *map(plain_text, found.titles), "apart", "band", "decides", "hexes"]
    yield from _table(heads, rows, numbers=len(parties) + 1)


def _mission(report: Report) -> Iterator[str]:
    told = mission_texts(report.scenario)
    if not any(told):
        return
    yield "## Mission"
    yield ""
    for _, title, texts in told.sides:
        yield f"- {plain_text(title)} can win by {'any of these' if len(texts) > 1 else 'this'}:"
        yield from (f"  - {plain_text(it)}" for it in texts)
    if told.common:
        yield f"- Every side can also win by {'any of these' if len(told.common) > 1 else 'this'}:"
        yield from (f"  - {plain_text(it)}" for it in told.common)
    yield from (f"- Arrival: {plain_text(it)}" for it in told.arrivals)
    yield from (f"- House rule: {plain_text(it)}" for it in told.house_rules)
    yield ""


def _title(report: Report, family: Family, about: str) -> str:
    """Return the title of a measure, the classes that it is for, and which values are better."""
    better = report.standards[family.id].better_for
    words = [f"({it})" for it in (plain_text(about), better) if it]
    return " ".join((plain_text(family.title), *words))


def _games(report: Report) -> Iterator[str]:
    """Yield what games show, the comparison with another version, and the games on earlier ones."""
    found, other = report.simulation, report.against
    if found is not None:
        yield "## Self-play"
        yield ""
        yield plain_text(found.sentence)
        yield ""
        rates = [
            [plain_text(it.title), f"{it.wins:,}", rate_text(it.rate), between(it.interval)]
            for it in found.zones
        ]
        yield from _table(["Zone", "Games won", "Win rate", "95% interval"], rates, numbers=3)
    if report.bots_table is not None:
        table = report.bots_table
        yield plain_text(table.sentence)
        yield ""
        rows = [
            [
                plain_text(it.title),
                f"{it.simulation.played:,}",
                *(rate_text(zone.rate) for zone in it.simulation.zones),
                it.claim.value,
            ]
            for it in table.pairings
        ]
        heads = ["Bots", "Games", *map(plain_text, table.pairings[0].simulation.titles), "Claim"]
        yield from _table(heads, rows, numbers=1 + len(table.parties))
    if other is not None:
        yield f"## Compared with {plain_text(other.file)}"
        yield ""
        yield from (f"- {plain_text(it)}" for it in version_lines(report, other))
        yield ""
    if report.history:
        yield "## Earlier versions"
        yield ""
        yield from (f"- {plain_text(it)}" for it in history_lines(report))
        yield from (f"- {plain_text(it)}" for it in history_cautions(report.history))
        yield ""


def _suggestions(report: Report) -> Iterator[str]:
    if not report.explanations:
        return
    yield "## Suggested edits"
    yield ""
    for it in report.explanations.values():
        title = plain_text(it.measure.title)
        for each in it.suggestions:
            yield f"- {title}: {plain_text(each.text)} {plain_text(outcome_text(it, each, party_names(report)))}"
        if not it.suggestions:
            yield f"- {title}: {plain_text(it.note)}"
    yield ""


def _narrow_places(report: Report, found: Chokepoints) -> Iterator[str]:
    yield f"## Chokepoints, for {plain_text(found.mover.title)}"
    yield ""
    for it in found.cuts:
        between = " to " if found.is_one_way(it) else " and "
        zones = plain_text(between.join(report.scenario.zone_title(each) for each in it.zones))
        if it.width is None:
            yield f"- {zones}: touching, cannot be cut off."
        elif not it.width:
            yield f"- {zones}: no route."
        else:
            yield (f"- {zones}: closed off by {hex_count(it.width)}: {named(labels(found.board, it.near_a))}")
    passages = [f"{named(labels(found.board, it.hexes))} ({it.width})" for it in found.narrow]
    yield f"- Narrow passages: {'; '.join(passages[:6]) or 'none'}{f' and {len(passages) - 6} more' if len(passages) > 6 else ''}"
    yield ""


def _finding(it: Finding) -> str:
    where = [
        it.place.file or "",
        it.place.hex_name or it.place.hex or "",
        f"line {it.place.line}" if it.place.line is not None else "",
    ]
    lead = plain_text(" ".join(each for each in where if each))
    fix = f" {plain_text(it.fix)}" if it.fix else ""
    return f"**{it.severity.value}** {f'{lead}: ' if lead else ''}{plain_text(it.message)} ({_code(it.code)}){fix}"


def _readings(report: Report) -> Iterator[str]:
    chosen = [it for it in report.choices if it.key]
    if not chosen and not report.scenario.objectives:
        return
    yield "## How conflicting rules are resolved"
    yield ""
    if report.scenario.objectives:
        yield f"- {READING}"
    for it in chosen:
        mark = "" if it.usual else " (chosen by the scenario)"
        yield f"- {plain_text(it.id)}: {plain_text(it.conflict)} {_code(f'{it.key}: {it.value}')}{mark}"
    yield ""


def _code(text: str) -> str:
    """Return a text as code; a mark in it asks for a longer fence."""
    text = clean(text)
    fence = "`" * (max((len(it) for it in re.findall("`+", text)), default=0) + 1)
    space = " " if "`" in text else ""
    return f"{fence}{space}{text}{space}{fence}"
