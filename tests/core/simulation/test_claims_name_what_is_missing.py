"""Claims of self-play say what the games leave out, which bot played, and what moving first was worth."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from fairground.core import load
from fairground.core.scenario.parts import Objective, ObjectiveKind, Zone, ZoneKind
from fairground.core.scenario.zone_text import parse_shape
from fairground.core.simulation.claim_sentences import bots_and_force
from fairground.core.simulation.game import GameArena
from fairground.core.simulation.game.ladder import BOTS, bot_title
from fairground.core.simulation.simulate import simulate
from fairground.core.simulation.simulation import Simulation
from fairground.core.simulation.statistics.effects import Tally
from fairground.core.simulation.statistics.equivalence import Claim, FirstMoveVerdict
from tests.core.simulation.coins import setting

EVEN = Tally(((280, 275), (275, 280)), (0, 0), 1110)
UNEVEN = Tally(((400, 155), (390, 165)), (0, 0), 1110)


def test_a_claim_names_missing_parts_in_its_first_clause() -> None:
    known = replace(setting(), without=("reinforcements", "the scenario's own units"))
    assert Simulation(known, EVEN).sentence.startswith(
        "Without reinforcements and the scenario's own units, fair to within 5 points, for these bots (Take objectives) "
        "and this force (standard): "
    )


@pytest.mark.parametrize("tally", [EVEN, UNEVEN])
def test_no_verdict_without_what_decides_the_game(tally: Tally) -> None:
    found = Simulation(replace(setting(), deciding=("leaving the board (North road)",)), tally)
    assert found.claim is Claim.NOT_JUDGED
    assert found.favoured == found.behind == ()
    assert found.games_needed is None
    first, _, rest = found.sentence.partition(". ")
    assert first == "Not judged: the games leave out leaving the board (North road)"
    assert rest.startswith(
        "For these bots (Take objectives) and this force (standard), the win rate of north is "
    )
    assert "the win rate of south" in rest


def test_unfinished_games_claim_nothing() -> None:
    found = Simulation(replace(setting(), deciding=("leaving the board",)), EVEN, finished=False)
    assert found.claim is Claim.NOT_DECIDED


#: Even zones, of games of which the first mover wins six in ten; and so few that it is not decided.
FIRST = Tally(((333, 222), (222, 333)), (0, 0), 1110)
PERHAPS = Tally(((298, 257), (257, 298)), (0, 0), 1110)


def test_a_fair_map_where_moving_first_decides_says_so_before_anything_else() -> None:
    found = Simulation(setting(), FIRST)
    assert (found.claim, found.label) == (Claim.FAIR, "fair, but moving first decides too much")
    assert found.sentence.startswith(
        "Fair to within 5 points, but moving first decides too much, for these bots"
    )
    assert found.claim_sentence in found.sentence
    first = found.first_move
    assert first is not None
    assert first.verdict is FirstMoveVerdict.DECIDES
    assert found.first_move_sentence == (
        "Moving first is worth +10.0 points (+7.6 to +12.4, 90%): it decides too much."
    )
    answer = found.to_json()
    assert answer["label"] == found.label
    assert answer["first_move"]["verdict"] == "decides too much"
    assert answer["first_move"]["text"] == found.first_move_sentence


def test_a_first_move_that_is_not_decided_is_named_with_the_claim() -> None:
    found = Simulation(setting(), PERHAPS)
    assert found.label == "fair between the zones, but the effect of moving first is not decided"
    assert found.sentence.startswith(
        "Fair to within 5 points between the zones, but the effect of moving first is not decided, "
    )
    assert found.sentence.endswith("not decided whether that is more than 5 points.")


def test_a_first_move_within_the_margin_leaves_the_claim_alone() -> None:
    found = Simulation(setting(), EVEN)
    assert found.label == "fair"
    assert found.sentence.endswith("it does not matter by more than 5 points.")


def test_moving_first_is_no_part_of_the_claim_about_the_zones() -> None:
    found = Simulation(setting(), Tally(((520, 35), (260, 295)), (0, 0), 1110))
    assert found.claim is Claim.UNFAIR
    assert found.label == "unfair; moving first decides too much"
    assert found.favoured == ("north",)


def test_moving_first_is_not_judged_without_what_decides_the_game() -> None:
    found = Simulation(replace(setting(), deciding=("leaving the board",)), FIRST)
    assert found.first_move is not None
    assert found.first_move.verdict is FirstMoveVerdict.NOT_JUDGED
    assert found.label == "not judged"


@pytest.mark.parametrize("tally", [EVEN, UNEVEN])
def test_a_claim_limits_itself_to_its_bot_and_has_the_effect_of_moving_first(tally: Tally) -> None:
    text = Simulation(setting(), tally).sentence
    effect = Simulation(setting(), tally).turn_order
    assert effect is not None
    assert "Other bots may give a different verdict." in text
    assert f"Moving first is worth {100 * effect.estimate:+.1f} points (" in text
    assert "\n" not in text


def test_nobody_moves_first_where_all_move_at_once() -> None:
    found = Simulation(setting(first=False), Tally(((555, 555),), (0,), 1110))
    assert "Moving first" not in found.sentence
    assert found.first_move_sentence == ""


def test_exits_that_score_are_played_and_allow_a_verdict() -> None:
    scenario = load("scenarios/twin-stones.yaml")
    road = Objective("road", parse_shape("A1"), points=2, kind=ObjectiveKind.EXIT)
    scenario = replace(scenario, objectives=[*scenario.objectives, road])
    assert GameArena.of(scenario).not_played.deciding == ()


def test_points_for_components_are_named_and_forbid_a_verdict_where_nothing_else_scores() -> None:
    scenario = load("scenarios/twin-stones.yaml")
    victory = replace(scenario.victory, component=1, kill=1)
    parts = GameArena.of(replace(scenario, victory=victory)).not_played
    assert "points for components" in parts.without
    assert parts.deciding == ()
    victory = replace(victory, kill=0)
    parts = GameArena.of(replace(scenario, victory=victory, objectives=[])).not_played
    assert parts.deciding == ("points for components",)


def test_units_and_a_missing_turn_limit_are_named() -> None:
    scenario = replace(load("scenarios/twin-stones.yaml"), turns=None)
    parts = GameArena.of(scenario).not_played
    assert parts.without == ("the scenario's own units", "points for components", "turns after turn 12")
    assert parts.deciding == ()


def test_reinforcements_without_a_turn_forbid_a_verdict() -> None:
    scenario = load("scenarios/twin-stones.yaml")
    entry = Zone("entry", "west", parse_shape("A1"), kind=ZoneKind.REINFORCEMENT, name="The Ridge")
    scenario = replace(scenario, zones=[*scenario.zones, entry])
    assert GameArena.of(scenario).not_played.deciding == ("reinforcements (The Ridge)",)
    found = simulate(scenario, 2, margin=Fraction(1, 5))
    assert found.claim is Claim.NOT_JUDGED
    assert found.sentence.startswith("Not judged: the games leave out reinforcements (The Ridge). Without ")
    late = replace(next(it for it in scenario.units if it.side == "west"), id="late", arrives=3)
    scenario = replace(scenario, units=[*scenario.units, late])
    assert "reinforcements (The Ridge)" not in GameArena.of(scenario).not_played.deciding


def test_roles_without_ways_to_win_and_house_rules_forbid_a_verdict() -> None:
    scenario = load("scenarios/twin-stones.yaml")
    sides = [replace(it, role=role) for it, role in zip(scenario.sides, ("raider", "guard"), strict=True)]
    found = replace(scenario, sides=sides, house_rules=["hidden movement", "fog"])
    deciding = GameArena.of(found).not_played.deciding
    assert deciding == (
        "house rules ('hidden movement' and 'fog')",
        "mission roles",
        "points for components",
    )


def test_another_force_in_a_mission_is_named_and_forbids_a_verdict() -> None:
    scenario = load("scenarios/last-convoy.yaml")
    assert "the scenario's own units" not in GameArena.of(scenario).not_played.deciding
    assert "the scenario's own units" in GameArena.of(scenario, "lance").not_played.deciding


def test_bots_and_forces_are_named_by_their_titles() -> None:
    """Ids are for files and options; a bot or a force that is not there any more keeps its id."""
    known = replace(setting(), titles=("North", "South"), bots=("search", "gone"), force_title="Old guard")
    assert bots_and_force(Simulation(known, EVEN)) == (
        "for these bots (Search replies for North, gone for South) and this force (Old guard)"
    )
    own = replace(known, bots=("hold", "hold"), force="units", force_title="")
    assert bots_and_force(Simulation(own, EVEN)) == "for these bots (Hold cover) and the scenario's own units"
    both = replace(own, force="units and lance", force_title="Lance")
    assert bots_and_force(Simulation(both, EVEN)).endswith(
        "and the scenario's own units with this force (Lance)"
    )
    arena = GameArena.of(load("scenarios/twin-stones.yaml"))
    assert (arena.force, arena.force_title) == ("penance-line", "Penance line")


def test_every_bot_has_a_title() -> None:
    assert not [it for it in BOTS if bot_title(it) == it]
