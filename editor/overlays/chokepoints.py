"""The chokepoints: where few hexes decide who gets through, and where traffic goes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.pictures.chokepoints_overlay import (
    MOST,
    PASSAGE,
    STEPS,
    TRAFFIC,
    WORTH_SAYING,
    double_ring,
    share_text,
    width_disc,
)
from fairground.core.pictures.colours import GOLD
from fairground.core.pictures.display_list import Polygon
from fairground.core.pictures.zone_layers import zone_title
from fairground.editor.app.texts import hex_count, tr
from fairground.editor.canvas.array_window import around
from fairground.editor.canvas.array_window import cut as part_in
from fairground.editor.canvas.map_items_painter import paint_objectives, paint_units
from fairground.editor.document.mover_choice import mover_words, nothing_moves
from fairground.editor.jobs.movement import ChokepointsJob
from fairground.editor.overlays import fan_signs
from fairground.editor.overlays import gaps as choke_signs
from fairground.editor.overlays.earlier_state import of_kinds
from fairground.editor.overlays.gaps import gap, paint_chain, paint_width
from fairground.editor.overlays.overlay import LegendEntry
from fairground.editor.overlays.regions import FarCells, colour_number, paint_edges, paint_signs, paint_tints
from fairground.editor.overlays.worker_overlay import AskedOverlay

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.chokepoints.chokepoints import Chokepoints
    from fairground.core.metrics.chokepoints.cuts import Cut
    from fairground.core.pictures.display_list import Item
    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.overlays.earlier_state import AnswerDifference
    from fairground.editor.overlays.gaps import Gap
    from fairground.editor.tools.state import ToolState

#: From this pitch on there is room for the traffic in percent.
_SHARES_FROM = 40.0
#: On boards of more hexes the traffic would take longer than all the rest, and on very large ones minutes.
MOST_WITH_TRAFFIC = 10_000
#: On boards of more hexes the rest would take too long as well.
MOST_HEXES = 300_000


class ChokepointsOverlay(AskedOverlay["Chokepoints"]):
    """Shows what separates the zones, narrow passages, hexes that hold the board together, and traffic.

    Over a fill the traffic is discs, the larger the more, in place of tints and percentages.
    """

    id = "chokepoints"
    title = tr("Chokepoints")
    is_fill = False
    options = frozenset(("mover",))
    changes = (
        tr("chokepoint now, not before"),
        tr("chokepoint before, not now"),
        tr("chokepoint of another kind"),
    )

    def __init__(self, state: ToolState, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(state, worker, parent)
        self._far = FarCells()
        self._levels = np.zeros((0, 0), np.int64)
        #: Which passage each hex belongs to, from 1; 0 for none.
        self._numbers = np.zeros((0, 0), np.int32)
        #: Traffic in percent, where it is worth saying and there is room; 0 elsewhere.
        self._shares = np.zeros((0, 0), np.int64)
        self._passages: list[Gap] = []
        self._chains: list[Gap] = []

    # -- what it says of itself -----------------------------------------------------------------------------

    @property
    def refusal(self) -> str:
        """Why they are not looked for."""
        if self.document is None:
            return ""
        return nothing_moves(self.document.scenario) or too_large(self.document.scenario)

    @property
    def summary(self) -> str:
        """Who moves."""
        if self.document is None:
            return ""
        return tr("Hexes that few routes can avoid. {mover_words}").format(
            mover_words=mover_words(self.state.mover.mover(self.document.scenario))
        )

    @property
    def left_out(self) -> str:
        """That there is no traffic on large boards."""
        if self.document is None or self._has_traffic(self.document):
            return ""
        return tr(
            "Incomplete: traffic is not counted. This board has {size:,} hexes; the limit is {most:,}. "
            "Cuts, passages and connecting hexes are complete."
        ).format(size=self.document.scenario.board.terrain.size, most=MOST_WITH_TRAFFIC)

    def legend(self) -> tuple[LegendEntry, ...]:
        """Return the cuts one by one, and what the other signs mean, as far as they are to be seen."""
        found: Chokepoints | None = self.shown
        if found is None or self.document is None:
            return ()
        hexagon = self.hexagon
        ground = fan_signs.ground(hexagon)
        entries = []
        for it in found.cuts:
            sign = (
                (
                    *choke_signs.link(hexagon, 1.35),
                    *width_disc(0.0, 0.0, it.width, 2.2, GOLD),
                )
                if it.width
                else ()
            )
            entries.append(LegendEntry((*ground, *sign), self._cut_words(it)))
        if found.narrow:
            sign = (
                *choke_signs.passage_sample(hexagon),
                *width_disc(0.0, 0.0, 2, 2.2, PASSAGE),
            )
            entries.append(LegendEntry((*ground, *sign), tr("narrow passage, with its width")))
        if count := int(found.articulation.sum()):
            words = tr("connecting hexes, without which the board falls apart: {hexes}").format(
                hexes=hex_count(count)
            )
            entries.append(LegendEntry((*ground, *double_ring(0.0, 0.0, 1.9)), words))
        if most := float(found.traffic.max(initial=0.0)):
            sample = (
                choke_signs.traffic_disc(STEPS, 1.4)
                if self.is_over
                else (Polygon(hexagon, fill=TRAFFIC, opacity=MOST),)
            )
            entries.append(
                LegendEntry(
                    (*ground, *sample),
                    tr("traffic, up to {most:.0f}% of the cheapest routes").format(most=100 * most),
                )
            )
        return tuple(entries) or (LegendEntry(ground, tr("no chokepoints")),)

    def _cut_words(self, cut: Cut) -> str:
        names = (
            tr(" and ").join(zone_title(self.document.scenario, it) for it in cut.zones)
            if self.document
            else ""
        )
        if cut.width is None:
            return tr("{names}: adjacent, nothing between them").format(names=names)
        told = (
            tr("{names}: cut off by {hexes}").format(names=names, hexes=hex_count(cut.width))
            if cut.width
            else tr("{names}: no route").format(names=names)
        )
        return told + self._width_before(cut)

    def _width_before(self, cut: Cut) -> str:
        """Return how wide a gap was in the earlier state, where that was another width."""
        if self.shows_kept or self.difference is None:
            return ""
        before: Chokepoints = self.kept
        widths = [it.width or 0 for it in before.cuts if it.zones == cut.zones]
        return tr(" ({widths} before)").format(widths=widths[0]) if widths and widths[0] != cut.width else ""

    # -- working it out -------------------------------------------------------------------------------------

    def ask(self, document: Document) -> bool:
        """Ask for the narrow places."""
        scenario, choice, with_traffic = document.scenario, self.state.mover, self._has_traffic(document)
        self._inquiry.ask(lambda tag: ChokepointsJob(tag, scenario, choice, with_traffic))
        return True

    @staticmethod
    def _has_traffic(document: Document) -> bool:
        return document.scenario.board.terrain.size <= MOST_WITH_TRAFFIC

    def differ(self, before: Chokepoints, after: Chokepoints) -> AnswerDifference:
        """Tell which hexes have become narrow, or are no more, or otherwise: cut, passage, holding the board together."""
        return of_kinds(_narrowness(before), _narrowness(after))

    def shape_of(self, found: Chokepoints) -> tuple[int, ...]:
        """Return the shape of the traffic."""
        return found.traffic.shape

    def keep(self, found: Chokepoints) -> None:
        """Work out what is drawn where."""
        layout = found.board.layout
        self._levels = _levels(found.traffic)
        self._passages = [gap(layout, it.hexes, it.width) for it in found.narrow]
        self._numbers = np.zeros(found.traffic.shape, np.int32)
        for number, it in enumerate(self._passages, 1):
            self._numbers[it.places[:, 1], it.places[:, 0]] = number
        self._chains = []
        free = ~found.articulation
        taken: set[Hex] = set()
        # Each set of hexes once, in the order of the cuts.
        for hexes_of_cut in dict.fromkeys(it for cut in found.cuts for it in (cut.near_a, cut.near_b) if it):
            chain = gap(layout, hexes_of_cut, len(hexes_of_cut), taken=taken)
            taken.add(layout.from_offset(*chain.places[chain.middle].tolist()))
            self._chains.append(chain)
            free[chain.places[:, 1], chain.places[:, 0]] = False
        percent = np.rint(100 * found.traffic).astype(np.int64)
        self._shares = np.where((percent >= WORTH_SAYING) & free, percent, 0)

    # -- drawing --------------------------------------------------------------------------------------------

    def paint_found(self, frame: Frame, found: Chokepoints) -> None:
        """Draw the traffic, the passages, what holds the board together, and the cuts."""
        shares = [MOST * level / STEPS for level in range(STEPS + 1)]
        if frame.camera.is_near:
            tints = [(TRAFFIC, share) for share in shares[1:]]
            levels = part_in(self._levels, frame.cells)
            if self.is_over:
                discs = [partial(choke_signs.traffic_disc, level) for level in range(1, STEPS + 1)]
                paint_signs(frame, levels, "traffic-disc", discs, least=0.8)
            else:
                paint_tints(frame, levels, tints)
            self._paint_passages(frame)
            if frame.pitch >= _SHARES_FROM and not self.is_over:
                texts = [partial(_share, percent) for percent in range(1, 101)]
                paint_signs(frame, part_in(self._shares, frame.cells), "traffic-share", texts, least=1.0)
            paint_objectives(frame)
            paint_units(frame)
            for it in self._passages:
                paint_width(frame, it, choke_signs.PASSAGE_AT, PASSAGE)
        elif not self.is_over:
            self._far.paint(frame, self._levels, [colour_number(TRAFFIC, share) for share in shares])
        holding = part_in(found.articulation, frame.cells).astype(np.int64)
        rings = partial(double_ring, 0.0, 0.0, 1.0)
        paint_signs(frame, holding, "articulation", [rings], least=0.9)
        for chain in self._chains:
            paint_chain(frame, chain)
        for chain in self._chains:
            paint_width(frame, chain, choke_signs.CUT_AT, GOLD)

    def _paint_passages(self, frame: Frame) -> None:
        """Draw the lines inside the borders of the passages, all in one go."""
        own = part_in(self._numbers, frame.cells)
        inside = np.zeros(own.shape, np.uint8)
        for direction, beside in enumerate(
            around(self._numbers, frame.cells, frame.facts.board.layout, off=0)
        ):
            inside |= (beside == own).astype(np.uint8) << np.uint8(direction)
        paint_edges(frame, inside, (own > 0) & (inside != 63), choke_signs.BORDER)


def _share(percent: int) -> tuple[Item, ...]:
    return (share_text(0.0, 0.0, percent, 1.0),)


def _narrowness(found: Chokepoints) -> NDArray[np.int64]:
    """Return in which ways each hex is narrow: 1 for a cut, 2 for a passage, 4 for what holds the board together, added."""
    layout, ways = found.board.layout, 4 * found.articulation.astype(np.int64)
    cuts = frozenset().union(*(it.near_a | it.near_b for it in found.cuts))
    passages = frozenset().union(*(it.hexes for it in found.narrow))
    for way, hexes in ((1, cuts), (2, passages)):
        for at in hexes:
            column, row = layout.to_offset(at)
            ways[row, column] += way
    return ways


def _levels(traffic: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the steps in which the traffic is shown; 0 is not shown at all."""
    most = float(traffic.max(initial=0.0))
    if not most:
        return np.zeros(traffic.shape, np.int64)
    return np.rint(STEPS * traffic / most).astype(np.int64)


def too_large(scenario: Scenario) -> str:
    """Return the sentence that says that a board has too many hexes to look for chokepoints; empty when it has not."""
    board = scenario.board
    if board.terrain.size <= MOST_HEXES:
        return ""
    return tr("Chokepoints are found on boards of up to {most:,} hexes; this one has {size:,}.").format(
        most=MOST_HEXES, size=board.terrain.size
    )
