from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.grid.hexes import neighbour
from fairground.core.grid.hexsides import corner
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry, about
from fairground.core.pictures.colours import INK
from fairground.editor.canvas.item_painter import paint_tag_beside, place_tag
from fairground.editor.features.drawing.symmetry_options import SymmetryMark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QRectF

    from fairground.core.grid.hexes import Hex
    from fairground.editor.canvas.frame import Frame
    from tests.editor.canvas.conftest import ShownCanvas, Stand
    from tests.editor.pixels import Pixels


def marked(
    stand: Stand, kind: BoardSymmetry, layout: Layout = Layout.ODD_Q, *, dark: bool = False
) -> tuple[ShownCanvas, Pixels, Pixels, Hex]:
    """Return a canvas with the mark of a symmetry about F5, before and with it."""
    canvas = stand.show(stand.plain(layout), pitch=40)
    canvas.set_dark(dark)
    before = stand.pixels(canvas)
    mark = SymmetryMark()
    centre = canvas.document.scenario.board.parse("F5")
    mark.symmetry = about(kind.linear(layout), centre)
    canvas.set_marks((mark,))
    return canvas, before, stand.pixels(canvas), centre


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("kind", BoardSymmetry)
def test_a_symmetry_is_marked_where_it_is(
    stand: Stand, kind: BoardSymmetry, layout: Layout, *, dark: bool
) -> None:
    canvas, before, after, centre = marked(stand, kind, layout, dark=dark)
    rows, columns = np.nonzero((before != after).any(axis=-1))
    middle = canvas.point_of(centre)
    # What has changed is as much to one side as to the other, and the middle is among it.
    assert np.hypot(columns - middle.x(), rows - middle.y()).min() < 3
    if kind.is_mirror:
        assert len(rows) > 100
        spread = (np.ptp(columns), np.ptp(rows))
        if kind is BoardSymmetry.LEFT_RIGHT:
            assert spread[0] < 8
        elif kind is BoardSymmetry.TOP_BOTTOM:
            assert spread[1] < 8
        else:
            assert min(spread) > 60
    else:
        assert np.hypot(columns - middle.x(), rows - middle.y()).max() < 20


def test_turns_have_signs_of_their_own(stand: Stand) -> None:
    turns = (BoardSymmetry.TURN_180, BoardSymmetry.TURN_120, BoardSymmetry.TURN_60)
    found = [marked(stand, kind)[2] for kind in turns]
    assert not np.array_equal(found[0], found[1])
    assert not np.array_equal(found[1], found[2])


def test_on_small_hexes_the_sign_of_a_centre_leaves_seen_what_stands_there(stand: Stand) -> None:
    canvas = stand.show(stand.plain(), pitch=24)
    before = stand.pixels(canvas)
    centre = canvas.document.scenario.board.parse("F5")
    mark = SymmetryMark()
    mark.symmetry = about(BoardSymmetry.TURN_180.linear(Layout.ODD_Q), centre)
    canvas.set_marks((mark,))
    rows, columns = np.nonzero((before != stand.pixels(canvas)).any(axis=-1))
    middle = canvas.point_of(centre)
    assert 4 < np.hypot(columns - middle.x(), rows - middle.y()).max() < 10


def test_without_a_symmetry_nothing_is_drawn(stand: Stand) -> None:
    canvas = stand.show(stand.plain(), pitch=40)
    before = stand.pixels(canvas)
    canvas.set_marks((SymmetryMark(),))
    assert np.array_equal(stand.pixels(canvas), before)


def test_a_corner_is_a_place_and_the_middle_of_a_hex_is_another(stand: Stand) -> None:
    canvas = stand.show(stand.plain(), pitch=40)
    camera, at = canvas.camera, canvas.document.scenario.board.parse("F5")
    for index in range(6):
        x, y = camera.to_view(*camera.layout.corner_point(corner(at, index)))
        assert camera.place_at(x + 1, y - 1) == corner(at, index)
    assert camera.place_at(*camera.centre(at)) == at
    assert camera.place_at(*camera.centre(neighbour(at, 2))) == neighbour(at, 2)


class Words:
    """A tag beside a hex."""

    def __init__(self, at: Hex) -> None:
        self.at = at

    def paint(self, frame: Frame) -> None:
        paint_tag_beside(frame, "12 hexes", frame.camera.centre(self.at))


@pytest.mark.parametrize("label", ["A1", "F5", "L10"])
def test_a_tag_stays_within_the_view(stand: Stand, label: str) -> None:
    canvas = stand.show(stand.plain(), width=400, height=300)
    before = stand.pixels(canvas)
    at = canvas.document.scenario.board.parse(label)
    canvas.set_marks((Words(at),))
    rows, columns = np.nonzero((before != stand.pixels(canvas)).any(axis=-1))
    assert np.ptp(columns) > 40
    assert columns.min() > 0
    assert columns.max() < 399
    assert rows.max() < 299


class Places:
    """Where tags of some hexes are put."""

    def __init__(self, at: Sequence[Hex], taken: list[QRectF]) -> None:
        self.at, self.taken = at, taken

    def paint(self, frame: Frame) -> None:
        self.taken.clear()
        for at in self.at:
            place_tag(frame, "1 level 3", frame.camera.centre(at), bold=True, taken=self.taken)


def test_tags_of_hexes_side_by_side_do_not_overlap(stand: Stand) -> None:
    canvas = stand.show(stand.plain(), width=400, height=300)
    board = canvas.document.scenario.board
    taken: list[QRectF] = []
    canvas.set_marks((Places([board.parse(it) for it in ("F5", "F6", "G5", "G6")], taken),))
    stand.pixels(canvas)
    assert len(taken) == 4
    for one, other in combinations(taken, 2):
        assert not one.intersects(other)


def test_a_note_has_a_sign_that_comes_and_goes(stand: Stand) -> None:
    canvas = stand.show(stand.plain(), pitch=40)
    at = canvas.document.scenario.board.parse("F5")
    before = stand.pixels(canvas)
    stand.replace(canvas, "board.notes", {at: "Mind the dog"})
    after = stand.pixels(canvas)
    rows, columns = np.nonzero((before != after).any(axis=-1))
    middle = canvas.point_of(at)
    assert len(rows)
    assert np.hypot(columns - middle.x(), rows - middle.y()).max() < 30
    ink = [int(INK[i : i + 2], 16) for i in (5, 3, 1)]
    assert (np.abs(after[rows, columns].astype(int) - ink).max(axis=-1) < 60).any()
    canvas.document.undo()
    assert np.array_equal(stand.pixels(canvas), before)
