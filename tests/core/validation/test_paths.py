"""Ways over the board: sealed areas, zones and objectives apart, exits, cliffs, and objectives out of reach in time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from fairground.core.grid.layout import Layout
from fairground.core.movement import reach as reach_module
from fairground.core.movement.board_steps import IMPOSSIBLE
from fairground.core.movement.reach import Reach, reach
from fairground.core.rules import load_ruleset
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.parts import Objective, RulesetReference, Side, Zone
from fairground.core.scenario.zone_text import parse_shape
from fairground.core.validation import paths
from fairground.core.validation.checked_scenario import CheckedScenario
from fairground.core.validation.paths import _beside_others, _first_entered

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]
    One = Callable[..., Finding]
    MakeUnit = Callable[..., Unit]

POCKET = "..... .###. .#.#. .###. ....."
RIVER = "..... ..... ##### ..... ....."


def squads(terrain: str, kinds: dict[str, str], **parts: object) -> dict[str, object]:
    """Return a board of ``hexside-ww2`` as parts of an arena."""
    rows = terrain.split()
    board = Board.blank(Layout.ODD_R, len(rows[0]), len(rows))
    board.palette = [PaletteEntry(key, (kind,)) for key, kind in kinds.items()]
    board.terrain[:] = [[list(kinds).index(key) for key in row] for row in rows]
    return {"ruleset": "hexside-ww2", "board": board} | parts


@pytest.fixture
def squad_arena(arena: Arena) -> Callable[..., Scenario]:
    """Return a function for scenarios of ``hexside-ww2``, which has vehicles."""

    def build(terrain: str, kinds: dict[str, str], **parts: object) -> Scenario:
        made = squads(terrain, kinds, **parts)
        board = made.pop("board")
        scenario = arena(terrain="... ... ...", **made)
        assert isinstance(board, Board)
        scenario.board = board
        scenario.zones[1] = Zone("blue-start", "blue", parse_shape(f"rows {board.rows}"))
        return scenario

    return build


def test_hexes_that_nobody_can_walk_to_are_named(arena: Arena, finding: One) -> None:
    found = finding("area.sealed", arena(POCKET))
    assert found.severity == "warning"
    assert found.message == "no unit (walk or surefooted) can reach 1 hex: C3"
    assert found.place.hex == "C3"


def test_without_zones_it_is_most_of_the_board_that_counts(arena: Arena, finding: One) -> None:
    assert finding("area.sealed", arena(POCKET, zones=[])).place.hex == "C3"


def test_a_pocket_with_a_zone_in_it_is_reached(arena: Arena, codes: Codes) -> None:
    inside = [Zone("r", "red", parse_shape("C3")), Zone("b", "blue", parse_shape("rows 5"))]
    found = codes(arena(POCKET, zones=inside))
    assert "area.sealed" not in found
    assert "zone.cut-off" in found
    assert "zone.no-way-out" in found


def test_water_all_around_an_impassable_hex_is_no_area(arena: Arena, codes: Codes) -> None:
    assert codes(arena("..... .###. .###. .###. .....")) == []


def test_what_some_classes_cannot_get_to_is_advice(squad_arena: Arena, finding: One) -> None:
    ring = squad_arena("..... .BBB. .B.B. .BBB. .....", {".": "clear", "B": "building"})
    found = finding("area.closed", ring)
    assert found.severity == "advice"
    assert found.message == "no Vehicle can reach 1 hex: C3"


def test_only_classes_in_play_count(squad_arena: Arena, codes: Codes, unit: MakeUnit) -> None:
    ring = squad_arena("..... .BBB. .B.B. .BBB. .....", {".": "clear", "B": "building"})
    ring.units = [unit("A1", unit_class="squad")]
    assert "area.closed" not in codes(ring)
    ring.units.append(unit("B1", id="tank", unit_class="vehicle"))
    assert "area.closed" in codes(ring)


def test_h_10_a_height_that_takes_more_than_a_turn_is_closed_to_slow_classes(
    arena: Arena, finding: One
) -> None:
    found = finding("area.closed", arena(levels="..... ..... ..2.. ..... ....."))
    assert found.message == "no Assault (walk or surefooted) can reach 1 hex: C3"


def test_zones_with_a_wall_between_are_an_error(arena: Arena, finding: One) -> None:
    found = finding("zone.cut-off", arena(RIVER))
    assert found.severity == "error"
    assert found.message == (
        "no unit (walk or surefooted) can move between the deployment zones of 'red' and 'blue'"
    )


def test_zones_that_one_way_joins_are_apart_all_the_same(arena: Arena, finding: One) -> None:
    cliff = arena(
        levels="55555 55555 55555 ..... .....", ruleset=RulesetReference("penance-1.0", {"levels.max": 5})
    )
    assert finding("zone.cut-off", cliff).message.endswith("between the deployment zones of 'red' and 'blue'")


def test_zones_that_vehicles_cannot_join_are_a_warning(squad_arena: Arena, finding: One) -> None:
    row = squad_arena("... ... BBB ... ...", {".": "clear", "B": "building"})
    found = finding("zone.closed", row)
    assert found.severity == "warning"
    assert found.message == "no Vehicle can move between the deployment zones of 'red' and 'blue'"


def test_zones_of_allies_may_be_apart(arena: Arena, codes: Codes) -> None:
    allies = [Side("red", team="one"), Side("blue", team="one")]
    assert "zone.cut-off" not in codes(arena(RIVER, sides=allies))


def test_messages_name_titles_in_place_of_ids(arena: Arena, finding: One) -> None:
    well = Objective("well", parse_shape("C3"), points=3, name="The Well")
    sides = [Side("red", name="Red Lance"), Side("blue")]
    found = finding("objective.cut-off", arena(POCKET, objectives=[well], sides=sides))
    assert found.message.endswith("objective 'The Well' from the deployment zones of 'Red Lance' and 'blue'")
    river = finding("zone.cut-off", arena(RIVER, sides=sides))
    assert river.message.endswith("between the deployment zones of 'Red Lance' and 'blue'")


def test_objectives_that_no_side_can_get_to_are_an_error(arena: Arena, finding: One, codes: Codes) -> None:
    objective = Objective("well", parse_shape("C3"), points=3)
    found = finding("objective.cut-off", arena(POCKET, objectives=[objective]))
    assert found.severity == "error"
    assert found.message == (
        "no unit (walk or surefooted) can reach objective 'Well' from the deployment zones of 'red' and 'blue'"
    )
    assert "objective.too-late" not in codes(arena(POCKET, objectives=[objective])), "it is never, not late"


def test_objectives_of_one_side_concern_that_side_alone(arena: Arena, finding: One, codes: Codes) -> None:
    for side, said in (("red", False), ("blue", True)):
        objective = Objective("camp", parse_shape("A1"), points=3, side=side)
        assert ("objective.cut-off" in codes(arena(RIVER, objectives=[objective]))) == said
    assert (
        "from the deployment zone of 'blue'"
        in finding("objective.cut-off", arena(RIVER, objectives=[objective])).message
    )


def test_objectives_that_vehicles_cannot_enter_are_advice(squad_arena: Arena, finding: One) -> None:
    mill = squad_arena(
        "... ... .B. ... ...",
        {".": "clear", "B": "building"},
        objectives=[Objective("mill", parse_shape("B3"), points=3)],
    )
    found = finding("objective.closed", mill)
    assert (found.severity, found.place.hex) == ("advice", "B3")


@pytest.mark.parametrize(
    ("turns", "hold", "late"), [(2, 1, True), (3, 1, False), (4, 2, False), (3, 2, True), (2, 0, True)]
)
def test_h_10_objectives_too_far_to_be_held_are_told(
    arena: Arena, codes: Codes, turns: int, hold: int, late: object
) -> None:
    # From row 1 to row 13 are twelve steps; a scout, the fastest, makes five a turn.
    far = Objective("far", parse_shape("C13"), points=3, hold=hold, side="red")
    scenario = arena(" ".join(["....."] * 13), turns=turns, objectives=[far])
    assert ("objective.too-late" in codes(scenario)) is late


def test_a_hold_longer_than_the_game_is_another_finding(arena: Arena, codes: Codes) -> None:
    endless = Objective("far", parse_shape("C3"), points=3, hold=99, side="red")
    found = codes(arena(objectives=[endless]))
    assert "objective.hold" in found
    assert "objective.too-late" not in found


def test_however_many_objectives_ways_are_found_once_a_side(
    arena: Arena, codes: Codes, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def counted(*said: Any, **how: Any) -> Reach:
        asked.append(said)
        return reach(*said, **how)

    monkeypatch.setattr(reach_module, "reach", counted)
    far = [Objective(f"far-{number}", parse_shape("row 13"), hold=number % 3) for number in range(40)]
    assert "objective.too-late" in codes(arena(" ".join(["....."] * 13), turns=3, objectives=far))
    # One mover at a time, the fastest first, of two sides.
    assert 0 < len(asked) <= 2 * 5


def test_an_objective_too_far_names_sides_and_turn(arena: Arena, finding: One) -> None:
    far = Objective("far", parse_shape("C13"), points=3, hold=2, side="red")
    found = finding("objective.too-late", arena(" ".join(["....."] * 13), turns=3, objectives=[far]))
    assert found.message == (
        "objective 'Far', to be held for 2 turns, is too far for 'red': no unit can reach it by the end of turn 2"
    )
    assert (found.severity, found.rule, found.place.hex) == ("warning", "H-10", "C13")


def test_a_zone_with_one_way_out_names_it(arena: Arena, finding: One) -> None:
    found = finding("zone.single-exit", arena("..... ##.## ..... ..... ....."))
    assert found.message == "no unit (walk or surefooted) can leave zone 'red-start' except through C2"
    assert found.place.hex == "C2"


def test_a_zone_without_a_way_out_is_an_error(arena: Arena, finding: One) -> None:
    found = finding("zone.no-way-out", arena("..... ##### ..... ..... ....."))
    assert (found.severity, found.message) == (
        "error",
        "no unit (walk or surefooted) can leave zone 'red-start'",
    )


def test_areas_and_zones_that_fill_the_board_need_no_way_out(arena: Arena, codes: Codes) -> None:
    zones = [Zone("r", "red", parse_shape("rows 1-5")), Zone("b", "blue", parse_shape("rows 1-5"))]
    assert "zone.no-way-out" not in codes(arena(zones=zones))
    area = [*arena().zones, Zone("cell", "", parse_shape("C3"))]
    assert "zone.no-way-out" not in codes(arena(POCKET, zones=area[:2]))


def test_cliffs_that_no_class_can_climb_are_advice(arena: Arena, finding: One) -> None:
    megamek = arena(
        levels="..... ..... ..3.. ..... .....", ruleset="megamek", terrain="..... ..... ..... ..... ....."
    )
    found = finding("elevation.steep", megamek)
    assert found.severity == "advice"
    assert (
        found.message
        == "6 hexsides are too steep for every class: B2-C3, C2-C3, B3-C3, C3-D3, C3-B4 and C3-C4"
    )
    assert found.place.hex == "B2"


def test_cliffs_between_hexes_that_nobody_enters_are_no_matter(arena: Arena, codes: Codes) -> None:
    raised = arena("..... ..... ..#.. ..... .....", levels="..... ..... ..9.. ..... .....",
                   ruleset=RulesetReference("penance-1.0", {"levels.max": 9}))  # fmt: skip
    assert codes(raised) == []


def test_costs_too_fine_to_be_summed_are_said(arena: Arena, finding: One, codes: Codes) -> None:
    primes = {"clear": 9973, "rubble": 9967, "water": 9949, "ice": 9941, "lava": 9931}
    overrides = {f"terrain.{name}.cost": f"1/{prime}" for name, prime in primes.items()}
    scenario = arena("~wiL. .....", ruleset=RulesetReference("penance-1.0", overrides))
    assert "too small to add up exactly" in finding("ruleset.too-fine", scenario).message
    assert "area.sealed" not in codes(scenario)


@pytest.mark.parametrize("seed", range(6))
def test_the_hexes_that_lead_out_of_a_zone_are_those_of_a_search_over_all_steps(
    arena: Arena, seed: int
) -> None:
    random = np.random.default_rng(seed)
    rows = ["".join(row) for row in random.choice(list("..#"), (9, 11))]
    subject = CheckedScenario(arena(" ".join(rows)), load_ruleset("penance-1.0"))
    for group in subject.travellers:
        inside = random.random((9, 11)) < (0.9, 0.5)[seed % 2]
        cost = group.steps.cost.reshape(6, -1)
        entered = {
            int(group.steps.neighbours[direction][at])
            for direction in range(6)
            for at in np.flatnonzero((inside & group.steps.open).ravel() & (cost[direction] != IMPOSSIBLE))
        }
        out = sorted(entered - set(np.flatnonzero(inside).tolist()))
        found = _first_entered(group.steps, inside.ravel(), _beside_others(inside))
        assert len(found) == min(len(out), 2)
        assert set(found) <= set(out)


def test_an_overlap_is_placed_at_a_zone_that_has_its_first_hex(arena: Arena, finding: One) -> None:
    sides = {it: Side(it) for it in ("one", "two")}
    zones = [
        Zone("left", "one", parse_shape("columns 1-3")),
        Zone("apart", "two", parse_shape("columns 5")),
        Zone("over", "two", parse_shape("columns 3-4")),
    ]
    found = finding("zone.overlap", arena("..... ..... .....", sides=[*sides.values()], zones=zones))
    assert found.place.path == ("zones", 2, "hexes")
    assert found.place.hex == "C1"


def test_objectives_are_not_checked_any_more_when_too_much_has_been_walked(
    arena: Arena, codes: Codes, finding: One, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = arena(
        " ".join(["." * 30] * 3),
        turns=1,
        sides=[Side("one"), Side("two")],
        objectives=[Objective("far", parse_shape("O2"), 1)],
        zones=[
            Zone("left", "one", parse_shape("columns 1")),
            Zone("right", "two", parse_shape("columns 30")),
        ],
    )
    assert "objective.too-late" in codes(late)
    assert "time.unchecked" not in codes(late)
    monkeypatch.setattr(paths, "MAX_LOOKED_AT", 0)
    assert "objective.too-late" not in codes(late)
    message = finding("time.unchecked", late).message
    assert message.startswith("the time to objective 'Far' and any after it was not checked")
