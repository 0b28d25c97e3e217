"""The check of clients: it notices what a program has otherwise, and never counts a program that was not run as passed."""

from __future__ import annotations

import json
import re
import sys
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core import export, load
from fairground.core.grid.hexes import distance, neighbour
from fairground.core.grid.layout import Layout
from tests.core.clients.tiled.in_tiled import middle
from tools import check_clients
from tools.clients.boards import bordered_boards, shown_boards
from tools.clients.client import Client, Fault, NotRunError
from tools.clients.client_list import CLIENTS
from tools.clients.installed import NpmPackage, OwnChecker, PythonPackage, pinned_versions
from tools.clients.map_clients import lost_in, wrong_hexes, wrong_points, wrong_polygons
from tools.clients.results import markdown_table, run_clients, text_line
from tools.clients.tiled_clients import wrong_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fairground.core.scenario.document import Scenario
    from tools.clients.client import Run

ROOT = Path(__file__).parents[2]
RAID = ROOT / "scenarios" / "night-raid.yaml"
BORDERED = {it.name: it.scenario for it in bordered_boards()}


def test_every_scenario_is_shown_in_four_layouts_under_its_own_name() -> None:
    boards = list(shown_boards([RAID]))
    assert {it.scenario.board.layout for it in boards} == set(Layout)
    assert len({it.name for it in boards}) == 4
    for name, scenario in BORDERED.items():
        void = scenario.board.void
        assert void[:, 0].all() == ("column" in name)
        assert void[0].all() == ("row" in name)
        assert not void.all()


# -- what programs have otherwise ---------------------------------------------------------------------------


def tiled_answer(scenario: Scenario, folder: Path) -> dict[str, Any]:
    """Return what a faultless reader of Tiled maps answers."""
    path = folder / "map.tmj"
    export(scenario, "tiled-json", path, overwrite=True)
    found = json.loads(path.read_text(encoding="utf-8"))
    board = scenario.board
    layers, objects = {}, {}
    for layer in found["layers"]:
        if layer["type"] == "tilelayer":
            cells = layer["data"]
            layers[layer["name"]] = [
                cells[row * board.columns : (row + 1) * board.columns] for row in range(board.rows)
            ]
        else:
            objects[layer["name"]] = [[it["name"], it["x"], it["y"]] for it in layer["objects"]]
    tiles = {
        str(tileset["firstgid"] + tile["id"]): {it["name"]: it["value"] for it in tile["properties"]}
        for tileset in found["tilesets"]
        for tile in tileset["tiles"]
    }
    centres = [
        [list(middle(board, column, row)) for column in range(board.columns)] for row in range(board.rows)
    ]
    return {"layers": layers, "tiles": tiles, "objects": objects, "centres": {"drawn": centres}}


def test_another_tile_place_or_object_is_a_fault(tmp_path: Path) -> None:
    scenario = load(RAID)
    right = tiled_answer(scenario, tmp_path)
    assert list(wrong_answer(scenario, right)) == []
    spoilers: tuple[Callable[[Any], object], ...] = (
        lambda it: it["layers"]["terrain"][3].__setitem__(4, 0),
        lambda it: it["layers"]["terrain"][0].reverse(),
        lambda it: it["centres"]["drawn"][1].__setitem__(2, [0, 0]),
        lambda it: it["objects"]["units"].pop(),
        lambda it: it["objects"]["units"][0].__setitem__(1, 1.5),
        lambda it: it.__setitem__("error", "out of memory"),
    )
    for spoil in spoilers:
        wrong = deepcopy(right)
        spoil(wrong)
        assert list(wrong_answer(scenario, wrong))


@pytest.mark.parametrize("name", BORDERED)
def test_a_line_that_is_shifted_the_other_way_is_a_fault(name: str) -> None:
    scenario = BORDERED[name]
    board, layout = scenario.board, scenario.board.layout
    there = [at for at in board.hexes() if not board.void[board.cell(at)]]
    drawn = {board.label(at): [5 + 3 * it for it in layout.centre(at)] for at in there}
    assert list(wrong_points(scenario, drawn)) == []
    other = {Layout.ODD_Q: Layout.EVEN_Q, Layout.EVEN_Q: Layout.ODD_Q, Layout.ODD_R: Layout.EVEN_R}
    shifted = other.get(layout, Layout.ODD_R)
    places = {board.label(at): shifted.from_offset(*layout.to_offset(at)) for at in there}
    assert list(wrong_points(scenario, {key: list(shifted.centre(at)) for key, at in places.items()}))
    assert list(wrong_points(scenario, dict(list(drawn.items())[1:])))


def test_another_neighbour_centre_or_distance_is_a_fault() -> None:
    scenario = load(RAID)
    board, layout = scenario.board, scenario.board.layout
    there = list(board.hexes())
    right: list[dict[str, Any]] = []
    for at in there:
        around = [neighbour(at, layout.direction(it)) for it in layout.direction_names]
        right.append(
            {
                "label": board.label(at),
                "centre": list(layout.centre(at)),
                "offset": list(layout.to_offset(at)),
                "beside": [[it.q, it.r] if board.contains(it) else None for it in around],
                "distance": distance(there[0], at),
            }
        )
    assert list(wrong_hexes(scenario, right)) == []
    assert list(wrong_hexes(scenario, {"error": "none"})) == ["none"]
    for key, value in (("centre", [0, 0]), ("offset", [9, 9]), ("beside", [None] * 6), ("distance", 99)):
        wrong = deepcopy(right)
        wrong[20][key] = value
        assert len(list(wrong_hexes(scenario, wrong))) == 1
    assert list(wrong_hexes(scenario, right[1:])) == ["other hexes"]


def test_another_polygon_or_reference_system_is_a_fault() -> None:
    scenario = load(RAID)
    board, layout = scenario.board, scenario.board.layout
    hexes = {}
    for at in board.hexes():
        x, y = layout.centre(at)
        hexes[board.label(at)] = [x, -y, 1.5 * 3**0.5, *layout.to_offset(at)]
    right = {"hexes": hexes, "crs": "Engineering CRS"}
    assert list(wrong_polygons(scenario, right)) == []
    assert list(wrong_polygons(scenario, {**right, "crs": "Geographic 2D CRS"}))
    assert list(wrong_polygons(scenario, {**right, "hexes": {**hexes, "C3": hexes["C4"]}}))
    assert list(wrong_polygons(scenario, {**right, "hexes": {k: v for k, v in hexes.items() if k != "C3"}}))


def test_what_a_map_program_loses_is_a_fault(tmp_path: Path) -> None:
    scenario = load(RAID)
    original, saved = tmp_path / "board.geojson", tmp_path / "saved.geojson"
    export(scenario, "geojson", original)
    content = json.loads(original.read_text(encoding="utf-8"))
    del content["fairground"]
    saved.write_text(json.dumps(content), encoding="utf-8")
    assert list(lost_in(scenario, original, saved)) == []
    spoilers: tuple[Callable[[Any], object], ...] = (
        lambda it: it["features"].pop(),
        lambda it: it["features"][7]["properties"].__setitem__("terrain", "pond"),
        lambda it: it["features"][7]["properties"].__setitem__("elevation", 3),
        lambda it: it.__setitem__("features", []),
    )
    for spoil in spoilers:
        wrong = deepcopy(content)
        spoil(wrong)
        saved.write_text(json.dumps(wrong), encoding="utf-8")
        assert list(lost_in(scenario, original, saved))


# -- results ------------------------------------------------------------------------------------------------


class Absent:
    """A program that is not installed."""

    def version(self) -> str:
        raise NotRunError("it is not installed")

    def ask(self, _reader: str, _requests: Sequence[object]) -> list[Any]:
        raise AssertionError("it is not installed")


def made_client(check: Any, needs: Any = None, **more: Any) -> Client:
    return Client("A program", ("json",), needs or OwnChecker(), "by hand", "all of it", check, **more)


def passes(run: Run, _name: str) -> Iterator[Fault]:
    run.compared += len(run.boards)
    yield from ()


def fails(run: Run, _name: str) -> Iterator[Fault]:
    run.compared += len(run.boards)
    yield Fault(run.boards[0].name, "C4 is elsewhere")


def test_a_program_that_is_not_there_is_not_run_and_not_passed() -> None:
    boards = list(shown_boards([RAID]))
    (result,) = run_clients([made_client(passes, Absent())], boards)
    for text in (text_line(result), markdown_table([result])):
        assert "not run: it is not installed" in text
        assert "0" not in text.rpartition("not run")[2]
    (nothing,) = run_clients([made_client(passes, takes=lambda _scenario: False)], boards)
    assert nothing.reason


def test_boards_that_a_program_cannot_show_are_left_out_with_the_reason() -> None:
    boards = list(shown_boards([RAID]))
    client = made_client(passes, takes=lambda it: it.board.layout is Layout.ODD_R, limits="only odd-r")
    (result,) = run_clients([client], boards)
    assert (result.boards, result.left_out, result.compared) == (1, 3, 1)
    assert "1 boards (3 left out: only odd-r)" in text_line(result)
    assert "1 (3 left out)" in markdown_table([result])


@pytest.mark.parametrize(("check", "status"), [(passes, 0), (fails, 1)])
def test_a_fault_makes_the_exit_status_1(
    check: Any, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check_clients, "CLIENTS", {"A program": made_client(check)})
    monkeypatch.setattr(sys, "argv", ["check_clients.py", str(RAID)])
    assert check_clients.main() == status
    assert ("night-raid, odd-r: C4 is elsewhere" in capsys.readouterr().out) == bool(status)


def test_packages_are_pinned_to_one_version_each() -> None:
    for client in CLIENTS.values():
        match client.needs:
            case NpmPackage(name):
                assert name in pinned_versions("npm")
            case PythonPackage(name):
                assert name in pinned_versions("pypi")
    for registry in ("npm", "pypi"):
        assert all(re.fullmatch(r"\d+(\.\d+)+", it) for it in pinned_versions(registry).values())


def test_the_page_of_the_manual_has_every_program_and_format() -> None:
    text = check_clients.PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| ([^|]+) \|", text, re.MULTILINE)
    assert rows == [(name, it.name) for it in CLIENTS.values() for name in it.formats]
    assert not re.findall(r"^\| `.*\| [1-9]\d* \|$", text, re.MULTILINE), "the page lists faults"
