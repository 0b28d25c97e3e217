from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from fairground.editor.features.analysis.overlay_cards import OverlayCards, overlay_picture
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton
OVERLAYS = ("fan", "exposure", "reach", "territory", "chokepoints", "fairness")


def cards(editor: EditorDriver) -> OverlayCards:
    editor.qtbot.waitUntil(lambda: editor.has_analysis)
    editor.docks.open("analysis")
    editor.settle()
    return present(editor.docks.analysis.findChild(OverlayCards))


def test_the_empty_panel_has_a_button_for_each_overlay(court: EditorDriver) -> None:
    shown = cards(court)
    assert tuple(shown.buttons) == OVERLAYS
    assert shown.isVisible()
    for name, button in shown.buttons.items():
        assert button.accessibleName() == court.actions[f"overlay.{name}"].iconText()
        assert button.width() >= button.sizeHint().width()
    QTest.mouseClick(shown.buttons["exposure"], LEFT)
    assert court.overlays["exposure"].is_on
    assert not shown.isVisible()
    court.key("0")
    assert not court.overlays["exposure"].is_on
    assert shown.isVisible()


def test_a_button_without_a_use_says_why(court: EditorDriver) -> None:
    shown = cards(court)
    court.actions.allow("overlay.territory", "The map has no zones.")
    assert not shown.buttons["territory"].isEnabled()
    assert shown.buttons["territory"].toolTip() == "The map has no zones."


@pytest.mark.usefixtures("qapp")
def test_each_picture_is_its_own() -> None:
    pictures = [overlay_picture(name, 2.0).toImage() for name in OVERLAYS]
    for at, picture in enumerate(pictures):
        assert picture.width() == 136
        assert all(picture != other for other in pictures[at + 1 :])
