"""Things joined in pairs; a search by sets is the reference."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.scenario.arrays import groups

PAIRS = st.lists(st.tuples(st.integers(0, 29), st.integers(0, 29)), max_size=60)


@given(PAIRS)
def test_each_thing_gets_the_least_of_its_group(pairs: list[tuple[int, int]]) -> None:
    known = [{thing} for thing in range(30)]
    for one, other in pairs:
        together = known[one] | known[other]
        for thing in together:
            known[thing] = together
    first, second = np.array(pairs, np.int64).reshape(-1, 2).T
    assert groups(30, first, second).tolist() == [min(known[thing]) for thing in range(30)]


def test_a_long_chain_is_one_group() -> None:
    order = np.random.default_rng(1).permutation(100_000)
    assert not groups(order.size, order[:-1], order[1:]).any()
