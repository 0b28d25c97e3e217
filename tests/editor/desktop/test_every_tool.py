"""Every tool and every overlay once, in one real window, by mouse and keys alone.

With ``FAIRGROUND_LOOKS=<folder>`` the same walk is done on a small and on a large screen, in light and in dark, and a
picture of each stop is put into the folder: ``make looks``.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from fairground.core import load
from tests.editor.desktop import drawing_stops as drawing
from tests.editor.desktop import looking_stops as looking
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


# Each tool and overlay has tests of its own; this one repeats them in a real window, and pictures them.
@pytest.mark.long
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
        *(drawing.brush, drawing.shapes, drawing.fill_and_pick, drawing.elevation),
        *(drawing.hexsides_and_effects, drawing.zones, drawing.objectives, drawing.units, drawing.names),
        drawing.decorations,
        *(
            drawing.selection,
            drawing.areas,
            drawing.clipboard,
            drawing.stamps,
            drawing.symmetry,
            drawing.locks,
        ),
        *(looking.sight, looking.path_and_reach, looking.measure, looking.overlays, looking.underlay),
        *(looking.board_dialogs, looking.finding_one_s_way, looking.keyboard, looking.panels),
        *(looking.redrawing, looking.runs),
    ):
        stop(tour)
    every = {name for name in tour.all_actions if name.startswith(("tool.", "overlay."))}
    assert every <= set(tour.done)

    # What was done is in the file.
    editor.keys("ctrl+s")
    editor.wait(lambda: not editor.state()["dirty"], "the save")
    assert [it.image for it in load(path).decorations] == ["tree"]
    board = load(path).board
    assert board.terrain_at(board.parse("B3")) == ("woods",)
    assert board.names[board.parse("H8")] == "Old Mill"
    assert editor.quit() == 0
