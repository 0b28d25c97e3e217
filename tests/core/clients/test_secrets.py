"""Players' copies tell no secrets, and no export tells the author's machine: all bytes are searched, unpacked."""

from __future__ import annotations

import zipfile
import zlib
from typing import TYPE_CHECKING

import pytest

from fairground.core import load
from fairground.core.clients import export_formats, load_format
from fairground.core.clients.format import export_settings
from fairground.core.files import to_text
from fairground.core.scenario.players_copy import players_copy
from tests.unpacking import texts_in

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.document import Scenario

#: What only the designer, or one side, may know, each with a word that stands nowhere else.
SECRETS = {
    "briefing": "qzbriefing",
    "note on a hex": "qzhexnote",
    "source of the board": "qzboardsource",
    "source of terrain": "qzterrainsource",
    "source of effects": "qzeffectsource",
    "comment": "qzcomment",
    "unused image": "qzunusedimage",
    "name of a hidden unit": "qzunitname",
    "id of a hidden unit": "qzunitid",
    "name of a reinforcement zone": "qzreserve",
    "name of a hidden objective": "qzobjective",
    "note of the other side's force": "qzforce",
}
FILE = """\
# qzcomment at the head
format: fairground/2
name: Open title
author: Anna
notes: qzbriefing for the designer
ruleset: penance-2.0
board:
  layout: odd-q
  size: [6, 4]
  palette: {'.': clear, '#': {terrain: [wall], source: qzterrainsource}}
  terrain: |
    ......
    ..#...
    ......
    ......
  effects_palette: {'.': [], 'f': {effects: [fire], source: qzeffectsource}}
  effects: |
    ......
    ......
    .f....
    ......
  source: qzboardsource
  names: {D2: Open inn}
  notes: {C3: qzhexnote of the designer}
sides:
  - {id: west, name: West}
  - {id: east, name: East, force: qzforce.yaml}
zones:
  # qzcomment on a zone
  - {id: west-start, side: west, hexes: columns 1, name: Open west}
  - {id: east-start, side: east, hexes: columns 6, name: Open east}
  - {id: reserve, side: east, kind: reinforcement, hexes: [F4], name: qzreserve}
objectives:
  - {id: mill, hexes: [D2], points: 3, name: Open mill}
  - {id: hidden, side: east, hexes: [C1], points: 5, name: qzobjective}
units:
  - {id: qzunitid, side: east, class: scout, hex: F2, name: qzunitname}
images: {qzunusedimage: qzunusedimage.png}
locked: [hidden, A1]
turns: 6
"""
#: The formats that have a players' copy.
WITH_COPY = [name for name in export_formats() if any(it.name == "copy" for it in load_format(name).options)]


def secret_scenario(folder: Path) -> Scenario:
    path = folder / "arena.yaml"
    path.write_text(FILE, encoding="utf-8")
    return load(path)


def exported(scenario: Scenario, name: str, **options: str) -> str:
    """Return all that can be read in an export and the files beside it."""
    target = load_format(name)
    assert target.write is not None
    made = target.write(scenario, export_settings(target.options, options, "arena"))
    found = [texts_in(made.content)]
    for it in made.companions:
        found += [it.name.casefold(), texts_in(it.content)]
    return "\n".join(found)


def told(text: str) -> list[str]:
    return [what for what, word in SECRETS.items() if word in text]


def test_the_formats_with_a_players_copy_are_known() -> None:
    assert set(WITH_COPY) == {"image", "pdf", "png", "print-and-play", "svg", "vmod", "web-page"}


@pytest.mark.long
@pytest.mark.parametrize("side", ["", "west"])
@pytest.mark.parametrize("name", WITH_COPY)
def test_a_players_copy_tells_no_secret(tmp_path: Path, name: str, side: str) -> None:
    options = {"copy": "players", "side": side} if side else {"copy": "players"}
    text = exported(secret_scenario(tmp_path), name, **options)
    assert told(text) == []
    if name not in ("png", "image"):
        assert "open" in text, "open names are there"


@pytest.mark.parametrize("side", ["", "west"])
def test_a_players_copy_saved_as_a_file_would_tell_no_secret(tmp_path: Path, side: str) -> None:
    scenario = secret_scenario(tmp_path)
    assert set(told(to_text(scenario).casefold())) == set(SECRETS)
    assert told(to_text(players_copy(scenario, side)).casefold()) == []


@pytest.mark.long
@pytest.mark.parametrize("name", ["svg", "pdf", "vmod", "print-and-play"])
def test_a_full_copy_tells_what_the_search_looks_for(tmp_path: Path, name: str) -> None:
    assert {"name of a hidden unit", "name of a hidden objective"} & set(
        told(exported(secret_scenario(tmp_path), name))
    )


@pytest.mark.long
@pytest.mark.parametrize("name", export_formats())
def test_no_export_tells_the_machine_of_its_author(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    folder = tmp_path / "qzfolder"
    folder.mkdir()
    for variable in ("USER", "LOGNAME", "USERNAME"):
        monkeypatch.setenv(variable, "qzuser")
    monkeypatch.setenv("HOME", str(tmp_path / "qzhome"))
    text = exported(secret_scenario(folder), name)
    assert [it for it in ("qzfolder", "qzuser", "qzhome", str(tmp_path).casefold()) if it in text] == []


def test_the_search_finds_what_is_packed(tmp_path: Path) -> None:
    inner = tmp_path / "inner.zip"
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", "a qzbriefing here")
    outer = tmp_path / "outer.zip"
    with zipfile.ZipFile(outer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(inner, "inner.zip")
    assert told(texts_in(outer.read_bytes())) == ["briefing"]
    packed = zlib.compress(b"Author\0 qzunitname")
    chunk = b"Note\0\0" + packed
    png = b"\x89PNG\r\n\x1a\n" + len(chunk).to_bytes(4, "big") + b"zTXt" + chunk + bytes(4)
    assert told(texts_in(png)) == ["name of a hidden unit"]
    assert told(texts_in("qzhexnote".encode("utf-16-be"))) == ["note on a hex"]
