"""The images of units and objectives under the chosen symmetry, which are edited together with them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.hexes import neighbour
from fairground.core.scenario.inches import unit_point
from fairground.core.scenario.parts import free_id
from fairground.core.scenario.shapes import shape_of
from fairground.core.scenario.transform.board_transform import BoardTransform
from fairground.core.scenario.transform.carrying import carried_unit
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Unit
    from fairground.editor.tools.symmetry.mirroring import Mirroring

    Mask = NDArray[np.bool_]


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
    return tr(
        "With this symmetry, units of {wanted} sides are placed together; this scenario has {sides}."
    ).format(wanted=wanted, sides=sides)
