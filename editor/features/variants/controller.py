"""Variants in the window: generated on request, previewed over the map, and applied as one step."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from fairground.editor.app.texts import hex_count, tr
from fairground.editor.document.scenario_patches import state_patches
from fairground.editor.features.variants.job import Made, VariantPictureJob, VariantsJob, VariantsSettings
from fairground.editor.features.variants.panel import VariantsPanel
from fairground.editor.features.variants.preview import VariantPreview
from fairground.editor.features.variants.text import despite_words
from fairground.editor.jobs.latest_answer import LatestAnswer
from fairground.editor.jobs.long_work import LongWork
from fairground.editor.session.feature_context import FeatureController
from fairground.editor.widgets.progress_parts import waiting_words

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.features.variants.job import VariantEntry
    from fairground.editor.jobs.process import JobProgress
    from fairground.editor.session.feature_context import FeatureContext


class VariantsRequests(LongWork[Made]):
    """Generates variants of one state of a document, and keeps them until the next ones."""

    #: More of the work is done, and there are no more variants yet.
    advanced = Signal()

    def make(self, settings: VariantsSettings) -> None:
        """Make variants of the document as it is now."""
        self._begin(lambda tag, subject: VariantsJob(tag, subject, settings))

    def _take_progress(self, progress: JobProgress) -> None:
        self.share = progress.share
        if isinstance(progress.so_far, Made):
            self.found = progress.so_far
            self.changed.emit()
        else:
            self.advanced.emit()


_INVITATION = tr("Make the map symmetric, or create variants of it and compare their fairness: press {key}.")
#: What a layer may be locked as whose contents a variant changes.
_LAYERS = frozenset(("terrain", "elevation", "effects", "hexsides", "zones", "objectives", "units"))


def install(context: FeatureContext) -> VariantsController:
    """Install the gallery of variants."""
    return VariantsController(context)


class VariantsController(FeatureController):
    """Generates variants, previews one over the map, and applies it."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context)
        workbench, docks, actions = context.workbench, context.docks, context.actions
        self._workbench, self._docks, self._actions = workbench, docks, actions
        self._document: Document | None = None
        self.maker = VariantsRequests(context.session.player, self)
        self.maker.changed.connect(self._show)
        self.maker.advanced.connect(self._show_share)
        self._drawing = LatestAnswer(context.session.worker, self)
        self._drawing.answered.connect(self._take_picture)
        self.panel = VariantsPanel(actions)
        docks.put("variants", self.panel, self.panel.title)
        self.preview = VariantPreview(actions, context.canvas)
        self.preview.closed.connect(self._left)
        self.panel.list.looked_at.connect(self._look)
        self.panel.list.taken.connect(lambda _entry: self.apply())
        self.panel.list.left.connect(self.preview.leave)
        actions.on("variants.make", self.make)
        actions.on("variants.stop", self.maker.stop)
        actions.on("variants.apply", self.apply)

    def set_document(self, document: Document | None) -> None:
        """Make variants of another document from now on."""
        if self.preview.entry is not None:
            self.preview.leave()
        self._document = document
        self.maker.set_document(document)

    def refresh_actions(self) -> None:
        """Enable the actions that are possible now."""
        self._judge()

    def refresh(self) -> None:
        """Draw in the colours of the theme."""
        self.panel.redraw()

    def make(self) -> None:
        """Make variants of the map as it is now, with what is chosen."""
        if self._document is None or self._is_at_it:
            return
        self._docks.open("variants")
        self.panel.fold.setChecked(False)
        if self.preview.entry is not None:
            self.preview.leave()
        settings = self.panel.options.settings
        self.maker.make(replace(settings, despite_errors=self._workbench.state.despite_errors))

    @property
    def _is_at_it(self) -> bool:
        """Whether variants of the map as it is now are being made."""
        return self.maker.is_busy and not self.maker.is_old

    def apply(self) -> None:
        """Put the chosen variant into the map, as one step."""
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
        if self.preview.entry is not None:
            self.preview.leave()
        self._workbench.say(
            tr("Applied {title}; {hexes} changed. Undo takes it back.").format(
                title=entry.title, hexes=hex_count(len(entry.changed))
            )
        )

    def _refusal(self, document: Document, entry: VariantEntry) -> str:
        """Return why a variant cannot be applied; empty where it can."""
        if document.is_what_if:
            return tr("Close the what-if to apply a variant.")
        now, then = document.scenario.board, entry.scenario.board
        if (now.layout, now.columns, now.rows) != (then.layout, then.columns, then.rows):
            return tr("The variant has another board size or layout.")
        locked = sorted(self._workbench.state.locked_layers & _LAYERS)
        if locked:
            return tr("These layers are locked: {layers}. A variant may change all layers.").format(
                layers=", ".join(locked)
            )
        return ""

    # -- looking --------------------------------------------------------------------------------------------

    def _look(self, entry: VariantEntry | None) -> None:
        """Show a variant over the map, and have it drawn as large as that."""
        if entry is None:
            if self.preview.entry is not None:
                self.preview.leave()
            return
        self.preview.show_entry(entry, notice=self._stale())
        self._drawing.ask(
            lambda tag: VariantPictureJob(tag, entry.scenario, entry.changed, self.preview.side)
        )
        self._judge()

    def _take_picture(self, picture: bytes) -> None:
        self.preview.show_large(picture)

    def _left(self) -> None:
        self._drawing.forget()

    # -- what is there --------------------------------------------------------------------------------------

    def _show(self) -> None:
        maker = self.maker
        self.panel.show_made(
            maker.found,
            is_making=maker.is_busy,
            remark=self._remark(),
            notice=self._notice(),
            of_what=maker.describe_state(tr("up to date"), tr("up to date"), tr("of an earlier state")),
        )
        if self.preview.entry is not None:
            self.preview.say(self._stale())
        self._show_share()
        self._judge()

    def _show_share(self) -> None:
        maker = self.maker
        words = ""
        if maker.is_busy and not maker.share:
            words = waiting_words(maker.waits_for)
        elif maker.is_busy:
            words = tr("{percent}% done").format(percent=round(100 * maker.share))
        self.panel.show_share(maker.share, words)

    def _judge(self) -> None:
        has_document, maker = self._document is not None, self.maker
        self._actions["variants.make"].setEnabled(has_document and not self._is_at_it)
        self._actions["variants.stop"].setEnabled(maker.is_busy)
        self._actions["variants.apply"].setEnabled(has_document and self.panel.list.entry is not None)

    def _remark(self) -> str:
        maker = self.maker
        if maker.found is None or maker.is_busy:
            key = self._actions.keymap.actions["variants.make"].shown_key
            return maker.describe_nothing(
                _INVITATION.format(key=key), tr("Stopped before the first variant.")
            )
        if not maker.found.entries:
            return tr("No variants.")
        return tr("Stopped. Only the symmetric versions were made.") if maker.was_stopped else ""

    def _notice(self) -> str:
        found = self.maker.found
        if not self.maker.is_old:
            return despite_words(found.errors) if found is not None else ""
        key = self._actions.keymap.actions["variants.make"].shown_key
        return tr("Of an earlier state of the map. Press {key} to make new ones.").format(key=key)

    def _stale(self) -> str:
        """Return what is said of a variant of an earlier state."""
        if not self.maker.is_old:
            return ""
        return tr("Of an earlier state of the map: applying one replaces your later changes.")
