from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import FileError, ScenarioError
from fairground.core.files.clip_text import LIMITS, clip_from_text, clip_to_text
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import POINT_SYMMETRIES
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.transform.clip import clip_of
from fairground.core.validation.file_codes import CLIP_CODES
from tests.core.scenario.random_scenarios import boards

WOODS = """\
format: fairground-clip/1
palette: {'w': [woods, road], 'r': {terrain: [clear], source: 'road:1:18'}}
effects_palette: {'.': [], 's': [smoke]}
hexes: |
  0 -1 r 0 .
  0 0 w -2 s
hexsides: |
  0 0 0 hedge+wall
rim: |
  0 0 1 stream
names: [{at: [0, 0], text: Old Copse}]
notes: [{at: [0, -1], text: check this}]
"""


def faults(text: str | bytes) -> list[tuple[str, int | None]]:
    """Return code and line of everything that is wrong with a text."""
    with pytest.raises(FileError) as raised:
        clip_from_text(text)
    return [(problem.code, problem.place.line) for problem in raised.value.problems]


@given(boards(void=True), st.sampled_from(POINT_SYMMETRIES), st.data())
def test_every_clip_reads_back_equal(board: Board, symmetry: object, data: st.DataObject) -> None:
    hexes = st.sampled_from(sorted(board.hexes_of(~board.void)))
    clip = clip_of(board, data.draw(st.sets(hexes, min_size=1)), data.draw(hexes))
    turned = clip.transformed(symmetry)  # type: ignore[arg-type]  # drawn from the symmetries
    text = clip_to_text(turned)
    assert clip_from_text(text) == turned
    assert clip_from_text(text.encode()) == turned
    assert clip_to_text(clip_from_text(text)) == text


def test_a_clip_as_a_person_writes_it() -> None:
    clip = clip_from_text(WOODS)
    assert clip.hexes == (Hex(0, -1), Hex(0, 0))
    assert [clip.palette[index] for index in clip.terrain.tolist()] == [
        PaletteEntry("r", ("clear",), "road:1:18"),
        PaletteEntry("w", ("woods", "road")),
    ]
    assert clip.elevation.tolist() == [0, -2]
    assert [clip.effects_palette[index].kinds for index in clip.effects.tolist()] == [(), ("smoke",)]
    assert clip.hexsides == {hexside(Hex(0, 0), 0): ("hedge", "wall")}
    assert clip.rim == {hexside(Hex(0, 0), 1): ("stream",)}
    assert clip.names == {Hex(0, 0): "Old Copse"}
    assert clip.notes == {Hex(0, -1): "check this"}


def test_json_is_read_too() -> None:
    text = '{"format": "fairground-clip/1", "palette": {"x": "clear"}, "effects_palette": {".": []}, "hexes": "0 0 x 0 .\\n"}'
    assert clip_from_text(text).hexes == (Hex(0, 0),)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("fairground-clip/1", "fairground-clip/2", [("clip.format", 1)]),
        ("format: fairground-clip/1\n", "", [("clip.format", 1)]),
        ("hexes:", "hexs:", [("clip.unknown-key", 4)]),
        ("palette: {'w'", "palette: 5 #", [("clip.wrong-type", 2)]),
        ("0 0 w -2 s", "0 0 w -2", [("clip.line", 6), ("clip.hexside", 8), ("clip.hexside", 10), ("clip.text", 11)]),
        ("0 0 w -2 s", "0 0 q -2 s", [("clip.line", 6)]),
        ("  0 0 w -2 s", "\n  0 0 w -2 s", [("clip.line", 6)]),
        ("0 0 w -2 s", "0 0 w 101 s", [("clip.line", 6)]),
        ("0 0 w -2 s", "0 0 w 1.5 s", [("clip.line", 6), ("clip.hexside", 8), ("clip.hexside", 10), ("clip.text", 11)]),
        ("0 -1 r 0 .", "0 -1 r 0 .\n  9999 9999 r 0 .", [("clip.line", 6)]),
        ("0 -1 r 0 .", "0 -1 r 0 .\n  1501 1500 r 0 .", [("clip.line", 6)]),
        ("0 -1 r 0 .", "0 -1 r 0 .\n  0 -1 r 0 .", [("clip.twice", 6)]),
        ("0 0 0 hedge+wall", "0 0 3 hedge", [("clip.hexside", 8)]),
        ("0 0 0 hedge+wall", "0 0 0 hedge++wall", [("clip.hexside", 8)]),
        ("0 0 0 hedge+wall", "0 0 0", [("clip.hexside", 8)]),
        ("0 0 0 hedge+wall", "0 0 0 hedge wall", [("clip.hexside", 8)]),
        ("0 0 0 hedge+wall", "0 0 1 hedge", [("clip.hexside", 8)]),
        ("0 0 1 stream", "0 0 0 stream", [("clip.hexside", 10)]),
        ("0 0 1 stream", "0 0 1 stream\n  0 0 1 hedge", [("clip.twice", 11)]),
        ("at: [0, 0]", "at: [0, 7]", [("clip.text", 11)]),
        ("at: [0, 0]", "at: [0]", [("clip.bad-value", 11)]),
        ("[woods, road]", "!!python/object:os.system [woods]", [("yaml.tag", 2)]),
        ("[woods, road]", "&a [woods]", [("yaml.anchor", 2)]),
    ],
)  # fmt: skip
def test_faults_are_named_with_their_lines(old: str, new: str, found: list[tuple[str, int]]) -> None:
    assert old in WOODS
    assert faults(WOODS.replace(old, new, 1)) == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "a: b",
        "[1, 2]",
        "{" * 200,
        "\x00",
        b"\xff\xfe",
        "format: [fairground-clip/1]",
        "- " * 9999,
    ],
)
def test_what_is_no_clip_is_refused(text: str | bytes) -> None:
    assert faults(text)


def test_hexes_may_be_as_far_from_the_anchor_as_a_board_is_turned() -> None:
    text = WOODS.replace("0 -1 r 0 .", "0 -1 r 0 .\n  1500 1500 r 0 .\n  3000 -3000 r 0 .")
    assert {Hex(1500, 1500), Hex(3000, -3000)} < set(clip_from_text(text).hexes)


def test_a_hex_has_one_name() -> None:
    twice = "names: [{at: [0, 0], text: Old Copse}, {at: [0, 0], text: New Copse}]"
    assert faults(WOODS.replace("names: [{at: [0, 0], text: Old Copse}]", twice)) == [("clip.twice", 11)]


def test_effects_may_carry_what_another_format_says() -> None:
    text = WOODS.replace("'s': [smoke]", "'s': {effects: [smoke], source: 'smoke:2'}")
    assert clip_from_text(text).effects_palette[1] == PaletteEntry("s", ("smoke",), "smoke:2")


def test_a_text_without_hexes_is_refused() -> None:
    text = "format: fairground-clip/1\npalette: {x: clear}\neffects_palette: {'.': []}\nhexes: ''\n"
    assert faults(text) == [("clip.line", 4)]


def test_a_flood_of_faults_is_cut_off() -> None:
    lines = "".join(f"  0 {row} ? 0 .\n" for row in range(2000))
    text = (
        f"format: fairground-clip/1\npalette: {{x: clear}}\neffects_palette: {{'.': []}}\nhexes: |\n{lines}"
    )
    assert len(faults(text)) < LIMITS.problems


def test_a_misspelt_key_is_answered_with_the_one_that_was_meant() -> None:
    with pytest.raises(FileError, match=r"no palette has the key 'wodo'\. Did you mean 'wood'"):
        clip_from_text(
            "format: fairground-clip/1\npalette: {wood: woods}\neffects_palette: {'.': []}\nhexes: 0 0 wodo 0 ."
        )


def test_what_no_text_can_hold_is_not_written() -> None:
    board = Board.blank(Layout.ODD_Q, 1, 1)
    board.hexsides = {hexside(Hex(0, 0), 0): ("a b",)}
    with pytest.raises(ScenarioError, match="feature 'a b'"):
        clip_to_text(clip_of(board, [Hex(0, 0)]))
    board.palette = [PaletteEntry("a b", ("clear",))]
    with pytest.raises(ScenarioError, match="palette key 'a b'"):
        clip_to_text(clip_of(board, [Hex(0, 0)]))


def test_codes_of_clips_are_documented() -> None:
    path = Path(__file__).parents[3] / "core" / "files" / "clip_text.py"
    used = set(re.findall(r'"(clip\.[a-z-]+)"', path.read_text(encoding="utf-8")))
    models = {
        f"clip.{kind}" for kind in ("missing-key", "unknown-key", "wrong-type", "bad-value", "many-problems")
    }
    assert used | models == set(CLIP_CODES)
