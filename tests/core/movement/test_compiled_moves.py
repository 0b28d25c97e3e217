"""Steps, paths and reach by the compiled part and by Python alone."""

from __future__ import annotations

import pickle
import random
from dataclasses import fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core import native
from fairground.core.errors import FairgroundError
from fairground.core.movement.board_steps import Steps, steps
from fairground.core.movement.mover import Mover, mover
from fairground.core.movement.path import Path, path
from fairground.core.movement.reach import Reach, reach
from fairground.core.scenario.parts import RulesetReference
from tests.core.movement.random_ground import RULESETS, random_ground
from tests.core.movement.test_exact import CENTRES, random_rules, some_mover, there
from tests.core.sight.random_boards import random_scenario

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from tests.core.movement.conftest import Draw

needs_library = pytest.mark.skipif(native.library() is None, reason="there is no compiled part")


def in_python(work: Callable[[], Any]) -> Any:  # whatever the work returns
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.PURE, "1")
        return work()


def content(found: Path | Reach) -> object:
    """Return everything about an answer."""
    if isinstance(found, Path):
        return (
            found.obstacle,
            found.cost,
            found.turns,
            found.hexes,
            found.steps,
            found.danger,
            found.turn_ends,
        )
    return found.obstacle, found.origins, found.scale, found.turns.tolist(), found.spent.tolist()


def outcome_in_python(work: Callable[[], Path | Reach]) -> object:
    return in_python(lambda: outcome(work))


def outcome(work: Callable[[], Path | Reach]) -> object:
    try:
        return content(work())
    except FairgroundError as error:
        return str(error)


def same_steps(one: Steps, other: Steps) -> bool:
    arrays = ("cost", "whole_turn", "open", "may_end")
    rest = [it.name for it in fields(Steps) if it.name not in arrays]
    return all(
        np.array_equal(getattr(one, it), getattr(other, it))
        and getattr(one, it).dtype == getattr(other, it).dtype
        for it in arrays
    ) and all(getattr(one, it) == getattr(other, it) for it in rest)


def drawn(rng: random.Random, name: str) -> tuple[Scenario, Mover]:
    rules = random_rules(rng, name) if rng.random() < 0.6 else {}
    size = rng.randint(1, 14), rng.randint(1, 14)
    scenario = random_ground(rng, name, size=size, overrides=rules, units=rng.choice((0, 3, 8)))
    if rng.random() < 0.2:
        scenario.board.elevation[:] = 0
    return scenario, some_mover(rng, scenario)


@needs_library
@given(st.sampled_from(RULESETS), st.randoms(use_true_random=False))
def test_steps_are_those_of_python(name: str, rng: random.Random) -> None:
    scenario, who = drawn(rng, name)
    if rng.random() < 0.1:
        # More levels than have a table of all climbs between them.
        scenario.board.elevation.flat[0] = 90
    assert same_steps(steps(scenario, who), in_python(lambda: steps(scenario, who)))


@pytest.mark.parametrize("is_pure", [True, False])
def test_hs_18_a_climb_takes_a_whole_turn_whatever_the_terrain_costs(
    draw: Draw, monkeypatch: pytest.MonkeyPatch, *, is_pure: bool
) -> None:
    if is_pure:
        monkeypatch.setenv(native.PURE, "1")
    board = draw("hexside-ww2", "clear woods woods")
    board.board.elevation[0] = 0, 2, 2
    board.ruleset = RulesetReference("hexside-ww2", {"movement.minimum_move": False, "terrain.woods.cost": 9})
    found = steps(board, mover(board))
    assert found.cost[2, 0].tolist() == [found.allowance, -1, -1]


@needs_library
def test_of_equal_paths_the_same_one_is_found() -> None:
    # Two paths of 9 points and 5 turns tie here. Which one comes first depends on the lower bound of the hexes ahead.
    rng = random.Random(69)  # noqa: S311  # the same board each time
    rules = random_rules(rng, "penance-arena")
    scenario = random_scenario(rng, "penance-arena", rules, size=rng.choice((9, 16)))
    who = mover(scenario, unit_class="assault", mode="teleport")

    def work() -> Path:
        return path(scenario, "J8", "E2", mover=who, least="points", blind=True)

    assert work().cost == 9
    assert outcome(work) == outcome_in_python(work)


@needs_library
@given(st.sampled_from(RULESETS), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_paths_are_those_of_python(name: str, rng: random.Random) -> None:
    scenario, who = drawn(rng, name)
    hexes = there(scenario)
    for _ in range(3):
        a, b = rng.choice(hexes), rng.choice(hexes)
        asked = {
            "facing": rng.choice((None, 1, 4)),
            "end_facing": rng.choice((None, None, 2, 5)) if who.has_front else None,
            "least": rng.choice(("turns", "points")),
            "avoid_danger": rng.random() < 0.4,
            "blind": rng.random() < 0.5,
        }

        def ask(a: Hex = a, b: Hex = b, asked: dict[str, Any] = asked) -> Path:
            return path(scenario, a, b, mover=who, **asked)

        assert outcome(ask) == outcome_in_python(ask)


@needs_library
@given(st.sampled_from(RULESETS), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_reach_is_that_of_python(name: str, rng: random.Random) -> None:
    scenario, who = drawn(rng, name)
    hexes = there(scenario)
    for _ in range(3):
        origins = rng.sample(hexes, min(len(hexes), rng.choice((1, 1, 3))))
        turns = rng.choice((0, 1, 2, 5, None))
        reserve = rng.choice((0, 0, 1, Fraction(3, 2), 99))
        facing = rng.choice((None, 1, 4))
        blind = rng.random() < 0.5

        def ask(
            origins: list[Hex] = origins,
            turns: int | None = turns,
            reserve: Fraction | int = reserve,
            facing: int | None = facing,
            blind: bool = blind,  # noqa: FBT001  # drawn
        ) -> Reach:
            return reach(scenario, origins, turns, mover=who, facing=facing, blind=blind, reserve=reserve)

        assert outcome(ask) == outcome_in_python(ask)


@needs_library
@given(st.sampled_from(CENTRES), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_after_a_change_sight_is_that_of_the_board_as_it_is(name: str, rng: random.Random) -> None:
    rules = {"movement.no_blind_movement": True}
    scenario = random_ground(rng, name, size=(7, 6), overrides=rules, units=0)
    who, hexes, board = mover(scenario), there(scenario), scenario.board
    a, b = rng.choice(hexes), rng.choice(hexes)
    for _ in range(4):

        def path_there() -> Path:
            return path(scenario, a, b, mover=who)

        def reach_there() -> Reach:
            return reach(scenario, a, 3, mover=who)

        assert outcome(path_there) == outcome_in_python(path_there)
        assert outcome(reach_there) == outcome_in_python(reach_there)
        cell = board.cell(rng.choice(hexes))
        match rng.randrange(4):
            case 0:
                board.terrain[cell] = rng.randrange(len(board.palette))
            case 1:
                board.elevation[cell] = rng.randint(0, min(scenario.rules.levels.max, 2))
            case 2:
                board.palette[0], board.palette[-1] = board.palette[-1], board.palette[0]
            case 3 if board.hexsides:
                board.hexsides.popitem()


def test_a_path_longer_than_expected_is_found_at_once(draw: Draw) -> None:
    board = draw("penance-2.0", "clear " * 1000, "clear " * 1000)
    found = path(board, "A1", "ALL1", "scout", blind=True)
    assert found.cost == 999
    assert len(found.hexes) == 1000
    assert found.turns == len({it.turn for it in found.steps})


@pytest.mark.parametrize("is_pure", [True, False])
def test_costs_that_the_compiled_part_cannot_count_are_left_to_python(
    draw: Draw, monkeypatch: pytest.MonkeyPatch, *, is_pure: bool
) -> None:
    if is_pure:
        monkeypatch.setenv(native.PURE, "1")
    board = draw("penance-2.0", "clear clear clear clear clear")
    board.ruleset = RulesetReference("penance-2.0", {"terrain.clear.cost": "9000/9001"})
    found = path(board, "A1", "E1", "assault", blind=True)
    assert found.cost == 4 * Fraction(9000, 9001)
    within = reach(board, "A1", 1, "assault", blind=True)
    assert within.turns.tolist() == [[0, 1, 1, -1, -1]]
    assert within.scale == 9001


def test_a_path_tells_of_the_scenario_as_it_was(draw: Draw) -> None:
    board = draw("penance-2.0", "clear clear clear clear clear clear")
    who = mover(board, "assault")
    before = path(board, "A1", "F1", mover=who)
    later = path(board, "A1", "F1", mover=who)
    expected = content(before)
    board.board.terrain[:] = 1
    board.board.palette[0] = board.board.palette[-1]
    board.board.elevation[0, 3] = 2
    board.board.effects[:] = 0
    board.ruleset = RulesetReference("hexside-ww2")
    board.units.clear()
    assert content(later) == expected


def test_a_pickled_path_is_the_same(draw: Draw) -> None:
    board = draw("penance-2.0", "clear clear clear clear clear clear")
    for end in ("A1", "F1"):
        found = path(board, "A1", end, "assault")
        copy = pickle.loads(pickle.dumps(found))  # noqa: S301  # our own
        assert content(copy) == content(found)
        assert (repr(copy), copy.found, copy.to_json()) == (repr(found), True, found.to_json())
