"""Hex maps that others made: how tiles and objects are understood, and what is told of those that are not."""

from __future__ import annotations

import base64
import gzip
import json
import random
import struct
import zlib
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core import import_file
from fairground.core.clients import Imported, ImportOptions, ImportSource, load_format
from fairground.core.clients.coded_maps.legend import Legend
from fairground.core.clients.importing import recognised_format
from fairground.core.errors import FairgroundError, FileError, UsageError
from fairground.core.finding import Severity
from fairground.core.grid.layout import Layout
from tests.core.clients.test_carried import full
from tests.core.clients.tiled.test_round_trip import exported

if TYPE_CHECKING:
    from pathlib import Path

HEAD = (
    'orientation="hexagonal" width="3" height="2" tilewidth="56" tileheight="64" hexsidelength="32" '
    'staggeraxis="y" staggerindex="odd"'
)
TILES = """<tileset firstgid="1" name="own" tilecount="5" columns="5" tilewidth="56" tileheight="64">
<image source="own.png"/><tile id="0" type="Clear"/><tile id="1" class="FOREST 2"/>
<tile id="2"><properties><property name="Terrain" value="wall"/><property name="level" type="int" value="-2"/></properties></tile>
<tile id="3" type="Smoke"/><tile id="4" type="forrest"/></tileset>"""


def tmx(body: str, *, head: str = HEAD, tiles: str = TILES, properties: str = "") -> str:
    return f'<?xml version="1.0"?>\n<map {head}>{properties}\n{tiles}\n{body}\n</map>\n'


def layer(cells: str, name: str = "Ground", **data: str) -> str:
    said = " ".join(f'{key}="{value}"' for key, value in {"encoding": "csv", **data}.items())
    return f'<layer name="{name}" width="3" height="2"><data {said}>{cells}</data></layer>'


def objects(inside: str, name: str = "things") -> str:
    return f'<objectgroup name="{name}">{inside}</objectgroup>'


PLAIN = layer("1,1,1,1,1,1")


def read(text: str, folder: Path | None = None, **options: Any) -> Imported:
    found = recognised_format(text)
    assert found is not None
    assert found.read is not None
    return found.read(ImportSource(text, "lake.tmx", ImportOptions(**options), folder))


def told(text: str, folder: Path | None = None, **options: Any) -> list[tuple[str, int | None, str | None]]:
    losses = read(text, folder, **options).losses
    return [(it.code, it.place.line, it.place.hex) for it in losses if it.code != "import.ruleset"]


def refused(text: str) -> list[tuple[str, str, int | None]]:
    with pytest.raises(FileError) as caught:
        read(text)
    return [
        (it.code, it.message, it.place.line) for it in caught.value.problems if it.severity is Severity.ERROR
    ]


def kinds(text: str, folder: Path | None = None, **options: Any) -> list[str]:
    board = read(text, folder, **options).scenario.board
    return ["+".join(board.palette[it].kinds) for it in board.terrain.ravel().tolist()]


# -- tiles --------------------------------------------------------------------------------------------------


def test_tiles_are_known_by_type_class_and_property_however_they_are_spelt() -> None:
    text = tmx(layer("1,2,3,1,1,1"))
    assert kinds(text) == ["clear", "forest", "wall", "clear", "clear", "clear"]
    assert read(text).scenario.board.elevation.ravel().tolist() == [0, 0, -2, 0, 0, 0]
    assert told(text) == []


def test_tiles_of_all_layers_come_together_and_effects_apart() -> None:
    text = tmx(layer("1,1,3,1,1,0") + layer("0,2,2,4,0,0", "Trees"))
    board = read(text).scenario.board
    assert kinds(text) == ["clear", "forest", "wall+forest", "clear", "clear", "void"]
    assert board.effects_at(board.layout.from_offset(0, 1)) == ("smoke",)
    assert told(text) == [("import.no-tile", None, "C2")]


def test_what_is_unknown_is_kept_and_told_with_a_near_name() -> None:
    text = tmx(layer("1,5,5,1,1,9"))
    scenario, losses = read(text)
    unknown = [it for it in losses if it.code == "import.unmapped"]
    assert [it.place.hex for it in unknown] == ["B1", "C2"]
    assert unknown[0].message.startswith(
        "the tile 'forrest' on layer 'Ground' (2 hexes) has no equivalent in"
    )
    assert unknown[0].message.endswith(". Did you mean 'forest'?")
    assert unknown[0].place.line == 7
    board = scenario.board
    assert board.palette[board.terrain[0, 1]].source == "forrest"


def test_a_layer_of_decoration_is_left_out_as_a_whole() -> None:
    text = tmx(PLAIN + layer("5,5,0,0,0,0", "Shadows"))
    assert told(text) == [("import.left-out", 7, None)]
    assert kinds(text) == ["clear"] * 6


@pytest.mark.parametrize(
    ("name", "cells", "levels"),
    [("Elevation 3", "0,1,0,0,2,0", [0, 3, 0, 0, 2, 0]), ("levels", "0,6,7,0,0,3", [0, 1, -4, 0, 0, -2])],
)
def test_levels_are_those_of_a_layer_or_of_its_tiles(name: str, cells: str, levels: list[int]) -> None:
    more = (
        '<tileset firstgid="6" name="heights" tilecount="2"><tile id="0"><image source="a/height_1.png"/></tile>'
        '<tile id="1"><image source="a/height -4.png"/></tile></tileset>'
    )
    scenario, _ = read(tmx(PLAIN + layer(cells, name), tiles=TILES + more))
    assert scenario.board.elevation.ravel().tolist() == levels


def test_a_level_beyond_the_bounds_is_refused() -> None:
    text = tmx(PLAIN + layer("0,1,0,0,0,0", "Elevation 300"))
    assert refused(text)[0][:2] == ("import.bad-level", "levels go from -20 to 100; 300 is out of range")


def test_a_legend_comes_first() -> None:
    legend = Legend(
        format="fairground-legend/1",
        title="x",
        ruleset="penance-1.0",
        codes={"forrest": "rubble", "Smoke": "wall"},
    )
    scenario, losses = read(tmx(layer("1,5,4,1,1,1")), legend=legend)
    assert scenario.ruleset.name == "penance-1.0"
    assert [scenario.board.palette[it].kinds[0] for it in scenario.board.terrain[0]] == [
        "clear",
        "rubble",
        "wall",
    ]
    assert losses == ()


def test_tilesets_lie_beside_the_map_as_xml_or_json_and_pictures_give_names(tmp_path: Path) -> None:
    pictures = '<tile id="3"><image source="hexes/Deep_Forest.png"/></tile><tile id="7"><image source="wall-02.png"/></tile>'
    (tmp_path / "a.tsx").write_text(f'<tileset name="a" tilecount="2">{pictures}</tileset>')
    tiles = [{"id": 0, "type": "clear"}, {"id": 1, "properties": [{"name": "terrain", "value": "rubble"}]}]
    (tmp_path / "b.tsj").write_text(json.dumps({"name": "b", "tilecount": 2, "tiles": tiles}))
    beside = '<tileset firstgid="1" source="a.tsx"/><tileset firstgid="20" source="b.tsj"/>'
    text = tmx(layer("8,20,21,20,20,20"), tiles=beside)
    assert kinds(text, tmp_path)[:3] == ["wall", "clear", "rubble"]
    path = tmp_path / "lake.tmx"
    path.write_text(text)
    assert [it.code for it in import_file(path).losses] == ["import.ruleset"]


@pytest.mark.parametrize("source", ["none.tsx", "../up.tsx", "/etc/passwd", "bad.tsx"])
def test_a_tileset_that_cannot_be_read_is_told(source: str, tmp_path: Path) -> None:
    (tmp_path / "bad.tsx").write_text("<tileset><tile></tileset>")
    text = tmx(PLAIN, tiles=f'<tileset firstgid="1" source="{source}"/>')
    assert told(text, tmp_path)[:2] == [("import.beside", 3, None), ("import.unmapped", 4, "A1")]


# -- cells --------------------------------------------------------------------------------------------------


def packed(numbers: list[int]) -> bytes:
    return struct.pack(f"<{len(numbers)}I", *numbers)


@pytest.mark.parametrize("compression", ["", "zlib", "gzip"])
def test_cells_are_unpacked_and_turned_tiles_are_the_same_tiles(compression: str) -> None:
    data = packed([1, 2 | 0x8000_0000, 3 | 0x5000_0000, 1, 1, 2 | 0x2000_0000])
    if compression:
        data = zlib.compress(data) if compression == "zlib" else gzip.compress(data)
    text = tmx(layer(base64.b64encode(data).decode(), encoding="base64", compression=compression))
    assert kinds(text) == ["clear", "forest", "wall", "clear", "clear", "forest"]


@pytest.mark.parametrize(
    ("cells", "said", "words"),
    [
        ("1,1", {}, "there are 2 cells, not 6"),
        ("1,1,1,1,1,1,1,1", {}, "more than the expected 6 cells"),
        ("1,1,x,1,1,1", {}, "'x' is not a tile number"),
        ("1,1,-1,1,1,1", {}, "'-1' is not a tile number"),
        ("1,1,99999999999,1,1,1", {}, "tile number is out of range"),
        ("????", {"encoding": "base64"}, "not valid base64"),
        ("AAAA", {"encoding": "base64"}, "0 cells, not 6"),
        ("1", {}, "there is 1 cell, not 6"),
        ("AQAAAA==", {"encoding": "base64"}, "there is 1 cell, not 6"),
        ("AAAA", {"encoding": "base64", "compression": "zlib"}, "not compressed with zlib"),
        ("AAAA", {"encoding": "base64", "compression": "zstd"}, "choose another Tile Layer Format"),
        ("AAAA", {"encoding": "base85"}, "known: csv and base64"),
        (
            base64.b64encode(zlib.compress(bytes(10**7))).decode(),
            {"encoding": "base64", "compression": "zlib"},
            "more than the expected 6",
        ),
    ],
)
def test_cells_that_cannot_be_read_are_refused_with_their_line(
    cells: str, said: dict[str, str], words: str
) -> None:
    ((code, message, line),) = refused(tmx(layer(cells, **said)))
    assert (code, line) == ("import.bad-data", 7)
    assert words in message


# -- objects ------------------------------------------------------------------------------------------------


def test_shapes_of_all_kinds_cover_hexes() -> None:
    text = tmx(
        PLAIN
        + objects(
            '<object id="1" name="Left" type="Deployment" x="-5" y="-5" width="60" height="60"/>'
            '<object id="2" name="Ring" type="exit" x="60" y="0" width="50" height="60"><ellipse/></object>'
            '<object id="3" name="Low" type="area" x="0" y="50"><polygon points="0,0 200,0 200,60 0,60"/></object>'
            '<object id="4" name="Spot" type="objective" x="140" y="32"><point/></object>'
            '<object id="5" type="goal" x="0" y="64" gid="1" width="56" height="64"/>'
            '<object id="6" name="Tilted" type="zone" x="90" y="30" width="40" height="4" rotation="90"/>'
        )
    )
    scenario = read(text).scenario
    assert [(it.id, it.kind.value, it.shape.labels()) for it in scenario.zones] == [
        ("left", "deployment", ("A1",)),
        ("ring", "exit", ("B1",)),
        ("low", "area", ("A2", "B2", "C2")),
        ("tilted", "deployment", ("B1",)),
    ]
    assert [(it.id, it.shape.labels()) for it in scenario.objectives] == [
        ("spot", ("C1",)),
        ("objective-5", ("A1",)),
    ]


def test_units_have_class_side_and_facing_by_what_there_is() -> None:
    text = tmx(
        PLAIN
        + objects(
            '<object id="1" name="A" type="scout" x="28" y="32" rotation="90"><point/></object>'
            '<object id="2" name="A" type="unit" x="84" y="32"><point/><properties>'
            '<property name="team" value="Blue Ones"/><property name="facing" value="sw"/>'
            '<property name="class" value="Scuot"/></properties></object>'
            '<object id="3" name="far" type="unit" x="-900" y="32"><point/></object>'
        )
    )
    scenario, losses = read(text)
    assert [(it.id, it.unit_class, it.facing, it.side) for it in scenario.units] == [
        ("a", "scout", 2, ""),
        ("a-2", "scout", 4, "blue-ones"),
    ]
    assert [(it.id, it.name) for it in scenario.sides] == [("blue-ones", "Blue Ones")]
    assert [it.code for it in losses] == ["import.unmapped", "import.left-out", "import.ruleset"]
    assert "Did you mean 'scout'?" in losses[0].message


def test_lines_along_hexsides_are_features_and_others_are_told() -> None:
    text = tmx(
        PLAIN
        + objects(
            '<object id="1" type="wall" x="56" y="16"><polyline points="0,0 0,32 -28,48"/></object>'
            '<object id="2" type="wall" x="28" y="32"><polyline points="0,0 56,0"/></object>'
            '<object id="3" type="hedgehog" x="56" y="16"><polyline points="0,0 0,32"/></object>'
            '<object id="4" type="wall" x="56" y="16"/>',
            "Hexsides",
        )
    )
    scenario, losses = read(text, ruleset="hexside-ww2")
    board = scenario.board
    named = sorted(
        (board.label(side.hex), board.layout.direction_name(side.direction)) for side in board.hexsides
    )
    # The second one is also that of A1 in SE.
    assert named == [("A1", "E"), ("A2", "NW")]
    assert {it for features in board.hexsides.values() for it in features} == {"wall"}
    assert [it.code for it in losses] == [
        "import.left-out",
        "import.unmapped",
        "import.left-out",
    ]


def test_names_notes_and_what_is_nothing() -> None:
    text = tmx(
        '<imagelayer name="sky"/><group name="g" offsetx="56"><objectgroup name="Labels">'
        '<object id="1" x="0" y="0" width="56" height="64"><text>Mill</text></object></objectgroup></group>'
        + PLAIN
        + objects('<object id="2" name="look here" x="28" y="32"><point/></object>', "notes")
        + objects(
            '<object id="3" template="a.tx" x="1" y="1"/><object id="4" name="x" x="1" y="1"/>', "Unitts"
        ),
        properties='<properties><property name="author" value="me"/><property name="wether" value="fog"/></properties>',
    )
    scenario, losses = read(text)
    board = scenario.board
    assert {board.label(at): name for at, name in board.names.items()} == {"B1": "Mill"}
    assert list(board.notes.values()) == ["look here"]
    assert scenario.author == "me"
    messages = [it.message for it in losses if it.code == "import.left-out"]
    assert [
        words
        for words in ("sky", "template", "Did you mean 'unit'?", "Did you mean 'weather'?")
        if not any(words in it for it in messages)
    ] == []
    assert len(messages) == 4


def test_a_name_for_a_hex_that_has_one_is_told() -> None:
    pin = '<object id="{}" name="Mill" x="28" y="32"><point/></object>'
    assert told(tmx(PLAIN + objects(pin.format(1) + pin.format(2), "names"))) == [
        ("import.left-out", 7, None)
    ]


# -- the file as a whole ------------------------------------------------------------------------------------


@pytest.mark.parametrize("orientation", ["orthogonal", "isometric", "staggered"])
def test_other_maps_than_of_hexes_are_refused(orientation: str) -> None:
    ((code, message, line),) = refused(tmx(PLAIN, head=HEAD.replace("hexagonal", orientation)))
    assert (code, line) == ("import.orientation", 2)
    assert message == f"the map is {orientation}; only hexagonal maps can be imported"


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ('<!DOCTYPE map [<!ENTITY a "b">]>' + tmx(PLAIN).partition("\n")[2], "import.bad-line", "DOCTYPE"),
        (tmx("<layer"), "import.bad-line", "not XML"),
        (tmx("<group>" * 60 + "</group>" * 60), "import.bad-line", "nested more than"),
        (tmx("<group>" * 30 + "</group>" * 30), "import.bad-line", "nested too deeply"),
        (tmx(PLAIN, head=HEAD.replace('"3"', '"1001"')), "import.bad-size", "1,000 columns and rows"),
        (tmx(PLAIN, head=HEAD.replace('"3"', '"x"')), "import.bad-number", "'width' must be a whole number"),
        (tmx(PLAIN, head=HEAD.replace('"odd"', '"both"')), "import.bad-number", "staggerindex"),
        (tmx("", head=HEAD + ' infinite="1"'), "import.no-rows", "no tiles on any layer"),
        (
            tmx(
                PLAIN,
                properties='<properties><property name="fairground" value="tiled/2"/></properties>',
            ),
            "import.newer",
            "'tiled/2'",
        ),
        (
            tmx(PLAIN + objects('<object id="1" type="objective" x="28" y="32"><properties><property name="points" type="int" value="-3"/></properties></object>')),
            "file.bad-value",
            "at least 0",
        ),
        ('{"type":"map","tilewidth":1,"orientation":', "import.bad-line", "not JSON"),
        ('{"type":"map","tilewidth":NaN,"orientation":1}', "import.bad-line", "NaN"),
        ('{"type":"map","tilewidth":1,"orientation":' + "[" * 99_999, "import.bad-line", "nested too deeply"),
        ('{"type":"map","tilewidth":1,"orientation":' + "[" * 600_000, "import.bad-line", "at most 500,000"),
        ('{"type":"map","tilewidth":1,"orientation":"hexagonal","layers":3}', "import.bad-number", "'tileheight'"),
        ('{"type":"map","tilewidth":1,"orientation":"hexagonal","staggeraxis":{}}', "import.bad-number", "staggeraxis"),
        ('{"type":"map","tilewidth":1,"orientation":"hexagonal","staggerindex":[]}', "import.bad-number", "staggerindex"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_map_is_refused_with_the_reason(text: str, code: str, words: str) -> None:
    findings = refused(text) if recognised_format(text) else refused_as_tmx(text)
    assert any(found == code and words in message for found, message, _ in findings), findings


def refused_as_tmx(text: str) -> list[tuple[str, str, int | None]]:
    reader = load_format("tiled").read
    assert reader is not None
    with pytest.raises(FileError) as caught:
        reader(ImportSource(text, "x.tmx"))
    return [(it.code, it.message, it.place.line) for it in caught.value.problems]


def test_cells_far_apart_are_no_board() -> None:
    chunk = '<chunk x="{}" y="0" width="1" height="1">1</chunk>'
    body = f'<layer name="a" width="1" height="1"><data encoding="csv">{chunk.format(0)}{chunk.format(5000)}</data></layer>'
    ((code, message, _),) = refused(tmx(body, head=HEAD + ' infinite="1"'))
    assert (code, "5,001x1" in message) == ("import.bad-size", True)


def test_objects_that_cover_too_much_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairground.core.clients.tiled.meanings.MOST_LOOKED_AT", 10)
    big = '<object id="{}" name="z{}" type="zone" x="0" y="0" width="900" height="900"/>'
    findings = refused(tmx(PLAIN + objects(big.format(1, 1) + big.format(2, 2))))
    assert [it[0] for it in findings] == ["import.give-up"]


def test_another_layout_than_the_map_has_is_refused() -> None:
    with pytest.raises(UsageError, match="the map is odd-r and cannot be read as even-q"):
        read(tmx(PLAIN), layout=Layout.EVEN_Q)
    assert read(tmx(PLAIN), layout=Layout.ODD_R).scenario.board.layout is Layout.ODD_R


def test_damaged_maps_are_read_or_refused() -> None:
    texts = [exported(full(), name).content.decode() for name in ("tiled", "tiled-json")]
    outcomes = {True: 0, False: 0}
    for seed in range(150):
        chance = random.Random(seed)  # noqa: S311  # no secret
        text = chance.choice(texts)
        at, length = chance.randrange(len(text)), chance.choice((1, 5, 50))
        put = chance.choice(("", '"', "<a>", "9999", "-", "null", text[at : at + length] * 2, text[:length]))
        text = text[:at] + put + text[at + length :]
        name = "tiled" if text.lstrip().startswith("<") else "tiled-json"
        reader = load_format(name).read
        assert reader is not None
        try:
            reader(ImportSource(text, "x.tmx"))
        except FairgroundError:
            outcomes[False] += 1
        else:
            outcomes[True] += 1
    assert min(outcomes.values()) > 15


# -- tilesets that say little of themselves -----------------------------------------------------------------

BARE = '<tileset firstgid="1" name="mini" tilewidth="18" tileheight="18"><image source="mini.png"/></tileset>'


def test_a_tileset_without_a_count_has_all_tiles_up_to_the_next() -> None:
    second = '<tileset firstgid="21" name="more" tilewidth="18" tileheight="18"><image source="more.png"/></tileset>'
    text = tmx(layer("1,2,20,21,30,0"), tiles=BARE + second)
    board = read(text).scenario.board
    sources = [board.palette[it].source for it in board.terrain.ravel().tolist()]
    assert sources == ["mini 0", "mini 1", "mini 19", "more 0", "more 9", None]


def test_tiles_that_have_only_numbers_are_one_finding_for_each_tileset() -> None:
    losses = [it for it in read(tmx(layer("1,2,3,1,1,0"), tiles=BARE)).losses if it.code == "import.unmapped"]
    wanted = (
        "3 tiles of the tileset 'mini' (5 hexes) have neither a type nor a name; the number is kept in the 'source' of "
        "those hexes"
    )
    assert [it.message for it in losses] == [wanted]


def test_a_tile_on_several_layers_is_one_finding() -> None:
    losses = read(tmx(layer("1,5,1,1,1,1") + layer("2,2,5,0,0,0", "Trees"))).losses
    unknown = [it.message for it in losses if it.code == "import.unmapped"]
    assert len(unknown) == 1
    assert unknown[0].startswith("the tile 'forrest' on 2 layers (2 hexes)")


def test_the_tiles_of_a_tileset_that_is_missing_keep_their_numbers(tmp_path: Path) -> None:
    found = read(
        tmx(layer("1,2,3,1,1,0"), tiles='<tileset firstgid="1" source="sets/hexmini.tsx"/>'), tmp_path
    )
    board = found.scenario.board
    sources = [board.palette[it].source for it in board.terrain.ravel().tolist()]
    assert sources == ["hexmini 0", "hexmini 1", "hexmini 2", "hexmini 0", "hexmini 0", None]
    assert "import.beside" in [it.code for it in found.losses]


def test_properties_and_tiles_as_objects_are_read() -> None:
    # Tiled before 1.2 wrote both so.
    data = {
        "type": "map",
        "orientation": "hexagonal",
        "width": 3,
        "height": 1,
        "tilewidth": 56,
        "tileheight": 64,
        "hexsidelength": 32,
        "staggeraxis": "y",
        "staggerindex": "odd",
        "properties": {"author": "An old hand"},
        "tilesets": [
            {
                "firstgid": 1,
                "name": "own",
                "tilecount": 3,
                "tiles": {"2": {"type": "Clear"}},
                "tileproperties": {"0": {"terrain": "forest"}, "1": {"terrain": "wall", "level": 2}},
            }
        ],
        "layers": [{"type": "tilelayer", "name": "Ground", "width": 3, "height": 1, "data": [1, 2, 3]}],
    }
    found = read(json.dumps(data))
    board = found.scenario.board
    assert [board.palette[it].kinds for it in board.terrain.ravel().tolist()] == [
        ("forest",),
        ("wall",),
        ("clear",),
    ]
    assert board.elevation.ravel().tolist() == [0, 2, 0]
    assert found.scenario.author == "An old hand"


def test_a_map_without_tilesets_is_read() -> None:
    board = read(tmx(layer("1,0,0,0,0,0"), tiles="")).scenario.board
    assert board.palette[board.terrain[0, 0]].source == "a tile without a tileset"
