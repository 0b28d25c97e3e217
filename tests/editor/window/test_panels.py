from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from fairground.editor.canvas.layers import MapLayer

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


# -- scenario fields ----------------------------------------------------------------------------------------


def test_fields_are_edits_that_can_be_undone(desk: Any) -> None:
    desk.open()
    panel = desk.window.docks.scenario
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
    panel, before = desk.window.docks.scenario, desk.scenario.notes
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


def test_what_is_being_typed_is_saved_too(desk: Any) -> None:
    document = desk.open()
    panel = desk.window.docks.scenario
    panel.name.setText("Half typed")
    desk.key("Ctrl+S")
    assert "name: Half typed" in document.path.read_text(encoding="utf-8")


# -- layers -------------------------------------------------------------------------------------------------


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
    assert journal.read_text(encoding="utf-8").splitlines()[-1] == '{"index":0}'
    desk.click(panel, panel.model().index(1, 0), LEFT)
    assert desk.terrain("A5") == "wall"


# -- legend -------------------------------------------------------------------------------------------------


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
