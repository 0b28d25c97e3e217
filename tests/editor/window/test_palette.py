from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from fairground.core.rules import load_ruleset
from fairground.editor.window.kind_words import kinds
from fairground.editor.window.palette_model import KIND

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def row_of(desk: Any, name: str) -> Any:
    model = desk.window.docks.palette.model
    return next(model.index(at) for at in range(model.rowCount()) if model.index(at).data() == name)


def shown(desk: Any) -> list[str]:
    model = desk.window.docks.palette.model
    return [model.index(at).data() for at in range(model.rowCount())]


def test_all_terrain_and_effects_are_listed(desk: Any) -> None:
    desk.open()
    rules = desk.scenario.rules
    assert shown(desk) == [it.name for it in (*rules.terrain.values(), *rules.effects.values())]


def test_left_click_takes_the_first_terrain_and_right_click_the_second(desk: Any) -> None:
    desk.open()
    view, state = desk.window.docks.palette.list, desk.window.workbench.state
    desk.click(view, row_of(desk, "Lava"), LEFT)
    assert (state.terrain_first, state.terrain_second) == ("lava", "clear")
    desk.click(view, row_of(desk, "Wall"), RIGHT)
    assert (state.terrain_first, state.terrain_second) == ("lava", "wall")
    assert view.marks == ("lava", "wall")
    assert [swatch.text() for swatch in desk.window.options.swatches] == ["Lava", "Wall"]


def test_enter_and_shift_enter_choose_too(desk: Any) -> None:
    desk.open()
    view, state = desk.window.docks.palette.list, desk.window.workbench.state
    view.setFocus()
    view.setCurrentIndex(row_of(desk, "Ice"))
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert state.terrain_first == "ice"
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert state.terrain_second == "rubble-pile"


def test_number_keys_pick_terrain(desk: Any) -> None:
    desk.open()
    desk.key("4")
    assert desk.window.workbench.state.terrain_first == "wall"


def test_search_finds_by_name_and_by_what_it_does(desk: Any) -> None:
    desk.open()
    desk.key("Ctrl+F")
    search = desk.window.docks.palette.search
    QTest.keyClicks(search, "lav")
    assert shown(desk) == ["Lava"]
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert desk.window.workbench.state.terrain_first == "lava"
    assert search.text() == ""
    QTest.keyClicks(search, "BLOCKS sight")
    assert shown(desk) == ["Wall", "Smoke", "Steam"]
    search.clear()
    assert len(shown(desk)) > 10


def test_choosing_a_terrain_takes_a_tool_that_paints(desk: Any) -> None:
    desk.open()
    desk.key("V")
    desk.click(desk.window.docks.palette.list, row_of(desk, "Lava"), LEFT)
    assert desk.window.workbench.tool.id == "brush"
    desk.key("F")
    desk.click(desk.window.docks.palette.list, row_of(desk, "Wall"), LEFT)
    assert desk.window.workbench.tool.id == "fill"


def test_an_effect_is_put_on_the_selection_and_taken_off_again(desk: Any) -> None:
    desk.open()
    view, state = desk.window.docks.palette.list, desk.window.workbench.state
    desk.click(view, row_of(desk, "Smoke"), LEFT)
    assert desk.steps == 0
    assert "Select hexes first" in desk.window.options.message.text()
    state.selection = frozenset((desk.hex("E6"), desk.hex("F5")))
    desk.click(view, row_of(desk, "Smoke"), LEFT)
    desk.click(view, row_of(desk, "Fire"), LEFT)
    assert desk.scenario.board.effects_at(desk.hex("E6")) == ("smoke", "fire")
    desk.click(view, row_of(desk, "Smoke"), LEFT)
    assert desk.scenario.board.effects_at(desk.hex("F5")) == ("fire",)
    desk.key("Ctrl+Alt+Z")
    assert desk.scenario.board.effects_at(desk.hex("E6")) == ()
    assert len(desk.scenario.board.effects_palette) == 1


def test_tooltips_say_cost_sight_cover_and_the_rule(desk: Any) -> None:
    desk.open()
    wall = row_of(desk, "Wall").data(Qt.ItemDataRole.ToolTipRole)
    for words in ("impassable", "blocks sight", "Terrain 1.0, 3 Impassable Terrain", "P1-01"):
        assert words in wall
    pile = row_of(desk, "Rubble pile").data(Qt.ItemDataRole.ToolTipRole)
    assert "cost 2" in pile
    assert "partial cover (-1 to hit, +1 defence)" in pile


def test_facts_of_clear_ground_are_none_and_harm_is_told() -> None:
    found = {it.id: it for it in kinds(load_ruleset("penance-1.0"))}
    assert found["clear"].facts == ()
    assert found["lava"].facts == ("1 damage", "+2 heat")
    assert found["water"].summary == "cools 1"
    assert found["steam"].summary == "blocks sight · lasts 1 round"
    assert found["steam"].is_effect


def test_tooltips_escape_what_the_ruleset_says() -> None:
    kind = kinds(load_ruleset("penance-1.0"))[0]
    loud = type(kind)("x", "<b>Loud</b>", "x", is_effect=False, facts=("a < b",), description="", source="")
    assert "&lt;b&gt;Loud" in loud.tooltip
    assert "a &lt; b" in loud.tooltip


def test_the_list_follows_the_ruleset(desk: Any) -> None:
    desk.open("frozen-gate")
    assert "Fortress wall" in shown(desk)
    assert row_of(desk, "Fortress wall").data(KIND).id == "fortress-wall"
