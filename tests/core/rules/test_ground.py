"""What the terrains of one hex come to together."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.movement.mover import climb_cost
from fairground.core.rules import Ruleset, load_ruleset
from fairground.core.rules.ground import Haze
from fairground.core.rules.terrain import HardCover, Tag

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[str, str], Path]
    Faults = Callable[..., list[object]]

PENANCE = load_ruleset("penance-2.0")
RULES = """\
    format: fairground-ruleset/1
    id: layered
    title: Layered
    movement: {stack_cost: greatest}
    terrain:
      clear: {name: Clear}
      void: {name: Off the board, passable: false}
      mud: {name: Mud, cost: 2}
      canal: {name: Canal, passable: false, tags: [impassable], depth: 2}
      bridge: {name: Bridge, carries: true}
      road: {name: Road, cost: 1/2, carries: true}
      woods: {name: Woods, cost: 2, family: growth, height: 2, opacity: {growth: 1}, cover: light, visibility: dim}
      grove: {name: Grove, cost: 3, hindrance: 1, visibility: faint}
      tower: {name: Tower, family: house, blocks_sight: true, height: 1, hard_cover: behind}
      low: {name: Low growth, detail: true, heights: {growth: 1}}
      tall: {name: Four floors, detail: true, heights: {house: 4}}
      wall: {name: Wall, passable: false, blocks_sight: true, tags: [impassable], hard_cover: contact}
    cover: {grades: {light: {name: Light, to_hit: 1}}}
    sight: {opacities: {growth: {name: Growth, limit: 2}}}
    visibility:
      grades: {faint: {name: Faint, awareness: 6, evasion: 3}, dim: {name: Dim, awareness: 12, evasion: 2}}
    classes:
      cart: {name: Cart, allowance: 4, forbidden: [woods]}
"""


@pytest.fixture
def layered(write: Write, tmp_path: Path) -> Ruleset:
    write("layered.yaml", RULES)
    return load_ruleset("layered.yaml", folder=tmp_path)


@given(st.sampled_from(list(PENANCE.terrain)))
def test_one_terrain_is_what_its_entry_says(kind: str) -> None:
    terrain, ground = PENANCE.terrain[kind], PENANCE.ground([kind])
    assert (ground.passable, ground.cost) == (terrain.passable, terrain.cost)
    assert ground.blocks_sight == terrain.blocks_sight
    assert ground.obstacle is None
    assert ground.covers == ((terrain.cover,) if terrain.cover else ())
    assert ground.tags == set(terrain.tags)
    assert (ground.damage, ground.heat) == (terrain.damage, terrain.heat)


@given(st.lists(st.sampled_from(list(PENANCE.terrain)), min_size=1, max_size=4))
def test_harm_adds_up_and_one_wall_is_enough(kinds: list[str]) -> None:
    stack, ground = [PENANCE.terrain[kind] for kind in kinds], PENANCE.ground(kinds)
    assert ground.passable == all(it.passable for it in stack)
    assert ground.blocks_sight == any(it.blocks_sight for it in stack)
    assert ground.heat == sum(it.heat for it in stack)
    assert ground.cost == max(it.cost for it in stack)


def test_a_kind_that_is_not_there_is_no_ground(layered: Ruleset) -> None:
    with pytest.raises(KeyError):
        layered.ground(["clear", "clay"])


def test_units_move_on_what_carries(layered: Ruleset) -> None:
    assert not layered.ground(["canal"]).passable
    bridge = layered.ground(["canal", "bridge"])
    assert (bridge.passable, bridge.cost, bridge.moved_on) == (True, Fraction(1), ("bridge",))
    assert bridge.depth == 2
    road = layered.ground(["mud", "woods", "road"])
    assert (road.cost, road.moved_on) == (Fraction(1, 2), ("road",))
    assert layered.ground(["canal", "bridge", "road"]).moved_on == ("road",)


def test_what_is_above_the_rest_is_out_of_its_cover_harm_and_cooling(
    extend: Callable[[str], None], tmp_path: Path
) -> None:
    extend("terrain: {gantry: {name: Gantry, carries: true, above: true, heat: 1}}\n")
    rules = load_ruleset("mine.yaml", folder=tmp_path)
    assert rules.ground(["lava", "forest", "gantry"]).covers == ()
    assert Tag.COVER in rules.ground(["forest"]).tags
    assert Tag.COVER not in rules.ground(["forest", "gantry"]).tags
    assert Tag.COVER in rules.ground(["gantry", "forest"]).tags
    assert (rules.ground(["lava", "gantry"]).damage, rules.ground(["water", "gantry"]).heat) == (0, 1)
    assert rules.ground(["water", "gantry", "forest"]).covers == ("light",)
    assert rules.ground(["dense-forest", "gantry"]).blocks_sight


def test_a_wall_on_a_road_still_blocks_sight_but_not_the_way(layered: Ruleset) -> None:
    ground = layered.ground(["wall", "road"])
    assert (ground.passable, ground.blocks_sight) == (True, True)


def test_costs_of_a_stack_by_policy(layered: Ruleset, tmp_path: Path) -> None:
    assert layered.ground(["mud", "woods"]).cost == 2
    adding = load_ruleset("layered.yaml", folder=tmp_path, overrides={"movement.stack_cost": "sum"})
    assert adding.ground(["mud", "woods"]).cost == 3
    assert adding.ground(["mud", "grove", "woods"]).cost == 5
    assert adding.ground(["clear"]).cost == 1
    assert adding.ground(["mud", "grove", "road"]).cost == Fraction(1, 2)


def test_details_give_heights_to_their_family(layered: Ruleset) -> None:
    assert layered.ground(["woods"]).haze == (Haze("growth", 1, 2),)
    assert layered.ground(["woods", "low"]).haze == (Haze("growth", 1, 1),)
    assert layered.ground(["woods", "tall"]).haze == (Haze("growth", 1, 2),)
    assert layered.ground(["tower"]).obstacle == 1
    assert layered.ground(["tower", "tall"]).obstacle == 4
    assert not layered.ground(["tower", "tall"]).blocks_sight
    assert layered.ground(["tall"]).obstacle is None
    assert layered.ground(["wall", "tower"]).blocks_sight


def test_the_rest_of_a_stack(layered: Ruleset) -> None:
    both = layered.ground(["woods", "grove"])
    assert both.hindrance == 1
    assert both.covers == ("light",)
    assert both.visibility == "faint"
    assert layered.ground(["clear"]).visibility is None
    assert layered.ground(["wall"]).hard_cover is HardCover.CONTACT
    assert layered.ground(["wall", "tower"]).hard_cover is HardCover.BEHIND
    assert layered.ground(["wall", "woods"]).tags == {Tag.IMPASSABLE}


def test_classes_are_kept_out_of_what_they_cannot_enter(layered: Ruleset) -> None:
    cart = layered.classes["cart"]
    assert not layered.ground(["mud", "woods"]).admits(cart)
    assert layered.ground(["mud", "woods", "road"]).admits(cart)
    assert not layered.ground(["canal"]).admits(cart)
    assert layered.ground(["mud"]).admits(cart)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("terrain: {rubble: {opacity: {forst: 1}}}", "names an unknown opacity, 'forst'"),
        ("effects: {smoke: {opacity: {haze: 1}}}", "names an unknown opacity, 'haze'"),
        ("terrain: {rubble: {heights: {house: 1}}}", "names an unknown family, 'house'"),
        ("terrain: {rubble: {visibility: dim}}", "names an unknown visibility grade, 'dim'"),
        ("visibility: {open: dim}", "names an unknown visibility grade, 'dim'"),
        ("visibility: {weapon_traits: {mortar: {name: Mortar, hidden_as: dim}}}", "visibility grade, 'dim'"),
        ("classes: {scout: {forbidden: [rubbel]}}", "Did you mean 'rubble'?"),
        ("movement: {climb: {table: {2: {0: 1.5}}}}", "write 3/2"),
        ("movement: {climb: {table: {two: {0: 1}}}}", "two"),
        ("terrain: {rubble: {height: -1}}", "height"),
    ],
)
def test_faults_of_the_new_keys_are_told(
    text: str, told: str, extend: Callable[[str], None], faults: Callable[..., list[object]]
) -> None:
    extend(text + "\n")
    found = faults()
    assert len(found) == 1
    assert told in found[0].message  # type: ignore[attr-defined]
    assert found[0].place.line == 5  # type: ignore[attr-defined]


def test_steps_of_levels_by_table(write: Write, tmp_path: Path) -> None:
    write(
        "layered.yaml",
        RULES.replace("greatest}", "greatest, climb: {up: 1, most: 2, table: {2: {0: 4, 1: 2}}}}"),
    )
    rules = load_ruleset("layered.yaml", folder=tmp_path)
    assert [climb_cost(rules, left, 2) for left in (-1, 0, 1, 2, 3)] == [None, 4, 2, 0, 0]
    assert [climb_cost(rules, 0, 1), climb_cost(rules, 1, 3)] == [1, 2]
