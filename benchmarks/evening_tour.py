"""The tour: every action once, before an evening is measured, so that all that is kept from first uses is there.

What an action needs to be there - a selection, two ends of a way, a tracing image - a scene makes; after each
scene, every action that was not done yet and that can be done now is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from benchmarks.evening_mouse import LEFT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from benchmarks.evening_hand import Hand

    Doing = Iterator[int]
    Scene = Callable[[Hand], Doing]

#: How often a scene is set at most: what is done in it may take away what the rest of it needs.
_TAKES = 3
#: How long the worker is waited for, in milliseconds, and how often that long for what takes a process its time to start.
_ASKED, _PATIENCE = 700, 12
#: The tools that ask for two hexes, and the option that has them then: a drag may begin or end beside the board.
_ENDS = {"sight": "sight_line", "path": "path_ends"}
_DRAGS = 12


def tour(hand: Hand, picture: Path) -> Doing:
    """Do what was not done yet; ``picture`` is one to lay under the grid."""

    def pictured(hand: Hand) -> Doing:
        hand.what = "tracing image"
        hand.window.underlays.read(picture)
        for _ in range(_PATIENCE):
            yield _ASKED
            if hand.window.actions_by_id["underlay.show"].isEnabled():
                break

    overlays = [name for name in hand.window.actions_by_id if name.startswith("overlay.")]
    scenes: list[Scene] = [
        _edited,
        _selected,
        _in_hand,
        pictured,
        *(_dragged(tool) for tool in ("sight", "path", "measure", "select", "objectives", "units", "zones")),
        _attacked,
        *(_laid_over(name) for name in overlays if name != "overlay.none"),
    ]
    for scene in scenes:
        for _ in range(_TAKES):
            left = hand.not_done()
            if not left:
                return
            yield from scene(hand)
            yield from _every(hand, left)
            if len(hand.not_done()) == len(left):
                break


def _every(hand: Hand, names: list[str]) -> Doing:
    """Do those of some actions that can be done."""
    for name in names:
        if hand.window.actions_by_id[name].isEnabled():
            yield from hand.trigger(name, 100)


def _edited(hand: Hand) -> Doing:
    """Have something to undo, and something to do again."""
    yield from hand.trigger("tool.brush")
    for _ in range(2):
        yield from hand.drag("stroke brush", LEFT, steps=6)
    yield from hand.trigger("edit.undo")


def _selected(hand: Hand) -> Doing:
    """Have some hexes selected, and others copied."""
    yield from hand.trigger("tool.select")
    yield from hand.drag("stroke select", LEFT, steps=10)
    yield from hand.trigger("edit.copy")


def _in_hand(hand: Hand) -> Doing:
    """Have a piece in hand."""
    yield from _selected(hand)
    yield from hand.trigger("edit.paste")


def _dragged(tool: str) -> Scene:
    def scene(hand: Hand) -> Doing:
        yield from hand.trigger(f"tool.{tool}")
        for _ in range(_DRAGS):
            yield from hand.drag(f"stroke {tool}", LEFT, steps=8)
            if tool not in _ENDS or getattr(hand.window.workbench.state, _ENDS[tool]) is not None:
                break
        yield _ASKED

    return scene


def _attacked(hand: Hand) -> Doing:
    """Have an attack along a line of sight with options other than the default."""
    yield from _dragged("sight")(hand)
    hand.what = "another attack"
    state = hand.window.workbench.state
    start, end = state.attack.ends
    state.attack = replace(state.attack, ends=(replace(start, moved=start.moved + 1), end))
    yield _ASKED


def _laid_over(name: str) -> Scene:
    def scene(hand: Hand) -> Doing:
        yield from hand.trigger(name, _ASKED)
        yield from hand.hover()

    return scene
