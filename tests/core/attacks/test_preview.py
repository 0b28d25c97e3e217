"""Previews: who is meant, what is not known, what cannot be, and chances against every roll there is."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core import Stance, Weapon, attack
from fairground.core.attacks.results import chance_of_result
from fairground.core.errors import GridError, ScenarioError, UsageError
from fairground.core.grid.layout import Layout
from fairground.core.rules.attack import AttackKind, AttackResult, ResultCounts
from fairground.core.rules.dice import Dice
from fairground.core.scenario.parts import Shield, Unit

if TYPE_CHECKING:
    from tests.core.sight.conftest import Field, MakeField


@pytest.fixture
def duel(field: MakeField) -> Field:
    made = field("penance-2.0", (9, 9), Layout.ODD_Q)
    at = made.board.parse
    made.scenario.units += [
        Unit("hunter", "one", "scout", at("D8"), facing=1, name="The Hunter"),
        Unit("prey", "two", "heavy", at("D5"), facing=1, shield=Shield.LEFT),
    ]
    return made


# -- who --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("attacker", "target"), [("hunter", "prey"), ("D8", "D5"), ("hunter", "D5")])
def test_a_unit_is_named_by_its_id_or_by_its_hex(duel: Field, attacker: str, target: str) -> None:
    found = attack(duel.scenario, attacker, target)
    assert (found.attacker.name, found.target.name) == ("The Hunter", "Heavy")
    assert (found.side, found.number, found.damage_total) == (4, 3, 3)


def test_a_stance_goes_before_what_the_unit_has(duel: Field) -> None:
    found = attack(duel.scenario, "hunter", "prey", target_state=Stance(facing=4, shield="right"))
    assert (found.side, found.number) == (1, 5)


def test_of_several_units_in_a_hex_none_is_taken(duel: Field) -> None:
    duel.post("two", "D5")
    found = attack(duel.scenario, "hunter", "D5")
    assert (found.target.unit, found.side) == (None, None)
    assert attack(duel.scenario, "hunter", "prey").side == 4


def test_what_is_not_known_is_open_and_stops_nothing(duel: Field) -> None:
    found = attack(duel.scenario, "A1", "B1")
    states = {it.step.value: (it.state.value, it.text) for it in found.steps}
    assert states["arc"] == ("open", "the facing of A1 is unknown")
    assert states["to_hit"][0] == "open"
    assert states["to_hit"][1].endswith("the facing of B1 is unknown")
    assert (found.possible, found.side, found.shield, found.reactive) == (True, None, None, None)


def test_whether_cards_may_answer_is_known_where_all_sides_of_the_shield_agree(field: MakeField) -> None:
    made = field("penance-1.0", overrides={"shields.none.sides.4.reactive": False})
    shields = {it: attack(made.scenario, "B3", "D3", target_state=Stance(shield=it)) for it in Shield}
    assert {it: found.reactive for it, found in shields.items()} == {
        Shield.LEFT: True,
        Shield.RIGHT: True,
        Shield.NONE: None,
    }
    response = [it.state.value for it in shields[Shield.NONE].steps if it.step == "response"]
    assert response == ["open"]


def test_whether_the_defender_answers_is_told_in_words(field: MakeField) -> None:
    for may, words in ((True, "may play"), (False, "cannot play")):
        sides = {f"shields.none.sides.{side}.reactive": may for side in range(1, 7)}
        made = field("penance-1.0", overrides=sides)
        found = attack(made.scenario, "B3", "D3", target_state=Stance(shield=Shield.NONE))
        (text,) = (it.text for it in found.steps if it.step == "response")
        assert found.reactive is may
        assert text.startswith(f"the defender {words} a reactive card")


def test_every_step_that_fails_is_told_and_the_first_stops_it(duel: Field) -> None:
    duel.put("wall", "D7")
    found = attack(duel.scenario, "hunter", "prey", weapon=Weapon(reach=2), attacker_state=Stance(facing=4))
    assert [it.state.value for it in found.steps] == ["no", "no", "no", "yes", "yes", "yes"]
    assert (found.possible, found.stopped_by) == (False, "range")


def test_a_shot_at_the_own_hex_has_no_side(duel: Field) -> None:
    found = attack(duel.scenario, "hunter", "hunter", weapon=Weapon(AttackKind.MAGIC, reach=0))
    assert (found.possible, found.distance, found.side) == (True, 0, None)


@pytest.mark.parametrize("ends", [("hunter", "hunter"), ("D8", "hunter"), ("hunter", "D8"), ("A1", "A1")])
def test_nobody_attacks_himself_but_with_what_is_meant_for_that(duel: Field, ends: tuple[str, str]) -> None:
    with pytest.raises(ScenarioError, match="cannot attack itself; choose another target"):
        attack(duel.scenario, *ends)
    with pytest.raises(ScenarioError):
        attack(duel.scenario, *ends, weapon=Weapon(AttackKind.MELEE, reach=1))
    for weapon in (Weapon(AttackKind.MAGIC, reach=0), Weapon(AttackKind.MAGIC, reach=2, aura=True)):
        assert attack(duel.scenario, *ends, weapon=weapon).distance == 0


# -- what cannot be ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"weapon": Weapon(cost="mediun")}, "no weapon cost 'mediun'. Did you mean 'medium'?"),
        ({"weapon": Weapon(traits=("blast",))}, "no weapon trait 'blast'. There are none"),
        ({"situations": ["called_shot"]}, "no situation 'called_shot'. Did you mean 'called-shot'?"),
        ({"attacker_state": Stance(states={"haet": 3})}, "Did you mean 'heat'?"),
        ({"target_state": Stance(states={"heat": None})}, "heat needs a number"),
        ({"target_state": Stance(shield_kind="towr")}, "no shield type 'towr'. Did you mean 'tower'?"),
        ({"target_state": Stance(unit_class="scuot")}, "no class 'scuot'. Did you mean 'scout'?"),
        ({"observers": ["nobody"]}, "does not measure sight from base to base, so observers"),
        ({"target_state": Stance(grounded=True)}, "so observers and going to ground do not apply"),
    ],
)
def test_what_the_ruleset_does_not_know_is_named(duel: Field, given: dict[str, Any], message: str) -> None:
    with pytest.raises(ScenarioError, match=message.replace("?", r"\?")):
        attack(duel.scenario, "hunter", "prey", **given)


def test_a_misspelt_unit_is_named(duel: Field) -> None:
    with pytest.raises(ScenarioError, match=r"there is no unit 'prey-'. Did you mean 'prey'\?"):
        attack(duel.scenario, "hunter", "prey-")
    with pytest.raises(ScenarioError, match="Z9 is off the board"):
        attack(duel.scenario, "hunter", "Z9")
    assert issubclass(GridError, ValueError)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Weapon("meele"), "Did you mean 'melee'"),  # type: ignore[arg-type]  # as callers without types do
        (lambda: Weapon(reach=-1), "0 hexes or more, not -1"),
        (lambda: Weapon(aura=True), "an aura needs a reach in hexes"),
        (lambda: Stance(moved=-1), "must be 0 or more, not -1"),
        (lambda: Stance(facing=7), "1 to 6, not 7"),
        (lambda: Stance(shield="back"), "left, right, none, not 'back'"),
        (lambda: Stance(height=-2), "0 levels or more, not -2"),
    ],
)
def test_weapons_and_stances_that_make_no_sense(make: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        make()


# -- chances ----------------------------------------------------------------------------------------------------


@given(
    st.builds(Dice, count=st.integers(1, 3), sides=st.integers(2, 6)),
    st.integers(-2, 20),
    st.integers(1, 18),
    st.none() | st.integers(0, 6),
    st.sampled_from(ResultCounts),
)
def test_chances_are_those_of_all_rolls(
    dice: Dice, number: int, low: int, more: int | None, counts: ResultCounts
) -> None:
    result = AttackResult(name="Any", min=low, max=None if more is None else low + more, counts=counts)
    rolls = list(product(range(1, dice.sides + 1), repeat=dice.count))
    hits = [
        roll
        for roll in rolls
        if sum(roll) >= number
        and (sum(roll) in result if counts is ResultCounts.TOTAL else any(face in result for face in roll))
    ]
    assert chance_of_result(dice, number, result) == Fraction(len(hits), len(rolls))


# -- as data, and how fast --------------------------------------------------------------------------------------


def test_the_answer_is_plain_data(duel: Field) -> None:
    told = attack(duel.scenario, "hunter", "prey", weapon=Weapon(damage=3, cost="heavy")).to_json()
    assert json.loads(json.dumps(told)) == told
    assert (told["from"], told["to"], told["attacker"], told["target"]) == ("D8", "D5", "hunter", "prey")
    assert (told["number"], told["chance"], told["percent"], told["dice"]) == (3, "35/36", 97.2, "2d6")
    assert told["side"] == {"number": 4, "name": "Rear"}
    assert (told["shield"]["blocks"], told["reactive"], told["cost"], told["done"]) == (False, False, "3", 9)


def test_rules_without_attacks_tell_of_sight_alone(field: MakeField) -> None:
    made = field("megamek")
    found = attack(made.scenario, "B3", "F3")
    assert [it.step.value for it in found.steps] == ["sight"]
    assert (found.possible, found.number, found.chance, found.to_hit) == (True, None, None, ())
    assert (found.steps[0].rule, found.steps[0].text) == ("H-03", "nothing blocks the line of sight")
    assert not attack(made.put("building", "D3").raise_to(3, "D3").scenario, "B3", "F3").possible
