"""Whole scenarios of every kind are written, read back equal, and written again byte by byte the same."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fairground.core.files import read_bytes, to_bytes, to_text
from fairground.core.grid.hexsides import hexsides
from fairground.core.grid.labels import label
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import (
    FairnessBands,
    Objective,
    ObjectiveKind,
    RulesetReference,
    Shield,
    Side,
    Unit,
    Victory,
    Zone,
    ZoneKind,
)
from fairground.core.scenario.shapes import (
    Columns,
    Difference,
    Everything,
    Intersection,
    Listed,
    Painted,
    Rows,
    Union,
    Within,
)

if TYPE_CHECKING:
    from fairground.core.scenario.shapes import Shape

#: Texts that one reader or another takes for something else, or trips over.
NASTY = (
    "", " ", "yes", "No", "on", "y", "null", "~", "true", "0404", "12:30:45", "1e5", "0x1F", "0b1", "1_000", ".5",
    ".inf", "-.INF", ".nan", "2026-01-01", "=", "<<", "-", "- a", "? a", "a: b", "a:", ":a", "#", "a #b", "a#b",
    " lead", "trail ", "tab\there", "\ttab", "'", '"', "it's", 'a "b"', "\\", "a\\nb", "*x", "&x", "!x", "|", ">",
    "%x", "@x", "`x", "{a", "a}", "[a", "a]", "a, b", ",", "---", "...", "--- a", "\x00", "\x07", "\x1b[0m", "\x7f",
    "\x85", "\u00a0", "\u2028", "\u2029", "\ufeff", "a\ufeffb", "\ufffe", "\r", "a\r\nb", "two\nlines",
    "two\nlines\n", "two\n\nlines\n\n", "\nfirst empty", " lead\nline", "line\n  more\n", "line \ntrail", "\n",
    "a\n\tb", "a\n#b\n", "é", "e\u0301", "🎲", "日本語", "a" * 150, "word " * 30, "1" * 16, "12e4567890123456",
)  # fmt: skip
characters = st.characters(exclude_categories=["Cs"])
titles = st.sampled_from(NASTY) | st.text(characters, max_size=30)
kinds = titles.filter(lambda text: 0 < len(text) <= 64)
ids = st.from_regex(r"\A[a-z][a-z0-9-]{0,8}\Z") | st.sampled_from(
    ["yes", "no", "on", "null", "true", "n", "id"]
)
keys = st.text(
    st.characters(exclude_categories=["C", "Z"]).filter(lambda character: character.isprintable()),
    min_size=1,
    max_size=3,
)
features = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters="+").filter(
        lambda character: not character.isspace()
    ),
    min_size=1,
    max_size=8,
)
points = st.integers(0, 1_000_000)
bounds = st.sampled_from(["1/20:1/10", "3:2", "2:1", "0.05:0.1", "59:59"]) | titles.filter(
    lambda text: len(text) < 60
)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.floats(allow_nan=False, allow_infinity=False) | titles,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(titles.filter(lambda text: len(text) < 60), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


def palettes(smallest: int) -> st.SearchStrategy[list[PaletteEntry]]:
    entries = st.builds(
        PaletteEntry,
        keys,
        st.lists(kinds, min_size=1, max_size=3).map(tuple),
        st.none() | titles.filter(bool),
    )
    return st.lists(entries, min_size=smallest, max_size=4, unique_by=lambda entry: entry.key)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    columns, rows = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    layout = draw(st.sampled_from(Layout))
    palette = draw(palettes(1))
    effects = [PaletteEntry(".", ()), *(entry for entry in draw(palettes(0)) if entry.key != ".")]
    own_levels = {
        key: level
        for key, level in draw(st.dictionaries(keys, st.integers(-20, 100), max_size=3)).items()
        if key not in ".0123456789"
    }

    def cells(values: list[int], dtype: type[Any]) -> Any:
        flat = draw(st.lists(st.sampled_from(values), min_size=columns * rows, max_size=columns * rows))
        return np.array(flat, dtype).reshape(rows, columns)

    board = Board(
        layout=layout,
        palette=palette,
        terrain=cells(list(range(len(palette))), np.uint16),
        elevation=cells([*range(10), *own_levels.values()], np.int16),
        effects_palette=effects,
        effects=cells(list(range(len(effects))), np.uint16),
        elevation_palette=own_levels,
    )
    hexes = list(board.hexes())
    sides = st.sampled_from([side for at in hexes for side in hexsides(at)])
    several = st.lists(features, min_size=1, max_size=3, unique=True).map(lambda names: tuple(sorted(names)))
    board.hexsides = draw(st.dictionaries(sides, several, max_size=5))
    board.names = draw(st.dictionaries(st.sampled_from(hexes), titles, max_size=3))
    board.notes = draw(st.dictionaries(st.sampled_from(hexes), titles, max_size=3))
    board.source = draw(st.just("") | st.text(st.sampled_from("ab #:\n\t"), max_size=40))
    return board


labels = st.builds(label, st.integers(0, 30), st.integers(0, 30))
spans = st.tuples(st.integers(1, 9), st.integers(0, 9)).map(lambda span: (span[0], span[0] + span[1]))
simple_shapes: st.SearchStrategy[Shape] = (
    st.just(Everything())
    | spans.map(lambda span: Rows(*span))
    | spans.map(lambda span: Columns(*span))
    | st.builds(Within, st.integers(0, 9), labels)
    | st.lists(labels, min_size=1, max_size=4).map(lambda names: Listed(tuple(names)))
)
joined_shapes = st.recursive(
    simple_shapes,
    lambda inner: st.builds(Union, inner, inner) | st.builds(Difference, inner, inner) | st.builds(Intersection, inner, inner),
    max_leaves=5,
)  # fmt: skip
shapes: st.SearchStrategy[Shape] = (
    joined_shapes
    | st.just(Listed(()))
    | st.lists(st.text("#.", min_size=1, max_size=5), min_size=1, max_size=4).map(
        lambda rows: Painted(tuple(rows))
    )
)


@st.composite
def comments(draw: st.DrawFn, scenario: Scenario) -> dict[tuple[str, ...], tuple[str, ...]]:
    board = (
        "layout",
        "size",
        "palette",
        "terrain",
        "elevation",
        "effects",
        "hexsides",
        "names",
        "elevation_palette",
    )
    top = (
        "name",
        "author",
        "notes",
        "ruleset",
        "rules",
        "weather",
        "turns",
        "board",
        "sides",
        "zones",
        "victory",
        "locked",
        "fairness",
    )
    places: list[tuple[str, ...]] = [(), *((key,) for key in top), *(("board", key) for key in board)]
    places += [("victory", key) for key in ("points", "kill")]
    places += [("fairness", key) for key in ("bands", "gates")]
    places += [("board", "palette", entry.key) for entry in scenario.board.palette]
    for name in ("sides", "zones", "objectives", "units"):
        items = [item.id for item in getattr(scenario, name)]
        places += [(name, item) for item in items]
        places += [(name, item, "name") for item in items if items.count(item) == 1]
    line = st.text(characters, max_size=12).map(
        lambda text: "".join(c for c in text if unicodedata.category(c) not in ("Cc", "Zl", "Zp")).rstrip()
    )
    lines = line.filter(lambda text: not set(text) & set("\ufeff\ufffe\uffff"))
    return draw(
        st.dictionaries(
            st.sampled_from(places), st.lists(lines, min_size=1, max_size=2).map(tuple), max_size=4
        )
    )


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    board = draw(boards())
    hexes = st.builds(board.layout.from_offset, st.integers(0, 9), st.integers(0, 9))
    zone = st.builds(Zone, ids, titles, shapes, st.sampled_from(ZoneKind), titles)
    objective = st.builds(
        Objective, ids, shapes, points, st.integers(0, 9), st.sampled_from(ObjectiveKind), titles, titles
    )
    unit = st.builds(
        Unit,
        ids,
        titles,
        kinds,
        hexes,
        st.integers(1, 6),
        st.sampled_from(Shield),
        titles,
        st.none() | st.integers(0, 1000),
    )
    overrides = st.dictionaries(titles.filter(lambda text: len(text) < 60), plain, max_size=3)
    name = titles.filter(lambda text: len(text) > 0)
    scenario = Scenario(
        name=draw(titles),
        ruleset=RulesetReference(
            draw(name), draw(overrides), draw(titles.filter(lambda text: len(text) < 60))
        ),
        board=board,
        author=draw(titles),
        notes=draw(titles | st.text(st.sampled_from("ab #:\n\t"), max_size=40)),
        weather=draw(titles),
        turns=draw(st.none() | st.integers(1, 99)),
        sides=draw(st.lists(st.builds(Side, ids, titles, titles, titles), max_size=3)),
        zones=draw(st.lists(zone, max_size=3)),
        objectives=draw(st.lists(objective, max_size=3)),
        units=draw(st.lists(unit, max_size=3)),
        victory=draw(st.builds(Victory, st.none() | points, st.booleans(), points, points)),
        locked=draw(st.lists(titles | labels, max_size=4)),
        fairness=FairnessBands(
            draw(st.dictionaries(titles.filter(lambda text: len(text) < 60), bounds, max_size=3)),
            draw(st.lists(titles.filter(lambda text: len(text) < 60), max_size=3).map(tuple)),
        ),
        newline=draw(st.sampled_from(["\n", "\r\n"])),
        byte_order_mark=draw(st.booleans()),
    )
    scenario.comments = draw(comments(scenario))
    return scenario


slow = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@pytest.mark.long
@slow
@given(scenarios())
def test_every_scenario_reads_back_equal_and_is_written_the_same_again(scenario: Scenario) -> None:
    data = to_bytes(scenario)
    reading = read_bytes(data)
    assert reading.findings == []
    assert reading.scenario == scenario
    assert reading.dropped_comments == ()
    assert reading.scenario is not None
    assert to_bytes(reading.scenario) == data


@pytest.mark.long
@slow
@given(scenarios())
def test_other_readers_of_yaml_take_texts_for_the_same(scenario: Scenario) -> None:
    scenario.ruleset = RulesetReference(scenario.ruleset.name)
    plain = yaml.load(to_text(scenario), yaml.CSafeLoader)
    assert plain["name"] == scenario.name
    assert plain.get("notes", "") == scenario.notes
    assert plain["weather"] == scenario.weather
    assert plain.get("locked", []) == scenario.locked
    assert plain.get("fairness", {}).get("bands", {}) == scenario.fairness.bands
    assert [side["id"] for side in plain.get("sides", [])] == [side.id for side in scenario.sides]
    assert list(plain["board"]["palette"]) == [entry.key for entry in scenario.board.palette]


@pytest.mark.parametrize("text", NASTY)
def test_every_nasty_text_survives_as_value_and_as_key(text: str) -> None:
    scenario = Scenario(
        name=text,
        ruleset=RulesetReference("x", {text[:100]: text, "list": [text, {"k": text}]}),
        board=Board.blank(Layout.ODD_Q, 1, 1),
        notes=text,
    )
    reading = read_bytes(to_bytes(scenario))
    assert reading.findings == []
    assert reading.scenario == scenario
