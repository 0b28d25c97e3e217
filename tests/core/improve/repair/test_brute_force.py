"""Repair against brute force on tiny boards: what it claims to be the fewest edits is, and it is not beaten in silence."""

from __future__ import annotations

import pytest

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
