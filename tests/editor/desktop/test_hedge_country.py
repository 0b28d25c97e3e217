"""Hedges along hexsides, a road through woods, smoke: in a real window, by mouse and keys alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core import load

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.scenario.board import Board
    from tests.editor.desktop.conftest import Desktop, Editor

# Real windows and one mouse each: not beside one another.
pytestmark = pytest.mark.xdist_group("desktop")

SCENARIO = """format: fairground/1
name: Hedge country
ruleset: hexside-ww2
board:
  layout: odd-q
  size: [12, 9]
  palette: {'.': clear, w: woods}
  terrain: |
    ............
    ............
    ....www.....
    ...wwww.....
    ...www......
    ............
    ............
    ............
    ............
sides:
  - {id: blue, name: Blue}
  - {id: red, name: Red}
zones:
  - {id: blue-start, side: blue, kind: deployment, hexes: "columns 1-2"}
  - {id: red-start, side: red, kind: deployment, hexes: "columns 11-12"}
victory: {last_standing: true}
"""


def features(board: Board) -> dict[str, str]:
    """The features of hexsides as the file has them."""
    return {
        f"{board.hex_name(side.hex)} {board.layout.direction_name(side.direction)}": "+".join(names)
        for side, names in board.hexsides.items()
    }


def saved(editor: Editor, path: Path) -> Board:
    editor.keys("ctrl+s")
    editor.wait(lambda: not editor.state()["dirty"], "the save")
    return load(path).board


@pytest.mark.long
def test_hedge_country(desktop: Desktop, open_editor: Callable[..., Editor]) -> None:
    path = desktop.folder / "hedges.yaml"
    path.write_text(SCENARIO, encoding="utf-8")
    editor = open_editor(str(path))
    editor.wait(lambda: editor.state()["document"] == "hedges.yaml", "the map")

    # A hedge along a chain, and a wall beside it.
    editor.keys("h")
    editor.drag("H3 SW", "H3 NW", "H3 N", "H3 NE", "I4 N", about="side")
    assert editor.steps() == [1, 1]
    editor.picture("21-a-hedge-along-hexsides")
    editor.click("item", "Wall")
    editor.desktop.do("keydown", "shift")
    editor.drag("H3 N", "H3 NE", about="side")
    editor.desktop.do("keyup", "shift")
    editor.drag("C7 N", "C7 NE", "D7 N", "D7 NE", "E8 N", about="side")
    assert editor.steps() == [3, 3]
    editor.picture("22-a-wall-beside-the-hedge")
    editor.keys("ctrl+z", "ctrl+z", "ctrl+z")
    assert editor.steps() == [0, 3]
    editor.picture("23-undone")
    editor.keys("ctrl+y", "ctrl+y", "ctrl+y")
    assert editor.steps() == [3, 3]
    board = saved(editor, path)
    chain = ("G4 NE", "G3 SE", "H3 N", "H3 NE", "I4 N")
    assert {it: features(board)[it] for it in chain} == {
        "G4 NE": "hedge",
        "G3 SE": "hedge",
        "H3 N": "hedge+wall",
        "H3 NE": "hedge+wall",
        "I4 N": "hedge",
    }
    assert {name for name in features(board) if features(board)[name] == "wall"} == {
        *("C7 N", "C7 NE", "D7 N", "D7 NE", "E8 N")
    }

    # The right button clears.
    editor.drag("E8 N", about="side", button=3)
    assert "E8 N" not in features(saved(editor, path))

    # A road on top of the woods.
    editor.keys("o")
    editor.click("item", "Road")
    editor.drag("B4", "E4", "I6")
    editor.picture("24-a-road-through-the-woods")
    board = saved(editor, path)
    assert board.terrain_at(board.parse("E4")) == ("woods", "road")
    assert board.terrain_at(board.parse("I6")) == ("road",)

    # Smoke, and the sides of one hex in the inspector.
    editor.keys("c", "bracketright")
    editor.drag("I3")
    editor.picture("25-smoke")
    assert sum(bool(board.effects_at(at)) for board in (saved(editor, path),) for at in board.hexes()) == 7
    editor.keys("s")
    editor.click("hex", "H3")
    editor.wait(lambda: editor.ask("widget", "Hexside N of H3: hedge + wall"), "the sides of the hex")
    editor.click("widget", "Hexside S of H3: nothing")
    editor.keys("Down", "Return")
    editor.wait(lambda: editor.ask("widget", "Hexside S of H3: hedge"), "the hedge")
    editor.picture("26-the-sides-of-a-hex")
    assert features(saved(editor, path))["H4 N"] == "hedge"

    editor.keys("h", "ctrl+shift+d")
    editor.desktop.do("mousemove", *editor.point("side", "F5 NE"))
    editor.picture("27-in-the-dark")
    assert editor.quit() == 0
