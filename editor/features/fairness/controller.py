"""The fairness controller: connects panel, overlay and earlier state with the document."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from fairground.core.scenario.fairness_titles_and_limits import Verdict
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr, trn
from fairground.editor.document.events import FieldChanged, watch
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.document.scenario_patches import suggested_patches
from fairground.editor.features.fairness.measure_rows import ZoneNames
from fairground.editor.features.fairness.measuring import FairnessMeasuring
from fairground.editor.features.fairness.panel import FairnessPanel
from fairground.editor.features.fairness.suggestions_job import Explained, ExplainJob
from fairground.editor.jobs.fairness import FairnessRequest
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
from fairground.editor.overlays.fairness import Behind, FairnessOverlay
from fairground.editor.session.feature_context import FeatureController
from fairground.editor.tools.obstacles import locked_patches
from fairground.editor.widgets.legend_rows import Freshness

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.features.fairness.measure_rows import MeasureRow
    from fairground.editor.features.fairness.measuring import KeptReport
    from fairground.editor.features.fairness.suggestions_job import SuggestedEdit
    from fairground.editor.jobs.fairness import FairnessResult
    from fairground.editor.jobs.process import JobProgress
    from fairground.editor.session.feature_context import FeatureContext

#: The key of the report in the earlier state.
_REPORT = "fairness-report"


def install(context: FeatureContext) -> FairnessController:
    """Install the fairness panel."""
    return FairnessController(context)


class FairnessController(FeatureController):
    """Measures fairness while the panel is visible, and shows the selected measure on the map."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context)
        workbench, worker, actions = context.workbench, context.session.worker, context.actions
        overlays, docks = context.analysis.overlays, context.docks
        self._workbench, self._docks, self._actions = workbench, docks, actions
        self._document: Document | None = None
        self._by_mover = self._was_on = False
        self._row: MeasureRow | None = None
        #: The id of the measure selected before the document switched to another state.
        self._chosen = ""
        overlay = overlays["fairness"]
        assert isinstance(overlay, FairnessOverlay)  # noqa: S101  # the registry says so
        self.overlay = overlay
        self._earlier = overlays.earlier
        self._earlier.changed.connect(self._show)
        self.measuring = FairnessMeasuring(worker, self)
        self.measuring.changed.connect(self._was_measured)
        self._explaining = ScenarioLatestAnswer(worker, self)
        self._explaining.answered.connect(self._take_suggestions)
        self._explaining.failed.connect(self._take_suggestions)
        worker.progressed.connect(self._hear)
        self.panel = FairnessPanel(workbench.state, actions)
        dock = docks.put("fairness", self.panel, self.panel.title)
        # A panel behind another tab counts as visible for Qt, but not as seen.
        self._is_seen = not dock.visibleRegion().isEmpty()
        #: Whether the hidden panel is out of date.
        self._is_stale = False
        dock.visibilityChanged.connect(self._see)
        self.panel.mover_wanted.connect(self._choose_movers)
        self.panel.list.chosen.connect(self._choose)
        self.panel.card.looked_at.connect(self._look)
        self.panel.card.applied.connect(self.apply)
        workbench.state.changed.connect(self._option_changed)
        overlay.changed.connect(self._overlay_changed)
        self._want()
        actions.on("fairness.explain", self.explain)
        actions["fairness.only-bad"].setCheckable(True)
        actions["fairness.only-bad"].toggled.connect(self.panel.show_only_bad)
        actions["analysis.despite-errors"].setCheckable(True)
        actions["analysis.despite-errors"].toggled.connect(
            partial(setattr, workbench.state, "despite_errors")
        )
        context.fairness = self

    # -- the document ---------------------------------------------------------------------------------------

    def set_document(self, document: Document | None) -> None:
        """Measure another document; the selected measure stays selected in another state of the same one."""
        before, self._document = self._document, document
        watch(before, document, self._changed)
        is_state = before is not None and document is not None and before.origin is document.origin
        self._chosen = self._row.rating.id if is_state and self._row is not None else ""
        self._row = None
        self._explaining.forget()
        self.panel.card.say("")
        if document is not None:
            self._show_rules(document.scenario)
        self.panel.card.show_row(None)
        self.measuring.set_document(document)
        self._show()
        # The empty list has cleared the selection.
        self.overlay.set_on(bool(self._chosen))
        self.refresh_actions()

    def remember(self) -> object:
        """Return the report, and the id of the selected measure."""
        return self.measuring.remember(), self._row.rating.id if self._row is not None else ""

    def recall(self, remembered: tuple[KeptReport | None, str]) -> None:
        """Show report and measure again."""
        report, self._chosen = remembered
        if report is not None:
            self.measuring.recall(report)
        self.overlay.set_on(bool(self._chosen))

    @property
    def question(self) -> FairnessRequest:
        """For whom fairness is measured."""
        return self.measuring.question

    @property
    def chosen_measure(self) -> str:
        """The id of the selected measure; empty for none."""
        return self._row.rating.id if self._row is not None else ""

    def refresh(self) -> None:
        """Redraw in the colours of the theme."""
        self.panel.redraw()

    def _show_rules(self, scenario: Scenario) -> None:
        rules = known_rules(scenario)
        names = ZoneNames(
            {key: it.name or key for key, it in rules.classes.items()} if rules else {},
            {key: it.name or key for key, it in rules.range_bands.items()} if rules else {},
        )
        self.panel.show_scenario(scenario, names)
        self._update_question()

    def _changed(self, event: object) -> None:
        """Discard suggestions for the state before."""
        self._explaining.forget()
        self.overlay.suggest(None)
        self.panel.card.say("")
        if isinstance(event, FieldChanged) and event.field == "ruleset" and self._document is not None:
            self._show_rules(self._document.scenario)

    # -- the classes ----------------------------------------------------------------------------------------

    def _choose_movers(self, by_mover: bool) -> None:  # noqa: FBT001  # slot of a signal
        self._by_mover = by_mover
        self._update_question()

    def _option_changed(self, option: str) -> None:
        if option == "despite_errors" or (option == "mover" and self._by_mover):
            self._update_question()

    def _update_question(self) -> None:
        rules = known_rules(self._document.scenario) if self._document is not None else None
        ids = self._workbench.state.mover.ids(rules) if self._by_mover and rules else ("", "")
        self.measuring.set_question(
            FairnessRequest(*ids, despite_errors=self._workbench.state.despite_errors)
        )

    def _see(self, seen: bool) -> None:  # noqa: FBT001  # slot of a signal
        self._is_seen = seen
        if seen and self._is_stale:
            self._show()
        self._want()

    def _want(self) -> None:
        self.measuring.set_wanted(self._is_seen or self.overlay.is_on)

    # -- the report -----------------------------------------------------------------------------------------

    def _was_measured(self) -> None:
        """Mark at once what is out of date; the list, which takes longer, is redrawn in the next turn."""
        if self._is_seen or self.overlay.is_on:
            self.panel.show_status(self._status())
            row = self._row
            if row is not None and not row.is_old and self.measuring.is_old(row.rating.id):
                self._blame()
        next_turn(self, self._show)

    def _show(self) -> None:
        """Show the report as far as it is known, or the one of the earlier state."""
        measuring = self.measuring
        if measuring.is_current and self._document is not None:
            # The earlier state takes it if it is of the same moment.
            self._earlier.offer(_REPORT, (measuring.question, measuring.result), self._document)
        self._is_stale = not (self._is_seen or self.overlay.is_on)
        if self._is_stale:
            return
        earlier = self._earlier_report
        is_earlier = self._earlier.is_shown and earlier is not None
        self.panel.show_report(
            earlier if is_earlier else measuring.result,
            status=self._status(),
            nothing=self._nothing(),
            earlier=None if is_earlier else earlier,
            is_old=(lambda _measure: False) if is_earlier else measuring.is_old,
            is_earlier=is_earlier,
        )
        self._follow()

    @property
    def _earlier_report(self) -> FairnessResult | None:
        """The report of the earlier state; None without one, or if it is for other classes."""
        question, report = cast(
            "tuple[FairnessRequest | None, FairnessResult | None]",
            self._earlier.answer(_REPORT) or (None, None),
        )
        return report if question == self.measuring.question else None

    def _status(self) -> str:
        measuring = self.measuring
        if self._earlier.is_shown:
            return self._earlier.words if self._earlier_report else tr("not measured in the earlier state")
        if measuring.failure or measuring.result is None:
            return ""
        if measuring.is_current:
            is_what_if = self._document is not None and self._document.is_what_if
            state = tr("for the what-if") if is_what_if else tr("up to date")
            skipped = len(measuring.left_out)
            if not skipped:
                return state
            return trn(
                "{state}; {n} slow measure skipped", "{state}; {n} slow measures skipped", skipped
            ).format(state=state, n=skipped)
        done = f"{round(100 * measuring.share)}%" if measuring.share else tr("measuring…")
        if all(measuring.is_old(it.id) for it in measuring.result.ratings):
            return tr("outdated; {done}").format(done=done)
        return tr("partly up to date; {done}").format(done=done)

    def _nothing(self) -> str:
        if self.overlay.refusal:
            return self.overlay.refusal
        failure = self.measuring.failure
        return f"{failure[:1].upper()}{failure[1:].removesuffix('.')}." if failure else tr("Measuring…")

    # -- the selected measure -------------------------------------------------------------------------------

    def _choose(self, row: MeasureRow | None) -> None:
        """Show the card of a measure, and its hexes on the map."""
        if row is not self._row:
            self._row = row
            self._explaining.forget()
            self.overlay.suggest(None)
            self.panel.card.show_row(row)
            self._blame()
            self.refresh_actions()
        self.overlay.set_on(row is not None)

    def _follow(self) -> None:
        """Update the card and the hexes of the selected measure."""
        rows = self.panel.list.rows
        if self._row is None:
            if self.overlay.is_on and rows:
                # The overlay was turned on by its key: select the worst measure.
                ids = [it.rating.id for it in rows]
                self.panel.list.choose(self._chosen if self._chosen in ids else ids[0])
            return
        row = self.panel.list.chosen_row
        if row is not None:
            if row.rating is not self._row.rating:
                self.panel.card.show_row(row)
            self._row = row
        self._blame()
        self.refresh_actions()

    def _blame(self) -> None:
        row = self._row
        if row is None:
            self.overlay.blame(None)
            return
        is_old = row.is_old or self.measuring.is_old(row.rating.id)
        freshness = Freshness.OLD if is_old else Freshness.CURRENT
        if self._earlier.is_shown and self._earlier_report is not None:
            freshness = Freshness.EARLIER
        self.overlay.blame(Behind(row.title, row.rating.hexes, freshness))

    def _overlay_changed(self) -> None:
        if self.overlay.is_on != self._was_on:
            self._was_on = self.overlay.is_on
            self._want()
            if self._is_stale:
                self._show()
            if self._was_on:
                self._docks.reveal("fairness")
                self._follow()

    def refresh_actions(self) -> None:
        """Enable the actions of the selected measure."""
        row = self._row
        can = row is not None and row.band is not None and not row.is_old and not self._earlier.is_shown
        self._actions["fairness.explain"].setEnabled(can)
        self._actions["fairness.repair"].setEnabled(can and row is not None and row.band is not Verdict.GREEN)

    # -- suggestions ----------------------------------------------------------------------------------------

    def explain(self) -> None:
        """Request edits that would make the selected measure fairer."""
        if self._row is None or self._document is None:
            return
        key, question = self._row.rating.key, self.measuring.question
        self.panel.card.say(tr("Trying edits…"))
        self._explaining.ask_about(
            self._document, lambda tag, subject: ExplainJob(tag, subject, question, key)
        )

    def _hear(self, progress: JobProgress) -> None:
        if self._explaining.is_about(progress):
            self.panel.card.say(tr("Trying edits… {percent}%").format(percent=round(100 * progress.share)))

    def _take_suggestions(self, answer: Explained | str) -> None:
        if isinstance(answer, str):
            self.panel.card.say(f"{answer.removesuffix('.')}.")
        else:
            self.panel.card.say(answer.sentence, answer.suggestions)

    def _look(self, suggestion: SuggestedEdit | None) -> None:
        self.overlay.suggest(suggestion.hex if suggestion is not None else None)
        if suggestion is not None:
            self.overlay.set_on(True)  # as Qt's setters
            canvas = self._workbench.canvas
            if canvas is not None and not canvas.rect().contains(canvas.point_of(suggestion.hex).toPoint()):
                self._workbench.go_to(suggestion.hex)

    def apply(self, suggestion: SuggestedEdit) -> None:
        """Apply a suggested edit as one undo step."""
        if self._document is not None:
            patches = suggested_patches(self._document.scenario, [suggestion.edit])
            refusal = locked_patches(self._workbench.state, patches)
            if refusal:
                self._workbench.say(refusal)
            else:
                self._document.edit(suggestion.text.removesuffix("."), patches)
