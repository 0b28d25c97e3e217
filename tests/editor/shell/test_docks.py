from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QTabBar

from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.shapes import Rows
from fairground.editor.canvas.layers import MapLayer
from fairground.editor.canvas.pointing import Spot
from fairground.editor.document.journal import Journal
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch
from fairground.editor.document.stack_patches import palette_index
from fairground.editor.tools.obstacles import LAYER_WORDS
from tests.editor.board_view import click
from tests.editor.insides import enter_shape
from tests.editor.narrowing import of_type, present

if TYPE_CHECKING:
    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton


def point_at(editor: EditorDriver, label: str | None) -> None:
    editor.canvas.hovered.emit(editor.hex(label) if label else None)


# -- tabs ---------------------------------------------------------------------------------------------------


def tabs_beside(editor: EditorDriver, title: str) -> QTabBar:
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    bars = editor.window.findChildren(QTabBar, options=direct)
    return next(it for it in bars if title in [it.tabText(at) for at in range(it.count())])


def texts(tabs: QTabBar) -> list[str]:
    return [tabs.tabText(at) for at in range(tabs.count())]


def test_tabs_that_would_be_cut_off_are_icons_and_the_one_in_front_keeps_its_title(
    editor: EditorDriver,
) -> None:
    editor.open()
    tabs = tabs_beside(editor, "Palette")
    assert texts(tabs) == ["Palette", "Layers", "Self-play"]
    editor.docks.open("variants")
    editor.docks.open("repair")
    editor.docks.open("watch")
    editor.qtbot.waitUntil(lambda: texts(tabs) == ["", "", "", "", "", "Watch games"])
    tips = [tabs.tabToolTip(at) for at in range(tabs.count())]
    assert tips[:5] == [
        "Palette (Alt+1)",
        "Layers (Alt+4)",
        "Self-play (Alt+P)",
        "Variants (Alt+G)",
        "Repair (Alt+R)",
    ]
    assert [tabs.tabIcon(at).isNull() for at in range(tabs.count())] == [False] * 5 + [True]
    assert tabs.accessibleTabName(0) == "Palette"
    # With the padding of the style.
    wide = tabs.fontMetrics().horizontalAdvance("Watch games") + 12
    editor.qtbot.waitUntil(lambda: tabs.tabRect(5).width() >= wide)
    assert tabs.tabRect(5).right() <= tabs.width()
    QTest.mouseClick(tabs, LEFT, pos=tabs.tabRect(1).center())
    editor.qtbot.waitUntil(lambda: texts(tabs) == ["", "Layers", "", "", "", ""])
    light = tabs.tabIcon(0).pixmap(16).toImage()
    editor.key("Ctrl+Shift+D")
    try:
        dark = editor.actions["view.palette"].icon
        editor.qtbot.waitUntil(lambda: dark().pixmap(16).toImage() != light)
        editor.settle()
        assert tabs.tabIcon(0).pixmap(16).toImage() == dark().pixmap(16).toImage()
    finally:
        editor.key("Ctrl+Shift+D")
    for name in ("variants", "repair", "watch"):
        editor.dock(name).hide()
    editor.qtbot.waitUntil(lambda: texts(tabs) == ["Palette", "Layers", "Self-play"])
    assert all(tabs.tabIcon(at).isNull() for at in range(tabs.count()))


# -- inspector and status -----------------------------------------------------------------------------------


def test_the_inspector_shows_everything_about_the_hex_under_the_pointer(editor: EditorDriver) -> None:
    editor.open()
    point_at(editor, "C2")
    assert editor.inspector.title.text() == "C2"
    assert editor.inspector.rows() == [
        ("Terrain", "Clear"),
        ("Level", "0"),
        ("Entry cost", "cost 1"),
        ("Zones", "North's zone (deployment)"),
        ("Units", "Scout (North), facing SE"),
    ]
    point_at(editor, "E5")
    assert ("Objectives", "North Hill (3 points, hold for 2 turns)") in editor.inspector.rows()
    point_at(editor, "D3")
    assert ("Cover", "Partial cover") in editor.inspector.rows()
    point_at(editor, "B4")
    assert ("Sight", "blocked") in editor.inspector.rows()
    point_at(editor, None)
    assert editor.inspector.rows() == []


@pytest.mark.long
def test_texts_of_several_lines_about_a_hex_are_not_cut_off(editor: EditorDriver) -> None:
    editor.open("millwater-valley")
    editor.state.selection = frozenset((editor.hex("H8"),))
    point_at(editor, "H8")
    editor.dock("hex").raise_()
    panel = editor.inspector
    editor.qtbot.waitUntil(panel.isVisible)
    editor.settle()
    shown = dict(panel.rows())
    texts = [it for it in panel.findChildren(QLabel) if it.isVisible() and it.text() in shown.values()]
    assert len(texts) >= len(shown)
    assert any(it.height() > 2 * it.fontMetrics().height() - 4 for it in texts), "one takes two lines"
    assert all(it.height() >= it.heightForWidth(it.width()) for it in texts)


@pytest.mark.long
def test_the_status_bar_says_the_same_in_a_line(editor: EditorDriver) -> None:
    editor.open()
    point_at(editor, "C2")
    status = editor.status
    assert status.hex.text() == "C2"
    for words in ("Clear", "level 0", "cost 1", "North's zone (deployment)", "Scout (North)"):
        assert words in status.facts.text()
    point_at(editor, "B4")
    assert "impassable" in status.facts.text()
    assert status.hint.text() == editor.tool.hint
    assert status.zoom.text().endswith("%")


def test_the_selected_hex_is_shown_while_the_pointer_is_away(editor: EditorDriver) -> None:
    editor.open()
    point_at(editor, None)  # wherever the test before left the mouse
    editor.state.selection = frozenset((editor.hex("E4"),))
    assert editor.inspector.title.text() == "E4"
    point_at(editor, "B4")
    assert editor.inspector.title.text() == "B4"
    point_at(editor, None)
    assert editor.inspector.title.text() == "E4"


@pytest.mark.long
def test_what_is_shown_follows_edits(editor: EditorDriver) -> None:
    editor.open()
    point_at(editor, "A5")
    workbench = editor.workbench
    workbench.state.selection = frozenset((editor.hex("A5"),))
    workbench.state.terrain_first = "lava"
    editor.key("Ctrl+Return")
    assert ("Terrain", "Lava") in editor.inspector.rows()
    assert editor.status.facts.text().startswith("Lava")


def test_units_and_objectives_are_listed_and_a_click_goes_there(editor: EditorDriver) -> None:
    editor.open()
    parts = editor.inspector.parts
    texts = [parts.item(at).text() for at in range(parts.count())]
    assert texts[0] == "C2  Scout (North), facing SE"
    assert texts[-1] == "F6  South Hill (3 points, hold for 2 turns)"
    with editor.qtbot.waitSignal(editor.inspector.hex_chosen) as caught:
        editor.click(parts, parts.model().index(0, 0), LEFT)
    assert caught.args == [editor.hex("C2")]


# -- stacks and hexsides ------------------------------------------------------------------------------------


def hedge_country(editor: EditorDriver) -> None:
    """Open a map with woods under a road at C3, and with a hedge and a wall on its north-eastern side."""
    editor.session.new("Hedges", layout=Layout.ODD_Q, size=(8, 8), ruleset="hexside-ww2")
    board = editor.scenario.board
    board.palette = [*board.palette, PaletteEntry("s", ("woods", "road"))]
    board.terrain[board.cell(editor.hex("C3"))] = 1
    board.hexsides = {hexside(editor.hex("C3"), 1): ("hedge", "wall")}
    editor.document.edit("Look again", [FieldPatch("name", "Hedges", "Hedge country")])
    editor.settle()


def test_a_stack_is_named_bottom_to_top_with_what_it_comes_to(editor: EditorDriver) -> None:
    hedge_country(editor)
    point_at(editor, "C3")
    rows = dict(editor.inspector.rows())
    ground = editor.scenario.rules.ground(("woods", "road"))
    assert rows["Terrain"] == "Woods + Road"
    assert rows["Entry cost"] == f"cost {ground.cost}", "units go by the road"
    assert rows["Sight"].startswith("blocked")
    assert rows["Hexsides"] == "Hedge + Wall NE"


def test_what_stacks_hide_adds_up(editor: EditorDriver) -> None:
    editor.session.new("Mechs", layout=Layout.ODD_Q, size=(8, 8), ruleset="megamek")
    rules = editor.scenario.rules
    hazy = next(name for name, it in rules.terrain.items() if it.opacity and not it.detail)
    detail = next(name for name, it in rules.terrain.items() if it.detail)
    index, patches = palette_index(editor.document, (hazy, detail))
    board = editor.scenario.board
    mask = board.mask(frozenset((editor.hex("D3"),)))
    editor.document.edit("Paint", [*patches, cell_patch(board, BoardLayer.TERRAIN, mask, index)])
    point_at(editor, "D3")
    opacity = next(iter(rules.terrain[hazy].opacity))
    amount = sum(it.amount for it in rules.ground((hazy, detail)).haze if it.opacity == opacity)
    assert (
        f"opacity {amount} of {rules.sight.opacities[opacity].limit}"
        in dict(editor.inspector.rows())["Sight"]
    )


def test_kinds_that_the_ruleset_lacks_are_named_without_a_cost(editor: EditorDriver) -> None:
    hedge_country(editor)
    index, patches = palette_index(editor.document, ("woods", "swamp-of-lost-souls"))
    board = editor.scenario.board
    mask = board.mask(frozenset((editor.hex("D3"),)))
    editor.document.edit("Paint", [*patches, cell_patch(board, BoardLayer.TERRAIN, mask, index)])
    point_at(editor, "D3")
    rows = dict(editor.inspector.rows())
    assert rows["Terrain"] == "Woods + swamp-of-lost-souls"
    assert "Entry cost" not in rows


@pytest.mark.long
def test_the_status_bar_names_the_hexside_under_the_pointer(editor: EditorDriver) -> None:
    hedge_country(editor)
    canvas, status = editor.canvas, editor.status

    def at_side(label: str, direction: int) -> str:
        canvas.side_hovered.emit(Spot(editor.hex(label), direction))
        canvas.hovered.emit(editor.hex(label))
        found: str = status.facts.text()
        return found

    assert at_side("C3", 1).startswith("C3 NE: hedge + wall  ·  Woods + Road")
    assert at_side("C3", 2).startswith("Woods + Road"), "nothing is there"
    editor.key("H")
    assert at_side("C3", 2).startswith("C3 SE: nothing")
    assert at_side("D3", 4).startswith("D3 SW: nothing")
    assert at_side("D3", 5).startswith("D3 NW: nothing")
    canvas.side_hovered.emit(Spot(editor.hex("D3"), 0))
    assert status.facts.text().startswith("D3 N: nothing"), "within a hex, too"
    editor.key("Ctrl+Shift+L")
    assert status.facts.text().startswith("0403 N: nothing")


@pytest.mark.long
def test_the_sides_of_the_selected_hex_are_changed_by_keyboard(editor: EditorDriver) -> None:
    hedge_country(editor)
    sides = editor.inspector.sides
    assert not sides.isVisible()
    editor.state.selection = frozenset((editor.hex("C3"),))
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
    editor.qtbot.waitUntil(lambda: editor.steps == 2)
    first = next(iter(editor.scenario.rules.hexsides))
    assert editor.scenario.board.hexsides[hexside(editor.hex("C4"), 0)] == (first,)
    assert button.accessibleName() == f"Hexside S of C3: {first}"
    assert editor.document.undo_stack.undoText() == f"Add {first}"
    menu = sides.buttons[1].menu()
    menu.aboutToShow.emit()
    assert [(it.text(), it.isChecked()) for it in menu.actions()] == [
        (it.name, name in ("hedge", "wall")) for name, it in editor.scenario.rules.hexsides.items()
    ]
    menu.actions()[0].trigger()
    assert editor.scenario.board.hexsides[hexside(editor.hex("C3"), 1)] == ("wall",)
    # Without a window manager nothing is active after a menu.
    editor.window.activateWindow()
    editor.qtbot.waitUntil(editor.window.isActiveWindow)
    editor.key("Ctrl+Z")
    assert sides.buttons[1].accessibleName() == "Hexside NE of C3: hedge + wall"


def test_the_sides_are_there_for_one_hex_of_a_ruleset_with_features(editor: EditorDriver) -> None:
    hedge_country(editor)
    state, sides = editor.state, editor.inspector.sides
    state.selection = frozenset((editor.hex("C3"), editor.hex("C4")))
    assert not sides.isVisible()
    state.selection = frozenset((editor.hex("H8"),))
    assert sides.isVisible()
    editor.open()
    state.selection = frozenset((editor.hex("C3"),))
    assert not sides.isVisible()


@pytest.mark.long
def test_the_sides_go_clockwise_from_the_first_direction(editor: EditorDriver) -> None:
    for layout in Layout:
        editor.session.new("Hedges", layout=layout, size=(8, 8), ruleset="hexside-ww2")
        editor.state.selection = frozenset((editor.hex("D4"),))
        editor.settle()
        buttons = sorted(editor.inspector.sides.buttons, key=lambda it: (it.y(), it.x()))
        assert tuple(it.text().split()[0] for it in buttons) == layout.direction_names


# -- scenario fields ----------------------------------------------------------------------------------------


def test_fields_are_edits_that_can_be_undone(editor: EditorDriver) -> None:
    editor.open()
    panel = editor.general_page
    editor.key("Alt+3")  # it exists and was not written: hides
    editor.key("Alt+3")
    panel.name.selectAll()
    QTest.keyClicks(panel.name, "Ember Yard")
    QTest.keyClick(panel.name, Qt.Key.Key_Return)
    panel.author.selectAll()
    QTest.keyClicks(panel.author, "Ann")
    QTest.keyClick(panel.author, Qt.Key.Key_Return)
    panel.turns.setValue(0)
    panel.weather.setCurrentIndex(panel.weather.findData("rain"))
    panel.weather.activated.emit(panel.weather.currentIndex())
    scenario = editor.scenario
    assert (scenario.name, scenario.author, scenario.turns, scenario.weather) == (
        "Ember Yard",
        "Ann",
        None,
        "rain",
    )
    assert editor.steps == 4
    editor.document.go_to(0)
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


def test_notes_are_taken_over_when_the_field_is_left(editor: EditorDriver) -> None:
    editor.open()
    editor.dock("scenario").raise_()
    editor.settle()
    panel, before = editor.general_page, editor.scenario.notes
    panel.notes.setFocus()
    editor.settle()
    panel.name.setFocus()
    editor.settle()
    assert editor.steps == 0, "nothing was typed"
    panel.notes.setFocus()
    panel.notes.selectAll()
    QTest.keyClicks(panel.notes, "Mind the lava.")
    panel.name.setFocus()
    editor.settle()
    assert editor.scenario.notes == "Mind the lava."
    editor.document.undo()
    assert editor.scenario.notes == before
    assert panel.notes.toPlainText() == before.rstrip("\n")


@pytest.mark.long
def test_what_is_being_typed_is_saved_too(editor: EditorDriver) -> None:
    document = editor.open()
    panel = editor.general_page
    panel.name.setText("Half typed")
    editor.key("Ctrl+S")
    assert "name: Half typed" in present(document.path).read_text(encoding="utf-8")


# -- layers -------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_layers_are_hidden_faded_and_locked(editor: EditorDriver) -> None:
    editor.open()
    editor.dock("layers").raise_()
    editor.settle()
    panel, workbench = editor.docks.layers, editor.workbench
    QTest.mouseClick(panel.eyes[MapLayer.ZONES], LEFT)
    assert not workbench.layers.state(MapLayer.ZONES).visible
    panel.sliders[MapLayer.TERRAIN].setValue(40)
    assert workbench.layers.state(MapLayer.TERRAIN).opacity == pytest.approx(0.4)
    QTest.mouseClick(panel.locks[MapLayer.TERRAIN], LEFT)
    assert workbench.state.locked_layers == {"terrain"}
    workbench.state.selection = frozenset((editor.hex("A5"),))
    workbench.state.terrain_first = "lava"
    editor.key("Ctrl+Return")
    assert editor.terrain("A5") == "clear"
    assert "locked" in editor.message
    # All that tools can change can be locked; a lock is against changes, not against taking them back.
    assert {it.value for it in panel.locks} == set(LAYER_WORDS)
    QTest.mouseClick(panel.locks[MapLayer.EFFECTS], LEFT)
    workbench.take_tool("select")
    workbench.state.selection = frozenset((editor.hex("A5"),))
    steps = editor.steps
    editor.window.features.palette.choose_effect("fire")
    assert editor.steps == steps
    assert "effects layer is locked" in editor.message
    QTest.mouseClick(panel.locks[MapLayer.EFFECTS], LEFT)
    editor.window.features.palette.choose_effect("fire")
    assert editor.steps == steps + 1
    QTest.mouseClick(panel.locks[MapLayer.EFFECTS], LEFT)
    editor.key("Ctrl+Z")
    assert not editor.scenario.board.effects.any()
    # The text of a zone beside its tool is of the tool.
    QTest.mouseClick(panel.locks[MapLayer.ZONES], LEFT)
    zones, field = [*editor.scenario.zones], editor.options.zone_shape
    enter_shape(field, Rows(1, 1))
    assert editor.scenario.zones == zones
    assert "zones layer is locked" in editor.message


def test_the_layer_list_follows_the_label_key(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Ctrl+L")
    assert not editor.docks.layers.eyes[MapLayer.LABELS].isChecked()


# -- history ------------------------------------------------------------------------------------------------


def test_a_click_in_the_history_goes_there_and_the_journal_learns_of_it(editor: EditorDriver) -> None:
    editor.open()
    state, panel = editor.state, editor.docks.history.list
    state.selection = frozenset((editor.hex("A5"),))
    for terrain in ("wall", "lava"):
        state.terrain_first = terrain
        editor.key("Ctrl+Return")
    assert editor.docks.history.texts() == [
        "Opened",
        "Fill with wall: A5",
        "Fill with lava: A5",
    ]
    assert panel.currentIndex().row() == 2
    journal = of_type(editor.document.recorder, Journal).path
    editor.click(panel, panel.model().index(0, 0), LEFT)
    assert editor.terrain("A5") == "clear"
    assert panel.currentIndex().row() == 0
    assert journal.read_text(encoding="utf-8").splitlines()[-1].endswith(' {"index":0}')
    editor.click(panel, panel.model().index(1, 0), LEFT)
    assert editor.terrain("A5") == "wall"


def test_steps_of_the_history_name_their_hexes(editor: EditorDriver) -> None:
    editor.open()
    state = editor.state
    state.selection = frozenset(map(editor.hex, ("A5", "B5", "C5", "D5", "E5")))
    state.terrain_first = "wall"
    editor.key("Ctrl+Return")
    editor.key("U")
    click(editor, "C3")
    texts = editor.docks.history.texts()
    assert texts[1] == "Fill with wall: A5, B5, C5 and 2 more"
    assert texts[2].endswith(": C3")


# -- legend -------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_legend_lists_what_is_on_the_board(editor: EditorDriver) -> None:
    editor.open()
    legend = editor.page.legend
    assert not legend.isVisible()
    editor.key("Ctrl+K")
    assert legend.isVisible()
    assert legend.names() == ["Clear", "Difficult ground", "Wall", "Cover", "Lava"]
    state = editor.state
    state.selection = frozenset((editor.hex("A5"),))
    state.terrain_first = "ice"
    editor.key("Ctrl+Return")
    editor.qtbot.waitUntil(lambda: "Ice" in legend.names())
    editor.key("Ctrl+K")
    assert not legend.isVisible()
