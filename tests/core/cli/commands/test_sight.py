"""``sight``, ``fan``, ``exposure`` and what ``show`` draws of them, as a user runs them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core import fan, load, sight, visibility
from tests.core.cli.answers import check_shape

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., Any]

#: The three diagrams of sight, side by side: a wall, rubble and a unit in the way.
DIAGRAMS = """\
format: fairground/1
name: Three diagrams
ruleset: penance-2.0
board:
  layout: odd-q
  size: [7, 3]
  palette: {'.': clear, '#': wall, '~': rubble}
  terrain: |
    .......
    .#.~...
    .......
sides:
  - {id: p1, name: Attackers}
  - {id: p2, name: Targets}
units:
  - {id: between, side: p2, class: heavy, hex: F2, facing: 4}
"""


@pytest.fixture
def diagrams(tmp_path: Path) -> Path:
    path = tmp_path / "diagrams.yaml"
    path.write_text(DIAGRAMS)
    return path


def test_p2_05_a_wall_blocks(run: Run, diagrams: Path) -> None:
    ran = run("sight", diagrams, "B3", "B1")
    assert ran.status == 0
    assert ran.out.splitlines()[0] == "B3 to B1, 2 hexes: blocked by B2"
    assert "B2: Wall blocks" in ran.out


def test_p2_05_rubble_gives_cover_and_does_not_block(run: Run, diagrams: Path) -> None:
    ran = run("sight", diagrams, "D3", "D1")
    assert ran.out.splitlines()[0] == "D3 to D1, 2 hexes: clear"
    assert "cover      +1, +1 in the other direction" in ran.out
    assert "hindrance  none" in ran.out


def test_p2_05_a_unit_does_not_block(run: Run, diagrams: Path) -> None:
    ran = run("sight", diagrams, "F3", "F1", "--json")
    assert ran.answer["sight"] is True
    assert ran.answer["cover"] == {"to": 1, "back": 1}


def test_sight_as_json_has_the_published_shape_and_keys(run: Run, diagrams: Path) -> None:
    for ends in (("B3", "B1"), ("D3", "D1"), ("A1", "G3"), ("A1", "C1"), ("A2", "A2")):
        answer = run("sight", diagrams, *ends, "--json").answer
        check_shape(answer, "sight")
        assert answer.pop("schema") == "fairground/sight/1"
        assert answer.pop("file") == str(diagrams)
        assert answer == sight(load(diagrams), *ends).to_json()
        assert list(answer) == [
            "from",
            "to",
            "distance",
            "sight",
            "blocked_by",
            "line",
            "hindrance",
            "cover",
            "opacity",
            "reasons",
        ]


def test_a_hexside_that_blocks_is_named_by_a_hex_and_a_direction(run: Run) -> None:
    ran = run("sight", "scenarios/sight-lines.yaml", "H11", "L14")
    assert "blocked by the hexside K14 NE" in ran.out
    answer = run("sight", "scenarios/sight-lines.yaml", "H11", "L14", "--json").answer
    check_shape(answer, "sight")
    assert answer["blocked_by"] == [["K14", "NE"]]
    assert answer["reasons"][0]["side"] == ["K14", "NE"]


def test_mm_01_heights_are_those_of_the_two_units(run: Run) -> None:
    """Over a hill of one level, standing units see each other, and those on the ground do not."""
    seen = [
        run("sight", "scenarios/millwater-valley.yaml", "E5", "A3", "--heights", heights, "--json").answer[
            "sight"
        ]
        for heights in ("0,0", "9,9")
    ]
    assert seen == [False, True]


def test_fan_prints_the_board(run: Run, diagrams: Path) -> None:
    ran = run("fan", diagrams, "B3")
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[0] == "B3 sees 17 of 20 other hexes"
    assert lines[2].split() == [*"ABCDEFG"]
    assert lines[3].split()[1:] == ["#", "#", "#", *"...."]
    assert lines[5].split()[1:3] == [".", "@"]


def test_fan_as_json_has_the_published_shape(run: Run, diagrams: Path) -> None:
    for more in ((), ("--range", "2")):
        answer = run("fan", diagrams, "B3", *more, "--json").answer
        check_shape(answer, "fan")
        assert answer.pop("schema") == "fairground/fan/1"
        assert answer.pop("file") == str(diagrams)
        assert answer == fan(load(diagrams), "B3", int(more[1]) if more else None).to_json()
        assert list(answer) == ["origin", "range", "visible", "blocked"]


def test_fan_within_a_range(run: Run, diagrams: Path) -> None:
    assert "within 1 hexes" in run("fan", diagrams, "D2", "--range", "1").out
    ran = run("fan", diagrams, "D2", "--range", "-1")
    assert ran.status == 2
    assert "--range" in ran.err


def test_exposure_counts_who_sees_each_hex(run: Run, diagrams: Path) -> None:
    ran = run("exposure", diagrams)
    assert ran.status == 0
    assert "of the 20 other hexes" in ran.out
    assert "least 10" in ran.out
    assert "least exposed  A3 10, A2 13" in ran.out
    answer = run("exposure", diagrams, "--json").answer
    check_shape(answer, "exposure")
    assert list(answer) == ["schema", "file", "range", "seen_by"]
    counts = visibility(load(diagrams)).exposure()
    assert answer["seen_by"]["A1"] == counts[0, 0]
    assert answer["seen_by"]["B1"] == 19
    assert len(answer["seen_by"]) == 21
    within = run("exposure", diagrams, "--range", "1", "--json").answer
    assert within["range"] == 1
    assert max(within["seen_by"].values()) == 6


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("sight", "B3", "b1"), "Did you mean 'B1'"),
        (("sight", "B3", "Z1"), "Z1 is off the board. The board has columns A to G and rows 1 to 3"),
        (("sight", "B3", "B1", "--heights", "one"), "such as 1,1"),
        (("sight", "B3"), "TO"),
        (("fan", "3B"), "is not a hex"),
        (("fan", "AA1"), "off the board"),
        (("exposure", "--range", "x"), "--range"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(
    run: Run, diagrams: Path, command: tuple[str, ...], words: str
) -> None:
    verb, *rest = command
    ran = run(verb, diagrams, *rest)
    assert ran.status == 2
    assert words in ran.err
    assert "Traceback" not in ran.err
    ran = run(verb, diagrams, *rest, "--json")
    check_shape(json.loads(ran.out.splitlines()[0]), "error")


def test_bv_01_exposure_from_base_to_base_is_refused_with_a_sentence(run: Run) -> None:
    ran = run("exposure", "scenarios/broken-abbey.yaml")
    assert ran.status == 2
    assert "base to base" in ran.err


def test_bv_01_sight_from_base_to_base_takes_units_and_hexes(run: Run) -> None:
    ran = run("sight", "scenarios/broken-abbey.yaml", "west-guard-1", "east-walker", "--json")
    told = json.loads(ran.out)
    check_shape(told, "base-sight")
    assert (told["from"], told["to"], told["visibility"], told["difficult"]) == (
        "west-guard-1",
        "east-walker",
        "exposed",
        True,
    )
    text = run("sight", "scenarios/broken-abbey.yaml", "west-guard-1", "east-walker").out
    assert "west-guard-1 to east-walker, 41.46 inches: difficult, exposed" in text
    assert "hull: seen" in text
    hidden = run("sight", "scenarios/broken-abbey.yaml", "A1", "R1").out
    assert "BV-01  every line from base to base crosses an obstacle" in hidden


def test_bv_08_the_weapon_the_ground_and_observers_are_options(run: Run) -> None:
    told = ("--grounded", "--weapon-trait", "indirect", "--observer", "west-guard-2", "--json")
    ran = run("sight", "scenarios/broken-abbey.yaml", "A1", "R1", *told)
    check_shape(json.loads(ran.out), "base-sight")
    assert json.loads(ran.out)["visibility"] == "concealed"
    refused = run("sight", "scenarios/broken-abbey.yaml", "A1", "R1", "--weapon-trait", "rocket")
    assert refused.status == 2
    assert "Known: blast, flame, indirect" in refused.err
    hexes = run("sight", "scenarios/standard-arena.yaml", "A1", "C4", "--grounded")
    assert hexes.status == 2
    assert "does not measure sight from base to base" in hexes.err


def test_bv_01_the_fan_of_a_base_is_drawn_and_told(run: Run) -> None:
    ran = run("fan", "scenarios/broken-abbey.yaml", "west-guard-1", "--range", "12")
    assert "west-guard-1 sees a base in" in ran.out
    assert "within 12 inches" in ran.out
    told = json.loads(run("fan", "scenarios/broken-abbey.yaml", "C7", "--json").out)
    check_shape(told, "base-fan")
    assert told["origin"] == "C7"


@pytest.mark.parametrize(
    "command", [("sight", "B3", "B1"), ("fan", "B3", "--range", "2"), ("exposure", "--range", "2")]
)
def test_each_draws_a_picture(run: Run, diagrams: Path, command: tuple[str, ...]) -> None:
    verb, *rest = command
    for ending, start in ((".svg", b"<?xml"), (".png", b"\x89PNG")):
        output = diagrams.with_suffix(ending)
        ran = run(verb, diagrams, *rest, "-o", output)
        assert ran.status == 0
        assert output.read_bytes().startswith(start)
        again = run(verb, diagrams, *rest, "-o", output)
        assert again.status == 2
        assert "--overwrite" in again.err


def test_show_draws_several_at_once(run: Run, diagrams: Path) -> None:
    output = diagrams.with_suffix(".svg")
    ran = run("show", diagrams, "--line", "B3", "B1", "--fan", "B3", "--exposure", "-o", output)
    assert ran.status == 0
    text = output.read_text()
    for layer in ("sight", "fan", "exposure"):
        assert f'id="layer-{layer}"' in text
    plain = run("show", diagrams, "-o", output, "--overwrite")
    assert plain.status == 0
    assert 'id="layer-fan"' not in output.read_text()


@pytest.mark.parametrize("more", [("--fan", "B3"), ("--line", "B3", "B1"), ("--exposure",)])
def test_show_needs_a_picture_for_them(run: Run, diagrams: Path, more: tuple[str, ...]) -> None:
    ran = run("show", diagrams, *more)
    assert ran.status == 2
    assert "-o" in ran.err


def test_show_refuses_a_fan_from_off_the_board(run: Run, diagrams: Path) -> None:
    output = diagrams.with_suffix(".svg")
    ran = run("show", diagrams, "--fan", "Q9", "-o", output)
    assert ran.status == 2
    assert "Q9 is off the board" in ran.err
    assert not output.exists()
