"""Repair in the window: searches for edits on request, shows them on the map, and applies them as one step."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.editor.app.texts import tr, trn
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.features.repair.job import RepairChoicesJob, RepairJob, RepairResult, RepairSettings
from fairground.editor.features.repair.panel import RepairPanel, RepairPanelTexts
from fairground.editor.jobs.fairness import FairnessRequest
from fairground.editor.jobs.latest_answer import LatestAnswer
from fairground.editor.jobs.long_work import LongWork
from fairground.editor.session.feature_context import FeatureController
from fairground.editor.tools.obstacles import LAYER_WORDS, locked_patches
from fairground.editor.tools.suggested_patches import suggested_patches
from fairground.editor.widgets.progress_parts import waiting_words

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch
    from fairground.editor.features.repair.job import RepairChoices
    from fairground.editor.session.feature_context import FeatureContext


class RepairRequests(LongWork[RepairResult]):
    """Searches for edits of one state of a document, and keeps them until the next search.

    Edits that are old must not be applied.
    """

    def repair(self, question: FairnessRequest, settings: RepairSettings) -> None:
        """Search for edits of the document as it is now."""
        self._begin(lambda tag, subject: RepairJob(tag, subject, question, settings))

    def stop(self) -> None:
        """Stop the search. Without a result, nothing is old."""
        if self.is_busy:
            self._about = None
        super().stop()


_INVITATION = tr("Find a few edits that make this map fair: press {key}.")
_STOPPED = tr("Stopped before anything was found.")
#: The layers that the kinds of edits change.
_LAYERS = {"terrain": "terrain", "level": "elevation", "zone": "zones"}


def install(context: FeatureContext) -> RepairController:
    """Install the repair panel."""
    return RepairController(context)


class RepairController(FeatureController):
    """Starts and stops the search by its actions, and shows the result in panel and map."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context)
        workbench, docks, actions = context.workbench, context.docks, context.actions
        self._context, self._workbench, self._docks, self._actions = context, workbench, docks, actions
        self._document: Document | None = None
        self.repair_requests = RepairRequests(context.session.player, self)
        self.repair_requests.changed.connect(self._show)
        self._asking = LatestAnswer(context.session.worker, self)
        self._asking.answered.connect(self._take_choices)
        self.panel = RepairPanel(actions)
        dock = docks.put("repair", self.panel, self.panel.title)
        self._is_seen = not dock.visibleRegion().isEmpty()
        self._has_choices = False
        #: Whether the terrain that is offered is that of the document's ruleset.
        self._has_terrain = False
        #: The revision of the document right after the edits were made; None when they were not.
        self._made: int | None = None
        #: Why the edits that were found cannot be made, although they are for the map as it is; empty when they can.
        self._obstacle = ""
        #: The layers that were locked when edits were looked for, and so left alone.
        self._left_alone: tuple[str, ...] = ()
        #: What is checked as soon as it is known what there is.
        self._wanted = ""
        dock.visibilityChanged.connect(self._see)
        workbench.state.changed.connect(self._option_changed)
        self.panel.steps.chosen.connect(self._choose)
        self.panel.options.changed.connect(self._show)
        actions.on("repair.start", self.start)
        actions.on("repair.stop", self.repair_requests.stop)
        actions.on("repair.apply", self.apply)
        actions.on("fairness.repair", self.repair_chosen)

    def set_document(self, document: Document | None) -> None:
        """Repair another document from now on."""
        before, self._document = self._document, document
        if before is not None:
            before.changed.disconnect(self._changed)
        if document is not None:
            document.changed.connect(self._changed)
        self._has_terrain = False
        if self._is_seen:
            self._offer_terrain()
        self.repair_requests.set_document(document)

    def refresh(self) -> None:
        """Draw in the colours of the theme."""
        self.panel.redraw()

    def refresh_actions(self) -> None:
        """Enable the actions that are possible now."""
        repair_requests = self.repair_requests
        can_start = self._document is not None and not repair_requests.is_busy and not self._refusal
        can_apply = (
            repair_requests.found is not None
            and bool(repair_requests.found.steps)
            and not repair_requests.is_old
            and not self._obstacle
        )
        for name, can in {
            "repair.start": can_start,
            "repair.stop": repair_requests.is_busy,
            "repair.apply": can_apply,
        }.items():
            self._actions[name].setEnabled(can)

    # -- what is done ---------------------------------------------------------------------------------------

    def start(self) -> None:
        """Search for edits of the map as it is now, for the units that fairness is measured for; skip locked layers."""
        if self._document is None or self.repair_requests.is_busy or self._refusal:
            return
        self._docks.open("repair")
        self._offer_terrain()
        self.panel.fold.setChecked(False)
        self._made = None
        fairness = self._context.fairness
        question = fairness.question if fairness is not None else FairnessRequest()
        question = replace(question, despite_errors=self._workbench.state.despite_errors)
        settings = self.panel.options.settings
        locked = [it for it in settings.changes if self._is_locked(it)]
        self._left_alone = tuple(LAYER_WORDS[_LAYERS[it]] for it in locked)
        changes = tuple(it for it in settings.changes if it not in locked)
        self.repair_requests.repair(question, replace(settings, changes=changes))

    def repair_chosen(self) -> None:
        """Check the measure that is chosen in the fairness panel, and search for edits."""
        fairness = self._context.fairness
        chosen = fairness.chosen_measure if fairness is not None else ""
        if not chosen:
            return
        self._docks.open("repair")
        if not self._has_choices:
            self._wanted = chosen
            self._ask()
            return
        self.panel.options.measures.check([chosen])
        self.start()

    def apply(self) -> None:
        """Apply all edits as one step, unless they change a locked layer."""
        found, patches = self.repair_requests.found, self._patches()
        if self._document is None or found is None or not patches or self._obstacle:
            return
        text = trn("Repair with {n} edit", "Repair with {n} edits", len(found.steps)).format(
            n=len(found.steps)
        )
        # While the document changes, it is asked already what is to be said.
        self._made = self._document.revision + 1
        self._document.edit(text, patches)

    def _patches(self) -> list[Patch | None]:
        """Return the patches of the edits; none where they are for another state of the map."""
        found = self.repair_requests.found
        if self._document is None or found is None or self.repair_requests.is_old:
            return []
        return suggested_patches(self._document.scenario, [it.edit for it in found.steps], found.palette)

    # -- locked layers --------------------------------------------------------------------------------------

    def _option_changed(self, what: str) -> None:
        if what == "locked_layers":
            self._show()

    def _is_locked(self, change: str) -> bool:
        return _LAYERS[change] in self._workbench.state.locked_layers

    @property
    def _refusal(self) -> str:
        """Why no search can start; empty where one can."""
        options = self.panel.options
        if options.refusal or not all(map(self._is_locked, options.settings.changes)):
            return options.refusal
        return tr("The layers to change are locked. Unlock them in the Layers panel.")

    # -- what can be chosen ---------------------------------------------------------------------------------

    def _see(self, seen: bool) -> None:  # noqa: FBT001  # slot of a signal
        self._is_seen = seen
        if seen:
            self._offer_terrain()
        self._ask()
        self._mark()

    def _ask(self) -> None:
        """Ask for the list of measures once the panel is seen."""
        if (self._is_seen or self._wanted) and not self._has_choices and not self._asking.is_waiting:
            self._asking.ask(RepairChoicesJob)

    def _take_choices(self, found: RepairChoices) -> None:
        self._has_choices = True
        self.panel.options.offer_measures(dict(found.measures))
        if self._wanted:
            self.panel.options.measures.check([self._wanted])
            self._wanted = ""
            self.start()

    def _changed(self, event: object) -> None:
        if isinstance(event, FieldChanged) and event.field == "ruleset":
            self._has_terrain = False
            if self._is_seen:
                self._offer_terrain()

    def _offer_terrain(self) -> None:
        """Offer the terrain of the ruleset once the panel is seen, as the list takes long."""
        if self._has_terrain:
            return
        self._has_terrain = True
        rules = known_rules(self._document.scenario) if self._document is not None else None
        self.panel.options.offer_terrains(
            {name: it.name or name for name, it in rules.terrain.items()} if rules else {}
        )

    # -- what is found --------------------------------------------------------------------------------------

    def _show(self) -> None:
        repair_requests = self.repair_requests
        found, is_busy, is_old = repair_requests.found, repair_requests.is_busy, repair_requests.is_old
        refusal = self._refusal
        self._obstacle = locked_patches(self._workbench.state, self._patches())
        self.refresh_actions()
        self.panel.show_repaired(
            found,
            RepairPanelTexts(
                refusal if not is_busy and found is None and refusal else self._remark(),
                self._of_what(),
                self._notice(),
                waiting_words(repair_requests.waits_for),
            ),
            is_busy=is_busy,
            is_old=is_old,
            share=repair_requests.share,
        )
        self._mark()

    def _remark(self) -> str:
        """Return why there are no edits to show; empty where there are some."""
        invitation = _INVITATION.format(key=self._key("repair.start"))
        return self.repair_requests.describe_nothing(invitation, _STOPPED)

    def _of_what(self) -> str:
        earlier = tr("applied") if self._is_made else tr("of an earlier state")
        return self.repair_requests.describe_state(tr("up to date"), tr("for the what-if"), earlier)

    def _notice(self) -> str:
        if self.repair_requests.found is None:
            return ""
        if not self.repair_requests.is_old:
            left = tr("Unchanged because locked in the Layers panel: {layers}.")
            return self._obstacle or (
                left.format(layers=", ".join(self._left_alone)) if self._left_alone else ""
            )
        if self._is_made:
            return tr("Applied as one step. {key} undoes it.").format(key=self._key("edit.undo"))
        return tr(
            "These edits are for an earlier state of the map and cannot be applied. Press {key} to "
            "search again."
        ).format(key=self._key("repair.start"))

    @property
    def _is_made(self) -> bool:
        """Whether the edits were applied and nothing was changed since."""
        return self._document is not None and self._document.revision == self._made

    def _key(self, name: str) -> str:
        return self._actions.keymap.actions[name].shown_key

    # -- on the map -----------------------------------------------------------------------------------------

    def _choose(self, place: int | None) -> None:
        """Show an edit on the map, and scroll to it."""
        self._mark()
        canvas, found = self._workbench.canvas, self.repair_requests.found
        if place is None or found is None or canvas is None:
            return
        at = found.steps[place].hex
        if not canvas.rect().contains(canvas.point_of(at).toPoint()):
            self._workbench.go_to(at)

    def _mark(self) -> None:
        """Mark all edits while the panel is seen and they are for the map as it is."""
        found = self.repair_requests.found
        shown = found.steps if found is not None and self._is_seen and not self.repair_requests.is_old else ()
        marks = [(it.hex, it.mark) for it in shown]
        if self._context.analysis.repair_marks.show(marks, self.panel.steps.place):
            canvas = self._workbench.canvas
            if canvas is not None:
                canvas.update()
