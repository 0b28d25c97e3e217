"""The table of ``fairground batch``: a line a map, with errors and failures below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from fairground.core.pictures.lettering import clean
from fairground.core.scenario.fairness_titles_and_limits import MEASURES
from fairground.core.simulation.claim_sentences import between, percent
from fairground.core.text.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from fairground.core.batches.summary import Library, MapClaim, MapRow

#: The sign and colour of each band; the signs alone distinguish them.
_LOOKS: Final = {"green": ("+", "green"), "amber": ("~", "yellow"), "red": ("!", "red")}
#: The longest path shown in full.
_WIDEST: Final = 48
_LISTED: Final = 3


def table(library: Library, rows: Sequence[MapRow], key: str, store: Path) -> Iterator[str]:
    """Yield the lines of the table, in the order of ``rows``; a measure used as sort key gets a column."""
    measure = key if key in MEASURES else None
    width = min(max(len(it.file) for it in rows), _WIDEST)
    apart = f"{MEASURES[measure].title}" if measure else "worst deciding measure"
    yield click.style(f"  {'verdict':9}{'map':{width}}  {'size':>9}  {'errors':>6}  {apart}", bold=True)
    for it in rows:
        yield _line(it, width, measure)
        if it.verdict is not None and it.errors:
            yield f"    judged despite {counted(it.errors, 'error')}"
        if it.simulation is not None:
            yield f"    {it.simulation.label}; {_rates(it)}"
            # A claim needs its context: bots, force, interval and margin.
            yield f"    {clean(it.simulation.sentence)}"
        elif it.not_played:
            yield f"    not played: {_one_line(it.not_played)}"
    yield from _errors(rows)
    yield ""
    yield _summary(library, len(rows))
    yield f"{library.computed:,} results computed, {library.stored:,} loaded from {clean(str(store))}."


def _line(it: MapRow, width: int, measure: str | None) -> str:
    size = f"{it.columns}x{it.rows}" if it.columns is not None else "-"
    file = clean(it.file)
    name = file if len(file) <= width else f"...{file[3 - width :]}"
    errors = "!" if it.problem else str(it.errors or "-")
    return f"  {_look(it.verdict)}{name:{width}}  {size:>9}  {errors:>6}  {_claim(it, measure)}"


def _claim(it: MapRow, measure: str | None) -> str:
    if it.problem:
        return _one_line(it.problem)
    if it.verdict is None:
        return _one_line(it.reason)
    found = it.measures.get(measure) if measure else it.worst
    if found is None:
        return "-"
    text = _claim_text(found) if measure else f"{found.title}: {_claim_text(found)}"
    left_out = [each.title for each in it.measures.values() if each.gate and each.band is None]
    return text + (f"; not judged: {listed(left_out)}" if left_out else "")


def _claim_text(found: MapClaim) -> str:
    return ", ".join(filter(None, (found.shown, found.band))) or "not compared"


def _rates(it: MapRow) -> str:
    rates = (
        f"{clean(each.title)} {percent(each.rate)} ({between(each.interval)})"
        for each in it.rates
        if each.rate is not None
    )
    return f"wins: {', '.join(rates) or 'none'}"


def _errors(rows: Sequence[MapRow]) -> Iterator[str]:
    """Yield the errors of unusable maps, and failed questions."""
    for it in rows:
        errors = [each for each in it.findings if each["severity"] == "error"]
        if not errors and not it.failures:
            continue
        yield ""
        yield click.style(clean(it.file), bold=True)
        for each in errors[:_LISTED]:
            place = each["place"]
            where = [str(each["place"][part]) for part in ("file", "hex") if place[part]]
            where += [f"line {place['line']}"] if place["line"] is not None else []
            lead = f"{clean(' '.join(where))}: " if where else ""
            yield f"  {click.style('error', fg='red')} {lead}{_one_line(each['message'])} [{each['code']}]"
        if len(errors) > _LISTED:
            yield f"  and {len(errors) - _LISTED} more; fairground validate lists all errors with their fixes"
        yield from (f"  {click.style('failed', fg='red')} {_one_line(reason)}" for reason in it.failures)


def _summary(library: Library, maps: int) -> str:
    verdicts = library.verdicts
    text = ", ".join(f"{verdicts[it]} {it}" for it in ("green", "amber", "red"))
    errors = f"; {library.broken} with errors" if library.broken else ""
    failed = (
        f"; {counted(library.failures, 'result')} could not be computed; the next batch tries again"
        if library.failures
        else ""
    )
    return f"{counted(maps, 'map')}: {text}, {verdicts['none']} not judged{errors}{failed}."


def _look(band: str | None) -> str:
    if band is None:
        return "- none   "
    sign, colour = _LOOKS[str(band)]
    return click.style(f"{sign} {band:7}", fg=colour)


def _one_line(text: str) -> str:
    return clean(" ".join(text.split())[:300])
