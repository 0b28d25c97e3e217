"""Texts that name a key name the one that the user gave; and fields give the keys back."""

import pytest
from pytestqt.qtbot import QtBot

from fairground.editor.app.actions import load_keymap
from fairground.editor.shell.dialogs.keyboard_help import KeyboardHelp
from fairground.editor.tools.option_defaults import Stacking, ZoneWay
from fairground.editor.tools.selecting import SelectShape
from tests.editor.editor_driver import EditorDriver


@pytest.mark.long
def test_tooltips_name_the_keys_there_are(editor: EditorDriver) -> None:
    editor.open()
    options, actions = editor.options, editor.actions
    editor.clipboard.show_stamps()
    panel, page = editor.stamps_panel, editor.scenario_pages.locked
    tips = {
        "select.next-shape": options.selecting.shapes[SelectShape.LASSO].toolTip,
        "zone.next-way": options.zone_shape.ways[ZoneWay.ROWS].toolTip,
        "shape.next": options.shape.shape.toolTip,
        "brush.bar": options.shape.form.toolTip,
        "brush.on-top": options.stacking.modes[Stacking.ON_TOP].toolTip,
        "symmetry.next": options.symmetry.buttons[None].toolTip,
        "symmetry.centre": options.symmetry.centre.toolTip,
        "edit.lock": page.lock.toolTip,
        "edit.undo": panel.back_button.toolTip,
    }
    for name, tip in tips.items():
        assert f"({actions.keymap.actions[name].shown_key}" in tip()
        editor.navigator.own_keys.assign(name, ("Ctrl+Alt+Q",))
        assert "(Ctrl+Alt+Q" in tip()
        editor.navigator.own_keys.assign(name, ())
        assert "(" not in tip().replace("(or hold", "")
        editor.navigator.own_keys.reset(name)
    panel.close()


@pytest.mark.long
def test_a_panel_behind_others_comes_to_the_front_before_it_goes(editor: EditorDriver) -> None:
    editor.open()
    dock = editor.dock("scenario")
    action = editor.actions["view.scenario"]
    assert dock.visibleRegion().isEmpty()
    action.trigger()
    editor.qtbot.waitUntil(lambda: not dock.visibleRegion().isEmpty())
    assert action.isChecked()
    action.trigger()
    assert dock.isHidden()
    assert not action.isChecked()
    action.trigger()
    editor.qtbot.waitUntil(lambda: not dock.visibleRegion().isEmpty())


def test_every_action_has_a_place_in_the_sheet_of_keys(qtbot: QtBot) -> None:
    sheet = KeyboardHelp(load_keymap())
    qtbot.addWidget(sheet)
    tops = map(sheet.tree.topLevelItem, range(sheet.tree.topLevelItemCount()))
    groups = [top.text(0) for top in tops if top is not None]
    assert "Board" in groups
    assert "Other" not in groups
