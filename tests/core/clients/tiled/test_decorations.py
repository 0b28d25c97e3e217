"""Decorations in maps of Tiled: objects with images, which come back the same or as they were changed in Tiled."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytiled_parser
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.clients import export
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.decorations import Decoration, DecorationLayer
from tests.core.clients.tiled.test_round_trip import FORMATS, exported, imported
from tests.core.files.test_read_decorations import decorations

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.document import Scenario


def scenario_of(layout: Layout, *found: Decoration) -> Scenario:
    scenario = blank_scenario("Painted", layout=layout, size=(6, 5), ruleset="penance-2.0")
    return replace(scenario, decorations=list(found))


@settings(max_examples=30)
@given(st.data(), st.sampled_from(Layout), st.sampled_from(FORMATS))
def test_decorations_come_back_the_same(data: st.DataObject, layout: Layout, name: str) -> None:
    scenario = scenario_of(layout, *data.draw(st.lists(decorations(layout), max_size=3)))
    scenario.images = {"logo": "logo.svg"}
    found = imported(exported(scenario, name).content).scenario
    assert found.decorations == scenario.decorations
    assert found.images == scenario.images


def test_another_reader_sees_the_images(tmp_path: Path) -> None:
    one = Decoration("tree", Layout.ODD_Q.from_offset(1, 1), rotation=90, layer=DecorationLayer.BELOW)
    two = Decoration("tree", Layout.ODD_Q.from_offset(3, 2), 1, scale=0.5)
    export(scenario_of(Layout.ODD_Q, one, two), "tiled", tmp_path / "map.tmx")
    tiled = pytiled_parser.parse_map(tmp_path / "map.tmx")
    (tileset,) = [it for it in tiled.tilesets.values() if it.name == "decorations"]
    assert tileset.tiles is not None
    (tile,) = tileset.tiles.values()
    assert tile.image is not None
    assert (tmp_path / tile.image).exists()
    (layer,) = [it for it in tiled.layers if it.name == "decorations"]
    objects = layer.tiled_objects  # type: ignore[attr-defined]  # of object layers alone
    assert [(it.gid, it.rotation) for it in objects] == [(tileset.firstgid, 90), (tileset.firstgid, 0)]
    assert objects[0].size.width == pytest.approx(2 * objects[1].size.width, abs=0.01)


@pytest.mark.parametrize("name", FORMATS)
def test_what_was_moved_turned_and_scaled_in_tiled_counts(name: str) -> None:
    at = Layout.ODD_Q.from_offset(1, 1)
    text = exported(scenario_of(Layout.ODD_Q, Decoration("tree", at)), name).content.decode()

    def with_value(key: str, change: str) -> str:
        """Return the map with another value of the one decoration."""
        pattern = (
            rf'(type="decoration"[^>]* {key}=")([^"]*)'
            if name == "tiled"
            else rf'("type":"decoration".*?"{key}":)([^,]*)'
        )
        return re.sub(pattern, lambda it: f"{it[1]}{float(it[2]) + float(change)}", text, count=1)

    (moved,) = imported(with_value("y", "56").encode()).scenario.decorations
    assert moved.hex == Layout.ODD_Q.from_offset(1, 2)
    assert moved.offset == pytest.approx((0, 0), abs=0.002)
    (wider,) = imported(with_value("width", "56").encode()).scenario.decorations
    assert wider.scale == pytest.approx(2, abs=0.02)
