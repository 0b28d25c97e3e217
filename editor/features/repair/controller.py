"""Repair in the window: searches for edits on request, shows them on the map, and applies them as one step."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.editor.app.texts import tr, trn
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.document.scenario_patches import suggested_patches
from fairground.editor.features.repair.job import RepairChoicesJob, RepairJob, RepairResult, RepairSettings
from fairground.editor.features.repair.panel import RepairPanel
from fairground.editor.jobs.fairness import FairnessRequest
from fairground.editor.jobs.latest_answer import LatestAnswer
from fairground.editor.jobs.long_work import LongWork
from fairground.editor.session.feature_context import RequestController
from fairground.editor.tools.obstacles import LAYER_WORDS, locked_patches

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch
    from fairground.editor.features.repair.job import RepairChoices
    from fairground.editor.session.feature_context import FeatureContext

#: The layer that each kind of edit changes.
_LAYERS = {
    "zone-move": "zones",
    "objective": "objectives",
    "feature": "terrain",
    "terrain": "terrain",
    "level": "elevation",
    "zone": "zones",
}


class RepairRequests(LongWork[RepairResult]):
    """Searches for edits of one state of a document, and keeps the result until the next search."""

    def repair(self, question: FairnessRequest, settings: RepairSettings) -> None:
        """Search for edits of the current state of the document."""
        self._begin(lambda tag, subject: RepairJob(tag, subject, question, settings))

    def stop(self) -> None:
        """Stop the search. Without a result, nothing is stale."""
        if self.is_busy:
            self._about = None
        super().stop()


def install(context: FeatureContext) -> RepairController:
    """Install the repair panel."""
    return RepairController(context)


class RepairController(RequestController[RepairRequests, RepairPanel]):
    """Starts and stops the search by its actions, and shows the result in panel and map."""

    invitation = tr("Find a few edits that make this map fair: press {key}.")
    stopped = tr("Stopped before anything was found.")

    def __init__(self, context: FeatureContext) -> None:
        requests = RepairRequests(context.session.player, context.window)
        super().__init__(context, "repair", requests, RepairPanel(context.actions))
        self._choices = LatestAnswer(context.session.worker, self)
        self._choices.answered.connect(self._take_choices)
        self._has_choices = False
        #: The index of the repair shown, of those found.
        self._offer = 0
        #: Whether the terrain on offer is that of the document's ruleset.
        self._has_terrain = False
        #: The state of the document right after the edits were applied; None if they weren't.
        self._applied: int | None = None
        #: Why the edits cannot be applied although they are up to date; empty if they can.
        self._obstacle = ""
        #: The layers that were locked when the search began, and so skipped.
        self._skipped: tuple[str, ...] = ()
        #: The measure to repair as soon as the measures are known.
        self._pending_measure = ""
        self._workbench.state.changed.connect(self._option_changed)
        self.panel.steps.chosen.connect(self._choose)
        self.panel.options.changed.connect(self._show)
        self.panel.offers.picked.connect(self._choose_offer)
        self._actions.on("repair.apply", self.apply)
        self._actions.on("fairness.repair", self.repair_chosen)

    def set_document(self, document: Document | None) -> None:
        """Switch to another document, or to another state of the same one."""
        self._has_terrain = False
        super().set_document(document)
        if self._is_seen:
            self._offer_terrain()

    def refresh_actions(self) -> None:
        """Enable the actions that are possible now."""
        super().refresh_actions()
        found = self.found
        can_apply = found is not None and bool(found.steps) and not self.requests.is_old
        self._actions["repair.apply"].setEnabled(can_apply and not self._obstacle)

    @property
    def found(self) -> RepairResult | None:
        """The result with the chosen repair; None for none yet."""
        return None if self.requests.found is None else self.requests.found.chosen(self._offer)

    @property
    def _can_start(self) -> bool:
        return self._document is not None and not self.requests.is_busy and not self._refusal

    def start(self) -> None:
        """Search for edits of the current map, for the units that fairness is measured for; skip locked layers."""
        if not self._can_start:
            return
        self._open()
        self._offer_terrain()
        self._applied, self._offer = None, 0
        fairness = self._context.fairness
        question = fairness.question if fairness is not None else FairnessRequest()
        question = replace(question, despite_errors=self._workbench.state.despite_errors)
        settings = self.panel.options.settings
        locked = [it for it in settings.changes if self._is_locked(it)]
        self._skipped = tuple(dict.fromkeys(LAYER_WORDS[_LAYERS[it]] for it in locked))
        changes = tuple(it for it in settings.changes if it not in locked)
        self.requests.repair(question, replace(settings, changes=changes))

    def repair_chosen(self) -> None:
        """Search for edits that repair the measure selected in the fairness panel."""
        fairness = self._context.fairness
        measure = fairness.chosen_measure if fairness is not None else ""
        if not measure:
            return
        self._docks.open("repair")
        self._pending_measure = measure
        if self._has_choices:
            self._repair_pending()
        else:
            self._request_choices()

    def apply(self) -> None:
        """Apply all edits as one step, unless they change a locked layer."""
        found, patches = self.found, self._patches()
        if self._document is None or found is None or not patches or self._obstacle:
            return
        count = len(found.steps)
        text = trn("Repair with {n} edit", "Repair with {n} edits", count).format(n=count)
        self._document.edit(text, patches)
        self._applied = self._document.state
        self._show()

    def _patches(self) -> list[Patch | None]:
        """Return the patches of the edits; none if they are stale."""
        found = self.found
        if self._document is None or found is None or self.requests.is_old:
            return []
        edits = [edit for it in found.steps for edit in it.edits]
        return suggested_patches(self._document.scenario, edits, found.palette)

    def _option_changed(self, option: str) -> None:
        if option == "locked_layers":
            self._show()

    def _is_locked(self, change: str) -> bool:
        return _LAYERS[change] in self._workbench.state.locked_layers

    @property
    def _refusal(self) -> str:
        """Why no search can start; empty if one can."""
        options = self.panel.options
        if options.refusal or not all(map(self._is_locked, options.settings.changes)):
            return options.refusal
        return tr("The layers to change are locked. Unlock them in the Layers panel.")

    def _see(self, seen: bool) -> None:  # noqa: FBT001  # slot of a signal
        super()._see(seen)
        if seen:
            self._offer_terrain()
            self._request_choices()
        self._mark()

    def _request_choices(self) -> None:
        if not self._has_choices and not self._choices.is_waiting:
            self._choices.ask(RepairChoicesJob)

    def _take_choices(self, choices: RepairChoices) -> None:
        self._has_choices = True
        self.panel.options.offer_measures(dict(choices.measures))
        if self._pending_measure:
            self._repair_pending()

    def _repair_pending(self) -> None:
        self.panel.options.measures.check([self._pending_measure])
        self._pending_measure = ""
        self.start()

    def _changed(self, event: object) -> None:
        if isinstance(event, FieldChanged) and event.field == "ruleset":
            self._has_terrain = False
            if self._is_seen:
                self._offer_terrain()

    def _offer_terrain(self) -> None:
        """Offer the terrain of the ruleset once the panel is visible, since filling the list is slow."""
        if self._has_terrain:
            return
        self._has_terrain = True
        rules = known_rules(self._document.scenario) if self._document is not None else None
        terrain = rules.terrain if rules else {}
        self.panel.options.offer_terrains({name: it.name or name for name, it in terrain.items()})

    def _show(self) -> None:
        requests, refusal = self.requests, self._refusal
        self._obstacle = locked_patches(self._workbench.state, self._patches())
        self.refresh_actions()
        texts = self._texts(self._notice())
        if refusal and not requests.is_busy and requests.found is None:
            texts = replace(texts, remark=refusal)
        self.panel.show_repair(
            self.found, texts, is_busy=requests.is_busy, is_old=requests.is_old, share=requests.share
        )
        self._mark()

    @property
    def states(self) -> tuple[str, str, str]:  # type: ignore[override]  # depends on whether the edits were applied
        """The texts for each state of the map."""
        earlier = tr("applied") if self._is_applied else tr("outdated")
        return tr("up to date"), tr("for the what-if"), earlier

    def _notice(self) -> str:
        if self.requests.found is None:
            return ""
        if not self.requests.is_old:
            skipped = tr("Unchanged because locked in the Layers panel: {layers}.")
            return self._obstacle or (
                skipped.format(layers=", ".join(self._skipped)) if self._skipped else ""
            )
        if self._is_applied:
            return tr("Applied as one step. {key} undoes it.").format(key=self._key("edit.undo"))
        return tr(
            "These edits are for an earlier state of the map and cannot be applied. Press {key} to "
            "search again."
        ).format(key=self._key("repair.start"))

    @property
    def _is_applied(self) -> bool:
        """Whether the edits were applied and nothing has changed since."""
        return self._document is not None and self._document.state == self._applied

    def _choose_offer(self, place: int) -> None:
        """Show another of the repairs found, in the panel and on the map."""
        self._offer = place
        self._show()

    def _choose(self, step: int | None) -> None:
        """Show an edit on the map, and scroll to it."""
        self._mark()
        canvas, found = self._workbench.canvas, self.found
        if step is None or found is None or canvas is None:
            return
        hex_ = found.steps[step].hex
        if not canvas.rect().contains(canvas.point_of(hex_).toPoint()):
            self._workbench.go_to(hex_)

    def _mark(self) -> None:
        """Mark all edits on the map while the panel is visible and they are up to date."""
        found = self.found
        steps = found.steps if found is not None and self._is_seen and not self.requests.is_old else ()
        marks = [it.marks for it in steps]
        if self._context.analysis.repair_marks.show(marks, self.panel.steps.place):
            canvas = self._workbench.canvas
            if canvas is not None:
                canvas.update()
