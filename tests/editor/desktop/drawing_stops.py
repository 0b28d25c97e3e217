"""Stops of a walk through the editor where something is drawn: terrain, the parts of a scenario, and what is selected."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.editor.desktop.tour import Tour

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


def decorations(tour: Tour) -> None:
    tour.act("tool.decorations")
    tour.click("H9")
    tour.keys("r")
    tour.look("20-decorations")
    tour.keys("Escape")


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
    tour.keys("Home", "Return")
    tour.editor.wait(lambda: len(tour.options()["selected"]) == 22, "the zone of two columns")


def areas(tour: Tour) -> None:
    tour.drag("N6", "O7")
    tour.act("select.area")
    tour.until_active("New area")
    tour.look("25-name-of-an-area")
    tour.type("Gate")
    tour.until_active()
    tour.editor.wait(lambda: any("gate" in it for it in tour.lies("N6")["zones"]), "the area")
    tour.act("edit.raise")
    tour.until_on("N6", "a level", level=1)
    tour.act("edit.level")
    tour.until_on("N6", "the level of the elevation tool", level=2)
    tour.drag("O6", "P6")
    tour.act("edit.zone-add")
    tour.editor.wait(lambda: any("gate" in it for it in tour.lies("P6")["zones"]), "more of the area")
    tour.drag("O6", "O7")
    tour.act("edit.zone-remove")
    tour.editor.wait(lambda: not any("gate" in it for it in tour.lies("O7")["zones"]), "less of the area")
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
    tour.until_shown("Saved stamp Copse")
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
