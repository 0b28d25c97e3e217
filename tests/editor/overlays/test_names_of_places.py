from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core import path, sight
from fairground.core.pictures.colours import INK
from fairground.core.sight.line.verdict import SightVerdict
from fairground.editor.canvas.canvas import Canvas
from fairground.editor.canvas.layers import LayerModel, MapLayer
from fairground.editor.document.patches import FieldPatch
from fairground.editor.overlays.fan import FanOverlay
from fairground.editor.overlays.line_painter import paint_sight
from fairground.editor.overlays.path_line import paint_path
from tests.editor.pixels import painted_pixels

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray
    from pytestqt.qtbot import QtBot

    from fairground.editor.canvas.frame import Frame
    from fairground.editor.canvas.marked_view import CanvasCover
    from tests.editor.overlays.conftest import Look, LookMaker


class Drawn:
    """A path or a line of sight, and nothing else."""

    def __init__(self, paint: Callable[[Frame], None]) -> None:
        self.paint = paint


def named(qtbot: QtBot, look: Look) -> Canvas:
    """A board with a place that has a name."""
    name = look.hex("D3")
    look.document.edit("Name", [FieldPatch("board.names", look.scenario.board.names, {name: "Mill Hill"})])
    canvas = Canvas(look.document, LayerModel())
    qtbot.addWidget(canvas)
    canvas.resize(700, 700)
    canvas.show()
    canvas.settle()
    return canvas


def letters(canvas: Canvas) -> NDArray[np.bool_]:
    """Return where the name is in full ink: the pixels that are so with the names alone."""
    ink = np.array([int(INK[i : i + 2], 16) for i in (5, 3, 1)], np.uint8)
    seen = (painted_pixels(canvas) == ink).all(axis=-1)
    canvas.layers.set_visible(MapLayer.NAMES, False)  # noqa: FBT003  # as its slot
    without = (painted_pixels(canvas) == ink).all(axis=-1)
    canvas.layers.set_visible(MapLayer.NAMES, True)  # noqa: FBT003  # as its slot
    found: NDArray[np.bool_] = seen & ~without
    assert found.sum() > 20
    return found


def still_there(canvas: Canvas, cover: CanvasCover) -> bool:
    """Whether all letters of the name are seen through a cover as without."""
    where, before = letters(canvas), painted_pixels(canvas)
    canvas.set_covers((cover,), ())
    after = painted_pixels(canvas)
    assert (before != after).any(), "something is drawn"
    return bool((before == after).all(axis=-1)[where].all())


def test_overlays_leave_the_names_of_places_readable(qtbot: QtBot, make_look: LookMaker) -> None:
    look = make_look()
    look.wall("D4", "C4", "E4", "C3")
    canvas = named(qtbot, look)
    look.overlay(FanOverlay).set_on(True)
    look.state.pin = look.hex("D7")
    look.settle(200)
    assert not look.at(look.overlay(FanOverlay).shown.visible, "D3")
    assert still_there(canvas, look.overlays)


def test_the_light_the_line_and_the_points_of_a_path_leave_them_readable(
    qtbot: QtBot, make_look: LookMaker
) -> None:
    look = make_look()
    canvas = named(qtbot, look)
    found = path(look.scenario, "D1", "D6")
    assert look.hex("D3") in found.hexes
    assert still_there(canvas, Drawn(lambda frame: paint_path(frame, found)))


def test_the_light_and_the_line_of_a_sight_leave_them_readable(qtbot: QtBot, make_look: LookMaker) -> None:
    look = make_look()
    canvas = named(qtbot, look)
    found = sight(look.scenario, "D1", "D6")
    assert isinstance(found, SightVerdict)
    assert look.hex("D3") in found.line.crossed
    assert still_there(canvas, Drawn(lambda frame: paint_sight(frame, found)))
