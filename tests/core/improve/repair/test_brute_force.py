"""Repair against brute force on tiny boards: what it claims to be the fewest edits is, and it is not beaten in silence."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from fairground.core.improve.repair.map_edit import EditImages
from fairground.core.metrics.fairness.contest import Contest
from tests.core.improve.repair.brute_force import BruteForce, Case

#: Each with the length of the lists that brute force tries.
CASES = (
    (Case("penance-1.0", "heavy", ("exposure-after-move",), (4, 3), 1, ("wall",)), 2),
    (Case("penance-2.0", "heavy", ("exposure-after-move", "territory"), (4, 3), 2, ("forest",)), 2),
    (Case("penance-arena", "heavy", ("territory",), (4, 4), 3, ("wall",), ("level", "zone")), 2),
    (Case("penance-arena", "aberrant", ("high-ground",), (4, 3), 4, ("wall",), ("level",)), 2),
    (Case("hexside-ww2", "vehicle", ("exposure-after-move",), (4, 3), 5, ("building",)), 2),
    (Case("megamek", "vehicle", ("capacity",), (4, 3), 6, ("building",), ("zone",)), 3),
    (Case("base-visibility", "large-target", ("objectives",), (4, 4), 7, ("high-wall",)), 2),
)


@pytest.mark.long
@pytest.mark.parametrize(("case", "most"), CASES, ids=[str(it) for it, _ in CASES])
def test_repair_is_not_beaten_by_brute_force(case: Case, most: int) -> None:
    scenario = case.made()
    found, force = case.repaired(scenario), BruteForce(case, scenario)
    fewest = force.fewest(most)
    assert force.false_claims(found, fewest) == []
    # On boards as small as these every list is tried, so that this compares claims, and not their absence.
    if fewest is None:
        assert found.ruled_out >= most
    else:
        assert (found.fewest, len(found.steps)) == (True, fewest)


@st.composite
def tiny_cases(draw: st.DrawFn) -> Case:
    """Draw a board of 9 to 12 hexes, and what to repair."""
    ruleset, unit_class, kind = draw(
        st.sampled_from(
            (
                ("penance-1.0", "heavy", "wall"),
                ("hexside-ww2", "vehicle", "building"),
                ("megamek", "vehicle", "building"),
            )
        )
    )
    measure, size, change = draw(
        st.tuples(
            st.sampled_from(("territory", "capacity", "objectives")),
            st.sampled_from(((3, 3), (4, 3), (3, 4))),
            st.sampled_from(("terrain", "level", "zone")),
        )
    )
    return Case(ruleset, unit_class, (measure,), size, draw(st.integers(0, 10_000)), (kind,), (change,))


@pytest.mark.long
@settings(max_examples=4, deadline=None)
@given(tiny_cases())
def test_the_fewest_edits_are_one_exactly_if_brute_force_needs_one(case: Case) -> None:
    try:
        scenario = case.made()
    except ValueError:
        reject()
    # Brute force makes each edit alone, without its image.
    assume(not EditImages(Contest(scenario)).is_symmetric)
    found, force = case.repaired(scenario), BruteForce(case, scenario)
    fewest = force.fewest(1)
    assert force.false_claims(found, fewest) == []
    if fewest is None:
        assert found.ruled_out >= 1
    else:
        assert (found.fewest, len(found.steps)) == (True, 1)
