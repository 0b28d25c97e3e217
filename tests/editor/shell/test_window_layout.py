from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from fairground.editor.session.session import Session
from tests.editor.narrowing import present

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


def stops(editor: EditorDriver, key: Qt.Key) -> list[QWidget]:
    """Return the widgets that get the focus one after the other, until it is back where it was."""
    visited: list[QWidget] = []
    start = here = present(editor.window.focusWidget())
    while not visited or here is not start:
        QTest.keyClick(here, key)
        here = present(editor.window.focusWidget())
        visited.append(here)
        assert len(visited) < 400
    return visited


def is_in_window(widget: QWidget, window: QWidget) -> bool:
    """Whether the part of a window that has the widget is not moved out of it."""
    while (parent := present(widget.parentWidget())) is not window:
        widget = parent
    return window.rect().intersects(widget.geometry())


def test_the_focus_never_goes_where_nobody_sees_it(editor: EditorDriver) -> None:
    assert editor.window.focusWidget() is editor.welcome.new
    visited = stops(editor, Qt.Key.Key_Tab)
    assert all(is_in_window(it, editor.window) for it in visited)
    assert editor.welcome.recent not in visited
    editor.open()
    editor.settle()
    editor.canvas.setFocus()
    visited = stops(editor, Qt.Key.Key_Backtab)
    assert [it for it in visited if not is_in_window(it, editor.window)] == []
    assert {editor.palette.search, editor.palette.list, editor.findings_panel.filter.text} <= {*visited}


def test_the_keyboard_goes_through_one_panel_after_the_other(editor: EditorDriver) -> None:
    editor.open()
    editor.settle()
    editor.key("Alt+3")
    editor.settle()
    editor.canvas.setFocus()
    visited = stops(editor, Qt.Key.Key_Backtab)
    panel, page = editor.scenario_panel, editor.general_page
    places = [at for at, it in enumerate(visited) if panel.isAncestorOf(it)]
    assert places == [*range(places[0], places[-1] + 1)]
    assert {page.name, page.author} <= {*visited}
    # Of its pages, the one that is shown.
    assert [it for it in visited if it in panel.tabs.values()] == [panel.tabs["general"]]
    # The last field of the page is scrolled into view, though the focus comes from another panel.
    for _ in range(places[0] + 1):
        QTest.keyClick(present(editor.window.focusWidget()), Qt.Key.Key_Backtab)
    here = present(editor.window.focusWidget())
    assert page.isAncestorOf(here)
    assert not here.visibleRegion().isEmpty()


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
