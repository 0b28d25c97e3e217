"""Grids of polygons: layout, size and place of every hex from the geometry alone, and clear refusals."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.clients import Imported, ImportOptions, ImportSource, export, import_file, load_format
from fairground.core.clients.coded_maps.legend import load_legend
from fairground.core.clients.format import LegendDraft
from fairground.core.errors import FileError, UsageError
from fairground.core.grid.layout import Layout, Orientation
from tests.core.clients.hex_grids import collection, feature, ring
from tests.core.clients.test_hostile_json import told as told_or_read

if TYPE_CHECKING:
    import random
    from pathlib import Path

FLAT_LAYOUTS = [Layout.ODD_Q, Layout.EVEN_Q]


def imported(text: str, draft: LegendDraft | None = None, **options: Any) -> Imported:
    read = load_format("geojson").read
    assert read is not None
    return read(ImportSource(text, "grid.geojson", ImportOptions(**options), draft=draft or LegendDraft()))


def refused(text: str) -> list[tuple[str, str]]:
    with pytest.raises(FileError) as caught:
        imported(text)
    return [(it.code, it.message) for it in caught.value.problems]


def told(found: Imported, code: str) -> list[str]:
    return [it.message for it in found.losses if it.code == code]


def drawn(layout: Layout, columns: int, rows: int, ground: Any, **how: Any) -> list[dict[str, Any]]:
    """Return the features of a board; ``ground`` returns the properties of a column and row, None for a gap."""
    how |= {"pointy": layout.orientation is Orientation.POINTY, "even": not layout.is_odd}
    return [
        feature([ring(column, row, **how)], properties)
        for column in range(columns)
        for row in range(rows)
        if (properties := ground(column, row)) is not None
    ]


def marked(column: int, row: int) -> dict[str, Any]:
    """Return the properties of hexes that are all told apart by ground and level."""
    return {"terrain": ["clear", "forest", "water"][(column + 2 * row) % 3], "level": (column * 7 + row) % 3}


def shown(found: Imported) -> list[list[tuple[str, int]]]:
    board = found.scenario.board
    return [
        [
            (
                "+".join(board.palette[int(board.terrain[row, column])].kinds),
                int(board.elevation[row, column]),
            )
            for column in range(board.columns)
        ]
        for row in range(board.rows)
    ]


# -- the grid -----------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(
    layout=st.sampled_from(list(Layout)),
    columns=st.integers(2, 9),
    rows=st.integers(2, 9),
    stretch=st.floats(0.4, 2.5),
    size=st.floats(1e-4, 1e5),
    origin=st.tuples(st.floats(-180, 180), st.floats(-85, 85)),
    order=st.randoms(use_true_random=False),
)
def test_any_grid_of_hexes_is_found(
    layout: Layout,
    columns: int,
    rows: int,
    stretch: float,
    size: float,
    origin: tuple[float, float],
    order: random.Random,
) -> None:
    found = drawn(layout, columns, rows, marked, size=(size, size * stretch), origin=origin)
    order.shuffle(found)
    for it in found:
        corners = it["geometry"]["coordinates"][0][:-1]
        start = order.randrange(6)
        corners = corners[start:] + corners[:start]
        corners = corners[::-1] if order.random() < 0.5 else corners
        it["geometry"]["coordinates"][0] = [*corners, corners[0]]
    scenario = imported(collection(found))
    assert scenario.scenario.board.layout is layout
    expected = [[tuple(marked(column, row).values()) for column in range(columns)] for row in range(rows)]
    assert shown(scenario) == expected
    (message,) = told(scenario, "import.grid")
    assert layout.value in message


@pytest.mark.parametrize("turn", [-8.0, 3.0, 12.0])
@pytest.mark.parametrize("layout", list(Layout))
def test_a_turned_grid_is_read_upright_and_the_turn_is_told(layout: Layout, turn: float) -> None:
    found = imported(collection(drawn(layout, 6, 5, marked, turn=turn, size=(3, 3))))
    assert found.scenario.board.layout is layout
    assert shown(found) == [[tuple(marked(c, r).values()) for c in range(6)] for r in range(5)]
    (message,) = told(found, "import.grid")
    assert f"turned by {turn:.1f} degrees" in message


def test_a_grid_distorted_by_its_projection_is_found() -> None:
    features = drawn(Layout.ODD_Q, 40, 40, marked, size=(0.05, 0.05), origin=(10, 60))
    for it in features:
        for point in it["geometry"]["coordinates"][0][:-1]:
            # Meridians meet, and a turn of a few degrees: what a projection does to a grid in metres.
            point[0] = 10 + (point[0] - 10) / math.cos(math.radians(point[1]))
            point[1] += 0.02 * (point[0] - 10)
    found = imported(collection(features))
    assert shown(found) == [[tuple(marked(c, r).values()) for c in range(40)] for r in range(40)]


def test_rounded_coordinates_are_good_enough_for_a_large_board() -> None:
    features = drawn(Layout.EVEN_R, 60, 50, marked, size=(0.001, 0.001), origin=(7.1, 46.9))
    for it in features:
        ring_ = it["geometry"]["coordinates"][0]
        it["geometry"]["coordinates"][0] = [[round(value, 5) for value in point] for point in ring_]
    found = imported(collection(features))
    assert found.scenario.board.layout is Layout.EVEN_R
    assert shown(found) == [[tuple(marked(c, r).values()) for c in range(60)] for r in range(50)]


def test_missing_hexes_are_void_and_parts_that_do_not_touch_stay_in_place() -> None:
    gaps = lambda c, r: None if c in (3, 4) or (c, r) == (1, 1) else {"terrain": "forest"}  # noqa: E731
    board = imported(collection(drawn(Layout.ODD_Q, 8, 5, gaps))).scenario.board
    void = [[c in (3, 4) or (c, r) == (1, 1) for c in range(8)] for r in range(5)]
    assert board.void.tolist() == void


def test_a_single_hex_and_a_single_line_are_boards() -> None:
    assert shown(imported(collection([feature([ring(0, 0)], {"terrain": "water"})]))) == [[("water", 0)]]
    column = imported(collection(drawn(Layout.ODD_Q, 1, 6, lambda *_: {"terrain": "forest"})))
    assert shown(column) == [[("forest", 0)]] * 6


def test_points_on_the_sides_of_a_hex_and_multipolygons_of_one_are_read() -> None:
    features = drawn(Layout.ODD_R, 3, 3, marked)
    for it in features:
        points = it["geometry"]["coordinates"][0]
        dense = [
            [(a[i] * (4 - n) + b[i] * n) / 4 for i in (0, 1)] for a, b in pairwise(points) for n in range(4)
        ]
        it["geometry"] = {"type": "MultiPolygon", "coordinates": [[[*dense, dense[0]]]]}
    assert shown(imported(collection(features))) == [
        [tuple(marked(c, r).values()) for c in range(3)] for r in range(3)
    ]


def test_another_layout_cannot_be_asked_for() -> None:
    text = collection(drawn(Layout.ODD_R, 3, 3, marked))
    with pytest.raises(UsageError, match="has the layout odd-r"):
        imported(text, layout=Layout.ODD_Q)


# -- no grid ------------------------------------------------------------------------------------------------


def square(x: float, y: float) -> dict[str, Any]:
    return feature([[[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1], [x, y]]], {})


def test_squares_points_and_irregular_shapes_are_refused_with_the_reason() -> None:
    squares = [square(x, y) for x in range(3) for y in range(3)]
    assert refused(collection(squares)) == [
        ("import.no-grid", "no feature is a hexagon: there are 9 features with 4 corners instead of 6")
    ]
    bent: list[list[float]] = [[0, 0], [4, 0], [5, 1], [4, 5], [1, 4], [-1, 2], [0, 0]]
    assert refused(collection([feature([bent], {})])) == [
        (
            "import.no-grid",
            "no feature is a hexagon: there is 1 feature with six corners that don't form a regular hexagon",
        )
    ]
    (problem,) = refused(collection([*squares, feature([ring(0, 0)], {})]))
    assert (
        problem[1] == "only 1 of 10 features are hexagons: there are 9 features with 4 corners instead of 6"
    )


@pytest.mark.parametrize("kind", ["Polygon", "MultiPolygon"])
@pytest.mark.parametrize("coordinates", [None, [], "x", {}])
def test_geometries_without_rings_are_not_called_polygons_with_holes(kind: str, coordinates: object) -> None:
    text = collection([feature([], {})])
    data = json.loads(text)
    data["features"][0]["geometry"] = {"type": kind, "coordinates": coordinates}
    ((_, message),) = refused(json.dumps(data))
    assert message == "no feature is a hexagon: there is 1 feature without a polygon"


def test_hexagons_that_form_no_grid_are_refused() -> None:
    scattered = [feature([ring(0, 0, origin=(7.3 * n, 5.1 * n * n))], {}) for n in range(12)]
    problems = refused(collection(scattered))
    assert [code for code, _ in problems] == ["import.no-grid"]
    assert "do not fit into one grid" in problems[0][1]


def test_two_hexes_at_one_place_are_refused() -> None:
    features = drawn(Layout.ODD_Q, 3, 3, marked)
    codes = [code for code, _ in refused(collection([*features, features[4]]))]
    assert "import.hex-twice" in codes


def test_a_few_other_features_are_left_out_and_told() -> None:
    features = drawn(Layout.ODD_Q, 4, 4, marked)
    point = {"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [0, 0]}}
    smaller = feature([ring(0, 0, size=(0.5, 0.5), origin=(30, 30))], {})
    found = imported(collection([*features, point, square(50, 50), smaller]))
    assert shown(found) == [[tuple(marked(c, r).values()) for c in range(4)] for r in range(4)]
    assert told(found, "import.left-out") == [
        "1 feature without a polygon is dropped",
        "1 feature with 4 corners instead of 6 is dropped",
        "1 of 17 hexagons does not fit into one grid with the others, so it is dropped",
    ]


# -- attributes ---------------------------------------------------------------------------------------------

LEGEND = """\
format: fairground-legend/1
title: Land use
ruleset: penance-2.0
codes:
  use=wood: forest
  use=lake: water
  class=3: {terrain: clear, level: 2, zone: start, side: red, name: Red}
"""


def test_a_legend_gives_terrain_levels_and_zones_by_property(tmp_path: Path) -> None:
    (tmp_path / "l.yaml").write_text(LEGEND)
    ground = lambda c, r: {"use": ["wood", "lake", "moor"][c], "class": 3 if r == 0 else 1, "id": c}  # noqa: E731
    draft = LegendDraft()
    text = collection(drawn(Layout.ODD_Q, 3, 2, ground))
    found = imported(text, draft, legend=load_legend(tmp_path / "l.yaml"))
    assert shown(found) == [
        [("forest", 2), ("water", 2), ("clear", 2)],
        [("forest", 0), ("water", 0), ("clear", 0)],
    ]
    (zone,) = found.scenario.zones
    assert zone.shape.mask(found.scenario.board).tolist() == [[True] * 3, [False] * 3]
    assert [(it.code, it.hexes) for it in draft.unmapped] == [("class=1", 3), ("use=moor", 2)]
    assert told(found, "import.left-out") == ["the property id of the hexes is dropped"]


def test_what_is_not_recognised_is_listed_for_a_legend_and_kept() -> None:
    draft = LegendDraft()
    text = collection(
        drawn(Layout.ODD_Q, 2, 2, lambda c, _: {"landuse": ["forest", "quarry"][c], "row_index": 3})
    )
    found = imported(text, draft)
    assert [(it.code, it.hexes, it.label) for it in draft.unmapped] == [("landuse=quarry", 2, "B1")]
    board = found.scenario.board
    assert [entry.source for entry in board.palette] == [None, "landuse=quarry"]
    (message,) = told(found, "import.unmapped")
    assert message.startswith("'landuse=quarry' (2 hexes): the ruleset has no terrain of this name")


def test_levels_that_are_none_are_told() -> None:
    found = imported(collection([feature([ring(0, 0)], {"elevation": 312.5, "name": "Peak"})]))
    assert "import.left-out" in [it.code for it in found.losses]
    assert list(found.scenario.board.names.values()) == ["Peak"]
    assert told(found, "import.ground") == [
        "the file does not give the terrain of 1 hex; clear ground was used"
    ]


# -- there and back -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", list(Layout))
def test_our_own_export_comes_back_by_its_polygons_alone(layout: Layout, tmp_path: Path) -> None:
    first = imported(collection(drawn(layout, 5, 4, marked))).scenario
    export(first, "geojson", tmp_path / "a.geojson", {"size": "12.5"})
    saved = json.loads((tmp_path / "a.geojson").read_text())
    features = [
        {**it, "properties": {key: it["properties"][key] for key in ("terrain", "elevation")}}
        for it in saved["features"]
    ]
    (tmp_path / "b.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    again = import_file(tmp_path / "b.geojson").scenario.board
    assert again.layout is layout
    assert np.array_equal(again.elevation, first.board.elevation)
    assert shown(import_file(tmp_path / "b.geojson")) == shown(import_file(tmp_path / "a.geojson"))


# -- hostile ------------------------------------------------------------------------------------------------

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "forest", "\ud800", "x" * 500, "a\nb", "Polygon", "MultiPolygon"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "coordinates"]), inner, max_size=2)
    ),
    max_leaves=6,
)


@settings(max_examples=150)
@given(
    values=st.lists(st.tuples(st.integers(0, 10**6), VALUES), min_size=1, max_size=3),
    count=st.integers(1, 4),
)
def test_any_value_may_be_anything(values: list[tuple[int, object]], count: int) -> None:
    features: list[Any] = drawn(Layout.ODD_Q, count, 2, marked)
    for chosen, value in values:
        every = list(_places(features))
        holder, key = every[chosen % len(every)]
        holder[key] = value
    assert told_or_read("geojson", json.dumps({"type": "FeatureCollection", "features": features}))


def _places(value: Any) -> Any:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _places(value[key])
