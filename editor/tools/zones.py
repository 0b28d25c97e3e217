"""The zone tool: paints the hexes of a zone, or adds rows, columns and discs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from fairground.core.scenario.parts import ZoneKind
from fairground.core.scenario.shapes import Listed
from fairground.core.scenario.transform.symmetric_parts import new_zone
from fairground.editor.app.texts import tr
from fairground.editor.document.patches import FieldPatch
from fairground.editor.tools.obstacles import locked
from fairground.editor.tools.option_defaults import ZoneWay
from fairground.editor.tools.shapes import lost_words
from fairground.editor.tools.stroke_tool import MAX_PREVIEW, HexStrokeTool
from fairground.editor.tools.zone_hexes import (
    add_zone_patch,
    dragged,
    image_of,
    partner_zone,
    zone_hexes_patch,
    zone_index,
    zone_shape_patch,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Zone
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.mirroring import Mirroring
    from fairground.editor.tools.tool import Pointer
    from fairground.editor.tools.tool_state import ToolState


class Zones(HexStrokeTool):
    """Adds hexes to the chosen zone with the left button and removes them with the right one.

    By the way that is chosen, these are the hexes that the pointer passes, or rows, columns and discs, which keep
    their words in the file; those take the place of what the zone has while Shift is held. With a symmetry, the mirror
    images go to the zone of the same kind of the other side.
    """

    id = "zones"
    title = tr("Zones")
    group = "parts"
    options = ("zones", "zone-shape", "size", "symmetry")
    hint = tr(
        "Left button adds to the chosen zone, right button removes. Shift replaces its hexes. Ctrl+click picks a "
        "zone."
    )
    edits = ("zones",)
    draws_shapes = False

    #: The zones before the stroke.
    _zones: list[Zone] | None = None

    def obstacle(self, p: Pointer) -> str:
        """Refuse also without a zone, or for the wrong number of sides."""
        return super().obstacle(p) or zone_obstacle(self.state, self._mirroring)

    def begin(self, p: Pointer) -> None:  # noqa: ARG002  # the shape is dragged from the press
        """Remember the zones, to which each move adds the shape."""
        self._zones = self.document.scenario.zones

    def edit(self, p: Pointer) -> tuple[str, Iterable[Patch | None]]:
        """Return the name of the step and the patches: hexes of each move, or the whole shape."""
        scenario, zones = self.document.scenario, self._zones
        index = zone_index(scenario, self.state.zone_id)
        if self.state.zone_way is ZoneWay.HEXES or zones is None or index is None or self._pressed is None:
            return super().edit(p)
        part = dragged(self.state.zone_way, self.board, self._pressed.hex, p.hex)
        if part is None:
            return "", ()
        add = not p.is_right
        image = image_of(part, self.board, self._mirroring)
        if add and p.holds(Qt.KeyboardModifier.ShiftModifier):
            partner = (
                partner_zone(replace(scenario, zones=zones), index) if image and zones[index].side else None
            )
            zones = emptied(zones, {index, partner})
        patch = zone_shape_patch(scenario, zones, index, part, add=add, image=image)
        title = scenario.zone_title(self.state.zone_id)
        return (tr("Add to {zone}") if add else tr("Remove from {zone}")).format(zone=title), [patch]

    def reach(self, p: Pointer) -> frozenset[Hex]:
        """Return the hexes that a click would edit, or those of the current shape."""
        if self.state.zone_way is ZoneWay.HEXES:
            return super().reach(p)
        start = self._pressed.hex if self._pressed is not None else p.hex
        part = dragged(self.state.zone_way, self.board, start, p.hex)
        mask = self.reached(part.mask(self.board)) if part is not None else None
        return self.board.hexes_of(mask) if mask is not None and mask.sum() <= MAX_PREVIEW else frozenset()

    def reached(self, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the hexes for the zone and its partner."""
        index = zone_index(self.document.scenario, self.state.zone_id)
        image = self._mirroring.image(self.board, mask)
        owned = index is not None and self.document.scenario.zones[index].side
        return mask ^ image if owned and self._mirroring.symmetry else mask | image

    def changes(self, mask: NDArray[np.bool_], p: Pointer) -> tuple[str, list[Patch | None]]:
        """Return the patch of the zones; remark on expressions that it turns into single hexes."""
        text, patches = zone_changes(self.state, self._mirroring, mask, add=not p.is_right)
        for patch in patches:
            if isinstance(patch, FieldPatch):
                self._remark = lost_expressions(self.document.scenario, patch.after) or self._remark
        return text, patches

    def pick(self, p: Pointer) -> None:
        """Choose the next zone that has the hex, starting over after the last."""
        cell = self.board.cell(p.hex)
        zones = self.document.scenario.zones
        chosen = zone_index(self.document.scenario, self.state.zone_id)
        start = 0 if chosen is None else chosen + 1
        there = (zone.id for zone in [*zones[start:], *zones[:start]] if zone.shape.mask(self.board)[cell])
        self.state.zone_id = next(there, self.state.zone_id)

    def create(self, side: str, kind: ZoneKind = ZoneKind.DEPLOYMENT) -> str:
        """Create a zone without hexes for a side (empty: no side), choose it, and return its id; empty where zones are locked."""
        refusal = locked(self.state, self.edits)
        if refusal:
            self.refused.emit(refusal)
            return ""
        scenario = self.document.scenario
        zone, owner = new_zone(scenario.zones, side, kind), scenario.side(side)
        text = tr("New zone for {side}").format(side=owner.title) if owner else tr("New zone")
        self.document.edit(text, [add_zone_patch(scenario, zone)])
        self.state.zone_id = zone.id
        return zone.id


def emptied(zones: list[Zone], indices: Collection[int | None]) -> list[Zone]:
    """Return the zones, those at ``indices`` without hexes."""
    return [replace(zone, shape=Listed(())) if at in indices else zone for at, zone in enumerate(zones)]


def lost_expressions(before: Scenario, after: object) -> str:
    """Return the remark on the first zone whose expression became single hexes; empty for none."""
    known = after if isinstance(after, list) else []
    words = (
        lost_words(before.zone_title(old.id), old.shape, new.shape)
        for old, new in zip(before.zones, known, strict=False)
    )
    return next(filter(None, words), "")


def zone_obstacle(state: ToolState, chosen: Mirroring) -> str:
    """Return why the chosen zone cannot be painted; empty when it can."""
    if state.document is None:
        return ""
    scenario = state.document.scenario
    index = zone_index(scenario, state.zone_id)
    if index is None:
        return tr("Choose a zone to paint, or create one.")
    zone, symmetry = scenario.zones[index], chosen.symmetry
    if symmetry is None or not zone.side:
        return ""
    sides = [side.id for side in scenario.sides]
    if len(sides) != 2 or zone.side not in sides:
        return tr("Symmetric painting of zones needs exactly two sides; this scenario has {count}.").format(
            count=len(sides)
        )
    return (
        ""
        if symmetry.order == 2
        else tr(
            "Painting zones for two sides at once needs a symmetry that swaps them: a 180° turn or a mirror."
        )
    )


def zone_changes(
    state: ToolState, chosen: Mirroring, mask: NDArray[np.bool_], *, add: bool
) -> tuple[str, list[Patch | None]]:
    """Return the name of the step and the patch that paints the chosen zone, which must be paintable."""
    if state.document is None:
        return "", []
    scenario = state.document.scenario
    index = zone_index(scenario, state.zone_id)
    image = chosen.image(scenario.board, mask) if chosen.symmetry else None
    patch = None if index is None else zone_hexes_patch(scenario, index, mask, add=add, image=image)
    title = scenario.zone_title(state.zone_id)
    return (tr("Paint {zone}") if add else tr("Erase {zone}")).format(zone=title), [patch]
