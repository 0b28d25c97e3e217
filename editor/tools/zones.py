"""The zone tool: paints the hexes of a side's zone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.scenario.parts import ZoneKind
from fairground.editor.tools.hex_stroke_tool import HexStrokeTool
from fairground.editor.tools.zone_hexes import add_zone_patch, new_zone, zone_hexes_patch, zone_index

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.mirroring import Mirroring
    from fairground.editor.tools.pointer import Pointer
    from fairground.editor.tools.state import ToolState


class Zones(HexStrokeTool):
    """Adds hexes to the chosen zone with the left button and takes them away with the right one.

    With a symmetry, the mirror images go to the zone of the same kind of the other side.
    """

    id = "zones"
    title = "Zones"
    hint = (
        "Paint the chosen zone: left button adds hexes, right button removes them. Ctrl+click picks a zone."
    )
    edits = ("zones",)

    def obstacle(self, p: Pointer) -> str:
        """Refuse to paint without a zone, or for the wrong number of sides, too."""
        return super().obstacle(p) or zone_obstacle(self.state, self._mirroring)

    def reached(self, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the hexes that the zone and its partner would get."""
        index = zone_index(self.document.scenario, self.state.zone_id)
        image = self._mirroring.image(self.board, mask)
        owned = index is not None and self.document.scenario.zones[index].side
        return mask ^ image if owned and self._mirroring.symmetry else mask | image

    def changes(self, mask: NDArray[np.bool_], p: Pointer) -> tuple[str, list[Patch | None]]:
        """Return the patch of the zones."""
        return zone_changes(self.state, self._mirroring, mask, add=not p.is_right)

    def pick(self, p: Pointer) -> None:
        """Choose the next zone that has the hex, starting over after the last."""
        cell = self.board.cell(p.hex)
        zones = self.document.scenario.zones
        chosen = zone_index(self.document.scenario, self.state.zone_id)
        start = 0 if chosen is None else chosen + 1
        there = (zone.id for zone in [*zones[start:], *zones[:start]] if zone.shape.mask(self.board)[cell])
        self.state.zone_id = next(there, self.state.zone_id)

    def create(self, side: str, kind: ZoneKind = ZoneKind.DEPLOYMENT) -> str:
        """Give a side (empty: nobody) a new zone without hexes, choose it, and return its id."""
        zone = new_zone(self.document.scenario, side, kind)
        self.document.edit(f"New zone {zone.id}", [add_zone_patch(self.document.scenario, zone)])
        self.state.zone_id = zone.id
        return zone.id


def zone_obstacle(state: ToolState, chosen: Mirroring) -> str:
    """Return the sentence that says why the chosen zone cannot be painted; empty when it can."""
    if state.document is None:
        return ""
    scenario = state.document.scenario
    index = zone_index(scenario, state.zone_id)
    if index is None:
        return "Choose a zone to paint, or make a new one."
    zone, symmetry = scenario.zones[index], chosen.symmetry
    if symmetry is None or not zone.side:
        return ""
    sides = [side.id for side in scenario.sides]
    if len(sides) != 2 or zone.side not in sides:
        return (
            f"With a symmetry, zones are painted for two sides at once; this scenario has {len(sides)} sides."
        )
    return (
        ""
        if symmetry.order == 2
        else "Zones of two sides need a symmetry that swaps the two: a 180° turn or a mirror."
    )


def zone_changes(
    state: ToolState, chosen: Mirroring, mask: NDArray[np.bool_], *, add: bool
) -> tuple[str, list[Patch | None]]:
    """Return the name of the step and the patch that paints the chosen zone; for where there is no obstacle."""
    if state.document is None:
        return "", []
    scenario = state.document.scenario
    index = zone_index(scenario, state.zone_id)
    image = chosen.image(scenario.board, mask) if chosen.symmetry else None
    patch = None if index is None else zone_hexes_patch(scenario, index, mask, add=add, image=image)
    return f"{'Paint' if add else 'Erase'} zone {state.zone_id}", [patch]
