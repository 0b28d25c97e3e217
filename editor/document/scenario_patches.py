"""The patches that make one scenario another, board and all."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from fairground.editor.document.board_motion import STILL, Motion
from fairground.editor.document.board_patch import BoardPatch, KeptBoard
from fairground.editor.document.patches import FieldPatch

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.board_transform import BoardTransform
    from fairground.editor.document.patches import Patch

#: What changes with a board or with its ruleset; the ruleset first, for the others are shown by it.
_FIELDS = ("ruleset", "weather", "zones", "objectives", "units", "locked", "comments")


def scenario_patches(before: Scenario, after: Scenario, way: BoardTransform | None = None) -> list[Patch]:
    """Return the patches that make the one scenario the other, the board first; none where they are alike.

    Title, author, notes, sides and victory are as before. ``way`` is where the hexes went, if it is known.
    """
    return _patches(before, after, _FIELDS, Motion.of_way(way) if way is not None else STILL)


def reload_patches(before: Scenario, after: Scenario) -> list[Patch]:
    """Return the patches that make the one scenario the other in everything that a file holds."""
    names = tuple(it.name for it in fields(after) if it.compare and it.name != "board")
    return _patches(before, after, names, STILL)


def _patches(before: Scenario, after: Scenario, names: tuple[str, ...], moved: Motion) -> list[Patch]:
    found: list[Patch] = []
    if before.board != after.board:
        found.append(BoardPatch(KeptBoard.of(before.board), KeptBoard.of(after.board), moved))
    for name in names:
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            found.append(FieldPatch(name, old, new))
    return found
