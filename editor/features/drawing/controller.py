"""What tools draw besides hexes: symmetries and their axis, measured legs, names and notes, and words on a drag."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMenu

from fairground.core.scenario.transform.symmetry_sources import parts
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr
from fairground.editor.canvas.item_painter import paint_tag_beside
from fairground.editor.canvas.symmetry_mark import SymmetryMark
from fairground.editor.features.drawing.name_box import NameBox
from fairground.editor.features.drawing.symmetry_options import SymmetryOptions, symmetry_words
from fairground.editor.overlays.measure_line import MeasureLine
from fairground.editor.session.feature_context import FeatureController
from fairground.editor.tools.make_symmetric import copying, make_symmetric, part_words
from fairground.editor.tools.names import NamesTool
from fairground.editor.tools.symmetry.mirroring import mirroring

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.transform.symmetry_sources import BoardPart
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.session.feature_context import FeatureContext
    from fairground.editor.tools.make_symmetric import Copying


def install(context: FeatureContext) -> DrawingController:
    """Install what tools draw besides hexes."""
    return DrawingController(context)


class DrawingController(FeatureController):
    """Wires them to tools, map, inspector and status bar."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context)
        workbench, canvas, actions = context.workbench, context.canvas, context.actions
        self._context, self._workbench, self._canvas = context, workbench, canvas
        self._symmetry = context.find(SymmetryOptions)
        self._state = workbench.state
        self._document: Document | None = None
        self._hovered: Hex | None = None
        self.mark = SymmetryMark()
        self.words = _Words()
        self.name_box = NameBox(canvas)
        self.parts_menu = QMenu(canvas)
        canvas.set_marks((self.mark, MeasureLine(self._state), self.words))
        canvas.hovered.connect(self._hover)
        # One edit may tell of several changes.
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self._show_symmetry)
        names = workbench.tools["names"]
        assert isinstance(names, NamesTool)  # noqa: S101  # the toolbox says so
        names.name_wanted.connect(self.edit_name)
        names.note_wanted.connect(self.edit_note)
        self.name_box.written.connect(names.write_name)
        for tool in workbench.tools.values():
            tool.told.connect(self._tell)
        self._state.changed.connect(self._option_changed)
        actions.on("symmetry.centre", self.put_centre)
        actions.on("edit.make-symmetric", self.offer_parts)
        actions.on("elevation.flood", self._toggle_flood)
        actions.on("measure.clear", lambda: setattr(self._state, "measured", ()))
        actions.on("note.edit", lambda: self.edit_note(self._pointed_at()))
        self._follow(self._state.document)

    # -- symmetry -------------------------------------------------------------------------------------------

    def put_centre(self) -> None:
        """Have symmetries be about what is pointed at, else about the selected hex; else about the board again."""
        place = self._canvas.place_pointed_at()
        if place is None and len(self._state.selection) == 1:
            place = next(iter(self._state.selection))
        self._symmetry.put_centre(place)

    def offer_parts(self) -> None:
        """Offer the parts of the board that can be made the model of the others."""
        state = self._state
        if state.document is None:
            return
        if state.symmetry is None:
            self._workbench.say(tr("Choose a symmetry first."))
            return
        self.parts_menu.clear()
        if state.selection:
            self._offer(tr("the selected hexes onto their mirror images"), None)
            self.parts_menu.addSeparator()
        for part in parts(state.symmetry, state.document.scenario.board.layout):
            self._offer(part_words(part), part)
        first = self.parts_menu.actions()[0]
        self.parts_menu.setActiveAction(first)
        self.parts_menu.popup(self._canvas.mapToGlobal(self._canvas.rect().center()))

    def _offer(self, words: str, part: BoardPart | None) -> QAction:
        action = self.parts_menu.addAction(tr("Copy {words}").format(words=words))
        action.triggered.connect(lambda _on=False: self._copy(part))
        return action

    def _copy(self, part: BoardPart | None) -> None:
        """Make the board symmetric: what is copied is found out in one turn, and copied in the next."""
        found = copying(self._state, part)
        if isinstance(found, str):
            self._workbench.say(found)
        else:
            next_turn(self, partial(self._make_copy, found, part))

    def _make_copy(self, found: Copying, part: BoardPart | None) -> None:
        document = self._state.document
        if document is found.document:
            # Whatever came between, the board is made symmetric as it is now.
            self._workbench.say(found.make() if found.is_current else make_symmetric(self._state, part))

    def _show_symmetry(self) -> None:
        state, document = self._state, self._state.document
        found = None
        if document is not None:
            found = mirroring(state.symmetry, document.scenario.board, state.symmetry_centre).symmetry
        self._context.show_symmetry(symmetry_words(state) if found else "")
        if found != self.mark.symmetry:
            self.mark.symmetry = found
            self._canvas.update()

    # -- names and notes ------------------------------------------------------------------------------------

    def edit_name(self, at: Hex) -> None:
        """Open the line for the name of a hex."""
        document = self._state.document
        if document is not None:
            self.name_box.open(at, document.scenario.board.names.get(at, ""))

    def edit_note(self, at: Hex | None) -> None:
        """Select a hex and go to its note in the inspector."""
        if at is None:
            self._workbench.say(tr("Point at a hex, or select one, to write a note."))
            return
        self._state.selection = frozenset((at,))
        self._context.edit_note()

    def commit(self) -> None:
        """Write the name that is being typed."""
        self.name_box.commit()

    def _pointed_at(self) -> Hex | None:
        if self._hovered is not None:
            return self._hovered
        return next(iter(self._state.selection)) if len(self._state.selection) == 1 else None

    # -- news -----------------------------------------------------------------------------------------------

    def _toggle_flood(self) -> None:
        self._state.level_flood = not self._state.level_flood
        self._workbench.take_tool("elevation")

    def _tell(self, words: str) -> None:
        """Show words on a drag beside the pointer and in the status bar."""
        # Measured legs have their own on the map.
        self.words.text = "" if self._workbench.tool.id == "measure" else words
        self.words.at = self._hovered
        self._context.show_hint(words or self._workbench.tool.hint)
        self._canvas.update()

    def _hover(self, at: Hex | None) -> None:
        self._hovered = at
        if self.words.text and at is not None:
            self.words.at = at
            self._canvas.update()

    def _option_changed(self, what: str) -> None:
        if what == "document":
            self.name_box.drop()
            self._follow(self._state.document)
        elif what in ("symmetry", "symmetry_centre"):
            self._show_symmetry()
        elif what == "measured":
            self._canvas.update()

    def _follow(self, document: Document | None) -> None:
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document = document
        if document is not None:
            document.changed.connect(self._changed)
        self._show_symmetry()

    def _changed(self, _event: object) -> None:
        self._again.start()


class _Words:
    """A tag with words beside the hex under the pointer."""

    def __init__(self) -> None:
        self.text = ""
        self.at: Hex | None = None

    def paint(self, frame: Frame) -> None:
        """Draw it."""
        if self.text and self.at is not None:
            paint_tag_beside(frame, self.text, frame.camera.centre(self.at))
