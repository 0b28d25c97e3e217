from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from fairground.editor.session.session import Session

if TYPE_CHECKING:
    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton


def shown(editor: EditorDriver) -> dict[str, tuple[int, int]]:
    """Return the sizes of the panels that are in front."""
    docks = editor.docks.docks
    return {
        name: (it.width(), it.height())
        for name, it in docks.items()
        if it.isVisible() and not it.visibleRegion().isEmpty()
    }


def test_a_new_user_sees_mostly_map_and_ten_terrains(editor: EditorDriver) -> None:
    # What a window manager leaves of a screen of 1280 by 720 points.
    editor.window.resize(1280, 688)
    editor.open()
    editor.settle()
    assert editor.window.width() == 1280
    assert editor.canvas.width() >= 0.6 * 1280
    listed, view = editor.palette.list, editor.palette.list.viewport().rect()
    rows = (listed.visualRect(editor.palette.model.index(row)) for row in range(listed.model().rowCount()))
    kinds = [it for it in editor.palette.model.kinds() if it.section.is_terrain]
    assert len(kinds) >= 10
    # One of the rows is the heading.
    assert sum(view.contains(row) for row in rows) >= 11
    assert editor.window.strip.shelf.is_named


def test_tab_on_the_map_hides_all_panels_and_brings_them_back(editor: EditorDriver) -> None:
    editor.open()
    editor.settle()
    before, width = shown(editor), editor.canvas.width()
    editor.canvas.setFocus()
    QTest.keyClick(editor.canvas, Qt.Key.Key_Tab)
    editor.settle()
    assert shown(editor) == {}
    assert editor.canvas.width() > width + 200
    assert editor.canvas.hasFocus()
    assert editor.actions["view.hide-panels"].isChecked()
    QTest.keyClick(editor.canvas, Qt.Key.Key_Tab)
    editor.settle()
    assert shown(editor) == before
    assert editor.canvas.hasFocus()


def test_tab_in_a_field_goes_to_the_next_one(editor: EditorDriver) -> None:
    editor.open()
    editor.settle()
    before = shown(editor)
    editor.palette.search.setFocus()
    QTest.keyClick(editor.palette.search, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is not editor.palette.search
    assert shown(editor) == before
    editor.canvas.setFocus()
    QTest.keyClick(editor.canvas, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    assert not editor.canvas.hasFocus()
    assert shown(editor) == before


def test_side_panels_collapse_to_their_tabs_and_a_tab_expands_them(editor: EditorDriver) -> None:
    editor.open()
    editor.settle()
    before, width = shown(editor), editor.canvas.width()
    editor.key("Ctrl+B")
    editor.settle()
    tabs = editor.window.panel_room.tabs
    names = [tabs.tabText(at) for at in range(tabs.count())]
    assert names == ["Palette", "Inspector", "Scenario", "Analysis", "Layers", "Fairness", "Self-play"]
    assert set(shown(editor)) == set(before) - {"palette", "hex"}
    assert tabs.visibleRegion().boundingRect() == tabs.rect()
    assert editor.canvas.width() > width + 200
    QTest.mouseClick(tabs, LEFT, pos=tabs.tabRect(names.index("Analysis")).center())
    editor.settle()
    assert not tabs.isVisible()
    assert set(shown(editor)) == (set(before) | {"analysis"}) - {"hex"}
    assert editor.canvas.width() == width


def test_a_key_of_a_collapsed_panel_expands_all(editor: EditorDriver) -> None:
    editor.open()
    editor.settle()
    editor.key("Ctrl+B")
    editor.key("Alt+5")
    editor.key("Alt+9")
    editor.settle()
    assert not editor.window.panel_room.isVisible()
    assert {"palette", "fairness"} <= set(shown(editor))
    assert editor.dock("findings").isHidden(), "hidden while the others were collapsed"
    assert not editor.actions["view.collapse"].isChecked()


def test_hiding_and_collapsing_go_together(editor: EditorDriver) -> None:
    editor.open()
    editor.settle()
    before = shown(editor)
    editor.key("Ctrl+B")
    editor.settle()
    collapsed = shown(editor)
    editor.key("Ctrl+Alt+B")
    editor.settle()
    assert shown(editor) == {}
    assert not editor.window.panel_room.isVisible()
    editor.key("Ctrl+Alt+B")
    editor.settle()
    assert shown(editor) == collapsed
    assert editor.window.panel_room.isVisible()
    editor.key("Ctrl+Alt+B")
    editor.key("Ctrl+B")
    editor.settle()
    assert shown(editor) == before


@pytest.mark.long
def test_hidden_panels_are_back_and_collapsed_ones_collapsed_in_the_next_session(
    editor: EditorDriver,
) -> None:
    editor.open()
    editor.settle()
    editor.key("Ctrl+B")
    editor.key("Ctrl+Alt+B")
    editor.key("Shift+T")
    editor.window.close()
    session = Session()
    again = editor.another_window(session)
    again.window.show()
    session.open(editor.folder / "ember-court.yaml")
    editor.settle()
    assert not again.dock("findings").isHidden()
    assert again.dock("palette").isHidden()
    assert again.window.panel_room.isVisible()
    assert not again.window.strip.shelf.is_named
    again.actions["view.reset"].trigger()
    editor.settle()
    assert not again.dock("palette").isHidden()
    assert not again.window.panel_room.isVisible()
    again.window.close()
    session.end()
