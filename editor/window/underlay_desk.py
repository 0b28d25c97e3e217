"""The picture under the grid: chosen, calibrated, moved, shown and forgotten, and remembered for each file."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog

from fairground.core.grid.layout import SQRT3
from fairground.editor.canvas.underlay import Placement, Underlay
from fairground.editor.document.events import BoardMoved
from fairground.editor.texts import tr
from fairground.editor.tools.underlay import UnderlayTool
from fairground.editor.window.underlay_memory import UnderlayMemory
from fairground.editor.worker.inquiry import Inquiry
from fairground.editor.worker.picture_reading import Picture, PictureJob

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.document.document import Document
    from fairground.editor.session import Session
    from fairground.editor.window.actions import Actions
    from fairground.editor.window.tool_options import ToolOptions
    from fairground.editor.window.workbench import Workbench

_FILES = tr("Pictures (*.png *.jpg *.jpeg)")
#: What there must be a picture for.
_OF_PICTURE = ("underlay.calibrate", "underlay.show", "underlay.remove")


class UnderlayDesk(QObject):
    """Wires picture, tool, options and settings. None of it is part of the document; with its hexes, the picture moves."""

    def __init__(
        self, bench: Workbench, options: ToolOptions, session: Session, actions: Actions, window: QWidget
    ) -> None:
        super().__init__(bench)
        self._bench, self._options, self._actions, self._window = bench, options, actions, window
        self._memory = UnderlayMemory(session.settings)
        self._document: Document | None = None
        self._canvas: Canvas | None = None
        self.underlay: Underlay | None = None
        #: Where the picture was read from, and the placement that it is to have when it is there.
        self._picture: Path | None = None
        self._wanted: Placement | None = None
        self._inquiry = Inquiry(session.worker, self)
        self._inquiry.answered.connect(self._take)
        self._inquiry.failed.connect(self._fail)
        tool = bench.tools["underlay"]
        assert isinstance(tool, UnderlayTool)  # noqa: S101  # the toolbox says so
        self.tool = tool
        tool.moved.connect(self._move)
        options.underlay.opacity_chosen.connect(self._set_opacity)
        options.underlay.pitch_chosen.connect(self._set_pitch)
        actions["underlay.show"].setCheckable(True)
        actions.on("underlay.choose", self.ask)
        actions.on("underlay.calibrate", self.calibrate)
        actions.on("underlay.show", self._toggle)
        actions.on("underlay.remove", self.remove)
        bench.state.changed.connect(self._option_changed)

    def connect_canvas(self, canvas: Canvas) -> None:
        """Draw into a map; to be called once."""
        self._canvas = canvas
        canvas.set_underlay(self.underlay)

    def refresh_actions(self) -> None:
        """Allow what a picture is needed for when there is one (after all were allowed)."""
        if self._document is not None:
            self._actions.enable(_OF_PICTURE, self.underlay is not None)

    # -- the picture ----------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask for a picture, and lay it under the grid."""
        if self._document is None:
            return
        folder = self._document.path.parent if self._document.path else Path.home()
        dialog = QFileDialog(self._window, tr("Lay a picture under the grid"), str(folder), _FILES)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.read(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def read(self, path: Path, placement: Placement | None = None) -> None:
        """Have a picture read; it is laid under the grid when it is, over the whole board where no place is given."""
        self._picture, self._wanted = path, placement
        self._inquiry.ask(lambda tag: PictureJob(tag, path))

    def remove(self) -> None:
        """Forget the picture."""
        if self._document is not None and self._document.path is not None:
            self._memory.forget(self._document.path)
        self._drop()

    def calibrate(self) -> None:
        """Ask which hexes two points of the picture are."""
        from fairground.editor.dialogs.calibrate import CalibrateDialog  # noqa: PLC0415  # dialogs load when used

        if self.underlay is None or self._document is None:
            return
        dialog = CalibrateDialog(self.underlay, self._document.scenario.board, self._window)
        dialog.chosen.connect(lambda found: self._place(replace(found, visible=True)))
        dialog.open()

    def _take(self, found: Picture | str) -> None:
        if isinstance(found, str):
            self._fail(found)
            return
        if self._document is None or self._canvas is None or self._canvas.camera is None:
            return
        image = QImage(
            found.pixels, found.width, found.height, 3 * found.width, QImage.Format.Format_RGB888
        ).convertToFormat(QImage.Format.Format_RGB32)
        is_new = self._wanted is None
        placement = self._wanted or Placement.covering(
            found.width, found.height, self._canvas.camera.extent()
        )
        self.underlay = Underlay(image, placement)
        self._place(placement)
        self.refresh_actions()
        if is_new:
            self._bench.take_tool("underlay")
            key = self._actions.keymap.actions["underlay.calibrate"].shown_key
            self._options.say(
                tr("{key} calibrates the picture: two clicks say where its hexes are.").format(key=key)
            )

    def _fail(self, reason: str) -> None:
        name = self._picture.name if self._picture else tr("The picture")
        self._options.say(
            tr("{name} cannot be laid under the grid: {reason}.").format(
                name=name, reason=reason.removesuffix(".")
            )
        )

    def _drop(self) -> None:
        self._inquiry.forget()
        self.underlay = self._picture = self._wanted = None
        self.tool.has_picture = False
        self._options.underlay.show_values(None)
        self._actions["underlay.show"].setChecked(False)
        if self._canvas is not None:
            self._canvas.set_underlay(None)
        self.refresh_actions()

    # -- where it lies --------------------------------------------------------------------------------------

    def _place(self, placement: Placement) -> None:
        """Lay the picture elsewhere, or show it otherwise, and remember that."""
        if self.underlay is None:
            return
        self.underlay = replace(self.underlay, placement=placement)
        self.tool.has_picture = True
        self._options.underlay.show_values((placement.opacity, SQRT3 / placement.scale))
        self._actions["underlay.show"].setChecked(placement.visible)
        if self._canvas is not None:
            self._canvas.set_underlay(self.underlay)
        self._remember()

    def _move(self, across: float, down: float) -> None:
        if self.underlay is not None:
            self._place(self.underlay.placement.moved(across, down))

    def _set_opacity(self, opacity: float) -> None:
        if self.underlay is not None:
            self._place(replace(self.underlay.placement, opacity=opacity))

    def _set_pitch(self, pitch: float) -> None:
        """Set how many pixels lie from hex to hex; what is in the middle of the view stays there."""
        if self.underlay is not None and self._canvas is not None and self._canvas.camera is not None:
            camera = self._canvas.camera
            placement = self.underlay.placement
            middle = camera.from_view(camera.width / 2, camera.height / 2)
            self._place(placement.scaled(SQRT3 / pitch / placement.scale, middle))

    def _toggle(self) -> None:
        if self.underlay is not None:
            self._place(replace(self.underlay.placement, visible=not self.underlay.placement.visible))

    # -- the file -------------------------------------------------------------------------------------------

    def _remember(self) -> None:
        path = self._document.path if self._document else None
        if path is not None and self._picture is not None and self.underlay is not None:
            self._memory.keep(path, self._picture, self.underlay.placement)

    def _option_changed(self, what: str) -> None:
        if what != "document":
            return
        if self._document is not None:
            self._document.path_changed.disconnect(self._remember)
            self._document.changed.disconnect(self._document_changed)
        before, self._document = self._document, self._bench.state.document
        is_another = before is None or self._document is None or before.origin is not self._document.origin
        if is_another:
            self._drop()
        if self._document is None:
            return
        self._document.path_changed.connect(self._remember)
        self._document.changed.connect(self._document_changed)
        if is_another:
            # The map first: it has to be there before anything can be laid under it.
            QTimer.singleShot(0, self, partial(self._recall, self._document))

    def _document_changed(self, event: object) -> None:
        """Stay under the hexes, when the board grew or shrank at its left or its top, was turned or mirrored."""
        if isinstance(event, BoardMoved) and self.underlay is not None:
            self._place(self.underlay.placement.carried(event.motion))

    def _recall(self, document: Document) -> None:
        if document is not self._document or document.path is None or self._picture is not None:
            return
        known = self._memory.recall(document.path)
        if known is not None:
            self.read(*known)
