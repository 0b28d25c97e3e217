"""The recipe for an overlay in CONTRIBUTING.md: one description, for the window and for pictures."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
import pytest
from click.testing import CliRunner, Result
from PySide6.QtWidgets import QLabel, QMenu

from fairground.core.cli.command_group import fairground
from fairground.core.files import save
from fairground.core.grid.layout import Layout
from fairground.core.pictures import overlay_list
from fairground.core.pictures.board_overlay import HexLook, MeasuredOverlay
from fairground.core.scenario.blank import blank_scenario
from fairground.editor.app import actions
from fairground.editor.shell import main_window
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario
    from tests.editor.editor_driver import EditorDriver


class EdgeOverlay(MeasuredOverlay):
    """Shows the hexes at the edge of the board."""

    id = "edge-hexes"
    title = "Edge hexes"
    looks = (HexLook("edge", "at the edge", fill="#a02020", opacity=0.5),)

    @classmethod
    def measure(cls, scenario: Scenario) -> NDArray[np.integer]:
        """Return 1 at the edge."""
        kinds = np.ones(scenario.board.terrain.shape, np.int64)
        kinds[1:-1, 1:-1] = 0
        return kinds


ACTION = "  overlay.edge-hexes: {text: Edge, tip: Show the edge, keys: [Ctrl+Alt+Shift+F11], icon: fan}\n"


@pytest.fixture
def with_overlay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the overlay as its recipe says, before the window is made."""
    every = (*overlay_list.shipped_overlays(), EdgeOverlay)
    monkeypatch.setattr(overlay_list, "shipped_overlays", lambda: every)
    text = (files("fairground.resources") / "keymap.yaml").read_text("utf-8")
    keymap = actions.load_keymap(text.replace("  overlay.none:", f"{ACTION}  overlay.none:").encode())
    monkeypatch.setattr(main_window, "load_keymap", lambda: keymap)


@pytest.mark.usefixtures("with_overlay", "worker_here")
def test_an_extra_overlay_is_in_menu_and_panel_and_under_its_key(request: pytest.FixtureRequest) -> None:
    court: EditorDriver = request.getfixturevalue("court")
    window = court.window
    action = court.actions["overlay.edge-hexes"]
    menus = [menu for menu in window.menuBar().actions() if menu.text() == "A&nalysis"]
    assert action in of_type(menus[0].menu(), QMenu).actions()
    court.key("Ctrl+Alt+Shift+F11")
    overlay = court.overlays["edge-hexes"]
    assert overlay.is_on
    court.qtbot.waitUntil(lambda: bool(overlay.legend()))
    assert overlay.legend()[0].words.startswith("at the edge: ")
    texts = [it.text() for it in court.overlay_panel.findChildren(QLabel)]
    assert overlay.heading in texts
    assert overlay.legend()[0].words in texts


def draw(tmp_path: Path, overlay: str) -> tuple[Result, Path]:
    """Return the result of the command line, and the picture that it was to write."""
    scenario, picture = tmp_path / "plain.yaml", tmp_path / "plain.svg"
    save(blank_scenario("Plain", layout=Layout.ODD_Q, size=(5, 4), ruleset="penance-2.0"), scenario)
    command = ["show", str(scenario), "-o", str(picture), "--overlay", overlay]
    return CliRunner().invoke(fairground, command), picture


@pytest.mark.usefixtures("with_overlay")
def test_an_extra_overlay_is_in_pictures_with_its_legend(tmp_path: Path) -> None:
    result, picture = draw(tmp_path, "edge-hexes")
    assert result.exit_code == 0, result.output
    text = picture.read_text("utf-8")
    assert 'data-edge-hexes="edge"' in text
    assert "at the edge: 14 hexes" in text


def test_an_unknown_overlay_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    result, picture = draw(tmp_path, "edge")
    assert not picture.exists()
    assert (
        "unknown overlay 'edge'. Known overlays: territory, exposure, chokepoints, stays, shots, deaths."
        in result.output
    )
