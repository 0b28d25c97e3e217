from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF

from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import Symmetry
from fairground.core.scenario.board import Board
from fairground.core.scenario.transform.board_transform import BoardTransform
from fairground.editor.canvas.tracing_image import Placement
from fairground.editor.document.board_patch import STILL, BoardPatch, Motion, StoredBoard
from fairground.editor.document.patch_json import decode_patch, encode_patch

HEXES = st.builds(Hex, st.integers(-40, 40), st.integers(-40, 40))
LAYOUTS = st.sampled_from(Layout)
SYMMETRIES = st.builds(Symmetry, st.integers(0, 5), st.booleans(), HEXES)
WAYS = st.builds(BoardTransform, LAYOUTS, LAYOUTS, SYMMETRIES)
NUMBERS = st.floats(-50, 50)
PLACEMENTS = st.builds(
    Placement, NUMBERS, NUMBERS, st.floats(0.1, 3), st.floats(-360, 360), mirrored=st.booleans()
)


def mapped(placement: Placement, x: float, y: float) -> tuple[float, float]:
    """Return where a pixel of a picture lies."""
    found = placement.transform().map(QPointF(x, y))
    return found.x(), found.y()


@given(WAYS, HEXES)
def test_the_drawing_goes_where_the_hexes_go_and_back(way: BoardTransform, at: Hex) -> None:
    motion, before = Motion.of(way), way.before.centre(at)
    there = motion(*before)
    assert there == pytest.approx(way.after.centre(way.hex(at)), abs=1e-6)
    assert motion.inverse(*there) == pytest.approx(before, abs=1e-6)
    assert motion.mirrored is way.mirrored


def test_where_neighbours_part_nothing_moves() -> None:
    assert Motion.of(BoardTransform(Layout.ODD_Q, Layout.EVEN_R, None)) is STILL
    shift = BoardTransform(Layout.ODD_Q, Layout.ODD_Q, Symmetry(0, translation=Hex(0, 2)))
    assert (Motion.of(shift).across, Motion.of(shift).turn) == (0.0, 0.0)


@given(WAYS, PLACEMENTS, NUMBERS, NUMBERS)
def test_a_picture_stays_under_the_hexes(
    way: BoardTransform, placement: Placement, x: float, y: float
) -> None:
    motion = Motion.of(way)
    before = mapped(placement, x, y)
    after = mapped(placement.carried(motion), x, y)
    assert after == pytest.approx(motion(*before), abs=1e-6)
    back = placement.carried(motion).carried(motion.inverse)
    assert mapped(back, x, y) == pytest.approx(before, abs=1e-6)


@given(PLACEMENTS, st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS))
def test_a_mirrored_picture_can_be_calibrated(
    placement: Placement, points: tuple[float, float, float, float]
) -> None:
    seen = complex(10, 20), complex(110, 60)
    wanted = complex(*points[:2]), complex(*points[2:])
    found = placement.calibrated(seen, wanted)
    if found is not None:
        for pixel, point in zip(seen, wanted, strict=True):
            there = mapped(found, pixel.real, pixel.imag)
            assert there == pytest.approx((point.real, point.imag), abs=1e-6)


def test_motions_are_kept_in_the_journal() -> None:
    board = StoredBoard.of(Board.blank(Layout.ODD_R, 3, 2))
    patch = BoardPatch(board, board, Motion(1.5, -2.0, 60.0, mirrored=True))
    data = json.loads(json.dumps(encode_patch(patch)))
    assert decode_patch(data) == patch
