"""Edits of a repair as a designer makes them: a whole zone, objective or feature, or a single hex, with its images.

On a symmetric map each edit is made with its images, so that the map stays symmetric.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Final

from fairground.core.metrics.fairness.candidates import fixed, goals_of
from fairground.core.metrics.fairness.symmetry import best_likeness
from fairground.core.scenario.arrays import hexside_table
from fairground.core.scenario.board_symmetry import centred_images, content_of, deviating
from fairground.core.scenario.hex_edits import edited
from fairground.core.scenario.shapes import locked_hexes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.metrics.fairness.candidates import Change
    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.scenario.board_symmetry import Image
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.hex_edits import Edit

    Mask = NDArray[np.bool_]


class EditCost:
    """The costs of edits: how much of the map they change, to a designer's eye. Less is better.

    An edit that is made with its images costs as much as all of them together.
    """

    #: A hex gets the terrain or level of its counterpart, or lies in a zone like it.
    LIKENED: Final = 1
    #: An objective moves by a hex.
    OBJECTIVE: Final = 2
    #: A zone, with its units, moves by a hex.
    ZONE_MOVE: Final = 2
    #: A zone gets another shape; and for each hex that it gains or, if those are more, loses.
    ZONE_SHAPE: Final = 2
    ZONE_SHAPE_HEX: Final = 1
    #: A terrain feature moves by a hex.
    FEATURE: Final = 3
    #: A single hex is added to a zone or removed.
    ZONE: Final = 3
    #: A single hex gets another level.
    LEVEL: Final = 4
    #: A single hex gets other terrain.
    TERRAIN: Final = 5


#: The costs of edits of a single hex by kind.
_OF_HEX: Final = {"terrain": EditCost.TERRAIN, "level": EditCost.LEVEL, "zone": EditCost.ZONE}


@dataclass(frozen=True, slots=True)
class MapEdit:
    """An edit of a map: ``edits`` of hexes that are made together.

    ``cost`` adds up ``EditCost``. ``sentence`` describes edits of several hexes; edits of a single hex describe themselves.
    """

    kind: Change
    edits: tuple[Edit, ...]
    cost: int = field(compare=False, default=0)
    sentence: str = field(compare=False, default="")

    @classmethod
    def of_hex(cls, edit: Edit, *, likened: bool = False) -> MapEdit:
        """Return an edit of a single hex; ``likened`` if it makes the hex equal its image."""
        kind: Change
        if edit.change == "terrain" or edit.change == "level" or edit.change == "zone":  # noqa: PLR1714  # narrows the type
            kind = edit.change
        else:
            raise ValueError(f"{edit.change} is not changed hex by hex")
        return cls(kind, (edit,), EditCost.LIKENED if likened else _OF_HEX[kind])

    @property
    def targets(self) -> frozenset[tuple[object, ...]]:
        """The properties that the edit sets; no list of edits sets one twice."""
        return frozenset(it.target for it in self.edits)

    @property
    def order(self) -> tuple[object, ...]:
        """The sort key that breaks ties between edits."""
        return self.cost, self.kind, [it.order for it in self.edits]

    def text(self, scenario: Scenario) -> str:
        """Return the edit as a sentence or several, for the scenario that it is made in."""
        if self.sentence:
            return self.sentence
        return " ".join(it.text(edited(scenario, self.edits[:place])) for place, it in enumerate(self.edits))


def hex_edits(edits: Iterable[MapEdit]) -> tuple[Edit, ...]:
    """Return the edits of hexes that make up some edits, in order."""
    return tuple(chain.from_iterable(it.edits for it in edits))


def total_cost(edits: Iterable[MapEdit]) -> int:
    """Return the cost of a list of edits."""
    return sum(it.cost for it in edits)


class EditImages:
    """Adds the images of edits on a map that a turn or mirror takes to itself, with each zone to an enemy's.

    Where only the ground is symmetric, and not the zones, edits of terrain and levels have images, and those of zones,
    objectives and units don't. On any other map edits stay as they are. Units and objectives without an image on the map have
    none.
    """

    def __init__(self, contest: Contest) -> None:
        likeness = best_likeness(contest)
        self._contest = contest
        self._powers: tuple[Symmetry, ...] = ()
        self._zones: dict[str, str] = {}
        #: Whether zones have images, as the ground has.
        self._has_zones = likeness is not None and not likeness.deviating.any()
        if likeness is None:
            return
        image = likeness.image if self._has_zones else _image_of_ground(contest)
        if image is None:
            return
        self._powers = image.symmetry.powers
        parties = {it.id: it for it in contest.parties}
        for name, other in likeness.exchanged.items():
            if len(parties[name].zones) == len(parties[other].zones) == 1:
                self._zones[parties[name].zones[0]] = parties[other].zones[0]

    @property
    def is_symmetric(self) -> bool:
        """Whether some edits have images."""
        return bool(self._powers)

    def of(self, edit: MapEdit) -> MapEdit | None:
        """Return an edit with its images; None if some image isn't possible, or contradicts the edit."""
        if not self._powers or (not self._has_zones and edit.kind in ("zone-move", "zone", "objective")):
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


def _image_of_ground(contest: Contest) -> Image | None:
    """Return a turn or mirror that takes terrain, levels, effects and hexsides to themselves, and no party's zones."""
    board, void = contest.board, contest.void
    content, table = content_of(board, void), hexside_table(board)
    for image in centred_images(board, void):
        at = image.row, image.column
        if any((it.mask & image.on_board & it.mask[at]).any() for it in contest.parties):
            continue
        if not (deviating(board, content, {}, {}, table, image) & ~void).any():
            return image
    return None
