"""The images of objectives under the symmetry that is being painted with: objectives of their own, changed together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.scenario.free_id import free_id
from fairground.core.scenario.shapes import shape_of
from fairground.editor.tools.symmetry.unit_images import sides_of_images

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective
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
