"""The decoration tool: places, moves, turns, scales and removes images on the board."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from fairground.core.files.images import ImageFault, find_image
from fairground.core.grid.layout import SQRT3
from fairground.core.scenario.decorations import (
    DECIMALS,
    MAX_DECORATIONS,
    MAX_SCALE,
    MIN_SCALE,
    Decoration,
    DecorationLayer,
    at_point,
    decoration_point,
)
from fairground.editor.app.texts import tr
from fairground.editor.document.patches import list_patch
from fairground.editor.tools.obstacles import locked
from fairground.editor.tools.option_defaults import DecorationPlace
from fairground.editor.tools.stroke_tool import StrokeTool, new_stroke

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtCore import QObject

    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool import Pointer
    from fairground.editor.tools.tool_state import ToolState

#: A step of a rotation in degrees, and of a scale as a factor.
_TURN: Final = 15
_GROWTH: Final = 1.25


class DecorationTool(StrokeTool):
    """Works on the decoration that was pressed last, the chosen one; without one, on those to be placed.

    New decorations look like ``state.new_decoration``, whose hex does not count.
    """

    id = "decorations"
    title = tr("Decorations")
    group = "names"
    options = ("decoration",)
    hint = tr("Click places, drag moves, right click removes. Shift+wheel turns, Ctrl+Shift+wheel scales.")
    edits = ("decorations",)

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(state, parent)
        #: The index of the decoration under the button; None for the right one.
        self._held: int | None = None
        #: From the pointer to the middle of the decoration under the button.
        self._grip = (0.0, 0.0)
        #: Changes of one decoration in a row are one step: its index, the kind of change, and the number of the stroke.
        self._changing: tuple[int, str, int] | None = None

    @property
    def follows_points(self) -> bool:
        """Whether decorations are anywhere in a hex."""
        return True

    @property
    def decorations(self) -> list[Decoration]:
        """The decorations of the scenario, the lowest first."""
        return self.document.scenario.decorations

    @property
    def chosen(self) -> Decoration | None:
        """The chosen decoration; None when it no longer exists."""
        at = self.state.decoration_index
        if self.state.document is None or at is None or not 0 <= at < len(self.decorations):
            return None
        return self.decorations[at]

    # -- strokes --------------------------------------------------------------------------------------------

    def obstacle(self, p: Pointer) -> str:
        """Refuse also hexes off the board, images that cannot be drawn, and more than the file can hold."""
        sentence = locked(self.state, self.edits)
        if sentence or p.is_right or self._under(p) is not None:
            return sentence
        if not self.board.contains(p.hex):
            return tr("That is off the board.")
        if len(self.decorations) >= MAX_DECORATIONS:
            return tr("A scenario can have at most {most:,} decorations.").format(most=MAX_DECORATIONS)
        image = find_image(self.document.scenario, self.state.new_decoration.image)
        return (
            tr("This image cannot be drawn: {reason}.").format(reason=image.message)
            if isinstance(image, ImageFault)
            else ""
        )

    def begin(self, p: Pointer) -> None:
        """Start with the decoration under the pointer."""
        self._changing, self._grip = None, (0.0, 0.0)
        self._held = None if p.is_right else self._under(p)
        if self._held is not None:
            self._choose(self._held)
            x, y = decoration_point(self.board.layout, self.decorations[self._held])
            to_x, to_y = self._point(p)
            self._grip = x - to_x, y - to_y

    def edit(self, p: Pointer) -> tuple[str, Iterable[Patch | None]]:
        """Return the name of the step and the patch of placing, moving or removing."""
        if p.is_right:
            under = self._under(p)
            return ("", ()) if under is None else self._without(under)
        if self._held is None:
            return self._place(p) if self.board.contains(p.hex) else ("", ())
        # An undo during the stroke may have taken it away.
        before = self.decorations[self._held] if self._held < len(self.decorations) else None
        pressed = self._pressed
        is_click = pressed is None or (p.hex, p.point) == (pressed.hex, pressed.point)
        if before is None or is_click:
            return "", ()
        after = self._put(before, p)
        if after == before or not self.board.contains(after.hex):
            return "", ()
        return self._words(tr("Move {image}"), before), self._replaced(self._held, after)

    def pick(self, p: Pointer) -> None:
        """Choose the decoration under the pointer; new ones look like it."""
        under = self._under(p)
        if under is not None:
            self._choose(under)

    # -- the chosen decoration --------------------------------------------------------------------------------

    def turn(self, steps: int, *, merge: bool = True) -> bool:
        """Turn the chosen decoration by steps of 15 degrees clockwise; without one, new ones."""
        before = self.chosen or self.state.new_decoration
        self.change(
            replace(before, rotation=(before.rotation + _TURN * steps) % 360), "turn" if merge else ""
        )
        return True

    def grow(self, steps: int, *, merge: bool = True) -> bool:
        """Make the chosen decoration larger by steps, or smaller; without one, new ones."""
        before = self.chosen or self.state.new_decoration
        scale = min(MAX_SCALE, max(MIN_SCALE, round(before.scale * _GROWTH**steps, DECIMALS)))
        self.change(replace(before, scale=scale), "scale" if merge else "")
        return True

    def remove(self) -> bool:
        """Remove the chosen decoration, or report that there is none."""
        sentence = locked(self.state, self.edits)
        if not sentence and self.chosen is None:
            sentence = tr("Choose a decoration to remove.")
        if sentence:
            self.refused.emit(sentence)
        elif self.state.decoration_index is not None:
            self.document.edit(*self._without(self.state.decoration_index))
        return True

    def change(self, after: Decoration, kind: str = "") -> None:
        """Give the chosen decoration and new ones another look; changes of one ``kind`` in a row are one step."""
        before, at = self.chosen, self.state.decoration_index
        sentence = locked(self.state, self.edits) if before is not None else ""
        if sentence:
            self.refused.emit(sentence)
            return
        if before is not None and at is not None and after != before:
            if self._changing is None or self._changing[:2] != (at, kind) or not kind:
                self._changing = at, kind, new_stroke()
            self.document.edit(
                self._words(tr("Change {image}"), before), self._replaced(at, after), stroke=self._changing[2]
            )
        self.state.new_decoration = _look_of(after)

    def escape(self) -> bool:
        """Choose no decoration, so that options are those of new ones."""
        was, self.state.decoration_index = self.state.decoration_index, None
        return was is not None

    # -- helpers ----------------------------------------------------------------------------------------------

    def _place(self, p: Pointer) -> tuple[str, Iterable[Patch | None]]:
        after = self._put(self.state.new_decoration, p)
        before = self.decorations
        self._held = len(before)
        self.state.decoration_index = self._held
        return self._words(tr("Place {image}"), after), [list_patch("decorations", before, [*before, after])]

    def _replaced(self, at: int, after: Decoration) -> list[Patch | None]:
        before = self.decorations
        return [list_patch("decorations", before, [*before[:at], after, *before[at + 1 :]])]

    def _without(self, at: int) -> tuple[str, list[Patch | None]]:
        before = self.decorations
        self.state.decoration_index = None
        patch = list_patch("decorations", before, [*before[:at], *before[at + 1 :]])
        return self._words(tr("Remove {image}"), before[at]), [patch]

    def _words(self, text: str, decoration: Decoration) -> str:
        label = self.board.hex_name(decoration.hex)
        return tr("{action} on {label}").format(action=text.format(image=decoration.image), label=label)

    def _choose(self, at: int) -> None:
        self.state.decoration_index = at
        self.state.new_decoration = _look_of(self.decorations[at])

    def _put(self, decoration: Decoration, p: Pointer) -> Decoration:
        """Return a decoration at the pointer, where the options want it."""
        match self.state.decoration_place:
            case DecorationPlace.HEX:
                return replace(decoration, hex=p.hex, side=None, offset=(0.0, 0.0))
            case DecorationPlace.HEXSIDE:
                return replace(decoration, hex=p.hex, side=p.direction, offset=(0.0, 0.0))
        x, y = self._point(p)
        return at_point(self.board.layout, decoration, x + self._grip[0], y + self._grip[1])

    def _point(self, p: Pointer) -> tuple[float, float]:
        return self.board.layout.centre(p.hex) if p.point is None else p.point

    def _under(self, p: Pointer) -> int | None:
        """Return the index of the topmost decoration at the pointer; None for none."""
        scenario = self.document.scenario
        x, y = self._point(p)
        layers = (DecorationLayer.BELOW, DecorationLayer.ABOVE)
        order = sorted(range(len(self.decorations)), key=lambda at: layers.index(self.decorations[at].layer))
        for at in reversed(order):
            it = self.decorations[at]
            middle = decoration_point(self.board.layout, it)
            turn = math.radians(it.rotation)
            dx, dy = x - middle[0], y - middle[1]
            across, down = (
                dx * math.cos(turn) + dy * math.sin(turn),
                dy * math.cos(turn) - dx * math.sin(turn),
            )
            half = it.scale * SQRT3 / 2
            if max(abs(across), abs(down)) > half:
                continue
            image = find_image(scenario, it.image)
            # An image that cannot be drawn can still be removed where it would be.
            longest = 1.0 if isinstance(image, ImageFault) else max(image.width, image.height)
            size = (1.0, 1.0) if isinstance(image, ImageFault) else (image.width, image.height)
            if abs(across) <= half * size[0] / longest and abs(down) <= half * size[1] / longest:
                return at
        return None


def _look_of(decoration: Decoration) -> Decoration:
    """Return a decoration for new ones: without the place."""
    return replace(decoration, side=None, offset=(0.0, 0.0))
