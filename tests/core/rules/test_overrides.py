from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import RulesetError
from fairground.core.rules import Ruleset, load_ruleset
from fairground.core.rules.sight import CoverReach

if TYPE_CHECKING:
    from collections.abc import Mapping


def with_overrides(overrides: Mapping[str, object]) -> Ruleset:
    return load_ruleset("penance-2.0", overrides=overrides)


def test_single_keys_are_replaced() -> None:
    ruleset = with_overrides(
        {
            "cover.reach": "in",
            "terrain.water.heat": -5,
            "terrain.forest.cost": "3/2",
            "shields.left.sides.4.damage": 9,
        }
    )
    assert ruleset.cover.reach is CoverReach.IN
    assert ruleset.terrain["water"].heat == -5
    assert ruleset.terrain["forest"].cost == Fraction(3, 2)
    assert ruleset.shield_table("left").side(4).damage == 9


def test_the_rest_and_the_shipped_ruleset_stay_as_they_are() -> None:
    before = load_ruleset("penance-2.0")
    changed = with_overrides({"terrain.water.heat": -5, "terrain.water.damage": 1})
    again = load_ruleset("penance-2.0")
    assert again is before
    assert before.terrain["water"].heat == -2
    assert {name for name in before.terrain if before.terrain[name] != changed.terrain[name]} == {"water"}


def test_a_key_that_no_file_writes_can_be_overridden() -> None:
    assert load_ruleset("penance-1.0").terrain["clear"].heat == 0
    assert load_ruleset("penance-1.0", overrides={"terrain.clear.heat": 1}).terrain["clear"].heat == 1


def test_none_gives_the_default_back() -> None:
    assert with_overrides({"movement.no_blind_movement": None}).movement.no_blind_movement is False


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("cover.reech", "cover.reach"),
        ("terrain.watr.heat", "terrain.water.heat"),
        ("facing.ties", "facing.tie"),
        ("cover.grades.ligth.to_hit", "cover.grades.light.to_hit"),
    ],
)
def test_an_unknown_path_is_told_the_nearest(name: str, meant: str) -> None:
    with pytest.raises(RulesetError) as caught:
        with_overrides({name: 1})
    (found,) = caught.value.problems
    assert (found.code, found.place.path) == ("ruleset.override", ("rules", name))
    assert f"Did you mean {meant!r}?" in found.message


@pytest.mark.parametrize(
    "name", ["", ".", "cover.", "id", "format", "terrain.water.tags.0", "cover.reach.in", "__class__"]
)
def test_what_is_no_key_is_refused(name: str) -> None:
    with pytest.raises(RulesetError, match="has no key"):
        with_overrides({name: "x"})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cover.reach", "near"),
        ("cover.effect", "both"),
        ("terrain.water.cost", 0.5),
        ("terrain.wall.becomes", "nothing"),
        ("terrain.clear", None),
        ("shields.none.sides.4", None),
        ("movement.no_blind_movement", 1),
        ("cover", {"reech": "in"}),
        ("terrain", []),
    ],
)
def test_values_are_checked_and_reported_at_the_override(name: str, value: object) -> None:
    with pytest.raises(RulesetError) as caught:
        with_overrides({"facing.tie": "attacker", name: value})
    assert ("rules", name) in [found.place.path for found in caught.value.problems]
    assert ("rules", "facing.tie") not in [found.place.path for found in caught.value.problems]
    assert all(found.place.line is None for found in caught.value.problems if found.place.path[0] == "rules")


def test_all_faulty_overrides_are_reported() -> None:
    with pytest.raises(RulesetError) as caught:
        with_overrides({"cover.reech": "in", "facing.tie": "both", "terrain.water.heat": "x"})
    assert sorted(found.place.path[1] for found in caught.value.problems) == [
        "cover.reech",
        "facing.tie",
        "terrain.water.heat",
    ]


@pytest.mark.parametrize("number", [1_000_001, -1_000_001, 10**17])
def test_a_number_with_which_sums_would_overflow_is_refused(number: int) -> None:
    name = "sight.opacities.woods.limit" if number > 0 else "terrain.water-1.heat"
    with pytest.raises(RulesetError) as caught:
        load_ruleset("megamek", overrides={name: number})
    (problem,) = caught.value.problems
    assert problem.code == "ruleset.bad-value"
    assert problem.place.path == ("rules", name)


def test_the_largest_number_is_accepted() -> None:
    rules = load_ruleset("megamek", overrides={"sight.opacities.woods.limit": 1_000_000})
    assert rules.sight.opacities["woods"].limit == 1_000_000
