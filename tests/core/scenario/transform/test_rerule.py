from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core import load, load_ruleset, validate
from fairground.core.errors import RulesetError, ScenarioError
from fairground.core.finding import Severity
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.rules.ruleset_files import shipped_rulesets
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.compare import compare
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.mission import Task, TaskKind, Win
from fairground.core.scenario.parts import RulesetReference, Shield, Side, Unit, Zone
from fairground.core.scenario.ruleset_kinds import Topic, used_kinds
from fairground.core.scenario.shapes import Listed
from fairground.core.scenario.transform.rerule import reruled
from fairground.core.scenario.transform.suggested_mapping import SAME, suggest_mapping

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.scenario.transform.suggested_mapping import MappingSuggestion

SCENARIOS = sorted((Path(__file__).parents[4] / "scenarios").glob("*.yaml"))


def arena(ruleset: str = "penance-1.0") -> Scenario:
    """A strip of clear, wall, cover on rubble and lava, with a scout on it and steam over the wall."""
    board = Board.blank(Layout.ODD_R, 4, 1)
    board.palette += [
        PaletteEntry("#", ("wall",)),
        PaletteEntry("o", ("rubble", "cover"), "found:7"),
        PaletteEntry("l", ("lava",)),
        PaletteEntry("u", ("nothing-uses-this",)),
    ]
    board.terrain[0] = range(4)
    board.effects_palette.append(PaletteEntry("s", ("steam",)))
    board.effects[0, 1] = 1
    return Scenario(
        name="Strip",
        ruleset=RulesetReference(ruleset),
        board=board,
        weather="none",
        sides=[Side("red")],
        units=[Unit("scout-1", "red", "scout", board.parse("A1"), 1, Shield.LEFT)],
    )


def mapping(suggestions: Sequence[MappingSuggestion]) -> dict[Topic, dict[str, str | None]]:
    found: dict[Topic, dict[str, str | None]] = {}
    for it in suggestions:
        found.setdefault(it.topic, {})[it.old] = it.new
    return found


# -- what is used -----------------------------------------------------------------------------------------------


def test_only_what_stands_on_the_board_is_used() -> None:
    scenario = arena()
    scenario.board.hexsides = {hexside(scenario.board.parse("A1"), 0): ("hedge",)}
    scenario.weather = "rain"
    assert used_kinds(scenario) == {
        Topic.TERRAIN: ("clear", "cover", "lava", "rubble", "wall"),
        Topic.EFFECTS: ("steam",),
        Topic.HEXSIDES: ("hedge",),
        Topic.CLASSES: ("scout",),
        Topic.WEATHER: ("rain",),
    }


# -- the same ruleset -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_its_own_ruleset_changes_nothing(path: Path) -> None:
    scenario = load(path)
    suggested = suggest_mapping(scenario, scenario.rules)
    assert {it.sure for it in suggested} <= {SAME}
    result = reruled(scenario, scenario.ruleset.name, mapping(suggested))
    assert compare(scenario, result.scenario) == []
    assert result.scenario == scenario
    assert (result.lost, result.said) == ((), ())


@pytest.mark.parametrize("ruleset", shipped_rulesets())
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_every_ruleset_knows_all_of_a_scenario_that_was_adapted_to_it(path: Path, ruleset: str) -> None:
    scenario = load(path)
    result = reruled(scenario, ruleset, mapping(suggest_mapping(scenario, load_ruleset(ruleset))))
    after = result.scenario
    rules = load_ruleset(ruleset)
    for topic, kinds in used_kinds(after).items():
        assert set(kinds) <= set(topic.entries(rules)), topic
    assert after.ruleset.content_hash == after.rules.content_hash
    unknown = [it.code for it in validate(after) if it.severity is Severity.ERROR and ".unknown" in it.code]
    assert unknown == []


# -- mapping ----------------------------------------------------------------------------------------------------


def test_kinds_become_what_the_mapping_says() -> None:
    result = reruled(
        arena(),
        "penance-2.0",
        {
            Topic.TERRAIN: {"wall": "cliff", "cover": "rubble", "lava": None},
            Topic.EFFECTS: {"steam": "smoke"},
        },
    )
    board = result.scenario.board
    assert [board.terrain_at(at) for at in board.hexes()] == [("clear",), ("cliff",), ("rubble",), ("clear",)]
    assert board.effects_at(board.parse("B1")) == ("smoke",)
    assert [(entry.kinds, entry.source) for entry in board.palette] == [
        (("clear",), None),
        (("cliff",), None),
        (("rubble",), "found:7"),
    ]
    assert [str(it) for it in result.lost] == ["terrain Lava on 1 hex"]
    assert result.scenario.ruleset.name == "penance-2.0"


def test_units_without_a_class_are_gone_and_listed() -> None:
    scenario = arena()
    scenario.comments = {("units", "scout-1"): (" fast",)}
    result = reruled(scenario, "penance-1.0", {Topic.CLASSES: {"scout": None}})
    assert result.scenario.units == []
    assert result.scenario.comments == {}
    assert [str(it) for it in result.lost] == ["unit Scout (A1)"]


def test_features_weather_shields_and_overrides_are_lost_where_nothing_takes_them() -> None:
    scenario = arena()
    here, there = scenario.board.parse("A1"), scenario.board.parse("C1")
    scenario.board.hexsides = {hexside(here, 0): ("hedge",), hexside(there, 0): ("hedge", "wall")}
    scenario.weather = "rain"
    scenario.ruleset = RulesetReference(
        "penance-1.0", {"cover.reach": "in", "movement.climb.up": 3, "terrain.lava.damage": 2}
    )
    result = reruled(
        scenario,
        "hexside-ww2",
        {
            Topic.TERRAIN: {"wall": "building", "lava": None, "cover": None, "rubble": "orchard"},
            Topic.EFFECTS: {"steam": None},
            Topic.HEXSIDES: {"hedge": None},
            Topic.CLASSES: {"scout": "squad"},
            Topic.WEATHER: {"rain": None},
        },
    )
    assert list(result.scenario.board.hexsides.values()) == [("wall",)]
    assert result.scenario.weather == "none"
    assert result.scenario.units[0].shield is Shield.NONE
    lost = [str(it) for it in result.lost]
    assert lost[:6] == [
        "terrain Cover on 1 hex",
        "terrain Lava on 1 hex",
        "effects Steam on 1 hex",
        "hexsides hedge on 2 hexsides",
        "shield of Scout (A1)",
        "weather Rain",
    ]
    assert "rule terrain.lava.damage" in lost
    assert "terrain.lava.damage" not in result.scenario.ruleset.overrides


def test_nothing_is_lost_for_want_of_a_word() -> None:
    with pytest.raises(ScenarioError, match="terrain lava: no counterpart") as raised:
        reruled(arena(), "hexside-ww2", {Topic.TERRAIN: {"wall": "bilding", "cover": None, "rubble": None}})
    assert "terrain wall to bilding: there is no 'bilding'. Did you mean 'building'?" in str(raised.value)
    assert "effects steam: no counterpart" in str(raised.value)
    assert "classes scout: no counterpart" in str(raised.value)


def test_levels_that_the_ruleset_does_not_have_are_named() -> None:
    scenario = arena()
    scenario.board.elevation[0, 2:] = 90
    scenario.board.palette[3] = PaletteEntry("-", ("void",))
    said = reruled(scenario, "penance-1.0", {}).said
    assert len(said) == 1
    assert said[0].startswith("1 hex has a level outside the ruleset's range, ")


def test_a_ruleset_that_is_not_there_is_refused() -> None:
    with pytest.raises(RulesetError, match="penance-3"):
        reruled(arena(), "penance-3", {})


# -- suggestions ------------------------------------------------------------------------------------------------


def suggested(scenario: Scenario, ruleset: str) -> dict[str, MappingSuggestion]:
    return {f"{it.topic}:{it.old}": it for it in suggest_mapping(scenario, load_ruleset(ruleset))}


def test_the_same_id_is_taken_for_sure() -> None:
    found = suggested(arena(), "penance-2.0")["terrain:wall"]
    assert (found.new, found.sure, found.why) == ("wall", 100, "in both rulesets")


def test_what_nothing_is_like_is_said_to_be_less_sure() -> None:
    found = suggested(arena(), "hexside-ww2")
    assert found["terrain:wall"].new is not None
    assert found["terrain:lava"].sure < found["terrain:wall"].sure < 100
    assert "in play" in found["terrain:lava"].why


def test_what_blocks_and_cannot_be_entered_becomes_what_does_so_too() -> None:
    rules = load_ruleset("penance-arena")
    scenario = arena("hexside-ww2")
    scenario.board.palette[1:4] = [
        PaletteEntry("c", ("canal",)),
        PaletteEntry("w", ("woods",)),
        PaletteEntry("r", ("clear", "road")),
    ]
    found = suggested(scenario, "penance-arena")
    assert not rules.terrain[found["terrain:canal"].new or ""].passable
    assert rules.terrain[found["terrain:woods"].new or ""].blocks_sight
    assert found["terrain:road"].new == "road"


def test_what_lies_beside_other_terrain_goes_where_nothing_is_like_it() -> None:
    scenario = arena("megamek")
    scenario.board.palette[1:4] = [PaletteEntry("b", ("building-2", "bldg_elev-2"))] * 3
    found = suggested(scenario, "penance-2.0")["terrain:bldg_elev-2"]
    assert found.new is None
    assert "a detail on other terrain" in found.why
    result = reruled(scenario, "penance-2.0", {**mapping(list(suggested(scenario, "penance-2.0").values())), Topic.EFFECTS: {"steam": None}, Topic.CLASSES: {"scout": "scout"}})  # fmt: skip
    assert "terrain Building height 2 on 3 hexes" in map(str, result.lost)


def test_kinds_that_no_ruleset_knows_are_judged_by_their_ids() -> None:
    scenario = arena()
    scenario.board.palette[3] = PaletteEntry("x", ("ruble",))
    scenario.units[0] = Unit("a", "red", "zzz", scenario.board.parse("A1"))
    found = suggested(scenario, "penance-2.0")
    assert (found["terrain:ruble"].new, found["terrain:ruble"].why) == ("rubble", "a similar name")
    assert found["classes:zzz"].new is None


def test_a_topic_that_a_ruleset_does_not_have_has_no_counterpart() -> None:
    scenario = arena("hexside-ww2")
    scenario.board.hexsides = {hexside(scenario.board.parse("A1"), 0): ("hedge",)}
    found = suggested(scenario, "penance-1.0")["hexsides:hedge"]
    assert (found.new, found.sure) == (None, 0)


def test_ways_to_win_follow_the_classes_and_go_with_them() -> None:
    scenario = arena()
    scenario.zones = [Zone("gate", "red", Listed(("B1",)))]
    ways = [Task(TaskKind.REACH, ("gate",), unit_class=name) for name in ("scout", "heavy")]
    scenario.sides = [Side("red", "Red", wins=tuple(Win((it,)) for it in ways))]
    assert used_kinds(scenario)[Topic.CLASSES] == ("heavy", "scout")
    after = reruled(scenario, "penance-2.0", {Topic.CLASSES: {"heavy": None, "scout": "assault"}})
    assert [it.tasks[0].unit_class for it in after.scenario.sides[0].wins] == ["assault"]
    assert "way to win for Red: reach Red's zone with all Heavy units" in map(str, after.lost)
