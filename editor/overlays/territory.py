"""Territory: which deployment zone reaches each hex first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.pictures.board_overlay import placed
from fairground.core.pictures.reach_drawing import ASIDE
from fairground.core.pictures.territory_drawing import TerritoryDrawing, border_of, tie_sign
from fairground.core.scenario.parts import ZoneKind
from fairground.editor.app.texts import tr
from fairground.editor.canvas.camera import cut
from fairground.editor.document.mover_choice import describe_mover, nothing_moves
from fairground.editor.jobs.movement import Claims, TerritoryJob
from fairground.editor.overlays.earlier_state import HexChange, of_kinds
from fairground.editor.overlays.regions import outline_style, paint_border, paint_signs
from fairground.editor.overlays.worker_overlay import AskedOverlay

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.overlays.earlier_state import AnswerDifference

_SIGNS_FROM = 18.0


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

    def _refusal(self, scenario: Scenario) -> str:
        return nothing_moves(scenario) or no_two_zones(scenario)

    def _summary(self, scenario: Scenario) -> str:
        mover = describe_mover(self.state.mover.mover(scenario))
        return tr("Which zone reaches each hex first. {describe_mover}").format(describe_mover=mover)

    def _change_note(self, about: object) -> str:
        if self.shows_earlier or self.difference is None or self.latest is None:
            return ""
        before, after = (_of_zone(it, about) for it in (self.earlier, self.latest))
        change = of_kinds(before, after)
        gained, lost = change.count(HexChange.GAINED), change.count(HexChange.LOST)
        return f" (+{gained}, -{lost})" if gained or lost else ""

    def _ask(self, document: Document) -> bool:
        scenario, choice = document.scenario, self.state.mover
        self._request.ask(lambda tag: TerritoryJob(tag, scenario, choice))
        return True

    def _shape_of(self, answer: Claims) -> tuple[int, ...]:
        return answer.owner.shape

    def _differ(self, before: Claims, after: Claims) -> AnswerDifference:
        """Compare the owners by the ids of their zones; ties count as a zone of their own."""
        names = list(dict.fromkeys((*before.zones, *after.zones)))
        return of_kinds(_by_name(before, names), _by_name(after, names))

    def _describe(self, scenario: Scenario, answer: Claims) -> TerritoryDrawing:
        return TerritoryDrawing(scenario, answer.zones, answer.owner)

    def _paint_signs(self, frame: Frame) -> None:
        """Draw lines inside the borders, and the signs of ties."""
        drawing = self.drawing
        if not isinstance(drawing, TerritoryDrawing):
            return
        for index, side in enumerate(drawing.sides):
            paint_border(frame, drawing.owner == index, outline_style(border_of(side)))
        if frame.pitch >= _SIGNS_FROM:
            # Over a fill, the middle of the hexes belongs to the other overlay.
            at = ASIDE if self.is_over else (0.0, 0.0)
            ties = cut(drawing.ties, frame.cells).astype(np.int64)
            paint_signs(frame, ties, ("tie", self.is_over), [lambda: placed(tie_sign(), *at)], least=1.2)


def _by_name(claims: Claims, names: list[str]) -> NDArray[np.int16]:
    """Return the owner of each hex: the index of the zone in ``names``, from 2; 1 for a tie, 0 for none."""
    table = np.array([*(names.index(it) + 2 for it in claims.zones), 1, 0], np.int16)
    # Negative values index from the end: none is -1, a tie -2.
    return table[claims.owner]


def _of_zone(claims: Claims, zone_id: object) -> NDArray[np.uint8]:
    """Return 1 where a zone is first, 0 elsewhere."""
    mine = next((i for i, it in enumerate(claims.zones) if it == zone_id), len(claims.zones))
    return np.equal(claims.owner, mine).astype(np.uint8)


def no_two_zones(scenario: Scenario, what: str = tr("Territory")) -> str:
    """Return the sentence that says that ``what`` needs more sides or zones; empty if two or more sides can deploy."""
    zones = [zone for zone in scenario.zones if zone.kind is ZoneKind.DEPLOYMENT and zone.side]
    if len(zones) > 1:
        return ""
    if len(scenario.sides) < 2:
        return tr("{what} needs two sides with deployment zones. Add a side in the Scenario panel.").format(
            what=what
        )
    return tr("{what} needs deployment zones for two sides. Paint them with the zone tool.").format(what=what)
