"""The recipe for an overlay in CONTRIBUTING.md: a class, a line in the registry and an action in the keymap."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QLabel, QMenu

from fairground.editor.app import actions
from fairground.editor.overlays import registry
from fairground.editor.overlays.territory import TerritoryOverlay
from fairground.editor.shell import main_window
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from tests.editor.editor_driver import EditorDriver


class GroundOverlay(TerritoryOverlay):
    """Shows what the territory shows, under another name."""

    id = "ground"
    title = "Ground"


ACTION = (
    "  overlay.ground: {text: Ground, tip: Show ground from a test, keys: [Ctrl+Alt+Shift+F11], icon: fan}\n"
)


@pytest.fixture
def with_overlay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the overlay as its recipe says, before the window is made."""
    monkeypatch.setattr(registry, "OVERLAYS", (*registry.OVERLAYS, GroundOverlay))
    text = (files("fairground.resources") / "keymap.yaml").read_text("utf-8")
    keymap = actions.load_keymap(text.replace("  overlay.none:", f"{ACTION}  overlay.none:").encode())
    monkeypatch.setattr(main_window, "load_keymap", lambda: keymap)


@pytest.mark.usefixtures("with_overlay", "worker_here")
def test_an_extra_overlay_is_in_menu_and_panel_and_under_its_key(request: pytest.FixtureRequest) -> None:
    court: EditorDriver = request.getfixturevalue("court")
    window = court.window
    action = court.actions["overlay.ground"]
    menus = [menu for menu in window.menuBar().actions() if menu.text() == "A&nalysis"]
    assert action in of_type(menus[0].menu(), QMenu).actions()
    court.key("Ctrl+Alt+Shift+F11")
    overlay = court.overlays["ground"]
    assert overlay.is_on
    court.qtbot.waitUntil(lambda: overlay.status != "")
    assert any(it.text() == overlay.heading for it in court.overlay_panel.findChildren(QLabel))
