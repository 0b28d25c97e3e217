"""Fairness on a page: the verdict, and each measure with its rating, sentence and hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from fairground.core.report.contents import Missing
from fairground.core.report.map import runs
from fairground.core.report.sentences import families, verdict_sentence, whose

if TYPE_CHECKING:
    from fairground.core.metrics.fairness.report import Measure
    from fairground.core.report.contents import Report
    from fairground.core.report.sentences import Family


class MeasureData(TypedDict):
    """One result of a measure: whom it is about (empty: everyone), rating (empty: not judged), sentence, and hexes as runs."""

    about: str
    band: str
    text: str
    runs: list[int]


class FamilyData(TypedDict):
    """A measure: title, meaning, whether it decides, worst rating, and its results for classes and ranges, the worst first."""

    title: str
    meaning: str
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
        "families": [_family(report, it) for it in ordered],
    }


def _family(report: Report, it: Family) -> FamilyData:
    others = [each for each in it.measures if each is not it.leading]
    return {
        "title": it.title[:1].upper() + it.title[1:],
        "meaning": report.standards[it.id].meaning,
        "gates": it.gates,
        "band": it.band.value if it.band else "",
        "measures": [_measure(report, it, each) for each in (it.leading, *others)],
    }


def _measure(report: Report, family: Family, it: Measure) -> MeasureData:
    return {
        "about": whose(report.scenario, family, it),
        "band": it.band.value if it.band else "",
        "text": it.text,
        "runs": runs(report.scenario.board, it.hexes),
    }
