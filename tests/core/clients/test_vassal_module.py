"""VASSAL modules: what is in the archive is what the scenario has, read as VASSAL reads it."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.clients import load_format
from fairground.core.clients.board_image import pixel_frame
from fairground.core.clients.format import export_settings
from fairground.core.clients.vassal import grid_point
from fairground.core.clients.vassal_pieces import Trait, definition, sequence
from fairground.core.files import load
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.parts import Objective, Shield, Side, Unit, Zone, ZoneKind
from fairground.core.scenario.zone_text import parse_shape
from tests.core.clients.test_vassal import VassalGrid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.clients import Export
    from fairground.core.scenario.document import Scenario

SCENARIOS = Path(__file__).parents[3] / "scenarios"
VMOD = load_format("vmod")
SMALL = "26"
NASTY = "Dagger / \"Blade\"; 'x', <b>\\"


def exported(scenario: Scenario, **options: str) -> Export:
    assert VMOD.write is not None
    return VMOD.write(scenario, export_settings(VMOD.options, {"pixels": SMALL, **options}, "arena"))


def unpacked(made: Export) -> dict[str, bytes]:
    with ZipFile(BytesIO(made.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def build_file(made: Export) -> ET.Element:
    return ET.fromstring(unpacked(made)["buildFile.xml"])  # noqa: S314  # our own


def parts(root: ET.Element, name: str) -> list[ET.Element]:
    return [it for it in root.iter() if it.tag.endswith(f".{name}")]


def decoded(text: str, delimiter: str) -> list[str]:
    """Return the parts of a text as VASSAL takes it apart: at delimiters without a backslash before them."""
    found, start, at = [""], 0, 0
    while (at := text.find(delimiter, at)) >= 0:
        if at > start and text[at - 1] == "\\":
            found[-1] += text[start : at - 1]
            start = at
        else:
            found[-1] += text[start:at]
            found.append("")
            start = at + 1
        at += 1
    found[-1] += text[start:]
    return [it[1:-1] if len(it) > 1 and it[0] == it[-1] == "'" else it for it in found]


def chain(text: str) -> Iterator[str]:
    """Yield the links of a chain of traits, the outermost first."""
    first, *rest = decoded(text, "\t")
    yield first
    if rest:
        yield from chain(rest[0])


class Piece(NamedTuple):
    """A piece as VASSAL sees it."""

    name: str
    image: str
    facing: int
    marks: dict[str, str]
    number: str

    @classmethod
    def of(cls, slot: ET.Element) -> Piece:
        assert slot.text is not None
        assert slot.text.startswith("+/")
        name, types, states = decoded(slot.text[2:], "/")
        assert name == "null"
        state_of = dict(zip(chain(types), chain(states), strict=True))
        kinds: dict[str, Any] = {type_.partition(";")[0]: type_ for type_ in state_of}
        assert list(kinds) == ["mark", "delete", "clone", "rotate", "piece"]
        keys = decoded(kinds["mark"].removeprefix("mark;"), ",")
        _, _, image, label = decoded(kinds["piece"].removeprefix("piece;"), ";")
        facings, right, left, *texts = decoded(kinds["rotate"].removeprefix("rotate;"), ";")
        assert (facings, right, left, texts[4]) == ("6", "93,0", "91,0", "Facing")
        return cls(
            label,
            image,
            int(state_of[kinds["rotate"]]) + 1,
            dict(zip(keys, decoded(state_of[kinds["mark"]], ","), strict=True)),
            decoded(state_of[kinds["piece"]], ";")[3],
        )


@pytest.fixture
def field() -> Scenario:
    scenario = blank_scenario("Field & <Stream>", layout=Layout.EVEN_Q, size=(9, 8), ruleset="penance-2.0")
    at = scenario.board.parse
    return replace(
        scenario,
        notes="First line\nof a <note>.",
        author="Somebody",
        turns=7,
        sides=[Side("red", "Red, Inc."), Side("blue", "Blue")],
        zones=[
            Zone("ring", "", parse_shape("within 2 of E4 - within 1 of E4"), ZoneKind.AREA, "The ring"),
            Zone("start", "red", parse_shape("columns 1-2 | column 9")),
        ],
        objectives=[Objective("old-mill", parse_shape("E4"), points=3, hold=2)],
        units=[
            Unit("r1", "red", "scout", at("A1"), facing=4, shield=Shield.LEFT, name=NASTY),
            Unit("r2", "red", "scout", at("A1"), facing=2, shield=Shield.LEFT),
            Unit("b1", "blue", "heavy", at("I8"), facing=6),
            Unit("b2", "blue", "heavy", at("I7"), arrives=3, name="Late"),
        ],
    )


def test_the_archive_has_what_the_build_file_names(field: Scenario) -> None:
    made = exported(field)
    files = unpacked(made)
    root = build_file(made)
    images = {it.get("image") for it in parts(root, "Board")}
    images |= {Piece.of(it).image for it in parts(root, "PieceSlot")}
    assert {f"images/{it}" for it in images} == {it for it in files if it.startswith("images/")}
    (chart,) = parts(root, "HtmlChart")
    assert set(files) - {f"images/{it}" for it in images} == {
        "buildFile.xml",
        "moduledata",
        chart.get("fileName"),
    }
    data = ET.fromstring(files["moduledata"])  # noqa: S314  # our own
    assert data.findtext("name") == root.get("name") == "Field & <Stream>"
    assert data.findtext("VassalVersion") == root.get("VassalVersion")
    assert exported(field).content == made.content


@pytest.mark.parametrize("layout", list(Layout))
def test_units_stand_in_their_hexes_and_look_where_they_do(layout: Layout) -> None:
    scenario = blank_scenario("x", layout=layout, size=(5, 5), ruleset="penance-2.0")
    units = [
        Unit(f"u{i}", scenario.sides[i % 2].id, "scout", at, facing=i % 6 + 1, name=f"Scout {i}")
        for i, at in enumerate(sorted(scenario.board.hexes()))
    ]
    scenario = replace(scenario, units=units)
    root = build_file(exported(scenario))
    (board,) = parts(root, "Board")
    (grid,) = parts(root, "HexGrid")
    vassal = VassalGrid(grid.attrib, grid[0].attrib)
    centres = {vassal.name(i, j): vassal.centre(i, j) for i in range(5) for j in range(-1, 6)}
    found = {}
    for stack in parts(root, "SetupStack"):
        assert stack.get("owningBoard") == board.get("name")
        (piece,) = map(Piece.of, stack)
        found[piece.name] = (
            int(stack.get("x", "")),
            int(stack.get("y", "")),
            piece.facing,
            piece.marks["Side"],
        )
    assert len(found) == len(units)
    for unit in units:
        x, y, facing, side = found[unit.name]
        assert facing == unit.facing
        assert side == next(it.title for it in scenario.sides if it.id == unit.side)
        exact = centres[scenario.board.label(unit.hex)]
        # VASSAL cuts off what is beyond a whole pixel.
        assert -1 < x - exact[0] <= 0
        assert -1 < y - exact[1] <= 0


def test_units_of_a_hex_are_one_stack_and_late_ones_wait_in_the_palette(field: Scenario) -> None:
    root = build_file(exported(field))
    stacks = {it.get("x"): [Piece.of(slot) for slot in it] for it in parts(root, "SetupStack")}
    x, _ = grid_point(field.board, pixel_frame(field.board, int(SMALL)), field.board.parse("A1"))
    assert [(it.name, it.facing) for it in stacks[str(x)]] == [(NASTY, 4), ("Scout", 2)]
    assert stacks[str(x)][0].marks == {"Side": "Red, Inc.", "Class": "Scout", "Shield": "left"}
    assert stacks[str(x)][0].image == stacks[str(x)][1].image
    assert sum(map(len, stacks.values())) == 3
    lists = {it.get("entryName"): [Piece.of(slot).name for slot in it] for it in parts(root, "ListWidget")}
    classes = [it.name for it in field.rules.classes.values()]
    assert lists == {"Red, Inc.": classes, "Blue": classes, "Round 3": ["Late"]}
    numbers = [Piece.of(it).number for it in parts(root, "PieceSlot")]
    assert numbers == [it.get("gpid") for it in parts(root, "PieceSlot")]
    assert len(set(numbers)) == len(numbers) == int(root.get("nextPieceSlotId", "")) - 1


def test_zones_hold_the_hexes_that_they_have(field: Scenario) -> None:
    root = build_file(exported(field))
    frame = pixel_frame(field.board, int(SMALL))
    held: dict[str, set[str]] = {}
    for it in parts(root, "Zone"):
        assert it.get("useParentGrid") == "true"
        path = [tuple(map(int, point.split(","))) for point in it.get("path", "").split(";")]
        inside = {field.board.label(at) for at in field.board.hexes() if _inside(path, frame.centre(at))}
        held[it.get("name", "")] = inside
    board = field.board
    start = parse_shape("columns 1-2").mask(board), parse_shape("column 9").mask(board)
    assert held == {
        "Old mill": {"E4"},
        "The ring": set(board.labels(field.zones[0].shape.mask(board))),
        "Red, Inc. deployment": set(board.labels(start[0])),
        "Red, Inc. deployment (2)": set(board.labels(start[1])),
    }


def _inside(path: list[tuple[int, ...]], at: tuple[float, float]) -> bool:
    """Return whether a point is within a line, as Java's polygons count it."""
    crossings = 0
    for (ax, ay), (bx, by) in zip(path, path[1:] + path[:1], strict=True):
        if (ay > at[1]) != (by > at[1]) and at[0] < ax + (bx - ax) * (at[1] - ay) / (by - ay):
            crossings += 1
    return crossings % 2 == 1


def test_rules_rounds_and_dice_are_in_windows(field: Scenario) -> None:
    made = exported(field)
    root = build_file(made)
    page = unpacked(made)["rules.html"].decode()
    for text in ("Old mill", "hold 2 turns", "First line of a &lt;note&gt;.", "Penance 2.0", "Chance to hit"):
        assert text in page
    ET.fromstring(page)  # noqa: S314  # our own
    (dice,) = parts(root, "DiceButton")
    assert (dice.get("nDice"), dice.get("nSides")) == ("2", "6")
    (rounds,) = parts(root, "CounterTurnLevel")
    assert rounds.get("loopLimit") == "7"
    (roster,) = parts(root, "PlayerRoster")
    assert [it.text for it in roster] == ["Red, Inc.", "Blue"]


def test_wide_boards_are_numbered_and_their_labels_too() -> None:
    wide = blank_scenario("wide", layout=Layout.ODD_Q, size=(30, 2), ruleset="penance-1.0")
    (grid,) = parts(build_file(exported(wide)), "HexGridNumbering")
    assert (grid.get("hType"), grid.get("vType")) == ("N", "N")
    assert not any("columns after Z" in it for it in exported(wide).losses)
    assert any("columns after Z" in it for it in exported(wide, numbering="letters").losses)
    one, other = (unpacked(exported(wide, numbering=it))["images/board.png"] for it in ("letters", "numbers"))
    assert one != other


def test_the_players_copy_has_no_secrets(field: Scenario) -> None:
    root = build_file(exported(field, copy="players", side="red"))
    pieces = [Piece.of(it) for stack in parts(root, "SetupStack") for it in stack]
    assert {it.marks["Side"] for it in pieces} == {"Red, Inc."}


def test_losses_are_named(field: Scenario, tmp_path: Path) -> None:
    from fairground.core.clients import prepare_export

    field = replace(field, zones=[*field.zones, Zone("none", "", parse_shape("A1 - A1"), ZoneKind.AREA)])
    lost = prepare_export(
        field, "vmod", tmp_path / "a.vmod", {"pixels": SMALL, "labels": "no"}, force=True
    ).losses
    assert (
        "VASSAL enforces no rules: terrain, objectives and ways to win are described in the Rules window"
        in lost
    )
    assert "1 zone or objective without hexes cannot become zones" in lost
    assert "labels are not drawn, as requested" in lost


@given(st.lists(st.text(alphabet="ab;,/\\'\t", max_size=6), min_size=1, max_size=4), st.sampled_from(";,/\t"))
def test_sequences_come_apart_as_they_were(texts: list[str], delimiter: str) -> None:
    assert decoded(sequence(texts, delimiter), delimiter) == texts


@given(
    st.lists(
        st.tuples(st.text(alphabet="ab;/\\'\t", max_size=6), st.text(max_size=4)), min_size=1, max_size=5
    )
)
def test_chains_of_traits_come_apart_as_they_were(links: list[tuple[str, str]]) -> None:
    name, types, states = decoded(definition([Trait(*it) for it in links])[2:], "/")
    assert name == "null"
    assert list(chain(types)) == [it[0] for it in links]
    assert list(chain(states)) == [it[1] for it in links]


def test_a_shipped_scenario_makes_a_module() -> None:
    scenario = load(SCENARIOS / "crown-hill.yaml")
    root = build_file(exported(scenario))
    assert len([it for stack in parts(root, "SetupStack") for it in stack]) == len(scenario.units)
