from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.marked_hexes import MarkedHexes

if TYPE_CHECKING:
    from fairground.core.scenario.board import Board


def board(layout: Layout = Layout.ODD_Q, size: tuple[int, int] = (50, 40)) -> Board:
    return blank_scenario("Big", layout=layout, size=size, ruleset="base-visibility").board


@pytest.mark.parametrize("layout", Layout)
def test_many_hexes_remember_their_marks_and_are_the_same_set_as_without_them(layout: Layout) -> None:
    own = board(layout)
    marks = np.random.default_rng(3).random(own.terrain.shape) < 0.8
    hexes = own.hexes_of(marks)
    assert isinstance(hexes, MarkedHexes)
    plain = frozenset(iter(hexes))
    assert (hexes, hash(hexes), len(hexes)) == (plain, hash(plain), int(marks.sum()))
    assert (own.mask(hexes) == own.mask(plain)).all()
    assert (own.mask(hexes) == marks).all()


def test_the_marks_are_nobodys_to_write_to() -> None:
    own = board()
    marks = np.ones(own.terrain.shape, np.bool_)
    hexes = own.hexes_of(marks)
    marks[:] = False
    own.mask(hexes)[:] = False
    assert own.mask(hexes).all()


def test_another_board_looks_the_hexes_up() -> None:
    hexes = board().hexes_of(np.ones((40, 50), np.bool_))
    for other in (board(size=(60, 40)), board(Layout.ODD_R), board(Layout.EVEN_Q)):
        assert (other.mask(hexes) == other.mask(frozenset(iter(hexes)))).all()


def test_few_hexes_and_what_is_computed_or_sent_are_plain_sets() -> None:
    own = board()
    few = np.zeros(own.terrain.shape, np.bool_)
    few[3, 4] = True
    many = own.hexes_of(~few)
    assert type(own.hexes_of(few)) is frozenset
    assert type(many | own.hexes_of(few)) is frozenset
    assert type(many - own.hexes_of(few)) is frozenset
    sent = pickle.loads(pickle.dumps(many))  # noqa: S301  # our own
    assert type(sent) is frozenset
    assert sent == many
