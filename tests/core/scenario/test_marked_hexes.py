from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexsides
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario

if TYPE_CHECKING:
    from fairground.core.scenario.board import Board


def board(layout: Layout = Layout.ODD_Q, size: tuple[int, int] = (50, 40)) -> Board:
    return blank_scenario("Big", layout=layout, size=size, ruleset="base-visibility").board


@pytest.mark.parametrize("layout", Layout)
def test_marked_hexes_are_the_same_set_as_without_marks(layout: Layout) -> None:
    own = board(layout)
    marks = np.random.default_rng(3).random(own.terrain.shape) < 0.8
    hexes, plain = own.marked(marks), own.hexes_of(marks)
    assert type(plain) is frozenset
    assert frozenset(iter(hexes)) == plain
    assert (len(hexes), hash(hexes)) == (int(marks.sum()), hash(plain))
    assert hexes == plain
    assert plain == hexes
    assert (own.mask(hexes) == own.mask(plain)).all()
    assert (own.mask(hexes) == marks).all()
    assert all((at in hexes) == (at in plain) for at in own.hexes())


def test_another_set_is_not_equal() -> None:
    own = board()
    marks = np.ones(own.terrain.shape, np.bool_)
    hexes = own.marked(marks)
    marks[3, 4] = False
    fewer = own.marked(marks)
    assert hexes != fewer
    assert fewer != own.hexes_of(np.ones(own.terrain.shape, np.bool_))
    assert hexes == board().marked(np.ones(own.terrain.shape, np.bool_))
    assert not own.marked(np.zeros(own.terrain.shape, np.bool_))


def test_hexes_off_the_board_and_other_things_are_not_among_them() -> None:
    own = board()
    hexes = own.marked(np.ones(own.terrain.shape, np.bool_))
    assert own.layout.from_offset(49, 39) in hexes
    for column, row in ((-1, 0), (0, -1), (50, 0), (0, 40)):
        assert own.layout.from_offset(column, row) not in hexes
    things: list[object] = [*hexes, "A1", (0, 0)]
    assert sum(it in hexes for it in things) == len(hexes)


def test_the_marks_are_nobodys_to_write_to() -> None:
    own = board()
    marks = np.ones(own.terrain.shape, np.bool_)
    hexes = own.marked(marks)
    marks[:] = False
    own.mask(hexes)[:] = False
    assert own.mask(hexes).all()


def test_another_board_looks_the_hexes_up() -> None:
    hexes = board().marked(np.ones((40, 50), np.bool_))
    for other in (board(size=(60, 40)), board(Layout.ODD_R), board(Layout.EVEN_Q)):
        assert (other.mask(hexes) == other.mask(frozenset(hexes))).all()


def test_what_is_computed_is_a_plain_set_and_what_is_sent_is_the_same() -> None:
    own = board()
    few = np.zeros(own.terrain.shape, np.bool_)
    few[3, 4] = True
    many, one = own.marked(~few), frozenset((own.layout.from_offset(4, 3),))
    for computed in (many | one, one | many, many - one, many & one):
        assert type(computed) is frozenset
    assert many | one == one | many == frozenset(own.hexes())
    assert (many & one, many - one) == (frozenset(), many)
    sent = pickle.loads(pickle.dumps(many))  # noqa: S301  # our own
    assert sent == many


def test_a_hex_and_a_hexside_are_sent_as_they_are() -> None:
    for it in (Hex(-3, 7), *hexsides(Hex(2, -5))):
        assert pickle.loads(pickle.dumps(it)) == it  # noqa: S301  # our own
