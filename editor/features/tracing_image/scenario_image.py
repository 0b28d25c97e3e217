"""The tracing image as part of the scenario: kept with it, followed through undo and reload, and changed by edits."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from fairground.editor.app.texts import tr
from fairground.editor.canvas.tracing_image import Placement, Underlay
from fairground.editor.document.patches import FieldPatch
from fairground.editor.features.tracing_image.history import Laid
from fairground.editor.features.tracing_image.image_job import StoredImage, TracingPictureJob
from fairground.editor.features.tracing_image.keeping import TracingImageKeeper, removal_patches
from fairground.editor.jobs.latest_answer import READING_LIMIT, LatestAnswer
from fairground.editor.session.feature_context import FeatureController
from fairground.editor.tools.stroke_tool import new_stroke

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import QImage

    from fairground.core.scenario.tracing_image import TracingImage
    from fairground.editor.document.document import Document
    from fairground.editor.session.feature_context import FeatureContext


class KeptTracingImage(FeatureController):
    """The part of the tracing image's controller that is about an image kept with the scenario.

    Such an image is part of the document: each change is an edit, and undo may bring back the image of this computer.
    """

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context)
        self._workbench, self._actions = context.workbench, context.actions
        self._document: Document | None = None
        self.underlay: Underlay | None = None
        #: The file of the image; None for one that is stored in the scenario.
        self._picture: Path | None = None
        #: The file requested last; None if that was an image of the scenario.
        self._asked: Path | None = None
        #: The path or ``data:`` URL of the image if it is the scenario's own; None for one of this computer.
        self._stored: str | None = None
        #: The image of this computer that was replaced by the scenario's own, which undo shows again.
        self._local: Laid | None = None
        #: The numbers of the strokes of sliders, whose changes merge.
        self._strokes = {"opacity": new_stroke(), "pitch": new_stroke()}
        self._inquiry = LatestAnswer(context.session.worker, self, limit=READING_LIMIT)
        self._keeper = TracingImageKeeper(context.session.worker, context.window)
        self._keeper.chosen.connect(self._store)
        self._keeper.failed.connect(self._cannot_keep)

    @abstractmethod
    def _place(self, placement: Placement) -> None:
        """Change the placement of the image."""

    @abstractmethod
    def _clear(self) -> None:
        """Remove the image."""

    @abstractmethod
    def _toggle(self) -> None:
        """Show or hide the image."""

    @abstractmethod
    def _allow_actions(self) -> None:
        """Enable the actions that are possible now."""

    @property
    def _laid(self) -> Laid | None:
        """The current image; None for none."""
        return None if self.underlay is None else Laid(self._picture, self.underlay)

    @property
    def _kept(self) -> TracingImage | None:
        """The scenario's own tracing image; None without one."""
        return None if self._document is None else self._document.scenario.underlay

    def keep(self) -> None:
        """Keep the image with the scenario after asking how, or no longer if it is."""
        document, kept, underlay = self._document, self._kept, self.underlay
        if document is None:
            return
        if kept is None:
            self._allow_actions()
            if self._picture is not None:
                self._keeper.start(document, self._picture)
            return
        if underlay is not None:
            local = self._local or Laid(None, underlay)
            visible = underlay.placement.visible
            self._local = local.placed(Placement.of_scenario(kept, local.underlay.size, visible=visible))
        document.edit(tr("Remove tracing image from scenario"), removal_patches(document.scenario))
        self._workbench.say(tr("The tracing image is no longer part of the scenario."))

    def _store(self, document: Document, name: str, text: str, news: str) -> None:
        if document is not self._document or self.underlay is None or self._kept is not None:
            return
        images = document.scenario.images
        underlay = self.underlay.placement.for_scenario(name, self.underlay.size)
        document.edit(
            tr("Keep tracing image with scenario"),
            [FieldPatch("images", images, {**images, name: text}), FieldPatch("underlay", None, underlay)],
        )
        self._workbench.say(news)

    def _cannot_keep(self, reason: str) -> None:
        self._allow_actions()
        self._workbench.say(
            tr("Cannot keep the tracing image with the scenario: {reason}.").format(
                reason=reason.removesuffix(".")
            )
        )

    def _follow(self) -> None:
        """Show the tracing image that the scenario has now, or that of this computer."""
        kept = self._kept
        if kept is None and self._stored is not None:
            self._stored = None
            self._inquiry.forget()
            local, self._local = self._local, None
            self._clear()
            if local is not None:
                self._picture, self.underlay = local.file, local.underlay
                self._place(local.underlay.placement)
                self._allow_actions()
        if kept is None or self._document is None:
            return
        text = self._document.scenario.images.get(kept.image, "")
        if text == self._stored:
            if self.underlay is not None and self._asked is None:
                self._place_kept(kept, self.underlay.image)
            return
        if self._stored is None:
            self._local = self._laid
        self._stored, self._asked = text, None
        source = StoredImage(text, self._document.scenario.folder)
        self._inquiry.ask(lambda tag: TracingPictureJob(tag, source))
        self._allow_actions()

    def _place_kept(self, kept: TracingImage, image: QImage) -> None:
        is_visible = self.underlay is None or self.underlay.placement.visible
        size = image.width(), image.height()
        placement = Placement.of_scenario(kept, size, visible=is_visible)
        self._picture, self.underlay = None, Underlay(image, placement)
        self._place(placement)
        self._allow_actions()

    def _change_kept(self, placement: Placement, kind: int | str | None) -> bool:
        """Change the placement of an image kept with the scenario, as an edit; return whether there is one."""
        kept = self._kept
        if kept is None or self._document is None or self.underlay is None:
            return False
        if placement.visible and not self.underlay.placement.visible:
            self._toggle()
        after = placement.for_scenario(kept.image, self.underlay.size)
        stroke = self._strokes[kind] if isinstance(kind, str) else kind
        patch = FieldPatch("underlay", kept, after) if after != kept else None
        self._document.edit(tr("Move tracing image"), [patch], stroke=stroke)
        return True
