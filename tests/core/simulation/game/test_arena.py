"""Arenas: what can be played and what is refused, the same game for the same seed, and how games end."""

import pickle
from dataclasses import replace

import pytest

from fairground.core import load
from fairground.core.errors import FileError, ScenarioError, UsageError
from fairground.core.scenario.parts import ZoneKind
from fairground.core.simulation.game import BOTS, LEFT_OUT, ORDERS, GameArena, GameOutcome
from fairground.core.simulation.game.state import Of
from tests.core.simulation.game.grounds import DUEL, MIRRORED, ground, single


@pytest.mark.long
@pytest.mark.parametrize("order", ORDERS)
def test_a_seed_gives_the_same_game_whatever_was_played_before(order: str) -> None:
    arena = GameArena.of(ground(MIRRORED), order=order)
    first = [arena.play(seed, seed % arena.cells) for seed in range(4)]
    other = pickle.loads(pickle.dumps(GameArena.of(ground(MIRRORED), order=order)))  # noqa: S301  # our own bytes
    assert [other.play(seed, seed % arena.cells) for seed in reversed(range(4))] == first[::-1]
    assert len(set(first)) > 1
    assert other.bots == arena.bots == ("objectives", "objectives")


def test_games_are_the_same_on_every_machine() -> None:
    arena = GameArena.of(ground(MIRRORED), bots="advance")
    assert [arena.play(seed) for seed in (1, 2)] == [PLAYED_1, PLAYED_2]


LAST = "be the last side with units"
PLAYED_1 = GameOutcome(0, 4, (20, 15), (3, 4), "score 20 points")
PLAYED_2 = GameOutcome(0, 5, (20, 15), (3, 4), "score 20 points")


def test_moving_all_at_once_has_one_cell_and_no_first_mover() -> None:
    arena = GameArena.of(ground(MIRRORED), order="simultaneous")
    assert arena.cells == 1


@pytest.mark.long
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("bots", [("objectives", "objectives"), ("search", "advance"), ("hold", "random")])
def test_the_order_of_zones_in_the_file_makes_no_difference(order: str, bots: tuple[str, str]) -> None:
    """The other order gives the same games, with the parties' numbers exchanged, if the same zone is first."""
    scenario = ground(MIRRORED)
    arena = GameArena.of(scenario, bots=bots, order=order)
    swapped = replace(scenario, zones=scenario.zones[::-1], sides=scenario.sides[::-1])
    other = GameArena.of(swapped, bots=bots[::-1], order=order)
    assert other.parties == arena.parties[::-1]
    games = [arena.play(seed, seed % 2) for seed in range(6)]
    assert [other.play(seed, 1 - seed % 2).by_party(1) for seed in range(6)] == games
    assert len(set(games)) > 1


def test_three_zones_take_turns_to_begin_whatever_the_order_in_the_file() -> None:
    scenario = load("scenarios/three-crowns.yaml")
    scenario = replace(scenario, turns=2)
    zones = [it for it in scenario.zones if it.kind is ZoneKind.DEPLOYMENT]
    others = [it for it in scenario.zones if it.kind is not ZoneKind.DEPLOYMENT]
    turned = replace(scenario, zones=[*zones[1:], zones[0], *others])
    arena, other = GameArena.of(scenario), GameArena.of(turned)
    assert other.parties == (*arena.parties[1:], arena.parties[0])
    for first in range(3):
        assert other.play(5, (first - 1) % 3).by_party(1) == arena.play(5, first)


def test_taking_turns_has_a_cell_for_each_first_mover() -> None:
    arena = GameArena.of(ground(MIRRORED))
    assert arena.cells == 2
    assert any(arena.play(seed, 0) != arena.play(seed, 1) for seed in range(3))


def test_three_zones_and_teams_play_as_parties() -> None:
    third = (
        "  - {id: right, side",
        "  - {id: mid, side: mid, kind: deployment, hexes: rows 6 & columns 3-5 | row 5 & columns 3-5}\n  - {id: right, side",
    )
    sides = ("  - {id: east, name: East}", "  - {id: east, name: East}\n  - {id: mid, name: Mid}")
    arena = GameArena.of(ground(MIRRORED, third, sides))
    assert arena.parties == ("left", "mid", "right")
    found = arena.play(1, 2)
    assert len(found.points) == len(found.losses) == 3
    allied = ("  - {id: east, name: East}", "  - {id: east, name: East, team: b}\n  - {id: mid, team: b}")
    assert GameArena.of(ground(MIRRORED, third, allied)).parties == ("west", "b")


def test_one_zone_and_no_force_are_told_together() -> None:
    lone = ground(
        MIRRORED,
        ("  - {id: right, side: east, kind: deployment, hexes: columns 6-7}\n", ""),
        ("penance-2.0", "base-visibility"),
        (", '~': rubble, 'f': forest", ""),
        ("~", "."),
        ("f.f", "..."),
        ("'#': wall", "'#': hill"),
    )
    with pytest.raises(ScenarioError) as caught:
        GameArena.of(lone)
    lines = str(caught.value).splitlines()
    assert len(lines) == 4
    assert "two teams" in lines[1]
    assert "base to base" in lines[2]
    assert "fits Base to base visibility" in lines[3]


def test_zones_too_small_are_told_all_at_once() -> None:
    tight = ground(MIRRORED, ("columns 1-2", "[A1, A2]"), ("columns 6-7", "[G1, G2, G3]"))
    with pytest.raises(
        ScenarioError,
        match=("West has room for only 2 of its 5 units\\n- East has room for only 3 of its 5 units"),
    ):
        GameArena.of(tight)


def test_hexes_that_two_zones_share_are_nobodys() -> None:
    shared = ground(MIRRORED, ("columns 1-2", "columns 1-4"), ("columns 6-7", "columns 4-7"))
    arena = GameArena.of(shared)
    assert any("zones of different sides" in it for it in arena.not_played.left_out)
    for seed in range(5):
        assert 3 not in {at % 7 for at in arena.begin(seed).rows[:, Of.HEX].tolist()}


@pytest.mark.parametrize(
    ("bots", "order", "words"),
    [
        ("advanse", None, "Did you mean 'advance'"),
        (["hold", "hold", "hold"], None, "one for each of the 2 sides"),
        ("hold", "simultanous", "Did you mean 'simultaneous'"),
    ],
)
def test_unknown_bots_and_orders_are_refused(bots: str | list[str], order: str | None, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        GameArena.of(ground(MIRRORED), bots=bots, order=order)


def test_a_force_that_does_not_fit_is_refused_with_why() -> None:
    with pytest.raises(ScenarioError, match=r"Penance 2\.0 has no class 'squad'"):
        GameArena.of(ground(MIRRORED), "platoon")
    with pytest.raises(FileError, match="there is no force"):
        GameArena.of(ground(MIRRORED), "no-such-force")


def test_what_games_leave_out_is_told() -> None:
    plain = GameArena.of(ground(MIRRORED))
    assert plain.not_played.left_out == LEFT_OUT
    more = GameArena.of(
        ground(
            MIRRORED,
            ("turns: 6\n", ""),
            ("victory:", "units:\n  - {id: w, side: west, class: scout, hex: A1}\nvictory:"),
        )
    )
    assert more.turns == 12
    told = " ".join(more.not_played.left_out[len(LEFT_OUT) :])
    assert "games end after 12" in told
    assert "The scenario's own units" in told


def test_the_scenarios_own_units_can_be_the_force() -> None:
    units = "units:\n  - {id: w, side: west, class: heavy, hex: A1, facing: 3, shield: left, allowance: 5}\n"
    units += "  - {id: e, side: east, class: scout, hex: G1, facing: 5}\nvictory:"
    arena = GameArena.of(ground(MIRRORED, ("victory:", units)), "units")
    state = arena.begin(1)
    assert state.rows.shape[0] == 2
    assert [arena.tables.kinds[it].class_id for it in state.rows[:, 1].tolist()] == ["heavy", "scout"]
    assert state.rows[:, 2].tolist() == [0, 6]
    assert arena.tables.moves(0, 0).mover.allowance == 5
    assert arena.force == "units"
    with pytest.raises(ScenarioError, match="right has no units"):
        GameArena.of(ground(MIRRORED, ("victory:", units.replace("side: east", "side: west"))), "units")


def test_the_last_one_standing_wins() -> None:
    # Each hits every time and takes all that the other has: who is first wins.
    arena = GameArena.of(ground(DUEL), single("scout", damage=9, kind="magic"), "advance")
    assert arena.play(1, 0) == GameOutcome(0, 1, (5, 0), (0, 1), LAST)
    assert arena.play(1, 1) == GameOutcome(1, 1, (0, 5), (1, 0), LAST)


def test_shots_at_the_same_time_take_both() -> None:
    arena = GameArena.of(ground(DUEL), single("scout", damage=9, kind="magic"), "advance", "simultaneous")
    assert arena.play(1) == GameOutcome(None, 1, (5, 5), (1, 1), "no side ahead at the end")


def test_an_objective_is_won_by_holding_it() -> None:
    blind = ground(
        DUEL, ("[E1]", "[E2]"), ("size: [5, 1]", "size: [5, 2]"), ("    .....\n", "    ...#.\n    ####.\n")
    )
    arena = GameArena.of(blind, single("assault", reach=1), "objectives")
    found = arena.play(1)
    # It arrives by the first turn and holds the middle at the ends of two: three points, once, and nobody else any.
    assert (found.winner, found.points, found.turns) == (0, (3, 0), 5)


@pytest.mark.long
def test_every_bot_plays_by_every_order() -> None:
    for name in BOTS:
        for order in ORDERS:
            assert (
                GameArena.of(ground(MIRRORED, ("turns: 6", "turns: 2")), bots=name, order=order).play(1).turns
                <= 2
            )
