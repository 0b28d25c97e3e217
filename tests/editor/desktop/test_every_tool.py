"""Every tool and every overlay once, in one real window, by mouse and keys alone.

With ``FAIRGROUND_LOOKS=<folder>`` the same walk is done on a small and on a large screen, in light and in dark, and a
picture of each stop is put into the folder: ``make looks``.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from PySide6.QtGui import QColor, QImage

from fairground.core import load
from tests.editor.desktop.tour import Tour

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.editor.desktop.conftest import Desktop, Editor

# Real windows and one mouse each: not beside one another.
pytestmark = pytest.mark.xdist_group("desktop")

SCENARIO = """format: fairground/1
name: The whole bench
ruleset: hexside-ww2
board:
  layout: odd-q
  size: [16, 11]
  palette: {'.': clear, w: woods, B: building}
  terrain: |
    ................
    ................
    ................
    .......ww.......
    ......www.......
    ................
    ................
    ................
    ................
    ................
    ..............B.
  elevation: |
    ................
    ................
    ................
    ................
    ................
    ................
    ................
    ...........11...
    ...........11...
    ................
    ................
sides:
  - {id: blue, name: Blue}
  - {id: red, name: Red}
zones:
  - {id: blue-start, side: blue, kind: deployment, hexes: "columns 1-2"}
  - {id: red-start, side: red, kind: deployment, hexes: "columns 15-16"}
units:
  - {id: squad-1, side: blue, class: squad, hex: A1, facing: 3}
victory: {last_standing: true}
"""


class Look(NamedTuple):
    """A screen and a theme."""

    wide: int
    high: int
    dark: bool

    def __str__(self) -> str:
        return f"{self.wide}x{self.high}-{'dark' if self.dark else 'light'}"


FOLDER = os.environ.get("FAIRGROUND_LOOKS", "")
_PLAIN = Look(1280, 800, dark=False)
LOOKS = (
    [Look(*size, dark) for size in ((1280, 800), (1920, 1080)) for dark in (False, True)]
    if FOLDER
    else [_PLAIN]
)


@pytest.mark.parametrize(
    ("desktop", "look"), [((it.wide, it.high), it) for it in LOOKS], ids=map(str, LOOKS), indirect=["desktop"]
)
def test_every_tool_and_overlay(desktop: Desktop, open_editor: Callable[..., Editor], look: Look) -> None:
    path = desktop.folder / "bench.yaml"
    path.write_text(SCENARIO, encoding="utf-8")
    editor = open_editor(str(path))
    editor.wait(lambda: editor.state()["document"] == "bench.yaml", "the map")
    folder = Path(FOLDER).absolute() / str(look) if FOLDER else None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    editor.fill_screen()
    tour = Tour(editor, folder)
    if look.dark:
        tour.act("view.dark")
    for stop in (
        *(brush, shapes, fill_and_pick, elevation, hexsides_and_effects),
        *(zones, objectives, units, names),
        *(selection, clipboard, stamps, symmetry, locks),
        *(sight, path_and_reach, measure, overlays),
        *(underlay, board_dialogs, finding_one_s_way, keyboard, panels),
    ):
        stop(tour)
    every = {name for name in tour.all_actions if name.startswith(("tool.", "overlay."))}
    assert every <= set(tour.done)

    # What was done is in the file.
    editor.keys("ctrl+s")
    editor.wait(lambda: not editor.state()["dirty"], "the save")
    board = load(path).board
    assert board.terrain_at(board.parse("B3")) == ("woods",)
    assert board.names[board.parse("H8")] == "Old Mill"
    assert editor.quit() == 0


# -- painting ---------------------------------------------------------------------------------------------------


def brush(tour: Tour) -> None:
    tour.act("tool.brush")
    tour.until("the brush", tool="brush")
    tour.look("01-brush")
    tour.click("Woods", about="item")
    tour.drag("B2", "B4")
    tour.until_on("B3", "woods", terrain=["woods"])
    tour.act("brush.larger")
    tour.until("a larger brush", radius=1)
    tour.hover("E3")
    tour.look("02-a-larger-brush")
    tour.act("brush.bar")
    tour.until("a bar", bar=0)
    tour.click("E3")
    tour.until_on("E2", "a bar of woods", terrain=["woods"])
    tour.look("03-a-bar")
    tour.act("brush.bar", "brush.bar", "brush.bar", "brush.smaller")
    tour.until("a disc of one hex", bar=None, radius=0)
    tour.act("brush.on-top")
    tour.click("Road", about="item")
    tour.drag("B2", "B3")
    tour.until_on("B3", "a road through the woods", terrain=["woods", "road"])
    tour.look("04-a-road-on-top")
    tour.keys("ctrl+z")
    tour.until_on("B3", "woods alone", terrain=["woods"])
    tour.act("brush.on-top")
    tour.until("in place of what is there", stacking="replace")


def shapes(tour: Tour) -> None:
    tour.click("Building", about="item")
    tour.act("shape.next")
    tour.until("lines", shape="line")
    tour.drag("D10", "I10")
    tour.until_on("F10", "a line", terrain=["building"])
    tour.act("shape.next", "shape.filled")
    tour.until("outlines of rectangles", shape="rectangle", filled=False)
    tour.drag("K2", "N4")
    tour.until_on("K3", "an outline", terrain=["building"])
    assert tour.lies("L3")["terrain"] == ["clear"]
    tour.look("05-outline-of-a-rectangle")
    tour.keys("ctrl+z")
    tour.act("shape.next", "shape.filled")
    tour.until("filled discs", shape="disc", filled=True)
    tour.drag("L3", "M3")
    tour.until_on("L4", "a disc", terrain=["building"])
    tour.look("06-a-disc")
    tour.keys("ctrl+z", "ctrl+z")
    tour.act("shape.next")
    tour.until("freehand", shape="freehand")


def fill_and_pick(tour: Tour) -> None:
    tour.act("tool.eyedropper")
    tour.until("the eyedropper", tool="eyedropper")
    tour.hover("H5")
    tour.look("07-eyedropper")
    tour.click("H5")
    tour.until("the terrain of the hex", terrain=[["woods"], ["clear"]])
    tour.act("terrain.swap", "tool.fill")
    tour.until("both swapped", terrain=[["clear"], ["woods"]], tool="fill")
    tour.hover("H5")
    tour.look("08-fill")
    tour.click("H5")
    tour.until_on("G5", "bare ground", terrain=["clear"])
    tour.keys("ctrl+z")
    tour.act("terrain.swap", "tool.eraser")
    tour.click("H5")
    tour.until_on("H5", "bare ground", terrain=["clear"])
    assert tour.lies("G5")["terrain"] == ["woods"]
    tour.look("09-eraser")
    tour.keys("ctrl+z")


def elevation(tour: Tour) -> None:
    tour.act("tool.elevation")
    tour.click("L7")
    tour.until_on("L7", "a level", level=1)
    tour.act("elevation.next-mode", "elevation.next-mode", "elevation.flood")
    tour.until("a level for all that hang together", elevation_mode="set", level_flood=True)
    tour.click("Level", about="widget")
    tour.type("2")
    tour.until("that level", level=2)
    tour.hover("M8")
    tour.look("10-flood-of-a-level")
    tour.click("M8")
    tour.until_on("L7", "the hill", level=2)
    tour.look("11-elevation")
    tour.act("elevation.flood", "elevation.next-mode")
    tour.until("raising again", elevation_mode="raise", level_flood=False)


def hexsides_and_effects(tour: Tour) -> None:
    tour.act("tool.hexsides")
    tour.drag("D6 N", "D6 NE", "D6 SE", about="side")
    tour.editor.wait(lambda: tour.editor.shows("D6"), "the hex in the inspector")
    tour.look("12-hexsides")
    before = tour.options()["feature"]
    tour.act("hexside.next")
    tour.editor.wait(lambda: tour.options()["feature"] != before, "the next feature")
    tour.act("tool.effects")
    tour.click("F7")
    tour.editor.wait(lambda: tour.lies("F7")["effects"], "smoke on F7")
    tour.look("13-effects")


# -- the parts of a scenario -------------------------------------------------------------------------------------


def zones(tour: Tour) -> None:
    tour.act("tool.zones")
    tour.until("the zone tool", tool="zones", zone_id="blue-start")
    tour.click("C5")
    tour.until_on("C5", "the zone", zones=["blue-start"])
    tour.act("zone.next-way")
    tour.until("whole rows", zone_way="rows")
    tour.hover("F11")
    tour.look("14-zones-by-rows")
    tour.click("F11")
    tour.until_on("K11", "the whole row", zones=["blue-start"])
    tour.act("zone.next-way", "zone.next-way")
    tour.until("discs", zone_way="disc")
    tour.drag("H2", "I2")
    tour.until_on("H3", "a disc", zones=["blue-start"])
    tour.look("15-a-zone-by-its-text")
    tour.click("Hexes", about="widget")
    tour.type("columns 1-2")
    tour.until_on("H3", "no zone", zones=[])
    tour.act("zone.next-way", "zone.new")
    tour.look("16-menu-for-a-new-zone")
    tour.keys("Up", "Return")
    tour.editor.wait(lambda: tour.options()["zone_id"] not in ("blue-start", "red-start"), "a new zone")
    tour.click("P1")
    area = tour.options()["zone_id"]
    tour.until_on("P1", "the new zone", zones=["red-start", area])


def objectives(tour: Tour) -> None:
    tour.act("tool.objectives")
    tour.drag("H6", "I6")
    tour.editor.wait(lambda: tour.lies("H6")["objectives"], "an objective")
    (first,) = tour.lies("I6")["objectives"]
    tour.click("Points", about="widget")
    tour.type("3")
    tour.editor.wait(lambda: tour.editor.ask("item", "3 points"), "the points")
    tour.look("17-objectives")
    # Letters are text until the map has the focus again.
    tour.act("go.map")
    tour.act("objective.new")
    tour.editor.wait(lambda: tour.options()["objective_id"] != first, "another objective")
    tour.click("I8", held="shift")
    tour.until_on("I8", "the other objective", objectives=[tour.options()["objective_id"]])


def units(tour: Tour) -> None:
    tour.act("tool.units")
    tour.click("C9")
    tour.editor.wait(lambda: tour.lies("C9")["units"], "a unit")
    before = tour.lies("C9")["units"]
    tour.keys("r")
    tour.editor.wait(lambda: tour.lies("C9")["units"] != before, "the unit turned")
    tour.drag("C9", "D9")
    tour.editor.wait(lambda: tour.lies("D9")["units"] and not tour.lies("C9")["units"], "the unit moved")
    tour.look("18-units")


def names(tour: Tour) -> None:
    tour.act("tool.names")
    tour.click("H8")
    tour.editor.wait(lambda: tour.editor.ask("widget", "Place name"), "the line for a name")
    tour.editor.type("Old Mill")
    tour.look("19-a-name")
    tour.keys("Return")
    tour.until_on("H8", "its name", name="Old Mill")
    tour.hover("H8")
    tour.act("note.edit")
    tour.editor.wait(lambda: tour.editor.ask("widget", "Note on H8"), "the note")
    tour.editor.type("The wheel is broken.")
    tour.look("20-a-note")
    tour.click("H8")
    tour.until_on("H8", "its note", note="The wheel is broken.")
    tour.keys("Escape", "Escape")


# -- selecting ------------------------------------------------------------------------------------------------------


def selection(tour: Tour) -> None:
    tour.act("tool.select")
    tour.drag("G4", "I5")
    tour.until("a rectangle", selected=["G4", "G5", "H4", "H5", "I4", "I5"])
    tour.look("21-select-a-rectangle")
    tour.act("select.grow")
    tour.editor.wait(lambda: len(tour.options()["selected"]) > 6, "a ring more")
    tour.act("select.shrink")
    tour.editor.wait(lambda: len(tour.options()["selected"]) == 6, "the ring gone")
    tour.act("select.next-shape", "select.next-mode")
    tour.until("adding by the lasso", select_shape="lasso", select_mode="add")
    tour.drag("C5", "E5", "E8", "C8", "C5")
    tour.editor.wait(lambda: "D7" in tour.options()["selected"], "what the lasso went round")
    assert "H5" in tour.options()["selected"]
    tour.look("22-select-by-the-lasso")
    tour.act("select.next-shape", "select.next-mode", "select.next-mode", "select.next-mode")
    tour.until("replacing by the wand", select_shape="wand", select_mode="replace")
    tour.click("H5")
    tour.until("the woods there", selected=["G5", "H4", "H5", "I4", "I5"])
    tour.act("select.next-shape")
    tour.until("the same terrain", select_shape="same terrain")
    tour.click("H5")
    tour.editor.wait(lambda: {"B3", "H5"} <= set(tour.options()["selected"]), "all woods")
    tour.look("23-select-the-same-terrain")
    tour.act("select.invert")
    tour.editor.wait(lambda: "H5" not in tour.options()["selected"], "all but the woods")
    tour.act("edit.deselect", "select.next-shape")
    tour.until("nothing", selected=[], select_shape="rectangle")
    tour.act("select.zone")
    tour.look("24-menu-of-zones")
    tour.keys("Down", "Return")
    tour.editor.wait(lambda: len(tour.options()["selected"]) == 22, "the zone of two columns")
    tour.drag("N6", "O7")
    tour.act("select.area")
    tour.until_active("New area")
    tour.look("25-name-of-an-area")
    tour.type("Gate")
    tour.until_active()
    tour.editor.wait(lambda: any("gate" in it for it in tour.lies("N6")["zones"]), "the area")
    tour.act("edit.raise")
    tour.until_on("N6", "a level", level=1)
    tour.act("edit.fill")
    tour.until_on("O7", "the first terrain", terrain=["woods"])
    tour.act("edit.clear")
    tour.until_on("O7", "nothing", terrain=["clear"])


def clipboard(tour: Tour) -> None:
    tour.drag("H4", "I5")
    tour.act("edit.copy", "edit.paste")
    tour.until("something in hand", tool="paste")
    tour.hover("E8")
    tour.keys("r", "shift+x")
    tour.look("26-paste")
    tour.keys("shift+x", "shift+r")
    tour.click("K9")
    tour.until("the tool before", tool="select")
    tour.until_on("K9", "woods", terrain=["woods"])
    tour.act("edit.cut")
    tour.until_on("H5", "nothing", terrain=["clear"])
    tour.keys("ctrl+z", "ctrl+z")
    tour.until_on("H5", "the woods again", terrain=["woods"])
    tour.act("edit.duplicate")
    tour.until("a copy in hand", tool="paste")
    tour.keys("Escape")
    tour.until("the tool before", tool="select")


def stamps(tour: Tour) -> None:
    tour.act("stamp.save")
    tour.until_active("New stamp")
    tour.type("Copse")
    tour.until_active()
    tour.until_shown("Kept Copse")
    tour.act("stamp.choose")
    tour.until_active("Stamps")
    tour.editor.wait(lambda: tour.editor.ask("item", "Copse"), "the stamps")
    tour.look("27-stamps")
    tour.keys("Return")
    tour.until("the stamp in hand", tool="paste")
    tour.until_active()
    tour.click("D8")
    tour.until_on("D8", "the stamp", terrain=["woods"])
    tour.act("stamp.choose")
    tour.until_active("Stamps")
    tour.leave()
    tour.keys("ctrl+z")
    tour.until_on("D8", "nothing", terrain=["clear"])


def symmetry(tour: Tour) -> None:
    tour.act("edit.deselect", "tool.brush", "symmetry.next")
    tour.editor.wait(lambda: tour.options()["symmetry"], "a symmetry")
    tour.hover("F6")
    tour.look("28-a-symmetry")
    tour.act("symmetry.centre")
    tour.until_shown("F6")
    tour.look("29-a-symmetry-about-a-hex")
    tour.act("symmetry.centre", "edit.make-symmetric")
    tour.look("30-menu-to-make-symmetric")
    steps = tour.editor.steps()[0]
    tour.keys("Return")
    tour.editor.wait(lambda: tour.editor.steps()[0] == steps + 1, "a symmetric board")
    tour.keys("ctrl+z")
    for _ in range(6):
        if tour.options()["symmetry"] is None:
            break
        tour.act("symmetry.next")
    tour.until("no symmetry", symmetry=None)


def locks(tour: Tour) -> None:
    tour.act("tool.select")
    tour.drag("E9", "E10")
    tour.act("edit.lock")
    tour.until_on("E9", "a lock", locked=True)
    tour.act("view.scenario")
    tour.click("Locked hexes and zones", about="widget")
    tour.editor.wait(lambda: tour.editor.ask("item", "E10"), "the page of locks")
    tour.look("31-locks")
    tour.act("edit.lock")
    tour.until_on("E9", "no lock", locked=False)
    tour.act("edit.deselect")


# -- looking ----------------------------------------------------------------------------------------------------


def sight(tour: Tour) -> None:
    tour.act("tool.sight")
    tour.drag("F4", "J5")
    tour.until_shown("F4 to J5")
    tour.look("32-sight")
    tour.act("sight.swap")
    tour.until_shown("J5 to F4")
    tour.act("sight.clear")


def path_and_reach(tour: Tour) -> None:
    tour.act("tool.path")
    tour.drag("A6", "M9")
    tour.editor.wait(lambda: tour.editor.shows("A6 to M9") and tour.editor.shows("As of now."), "the path")
    tour.look("33-path")
    tour.act("path.swap")
    tour.until_shown("M9 to A6")
    tour.act("path.clear")


def measure(tour: Tour) -> None:
    tour.act("tool.measure")
    tour.click("C3")
    tour.click("G6")
    tour.click("K4")
    tour.until("two legs", measured=3)
    tour.look("34-measure")
    tour.act("measure.clear")
    tour.until("no leg", measured=0)


def overlays(tour: Tour) -> None:
    tour.hover("F6")
    for number, (name, told) in enumerate(_TOLD.items()):
        tour.act(name)
        tour.until_switched(name, on=True)
        tour.until_shown(told)
        tour.editor.wait(lambda: tour.editor.state()["current"], "findings")
        tour.look(f"{35 + number}-{name.removeprefix('overlay.')}")
        tour.act("overlay.none")
        tour.until_switched(name, on=False)


#: What is to be read beside each overlay.
_TOLD = {
    "overlay.fan": "Seen from F6",
    "overlay.exposure": "As of now.",
    "overlay.reach": "Reach from F6",
    "overlay.territory": "blue-start: ",
    "overlay.chokepoints": "blue-start and red-start",
    "overlay.fairness": "as of now",
}


# -- around -----------------------------------------------------------------------------------------------------


def underlay(tour: Tour) -> None:
    picture = tour.editor.desktop.folder / "scan.png"
    image = QImage(320, 220, QImage.Format.Format_RGB32)
    image.fill(QColor("#c8b070"))
    assert image.save(str(picture))
    tour.act("tool.underlay", "underlay.choose")
    tour.until_active("Lay a picture under the grid")
    tour.type(str(picture))
    tour.until_active()
    tour.until_shown("calibrates the picture")
    tour.look("45-underlay")
    tour.act("underlay.calibrate")
    tour.until_active("Calibrate the picture")
    tour.look("46-calibrate")
    tour.leave()
    tour.act("underlay.remove")


def board_dialogs(tour: Tour) -> None:
    for number, (name, shown) in enumerate(
        {
            "board.resize": "Resize the board",
            "board.layout": "Change the layout",
            "board.turn": "Turn or mirror the board",
            "board.ruleset": "Change the ruleset",
        }.items()
    ):
        tour.act(name)
        tour.until_active(shown)
        tour.look(f"{50 + number}-{name.removeprefix('board.')}")
        tour.leave()
    tour.act("board.resize")
    tour.until_active("Resize the board")
    tour.click("Rows", about="widget")
    tour.type("12", end="Tab")
    tour.editor.wait(
        lambda: tour.editor.ask("value", "Rows") == 12 and tour.editor.ask("enabled", "Resize"), "the trial"
    )
    tour.keys("Return")
    tour.editor.wait(lambda: tour.editor.state()["size"] == [16, 12], "a row more")
    tour.until_active()
    tour.keys("ctrl+z")
    tour.editor.wait(lambda: tour.editor.state()["size"] == [16, 11], "the row gone")


def finding_one_s_way(tour: Tour) -> None:
    tour.act("go.hex")
    tour.editor.type("Old")
    tour.editor.wait(lambda: tour.editor.ask("item", "Old Mill"), "the place")
    tour.look("60-go-to")
    tour.keys("Return")
    tour.until("the cursor there", cursor="H8")
    tour.act("go.command")
    tour.editor.type("legend")
    tour.look("61-command-palette")
    tour.keys("Return")
    tour.until_shown("Legend")
    tour.look("62-legend")
    tour.act("view.legend", "help.keys")
    tour.until_active("Keyboard")
    tour.look("63-keyboard")
    tour.leave()
    tour.act("help.change-keys")
    tour.until_active("Change keys")
    tour.look("64-change-keys")
    tour.leave()
    tour.act("view.fit")
    tour.click("Minimap", about="widget")


def keyboard(tour: Tour) -> None:
    tour.act("tool.brush", "go.hex")
    tour.editor.type("N2")
    tour.keys("Return")
    tour.until("the cursor there", cursor="N2")
    tour.keys("space", "Right")
    tour.until_on("N2", "woods by the space bar", terrain=["woods"])
    tour.editor.wait(lambda: tour.options()["cursor"] not in ("", "N2"), "the cursor beside")
    tour.look("65-cursor")
    tour.keys("ctrl+z")


def panels(tour: Tour) -> None:
    for number, name in enumerate(("history", "layers", "scenario", "analysis", "hex")):
        # Those that share a place with others come to the front; only the one in front would go.
        tour.act(f"view.{name}")
        tour.until_in_front(name)
        tour.look(f"{70 + number}-panel-{name}")
    tour.act("view.label-style")
    tour.act("view.text-size")
    tour.look("75-larger-text")
    tour.act("view.text-size", "view.text-size", "view.label-style", "view.label-style")
