"""What holds of every board: symmetric ones are even, names do not matter, and walls help nobody."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fairground.core import fairness
from fairground.core.grid.symmetry import IDENTITY, Symmetry, board_symmetries
from fairground.core.scenario.blank import blank_hexagon
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.parts import Objective, Side, Zone
from fairground.core.scenario.shapes import painted
from tests.core.metrics.plans import random_mask
from tests.core.movement.random_ground import RULESETS, random_ground

if TYPE_CHECKING:
    import random

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.metrics.fairness.report import Fairness
    from fairground.core.scenario.document import Scenario


def carried(mask: NDArray[np.bool_], scenario: Scenario, symmetry: Symmetry) -> NDArray[np.bool_]:
    """Return the image of some hexes."""
    return scenario.board.mask(tuple(symmetry(at) for at in scenario.board.hexes_of(mask)))


def symmetric(rng: random.Random) -> Scenario:
    """Return a board at random that a turn or mirror takes to itself, and one side's zone to the other's."""
    name = rng.choice(RULESETS)
    scenario: Scenario | None = None
    found: list[Symmetry] = []
    while not found:
        # Not every layout and size has one.
        scenario = random_ground(rng, name, size=(rng.randint(2, 7), rng.randint(2, 7)), units=0)
        found = [
            it
            for it in board_symmetries(scenario.board.layout, scenario.board.columns, scenario.board.rows)
            if it != IDENTITY and it.compose(it) == IDENTITY
        ]
    assert scenario is not None
    board = scenario.board
    symmetry = rng.choice(found)
    for at in board.hexes():
        cell, other = board.cell(at), board.cell(symmetry(at))
        if other < cell:
            board.terrain[cell], board.elevation[cell] = board.terrain[other], board.elevation[other]
    board.hexsides = {
        side: names
        for kept, names in board.hexsides.items()
        for side in (kept, symmetry.hexside(kept))
        if kept == min(kept, symmetry.hexside(kept), key=str)
    }
    # Each hex of the zone is one that becomes another, so that the two zones never overlap.
    moved = [at for at in board.hexes() if symmetry(at) != at and not board.void[board.cell(at)]]
    assume(moved)
    hexes: set[Hex] = set()
    for at in rng.sample(moved, rng.randint(1, max(1, len(moved) // 5))):
        if symmetry(at) not in hexes:
            hexes.add(at)
    zone = board.mask(tuple(hexes))
    image = carried(zone, scenario, symmetry)
    scenario.sides = [Side("one"), Side("two")]
    scenario.zones = [Zone("a", "one", painted(zone)), Zone("b", "two", painted(image))]
    goal = random_mask(rng, (board.rows, board.columns), 0.1)
    scenario.objectives = [Objective("goal", painted(goal | carried(goal, scenario, symmetry)))]
    return scenario


@pytest.mark.long
@given(st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_a_symmetric_board_is_even_in_every_measure(rng: random.Random) -> None:
    scenario = symmetric(rng)
    found = fairness(scenario, despite_errors=True)
    for it in found.measures:
        assert it.imbalance in (0, None), it
        assert len(set(it.values.values())) < 2, it
    assert found.symmetry.share == 1


def turned(rng: random.Random, order: int) -> Scenario:
    """Return a hexagon at random that turns to itself in so many steps, each side's zone becoming the next one's."""
    along = rng.randint(2, 4)
    scenario = random_ground(rng, rng.choice(RULESETS), size=(2 * along - 1, 2 * along - 1), units=0)
    board = scenario.board
    hexagon = blank_hexagon(
        "", layout=board.layout, along=along, sides=order, ruleset=scenario.ruleset.name
    ).board
    board.palette.append(PaletteEntry("void", ("void",)))
    board.terrain[hexagon.void] = len(board.palette) - 1
    middle = board.layout.from_offset(along - 1, along - 1)
    turn = Symmetry(6 // order)
    turn = replace(turn, translation=middle - turn(middle))
    orbits = {_orbit(turn, at) for at in hexagon.hexes_of(~hexagon.void)}
    for orbit in orbits:
        first = board.cell(min(orbit, key=board.cell))
        for at in orbit:
            board.terrain[board.cell(at)] = board.terrain[first]
            board.elevation[board.cell(at)] = board.elevation[first]
    for side in list(board.hexsides):
        for image in _side_orbit(turn, side):
            board.hexsides[image] = board.hexsides[side]
    # A zone of void alone is none.
    void = set(board.hexes_of(board.void))
    whole = sorted((it for it in orbits if len(it) == order and not it & void), key=str)
    assume(whole)
    zone = [rng.choice(sorted(it)) for it in rng.sample(whole, rng.randint(1, max(1, len(whole) // 3)))]
    scenario.sides = [Side(f"side-{number}") for number in range(order)]
    scenario.zones = []
    for owner in scenario.sides:
        scenario.zones.append(Zone(f"{owner.id}-start", owner.id, painted(board.mask(tuple(zone)))))
        zone = [turn(at) for at in zone]
    goal = rng.choice(sorted(orbits, key=str))
    scenario.objectives = [Objective("goal", painted(board.mask(tuple(goal))))]
    return scenario


def _orbit(turn: Symmetry, at: Hex) -> frozenset[Hex]:
    found = {at}
    while (at := turn(at)) not in found:
        found.add(at)
    return frozenset(found)


def _side_orbit(turn: Symmetry, side: Hexside) -> list[Hexside]:
    found = [side]
    while (side := turn.hexside(side)) not in found:
        found.append(side)
    return found


@pytest.mark.long
@pytest.mark.parametrize("order", [3, 6])
@given(rng=st.randoms(use_true_random=False))
@settings(max_examples=12, deadline=None)
def test_a_turning_board_is_even_for_three_and_for_six(order: int, rng: random.Random) -> None:
    found = fairness(turned(rng, order), despite_errors=True)
    for it in found.measures:
        assert it.imbalance in (0, None), it
        assert len(set(it.values.values())) < 2, it
    assert found.symmetry.share == 1


def zoned(
    rng: random.Random, *, sides: int, ruleset: str | None = None, size: tuple[int, int] = (3, 7)
) -> Scenario:
    """Return a board at random with so many zones that do not overlap, each with a hex at least."""
    name = ruleset or rng.choice(RULESETS)
    scenario = random_ground(rng, name, size=(rng.randint(*size), rng.randint(*size)), units=0)
    board = scenario.board
    hexes = [at for at in board.hexes() if not board.void[board.cell(at)]]
    assume(len(hexes) >= sides * 2)
    hexes = rng.sample(hexes, sides * 2)
    scenario.sides = [Side(f"side-{i}") for i in range(sides)]
    scenario.zones = [
        Zone(f"zone-{i}", f"side-{i}", painted(board.mask(tuple(hexes[2 * i : 2 * i + 2]))))
        for i in range(sides)
    ]
    goal = random_mask(rng, (board.rows, board.columns), 0.1)
    scenario.objectives = [Objective("goal", painted(goal))]
    return scenario


def told(found: Fairness) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """Return values, band and hexes by measure; for each class, since those with the same answer share one."""
    return {
        (it.id, it.range_band, name): (dict(it.values), dict(it.pairs), it.imbalance, it.band)
        for it in found.measures
        for name in it.classes or ("",)
    }


@pytest.mark.long
@given(st.randoms(use_true_random=False), st.integers(2, 3))
@settings(max_examples=20, deadline=None)
def test_relabelling_the_zones_permutes_the_results(rng: random.Random, sides: int) -> None:
    scenario = zoned(rng, sides=sides)
    before = told(fairness(scenario, despite_errors=True))
    names = [it.id for it in scenario.zones]
    new = dict(zip(names, rng.sample(names, sides), strict=True))
    scenario.zones = rng.sample([replace(it, id=new[it.id]) for it in scenario.zones], sides)
    after = told(fairness(scenario, despite_errors=True))
    assert after == {
        key: (
            {new[zone]: value for zone, value in values.items()},
            {(new[a], new.get(b, b)): value for (a, b), value in pairs.items()},
            *rest,
        )
        for key, (values, pairs, *rest) in before.items()
    }


@pytest.mark.long
@given(st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_a_wall_brings_nobody_nearer_and_shows_nobody(rng: random.Random) -> None:
    scenario = zoned(rng, sides=2, ruleset=rng.choice(["penance-1.0", "penance-2.0"]))
    board = scenario.board
    in_zones = np.logical_or.reduce([it.shape.mask(board) for it in scenario.zones])
    free = [at for at in board.hexes() if not in_zones[board.cell(at)]]
    assume(free)
    before = told(fairness(scenario, despite_errors=True))
    board.palette = [*board.palette, PaletteEntry("wall", ("wall",))]
    board.terrain[board.cell(rng.choice(free))] = len(board.palette) - 1
    after = told(fairness(scenario, despite_errors=True))
    for name in scenario.rules.classes:
        for measure in ("contact", "choke-width"):
            was, now = before[measure, None, name][1], after[measure, None, name][1]
            for pair, value in was.items():
                if measure == "contact":
                    assert now[pair] is None or (value is not None and now[pair] >= value)
                else:
                    assert now[pair] == value if value is None else now[pair] <= value
        for band in scenario.rules.range_bands:
            for measure in ("exposure", "exposure-after-move"):
                was, now = before[measure, band, name][0], after[measure, band, name][0]
                for zone, value in was.items():
                    # None: no hex of the zone to stand on; a wall elsewhere cannot change that.
                    assert now[zone] is None if value is None else now[zone] <= value
