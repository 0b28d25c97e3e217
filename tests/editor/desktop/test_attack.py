"""Arcs and attacks in a real window, by mouse and keys alone.

With a folder in ``FAIRGROUND_LOOKS`` pictures of it, light and dark, are put there: ``make looks``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.editor.desktop.conftest import Editor

# Real windows and one mouse each: not beside one another.
pytestmark = [pytest.mark.xdist_group("desktop"), pytest.mark.long]

SCENARIO = Path(__file__).parents[3] / "scenarios" / "twin-stones.yaml"
#: Two units of different sides that see each other.
UNIT, OTHER = "B3", "H6"


def test_a_unit_turns_and_attacks_and_is_attacked(open_editor: Callable[..., Editor], path: Path) -> None:
    editor = open_editor(str(path))
    editor.wait(lambda: editor.state()["document"] == path.name, "the map")

    sides(editor)
    attacks(editor)
    assert editor.steps() == [0, 1]
    assert editor.state()["dirty"] is False
    assert editor.quit() == 0


def sides(editor: Editor) -> None:
    """Select a unit, which shows its sides; take it in hand and turn it, and turn it back."""
    editor.keys("l")
    editor.drag("A1", "A2")
    editor.wait(lambda: editor.shows("In sight"), "the panel in front")
    editor.keys("alt+l", "s")
    editor.click("hex", UNIT)
    editor.wait(lambda: editor.shows("Front and sides of Scout"), "the legend of its sides")
    assert editor.shows("edge of the front arc, through sides 1, 2, 6")
    editor.picture("90-sides-of-a-unit")
    editor.keys("shift+k")
    editor.wait(lambda: not editor.shows("Front and sides of "), "no sides")
    editor.keys("shift+k", "u")
    editor.click("hex", UNIT)
    editor.keys("r")
    editor.wait(lambda: editor.steps() == [1, 1], "the turn")
    editor.picture("91-sides-of-a-unit-that-turned")
    editor.keys("ctrl+z")
    editor.wait(lambda: editor.steps() == [0, 1], "the turn back")


def attacks(editor: Editor) -> None:
    """Draw a line to another unit, and see what becomes of both attacks as they move, and with other weapons."""
    editor.keys("l")
    editor.drag(UNIT, OTHER)
    editor.wait(lambda: editor.shows("or more on 2d6"), "the attacks")
    assert editor.ask("item", "In sight: ")
    assert editor.ask("item", "In arc: ")
    editor.picture("92-an-attack")

    # What the two do, and the weapon, by typing.
    before = verdicts(editor)
    editor.click("widget", "Weapon damage")
    editor.keys("ctrl+a")
    editor.type("4")
    editor.keys("Return")
    editor.wait(lambda: editor.shows(" applied"), "the damage done")
    editor.click("widget", "Attacker and target details")
    editor.click("widget", "Moved at the end of the line")
    editor.keys("ctrl+a")
    editor.type("7")
    editor.keys("Return")
    editor.wait(lambda: verdicts(editor) != before, "another chance")
    editor.picture("93-an-attack-on-who-moved")

    # The other way about, in the dark; then away with it, and back to what is usual.
    told = verdicts(editor)
    # Letters are text until the map has the focus again.
    editor.keys("alt+0", "shift+l", "ctrl+shift+d")
    editor.wait(lambda: verdicts(editor) == told[::-1], "both exchanged")
    editor.picture("94-an-attack-in-the-dark")
    editor.keys("alt+shift+d")
    editor.wait(lambda: not editor.shows(" applied"), "the usual attack")
    editor.keys("shift+d")
    editor.wait(lambda: not editor.shows("or more on 2d6"), "no attack")
    editor.keys("shift+d", "Escape")
    editor.wait(lambda: not editor.shows("In sight"), "no line")


def verdicts(editor: Editor) -> list[str]:
    """Return the verdicts that are shown, in order."""
    return [text for text in editor.ask("texts") if "or more on" in text]
