"""GeoJSON: exact corners, every part there and back, and files that others saved."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import shapely

from fairground.core import load
from fairground.core.clients import Export, Imported, ImportOptions, ImportSource, load_format
from fairground.core.clients.format import export_settings
from fairground.core.clients.importing import recognised_format
from fairground.core.errors import FileError, UsageError
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from tests.core.clients.test_carried import full

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

SCENARIOS = Path(__file__).parents[3] / "scenarios"
GEOJSON = load_format("geojson")


def exported(scenario: Scenario, **options: str) -> Export:
    assert GEOJSON.write is not None
    return GEOJSON.write(scenario, export_settings(GEOJSON.options, options, "arena"))


def features(scenario: Scenario, noun: str, **options: str) -> list[dict[str, Any]]:
    found = json.loads(exported(scenario, **options).content)["features"]
    return [it for it in found if it["properties"]["feature"] == noun]


def imported(text: str, **options: object) -> Imported:
    assert GEOJSON.read is not None
    return GEOJSON.read(ImportSource(text, "arena.geojson", ImportOptions(**options)))  # type: ignore[arg-type]


def collection(*properties: dict[str, Any], **members: object) -> str:
    """Return a file with a feature on each line, the first in line 2."""
    said = [{"type": "Feature", "properties": it, "geometry": None} for it in properties]
    head = json.dumps({"type": "FeatureCollection", **members})[:-1]
    return f'{head}, "features": [\n' + ",\n".join(map(json.dumps, said)) + "\n]}"


def told(found: Imported) -> list[tuple[str, int | None, str | None]]:
    return [(it.code, it.place.line, it.place.hex) for it in found.losses]


def refused(text: str, **options: object) -> list[tuple[str, int | None, str | None]]:
    with pytest.raises(FileError) as caught:
        imported(text, **options)
    return [(it.code, it.place.line, it.place.hex) for it in caught.value.problems]


# -- out ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", list(Layout))
def test_hexes_are_where_the_layout_has_them_with_y_upwards(layout: Layout) -> None:
    scenario = blank_scenario("Blank", layout=layout, size=(3, 3), ruleset="penance-1.0")
    board = scenario.board
    for it in features(scenario, "hex", size="2"):
        properties = it["properties"]
        at = layout.from_offset(properties["col"], properties["row"])
        polygon = shapely.geometry.shape(it["geometry"])
        x, y = layout.centre(at, size=2)
        assert (polygon.centroid.x, polygon.centroid.y) == pytest.approx((x, -y))
        assert isinstance(polygon, shapely.Polygon)
        assert polygon.exterior.is_ccw
        assert (properties["q"], properties["r"], properties["label"]) == (at.q, at.r, board.label(at))


def test_hexes_share_their_corners_to_the_last_bit() -> None:
    found = features(load(SCENARIOS / "sight-lines.yaml"), "hex", size="0.3")
    polygons = [shapely.geometry.shape(it["geometry"]) for it in found]
    assert shapely.coverage_is_valid(polygons)
    assert shapely.coverage_union_all(polygons).geom_type == "Polygon"


def test_hexsides_lie_on_the_hexes_that_they_belong_to() -> None:
    (side,) = features(full(), "hexside")
    assert side["properties"] == {"feature": "hexside", "hex": "C3", "direction": "N", "features": "wall"}
    line = shapely.geometry.shape(side["geometry"])
    hexes = {
        it["properties"]["label"]: shapely.geometry.shape(it["geometry"]) for it in features(full(), "hex")
    }
    assert hexes["C3"].intersection(hexes["C2"]).equals(line)


def test_zones_are_the_union_of_their_hexes() -> None:
    scenario = full()
    hexes = {
        it["properties"]["label"]: shapely.geometry.shape(it["geometry"]) for it in features(scenario, "hex")
    }
    zone = features(scenario, "zone")[0]
    assert zone["properties"] == {
        "feature": "zone",
        "id": "a-start",
        "side": "a",
        "kind": "deployment",
        "hexes": "rows 1",
    }
    wanted = shapely.union_all([hexes[name] for name in ("A1", "B1", "C1", "D1")])
    assert shapely.geometry.shape(zone["geometry"]).equals(wanted)


def test_it_says_that_it_is_no_place_on_the_earth() -> None:
    found = json.loads(exported(full()).content)
    assert found["crs"]["properties"]["name"].startswith('ENGCRS["Fairground plane"')
    assert "not geographic ones" in found["description"]


# -- there and back -----------------------------------------------------------------------------------------


def test_without_its_head_the_board_and_what_stands_on_it_are_still_read() -> None:
    # Programs for maps leave the head out when they save, and give every feature the properties of all.
    found = json.loads(exported(full()).content)
    names = {key for it in found["features"] for key in it["properties"]}
    spread = [{name: it["properties"].get(name) for name in names} for it in found["features"]]
    scenario, losses = imported(collection(*spread), ruleset="penance-2.0")
    before = full()
    assert losses == ()
    assert scenario.board.layout is before.board.layout
    assert scenario.board.hexsides == before.board.hexsides
    assert scenario.zones == before.zones
    assert scenario.objectives == before.objectives
    # How large a hex is in inches stands in the head, and with it where in its hex a place is.
    assert [replace(it, at=None) for it in scenario.units] == [replace(it, at=None) for it in before.units]
    assert scenario.name == "arena"


@pytest.mark.parametrize("name", ["salt-road", "night-raid", "broken-abbey"])
def test_what_map_programs_make_of_the_properties_is_read(name: str) -> None:
    # A column with gaps is of decimals: 3 becomes 3.0, true becomes 1.0. Lists become text with blanks inside.
    before = load(SCENARIOS / f"{name}.yaml")
    found = json.loads(exported(before).content)
    for it in found["features"]:
        it["properties"] = {key: as_saved(value) for key, value in it["properties"].items()}
    found["crs"] = {"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}}
    scenario, losses = imported(json.dumps(found))
    assert losses == ()
    assert scenario.units == before.units
    assert [it.shape.mask(scenario.board).tolist() for it in scenario.zones] == [
        it.shape.mask(before.board).tolist() for it in before.zones
    ]
    assert [(it.id, it.points, it.hold) for it in scenario.objectives] == [
        (it.id, it.points, it.hold) for it in before.objectives
    ]


@pytest.mark.parametrize("name", ["A1, B2", "[1, 2]", "[]", '["x"]', "3"])
def test_names_that_look_like_lists_stay_names(name: str) -> None:
    before = load(SCENARIOS / "night-raid.yaml")
    before.zones[0] = replace(before.zones[0], name=name)
    before.objectives[0] = replace(before.objectives[0], name=name)
    before.units[0] = replace(before.units[0], name=name)
    scenario, _ = imported(exported(before).content.decode())
    assert scenario.zones[0].name == scenario.objectives[0].name == scenario.units[0].name == name


def as_saved(value: object) -> object:
    if isinstance(value, bool | int):
        return float(value)
    if isinstance(value, str) and re.fullmatch("[A-Z][0-9]+(, [A-Z][0-9]+)+", value):
        return f"[ {', '.join(json.dumps(it) for it in value.split(', '))} ]"
    return value


def test_each_property_has_one_type_in_all_features() -> None:
    for name in ("salt-road", "night-raid", "broken-abbey"):
        types: dict[str, set[type]] = {}
        for it in json.loads(exported(load(SCENARIOS / f"{name}.yaml")).content)["features"]:
            for key, value in it["properties"].items():
                types.setdefault(key, set()).add(type(value))
        assert {key: it for key, it in types.items() if len(it) > 1} == {}
        assert not {list, dict} & set().union(*types.values())


# -- from others --------------------------------------------------------------------------------------------


def test_a_few_hexes_are_a_board() -> None:
    text = collection({"col": 1, "row": 0, "terrain": "wall", "elevation": 2.0}, {"col": 0, "row": 1})
    found = imported(text, layout=Layout.EVEN_R)
    board = found.scenario.board
    assert (board.columns, board.rows, board.layout) == (2, 2, Layout.EVEN_R)
    assert [board.terrain_at(at) for at in board.hexes()] == [("void",), ("wall",), ("clear",), ("void",)]
    assert int(board.elevation[0, 1]) == 2
    assert told(found) == [("import.ground", 3, "A2"), ("import.ruleset", None, None)]


@pytest.mark.parametrize(
    ("properties", "finding"),
    [
        ({"terrain": "wals"}, ("import.unmapped", 2, "A1")),
        ({"effects": "smok"}, ("import.unmapped", 2, "A1")),
        ({"terrain": "wall", "owner": "us"}, ("import.left-out", 2, "A1")),
    ],
)
def test_what_means_nothing_is_told_with_its_hex(
    properties: dict[str, Any], finding: tuple[str, int, str]
) -> None:
    said = {"terrain": "clear", "col": 0, "row": 0, **properties}
    found = imported(collection(said), layout=Layout.ODD_R, ruleset="penance-1.0")
    assert told(found) == [finding]
    if finding[0] == "import.unmapped":
        board = found.scenario.board
        kept = [it.source for it in (*board.palette, *board.effects_palette) if it.source]
        assert kept == [next(iter(properties.values()))]


def test_features_of_another_kind_are_told() -> None:
    found = imported(
        collection({"name": "Lake"}, {"col": 0, "row": 0, "terrain": "clear"}), layout=Layout.ODD_R
    )
    assert ("import.left-out", 2, None) in told(found)


def test_the_layout_follows_from_q_and_r() -> None:
    hexes = [
        {"col": col, "row": row, "terrain": "clear", **dict(zip("qr", (at.q, at.r), strict=True))}
        for col, row in ((0, 0), (1, 1), (2, 0))
        for at in [Layout.EVEN_Q.from_offset(col, row)]
    ]
    found = imported(collection(*hexes), ruleset="penance-1.0")
    assert found.scenario.board.layout is Layout.EVEN_Q
    assert told(found) == []
    with pytest.raises(UsageError, match="has the layout even-q and cannot be read as odd-r"):
        imported(collection(*hexes), layout=Layout.ODD_R)


def test_a_layout_that_nothing_tells_is_taken_and_told() -> None:
    found = imported(collection({"col": 0, "row": 0, "terrain": "clear"}), ruleset="penance-1.0")
    assert told(found) == [("import.layout", None, None)]


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        ("{", [("import.json", 1, None)]),
        ('{"type": "FeatureCollection"}', [("import.json", 1, None)]),
        ('{"features": 3}', [("import.json", 1, None)]),
        (collection(), [("import.no-rows", 1, None)]),
        (
            '{"features": [\n3,\n{"properties": null}]}',
            [("import.bad-line", 2, None), ("import.bad-line", 3, None)],
        ),
        (collection({"col": -1, "row": 0}), [("import.bad-number", 2, None)]),
        (collection({"col": 0, "row": 1000}), [("import.bad-number", 2, None)]),
        (collection({"col": 0, "row": "x"}), [("import.bad-number", 2, None)]),
        (collection({"col": 0, "row": 0, "q": 5, "r": 5}), [("import.bad-number", 2, "A1")]),
        (collection({"col": 0, "row": 0}, {"col": 0, "row": 0}), [("import.hex-twice", 3, "A1")]),
        (collection({"col": 0, "row": 0, "elevation": 101}), [("import.bad-level", 2, "A1")]),
        (collection({"col": 0, "row": 0, "elevation": "x"}), [("import.bad-level", 2, "A1")]),
        (collection({"col": 0, "row": 0, "terrain": [3]}), [("import.bad-line", 2, "A1")]),
        (collection({"col": 0, "row": 0, "source": 3}), [("import.bad-line", 2, "A1")]),
        (
            collection({"col": 0, "row": 0}, {"feature": "hexside", "hex": "A 1", "direction": "N"}),
            [("import.bad-line", 3, None)],
        ),
    ],
)
def test_faults_are_told_with_line_and_hex(
    text: str, findings: list[tuple[str, int | None, str | None]]
) -> None:
    found = refused(text, ruleset="penance-1.0")
    assert [it for it in found if it[0] not in ("import.layout", "import.ground")] == findings


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (collection(), "the collection has no features"),
        (
            collection({"name": "a lake"}),
            "its only feature is not a hex: a hex needs the properties col and row",
        ),
        (collection({"name": "a lake"}, {"feature": "zone", "id": "a"}), "none of its 2 features is a hex"),
    ],
)
def test_a_collection_without_hexes_is_told_what_it_lacks(text: str, words: str) -> None:
    with pytest.raises(FileError) as caught:
        imported(text, ruleset="penance-1.0")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("feature", "finding"),
    [
        ({"feature": "zone", "id": "A start", "hexes": "rows 1"}, ("file.bad-value", None)),
        ({"feature": "zone", "id": "a", "hexes": "rowz 1"}, ("zone.shape", None)),
        ({"feature": "unit", "id": "a", "side": "a", "class": "scout", "hex": "x"}, ("unit.bad-label", None)),
        (
            {"feature": "hexside", "hex": "B9", "direction": "NE", "features": "wall"},
            ("board.off-board", "B9"),
        ),
        (
            {"feature": "hexside", "hex": "A1", "direction": "N", "features": "wall"},
            ("board.direction", "A1"),
        ),
    ],
)
def test_parts_are_checked_as_those_of_scenario_files(
    feature: dict[str, Any], finding: tuple[str, str | None]
) -> None:
    found = refused(collection({"col": 0, "row": 0}, feature), layout=Layout.ODD_R)
    assert [it for it in found if not it[0].startswith("import.")] == [(finding[0], 3, finding[1])]


@pytest.mark.parametrize(
    "head",
    [
        {"board": {"layout": "odd-x"}},
        {"board": {"layout": "odd-r", "columns": 5000, "rows": 2}},
        {"turns": "many"},
        {"sides": [{"id": "a", "colour": "red"}]},
        {"notes": 3},
        {"ruleset": "penance-1.0", "victory": {"points": -1}},
    ],
)
def test_a_head_with_faults_is_refused(head: dict[str, Any]) -> None:
    assert refused(collection({"col": 0, "row": 0}, fairground=head))


def test_it_is_recognised_by_its_content() -> None:
    found = recognised_format(exported(full()).content.decode())
    assert found is not None
    assert found.name == "geojson"
