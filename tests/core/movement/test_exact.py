"""Paths and reach against every way there is, on small boards with everything on them."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.grid.hexes import Hex, direction_between
from fairground.core.movement.board_steps import damage_of, steps
from fairground.core.movement.mover import Mover, mover, movers
from fairground.core.movement.path import Path, path
from fairground.core.movement.reach import reach
from fairground.core.movement.step_cost import StepCosts
from fairground.core.rules import load_ruleset
from fairground.core.rules.sight import SightModel
from tests.core.movement.brute_force import BruteForce
from tests.core.movement.random_ground import RULESETS, random_ground

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

#: Between centres of hexes, so that blind movement can be forbidden.
CENTRES = [it for it in RULESETS if load_ruleset(it).sight.model is SightModel.CENTRES]


def random_rules(rng: random.Random, name: str) -> dict[str, object]:
    """Return overrides of what bears on movement."""
    sides = rng.choice([[1, 2, 3, 4, 5, 6], [1, 4], [6, 1, 2], [1, 2, 3, 4, 5, 6]])
    found: dict[str, object] = {
        "movement.minimum_move": rng.random() < 0.5,
        "movement.rotation.free": rng.choice((0, 1, 2)),
        "movement.rotation.each": rng.choice(("turn", "hex")),
        "movement.rotation.cost": rng.choice((0, 1, 1, "1/2")),
        "movement.reverse_factor": rng.choice((1, 2, "3/2")),
        "movement.step_sides": sides,
        "hazard.when": rng.choice(("end", "pass")),
        "movement.base_cost": rng.choice((1, 1, 0)),
    }
    if name in CENTRES:
        found["movement.no_blind_movement"] = rng.random() < 0.5
    return found


def some_mover(rng: random.Random, scenario: Scenario) -> Mover:
    chosen = rng.choice(list(movers(scenario)))
    unit = rng.choice(scenario.units).id if scenario.units and rng.random() < 0.6 else None
    found = mover(scenario, chosen.class_id, chosen.mode_id, unit=unit)
    return replace(found, surcharge=rng.choice((0, 0, 1)), allowance=rng.choice((found.allowance, 2, 3, 0)))


def brute_force(scenario: Scenario, who: Mover, *, blind: bool, faces: bool) -> BruteForce:
    may_end = set(scenario.board.hexes_of(steps(scenario, who).may_end))
    return BruteForce(scenario, who, blind=blind, faces=faces, may_end=may_end)


def there(scenario: Scenario) -> list[Hex]:
    return [at for at in scenario.board.hexes() if not scenario.board.void[scenario.board.cell(at)]]


def check_steps(scenario: Scenario, found: Path, who: Mover) -> None:
    """A path is made of steps that can be made one after the other, and costs what they do."""
    board, costs = scenario.board, StepCosts(scenario, who)
    spent = dict.fromkeys(range(1, (found.turns or 0) + 2), Fraction(0))
    for before, it in zip(found.steps, found.steps[1:], strict=False):
        assert before.turn <= it.turn <= before.turn + 1
        assert it.cost == sum((why.amount for why in it.reasons), Fraction(0))
        if it.hex != before.hex:
            facing = None if before.facing is None else board.layout.facing_direction(before.facing)
            direction = direction_between(before.hex, it.hex)
            assert direction is not None
            step = costs.step(before.hex, direction, facing)
            assert (step.cost, step.reasons) == (it.cost, it.reasons)
            assert it.facing == before.facing
            if step.whole_turn:
                assert not spent[it.turn]
                spent[it.turn] = Fraction(who.allowance)
                continue
        else:
            assert it.facing != before.facing or "2" in it.reasons[0].text
        spent[it.turn] += it.cost
    assert all(it <= who.allowance for it in spent.values())


@given(st.sampled_from(RULESETS), st.booleans(), st.randoms(use_true_random=False))
def test_paths_are_the_best_of_all_ways(name: str, points_first: bool, rng: random.Random) -> None:  # noqa: FBT001  # drawn
    rules = random_rules(rng, name) if rng.random() < 0.7 else {}
    scenario = random_ground(rng, name, size=(4, 3), overrides=rules, units=rng.choice((0, 2, 3)))
    who = some_mover(rng, scenario)
    hexes = there(scenario)
    a, b = rng.choice(hexes), rng.choice(hexes)
    facing = rng.choice((None, 1, 4))
    end_facing = rng.choice((None, None, 2)) if who.has_front else None
    dangerous = rng.random() < 0.4
    found = path(
        scenario,
        a,
        b,
        mover=who,
        facing=facing,
        end_facing=end_facing,
        least="points" if points_first else "turns",
        avoid_danger=dangerous,
    )
    movement, layout = scenario.rules.movement, scenario.board.layout
    judge = brute_force(
        scenario, who, blind=not movement.no_blind_movement, faces=who.faces or end_facing is not None
    )
    if facing is None and who.unit:
        facing = next((it.facing for it in scenario.units if it.id == who.unit and it.hex == a), None)
    harm = damage_of(scenario)
    damage = {at: int(harm[scenario.board.cell(at)]) if dangerous else 0 for at in scenario.board.hexes()}
    begins = judge.begins(a, None if facing is None else layout.facing_direction(facing))
    wished = None if end_facing is None else layout.facing_direction(end_facing)
    if a == b and any(wished in (None, it.facing) for it in begins):
        assert found.cost == 0
        assert found.turns == 0
        return
    best = judge.best(
        begins,
        b,
        wished,
        points_first=points_first,
        damage=damage,
        passing=scenario.rules.hazard.when == "pass",
    )
    if best is None:
        assert not found.found
        assert found.obstacle
        assert (found.cost, found.turns, found.hexes) == (None, None, ())
        return
    turns, cost = best
    assert (found.turns, found.cost, len(found.hexes) - 1) == (turns, cost.points, cost.hexes)
    check_steps(scenario, found, who)


@pytest.mark.parametrize("seed", [133, 202, 261, 315])
def test_ways_of_many_turns_are_the_best_of_all(seed: int) -> None:
    """Where what is ahead is only guessed, and the first way that comes to the end is not the best."""
    rng = random.Random(seed)  # noqa: S311  # no secret
    name, columns = rng.choice(RULESETS), rng.choice((7, 8, 9))
    rules = random_rules(rng, name)
    scenario = random_ground(rng, name, size=(columns, 2), overrides=rules, units=rng.choice((0, 3)))
    chosen = rng.choice(list(movers(scenario)))
    unit = scenario.units[0].id if scenario.units else None
    who = replace(mover(scenario, chosen.class_id, chosen.mode_id, unit=unit), allowance=2)
    board, movement = scenario.board, scenario.rules.movement
    a, b = board.parse("A1"), board.parse(f"{'ABCDEFGHI'[columns - 1]}2")
    for at in (a, b):
        board.terrain[board.cell(at)] = 0
    found = path(scenario, a, b, mover=who, least="turns")
    judge = brute_force(scenario, who, blind=not movement.no_blind_movement, faces=who.faces)
    unharmed = dict.fromkeys(board.hexes(), 0)
    best = judge.best(judge.begins(a, None), b, None, points_first=False, damage=unharmed, passing=False)
    assert best is not None
    turns, cost = best
    assert turns >= 4
    assert (found.turns, found.cost, len(found.hexes) - 1) == (turns, cost.points, cost.hexes)


@pytest.mark.long
@given(st.sampled_from(RULESETS), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_reach_is_where_all_ways_lead(name: str, rng: random.Random) -> None:
    rules = random_rules(rng, name) if rng.random() < 0.7 else {}
    scenario = random_ground(rng, name, size=(5, 4), overrides=rules, units=rng.choice((0, 2, 3)))
    who = some_mover(rng, scenario)
    origins = rng.sample(there(scenario), rng.choice((1, 1, 2)))
    facing = rng.choice((1, 4, 6))
    turns = rng.choice((1, 2, 3))
    found = reach(scenario, origins, turns, mover=who, facing=facing)
    judge = brute_force(scenario, who, blind=not scenario.rules.movement.no_blind_movement, faces=who.faces)
    direction = scenario.board.layout.facing_direction(facing)
    expected = judge.reach([it for at in origins for it in judge.begins(at, direction)], turns)
    for at in scenario.board.hexes():
        cell = scenario.board.cell(at)
        turn, spent = expected.get(at, (-1, Fraction(-1, found.scale)))
        assert (int(found.turns[cell]), Fraction(int(found.spent[cell]), found.scale)) == (turn, spent)
        if turn > 0 and len(origins) == 1:
            way = path(scenario, origins[0], at, mover=who, facing=facing)
            assert way.turns == turn


@pytest.mark.long
@given(st.sampled_from(RULESETS), st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_paths_and_reach_agree_on_larger_boards(name: str, rng: random.Random) -> None:
    rules = random_rules(rng, name) if rng.random() < 0.5 else {}
    scenario = random_ground(
        rng, name, size=(rng.randint(12, 20), rng.randint(12, 20)), overrides=rules, units=8
    )
    who, hexes = some_mover(rng, scenario), there(scenario)
    start, facing = rng.choice(hexes), rng.choice((1, 2, 5))
    known = reach(scenario, start, None, mover=who, facing=facing).turns
    for end in rng.sample(hexes, 4):
        quick, cheap = (
            path(scenario, start, end, mover=who, facing=facing, least=least) for least in ("turns", "points")
        )
        assert (-1 if quick.turns is None else quick.turns) == known[scenario.board.cell(end)]
        assert quick.found == cheap.found
        for found in (quick, cheap) if quick.found else ():
            check_steps(scenario, found, who)
        if quick.cost is not None and cheap.cost is not None:
            assert cheap.cost <= quick.cost


@pytest.mark.parametrize("name", RULESETS)
def test_every_class_and_mode_has_the_least_points(name: str) -> None:
    """Against Dijkstra over exact fractions, for every class and mode of every ruleset."""
    rng = random.Random(name)  # noqa: S311
    scenario = random_ground(rng, name, size=(9, 8), units=0)
    for chosen in movers(scenario):
        if chosen.faces:
            chosen = replace(chosen, faces=False)  # noqa: PLW2901  # facing is judged against every way there is
        costs = StepCosts(scenario, chosen)
        for _ in range(4):
            a, b = rng.sample(there(scenario), 2)
            found = path(scenario, a, b, mover=chosen, least="points", blind=True)
            if chosen.mode.passes_impassable and found.turns not in (None, 1):
                continue  # it cannot rest everywhere, which is judged against every way there is
            assert found.cost == dijkstra(costs, a).get(b) or not found.found
            if found.found:
                check_steps(scenario, found, chosen)
            else:
                assert b not in dijkstra(costs, a) or chosen.mode.passes_impassable


def dijkstra(costs: StepCosts, start: Hex) -> dict[Hex, Fraction]:
    known: dict[Hex, Fraction] = {}
    waiting = {start: Fraction(0)}
    while waiting:
        at = min(waiting, key=lambda it: waiting[it])
        known[at] = waiting.pop(at)
        for direction in range(6):
            cost = costs.step(at, direction).cost
            to = at + Hex(*((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))[direction])
            if cost is not None and to not in known:
                waiting[to] = min(waiting.get(to, known[at] + cost), known[at] + cost)
    return known
