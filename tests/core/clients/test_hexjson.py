"""HexJSON: a board that both of its best known readers show as it is, and files that others made."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.clients import Imported, ImportOptions, ImportSource, load_format
from fairground.core.clients.format import ExportSettings
from fairground.core.clients.importing import recognised_format
from fairground.core.errors import FileError, UsageError
from fairground.core.grid.hexes import distance
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import PaletteEntry
from tests.core.clients.test_carried import full

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.scenario.document import Scenario

HEXJSON = load_format("hexjson")
SIZES = st.integers(1, 6)


def exported(scenario: Scenario) -> dict[str, Any]:
    assert HEXJSON.write is not None
    found: dict[str, Any] = json.loads(HEXJSON.write(scenario, ExportSettings()).content)
    return found


def imported(found: dict[str, Any] | str, **options: object) -> Imported:
    assert HEXJSON.read is not None
    text = found if isinstance(found, str) else json.dumps(found)
    return HEXJSON.read(ImportSource(text, "some.hexjson", ImportOptions(**options)))  # type: ignore[arg-type]


def blank(layout: Layout, columns: int, rows: int) -> Scenario:
    return blank_scenario("Blank", layout=layout, size=(columns, rows), ruleset="penance-1.0")


def hexes(layout: str, *places: tuple[int, int], **attributes: object) -> dict[str, Any]:
    """Return a file with clear hexes at q and r."""
    said = {f"h{at}": {"q": q, "r": r, "terrain": "clear", **attributes} for at, (q, r) in enumerate(places)}
    return {"layout": layout, "hexes": said}


def told(found: Imported) -> list[tuple[str, str | None]]:
    return [(it.code, it.place.hex) for it in found.losses]


# -- as readers show it -------------------------------------------------------------------------------------

#: Half a hex from side to side, and the step of a line, in units of a hex from centre to corner.
HALF, STEP = math.sqrt(3) / 2, 1.5


def as_d3_shows(found: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """Return where d3-hexjson puts hexes, y downwards: rows count from the top, columns from the left."""
    left = min(it["q"] for it in found["hexes"].values())
    top = max(it["r"] for it in found["hexes"].values())
    places = {}
    for name, it in found["hexes"].items():
        column, row = it["q"] - left, top - it["r"]
        shifted = {"odd-r": row % 2, "even-r": 1 - row % 2, "odd-q": column % 2, "even-q": 1 - column % 2}
        shift = HALF * shifted[found["layout"]]
        if found["layout"].endswith("r"):
            places[name] = (2 * HALF * column + shift, STEP * row)
        else:
            places[name] = (STEP * column, 2 * HALF * row + shift)
    return places


def as_open_innovations_show(found: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """Return where Open Innovations' script puts hexes, y downwards: q and r count as they are, columns go up."""
    places = {}
    for name, it in found["hexes"].items():
        q, r = it["q"], it["r"]
        shifted = {"odd-r": r % 2, "even-r": 1 - r % 2, "odd-q": q % 2, "even-q": 1 - q % 2}
        shift = shifted[found["layout"]] / 2
        if found["layout"].endswith("r"):
            places[name] = (2 * HALF * (q + shift), -STEP * r)
        else:
            places[name] = (STEP * q, -2 * HALF * (r + shift))
    return places


@pytest.mark.parametrize("show", [as_d3_shows, as_open_innovations_show])
@pytest.mark.parametrize("layout", list(Layout))
@given(columns=SIZES, rows=SIZES)
def test_both_readers_show_the_board_as_it_is(
    layout: Layout, show: Callable[[dict[str, Any]], dict[str, tuple[float, float]]], columns: int, rows: int
) -> None:
    board = blank(layout, columns, rows).board
    places = show(exported(blank(layout, columns, rows)))
    x, y = places["A1"]
    for at in board.hexes():
        shown = places[board.label(at)]
        assert (shown[0] - x, shown[1] - y) == pytest.approx(layout.centre(at), abs=1e-9)


@pytest.mark.parametrize("show", [as_d3_shows, as_open_innovations_show])
@pytest.mark.parametrize("layout", list(Layout))
@given(columns=SIZES, rows=SIZES, void_columns=st.integers(0, 5), void_rows=st.integers(0, 5))
def test_both_readers_show_a_board_whose_first_lines_are_void(
    layout: Layout,
    show: Callable[[dict[str, Any]], dict[str, tuple[float, float]]],
    columns: int,
    rows: int,
    void_columns: int,
    void_rows: int,
) -> None:
    scenario = blank(layout, void_columns + columns, void_rows + rows)
    board = scenario.board
    board.palette.append(PaletteEntry("v", ("void",)))
    board.terrain[:, :void_columns] = board.terrain[:void_rows] = 1
    there = [at for at in board.hexes() if not board.void[board.cell(at)]]
    found = exported(scenario)
    places = show(found)
    x, y = places[board.label(there[0])]
    left, top = layout.centre(there[0])
    for at in there:
        shown, wanted = places[board.label(at)], layout.centre(at)
        assert (shown[0] - x, shown[1] - y) == pytest.approx((wanted[0] - left, wanted[1] - top), abs=1e-9)
    again = imported(found).scenario.board
    assert again.layout is layout
    assert (again.void == board.void).all()


def test_hexes_have_the_colour_of_their_ground_and_their_name() -> None:
    found = exported(full())["hexes"]
    assert found["B2"]["n"] == "Old Mill"
    assert found["B2"]["terrain"] == "wall"
    assert found["C4"]["note"] == "Too strong"
    assert found["B3"]["elevation"] == 2
    assert found["D3"]["effects"] == "smoke"
    assert found["A1"]["colour"] != found["B2"]["colour"]


# -- there and back -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", list(Layout))
def test_a_board_whose_edges_are_void_comes_back_as_large_as_it_was(layout: Layout) -> None:
    scenario = blank(layout, 4, 5)
    board = scenario.board
    board.palette.append(PaletteEntry("v", ("void",)))
    board.terrain[0] = board.terrain[-1] = board.terrain[:, 0] = board.terrain[:, -1] = 1
    again = imported(exported(scenario))
    assert again.losses == ()
    assert again.scenario.board.layout is layout
    assert (again.scenario.board.void == board.void).all()


def test_its_own_head_cannot_be_read_in_another_layout() -> None:
    assert imported(exported(full()), layout=Layout.ODD_Q).scenario.board.layout is Layout.ODD_Q
    with pytest.raises(UsageError, match="has the layout odd-q and cannot be read as even-q"):
        imported(exported(full()), layout=Layout.EVEN_Q)


# -- from others --------------------------------------------------------------------------------------------


@given(
    layout=st.sampled_from(list(Layout)),
    places=st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, unique=True),
)
def test_hexes_of_others_lie_as_open_innovations_show_them(
    layout: Layout, places: list[tuple[int, int]]
) -> None:
    found = hexes(layout.value, *places)
    scenario = imported(found, ruleset="penance-1.0").scenario
    board = scenario.board
    there = [at for at in board.hexes() if not board.void[board.cell(at)]]
    assert len(there) == len(places)
    shown = sorted(as_open_innovations_show(found).values(), key=lambda it: (round(it[1], 6), it[0]))
    got = sorted(map(board.layout.centre, there), key=lambda it: (round(it[1], 6), it[0]))
    for (x, y), (to_x, to_y) in zip(shown, got, strict=True):
        assert (x - shown[0][0], y - shown[0][1]) == pytest.approx((to_x - got[0][0], to_y - got[0][1]))


def test_where_readers_differ_it_is_told_and_can_be_said() -> None:
    for layout in ("odd-r", "even-r"):
        assert told(imported(hexes(layout, (0, 0), (0, 1)), ruleset="penance-1.0")) == [
            ("import.layout", None)
        ]
        assert told(imported(hexes(layout, (0, 0), (0, 2)), ruleset="penance-1.0")) == []
    for layout in ("odd-q", "even-q"):
        assert told(imported(hexes(layout, (0, 0), (1, 0)), ruleset="penance-1.0")) == [
            ("import.layout", None)
        ]
        assert told(imported(hexes(layout, (1, 0), (2, 0)), ruleset="penance-1.0")) == []
    said = imported(hexes("odd-r", (0, 0), (0, 1)), ruleset="penance-1.0", layout=Layout.ODD_R)
    assert (said.scenario.board.layout, said.losses) == (Layout.ODD_R, ())
    with pytest.raises(UsageError, match="has the layout odd-r and cannot be read as odd-q"):
        imported(hexes("odd-r", (0, 0)), layout=Layout.ODD_Q)


def test_unknown_attributes_are_told_with_count_and_hex() -> None:
    found = hexes("odd-r", (0, 2), (1, 2), population=5, colour="#fff", n="Leeds")
    found["version"] = 1
    again = imported(found)
    assert told(again) == [("import.left-out", None), ("import.left-out", "A1"), ("import.ruleset", None)]
    assert "'population' of 2 hexes" in again.losses[1].message
    assert set(again.scenario.board.names.values()) == {"Leeds"}


def test_what_means_nothing_in_its_own_head_is_told() -> None:
    found = exported(blank(Layout.ODD_Q, 2, 2))
    head = found["fairground"]
    head["trns"], head["board"]["colums"], head["board"]["hexsides"] = 3, 4, 5
    told_of = imported(found).losses
    assert [it.code for it in told_of] == ["import.left-out"] * 3
    messages = [it.message for it in told_of]
    assert any(it.startswith("unknown key 'trns' is dropped. Did you mean 'turns'") for it in messages)
    assert any("unknown key 'colums' is dropped" in it for it in messages)
    assert "the board's 'hexsides' is not text, so it is dropped" in messages


def test_of_another_ruleset_the_head_s_overrides_are_left_out() -> None:
    found = exported(blank(Layout.ODD_Q, 2, 2))
    found["fairground"]["rules"] = {"cover.reach": "in"}
    assert imported(found).scenario.ruleset.overrides == {"cover.reach": "in"}
    assert imported(found, ruleset="penance-2.0").scenario.ruleset.overrides == {}


def test_hexes_that_are_far_from_0_are_a_board_all_the_same() -> None:
    board = imported(hexes("odd-r", (-900, 500), (-899, 501)), ruleset="penance-1.0").scenario.board
    assert (board.columns, board.rows) == (2, 2)
    first, second = (at for at in board.hexes() if not board.void[board.cell(at)])
    assert distance(first, second) in (1, 2)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("nothing", "import.json", 1),
        ('{"hexes": {"a": {"q": 0, "r": 0}}}', "import.bad-line", 1),
        ('{\n"layout": "odd-p", "hexes": {"a": {"q": 0, "r": 0}}}', "import.bad-line", 2),
        ('{"layout": "odd-r"}', "import.no-rows", 1),
        ('{"layout": "odd-r",\n"hexes": []}', "import.no-rows", 2),
        ('{"layout": "odd-r",\n"hexes": {}}', "import.no-rows", 2),
        ('{"layout": "odd-r", "hexes": {\n"a": 1}}', "import.bad-number", 2),
        ('{"layout": "odd-r", "hexes": {\n"a": {"q": 0}}}', "import.bad-number", 2),
        (
            '{"layout": "odd-r", "hexes": {"a": {"q": 0, "r": 0},\n"b": {"q": 0.5, "r": 0}}}',
            "import.bad-number",
            2,
        ),
        ('{"layout": "odd-r", "hexes": {"a": {"q": 1000001, "r": 0}}}', "import.bad-number", 1),
        (
            '{"layout": "odd-r", "hexes": {"a": {"q": 0, "r": 0}, "b": {"q": 1000, "r": 0}}}',
            "import.bad-size",
            1,
        ),
        (
            '{"layout": "odd-r", "hexes": {"a": {"q": 0, "r": 0},\n"b": {"q": 0, "r": 0}}}',
            "import.hex-twice",
            2,
        ),
        (
            '{"layout": "odd-r", "hexes": {"a": {"q": -1, "r": 0}},\n"fairground": {"board": {"layout": "odd-r", "columns": 2, "rows": 1}}}',
            "import.bad-size",
            2,
        ),
    ],
)
def test_faults_are_told_with_their_line(text: str, code: str, line: int) -> None:
    with pytest.raises(FileError) as caught:
        imported(text, ruleset="penance-1.0")
    assert (code, line) in [(it.code, it.place.line) for it in caught.value.problems]


def test_it_is_recognised_by_its_content() -> None:
    assert HEXJSON.write is not None
    ours = HEXJSON.write(full(), ExportSettings()).content.decode()
    for text in (ours, json.dumps(hexes("even-q", (0, 0)))):
        found = recognised_format(text)
        assert found is not None
        assert found.name == "hexjson"
