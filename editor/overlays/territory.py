"""The territory: which deployment zone each hex is nearest to, for who moves."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.pictures.colours import PAPER
from fairground.core.pictures.display_list import Polygon
from fairground.core.pictures.territory_overlay import TIE_VEIL, TINT, tie_hatch, tie_sign
from fairground.core.pictures.zone_layers import side_colour, side_hatch, zone_side, zone_title
from fairground.core.scenario.parts import ZoneKind
from fairground.core.text.counts import hex_count
from fairground.editor.canvas.art import OutlineStyle
from fairground.editor.canvas.parts_painter import paint_hatched, paint_objectives, paint_units
from fairground.editor.canvas.window import cut
from fairground.editor.document.mover_choice import mover_words, nothing_moves
from fairground.editor.overlays import fan_signs
from fairground.editor.overlays.asked_overlay import AskedOverlay
from fairground.editor.overlays.far_cells import FarCells, colour_number
from fairground.editor.overlays.overlay import LegendEntry
from fairground.editor.overlays.regions import paint_border, paint_signs, paint_tints
from fairground.editor.worker.moving import Claims, TerritoryJob

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.tools.state import ToolState
    from fairground.editor.worker.worker import Worker

_SIGNS_FROM = 18.0
#: What is in ``Claims.owner`` besides indices; those of the core, which is loaded in the worker alone.
NOBODY, TIE = -1, -2


class TerritoryOverlay(AskedOverlay[Claims]):
    """Gives every hex the colour and the hatch of the zone that gets there first."""

    id = "territory"
    title = "Territory"
    options = frozenset(("mover",))

    def __init__(self, state: ToolState, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(state, worker, parent)
        self._far = FarCells()
        #: Zones from 1, then ties, then what nobody gets to; 0 is left as it is.
        self._kinds = np.zeros((0, 0), np.int16)

    # -- what it says of itself -----------------------------------------------------------------------------

    @property
    def refusal(self) -> str:
        """Why nothing is claimed."""
        if self.document is None:
            return ""
        return nothing_moves(self.document.scenario) or no_two_zones(self.document.scenario)

    @property
    def summary(self) -> str:
        """Who moves."""
        if self.document is None:
            return ""
        mover = self.state.mover.mover(self.document.scenario)
        return f"Which zone gets there first. {mover_words(mover)}"

    def legend(self) -> tuple[LegendEntry, ...]:
        """Return the zones with how many hexes they claim."""
        if self.found is None or self.document is None:
            return ()
        hexagon, owner, scenario = self.hexagon, self.found.owner, self.document.scenario
        on_board = ~scenario.board.void
        ground = fan_signs.ground(hexagon)
        found = []
        for index, zone_id in enumerate(self.found.zones):
            side = zone_side(scenario, zone_id)
            tint = Polygon(hexagon, fill=side_colour(side), opacity=TINT)
            words = f"{zone_title(scenario, zone_id)}: {hex_count(int((owner == index).sum()))}"
            found.append(LegendEntry((*ground, tint), words, side_hatch(side)))
        if count := int((owner == TIE).sum()):
            veil = Polygon(hexagon, fill=PAPER, opacity=TIE_VEIL)
            found.append(
                LegendEntry(
                    (*ground, veil, *tie_sign(0.0, 0.0, 1.4)), f"a tie: {hex_count(count)}", tie_hatch()
                )
            )
        if count := int(((owner == NOBODY) & on_board).sum()):
            found.append(
                LegendEntry((*ground, *fan_signs.beyond(hexagon)), f"nobody gets there: {hex_count(count)}")
            )
        return tuple(found)

    # -- working it out -------------------------------------------------------------------------------------

    def ask(self, document: Document) -> bool:
        """Ask who gets where first."""
        scenario, choice = document.scenario, self.state.mover
        self._inquiry.ask(lambda tag: TerritoryJob(tag, scenario, choice))
        return True

    def shape_of(self, found: Claims) -> tuple[int, ...]:
        """Return the shape of the claims."""
        return found.owner.shape

    def keep(self, found: Claims) -> None:
        """Tell apart what is drawn apart."""
        tie, nobody = len(found.zones) + 1, len(found.zones) + 2
        owner = found.owner.astype(np.int16)
        self._kinds = np.where(owner >= 0, owner + 1, np.where(owner == TIE, tie, nobody)).astype(np.int16)
        if self.document is not None:
            self._kinds[self.document.scenario.board.void] = 0

    # -- drawing --------------------------------------------------------------------------------------------

    def paint_found(self, frame: Frame, found: Claims) -> None:
        """Draw the tints with their hatches, lines inside the borders, and over them what stands on the board."""
        if self.document is None:
            return
        scenario, owner = self.document.scenario, found.owner
        sides = [zone_side(scenario, it) for it in found.zones]
        tie = len(sides) + 1
        others = ((PAPER, TIE_VEIL), (PAPER, fan_signs.BEYOND_OPACITY))
        if not frame.camera.is_near:
            tints = [*((side_colour(side), TINT + 0.15) for side in sides), *others]
            self._far.paint(frame, self._kinds, (0, *(colour_number(*tint) for tint in tints)))
            return
        shown = cut(self._kinds, frame.cells)
        paint_tints(frame, shown, [*((side_colour(side), TINT) for side in sides), *others])
        paint_hatched(frame, shown == tie, tie_hatch())
        for side in dict.fromkeys(sides):
            own = [index for index, other in enumerate(sides, 1) if other == side]
            paint_hatched(frame, np.isin(shown, own), side_hatch(side))
        for index, side in enumerate(sides):
            paint_border(frame, owner == index, _border(side_colour(side)))
        if frame.pitch >= _SIGNS_FROM:
            paint_signs(
                frame, (shown == tie).astype(np.int64), "tie", [partial(tie_sign, 0.0, 0.0, 1.0)], least=1.2
            )
        paint_objectives(frame)
        paint_units(frame)


def no_two_zones(scenario: Scenario) -> str:
    """Return the sentence that says why hexes have nobody to be claimed by; empty where there are two zones or more."""
    zones = [zone for zone in scenario.zones if zone.kind is ZoneKind.DEPLOYMENT and zone.side]
    return (
        "" if len(zones) > 1 else "Territory needs two deployment zones of sides; the zone tool makes them."
    )


def _border(colour: str) -> OutlineStyle:
    return OutlineStyle(f"territory-{colour}", ((PAPER, 3.4, 0.85, ()), (colour, 2.0, 1.0, ())), inset=1.0)
