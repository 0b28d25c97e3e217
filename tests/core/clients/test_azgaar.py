"""JSON of Azgaar's generator: cells become hexes by the nearest point, and what is said of the rest."""

from __future__ import annotations

import copy
import json
import math
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core import import_file
from fairground.core.clients import Imported, ImportOptions, ImportSource, load_format
from fairground.core.clients.importing import recognised_format
from fairground.core.errors import FileError
from fairground.core.grid.layout import Layout
from tests.core.clients.test_hostile_json import told as told_or_read

if TYPE_CHECKING:
    from pathlib import Path

INFO = {"version": "1.99", "description": "Azgaar's Fantasy Map Generator output: here", "mapName": "Erdia"}


def full() -> dict[str, Any]:
    """Return a map of 20 by 10 cells: sea in the west, grassland, and taiga in the east, with a mountain."""
    cells: list[dict[str, Any]] = [
        {"i": x + 20 * y, "p": [10 * x + 3 * math.sin(x * y), 10 * y + 2 * math.cos(x)], "h": 30, "biome": 4}
        for y in range(10)
        for x in range(20)
    ]
    for cell in cells:
        x = cell["p"][0]
        cell["biome"] = 0 if x < 60 else 9 if x > 150 else 4
        cell["h"] = 10 if x < 60 else 80 if cell["i"] == 95 else 30
    return {
        "info": INFO,
        "pack": {
            "cells": cells,
            "burgs": [
                {},
                {"i": 1, "name": "Aldburg", "x": 101, "y": 52},
                {"i": 2, "name": "Gone", "removed": True},
            ],
            "rivers": [{}, {}],
            "states": [{"name": "Neutrals"}],
        },
        "biomesData": {
            "i": list(range(13)),
            "name": [*(f"Biome {n}" for n in range(4)), "Meadow", *(f"B{n}" for n in range(8))],
        },
        "notes": [{}],
    }


def packed() -> dict[str, Any]:
    return {"info": INFO, "cells": {"cells": full()["pack"]["cells"]}}


def imported(value: dict[str, Any], **options: Any) -> Imported:
    read = load_format("azgaar").read
    assert read is not None
    return read(ImportSource(json.dumps(value), "map.json", ImportOptions(**options)))


def nearest(value: dict[str, Any], x: float, y: float) -> dict[str, Any]:
    cells: list[dict[str, Any]] = value["cells"]["cells"]
    return min(cells, key=lambda it: math.dist(it["p"], (x, y)))


@pytest.mark.parametrize("layout", list(Layout))
def test_every_hex_gets_the_cell_at_its_centre(layout: Layout) -> None:
    value = packed()
    found = imported(value, layout=layout, expect_size=(16, 9))
    board = found.scenario.board
    assert (board.layout, board.columns, board.rows, found.scenario.name) == (layout, 16, 9, "Erdia")
    kinds = {0: "water", 4: "clear", 9: "forest"}
    points = [it["p"] for it in value["cells"]["cells"]]
    left, top = (min(it[at] for it in points) for at in (0, 1))
    right, bottom = (max(it[at] for it in points) for at in (0, 1))
    flat = layout in (Layout.ODD_Q, Layout.EVEN_Q)
    wide, high = (1.5, math.sqrt(3)) if flat else (math.sqrt(3), 1.5)
    size = max((right - left) / (16 * wide), (bottom - top) / (9 * high))
    first = (size, size * math.sqrt(3) / 2) if flat else (size * math.sqrt(3) / 2, size)
    shift = 0.0 if layout.is_odd else size * math.sqrt(3) / 2
    for at in board.hexes():
        x, y = layout.centre(at, size=size)
        x, y = left + x + first[0] + (0 if flat else shift), top + y + first[1] + (shift if flat else 0)
        cell = nearest(value, x, y)
        ground = "difficult" if cell["h"] == 80 else kinds[cell["biome"]]
        assert ground in board.terrain_at(at)
        assert board.level_at(at) == (2 if cell["h"] == 80 else 0)


def test_a_full_export_gives_names_its_own_biomes_and_says_what_is_dropped() -> None:
    found = imported(full())
    board = found.scenario.board
    assert 150 <= board.columns * board.rows <= 220, "about as many hexes as cells"
    assert list(board.names.values()) == ["Aldburg"]
    messages = [it.message for it in found.losses]
    assert "2 rivers and 1 note are dropped" in messages
    assert "heights and the regions of cells (states) are dropped" in messages
    assert any(it.startswith("'Meadow'") for it in messages)
    assert {"import.sampled", "import.layout"} <= {it.code for it in found.losses}


@pytest.mark.parametrize("key", ["p", "biome"])
def test_a_file_without_packed_cells_is_refused_with_what_to_export(key: str) -> None:
    value = packed()
    for cell in value["cells"]["cells"]:
        del cell[key]
    for it in (value, {"info": INFO, "pack": {"burgs": []}}, {"info": INFO}):
        with pytest.raises(FileError) as caught:
            imported(it)
        (problem,) = caught.value.problems
        assert problem.code == "import.no-rows"
        assert problem.fix is not None
        assert "PackCells" in problem.fix


def test_a_file_is_recognised_and_opened(tmp_path: Path) -> None:
    path = tmp_path / "Erdia Full.json"
    path.write_text(json.dumps(full()))
    assert (found := recognised_format(path.read_text())) is not None
    assert found.name == "azgaar"
    assert import_file(path, expect_size=(10, 6)).scenario.board.rows == 6


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "\ud800", "x" * 300, "a\nb"]),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["p", "cells"]), inner, max_size=2)
    ),
    max_leaves=3,
)


@settings(max_examples=100)
@given(st.lists(st.tuples(st.integers(0, 10**6), JUNK), min_size=1, max_size=4))
def test_any_value_may_be_anything(values: list[tuple[int, object]]) -> None:
    value = copy.deepcopy(full())
    value["pack"]["cells"] = value["pack"]["cells"][:6]
    for chosen, junk in values:
        every = list(places(value))
        holder, key = every[chosen % len(every)]
        holder[key] = junk
    assert told_or_read("azgaar", json.dumps(value))


def places(value: Any) -> Any:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])
