from __future__ import annotations

import io
import json
import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from fairground.core.clients import load_format
from fairground.core.clients.board_image import pixel_frame
from fairground.core.clients.format import export_settings
from fairground.core.errors import UsageError
from fairground.core.grid.hexes import neighbour
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board
from tests.core.clients.test_foundry import both
from tests.core.clients.tts_checker import faults, local_place, nearest_space, place_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.clients import Export
    from fairground.core.scenario.document import Scenario


def made(scenario: Scenario, **said: str) -> Export:
    target = load_format("tts")
    assert target.write is not None
    return target.write(scenario, export_settings(target.options, {"pixels": "20"} | said, "My table"))


def exported(scenario: Scenario, **said: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(made(scenario, **said).content)
    return found


@pytest.mark.parametrize("layout", list(Layout))
def test_a_save_has_what_the_game_reads_and_nothing_else(layout: Layout) -> None:
    assert faults(exported(both(layout))) == []


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda it: it.pop("Grid"), "save has no Grid"),
        (lambda it: it.update(Surprise=1), "save has Surprise, which there is not"),
        (lambda it: it["Grid"].update(Type=0), "save.Grid cannot be"),
        (lambda it: it["ObjectStates"][1].update(GUID="xyz"), "object 1.GUID cannot be 'xyz'"),
        (lambda it: it["ObjectStates"][1].update(GUID="fa0000"), "two objects have one id"),
        (lambda it: it["ObjectStates"][0]["Transform"].update(posX=1), "object 0.Transform cannot be"),
        (lambda it: it["ObjectStates"][0].pop("AttachedSnapPoints"), "object 0 has no AttachedSnapPoints"),
    ],
)
def test_the_checker_finds_what_is_wrong(spoil: Callable[[dict[str, Any]], object], fault: str) -> None:
    save = exported(both())
    spoil(save)
    assert any(fault in it for it in faults(save))


@pytest.mark.parametrize("width", ["0.5", "1.5", "7/3"])
@pytest.mark.parametrize("layout", list(Layout))
def test_every_hex_of_the_picture_lies_on_a_hex_of_the_grid(layout: Layout, width: str) -> None:
    scenario = both(layout)
    export = made(scenario, **{"hex-width": width})
    save = json.loads(export.content)
    board, frame = save["ObjectStates"][0], pixel_frame(scenario.board, 20)
    spaces = []
    for at in scenario.board.hexes():
        place = place_on(board, export, *frame.centre(at))
        spaces.append(nearest_space(save, place))
        assert math.dist(place, spaces[-1]) < 1e-4
    # No two hexes share one, and neighbours are a hex's width apart.
    assert min(math.dist(a, b) for a in spaces for b in spaces if a is not b) == pytest.approx(
        {"0.5": 0.5, "1.5": 1.5, "7/3": 7 / 3}[width], abs=1e-5
    )


@pytest.mark.parametrize("layout", list(Layout))
def test_units_stand_on_their_hexes_and_look_where_they_should(layout: Layout) -> None:
    scenario = both(layout)
    export = made(scenario)
    save = json.loads(export.content)
    board, *units = save["ObjectStates"]
    frame = pixel_frame(scenario.board, 20)
    for unit, tile in zip(scenario.units, units, strict=True):
        at = tile["Transform"]
        x, y = frame.centre(unit.hex)
        assert math.dist((at["posX"], at["posZ"]), place_on(board, export, x, y)) < 1e-4
        # The picture's lower edge points at the neighbour ahead.
        ahead = scenario.board.layout.facing_direction(unit.facing)
        image_x, image_y = frame.centre(neighbour(unit.hex, ahead))
        target = place_on(board, export, image_x, image_y)
        down = place_on(tile, export, 100, 200)
        wanted = math.atan2(target[1] - at["posZ"], target[0] - at["posX"])
        assert math.atan2(down[1] - at["posZ"], down[0] - at["posX"]) == pytest.approx(wanted, abs=1e-3)


def test_units_of_one_hex_lie_above_each_other() -> None:
    scenario = both()
    scenario.units.append(replace(scenario.units[0], id="again"))
    one, _, again = exported(scenario)["ObjectStates"][1:]
    assert one["Transform"]["posX"] == again["Transform"]["posX"]
    assert again["Transform"]["posY"] > one["Transform"]["posY"]


def test_units_are_round_tiles_with_the_art_of_their_class_and_side() -> None:
    export = made(both())
    one, other = json.loads(export.content)["ObjectStates"][1:]
    assert (one["Nickname"], one["Description"], one["Tags"]) == ("Scout", "Scout, Ants", ["Ants"])
    assert (other["Nickname"], other["Description"]) == ("Queen", "Scout, Bees")
    assert one["CustomImage"]["ImageURL"] != other["CustomImage"]["ImageURL"]
    assert one["CustomImage"]["CustomTile"]["Type"] == 2
    names = {it.name: it.content for it in export.companions}
    image = Image.open(io.BytesIO(names[one["CustomImage"]["ImageURL"]])).convert("RGBA")
    # The disc fills the tile's circle: nothing of it shows through.
    assert image.size == (200, 200)
    for degrees in range(0, 360, 15):
        x, y = (100 + 97 * fn(math.radians(degrees)) for fn in (math.cos, math.sin))
        pixel = image.getpixel((int(x), int(y)))
        assert isinstance(pixel, tuple)
        assert pixel[3] == 255


def test_units_can_be_left_out() -> None:
    assert len(exported(both(), units="none")["ObjectStates"]) == 1
    assert "2 units are dropped" in made(both(), units="none").losses


@pytest.mark.parametrize("layout", list(Layout))
def test_snap_points_mark_the_hexes_of_zones_and_objectives(layout: Layout) -> None:
    scenario = both(layout)
    export = made(scenario)
    board = json.loads(export.content)["ObjectStates"][0]
    frame = pixel_frame(scenario.board, 20)
    wanted = []
    for part, side in ((scenario.zones[0], "Ants"), (scenario.objectives[0], "Bees")):
        mask = part.shape.mask(scenario.board) & ~scenario.board.void
        wanted += [(side, place_on(board, export, *frame.centre(at))) for at in scenario.board.hexes_of(mask)]
    points = [
        (it["Tags"][0], local_place(board, it["Position"]["x"], it["Position"]["z"]))
        for it in board["AttachedSnapPoints"]
    ]
    assert [it[0] for it in points] == [it[0] for it in wanted]
    assert all(math.dist(a[1], b[1]) < 1e-4 for a, b in zip(points, wanted, strict=True))


def test_the_notebook_has_rules_and_objectives_without_formatting_of_its_own() -> None:
    scenario = both()
    scenario.notes = "Be [b]bold[/b]"
    body = exported(scenario)["TabStates"]["0"]["body"]
    for words in ("Mill", "Bees only", "hold 2 turns", "Wall: ", "Rules: Penance 2.0"):
        assert words in body, words
    headings = re.findall(r"\[b\]([^\[]*)\[/b\]", body)
    assert headings[:2] == ["This arena", "Objectives"]
    assert body.count("[b]") == len(headings)


@pytest.mark.parametrize(
    ("address", "start"),
    [
        ("", ""),
        ("https://example.org/maps/", "https://example.org/maps/"),
        ("file:///C:/My maps", "file:///C:/My maps/"),
    ],
)
def test_images_are_named_by_the_address(address: str, start: str) -> None:
    export = made(both(), address=address)
    used = {it["CustomImage"]["ImageURL"] for it in json.loads(export.content)["ObjectStates"]}
    names = {it.name.replace(" ", "%20") if address else it.name for it in export.companions}
    assert used == {start + name for name in names}


def test_an_address_without_a_scheme_is_refused() -> None:
    with pytest.raises(
        UsageError, match="address must begin with http://, https:// or file://, not 'C:maps'"
    ):
        made(both(), address="C:maps")


def test_what_is_lost_is_said() -> None:
    images, rules, teams = made(both()).losses
    assert "Mods/Images" in images
    assert "Cloud Manager" in images
    assert "the game applies no rules" in rules
    assert teams == "the sides' teams are dropped"
    assert "put the PNG files at the address" in made(both(), address="https://example.org").losses[0]


@pytest.mark.long
def test_a_picture_that_is_too_large_for_the_game_is_told_with_a_size_that_fits() -> None:
    scenario = both()
    scenario.board = Board.blank(Layout.ODD_Q, 30, 12)
    scenario.units = []
    told = [it for it in made(scenario, pixels="200").losses if "blurred" in it]
    assert len(told) == 1
    found = re.search(r"pixels=(\d+)", told[0])
    assert found is not None
    assert not any("blurred" in it for it in made(scenario, pixels=found[1]).losses)


def test_an_export_is_the_same_each_time() -> None:
    assert made(both()) == made(both())
