"""A board of another program, and a ruleset of one's own, by mouse and keys in a real window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core import load
from fairground.core.clients import import_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.editor.desktop.conftest import Desktop, Editor

# Real windows and one mouse each: not beside one another.
pytestmark = [pytest.mark.xdist_group("desktop"), pytest.mark.long]

RULES = """\
format: fairground-ruleset/1
extends: penance-2.0
id: moor
title: Rules of the moor
version: "1"
terrain:
  bog: {name: Deep bog, symbol: q, cost: 3, tile: swamp, tags: [difficult]}
"""
MAP = """\
format: fairground/1
name: The moor
ruleset: rules/moor.yaml
board:
  layout: odd-q
  size: [9, 7]
  palette: {'.': clear, f: forest}
  terrain: |
    f.......f
    .........
    ...f.f...
    .........
    ...f.f...
    .........
    f.......f
sides:
  - {id: west, name: West}
  - {id: east, name: East}
zones:
  - {id: west-start, side: west, hexes: columns 1}
  - {id: east-start, side: east, hexes: columns 9}
victory: {last_standing: true}
"""
WOODS = {(2, 3), (3, 3), (3, 4), (10, 9), (11, 9), (11, 10)}


def a_board() -> str:
    """Return a MegaMek board of 14 by 12: a road through, woods, a hill, a pond and what only the game shows."""
    lines = ["size 14 12"]
    for row in range(1, 13):
        for column in range(1, 15):
            terrain = []
            if row == 6:
                terrain.append("road:1:18" if column > 1 else "road:1:2")
            if (column, row) in WOODS:
                terrain += ["woods:1", "foliage_elev:2"]
            if column in (12, 13) and row in (2, 3):
                terrain.append("water:1")
            if (column, row) == (7, 9):
                terrain.append("flowers:1")
            level = 2 if (column, row) in ((7, 2), (8, 2)) else 1 if 5 < column < 10 and row < 4 else 0
            lines.append(f'hex {column:02}{row:02} {level} "{";".join(terrain)}" ""')
    return "\n".join([*lines, "end\n"])


def take_over(editor: Editor, path: Path) -> None:
    """Import a file by the file menu's key."""
    editor.keys("ctrl+i")
    editor.wait(lambda: editor.shows("name:"), "the file dialog")
    editor.keys("ctrl+a")
    editor.type(str(path))
    editor.keys("Return")
    editor.wait(lambda: editor.shows("Expected size"), "the dialog of the import")


def export_board(editor: Editor, path: Path) -> None:
    editor.keys("ctrl+e")
    editor.wait(lambda: editor.ask("item", "MegaMek board"), "the formats in the dialog of the export")
    editor.come_to_rest()
    editor.click("item", "MegaMek board")
    editor.click("widget", "File")
    editor.keys("ctrl+a")
    editor.type(str(path))
    editor.wait(lambda: editor.ask("item", f"{path.name}, "), "what would be written")
    editor.picture("44-export-to-megamek")
    editor.keys("Return")
    editor.wait(lambda: editor.shows("Wrote "), "the written board")
    editor.picture("45-exported-to-megamek")
    editor.keys("Escape")
    path.unlink()
    editor.keys("F9")
    editor.wait(lambda: editor.shows(f"Wrote {path.name}"), "the board, exported again")


def test_a_board_comes_in_is_painted_saved_and_goes_out_again(
    desktop: Desktop, open_editor: Callable[..., Editor]
) -> None:
    board = desktop.folder / "road-camp.board"
    board.write_text(a_board())
    editor = open_editor()
    editor.wait(lambda: editor.shows("Import…"), "the welcome page")
    editor.picture("40-welcome-with-import")
    take_over(editor, board)
    editor.wait(lambda: editor.shows("14 by 12, odd-q: 168 hexes"), "what comes in")
    editor.picture("41-import")
    editor.click("item", "flowers")
    editor.picture("42-import-at-a-remark")
    editor.click("widget", "Import map")
    editor.wait(lambda: editor.state()["document"] == "road-camp", "the imported map")
    assert editor.steps() == [0, 0]
    editor.wait(lambda: editor.shows("Imported from road-camp.board with"), "the remarks")
    editor.keys("b")
    editor.click("item", "Rough")
    editor.drag("B9", "C9", "D9")
    assert editor.steps() == [1, 1]
    editor.picture("43-imported-and-painted")
    path = desktop.folder / "road-camp.yaml"
    editor.save_as(path)
    assert load(path).board.terrain_at(load(path).board.parse("C9")) == ("rough",)
    out = desktop.folder / "out.board"
    export_board(editor, out)
    again = import_file(out).scenario.board
    assert again.terrain_at(again.parse("C9")) == ("rough",)
    before, after = (set(text.splitlines()) for text in (board.read_text(), out.read_text()))
    changed = {line.split()[1] for line in before ^ after if line.startswith("hex")}
    assert {"0209", "0409"} <= changed
    assert changed <= {"0209", "0309", "0409", "0210", "0310", "0410", "0208", "0308", "0408"}
    editor.keys("ctrl+shift+d")
    take_over(editor, board)
    editor.wait(lambda: editor.shows("14 by 12, odd-q: 168 hexes"), "what comes in")
    editor.picture("46-import-in-the-dark")
    editor.keys("Escape")
    broken = desktop.folder / "broken.board"
    broken.write_text(a_board().replace('"woods:1', '"woods:one').replace("size 14 12", "size 14 13"))
    take_over(editor, broken)
    editor.wait(lambda: editor.shows("Problems"), "the problems")
    editor.picture("47-a-board-with-faults")
    editor.keys("Escape")
    assert editor.quit() == 0


def test_a_ruleset_of_one_s_own_is_painted_with_broken_and_mended(
    desktop: Desktop, open_editor: Callable[..., Editor]
) -> None:
    (desktop.folder / "rules").mkdir()
    rules = desktop.folder / "rules" / "moor.yaml"
    rules.write_text(RULES)
    path = desktop.folder / "moor.yaml"
    path.write_text(MAP)
    editor = open_editor(str(path))
    editor.wait(lambda: editor.state()["document"] == "moor.yaml", "the map")
    editor.keys("b")
    editor.click("item", "Deep bog")
    editor.drag("D4", "E4", "F4")
    assert editor.steps() == [1, 1]
    editor.picture("48-terrain-of-one-s-own")

    rules.write_text(RULES.replace("cost: 3", "cots: 3"))
    editor.wait(lambda: editor.ask("item", "moor.yaml, line 7"), "the fault with file and line")
    assert editor.ask("item", "Deep bog"), "the palette keeps what it had"
    editor.picture("49-a-fault-in-the-ruleset")
    editor.drag("D6", "E6", "F6")
    assert editor.steps() == [2, 2]

    rules.write_text(RULES.replace("Deep bog", "Quaking bog"))
    editor.wait(lambda: editor.ask("item", "moor.yaml, line 7") is None, "no fault any more")
    editor.wait(lambda: editor.ask("item", "Quaking bog"), "the new name in the palette")
    editor.picture("50-mended")
    editor.keys("ctrl+shift+d", "ctrl+s")
    editor.wait(lambda: not editor.state()["dirty"], "the save")
    editor.picture("51-mended-in-the-dark")
    board = load(path).board
    assert {board.terrain_at(board.parse(name)) for name in ("D4", "F4", "D6", "F6")} == {("bog",)}
    assert editor.quit() == 0
