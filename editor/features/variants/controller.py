"""Variants in the window: generated on request, previewed over the map, and applied as one step."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from fairground.editor.app.texts import hex_count, tr
from fairground.editor.document.scenario_patches import state_patches
from fairground.editor.features.variants.job import (
    VariantPictureJob,
    VariantsJob,
    VariantsResult,
    VariantsSettings,
)
from fairground.editor.features.variants.panel import VariantsPanel
from fairground.editor.features.variants.preview import VariantPreview
from fairground.editor.features.variants.text import describe_errors
from fairground.editor.jobs.latest_answer import LatestAnswer
from fairground.editor.jobs.long_work import LongWork
from fairground.editor.session.feature_context import RequestController
from fairground.editor.widgets.progress_parts import waiting_words

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.features.variants.job import VariantEntry
    from fairground.editor.jobs.process import JobProgress
    from fairground.editor.session.feature_context import FeatureContext

#: The layers that a variant may change, and that may be locked.
_LAYERS = frozenset(("terrain", "elevation", "effects", "hexsides", "zones", "objectives", "units"))


class VariantsRequests(LongWork[VariantsResult]):
    """Generates variants of one state of a document, and keeps them until the next ones."""

    #: The work made progress without new variants.
    advanced = Signal()

    def make(self, settings: VariantsSettings) -> None:
        """Generate variants of the current state of the document."""
        self._begin(lambda tag, subject: VariantsJob(tag, subject, settings))

    def _take_progress(self, progress: JobProgress) -> None:
        self.share = progress.share
        if isinstance(progress.so_far, VariantsResult):
            self.found = progress.so_far
            self.changed.emit()
        else:
            self.advanced.emit()


def install(context: FeatureContext) -> VariantsController:
    """Install the variants panel."""
    return VariantsController(context)


class VariantsController(RequestController[VariantsRequests, VariantsPanel]):
    """Generates variants, previews one over the map, and applies it."""

    invitation = tr(
        "Make the map symmetric, or create variants of it and compare their fairness: press {key}."
    )
    stopped = tr("Stopped before the first variant was made.")
    states = tr("up to date"), tr("up to date"), tr("outdated")

    def __init__(self, context: FeatureContext) -> None:
        requests = VariantsRequests(context.session.player, context.window)
        super().__init__(context, "variants", requests, VariantsPanel(context.actions))
        requests.advanced.connect(self._show_share)
        self.preview = VariantPreview(self._actions, context.canvas)
        self._picture = LatestAnswer(context.session.worker, self)
        self._picture.answered.connect(self.preview.show_large)
        self.preview.closed.connect(self._picture.forget)
        self.panel.list.looked_at.connect(self._look)
        self.panel.list.taken.connect(lambda _entry: self.apply())
        self.panel.list.left.connect(self.preview.leave)
        self._actions.on("variants.apply", self.apply)

    def set_document(self, document: Document | None) -> None:
        """Switch to another document, or to another state of the same one."""
        self.preview.leave()
        super().set_document(document)

    def refresh_actions(self) -> None:
        """Enable the actions that are possible now."""
        super().refresh_actions()
        can_apply = self._document is not None and self.panel.list.entry is not None
        self._actions["variants.apply"].setEnabled(can_apply)

    def start(self) -> None:
        """Generate variants of the current map, with the chosen settings."""
        if self._can_start:
            self._open()
            self.preview.leave()
            settings = self.panel.options.settings
            self.requests.make(replace(settings, despite_errors=self._workbench.state.despite_errors))

    def apply(self) -> None:
        """Apply the selected variant to the map, as one step."""
        document, entry = self._document, self.panel.list.entry
        if document is None or entry is None:
            return
        refusal = self._refusal(document, entry)
        if refusal:
            self._workbench.say(refusal)
            self.preview.say(refusal)
            return
        patches = state_patches(document.scenario, entry.scenario)
        if not document.edit(tr("Apply {title}").format(title=entry.title), patches):
            self._workbench.say(tr("The map already looks like this."))
            return
        self.preview.leave()
        self._workbench.say(
            tr("Applied {title}; {hexes} changed. Undo reverts it.").format(
                title=entry.title, hexes=hex_count(len(entry.changed))
            )
        )

    def _refusal(self, document: Document, entry: VariantEntry) -> str:
        """Return why a variant cannot be applied; empty if it can."""
        if document.is_what_if:
            return tr("Close the what-if to apply a variant.")
        now, then = document.scenario.board, entry.scenario.board
        if (now.layout, now.columns, now.rows) != (then.layout, then.columns, then.rows):
            return tr("The variant has a different board size or layout.")
        locked = sorted(self._workbench.state.locked_layers & _LAYERS)
        text = tr("Unlock these layers in the Layers panel first: {layers}. A variant can change any layer.")
        return text.format(layers=", ".join(locked)) if locked else ""

    def _look(self, entry: VariantEntry | None) -> None:
        """Preview a variant over the map, and request a picture of that size; None closes the preview."""
        if entry is None:
            self.preview.leave()
            return
        self.preview.show_entry(entry, notice=self._stale())
        side = self.preview.side
        self._picture.ask(lambda tag: VariantPictureJob(tag, entry.scenario, entry.changed, side))
        self.refresh_actions()

    def _show(self) -> None:
        texts = replace(self._texts(self._notice()), remark=self._remark())
        self.panel.show_variants(self.requests.found, texts, is_making=self.requests.is_busy)
        if self.preview.entry is not None:
            self.preview.say(self._stale())
        self._show_share()
        self.refresh_actions()

    def _show_share(self) -> None:
        requests, text = self.requests, ""
        if requests.is_busy:
            done = tr("{percent}% done").format(percent=round(100 * requests.share))
            text = done if requests.share else waiting_words(requests.waits_for)
        self.panel.progress.show_share(text, requests.share, is_running=True)

    def _remark(self) -> str:
        requests = self.requests
        if requests.found is None or requests.is_busy:
            return self._texts("").remark
        if not requests.found.entries:
            return tr("No variants.")
        return tr("Stopped. Only the symmetric versions were made.") if requests.was_stopped else ""

    def _notice(self) -> str:
        found = self.requests.found
        if not self.requests.is_old:
            return describe_errors(found.errors) if found is not None else ""
        key = self._key("variants.make")
        return tr("Based on an earlier state of the map. Press {key} to make new variants.").format(key=key)

    def _stale(self) -> str:
        """Return the warning about a variant of an earlier state."""
        warning = tr("Based on an earlier state of the map: applying a variant replaces your later changes.")
        return warning if self.requests.is_old else ""
