"""Path, reach, territory and fairness give one answer, for every mode of movement, over zones with closed hexes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core import fairness, mover, path, reach, territory
from fairground.core.grid.layout import Layout
from fairground.core.metrics.territory import NEVER, NOBODY, TIE
from fairground.core.movement.mover import movers
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.parts import Side, Zone
from fairground.core.scenario.shapes import Listed
from tests.core.movement.drawing import drawn
from tests.core.movement.random_ground import RULESETS, random_ground

if TYPE_CHECKING:
    import random

    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario

#: More points than any way on these boards costs, so that no turn has to end over a closed hex.
ENDLESS = 99


class Case(NamedTuple):
    """A board with two zones, one who moves on it, and the hexes that it can stand in."""

    scenario: Scenario
    mover: Mover
    standable: frozenset[Hex]

    def starts(self, zone: Zone) -> list[Hex]:
        """Return the hexes of a zone that the mover can stand in."""
        board = self.scenario.board
        return sorted(set(board.hexes_of(zone.shape.mask(board))) & self.standable)


def standable(scenario: Scenario, who: Mover) -> frozenset[Hex]:
    """Return where a mover can stand by the rules alone: on ground for its class, and not where units keep it out."""
    board, rules = scenario.board, scenario.rules
    team = {it.id: it.team or it.id for it in scenario.sides}
    held = {
        it.hex
        for it in scenario.units
        if who.side
        and it.id != who.unit
        and (team[it.side] != team[who.side] or not rules.movement.occupied.ends)
    }
    return frozenset(
        at
        for at in board.hexes()
        if "void" not in board.terrain_at(at)
        and rules.ground(board.terrain_at(at)).admits(who.unit_class)
        and at not in held
    )


def random_case(rng: random.Random, ruleset: str, *, units: int = 0) -> Case:
    """Return a small board where a third of each zone is closed ground, and anybody by any mode."""
    scenario = random_ground(rng, ruleset, size=(rng.randint(3, 5), 3), units=units)
    board = scenario.board
    hexes = [it for it in board.hexes() if not board.void[board.cell(it)]]
    taken = rng.sample(hexes, min(6, len(hexes)))
    closed = [it for it, kind in scenario.rules.terrain.items() if not kind.passable and it != "void"]
    if closed:
        board.palette.append(PaletteEntry("closed", (rng.choice(closed),)))
        for at in (taken[0], taken[-1]):
            board.terrain[board.cell(at)] = len(board.palette) - 1
    scenario.zones = [
        Zone(name, side, Listed(tuple(board.label(it) for it in some)))
        for name, side, some in (("left", "one", taken[:3]), ("right", "two", taken[3:]))
    ]
    who = rng.choice(list(movers(scenario)))
    if units:
        who = mover(scenario, who.class_id, who.mode_id, unit=rng.choice(scenario.units).id)
    return Case(scenario, who, standable(scenario, who))


@pytest.mark.parametrize("ruleset", RULESETS)
@given(st.randoms(use_true_random=False), st.sampled_from([0, 3]))
@settings(max_examples=8, deadline=None)
def test_p1_02_p1_14_reach_and_path_agree_on_every_hex(ruleset: str, rng: random.Random, units: int) -> None:
    case = random_case(rng, ruleset, units=units)
    scenario, board = case.scenario, case.scenario.board
    starts = [it for it in board.hexes() if not board.void[board.cell(it)]]
    for start in rng.sample(starts, min(2, len(starts))):
        found = reach(scenario, start, None, mover=case.mover)
        assert bool(found.obstacle) == (start not in case.standable)
        assert found.origins == frozenset({start} & case.standable)
        for end in {start, *rng.sample(starts, min(5, len(starts)))}:
            way = path(scenario, start, end, mover=case.mover)
            assert int(found.turns[board.cell(end)]) == (NEVER if way.turns is None else way.turns)
            assert bool(way.obstacle) == (not way.found)
            if not {start, end} <= case.standable:
                assert not way.found


@pytest.mark.parametrize("ruleset", RULESETS)
@given(st.randoms(use_true_random=False), st.booleans(), st.sampled_from([0, 3]))
@settings(max_examples=5, deadline=None)
def test_p1_02_p1_14_territory_is_of_whoever_has_the_best_path(
    ruleset: str,
    rng: random.Random,
    in_turns: bool,  # noqa: FBT001  # drawn
    units: int,
) -> None:
    case = random_case(rng, ruleset, units=units)
    scenario, board, who = case.scenario, case.scenario.board, case.mover
    if not in_turns:
        # In points, facing and the ends of turns play no part.
        who = replace(who, faces=False, allowance=ENDLESS)
        case = case._replace(standable=standable(scenario, who))
    found = territory(scenario, mover=who, in_turns=in_turns)
    for at in board.hexes():
        if board.void[board.cell(at)]:
            continue
        far: list[Fraction | int | None] = []
        for zone in scenario.zones:
            if in_turns:
                ways: list[Fraction | int | None] = [
                    path(scenario, it, at, mover=who).turns for it in case.starts(zone)
                ]
            else:
                ways = [
                    path(scenario, it, at, mover=who, least="points", blind=True).cost
                    for it in case.starts(zone)
                ]
            far.append(min((it for it in ways if it is not None), default=None))
        told = [
            None if it == NEVER else Fraction(it, found.scale)
            for it in found.distance[:, *board.cell(at)].tolist()
        ]
        assert told == far, board.label(at)
        known = [it for it in far if it is not None]
        best = [i for i, it in enumerate(far) if known and it == min(known)]
        assert found.owner[board.cell(at)] == (NOBODY if not best else best[0] if len(best) == 1 else TIE)


@pytest.mark.parametrize("ruleset", RULESETS)
@given(st.randoms(use_true_random=False))
@settings(max_examples=8, deadline=None)
def test_p1_02_fairness_counts_what_territory_does(ruleset: str, rng: random.Random) -> None:
    case = random_case(rng, ruleset)
    scenario, board, who = case.scenario, case.scenario.board, case.mover
    found = territory(scenario, mover=who)
    report = fairness(
        scenario,
        unit_class=who.class_id,
        mode=who.mode_id,
        measures=["territory", "contact", "capacity"],
        despite_errors=True,
    )
    measures = {it.id: it for it in report.measures}
    starts = [case.starts(zone) for zone in scenario.zones]
    if not any(starts):
        assert all(it.band is None for it in measures.values())
        return
    assert measures["territory"].values == found.counts()
    assert measures["territory"].hexes <= case.standable
    for own, (zone, enemy) in enumerate((("left", starts[1]), ("right", starts[0]))):
        far = [int(it) for at in enemy if (it := found.distance[own][board.cell(at)]) != NEVER]
        least = min(far, default=None)
        turns = None if least is None else ceil(Fraction(least, found.scale * who.allowance)) if least else 0
        assert measures["contact"].values.get(zone) == turns
        assert (measures["capacity"].values.get(zone) or 0) <= len(starts[own])


@pytest.mark.parametrize("mode", ["fly", "teleport"])
def test_p1_02_nobody_starts_in_a_wall_or_owns_one(mode: str) -> None:
    scenario = drawn("penance-1.0", "clear wall clear clear clear", layout=Layout.ODD_R)
    scenario.sides = [Side("one"), Side("two")]
    scenario.zones = [Zone("left", "one", Listed(("A1", "B1"))), Zone("right", "two", Listed(("E1",)))]
    for in_turns in (False, True):
        found = territory(scenario, unit_class="assault", mode=mode, in_turns=in_turns)
        assert found.counts() == {"left": 1, "right": 2}
        assert found.owner[0].tolist()[:2] == [0, NOBODY]
    report = fairness(
        scenario, unit_class="assault", mode=mode, measures=["territory", "contact"], despite_errors=True
    )
    values = {it.id: dict(it.values) for it in report.measures}
    assert values == {"territory": {"left": 1, "right": 2}, "contact": {"left": 2, "right": 2}}
    assert path(scenario, "B1", "C1", "assault", mode).obstacle
    assert not path(scenario, "B1", "B1", "assault", mode).found
    assert reach(scenario, "B1", 1, "assault", mode).to_json()["turns"] == {}
