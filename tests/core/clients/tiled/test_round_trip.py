"""Everything that a scenario has comes back from TMX and from TMJ, whatever it is."""

from __future__ import annotations

from copy import copy
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fairground.core.clients import ImportSource, load_format
from fairground.core.clients.format import export_settings
from fairground.core.clients.tiled.model import joined, split
from fairground.core.clients.tiled.writing import SIZES
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Hexside
from fairground.core.scenario.shapes import Listed
from tests.core.clients.test_carried import full
from tests.core.files.test_round_trip import scenarios, titles

if TYPE_CHECKING:
    from fairground.core.clients import Export, Imported
    from fairground.core.scenario.document import Scenario

FORMATS = ("tiled", "tiled-json")


def exported(scenario: Scenario, name: str, **options: str) -> Export:
    target = load_format(name)
    assert target.write is not None
    return target.write(scenario, export_settings(target.options, options, "map"))


def imported(content: bytes, name: str = "map.tmx") -> Imported:
    text = content.decode()
    read = load_format("tiled" if text.startswith("<") else "tiled-json").read
    assert read is not None
    return read(ImportSource(text, name))


def writable(value: Any) -> Any:
    """Return a value with U+FFFD for every character of its texts that XML cannot hold."""
    if isinstance(value, Enum):
        return value
    if isinstance(value, str):
        return "".join(it if is_xml(ord(it)) else "\ufffd" for it in value)
    if isinstance(value, dict):
        return {writable(key): writable(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(writable, value))
    if is_dataclass(value) and not isinstance(value, (type, Hexside, Hex)):
        made = copy(value)
        for it in fields(made):
            object.__setattr__(made, it.name, writable(getattr(made, it.name)))
        return made
    return value


def is_xml(code: int) -> bool:
    return code in (9, 10, 13) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000


@pytest.mark.long
@settings(
    max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(scenarios())
def test_every_scenario_comes_back(scenario: Scenario) -> None:
    # Names are looked up in the ruleset, which there must be.
    scenario.ruleset = replace(scenario.ruleset, name="penance-2.0")
    for name, it in (("tiled", writable(scenario)), ("tiled-json", scenario)):
        made = exported(it, name)
        assert made.losses == ()
        assert imported(made.content) == (it, ())


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("size", SIZES)
def test_hexes_of_any_size_come_back(name: str, size: str) -> None:
    made = exported(full(), name, **{"hex-size": size})
    assert made.losses == ()
    back, losses = imported(made.content)
    assert (back, losses) == (full(), ())


def test_characters_that_xml_cannot_hold_are_told() -> None:
    scenario = replace(full(), notes="a bell\x07 and another\x07")
    made = exported(scenario, "tiled")
    assert made.losses == ("2 characters that XML does not allow became �",)
    assert imported(made.content).scenario.notes == "a bell\ufffd and another\ufffd"
    assert imported(exported(scenario, "tiled-json").content).scenario == scenario


@given(st.lists(titles, min_size=1, max_size=4))
def test_names_are_joined_and_split_again(names: list[str]) -> None:
    assert split(joined(names)) == tuple(names)


@pytest.mark.parametrize("name", FORMATS)
def test_objects_have_titles_for_names_and_ids_in_a_property(name: str) -> None:
    scenario = full()
    # Two areas of one title, one of them in two pieces, and a part whose title is its id.
    ring = replace(scenario.zones[0], id="x", name="The Camp", shape=Listed(("A1", "A4", "D4")))
    scenario.zones = [ring, replace(scenario.zones[1], name="The Camp")]
    scenario.objectives = [replace(scenario.objectives[0], name="top")]
    scenario.units = [replace(scenario.units[0], name="Scouts")]
    made = exported(scenario, name)
    text = made.content.decode()
    assert text.count("The Camp") == 4
    assert "Scouts" in text
    assert imported(made.content) == (scenario, ())


def test_maps_that_have_ids_for_names_still_read() -> None:
    text = exported(full(), "tiled").content.decode()
    for part in ("a-start", "b-start", "top", "one"):
        mark = f'<property name="scenario_id" value="{part}"/>'
        assert text.count(mark) == 1
        title = '<property name="title" value="The Ants"/>' if part == "a-start" else ""
        text = text.replace(mark, title)
    wanted = full()
    wanted.zones[0] = replace(wanted.zones[0], name="The Ants")
    assert imported(text.encode()) == (wanted, ())


def test_a_new_name_of_an_object_is_the_new_title() -> None:
    back, losses = changed(full(), 'name="a-start"', 'name="West Wood"')
    assert [(it.id, it.name) for it in back.zones] == [("a-start", "West Wood"), ("b-start", "")]
    assert losses == ()


# -- what somebody changed in Tiled -------------------------------------------------------------------------


def changed(scenario: Scenario, old: str, new: str) -> Imported:
    text = exported(scenario, "tiled").content.decode()
    assert text.count(old) == 1
    return imported(text.replace(old, new).encode())


def test_a_unit_that_was_moved_stands_elsewhere() -> None:
    # 48 pixels on is the next column, half a hex lower where the columns of odd numbers are shifted.
    back, losses = changed(full(), 'type="unit" x="80" y="56"', 'type="unit" x="128" y="28"')
    assert back.board.label(back.units[0].hex) == "C1"
    assert losses == ()


def test_a_zone_that_was_moved_has_other_hexes_and_that_is_told() -> None:
    scenario = full()
    outline = exported(scenario, "tiled").content.decode().split('name="a-start"')[1].split('id="')[0]
    at = outline.split('y="')[1].split('"')[0]
    name = 'name="a-start" type="zone" x="' + outline.split('x="')[1].split('"')[0]
    back, losses = changed(scenario, f'{name}" y="{at}"', f'{name}" y="{int(at) + 56}"')
    assert [it.code for it in losses] == ["import.moved"]
    assert losses[0].place.line is not None
    mask = back.zones[0].shape.mask(back.board)
    assert mask.tolist() == [[False] * 4, [True] * 4, [False] * 4, [False] * 4]


def test_a_zone_of_two_areas_with_a_hole_and_one_without_hexes_come_back() -> None:
    scenario = full()
    ring = Listed(("B1", "C2", "C3", "B3", "A2", "A3", "D4"))
    scenario.zones = [replace(scenario.zones[0], shape=ring), replace(scenario.zones[1], shape=Listed(()))]
    made = exported(scenario, "tiled")
    assert made.content.count(b'name="a-start"') == 3
    assert made.content.count(b'name="hole"') == 1
    back, losses = imported(made.content)
    assert (back, losses) == (scenario, ())


def test_a_tile_that_was_painted_over_is_other_terrain() -> None:
    scenario = full()
    text = exported(scenario, "tiled").content.decode()
    assert "\n1,1,1,3,\n" in text
    back, losses = imported(text.replace("\n1,1,1,3,\n", "\n3,1,1,0,\n").encode())
    assert losses == ()
    board = back.board
    assert [board.palette[it].kinds for it in board.terrain[0]] == [
        ("rubble",),
        ("clear",),
        ("clear",),
        ("void",),
    ]
