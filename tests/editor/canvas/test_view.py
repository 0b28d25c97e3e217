"""What is seen on the canvas, and that it follows the document."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.labels import LabelStyle
from fairground.core.grid.layout import Layout
from fairground.core.pictures.colours import PAPER
from fairground.core.pictures.scene import tinted
from fairground.core.pictures.tiles import load_tile
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.parts import Objective, Side, Unit, Zone
from fairground.core.scenario.shapes import Listed, Rows, Within
from fairground.editor.canvas.layers import LayerModel, MapLayer
from fairground.editor.document.document import Document
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch, hexside_patch
from tests.editor.canvas.conftest import ShownCanvas
from tests.editor.insides import stale_region

if TYPE_CHECKING:
    from PySide6.QtGui import QColor
    from pytestqt.qtbot import QtBot

    from fairground.editor.document.patches import CellPatch
    from tests.editor.canvas.conftest import Stand

WALL, VOID = 1, 2
FROM_AFAR = 4.0


def test_the_ground_has_the_colour_of_terrain_and_level(stand: Stand) -> None:
    scenario = stand.plain()
    board = scenario.board
    board.elevation[2, 3] = 3
    board.elevation[2, 5] = -2
    canvas = stand.show(scenario, pitch=72, width=900, height=700)
    clear = load_tile("clear").fill
    for column, level in ((3, 3), (5, -2), (7, 0)):
        at = board.layout.from_offset(column, 2)
        canvas.centre_on(at)
        assert stand.main_colour(canvas, at) == tinted(clear, level)


@pytest.mark.parametrize("layout", Layout)
def test_far_and_near_views_agree_on_the_colour_of_every_hex(stand: Stand, layout: Layout) -> None:
    scenario = stand.motley(layout, 90, 90)
    scenario.zones, scenario.units, scenario.objectives = [], [], []
    board = scenario.board
    board.hexsides, board.names = {}, {}
    board.effects[:] = 0
    canvas = stand.show(scenario, pitch=8)
    # Crests would cover much of so small a hex.
    canvas.layers.set_opacity(MapLayer.ELEVATION, 0.0)
    assert canvas.camera.is_near
    places = [layout.from_offset(column, row) for column in range(38, 52) for row in range(38, 52)]
    places = [at for at in places if "void" not in board.terrain_at(at)]

    def colours() -> list[QColor]:
        image = stand.image(canvas)
        return [image.pixelColor(canvas.point_of(at).toPoint()) for at in places]

    near = colours()
    canvas.set_zoom(5.5 / 72)
    assert not canvas.camera.is_near
    far = colours()
    assert len({colour.name() for colour in near}) >= 5
    assert max(stand.difference(a, b.name()) for a, b in zip(near, far, strict=True)) <= 12


@pytest.mark.parametrize("pitch", [FROM_AFAR, 9.0, 40.0])
@pytest.mark.parametrize("layout", Layout)
def test_an_edit_is_seen_at_its_hex_and_nowhere_else(stand: Stand, layout: Layout, pitch: float) -> None:
    canvas = stand.show(stand.plain(layout, 99, 99), pitch=pitch)
    at = layout.from_offset(50, 49)
    canvas.centre_on(at)
    before = stand.pixels(canvas)
    stand.put(canvas, BoardLayer.TERRAIN, at, WALL)
    after = stand.pixels(canvas)
    rows, columns = np.nonzero((before != after).any(axis=2))
    middle = canvas.point_of(at)
    assert len(rows) > 0.3 * pitch**2
    assert abs(rows - middle.y()).max() < 1.5 * pitch + 3
    assert abs(columns - middle.x()).max() < 1.5 * pitch + 3
    canvas.document.undo()
    assert (stand.pixels(canvas) == before).all()


def test_a_repaint_follows_an_edit_by_itself(stand: Stand, qtbot: QtBot) -> None:
    canvas = stand.show(stand.plain(), pitch=9)
    at = Layout.ODD_Q.from_offset(5, 5)
    before = canvas.grab().toImage().pixelColor(canvas.point_of(at).toPoint())
    stand.put(canvas, BoardLayer.TERRAIN, at, WALL)
    qtbot.waitUntil(lambda: canvas.is_settled)
    assert canvas.grab().toImage().pixelColor(canvas.point_of(at).toPoint()) != before


def edit(canvas: ShownCanvas, random: Random) -> None:
    """Make one random change of any kind, or take one back."""
    document = canvas.document
    scenario = document.scenario
    board = scenario.board
    at = board.layout.from_offset(random.randrange(board.columns), random.randrange(board.rows))
    shape = Within(random.randrange(3), board.label(at))

    def field(name: str, before: object, after: object) -> FieldPatch:
        return FieldPatch(name, before, after)

    def cells(layer: BoardLayer, value: int) -> CellPatch | None:
        return cell_patch(board, layer, shape.mask(board), value)

    zones = [replace(zone, shape=shape) if zone.id == "a" else zone for zone in scenario.zones]
    units = [replace(scenario.units[0], hex=at), *scenario.units[1:]]
    patch = random.choice(
        (
            cells(BoardLayer.TERRAIN, random.randrange(len(board.palette))),
            cells(BoardLayer.ELEVATION, random.randrange(-2, 4)),
            cells(BoardLayer.EFFECTS, random.randrange(len(board.effects_palette))),
            field("zones", scenario.zones, zones),
            field("units", scenario.units, units),
            field("board.hexsides", board.hexsides, {**board.hexsides, hexside(at, 2): ("wall",)}),
            hexside_patch(
                board,
                {hexside(at, way): random.choice(((), ("hedge",), ("hedge", "wall"))) for way in range(5)},
            ),
            field("board.names", board.names, {at: "The Old Mill of Somewhere"}),
            field("objectives", scenario.objectives, [Objective("n", Listed((board.label(at),)), 4)]),
            None,
        )
    )
    if patch is None:
        document.undo()
    else:
        document.edit("Edit", [patch])


def test_of_hexsides_only_those_that_changed_are_painted(stand: Stand) -> None:
    canvas = stand.show(stand.motley(Layout.ODD_Q), pitch=40)
    canvas.settle()
    board = canvas.document.scenario.board
    side = hexside(board.layout.from_offset(6, 5), 1)
    canvas.document.edit("Lay", [hexside_patch(board, {side: ("hedge",)})])
    stale = stale_region(canvas).boundingRect()  # what is waiting to be painted
    x, y = canvas.camera.centre(side.hex)
    assert stale.contains(round(x), round(y))
    assert max(stale.width(), stale.height()) <= 4 * 64, "a few squares of 64 pixels"


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("pitch", [FROM_AFAR, 9.0, 22.0, 50.0])
def test_pictures_repainted_in_part_equal_those_painted_anew(
    stand: Stand, layout: Layout, pitch: float
) -> None:
    # From afar, a board must be large for the view to go that far away.
    size = (90, 90) if pitch == FROM_AFAR else (12, 10)
    canvas = stand.show(stand.motley(layout, *size), pitch=pitch, width=420, height=330)
    assert canvas.camera.is_near == (pitch != FROM_AFAR)
    random = Random(f"{layout} {pitch}")  # noqa: S311  # the same edits each time, no secrets
    for _ in range(3):
        for _ in range(4):
            edit(canvas, random)
            if random.random() < 0.3:
                canvas.pan(random.randrange(-40, 40), random.randrange(-40, 40))
            canvas.repaint()
        anew = ShownCanvas(Document(canvas.document.scenario), LayerModel())
        anew.resize(canvas.size())
        anew.camera = canvas.camera
        # Smooth edges differ by a shade with the place of a sprite in its sheet, and scaled images with where a
        # piece begins.
        assert abs(stand.pixels(canvas).astype(int) - stand.pixels(anew)).max() <= 6


def test_a_new_terrain_and_its_first_hexes_come_in_one_edit(stand: Stand) -> None:
    canvas = stand.show(stand.plain(), pitch=9)
    board = canvas.document.scenario.board
    at = board.layout.from_offset(4, 4)
    palette = [*board.palette, PaletteEntry("l", ("lava",))]
    # The cells may come first.
    canvas.document.edit(
        "Paint",
        [
            cell_patch(board, BoardLayer.TERRAIN, board.mask((at,)), len(palette) - 1),
            FieldPatch("board.palette", board.palette, palette),
        ],
    )
    assert stand.colour_at(canvas, at).red() > 180
    canvas.document.undo()
    assert stand.difference(stand.colour_at(canvas, at), load_tile("clear").fill) < 16


def test_other_sides_and_another_board_are_followed(stand: Stand) -> None:
    scenario = stand.plain(Layout.ODD_R, 99, 99)
    scenario.sides = [Side("p1"), Side("p2")]
    scenario.zones = [Zone("z", "p2", Rows(1, 99))]
    canvas = stand.show(scenario, pitch=FROM_AFAR)
    at = scenario.board.layout.from_offset(5, 5)
    orange = stand.colour_at(canvas, at)
    stand.replace(canvas, "sides", [Side("p2"), Side("p1")])
    blue = stand.colour_at(canvas, at)
    assert blue.blue() > orange.blue() + 30
    stand.replace(canvas, "board", stand.plain(Layout.EVEN_Q, 4, 5).board)
    canvas.settle()
    assert canvas.hex_at(canvas.point_of(Layout.EVEN_Q.from_offset(3, 4))) == Layout.EVEN_Q.from_offset(3, 4)


@pytest.mark.parametrize(
    "layer", [layer for layer in MapLayer if layer not in (MapLayer.FINDINGS, MapLayer.TERRAIN)]
)
def test_a_hidden_layer_is_not_seen(stand: Stand, layer: MapLayer) -> None:
    canvas = stand.show(stand.motley(Layout.ODD_Q), pitch=50, width=900, height=700)
    shown = stand.pixels(canvas)
    canvas.layers.set_visible(layer, visible=False)
    hidden = stand.pixels(canvas)
    canvas.layers.set_visible(layer, visible=True)
    assert (hidden != shown).any()
    assert (stand.pixels(canvas) == shown).all()
    canvas.layers.set_opacity(layer, 0.5)
    half = stand.pixels(canvas)
    assert (half != shown).any()
    assert (half != hidden).any()


@pytest.mark.parametrize("pitch", [FROM_AFAR, 50.0])
def test_without_terrain_there_is_paper(stand: Stand, pitch: float) -> None:
    canvas = stand.show(stand.plain(Layout.ODD_Q, 99, 99), pitch=pitch)
    canvas.layers.set_visible(MapLayer.TERRAIN, visible=False)
    canvas.layers.set_visible(MapLayer.LABELS, visible=False)
    assert {tuple(it) for it in stand.pixels(canvas).reshape(-1, 3).tolist()} == {(0xE4, 0xF1, 0xF6)}


@pytest.mark.parametrize("pitch", [FROM_AFAR, 50.0])
def test_void_hexes_are_paper_with_at_most_a_faint_outline(stand: Stand, pitch: float) -> None:
    scenario = stand.plain(Layout.ODD_Q, 99, 99)
    scenario.board.terrain[:] = VOID
    canvas = stand.show(scenario, pitch=pitch)
    pixels = stand.pixels(canvas).astype(int)
    paper = np.array((0xE4, 0xF1, 0xF6))
    assert stand.colour_at(canvas, scenario.board.layout.from_offset(49, 49)).name() == PAPER
    assert abs(pixels - paper).max() < 90
    assert (pixels != paper).any() == (pitch > 6)


@pytest.mark.parametrize("pitch", [FROM_AFAR, 50.0])
def test_a_dark_window_has_a_dark_table_around_the_board_and_paper_below_faint_terrain(
    stand: Stand, pitch: float
) -> None:
    canvas = stand.show(stand.plain(Layout.ODD_Q, 3, 3), pitch=pitch)
    corner = stand.pixels(canvas)[0, 0]
    canvas.set_dark(True)
    assert stand.pixels(canvas)[0, 0].max() < 48 < corner.min()
    board = stand.colour_at(canvas, Layout.ODD_Q.from_offset(1, 1))
    assert board.lightness() > 140
    canvas.layers.set_opacity(MapLayer.TERRAIN, 0.4)
    assert stand.pixels(canvas)[0, 0].max() > 140


def test_a_dark_window_has_a_darker_board_with_the_same_map(stand: Stand) -> None:
    canvas = stand.show(stand.motley(Layout.EVEN_R), pitch=50)
    light = stand.pixels(canvas)
    canvas.set_dark(True)
    dark = stand.pixels(canvas)
    board = (light != light[0, 0]).any(axis=-1)
    # Walls are as dark as the ink that is laid over everything.
    assert (dark <= light + 1).mean() > 0.95
    assert dark[board].mean() < 0.92 * light[board].mean()
    assert dark[board].mean() > 0.6 * light[board].mean()
    canvas.set_dark(False)
    assert (stand.pixels(canvas) == light).all()


def test_what_is_sketched_while_the_window_turns_dark_is_dark_at_once(stand: Stand) -> None:
    canvas = stand.show(stand.plain(Layout.ODD_Q, 60, 60), pitch=40)
    canvas.zoom_at(QPointF(100, 100), 0.2)  # much more of the board, which is only sketched as yet
    corner = canvas.width() - 5, canvas.height() - 5
    assert not canvas.is_settled
    light = canvas.grab().toImage().pixelColor(*corner)
    canvas.set_dark(True)
    assert canvas.grab().toImage().pixelColor(*corner).lightness() < 0.92 * light.lightness()
    assert not canvas.is_settled


@pytest.mark.parametrize("layout", Layout)
def test_labels_come_at_pitch_thirty_in_the_chosen_style(stand: Stand, layout: Layout) -> None:
    def differs(pitch: float) -> bool:
        canvas.set_zoom(pitch / 72)
        shown = stand.pixels(canvas)
        canvas.layers.set_visible(MapLayer.LABELS, visible=False)
        hidden = stand.pixels(canvas)
        canvas.layers.set_visible(MapLayer.LABELS, visible=True)
        return bool((shown != hidden).any())

    canvas = stand.show(stand.plain(layout, 60, 60))
    assert differs(30)
    assert not differs(28)
    canvas.set_zoom(1.0)
    pictures = []
    for style in LabelStyle:
        canvas.document.show_labels(style)
        pictures.append(stand.pixels(canvas))
    assert all((a != b).any() for a, b in pairwise(pictures))


def test_while_zooming_the_picture_is_stretched_and_then_painted(stand: Stand, qtbot: QtBot) -> None:
    canvas = stand.show(stand.plain(Layout.ODD_Q, 60, 60), pitch=40)
    canvas.zoom_at(QPointF(100, 100), 1.5)
    sketch = canvas.grab().toImage()
    assert not canvas.is_settled
    assert sketch.pixelColor(320, 240).name() != "#000000"
    qtbot.waitUntil(lambda: canvas.is_settled)
    assert canvas.grab().toImage() != sketch


@pytest.mark.long
def test_the_view_is_painted_in_pieces_until_all_is_done(stand: Stand, qtbot: QtBot) -> None:
    canvas = stand.show(stand.motley(Layout.ODD_Q, 200, 200), pitch=12, width=1200, height=900)
    painted = stand.pixels(canvas)
    canvas.set_dark(True)
    canvas.set_dark(False)
    qtbot.waitUntil(lambda: canvas.is_settled)
    assert (stand.pixels(canvas) == painted).all()


def test_units_stand_on_their_hexes_even_from_afar(stand: Stand) -> None:
    scenario = stand.plain(Layout.ODD_Q, 99, 99)
    at = scenario.board.layout.from_offset(50, 50)
    canvas = stand.show(scenario, pitch=FROM_AFAR)
    assert not canvas.camera.is_near
    before = stand.colour_at(canvas, at)
    stand.replace(canvas, "units", [Unit("u", scenario.sides[0].id, "scout", at)])
    assert stand.colour_at(canvas, at) != before


_DENSE = """
import sys
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.editor.canvas.canvas import Canvas
from fairground.editor.canvas.layers import LayerModel
from fairground.editor.document.document import Document
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

application = QApplication([])
scenario = blank_scenario("x", layout=Layout.EVEN_Q, size=(30, 30), ruleset="penance-2.0")
canvas = Canvas(Document(scenario), LayerModel())
told = []
canvas.hovered.connect(told.append)
canvas.resize(500, 400)
canvas.show()
canvas.set_zoom(50 / 72)
canvas.settle()
assert canvas.devicePixelRatioF() == 2.0
for column, row in ((15, 15), (13, 14), (16, 16)):
    at = Layout.EVEN_Q.from_offset(column, row)
    QTest.mouseMove(canvas, canvas.point_of(at).toPoint())
    assert told[-1] == at, (told, at)
picture = canvas.grab()
image = picture.toImage()
assert (image.width(), image.height()) == (1000, 800)
# Painted for this density, not stretched to it: neighbouring pixels of a pair differ.
differing = sum(
    image.pixel(x, y) != image.pixel(x + 1, y) for x in range(0, 1000, 2) for y in range(0, 800, 5)
)
assert differing > 1000, differing
assert abs(canvas.camera.pitch - 50) <= 1
"""


@pytest.mark.long
def test_dense_screens_get_their_pixels() -> None:
    environment = {**os.environ, "QT_SCALE_FACTOR": "2", "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", _DENSE], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_what_lies_over_the_board_comes_in_several_paints(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = {Hex(q, r) for q in range(2, 9) for r in range(2, 7) if (q + r) % 3}
    scenario = stand.plain()

    def shown() -> ShownCanvas:
        canvas: ShownCanvas = stand.show(scenario, pitch=40)
        canvas.set_selection(frozenset(chosen))
        return canvas

    whole = stand.pixels(shown())
    monkeypatch.setattr("fairground.editor.canvas.view._LATE", 0.0)
    canvas = shown()
    canvas.grab()
    paints = 1
    while not canvas.is_settled:
        canvas.grab()
        paints += 1
    # A sprite a paint, and the last one draws all that there are.
    assert 3 < paints < 70
    assert np.array_equal(stand.pixels(canvas), whole)
    canvas.set_zoom(0.3)
    canvas.settle()
    assert canvas.is_settled


def test_a_view_that_is_not_seen_settles_too(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = frozenset(Hex(q, r) for q in range(2, 9) for r in range(2, 7) if (q + r) % 3)
    canvas = stand.show(stand.plain(), pitch=40)
    canvas.set_selection(chosen)
    whole = stand.pixels(canvas)
    monkeypatch.setattr("fairground.editor.canvas.view._LATE", 0.0)
    canvas = stand.show(stand.plain(), pitch=40)
    canvas.hide()
    canvas.set_selection(chosen)
    canvas.settle()
    assert canvas.is_settled
    assert np.array_equal(stand.pixels(canvas), whole)
