"""The legend of the overlays on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QLabel

from tests.editor.board_view import hover
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from fairground.editor.features.analysis.map_legend import OverlayLegend
    from tests.editor.editor_driver import EditorDriver


@pytest.fixture
def court(prompt_editor: EditorDriver) -> EditorDriver:
    prompt_editor.open("ember-court")
    return prompt_editor


def legend(editor: EditorDriver) -> OverlayLegend:
    return editor.analysis.map_legend


def point_at_entry(editor: EditorDriver, name: str, row: int, kind: QEvent.Type = QEvent.Type.Enter) -> None:
    """Move the pointer onto a text of the legend, or off it."""
    rows = legend(editor).sections[name].rows
    widget = present(present(rows.itemAtPosition(row, 1)).widget())
    QApplication.sendEvent(widget, QEvent(kind))
    editor.settle()


def test_an_overlay_has_its_legend_with_units_on_the_map(court: EditorDriver) -> None:
    court.key("2")
    card = legend(court)
    assert card.isVisible()
    section = card.sections["exposure"]
    assert section.title.text() == "Exposure (hexes that see it)"
    assert section.rows.words()[0].endswith("safest: seen from the fewest hexes")
    canvas = court.canvas.rect()
    assert canvas.contains(card.geometry())
    assert card.geometry().right() > canvas.center().x()
    card.fold.click()
    assert section.isHidden()
    card.fold.click()
    court.key("0")
    assert card.isHidden()


def test_an_entry_under_the_pointer_outlines_its_hexes(court: EditorDriver) -> None:
    court.key("2")
    overlays = court.analysis.overlays
    counts = present(overlays["exposure"].latest)
    point_at_entry(court, "exposure", 0)
    mask = present(overlays.highlighted)
    is_board = ~court.scenario.board.void
    assert mask.any()
    assert counts[mask].max() < counts[is_board & ~mask].min()
    point_at_entry(court, "exposure", 0, QEvent.Type.Leave)
    assert overlays.highlighted is None


def test_the_entries_of_the_exposure_are_about_every_hex_once(court: EditorDriver) -> None:
    court.key("2")
    overlay = court.analysis.overlays["exposure"]
    masks = [present(overlay.hexes_about(it.about)) for it in overlay.legend()]
    assert np.array_equal(np.sum(masks, axis=0), (~court.scenario.board.void).astype(int))


def test_the_value_under_the_pointer_is_in_the_legend_and_the_status_bar(court: EditorDriver) -> None:
    court.key("4")
    hover(court, "A1")
    overlay = court.analysis.overlays["territory"]
    text = overlay.describe_hex(court.scenario.board.parse("A1"))
    assert text.endswith("is first")
    assert legend(court).value.text() == f"A1: {text}"
    court.key("2")
    hover(court, "C3")
    assert legend(court).value.text().startswith("C3: seen by ")


def test_a_pinned_overlay_stays_beside_the_next(court: EditorDriver) -> None:
    court.key("2")
    court.key("4")
    assert [it.id for it in court.analysis.overlays.shown] == ["territory"]
    assert court.message == 'Turned off "Exposure". Pin an overlay to keep it on with the next one.'
    court.analysis.overlay_panel.parts["territory"].pin_button.click()
    court.key("2")
    assert {it.id for it in court.analysis.overlays.shown} == {"territory", "exposure"}
    assert not legend(court).sections["territory"].isHidden()


def cut_off(card: OverlayLegend) -> list[str]:
    """Return the texts of the card that have less height than they need."""
    labels = [it for it in card.findChildren(QLabel) if it.isVisible() and it.text()]
    return [it.text() for it in labels if it.height() < it.heightForWidth(it.width())]


def test_a_longer_text_is_shown_whole(court: EditorDriver, qtbot: QtBot) -> None:
    court.key("2")
    card = legend(court)
    assert cut_off(card) == []
    card.sections["exposure"].title.setText("A heading that needs several lines of the card, " * 3)
    qtbot.waitUntil(lambda: card.height() == card.heightForWidth(card.width()) and cut_off(card) == [])
