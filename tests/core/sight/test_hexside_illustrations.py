"""The illustrations of hexside lines of sight: on boards of our own, and as the rules draw them where they are at hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import shapely
import yaml

from fairground.core.grid.hexes import Hex, disc, distance
from fairground.core.grid.layout import Layout
from fairground.core.grid.polygons import hex_polygons
from fairground.core.sight.line.trace import sight_line

if TYPE_CHECKING:
    from tests.core.sight.conftest import Field, MakeField

FIXTURES = Path(__file__).parents[4] / "shared" / "fixtures"
WW2 = "hexside-ww2"


def illustration(ww2: Field) -> Field:
    """Return the situations of the illustration on a board of our own, flat-top.

    A stands in C3 behind hedges on three sides; 1 in woods, E6; 2 in a building, G3; B on the ground below a hill, H8, that
    3 and 4 stand on, H3 and H4; C behind orchards, K3; D across the spur of that hill, J6.
    """
    ww2.plant("hedge", "C3-D2", "C3-D3", "C3-C4")
    ww2.put("woods", "E6").put("building", "G3").put("orchard", "I3", "H2")
    ww2.raise_to(1, "H3", "H5", "J6", "I5").raise_to(2, "H4")
    return ww2


@pytest.mark.parametrize(
    ("start", "end", "modifiers"),
    [
        ("C3", "E6", (2, 1)),  # A and 1: out of the own hedge, through the corner of two
        ("C3", "G3", (3, 1)),  # A and 2
        ("H8", "E6", (2, 0)),  # B and 1
        ("H8", "H5", (0, 0)),  # B and the slope
        ("H8", "H4", (0, 0)),  # B and 4: one hex of the slope
        ("J6", "H3", (0, 0)),  # D and 3: level 2 on one side, their own level crossed
        ("J6", "H4", (0, 0)),  # D and 4
    ],
)
def test_hs_16_the_situations_of_the_illustration_on_another_board(
    field: MakeField, start: str, end: str, modifiers: tuple[int, int]
) -> None:
    board = illustration(field(WW2, (12, 12), Layout.ODD_Q))
    assert board.modifiers(start, end) == modifiers


def test_hs_16_two_orchards_before_a_building(field: MakeField) -> None:
    board = field(WW2, (12, 12), Layout.ODD_Q).put("building", "C3").put("orchard", "C4", "C6")
    assert board.modifiers("C8", "C3") == (5, 2)


def test_hs_16_a_second_hex_of_the_slope_blocks(field: MakeField) -> None:
    board = illustration(field(WW2, (12, 12), Layout.ODD_Q))
    assert not board.raise_to(1, "H6").sees("H8", "H4")


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("layout", list(Layout))
def test_hs_17_the_three_illustrations_in_every_layout(
    field: MakeField, layout: Layout, *, mirrored: bool
) -> None:
    start, end = Hex(4, 4), Hex(5, 5)
    one, other = (Hex(4, 5), Hex(5, 4))[:: -1 if mirrored else 1]

    def board(*kinds: str) -> tuple[Field, str, str, str, str]:
        made = field(WW2, (16, 16), layout)
        names = [made.board.hex_name(at) for at in (start, end, one, other)]
        made.put(kinds[0], names[2]).put(kinds[1], names[3])
        return (made, *names)  # type: ignore[return-value]

    both, a, b, _, beside = board("building", "building")
    assert both.modifiers(a, b) is None
    # To the adjacent unit, across a hexside: no hexside rule.
    assert both.modifiers(a, beside) == (3, 0)
    orchard, a, b, near, beside = board("orchard", "building")
    assert orchard.modifiers(a, b) == (1, 1)
    assert orchard.plant("hedge", f"{near}-{beside}", f"{beside}-{a}", f"{beside}-{b}").modifiers(a, b) == (
        2,
        2,
    )
    assert orchard.plant("hedgerow", f"{near}-{beside}").modifiers(a, b) is None


def read_fixture(name: str) -> Any:
    path = FIXTURES / name
    if not path.exists():
        pytest.skip(f"needs {path}, which is no part of this repository")
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def illustrated(field: MakeField, elevation: dict[str, int]) -> tuple[Field, dict[str, str]]:
    """Return the map of the rules' own illustration, and where its units stand, by our labels."""
    drawn = read_fixture("hexside-los-map.yaml")
    made = field(WW2, (len(drawn["rows"]["E"]), len(drawn["rows"])), Layout.EVEN_R)
    letters = list(drawn["rows"])
    assert drawn["shifted_right"] == letters[::2]

    def ours(label: str) -> str:
        return "ABCDEFG"[int(label[1:]) - 1] + str(letters.index(label[0]) + 1)

    kinds = {"c": "clear", "w": "woods", "b": "building", "o": "orchard", "-": "void"}
    for letter, row in drawn["rows"].items():
        for place, kind in enumerate(row, 1):
            made.put(kinds[kind], ours(f"{letter}{place}"))
    for level, labels in drawn["elevation"].items():
        made.raise_to(level, *map(ours, labels))
    for label, level in elevation.items():
        made.raise_to(level, ours(label))
    made.plant("hedge", *("-".join(map(ours, pair)) for pair in drawn["hedge_between"]))
    return made, {str(unit): ours(label) for unit, label in drawn["units"].items()}


def test_hs_16_the_rules_own_illustration(field: MakeField) -> None:
    board, units = illustrated(field, {})
    expected = read_fixture("hexside-los-map.yaml")["expect"]
    assert len(expected) == 9
    seen = set()
    for it in expected:
        start, end = str(it["from"]), str(it["target"])
        seen.add(start + end)
        assert board.modifiers(units[start], units[end]) == (it["to"], it["back"]), start + end
    for pair in ("A3", "A4", "B2", "C1", "C3", "D1", "D2"):
        assert pair not in seen
        assert not board.sees(units[pair[0]], units[pair[1]]), pair


def test_hs_16_the_variants_of_the_rules_own_illustration(field: MakeField) -> None:
    for it in read_fixture("hexside-los-map.yaml")["variants"]:
        board, units = illustrated(field, it["set_elevation"])
        assert board.sees(units[str(it["from"])], units[str(it["target"])]) == it["sight"]


def test_hs_17_the_rules_own_illustrations(field: MakeField) -> None:
    drawn = read_fixture("hexside-los-examples.yaml")
    # Flat-top, the line from left to right.
    ours = {"A1": "C3", "C1": "E3", "B1": "D2", "B2": "D3"}
    adjacent = {"name": "adjacent", **drawn["adjacent"]}
    for case in (*drawn["cases"], adjacent):
        board = field(WW2, (9, 9), Layout.ODD_Q)
        for label, kind in case["terrain"].items():
            board.put(kind, ours[label])
        for feature in ("hedge", "hedgerow", "wall"):
            pairs = case.get(f"{feature}_between", ())
            board.plant(feature, *(f"{ours[one]}-{ours[other]}" for one, other in pairs))
        expected = (case["to"], case["back"]) if case["sight"] else None
        found = board.modifiers(ours[case.get("from", "A1")], ours[case.get("target", "C1")])
        assert found == expected, case["name"]


@pytest.mark.parametrize(
    ("layout", "start", "end"),
    [
        (Layout.ODD_R, "B3", "H3"),
        (Layout.ODD_R, "C2", "C4"),
        (Layout.ODD_R, "C2", "C6"),
        (Layout.ODD_R, "C3", "G4"),
        (Layout.ODD_Q, "C3", "E6"),
        (Layout.ODD_Q, "C3", "G3"),
        (Layout.ODD_Q, "H8", "E6"),
        (Layout.ODD_Q, "H8", "H4"),
        (Layout.ODD_Q, "J6", "H3"),
        (Layout.ODD_Q, "J6", "H4"),
        (Layout.ODD_Q, "C8", "C3"),
    ],
)
def test_shapely_draws_the_lines_of_these_boards_alike(
    field: MakeField, layout: Layout, start: str, end: str
) -> None:
    """Hexes crossed, run along on either side, and touched at a corner, by areas and lengths in decimal numbers."""
    board = field(WW2, (12, 12), layout).board
    a, b = board.parse(start), board.parse(end)
    drawn = shapely.LineString([layout.centre(a), layout.centre(b)])
    met: dict[str, set[Hex]] = {"crossed": set(), "beside": set(), "touched": set()}
    for at in disc(a, distance(a, b) + 1):
        if at in (a, b):
            continue
        (outline,) = hex_polygons((at,), layout)
        if drawn.intersection(outline.buffer(-1e-6)).length > 1e-3:
            met["crossed"].add(at)
        elif drawn.intersection(outline.buffer(1e-6)).length > 1e-3:
            met["beside"].add(at)
        elif drawn.distance(outline) < 1e-9:
            met["touched"].add(at)
    line = sight_line(a, b)
    beside = {at for it in line.stretches for at in (it.left, it.right)}
    assert met == {"crossed": set(line.crossed), "beside": beside, "touched": set(line.touched)}
