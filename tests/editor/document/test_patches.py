from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.files import to_text
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import PaletteEntry
from fairground.editor.document.patches import (
    BoardLayer,
    CellPatch,
    FieldPatch,
    HexsidePatch,
    Patch,
    cell_patch,
    hexside_patch,
    merged_patches,
)

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

COLUMNS, ROWS = 4, 3
#: A layer and a value for some cells of it, or a field and a value.
CELLS = st.tuples(
    st.sampled_from(BoardLayer),
    st.lists(st.integers(0, 2), min_size=COLUMNS * ROWS, max_size=COLUMNS * ROWS),
    st.lists(st.booleans(), min_size=COLUMNS * ROWS, max_size=COLUMNS * ROWS),
)
FIELDS = st.tuples(st.sampled_from(("name", "author", "board.names")), st.text("ab", max_size=2))
SIDES = st.builds(Hexside, st.builds(Hex, st.integers(0, 2), st.integers(0, 1)), st.integers(0, 2))
FEATURES = st.sampled_from(((), ("hedge",), ("hedge", "wall")))
HEXSIDES = st.tuples(st.just("hexsides"), st.dictionaries(SIDES, FEATURES, max_size=5))
WANTED = st.lists(CELLS | FIELDS | HEXSIDES, max_size=4)


def scenario() -> Scenario:
    found = blank_scenario("Test", layout=Layout.ODD_R, size=(COLUMNS, ROWS), ruleset="penance-1.0")
    found.board.palette += [PaletteEntry("#", ("wall",)), PaletteEntry("~", ("rubble",))]
    found.board.effects_palette += [PaletteEntry("s", ("smoke",)), PaletteEntry("f", ("fire",))]
    return found


Wanted = tuple[Any, ...]


def make(wanted: list[Wanted], on: Scenario) -> tuple[Patch, ...]:
    """Make patches one after the other, each against what the ones before have left, and apply them."""
    made: list[Patch] = []
    for first, value, *rest in wanted:
        if rest:
            mask = np.array(rest[0]).reshape(ROWS, COLUMNS)
            patch: Patch | None = cell_patch(
                on.board, first, mask, np.array(value, np.int32).reshape(ROWS, COLUMNS)
            )
        elif first == "hexsides":
            patch = hexside_patch(on.board, value)
        elif first == "board.names":
            patch = FieldPatch(first, on.board.names, {on.board.parse("A1"): value} if value else {})
        else:
            patch = FieldPatch(first, getattr(on, first), value)
        if patch:
            patch.apply(on, forward=True)
            made.append(patch)
    return tuple(made)


@given(first=WANTED, second=WANTED)
def test_merged_patches_do_both_and_undo_both(first: list[Wanted], second: list[Wanted]) -> None:
    start, end = scenario(), scenario()
    earlier = make(first, end)
    middle = to_text(end)
    later = make(second, end)
    merged = merged_patches(earlier, later)
    once = deepcopy(start)
    for patch in merged:
        patch.apply(once, forward=True)
    assert once == end
    assert to_text(once) == to_text(end)
    for patch in reversed(merged):
        patch.apply(once, forward=False)
    assert once == start
    for patch in earlier:
        patch.apply(once, forward=True)
    assert to_text(once) == middle
    keys = [
        patch.layer if isinstance(patch, CellPatch) else getattr(patch, "field", "hexsides")
        for patch in merged
    ]
    assert len(keys) == len(set(keys))


@given(first=WANTED, second=WANTED, third=WANTED)
def test_it_does_not_matter_what_is_merged_first(
    first: list[Wanted], second: list[Wanted], third: list[Wanted]
) -> None:
    end = scenario()
    a, b, c = (make(wanted, end) for wanted in (first, second, third))
    left, right = merged_patches(merged_patches(a, b), c), merged_patches(a, merged_patches(b, c))
    one, other = scenario(), scenario()
    for patches, on in ((left, one), (right, other)):
        for patch in patches:
            patch.apply(on, forward=True)
    assert one == other == end


@given(wanted=CELLS)
def test_a_cell_patch_holds_what_changes_and_nothing_else(wanted: Wanted) -> None:
    layer, values, marks = wanted
    board = scenario().board
    mask = np.array(marks).reshape(ROWS, COLUMNS)
    value = np.array(values, np.int32).reshape(ROWS, COLUMNS)
    layer.of(board)[0] = 1
    before = layer.of(board).copy()
    patch = cell_patch(board, layer, mask, value)
    assert (layer.of(board) == before).all()
    if patch is None:
        assert (before[mask] == value[mask]).all()
        return
    assert (np.diff(patch.cells) > 0).all()
    assert (patch.before != patch.after).all()
    assert set(patch.cells) == set(np.flatnonzero(mask & (before != value)))


def test_one_value_fills_all_cells() -> None:
    found = scenario()
    patch = cell_patch(found.board, BoardLayer.ELEVATION, np.ones((ROWS, COLUMNS), np.bool_), 2)
    assert patch is not None
    patch.apply(found, forward=True)
    assert (found.board.elevation == 2).all()


@given(before=st.dictionaries(SIDES, FEATURES), wanted=st.dictionaries(SIDES, FEATURES))
def test_a_hexside_patch_holds_what_changes_and_nothing_else(
    before: dict[Hexside, tuple[str, ...]], wanted: dict[Hexside, tuple[str, ...]]
) -> None:
    on = scenario()
    on.board.hexsides = own = {side: names for side, names in before.items() if names}
    patch = hexside_patch(on.board, wanted)
    news = {side for side, names in wanted.items() if own.get(side, ()) != names}
    if patch is None:
        assert not news
        return
    assert set(patch.sides) == news
    kept = dict(own)
    patch.apply(on, forward=True)
    assert own == kept, "whoever holds the features holds them as they were"
    assert on.board.hexsides == {side: names for side, names in {**own, **wanted}.items() if names}
    patch.apply(on, forward=False)
    assert on.board.hexsides == own


def test_hexsides_that_come_and_go_within_a_stroke_are_as_before() -> None:
    on = scenario()
    side = Hexside(Hex(1, 1), 2)
    there = HexsidePatch({side: ()}, {side: ("hedge",)})
    back = HexsidePatch({side: ("hedge",)}, {side: ()})
    (merged,) = merged_patches((there,), (back,))
    assert merged == HexsidePatch({side: ()}, {side: ()})
    merged.apply(on, forward=True)
    assert on.board.hexsides == {}
