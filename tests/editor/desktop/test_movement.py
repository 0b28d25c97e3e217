"""Movement in a real window, by mouse and keys alone: a path and its steps, reach, territory, and a gap that is closed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core import load

if TYPE_CHECKING:
    from tests.editor.desktop.conftest import Editor

# Real windows and one mouse each: not beside one another.
pytestmark = [pytest.mark.xdist_group("desktop"), pytest.mark.long]

SCENARIO = Path(__file__).parents[3] / "scenarios" / "sunken-shrine.yaml"


def test_a_path_says_what_each_step_costs(editor: Editor, path: Path) -> None:
    editor.keys("w")
    editor.drag("A6", "M7")
    editor.wait(lambda: editor.shows("A6 to M7") and editor.shows("Up to date."), "the path")
    editor.wait(lambda: editor.ask("item", "start"), "the steps")
    editor.picture("75-a-path")

    # The other way round, in the danger zone.
    editor.keys("shift+w")
    editor.wait(lambda: editor.shows("M7 to A6"), "the ends swapped")
    editor.click("widget", "Push into the danger zone")
    editor.wait(lambda: editor.shows("Scout, walk: 7 points a turn"), "more points")
    editor.picture("76-in-the-danger-zone")

    # A wall in the way: the path goes round it at once, while the brush is in hand.
    editor.keys("b")
    editor.click("item", "Wall")
    editor.drag("E5", "E7")
    editor.wait(lambda: editor.steps() == [1, 1] and editor.shows("Up to date."), "the way round")
    editor.picture("77-round-the-wall")
    editor.keys("ctrl+z", "w", "alt+w")
    editor.wait(lambda: not editor.shows("M7 to A6"), "no path")

    # Looking changes nothing.
    assert editor.state()["dirty"] is False
    assert load(path) == load(SCENARIO)
    assert editor.quit() == 0


def test_who_gets_where_and_through_which_gaps(editor: Editor) -> None:
    # Turn by turn from the hex under the pointer; pinned, it stays.
    editor.keys("w", "3")
    editor.desktop.do("mousemove", *editor.point("hex", "E6"))
    editor.wait(lambda: editor.shows("Reach from E6"), "the reach")
    editor.picture("78-reach")
    editor.click("hex", "J7", button=3)
    editor.wait(lambda: editor.shows("Reach from J7 (pinned)"), "the pinned reach")
    editor.desktop.do("mousemove", *editor.point("hex", "A6"))
    editor.picture("79-pinned")
    editor.keys("p", "0")

    # Who is where first.
    editor.keys("4")
    editor.wait(lambda: editor.shows("West's zone: ") and editor.shows("Up to date."), "the territory")
    editor.picture("80-territory")

    # The gaps, and what they are after one is closed.
    editor.keys("0", "5")
    editor.wait(lambda: editor.shows("West's zone and East's zone: closed off by 8 hexes"), "the chokepoints")
    editor.picture("81-chokepoints")
    editor.keys("b")
    editor.click("item", "Wall")
    editor.drag("I1", "I4")
    editor.wait(lambda: editor.shows("closed off by 6 hexes"), "a narrower way")
    editor.picture("82-a-gap-less")
    editor.keys("0")
    editor.wait(lambda: not editor.shows("closed off by"), "no overlay")


def test_in_the_dark(editor: Editor) -> None:
    editor.keys("ctrl+shift+d", "w")
    editor.drag("A6", "M7")
    editor.keys("4")
    editor.wait(lambda: editor.shows("West's zone: "), "the territory in the dark")
    editor.picture("83-movement-in-the-dark")
    editor.keys("Escape", "Escape")
    editor.wait(lambda: not editor.shows("A6 to M7") and not editor.shows("West's zone: "), "a plain map")
