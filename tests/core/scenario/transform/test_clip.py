from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.errors import ScenarioError
from fairground.core.grid.hexes import Hex, disc
from fairground.core.grid.hexsides import hexside, hexsides
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import IDENTITY, POINT_SYMMETRIES, Symmetry
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.transform.clip import Clip, clip_of
from fairground.core.scenario.transform.paste import ClipLayer, paste
from tests.core.scenario.random_scenarios import boards

symmetries = st.builds(
    Symmetry, st.integers(0, 5), st.booleans(), st.builds(Hex, st.integers(-5, 5), st.integers(-5, 5))
)


@st.composite
def clips(draw: st.DrawFn, *, void: bool = True) -> tuple[Board, Clip, Hex]:
    """Draw a board, the clip of some of its hexes, and where its anchor was."""
    board = draw(boards(void=void))
    present = sorted(board.hexes_of(~board.void))
    some = draw(st.sets(st.sampled_from(present), min_size=1))
    anchor = draw(st.sampled_from(present))
    return board, clip_of(board, some, anchor), anchor


def plain(layout: Layout, size: int = 60) -> Board:
    return Board.blank(layout, size, size)


# -- there and back ---------------------------------------------------------------------------------------------


@given(clips())
def test_putting_a_clip_back_changes_nothing(drawn: tuple[Board, Clip, Hex]) -> None:
    board, clip, anchor = drawn
    pasted = paste(board, clip, anchor)
    assert pasted.applied(board) == board
    assert pasted.hexsides == {}
    assert (pasted.off_board, pasted.void) == (0, 0)
    assert pasted.where.sum() == len(clip)


@given(clips())
def test_six_turns_and_two_mirrors_change_nothing(drawn: tuple[Board, Clip, Hex]) -> None:
    clip = drawn[1]
    turned = clip
    for _ in range(6):
        turned = turned.transformed(Symmetry(1))
    assert turned == clip
    for mirror in POINT_SYMMETRIES[6:]:
        assert clip.transformed(mirror).transformed(mirror) == clip


@given(clips(), symmetries, symmetries)
def test_transforms_follow_one_another(drawn: tuple[Board, Clip, Hex], a: Symmetry, b: Symmetry) -> None:
    clip = drawn[1]
    assert clip.transformed(a).transformed(b) == clip.transformed(b.compose(a))
    assert clip.transformed(a).transformed(a.inverse()) == clip
    assert clip.transformed(IDENTITY) == clip


# -- hex by hex -------------------------------------------------------------------------------------------------


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(
    clips(),
    st.sampled_from(POINT_SYMMETRIES),
    st.sampled_from(Layout),
    st.integers(25, 34),
    st.integers(25, 34),
)
def test_a_turned_clip_is_the_symmetry_hex_by_hex(
    drawn: tuple[Board, Clip, Hex], symmetry: Symmetry, layout: Layout, column: int, row: int
) -> None:
    board, clip, anchor = drawn
    target = plain(layout)
    at = layout.from_offset(column, row)
    pasted = paste(target, clip.transformed(symmetry), at)
    after = pasted.applied(target)
    assert (pasted.off_board, pasted.void) == (0, 0)
    taken = {end + anchor for end in clip.hexes}

    def image(there: Hex) -> Hex:
        return symmetry(there - anchor) + at

    for there in taken:
        assert after.terrain_at(image(there)) == board.terrain_at(there)
        assert after.level_at(image(there)) == board.level_at(there)
        assert after.effects_at(image(there)) == board.effects_at(there)
        assert after.names.get(image(there)) == board.names.get(there)
        assert after.notes.get(image(there)) == board.notes.get(there)
        for direction in range(6):
            new = hexside(image(there), symmetry.direction(direction))
            assert after.hexsides.get(new) == board.hexsides.get(hexside(there, direction))
    assert after.hexes_of(pasted.where) == set(map(image, taken))


@given(boards(void=True), clips(), st.integers(-6, 12), st.integers(-6, 12))
def test_only_hexes_that_are_there_are_written(
    target: Board, drawn: tuple[Board, Clip, Hex], column: int, row: int
) -> None:
    clip = drawn[1]
    at = target.layout.from_offset(column, row)
    pasted = paste(target, clip, at)
    after = pasted.applied(target)
    assert pasted.where.sum() + pasted.off_board + pasted.void == len(clip)
    assert not pasted.where[target.void].any()
    outside = ~pasted.where
    for hex_ in target.hexes_of(outside):
        assert after.terrain_at(hex_) == target.terrain_at(hex_)
        assert after.level_at(hex_) == target.level_at(hex_)
        assert after.effects_at(hex_) == target.effects_at(hex_)
        for side in hexsides(hex_):
            if not any(target.contains(end) and pasted.where[target.cell(end)] for end in side.hexes):
                assert after.hexsides.get(side) == target.hexsides.get(side)
    again = paste(after, clip, at)
    assert again.applied(after) == after
    assert again.hexsides == {}


# -- what is written --------------------------------------------------------------------------------------------


def hedged() -> Board:
    """A board with woods at C3, a hedge on its rim, another between C3 and C4, and a name."""
    board = Board.blank(Layout.ODD_Q, 6, 6)
    board.palette.append(PaletteEntry("w", ("woods",)))
    middle, below = board.parse("C3"), board.parse("C4")
    board.terrain[board.cell(middle)] = 1
    board.elevation[board.cell(below)] = 2
    board.hexsides = {hexside(middle, 0): ("hedge",), hexside(middle, 3): ("wall",)}
    board.names = {middle: "Copse"}
    return board


def test_hexsides_within_and_on_the_rim_are_kept_apart() -> None:
    board = hedged()
    middle = board.parse("C3")
    clip = clip_of(board, [middle, board.parse("C4")], middle)
    assert clip.hexsides == {hexside(Hex(0, 0), 3): ("wall",)}
    assert clip.rim == {hexside(Hex(0, 0), 0): ("hedge",)}
    assert clip.names == {Hex(0, 0): "Copse"}
    assert [entry.kinds for entry in clip.palette] == [("woods",), ("clear",)]


def test_a_rim_is_added_and_what_lies_within_is_replaced() -> None:
    board = hedged()
    clip = clip_of(board, [board.parse("C3"), board.parse("C4")], board.parse("C3"))
    target = Board.blank(Layout.EVEN_R, 6, 6)
    at = target.parse("D3")
    above, within = hexside(at, 0), hexside(at, 3)
    target.hexsides = {above: ("stream",), within: ("stream",)}
    pasted = paste(target, clip, at)
    assert pasted.hexsides == {above: ("hedge", "stream"), within: ("wall",)}
    bare = clip_of(Board.blank(Layout.ODD_R, 3, 3), [Hex(0, 0), Hex(0, 1)], Hex(0, 0))
    assert paste(target, bare, at).hexsides == {within: ()}


def test_layers_are_chosen() -> None:
    board = hedged()
    clip = clip_of(board, [board.parse("C3"), board.parse("C4")], board.parse("C3"))
    target = Board.blank(Layout.ODD_Q, 6, 6)
    levels = paste(target, clip, target.parse("B2"), layers=[ClipLayer.ELEVATION])
    assert levels.applied(target).level_at(target.parse("B3")) == 2
    assert levels.palette == target.palette
    assert (levels.hexsides, levels.names) == ({}, {})
    assert not levels.terrain.any()
    everything = paste(target, clip, target.parse("B2"))
    assert everything.names == {target.parse("B2"): "Copse"}
    assert not target.terrain.any(), "the board itself stays as it is"


def test_a_palette_grows_by_what_it_lacks_under_a_free_key() -> None:
    clip = clip_of(hedged(), [hedged().parse("C3")])
    target = Board.blank(Layout.ODD_Q, 3, 3)
    target.palette.append(PaletteEntry("w", ("wall",)))
    assert paste(target, clip, Hex(0, 0)).palette[2:] == [PaletteEntry("o", ("woods",))]
    target.palette[1] = PaletteEntry("x", ("woods",))
    assert paste(target, clip, Hex(0, 0)).palette == target.palette


def test_what_an_import_found_is_an_entry_of_its_own() -> None:
    board = Board.blank(Layout.ODD_Q, 2, 1)
    board.palette.append(PaletteEntry("r", ("clear",), "road:1:18"))
    board.terrain[0, 1] = 1
    clip = clip_of(board, list(board.hexes()))
    pasted = paste(Board.blank(Layout.ODD_Q, 2, 1), clip, Hex(0, 0))
    assert [entry.source for entry in pasted.palette] == [None, "road:1:18"]


# -- anchors and refusals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", Layout)
def test_the_anchor_is_the_middle_when_none_is_given(layout: Layout) -> None:
    board = plain(layout, 9)
    centre = board.parse("E5")
    clip = clip_of(board, disc(centre, 2))
    assert set(clip.hexes) == set(disc(Hex(0, 0), 2))


def test_void_hexes_are_not_copied() -> None:
    board = Board.blank(Layout.ODD_R, 2, 1)
    board.palette.append(PaletteEntry("-", ("void",)))
    board.terrain[0, 1] = 1
    assert clip_of(board, list(board.hexes())).hexes == (Hex(0, 0),)
    with pytest.raises(ScenarioError, match="nothing to copy"):
        clip_of(board, [board.parse("B1"), Hex(7, 7)])


def test_cells_are_named_in_the_order_of_the_clip() -> None:
    board = Board.blank(Layout.ODD_Q, 2, 2)
    clip = clip_of(board, list(board.hexes()), Hex(0, 0))
    cells = clip.cells_on(board, board.parse("B1"))
    assert (cells.off_board, cells.void) == (2, 0)
    assert np.array_equal(clip.q[cells.places], [0, 0])
    assert [*zip(cells.rows.tolist(), cells.columns.tolist(), strict=True)] == [(0, 1), (1, 1)]


@given(clips(), st.lists(symmetries, max_size=3), st.sets(st.sampled_from(ClipLayer)))
def test_images_are_as_if_put_down_one_by_one_before_the_clip(
    drawn: tuple[Board, Clip, Hex], images: list[Symmetry], layers: set[ClipLayer]
) -> None:
    board, clip, anchor = drawn
    wanted, where = board, np.zeros(board.terrain.shape, np.bool_)
    for image in (*images, Symmetry()):
        piece = paste(wanted, clip.transformed(image.linear), image(anchor), layers=layers)
        wanted, where = piece.applied(wanted), where | piece.where
    pasted = paste(board, clip, anchor, layers=layers, images=images)
    after = pasted.applied(board)
    assert dict(after.hexsides) == dict(wanted.hexsides)
    assert (after.names, after.notes) == (wanted.names, wanted.notes)
    assert np.array_equal(pasted.where, where)
    assert np.array_equal(after.elevation, wanted.elevation)
    for at in board.hexes():
        assert after.terrain_at(at) == wanted.terrain_at(at)
        assert after.effects_at(at) == wanted.effects_at(at)
    # What is as before is not written.
    assert all(board.hexsides.get(side, ()) != names for side, names in pasted.hexsides.items())
    assert pasted.hexsides_before == {side: board.hexsides.get(side, ()) for side in pasted.hexsides}


def put_by_hand(board: Board, clip: Clip, to_place: Symmetry) -> Board:
    """Put a clip down hex by hex and hexside by hexside."""
    after = replace(
        board,
        terrain=board.terrain.copy(),
        elevation=board.elevation.copy(),
        effects=board.effects.copy(),
        hexsides=dict(board.hexsides),
        names=dict(board.names),
        notes=dict(board.notes),
        palette=[*board.palette, *clip.palette],
        effects_palette=[*board.effects_palette, *clip.effects_palette],
    )
    written = set()
    for number, own in enumerate(clip.hexes):
        at = to_place(own)
        if not board.contains(at) or board.void[board.cell(at)]:
            continue
        written.add(at)
        cell = board.cell(at)
        after.terrain[cell] = len(board.palette) + clip.terrain[number]
        after.elevation[cell] = clip.elevation[number]
        after.effects[cell] = len(board.effects_palette) + clip.effects[number]
        for texts, others in ((after.names, clip.names), (after.notes, clip.notes)):
            if own in others:
                texts[at] = others[own]
    for side in board.hexsides:
        if written.issuperset(side.hexes):
            del after.hexsides[side]
    held = set(clip.hexes)
    for side, names in (*clip.hexsides.items(), *clip.rim.items()):
        new = to_place.hexside(side)
        count = sum(end in held and to_place(end) in written for end in side.hexes)
        if count:
            there = () if count == 2 else after.hexsides.get(new, ())
            after.hexsides[new] = tuple(sorted({*there, *names}))
    return after


@given(
    boards(void=True),
    clips(),
    st.integers(-3, 9),
    st.integers(-3, 9),
    st.lists(symmetries, max_size=3),
)
def test_a_clip_and_its_images_lie_as_if_put_down_by_hand(
    target: Board, drawn: tuple[Board, Clip, Hex], column: int, row: int, images: list[Symmetry]
) -> None:
    clip = drawn[1]
    at = target.layout.from_offset(column, row)
    wanted = target
    for image in (*images, Symmetry()):
        wanted = put_by_hand(wanted, clip, image.compose(Symmetry(translation=at)))
    after = paste(target, clip, at, images=images).applied(target)
    assert dict(after.hexsides) == wanted.hexsides
    assert (after.names, after.notes) == (wanted.names, wanted.notes)
    assert np.array_equal(after.elevation, wanted.elevation)
    for there in target.hexes():
        assert after.terrain_at(there) == wanted.terrain_at(there)
        assert after.effects_at(there) == wanted.effects_at(there)
