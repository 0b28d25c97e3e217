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
from fairground.editor.app.texts import hex_count, tr
from fairground.editor.canvas.array_window import cut
from fairground.editor.canvas.art import OutlineStyle
from fairground.editor.canvas.map_items_painter import paint_hatched, paint_objectives, paint_units
from fairground.editor.document.mover_choice import mover_words, nothing_moves
from fairground.editor.jobs.movement import Claims, TerritoryJob
from fairground.editor.overlays import fan_signs, reach_colours
from fairground.editor.overlays.earlier_state import HexChange, of_kinds
from fairground.editor.overlays.overlay import LegendEntry
from fairground.editor.overlays.regions import (
    FarCells,
    FarEdges,
    colour_number,
    paint_border,
    paint_signs,
    paint_tints,
)
from fairground.editor.overlays.worker_overlay import AskedOverlay

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QObject

    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.overlays.earlier_state import AnswerDifference
    from fairground.editor.tools.state import ToolState

_SIGNS_FROM = 18.0
#: What is in ``Claims.owner`` besides indices; those of the core, which is loaded in the worker alone.
NOBODY, TIE = -1, -2


class TerritoryOverlay(AskedOverlay[Claims]):
    """Gives every hex the colour and the hatch of the zone that gets there first; over a fill, without the colour."""

    id = "territory"
    title = tr("Territory")
    options = frozenset(("mover",))
    changes = (
        tr("gained by a zone"),
        tr("no longer reached by any zone"),
        tr("changed to another zone"),
    )

    def __init__(self, state: ToolState, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(state, worker, parent)
        self._far, self._far_edges = FarCells(), FarEdges()
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
        return tr("Which zone reaches each hex first. {mover_words}").format(mover_words=mover_words(mover))

    def legend(self) -> tuple[LegendEntry, ...]:
        """Return the zones with how many hexes they claim."""
        shown: Claims | None = self.shown
        if shown is None or self.document is None:
            return ()
        hexagon, owner, scenario = self.hexagon, shown.owner, self.document.scenario
        on_board = ~scenario.board.void
        ground = fan_signs.ground(hexagon)
        found = []
        for index, zone_id in enumerate(shown.zones):
            side = zone_side(scenario, zone_id)
            tint = () if self.is_over else (Polygon(hexagon, fill=side_colour(side), opacity=TINT),)
            words = f"{zone_title(scenario, zone_id)}: {hex_count(int((owner == index).sum()))}"
            words += self._change_of(zone_id)
            found.append(LegendEntry((*ground, *tint), words, side_hatch(side)))
        if count := int((owner == TIE).sum()):
            veil = Polygon(hexagon, fill=PAPER, opacity=TIE_VEIL)
            found.append(
                LegendEntry(
                    (*ground, veil, *tie_sign(0.0, 0.0, 1.4)),
                    tr("a tie: {hexes}").format(hexes=hex_count(count)),
                    tie_hatch(),
                )
            )
        if count := int(((owner == NOBODY) & on_board).sum()):
            found.append(
                LegendEntry(
                    (*ground, *fan_signs.beyond(hexagon)),
                    tr("reached by nobody: {hexes}").format(hexes=hex_count(count)),
                )
            )
        return tuple(found)

    def _change_of(self, zone_id: str) -> str:
        """Return how many hexes a zone has gained and lost since the earlier state; empty without any."""
        if self.shows_kept or self.difference is None or self.found is None:
            return ""
        before, after = _of_zone(self.kept, zone_id), _of_zone(self.found, zone_id)
        found = of_kinds(before, after)
        gained, lost = found.count(HexChange.GAINED), found.count(HexChange.LOST)
        return f" (+{gained}, -{lost})" if gained or lost else ""

    # -- working it out -------------------------------------------------------------------------------------

    def ask(self, document: Document) -> bool:
        """Ask who gets where first."""
        scenario, choice = document.scenario, self.state.mover
        self._inquiry.ask(lambda tag: TerritoryJob(tag, scenario, choice))
        return True

    def shape_of(self, found: Claims) -> tuple[int, ...]:
        """Return the shape of the claims."""
        return found.owner.shape

    def differ(self, before: Claims, after: Claims) -> AnswerDifference:
        """Tell where another zone is first, by the zones' names; ties count as a zone of their own."""
        names = list(dict.fromkeys((*before.zones, *after.zones)))
        return of_kinds(_by_name(before, names), _by_name(after, names))

    def keep(self, found: Claims) -> None:
        """Tell apart what is drawn apart."""
        tie, nobody = len(found.zones) + 1, len(found.zones) + 2
        owner = found.owner.astype(np.int16)
        self._kinds = np.where(owner >= 0, owner + 1, np.where(owner == TIE, tie, nobody)).astype(np.int16)
        if self.document is not None and self._fits(found):
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
            colours = (0, *(colour_number(*tint) for tint in tints))
            if self.is_over:
                self._far_edges.paint(frame, self._kinds, colours)
            else:
                self._far.paint(frame, self._kinds, colours)
            return
        shown = cut(self._kinds, frame.cells)
        if not self.is_over:
            paint_tints(frame, shown, [*((side_colour(side), TINT) for side in sides), *others])
        paint_hatched(frame, shown == tie, tie_hatch())
        for side in dict.fromkeys(sides):
            own = [index for index, other in enumerate(sides, 1) if other == side]
            paint_hatched(frame, np.isin(shown, own), side_hatch(side))
        for index, side in enumerate(sides):
            paint_border(frame, owner == index, _border(side_colour(side)))
        if frame.pitch >= _SIGNS_FROM:
            # The middle of the hexes is the other one's where this lies over it.
            draw = partial(tie_sign, *(reach_colours.ASIDE if self.is_over else (0.0, 0.0)), 1.0)
            paint_signs(frame, (shown == tie).astype(np.int64), ("tie", self.is_over), [draw], least=1.2)
        paint_objectives(frame)
        paint_units(frame)


def _by_name(claims: Claims, names: list[str]) -> NDArray[np.int16]:
    """Return whose each hex is: the place of the zone among ``names``, from 2; 1 for a tie, 0 for nobody."""
    table = np.array([*(names.index(it) + 2 for it in claims.zones), 1, 0], np.int16)
    # What is no index counts from the end: nobody is -1, a tie -2.
    return table[claims.owner]


def _of_zone(claims: Claims, zone_id: str) -> NDArray[np.uint8]:
    """Return 1 where a zone is first, 0 elsewhere."""
    mine = claims.zones.index(zone_id) if zone_id in claims.zones else len(claims.zones)
    return np.equal(claims.owner, mine).astype(np.uint8)


def no_two_zones(scenario: Scenario, what: str = tr("Territory")) -> str:
    """Return the sentence that says that ``what`` lacks somebody to set apart; empty where there are two zones or more."""
    zones = [zone for zone in scenario.zones if zone.kind is ZoneKind.DEPLOYMENT and zone.side]
    return (
        ""
        if len(zones) > 1
        else tr("{what} needs deployment zones of two sides. Paint them with the zone tool.").format(
            what=what
        )
    )


def _border(colour: str) -> OutlineStyle:
    return OutlineStyle(f"territory-{colour}", ((PAPER, 3.4, 0.85, ()), (colour, 2.0, 1.0, ())), inset=1.0)
