"""The table of ``fairground batch``: a line a map, and what keeps maps from being used below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from fairground.core.pictures.lettering import clean
from fairground.core.scenario.fairness_measures import MEASURES
from fairground.core.simulation.wording import between, percent
from fairground.core.text.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from fairground.core.batches.summary import Library, MapClaim, MapRow

#: Sign and colour of each band; signs alone are enough to tell them apart.
_LOOKS: Final = {"green": ("+", "green"), "amber": ("~", "yellow"), "red": ("!", "red")}
#: The longest path of a map that is shown whole.
_WIDEST: Final = 48
#: Errors of a map that are told one by one.
_TOLD: Final = 3


def table(library: Library, rows: Sequence[MapRow], key: str, store: Path) -> Iterator[str]:
    """Yield the lines of the table, in the order of ``rows``; a measure that they are sorted by is a column of it."""
    measure = key if key in MEASURES else None
    width = min(max(len(it.file) for it in rows), _WIDEST)
    apart = f"{MEASURES[measure].title}" if measure else "furthest apart of what decides"
    yield click.style(f"  {'verdict':9}{'map':{width}}  {'size':>9}  {'errors':>6}  {apart}", bold=True)
    for it in rows:
        yield _line(it, width, measure)
        if it.verdict is not None and it.errors:
            yield f"    judged despite {counted(it.errors, 'error')}"
        if it.simulation is not None:
            yield f"    {_rates(it)}"
            # A claim is told whole: it holds for these bots and this force, by its interval and margin.
            yield f"    {clean(it.simulation.sentence)}"
        elif it.not_played:
            yield f"    not played: {_one_line(it.not_played)}"
    yield from _errors(rows)
    yield ""
    yield _summary(library, len(rows))
    yield f"{library.computed:,} answers computed, {library.stored:,} found in {clean(str(store))}."


def _line(it: MapRow, width: int, measure: str | None) -> str:
    size = f"{it.columns}x{it.rows}" if it.columns is not None else "-"
    file = clean(it.file)
    name = file if len(file) <= width else f"...{file[3 - width :]}"
    errors = "!" if it.problem else str(it.errors or "-")
    return f"  {_look(it.verdict)}{name:{width}}  {size:>9}  {errors:>6}  {_standing(it, measure)}"


def _standing(it: MapRow, measure: str | None) -> str:
    if it.problem:
        return _one_line(it.problem)
    if it.verdict is None:
        return _one_line(it.reason)
    found = it.measures.get(measure) if measure else it.worst
    if found is None:
        return "-"
    told = _told(found) if measure else f"{found.title}: {_told(found)}"
    left_out = [each.title for each in it.measures.values() if each.gate and each.band is None]
    return told + (f"; not judged: {listed(left_out)}" if left_out else "")


def _told(found: MapClaim) -> str:
    if found.imbalance is None:
        return str(found.band or "not compared")
    return f"{100 * found.imbalance:.1f} %{f', {found.band}' if found.band else ''}"


def _rates(it: MapRow) -> str:
    rates = (
        f"{clean(each.id)} {percent(each.rate)} ({between(each.interval)})"
        for each in it.rates
        if each.rate is not None
    )
    return f"wins: {', '.join(rates) or 'none'}"


def _errors(rows: Sequence[MapRow]) -> Iterator[str]:
    """Yield what is wrong with the maps that cannot be used, and which questions were not answered."""
    for it in rows:
        errors = [each for each in it.findings if each["severity"] == "error"]
        if not errors and not it.failures:
            continue
        yield ""
        yield click.style(clean(it.file), bold=True)
        for each in errors[:_TOLD]:
            place = each["place"]
            where = [str(each["place"][part]) for part in ("file", "hex") if place[part]]
            where += [f"line {place['line']}"] if place["line"] is not None else []
            lead = f"{clean(' '.join(where))}: " if where else ""
            yield f"  {click.style('error', fg='red')} {lead}{_one_line(each['message'])} [{each['code']}]"
        if len(errors) > _TOLD:
            yield f"  and {len(errors) - _TOLD} more: fairground validate says which, and what would mend them"
        yield from (f"  {click.style('failed', fg='red')} {_one_line(reason)}" for reason in it.failures)


def _summary(library: Library, maps: int) -> str:
    verdicts = library.verdicts
    told = ", ".join(f"{verdicts[it]} {it}" for it in ("green", "amber", "red"))
    errors = f"; {library.broken} with errors" if library.broken else ""
    failed = (
        f"; {counted(library.failures, 'question')} failed, and the next batch asks them again"
        if library.failures
        else ""
    )
    return f"{counted(maps, 'map')}: {told}, {verdicts['none']} not judged{errors}{failed}."


def _look(band: str | None) -> str:
    if band is None:
        return "- none   "
    sign, colour = _LOOKS[str(band)]
    return click.style(f"{sign} {band:7}", fg=colour)


def _one_line(text: str) -> str:
    return clean(" ".join(text.split())[:300])
