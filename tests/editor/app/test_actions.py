from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from fairground.core.grid.labels import LabelStyle
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.editor.canvas.layers import MapLayer
from fairground.editor.shell.main_window import MainWindow
from fairground.editor.tools.state import ElevationMode, Stacking
from fairground.editor.widgets.terrain_text import PaletteSection


def test_every_action_has_key_tooltip_and_icon(desk: Any) -> None:
    actions = desk.window.actions_by_id
    for name in actions:
        action = actions[name]
        assert action.shortcuts(), name
        assert action.shortcut().toString(action.shortcut().SequenceFormat.NativeText) in action.toolTip(), (
            name
        )
        assert not action.icon().isNull(), name
        assert action.iconText(), name


@pytest.mark.long
def test_tools_have_letter_keys(desk: Any) -> None:
    desk.open()
    for key, tool in (
        ("S", "select"),
        ("B", "brush"),
        ("F", "fill"),
        ("E", "eraser"),
        ("I", "eyedropper"),
        ("V", "elevation"),
        ("C", "effects"),
        ("Z", "zones"),
    ):
        desk.window.workbench.take_tool("brush" if tool != "brush" else "fill")
        desk.key(key)
        assert desk.window.workbench.tool.id == tool
        assert desk.window.actions_by_id[f"tool.{tool}"].isChecked(), tool
        assert desk.window.status.hint.text() == desk.window.workbench.tool.hint
        assert desk.window.page.canvas is desk.window.workbench.canvas


@pytest.mark.long
def test_brush_size_keys_stay_within_bounds(desk: Any) -> None:
    desk.open()
    state = desk.window.workbench.state
    desk.key("]")
    assert state.radius == 1
    assert desk.window.options.brush_size.label.text() == "7 hexes"
    for _ in range(5):
        desk.key("]")
    assert state.radius == 4
    assert not desk.window.actions_by_id["brush.larger"].isEnabled()
    for _ in range(5):
        desk.key("[")
    assert state.radius == 0
    assert not desk.window.actions_by_id["brush.smaller"].isEnabled()


@pytest.mark.long
def test_the_symmetry_key_goes_through_those_the_board_has(desk: Any) -> None:
    desk.open()  # odd-r, 10 rows: the 180° turn alone
    state = desk.window.workbench.state
    desk.key("M")
    assert state.symmetry is BoardSymmetry.TURN_180
    desk.key("M")
    assert state.symmetry is None


def test_a_symmetry_that_the_size_does_not_allow_is_refused_with_a_sentence(desk: Any) -> None:
    desk.session.new("Odd", layout=Layout.ODD_Q, size=(15, 17), ruleset="penance-2.0")
    desk.qtbot.mouseClick(
        desk.window.options.symmetry.buttons[BoardSymmetry.TURN_180], Qt.MouseButton.LeftButton
    )
    assert desk.window.workbench.state.symmetry is None
    assert "has no 180° turn" in desk.window.options.message.text()
    assert "14 columns would do" in desk.window.options.message.text()
    assert desk.window.options.symmetry.buttons[None].isChecked()


def test_a_symmetry_is_given_up_on_a_board_that_lacks_it(desk: Any) -> None:
    desk.open()
    desk.key("M")
    desk.session.new("Odd", layout=Layout.ODD_Q, size=(15, 17), ruleset="penance-2.0")
    assert desk.window.workbench.state.symmetry is None
    assert "has no 180° turn" in desk.window.options.message.text()


def test_elevation_options(desk: Any) -> None:
    desk.open()
    desk.key("V")
    bench, options = desk.window.workbench, desk.window.options
    assert options.elevation.level.isVisible()
    desk.qtbot.mouseClick(options.elevation.modes[ElevationMode.SET], Qt.MouseButton.LeftButton)
    assert bench.state.elevation_mode == "set"
    options.elevation.level.setValue(3)
    assert bench.state.level == 3
    assert (options.elevation.level.minimum(), options.elevation.level.maximum()) == (0, 3)
    desk.key("Shift+V")
    assert bench.state.elevation_mode == "raise"
    assert not options.elevation.level.isEnabled()


def test_terrains_swap(desk: Any) -> None:
    desk.open()
    state = desk.window.workbench.state
    state.terrain_first, state.terrain_second = "wall", "lava"
    desk.key("X")
    assert (state.terrain_first, state.terrain_second) == ("lava", "wall")
    assert [swatch.text() for swatch in desk.window.options.terrain.swatches] == ["Lava", "Wall"]


def test_a_new_zone_is_made_for_a_side(desk: Any) -> None:
    desk.open()
    desk.key("Z")
    options = desk.window.options
    assert options.zone.box.count() == 2
    options.zone.menu.aboutToShow.emit()
    assert [it.text() for it in options.zone.menu.actions()] == [
        "For North",
        "For South",
        "For nobody: an area",
    ]
    options.zone.menu.actions()[1].trigger()
    assert desk.scenario.zones[-1].side == "south"
    assert options.zone.box.currentData() == desk.window.workbench.state.zone_id == desk.scenario.zones[-1].id
    desk.key("Ctrl+Z")
    assert options.zone.box.count() == 2


def test_selection_actions_by_key(desk: Any) -> None:
    desk.open()
    state = desk.window.workbench.state
    assert not desk.window.actions_by_id["edit.fill"].isEnabled()
    state.selection = frozenset((desk.hex("A5"), desk.hex("B5")))
    state.terrain_first = "wall"
    desk.key("Ctrl+Return")
    assert desk.terrain("A5") == desk.terrain("B5") == "wall"
    desk.key("+")
    assert desk.scenario.board.level_at(desk.hex("A5")) == 1
    desk.key("Del")
    assert desk.terrain("A5") == "clear"
    desk.key("Ctrl+D")
    assert not state.selection


@pytest.mark.long
def test_undo_all_and_redo_all(desk: Any) -> None:
    desk.open()
    state = desk.window.workbench.state
    state.selection = frozenset((desk.hex("A5"),))
    for terrain in ("wall", "lava", "ice"):
        state.terrain_first = terrain
        desk.key("Ctrl+Return")
    desk.key("Ctrl+Z")
    assert desk.terrain("A5") == "lava"
    desk.key("Ctrl+Shift+Z")
    assert desk.terrain("A5") == "ice"
    desk.key("Ctrl+Alt+Z")
    assert desk.terrain("A5") == "clear"
    assert not desk.window.actions_by_id["edit.undo"].isEnabled()
    desk.key("Ctrl+Alt+Shift+Z")
    assert desk.terrain("A5") == "ice"
    assert not desk.window.actions_by_id["edit.redo"].isEnabled()


def test_labels_and_their_style(desk: Any) -> None:
    desk.open()
    bench = desk.window.workbench
    desk.key("Ctrl+L")
    assert not bench.layers.state(MapLayer.LABELS).visible
    desk.key("Ctrl+Shift+L")
    assert bench.label_style is LabelStyle.NUMERIC


def test_letters_typed_into_a_field_are_text_and_no_tools(desk: Any) -> None:
    desk.open()
    desk.key("Ctrl+F")
    search = desk.window.docks.palette.search
    assert search.hasFocus()
    desk.qtbot.keyClicks(search, "ice")
    assert search.text() == "ice"
    assert desk.window.workbench.tool.id == "brush"


def test_without_a_document_only_what_makes_sense_is_there(desk: Any) -> None:
    actions = desk.window.actions_by_id
    enabled = {name for name in actions if actions[name].isEnabled()}
    assert enabled == {
        "file.new",
        "file.open",
        "file.recent",
        "file.import",
        "file.quit",
        "view.dark",
        "view.text-size",
        "view.still",
        "go.command",
        "help.keys",
        "help.change-keys",
    }


def test_every_widget_that_takes_the_focus_has_an_accessible_name(desk: Any) -> None:
    desk.open()
    desk.window.show_keys()
    nameless = [
        f"{type(it).__name__} in {type(it.parent()).__name__}"
        for it in desk.window.findChildren(QWidget)
        if it.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not it.objectName().startswith("qt_")
        and not it.accessibleName()
        and not it.parent().inherits("QComboBoxPrivateContainer")
        and type(it).__name__ not in {"QTabBar", "QMenu", "QPushButton", "QMenuBar"}
    ]
    assert nameless == []


# -- hexsides, effects, stacks ------------------------------------------------------------------------------


def hedge_country(desk: Any) -> None:
    desk.session.new("Hedges", layout=Layout.ODD_Q, size=(8, 8), ruleset="hexside-ww2")
    desk.settle()


def test_the_hexside_tool_has_its_key_and_its_options(desk: Any) -> None:
    hedge_country(desk)
    bench, options = desk.window.workbench, desk.window.options
    box = options.kinds[PaletteSection.HEXSIDE].box
    desk.key("H")
    assert bench.tool.id == "hexsides"
    assert box.isVisible()
    assert not options.kinds[PaletteSection.EFFECT].isVisible()
    features = desk.scenario.rules.hexsides
    assert [box.itemData(at) for at in range(box.count())] == list(features)
    assert box.currentData() == bench.state.feature == next(iter(features))
    desk.key("Shift+H")
    assert box.currentData() == bench.state.feature == list(features)[1]
    box.setCurrentIndex(2)
    box.activated.emit(2)
    assert bench.state.feature == list(features)[2]
    desk.key("Shift+H")
    assert bench.state.feature == next(iter(features))


def test_the_key_for_the_next_effect_takes_its_tool(desk: Any) -> None:
    desk.open()
    bench = desk.window.workbench
    effects = list(desk.scenario.rules.effects)
    desk.key("Shift+C")
    assert (bench.tool.id, bench.state.effect) == ("effects", effects[1])
    assert desk.window.options.kinds[PaletteSection.EFFECT].isVisible()


def test_a_ruleset_without_features_forbids_the_tool_and_says_why(desk: Any) -> None:
    desk.open()
    why_not = "penance-1.0 has no hexside features: they come with the ruleset that the scenario names."
    action = desk.window.actions_by_id["tool.hexsides"]
    assert not action.isEnabled()
    assert action.toolTip() == why_not
    desk.key("H")
    assert desk.window.workbench.tool.id == "brush"
    # In hand already when such a scenario is opened: the options say it.
    hedge_country(desk)
    assert action.isEnabled()
    assert "(H)" in action.toolTip()
    desk.key("H")
    desk.open("frozen-gate")
    assert desk.window.options.message.text() == why_not.replace("1.0", "2.0")
    assert not desk.window.options.kinds[PaletteSection.HEXSIDE].box.isEnabled()


def test_on_top_is_a_mode_of_the_brush_with_a_key(desk: Any) -> None:
    desk.open()
    state, options = desk.window.workbench.state, desk.window.options
    assert options.stacking.modes[Stacking.REPLACE].isChecked()
    desk.key("O")
    assert state.stacking is Stacking.ON_TOP
    assert options.stacking.modes[Stacking.ON_TOP].isChecked()
    assert desk.window.actions_by_id["brush.on-top"].isChecked()
    assert "put on top by the left button" in options.terrain.swatches[0].toolTip()
    desk.qtbot.mouseClick(options.stacking.modes[Stacking.REPLACE], Qt.MouseButton.LeftButton)
    assert options.stacking.modes[Stacking.REPLACE].isChecked()
    assert str(state.stacking) == "replace"
    desk.key("F")
    assert not options.stacking.modes[Stacking.ON_TOP].isVisible()
    desk.key("O")
    assert (state.stacking, desk.window.workbench.tool.id) == (Stacking.ON_TOP, "brush")


def test_on_top_is_kept_for_the_next_time(desk: Any) -> None:
    desk.open()
    desk.key("O")
    settings = desk.session.settings
    desk.window.close()
    again = MainWindow(desk.session)
    desk.qtbot.addWidget(again)
    assert again.workbench.state.stacking is Stacking.ON_TOP
    assert settings.value("tools/stacking") == "on top"
