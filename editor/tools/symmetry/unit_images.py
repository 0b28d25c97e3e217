"""The images of units under the symmetry that is being painted with: each for another side, and looking the other way.

The images of objectives under the symmetry that is being painted with: objectives of their own, changed together.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.scenario.parts import free_id
from fairground.core.scenario.shapes import shape_of
from fairground.core.scenario.table import unit_point
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
    """Return all objectives with a new one and its images, where no objective has their hexes; its own id stays."""
    board = scenario.board
    taken = objective.shape.mask(board)
    for it in scenario.objectives:
        taken = taken | it.shape.mask(board)
    found = [*scenario.objectives, objective]
    for there, side in _images(scenario, objective, objective.shape.mask(board), chosen):
        image = there & ~board.void
        if image.any() and not (image & taken).any():
            name = free_id("objective", {it.id for it in found})
            found.append(replace(objective, id=name, shape=shape_of(board, image), side=side))
            taken = taken | image
    return found


def changed_objectives(
    scenario: Scenario, objective: Objective, hexes: Mask, chosen: Mirroring, *, add: bool
) -> list[Objective]:
    """Return all objectives when one gets ``hexes``, or loses them, and those that are its images likewise.

    One that is its own image gets or loses the images of the hexes, too. What has no hex any more is gone.
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
    found = []
    for it in scenario.objectives:
        if id(it) not in wanted:
            found.append(it)
            continue
        mask = it.shape.mask(board)
        after = (mask | wanted[id(it)]) & ~board.void if add else mask & ~wanted[id(it)]
        if np.array_equal(after, mask):
            found.append(it)
        elif after.any():
            found.append(replace(it, shape=shape_of(board, after)))
    return found


def _images(
    scenario: Scenario, objective: Objective, mask: Mask, chosen: Mirroring
) -> list[tuple[Mask, str]]:
    """Return what ``mask`` becomes under each power, and which side alone could win there; nobody alone when none."""
    sides = sides_of_images(scenario, objective.side, chosen) or ("",) * len(chosen.powers)
    return list(zip(chosen.images(scenario.board, mask), sides, strict=True))


def _alike(scenario: Scenario, mask: Mask, side: str) -> list[Objective]:
    board = scenario.board
    return [
        it for it in scenario.objectives if it.side == side and np.array_equal(it.shape.mask(board), mask)
    ]


#: Places less than so many inches apart are one.
_NEAR = 0.01


def sides_of_images(scenario: Scenario, side: str, chosen: Mirroring) -> tuple[str, ...]:
    """Return the sides that the images of what is a side's belong to, one for each power of the symmetry.

    A symmetry that brings everything back after n times goes with n sides, which it changes round in their order; none
    where there are more or fewer, or where ``side`` is none of them.
    """
    sides = [it.id for it in scenario.sides]
    if not chosen.powers or len(sides) != len(chosen.powers) + 1 or side not in sides:
        return ()
    at = sides.index(side)
    return (*sides[at + 1 :], *sides[:at])


def unit_images(scenario: Scenario, unit: Unit, chosen: Mirroring) -> list[Unit]:
    """Return the images of a unit, wherever they lie; they bear its id. Places that several would share have one alone."""
    layout = scenario.board.layout
    found = {(unit.hex, unit.at): unit}
    for power, side in zip(chosen.powers, sides_of_images(scenario, unit.side, chosen), strict=False):
        way = BoardTransform(layout, layout, power)
        image = carried_unit(replace(unit, side=side), way, scenario.board.hex_inches)
        found.setdefault((image.hex, image.at), image)
    return [image for image in found.values() if image is not unit]


def unit_partners(scenario: Scenario, unit: Unit, chosen: Mirroring) -> list[Unit]:
    """Return the units that stand where the images of one are, of their side and its class."""
    images = unit_images(scenario, unit, chosen)
    return [
        it
        for it in scenario.units
        if it.unit_class == unit.unit_class and any(_is_there(scenario.board, it, image) for image in images)
    ]


def _is_there(board: Board, unit: Unit, image: Unit) -> bool:
    """Whether a unit stands where an image is; turned places are rounded, so that they differ a little."""
    apart = math.dist(unit_point(board, unit), unit_point(board, image))
    return (unit.hex, unit.side) == (image.hex, image.side) and apart < _NEAR


def with_partners(scenario: Scenario, before: Unit, after: Unit, chosen: Mirroring) -> list[Unit]:
    """Return all units when one is changed and its partners with it, as far as there is ground where they would go.

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
    """Return the sentence that says why units have no images, where a symmetry is chosen; empty when they have."""
    if chosen.symmetry is None:
        return chosen.refusal
    wanted, sides = len(chosen.powers) + 1, len(scenario.sides)
    if sides == wanted:
        return ""
    return tr(
        "With this symmetry, units of {wanted} sides are placed together; this scenario has {sides}."
    ).format(wanted=wanted, sides=sides)
