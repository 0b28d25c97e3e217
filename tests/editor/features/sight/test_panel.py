"""Sight in the window: by mouse on the map, by keys, and in the panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QSpinBox, QWidget

from fairground.core import load, sight
from fairground.core.grid.labels import LabelStyle
from fairground.core.sight.line.verdict import sight as line_sight
from fairground.editor.document.patches import FieldPatch
from fairground.editor.features.sight.text import describe_verdict
from fairground.editor.tools.sight import no_lines_between_hexes
from tests.core.movement.drawing import drawn
from tests.editor.board_view import LEFT, RIGHT, drag, hover, point
from tests.editor.insides import marked_sides

if TYPE_CHECKING:
    from tests.editor.editor_driver import EditorDriver


@pytest.fixture
def gardens(prompt_editor: EditorDriver) -> EditorDriver:
    """The exercise in lines of sight, with the sight tool in hand."""
    prompt_editor.open("sight-lines")
    prompt_editor.key("L")
    return prompt_editor


# -- the line -----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_blocked_line_is_told_with_its_reasons(gardens: EditorDriver) -> None:
    drag(gardens, "B2", "B4")
    panel = gardens.sight.panel
    assert panel.isVisible()
    assert panel.verdict.text() == "Not in sight"
    assert panel.ends.text() == "B2 to B4"
    assert panel.rows() == [("Range", "2 hexes")]
    found = load(gardens.folder / "sight-lines.yaml")
    reasons = sight(found, "B2", "B4").reasons
    assert panel.texts() == [f"{it.rule}  {it.text}" for it in reasons]
    assert len(reasons) > 2


@pytest.mark.long
def test_a_clear_line_tells_hindrance_and_cover_both_ways(gardens: EditorDriver) -> None:
    drag(gardens, "C9", "D10")
    panel = gardens.sight.panel
    assert panel.verdict.text() == "In sight"
    names = [name for name, _ in panel.rows()]
    assert names == ["Range", "Hindrance", "Cover"]
    assert any("from start to end" in text and "from end to start" in text for _, text in panel.rows())


def test_a_line_in_sight_says_whether_nothing_is_in_the_way_or_levels_do_not_count() -> None:
    plain, hill = (
        line_sight(drawn("penance-2.0", row), "A1", "C1")
        for row in ("clear clear clear", "clear clear@2 clear")
    )
    assert describe_verdict(plain) == "In sight: nothing in the way"
    assert describe_verdict(hill) == "In sight: levels are ignored"
    hindered = line_sight(drawn("hexside-ww2", "clear", "orchard", "clear"), "A1", "A3")
    assert describe_verdict(hindered) == "In sight"


@pytest.mark.long
def test_the_line_stays_while_one_paints_and_is_judged_anew(gardens: EditorDriver) -> None:
    drag(gardens, "B2", "B4")
    panel = gardens.sight.panel
    gardens.key("E")
    QTest.mouseClick(gardens.canvas, LEFT, pos=point(gardens, "C3"))
    gardens.settle()
    assert panel.verdict.text() == "In sight"
    gardens.key("Ctrl+Z")
    assert panel.verdict.text() == "Not in sight"


@pytest.mark.long
def test_a_click_on_a_reason_goes_there(gardens: EditorDriver) -> None:
    drag(gardens, "B2", "B4")
    panel, canvas = gardens.sight.panel, gardens.canvas
    for _ in range(5):
        gardens.workbench.zoom_in()
    canvas.centre_on(gardens.hex("L8"))
    assert not canvas.rect().contains(canvas.point_of(gardens.hex("C3")).toPoint())
    row = next(i for i, text in enumerate(panel.texts()) if "C3" in text)
    gardens.click(panel.reasons, panel.reasons.indexFromItem(panel.reasons.item(row)), LEFT)
    assert canvas.hex_at(canvas.rect().center().toPointF()) == gardens.hex("C3")


@pytest.mark.long
def test_a_reason_with_a_hexside_marks_it(gardens: EditorDriver) -> None:
    drag(gardens, "K2", "K4")
    panel, canvas = gardens.sight.panel, gardens.canvas
    row = next(i for i, text in enumerate(panel.texts()) if "Hedgerow" in text)
    told: list[object] = []
    panel.place_chosen.connect(told.append)
    panel.reasons.itemActivated.emit(panel.reasons.item(row))
    assert len(told) == 1
    assert marked_sides(canvas) == frozenset(told)


@pytest.mark.long
def test_keys_swap_the_ends_and_take_the_line_away(gardens: EditorDriver) -> None:
    actions, panel = gardens.actions, gardens.sight.panel
    assert not actions["sight.swap"].isEnabled()
    drag(gardens, "C9", "D10")
    before = panel.rows()
    gardens.key("Shift+L")
    assert panel.ends.text() == "D10 to C9"
    assert panel.rows() != before
    gardens.key("Alt+L")
    assert panel.isHidden()
    assert gardens.state.sight_line is None
    assert not actions["sight.clear"].isEnabled()


def test_escape_takes_the_line_away_and_then_the_overlays(gardens: EditorDriver) -> None:
    drag(gardens, "B2", "B4")
    gardens.key("1")
    canvas = gardens.canvas
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert gardens.state.sight_line is None
    assert gardens.overlays.shown
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert not gardens.overlays.shown


def test_escape_during_a_drag_puts_the_last_line_back(gardens: EditorDriver) -> None:
    drag(gardens, "B2", "B4")
    canvas = gardens.canvas
    QTest.mousePress(canvas, LEFT, pos=point(gardens, "E2"))
    QTest.mouseMove(canvas, point(gardens, "E4"))
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    QTest.mouseRelease(canvas, LEFT, pos=point(gardens, "E4"))
    assert gardens.sight.panel.ends.text() == "B2 to B4"


@pytest.mark.long
def test_the_panel_names_hexes_in_the_style_of_the_map(gardens: EditorDriver) -> None:
    drag(gardens, "B2", "B4")
    gardens.key("Ctrl+Shift+L")
    assert gardens.workbench.preferred_labels is LabelStyle.NUMERIC
    assert gardens.sight.panel.ends.text() == "0202 to 0204"


@pytest.mark.long
def test_the_panel_comes_to_the_front_with_a_line_and_says_what_to_do_without(gardens: EditorDriver) -> None:
    docks = gardens.docks
    assert docks.analysis.text.startswith("Press L and choose two hexes to check")
    docks.docks["hex"].raise_()
    drag(gardens, "B2", "B4")
    assert not docks.analysis.visibleRegion().isEmpty()
    assert docks.analysis.text == ""


@pytest.mark.long
def test_the_line_is_drawn_over_the_map(gardens: EditorDriver) -> None:
    canvas = gardens.canvas
    canvas.settle()
    before = canvas.grab().toImage()
    drag(gardens, "M9", "P6")
    hover(gardens, "A15")
    canvas.settle()
    after = canvas.grab().toImage()
    cross = point(gardens, "O7")
    colour = after.pixelColor(cross)
    assert colour.red() > 2 * colour.green()
    assert before.pixelColor(cross) != colour
    assert before.pixelColor(point(gardens, "V9")) == after.pixelColor(point(gardens, "V9"))


# -- heights ------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_heights_are_offered_where_the_classes_have_some(gardens: EditorDriver) -> None:
    options = gardens.options.sight
    assert options.heights.isHidden()
    scenario = gardens.scenario
    before = scenario.ruleset
    gardens.document.edit("Rules", [FieldPatch("ruleset", before, type(before)("megamek"))])
    gardens.settle()
    assert not options.heights.isHidden()
    drag(gardens, "C12", "F12")
    options.start.setValue(2)
    assert gardens.state.sight_heights == (2, 0)
    assert ("Heights", "2 at the start, 0 at the end") in gardens.sight.panel.rows()
    gardens.key("Shift+L")
    assert (options.start.value(), options.end.value()) == (0, 2)


# -- overlays -----------------------------------------------------------------------------------------------


def test_a_key_shows_the_fan_under_the_pointer_and_the_legend_says_what_it_means(
    gardens: EditorDriver,
) -> None:
    gardens.key("1")
    hover(gardens, "F9")
    sight = gardens.analysis
    part = sight.overlay_panel.parts["fan"]
    assert gardens.actions["overlay.fan"].isChecked()
    assert part.title.text() == "Seen from F9"
    assert part.legend_texts() == [
        "seen: 154 hexes",
        "not seen: 175 hexes",
        "seen, hindered",
        "target in cover",
    ]
    hover(gardens, "G9")
    assert part.title.text() == "Seen from G9"
    gardens.key("0")
    assert sight.overlay_panel.isHidden()
    assert not gardens.actions["overlay.fan"].isChecked()


@pytest.mark.long
def test_the_fan_is_pinned_by_key_and_by_the_right_button(gardens: EditorDriver) -> None:
    hover(gardens, "F9")
    gardens.key("P")
    part = gardens.overlay_panel.parts["fan"]
    assert part.title.text() == "Seen from F9 (pinned)"
    hover(gardens, "G3")
    assert part.title.text() == "Seen from F9 (pinned)"
    QTest.mouseClick(gardens.canvas, RIGHT, pos=point(gardens, "G3"))
    gardens.settle()
    assert part.title.text() == "Seen from G3 (pinned)"
    gardens.key("P")
    assert part.title.text() == "Seen from G3"


def test_the_veil_lies_over_what_is_not_seen(gardens: EditorDriver) -> None:
    canvas = gardens.canvas
    canvas.settle()
    before = canvas.grab().toImage()
    gardens.state.pin = gardens.hex("F9")
    gardens.settle()
    after = canvas.grab().toImage()
    seen, hidden = point(gardens, "G2") + QPoint(0, 5), point(gardens, "A6") + QPoint(0, 5)
    assert before.pixelColor(seen) == after.pixelColor(seen)
    assert after.pixelColor(hidden).lightness() < before.pixelColor(hidden).lightness() - 40


@pytest.mark.long
def test_far_away_the_veil_is_one_image(gardens: EditorDriver) -> None:
    canvas = gardens.canvas
    gardens.state.pin = gardens.hex("F9")
    canvas.set_zoom(0.055)
    canvas.settle()
    after = canvas.grab().toImage()
    gardens.key("0")
    canvas.settle()
    before = canvas.grab().toImage()
    hidden = point(gardens, "S14")
    assert after.pixelColor(hidden).lightness() < before.pixelColor(hidden).lightness() - 40


@pytest.mark.long
def test_the_exposure_is_counted_and_told_in_the_status_bar(gardens: EditorDriver) -> None:
    gardens.key("2")
    part = gardens.overlay_panel.parts["exposure"]
    assert part.status.text() == "How many hexes see each hex. Up to date."
    assert part.legend_texts()[0].endswith("safest: seen from the fewest hexes")
    hover(gardens, "F9")
    assert "seen by 154 hexes" in gardens.status.facts.text()
    gardens.key("2")
    hover(gardens, "F10")
    assert "seen by" not in gardens.status.facts.text()


def test_more_exposed_hexes_are_lighter(gardens: EditorDriver) -> None:
    gardens.key("2")
    canvas = gardens.canvas
    canvas.settle()
    image = canvas.grab().toImage()
    off = QPoint(0, 5)
    safe, exposed = (image.pixelColor(point(gardens, it) + off).lightness() for it in ("A1", "J9"))
    assert safe + 60 < exposed


@pytest.mark.long
def test_the_range_is_set_in_the_panel(gardens: EditorDriver) -> None:
    gardens.key("1")
    hover(gardens, "F9")
    gardens.overlay_panel.range.setValue(2)
    gardens.settle()
    part = gardens.overlay_panel.parts["fan"]
    assert part.status.text().endswith("within 2. Up to date.")
    assert "out of range" in part.legend_texts()
    gardens.overlay_panel.range.setValue(0)
    assert gardens.state.sight_range is None


def test_a_button_in_the_panel_hides_an_overlay(gardens: EditorDriver) -> None:
    gardens.key("1")
    QTest.mouseClick(gardens.overlay_panel.parts["fan"].close_button, LEFT)
    assert gardens.overlays.shown == []


def test_the_layers_panel_has_a_switch_for_each_overlay(gardens: EditorDriver) -> None:
    rows = gardens.docks.overlays
    assert list(rows.buttons)[:5] == ["fan", "exposure", "reach", "territory", "chokepoints"]
    rows.buttons["exposure"].click()
    assert [it.id for it in gardens.overlays.shown] == ["exposure"]
    assert rows.buttons["exposure"].isChecked()


# -- rulesets without lines between hexes -------------------------------------------------------------------


@pytest.mark.long
def test_rulesets_of_bases_say_why_there_is_no_exposure_of_hexes(gardens: EditorDriver) -> None:
    gardens.key("2")
    drag(gardens, "B2", "B4")
    before = gardens.scenario.ruleset
    gardens.document.edit("Rules", [FieldPatch("ruleset", before, type(before)("base-visibility"))])
    gardens.settle()
    sentence = no_lines_between_hexes(gardens.scenario)
    actions, sight = gardens.actions, gardens.sight
    assert not actions["overlay.exposure"].isEnabled()
    assert actions["overlay.exposure"].toolTip() == sentence
    assert gardens.overlays.shown == []
    # The line runs from base to base now.
    assert sight.line.sight is None
    assert sight.line.base_sight is not None
    assert sight.panel.rows()[0][0] == "Distance"
    gardens.key("Ctrl+Z")
    assert actions["overlay.exposure"].isEnabled()
    assert sight.line.base_sight is None
    assert sight.panel.rows() == [("Range", "2 hexes")]


def test_everything_in_the_panel_has_an_accessible_name(gardens: EditorDriver) -> None:
    drag(gardens, "B2", "B4")
    gardens.key("1")
    gardens.key("2")
    panel: QWidget = gardens.docks.analysis
    widgets = [*panel.findChildren(QAbstractButton), *panel.findChildren(QSpinBox)]
    assert len(widgets) >= 5
    assert all(it.accessibleName() for it in widgets)
    assert gardens.sight.panel.reasons.accessibleName() == "Reasons"
