"""The symmetries to paint with: those that the board has, and about a hex or a corner, all that there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from fairground.core.grid.hexsides import Corner
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.grid.symmetry_facts import SYMMETRY_NAMES
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.tools.symmetry.mirroring import Centre, centre_words, mirroring
from fairground.editor.widgets.basics import show_action, tool_button, with_key

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions
    from fairground.editor.tools.state import ToolState

#: The symmetries that are offered; None paints without.
SYMMETRIES: tuple[BoardSymmetry | None, ...] = (
    None,
    BoardSymmetry.TURN_180,
    BoardSymmetry.TURN_120,
    BoardSymmetry.TURN_60,
    BoardSymmetry.LEFT_RIGHT,
    BoardSymmetry.TOP_BOTTOM,
)


class SymmetryOptions(QWidget):
    """A button for each symmetry, and one for the place that they are about."""

    #: A sentence: why there is no such symmetry, or what would be needed.
    refused = Signal(str)
    #: There is nothing to complain of any more.
    chosen = Signal()

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self._state, self._keymap = state, actions.keymap
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(1)
        self.buttons: dict[BoardSymmetry | None, QToolButton] = {}
        for kind in SYMMETRIES:
            name = f"symmetry-{kind.value if kind else 'none'}"
            button = tool_button(name, symmetry_name(kind), self, checkable=True)
            button.clicked.connect(lambda _on=False, kind=kind: self.choose(kind))
            self.buttons[kind] = button
            row.addWidget(button)
        self._here = actions["symmetry.centre"]
        self._here.setCheckable(True)
        self.centre = QToolButton(self)
        self.centre.setAutoRaise(True)
        self.centre.setIconSize(QSize(18, 18))
        show_action(self.centre, self._here)
        self.centre.setAccessibleName(self._here.iconText())
        row.addWidget(self.centre)

    def choose(self, kind: BoardSymmetry | None) -> None:
        """Paint with a symmetry from now on; where there is none of that kind, say why and change nothing."""
        refusal = self.refusal(kind)
        if refusal:
            self.refused.emit(refusal)
        else:
            self.chosen.emit()
            self._state.symmetry = kind
        self.refresh()

    def next(self) -> None:
        """Go on to the next symmetry that there is; where there is none, say why."""
        at = SYMMETRIES.index(self._state.symmetry) if self._state.symmetry in SYMMETRIES else 0
        following = [SYMMETRIES[(at + step) % len(SYMMETRIES)] for step in range(1, len(SYMMETRIES))]
        chosen = next((kind for kind in following if not self.refusal(kind)), self._state.symmetry)
        self.choose(chosen if chosen is not self._state.symmetry else BoardSymmetry.TURN_180)

    def put_centre(self, centre: Centre) -> None:
        """Have symmetries be about a hex or a corner; once more the same, or None, about the middle of the board.

        Where none is chosen, or the one chosen is none about that place, the first that is one is taken.
        """
        state = self._state
        if centre is None and state.symmetry_centre is None:
            self.refused.emit(
                tr("Point at a hex or a corner and press {key}, or select a hex.").format(
                    key=self._key("symmetry.centre")
                )
            )
        state.symmetry_centre = None if centre == state.symmetry_centre else centre
        if state.symmetry_centre is not None and (state.symmetry is None or self.refusal(state.symmetry)):
            state.symmetry = next(kind for kind in SYMMETRIES[1:] if not self.refusal(kind))
        self.give_up()
        self.refresh()

    def give_up(self) -> None:
        """Paint without a symmetry where there is none of the kind that was chosen any more, and say why."""
        refusal = self.refusal(self._state.symmetry)
        if refusal:
            self.refused.emit(refusal)
            self._state.symmetry = None

    def refusal(self, kind: BoardSymmetry | None) -> str:
        """Return why there is no such symmetry; empty when there is."""
        document = self._state.document
        if document is None:
            return ""
        centre = self._state.symmetry_centre
        sentence = mirroring(kind, document.scenario.board, centre).refusal
        if sentence and centre is None:
            sentence = tr("{sentence} Press {key} on a hex to make it the centre anyway.").format(
                sentence=sentence, key=self._key("symmetry.centre")
            )
        return sentence

    def refresh(self) -> None:
        """Show what there is, and what is chosen."""
        look = colours()
        for kind, button in self.buttons.items():
            refusal = self.refusal(kind)
            button.setChecked(kind is self._state.symmetry)
            button.setIcon(icon(button.property("iconName"), look.disabled if refusal else None))
            tip = with_key(
                tr("Paint with {symmetry_name}").format(symmetry_name=symmetry_name(kind)),
                self._key("symmetry.next"),
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
        self._here.setToolTip(f"{about}{self._keymap.actions['symmetry.centre'].tooltip}")

    def _key(self, name: str) -> str:
        return self._keymap.actions[name].shown_key


def symmetry_name(kind: BoardSymmetry | None) -> str:
    """Return what a symmetry is called."""
    return SYMMETRY_NAMES[kind] if kind else tr("no symmetry")


def symmetry_words(state: ToolState) -> str:
    """Return what is painted with, and about what: ``120° turn about hex D4``; empty without a symmetry."""
    if state.symmetry is None or state.document is None:
        return ""
    about = centre_words(state.document.scenario.board, state.symmetry_centre)
    name = symmetry_name(state.symmetry)
    if not about:
        return name
    is_about = not state.symmetry.is_mirror or isinstance(state.symmetry_centre, Corner)
    told = tr("{symmetry} about {centre}") if is_about else tr("{symmetry} through {centre}")
    return told.format(symmetry=name, centre=about)
