from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING

import pytest

from fairground.core.clients import load_format
from fairground.core.clients.format import export_settings
from fairground.core.errors import UsageError
from fairground.core.grid.layout import Layout
from fairground.core.pictures import draw_board, to_svg
from fairground.core.scenario.blank import blank_scenario
from tests.core.clients.test_carried import full

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element
from xml.etree import ElementTree as ET


def written(name: str, **said: str) -> bytes:
    target = load_format(name)
    assert target.write is not None
    options = {key.replace("_", "-"): value for key, value in said.items()}
    return target.write(full(), export_settings(target.options, options, "x")).content


def svg(**said: str) -> str:
    return written("svg", **said).decode()


def hexes(text: str) -> list[str]:
    return re.findall(r'id="(h\d{4})"', text)


def size(text: str) -> tuple[float, float]:
    root: Element = ET.fromstring(text)  # noqa: S314  # we wrote it
    return float(root.attrib["width"].removesuffix("mm")), float(root.attrib["height"].removesuffix("mm"))


def test_nothing_said_gives_the_usual_picture() -> None:
    assert size(svg()) == pytest.approx(size(to_svg(draw_board(full()))), abs=0.1)
    assert hexes(svg()) == hexes(to_svg(draw_board(full())))


def test_hexes_have_the_width_that_is_said() -> None:
    text = svg(hex_width="31.75", hexes="B2", legend="no")
    (points,) = re.findall(r'points="([^"]*)"[^>]*id="h0202"', text)
    ys = [float(point.split(",")[1]) for point in points.split()]
    assert max(ys) - min(ys) == pytest.approx(31.75, abs=0.011)


def test_the_choices_show() -> None:
    assert hexes(svg(hexes="rows 1 & columns 2-3")) == ["h0201", "h0301"]
    assert ">0201<" in svg(labels="numeric")
    assert ">B1<" not in svg(labels="none")
    assert 'id="layer-legend"' in svg()
    assert 'id="layer-legend"' not in svg(legend="no")
    colours = set(re.findall(r"#[0-9a-f]{6}", svg(grey="yes")))
    assert {it for it in colours if it[1:3] != it[3:5] or it[3:5] != it[5:7]} == set()
    assert svg(grid="no") != svg()


def test_the_players_copy_has_no_trace_of_the_others() -> None:
    units = re.compile(r'data-unit="(\w+)"')
    assert units.findall(svg()) == ["one"]
    assert units.findall(svg(copy="players")) == []
    assert units.findall(svg(copy="players", side="a")) == ["one"]
    assert "scout" not in svg(copy="players", side="b").lower()


def test_a_png_has_the_pixels_that_are_said() -> None:
    wide, high = size(svg(hexes="B2", legend="no"))
    png = written("png", hexes="B2", legend="no", dpi="50")
    assert struct.unpack(">II", png[16:24]) == pytest.approx((wide / 25.4 * 50, high / 25.4 * 50), abs=1)


def test_a_png_can_have_a_size_in_pixels_instead() -> None:
    for width in (333, 500):
        png = written("png", hexes="B2", legend="no", width_pixels=str(width))
        assert struct.unpack(">I", png[16:20]) == (width,)
    by_hex, by_dpi = (
        written("png", legend="no", **more)
        for more in ({"hex_pixels": "75", "hex_width": "19.05"}, {"dpi": "100"})
    )
    assert by_hex == by_dpi
    with pytest.raises(UsageError, match="not both"):
        written("png", width_pixels="300", hex_pixels="70")


def test_a_png_carries_its_resolution_for_printing() -> None:
    png = written("png", hexes="B2", legend="no", dpi="254")
    at = png.index(b"pHYs")
    assert struct.unpack(">IIB", png[at + 4 : at + 13]) == (10_000, 10_000, 1)


@pytest.mark.parametrize("name", ["svg", "png", "pdf"])
def test_a_side_without_a_copy_for_it_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="a side needs the players' copy"):
        written(name, side="a")


def test_letters_that_the_font_lacks_are_told_and_not_taken_from_the_machine() -> None:
    scenario = blank_scenario("水車", layout=Layout.ODD_Q, size=(2, 2), ruleset="penance-1.0")
    boxes = blank_scenario("\U0001f0a1\U0001f0a2", layout=Layout.ODD_Q, size=(2, 2), ruleset="penance-1.0")
    png = load_format("png")
    assert png.write is not None
    settings = export_settings(png.options, {}, "arena")
    found = png.write(scenario, settings)
    assert found.losses == ("2 characters missing from the font (水 車) are drawn as boxes",)
    # No font has the other letters either, so that both titles are two boxes.
    assert len(found.content) == pytest.approx(len(png.write(boxes, settings).content), rel=0.02)
