"""What holds for every board: rounds as worked out by hand, nothing touched, the same for the same seed."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from fairground.core import compare, end_round, what_if
from fairground.core.grid.hexes import distance
from fairground.core.grid.layout import Layout
from fairground.core.scenario.shapes import Everything, Intersection, Listed, Rows, Union, Within
from fairground.core.whatif.changes import (
    AddEffect,
    Destroy,
    Hit,
    PassRounds,
    RemoveEffect,
    SetWeather,
    parse_change,
)
from tests.core.whatif.by_hand import after_a_round
from tests.core.whatif.drawing import burning

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.whatif.changes import Change

TERRAIN = st.sampled_from(["clear", "clear", "clear", "water", "wall", "barricade", "void", "rubble"])
EFFECTS = st.sampled_from(["", "", "*fire", "*fire", "*smoke", "*steam", "*smoke*fire"])


@st.composite
def boards(draw: st.DrawFn) -> Scenario:
    columns = draw(st.integers(1, 6))
    rows = draw(st.integers(1, 6))
    words = [
        " ".join(
            terrain + (draw(EFFECTS) if terrain not in ("void", "wall") else "")
            for terrain in draw(st.lists(TERRAIN, min_size=columns, max_size=columns))
        )
        for _ in range(rows)
    ]
    return burning(*words, layout=draw(st.sampled_from(list(Layout))))


LABELS = st.sampled_from(["A1", "B1", "C2", "D4", "F6", "Z9"])
SHAPES = st.one_of(
    st.lists(LABELS, min_size=1, max_size=3, unique=True).map(lambda it: Listed(tuple(it))),
    st.just(Everything()),
    st.builds(Within, st.integers(0, 3), LABELS),
    st.builds(Union, st.just(Rows(1, 2)), st.builds(Listed, st.just(("C2", "D4")))),
    st.builds(Intersection, st.just(Rows(1, 2)), st.just(Within(2, "B1"))),
)
IDS = st.sampled_from(["fire", "smoke", "steam", "fog", "rain", "no", "destroy", "weather", "at", "hit", "2"])
CHANGES: st.SearchStrategy[Change] = st.one_of(
    st.builds(SetWeather, st.sampled_from(["none", "rain", "sandstorm", "extreme-heat", "snow"])),
    st.builds(AddEffect, IDS, SHAPES),
    st.builds(RemoveEffect, IDS, SHAPES),
    st.builds(Destroy, SHAPES),
    st.builds(
        Hit,
        LABELS,
        st.integers(1, 12),
        st.sampled_from(["", "scout", "assault"]),
        st.sampled_from(["", "siege", "light"]),
    ),
    st.builds(PassRounds, st.integers(1, 3), st.integers(-9, 99)),
)


@given(boards(), st.integers())
def test_p1_06_and_p1_08_and_p1_09_a_round_is_as_worked_out_by_hand(scenario: Scenario, seed: int) -> None:
    after = end_round(scenario, seed).scenario.board
    expected = after_a_round(scenario, seed)
    assert {kind: set(after.marked(after.where_effect(kind))) for kind in expected} == expected


@given(boards(), st.integers())
def test_p1_06_fire_comes_from_beside_and_never_onto_what_it_spares(scenario: Scenario, seed: int) -> None:
    before = scenario.board
    for it in end_round(scenario, seed).scenario.board.marked(
        end_round(scenario, seed).scenario.board.where_effect("fire")
    ):
        assert not {"wall", "void", "water"} & set(before.terrain_at(it))
        assert any(distance(it, fire) <= 1 for fire in before.marked(before.where_effect("fire")))


@given(boards(), st.integers())
def test_the_same_seed_gives_the_same_round(scenario: Scenario, seed: int) -> None:
    one, other = end_round(scenario, seed), end_round(deepcopy(scenario), seed)
    assert one.scenario == other.scenario
    assert (one.rolls, [*map(str, one.happened)]) == (other.rolls, [*map(str, other.happened)])


@given(boards(), st.lists(CHANGES, max_size=4))
def test_changes_leave_the_original_as_it_is(scenario: Scenario, changes: list[Change]) -> None:
    kept = deepcopy(scenario)
    applied = what_if(scenario, changes)
    assert scenario == kept
    assert scenario.board.palette == kept.board.palette
    assert len(applied.done) == len(changes)
    # Each change says something: what happened, that nothing did, or why it cannot be.
    assert all(it.happened or it.refused for it in applied.done if not isinstance(it.change, Destroy))
    differ = {it.hex for it in compare(kept, applied.scenario) if it.hex}
    assert {applied.scenario.board.label(at) for at in applied.hexes} == differ


@given(boards(), st.lists(CHANGES, max_size=4))
def test_changes_one_by_one_come_to_the_same_as_all_at_once(
    scenario: Scenario, changes: list[Change]
) -> None:
    together = what_if(scenario, changes)
    state, alone = what_if(scenario, []).state, scenario
    for it in changes:
        step = what_if(alone, [str(it)], state)
        alone, state = step.scenario, step.state
    assert alone == together.scenario
    assert (state.rounds, state.damage) == (together.state.rounds, together.state.damage)


@given(CHANGES)
def test_a_change_reads_back_from_its_text(change: Change) -> None:
    assert parse_change(str(change)) == change
    assert hash(parse_change(str(change))) == hash(change)
