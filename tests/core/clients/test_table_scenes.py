"""Scenes of virtual tables back in: our own come back as they were drawn, others give grid, walls and names of tokens."""

from __future__ import annotations

import copy
import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core import import_file
from fairground.core.clients import Imported, ImportOptions, ImportSource, load_format
from fairground.core.clients.format import export_settings
from fairground.core.clients.importing import recognised_format
from fairground.core.errors import FileError, UsageError
from fairground.core.files import read_bytes
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout, Orientation
from tests.core.clients.blocked_boards import blocked_board
from tests.core.clients.test_carried import full
from tests.core.clients.test_hostile_json import told as told_or_read
from tests.core.clients.test_there_and_back import differing

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.document import Scenario

WW2 = "hexside-ww2"


def exported(name: str, scenario: Scenario, **options: str) -> dict[str, Any]:
    target = load_format(name)
    assert target.write is not None
    content = target.write(
        scenario, export_settings(target.options, {"pixels": "40", **options}, "x")
    ).content
    found: dict[str, Any] = json.loads(content)
    return found


def imported(name: str, scene: dict[str, Any], **options: Any) -> Imported:
    read = load_format(name).read
    assert read is not None
    return read(ImportSource(json.dumps(scene), f"Duel.{name}", ImportOptions(**options)))


def foreign(name: str, scenario: Scenario) -> dict[str, Any]:
    """Return an export without what only we write."""
    scene = exported(name, scenario)
    if name == "uvtt":
        del scene["fairground"]
        return scene
    scene["flags"] = {}
    for it in (*scene["tokens"], *scene["regions"]):
        it["flags"] = {}
    return scene


def told(found: Imported) -> list[str]:
    return [it.message for it in found.losses]


def walled(layout: Layout) -> Scenario:
    """Return a board with hexside features that stop sight, and nothing else that stops anything."""
    text = f"""\
format: fairground/1
name: Walls
ruleset: {WW2}
board:
  layout: {layout.value}
  size: [6, 5]
  palette: {{'.': clear}}
  terrain: |
{"    ......" + chr(10)}{"    ......" + chr(10)}{"    ......" + chr(10)}{"    ......" + chr(10)}{"    ......" + chr(10)}
"""
    scenario = read_bytes(text.encode()).scenario
    assert scenario is not None
    chosen = random.Random(3)  # noqa: S311
    for column, row in ((1, 1), (2, 3), (4, 2), (0, 0), (5, 4)):
        for direction in chosen.sample(range(6), 3):
            side = hexside(layout.from_offset(column, row), direction)
            scenario.board.hexsides[side] = ("hedgerow",)
    return scenario


# -- our own ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["uvtt", "foundry"])
def test_what_the_export_carries_comes_back(name: str) -> None:
    scenario, target = full(), load_format(name)
    found = imported(name, exported(name, scenario))
    assert not differing(scenario, found.scenario) & target.carries
    assert told(found) == []


@pytest.mark.parametrize("name", ["uvtt", "foundry"])
@pytest.mark.parametrize("layout", list(Layout))
def test_boards_of_every_layout_come_back(name: str, layout: Layout) -> None:
    scenario = blocked_board(random.Random(8), layout, size=(5, 4))  # noqa: S311
    again = imported(name, exported(name, scenario)).scenario
    assert again.board.layout is layout
    assert not differing(scenario, again) & load_format(name).carries


def test_players_find_no_plans_in_the_file() -> None:
    for name in ("uvtt", "foundry"):
        scene = exported(name, full(), **({"units": "none"} if name == "foundry" else {"zones": "no"}))
        text = json.dumps(scene)
        for secret in ("Too strong", "Somebody", "Read this aloud", "scout", "heavy_wall", "no flying"):
            assert secret not in text, name
    assert '"zones"' not in json.dumps(exported("uvtt", full(), zones="no")["fairground"])


@pytest.mark.parametrize("layout", list(Layout))
def test_units_stand_where_their_tokens_were_moved(layout: Layout) -> None:
    scenario = full()
    scenario.board.layout = layout
    scene = exported("foundry", scenario)
    flat = layout.orientation is Orientation.FLAT
    (token,) = scene["tokens"]
    token["x" if flat else "y"] += round(40 * 3**0.5)
    token["rotation"] += 121
    (unit,) = imported("foundry", scene).scenario.units
    before = layout.to_offset(scenario.units[0].hex)
    assert layout.to_offset(unit.hex) == (before[0] + 2 * flat, before[1] + 2 * (not flat))
    assert unit.facing == 6
    token["x"] = -500
    found = imported("foundry", scene)
    assert found.scenario.units == []
    assert "the token 'Scout' is off the board, so its unit is dropped" in told(found)


def test_a_later_version_and_another_layout_are_refused() -> None:
    scene = exported("uvtt", full())
    with pytest.raises(UsageError, match="has the layout odd-q"):
        imported("uvtt", scene, layout=Layout.ODD_R)
    scene["fairground"]["format"] = "fairground/99"
    with pytest.raises(FileError) as caught:
        imported("uvtt", scene)
    assert [it.code for it in caught.value.problems] == ["import.newer"]


# -- those of others ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["uvtt", "foundry"])
@pytest.mark.parametrize("layout", list(Layout))
def test_walls_on_hexsides_become_hexside_features(name: str, layout: Layout) -> None:
    scenario = walled(layout)
    found = imported(
        name, foreign(name, scenario), ruleset=WW2, **({"layout": layout} if name == "uvtt" else {})
    )
    board = found.scenario.board
    assert (board.layout, board.columns, board.rows) == (layout, 6, 5)
    assert board.hexsides == scenario.board.hexsides


def test_walls_elsewhere_doors_and_the_rest_are_told() -> None:
    scene = foreign("foundry", walled(Layout.ODD_Q))
    extra = [{"c": [10, 10, 200, 150], "move": 20, "sight": 20}, {"c": [1, "x", 2, 3]}, 7]
    scene["walls"][0] |= {"door": 1, "dir": 1}
    scene["walls"] += extra
    scene["tokens"] = [
        {"name": "Ogre", "x": 0, "y": 0},
        {"name": "Elf", "x": 0, "y": 2},
        {"name": "Far", "x": 5e5, "y": 0},
    ]
    scene["lights"] = [{}, {}]
    found = imported("foundry", scene, ruleset=WW2)
    messages = told(found)
    for wanted in (
        "2 lights are dropped",
        "1 door was read as plain wall",
        "1 one-way wall was read as plain wall",
        "1 wall is not on a hexside of the board and is dropped",
        "a wall that does not have two ends is dropped",
        "the names of 2 tokens became place names, without side and class; 1 token off the board are dropped",
    ):
        assert wanted in messages, messages
    assert {found.scenario.board.label(at): it for at, it in found.scenario.board.names.items()} == {
        "A1": "Ogre, Elf"
    }


def test_a_ruleset_without_hexside_features_is_told() -> None:
    found = imported("uvtt", foreign("uvtt", walled(Layout.ODD_Q)))
    assert found.scenario.board.hexsides == {}
    (message,) = [it for it in told(found) if "hexside" in it]
    assert message.endswith("dropped: Penance 2.0 has no such hexside feature")
    codes = {it.code for it in found.losses}
    assert {"import.layout", "import.ruleset", "import.ground"} <= codes


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("padding", [0.1, 0.25, 0.33])
def test_padding_moves_everything_by_whole_hexes(layout: Layout, padding: float) -> None:
    scenario = walled(layout)
    scene = foreign("foundry", scenario)
    flat = layout.orientation is Orientation.FLAT
    along, across = 40 * 3**0.5 / 2, 40
    # As many strides as cover the padding, and half a hex more where lines would change places.
    import math

    lines = math.ceil(padding * scene["width" if flat else "height"] / along)
    hexes = math.ceil(padding * scene["height" if flat else "width"] / across)
    shift = lines * along, hexes * across + (across / 2 if lines % 2 else 0)
    dx, dy = shift if flat else shift[::-1]
    for wall in scene["walls"]:
        wall["c"] = [round(value + (dx, dy)[at % 2]) for at, value in enumerate(wall["c"])]
    scene["padding"] = padding
    assert imported("foundry", scene, ruleset=WW2).scenario.board.hexsides == scenario.board.hexsides


@pytest.mark.parametrize(
    ("kind", "said"), [(0, "no grid"), (1, "a square grid"), (9, "an unknown kind of grid")]
)
def test_a_scene_without_hexes_is_refused(kind: int, said: str) -> None:
    scene = foreign("foundry", walled(Layout.ODD_Q))
    scene["grid"]["type"] = kind
    with pytest.raises(FileError) as caught:
        imported("foundry", scene)
    (problem,) = caught.value.problems
    assert (problem.code, said in problem.message) == ("import.orientation", True)


def test_a_scene_of_an_older_foundry_is_read() -> None:
    scene = foreign("foundry", walled(Layout.EVEN_R))
    scene |= {"gridType": scene["grid"]["type"], "grid": scene["grid"]["size"], "img": "map.webp"}
    for wall in scene["walls"]:
        wall |= {"sense": 1 if wall.pop("sight") else 0, "move": 1 if wall["move"] else 0}
    found = imported("foundry", scene, ruleset=WW2)
    assert found.scenario.board.hexsides == walled(Layout.EVEN_R).board.hexsides


@pytest.mark.parametrize("size", [0, -4, 1e11, 5000])
def test_a_scene_of_no_size_or_too_large_is_refused(size: float) -> None:
    scene = foreign("uvtt", walled(Layout.ODD_Q))
    scene["resolution"]["map_size"]["x"] = size
    with pytest.raises(FileError) as caught:
        imported("uvtt", scene)
    (found,) = [it for it in caught.value.problems if it.code == "import.bad-size"]
    missing = "the size of the scene is missing or not a positive number"
    assert (found.message == missing) == (size <= 0)


@pytest.mark.parametrize("name", ["uvtt", "foundry"])
def test_files_are_recognised_and_opened(name: str, tmp_path: Path) -> None:
    text = json.dumps(foreign(name, walled(Layout.ODD_Q)))
    found = recognised_format(text)
    assert found is not None
    assert found.name == name
    path = tmp_path / f"scene{'.dd2vtt' if name == 'uvtt' else '.json'}"
    path.write_text(text)
    assert import_file(path).scenario.name


# -- hostile ------------------------------------------------------------------------------------------------

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "A1", "odd-q", "\ud800", "x" * 300, "a\nb"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["x", "y", "id", "c"]), inner, max_size=2)
    ),
    max_leaves=4,
)


def places(value: Any) -> Any:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


SCENES = {
    (name, own): (exported if own else foreign)(name, full())
    for name in ("uvtt", "foundry")
    for own in (True, False)
}


@pytest.mark.parametrize(("name", "own"), list(SCENES))
@settings(max_examples=80)
@given(chosen=st.integers(0, 10**6), junk=JUNK, dropped=st.booleans())
def test_any_value_may_be_anything(name: str, own: bool, chosen: int, junk: object, *, dropped: bool) -> None:  # noqa: FBT001
    scene = copy.deepcopy(SCENES[name, own])
    every = list(places(scene))
    holder, key = every[chosen % len(every)]
    if dropped:
        del holder[key]
    else:
        holder[key] = junk
    assert told_or_read(name, json.dumps(scene))
