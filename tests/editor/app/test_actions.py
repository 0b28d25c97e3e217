from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from fairground.core.grid.labels import LabelStyle
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.editor.canvas.layers import MapLayer
from fairground.editor.features.path.controller import PathController
from fairground.editor.features.sight.controller import SightController
from fairground.editor.tools.option_defaults import ElevationMode, Stacking
from fairground.editor.widgets.terrain_pictures import PaletteSection
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from tests.editor.editor_driver import EditorDriver


def test_every_action_has_key_tooltip_and_icon(editor: EditorDriver) -> None:
    actions = editor.actions
    for name in actions:
        action = actions[name]
        assert action.shortcuts(), name
        assert action.shortcut().toString(action.shortcut().SequenceFormat.NativeText) in action.toolTip(), (
            name
        )
        assert not action.icon().isNull(), name
        assert action.iconText(), name


@pytest.mark.long
def test_tools_have_letter_keys(editor: EditorDriver) -> None:
    editor.open()
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
        editor.workbench.take_tool("brush" if tool != "brush" else "fill")
        editor.key(key)
        assert editor.tool.id == tool
        assert editor.actions[f"tool.{tool}"].isChecked(), tool
        assert editor.status.hint.text() == editor.tool.hint
        assert editor.canvas is editor.workbench.canvas


@pytest.mark.long
def test_brush_size_keys_stay_within_bounds(editor: EditorDriver) -> None:
    editor.open()
    state = editor.state
    editor.key("]")
    assert state.radius == 1
    assert editor.options.brush_size.label.text() == "7 hexes"
    for _ in range(5):
        editor.key("]")
    assert state.radius == 4
    assert not editor.actions["brush.larger"].isEnabled()
    for _ in range(5):
        editor.key("[")
    assert state.radius == 0
    assert not editor.actions["brush.smaller"].isEnabled()


@pytest.mark.long
def test_the_symmetry_key_goes_through_those_the_board_has(editor: EditorDriver) -> None:
    editor.open()  # odd-r, 10 rows: the 180° turn alone
    state = editor.state
    editor.key("M")
    assert state.symmetry is BoardSymmetry.TURN_180
    editor.key("M")
    assert state.symmetry is None


def test_a_symmetry_that_the_size_does_not_allow_is_refused_with_a_sentence(editor: EditorDriver) -> None:
    editor.session.new("Odd", layout=Layout.ODD_Q, size=(15, 17), ruleset="penance-2.0")
    QTest.mouseClick(editor.options.symmetry.buttons[BoardSymmetry.TURN_180], Qt.MouseButton.LeftButton)
    assert editor.state.symmetry is None
    assert "has no 180° turn" in editor.message
    assert "14 columns would work" in editor.message
    assert editor.options.symmetry.buttons[None].isChecked()


def test_a_symmetry_is_given_up_on_a_board_that_lacks_it(editor: EditorDriver) -> None:
    editor.open()
    editor.key("M")
    editor.session.new("Odd", layout=Layout.ODD_Q, size=(15, 17), ruleset="penance-2.0")
    assert editor.state.symmetry is None
    assert "has no 180° turn" in editor.message


@pytest.mark.long
def test_elevation_options(editor: EditorDriver) -> None:
    editor.open()
    editor.key("V")
    workbench, options = editor.workbench, editor.options
    assert options.elevation.level.isVisible()
    QTest.mouseClick(options.elevation.modes[ElevationMode.SET], Qt.MouseButton.LeftButton)
    assert workbench.state.elevation_mode == "set"
    options.elevation.level.setValue(3)
    assert workbench.state.level == 3
    assert (options.elevation.level.minimum(), options.elevation.level.maximum()) == (0, 3)
    editor.key("Shift+V")
    assert workbench.state.elevation_mode == "raise"
    assert not options.elevation.level.isEnabled()


def test_terrains_swap(editor: EditorDriver) -> None:
    editor.open()
    state = editor.state
    state.terrain_first, state.terrain_second = "wall", "lava"
    editor.key("X")
    assert (state.terrain_first, state.terrain_second) == ("lava", "wall")
    assert [swatch.text() for swatch in editor.options.terrain.swatches] == ["Lava", "Wall"]


@pytest.mark.long
def test_a_new_zone_is_made_for_a_side(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Z")
    options = editor.options
    assert options.zone.box.count() == 2
    options.zone.menu.aboutToShow.emit()
    assert [it.text() for it in options.zone.menu.actions()] == [
        "For North",
        "For South",
        "No side: an area",
    ]
    options.zone.menu.actions()[1].trigger()
    assert editor.scenario.zones[-1].side == "south"
    assert options.zone.box.currentData() == editor.state.zone_id == editor.scenario.zones[-1].id
    editor.key("Ctrl+Z")
    assert options.zone.box.count() == 2


@pytest.mark.long
def test_selection_actions_by_key(editor: EditorDriver) -> None:
    editor.open()
    state = editor.state
    assert not editor.actions["edit.fill"].isEnabled()
    state.selection = frozenset((editor.hex("A5"), editor.hex("B5")))
    state.terrain_first = "wall"
    editor.key("Ctrl+Return")
    assert editor.terrain("A5") == editor.terrain("B5") == "wall"
    editor.key("+")
    assert editor.scenario.board.level_at(editor.hex("A5")) == 1
    editor.key("Del")
    assert editor.terrain("A5") == "clear"
    editor.key("Ctrl+D")
    assert not state.selection


@pytest.mark.long
def test_undo_all_and_redo_all(editor: EditorDriver) -> None:
    editor.open()
    state = editor.state
    state.selection = frozenset((editor.hex("A5"),))
    for terrain in ("wall", "lava", "ice"):
        state.terrain_first = terrain
        editor.key("Ctrl+Return")
    editor.key("Ctrl+Z")
    assert editor.terrain("A5") == "lava"
    editor.key("Ctrl+Shift+Z")
    assert editor.terrain("A5") == "ice"
    editor.key("Ctrl+Alt+Z")
    assert editor.terrain("A5") == "clear"
    assert not editor.actions["edit.undo"].isEnabled()
    editor.key("Ctrl+Alt+Shift+Z")
    assert editor.terrain("A5") == "ice"
    assert not editor.actions["edit.redo"].isEnabled()


@pytest.mark.long
def test_labels_and_their_style(editor: EditorDriver) -> None:
    editor.open()
    workbench = editor.workbench
    editor.key("Ctrl+L")
    assert not workbench.layers.state(MapLayer.LABELS).visible
    editor.key("Ctrl+Shift+L")
    assert workbench.preferred_labels is LabelStyle.NUMERIC


def test_letters_typed_into_a_field_are_text_and_no_tools(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Ctrl+F")
    search = editor.palette.search
    assert search.hasFocus()
    QTest.keyClicks(search, "ice")
    assert search.text() == "ice"
    assert editor.tool.id == "brush"


def test_without_a_document_only_what_makes_sense_is_there(editor: EditorDriver) -> None:
    actions = editor.actions
    enabled = {name for name in actions if actions[name].isEnabled()}
    assert enabled == {
        "file.new",
        "file.open",
        "file.recent",
        "file.reopen",
        "file.import",
        "file.quit",
        "view.dark",
        "view.text-size",
        "view.still",
        "go.command",
        "help.manual",
        "help.keys",
        "help.change-keys",
        "help.about",
    }


@pytest.mark.long
def test_every_widget_that_takes_the_focus_has_an_accessible_name(editor: EditorDriver) -> None:
    editor.open()
    editor.window.show_keys()
    nameless = [
        f"{type(it).__name__} in {type(it.parent()).__name__}"
        for it in editor.window.findChildren(QWidget)
        if it.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not it.objectName().startswith("qt_")
        and not it.accessibleName()
        and not present(it.parent()).inherits("QComboBoxPrivateContainer")
        and type(it).__name__ not in {"QTabBar", "QMenu", "QPushButton", "QMenuBar"}
    ]
    assert nameless == []


# -- hexsides, effects, stacks ------------------------------------------------------------------------------


def test_the_hexside_tool_has_its_key_and_its_options(editor: EditorDriver) -> None:
    editor.open_hedge_country()
    workbench, options = editor.workbench, editor.options
    box = options.kinds[PaletteSection.HEXSIDE].box
    editor.key("H")
    assert workbench.tool.id == "hexsides"
    assert box.isVisible()
    assert not options.kinds[PaletteSection.EFFECT].isVisible()
    features = editor.scenario.rules.hexsides
    assert [box.itemData(at) for at in range(box.count())] == list(features)
    assert box.currentData() == workbench.state.feature == next(iter(features))
    editor.key("Shift+H")
    assert box.currentData() == workbench.state.feature == list(features)[1]
    box.setCurrentIndex(2)
    box.activated.emit(2)
    assert workbench.state.feature == list(features)[2]
    editor.key("Shift+H")
    assert workbench.state.feature == next(iter(features))


def test_the_key_for_the_next_effect_takes_its_tool(editor: EditorDriver) -> None:
    editor.open()
    workbench = editor.workbench
    effects = list(editor.scenario.rules.effects)
    editor.key("Shift+C")
    assert (workbench.tool.id, workbench.state.effect) == ("effects", effects[1])
    assert editor.options.kinds[PaletteSection.EFFECT].isVisible()


@pytest.mark.long
def test_a_ruleset_without_features_forbids_the_tool_and_says_why(editor: EditorDriver) -> None:
    editor.open()
    why_not = (
        "The ruleset Penance 1.0 has no hexside features. To choose another one, use Board > Change ruleset."
    )
    action = editor.actions["tool.hexsides"]
    assert not action.isEnabled()
    assert action.toolTip() == why_not
    editor.key("H")
    assert editor.tool.id == "brush"
    # In hand already when such a scenario is opened: the options say it.
    editor.open_hedge_country()
    assert action.isEnabled()
    assert "(H)" in action.toolTip()
    editor.key("H")
    editor.open("frozen-gate")
    assert editor.message == why_not.replace("1.0", "2.0")
    box = editor.options.kinds[PaletteSection.HEXSIDE].box
    assert box.isHidden(), "no empty box"
    editor.key("Ctrl+Shift+Tab")
    assert box.isVisible()
    assert box.currentText() == "Hedge"


def test_the_key_of_a_disabled_action_says_why_nothing_happens(editor: EditorDriver) -> None:
    editor.open()
    for key, name, why_not in (
        ("Ctrl+Z", "edit.undo", "Nothing to undo."),
        ("Ctrl+Shift+Z", "edit.redo", "Nothing to redo."),
        ("Ctrl+Return", "edit.fill", "Select hexes first."),
        ("Shift+X", "paste.mirror", "Paste hexes first."),
        ("Shift+L", "sight.swap", "Draw a line of sight first."),
        ("Shift+A", "compare.flip", "Start comparing first."),
        ("Alt+Return", "what-if.apply", "Open a what-if first."),
        ("Ctrl+F7", "repair.apply", "Find edits first."),
    ):
        assert not editor.actions[name].isEnabled(), name
        assert QKeySequence(key) in editor.actions[name].shortcuts(), name
        editor.key(key)
        assert editor.message == why_not, name


@pytest.mark.parametrize(("tool", "key"), [("sight", "L"), ("path", "W")])
def test_the_key_of_a_disabled_tool_says_why_the_tool_stays(
    editor: EditorDriver, monkeypatch: pytest.MonkeyPatch, tool: str, key: str
) -> None:
    def refuse(_controller: object, _scenario: object) -> str:
        return "This ruleset has no use for the tool."

    monkeypatch.setattr(SightController if tool == "sight" else PathController, "refusal", refuse)
    editor.open()
    editor.key(key)
    assert editor.tool.id == "brush"
    assert editor.message == "This ruleset has no use for the tool."


def test_on_top_is_a_mode_of_the_brush_with_a_key(editor: EditorDriver) -> None:
    editor.open()
    state, options = editor.state, editor.options
    assert options.stacking.modes[Stacking.REPLACE].isChecked()
    editor.key("O")
    assert state.stacking is Stacking.ON_TOP
    assert options.stacking.modes[Stacking.ON_TOP].isChecked()
    assert editor.actions["brush.on-top"].isChecked()
    assert "added by the left button" in options.terrain.swatches[0].toolTip()
    QTest.mouseClick(options.stacking.modes[Stacking.REPLACE], Qt.MouseButton.LeftButton)
    assert options.stacking.modes[Stacking.REPLACE].isChecked()
    assert str(state.stacking) == "replace"
    editor.key("F")
    assert not options.stacking.modes[Stacking.ON_TOP].isVisible()
    editor.key("O")
    assert (state.stacking, editor.tool.id) == (Stacking.ON_TOP, "brush")


@pytest.mark.long
def test_on_top_is_kept_for_the_next_time(editor: EditorDriver) -> None:
    editor.open()
    editor.key("O")
    settings = editor.session.settings
    editor.window.close()
    assert editor.another_window().state.stacking is Stacking.ON_TOP
    assert settings.value("tools/stacking") == "on top"
