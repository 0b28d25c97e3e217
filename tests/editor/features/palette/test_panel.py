from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest

from fairground.core.grid.hexes import neighbour
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.rules import load_ruleset
from fairground.editor.features.palette.panel import KIND
from fairground.editor.widgets.terrain_pictures import PaletteSection, kind_picture, kinds

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex

    from tests.editor.editor_driver import EditorDriver

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


OURS = """format: fairground-ruleset/1
id: ours
title: Ours
version: "1"
extends: penance-1.0
hexsides:
  quickset: {name: Quickset hedge, tile: hedge, cost: 1}
"""


def row_of(editor: EditorDriver, name: str) -> QModelIndex:
    model = editor.palette.model
    return next(model.index(at) for at in range(model.rowCount()) if model.index(at).data() == name)


def rows(editor: EditorDriver) -> list[str]:
    """All that the list shows, headings in brackets."""
    model = editor.palette.model
    indices = [model.index(at) for at in range(model.rowCount())]
    return [it.data() if it.data(KIND) else f"[{it.data()}]" for it in indices]


def shown(editor: EditorDriver) -> list[str]:
    return [kind.name for kind in editor.palette.model.kinds()]


def test_everything_is_listed_under_headings(editor: EditorDriver) -> None:
    editor.open_hedge_country()
    rules = editor.scenario.rules
    assert rows(editor) == [
        "[Terrain]",
        *(it.name for it in rules.terrain.values()),
        "[Hexside features]",
        *(it.name for it in rules.hexsides.values()),
        "[Effects]",
        *(it.name for it in rules.effects.values()),
    ]


def test_details_come_last_under_a_heading_of_their_own(editor: EditorDriver) -> None:
    editor.session.new("Mechs", layout=Layout.ODD_Q, size=(8, 8), ruleset="megamek")
    listed = rows(editor)
    terrain = editor.scenario.rules.terrain.values()
    details = [it.name for it in terrain if it.detail]
    assert details
    assert listed[-len(details) - 1 :] == ["[Combines with other terrain]", *details]
    tip = row_of(editor, details[0]).data(Qt.ItemDataRole.ToolTipRole)
    assert "added to the terrain already in a hex" in " ".join(tip.split())


def test_a_ruleset_of_ones_own_beside_the_scenario_brings_its_features(editor: EditorDriver) -> None:
    (editor.folder / "ours.yaml").write_text(OURS, encoding="utf-8")
    editor.open(change=("ruleset: penance-1.0", "ruleset: ours.yaml"))
    assert "[Hexside features]" in rows(editor)
    editor.click(editor.palette.list, row_of(editor, "Quickset hedge"), LEFT)
    workbench = editor.workbench
    assert (workbench.tool.id, workbench.state.feature) == ("hexsides", "quickset")
    canvas = editor.canvas
    at = canvas.point_of(editor.hex("D4"))
    beyond = canvas.point_of(neighbour(editor.hex("D4"), 1))
    QTest.mouseClick(canvas, LEFT, pos=(at + (beyond - at) * 0.4).toPoint())
    assert editor.scenario.board.hexsides == {hexside(editor.hex("D4"), 1): ("quickset",)}


def test_headings_cannot_be_chosen(editor: EditorDriver) -> None:
    editor.open_hedge_country()
    view, state = editor.palette.list, editor.state
    before = (state.stack_first, state.feature, state.effect, editor.tool.id)
    for heading in ("Terrain", "Hexside features", "Effects"):
        editor.click(view, row_of(editor, heading), LEFT)
    assert (state.stack_first, state.feature, state.effect, editor.tool.id) == before
    last = list(editor.scenario.rules.terrain.values())[-1].name
    view.setFocus()
    view.setCurrentIndex(row_of(editor, last))
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.currentIndex().data() == "Hedge", "the arrow keys pass over headings"


def test_a_feature_takes_the_hexside_tool(editor: EditorDriver) -> None:
    editor.open_hedge_country()
    view, workbench = editor.palette.list, editor.workbench
    editor.click(view, row_of(editor, "Wall"), LEFT)
    assert (workbench.tool.id, workbench.state.feature) == ("hexsides", "wall")
    assert view.marks == (frozenset({(PaletteSection.HEXSIDE, "wall")}), frozenset())
    assert editor.options.kinds[PaletteSection.HEXSIDE].box.currentText() == "Wall"
    editor.click(view, row_of(editor, "Woods"), LEFT)
    assert workbench.tool.id == "brush"


def test_an_effect_takes_the_effects_tool(editor: EditorDriver) -> None:
    editor.open()
    view, workbench = editor.palette.list, editor.workbench
    editor.click(view, row_of(editor, "Smoke"), LEFT)
    assert (workbench.tool.id, workbench.state.effect) == ("effects", "smoke")
    assert view.marks == (frozenset({(PaletteSection.EFFECT, "smoke")}), frozenset())
    assert editor.steps == 0


def test_features_have_pictures_of_their_own(editor: EditorDriver) -> None:
    editor.open_hedge_country()
    pictures = [
        kind_picture(editor.scenario, kind, 32).toImage()
        for kind in editor.palette.model.kinds()
        if kind.section is PaletteSection.HEXSIDE
    ]
    assert len(pictures) == 3
    assert all(one != other for one, other in combinations(pictures, 2))


def test_the_tool_in_hand_brings_its_section_into_view(editor: EditorDriver) -> None:
    editor.open_hedge_country()
    view = editor.palette.list
    assert not view.viewport().rect().intersects(view.visualRect(row_of(editor, "Hedge")))
    editor.key("H")
    assert view.viewport().rect().contains(view.visualRect(row_of(editor, "Hedge")))


@pytest.mark.long
def test_left_click_takes_the_first_terrain_and_right_click_the_second(editor: EditorDriver) -> None:
    editor.open()
    view, state = editor.palette.list, editor.state
    editor.click(view, row_of(editor, "Lava"), LEFT)
    assert (state.terrain_first, state.terrain_second) == ("lava", "clear")
    editor.click(view, row_of(editor, "Wall"), RIGHT)
    assert (state.terrain_first, state.terrain_second) == ("lava", "wall")
    terrain = (PaletteSection.TERRAIN, PaletteSection.DETAIL)
    assert view.marks == tuple(frozenset((it, name) for it in terrain) for name in ("lava", "wall"))
    assert [swatch.text() for swatch in editor.options.terrain.swatches] == ["Lava", "Wall"]


def test_enter_and_shift_enter_choose_too(editor: EditorDriver) -> None:
    editor.open()
    view, state = editor.palette.list, editor.state
    view.setFocus()
    view.setCurrentIndex(row_of(editor, "Ice"))
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert state.terrain_first == "ice"
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert state.terrain_second == "rubble-pile"


def test_number_keys_pick_terrain(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Ctrl+4")
    assert editor.state.terrain_first == "wall"


@pytest.mark.long
def test_the_keys_of_kinds_are_written_in_one_size(editor: EditorDriver) -> None:
    editor.open("millwater-valley")
    view = editor.palette.list

    def height(name: str) -> int:
        """Return how high the key beside a name is, in pixels."""
        place = view.visualRect(row_of(editor, name))
        image = view.viewport().grab(QRect(place.right() - 42, place.top() + 2, 36, 17)).toImage()
        ground = image.pixel(0, 0)
        inked = [
            y for y in range(image.height()) if any(image.pixel(x, y) != ground for x in range(image.width()))
        ]
        return inked[-1] - inked[0]

    # The one does something, and says so in small letters; the other does nothing.
    assert height("Sand") == height("Thin snow")


def test_search_finds_by_name_and_by_what_it_does(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Ctrl+F")
    search = editor.palette.search
    QTest.keyClicks(search, "lav")
    assert shown(editor) == ["Lava"]
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert editor.state.terrain_first == "lava"
    assert search.text() == ""
    view = editor.palette.list
    assert view.viewport().rect().contains(view.visualRect(row_of(editor, "Lava")).center())
    QTest.keyClicks(search, "BLOCKS sight")
    assert shown(editor) == ["Wall", "Smoke", "Steam"]
    search.clear()
    assert len(shown(editor)) > 10


@pytest.mark.long
def test_choosing_a_terrain_takes_a_tool_that_paints(editor: EditorDriver) -> None:
    editor.open()
    editor.key("V")
    editor.click(editor.palette.list, row_of(editor, "Lava"), LEFT)
    assert editor.tool.id == "brush"
    editor.key("F")
    editor.click(editor.palette.list, row_of(editor, "Wall"), LEFT)
    assert editor.tool.id == "fill"


@pytest.mark.long
def test_an_effect_is_put_on_the_selection_and_taken_off_again(editor: EditorDriver) -> None:
    editor.open()
    view, state = editor.palette.list, editor.state
    editor.key("S")
    state.selection = frozenset((editor.hex("E6"), editor.hex("F5")))
    editor.click(view, row_of(editor, "Smoke"), LEFT)
    editor.click(view, row_of(editor, "Fire"), LEFT)
    assert editor.scenario.board.effects_at(editor.hex("E6")) == ("smoke", "fire")
    editor.click(view, row_of(editor, "Smoke"), LEFT)
    assert editor.scenario.board.effects_at(editor.hex("F5")) == ("fire",)
    editor.key("Ctrl+Alt+Z")
    assert editor.scenario.board.effects_at(editor.hex("E6")) == ()
    assert len(editor.scenario.board.effects_palette) == 1


def test_tooltips_say_cost_sight_cover_and_the_rule(editor: EditorDriver) -> None:
    editor.open()
    wall = row_of(editor, "Wall").data(Qt.ItemDataRole.ToolTipRole)
    for words in ("impassable", "blocks sight", "Terrain 1.0, 3 Impassable Terrain", "P1-01"):
        assert words in wall
    pile = row_of(editor, "Rubble pile").data(Qt.ItemDataRole.ToolTipRole)
    assert "cost 2" in pile
    assert "partial cover (-1 to hit, +1 defence)" in pile


def test_facts_of_features_say_what_they_do() -> None:
    rules = load_ruleset("hexside-ww2")
    found = {it.id: it for it in kinds(rules) if it.section is PaletteSection.HEXSIDE}
    for name, it in rules.hexsides.items():
        assert ("blocks sight" in found[name].facts) == it.blocks_sight
        assert (f"+{it.cost} to cross" in found[name].facts) == bool(it.passable and it.cost)
        assert (f"hinders sight (+{it.hindrance})" in found[name].facts) == bool(it.hindrance)


def test_facts_of_clear_ground_are_none_and_harm_is_told() -> None:
    found = {it.id: it for it in kinds(load_ruleset("penance-1.0"))}
    assert found["clear"].facts == ()
    assert found["lava"].facts == ("1 damage", "+2 heat")
    assert found["water"].summary == "cools 1"
    assert found["steam"].summary == "blocks sight · lasts 1 round"
    assert found["steam"].section is PaletteSection.EFFECT


def test_tooltips_have_what_the_ruleset_says_as_it_is_in_lines_that_fit() -> None:
    kind = kinds(load_ruleset("penance-1.0"))[0]
    loud = replace(kind, name="<b>Loud</b>", facts=("a < b",), description="loud " * 40)
    lines = loud.tooltip.split("\n")
    assert lines[0] == "<b>Loud</b>"
    assert "a < b" in lines
    assert max(map(len, lines)) <= 72


@pytest.mark.long
def test_the_list_follows_the_ruleset(editor: EditorDriver) -> None:
    editor.open("frozen-gate")
    assert "Fortress wall" in shown(editor)
    assert row_of(editor, "Fortress wall").data(KIND).id == "fortress-wall"
