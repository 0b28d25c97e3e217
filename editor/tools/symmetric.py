"""Making a board symmetric: what lies on one part of it is copied to the images of that part."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, compress
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.grid.layout import Orientation
from fairground.core.grid.symmetry import BoardSymmetry, Symmetry
from fairground.core.scenario.arrays import ends_within, inside
from fairground.editor.document.patches import CellPatch, FieldPatch, Layer, cell_patch, hexside_patch
from fairground.editor.texts import hex_count, tr
from fairground.editor.tools.hex_shapes import shape_of
from fairground.editor.tools.mirroring import mirroring
from fairground.editor.tools.zone_hexes import partner_zone

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.mirroring import Mirroring
    from fairground.editor.tools.state import ToolState

#: Names of the sixths of a board, clockwise.
_SIXTHS = (
    tr("top"),
    tr("upper right"),
    tr("lower right"),
    tr("bottom"),
    tr("lower left"),
    tr("upper left"),
)
#: Larger than any second score; scores are compared by the first.
_FIRST = 1 << 24


class Part(NamedTuple):
    """A part of the board that its images make whole: ``words`` say which, ``toward`` is a way into its middle."""

    words: str
    toward: Hex


def parts(kind: BoardSymmetry, layout: Layout) -> tuple[Part, ...]:
    """Return the parts of a board that can be copied to the others under a symmetry."""
    up = toward_top(layout)
    sixth = Symmetry(1)
    ways = [up]
    for _ in range(5):
        ways.append(sixth(ways[-1]))
    match kind:
        case BoardSymmetry.TURN_60:
            return tuple(
                Part(tr("the {name} sixth onto the others").format(name=name), way)
                for name, way in zip(_SIXTHS, ways, strict=True)
            )
        case BoardSymmetry.TURN_120:
            thirds = list(zip(_SIXTHS, ways, strict=True))[::2]
            return tuple(
                Part(tr("the {name} third onto the others").format(name=name), way) for name, way in thirds
            )
        case BoardSymmetry.TURN_180:
            halves = [(tr("top"), tr("bottom"), up), (tr("left"), tr("right"), -across(up))]
        case _:
            # A mirror maps what lies aside of its axis to its other side.
            aside = _aside(kind.linear(layout), up)
            first, second = _names(aside, up)
            halves = [(first, second, aside)]
    both = [it for one, other, way in halves for it in ((one, other, way), (other, one, -way))]
    return tuple(
        Part(tr("the {one} half onto the {other}").format(one=one, other=other), way)
        for one, other, way in both
    )


def toward_top(layout: Layout) -> Hex:
    """Return a way straight up on boards of a layout: to a neighbour, or to the next hex beyond the top corner."""
    return DIRECTIONS[0] if layout.orientation is Orientation.FLAT else DIRECTIONS[0] + DIRECTIONS[1]


def across(way: Hex) -> Hex:
    """Return a way at a right angle to another, clockwise from it; it is longer by the root of three."""
    return Symmetry(1)(way) + Symmetry(2)(way)


def half_sources(board: Board, chosen: Mirroring, toward: Hex) -> NDArray[np.int64]:
    """Return from which cell each cell is copied, ``[rows, columns]`` of flat indices, when a part is made the model.

    Of a hex and its images, the model is the one that lies farthest in the direction of ``toward``, and of several,
    clockwise from there. Images off the board are nobody's model.
    """
    q, r = board.layout.axial_arrays(board.columns, board.rows)
    source = np.arange(q.size).reshape(q.shape)
    best = _scores(q, r, toward)
    for power in chosen.powers:
        image_q, image_r = power.arrays(q, r)
        column, row = board.layout.to_offset_arrays(image_q, image_r)
        score = _scores(image_q, image_r, toward)
        inside = (column >= 0) & (column < board.columns) & (row >= 0) & (row < board.rows)
        better = inside & (score > best)
        source[better] = (row * board.columns + column)[better]
        best[better] = score[better]
    return source


def half_side_sources(board: Board, chosen: Mirroring, toward: Hex) -> dict[Hexside, Hexside]:
    """Return from which hexside each is copied, as far as one of the two has features; as ``half_sources``."""
    found: dict[Hexside, Hexside] = {}
    for side in board.hexsides:
        if side in found:
            continue
        orbit = [it for it in chosen.orbit_of_sides((side,)) if _is_there(board, it)]
        model = max(orbit, key=lambda it: _side_score(it, toward), default=side)
        found |= dict.fromkeys(orbit, model)
    return found


def selected_sources(board: Board, chosen: Mirroring, hexes: Iterable[Hex]) -> NDArray[np.int64]:
    """Return from which cell each cell is copied when some hexes are the model of their images; they stay themselves."""
    source = np.arange(board.terrain.size).reshape(board.terrain.shape)
    own = board.mask(hexes)
    model = np.flatnonzero(own)
    row, column = np.divmod(model, board.columns)
    q, r = board.layout.from_offset_arrays(column, row)
    for power in reversed(chosen.powers):
        on_board, row, column = inside(board.layout, own.shape, *power.arrays(q, r))
        taken = on_board & ~own[row, column]
        source[row[taken], column[taken]] = model[taken]
    return source


def selected_side_sources(board: Board, chosen: Mirroring, hexes: Iterable[Hex]) -> dict[Hexside, Hexside]:
    """Return from which hexside each is copied when the sides of some hexes are the model of their images.

    Hexsides without features, whose models have none either, are left out.
    """
    marks, everywhere = board.mask(hexes), np.ones(board.terrain.shape, np.bool_)
    sides = tuple(board.hexsides)
    own = list(compress(sides, _touch(board, marks, sides)))
    # What has features, or gets some.
    met = list(dict.fromkeys([*sides, *chain.from_iterable(power.hexsides(own) for power in chosen.powers)]))
    images = list(compress(met, _touch(board, everywhere, met) & ~_touch(board, marks, met)))
    found: dict[Hexside, Hexside] = {}
    for power in reversed(chosen.powers):
        models = power.inverse().hexsides(images)
        found |= dict(compress(zip(images, models, strict=True), _touch(board, marks, models)))
    return found


def _touch(board: Board, mask: NDArray[np.bool_], sides: Iterable[Hexside]) -> NDArray[np.bool_]:
    """Return for each hexside whether one of its hexes is among those of a mask."""
    one, other = ends_within(board.layout, mask, sides).T
    touched: NDArray[np.bool_] = np.logical_or(one, other)
    return touched


def symmetric_patches(
    board: Board, cells: NDArray[np.int64], sides: dict[Hexside, Hexside], *, locked: Collection[str] = ()
) -> list[Patch | None]:
    """Return the patches that copy cells and hexsides from where they are to be like; locked layers stay as they are."""
    changed = cells != np.arange(cells.size).reshape(cells.shape)
    patches: list[Patch | None] = [
        cell_patch(board, layer, changed, layer.of(board).astype(np.int32).reshape(-1)[cells])
        for layer in Layer
        if layer.value not in locked
    ]
    if "hexsides" not in locked:
        features = board.hexsides
        patches.append(hexside_patch(board, {side: features.get(model, ()) for side, model in sides.items()}))
    return patches


def symmetric_zones(scenario: Scenario, chosen: Mirroring, cells: NDArray[np.int64]) -> FieldPatch | None:
    """Return the patch that copies zones along with their hexes; None when nothing would change.

    What a zone of nobody's has is copied to itself. What a side's zone has goes to its partner on the other side, where
    the symmetry swaps two sides; other zones of sides stay as they are.
    """
    board, zones = scenario.board, list(scenario.zones)
    changed = cells != np.arange(cells.size).reshape(cells.shape)
    masks = [zone.shape.mask(board) for zone in zones]
    for index, zone in enumerate(scenario.zones):
        model = index if not zone.side else _partner(scenario, chosen, index)
        if model is None:
            continue
        wanted = np.where(changed, masks[model].reshape(-1)[cells], masks[index])
        if not np.array_equal(wanted, masks[index]):
            zones[index] = replace(zone, shape=shape_of(board, wanted))
    return None if zones == scenario.zones else FieldPatch("zones", scenario.zones, zones)


def _partner(scenario: Scenario, chosen: Mirroring, index: int) -> int | None:
    """Return the zone that is to the other side what one is to its own; None where the two are no pair."""
    if (
        len(chosen.powers) != 1
        or len(scenario.sides) != 2
        or scenario.side(scenario.zones[index].side) is None
    ):
        return None
    partner = partner_zone(scenario, index)
    return partner if partner is not None and partner_zone(scenario, partner) == index else None


def _aside(mirror: Symmetry, up: Hex) -> Hex:
    """Return a way at a right angle to the axis of a mirror, up or to the left."""
    right = across(up)
    # A mirror turns such a way about; one of the twelve that boards have does so.
    ways = [
        way for turn in range(6) for way in (Symmetry(turn)(up), Symmetry(turn)(right)) if mirror(way) == -way
    ]
    return max(ways, key=lambda way: (_dot(way, up), -_dot(way, right)))


def _names(aside: Hex, up: Hex) -> tuple[str, str]:
    """Return what the half is called that a way leads into, and what the other."""
    right = across(up)
    is_upper, sideways = _dot(aside, up) > 0, _dot(aside, right)
    if not sideways:
        return tr("top"), tr("bottom")
    if is_upper:
        names = tr("upper right"), tr("lower left")
        return names if sideways > 0 else (tr("upper left"), tr("lower right"))
    return (tr("right"), tr("left")) if sideways > 0 else (tr("left"), tr("right"))


def _dot(a: Hex, b: Hex) -> int:
    """Return twice the scalar product of two ways, where neighbours are 1 apart."""
    return 2 * a.q * b.q + 2 * a.r * b.r + a.q * b.r + a.r * b.q


def _scores(q: NDArray[np.int64], r: NDArray[np.int64], toward: Hex) -> NDArray[np.int64]:
    """Return how far hexes lie in a direction, and of equal ones how far clockwise from there."""
    clockwise = across(toward)
    first, second = (2 * q * way.q + 2 * r * way.r + q * way.r + r * way.q for way in (toward, clockwise))
    found: NDArray[np.int64] = first * _FIRST + second
    return found


def _side_score(side: Hexside, toward: Hex) -> int:
    one, other = side.hexes
    middle = one + other
    return _dot(middle, toward) * _FIRST + _dot(middle, across(toward))


def _is_there(board: Board, side: Hexside) -> bool:
    return any(map(board.contains, side.hexes))


def make_symmetric(state: ToolState, part: Part | None) -> str:
    """Copy a part of the board to its images as one step; None stands for the selected hexes.

    Return the sentence that says what was done, or why nothing was. Objectives, units, names and notes stay.
    """
    document = state.document
    if document is None:
        return ""
    board = document.scenario.board
    chosen = mirroring(state.symmetry, board, state.symmetry_centre)
    if chosen.symmetry is None:
        return chosen.refusal or tr("There is no symmetry chosen to make the board symmetric by.")
    if part is None:
        cells = selected_sources(board, chosen, state.selection)
        sides = selected_side_sources(board, chosen, state.selection)
        words = tr("the selected hexes onto their images")
    else:
        cells = half_sources(board, chosen, part.toward)
        sides = half_side_sources(board, chosen, part.toward)
        words = part.words
    patches = symmetric_patches(board, cells, sides, locked=state.locked_layers)
    if "zones" not in state.locked_layers:
        patches.append(symmetric_zones(document.scenario, chosen, cells))
    cells_of = [it.cells for it in patches if isinstance(it, CellPatch)]
    changed = np.unique(np.concatenate(cells_of)) if cells_of else ()
    if not document.edit(tr("Copy {words}").format(words=words), patches):
        return tr("Nothing to copy: all is symmetric already.")
    return tr("Copied {words}: {hexes} changed; objectives, units and names are as before.").format(
        words=words, hexes=hex_count(len(changed))
    )
