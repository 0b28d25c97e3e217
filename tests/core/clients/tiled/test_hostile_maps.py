"""Tiled maps made to break the reader: each is read or refused with a finding, in a time that grows with its size."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core.clients import import_file
from fairground.core.clients.importing import recognised_format
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
