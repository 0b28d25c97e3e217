"""The selection tool, a rectangle, a lasso, or the hexes of one terrain, and the actions on the selected hexes, each one step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal

from fairground.core.scenario.parts import Zone, ZoneKind, free_id
from fairground.core.scenario.shapes import shape_of
from fairground.core.scenario.transform.paste import ClipLayer
from fairground.editor.app.texts import hex_count, tr
from fairground.editor.document.clip_patches import cut_patches
from fairground.editor.document.part_patches import added
from fairground.editor.document.patches import BoardLayer, cell_patch
from fairground.editor.tools.elevation import LEVEL_STEPS, level_patch, level_refusal
from fairground.editor.tools.mirroring import mirroring
from fairground.editor.tools.obstacles import locked
from fairground.editor.tools.option_defaults import CLEAR, ElevationMode
from fairground.editor.tools.selecting import SelectShape, mode_at
from fairground.editor.tools.shapes import Flood, lassoed, same_terrain
from fairground.editor.tools.terrain_tools import step_name, terrain_patches
from fairground.editor.tools.tool import Tool
from fairground.editor.tools.zones import zone_changes, zone_obstacle

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool import Pointer
    from fairground.editor.tools.tool_state import ToolState


class SelectionActions(QObject):
    """Edits the hexes of ``state.selection`` and their mirror images; nothing happens when none are selected."""

    #: A sentence: why an action was refused.
    refused = Signal(str)

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state

    def fill(self, stack: tuple[str, ...] | None = None) -> None:
        """Fill the hexes with a terrain stack. Default: the first terrain of the options."""
        stack = stack or self._state.stack_first
        document, mask = self._selected("terrain")
        if document and mask is not None:
            document.edit(step_name(document, tr("Fill with"), stack), terrain_patches(document, mask, stack))

    def set_level(self) -> None:
        """Set the hexes to the level of the options."""
        level = self._state.level
        document, mask = self._selected("elevation")
        if document is None or mask is None:
            return
        off = level_refusal(document.scenario, level)
        if off:
            self.refused.emit(off)
            return
        patch = level_patch(document.scenario, mask, mode=ElevationMode.SET, level=level)
        document.edit(tr("Set level {level}").format(level=level), [patch])

    def raise_level(self) -> None:
        """Raise the hexes by one level."""
        self._move(ElevationMode.RAISE)

    def lower_level(self) -> None:
        """Lower the hexes by one level."""
        self._move(ElevationMode.LOWER)

    def clear(self) -> None:
        """Clear terrain, level and effects of the hexes; locked layers stay as they are."""
        layers = [layer for layer in BoardLayer if layer.value not in self._state.locked_layers]
        document, mask = self._selected(*(layers or BoardLayer))
        if document is None or mask is None:
            return
        patches: list[Patch | None] = []
        for layer in layers:
            if layer is BoardLayer.TERRAIN:
                patches += terrain_patches(document, mask, (CLEAR,))
            else:
                patches.append(cell_patch(document.scenario.board, layer, mask, 0))
        document.edit(tr("Clear hexes"), patches)

    def cut(self) -> None:
        """Clear the hexes that were cut, without mirror images; locked layers stay as they are."""
        document = self._state.document
        if document is None or not self._state.selection:
            return
        layers = [layer for layer in ClipLayer if layer.value not in self._state.locked_layers]
        if not layers:
            self.refused.emit(tr("Every layer that can be cut is locked. Unlock one in the Layers panel."))
            return
        board = document.scenario.board
        document.edit(
            tr("Cut {hexes}").format(hexes=hex_count(len(self._state.selection))),
            cut_patches(board, board.mask(self._state.selection), layers),
        )

    def make_area(self, name: str) -> str:
        """Create a named area of the hexes, and return its id; empty when refused."""
        document, mask = self._selected("zones", images=False)
        if document is None or mask is None:
            return ""
        scenario = document.scenario
        area_id = free_name(name, {zone.id for zone in scenario.zones})
        area = Zone(
            area_id, "", shape_of(scenario.board, mask), ZoneKind.AREA, name if name != area_id else ""
        )
        document.edit(tr("New area {name}").format(name=name), added(scenario, "zones", area))
        self._state.zone_id = area_id
        return area_id

    def add_to_zone(self) -> None:
        """Add the hexes to the chosen zone."""
        self._zone(add=True)

    def remove_from_zone(self) -> None:
        """Remove the hexes from the chosen zone."""
        self._zone(add=False)

    def _move(self, mode: ElevationMode) -> None:
        document, mask = self._selected("elevation")
        if document and mask is not None:
            document.edit(
                LEVEL_STEPS[mode],
                [level_patch(document.scenario, mask, mode=mode)],
            )

    def _zone(self, *, add: bool) -> None:
        document, mask = self._selected("zones", images=False)
        if document is None or mask is None:
            return
        chosen = mirroring(self._state.symmetry, document.scenario.board, self._state.symmetry_centre)
        obstacle = zone_obstacle(self._state, chosen)
        if obstacle:
            self.refused.emit(obstacle)
            return
        text, patches = zone_changes(self._state, chosen, mask, add=add)
        document.edit(text, patches)

    def _selected(
        self, *layers: str, images: bool = True
    ) -> tuple[Document | None, NDArray[np.bool_] | None]:
        """Return the document and the selected hexes with their images; None when refused."""
        document = self._state.document
        if document is None or not self._state.selection:
            return None, None
        board = document.scenario.board
        chosen = mirroring(self._state.symmetry, board, self._state.symmetry_centre)
        sentence = locked(self._state, layers) or chosen.refusal
        if sentence:
            self.refused.emit(sentence)
            return None, None
        mask = board.mask(self._state.selection)
        return document, chosen.orbit(board, mask) if images else mask


def free_name(name: str, taken: set[str]) -> str:
    """Return an id for an area of that name: the name spelled as an id, with a number if it is taken.

    Examples
    --------
    >>> free_name("Old Mill", set()), free_name("Old Mill", {"old-mill"})
    ('old-mill', 'old-mill-1')
    """
    plain = free_id(name, set()).removesuffix("-1")
    return plain if plain not in taken else free_id(plain, taken)


#: The most hexes outlined during a drag; of larger rectangles, the rim.
MAX_PREVIEW = 4000


class Select(Tool):
    """Selects hexes in the shape and mode of the options; Shift adds, Alt removes, both keep the overlap.

    ``actions`` edit what is selected. A click off the board in replace mode, or Escape, selects nothing.
    """

    id = "select"
    title = tr("Select")
    group = "select"
    options = ("select", "terrain", "selection", "symmetry")
    hint = tr(
        "Drag or click to select. Shift adds, Alt removes, both keep the overlap. Escape clears the selection."
    )

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(state, parent)
        self.actions = SelectionActions(state, self)
        self.actions.refused.connect(self.refused)
        self._pressed: Pointer | None = None
        #: The outline of a lasso, from neighbour to neighbour.
        self._way: list[Hex] = []
        self._flood = Flood(same_terrain)

    def press(self, p: Pointer) -> None:
        """Begin a rectangle or an outline."""
        if self._pressed is None and p.button == Qt.MouseButton.LeftButton:
            self._pressed = p
            self._way = [p.hex]
            self.hover(p)

    def move(self, p: Pointer) -> None:
        """Show what would be selected."""
        if self._pressed is not None:
            self._way += p.hexes[1:]
        self.hover(p)

    def release(self, p: Pointer) -> None:
        """Select."""
        if self._pressed is None or p.button not in (self._pressed.button, Qt.MouseButton.NoButton):
            return
        self._way += p.hexes[1:]
        mode = mode_at(self._pressed, self.state.select_mode)
        chosen = self._chosen(p)
        self._drop()
        self.state.selection = mode.of(self.board, self.state.selection, chosen)
        self.hover(p)

    def cancel(self) -> None:
        """Cancel the shape; the selection stays."""
        self._drop()
        self.refresh_preview()

    def escape(self) -> bool:
        """Select nothing."""
        had = bool(self.state.selection)
        self.state.selection = frozenset()
        return had

    def deactivate(self) -> None:
        """Cancel the shape; the selection stays."""
        self._drop()
        super().deactivate()

    def preview(self, p: Pointer) -> AbstractSet[Hex]:
        """Return the hexes to outline: of a lasso its outline, of many hexes the rim or the one under the pointer."""
        match self.state.select_shape:
            case SelectShape.RECTANGLE:
                mask = self._rectangle(self._start(p), p.hex)
                if mask.sum() > MAX_PREVIEW:
                    mask &= ~_inner(mask)
                return self.board.hexes_of(mask)
            case SelectShape.LASSO:
                return frozenset(filter(self.board.contains, self._way or (p.hex,)))
            case SelectShape.WAND | SelectShape.SAME:
                mask = self._alike(p.hex)
                return self.board.hexes_of(mask) if mask.sum() <= MAX_PREVIEW else super().preview(p)

    def words(self, p: Pointer) -> str:
        """Return the number of hexes to select; a lasso has none before its end."""
        match self.state.select_shape:
            case SelectShape.RECTANGLE if self._pressed is not None:
                return hex_count(self._rectangle(self._pressed.hex, p.hex).sum())
            case SelectShape.WAND | SelectShape.SAME:
                return hex_count(self._alike(p.hex).sum())
            case _:
                return ""

    def _chosen(self, p: Pointer) -> NDArray[np.bool_]:
        match self.state.select_shape:
            case SelectShape.RECTANGLE:
                return self._rectangle(self._start(p), p.hex)
            case SelectShape.LASSO:
                return lassoed(self.board, self._way)
            case SelectShape.WAND | SelectShape.SAME:
                return self._alike(p.hex)

    def _start(self, p: Pointer) -> Hex:
        return self._pressed.hex if self._pressed else p.hex

    def _alike(self, at: Hex) -> NDArray[np.bool_]:
        """Return the hexes of the stack of ``at`` that the shape takes."""
        if self.state.select_shape is SelectShape.WAND or not self.board.contains(at):
            return self._flood.at(self.document, at)
        return same_terrain(self.board, self.board.cell(at))

    def _rectangle(self, one: Hex, other: Hex) -> NDArray[np.bool_]:
        """Return the hexes between two corners, ``[rows, columns]``."""
        corners = map(self.board.layout.to_offset, (one, other))
        (left, right), (top, bottom) = map(sorted, zip(*corners, strict=True))
        mask = np.zeros(self.board.terrain.shape, np.bool_)
        mask[max(top, 0) : max(bottom + 1, 0), max(left, 0) : max(right + 1, 0)] = True
        return mask

    def _drop(self) -> None:
        self._pressed = None
        self._way = []

    def _option_changed(self, what: str) -> None:
        if what == "document":
            self._drop()
            self._flood.forget()
        elif what == "select_shape":
            self._drop()
        super()._option_changed(what)


def _inner(rectangle: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a rectangle without its outermost rows and columns; ``[rows, columns]``."""
    mask = np.zeros_like(rectangle)
    mask[1:-1, 1:-1] = (
        rectangle[1:-1, 1:-1]
        & rectangle[:-2, 1:-1]
        & rectangle[2:, 1:-1]
        & rectangle[1:-1, :-2]
        & rectangle[1:-1, 2:]
    )
    return mask
