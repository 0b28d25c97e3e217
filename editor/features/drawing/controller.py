"""Symmetries and their axes, measured legs, names, notes, decorations, and hints beside the pointer during a drag."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QLineEdit, QMenu

from fairground.core.pictures.colours import INK, PAPER
from fairground.core.scenario.parts import MAX_TITLE
from fairground.core.scenario.transform.symmetry_sources import parts
from fairground.editor.app.deferred import delayed, next_turn
from fairground.editor.app.texts import tr
from fairground.editor.canvas.item_painter import paint_tag, paint_tag_beside, smooth
from fairground.editor.document.events import watch
from fairground.editor.features.drawing.decorations import DecorationController
from fairground.editor.features.drawing.symmetry_options import (
    SymmetryMark,
    SymmetryOptions,
    describe_symmetry,
)
from fairground.editor.session.feature_context import FeatureController
from fairground.editor.tools.make_symmetric import copying, make_symmetric, part_words
from fairground.editor.tools.measure import inch_words, legs, measure_words
from fairground.editor.tools.mirroring import mirroring
from fairground.editor.tools.names import NamesTool
from fairground.editor.widgets.field_form import OWN_KEYS

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.transform.symmetry_sources import BoardPart
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.session.feature_context import FeatureContext
    from fairground.editor.tools.make_symmetric import Copying
    from fairground.editor.tools.tool_state import ToolState


#: The minimum width of the field for names, and its room beside the text, in pixels.
_LEAST, _ROOM = 140, 26


def install(context: FeatureContext) -> DrawingController:
    """Install symmetries, measuring, names and notes."""
    return DrawingController(context)


class DrawingController(FeatureController):
    """Connects them with tools, map, inspector and status bar."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context)
        workbench, canvas, actions = context.workbench, context.canvas, context.actions
        self._context, self._workbench, self._canvas = context, workbench, canvas
        self._symmetry = context.find(SymmetryOptions)
        self._state = workbench.state
        self._document: Document | None = None
        self._hovered: Hex | None = None
        self.mark = SymmetryMark()
        self.tag = _DragTag()
        self.name_box = NameBox(canvas)
        self.parts_menu = QMenu(canvas)
        self.decorations = DecorationController(context)
        canvas.set_marks((self.decorations.mark, self.mark, MeasureLine(self._state), self.tag))
        canvas.hovered.connect(self._hover)
        # One edit may report several changes.
        self._again = delayed(self, self._show_symmetry)
        names = workbench.tools["names"]
        assert isinstance(names, NamesTool)  # noqa: S101  # the toolbox says so
        names.name_wanted.connect(self.edit_name)
        names.note_wanted.connect(self.edit_note)
        self.name_box.written.connect(names.write_name)
        for tool in workbench.tools.values():
            tool.told.connect(self._show_drag)
        self._state.changed.connect(self._option_changed)
        actions.on("symmetry.centre", self.put_centre)
        actions.on("edit.make-symmetric", self.offer_parts)
        actions.on("elevation.flood", self._toggle_flood)
        actions.on("measure.clear", lambda: setattr(self._state, "measured", ()))
        actions.on("note.edit", lambda: self.edit_note(self._pointed_at()))
        self._follow(self._state.document)

    # -- symmetry -------------------------------------------------------------------------------------------

    def put_centre(self) -> None:
        """Centre symmetries on the hex or corner under the pointer, else on the selected hex, else on the board."""
        place = self._canvas.place_pointed_at()
        if place is None and len(self._state.selection) == 1:
            place = next(iter(self._state.selection))
        self._symmetry.put_centre(place)

    def offer_parts(self) -> None:
        """Offer the parts of the board that can be copied onto the others."""
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
        self.parts_menu.setActiveAction(self.parts_menu.actions()[0])
        self.parts_menu.popup(self._canvas.mapToGlobal(self._canvas.rect().center()))

    def _offer(self, name: str, part: BoardPart | None) -> None:
        action = self.parts_menu.addAction(tr("Copy {words}").format(words=name))
        action.triggered.connect(lambda _on=False: self._copy(part))

    def _copy(self, part: BoardPart | None) -> None:
        """Make the board symmetric: prepare the copy in one turn of the event loop, and make it in the next."""
        copy = copying(self._state, part)
        if isinstance(copy, str):
            self._workbench.say(copy)
        else:
            next_turn(self, partial(self._make_copy, copy, part))

    def _make_copy(self, copy: Copying, part: BoardPart | None) -> None:
        if self._state.document is copy.document:
            # The board may have changed since it was prepared.
            self._workbench.say(copy.make() if copy.is_current else make_symmetric(self._state, part))

    def _show_symmetry(self) -> None:
        state, document = self._state, self._state.document
        symmetry = None
        if document is not None:
            symmetry = mirroring(state.symmetry, document.scenario.board, state.symmetry_centre).symmetry
        self._context.show_symmetry(describe_symmetry(state) if symmetry else "")
        if symmetry != self.mark.symmetry:
            self.mark.symmetry = symmetry
            self._canvas.update()

    # -- names and notes ------------------------------------------------------------------------------------

    def edit_name(self, at: Hex) -> None:
        """Open the field for the name of a hex."""
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

    # -- events ---------------------------------------------------------------------------------------------

    def _toggle_flood(self) -> None:
        self._state.level_flood = not self._state.level_flood
        self._workbench.take_tool("elevation")

    def _show_drag(self, text: str) -> None:
        """Show a text about a drag beside the pointer and in the status bar."""
        # Measured legs are labelled on the map.
        self.tag.text = "" if self._workbench.tool.id == "measure" else text
        self.tag.at = self._hovered
        self._context.show_hint(text or self._workbench.tool.hint)
        self._canvas.update()

    def _hover(self, at: Hex | None) -> None:
        self._hovered = at
        if self.tag.text and at is not None:
            self.tag.at = at
            self._canvas.update()

    def _option_changed(self, what: str) -> None:
        if what == "document":
            self.name_box.drop()
            self._follow(self._state.document)
        elif what in ("symmetry", "symmetry_centre"):
            self._show_symmetry()
        elif what == "measured":
            self._allow_clearing()
            self._canvas.update()

    def _allow_clearing(self) -> None:
        refusal = tr("Nothing is measured. Click a hex with the Measure tool first.")
        self._context.actions.allow("measure.clear", "" if self._state.measured else refusal)

    def _follow(self, document: Document | None) -> None:
        self._allow_clearing()
        self._document = watch(self._document, document, self._changed)
        self._show_symmetry()

    def _changed(self, _event: object) -> None:
        self._again.start()


class _DragTag:
    """A text beside the hex under the pointer."""

    def __init__(self) -> None:
        self.text = ""
        self.at: Hex | None = None

    def paint(self, frame: Frame) -> None:
        """Draw it."""
        if self.text and self.at is not None:
            paint_tag_beside(frame, self.text, frame.camera.centre(self.at))


class NameBox(QLineEdit):
    """The field for a place name, over its hex; Return and loss of focus write the name, Escape cancels."""

    #: A ``Hex`` and its new name; empty for none.
    written = Signal(object, str)

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._hex: Hex | None = None
        self.setMaxLength(MAX_TITLE)
        self.setProperty(OWN_KEYS, True)
        self.setAccessibleName(tr("Place name"))
        self.setPlaceholderText(tr("place name"))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.textChanged.connect(self._fit)
        self.returnPressed.connect(self.commit)
        canvas.zoom_changed.connect(self.commit)
        self.hide()

    def open(self, at: Hex, name: str) -> None:
        """Edit the name of a hex."""
        self.commit()
        self._hex = at
        self.setText(name)
        self.setToolTip(tr("Return saves the name, Escape cancels; leave it empty to remove the name"))
        self._fit()
        self.selectAll()
        self.show()
        self.raise_()
        self.setFocus()

    def commit(self, _news: object = None) -> None:
        """Write the name, if one is being typed."""
        at = self._hex
        if at is not None:
            self._close()
            self.written.emit(at, self.text())

    def drop(self) -> None:
        """Close without a change."""
        if self._hex is not None:
            self._close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.drop()
            event.accept()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Write the name when the focus moves elsewhere."""
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.commit()

    def _close(self) -> None:
        self._hex = None
        had_focus = self.hasFocus()
        self.hide()
        if had_focus:
            self._canvas.setFocus()

    def _fit(self, _text: str = "") -> None:
        """Fit the width to the name, centred on the hex and within the map."""
        if self._hex is None:
            return
        wide = max(self.fontMetrics().horizontalAdvance(self.text()) + _ROOM, _LEAST)
        self.resize(min(wide, self._canvas.width()), self.sizeHint().height())
        at = self._canvas.point_of(self._hex).toPoint() - QPoint(self.width() // 2, self.height() // 2)
        room = self._canvas.rect().bottomRight() - QPoint(self.width(), self.height())
        self.move(min(max(at.x(), 0), max(room.x(), 0)), min(max(at.y(), 0), max(room.y(), 0)))


_HALO, _WIDTH, _DOT = 4.6, 2.2, 4.2


class MeasureLine:
    """Draws the legs between ``ToolState.measured``."""

    def __init__(self, state: ToolState) -> None:
        self._state = state

    def paint(self, frame: Frame) -> None:
        """Draw the legs and their lengths."""
        board = frame.facts.board
        measured = self._state.measured
        if not measured or not all(map(board.contains, measured)):
            return
        painter, camera = frame.painter, frame.camera
        with smooth(painter):
            centres = [QPointF(*camera.centre(at)) for at in measured]
            for colour, width in ((PAPER, _HALO), (INK, _WIDTH)):
                painter.setPen(QPen(QColor(colour), width * camera.ratio, j=Qt.PenJoinStyle.RoundJoin))
                painter.drawPolyline(centres)
            painter.setPen(QPen(QColor(PAPER), 1.4 * camera.ratio))
            painter.setBrush(QColor(INK))
            for centre in centres:
                painter.drawEllipse(centre, _DOT * camera.ratio, _DOT * camera.ratio)
        self._write(frame, measured, centres)

    def _write(self, frame: Frame, measured: tuple[Hex, ...], centres: list[QPointF]) -> None:
        scenario = frame.facts.scenario
        lengths = legs(measured)
        for number, ends, (a, b) in zip(lengths, pairwise(measured), pairwise(centres), strict=True):
            middle = (a + b) / 2
            if len(lengths) > 1:
                paint_tag(frame, f"{number}{inch_words(scenario, ends)}", middle.toTuple())
        if lengths:
            paint_tag_beside(frame, measure_words(scenario, measured), centres[-1].toTuple())
