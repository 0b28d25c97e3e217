"""Fairness in the window: the panel by mouse and keys, its hexes on the map, the earlier state, suggestions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from fairground.core import fairness
from fairground.core.scenario.fairness_titles_and_limits import Verdict
from fairground.core.text.wording import hex_count
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch
from fairground.editor.features.fairness import measure_list as fairness_list
from fairground.editor.features.fairness import measuring as measuring_module
from fairground.editor.features.fairness import suggestions_job as remedies_module
from fairground.editor.widgets.legend_rows import Freshness
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from fairground.editor.features.fairness.measure_rows import MeasureRow
    from fairground.editor.features.fairness.panel import FairnessPanel
    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton
GREEN = "Green in all 9 deciding measures."
#: Walls before the northern zone, so that the south gets more of the board.
FAULT = ("C3", "D3", "E3", "F3", "G3")


def wall(editor: EditorDriver, *labels: str) -> None:
    board = editor.scenario.board
    walls = next(at for at, entry in enumerate(board.palette) if entry.kinds == ("wall",))
    mask = board.mask(tuple(map(editor.hex, labels)))
    editor.document.edit("Wall", [cell_patch(board, BoardLayer.TERRAIN, mask, walls)])


def panel(editor: EditorDriver) -> FairnessPanel:
    return editor.fairness.panel


def measured(editor: EditorDriver) -> None:
    """Wait until the report is as of now."""
    editor.qtbot.waitUntil(lambda: editor.fairness.measuring.is_current)
    editor.settle()


def row(editor: EditorDriver, measure: str) -> MeasureRow:
    return next(it for it in panel(editor).list.rows if it.rating.id == measure)


def click(editor: EditorDriver, measure: str) -> None:
    view = panel(editor).list
    item = present(view.item_of(measure))
    view.scrollToItem(item)
    QTest.mouseClick(view.viewport(), LEFT, pos=view.visualItemRect(item).center())
    editor.settle()


@pytest.fixture
def court(prompt_editor: EditorDriver, monkeypatch: pytest.MonkeyPatch) -> EditorDriver:
    """An arena with the panel in front."""
    monkeypatch.setattr(measuring_module, "_REST", 60)
    monkeypatch.setattr(measuring_module, "_IDLE", 20)
    monkeypatch.setattr(remedies_module, "_SECONDS", 0.3)
    prompt_editor.open("ember-court")
    prompt_editor.qtbot.waitUntil(lambda: prompt_editor.has_all_features)
    return prompt_editor


@pytest.mark.long
def test_a_planted_fault_is_red_its_hexes_lie_over_the_map_and_a_suggestion_is_undone_in_one_step(
    court: EditorDriver,
) -> None:
    assert not court.fairness.measuring.is_waiting, "nothing is measured while nobody looks"
    court.dock("fairness").raise_()
    measured(court)
    assert panel(court).verdict.text() == GREEN
    assert panel(court).advantage.text().startswith("Advantage not estimated: the model was fitted on")
    assert panel(court).status.text() == "Fairness: up to date"
    assert {it.band for it in panel(court).list.rows} == {Verdict.GREEN, None}
    court.key("A")
    wall(court, *FAULT)
    assert panel(court).status.text().startswith("Fairness: outdated")
    court.qtbot.waitUntil(lambda: all(it.is_old for it in panel(court).list.rows))
    measured(court)
    assert not any(it.is_old for it in panel(court).list.rows)
    _says_what_is_wrong(court)
    _shows_the_hexes(court)
    _goes_back_to_then(court)
    _suggests(court)
    court.key("Alt+A")
    measured(court)
    assert not row(court, "territory").change


@pytest.mark.long
def test_a_map_with_errors_is_judged_only_on_request_and_never_green(court: EditorDriver) -> None:
    court.dock("fairness").raise_()
    measured(court)
    wall(court, court.scenario.board.label(court.scenario.units[0].hex))
    court.qtbot.waitUntil(lambda: panel(court).verdict.text().startswith("Not judged: 1 error: "))
    assert panel(court).sign.isHidden()
    assert panel(court).list.isHidden()
    court.key("Ctrl+Alt+E")
    court.qtbot.waitUntil(lambda: panel(court).verdict.text().startswith("Despite 1 error: "))
    measured(court)
    assert panel(court).list.rows
    assert panel(court).sign.accessibleName() == "not judged"
    court.key("Ctrl+Alt+E")
    court.qtbot.waitUntil(lambda: panel(court).verdict.text().startswith("Not judged: 1 error: "))


def _says_what_is_wrong(court: EditorDriver) -> None:
    territory = row(court, "territory")
    assert territory.band is Verdict.RED
    assert panel(court).list.rows[0].band is Verdict.RED, "the worst come first"
    assert panel(court).verdict.text().startswith("Red because of territory")
    assert [(bar.party, bar.text) for bar in territory.bars] == [
        ("North", "48 → 37"),
        ("South", "48 → 50"),
    ]
    assert territory.change == "worse: 0% → 26% apart"
    assert territory.better is False
    assert panel(court).earlier.text() == "Earlier verdict: green."


def _shows_the_hexes(court: EditorDriver) -> None:
    overlay = court.fairness.overlay
    click(court, "territory")
    blamed = next(it for it in fairness(court.scenario).measures if it.id == "territory").hexes
    assert overlay.is_on
    assert court.actions["overlay.fairness"].isChecked()
    assert (present(overlay.behind).hexes.mask() == court.scenario.board.mask(blamed)).all()
    assert overlay.status == f"{hex_count(len(blamed))} involved, up to date."
    assert (
        panel(court).card.hexes.text() == f"{hex_count(len(blamed))} involved · higher is better for a side"
    )
    assert not court.dock("fairness").visibleRegion().isEmpty(), "it stays in front"


def _goes_back_to_then(court: EditorDriver) -> None:
    court.key("Shift+A")
    assert panel(court).verdict.text() == f"Earlier state. {GREEN}"
    assert court.fairness.overlay.freshness is Freshness.EARLIER
    assert not court.actions["fairness.explain"].isEnabled()
    court.key("Shift+A")
    assert panel(court).verdict.text().startswith("Red")


def _suggests(court: EditorDriver) -> None:
    overlay, card = court.fairness.overlay, panel(court).card
    figure = row(court, "territory").rating.figure
    court.key("Shift+E")
    court.qtbot.waitUntil(lambda: bool(card.apply_buttons))
    assert 1 <= len(card.apply_buttons) <= 3
    QTest.mouseClick(card.show_buttons[0], LEFT)
    assert overlay.suggested is not None
    steps, before = court.steps, court.scenario.board.terrain.copy()
    # What a suggestion changes may be locked.
    court.state.locked_layers = frozenset(("terrain", "elevation", "zones"))
    QTest.mouseClick(card.apply_buttons[0], LEFT)
    assert court.steps == steps
    assert "layer is locked" in court.message
    court.state.locked_layers = frozenset()
    QTest.mouseClick(card.apply_buttons[0], LEFT)
    assert court.steps == steps + 1
    assert overlay.suggested is None
    assert not card.apply_buttons, "they were for another state"
    measured(court)
    assert row(court, "territory").rating.figure < figure
    court.key("Ctrl+Z")
    assert (court.scenario.board.terrain == before).all()


@pytest.mark.long
def test_keys_lead_through_the_list_and_the_filters_hold(court: EditorDriver) -> None:
    actions, overlay = court.actions, court.fairness.overlay
    wall(court, *FAULT)
    # The overlay's key brings the panel to the front and chooses the worst measure.
    court.key("6")
    measured(court)
    view = panel(court).list
    assert not court.dock("fairness").visibleRegion().isEmpty()
    assert overlay.is_on
    assert view.chosen_row is view.rows[0]
    assert overlay.heading == f"Fairness: {view.rows[0].title}"
    QTest.keyClick(view, Qt.Key.Key_Down)
    court.settle()
    assert view.chosen_row.rating.id != view.rows[0].rating.id
    assert present(overlay.behind).title == view.chosen_row.title
    QTest.keyClick(view, Qt.Key.Key_Escape)
    court.settle()
    assert view.chosen_row is None
    assert not overlay.is_on

    every = len(view.rows)
    court.key("Shift+O")
    assert {it.band for it in view.rows} <= {Verdict.RED, Verdict.AMBER}
    assert 0 < len(view.rows) < every
    court.key("Shift+O")
    assert len(view.rows) == every

    # Of shooting at one range there is one variant, and for one class none.
    exposed = row(court, "exposure-after-move")
    assert len(exposed.variants) > 4
    view.choose("exposure-after-move")
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.item_of("exposure-after-move").isExpanded()
    box = panel(court).range_band
    while box.value != "close":
        QTest.keyClick(box, Qt.Key.Key_Down)
    court.settle()
    assert {it.rating.range_band for it in row(court, "exposure-after-move").variants} == {"close"}
    QTest.keyClick(panel(court).whom, Qt.Key.Key_Down)
    measured(court)
    assert {it.rating.classes for it in view.rows} == {("scout",), ()}
    assert not row(court, "exposure-after-move").variants

    # With one zone there is nothing to compare, and that is said.
    zones = court.scenario.zones
    court.document.edit("One zone", [FieldPatch("zones", zones, zones[:1])])
    told = "Fairness needs deployment zones for two sides. Paint them with the zone tool."
    court.qtbot.waitUntil(lambda: panel(court).verdict.text() == told)
    assert not view.isVisible()
    assert not actions["overlay.fairness"].isEnabled()


@pytest.mark.long
def test_the_list_is_drawn_at_any_width_and_names_every_row(court: EditorDriver) -> None:
    court.dock("fairness").raise_()
    wall(court, *FAULT)
    measured(court)
    view = panel(court).list
    assert isinstance(view, fairness_list.FairnessList)
    model = view.model()
    headings = [model.index(group, 0) for group in range(model.rowCount())]
    spoken = [
        model.index(at, 0, heading).data(Qt.ItemDataRole.AccessibleTextRole)
        for heading in headings
        for at in range(model.rowCount(heading))
    ]
    assert len(spoken) == len(view.rows)
    assert any(it.startswith("Territory: red, unfair; 26% apart; North 37, South 50") for it in spoken)
    high = {}
    for wide in (170, 288, 500):
        view.setFixedWidth(wide)
        court.settle()
        item = view.item_of("nearest-objective")
        assert item is not None
        high[wide] = view.visualItemRect(item).height()
        assert not view.grab().isNull()
    assert high[170] > high[500], "the figure has a line of its own where there is no room"


@pytest.mark.long
def test_the_chosen_measure_stays_in_view_when_the_order_changes(court: EditorDriver) -> None:
    court.dock("fairness").raise_()
    measured(court)
    view = panel(court).list
    view.choose(view.rows[0].rating.id)
    court.settle()
    chosen = present(view.chosen_row)
    view.show_rows({"The other way round": tuple(reversed(view.rows))})
    court.settle()
    assert present(view.chosen_row).rating.key == chosen.rating.key
    assert view.viewport().rect().intersects(view.visualItemRect(present(view.currentItem())))
