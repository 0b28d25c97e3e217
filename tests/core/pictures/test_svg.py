from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fairground.core.pictures import Layer, Picture, draw_board, to_svg
from fairground.core.pictures.display_list import Circle, Group, Hatch, HatchMark, Polygon, Text
from fairground.core.pictures.svg import escaped, number
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.parts import Objective, Side, Unit, Zone
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "<script>alert(1)</script>",
    "]]>",
    "a\x00b",
    "\u202egnol\u200f",
    '" onload="x',
    "&amp;",
    "\ud800",
    "\ufffe",
]


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 -- what we wrote ourselves


def test_the_file_is_in_millimetres_with_a_group_a_layer(arena: Scenario) -> None:
    picture = draw_board(arena)
    root = parsed(to_svg(picture))
    assert root.attrib["width"] == f"{number(picture.width_mm)}mm"
    assert root.attrib["viewBox"] == f"0 0 {number(picture.width_mm)} {number(picture.height_mm)}"
    groups = [child.attrib["id"] for child in root if child.tag == f"{SVG}g"]
    assert groups == [f"layer-{layer.id}" for layer in picture.layers]
    assert root.findtext(f"{SVG}title") == "Test board"
    assert "7 by 7 pointy-top hexes (odd-r)" in (root.findtext(f"{SVG}desc") or "")


def test_hexes_have_ids_and_data(arena: Scenario) -> None:
    root = parsed(to_svg(draw_board(arena)))
    hexes = root.findall(f".//{SVG}g[@id='layer-terrain']/{SVG}polygon")
    assert len(hexes) == 49
    one = next(element for element in hexes if element.attrib["id"] == "h0403")
    data = {name: value for name, value in one.attrib.items() if name.startswith("data-")}
    assert data == {"data-label": "D3", "data-terrain": "clear", "data-level": "1"}
    smoky = next(element for element in hexes if element.attrib["id"] == "h0604")
    assert smoky.attrib["data-effects"] == "smoke"


def test_ids_are_unique_and_every_reference_has_its_target(arena: Scenario) -> None:
    text = to_svg(draw_board(arena))
    ids = [element.attrib["id"] for element in parsed(text).iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    references = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    assert references
    assert references <= set(ids)


def test_symbols_are_defined_once_and_used(arena: Scenario) -> None:
    root = parsed(to_svg(draw_board(arena)))
    defined = root.findall(f"{SVG}defs/{SVG}g")
    assert len(root.findall(f".//{SVG}g[@id='layer-symbols']/{SVG}use")) == 49
    assert 4 <= len(defined) <= 20


def hostile(scenario: Scenario, name: str) -> Scenario:
    scenario.name = scenario.author = scenario.weather = name
    scenario.sides = [Side(name, name, name, name)]
    scenario.zones = [Zone(name, name, parse_shape("rows 1-2"), name=name)]
    scenario.objectives = [Objective(name, parse_shape("D4"), side=name, name=name)]
    at = scenario.board.parse("B2")
    scenario.units = [Unit(name, name, name, at, name=name)]
    scenario.board.names = {at: name}
    scenario.board.palette[0] = PaletteEntry("#", (name,))
    scenario.board.effects_palette[1] = PaletteEntry("s", (name,))
    scenario.board.hexsides = dict.fromkeys(scenario.board.hexsides, (name,))
    return scenario


def test_hostile_names_are_escaped_everywhere(arena: Scenario) -> None:
    for name in HOSTILE:
        text = to_svg(draw_board(hostile(arena, name)))
        root = parsed(text)
        tags = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert tags <= {
            "svg", "title", "desc", "defs", "pattern", "g", "polygon", "path", "circle", "use", "text",
        }  # fmt: skip
        assert not any(attribute.startswith("on") for element in root.iter() for attribute in element.attrib)
        assert not set("\x00\u202e\u200f\ufffe") & set(text)
        text.encode()


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(max_size=40))
def test_any_name_gives_well_formed_xml(arena: Scenario, name: str) -> None:
    parsed(to_svg(draw_board(hostile(arena, name))))


def test_quotes_and_brackets_read_back() -> None:
    text = """]]> <&> "quoted" 'twice'"""
    element = parsed(f'<a b="{escaped(text)}">{escaped(text)}</a>')
    assert element.attrib["b"] == element.text == text


@pytest.mark.long
def test_the_same_scenario_gives_the_same_bytes_in_every_process(arena: Scenario) -> None:
    assert to_svg(draw_board(arena)) == to_svg(draw_board(arena))
    program = (
        "from fairground.core.grid.layout import Layout\n"
        "from fairground.core.pictures import *\n"
        "from fairground.core.scenario.board import Board\n"
        "from fairground.core.scenario.document import Scenario\n"
        "from fairground.core.scenario.parts import *\n"
        "from fairground.core.scenario.zone_text import parse_shape\n"
        "board = Board.blank(Layout.ODD_Q, 9, 9)\n"
        "scenario = Scenario('x', RulesetReference('none'), board, sides=[Side('a'), Side('b')])\n"
        "scenario.zones = [Zone('z', 'a', parse_shape('within 2 of C4')), Zone('y', 'b', parse_shape('rows 8-9'))]\n"
        "import sys; sys.stdout.write(to_svg(draw_board(scenario)))\n"
    )
    outputs = set()
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            capture_output=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        )
        outputs.add(run.stdout)
    assert len(outputs) == 1
    assert len(outputs.pop()) > 10_000


@given(st.floats(-1e6, 1e6))
def test_numbers_are_short_and_near(value: float) -> None:
    text = number(value)
    assert abs(float(text) - value) <= 0.0051
    assert re.fullmatch(r"-?\d+(\.\d?[1-9])?", text)
    assert text != "-0"


def test_what_all_children_have_alike_is_said_once() -> None:
    circles = tuple(
        Circle(i, i, 1, fill="#123456", stroke=s, width=1) for i, s in enumerate(("#000000", "#ffffff"))
    )
    page = Picture(
        10,
        10,
        (Layer("a", "A", circles), Layer("b", "B", (Group(circles, id="g"), Text(1, 1, "x", 3, "#000000")))),
    )
    root = parsed(to_svg(page))
    layer = root.find(f"{SVG}g[@id='layer-a']")
    group = root.find(f".//{SVG}g[@id='g']")
    assert layer is not None
    assert group is not None
    for parent in (layer, group):
        assert parent.attrib["fill"] == "#123456"
        assert [child.attrib["stroke"] for child in parent] == ["#000000", "#ffffff"]
        assert all("fill" not in child.attrib for child in parent)


def test_an_unfilled_shape_says_so() -> None:
    """Shapes without a fill would be black."""
    page = Picture(
        10, 10, (Layer("a", "A", (Polygon(((0, 0), (1, 1), (2, 0)), stroke="#000000", width=1),)),)
    )
    assert 'fill="none"' in to_svg(page)


def test_every_mark_of_a_hatch_is_a_pattern() -> None:
    hatch = Hatch("#0072b2", HatchMark.LINES, -45, 2.5, 0.4, 0.5)
    page = Picture(10, 10, (), hatches={mark.value: replace(hatch, mark=mark) for mark in HatchMark})
    patterns = parsed(to_svg(page)).findall(f".//{SVG}pattern")
    assert [pattern.attrib["id"] for pattern in patterns] == [mark.value for mark in HatchMark]
    assert len({ET.tostring(pattern[0]) for pattern in patterns}) == len(HatchMark)
    assert all(pattern.attrib["patternTransform"] == "rotate(-45)" for pattern in patterns)


def test_text_keeps_weight_anchor_and_halo() -> None:
    text = Text(1, 2, "a < b", 3, "#000000", bold=True, spacing=0.1, halo="#ffffff", halo_width=0.5)
    element = parsed(to_svg(Picture(10, 10, (Layer("a", "A", (text, Circle(1, 1, 1))),)))).find(
        f".//{SVG}text"
    )
    assert element is not None
    assert element.text == "a < b"
    assert element.attrib["paint-order"] == "stroke"
    assert element.attrib["stroke-width"] == "1"
    assert element.attrib["font-weight"] == "bold"
