"""The mirror images of hexes under the chosen symmetry, and those of units and objectives, which are edited together with them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.hexes import Hex, neighbour
from fairground.core.grid.hexsides import Corner, corner
from fairground.core.grid.layout import Orientation
from fairground.core.grid.symmetry import SYMMETRY_NAMES, about, board_symmetry, why_not
from fairground.core.scenario.inches import unit_point
from fairground.core.scenario.parts import free_id
from fairground.core.scenario.shapes import shape_of
from fairground.core.scenario.transform.board_transform import BoardTransform
from fairground.core.scenario.transform.carrying import carried_unit
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.grid.layout import Layout
    from fairground.core.grid.symmetry import BoardSymmetry, Symmetry
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Unit

    Mask = NDArray[np.bool_]

#: The centre of a symmetry; None for the middle of the board.
Centre = Hex | Corner | None


@dataclass(frozen=True, slots=True)
class Mirroring:
    """A symmetry on a board.

    ``symmetry`` is None when none is chosen or the board has none of that kind; in the second case ``refusal`` is
    the sentence that says why, else it is empty.
    """

    symmetry: Symmetry | None
    refusal: str

    def image(self, board: Board, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the hexes that those of ``mask`` become, once; both are ``[rows, columns]``.

        Images off the board are left out; without a symmetry there are none.
        """
        return self._image(board, mask, self.powers[0]) if self.powers else np.zeros_like(mask)

    def images(self, board: Board, mask: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
        """Return the images of the hexes of ``mask`` under each power, without those off the board."""
        return [self._image(board, mask, power) for power in self.powers]

    def orbit(self, board: Board, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the hexes of ``mask`` with all their images; a turn of 120 degrees gives two for each."""
        images = mask
        for image in self.images(board, mask):
            images = images | image
        return images

    def orbit_of_hex(self, board: Board, at: Hex) -> frozenset[Hex]:
        """Return a hex and its images, as far as they are on the board."""
        return frozenset(filter(board.contains, (at, *(power(at) for power in self.powers))))

    def leaves(self, board: Board, mask: NDArray[np.bool_]) -> bool:
        """Return whether images of the hexes of ``mask`` are off the board."""
        if not self.powers or not mask.any():
            return False
        # A board has no dents: where the ends of all lines of hexes stay, everything between them does.
        flat = board.layout.orientation is Orientation.FLAT
        lines = mask.T if flat else mask
        line = np.flatnonzero(lines.any(axis=1))
        first = lines[line].argmax(axis=1)
        last = lines.shape[1] - 1 - lines[line, ::-1].argmax(axis=1)
        at, line = np.concatenate((first, last)), np.concatenate((line, line))
        q, r = board.layout.from_offset_arrays(*((line, at) if flat else (at, line)))
        return not all(_on_board(board, *power.arrays(q, r))[2].all() for power in self.powers)

    def orbit_of_sides(self, sides: Iterable[Hexside]) -> frozenset[Hexside]:
        """Return hexsides with all their images, canonical; they may be off the board."""
        own = frozenset(sides)
        return own.union(*(map(power.hexside, own) for power in self.powers))

    @property
    def powers(self) -> tuple[Symmetry, ...]:
        """The symmetry applied once, twice and so on, without the identity."""
        return self.symmetry.powers if self.symmetry is not None else ()

    @staticmethod
    def _image(board: Board, mask: NDArray[np.bool_], power: Symmetry) -> NDArray[np.bool_]:
        row, column = np.nonzero(mask)
        q, r = power.arrays(*board.layout.from_offset_arrays(column, row))
        column, row, there = _on_board(board, q, r)
        images = np.zeros_like(mask)
        images[row[there], column[there]] = True
        return images


def mirroring(kind: BoardSymmetry | None, board: Board, centre: Centre = None) -> Mirroring:
    """Return the symmetry ``kind`` on ``board``.

    Without a ``centre`` it maps the board onto itself: the hexes that are not void, or else the whole rectangle. About a
    centre, images may be off the board.
    """
    if kind is None:
        return Mirroring(None, "")
    if centre is not None:
        symmetry = about(kind.linear(board.layout), centre)
        return Mirroring(symmetry, "" if symmetry else _impossible_about(kind, board, centre))
    void = board.void
    present = np.packbits(~void).tobytes() if void.any() else None
    return _mirroring(kind, board.layout, board.columns, board.rows, present)


def centre_words(board: Board, centre: Centre) -> str:
    """Describe the centre of a symmetry: ``hex D4``, ``the corner of D4, E4 and E5``; empty for the board."""
    if centre is None:
        return ""
    if isinstance(centre, Hex):
        return tr("hex {place_name}").format(place_name=board.hex_name(centre))
    around = sorted(hexes_at(centre), key=lambda at: board.layout.to_offset(at)[::-1])
    one, two, three = map(board.hex_name, around)
    return tr("the corner of {one}, {two} and {three}").format(one=one, two=two, three=three)


def hexes_at(at: Corner) -> tuple[Hex, Hex, Hex]:
    """Return the three hexes that meet in a corner, by q, then r."""
    near = Hex(at.q3 // 3, at.r3 // 3)
    around = (near + Hex(q, r) for q in (0, 1) for r in (0, 1))
    one, two, three = (it for it in around if at in (corner(it, index) for index in range(6)))
    return one, two, three


def _impossible_about(kind: BoardSymmetry, board: Board, centre: Hex | Corner) -> str:
    place = centre_words(board, centre)
    return tr(
        "A {symmetry_names} about {place} is not possible: hexes would not line up with the grid. Choose "
        "a hex as the centre."
    ).format(symmetry_names=SYMMETRY_NAMES[kind], place=place)


def _on_board(
    board: Board, q: NDArray[np.int64], r: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Return columns and rows of hexes, and which of them are on the board."""
    column, row = board.layout.to_offset_arrays(q, r)
    return column, row, (column >= 0) & (column < board.columns) & (row >= 0) & (row < board.rows)


@lru_cache(maxsize=16)
def _mirroring(
    kind: BoardSymmetry, layout: Layout, columns: int, rows: int, present: bytes | None
) -> Mirroring:
    symmetry = None
    if present is not None:
        marks = np.unpackbits(np.frombuffer(present, np.uint8), count=rows * columns).astype(np.bool_)
        symmetry = board_symmetry(kind, layout, columns, rows, present=marks.reshape(rows, columns))
    if symmetry is None:
        symmetry = board_symmetry(kind, layout, columns, rows)
    return Mirroring(symmetry, "" if symmetry else why_not(kind, layout, columns, rows))


def added_objectives(scenario: Scenario, objective: Objective, chosen: Mirroring) -> list[Objective]:
    """Return all objectives with a new one and its images, except where other objectives have their hexes.

    An image that touches the new objective is part of it, so that an objective in the centre of the board stays one.
    """
    board = scenario.board
    taken = np.zeros(board.terrain.shape, np.bool_)
    for it in scenario.objectives:
        taken = taken | it.shape.mask(board)
    own = before = objective.shape.mask(board)
    for there, side in _images(scenario, objective, before, chosen):
        if side == objective.side and _touch(board, own, there):
            own = own | (there & ~board.void & ~taken)
    if (own != before).any():
        objective = replace(objective, shape=shape_of(board, own))
    taken = taken | own
    objectives = [*scenario.objectives, objective]
    for there, side in _images(scenario, objective, own, chosen):
        image = there & ~board.void
        if image.any() and not (image & taken).any():
            name = free_id("objective", {it.id for it in objectives})
            objectives.append(replace(objective, id=name, shape=shape_of(board, image), side=side))
            taken = taken | image
    return objectives


def _touch(board: Board, one: Mask, other: Mask) -> bool:
    """Return whether two sets of hexes have neighbouring hexes."""
    others = board.hexes_of(other)
    return any(neighbour(at, direction) in others for at in board.hexes_of(one) for direction in range(6))


def changed_objectives(
    scenario: Scenario, objective: Objective, hexes: Mask, chosen: Mirroring, *, add: bool
) -> list[Objective]:
    """Return all objectives after one and its images gain or lose ``hexes``.

    An objective that is its own image also gains or loses the images of the hexes. One without hexes is removed.
    """
    board = scenario.board
    before = objective.shape.mask(board)
    own, wanted = hexes, {}
    for (was, side), (image, _) in zip(
        _images(scenario, objective, before, chosen), _images(scenario, objective, hexes, chosen), strict=True
    ):
        if np.array_equal(was, before):
            own = own | image
            continue
        partner = next((it for it in _alike(scenario, was, side) if it is not objective), None)
        if partner is not None:
            wanted[id(partner)] = image
    wanted[id(objective)] = own
    objectives = []
    for it in scenario.objectives:
        if id(it) not in wanted:
            objectives.append(it)
            continue
        mask = it.shape.mask(board)
        after = (mask | wanted[id(it)]) & ~board.void if add else mask & ~wanted[id(it)]
        if np.array_equal(after, mask):
            objectives.append(it)
        elif after.any():
            objectives.append(replace(it, shape=shape_of(board, after)))
    return objectives


def _images(
    scenario: Scenario, objective: Objective, mask: Mask, chosen: Mirroring
) -> list[tuple[Mask, str]]:
    """Return the images of ``mask`` under each power, each with the only side that can score there, if any."""
    sides = sides_of_images(scenario, objective.side, chosen) or ("",) * len(chosen.powers)
    return list(zip(chosen.images(scenario.board, mask), sides, strict=True))


def _alike(scenario: Scenario, mask: Mask, side: str) -> list[Objective]:
    board = scenario.board
    return [
        it for it in scenario.objectives if it.side == side and np.array_equal(it.shape.mask(board), mask)
    ]


#: Places less than this many inches apart are the same.
_NEAR = 0.01


def sides_of_images(scenario: Scenario, side: str, chosen: Mirroring) -> tuple[str, ...]:
    """Return the sides of the images of a side's part, one for each power of the symmetry.

    A symmetry that brings everything back after n times goes with n sides, which it changes round in their order; none
    where there are more or fewer, or where ``side`` is none of them.
    """
    sides = [it.id for it in scenario.sides]
    if not chosen.powers or len(sides) != len(chosen.powers) + 1 or side not in sides:
        return ()
    at = sides.index(side)
    return (*sides[at + 1 :], *sides[:at])


def unit_images(scenario: Scenario, unit: Unit, chosen: Mirroring) -> list[Unit]:
    """Return the images of a unit, with its id, even off the board; one for each place."""
    layout = scenario.board.layout
    units = {(unit.hex, unit.at): unit}
    for power, side in zip(chosen.powers, sides_of_images(scenario, unit.side, chosen), strict=False):
        transform = BoardTransform(layout, layout, power)
        image = carried_unit(replace(unit, side=side), transform, scenario.board.hex_inches)
        units.setdefault((image.hex, image.at), image)
    return [image for image in units.values() if image is not unit]


def unit_partners(scenario: Scenario, unit: Unit, chosen: Mirroring) -> list[Unit]:
    """Return the units at the places of a unit's images, of their side and its class."""
    images = unit_images(scenario, unit, chosen)
    return [
        it
        for it in scenario.units
        if it.unit_class == unit.unit_class and any(_is_there(scenario.board, it, image) for image in images)
    ]


def _is_there(board: Board, unit: Unit, image: Unit) -> bool:
    """Whether a unit is at the place of an image, up to rounding."""
    apart = math.dist(unit_point(board, unit), unit_point(board, image))
    return (unit.hex, unit.side) == (image.hex, image.side) and apart < _NEAR


def with_partners(scenario: Scenario, before: Unit, after: Unit, chosen: Mirroring) -> list[Unit]:
    """Return all units after one is changed together with its partners, where these have ground to stand on.

    They go where the images of ``after`` are, and look and carry their shields as those do; names and all else stay.
    """
    board = scenario.board
    images = {it.side: it for it in unit_images(scenario, after, chosen)}
    # Several may have one id, which a finding says.
    partners = {*map(id, unit_partners(scenario, before, chosen))}

    def changed(unit: Unit) -> Unit:
        if unit is before:
            return after
        image = images.get(unit.side) if id(unit) in partners else None
        if image is None or not board.contains(image.hex) or board.void[board.cell(image.hex)]:
            return unit
        return replace(unit, hex=image.hex, facing=image.facing, shield=image.shield, at=image.at)

    return [changed(unit) for unit in scenario.units]


def image_refusal(scenario: Scenario, chosen: Mirroring) -> str:
    """Return why units have no images although a symmetry is chosen; empty when they have."""
    if chosen.symmetry is None:
        return chosen.refusal
    wanted, sides = len(chosen.powers) + 1, len(scenario.sides)
    if sides == wanted:
        return ""
    return tr("This symmetry places units for {wanted} sides at once, but this scenario has {sides}.").format(
        wanted=wanted, sides=sides
    )
