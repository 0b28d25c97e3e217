"""Names and notes of strangers in exports: text, whatever they look like, and never more than text."""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest

from fairground.core.clients import export_formats, load_format
from fairground.core.clients.format import export_settings
from tests.hostile import ATTACKS, DONE, harmless_scenario, hostile_scenario

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.document import Scenario

XML = ("svg", "tiled", "vassal")
JSON = ("foundry", "geojson", "hexjson", "json", "tiled-json", "tts", "uvtt")
#: What would make a PDF do something, or ask for something.
ACTIVE = re.compile(rb"/(JavaScript|JS|OpenAction|Launch|URI|AA|EmbeddedFiles?|GoToR)(?![A-Za-z])")
#: Direction marks and overrides, which make a name look like another one.
TURNING = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def exported(scenario: Scenario, name: str) -> bytes:
    """Return the main file of an export; those beside it have names of their own."""
    target = load_format(name)
    assert target.write is not None
    # Small pictures are drawn quickly.
    asked = {it.name: str(it.lowest) for it in target.options if it.name == "pixels"}
    made = target.write(scenario, export_settings(target.options, asked, "arena"))
    assert all(re.fullmatch(r"arena-[a-z]+-[0-9a-f]{8}\.[a-z]+", it.name) for it in made.companions)
    return made.content


def elements(content: bytes) -> set[tuple[str, tuple[str, ...]]]:
    """Return which elements there are, with the names of their attributes."""
    return {(it.tag, tuple(sorted(it.attrib))) for it in ET.fromstring(content).iter()}  # noqa: S314  # it is ours


def keys(value: Any) -> set[str]:
    """Return the keys of all mappings in a value."""
    if isinstance(value, dict):
        return set(value).union(*map(keys, value.values()))
    return set().union(*map(keys, value)) if isinstance(value, list) else set()


@pytest.fixture
def harmless(tmp_path: Path) -> Scenario:
    folder = tmp_path / "harmless"
    folder.mkdir()
    return harmless_scenario(folder)


def test_every_format_is_looked_at() -> None:
    others = {
        "foundry-module",
        "image",
        "megamek",
        "megamek-scenario",
        "pdf",
        "png",
        "print-and-play",
        "vmod",
        "web-page",
    }
    assert {*XML, *JSON} | others == set(export_formats())


@pytest.mark.long
@pytest.mark.parametrize("name", XML)
def test_xml_has_no_element_more(tmp_path: Path, harmless: Scenario, name: str) -> None:
    known = elements(exported(harmless, name))
    for first in range(len(ATTACKS)):
        content = exported(hostile_scenario(tmp_path, first), name)
        assert elements(content) <= known, ATTACKS[first]
        assert b"<!ENTITY" not in content
        assert content.count(b"<!DOCTYPE") == content.count(b"<![CDATA[") == 0


@pytest.mark.long
def test_a_module_has_no_element_and_no_file_more(tmp_path: Path, harmless: Scenario) -> None:
    def parts(scenario: Scenario) -> tuple[list[set[Any]], set[str]]:
        with ZipFile(BytesIO(exported(scenario, "vmod"))) as archive:
            texts = [archive.read(it) for it in ("buildFile.xml", "moduledata", "rules.html")]
            # The digest of a picture is not part of its kind.
            names = {re.sub(r"-[0-9a-f]{8}", "", it) for it in archive.namelist()}
        assert not any(mark in text for text in texts for mark in (b"<!ENTITY", b"<!DOCTYPE", b"<![CDATA["))
        return [set(elements(text)) for text in texts], names

    known, names = parts(harmless)
    for first in range(len(ATTACKS)):
        found, held = parts(hostile_scenario(tmp_path, first))
        assert held == names, ATTACKS[first]
        assert all(it <= other for it, other in zip(found, known, strict=True)), ATTACKS[first]


@pytest.mark.long
@pytest.mark.parametrize("name", JSON)
def test_json_has_no_key_more(tmp_path: Path, harmless: Scenario, name: str) -> None:
    known = keys(json.loads(exported(harmless, name)))
    for first in range(len(ATTACKS)):
        assert keys(json.loads(exported(hostile_scenario(tmp_path, first), name))) <= known, ATTACKS[first]


@pytest.mark.parametrize("name", ["megamek", "megamek-scenario"])
def test_lines_of_boards_are_no_more(tmp_path: Path, harmless: Scenario, name: str) -> None:
    """What is not text in quotes, or behind a key, stays the same: a name adds no line and no order."""

    def orders(content: bytes) -> set[str]:
        lines = content.decode().split("\n")
        return {line.split('"')[0].split("=")[0].strip() for line in lines if not line.startswith("#")}

    def written(scenario: Scenario) -> bytes:
        # Lines of an imported board that the game reads over are carried through as they were.
        scenario.board.source = ""
        return exported(scenario, name)

    known = orders(written(harmless))
    for first in range(len(ATTACKS)):
        assert orders(written(hostile_scenario(tmp_path, first))) == known, ATTACKS[first]


@pytest.mark.long
def test_a_pdf_does_nothing(tmp_path: Path) -> None:
    for first in range(len(ATTACKS)):
        content = exported(hostile_scenario(tmp_path, first), "print-and-play")
        # What is drawn draws; it is packed, and any bytes may be in it.
        assert not ACTIVE.findall(re.sub(rb"stream.*?endstream", b"", content, flags=re.DOTALL)), ATTACKS[
            first
        ]


@pytest.mark.parametrize("name", ["svg", "pdf", "print-and-play", "vassal"])
def test_what_turns_letters_round_is_left_out_of_pictures(tmp_path: Path, name: str) -> None:
    at = next(number for number, attack in enumerate(ATTACKS) if TURNING & set(attack))
    content = exported(hostile_scenario(tmp_path, at), name)
    assert not TURNING & set(content.decode("utf-8", errors="ignore"))


def test_java_takes_no_name_for_a_page(tmp_path: Path) -> None:
    at = next(number for number, attack in enumerate(ATTACKS) if attack.startswith("<html>"))
    scenario = hostile_scenario(tmp_path, at)
    scenario.name = "<HTML><img src=https://example.org/x.png>"
    root = ET.fromstring(exported(scenario, "vassal"))  # noqa: S314  # it is ours
    assert root.attrib["name"] == f" {scenario.name}"


def test_a_png_is_pixels_alone(tmp_path: Path) -> None:
    data = exported(hostile_scenario(tmp_path), "png")
    kinds, at = set[bytes](), 8
    while at < len(data):
        kinds.add(data[at + 4 : at + 8])
        at += 12 + int.from_bytes(data[at : at + 4], "big")
    assert at == len(data)
    assert kinds <= {b"IHDR", b"pHYs", b"sRGB", b"IDAT", b"IEND"}
    assert DONE.encode() not in data
