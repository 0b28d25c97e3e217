"""The tracing image: added, calibrated, moved, hidden and removed, and remembered for each file."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog

from fairground.core.grid.layout import SQRT3
from fairground.editor.app.texts import tr
from fairground.editor.canvas.tracing_image import Placement, Underlay
from fairground.editor.document.events import BoardMoved, FieldChanged
from fairground.editor.features.tracing_image.history import Laid, UnderlayHistory, UnderlayMemory
from fairground.editor.features.tracing_image.image_job import TracingPicture, TracingPictureJob
from fairground.editor.features.tracing_image.keeping import removal_patches
from fairground.editor.features.tracing_image.options import UnderlayOptions
from fairground.editor.features.tracing_image.scenario_image import KeptTracingImage
from fairground.editor.tools.tracing_image import UnderlayTool

if TYPE_CHECKING:
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.document.document import Document
    from fairground.editor.session.feature_context import FeatureContext

_FILES = tr("Images (*.png *.jpg *.jpeg)")
_ENDINGS = (".png", ".jpg", ".jpeg")
#: The actions that need an image.
_IMAGE_ACTIONS = ("underlay.calibrate", "underlay.show")


def install(context: FeatureContext) -> TracingImageController:
    """Install the tracing image."""
    return TracingImageController(context)


class TracingImageController(KeptTracingImage):
    """Connects image, tool, options and settings.

    Unless it is kept with the scenario, the image is not part of the document and has its own history; it moves with the
    hexes all the same.
    """

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context)
        workbench, session, actions = context.workbench, context.session, context.actions
        self._window = context.window
        self._options = options = context.find(UnderlayOptions)
        self._memory = UnderlayMemory(session.settings)
        self._history = UnderlayHistory()
        #: The index in the undo history of the document at the last step of the image.
        self._index = 0
        self._canvas: Canvas | None = None
        #: The placement of the requested file once it is read; None to cover the board.
        self._wanted: Placement | None = None
        self._inquiry.answered.connect(self._take)
        self._inquiry.failed.connect(self._fail)
        tool = workbench.tools["underlay"]
        assert isinstance(tool, UnderlayTool)  # noqa: S101  # the toolbox says so
        self.tool = tool
        tool.is_next = self._is_next
        tool.moved.connect(self._move)
        tool.given_up.connect(self._give_up)
        tool.stepped.connect(self._step)
        options.opacity_chosen.connect(self._set_opacity)
        options.pitch_chosen.connect(self._set_pitch)
        for name in ("underlay.show", "underlay.keep"):
            actions[name].setCheckable(True)
        actions.on("underlay.keep", self.keep)
        actions.on("underlay.choose", self.ask)
        actions.on("underlay.calibrate", self.calibrate)
        actions.on("underlay.show", self._toggle)
        actions.on("underlay.remove", self.remove)
        actions.on("underlay.back", lambda: self._step(-1))
        workbench.canvas_created.connect(self._connect_canvas)

    def _connect_canvas(self, canvas: Canvas) -> None:
        self._canvas = canvas
        canvas.set_underlay(self.underlay)

    def set_document(self, document: Document | None) -> None:
        """Show the tracing image of another document; another state of the same keeps it."""
        if self._document is not None:
            self._document.path_changed.disconnect(self._remember)
            self._document.changed.disconnect(self._document_changed)
        before, self._document = self._document, document
        is_another = before is None or document is None or before.origin is not document.origin
        if is_another:
            self._drop()
        self._allow_actions()
        if document is None:
            return
        document.path_changed.connect(self._remember)
        document.changed.connect(self._document_changed)
        if is_another:
            # The map is needed first.
            QTimer.singleShot(0, self, partial(self._recall, document))

    def remember(self) -> object:
        """Return the image and its history."""
        if self._laid is None:
            return None
        return self._laid, self._history, self._index, self._stored, self._local

    def recall(self, remembered: tuple[Laid, UnderlayHistory, int, str | None, Laid | None]) -> None:
        """Show the image again."""
        laid, self._history, index, self._stored, self._local = remembered
        self._picture, self.underlay = laid.file, laid.underlay
        self._asked = self._picture
        self._place(laid.underlay.placement)
        self._steps_changed()
        self._index = index

    def take_file(self, path: Path) -> bool:
        """Use a picture as the tracing image."""
        is_picture = self._document is not None and path.suffix.lower() in _ENDINGS
        if is_picture:
            self.read(path)
        return is_picture

    def _allow_actions(self) -> None:
        if self._document is not None:
            is_kept = self._kept is not None
            self._actions.enable(_IMAGE_ACTIONS, self.underlay is not None)
            self._actions.enable(("underlay.remove",), self.underlay is not None or is_kept)
            self._actions.enable(("underlay.keep",), is_kept or self._picture is not None)
            self._actions["underlay.keep"].setChecked(is_kept)
            self._actions.enable(("underlay.back",), not is_kept and self._history.can_step(-1))

    # -- the image ------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask for a file, and use it as the tracing image."""
        if self._document is None:
            return
        folder = self._document.path.parent if self._document.path else Path(QDir.homePath())
        dialog = QFileDialog(self._window, tr("Add tracing image"), str(folder), _FILES)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.read(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def read(self, path: Path, placement: Placement | None = None) -> None:
        """Read an image, and show it at a placement; without one, it covers the board."""
        self._asked, self._wanted = path, placement
        self._inquiry.ask(lambda tag: TracingPictureJob(tag, path))

    def remove(self) -> None:
        """Remove the image; its history stays."""
        document, undo = self._document, "underlay.back"
        if document is not None and self._kept is not None:
            undo, self._local = "edit.undo", None
            if document.path is not None:
                self._memory.forget(document.path)
            document.edit(tr("Remove tracing image"), removal_patches(document.scenario))
        elif self.underlay is not None:
            self._history.keep(self._laid)
            self._forget()
        else:
            return
        key = self._actions.keymap.actions[undo].shown_key
        self._workbench.say(tr("Tracing image removed. {key} restores it.").format(key=key))

    def calibrate(self) -> None:
        """Open the dialog that matches two points of the image with hexes."""
        from fairground.editor.features.tracing_image.calibration import CalibrateDialog

        if self.underlay is None or self._document is None:
            return
        dialog = CalibrateDialog(self.underlay, self._document.scenario.board, self._window)
        dialog.chosen.connect(lambda placement: self._change(replace(placement, visible=True)))
        dialog.open()

    # -- reading --------------------------------------------------------------------------------------------

    def _take(self, picture: TracingPicture | str) -> None:
        if isinstance(picture, str):
            self._fail(picture)
            return
        if self._document is None or self._canvas is None or self._canvas.camera is None:
            return
        image = QImage(
            picture.pixels, picture.width, picture.height, 3 * picture.width, QImage.Format.Format_RGB888
        ).convertToFormat(QImage.Format.Format_RGB32)
        if self._asked is None:
            if self._kept is not None:
                self._place_kept(self._kept, image)
            return
        if self._kept is not None:
            # One of this computer instead; undo shows the kept one again.
            self._stored = self._local = None
            self._clear_image()
            self._document.edit(tr("Replace tracing image"), removal_patches(self._document.scenario))
        is_new = self._wanted is None
        placement = self._wanted or Placement.covering(
            picture.width, picture.height, self._canvas.camera.extent()
        )
        if is_new:
            before = self._laid
            # Images are large: keep only the last one.
            self._history.clear()
            self._history.keep(before)
        self._picture, self.underlay = self._asked, Underlay(image, placement)
        self._place(placement)
        self._steps_changed()
        if is_new:
            self._workbench.take_tool("underlay")
            key = self._actions.keymap.actions["underlay.calibrate"].shown_key
            self._workbench.say(
                tr("Press {key} to calibrate the image: two clicks match it to the grid.").format(key=key)
            )

    def _fail(self, reason: str) -> None:
        if self._asked is None:
            # The image of the scenario is missing or damaged, which is a finding too.
            self._clear_image()
            self._workbench.say(
                tr("Cannot show the scenario's tracing image: {reason}.").format(
                    reason=reason.removesuffix(".")
                )
            )
            return
        name = self._asked.name
        self._workbench.say(
            tr("Cannot use {name} as a tracing image: {reason}.").format(
                name=name, reason=reason.removesuffix(".")
            )
        )

    def _forget(self) -> None:
        """Remove the image, and its settings for this file."""
        if self._document is not None and self._document.path is not None:
            self._memory.forget(self._document.path)
        self._clear()

    def _drop(self) -> None:
        """Remove image and history before the next document."""
        self._inquiry.forget()
        self._keeper.forget()
        self._stored = self._local = None
        self._history = UnderlayHistory()
        self._clear()

    def _clear(self) -> None:
        """Remove the image."""
        self._picture = self._asked = self._wanted = None
        self._clear_image()

    def _clear_image(self) -> None:
        """Show no image."""
        self.underlay = None
        self.tool.has_image = False
        self._options.show_values(None)
        self._actions["underlay.show"].setChecked(False)
        if self._canvas is not None:
            self._canvas.set_underlay(None)
        self._steps_changed()

    # -- the history ----------------------------------------------------------------------------------------

    def _step(self, by: int) -> None:
        """Undo (-1) or redo (1) a step of the image."""
        if self._history.can_step(by):
            self._lay(self._history.step(by, self._laid))
            self._workbench.say(
                tr("Tracing image restored.") if by < 0 else tr("Redid the change to the tracing image.")
            )

    def _is_next(self, by: int) -> bool:
        """Whether the next step to undo (-1) or redo (1) is one of the image, not of the document."""
        if self._kept is not None:
            return False
        is_there = self._document is not None and self._document.undo_stack.index() == self._index
        return is_there and self._history.can_step(by)

    def _give_up(self, drag: int) -> None:
        """Restore the image after a cancelled drag."""
        if self._kept is not None and self._document is not None:
            self._document.take_back(drag)
            return
        before = self._history.give_up(drag)
        if before is not None:
            self._lay(before)

    def _lay(self, state: Laid | None) -> None:
        if state is None:
            self._forget()
            return
        self._picture, self.underlay = state.file, state.underlay
        self._place(replace(state.underlay.placement, visible=True))
        self._steps_changed()

    def _steps_changed(self) -> None:
        if self._document is not None:
            self._index = self._document.undo_stack.index()
        self._allow_actions()
        self._workbench.steps_changed.emit()

    # -- the placement --------------------------------------------------------------------------------------

    def _change(self, placement: Placement, kind: int | str | None = None) -> None:
        """Change the placement as a step; consecutive steps of one ``kind``, a drag or a slider, are merged."""
        if self._change_kept(placement, kind):
            return
        self._history.keep(self._laid, kind)
        self._place(placement)
        self._steps_changed()

    def _place(self, placement: Placement) -> None:
        """Change the placement, and remember it."""
        if self.underlay is None:
            return
        self.underlay = replace(self.underlay, placement=placement)
        self.tool.has_image = True
        self._options.show_values((placement.opacity, SQRT3 / placement.scale))
        self._actions["underlay.show"].setChecked(placement.visible)
        if self._canvas is not None:
            self._canvas.set_underlay(self.underlay)
        self._remember()

    def _move(self, across: float, down: float, drag: int | None) -> None:
        if self.underlay is not None:
            self._change(self.underlay.placement.moved(across, down), drag)

    def _set_opacity(self, opacity: float) -> None:
        if self.underlay is not None:
            self._change(replace(self.underlay.placement, opacity=opacity), "opacity")

    def _set_pitch(self, pitch: float) -> None:
        """Set the pixels per hex; the middle of the view stays in place."""
        if self.underlay is not None and self._canvas is not None and self._canvas.camera is not None:
            camera = self._canvas.camera
            placement = self.underlay.placement
            middle = camera.from_view(camera.width / 2, camera.height / 2)
            self._change(placement.scaled(SQRT3 / pitch / placement.scale, middle), "pitch")

    def _toggle(self) -> None:
        if self.underlay is not None:
            self._place(replace(self.underlay.placement, visible=not self.underlay.placement.visible))

    # -- the file -------------------------------------------------------------------------------------------

    def _remember(self) -> None:
        path = self._document.path if self._document else None
        if path is not None and self._picture and self.underlay is not None and self._stored is None:
            self._memory.keep(path, self._picture, self.underlay.placement)

    def _document_changed(self, event: object) -> None:
        """Move with the hexes when the board is resized, turned or mirrored, and follow the scenario's own image."""
        if isinstance(event, FieldChanged) and event.field in ("underlay", "images"):
            self._follow()
        elif isinstance(event, BoardMoved):
            self._history.carry(event.motion)
            if self._local is not None:
                self._local = self._local.carried(event.motion)
            if self.underlay is not None and self._stored is None:
                self._place(self.underlay.placement.carried(event.motion))

    def _recall(self, document: Document) -> None:
        if document is self._document and self._kept is not None:
            self._follow()
        if document is not self._document or document.path is None or self._asked is not None:
            return
        if self._kept is not None:
            return
        known = self._memory.recall(document.path)
        if known is not None:
            self.read(*known)
