"""The chokepoints: gaps between zones, narrow passages, hexes that hold the board together, and traffic."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QPen

from fairground.core.grid.hexes import neighbours
from fairground.core.pictures.board_overlay import placed
from fairground.core.pictures.chokepoints_drawing import (
    CHAIN,
    CUT_AT,
    JOINT,
    PASSAGE_AT,
    PASSAGE_LINE,
    ChokepointsDrawing,
    double_ring,
    link,
    share_text,
    traffic_disc,
    width_disc,
)
from fairground.core.pictures.colours import GOLD, PASSAGE
from fairground.editor.app.texts import tr
from fairground.editor.canvas.camera import around, cut
from fairground.editor.canvas.item_painter import smooth
from fairground.editor.canvas.map_items_painter import paint_objectives, paint_units
from fairground.editor.canvas.sprites import Fit, Sprite
from fairground.editor.document.mover_choice import describe_mover, nothing_moves
from fairground.editor.jobs.movement import ChokepointsJob
from fairground.editor.overlays.earlier_state import of_kinds
from fairground.editor.overlays.regions import outline_style, paint_edges, paint_signs
from fairground.editor.overlays.worker_overlay import AskedOverlay

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray
    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.layout import Layout
    from fairground.core.metrics.chokepoints.chokepoints import Chokepoints
    from fairground.core.pictures.board_overlay import BoardOverlay
    from fairground.core.pictures.display_list import Item, Point
    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.overlays.earlier_state import AnswerDifference
    from fairground.editor.tools.tool_state import ToolState

#: The smallest scale of chains and discs, in logical pixels a mm.
_LEAST, _LEAST_DISC = 0.5, 1.7


@dataclass(frozen=True, slots=True, eq=False)
class Gap:
    """A gap: the columns and rows of its hexes, ``[n, 2]``, and pairs of neighbours among them, ``[m, 2]``, as indices.

    ``middle`` is the index of the hex with the disc that shows the ``width``.
    """

    places: NDArray[np.int64]
    joints: NDArray[np.int64]
    middle: int
    width: int


def gap(layout: Layout, hexes: Collection[Hex], width: int, *, taken: Collection[Hex] = ()) -> Gap:
    """Return a gap; its disc is at the hex nearest to its middle that is not ``taken``."""
    order = sorted(hexes)
    numbers = {at: i for i, at in enumerate(order)}
    joints = [
        (i, numbers[it]) for at, i in numbers.items() for it in neighbours(at) if numbers.get(it, -1) > i
    ]
    centres = np.array([layout.centre(at) for at in order])
    away = ((centres - centres.mean(axis=0)) ** 2).sum(axis=1).round(6)
    free = [i for at, i in numbers.items() if at not in taken]
    return Gap(
        np.array([layout.to_offset(at) for at in order], np.int64),
        np.array(joints, np.int64).reshape(-1, 2),
        min(free or numbers.values(), key=lambda i: float(away[i])),
        width,
    )


def paint_chain(frame: Frame, chain: Gap) -> None:
    """Draw a link in every hex of a gap, joined where they are neighbours."""
    painter, art = frame.painter, frame.scale.art
    unit = max(art.unit, _LEAST * art.ratio)
    centres = frame.camera.centres(chain.places[:, 0], chain.places[:, 1])
    starts, ends = centres[chain.joints[:, 0]], centres[chain.joints[:, 1]]
    way = JOINT * (ends - starts)
    lines = [QLineF(*it) for it in np.hstack((starts + way, ends - way)).tolist()]
    with smooth(painter, None):
        for colour, width in CHAIN:
            painter.setPen(QPen(QColor(colour), width * unit, c=Qt.PenCapStyle.RoundCap))
            painter.drawLines(lines)
    hexagon = art.stage.hexagon()
    index = frame.scale.sheet.index(
        "chain-link", lambda: Sprite(tuple(link(hexagon)), fit=Fit.FIGURE, scale=unit)
    )
    frame.scale.sheet.stamp(painter, index, centres)


def paint_width(frame: Frame, it: Gap, at: Point, fill: str) -> None:
    """Draw the disc with the width of a gap, ``at`` mm from the middle of its hex, and large enough to read."""
    art = frame.scale.art
    scale = max(art.unit, _LEAST_DISC * art.ratio)
    draw = partial(placed, width_disc(it.width, fill), *at)
    index = frame.scale.sheet.index(
        ("gap-width", it.width, fill), lambda: Sprite(tuple(draw()), fit=Fit.FIGURE, scale=scale)
    )
    place = it.places[it.middle : it.middle + 1]
    frame.scale.sheet.stamp(frame.painter, index, frame.camera.centres(place[:, 0], place[:, 1]))


#: The smallest pitch with room for the traffic in percent.
_SHARES_FROM = 40.0
#: On larger boards, counting traffic would take longer than the rest, up to minutes.
MOST_WITH_TRAFFIC = 10_000
#: On larger boards, the rest would take too long as well.
MOST_HEXES = 300_000


class ChokepointsOverlay(AskedOverlay["Chokepoints"]):
    """Shows gaps between zones, narrow passages, hexes that hold the board together, and traffic.

    Over a fill, traffic is shown as discs of different sizes instead of tints and percentages.
    """

    id = "chokepoints"
    title = tr("Chokepoints")
    is_fill = False
    options = frozenset(("mover",))
    changes = (
        tr("new chokepoint"),
        tr("no longer a chokepoint"),
        tr("different kind of chokepoint"),
    )

    def __init__(self, state: ToolState, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(state, worker, parent)
        #: Which passage each hex belongs to, from 1; 0 for none.
        self._numbers = np.zeros((0, 0), np.int32)
        self._passages: list[Gap] = []
        self._chains: list[Gap] = []

    def _refusal(self, scenario: Scenario) -> str:
        return nothing_moves(scenario) or too_large(scenario)

    def _summary(self, scenario: Scenario) -> str:
        return tr("Hexes that few routes can avoid. {describe_mover}").format(
            describe_mover=describe_mover(self.state.mover.mover(scenario))
        )

    def _left_out(self, scenario: Scenario) -> str:
        if _has_traffic(scenario):
            return ""
        return tr(
            "Incomplete: traffic is not counted. This board has {size:,} hexes; the limit is {most:,}. "
            "Cuts, passages and connecting hexes are complete."
        ).format(size=scenario.board.terrain.size, most=MOST_WITH_TRAFFIC)

    def _change_note(self, about: object) -> str:
        """Return the width of a gap in the earlier state, if it was different."""
        if self.shows_earlier or self.difference is None or self.latest is None:
            return ""
        before, now = (
            [it.width or 0 for it in answer.cuts if it.zones == about]
            for answer in (self.earlier, self.latest)
        )
        return tr(", {widths} before").format(widths=before[0]) if before and now and before != now else ""

    def _ask(self, document: Document) -> bool:
        scenario, choice = document.scenario, self.state.mover
        with_traffic = _has_traffic(scenario)
        self._request.ask(lambda tag: ChokepointsJob(tag, scenario, choice, with_traffic))
        return True

    def _differ(self, before: Chokepoints, after: Chokepoints) -> AnswerDifference:
        return of_kinds(_narrowness(before), _narrowness(after))

    def _shape_of(self, answer: Chokepoints) -> tuple[int, ...]:
        return answer.traffic.shape

    def _describe(self, scenario: Scenario, answer: Chokepoints) -> ChokepointsDrawing:
        return ChokepointsDrawing(scenario, answer)

    def _prepare(self, answer: Chokepoints) -> None:
        super()._prepare(answer)
        if not isinstance(self.drawing, ChokepointsDrawing):
            return
        layout = answer.board.layout
        self._passages = [gap(layout, it.hexes, it.width) for it in answer.narrow]
        self._numbers = np.zeros(answer.traffic.shape, np.int32)
        for number, it in enumerate(self._passages, 1):
            self._numbers[it.places[:, 1], it.places[:, 0]] = number
        self._chains = []
        taken: set[Hex] = set()
        for hexes in self.drawing.chains:
            chain = gap(layout, hexes, len(hexes), taken=taken)
            taken.add(layout.from_offset(*chain.places[chain.middle].tolist()))
            self._chains.append(chain)

    def _paint_answer(self, frame: Frame, drawing: BoardOverlay) -> None:
        """Draw traffic, passages, hexes that hold the board together, and cuts."""
        if not isinstance(drawing, ChokepointsDrawing):
            return
        if frame.camera.is_near:
            if self.is_over:
                discs = [partial(traffic_disc, level) for level in range(1, len(drawing.looks) + 1)]
                paint_signs(frame, cut(drawing.kinds, frame.cells), "traffic-disc", discs, least=0.8)
            else:
                self._painter.paint(frame, drawing, over=False)
            self._paint_passages(frame)
            if frame.pitch >= _SHARES_FROM and not self.is_over:
                texts = [partial(_share, percent) for percent in range(1, 101)]
                paint_signs(frame, cut(drawing.percents, frame.cells), "traffic-share", texts, least=1.0)
            paint_objectives(frame)
            paint_units(frame)
            for it in self._passages:
                paint_width(frame, it, PASSAGE_AT, PASSAGE)
        elif not self.is_over:
            self._painter.paint(frame, drawing, over=False)
        holding = cut(drawing.found.articulation, frame.cells).astype(np.int64)
        paint_signs(frame, holding, "articulation", [double_ring], least=0.9)
        for chain in self._chains:
            paint_chain(frame, chain)
        for chain in self._chains:
            paint_width(frame, chain, CUT_AT, GOLD)

    def _paint_passages(self, frame: Frame) -> None:
        """Draw lines inside the borders of the passages."""
        own = cut(self._numbers, frame.cells)
        inside = np.zeros(own.shape, np.uint8)
        for direction, beside in enumerate(
            around(self._numbers, frame.cells, frame.facts.board.layout, off=0)
        ):
            inside |= (beside == own).astype(np.uint8) << np.uint8(direction)
        paint_edges(frame, inside, (own > 0) & (inside != 63), outline_style(PASSAGE_LINE))


def _share(percent: int) -> tuple[Item, ...]:
    return (share_text(percent),)


def _has_traffic(scenario: Scenario) -> bool:
    return scenario.board.terrain.size <= MOST_WITH_TRAFFIC


def _narrowness(answer: Chokepoints) -> NDArray[np.int64]:
    """Return the kinds of each hex, added up: 1 for a cut, 2 for a passage, 4 if it holds the board together."""
    layout, kinds = answer.board.layout, 4 * answer.articulation.astype(np.int64)
    cuts = frozenset().union(*(it.near_a | it.near_b for it in answer.cuts))
    passages = frozenset().union(*(it.hexes for it in answer.narrow))
    for kind, hexes in ((1, cuts), (2, passages)):
        for at in hexes:
            column, row = layout.to_offset(at)
            kinds[row, column] += kind
    return kinds


def too_large(scenario: Scenario) -> str:
    """Return the sentence that says that a board is too large for chokepoints; empty if it is not."""
    board = scenario.board
    if board.terrain.size <= MOST_HEXES:
        return ""
    return tr(
        "Chokepoints are available only for boards of up to {most:,} hexes; this one has {size:,}."
    ).format(most=MOST_HEXES, size=board.terrain.size)
