"""Stops of a walk through the editor where something is looked at: sight and ways, overlays, dialogs and panels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QImage

if TYPE_CHECKING:
    from tests.editor.desktop.tour import Tour

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
    tour.editor.wait(lambda: tour.editor.shows("A6 to M9") and tour.editor.shows("Up to date."), "the path")
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
    "overlay.exposure": "Up to date.",
    "overlay.reach": "Reach from F6",
    "overlay.territory": "Blue's zone: ",
    "overlay.chokepoints": "Blue's zone and Red's zone",
    "overlay.fairness": "up to date",
}


# -- around -----------------------------------------------------------------------------------------------------


def underlay(tour: Tour) -> None:
    picture = tour.editor.desktop.folder / "scan.png"
    image = QImage(320, 220, QImage.Format.Format_RGB32)
    image.fill(QColor("#c8b070"))
    assert image.save(str(picture))
    tour.act("tool.underlay", "underlay.choose")
    tour.until_active("Add tracing image")
    tour.type(str(picture))
    tour.until_active()
    tour.until_shown("to calibrate the image")
    tour.look("45-underlay")
    tour.act("underlay.calibrate")
    tour.until_active("Calibrate tracing image")
    tour.look("46-calibrate")
    tour.leave()
    tour.act("underlay.remove")


def board_dialogs(tour: Tour) -> None:
    # With the tool for the picture in hand, undo is of the picture.
    tour.act("tool.select")
    for number, (name, shown) in enumerate(
        {
            "board.resize": "Resize board",
            "board.layout": "Change layout",
            "board.turn": "Turn or mirror board",
            "board.ruleset": "Change ruleset",
        }.items()
    ):
        tour.act(name)
        tour.until_active(shown)
        tour.look(f"{50 + number}-{name.removeprefix('board.')}")
        tour.leave()
    tour.act("board.resize")
    tour.until_active("Resize board")
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
        if name == "scenario":
            tour.click("Fairness limits", about="widget")
            tour.until_shown("Green limit : amber limit")
            tour.look("76-what-counts-as-fair")
    tour.act("view.label-style")
    tour.look("77-other-labels")
    tour.act("view.label-style", "view.label-style")


def redrawing(tour: Tour) -> None:
    """All of the window is drawn anew in another theme and size of text, there and back, and the map in a what-if."""
    tour.until_in_front("layers")
    for action, times, parts in (
        ("view.dark", 2, ("map", "tools", "panel", "menus")),
        ("view.text-size", 3, ("panel", "menus")),
        ("what-if.open", 2, ("map", "tools")),
    ):
        for time in range(times):
            before = tour.drawn_at_rest()
            tour.act(action)
            tour.until_drawn_anew(f"{action} to be seen", before, *parts)
            if (action, time) == ("view.text-size", 0):
                tour.look("75-larger-text")


def runs(tour: Tour) -> None:
    """The panels that have something worked out for long; where pictures are wanted, with what came of it too."""
    for number, (panel, begin, end, done) in enumerate(_RUNS):
        tour.act(f"view.{panel}")
        tour.until_in_front(panel)
        tour.look(f"{86 + 2 * number}-panel-{panel}")
        if tour.has_looks:
            tour.act(begin)
            tour.until_shown(done)
            tour.act(end)
            tour.look(f"{87 + 2 * number}-panel-{panel}-with-answers")


#: Panels, what begins and ends their work, and what is to be read once something has come of it.
_RUNS = (
    ("simulation", "simulation.start", "simulation.stop", " draws"),
    ("repair", "repair.start", "repair.stop", "None of the edits can be dropped"),
    ("variants", "variants.make", "variants.stop", "Symmetries that do not fit"),
)
