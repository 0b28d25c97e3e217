"""What an attack is made of by the data of a ruleset, and what is left of a choice in another one."""

from __future__ import annotations

import pytest

from fairground.core.attacks.fighter import Weapon
from fairground.core.rules import load_ruleset
from fairground.core.rules.attack import AttackKind
from fairground.editor.document.mover_choice import AttackChoice, AttackQuestions, EndChoice
from fairground.editor.features.attack.weapon_options import KIND_WORDS

CHOSEN = AttackChoice(
    AttackKind.MELEE.value,
    reach=3,
    damage=4,
    cost="heavy",
    situations=("called-shot",),
    ends=(
        EndChoice(moved=2, facing=3, shield="left", defence=1, states=(("arm", None), ("heat", 6))),
        EndChoice(unit_class="scout"),
    ),
)


@pytest.mark.parametrize(
    ("ruleset", "asked"),
    [
        ("penance-1.0", {"kind", "reach", "damage", "facing", "tracks", "parts"}),
        ("penance-2.0", {"kind", "reach", "damage", "moved", "facing", "tracks", "parts"}),
        ("hexside-ww2", set()),
        ("base-visibility", {"unit_class", "grounded"}),
        ("megamek", set()),
    ],
)
def test_what_a_ruleset_does_not_know_is_not_asked(ruleset: str, asked: set[str]) -> None:
    found = AttackQuestions(load_ruleset(ruleset))
    every = ("kind", "reach", "damage", "moved", "facing", "tracks", "parts", "unit_class", "grounded")
    assert {name for name in every if getattr(found, name)} >= asked
    assert not {name for name in every if getattr(found, name)} - asked - {"moved"}
    assert found.of_ends == bool(asked - {"kind", "reach"})


def test_p1_17_and_p1_24_only_states_that_bear_on_attacks_are_asked() -> None:
    found = AttackQuestions(load_ruleset("penance-1.0"))
    assert list(found.tracks) == ["heat"]
    assert list(found.parts) == ["arm"]


def test_a_choice_keeps_what_the_next_ruleset_knows_too() -> None:
    assert CHOSEN.within(load_ruleset("penance-2.0")) == CHOSEN
    assert CHOSEN.within(load_ruleset("hexside-ww2")) == AttackChoice()


def test_ends_change_places_and_take_states() -> None:
    assert CHOSEN.swapped.ends == CHOSEN.ends[::-1]
    assert CHOSEN.swapped.swapped == CHOSEN
    cooler = CHOSEN.ends[0].with_state("heat", 2, present=True)
    assert cooler.states == (("arm", None), ("heat", 2))
    assert cooler.with_state("arm", None, present=False).states == (("heat", 2),)
    assert CHOSEN.with_end(1, cooler).ends == (CHOSEN.ends[0], cooler)


def test_kinds_of_attack_are_those_of_the_rules() -> None:
    assert {it.value for it in AttackKind} == set(KIND_WORDS)
    assert AttackChoice().kind == Weapon().kind
