"""Movement in the window: paths by mouse on the map and by keys, reach, territory and chokepoints, in the panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QSpinBox

from fairground.core import chokepoints, load, path, reach, territory
from fairground.core.grid.labels import LabelStyle
from fairground.editor.document.mover_choice import MoverChoice
from fairground.editor.document.patches import FieldPatch
from fairground.editor.jobs.process import JobAnswer
from tests.editor.board_view import LEFT, RIGHT, drag, hover, point
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from fairground.core.movement.path import Path
    from fairground.editor.jobs.process import Job
    from tests.editor.editor_driver import EditorDriver


def choose(editor: EditorDriver, box: QComboBox, name: str) -> None:
    """Go down a box by the arrow key until it shows a name."""
    while not box.currentText().startswith(name):
        QTest.keyClick(box, Qt.Key.Key_Down)
        editor.settle()


def labels(editor: EditorDriver, path: Path | None) -> list[str]:
    return [editor.scenario.board.label(at) for at in present(path).hexes]


@pytest.fixture
def court(prompt_editor: EditorDriver) -> EditorDriver:
    """An arena with the path tool in hand."""
    prompt_editor.open("ember-court")
    prompt_editor.key("W")
    return prompt_editor


# -- the path -----------------------------------------------------------------------------------------------


def test_a_drag_finds_the_way_and_the_card_lists_its_steps(court: EditorDriver) -> None:
    assert court.tool.id == "path"
    drag(court, "A1", "H8")
    panel = court.path.panel
    found = path(court.scenario, "A1", "H8")
    assert panel.isVisible()
    assert panel.verdict.text() == f"{found.turns} turns, {found.cost} points"
    assert panel.ends.text() == "A1 to H8"
    assert panel.status.text() == "Up to date."
    assert panel.rows() == [("Mover", "Scout, walk: 5 points a turn")]
    rows = panel.steps.texts()
    assert rows[0][0] == ""
    assert rows[0][3] == "start"
    assert [row[0] for row in rows[1:]] == [str(step.turn) for step in found.steps[1:]]
    assert [row[1].split()[0] for row in rows] == [
        court.scenario.board.label(step.hex) for step in found.steps
    ]
    assert sum(int(row[2]) for row in rows[1:]) == found.cost
    assert rows[1][3] == "1 clear (P1-01)"
    assert court.steps == 0


def test_the_last_step_of_a_turn_says_why_the_turn_ended(court: EditorDriver) -> None:
    drag(court, "A1", "H8")
    found = path(court.scenario, "A1", "H8")
    reasons = [row[3] for row in court.path.panel.steps.texts()]
    ends = [it for it in reasons if "\n" in it]
    assert len(ends) == (found.turns or 0) - 1 > 0
    first = found.turn_ends[0]
    assert ends[0].endswith(f"\nTurn 1 ends {first.text} ({first.rule})")


def test_a_click_on_each_end_does_too(court: EditorDriver) -> None:
    canvas = court.canvas
    QTest.mouseClick(canvas, LEFT, pos=point(court, "B2"))
    hover(court, "D4")
    assert court.path.panel.ends.text() == "B2 to D4"
    QTest.mouseClick(canvas, LEFT, pos=point(court, "F5"))
    hover(court, "A1")
    assert court.path.panel.ends.text() == "B2 to F5"


def test_class_mode_and_danger_zone_are_chosen_in_the_options(court: EditorDriver) -> None:
    drag(court, "A1", "H8")
    options, panel = court.options.path, court.path.panel
    choose(court, options.mover.unit_class, "Assault")
    assert panel.rows()[0] == ("Mover", "Assault, walk: 2 points a turn")
    QTest.mouseClick(options.mover.danger, LEFT, pos=QPoint(8, options.mover.danger.height() // 2))
    court.settle()
    assert panel.rows()[0] == ("Mover", "Assault, walk: 4 points a turn")
    choose(court, options.mover.mode, "Fly")
    assert panel.rows()[0] == ("Mover", "Assault, fly: 4 points a turn")
    assert court.state.mover == MoverChoice("assault", "fly", in_danger=True)


def test_danger_is_avoided_on_request(court: EditorDriver) -> None:
    panel, options = court.path.panel, court.options.path
    drag(court, "D4", "E4")
    assert ("Damage", "1") in panel.rows()
    QTest.mouseClick(options.avoid, LEFT, pos=QPoint(8, options.avoid.height() // 2))
    court.settle()
    assert court.state.avoid_danger
    assert ("Damage", "1 (lowest possible)") in panel.rows()
    drag(court, "D4", "F4")
    assert ("Damage", "none") in panel.rows()


def test_keys_swap_the_ends_and_take_the_path_away(court: EditorDriver) -> None:
    actions, panel = court.actions, court.path.panel
    assert not actions["path.swap"].isEnabled()
    drag(court, "A1", "D4")
    court.key("Shift+W")
    assert panel.ends.text() == "D4 to A1"
    court.key("Alt+W")
    assert panel.isHidden()
    assert court.state.path_ends is None
    assert not actions["path.clear"].isEnabled()


def test_a_path_stays_while_one_paints_and_is_found_anew(court: EditorDriver) -> None:
    drag(court, "A3", "D3")
    before = labels(court, court.path.line.path)
    assert "B3" in before
    court.state.terrain_first = "wall"
    court.key("B")
    QTest.mouseClick(court.canvas, LEFT, pos=point(court, "B3"))
    court.settle()
    assert "B3" not in labels(court, court.path.line.path)
    assert court.path.panel.status.text() == "Up to date."
    court.key("Ctrl+Z")
    assert labels(court, court.path.line.path) == before


def test_while_the_worker_looks_the_last_path_stays_and_the_card_says_so(
    court: EditorDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    drag(court, "A1", "D4")
    jobs: list[Job] = []
    worker = court.session.worker
    monkeypatch.setattr(worker, "send", jobs.append)
    drag(court, "A1", "F5")
    panel = court.path.panel
    assert panel.ends.text() == "A1 to D4"
    assert panel.status.text() == "Computing…"
    worker.answered.emit(JobAnswer(jobs[-1].topic, jobs[-1].tag, jobs[-1].run()))
    assert panel.ends.text() == "A1 to F5"
    assert panel.status.text() == "Up to date."


def test_where_there_is_no_way_the_card_says_why(court: EditorDriver) -> None:
    drag(court, "A1", "B4")
    panel = court.path.panel
    assert panel.verdict.text() == "No path"
    (name, why) = panel.rows()[-1]
    assert name == "Reason"
    assert why == "Wall at B4 cannot be entered"
    assert panel.steps.isHidden()


def test_a_click_on_a_step_goes_there(court: EditorDriver) -> None:
    drag(court, "A1", "H8")
    court.workbench.zoom_in()
    table, canvas = court.path.panel.steps, court.canvas
    row = 4
    court.click(table, table.model().index(row, 1), LEFT)
    label = table.texts()[row][1].split()[0]
    assert canvas.hex_at(canvas.rect().center().toPointF()) == court.hex(label)


@pytest.mark.long
def test_the_card_names_hexes_in_the_style_of_the_map(court: EditorDriver) -> None:
    drag(court, "B2", "B3")
    court.key("Ctrl+Shift+L")
    assert court.workbench.preferred_labels is LabelStyle.NUMERIC
    assert court.path.panel.ends.text() == "0202 to 0203"
    assert court.path.panel.steps.texts()[0][1].startswith("0202")


@pytest.mark.long
def test_the_path_is_drawn_over_the_map(court: EditorDriver) -> None:
    canvas = court.canvas
    canvas.settle()
    before = canvas.grab().toImage()
    drag(court, "A6", "D6")
    hover(court, "J10")
    canvas.settle()
    after = canvas.grab().toImage()
    end = point(court, "D6") + QPoint(-9, 0)
    assert before.pixelColor(end) != after.pixelColor(end)
    away = point(court, "I8")
    assert before.pixelColor(away) == after.pixelColor(away)


@pytest.mark.long
def test_escape_takes_away_what_the_tool_in_hand_drew_first(court: EditorDriver) -> None:
    state, canvas = court.state, court.canvas
    drag(court, "A1", "D4")
    court.key("L")
    drag(court, "A6", "C7")
    court.key("4")
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert state.sight_line is None
    assert state.path_ends is not None
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert state.path_ends is None
    assert court.overlays.shown
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert court.overlays.shown == []


@pytest.mark.long
def test_escape_during_a_drag_puts_the_last_path_back(court: EditorDriver) -> None:
    drag(court, "A1", "D4")
    canvas = court.canvas
    QTest.mousePress(canvas, LEFT, pos=point(court, "E2"))
    QTest.mouseMove(canvas, point(court, "E3"))
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    QTest.mouseRelease(canvas, LEFT, pos=point(court, "E3"))
    assert court.path.panel.ends.text() == "A1 to D4"


def test_of_very_long_paths_the_card_lists_the_beginning(
    court: EditorDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairground.editor.features.path.step_table.MOST", 3)
    monkeypatch.setattr("fairground.editor.features.path.controller.MOST", 3)
    drag(court, "A1", "A6")
    panel = court.path.panel
    assert panel.steps.rowCount() == 3
    assert panel.more.text() == f"and {len(present(court.path.line.path).steps) - 3} more"


@pytest.mark.long
def test_the_options_of_one_tool_after_another_never_make_the_window_grow(court: EditorDriver) -> None:
    for key in ("B", "W", "Z", "W", "S", "W", "V", "L"):
        court.key(key)
        assert court.window.width() == 1280


# -- overlays -----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_third_fill_takes_the_place_of_the_one_that_is_not_pinned_and_a_notice_says_so(
    court: EditorDriver,
) -> None:
    analysis = court.analysis
    court.key("5")
    court.key("3")
    analysis.overlay_panel.parts["reach"].pin_button.click()
    court.key("4")
    assert [it.id for it in analysis.overlays.shown] == ["territory", "reach", "chokepoints"]
    court.key("2")
    assert [it.id for it in analysis.overlays.shown] == ["exposure", "reach", "chokepoints"]
    assert court.message.startswith('Turned off "Territory".')
    assert not court.actions["overlay.territory"].isChecked()
    shown = {name for name, it in analysis.overlay_panel.parts.items() if it.isVisible()}
    assert shown == {"exposure", "reach", "chokepoints"}


@pytest.mark.long
def test_keys_compare_then_and_now_and_flip_between_them(court: EditorDriver) -> None:
    actions, analysis = court.actions, court.analysis
    hover(court, "D5")
    court.key("4")
    analysis.overlays.pin("territory")
    court.key("3")
    assert not actions["compare.flip"].isEnabled()
    court.key("A")
    assert analysis.overlay_panel.compare.text.text() == "Compared with: the map when it was opened."
    hover(court, "H8")
    assert court.overlay_panel.parts["reach"].title.text() == "Reach from D5 (pinned)", (
        "what is compared stays where it is"
    )
    assert (
        court.overlay_panel.parts["territory"].comparison.text()
        == "Since the earlier state: no hex has changed."
    )
    before = court.overlay_panel.parts["territory"].legend_texts()
    court.state.terrain_first = "wall"
    court.key("B")
    drag(court, "E4", "E6")
    court.qtbot.waitUntil(lambda: all(it.is_current for it in analysis.overlays.shown))
    assert "-" in court.overlay_panel.parts["territory"].comparison.text()
    assert any(
        it.endswith("reached before, not now") for it in court.overlay_panel.parts["reach"].legend_texts()
    )
    canvas = court.canvas
    canvas.settle()
    now = canvas.grab().toImage()
    court.key("Shift+A")
    assert actions["compare.flip"].isChecked()
    assert court.overlay_panel.parts["territory"].sign.freshness.name == "EARLIER"
    assert [it.split(" (")[0] for it in court.overlay_panel.parts["territory"].legend_texts()] == before
    canvas.settle()
    assert canvas.grab().toImage() != now
    court.key("Shift+A")
    court.key("Alt+A")
    assert analysis.overlay_panel.compare.text.isHidden()
    assert court.overlay_panel.parts["territory"].comparison.isHidden()
    assert not actions["compare.drop"].isEnabled()


def test_keeping_a_moment_without_an_overlay_says_what_it_is_good_for(court: EditorDriver) -> None:
    court.key("A")
    assert court.message.startswith("State saved. ")
    assert court.state.pin is None
    court.key("4")
    assert (
        court.overlay_panel.parts["territory"].comparison.text()
        == "Since the earlier state: no hex has changed."
    )


@pytest.mark.long
def test_an_overlay_says_whether_it_is_of_now_and_what_it_leaves_out(
    court: EditorDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairground.editor.overlays.exposure.ExposureOverlay.most_whole", 50)
    court.key("2")
    exposure = court.overlay_panel.parts["exposure"]
    assert exposure.sign.freshness.name == "PARTIAL"
    assert exposure.sign.accessibleName() == "up to date, incomplete"
    assert exposure.left_out.text() == (
        "Incomplete: only hexes within 16 are checked. This board has 100 hexes; only boards of up to 50 are checked in full."
    )
    court.overlay_panel.range.setValue(3)
    court.qtbot.waitUntil(lambda: exposure.sign.freshness.name == "CURRENT")
    assert exposure.left_out.isHidden()
    jobs: list[Job] = []
    monkeypatch.setattr(court.session.worker, "send", jobs.append)
    court.state.terrain_first = "wall"
    court.key("B")
    QTest.mouseClick(court.canvas, LEFT, pos=point(court, "D5"))
    assert exposure.sign.freshness.name == "OLD"


@pytest.mark.long
def test_a_pointer_that_was_there_before_the_map_is_looked_from(court: EditorDriver) -> None:
    """The map is opened under a pointer that then stays where it is."""
    hover(court, "D5")
    court.key("Ctrl+W")
    court.open()
    at = court.canvas.hovered_hex
    assert at is not None
    court.key("3")
    assert court.overlay_panel.parts["reach"].title.text() == f"Reach from {court.scenario.board.label(at)}"


def test_a_key_shows_the_reach_from_the_pointer(court: EditorDriver) -> None:
    court.key("3")
    hover(court, "D5")
    found = reach(court.scenario, "D5")
    assert court.actions["overlay.reach"].isChecked()
    assert court.overlay_panel.parts["reach"].title.text() == "Reach from D5"
    assert (
        court.overlay_panel.parts["reach"].status.text()
        == "Scout, walk: 5 points a turn, 2 turns. Up to date."
    )
    assert f"in turn 1: {(found.turns == 1).sum()} hexes" in court.overlay_panel.parts["reach"].legend_texts()
    court.key("0")
    assert court.overlay_panel.isHidden()


@pytest.mark.long
def test_turns_and_mover_are_chosen_in_the_panel_and_shared_with_the_tool(court: EditorDriver) -> None:
    court.key("3")
    hover(court, "D5")
    panel = court.overlay_panel
    panel.turns.setValue(1)
    choose(court, panel.mover.unit_class, "Heavy")
    assert (
        court.overlay_panel.parts["reach"].status.text()
        == "Heavy, walk: 3 points a turn, 1 turn. Up to date."
    )
    assert court.options.path.mover.unit_class.currentText() == "Heavy · 3"
    assert not panel.range.isVisible()
    court.key("1")
    assert panel.range.isVisible()


@pytest.mark.long
def test_the_right_button_pins_the_reach(court: EditorDriver) -> None:
    QTest.mouseClick(court.canvas, RIGHT, pos=point(court, "D5"))
    court.settle()
    assert court.overlay_panel.parts["reach"].title.text() == "Reach from D5 (pinned)"
    hover(court, "G3")
    assert court.overlay_panel.parts["reach"].title.text() == "Reach from D5 (pinned)"
    court.key("P")
    assert court.overlay_panel.parts["reach"].title.text() == "Reach from G3"


@pytest.mark.long
def test_fan_and_reach_are_pinned_to_one_hex(court: EditorDriver) -> None:
    court.key("1")
    court.overlays.pin("fan")
    court.key("3")
    hover(court, "D5")
    court.key("P")
    hover(court, "G3")
    assert court.overlay_panel.parts["reach"].title.text() == "Reach from D5 (pinned)"
    assert court.overlay_panel.parts["fan"].title.text() == "Seen from D5 (pinned)"


@pytest.mark.long
def test_later_turns_have_other_colours(court: EditorDriver) -> None:
    court.state.mover = MoverChoice("assault", "walk")
    court.state.pin = court.hex("A6")
    court.settle()
    canvas = court.canvas
    canvas.settle()
    image = canvas.grab().toImage()
    off = QPoint(14, 14)
    near, later, beyond = (image.pixelColor(point(court, it) + off) for it in ("A7", "A9", "J3"))
    assert near.lightness() < later.lightness() < beyond.lightness()


@pytest.mark.long
def test_a_key_shows_the_territory(court: EditorDriver) -> None:
    court.key("4")
    counts = territory(court.scenario).counts()
    assert court.overlay_panel.parts["territory"].legend_texts()[:2] == [
        f"{court.scenario.zone_title(zone)}: {count} hexes" for zone, count in counts.items()
    ]
    assert court.overlay_panel.parts["territory"].status.text().endswith("Up to date.")
    canvas = court.canvas
    canvas.settle()
    image = canvas.grab().toImage()
    off = QPoint(5, 14)
    north, south = (image.pixelColor(point(court, it) + off) for it in ("A4", "A8"))
    assert north.blue() > north.red()
    assert south.red() > south.blue()


def test_a_key_shows_the_chokepoints(court: EditorDriver) -> None:
    court.key("5")
    cut = chokepoints(court.scenario).cuts[0]
    assert (
        court.overlay_panel.parts["chokepoints"].legend_texts()[0]
        == f"North's zone and South's zone: closed off by {cut.width} hexes"
    )
    court.key("5")
    assert court.overlays.shown == []


@pytest.mark.long
def test_far_away_an_overlay_is_one_image(court: EditorDriver) -> None:
    canvas = court.canvas
    court.state.pin = court.hex("F6")
    court.key("0")
    canvas.set_zoom(0.055)
    canvas.settle()
    before = canvas.grab().toImage()
    for key, name in (("3", "reach"), ("4", "territory"), ("5", "chokepoints")):
        court.key(key)
        canvas.settle()
        assert canvas.grab().toImage() != before, name
        court.key("0")
        canvas.settle()
        assert canvas.grab().toImage() == before, name


@pytest.mark.long
def test_they_follow_edits_and_say_when_they_are_old(
    court: EditorDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    court.key("4")
    jobs: list[Job] = []
    worker = court.session.worker
    monkeypatch.setattr(worker, "send", jobs.append)
    court.state.terrain_first = "wall"
    court.key("B")
    QTest.mouseClick(court.canvas, LEFT, pos=point(court, "D5"))
    assert court.overlay_panel.parts["territory"].status.text().endswith("Outdated; recalculating…")
    court.qtbot.waitUntil(lambda: any(job.topic == "territory" for job in jobs))
    job = jobs[-1]
    worker.answered.emit(JobAnswer(job.topic, job.tag, job.run()))
    assert court.overlay_panel.parts["territory"].status.text().endswith("Up to date.")
    assert load(court.folder / "ember-court.yaml") != court.scenario


# -- where there is nothing to show -------------------------------------------------------------------------


@pytest.mark.long
def test_without_two_zones_territory_says_why_not(court: EditorDriver) -> None:
    action = court.actions["overlay.territory"]
    assert action.isEnabled()
    zones = court.scenario.zones
    court.document.edit("Zones", [FieldPatch("zones", zones, zones[:1])])
    court.settle()
    assert not action.isEnabled()
    assert action.toolTip() == (
        "Territory needs deployment zones for two sides. Paint them with the zone tool."
    )
    assert court.docks.analysis.text.endswith(action.toolTip())
    court.key("Ctrl+Z")
    assert action.isEnabled()


@pytest.mark.long
def test_movement_is_there_where_lines_between_hexes_are_not(court: EditorDriver) -> None:
    before = court.scenario.ruleset
    court.document.edit("Rules", [FieldPatch("ruleset", before, type(before)("base-visibility"))])
    court.settle()
    actions = court.actions
    assert not actions["overlay.exposure"].isEnabled()
    for name in ("tool.path", "overlay.reach", "overlay.territory", "overlay.chokepoints", "hex.pin"):
        assert actions[name].isEnabled()
    hover(court, "D5")
    court.key("P")
    assert court.overlay_panel.parts["reach"].title.text() == "Reach from D5 (pinned)"
    assert court.options.path.mover.unit_class.currentText() == "Guard · 3"
    assert court.options.path.mover.danger.isHidden()


def test_the_panel_says_what_can_be_done_while_it_is_empty(court: EditorDriver) -> None:
    text = court.docks.analysis.text
    assert "Press W and choose two hexes to find the path" in text
    assert "3 shows how far a unit can move" in text
    drag(court, "A1", "D4")
    assert court.docks.analysis.text == ""
    assert not court.docks.analysis.visibleRegion().isEmpty()


@pytest.mark.long
def test_everything_in_the_panel_has_an_accessible_name(court: EditorDriver) -> None:
    drag(court, "A1", "D4")
    court.key("3")
    court.key("5")
    kinds = (QAbstractButton, QSpinBox, QComboBox)
    widgets = [it for kind in kinds for it in court.docks.analysis.findChildren(kind)]
    named = [it for it in widgets if it.isVisible() and it.objectName() != "qt_spinbox_lineedit"]
    assert len(named) >= 8
    assert all(it.accessibleName() for it in named)
    assert court.path.panel.steps.accessibleName() == "Steps"
