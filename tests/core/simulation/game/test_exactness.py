"""The tables of games say what reach, sight and attack say of the same position, asked one by one."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from fairground.core.attacks.fighter import Stance
from fairground.core.attacks.preview import Previews
from fairground.core.files import load
from fairground.core.movement.mover import mover
from fairground.core.movement.path import path
from fairground.core.movement.reach import NEVER, reach
from fairground.core.scenario.document import Scenario
from fairground.core.sight.line.verdict import sight
from fairground.core.simulation.game.arena import GameArena
from fairground.core.simulation.game.rolls import attempt
from fairground.core.simulation.game.state import GameState, Of
from fairground.core.simulation.game.unit_choices import options, shots
from fairground.core.simulation.game.unit_kinds import mover_of, states_of
from tests.core.simulation.game.positions import as_scenario, position
from tests.core.simulation.game.watched import without_mission

SCENARIOS = Path(__file__).parents[4] / "scenarios"
#: One of each shipped ruleset that there is a force for, with ground of all sorts.
PLAYED = ["ember-court", "twin-stones", "ring-of-tors", "powder-mill", "last-convoy"]


@pytest.fixture(scope="module", params=PLAYED)
def played(request: pytest.FixtureRequest) -> list[tuple[GameState, Scenario]]:
    scenario = without_mission(load(SCENARIOS / f"{request.param}.yaml"))
    arena = GameArena.of(scenario)
    sides = [it.side for it in scenario.zones if it.side]
    firsts = list(dict.fromkeys(sides))
    states = [position(arena, seed, turns) for seed, turns in ((1, 1), (2, 3))]
    return [(it, as_scenario(it, firsts)) for it in states]


def stance(state: GameState, unit: int) -> Stance:
    row = state.rows[unit].tolist()
    kind = state.tables.kinds[row[Of.KIND]]
    return Stance(
        moved=row[Of.MOVED],
        shield_kind=kind.shield_kind,
        states=states_of(state.tables.rules, row[Of.BAND]),
        defence=kind.defence,
    )


def test_moves_are_those_of_reach(played: list[tuple[GameState, Scenario]]) -> None:
    compared = 0
    for state, scenario in played:
        for unit in [it for units in state.alive for it in units[1::2]]:
            row = state.rows[unit].tolist()
            kind = state.tables.kinds[row[Of.KIND]]
            who = mover(
                scenario,
                kind.class_id,
                kind.mode,
                unit=f"u{unit}",
                states=states_of(state.tables.rules, row[Of.BAND]),
            )
            found = options(state, unit)
            said = reach(scenario, state.tables.field.hexes[row[Of.HEX]], 1, mover=who)
            assert said.scale == found.moves.scale
            spent = said.spent.ravel()
            least = found.cost.min(axis=0).tolist()
            reached = {
                at: cost
                for at, cost in zip(found.listed, least, strict=True)
                if cost <= found.moves.allowance
            }
            assert reached == {
                at: int(spent[at]) for at in np.flatnonzero(said.turns.ravel() != NEVER).tolist()
            }
            compared += len(reached)
    assert compared > 30


def test_moves_with_a_facing_at_the_end_are_those_of_path(played: list[tuple[GameState, Scenario]]) -> None:
    state, scenario = played[1]
    layout = scenario.board.layout
    facings = {layout.facing_direction(it): it for it in range(1, 7)}
    unit = state.alive[0][0]
    row = state.rows[unit].tolist()
    kind = state.tables.kinds[row[Of.KIND]]
    who = mover(scenario, kind.class_id, kind.mode, unit=f"u{unit}")
    found = options(state, unit)
    assert mover_of(state.tables.scenario, kind, 0).allowance == who.allowance
    open_ = np.argwhere(found.open).tolist()
    for facing, place in open_[:: max(1, len(open_) // 6)]:
        at = found.listed[place]
        asked = facings[facing] if found.moves.facings == 6 and who.has_front else None
        way = path(
            scenario,
            state.tables.field.hexes[row[Of.HEX]],
            state.tables.field.hexes[at],
            mover=who,
            end_facing=asked,
        )
        assert way.turns is not None
        assert way.turns <= 1
        assert way.cost == Fraction(int(found.cost[facing, place]), found.moves.scale)
        assert len(way.hexes) - 1 == found.moved[facing, place]


def test_attacks_are_those_of_attack(played: list[tuple[GameState, Scenario]]) -> None:
    compared = possible = 0
    for state, scenario in played:
        previews = Previews(scenario)
        tables = state.tables
        for unit, target in pairs(state):
            kind = tables.kinds[state.rows[unit, Of.KIND]]
            for number, weapon in enumerate(kind.weapons):
                told = previews.attack(
                    f"u{unit}",
                    f"u{target}",
                    weapon=weapon,
                    attacker_state=stance(state, unit),
                    target_state=stance(state, target),
                )
                found = attempt(state, unit, number, target)
                arm = tables.arms[state.rows[unit, Of.KIND]][number]
                out_of_dice = found.number > found.rolls.highest and not found.rolls.is_automatic
                if told.engagement.is_rolled and out_of_dice:
                    assert not told.possible
                else:
                    assert found.possible == told.possible
                compared += 1
                if told.sight is None or not told.sight.clear:
                    continue
                possible += told.possible
                base = arm.exchange.base[state.rows[unit, Of.KIND], state.rows[target, Of.KIND]]
                if not found.rolls.is_automatic:
                    assert found.number == base + arm.exchange.sign * told.to_hit_total
                if told.number is not None:
                    assert found.number == told.number
                assert found.damage == (weapon.damage or 0) + told.damage_total
                assert found.defence == kind_defence(state, target) + told.defence_total
                assert found.rolls.damage(None, found.damage, found.defence) == told.done
                for it in told.results:
                    falls = [
                        fall
                        for fall in found.rolls.falls
                        if fall.total >= found.number
                        and fall.result is not None
                        and fall.result.name == it.name
                    ]
                    assert Fraction(sum(fall.ways for fall in falls), found.rolls.ways) == it.chance
                    if falls:
                        assert found.rolls.damage(falls[0].result, found.damage, found.defence) == it.done
    assert compared > 20
    assert possible > 5


def kind_defence(state: GameState, unit: int) -> int:
    return int(state.tables.defences[state.rows[unit, Of.KIND]])


def pairs(state: GameState) -> list[tuple[int, int]]:
    """Return each unit with each of its enemies."""
    return [(unit, enemy) for units in state.alive for unit in units for enemy in state.enemies(unit)]


def test_sight_is_that_of_sight(played: list[tuple[GameState, Scenario]]) -> None:
    state, scenario = played[1]
    tables = state.tables
    for (kind, *heights), lines in list(tables._lines.items())[:1]:
        for a in range(0, tables.field.count, 37):
            lines.look_from(a)
            for b in range(0, tables.field.count, 13):
                if not tables.field.void[a] and not tables.field.void[b]:
                    start, end = tables.field.hexes[a], tables.field.hexes[b]
                    clear = sight(scenario, start, end, (heights[0], heights[1])).clear
                    assert bool(lines.seen[a, b]) == clear, (kind, a, b)


def test_what_shots_are_worth_is_the_mean_over_the_dice(played: list[tuple[GameState, Scenario]]) -> None:
    for state, _ in played:
        for unit in [it for units in state.alive for it in units]:
            for shot in shots(state, unit):
                found = attempt(state, unit, shot.weapon, shot.target)
                left = int(state.rows[shot.target, Of.HIT_POINTS])
                total = Fraction(0)
                for fall in found.rolls.falls:
                    if fall.total >= found.number or found.rolls.is_automatic:
                        done = found.rolls.damage(fall.result, found.damage, found.defence)
                        value = Fraction(min(done, left)) + (4 if done >= left else 0)
                        total += Fraction(fall.ways, found.rolls.ways) * value
                assert Fraction(shot.worth, state.tables.point) == total
