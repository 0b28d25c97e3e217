"""Lines of sight in a real window, by mouse and keys alone: a blocked line, why, and what clears it; fan and exposure."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core import load

if TYPE_CHECKING:
    from tests.editor.desktop.conftest import Editor

# Real windows and one mouse each: not beside one another.
pytestmark = [pytest.mark.xdist_group("desktop"), pytest.mark.long]

SCENARIO = Path(__file__).parents[3] / "scenarios" / "sight-lines.yaml"


def look_from(editor: Editor, label: str) -> None:
    editor.desktop.do("mousemove", *editor.point("hex", label))
    editor.wait(lambda: editor.shows(f"Seen from {label}"), f"the fan at {label}")


def test_a_line_says_why_it_is_blocked_and_clears_when_that_is_gone(editor: Editor, path: Path) -> None:
    # Blocked on both sides.
    editor.keys("l")
    editor.drag("B2", "B4")
    editor.wait(lambda: editor.shows("Not in sight"), "the verdict")
    assert editor.shows("B2 to B4")
    editor.wait(lambda: editor.ask("item", "C3, on the left of the line: Building blocks"), "the reason")
    editor.picture("61-a-blocked-line")

    # The house is torn down: the line is clear at once, while the eraser is in hand.
    editor.keys("e")
    editor.click("hex", "C3")
    editor.wait(lambda: editor.shows("In sight"), "the clear line")
    assert editor.steps() == [1, 1]
    editor.picture("62-the-house-is-gone")
    editor.keys("ctrl+z")
    editor.wait(lambda: editor.shows("Not in sight"), "the house again")

    # A click on a reason goes there; the view comes back.
    editor.click("item", "B3, on the right of the line: Building blocks")
    editor.picture("63-at-the-reason")
    editor.keys("ctrl+0")

    # Over the hill: a click on each end, and the other way round.
    editor.click("widget", "Sight")
    editor.click("hex", "L7")
    editor.click("hex", "P7")
    editor.wait(lambda: editor.shows("L7 to P7"), "the line over the hill")
    editor.picture("64-over-the-hill")
    editor.keys("shift+l")
    editor.wait(lambda: editor.shows("P7 to L7"), "the ends swapped")

    # Nearer, out of the hedges: what hinders and covers.
    editor.drag("C9", "D10")
    editor.wait(lambda: editor.shows("In sight"), "the line out of the hedges")
    assert editor.shows("+3 from start to end, +0 from end to start")
    editor.keys(*["ctrl+plus"] * 4)
    editor.click("item", "D10: Building")
    editor.picture("65-hindered-and-covered")
    editor.keys("ctrl+0", "alt+l")
    editor.wait(lambda: not editor.shows("C9 to D10"), "no line")

    # Looking changes nothing.
    assert editor.state()["dirty"] is False
    assert load(path) == load(SCENARIO)
    assert editor.quit() == 0


def test_what_a_hex_sees_and_how_many_see_it(editor: Editor) -> None:
    # What the hex under the pointer sees; pinned, it stays.
    editor.keys("l", "1")
    look_from(editor, "F9")
    editor.picture("66-seen-from-the-pointer")
    look_from(editor, "M9")
    editor.click("hex", "I10", button=3)
    editor.wait(lambda: editor.shows("Seen from I10 (pinned)"), "the pinned fan")
    editor.desktop.do("mousemove", *editor.point("hex", "P3"))
    editor.picture("67-pinned")
    editor.keys("p")
    look_from(editor, "P3")
    editor.keys("1")
    editor.wait(lambda: not editor.shows("Seen from P3"), "no fan")

    # How many hexes see each, counted by the worker, and again after an edit.
    editor.keys("2")
    editor.wait(lambda: editor.shows("Up to date."), "the exposure")
    editor.picture("68-exposure")
    editor.keys("b")
    editor.click("item", "Woods")
    editor.drag("I7", "J8")
    editor.wait(lambda: editor.steps() == [1, 1] and editor.shows("Up to date."), "the exposure again")
    editor.desktop.do("mousemove", *editor.point("hex", "F9"))
    editor.keys(*["ctrl+plus"] * 3)
    editor.picture("69-numbers")
    editor.keys("ctrl+0", "0")
    editor.wait(lambda: not editor.shows("Up to date."), "no overlay")


def test_in_the_dark(editor: Editor) -> None:
    editor.keys("ctrl+shift+d", "l")
    editor.drag("M9", "P6")
    editor.keys("1")
    look_from(editor, "F9")
    editor.picture("70-sight-in-the-dark")
    editor.keys("1", "2")
    editor.wait(lambda: editor.shows("Up to date."), "the exposure in the dark")
    editor.picture("71-exposure-in-the-dark")
    editor.keys("Escape", "Escape")
    editor.wait(lambda: not editor.shows("Up to date.") and not editor.shows("M9 to P6"), "a plain map")
