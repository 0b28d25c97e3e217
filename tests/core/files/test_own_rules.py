"""Rulesets of one's own: a file that extends another ruleset, changed entry by entry."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.attacks.preview import attack
from fairground.core.errors import FileError, RulesetError
from fairground.core.files import load, read_bytes, save
from fairground.core.files.own_rules import (
    OwnRules,
    RuleSection,
    SightEffect,
    entry_data,
    entry_like,
    free_symbol,
    maps_using,
    new_id,
    save_draft,
    sight_effect,
    with_class_cost,
    with_passable,
    with_sight,
)
from fairground.core.files.ruleset_text import with_key, without_key
from fairground.core.movement.path import path as path_of
from fairground.core.rules import load_ruleset, shipped_rulesets
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.parts import RulesetReference

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.document import Scenario

TERRAIN, CLASSES = RuleSection.TERRAIN, RuleSection.CLASSES

HAND_WRITTEN = """\
# Rules of the spring campaign
format: fairground-ruleset/1   # version 1
extends: penance-2.0
id: spring
title: Spring
terrain:
  # deep and cold
  bog: {name: Bog, cost: 5/2, tile: water}   # wet
  # thorny
  thorns:
    name: Thorns
    tile: rough

# Classes follow.
classes:
  scout: {forbidden: [bog]}
"""

MAP = """\
format: fairground/1
name: Moor
ruleset: penance-2.0
board:
  layout: odd-r
  size: [5, 1]
  palette: {'.': clear}
  terrain: |
    .....
sides: [{id: a}, {id: b}]
units:
  - {id: one, side: a, class: scout, hex: A1}
  - {id: two, side: b, class: scout, hex: E1}
"""


def mud(base: str = "penance-2.0") -> OwnRules:
    """Mud: 3 points, hinders."""
    own = OwnRules.extending(base, name="moor-rules.yaml")
    data = {**entry_like(own.rules, TERRAIN, "rubble", name="Mud"), "cost": 3}
    return own.with_entry(TERRAIN, "mud", with_sight(data, own.rules, SightEffect.HINDERS))


def moor() -> Scenario:
    scenario = read_bytes(MAP.encode()).scenario
    assert scenario is not None
    return scenario


def with_rules(scenario: Scenario, own: OwnRules) -> Scenario:
    scenario.ruleset = RulesetReference(own.name, draft=own.text)
    return scenario


def test_a_copy_is_another_terrain_that_looks_alike() -> None:
    rules = mud().rules
    rubble, own = rules.terrain["rubble"], rules.terrain["mud"]
    assert (own.name, own.cost, own.hindrance, own.tile) == ("Mud", Fraction(3), 1, rubble.tile or "rubble")
    assert (own.cover, own.tags) == (rubble.cover, rubble.tags)
    assert (own.source, own.rules, own.symbol) == ("", (), "")


@pytest.mark.parametrize("base", shipped_rulesets())
def test_every_entry_of_every_ruleset_can_be_copied(base: str) -> None:
    own = OwnRules.extending(base, name="own.yaml")
    for section in RuleSection:
        for name in list(getattr(own.rules, section.value))[:6]:
            copied = own.with_entry(section, "own-copy", entry_like(own.rules, section, name, name="Copy"))
            assert getattr(copied.rules, section.value)["own-copy"].name == "Copy"


@pytest.mark.parametrize("base", shipped_rulesets())
def test_an_entry_written_as_it_is_changes_nothing(base: str) -> None:
    own = OwnRules.extending(base, name="own.yaml")
    for name in own.rules.terrain:
        data = entry_data(own.rules, TERRAIN, name)
        assert own.with_entry(TERRAIN, name, data).text == own.text


def test_only_what_differs_from_the_base_ruleset_is_written() -> None:
    own = OwnRules.extending("penance-2.0", name="own.yaml")
    forest = own.entry(TERRAIN, "forest")
    changed = own.with_entry(
        TERRAIN, "forest", {k: v for k, v in {**forest, "cost": 4}.items() if k != "cover"}
    )
    assert "  forest: {cost: 4, cover: null}\n" in changed.text
    assert (changed.rules.terrain["forest"].cost, changed.rules.terrain["forest"].cover) == (
        Fraction(4),
        None,
    )
    assert changed.is_changed(TERRAIN, "forest")
    assert not changed.is_own(TERRAIN, "forest")
    assert changed.with_entry(TERRAIN, "forest", forest).text == own.text
    assert changed.without_entry(TERRAIN, "forest").text == own.text


def test_comments_and_other_entries_stay() -> None:
    own = OwnRules("spring.yaml", HAND_WRITTEN)
    bog = own.entry(TERRAIN, "bog")
    changed = own.with_entry(TERRAIN, "bog", {**bog, "cost": 3}).with_entry(
        TERRAIN, "mud", entry_like(own.rules, TERRAIN, "bog", name="Mud")
    )
    lines = changed.text.splitlines()
    for line in HAND_WRITTEN.splitlines():
        assert line in lines or "bog: {name" in line
    assert lines.index("    tile: rough") < lines.index("# Classes follow.")
    assert changed.rules.terrain["bog"].cost == 3
    assert list(changed.rules.terrain)[-3:] == ["bog", "thorns", "mud"]


def test_removed_terrain_is_no_longer_closed_to_classes() -> None:
    own = OwnRules("spring.yaml", HAND_WRITTEN)
    left = own.without_entry(TERRAIN, "bog")
    assert "bog" not in left.rules.terrain
    assert left.rules.classes["scout"].forbidden == ()
    assert "# Rules of the spring campaign" in left.text


def test_errors_name_the_key() -> None:
    own = OwnRules.extending("penance-2.0", name="own.yaml")
    data = entry_like(own.rules, TERRAIN, "rubble", name="Mud")
    faulty = own.with_entry(TERRAIN, "mud", {**data, "cost": "a lot", "cover": "deep", "colour": "brown"})
    with pytest.raises(RulesetError) as caught:
        _ = faulty.rules
    paths = {it.place.path for it in caught.value.problems}
    assert paths >= {("terrain", "mud", key) for key in ("cost", "cover", "colour")}


@given(st.text(max_size=80), st.sets(st.sampled_from(["mud", "mud-2", "own", "own-2"])))
def test_ids_are_valid_and_free(title: str, taken: set[str]) -> None:
    found = new_id(title, taken)
    assert found not in taken
    text = with_key(
        "format: fairground-ruleset/1\nextends: penance-2.0\nid: x\ntitle: X\n",
        "terrain",
        found,
        {"name": "X"},
    )
    assert load_ruleset("x.yaml", text=text).terrain[found].name == "X"


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=40))
def test_any_name_is_read_back(name: str) -> None:
    own = OwnRules.extending("penance-2.0", name="own.yaml")
    data = entry_like(own.rules, TERRAIN, "clear", name=name)
    assert own.with_entry(TERRAIN, "mud", data).rules.terrain["mud"].name == name


def test_symbols_are_free() -> None:
    rules = load_ruleset("penance-2.0")
    assert free_symbol(rules, "Mud") == "m"
    assert free_symbol(rules, "") not in {it.symbol for it in rules.terrain.values()}
    # f is forest, F dense forest.
    assert free_symbol(rules, "Fen") == "e"


# -- what the entries mean ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("base", "to_hit"), [("penance-2.0", 3), ("penance-1.0", -3), ("hexside-ww2", 4)])
def test_terrain_that_hinders_makes_attacks_harder_as_the_game_writes_it(base: str, to_hit: int) -> None:
    own = OwnRules.extending(base, name="own.yaml")
    data = with_sight(entry_like(own.rules, TERRAIN, "clear", name="Haze"), own.rules, SightEffect.HINDERS)
    own = own.with_entry(TERRAIN, "haze", data)
    scenario = with_rules(moor(), own)
    first = next(iter(own.rules.classes))
    scenario.units = [replace(it, unit_class=first) for it in scenario.units]
    before = attack(scenario, "one", "two").to_hit_total
    scenario.board.palette = [PaletteEntry("h", ("haze",))]
    after = attack(scenario, "one", "two").to_hit_total
    # Three hexes lie between; in games of hexsides the target's own hex counts too.
    assert after - before == to_hit


def test_opacity_hinders_where_the_game_adds_it_up() -> None:
    own = OwnRules.extending("penance-arena", name="own.yaml")
    data = with_sight(entry_like(own.rules, TERRAIN, "clear", name="Haze"), own.rules, SightEffect.HINDERS)
    assert data["opacity"] == {"forest": 1}
    assert sight_effect(data) == (SightEffect.HINDERS, 1)
    assert "attack" not in own.with_entry(TERRAIN, "haze", data).text


@given(st.sampled_from(SightEffect), st.sampled_from(SightEffect), st.integers(1, 9))
def test_the_last_effect_on_sight_counts(first: SightEffect, last: SightEffect, amount: int) -> None:
    rules = load_ruleset("penance-2.0")
    data = entry_like(rules, TERRAIN, "rubble", name="Mud")
    once = with_sight(data, rules, last, amount=amount)
    assert with_sight(with_sight(data, rules, first), rules, last, amount=amount) == once
    assert sight_effect(once) == (last, amount if last is SightEffect.HINDERS else 0)


def test_impassable_terrain_has_the_tag() -> None:
    own = mud()
    closed = with_passable(own.entry(TERRAIN, "mud"), passable=False)
    assert own.with_entry(TERRAIN, "mud", closed).rules.terrain["mud"].passable is False
    opened = with_passable(closed, passable=True)
    assert own.with_entry(TERRAIN, "mud", opened).rules == own.rules


def test_classes_pay_their_own_costs() -> None:
    own = mud()
    scout = with_class_cost(own.entry(CLASSES, "scout"), "mud", "3/2")
    heavy = with_class_cost(own.entry(CLASSES, "heavy"), "mud", None, can_enter=False)
    own = own.with_entry(CLASSES, "scout", scout).with_entry(CLASSES, "heavy", heavy)
    scenario = with_rules(moor(), own)
    scenario.units = []
    scenario.board.palette = [PaletteEntry("m", ("mud",))]
    assert path_of(scenario, "A1", "C1", unit_class="scout").cost == 3
    assert path_of(scenario, "A1", "C1", unit_class="support").cost == 6
    assert not path_of(scenario, "A1", "C1", unit_class="heavy").found
    for class_id, data in (("scout", scout), ("heavy", heavy)):
        assert with_class_cost(data, "mud", None) == entry_data(
            load_ruleset("penance-2.0"), CLASSES, class_id
        )


# -- files --------------------------------------------------------------------------------------------------


def test_a_draft_is_in_use_and_written_with_the_scenario(tmp_path: Path) -> None:
    scenario = with_rules(moor(), mud())
    assert scenario.rules.terrain["mud"].name == "Mud"
    save(scenario, tmp_path / "moor.yaml")
    assert scenario.ruleset.draft is None
    assert scenario.rules.terrain["mud"].name == "Mud"
    again = load(tmp_path / "moor.yaml")
    assert again.ruleset.name == "moor-rules.yaml"
    assert again.rules.terrain["mud"].cost == 3


def test_a_file_of_that_name_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "moor-rules.yaml").write_text("somebody's", encoding="utf-8")
    scenario = with_rules(moor(), mud())
    save(scenario, tmp_path / "moor.yaml")
    assert (tmp_path / "moor-rules.yaml").read_text(encoding="utf-8") == "somebody's"
    assert load(tmp_path / "moor.yaml").ruleset.name == "moor-rules-2.yaml"


def test_changes_by_another_program_are_not_overwritten(tmp_path: Path) -> None:
    save(with_rules(moor(), mud()), tmp_path / "moor.yaml")
    scenario = load(tmp_path / "moor.yaml")
    scenario.ruleset = RulesetReference("moor-rules.yaml", draft=HAND_WRITTEN, drafted_from="another content")
    with pytest.raises(FileError, match="changed from another map or by another program"):
        save(scenario, tmp_path / "moor.yaml")
    assert "mud" in (tmp_path / "moor-rules.yaml").read_text(encoding="utf-8")
    known = (tmp_path / "moor-rules.yaml").read_bytes()
    assert save_draft(scenario, tmp_path, known=(known,)) == HAND_WRITTEN.encode()


def test_maps_that_use_a_ruleset_are_found(tmp_path: Path) -> None:
    for name, ruleset in (("a", "moor-rules.yaml"), ("b", "penance-2.0"), ("c", "'moor-rules.yaml'")):
        (tmp_path / f"{name}.yaml").write_text(MAP.replace("penance-2.0", ruleset), encoding="utf-8")
    (tmp_path / "moor-rules.yaml").write_text(mud().text, encoding="utf-8")
    assert [it.name for it in maps_using(tmp_path, "moor-rules.yaml")] == ["a.yaml", "c.yaml"]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_line_ends_stay(newline: str) -> None:
    text = HAND_WRITTEN.replace("\n", newline)
    changed = with_key(text, "terrain", "mud", {"name": "Mud"})
    assert changed.count("\r\n") == (changed.count("\n") if newline == "\r\n" else 0)
    assert without_key(changed, "terrain", "mud") == text
