from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import FileError
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.labels import label
from fairground.core.grid.layout import Layout as GridLayout
from fairground.core.scenario import mission, parts, shapes
from fairground.core.scenario.board import PaletteEntry
from fairground.core.text.scalars import FloatText
from fairground.editor.document.patch_json import decode, decode_patch, encode, encode_patch
from fairground.editor.document.patches import BoardLayer, CellPatch, FieldPatch, HexsidePatch

NUMBERS = st.integers(-(10**18), 10**18)
SPANS = st.tuples(st.integers(1, 10**18), st.integers(1, 10**18)).map(sorted)
TEXTS = st.text(st.characters(), max_size=8)
HEXES = st.builds(Hex, NUMBERS, NUMBERS)
LABELS = st.builds(label, st.integers(0, 999), st.integers(0, 999))
SIMPLE_SHAPES = st.one_of(
    st.builds(shapes.Everything),
    SPANS.map(lambda it: shapes.Rows(*it)),
    SPANS.map(lambda it: shapes.Columns(*it)),
    st.builds(shapes.Within, NUMBERS, LABELS),
    st.builds(shapes.Listed, st.lists(LABELS, max_size=3).map(tuple)),
    st.builds(shapes.Painted, st.lists(TEXTS, max_size=3).map(tuple)),
)
SHAPES = st.recursive(
    SIMPLE_SHAPES,
    lambda inner: st.one_of(
        st.builds(shapes.Union, inner, inner),
        st.builds(shapes.Difference, inner, inner),
        st.builds(shapes.Intersection, inner, inner),
    ),
    max_leaves=4,
)
INCHES = st.floats(0, 1000).map(lambda it: round(it, 4))
PLACES = st.tuples(INCHES, INCHES)
IDS = st.lists(TEXTS, max_size=2).map(tuple)
TASKS = st.builds(
    mission.Task, st.sampled_from(mission.TaskKind), IDS, st.none() | NUMBERS, NUMBERS, IDS, TEXTS, NUMBERS
)
WINS = st.builds(mission.Win, st.lists(TASKS, max_size=2).map(tuple))
PARTS: dict[str, st.SearchStrategy[Any]] = {
    "hex": HEXES,
    "hexside": st.builds(hexside, HEXES, st.integers(0, 5)),
    "palette": st.builds(PaletteEntry, TEXTS, st.lists(TEXTS, max_size=3).map(tuple), st.none() | TEXTS),
    "shape": SHAPES,
    "side": st.builds(parts.Side, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS, st.lists(WINS, max_size=2).map(tuple)),
    "zone": st.builds(parts.Zone, TEXTS, TEXTS, SHAPES, st.sampled_from(parts.ZoneKind), TEXTS),
    "objective": st.builds(
        parts.Objective, TEXTS, SHAPES, NUMBERS, NUMBERS, st.sampled_from(parts.ObjectiveKind), TEXTS, TEXTS
    ),
    "unit": st.builds(
        parts.Unit,
        TEXTS,
        TEXTS,
        TEXTS,
        HEXES,
        st.integers(1, 6),
        st.sampled_from(parts.Shield),
        TEXTS,
        at=st.none() | PLACES,
        base=st.none() | INCHES,
        parts=st.lists(st.builds(parts.UnitPart, TEXTS, PLACES, INCHES), max_size=2).map(tuple),
        traits=st.lists(TEXTS, max_size=2).map(tuple),
        arrives=NUMBERS,
        hit_points=st.none() | NUMBERS,
        defence=st.none() | NUMBERS,
        unarmed=st.booleans(),
    ),
    "victory": st.builds(parts.Victory, st.none() | NUMBERS, st.booleans(), NUMBERS, NUMBERS),
    "fairness": st.builds(
        parts.FairnessBands, st.dictionaries(TEXTS, TEXTS), st.lists(TEXTS, max_size=3).map(tuple)
    ),
    "ruleset": st.builds(
        parts.RulesetReference,
        TEXTS,
        st.dictionaries(
            TEXTS,
            st.none() | st.booleans() | NUMBERS | TEXTS | st.lists(NUMBERS) | st.dictionaries(TEXTS, NUMBERS),
        ),
        TEXTS,
    ),
    "layout": st.sampled_from(GridLayout),
    "names": st.dictionaries(HEXES, TEXTS, max_size=3),
    "comments": st.dictionaries(
        st.lists(TEXTS, max_size=2).map(tuple), st.lists(TEXTS, max_size=2).map(tuple), max_size=3
    ),
}


@pytest.mark.parametrize("name", PARTS)
@given(data=st.data())
def test_a_part_comes_back_as_it_was(name: str, data: st.DataObject) -> None:
    value = data.draw(st.lists(PARTS[name], max_size=3) | PARTS[name])
    patch = FieldPatch("field", value, None)
    back = decode_patch(json.loads(json.dumps(encode_patch(patch))))
    assert back == patch
    assert isinstance(back, FieldPatch)
    assert type(back.before) is type(value)
    if isinstance(value, dict):
        assert isinstance(back.before, dict)
        assert list(back.before) == list(value)


def test_a_painted_block_of_a_large_board_takes_little_room() -> None:
    block = shapes.Painted((("#" * 20).ljust(500, "."),) * 500)
    assert len(json.dumps(encode(block))) < 10_000


@pytest.mark.parametrize("text", ["0.50", "1e3", ".5", "-0.0"])
def test_a_decimal_keeps_how_it_was_written(text: str) -> None:
    back = decode(json.loads(json.dumps(encode({"cover": FloatText(text)}))))["cover"]
    assert isinstance(back, FloatText)
    assert back.text == text


def test_every_value_of_a_scenario_has_a_strategy() -> None:
    made = {
        name
        for module in (parts, shapes)
        for name, kind in vars(module).items()
        if isinstance(kind, type)
        and not name.startswith("_")
        and kind.__module__ == module.__name__
        and hasattr(kind, "__dataclass_fields__")
    }
    covered = {"Objective", "RulesetReference", "Side", "Unit", "Victory", "Zone", "Columns", "Difference"} | {
        "Everything", "FairnessBands", "Intersection", "Listed", "Painted", "Rows", "Union", "UnitPart", "Within"
    }  # fmt: skip
    assert made == covered


@given(
    layer=st.sampled_from(BoardLayer),
    cells=st.dictionaries(
        st.integers(0, 10**6), st.tuples(st.integers(-20, 65535), st.integers(-20, 65535)), max_size=5
    ),
)
def test_cells_come_back_as_they_were(layer: BoardLayer, cells: dict[int, tuple[int, int]]) -> None:
    places = np.array(sorted(cells), np.int64)
    before, after = (np.array([cells[at][i] for at in sorted(cells)], np.int32) for i in (0, 1))
    back = decode_patch(json.loads(json.dumps(encode_patch(CellPatch(layer, places, before, after)))))
    assert isinstance(back, CellPatch)
    assert back.layer is layer
    for mine, theirs, kind in (
        (back.cells, places, np.int64),
        (back.before, before, np.int32),
        (back.after, after, np.int32),
    ):
        assert mine.dtype == kind
        assert mine.tolist() == theirs.tolist()


@given(
    changes=st.dictionaries(
        PARTS["hexside"], st.tuples(*[st.lists(TEXTS, max_size=3).map(tuple)] * 2), max_size=4
    )
)
def test_features_of_hexsides_come_back_as_they_were(changes: dict[Any, Any]) -> None:
    before, after = ({side: names[i] for side, names in changes.items()} for i in (0, 1))
    for earlier in (before, dict(reversed(before.items()))):
        patch = HexsidePatch(earlier, after)
        assert decode_patch(json.loads(json.dumps(encode_patch(patch)))) == patch


@pytest.mark.parametrize("value", [object(), {1, 2}, b"x", np.int64(1), print])
def test_other_values_cannot_be_written(value: object) -> None:
    with pytest.raises(TypeError, match="a journal cannot hold"):
        encode([value])


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"field": "name"},
        {"field": "name", "before": {"kind": "Path", "fields": {}}, "after": None},
        {"field": "name", "before": {"kind": "Hex", "fields": {"x": 1}}, "after": None},
        {"field": "name", "before": {"enum": "Shield", "value": "middle"}, "after": None},
        {"field": "name", "before": {"call": "os.remove"}, "after": None},
        {"field": "name", "before": {"decimal": "one"}, "after": None},
        {"field": "name", "before": {"painted": "####"}, "after": None},
        {"field": "name", "before": {"painted": "AAAA"}, "after": None},
        {"hexsides": [[0, 0, 1]]},
        {"hexsides": [[0, 0, 1, [], [], []]]},
        {"hexsides": [["a", 0, 1, [], []]]},
        {"hexsides": [[0, 0, 1, 3, []]]},
        {"hexsides": 3},
        {"layer": "sky", "cells": "", "before": "", "after": ""},
        {"layer": "terrain", "cells": "%", "before": "", "after": ""},
        {"layer": "terrain", "cells": "AAA=", "before": "", "after": ""},
    ],
)
def test_what_is_no_patch_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(FileError, match="invalid entry"):
        decode_patch(data)
