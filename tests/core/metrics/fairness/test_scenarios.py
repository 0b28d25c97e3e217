"""What the report says of every shipped arena: its verdict, what it comes from, and how symmetric the board is."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from fairground.core import fairness, load

SCENARIOS = Path(__file__).parents[4] / "scenarios"

#: Verdict, measures it comes from, the best symmetry, its share, and whether it is fair by construction.
REPORTS = {
    "broken-abbey": ("green", [], "180° turn", Fraction(1), True),
    "crown-hill": (None, [], "180° turn", Fraction(5, 11), False),
    "ember-court": ("green", [], "180° turn", Fraction(1), True),
    "four-winds": ("green", [], "top-bottom mirror", Fraction(1), False),
    "frozen-gate": ("green", [], "180° turn", Fraction(1), True),
    "last-convoy": (None, [], "", Fraction(0), False),
    "millwater-valley": (
        "red",
        ["territory", "high-ground"],
        "180° turn",
        None,
        False,
    ),
    "night-raid": ("amber", ["contact"], "180° turn", Fraction(10, 117), False),
    "powder-mill": (None, [], "180° turn", None, False),
    "ring-of-tors": ("green", [], "180° turn", Fraction(1), True),
    "road-to-vaubrais": ("amber", ["contact"], "", Fraction(0), False),
    "salt-road": (None, [], "", Fraction(0), False),
    "sight-lines": ("red", ["territory"], "180° turn", None, False),
    "standard-arena": ("amber", ["contact", "high-ground"], "top-bottom mirror", Fraction(47, 49), False),
    "standard-arena-odd-q": ("amber", ["contact"], "180° turn", Fraction(34, 49), False),
    "sunken-shrine": ("green", [], "180° turn", Fraction(1), True),
    "three-crowns": ("amber", ["contact"], "120° turn", Fraction(1), True),
    "training-yard": ("green", [], "top-bottom mirror", Fraction(1), False),
    "twin-stones": ("green", [], "left-right mirror", Fraction(1), False),
}


def test_every_shipped_arena_is_here() -> None:
    assert set(REPORTS) == {it.stem for it in SCENARIOS.glob("*.yaml")}


@pytest.mark.parametrize("name", REPORTS)
def test_the_report_of_a_shipped_arena(name: str) -> None:
    verdict, because, symmetry, share, fair = REPORTS[name]
    found = fairness(load(SCENARIOS / f"{name}.yaml"))
    assert found.verdict == verdict
    assert list(dict.fromkeys(it.id for it in found.because)) == because
    assert (found.symmetry.name, found.symmetry.fair) == (symmetry, fair)
    assert share is None or found.symmetry.share == share
    if found.symmetry.fair:
        # What symmetry makes the same is the same in every measure.
        assert all(len(set(it.values.values())) < 2 for it in found.measures)
