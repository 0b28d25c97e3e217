from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Hexside, corner, hexside, hexside_chains, hexsides

SIDES = st.frozensets(
    st.builds(lambda q, r, d: hexside(Hex(q, r), d), *[st.integers(0, 3)] * 2, st.integers(0, 5))
)


@given(SIDES)
def test_every_hexside_is_in_one_chain_once(sides: frozenset[Hexside]) -> None:
    chains = hexside_chains(sides)
    pieces = Counter(frozenset(piece) for chain in chains for piece in pairwise(chain))
    assert pieces == Counter(frozenset(side.corners) for side in sides)


@given(SIDES)
def test_chains_end_where_one_or_three_hexsides_are_and_nowhere_else(sides: frozenset[Hexside]) -> None:
    meeting = Counter(at for side in sides for at in side.corners)
    for chain in hexside_chains(sides):
        if chain[0] != chain[-1]:
            assert {meeting[chain[0]], meeting[chain[-1]]} <= {1, 3}
        assert all(meeting[at] == 2 for at in chain[1:-1])


@given(SIDES, st.randoms())
def test_the_order_of_the_hexsides_does_not_matter(sides: frozenset[Hexside], rng: object) -> None:
    shuffled = sorted(sides)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert hexside_chains(shuffled) == hexside_chains(sides)


def test_a_hex_is_one_closed_chain() -> None:
    (chain,) = hexside_chains(hexsides(Hex(0, 0)))
    assert chain[0] == chain[-1]
    assert set(chain) == {corner(Hex(0, 0), index) for index in range(6)}


def test_without_hexsides_there_are_no_chains() -> None:
    assert hexside_chains(()) == ()
