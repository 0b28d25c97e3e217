"""What-ifs in a real window, by mouse and keys alone: a wall falls, smoke drifts, rounds pass; left, and taken over.

With a folder in ``FAIRGROUND_LOOKS`` pictures of it, light and dark, are put there: ``make looks``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.editor.desktop.conftest import Editor

# Real windows and one mouse each: not beside one another.
pytestmark = [pytest.mark.xdist_group("desktop"), pytest.mark.long]

SCENARIO = Path(__file__).parents[3] / "scenarios" / "ember-court.yaml"


def ask_more(editor: Editor) -> None:
    """Smoke by a drag, a round with a seed that is typed, and rain; and the map itself, for comparison."""
    editor.keys("alt+q")
    editor.drag("E8", "F8", "G8")
    editor.wait(lambda: editor.shows("smoke at"), "the smoke")
    editor.click("widget", "Dice seed")
    editor.keys("ctrl+a")
    editor.type("41")
    editor.keys("Return")
    editor.click("widget", "End round")
    editor.wait(lambda: editor.shows("1 round passed"), "the round")
    editor.keys("shift+q")
    editor.wait(lambda: editor.shows("weather rain"), "the rain")
    editor.picture("82-what-if-smoke-round-rain")
    editor.keys("ctrl+z")
    editor.wait(lambda: not editor.shows("weather rain"), "fair weather")
    editor.keys("shift+a")
    editor.wait(lambda: editor.shows("showing the current map for comparison"), "the map itself")
    editor.picture("83-what-if-the-map-itself")
    editor.keys("shift+a")


def test_a_wall_falls_smoke_goes_up_rounds_pass_and_the_map_stays(
    open_editor: Callable[..., Editor], path: Path
) -> None:
    editor = open_editor(str(path))
    editor.wait(lambda: editor.state()["document"] == path.name, "the map")

    # A line that a wall blocks, and how many see each hex.
    editor.keys("l")
    editor.drag("B6", "E6")
    editor.wait(lambda: editor.shows("Not in sight"), "the blocked line")
    editor.keys("2")
    editor.wait(lambda: editor.shows("Up to date."), "the exposure")

    # The wall falls: the line is clear, and every answer says what it is of.
    editor.keys("q")
    editor.wait(lambda: editor.shows("no changes yet"), "the bar")
    editor.click("hex", "C6")
    editor.wait(lambda: editor.shows("destroy C6") and editor.shows("In sight"), "the clear line")
    editor.wait(
        lambda: editor.shows("For the what-if.") and editor.shows("Since the earlier state"), "both states"
    )
    editor.picture("80-what-if-a-wall-falls")

    # What cannot be is told with its reason.
    editor.click("hex", "F8")
    editor.wait(lambda: editor.shows("F8"), "the reason")
    editor.picture("81-what-if-not-there")

    ask_more(editor)

    # No brush here; Escape leaves, and all is as it was.
    editor.keys("b")
    editor.wait(lambda: editor.shows("Brush cannot be used in a what-if"), "why not")
    editor.keys("Escape")
    editor.wait(lambda: editor.shows("the map is unchanged") and editor.shows("Not in sight"), "the map")
    assert editor.steps() == [0, 0]
    assert editor.state()["dirty"] is False
    editor.picture("84-what-if-left")

    # Taken up again in the dark, and made the map, as one step.
    editor.keys("ctrl+shift+d")
    editor.click("widget", "Reopen it")
    editor.wait(lambda: editor.shows("In sight") and editor.shows("1 round passed"), "the what-if again")
    editor.wait(lambda: editor.shows("For the what-if."), "the exposure again")
    editor.picture("85-what-if-in-the-dark")
    editor.keys("alt+Return")
    editor.wait(
        lambda: editor.steps() == [1, 1] and editor.shows("In sight"), "the map that the wall has fallen on"
    )
    assert load(path) == load(SCENARIO)
    editor.keys("ctrl+z")
    editor.wait(lambda: editor.steps() == [0, 1] and editor.shows("Not in sight"), "the wall again")
    assert editor.state()["dirty"] is False
    assert editor.quit() == 0
