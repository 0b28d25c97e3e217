"""Patches of zones: add and remove hexes, and dragged rows, columns and discs, together with the partner zone."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.errors import FairgroundError
from fairground.core.grid.hexes import distance
from fairground.core.scenario.shapes import (
    Columns,
    Difference,
    Listed,
    Painted,
    Rows,
    Union,
    Within,
    shape_of,
)
from fairground.core.scenario.transform.symmetric_parts import new_zone, partner_of
from fairground.core.scenario.zone_text import parse_shape
from fairground.editor.document.patches import FieldPatch
from fairground.editor.tools.option_defaults import ZoneWay

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Zone
    from fairground.core.scenario.shapes import Shape
    from fairground.editor.tools.mirroring import Mirroring


def zone_index(scenario: Scenario, zone_id: str) -> int | None:
    """Return the index of the first zone with an id; None without one."""
    return next((index for index, zone in enumerate(scenario.zones) if zone.id == zone_id), None)


def add_zone_patch(scenario: Scenario, zone: Zone) -> FieldPatch:
    """Return the patch that appends a zone."""
    return FieldPatch("zones", scenario.zones, [*scenario.zones, zone])


def zone_hexes_patch(
    scenario: Scenario,
    index: int,
    hexes: NDArray[np.bool_],
    *,
    add: bool,
    image: NDArray[np.bool_] | None = None,
) -> FieldPatch | None:
    """Return the patch that adds ``hexes`` to the zone at ``index``, or removes them when not ``add``.

    What is added to a side's zone leaves the zones of the same kind of other sides. ``image`` are the mirror images,
    which go to the partner zone of the other side, or for a zone of nobody's, to the zone itself. Hexes that are in
    both ``hexes`` and ``image`` can belong to neither of two sides, so they are left as they are when adding. None
    when nothing would change.
    """
    board, zones = scenario.board, list(scenario.zones)
    zone = zones[index]
    changed: dict[int, NDArray[np.bool_]] = {index: hexes}
    if image is not None and not zone.side:
        changed = {index: hexes | image}
    elif image is not None:
        partner = partner_zone(scenario, index)
        if partner is None and add:
            zones.append(new_zone(zones, other_side(scenario, zone.side), zone.kind))
            partner = len(zones) - 1
        changed = {index: hexes & ~image if add else hexes}
        if partner is not None:
            changed[partner] = image & ~hexes if add else image
    rivals = {at: rivals_of(zones, at) for at in changed} if add else {}
    before = {at: zones[at].shape.mask(board) for at in {*changed, *chain.from_iterable(rivals.values())}}
    masks = dict(before)
    for at, mask in changed.items():
        masks[at] = masks[at] | mask if add else masks[at] & ~mask
        for other in rivals.get(at, ()):
            masks[other] = masks[other] & ~mask
    for at, mask in masks.items():
        if not np.array_equal(mask, before[at]):
            zones[at] = replace(zones[at], shape=shape_of(board, mask))
    same = all(new is old for new, old in zip(zones, scenario.zones, strict=False))
    return None if same else FieldPatch("zones", scenario.zones, zones)


def partner_zone(scenario: Scenario, index: int) -> int | None:
    """Return the index of the matching zone of the other side; None without one."""
    return partner_of(scenario.zones, index, other_side(scenario, scenario.zones[index].side))


def other_side(scenario: Scenario, side: str) -> str:
    """Return the id of the first side other than ``side``; there must be one."""
    return next(it.id for it in scenario.sides if it.id != side)


def rivals_of(zones: list[Zone], index: int) -> list[int]:
    """Return the indices of the zones that cannot share hexes with this one: other sides', of the same kind."""
    zone = zones[index]
    if not zone.side:
        return []
    return [at for at, it in enumerate(zones) if it.kind is zone.kind and it.side not in ("", zone.side)]


def dragged(way: ZoneWay, board: Board, start: Hex, end: Hex) -> Shape | None:
    """Return the rows, the columns or the disc between press and pointer; None when the press was off the board.

    Rows and columns end with the board, wherever the pointer is.
    """
    if not board.contains(start):
        return None
    if way is ZoneWay.DISC:
        return Within(min(distance(start, end), max(board.columns, board.rows)), board.label(start))
    (one_column, one_row), (column, row) = map(board.layout.to_offset, (start, end))
    if way is ZoneWay.ROWS:
        first, last = sorted((one_row, min(max(row, 0), board.rows - 1)))
        return Rows(first + 1, last + 1)
    first, last = sorted((one_column, min(max(column, 0), board.columns - 1)))
    return Columns(first + 1, last + 1)


def image_of(part: Shape, board: Board, chosen: Mirroring) -> Shape | None:
    """Return the mirror image of a dragged shape, as an expression where possible; None without a symmetry."""
    if chosen.symmetry is None:
        return None
    mask = chosen.image(board, part.mask(board))
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return Listed(())
    known: list[Shape] = [
        Rows(int(rows.min()) + 1, int(rows.max()) + 1),
        Columns(int(columns.min()) + 1, int(columns.max()) + 1),
    ]
    if isinstance(part, Within):
        there = chosen.symmetry(board.parse(part.centre))
        if board.contains(there):
            known.insert(0, Within(part.radius, board.label(there)))
    same = (shape for shape in known if np.array_equal(shape.mask(board), mask))
    return next(same, None) or shape_of(board, mask)


def joined(shape: Shape, part: Shape, board: Board, *, add: bool) -> Shape:
    """Return ``shape | part``, or ``shape - part`` when not ``add``, in its shortest form.

    A shape whose hexes stay the same stays as it is. Painted blocks, and shapes of more parts than files may have,
    become their hexes.
    """
    mine, theirs = shape.mask(board), part.mask(board)
    after = mine | theirs if add else mine & ~theirs
    if np.array_equal(after, mine):
        return shape
    if not after.any():
        return Listed(())
    if add and np.array_equal(after, theirs):
        return part
    combined = _merged(shape, part, add=add) or (Union(shape, part) if add else Difference(shape, part))
    return combined if not isinstance(shape, Painted) and _is_writable(combined) else shape_of(board, after)


def _merged(shape: Shape, part: Shape, *, add: bool) -> Shape | None:
    """Join two ranges of rows or of columns where they touch."""
    if add and isinstance(shape, Union):
        right = _merged(shape.right, part, add=True)
        return Union(shape.left, right) if right else None
    if not isinstance(shape, Rows | Columns) or type(shape) is not type(part):
        return None
    lines, first, last = type(shape), shape.first, shape.last
    other_first, other_last = part.first, part.last
    if add:
        apart = other_first > last + 1 or first > other_last + 1
        return None if apart else lines(min(first, other_first), max(last, other_last))
    if other_first <= first:
        return lines(other_last + 1, last)
    return lines(first, other_first - 1) if other_last >= last else None


def _is_writable(shape: Shape) -> bool:
    try:
        return parse_shape(str(shape)) == shape
    except FairgroundError:
        return False


def zone_shape_patch(
    scenario: Scenario, zones: list[Zone], index: int, part: Shape, *, add: bool, image: Shape | None
) -> FieldPatch | None:
    """Return the patch that applies a dragged shape to the zones before the stroke, ``zones``.

    ``part`` is joined to the zone at ``index``, or taken away when not ``add``; ``image`` is that of ``part``, and
    treated as ``zone_hexes_patch`` treats mirror images. Zones of other sides lose what is added. None when the
    scenario's zones are that already.
    """
    board, changed_zones = scenario.board, list(zones)
    zone, before = zones[index], replace(scenario, zones=zones)
    changed: list[tuple[int, Shape]] = [(index, part)]
    if image is not None and not zone.side:
        changed.append((index, image))
    elif image is not None:
        partner = partner_zone(before, index)
        if partner is None and add:
            changed_zones.append(new_zone(before.zones, other_side(scenario, zone.side), zone.kind))
            partner = len(changed_zones) - 1
        # Hexes on the axis belong to neither side.
        own, theirs = (part, image) if not add else (_less(part, image, board), _less(image, part, board))
        changed = [(index, own), *([(partner, theirs)] if partner is not None else [])]
    for at, shape in changed:
        changed_zones[at] = replace(
            changed_zones[at], shape=joined(changed_zones[at].shape, shape, board, add=add)
        )
        for other in rivals_of(changed_zones, at) if add else ():
            changed_zones[other] = replace(
                changed_zones[other], shape=joined(changed_zones[other].shape, shape, board, add=False)
            )
    return None if changed_zones == scenario.zones else FieldPatch("zones", scenario.zones, changed_zones)


def _less(part: Shape, other: Shape, board: Board) -> Shape:
    return joined(part, other, board, add=False)
