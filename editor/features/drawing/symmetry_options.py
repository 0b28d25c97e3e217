"""Symmetry: the options for painting with one, about the board or about a hex or corner, and its axis or centre on the map."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPen, QPolygonF

from fairground.core.grid.hexsides import Corner
from fairground.core.grid.symmetry import SYMMETRY_NAMES, BoardSymmetry, axis_step, fixed_place
from fairground.core.pictures.colours import INK, PAPER
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.canvas.item_painter import smooth
from fairground.editor.tools.mirroring import Centre, centre_words, mirroring
from fairground.editor.widgets.labels_and_buttons import tool_button, with_key
from fairground.editor.widgets.option_rows import OptionRow, action_button

if TYPE_CHECKING:
    from PySide6.QtWidgets import QToolButton, QWidget

    from fairground.core.grid.symmetry import Symmetry
    from fairground.editor.app.actions import Actions
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.tools.tool_state import ToolState

#: Colour, width and dash of the strokes of an axis, the lowest first, in logical pixels.
_STROKES: tuple[tuple[str, float, float, tuple[float, ...]], ...] = (
    (PAPER, 3.4, 0.8, ()),
    (INK, 1.3, 0.95, (9.0, 4.0, 2.0, 4.0)),
)
#: How far an axis extends beyond the board, in hexes.
_BEYOND = 1.0
#: The radius of the sign of a centre: at most so many logical pixels, and so many hexes.
_RADIUS, _SHARE = 9.0, 0.2


class SymmetryMark:
    """Draws ``symmetry``, unless it is None."""

    def __init__(self) -> None:
        self.symmetry: Symmetry | None = None

    def paint(self, frame: Frame) -> None:
        """Draw it."""
        if self.symmetry is None:
            return
        painter = frame.painter
        with smooth(painter):
            if self.symmetry.mirrored:
                self._axis(frame, self.symmetry)
            else:
                self._centre(frame, self.symmetry)

    def _axis(self, frame: Frame, symmetry: Symmetry) -> None:
        """Draw the line of a mirror over the board and a little beyond."""
        camera = frame.camera
        place_q, place_r = map(float, fixed_place(symmetry))
        step = axis_step(symmetry)
        x, y = camera.layout.to_point(place_q, place_r)
        dx, dy = camera.layout.to_point(step.q, step.r)
        left, top, right, bottom = camera.extent()
        bounds = ((left, right, x, dx), (top, bottom, y, dy))
        spans = [
            sorted(((low - _BEYOND - at) / along, (high + _BEYOND - at) / along))
            for low, high, at, along in bounds
            if abs(along) > 1e-9
        ]
        first, last = max(start for start, _ in spans), min(end for _, end in spans)
        if first >= last:
            return
        line = QLineF(
            QPointF(*camera.to_view(x + first * dx, y + first * dy)),
            QPointF(*camera.to_view(x + last * dx, y + last * dy)),
        )
        for colour, width, opacity, dash in _STROKES:
            pen = QPen(QColor(colour), width * camera.ratio)
            if dash:
                pen.setDashPattern([length / width for length in dash])
            frame.painter.setOpacity(opacity)
            frame.painter.setPen(pen)
            frame.painter.drawLine(line)

    def _centre(self, frame: Frame, symmetry: Symmetry) -> None:
        """Draw the sign that crystallographers use: a lens for half turns, a triangle, a hexagon, in a ring."""
        camera, painter = frame.camera, frame.painter
        middle = QPointF(*camera.to_view(*camera.layout.to_point(*map(float, fixed_place(symmetry)))))
        order, ratio = symmetry.order or 2, camera.ratio
        radius = min(_RADIUS, _SHARE * frame.pitch) * ratio
        if order == 2:
            corners = [(0.38, 0.0), (0.0, -1.0), (-0.38, 0.0), (0.0, 1.0)]
        else:
            angles = [2 * math.pi * i / order for i in range(order)]
            corners = [(math.sin(it), -math.cos(it)) for it in angles]
        sign = QPolygonF([middle + QPointF(x, y) * radius for x, y in corners])
        ring = 1.55 * radius
        painter.setOpacity(0.9)
        painter.setPen(QPen(QColor(INK), 1.4 * ratio))
        painter.setBrush(QColor(PAPER))
        painter.drawEllipse(middle, ring, ring)
        painter.setOpacity(1.0)
        painter.setBrush(QColor(INK))
        painter.setPen(QPen(QColor(INK), 1.0, j=Qt.PenJoinStyle.RoundJoin))
        painter.drawPolygon(sign)
        painter.setPen(QPen(QColor(PAPER), 1.0))
        painter.setBrush(QColor(PAPER))
        painter.drawEllipse(middle, radius / 6, radius / 6)


#: The symmetries offered; None for none.
SYMMETRIES: tuple[BoardSymmetry | None, ...] = (
    None,
    BoardSymmetry.TURN_180,
    BoardSymmetry.TURN_120,
    BoardSymmetry.TURN_60,
    BoardSymmetry.LEFT_RIGHT,
    BoardSymmetry.TOP_BOTTOM,
)


class SymmetryOptions(OptionRow):
    """A button for each symmetry, and one for their centre."""

    #: A sentence: why a symmetry is not available, and what it needs.
    refused = Signal(str)
    #: A symmetry was chosen, and the last refusal no longer applies.
    chosen = Signal()

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget) -> None:
        super().__init__(spacing=1, parent=parent)
        self._state, self._actions = state, actions
        self.buttons: dict[BoardSymmetry | None, QToolButton] = {}
        for kind in SYMMETRIES:
            name = f"symmetry-{kind.value if kind else 'none'}"
            button = tool_button(name, symmetry_name(kind), self, checkable=True)
            button.clicked.connect(lambda _on=False, kind=kind: self.choose(kind))
            self.buttons[kind] = button
            self.row.addWidget(button)
        self._here = actions["symmetry.centre"]
        self._here.setCheckable(True)
        self.centre = action_button(actions, "symmetry.centre", self)
        self.row.addWidget(self.centre)

    def choose(self, kind: BoardSymmetry | None) -> None:
        """Choose a symmetry, unless the board does not allow it."""
        refusal = self.refusal(kind)
        if refusal:
            self.refused.emit(refusal)
        else:
            self.chosen.emit()
            self._state.symmetry = kind
        self.refresh()

    def next(self) -> None:
        """Choose the next symmetry that the board allows; say why if there is none."""
        at = SYMMETRIES.index(self._state.symmetry) if self._state.symmetry in SYMMETRIES else 0
        following = [SYMMETRIES[(at + step) % len(SYMMETRIES)] for step in range(1, len(SYMMETRIES))]
        chosen = next((kind for kind in following if not self.refusal(kind)), self._state.symmetry)
        self.choose(chosen if chosen is not self._state.symmetry else BoardSymmetry.TURN_180)

    def put_centre(self, centre: Centre) -> None:
        """Centre symmetries on a hex or a corner; on the board for None or the present centre.

        If no symmetry is chosen, or the chosen one does not fit the centre, choose the first that does.
        """
        state = self._state
        if centre is None and state.symmetry_centre is None:
            self.refused.emit(
                tr(
                    "To set the centre of symmetry, point at a hex or corner, or select a hex, and press {key}."
                ).format(key=self._actions.key("symmetry.centre"))
            )
        state.symmetry_centre = None if centre == state.symmetry_centre else centre
        if state.symmetry_centre is not None and (state.symmetry is None or self.refusal(state.symmetry)):
            state.symmetry = next(kind for kind in SYMMETRIES[1:] if not self.refusal(kind))
        self.give_up()
        self.refresh()

    def give_up(self) -> None:
        """Turn the symmetry off if the board no longer allows it, and say why."""
        refusal = self.refusal(self._state.symmetry)
        if refusal:
            self.refused.emit(refusal)
            self._state.symmetry = None

    def refusal(self, kind: BoardSymmetry | None) -> str:
        """Return why the board does not allow a symmetry; empty when it does."""
        document = self._state.document
        if document is None:
            return ""
        centre = self._state.symmetry_centre
        sentence = mirroring(kind, document.scenario.board, centre).refusal
        if sentence and centre is None:
            sentence = tr("{sentence} Press {key} on a hex to use that hex as the centre instead.").format(
                sentence=sentence, key=self._actions.key("symmetry.centre")
            )
        return sentence

    def refresh(self) -> None:
        """Show which symmetries are available, and which one is chosen."""
        look = colours()
        for kind, button in self.buttons.items():
            refusal = self.refusal(kind)
            button.setChecked(kind is self._state.symmetry)
            button.setIcon(icon(button.property("iconName"), look.disabled if refusal else None))
            tip = with_key(
                tr("Paint with {symmetry_name}").format(symmetry_name=symmetry_name(kind)),
                self._actions.key("symmetry.next"),
                tr(" for the next one"),
            )
            button.setToolTip(refusal or tip)
        document, centre = self._state.document, self._state.symmetry_centre
        self._here.setChecked(centre is not None)
        about = (
            tr("Centre: {centre_words}. ").format(centre_words=centre_words(document.scenario.board, centre))
            if document and centre
            else ""
        )
        self._here.setToolTip(f"{about}{self._actions.keymap.actions['symmetry.centre'].tooltip}")


def symmetry_name(kind: BoardSymmetry | None) -> str:
    """Return the name of a symmetry."""
    return SYMMETRY_NAMES[kind] if kind else tr("no symmetry")


def describe_symmetry(state: ToolState) -> str:
    """Return the chosen symmetry and its centre: ``120° turn about hex D4``; empty without a symmetry."""
    if state.symmetry is None or state.document is None:
        return ""
    about = centre_words(state.document.scenario.board, state.symmetry_centre)
    name = symmetry_name(state.symmetry)
    if not about:
        return name
    is_about = not state.symmetry.is_mirror or isinstance(state.symmetry_centre, Corner)
    text = tr("{symmetry} about {centre}") if is_about else tr("{symmetry} through {centre}")
    return text.format(symmetry=name, centre=about)
