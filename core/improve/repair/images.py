"""Images of edits: on a symmetric map each edit is made with its images, so that the map stays symmetric."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from fairground.core.improve.repair.map_edit import MapEdit
from fairground.core.metrics.fairness.candidates import fixed, goals_of
from fairground.core.metrics.fairness.symmetry import best_likeness
from fairground.core.scenario.marked_hexes import locked_hexes

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.metrics.fairness.candidates import Change
    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.scenario.hex_edits import Edit

    Mask = NDArray[np.bool_]


class EditImages:
    """Adds the images of edits on a map that a turn or mirror takes to itself, with each zone to an enemy's.

    On any other map edits stay as they are. Units and objectives without an image on the map have none.
    """

    def __init__(self, contest: Contest) -> None:
        likeness = best_likeness(contest)
        self._contest = contest
        #: Whether edits get images.
        self.is_symmetric = likeness is not None and not likeness.deviating.any()
        self._powers: tuple[Symmetry, ...] = ()
        self._zones: dict[str, str] = {}
        if likeness is None or not self.is_symmetric:
            return
        self._powers = likeness.image.symmetry.powers
        parties = {it.id: it for it in contest.parties}
        for name, other in likeness.exchanged.items():
            if len(parties[name].zones) == len(parties[other].zones) == 1:
                self._zones[parties[name].zones[0]] = parties[other].zones[0]

    def of(self, edit: MapEdit) -> MapEdit | None:
        """Return an edit with its images; None if some image isn't possible, or contradicts the edit."""
        if not self.is_symmetric:
            return edit
        found: dict[tuple[object, ...], Edit] = {it.target: it for it in edit.edits}
        current = edit.edits
        for _ in self._powers:
            current = tuple(image for it in current if (image := self._image(it, edit.kind)) is not None)
            if len(current) < len(edit.edits):
                return None
            if any(found.setdefault(it.target, it) != it for it in current):
                return None
        if len(found) == len(edit.edits):
            return edit
        if any(self._objectives.get(it.objective) == it.objective for it in edit.edits if it.objective):
            # It is its own image, and would end up in two places.
            return None
        sentence = edit.sentence and f"{edit.sentence[:-1]}, and likewise on the other side."
        cost = edit.cost * len(found) // len(edit.edits)
        edits = tuple(sorted(found.values(), key=lambda it: it.order))
        return replace(edit, edits=edits, cost=cost, sentence=sentence)

    def of_hexes(self, edits: Sequence[Edit]) -> tuple[Edit, ...] | None:
        """Return edits of single hexes with their images; None if that isn't possible."""
        found: dict[tuple[object, ...], Edit] = {}
        for it in edits:
            image = self.of(MapEdit.of_hex(it))
            if image is None or any(found.setdefault(one.target, one) != one for one in image.edits):
                return None
        return tuple(found.values())

    def _image(self, edit: Edit, kind: Change) -> Edit | None:
        """Return the image of an edit of a hex; None if it isn't possible."""
        board = self._contest.board
        symmetry = self._powers[0]
        there = symmetry(edit.hex)
        still = self._still if kind in ("zone-move", "objective") else self._fixed
        if not board.contains(there) or still[board.cell(there)]:
            return None
        if edit.change == "terrain" and self._goals[board.cell(there)]:
            return None
        if edit.change == "zone":
            return replace(edit, hex=there, zone=self._zones[edit.zone]) if edit.zone in self._zones else None
        if edit.change == "objective":
            other = self._objectives.get(edit.objective)
            # An objective that isn't symmetric moves alone.
            return edit if other is None else replace(edit, hex=there, objective=other)
        if edit.change == "unit":
            unit = self._units.get(edit.unit)
            return None if unit is None else replace(edit, hex=there, unit=unit)
        return replace(edit, hex=there)

    @cached_property
    def _still(self) -> Mask:
        found: Mask = self._contest.board.void | locked_hexes(self._contest.scenario)
        return found

    @cached_property
    def _fixed(self) -> Mask:
        return fixed(self._contest.scenario)

    @cached_property
    def _goals(self) -> Mask:
        return goals_of(self._contest.scenario)

    @cached_property
    def _objectives(self) -> dict[str, str]:
        """The objective that each becomes; without those that become none."""
        board, symmetry = self._contest.board, self._powers[0]
        hexes = {
            it.id: frozenset(board.hexes_of(it.shape.mask(board))) for it in self._contest.scenario.objectives
        }
        return {
            name: other
            for name, own in hexes.items()
            for other, their in hexes.items()
            if frozenset(map(symmetry, own)) == their
        }

    @cached_property
    def _units(self) -> dict[str, str]:
        """The unit that each becomes, of the same class; without those that become none."""
        symmetry = self._powers[0]
        at: dict[Hex, list[tuple[str, str]]] = {}
        for it in self._contest.scenario.units:
            at.setdefault(it.hex, []).append((it.unit_class, it.id))
        return {
            it.id: other
            for it in self._contest.scenario.units
            for kind, other in at.get(symmetry(it.hex), [])
            if kind == it.unit_class
        }
