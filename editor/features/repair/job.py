"""Repair, as a job for a worker: a few edits that make the open scenario fair, with what each does, as plain data."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from fairground.core.scenario.fairness_bands import Verdict
from fairground.editor.app.texts import tr, trn
from fairground.editor.jobs.job_scenario import JobScenario, cached, failure_text
from fairground.editor.jobs.process import JobWatch, Unwatched

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.core.improve.repair.outcome import Repair, RepairStep
    from fairground.core.metrics.comparison.board_comparison import MeasureChange
    from fairground.core.metrics.fairness.candidates import Edit
    from fairground.core.scenario.board import PaletteEntry
    from fairground.editor.jobs.fairness import FairnessRequest


@dataclass(frozen=True, slots=True)
class RepairSettings:
    """What to mend, and by what means; no measures are all that decide and are not in the band, no terrains are all."""

    measures: tuple[str, ...] = ()
    band: Verdict = Verdict.GREEN
    terrains: tuple[str, ...] = ()
    changes: tuple[str, ...] = ("terrain", "level", "zone")
    most: int = 6


@dataclass(frozen=True, slots=True)
class RepairChoices:
    """The measures that can be mended, with their titles, by id."""

    measures: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RepairEffect:
    """What an edit does to a measure: its bands, and in words for whom it does and the values, before and after."""

    title: str
    about: str
    values: str
    before: Verdict | None
    after: Verdict | None


@dataclass(frozen=True, slots=True)
class RepairStepFigures:
    """One edit; ``mark`` is what it makes of its hex, in a word or two."""

    edit: Edit
    text: str
    mark: str
    verdict: tuple[Verdict | None, Verdict | None]
    effects: tuple[RepairEffect, ...]

    @property
    def hex(self) -> Hex:
        """The hex that is edited."""
        return self.edit.hex


@dataclass(frozen=True, slots=True)
class RepairResult:
    """What came of it: ``sentence`` says so, ``reason`` why it is not more, or nothing at all.

    The terrain of edits is an entry of ``palette``, which begins as that of the scenario does.
    """

    is_reached: bool
    sentence: str
    reason: str
    steps: tuple[RepairStepFigures, ...]
    palette: tuple[PaletteEntry, ...]


@dataclass(frozen=True, slots=True)
class RepairJob:
    """A scenario to mend, for whom the question says; the answer is ``RepairResult``, or why there is none.

    It is None when the worker does not have the scenario.
    """

    topic: ClassVar[str] = "repair"
    tag: tuple[int, ...]
    subject: JobScenario
    question: FairnessRequest
    settings: RepairSettings

    def run(self) -> RepairResult | str | None:
        """Look for edits with nobody watching."""
        return self.run_watched(Unwatched())

    def run_watched(self, watch: JobWatch) -> RepairResult | str | None:
        """Look for edits, and tell how far that is."""
        from fairground.core.errors import FairgroundError
        from fairground.core.improve.repair.repair import repair
        from fairground.core.metrics.fairness.candidates import CHANGES

        scenario = cached(self.topic, self.subject, lambda scenario: scenario)
        if scenario is None:
            return None
        wanted = self.settings
        try:
            found = repair(
                scenario,
                wanted.measures or None,
                band=wanted.band,
                most_edits=wanted.most,
                terrains=wanted.terrains or None,
                changes=[it for it in CHANGES if it in wanted.changes],
                unit_class=self.question.class_id or None,
                mode=self.question.mode_id or None,
                despite_errors=self.question.despite_errors,
                progress=watch.report,
                cancelled=watch.is_cancelled,
            )
        except FairgroundError as error:
            return failure_text(error)
        return repaired(found)


@dataclass(frozen=True, slots=True)
class RepairChoicesJob:
    """Asks which measures can be mended; the answer is ``RepairChoices``."""

    topic: ClassVar[str] = "mend-choices"
    tag: tuple[int, ...]

    def run(self) -> RepairChoices:
        """Look it up."""
        from fairground.core.scenario.fairness_measures import MEASURES

        return RepairChoices(tuple((name, it.title) for name, it in MEASURES.items() if it.bands))


def repaired(found: Repair) -> RepairResult:
    """Return a repair as plain data."""
    return RepairResult(
        found.reached,
        _despite(len(found.before.errors), _sentence(found)),
        found.reason,
        tuple(_step(found, it) for it in found.steps),
        tuple(found.scenario.board.palette),
    )


def _despite(errors: int, sentence: str) -> str:
    """Return what came of a repair with the errors of the scenario that it was made despite."""
    if not errors:
        return sentence
    told = trn(
        "Despite {n} error in the scenario: {sentence}",
        "Despite {n} errors in the scenario: {sentence}",
        errors,
    )
    return told.format(n=errors, sentence=sentence)


def _sentence(found: Repair) -> str:
    """Return how many edits there are, and whether fewer were ruled out; one edit is the fewest in any case."""
    count = len(found.steps)
    if not found.steps:
        return tr("Nothing to repair.") if found.reached else tr("No repair found.")
    if not found.reached:
        return trn("Partly repaired with {n} edit.", "Partly repaired with {n} edits.", count).format(n=count)
    if count == 1:
        return tr("Repaired with 1 edit.")
    if found.fewest:
        return tr("Repaired with {n} edits, the fewest possible.").format(n=count)
    return tr("Repaired with {n} edits. Fewer might do.").format(n=count)


def _step(found: Repair, it: RepairStep) -> RepairStepFigures:
    return RepairStepFigures(it.edit, it.text, _mark(found, it.edit), it.verdict, tuple(_effects(it)))


def _mark(found: Repair, edit: Edit) -> str:
    if edit.change == "level":
        return tr("level {n}").format(n=edit.level)
    if edit.change == "zone":
        return f"+ {edit.zone}" if edit.inside else f"\N{MINUS SIGN} {edit.zone}"
    terrain = found.scenario.rules.terrain
    top = found.scenario.board.palette[edit.terrain].kinds[-1:]
    return "".join(terrain[it].name.lower() if it in terrain else it for it in top)


def _effects(step: RepairStep) -> Iterator[RepairEffect]:
    """Yield the effects of an edit, those that are in another band first."""
    found = Counter((it.id, it.range_band) for it in step.effects)
    for it in sorted(step.effects, key=lambda it: it.band_before is it.band_after):
        # For whom is said only where it is something else for others.
        classes = it.classes if found[it.id, it.range_band] > 1 else ()
        about = ", ".join(filter(None, (it.range_band, *classes[:2], "…" if len(classes) > 2 else "")))
        yield RepairEffect(it.title, about, _values(it), it.band_before, it.band_after)


def _values(it: MeasureChange) -> str:
    from fairground.core.metrics.fairness.measured_values import listed, percentages
    from fairground.core.scenario.fairness_measures import MEASURES

    told = percentages if MEASURES[it.id].is_share else listed
    return f"{told(it.before)} \N{RIGHTWARDS ARROW} {told(it.after)}"
