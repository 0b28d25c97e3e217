"""Programs for maps and hex grids: GDAL, GeoPandas, d3-hexjson and honeycomb-grid."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from math import dist, hypot, sqrt
from typing import TYPE_CHECKING, Any, Final

from fairground.core import import_file
from fairground.core.errors import FairgroundError
from fairground.core.files import to_text
from fairground.core.grid.hexes import distance, neighbour
from fairground.core.scenario.compare import compare
from tools.clients.client import Client, Fault
from tools.clients.installed import NpmPackage, PythonPackage, SystemProgram

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from tools.clients.client import Run

#: Of the distance from the centre of a hex to its corners: what floats in text may differ by.
_NEAR: Final = 1e-6


def _there(scenario: Scenario) -> list[Hex]:
    """Return the hexes that are not void."""
    board = scenario.board
    return [at for at in board.hexes() if not board.void[board.cell(at)]]


# -- GeoJSON ------------------------------------------------------------------------------------------------


def _in_gdal(run: Run, name: str) -> Iterator[Fault]:
    for shown in run.boards:
        path = run.export(shown, name)
        package, copy, again = (run.folder / it for it in ("board.gpkg", "copy.geojson", "again.geojson"))
        for target, source, kind in (
            (copy, path, "GeoJSON"),
            (package, path, "GPKG"),
            (again, package, "GeoJSON"),
        ):
            target.unlink(missing_ok=True)
            command = ["ogr2ogr", "-f", kind, str(target), str(source)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                yield Fault(shown.name, f"ogr2ogr to {target.name}: {done.stderr.strip()}")
        run.compared += len(_there(shown.scenario))
        for saved in (copy, again):
            yield from (
                Fault(shown.name, f"{saved.name}: {it}") for it in lost_in(shown.scenario, path, saved)
            )


def _in_geopandas(run: Run, name: str) -> Iterator[Fault]:
    requests = []
    for number, shown in enumerate(run.boards):
        places = {"saved": f"{number}.geojson", "package": f"{number}.gpkg", "unpacked": f"{number}u.geojson"}
        requests.append(
            {
                "file": str(run.export(shown, name)),
                **{key: str(run.folder / it) for key, it in places.items()},
            }
        )
    answers = run.needs.ask("read_geopandas.py", requests)
    for shown, request, answer in zip(run.boards, requests, answers, strict=True):
        run.compared += len(_there(shown.scenario))
        faults = [*wrong_polygons(shown.scenario, answer)]
        if "error" not in answer:
            original = run.export(shown, name)
            for key in ("saved", "unpacked"):
                saved = run.folder / request[key].rpartition("/")[2]
                faults += [f"{key}: {it}" for it in lost_in(shown.scenario, original, saved)]
        yield from (Fault(shown.name, it) for it in faults)


def wrong_polygons(scenario: Scenario, answer: dict[str, Any]) -> Iterator[str]:
    """Yield where GeoPandas has other hexes: centre, area, column and row of each, and the reference system."""
    if "error" in answer:
        yield answer["error"]
        return
    if answer["crs"] != "Engineering CRS":
        yield f"the coordinate reference system is {answer['crs'] or 'missing'}, not an engineering one"
    board, found = scenario.board, dict(answer["hexes"])
    for at in board.hexes():
        name, (column, row) = board.label(at), board.layout.to_offset(at)
        hex_ = found.pop(name, None)
        if hex_ is None:
            if not board.void[board.cell(at)]:
                yield f"{name} is missing"
            continue
        x, y = board.layout.centre(at)
        place, area = (hex_[0], -hex_[1]), hex_[2]
        if dist(place, (x, y)) > _NEAR or abs(area - 1.5 * sqrt(3)) > _NEAR or hex_[3:] != [column, row]:
            yield f"{name} is {hex_}"
    yield from (f"{name} is not on the board" for name in found)


def lost_in(scenario: Scenario, original: Path, saved: Path) -> Iterator[str]:
    """Yield what a GeoJSON file that a program saved again has lost or changed, as our import reads it.

    Such programs drop the member ``fairground``. The file is imported as it is, with the ruleset by option: board, zones,
    objectives and units must be the same. With the member put back, it must be the same scenario.
    """
    content = json.loads(saved.read_text(encoding="utf-8"))
    try:
        back = import_file(saved, ruleset=scenario.ruleset.name, folder=scenario.folder)
        restored = saved.with_name(f"restored-{saved.name}")
        head = json.loads(original.read_text(encoding="utf-8"))
        features = content["features"]
        restored.write_text(json.dumps({**head, "features": features}), encoding="utf-8")
        whole = import_file(restored, folder=scenario.folder).scenario
        first = import_file(original, folder=scenario.folder).scenario
    except FairgroundError as error:
        yield f"it cannot be imported: {error}"
        return
    yield from (f"reported: {it.message}" for it in back.losses)
    # The width of a hex in inches is in the member, and with it where in its hex a unit is; so are lines of another format.
    units = [replace(new, at=old.at) for new, old in zip(back.scenario.units, scenario.units, strict=False)]
    kept = replace(
        scenario,
        board=replace(back.scenario.board, inches=scenario.board.inches, source=scenario.board.source),
        zones=back.scenario.zones,
        objectives=back.scenario.objectives,
        units=[*units, *back.scenario.units[len(units) :]],
    )
    yield from (str(it) for it in compare(scenario, kept))
    if to_text(whole) != to_text(first):
        yield f"with the member put back it is another scenario: {[str(it) for it in compare(first, whole)][:3]}"


# -- HexJSON and JSON ---------------------------------------------------------------------------------------


def _in_d3_hexjson(run: Run, name: str) -> Iterator[Fault]:
    for shown, answer in run.ask_each("d3_hexjson.mjs", name):
        run.compared += len(_there(shown.scenario))
        yield from (Fault(shown.name, it) for it in wrong_points(shown.scenario, answer))


def wrong_points(scenario: Scenario, answer: dict[str, Any]) -> Iterator[str]:
    """Yield where d3-hexjson draws a hex elsewhere, up to the position and size of the whole board."""
    if "error" in answer:
        yield answer["error"]
        return
    board = scenario.board
    wanted = {board.label(at): board.layout.centre(at) for at in _there(scenario)}
    if wanted.keys() != answer.keys():
        yield f"other hexes: {sorted(wanted.keys() ^ answer.keys())[:5]}"
        return
    start, *rest = wanted
    farthest = max(rest, key=lambda it: dist(wanted[it], wanted[start]), default=start)
    scale = dist(answer[farthest], answer[start]) / (dist(wanted[farthest], wanted[start]) or 1)
    for name, (x, y) in wanted.items():
        across = (answer[name][0] - answer[start][0]) / scale - (x - wanted[start][0])
        down = (answer[name][1] - answer[start][1]) / scale - (y - wanted[start][1])
        if hypot(across, down) > _NEAR:
            yield f"{name} is drawn {across:.3f}, {down:.3f} from its place, with corners 1 from the centre"


def _in_honeycomb(run: Run, name: str) -> Iterator[Fault]:
    for shown, answer in run.ask_each("honeycomb.mjs", name):
        run.compared += len(_there(shown.scenario))
        yield from (Fault(shown.name, it) for it in wrong_hexes(shown.scenario, answer))


def wrong_hexes(scenario: Scenario, answer: Sequence[dict[str, Any]] | dict[str, Any]) -> Iterator[str]:
    """Yield where honeycomb-grid has another centre, column, row, neighbour or distance."""
    if isinstance(answer, dict):
        yield answer["error"]
        return
    board, layout, there = scenario.board, scenario.board.layout, _there(scenario)
    if [it["label"] for it in answer] != [board.label(at) for at in there]:
        yield "other hexes"
        return
    on_board = set(there)
    directions = [layout.direction(it) for it in layout.direction_names]
    for at, it in zip(there, answer, strict=True):
        name, beside = board.label(at), [neighbour(at, to) for to in directions]
        if dist(it["centre"], layout.centre(at)) > _NEAR:
            yield f"{name} is at {it['centre']}, not {layout.centre(at)}"
        if tuple(it["offset"]) != layout.to_offset(at):
            yield f"{name} has column and row {it['offset']}"
        if it["beside"] != [[to.q, to.r] if to in on_board else None for to in beside]:
            yield f"{name} has the neighbours {it['beside']}"
        if it["distance"] != distance(there[0], at):
            yield f"{name} is {it['distance']} from the first hex, not {distance(there[0], at)}"


CLIENTS = (
    Client(
        "GDAL",
        ("geojson",),
        SystemProgram(("ogr2ogr", "--version")),
        "`ogr2ogr` to GeoJSON, and to a GeoPackage and back",
        "what was saved, imported again: board, zones, objectives and units; with the member `fairground` the whole "
        "scenario",
        _in_gdal,
    ),
    Client(
        "GeoPandas",
        ("geojson",),
        PythonPackage("geopandas"),
        "`read_file`, `to_file` as GeoJSON, and by way of a GeoPackage, with pyogrio",
        "centre, area, column and row of each hex; the reference system; what was saved as with GDAL",
        _in_geopandas,
    ),
    Client(
        "d3-hexjson",
        ("hexjson",),
        NpmPackage("d3-hexjson"),
        "`renderHexJSON` in Node.js",
        "the point of each hex, up to position and size of the whole",
        _in_d3_hexjson,
    ),
    Client(
        "honeycomb-grid",
        ("json",),
        NpmPackage("honeycomb-grid"),
        "a `Grid` of the q and r of the file in Node.js",
        "centre, column, row, six neighbours, and distance from the first hex",
        _in_honeycomb,
    ),
)
