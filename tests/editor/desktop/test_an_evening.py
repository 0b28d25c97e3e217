"""An evening with the editor, by mouse and keys alone, in a real window: from a new map to a recovery after a kill."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core import load, validate
from fairground.core.finding import Severity
from fairground.core.grid.hexes import neighbours

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.scenario.board import Board
    from tests.editor.desktop.conftest import Desktop, Editor

# Real windows and one mouse each: not beside one another.
pytestmark = [pytest.mark.xdist_group("desktop"), pytest.mark.long]


def new_map(editor: Editor, columns: int) -> None:
    """Make a new odd-q map of 17 rows through the dialog."""
    editor.keys("ctrl+n")
    editor.wait(lambda: editor.shows("Create map"), "the dialog for a new map")
    editor.come_to_rest()
    editor.click("widget", "Columns")
    editor.keys("ctrl+a")
    editor.type(str(columns))
    editor.wait(lambda: editor.shows(f"odd-q board of {columns}x17"), "the facts of that size")
    editor.picture(f"02-new-map-of-{columns}-columns")
    editor.click("widget", "Create map")
    editor.wait(lambda: editor.state().get("size") == [columns, 17], "the new map")
    assert editor.state()["layout"] == "odd-q"


def paint(editor: Editor) -> None:
    """Walls, a hill and both zones: four steps, each turned by 180° too."""
    editor.keys("b")
    editor.click("item", "Wall")
    editor.keys("m")
    editor.drag("E4", "E5", "E6", "G8")
    assert editor.steps() == [1, 1]
    editor.picture("03-walls-turned-by-180")
    editor.keys("v")
    for _ in range(3):
        # The third does nothing: the ruleset knows two levels above the ground.
        editor.drag("H6", "I6")
    assert editor.steps() == [3, 3]
    editor.picture("04-a-hill")
    editor.keys("z")
    editor.drag("C8", "C9", "C10")
    editor.picture("05-both-zones")
    assert editor.steps() == [4, 4]


def repair(editor: Editor) -> None:
    """A wall on one side alone spoils the symmetry: a finding, and its quick fix."""
    editor.keys("b", "m", "m", "m")
    editor.click("hex", "D14")
    assert editor.steps() == [5, 5]
    editor.wait(lambda: editor.ask("item", "symmetry.near"), "the finding")
    editor.click("item", "symmetry.near")
    editor.picture("06-a-finding")
    editor.keys("ctrl+period")
    assert editor.steps() == [6, 6]
    editor.wait(lambda: editor.ask("item", "symmetry.near") is None, "no such finding any more")
    editor.picture("07-mended")


def undo_and_redo_all(editor: Editor) -> None:
    editor.keys("ctrl+alt+z")
    assert editor.steps() == [0, 6]
    editor.picture("08-all-undone")
    editor.keys("ctrl+alt+shift+z")
    assert editor.steps() == [6, 6]


def save_as(editor: Editor, path: Path) -> None:
    """The first save asks for a place."""
    editor.save_as(path)
    editor.picture("09-saved")


def levels(board: Board, *labels: str) -> set[int]:
    return {board.level_at(board.parse(name)) for name in labels}


def check_file(path: Path) -> None:
    scenario = load(path)
    board = scenario.board
    assert {finding.severity for finding in validate(scenario)} <= {Severity.ADVICE}
    walls = {board.label(at) for at in board.hexes_of(board.where_terrain("wall"))}
    # Where the pointer was too quick for the events, the hex line fills the gap: ends are certain, and no hole.
    assert {"E4", "G8", "L14", "J10", "D14", "M4"} <= walls
    for name in walls - {"D14", "M4"}:
        assert any(board.terrain_at(at) == ("wall",) for at in neighbours(board.parse(name)))
    assert levels(board, "H6", "I6", "I12", "H12") == {2}
    zones = {zone.id: zone.shape.mask(board) for zone in scenario.zones}
    assert zones["p1-start"][board.cell(board.parse("C9"))]
    assert zones["p2-start"][board.cell(board.parse("N9"))]


def test_an_evening(desktop: Desktop, open_editor: Callable[..., Editor]) -> None:
    editor = open_editor()
    editor.wait(lambda: editor.shows("New map"), "the welcome page")
    editor.picture("01-welcome")
    new_map(editor, 16)
    paint(editor)
    repair(editor)
    undo_and_redo_all(editor)
    path = desktop.folder / "evening.yaml"
    save_as(editor, path)
    check_file(path)

    # Killed in the middle of a stroke.
    editor.drag("D2", "E2", "F2", "G2", release=False)
    painted = editor.steps()
    assert painted == [7, 7]
    editor.kill()
    desktop.do("mouseup", 1)

    again = open_editor()
    again.wait(lambda: again.shows("evening.yaml"), "the offer to recover")
    again.picture("10-recovery-offered")
    again.click("widget", "Recover")
    again.wait(lambda: again.state()["document"] == "evening.yaml", "the recovered map")
    assert again.state()["dirty"]
    assert again.steps() == painted
    again.picture("11-recovered")
    again.keys("ctrl+s")
    again.wait(lambda: not again.state()["dirty"], "the save")
    board = load(path).board
    assert {board.terrain_at(board.parse(name)) for name in ("D2", "E2", "F2")} == {("wall",)}
    assert again.quit() == 0


def test_a_symmetry_that_the_size_refuses_is_refused_in_a_plain_sentence(
    open_editor: Callable[..., Editor],
) -> None:
    editor = open_editor()
    new_map(editor, 15)
    editor.keys("b")
    editor.click("widget", "180° turn")
    editor.wait(lambda: editor.shows("has no 180° turn"), "the sentence")
    editor.picture("12-no-turn-on-15-columns")
