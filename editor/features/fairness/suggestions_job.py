"""The job that searches for edits that make a measure fairer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from fairground.editor.app.texts import tr, trn
from fairground.editor.jobs.job_scenario import ScenarioJob

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.fairness.explain import EditSuggestion
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.hex_edits import Edit
    from fairground.editor.jobs.fairness import FairnessRequest, Key
    from fairground.editor.jobs.process import JobWatch

#: The most suggestions, and the time to search for them, in seconds.
_MOST, _SECONDS = 3, 3.0


@dataclass(frozen=True, slots=True)
class SuggestedEdit:
    """An edit of one hex with its description and its effect."""

    edit: Edit
    text: str
    effect: str

    @property
    def hex(self) -> Hex:
        """The hex that is edited."""
        return self.edit.hex


@dataclass(frozen=True, slots=True)
class Explained:
    """The result of a search: a sentence, and the edits, best first."""

    sentence: str
    suggestions: tuple[SuggestedEdit, ...]


@dataclass(frozen=True, slots=True)
class ExplainJob(ScenarioJob[Explained]):
    """Searches for edits that make a measure fairer; the answer is an ``Explained``."""

    topic: ClassVar[str] = "fairness-explain"
    question: FairnessRequest
    key: Key

    def result(self, scenario: Scenario, watch: JobWatch) -> Explained:
        """Search for edits."""
        from fairground.core.metrics.fairness.explain import explain

        measure, range_band, _ = self.key
        found = explain(
            scenario,
            measure,
            unit_class=self.question.class_id or None,
            mode=self.question.mode_id or None,
            range_band=range_band or None,
            despite_errors=self.question.despite_errors,
            most=_MOST,
            seconds=_SECONDS,
            progress=watch.report,
            cancelled=watch.is_cancelled,
        )
        if not found.suggestions:
            return Explained(found.note, ())
        return Explained(
            trn("Tried {n} edit. These help most:", "Tried {n} edits. These help most:", found.tried).format(
                n=found.tried
            ),
            tuple(SuggestedEdit(it.edit, it.text, _describe_effect(it)) for it in found.suggestions),
        )


def _describe_effect(it: EditSuggestion) -> str:
    """Return a sentence with the effects of an edit: on its measure, the verdict, and measures it makes worse."""
    from fairground.core.scenario.fairness_titles_and_limits import MEASURES

    before, after = it.band_before, it.band_after
    effects = []
    if before is not None and after is not None:
        effects.append(
            tr("stays {band}, but improves").format(band=after.value)
            if before is after
            else tr("{before} → {after}").format(before=before.value, after=after.value)
        )
    if it.verdict_before is not it.verdict_after:
        verdict = it.verdict_after
        effects.append(tr("verdict now {band}").format(band=verdict.value) if verdict else tr("no verdict"))
    worse = [
        MEASURES[other.id].title
        for other in it.others
        if other.before and other.after and other.after.severity > other.before.severity
    ]
    if worse:
        effects.append(tr("but worse: {measures}").format(measures=", ".join(dict.fromkeys(worse))))
    text = ", ".join(effects)
    return f"{text[:1].upper()}{text[1:]}." if text else ""
