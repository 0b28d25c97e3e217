"""MegaMek boards: what their terrain comes to, what is kept of it, and what is written back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core import export, import_file, load_ruleset, validate
from fairground.core.clients import Export, Imported, ImportOptions, ImportSource, load_format
from fairground.core.clients.coded_maps.legend import Legend
from fairground.core.clients.format import export_settings
from fairground.core.clients.hex_records import palette_keys
from fairground.core.clients.import_findings import ImportFindings
from fairground.core.clients.megamek.board_lines import BoardText, read_board_text
from fairground.core.clients.megamek.names import KNOWN, joined_source, split_source, written
from fairground.core.errors import FileError, UsageError
from fairground.core.files import read_bytes, to_text
from fairground.core.finding import Severity
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.compare import compare
from tests.core.clients.megamek_grammar import faults_in_megamek, read_board

if TYPE_CHECKING:
    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario

BOARDS = Path(__file__).parents[4] / "shared" / "boards"


def board_text(*hexes: str, size: tuple[int, int] | None = None, lines: str = "") -> str:
    """Return a board of one row, or of ``size``; hexes are ``level "terrain" "theme"``."""
    columns, rows = size or (len(hexes), 1)
    named = (f"hex {at % columns + 1:02}{at // columns + 1:02} {it}\n" for at, it in enumerate(hexes))
    return f"size {columns} {rows}\n{lines}{''.join(named)}end\n"


def imported(text: str, **options: object) -> Imported:
    read = load_format("megamek").read
    assert read is not None
    return read(ImportSource(text, "a board.board", ImportOptions(**options)))  # type: ignore[arg-type]


def exported(scenario: Scenario, line_endings: str = "lf") -> Export:
    megamek = load_format("megamek")
    assert megamek.write is not None
    return megamek.write(scenario, export_settings(megamek.options, {"line-endings": line_endings}, "board"))


def parsed(text: str) -> BoardText:
    findings = ImportFindings()
    board = read_board_text(text, findings)
    findings.refuse_errors("x")
    return board


def entry(text: str, **options: object) -> PaletteEntry:
    """Return the palette entry that a hex with one terrain text gets."""
    board = imported(board_text(f"0 {text}"), **options).scenario.board
    return board.palette[int(board.terrain[0, 0])]


def told(losses: tuple[Finding, ...]) -> list[tuple[str, str, int | None, str | None]]:
    return [(it.severity.value, it.code, it.place.line, it.place.hex) for it in losses]


# -- in: terrain --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kinds", "source"),
    [
        ('"" ""', ("clear",), None),
        ('"woods:1" ""', ("woods-1",), None),
        ('"woods:1;foliage_elev:2" ""', ("woods-1", "foliage_elev-2"), None),
        ('"foliage_elev:2;woods:1" ""', ("woods-1", "foliage_elev-2"), "foliage_elev:2;woods:1"),
        ('"water:0" ""', ("water-0",), None),
        ('"rough:1" ""', ("rough",), None),
        ('"road:1:18;woods:2" ""', ("woods-2", "road"), "road:1:18;woods:2"),
        ('"road:1:18" "grass"', ("road",), 'road:1:18 "grass"'),
        ('"" "grass"', ("clear",), ' "grass"'),
        ('"fluff:3" ""', ("clear",), "fluff:3"),
        ('"woods:1;woods:2" ""', ("woods-2",), "woods:1;woods:2"),
        ('"building:1" ""', ("building",), "building:1"),
        (
            '"building:2;bldg_elev:3;bldg_cf:40" ""',
            ("building-2", "bldg_elev-3"),
            "building:2;bldg_elev:3;bldg_cf:40",
        ),
        ('" woods:1 ;" ""', ("woods-1",), " woods:1 ;"),
        ('"Woods:1" ""', ("clear",), "Woods:1"),
    ],
)
def test_terrain_becomes_kinds_and_the_rest_is_kept(
    text: str, kinds: tuple[str, ...], source: str | None
) -> None:
    assert (entry(text).kinds, entry(text).source) == (kinds, source)


def test_kinds_stand_in_the_order_of_the_ruleset() -> None:
    rules = load_ruleset("megamek")
    kinds = entry('"bldg_elev:2;road:1;building:1;woods:1;pavement:1" ""').kinds
    order = list(rules.terrain)
    assert list(kinds) == sorted(kinds, key=order.index)
    assert len(kinds) == 5


def test_effects_get_a_layer_of_their_own() -> None:
    board = imported(board_text('0 "woods:1;smoke:1" ""', '0 "smoke:2:7" ""', '0 "" ""')).scenario.board
    hexes = list(board.hexes())
    assert [board.terrain_at(at) for at in hexes] == [("woods-1",), ("clear",), ("clear",)]
    assert [board.effects_at(at) for at in hexes] == [("smoke-1",), ("smoke-2",), ()]
    assert [it.source for it in board.effects_palette] == [None, None, "smoke:2:7"]
    assert [it.source for it in board.palette] == [None, None]


def test_another_ruleset_takes_what_it_has_a_name_for(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(
        "format: fairground-ruleset/1\nid: own\ntitle: Own\nextends: penance-1.0\nterrain:\n"
        "  woods: {name: Woods, cost: 2, source: us}\n  woods-2: {name: Thick woods, cost: 3, source: us}\n"
    )
    options = {"ruleset": "own.yaml", "folder": tmp_path}
    assert entry('"woods:1" ""', **options).kinds == ("woods",)
    assert entry('"woods:1" ""', **options).source is None
    assert entry('"woods:2" ""', **options).kinds == ("woods-2",)
    assert entry('"woods:3" ""', **options).source == "woods:3"
    losses = imported(board_text('0 "swamp:1" ""'), **options).losses
    assert told(losses) == [("warning", "import.unmapped", 2, "A1")]
    assert losses[0].message.startswith("Own has no terrain for swamp (1 hex)")


def test_a_legend_comes_before_the_names_of_the_ruleset() -> None:
    legend = Legend(
        format="fairground-legend/1",
        title="Ours",
        ruleset="penance-1.0",
        codes={"woods": ["forest"], "woods:3": "dense-forest", "haze": {"effects": "smoke"}},  # type: ignore[dict-item]
    )
    scenario, losses = imported(
        board_text('0 "woods:1" ""', '0 "woods:3" ""', '0 "haze:1" ""'), legend=legend
    )
    board = scenario.board
    hexes = list(board.hexes())
    assert scenario.ruleset.name == "penance-1.0"
    assert [board.terrain_at(at) for at in hexes] == [("forest",), ("dense-forest",), ("clear",)]
    assert board.effects_at(hexes[2]) == ("smoke",)
    assert losses == ()


def test_what_has_no_meaning_is_told_once_a_name_with_its_first_hex() -> None:
    text = board_text('0 "" ""', '0 "fluff:1;Woods:1" ""', '0 "fluff:2" ""', '0 "wods:1;bridge_elev:1" ""')
    losses = imported(text).losses
    assert told(losses) == [
        ("advice", "import.no-meaning", 3, "B1"),
        ("warning", "import.unmapped", 3, "B1"),
        ("warning", "import.unmapped", 5, "D1"),
        ("warning", "import.unmapped", 5, "D1"),
    ]
    assert "fluff (2 hexes)" in losses[0].message
    assert "'Woods' (1 hex)" in losses[1].message
    assert losses[1].message.endswith("Did you mean 'woods'?")
    assert losses[2].message.endswith("Did you mean 'woods'?")
    assert "no terrain for bridge_elev (1 hex)" in losses[3].message


@pytest.mark.parametrize("part", ["woods", "woods:x", "woods:1:2:3", "woods:1.5", "1:1", 'a\\"b'])
def test_text_that_is_no_terrain_is_kept_and_told(part: str) -> None:
    scenario, losses = imported(board_text(f'0 "{part}" ""'))
    assert [it.source for it in scenario.board.palette] == [part]
    assert told(losses) == [("warning", "import.unmapped", 2, "A1")]
    # It cannot be written back: the game would stumble over it.
    assert exported(scenario).losses == (
        "the 'source' of 1 hex no longer matches the terrain and was dropped",
    )


# -- in: all the rest ---------------------------------------------------------------------------------------


def test_notes_descriptions_and_other_lines_find_their_places() -> None:
    lines = 'option exit_roads_to_pavement false\ntag "x"\ndescription "One"\ndescription "Two"\nnote 0201 "Here"\n'
    scenario, losses = imported(board_text('0 "" ""', '0 "" ""', lines=lines))
    assert scenario.notes == "One\n\nTwo"
    assert scenario.board.source == 'option exit_roads_to_pavement false\ntag "x"\n'
    assert {scenario.board.label(at): says for at, says in scenario.board.notes.items()} == {"B1": "Here"}
    assert told(losses) == [("advice", "import.kept", None, None)]
    read = read_bytes(to_text(scenario).encode())
    assert read.findings == []
    assert read.scenario == scenario
    assert '  source: |\n    option exit_roads_to_pavement false\n    tag "x"\n' in to_text(scenario)


def test_the_source_of_a_board_is_compared() -> None:
    before = imported(board_text('0 "" ""')).scenario
    after = imported(board_text('0 "" ""', lines='tag "x"\n')).scenario
    assert before != after
    assert [str(change) for change in compare(before, after)] == ['board source: added tag "x"']


def test_another_layout_is_refused() -> None:
    assert imported(board_text('0 "" ""'), layout=Layout.ODD_Q).scenario.board.layout is Layout.ODD_Q
    with pytest.raises(UsageError, match="cannot be read as even-r"):
        imported(board_text('0 "" ""'), layout=Layout.EVEN_R)


def test_all_problems_are_told_and_nothing_is_made() -> None:
    with pytest.raises(FileError, match=r"a board\.board, line 1: .* not 0x0 \(and 1 more\)") as caught:
        imported('size 0 0\nhex 0101 0 "\nend\n')
    assert [it.code for it in caught.value.problems] == ["import.bad-size", "import.unclosed"]


def test_a_text_too_long_for_a_palette_is_told_with_its_hex() -> None:
    with pytest.raises(FileError, match="may have at most 2,000 characters") as caught:
        imported(board_text('0 "" ""', f'0 "{"fluff:1;" * 300}" ""'))
    assert [(it.place.line, it.place.hex) for it in caught.value.problems] == [(3, "B1")]


def test_more_kinds_than_a_hex_holds_are_told(tmp_path: Path) -> None:
    names = [f"t{'abcdefghij'[at // 10]}{'abcdefghij'[at % 10]}" for at in range(33)]
    (tmp_path / "own.yaml").write_text(
        "format: fairground-ruleset/1\nid: own\ntitle: Own\nextends: penance-1.0\nterrain:\n"
        + "".join(f"  {name}: {{name: T, cost: 1, source: us}}\n" for name in names)
    )
    text = board_text(f'0 "{";".join(f"{name}:1" for name in names)}" ""')
    with pytest.raises(FileError, match="may have at most 32 kinds of terrain, not 33"):
        imported(text, ruleset="own.yaml", folder=tmp_path)


def test_more_different_hexes_than_a_palette_holds_are_told() -> None:
    text = board_text(*(f'0 "fluff:{at}" ""' for at in range(10_100)), size=(101, 100))
    with pytest.raises(FileError, match="may have at most 10,000 different hexes; this one has 10,100"):
        imported(text)


def test_many_different_hexes_get_keys_of_several_characters() -> None:
    text = board_text('0 "" ""', *(f'0 "road:1:{at}" ""' for at in range(1, 130)), size=(13, 10))
    scenario = imported(text).scenario
    keys = [it.key for it in scenario.board.palette]
    assert keys[:3] == [".", "-", "road1"]
    again = read_bytes(to_text(scenario).encode())
    assert again.findings == []
    assert again.scenario == scenario
    assert exported(scenario).content.decode() == text


def test_palette_keys_are_symbols_letters_and_then_names_with_numbers() -> None:
    symbols = {"clear": ".", "woods": "w", "water": "~"}
    assert palette_keys([("clear",), ("clear",), ("woods", "road"), ("woods",), ()][:4], symbols) == [
        ".",
        "c",
        "r",
        "w",
    ]
    assert palette_keys([(), ("smoke",)], {}) == [".", "s"]
    many = palette_keys([("clear",), *[("wood-lot",)] * 200], symbols)
    assert many[:3] == [".", "wood1", "wood2"]
    assert len(set(many)) == 201


# -- out ----------------------------------------------------------------------------------------------------


def drawn(*palette: PaletteEntry, layout: Layout = Layout.ODD_Q) -> Scenario:
    """Return a scenario of one row with a hex for each palette entry."""
    scenario = blank_scenario("Drawn", layout=layout, size=(len(palette), 1), ruleset="megamek")
    scenario.board.palette = list(palette)
    scenario.board.terrain[0] = range(len(palette))
    return scenario


def test_kinds_are_written_by_name_and_level() -> None:
    scenario = drawn(
        PaletteEntry(".", ("clear",)),
        PaletteEntry("w", ("woods-2", "foliage_elev-1", "road")),
        PaletteEntry("~", ("water-0",)),
    )
    lines = exported(scenario).content.decode().split("\n")
    assert lines == [
        "size 3 1",
        'hex 0101 0 "" ""',
        'hex 0201 0 "woods:2;foliage_elev:1;road:1" ""',
        'hex 0301 0 "water:0" ""',
        "end",
        "",
    ]


def test_every_kind_of_the_ruleset_has_a_name_there() -> None:
    rules = load_ruleset("megamek")
    for kind in (*rules.terrain, *rules.effects):
        if kind != "void":
            assert written((kind,)).unknown == (), kind


def test_buildings_bridges_and_tanks_get_what_the_game_refuses_them_without() -> None:
    found = exported(
        drawn(
            PaletteEntry("a", ("building-3",)),
            PaletteEntry("b", ("building", "bldg_elev-4")),
            PaletteEntry("c", ("bridge",)),
            PaletteEntry("d", ("fuel_tank",)),
        )
    )
    assert [line.split('"')[1] for line in found.content.decode().split("\n") if line.startswith("hex")] == [
        "building:3;bldg_elev:1;bldg_cf:90",
        "building:1;bldg_elev:4;bldg_cf:15",
        "bridge:1;bridge_elev:1;bridge_cf:15",
        "fuel_tank:1;fuel_tank_elev:1;fuel_tank_cf:15;fuel_tank_magn:20",
    ]
    assert any(loss.startswith("bldg_elev was added to 1 hex,") for loss in found.losses)
    assert any(loss.startswith("bldg_cf was added to 2 hexes,") for loss in found.losses)


def test_a_source_that_no_longer_fits_gives_way_to_the_kinds() -> None:
    found = exported(
        drawn(
            PaletteEntry("a", ("woods-2",), "woods:2:63"),
            PaletteEntry("b", ("woods-1",), "woods:2:63"),
            PaletteEntry("c", ("clear",), "F7"),
            PaletteEntry("d", ("clear",), 'a" "b'),
            PaletteEntry("e", ("clear",), "smoke:1"),
        )
    )
    texts = [line.split('"')[1] for line in found.content.decode().split("\n") if line.startswith("hex")]
    assert texts == ["woods:2:63", "woods:1", "", "", ""]
    assert any(loss.startswith("the 'source' of 4 hexes no longer matches") for loss in found.losses)


def test_effects_are_written_after_the_terrain() -> None:
    scenario = drawn(PaletteEntry("a", ("woods-1",)), PaletteEntry("b", ("clear",)))
    scenario.board.effects_palette = [
        PaletteEntry(".", ()),
        PaletteEntry("s", ("smoke-2", "fire-1")),
        PaletteEntry("t", ("smoke-1",), "smoke:1:9"),
    ]
    scenario.board.effects[0] = [1, 2]
    text = exported(scenario).content.decode()
    assert '"woods:1;smoke:2;fire:1"' in text
    assert '"smoke:1:9"' in text


def test_what_the_game_has_no_place_for_is_told(tmp_path: Path) -> None:
    reading = read_bytes(
        b"""\
format: fairground/1
name: All of it
author: me
notes: |
  Say "hello"
ruleset: penance-1.0
weather: rain
turns: 5
board:
  layout: odd-q
  size: [3, 2]
  palette: {'.': clear, '-': void, '#': wall, 'f': {terrain: forest, source: R7}}
  terrain: |
    -..
    .#f
  effects_palette: {s: smoke}
  effects: |
    ...
    ..s
  hexsides: |
    B1 S hedge
  names: {B2: Top}
  notes: {C1: "Look\\nhere"}
  source: |
    tag "x"
    end
sides: [{id: a}, {id: b}]
zones: [{id: z, side: a, hexes: [A2]}]
objectives: [{id: o, hexes: [B1], points: 1}]
units: [{id: u, side: a, class: scout, hex: A2, facing: 1}]
victory: {last_standing: true}
locked: [A2]
"""
    )
    assert reading.scenario is not None
    found = exported(reading.scenario)
    advice = (
        "to keep the terrain, change the ruleset before the export: fairground adapt ARENA -o COPY --ruleset "
        "megamek --map wall=impassable, or Board > Change ruleset in the editor"
    )
    assert found.losses == (
        "MegaMek has no void: 1 hex became impassable",
        "MegaMek has no wall (1 hex)",
        "MegaMek has no forest (1 hex)",
        advice,
        "the 'source' of 1 hex no longer matches the terrain and was dropped",
        "dropped 1 line in the 'source' of the board that MegaMek would misread",
    )
    text = found.content.decode()
    assert text.startswith(
        'size 3 2\ntag "x"\ndescription "Say \\"hello\\"\\n"\nnote 0301 "Look\\nhere"\nhex 0101'
    )
    assert text.count("\nend\n") == 1
    path = tmp_path / "out.board"
    path.write_bytes(found.content)
    assert import_file(path).scenario.notes == reading.scenario.notes


def test_the_advice_for_lava_is_magma() -> None:
    scenario = blank_scenario("Lava", layout=Layout.ODD_Q, size=(4, 3), ruleset="penance-2.0")
    scenario.board.palette.append(PaletteEntry("^", ("lava",)))
    scenario.board.terrain[1, 1] = len(scenario.board.palette) - 1
    found = exported(scenario)
    assert "MegaMek has no lava (1 hex)" in found.losses
    assert any("--ruleset megamek --map lava=magma-1," in it for it in found.losses)


def test_another_layout_cannot_be_written() -> None:
    with pytest.raises(
        FileError, match=r"even-q, but MegaMek only has odd-q: .*fairground adapt --layout odd-q"
    ):
        exported(drawn(PaletteEntry(".", ("clear",)), layout=Layout.EVEN_Q))


def test_an_export_goes_through_the_public_door(tmp_path: Path) -> None:
    scenario = imported(board_text('0 "woods:1" ""', '3 "" "snow"', size=(1, 2))).scenario
    export(scenario, "megamek", tmp_path / "x.board")
    assert (tmp_path / "x.board").read_bytes().count(b"\r") == 0
    assert import_file(tmp_path / "x.board").scenario.board == scenario.board


# -- in and out ---------------------------------------------------------------------------------------------

PARTS = st.builds(
    lambda name, level, exits: f"{name}:{level}" + ("" if exits is None else f":{exits}"),
    st.sampled_from([*sorted(KNOWN), "unheard_of", "Woods"]),
    st.integers(-2, 12),
    st.none() | st.integers(0, 63),
)
THEMES = st.sampled_from(["", "", "grass", "a b", 'say \\"x\\"', "Ödland", "#1"])
HEXES = st.builds(
    lambda level, parts, theme: f'{level} "{";".join(parts)}" "{theme}"',
    st.integers(-20, 100),
    st.lists(PARTS, max_size=5),
    THEMES,
)
LINES = st.lists(
    st.sampled_from(
        ["option exit_roads_to_pavement false", 'tag "Woods"', "background x.png", 'novelty 1 "2"', "# said"]
    ),
    max_size=4,
)


@st.composite
def boards(draw: st.DrawFn) -> str:
    columns, rows = draw(st.tuples(st.integers(1, 5), st.integers(1, 5)))
    hexes = draw(st.lists(HEXES, min_size=columns * rows, max_size=columns * rows))
    return board_text(*hexes, size=(columns, rows), lines="".join(f"{it}\n" for it in draw(LINES)))


def same(before: BoardText, after: BoardText) -> None:
    """Fail unless two boards are equal but for the order of the terrain within their hexes."""
    assert (after.columns, after.rows, after.levels) == (before.columns, before.rows, before.levels)
    assert (after.kept, after.notes, after.descriptions) == (before.kept, before.notes, before.descriptions)

    def contents(board: BoardText) -> list[tuple[list[str], str]]:
        distinct = [(sorted(filter(None, it.terrain.split(";"))), it.theme) for it in board.hexes]
        return [distinct[at] for at in board.index]

    assert contents(after) == contents(before)


@given(boards())
def test_what_comes_in_goes_out_the_same(text: str) -> None:
    scenario = imported(text).scenario
    file = to_text(scenario)
    reading = read_bytes(file.encode())
    assert reading.findings == []
    assert reading.scenario == scenario
    assert to_text(reading.scenario) == file
    validate(reading.scenario)
    found = exported(reading.scenario)
    assert found.losses == ()
    same(parsed(text), parsed(found.content.decode()))
    assert imported(found.content.decode()).scenario == scenario


@given(st.from_regex(r"([a-z][a-z_]*:[0-9](:[0-9])?;)*", fullmatch=True), THEMES)
def test_sources_are_taken_apart_as_they_were_joined(terrain: str, theme: str) -> None:
    assert split_source(joined_source(terrain, theme)) == (terrain, theme)


def test_stacks_of_nothing_that_keep_something_have_keys_of_their_own() -> None:
    for others in (1, 200):
        keys = palette_keys([(), (), (), *[("smoke",)] * others], {})
        assert keys[0] == "."
        assert len(set(keys)) == others + 3
        assert all(keys)


# -- line endings, and the grammar -------------------------------------------------------------------------


def test_lines_end_as_asked_and_come_back_the_same() -> None:
    scenario = imported(board_text('0 "woods:1" ""', '2 "" ""', lines='description "A\\nB"\n')).scenario
    lf = exported(scenario).content
    crlf = exported(scenario, "crlf").content
    assert b"\r" not in lf
    assert crlf == lf.replace(b"\n", b"\r\n")
    assert read_board(lf) == read_board(crlf)
    assert read_board(crlf).descriptions == ["A\nB"]


@pytest.mark.skipif(not BOARDS.is_dir(), reason=f"no published boards in {BOARDS}")
def test_published_boards_are_written_as_the_grammar_says(tmp_path: Path) -> None:
    # A few; all of them are looked at by `make check-clients`.
    for file in sorted(BOARDS.glob("16x17*.board"))[::3]:
        assert list(faults_in_megamek(import_file(file).scenario, tmp_path)) == [], file.name


# -- published boards ---------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.skipif(not BOARDS.is_dir(), reason=f"no published boards in {BOARDS}")
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_published_boards_come_in_and_go_out_the_same(tmp_path: Path, newline: str) -> None:
    files = sorted(BOARDS.glob("*.board"))
    hexes = 0
    for file in files:
        text = file.read_bytes().decode().replace("\r\n", "\n")
        path = tmp_path / file.name
        path.write_bytes(text.replace("\n", newline).encode())
        columns, rows = map(int, text.partition("size ")[2].split(maxsplit=2)[:2])
        scenario, losses = import_file(path, expect_size=(columns, rows))
        hexes += scenario.board.columns * scenario.board.rows
        assert {it.code for it in losses} <= {
            "import.no-meaning",
            "import.unmapped",
            "import.kept",
            "import.comments",
        }
        assert not [it for it in validate(scenario) if it.severity is Severity.ERROR], file.name
        reading = read_bytes(to_text(scenario).encode())
        assert reading.findings == []
        assert reading.scenario == scenario, file.name
        found = exported(reading.scenario)
        assert found.losses == (), file.name
        same(parsed(text), parsed(found.content.decode()))
    assert len(files) == 60
    assert hexes == 110_824
