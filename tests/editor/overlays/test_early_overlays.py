"""Keys for overlays, pressed before there is an overlay."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fairground.editor.session.session import Session
from fairground.editor.shell.main_window import MainWindow
from tests.editor.editor_driver import WindowParts

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

SCENARIO = Path(__file__).parents[3] / "scenarios" / "ember-court.yaml"


def test_an_overlay_comes_though_its_key_was_before_the_map_was_drawn(
    qapp: QApplication, qtbot: QtBot
) -> None:
    session = Session(qapp)
    window = MainWindow(session)
    qtbot.addWidget(window)
    window.show()
    session.open(SCENARIO)
    parts = WindowParts(window)
    assert not parts.has_analysis
    territory = parts.actions["overlay.territory"]
    territory.trigger()
    qtbot.waitUntil(lambda: parts.has_analysis)
    overlay = parts.overlays["territory"]
    assert territory.isChecked()
    assert overlay.is_on
    territory.trigger()
    assert not overlay.is_on
    session.end()
