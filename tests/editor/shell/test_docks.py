from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.shapes import Rows
from fairground.editor.canvas.layers import MapLayer
from fairground.editor.canvas.pointing import Spot
from fairground.editor.document.palette_entries import palette_index
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch
from fairground.editor.tools.obstacles import LAYER_WORDS

LEFT = Qt.MouseButton.LeftButton


def point_at(desk: Any, label: str | None) -> None:
    desk.window.workbench.canvas.hovered.emit(desk.hex(label) if label else None)


# -- inspector and status -----------------------------------------------------------------------------------


def test_the_inspector_shows_everything_about_the_hex_under_the_pointer(desk: Any) -> None:
    desk.open()
    point_at(desk, "C2")
    assert desk.window.docks.hex.title.text() == "C2"
    assert desk.window.docks.hex.rows() == [
        ("Terrain", "Clear"),
        ("Level", "0"),
        ("To enter", "cost 1"),
        ("Zones", "north-start (North, deployment)"),
        ("Units", "Scout (North), facing SE"),
    ]
    point_at(desk, "E5")
    assert ("Objectives", "North Hill (3 points, hold 2)") in desk.window.docks.hex.rows()
    point_at(desk, "D3")
    assert ("Cover", "Partial cover") in desk.window.docks.hex.rows()
    point_at(desk, "B4")
    assert ("Sight", "blocked") in desk.window.docks.hex.rows()
    point_at(desk, None)
    assert desk.window.docks.hex.rows() == []


@pytest.mark.long
def test_texts_of_several_lines_about_a_hex_are_not_cut_off(desk: Any) -> None:
    desk.open("millwater-valley")
    desk.window.workbench.state.selection = frozenset((desk.hex("H8"),))
    point_at(desk, "H8")
    desk.window.docks.docks["hex"].raise_()
    panel = desk.window.docks.hex
    desk.qtbot.waitUntil(panel.isVisible)
    desk.settle()
    shown = dict(panel.rows())
    texts = [it for it in panel.findChildren(QLabel) if it.isVisible() and it.text() in shown.values()]
    assert len(texts) >= len(shown)
    assert any(it.height() > 2 * it.fontMetrics().height() - 4 for it in texts), "one takes two lines"
    assert all(it.height() >= it.heightForWidth(it.width()) for it in texts)


def test_the_status_bar_says_the_same_in_a_line(desk: Any) -> None:
    desk.open()
    point_at(desk, "C2")
    status = desk.window.status
    assert status.hex.text() == "C2"
    for words in ("Clear", "level 0", "cost 1", "north-start (North, deployment)", "Scout (North)"):
        assert words in status.facts.text()
    point_at(desk, "B4")
    assert "impassable" in status.facts.text()
    assert status.hint.text() == desk.window.workbench.tool.hint
    assert status.zoom.text().endswith(" %")


def test_the_selected_hex_is_shown_while_the_pointer_is_away(desk: Any) -> None:
    desk.open()
    point_at(desk, None)  # wherever the test before left the mouse
    desk.window.workbench.state.selection = frozenset((desk.hex("E4"),))
    assert desk.window.docks.hex.title.text() == "E4"
    point_at(desk, "B4")
    assert desk.window.docks.hex.title.text() == "B4"
    point_at(desk, None)
    assert desk.window.docks.hex.title.text() == "E4"


@pytest.mark.long
def test_what_is_shown_follows_edits(desk: Any) -> None:
    desk.open()
    point_at(desk, "A5")
    bench = desk.window.workbench
    bench.state.selection = frozenset((desk.hex("A5"),))
    bench.state.terrain_first = "lava"
    desk.key("Ctrl+Return")
    assert ("Terrain", "Lava") in desk.window.docks.hex.rows()
    assert desk.window.status.facts.text().startswith("Lava")


def test_units_and_objectives_are_listed_and_a_click_goes_there(desk: Any) -> None:
    desk.open()
    parts = desk.window.docks.hex.parts
    texts = [parts.item(at).text() for at in range(parts.count())]
    assert texts[0] == "C2  Scout (North), facing SE"
    assert texts[-1] == "F6  South Hill (3 points, hold 2)"
    with desk.qtbot.waitSignal(desk.window.docks.hex.hex_chosen) as caught:
        desk.click(parts, parts.model().index(0, 0), LEFT)
    assert caught.args == [desk.hex("C2")]


# -- stacks and hexsides ------------------------------------------------------------------------------------


def hedge_country(desk: Any) -> None:
    """Open a map with woods under a road at C3, and with a hedge and a wall on its north-eastern side."""
    desk.session.new("Hedges", layout=Layout.ODD_Q, size=(8, 8), ruleset="hexside-ww2")
    board = desk.scenario.board
    board.palette = [*board.palette, PaletteEntry("s", ("woods", "road"))]
    board.terrain[board.cell(desk.hex("C3"))] = 1
    board.hexsides = {hexside(desk.hex("C3"), 1): ("hedge", "wall")}
    desk.document.edit("Look again", [FieldPatch("name", "Hedges", "Hedge country")])
    desk.settle()


def test_a_stack_is_named_bottom_to_top_with_what_it_comes_to(desk: Any) -> None:
    hedge_country(desk)
    point_at(desk, "C3")
    rows = dict(desk.window.docks.hex.rows())
    ground = desk.scenario.rules.ground(("woods", "road"))
    assert rows["Terrain"] == "Woods + Road"
    assert rows["To enter"] == f"cost {ground.cost}", "units go by the road"
    assert rows["Sight"].startswith("blocked")
    assert rows["Hexsides"] == "Hedge + Wall NE"


def test_what_stacks_hide_adds_up(desk: Any) -> None:
    desk.session.new("Mechs", layout=Layout.ODD_Q, size=(8, 8), ruleset="megamek")
    rules = desk.scenario.rules
    hazy = next(name for name, it in rules.terrain.items() if it.opacity and not it.detail)
    detail = next(name for name, it in rules.terrain.items() if it.detail)
    index, patches = palette_index(desk.document, (hazy, detail))
    board = desk.scenario.board
    mask = board.mask(frozenset((desk.hex("D3"),)))
    desk.document.edit("Paint", [*patches, cell_patch(board, BoardLayer.TERRAIN, mask, index)])
    point_at(desk, "D3")
    opacity = next(iter(rules.terrain[hazy].opacity))
    amount = sum(it.amount for it in rules.ground((hazy, detail)).haze if it.opacity == opacity)
    assert (
        f"hides {amount} of {rules.sight.opacities[opacity].limit}"
        in dict(desk.window.docks.hex.rows())["Sight"]
    )


def test_kinds_that_the_ruleset_lacks_are_named_without_a_cost(desk: Any) -> None:
    hedge_country(desk)
    index, patches = palette_index(desk.document, ("woods", "swamp-of-lost-souls"))
    board = desk.scenario.board
    mask = board.mask(frozenset((desk.hex("D3"),)))
    desk.document.edit("Paint", [*patches, cell_patch(board, BoardLayer.TERRAIN, mask, index)])
    point_at(desk, "D3")
    rows = dict(desk.window.docks.hex.rows())
    assert rows["Terrain"] == "Woods + swamp-of-lost-souls"
    assert "To enter" not in rows


def test_the_status_bar_names_the_hexside_under_the_pointer(desk: Any) -> None:
    hedge_country(desk)
    canvas, status = desk.window.workbench.canvas, desk.window.status

    def at_side(label: str, direction: int) -> str:
        canvas.side_hovered.emit(Spot(desk.hex(label), direction))
        canvas.hovered.emit(desk.hex(label))
        found: str = status.facts.text()
        return found

    assert at_side("C3", 1).startswith("C3 NE: hedge + wall  ·  Woods + Road")
    assert at_side("C3", 2).startswith("Woods + Road"), "nothing is there"
    desk.key("H")
    assert at_side("C3", 2).startswith("C3 SE: nothing")
    assert at_side("D3", 4).startswith("D3 SW: nothing")
    assert at_side("D3", 5).startswith("D3 NW: nothing")
    canvas.side_hovered.emit(Spot(desk.hex("D3"), 0))
    assert status.facts.text().startswith("D3 N: nothing"), "within a hex, too"
    desk.key("Ctrl+Shift+L")
    assert status.facts.text().startswith("0403 N: nothing")


def test_the_sides_of_the_selected_hex_are_changed_by_keyboard(desk: Any) -> None:
    hedge_country(desk)
    sides = desk.window.docks.hex.sides
    assert not sides.isVisible()
    desk.window.workbench.state.selection = frozenset((desk.hex("C3"),))
    assert sides.isVisible()
    assert [it.accessibleName() for it in sides.buttons] == [
        "Hexside N of C3: nothing",
        "Hexside NE of C3: hedge + wall",
        *(f"Hexside {it} of C3: nothing" for it in ("SE", "S", "SW", "NW")),
    ]
    button = sides.buttons[3]
    button.setFocus()
    QTimer.singleShot(50, lambda: QTest.keyClick(button.menu(), Qt.Key.Key_Down))
    QTimer.singleShot(100, lambda: QTest.keyClick(button.menu(), Qt.Key.Key_Return))
    QTest.keyClick(button, Qt.Key.Key_Space)
    desk.qtbot.waitUntil(lambda: desk.steps == 2)
    first = next(iter(desk.scenario.rules.hexsides))
    assert desk.scenario.board.hexsides[hexside(desk.hex("C4"), 0)] == (first,)
    assert button.accessibleName() == f"Hexside S of C3: {first}"
    assert desk.document.undo_stack.undoText() == f"Add {first}"
    menu = sides.buttons[1].menu()
    menu.aboutToShow.emit()
    assert [(it.text(), it.isChecked()) for it in menu.actions()] == [
        (it.name, name in ("hedge", "wall")) for name, it in desk.scenario.rules.hexsides.items()
    ]
    menu.actions()[0].trigger()
    assert desk.scenario.board.hexsides[hexside(desk.hex("C3"), 1)] == ("wall",)
    # Without a window manager nothing is active after a menu.
    desk.window.activateWindow()
    desk.qtbot.waitUntil(desk.window.isActiveWindow)
    desk.key("Ctrl+Z")
    assert sides.buttons[1].accessibleName() == "Hexside NE of C3: hedge + wall"


def test_the_sides_are_there_for_one_hex_of_a_ruleset_with_features(desk: Any) -> None:
    hedge_country(desk)
    state, sides = desk.window.workbench.state, desk.window.docks.hex.sides
    state.selection = frozenset((desk.hex("C3"), desk.hex("C4")))
    assert not sides.isVisible()
    state.selection = frozenset((desk.hex("H8"),))
    assert sides.isVisible()
    desk.open()
    state.selection = frozenset((desk.hex("C3"),))
    assert not sides.isVisible()


@pytest.mark.long
def test_the_sides_go_clockwise_from_the_first_direction(desk: Any) -> None:
    for layout in Layout:
        desk.session.new("Hedges", layout=layout, size=(8, 8), ruleset="hexside-ww2")
        desk.window.workbench.state.selection = frozenset((desk.hex("D4"),))
        desk.settle()
        buttons = sorted(desk.window.docks.hex.sides.buttons, key=lambda it: (it.y(), it.x()))
        assert tuple(it.text().split()[0] for it in buttons) == layout.direction_names


# -- scenario fields ----------------------------------------------------------------------------------------


def test_fields_are_edits_that_can_be_undone(desk: Any) -> None:
    desk.open()
    panel = desk.window.docks.scenario.pages.general
    desk.key("Alt+3")  # it is there already: hides
    desk.key("Alt+3")
    panel.name.selectAll()
    QTest.keyClicks(panel.name, "Ember Yard")
    QTest.keyClick(panel.name, Qt.Key.Key_Return)
    panel.author.selectAll()
    QTest.keyClicks(panel.author, "Ann")
    QTest.keyClick(panel.author, Qt.Key.Key_Return)
    panel.turns.setValue(0)
    panel.weather.setCurrentIndex(panel.weather.findData("rain"))
    panel.weather.activated.emit(panel.weather.currentIndex())
    scenario = desk.scenario
    assert (scenario.name, scenario.author, scenario.turns, scenario.weather) == (
        "Ember Yard",
        "Ann",
        None,
        "rain",
    )
    assert desk.steps == 4
    desk.document.go_to(0)
    assert (scenario.name, scenario.author, scenario.turns, scenario.weather) == (
        "Ember Court",
        "Fairground",
        12,
        "none",
    )
    assert (panel.name.text(), panel.turns.value(), panel.weather.currentData()) == (
        "Ember Court",
        12,
        "none",
    )


def test_notes_are_taken_over_when_the_field_is_left(desk: Any) -> None:
    desk.open()
    desk.window.docks.docks["scenario"].raise_()
    desk.settle()
    panel, before = desk.window.docks.scenario.pages.general, desk.scenario.notes
    panel.notes.setFocus()
    desk.settle()
    panel.name.setFocus()
    desk.settle()
    assert desk.steps == 0, "nothing was typed"
    panel.notes.setFocus()
    panel.notes.selectAll()
    QTest.keyClicks(panel.notes, "Mind the lava.")
    panel.name.setFocus()
    desk.settle()
    assert desk.scenario.notes == "Mind the lava."
    desk.document.undo()
    assert desk.scenario.notes == before
    assert panel.notes.toPlainText() == before.rstrip("\n")


@pytest.mark.long
def test_what_is_being_typed_is_saved_too(desk: Any) -> None:
    document = desk.open()
    panel = desk.window.docks.scenario.pages.general
    panel.name.setText("Half typed")
    desk.key("Ctrl+S")
    assert "name: Half typed" in document.path.read_text(encoding="utf-8")


# -- layers -------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_layers_are_hidden_faded_and_locked(desk: Any) -> None:
    desk.open()
    desk.window.docks.docks["layers"].raise_()
    desk.settle()
    panel, bench = desk.window.docks.layers, desk.window.workbench
    desk.qtbot.mouseClick(panel.eyes[MapLayer.ZONES], LEFT)
    assert not bench.layers.state(MapLayer.ZONES).visible
    panel.sliders[MapLayer.TERRAIN].setValue(40)
    assert bench.layers.state(MapLayer.TERRAIN).opacity == pytest.approx(0.4)
    desk.qtbot.mouseClick(panel.locks[MapLayer.TERRAIN], LEFT)
    assert bench.state.locked_layers == {"terrain"}
    bench.state.selection = frozenset((desk.hex("A5"),))
    bench.state.terrain_first = "lava"
    desk.key("Ctrl+Return")
    assert desk.terrain("A5") == "clear"
    assert "locked" in desk.window.options.message.text()
    # All that tools can change can be locked; a lock is against changes, not against taking them back.
    assert {it.value for it in panel.locks} == set(LAYER_WORDS)
    desk.qtbot.mouseClick(panel.locks[MapLayer.EFFECTS], LEFT)
    bench.take_tool("select")
    bench.state.selection = frozenset((desk.hex("A5"),))
    steps = desk.steps
    bench._take_effect("fire")
    assert desk.steps == steps
    assert "effects layer is locked" in desk.window.options.message.text()
    desk.qtbot.mouseClick(panel.locks[MapLayer.EFFECTS], LEFT)
    bench._take_effect("fire")
    assert desk.steps == steps + 1
    desk.qtbot.mouseClick(panel.locks[MapLayer.EFFECTS], LEFT)
    desk.key("Ctrl+Z")
    assert not desk.scenario.board.effects.any()
    # The text of a zone beside its tool is of the tool.
    desk.qtbot.mouseClick(panel.locks[MapLayer.ZONES], LEFT)
    zones, field = [*desk.scenario.zones], desk.window.options.zone_shape
    field._enter(Rows(1, 1))
    assert desk.scenario.zones == zones
    assert "zones layer is locked" in desk.window.options.message.text()


def test_the_layer_list_follows_the_label_key(desk: Any) -> None:
    desk.open()
    desk.key("Ctrl+L")
    assert not desk.window.docks.layers.eyes[MapLayer.LABELS].isChecked()


# -- history ------------------------------------------------------------------------------------------------


def test_a_click_in_the_history_goes_there_and_the_journal_learns_of_it(desk: Any) -> None:
    desk.open()
    state, panel = desk.window.workbench.state, desk.window.docks.history.list
    state.selection = frozenset((desk.hex("A5"),))
    for terrain in ("wall", "lava"):
        state.terrain_first = terrain
        desk.key("Ctrl+Return")
    assert desk.window.docks.history.texts() == [
        "Opened",
        "Fill with wall",
        "Fill with lava",
    ]
    assert panel.currentIndex().row() == 2
    journal = desk.document.recorder.path
    desk.click(panel, panel.model().index(0, 0), LEFT)
    assert desk.terrain("A5") == "clear"
    assert panel.currentIndex().row() == 0
    assert journal.read_text(encoding="utf-8").splitlines()[-1].endswith(' {"index":0}')
    desk.click(panel, panel.model().index(1, 0), LEFT)
    assert desk.terrain("A5") == "wall"


# -- legend -------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_legend_lists_what_is_on_the_board(desk: Any) -> None:
    desk.open()
    legend = desk.window.page.legend
    assert not legend.isVisible()
    desk.key("Ctrl+K")
    assert legend.isVisible()
    assert legend.names() == ["Clear", "Difficult ground", "Wall", "Cover", "Lava"]
    state = desk.window.workbench.state
    state.selection = frozenset((desk.hex("A5"),))
    state.terrain_first = "ice"
    desk.key("Ctrl+Return")
    desk.qtbot.waitUntil(lambda: "Ice" in legend.names())
    desk.key("Ctrl+K")
    assert not legend.isVisible()
