"""Fifteen tasks of a designer, done with mouse and keys in a real window, and counted: ``make walkthrough``.

Prints a row for each task, as ``docs/contributing/walkthrough.md`` has them, and puts a picture of each result into a folder.
``--scale 1.5`` does them on a screen of 1920 by 1080 pixels that Qt scales by that much.
Seconds are those of a steady hand (``_SECONDS`` for each action) and what the editor makes it wait, measured.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from _pytest.outcomes import Failed

from fairground.core import draw_board, load, to_png
from tests.editor.desktop.conftest import Desktop, Editor

if TYPE_CHECKING:
    from collections.abc import Callable

SCENARIOS = Path(__file__).parents[1] / "scenarios"
#: Seconds of a hand that knows what it wants: pointing and clicking, a drag and each further place that it goes
#: through, a key with what is held, a written character. Reading and thinking are not counted.
_SECONDS = {"clicks": 1.3, "drags": 1.5, "places": 0.5, "keys": 0.4, "characters": 0.2}
TEXT_BOARD = """\
[.][.][.][F][F][.][.][.][.][.]
[.][.][W][.][.][.][W][.][.][.]
[.][.][.][.][F][F][.][.][.][.]
[.][.][.][.][F][F][.][.][.][.]
[.][.][.][W][.][.][.][W][.][.]
[.][.][.][.][.][F][F][.][.][.]
"""


class Hand:
    """Does what a designer does, counts it, and measures how long the editor lets it wait."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.counts: Counter[str] = Counter()
        self.waited = 0.0

    @property
    def seconds(self) -> float:
        """What the hand takes, and the waiting."""
        return self.waited + sum(_SECONDS[what] * count for what, count in self.counts.items())

    def keys(self, *keys: str) -> None:
        self.counts["keys"] += len(keys)
        self.editor.keys(*keys)

    def type(self, text: str) -> None:
        self.counts["characters"] += len(text)
        self.editor.type(text)

    def click(self, name: str, about: str = "hex", *, held: str = "", button: int = 1) -> None:
        self.counts["clicks"] += 1
        do, point = self.editor.desktop.do, self.editor.point(about, name)
        words: list[object] = ["mousemove", *point, "click", button]
        do(*(["keydown", held, *words, "keyup", held] if held else words))
        time.sleep(0.1)

    def drag(self, *names: str, about: str = "hex") -> None:
        self.counts["drags"] += 1
        self.counts["places"] += len(names) - 2
        self.editor.drag(*names, about=about)

    def until(self, what: str, found: Callable[[], Any]) -> None:
        """Wait for what the editor takes its time for."""
        began = time.monotonic()
        self.editor.wait(found, what)
        self.waited += time.monotonic() - began

    # -- conditions to wait for --------------------------------------------------------------------------

    def until_open(self, name: str) -> None:
        self.until(f"the map {name}", lambda: name in str(self.editor.state()["document"]))

    def until_dialog(self, title: str) -> None:
        self.until(f"the dialog {title}", lambda: self.editor.ask("active") == title)
        time.sleep(0.4)  # the window manager moves it to the middle

    def until_window(self) -> None:
        self.until("the window", lambda: self.editor.ask("active") == "")

    def until_shown(self, text: str) -> None:
        self.until(text, lambda: self.editor.shows(text))

    def until_item(self, text: str, *, there: bool = True) -> None:
        self.until(text, lambda: (self.editor.ask("item", text) is not None) is there)

    def until_steps(self, count: int) -> None:
        self.until(f"step {count}", lambda: self.editor.steps()[0] == count)

    def until_measured(self) -> None:
        time.sleep(0.3)  # a report is of an earlier state as soon as the window knows of the edit
        self.until_shown("Fairness: up to date")

    def until_looked_at(self) -> None:
        """Wait until overlays are computed and the map is painted and checked, as its picture should show it; not counted as waiting."""
        for what in ("computed", "painted", "current"):
            self.editor.wait(partial(lambda it: self.editor.state()[it], what), what)

    def save_as(self, path: Path) -> None:
        self.keys("ctrl+s")
        self.until_dialog("Save scenario as")
        self.type(str(path.name))
        self.keys("Return")
        self.until("the file", lambda: not self.editor.state()["dirty"])

    def arena(self, name: str) -> None:
        """Open a copy of an arena from the welcome page, scrolled to where need be."""
        board = load(SCENARIOS / f"{name}.yaml")
        title = f"{board.name}, {board.board.columns} by {board.board.rows}, {board.board.layout.value}"
        if self.editor.ask("widget", title) is None:
            self.editor.desktop.do("mousemove", 780, 500, "click", "--repeat", 12, 5)
        self.click(title, "widget")
        self.until_open(board.name)


# -- the tasks --------------------------------------------------------------------------------------------------


def first_map(hand: Hand) -> None:
    """First map: from the welcome page to a saved file"""
    hand.click("New map", "widget")
    hand.until_dialog("New map")
    hand.type("Old Bridge")
    hand.keys("Tab", "Tab")
    hand.type("14")
    hand.keys("Tab")
    hand.type("11")
    hand.keys("Return")
    hand.until_open("Old Bridge")
    hand.keys("m", "ctrl+4")
    hand.drag("F4", "F6")
    hand.keys("ctrl+3")
    hand.drag("D3", "D4", "E5")
    hand.keys("z")
    hand.drag("C5", "C7")
    hand.until_steps(3)
    hand.save_as(Path("old-bridge.yaml"))


def three_sides(hand: Hand) -> None:
    """A symmetric arena: a hexagon for three sides"""
    hand.keys("ctrl+n")
    hand.until_dialog("New map")
    hand.type("Three Gates")
    hand.keys("Tab", "Down", "Down", "Return")
    hand.until_open("Three Gates")
    hand.click("120° turn", "widget")
    hand.keys("ctrl+4")
    hand.drag("H4", "H6")
    hand.keys("ctrl+3")
    hand.drag("E6", "F5", "G5")
    hand.keys("v")
    hand.click("H8")
    hand.until_steps(3)
    hand.keys("alt+9")
    hand.until_measured()


def unfair_shot(hand: Hand) -> None:
    """Find and repair an unfair first shot"""
    hand.arena("ember-court")
    hand.keys("z")
    hand.click("A9", held="ctrl")
    hand.click("H8")
    hand.until_steps(1)
    hand.keys("alt+9", "6")
    hand.until_measured()
    hand.keys("l")
    hand.drag("H7", "H2")
    hand.until_shown("H7 to H2")
    hand.keys("alt+9")
    hand.click("Exposure after a move", "item")
    hand.until("the hexes behind it", lambda: hand.editor.ask("enabled", "Repair measure"))
    hand.editor.picture("03-unfair")
    hand.keys("shift+e")
    hand.until_shown("help most")
    hand.keys("ctrl+z")
    hand.until_steps(0)
    hand.until_measured()
    # What is green has nothing to repair.
    hand.until("a fair measure", lambda: not hand.editor.ask("enabled", "Repair measure"))


def sealed_off(hand: Hand) -> None:
    """Find and open a sealed-off area"""
    hand.arena("ember-court")
    hand.keys("ctrl+4")
    hand.drag("A4", "B3", "A2")
    hand.until_item("area.sealed")
    hand.keys("F8")
    hand.editor.picture("04-sealed")
    hand.keys("e")
    hand.click("B3")
    hand.until_item("area.sealed", there=False)
    hand.until_item("Make symmetric")
    hand.click("Make symmetric", "item")
    hand.until_steps(3)


def hedges(hand: Hand) -> None:
    """Hedges and walls along hexsides, and a gate"""
    hand.arena("powder-mill")
    hand.keys("h")
    hand.drag("D8 W", "D8 NW", "D8 NE", "D8 E", "D8 SE", about="side")
    hand.until_steps(1)
    hand.keys("shift+h")
    hand.drag("G12 NW", "G12 NE", "G12 E", about="side")
    hand.until_steps(2)
    hand.click("D8 NE", "side", button=3)
    hand.until_steps(3)


def text_board(hand: Hand) -> None:
    """Import a text board and place units"""
    path = hand.editor.desktop.folder / "yard.txt"
    path.write_text(TEXT_BOARD, encoding="utf-8")
    hand.keys("ctrl+i")
    hand.until_dialog("Import map")
    hand.type("yard.txt")
    hand.keys("Return")
    hand.until_shown("Expected size")
    time.sleep(0.4)
    hand.until("the map", lambda: hand.editor.ask("enabled", "Import map"))
    hand.editor.picture("06-import")
    hand.click("Import map", "widget")
    hand.until_window()
    hand.until_item("Add two sides")
    hand.click("Add two sides", "item")
    hand.until_steps(1)
    hand.keys("u")
    for place in ("B2", "B4", "B6"):
        hand.click(place)
    hand.until_steps(4)


def scan(hand: Hand) -> None:
    """Draw after a scanned map"""
    folder = hand.editor.desktop.folder
    picture = folder / "scan.png"
    picture.write_bytes(to_png(draw_board(load(SCENARIOS / "frozen-gate.yaml")), dpi=60))
    hand.keys("ctrl+n")
    hand.until_dialog("New map")
    hand.type("Traced")
    hand.keys("Tab", "Tab")
    hand.type("12")
    hand.keys("Tab")
    hand.type("10")
    hand.keys("Return")
    hand.until_open("Traced")
    hand.keys("t", "shift+u")
    hand.until_dialog("Add tracing image")
    hand.type("scan.png")
    hand.keys("Return")
    hand.until_window()
    hand.until_shown("to calibrate the image")
    hand.keys("ctrl+u")
    hand.until_dialog("Calibrate tracing image")
    # The centres of A1 and L10 in the picture.
    hand.click("Tracing image@47,81", "pixel")
    hand.click("Tracing image@476,508", "pixel")
    hand.editor.picture("07-calibrate")
    hand.click("Calibrate", "widget")
    hand.until_window()
    hand.keys("ctrl+4")
    hand.drag("G2", "G3")
    hand.drag("F8", "F9")
    hand.keys("ctrl+6")
    hand.click("D3")
    hand.click("I8")
    hand.until_steps(4)


def village(hand: Hand) -> None:
    """Copy, turn and mirror a village as a stamp"""
    hand.arena("broken-abbey")
    hand.keys("s")
    hand.drag("L9", "P11")
    hand.keys("ctrl+shift+c")
    hand.until("the question", lambda: hand.editor.ask("active") not in ("", None))
    time.sleep(0.3)
    hand.type("Village")
    hand.keys("Return")
    hand.until_window()
    hand.keys("ctrl+c", "ctrl+v", "r", "shift+x")
    hand.editor.desktop.do("mousemove", *hand.editor.point("hex", "F5"))
    hand.editor.picture("08-village")
    hand.click("F5")
    hand.until_steps(1)


def two_walls(hand: Hand) -> None:
    """Compare two placements of a wall"""
    hand.arena("frozen-gate")
    hand.keys("4")
    # Its card comes to the front, and would hide the report.
    hand.until_shown("Up to date.")
    hand.keys("alt+9")
    hand.until_measured()
    hand.keys("a", "ctrl+4")
    hand.drag("D4", "D5")
    hand.until_steps(1)
    hand.until_measured()
    hand.editor.picture("09-compared")
    hand.keys("shift+a", "shift+a")
    hand.keys("ctrl+z")
    hand.drag("F5", "F6")
    hand.until_measured()
    hand.click("Territory", "item")
    hand.keys("shift+e")
    hand.until(
        "suggestions", lambda: hand.editor.shows("help most") or hand.editor.shows("Nothing to improve")
    )


def other_rules(hand: Hand) -> None:
    """Bring a board under another ruleset and size, and export it"""
    hand.arena("ember-court")
    hand.keys("ctrl+shift+e")
    hand.until_dialog("Change ruleset")
    hand.click("Ruleset", "widget")
    hand.click("Penance 2.0", "item")
    hand.until("the trial", lambda: hand.editor.ask("enabled", "Change ruleset"))
    hand.editor.picture("10-rules")
    hand.click("Change ruleset", "widget")
    hand.until_window()
    hand.keys("ctrl+shift+b")
    hand.until_dialog("Resize board")
    hand.click("Rows", "widget")
    hand.keys("ctrl+a")
    hand.type("12")
    hand.keys("Tab")
    hand.until(
        "the trial", lambda: hand.editor.ask("value", "Rows") == 12 and hand.editor.ask("enabled", "Resize")
    )
    hand.keys("Return")
    hand.until_window()
    hand.keys("ctrl+e")
    hand.until_item("GeoJSON")
    time.sleep(0.4)
    hand.click("GeoJSON", "item")
    hand.until_item(".geojson, ")
    hand.editor.picture("10-export")
    hand.keys("Return")
    hand.until_shown("Wrote ")


def side_by_side(hand: Hand) -> None:
    """Two maps side by side with an overlay on both"""
    hand.arena("ember-court")
    hand.keys("ctrl+n")
    hand.until_dialog("New map")
    hand.type("Other")
    hand.keys("Return")
    hand.until_open("Other")
    # The comparison is installed after the map is shown.
    hand.until_shown("No problems found")
    hand.keys("ctrl+alt+s")
    hand.until_shown("Hexes not compared")
    hand.keys("2")
    # All hexes of the new map are alike, but not those of both maps, whose overlays have one scale.
    hand.until_shown("most exposed")


def label_style(hand: Hand) -> None:
    """Change the label style"""
    hand.arena("ember-court")
    hand.keys("ctrl+shift+l")
    hand.until_item("0302")


def decorate(hand: Hand) -> None:
    """Place a tree, make it larger and put it below the grid"""
    hand.arena("ember-court")
    hand.keys("shift+i")
    hand.click("D4")
    hand.until_steps(1)
    hand.keys("alt+period", "alt+shift+i")
    hand.until_steps(3)


def shared_scan(hand: Hand) -> None:
    """Trace an image that goes along with the saved file"""
    folder = hand.editor.desktop.folder
    picture = folder / "sketch.png"
    picture.write_bytes(to_png(draw_board(load(SCENARIOS / "frozen-gate.yaml")), dpi=60))
    hand.arena("ember-court")
    hand.keys("shift+u")
    hand.until_dialog("Add tracing image")
    hand.type("sketch.png")
    hand.keys("Return")
    hand.until_window()
    hand.until_shown("to calibrate the image")
    hand.keys("ctrl+alt+u")
    hand.until_dialog("Keep tracing image with scenario")
    hand.editor.picture("14-keep")
    hand.keys("Return")
    hand.until_window()
    hand.until_steps(1)
    hand.save_as(Path("shared.yaml"))
    if "underlay:" not in (folder / "shared.yaml").read_text(encoding="utf-8"):
        raise Failed("the saved file has no tracing image")


def pinned(hand: Hand) -> None:
    """Keep one overlay while another is turned on"""
    hand.arena("ember-court")
    hand.keys("2")
    hand.until_shown("Up to date.")
    hand.click("Pin: keep this overlay when you turn on another one", "widget")
    hand.keys("4")
    hand.until_shown("Which zone reaches each hex first")
    hand.until("both overlays", lambda: not hand.editor.shows("Computing"))


TASKS = (
    *(first_map, three_sides, unfair_shot, sealed_off, hedges),
    *(text_board, scan, village, two_walls, other_rules),
    *(side_by_side, label_style, decorate, shared_scan, pinned),
)
#: The screen in pixels by the factor that Qt scales it by.
_SCREENS = {1.0: (1280, 720), 1.5: (1920, 1080)}


def main(folder: Path, only: set[int], scale: float) -> None:
    """Do the tasks, each in an editor of its own, and print what they took."""
    folder.mkdir(parents=True, exist_ok=True)
    place = Path(tempfile.mkdtemp(prefix="fairground-"))
    desktop = Desktop(place, folder.absolute(), size=_SCREENS[scale])
    desktop.environment["HOME"] = str(place)
    if scale != 1:
        desktop.environment["QT_SCALE_FACTOR"] = str(scale)
    print("| task | clicks | drags | keys | characters | waiting, s | total, s |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    try:
        for number, task in enumerate(TASKS, 1):
            if only and number not in only:
                continue
            editor = Editor(desktop)
            editor.wait(partial(editor.shows, "New map"), "the welcome page")
            editor.fill_screen()
            time.sleep(0.5)
            hand = Hand(editor)
            try:
                task(hand)
                hand.until_looked_at()
            except Failed as error:
                print(f"{number}: {error}", file=sys.stderr)
                editor.picture(f"{number:02}-failed")
                if not only:
                    raise
            else:
                editor.picture(f"{number:02}")
                c = hand.counts
                print(
                    f"| {number} {task.__doc__} | {c['clicks']} | {c['drags']} | {c['keys']} | {c['characters']} |"
                    f" {hand.waited:.1f} | {hand.seconds:.0f} |",
                    flush=True,
                )
            finally:
                editor.kill()
                # The next task has a new user, without maps to reopen.
                shutil.rmtree(place / "home", ignore_errors=True)
    finally:
        desktop.close()
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder for the pictures")
    parser.add_argument("tasks", type=int, nargs="*", help="numbers of the tasks; default: all")
    parser.add_argument("--scale", type=float, choices=_SCREENS, default=1.0)
    chosen = parser.parse_intermixed_args()
    main(chosen.folder, set(chosen.tasks), chosen.scale)
