from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import PaletteEntry
from fairground.editor.canvas.camera import Camera
from fairground.editor.overlays.line_painter import clear_share_in
from fairground.editor.overlays.sight_line import SightLine
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from fairground.core.sight.line.verdict import SightVerdict
    from tests.editor.overlays.conftest import Look, LookMaker


Drawn = tuple["Look", SightLine]


def verdict(line: SightLine) -> SightVerdict:
    return present(line.sight)


@pytest.fixture
def drawn(make_look: LookMaker) -> Drawn:
    """A line from D1 to D5, judged."""
    look = make_look()
    line = SightLine(look.state)
    line.set_document(look.document)
    look.state.sight_line = (look.hex("D1"), look.hex("D5"))
    return look, line


def test_it_is_judged_anew_with_every_edit(drawn: Drawn) -> None:
    look, line = drawn
    assert verdict(line).clear
    look.wall("D3")
    look.settle()
    assert not verdict(line).clear
    assert verdict(line).blocked_by == (look.hex("D3"),)
    look.document.undo()
    look.settle()
    assert verdict(line).clear


def test_without_ends_there_is_no_verdict(drawn: Drawn) -> None:
    look, line = drawn
    told: list[bool] = []
    line.changed.connect(lambda: told.append(True))
    look.state.sight_line = None
    assert line.sight is None
    assert told == [True]


def test_where_an_end_is_no_longer_on_the_board_there_is_no_verdict(drawn: Drawn) -> None:
    look, line = drawn
    look.scenario.board.palette.append(PaletteEntry("v", ("void",)))
    look.put(2, "D5")
    look.settle()
    assert line.sight is None
    look.document.undo()
    look.settle()
    assert line.sight is not None


def test_heights_count(make_look: LookMaker) -> None:
    look = make_look(ruleset="megamek")
    board = look.scenario.board
    board.elevation[board.cell(look.hex("D3"))] = 2
    line = SightLine(look.state)
    line.set_document(look.document)
    look.state.sight_line = (look.hex("D1"), look.hex("D5"))
    assert not verdict(line).clear
    look.state.sight_heights = (3, 3)
    assert verdict(line).clear


def test_the_line_is_drawn_clear_as_far_as_the_border_of_what_blocks(make_look: LookMaker) -> None:
    look = make_look()
    look.wall("D3")
    line = SightLine(look.state)
    line.set_document(look.document)
    look.state.sight_line = (look.hex("D1"), look.hex("D5"))
    camera = Camera(Layout.ODD_Q, 7, 7, 600, 500)
    # Four hexes from centre to centre; the third begins after one and a half.
    assert clear_share_in(verdict(line), camera) == pytest.approx(1.5 / 4, abs=0.01)


def test_along_hexsides_it_is_clear_as_far_as_the_corner(make_look: LookMaker) -> None:
    look = make_look()
    start = look.hex("C3")
    left, right = start + Hex(1, 0), start + Hex(0, 1)
    board = look.scenario.board
    look.wall(board.label(left), board.label(right))
    line = SightLine(look.state)
    line.set_document(look.document)
    look.state.sight_line = (start, start + Hex(1, 1))
    assert not verdict(line).clear
    # From the centre one size of a hex to the corner, and three to the other centre.
    assert clear_share_in(verdict(line), Camera(Layout.ODD_Q, 7, 7, 600, 500)) == pytest.approx(
        1 / 3, abs=0.01
    )
