"""Tiled maps made to break the reader: each is read or refused with a finding, in a time that grows with its size."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core.clients import import_file
from fairground.core.clients.importing import recognised_format
from fairground.core.clients.tiled import map_reading
from fairground.core.clients.tiled.tmx_tree import tmj_tree
from fairground.core.errors import FileError

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.clients import Imported


def tiled_map(**more: Any) -> dict[str, Any]:
    """Return a map of two by two hexes, each with tile 1, in Tiled's JSON."""
    return {
        "type": "map",
        "orientation": "hexagonal",
        "width": 2,
        "height": 2,
        "tilewidth": 28,
        "tileheight": 24,
        "hexsidelength": 14,
        "staggeraxis": "x",
        "staggerindex": "odd",
        "tilesets": [{"firstgid": 1, "name": "ground", "tilecount": 4, "tiles": []}],
        "layers": [{"type": "tilelayer", "name": "ground", "width": 2, "height": 2, "data": [1] * 4}],
    } | more


def read(folder: Path, text: str, ending: str = ".tmj") -> Imported:
    path = folder / f"map{ending}"
    path.write_text(text, encoding="utf-8")
    return import_file(path)


def messages(imported: Imported) -> str:
    return "\n".join(it.message for it in imported.losses)


@pytest.mark.parametrize("number", ["1e999", "-1e999", "1" + "0" * 500, "NaN"])
def test_a_number_without_bounds_is_refused(tmp_path: Path, number: str) -> None:
    found = tiled_map()
    found["layers"][0]["properties"] = [{"name": "level", "type": "float", "value": 7}]
    with pytest.raises(FileError, match="this is not JSON"):
        read(tmp_path, json.dumps(found).replace('"value": 7', f'"value": {number}'))


def test_a_dropped_property_is_told_with_its_layer(tmp_path: Path) -> None:
    found = tiled_map()
    found["layers"][0]["properties"] = [{"name": "level", "value": [1]}]
    assert "the property 'level' of 'ground' is dropped: it is not text" in messages(
        read(tmp_path, json.dumps(found))
    )


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("wether", "rain", "unknown property 'wether' of the map is dropped"),
        ("weather", [1], "it is not text"),
    ],
)
def test_a_dropped_property_of_the_map_has_a_line(
    tmp_path: Path, name: str, value: object, words: str
) -> None:
    """In JSON, the names of properties are sought in the text."""
    found = tiled_map(properties=[{"name": "name", "value": "A"}, {"name": name, "value": value}])
    text = json.dumps(found, indent=1)
    line = next(at for at, it in enumerate(text.split("\n"), 1) if f'"name": "{name}"' in it)
    losses = read(tmp_path, text).losses
    assert [it.place.line for it in losses if words in it.message] == [line]


def test_a_dropped_property_of_a_map_in_xml_has_a_line(tmp_path: Path) -> None:
    text = (
        '<map orientation="hexagonal" width="2" height="2" tilewidth="28" tileheight="24" hexsidelength="14" '
        'staggeraxis="x" staggerindex="odd">\n<properties>\n<property name="wether" value="rain"/></properties>'
        '<tileset firstgid="1" name="ground" tilecount="4"/>'
        '<layer name="ground" width="2" height="2"><data encoding="csv">1,1,1,1</data></layer></map>'
    )
    losses = read(tmp_path, text, ".tmx").losses
    assert [it.place.line for it in losses if "'wether' of the map is dropped" in it.message] == [3]


@pytest.mark.parametrize("value", [None, True, {"a": 1}, [1]])
@pytest.mark.parametrize("key", ["width", "hexsidelength"])
def test_wrong_values_are_described_without_python(tmp_path: Path, key: str, value: object) -> None:
    shown = {"None": "nothing", "True": "true", "[1]": "a list"}.get(str(value), "a mapping")
    with pytest.raises(FileError) as found:
        read(tmp_path, json.dumps(tiled_map(**{key: value})))
    assert f"not {shown}" in str(found.value)


@pytest.mark.parametrize("at", ["layer", "object", "properties"])
def test_a_key_that_appears_twice_in_json_is_refused(tmp_path: Path, at: str) -> None:
    twice = '{"name": "side", "value": "a", "name": "kind"}'
    found = {
        "layer": '"kind": 1, "name": "a", "name": "b"',
        "object": f'"objects": [{{"properties": [{twice}]}}]',
        "properties": '"properties": {"name": 1, "name": 2}',
    }[at]
    text = json.dumps(tiled_map(extra=7)).replace('"extra": 7', f'"extra": {{{found}}}')
    with pytest.raises(FileError, match="the key 'name' appears twice in one object"):
        read(tmp_path, text)


@pytest.mark.parametrize("number", ["inf", "-inf", "nan", "1e400"])
@pytest.mark.parametrize("name", ["level", "elevation", "inches", "turns"])
def test_an_infinite_property_is_dropped(tmp_path: Path, number: str, name: str) -> None:
    of_layer = f'<properties><property name="{name}" type="float" value="{number}"/></properties>'
    text = (
        '<map orientation="hexagonal" width="2" height="2" tilewidth="28" tileheight="24" hexsidelength="14" '
        f'staggeraxis="x" staggerindex="odd">{of_layer}<tileset firstgid="1" name="ground" tilecount="4"/>'
        f'<layer name="elevation" width="2" height="2">{of_layer}<data encoding="csv">1,1,1,1</data></layer></map>'
    )
    imported = read(tmp_path, text, ".tmx")
    assert f"the property {name!r} is dropped: " in messages(imported)
    assert imported.scenario.board.columns == 2


@pytest.mark.parametrize("name", ["-" * 100_000 + "a", "1_" * 50_000 + "a", "9" * 100_000 + "a"])
def test_a_long_name_is_refused_without_taking_long(tmp_path: Path, name: str) -> None:
    found = tiled_map()
    found["tilesets"][0]["tiles"] = [{"id": number, "type": f"{name}{number}"} for number in range(4)]
    at = {"x": 10.0, "y": 10.0, "width": 0, "height": 0, "rotation": 0, "point": True}
    found["layers"].append(
        {"type": "objectgroup", "name": "units", "objects": [{**at, "id": 1, "name": name, "type": name}]}
    )
    with pytest.raises(FileError, match="must have at most 2,000 characters"):
        read(tmp_path, json.dumps(found))


def test_comments_before_another_kind_of_root_do_not_take_long() -> None:
    assert recognised_format("<!-- a -->" * 300 + "<svg>") is None


def test_small_layers_of_a_large_map_count_as_large_ones(tmp_path: Path) -> None:
    """Each would take four megabytes, so that a small file would need gigabytes."""
    tiny = {"type": "tilelayer", "name": "tiny", "width": 1, "height": 1, "data": [1]}
    with pytest.raises(FileError, match="at most 6,000,000 cells across all layers") as caught:
        read(tmp_path, json.dumps(tiled_map(width=1000, height=1000, layers=[tiny] * 2000)))
    assert [it.code for it in caught.value.problems] == ["import.bad-data"]


def test_layers_of_an_endless_map_count_as_large_as_the_board(tmp_path: Path) -> None:
    chunks = [{"x": at, "y": at, "width": 1, "height": 1, "data": [1]} for at in (0, 999)]
    sparse = {"type": "tilelayer", "name": "sparse", "chunks": chunks}
    with pytest.raises(FileError, match="at most 6,000,000 cells across all layers"):
        read(tmp_path, json.dumps(tiled_map(infinite=True, layers=[sparse] * 7)))


@pytest.mark.parametrize(
    ("tiles", "layers", "words"),
    [
        (70_000, 1, "a layer may have at most 20,000 different tiles; 'many' has 70,000"),
        (12_000, 1, "at most 10,000 different hexes; this one has 12,000"),
        (19_000, 4, "at most 10,000 different hexes; this one has 76,000"),
    ],
)
def test_too_many_different_tiles_are_refused(tmp_path: Path, tiles: int, layers: int, words: str) -> None:
    """More kinds of hexes than a palette has room for would overflow its numbers."""
    rows = tiles // 100
    blank = [0] * tiles
    drawn = [
        {
            "type": "tilelayer",
            "name": "many",
            "width": 100,
            "height": rows * layers,
            "data": blank * at + [*range(1 + at * tiles, 1 + (at + 1) * tiles)] + blank * (layers - 1 - at),
        }
        for at in range(layers)
    ]
    found = tiled_map(width=100, height=rows * layers, layers=drawn)
    found["tilesets"][0]["tilecount"] = 10**6
    with pytest.raises(FileError) as caught:
        read(tmp_path, json.dumps(found))
    assert words in "\n".join(it.message for it in caught.value.problems)


def test_tilesets_beyond_the_limit_are_reported(tmp_path: Path) -> None:
    sets = [{"firstgid": at + 1, "name": f"set {at}", "tilecount": 1} for at in range(203)]
    found = messages(read(tmp_path, json.dumps(tiled_map(tilesets=sets), indent=1)))
    assert "a map may have at most 200 tilesets; the last 3 are dropped" in found


def test_a_tileset_with_many_spellings_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ground.tsj").write_text(json.dumps({"name": "ground", "tilecount": 1}), encoding="utf-8")
    parsed: list[str] = []

    def parse(text: str) -> dict[str, Any]:
        parsed.append(text)
        return tmj_tree(text)

    monkeypatch.setattr(map_reading, "tmj_tree", parse)
    sets = [{"firstgid": at + 1, "source": "./" * at + "ground.tsj"} for at in range(100)]
    read(tmp_path, json.dumps(tiled_map(tilesets=sets)))
    assert len(parsed) == 2, "the map and the tileset"


def test_tilesets_that_are_too_large_together_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(map_reading, "_MOST_EXTERNAL", 100)
    for at in range(3):
        (tmp_path / f"{at}.tsj").write_text(json.dumps({"name": f"tiles {at}", "x": "x" * 20}), "utf-8")
    sets = [{"firstgid": at + 1, "source": f"{at}.tsj"} for at in range(3)]
    found = read(tmp_path, json.dumps(tiled_map(tilesets=sets)))
    assert [it.code for it in found.losses].count("import.beside") == 1


def test_more_zones_than_a_scenario_may_have_are_refused_whatever_they_cover(tmp_path: Path) -> None:
    points = [{"id": at, "name": f"zone {at}", "x": 5, "y": 5, "point": True} for at in range(1, 1103)]
    found = tiled_map()
    found["layers"].append({"type": "objectgroup", "name": "zones", "objects": points})
    with pytest.raises(FileError, match="'zones' must have at most 1,000 entries, not 1,102"):
        read(tmp_path, json.dumps(found))


def test_an_outline_that_crosses_itself_again_and_again_counts_as_many_hexes(tmp_path: Path) -> None:
    corners = [{"x": at * 7919 % 4200, "y": at * 10_459 % 4800} for at in range(40_000)]
    scribble = {"id": 1, "name": "scribble", "x": 0, "y": 0, "polygon": corners}
    ground = {"type": "tilelayer", "name": "ground", "width": 200, "height": 200, "data": [1] * 40_000}
    zones = {"type": "objectgroup", "name": "zones", "objects": [scribble]}
    with pytest.raises(FileError, match="the objects cover too many hexes in total"):
        read(tmp_path, json.dumps(tiled_map(width=200, height=200, layers=[ground, zones])))
