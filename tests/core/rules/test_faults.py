"""Faulty ruleset files: everything at once, each with its place and a suggestion."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import RulesetError
from fairground.core.rules import load_ruleset
from fairground.core.rules.ruleset_files import MAX_BYTES
from fairground.core.validation.file_codes import RULESET_CODES as CODES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.finding import Finding

    Write = Callable[[str, str], Path]
    Extend = Callable[[str], None]
    Faults = Callable[..., list[Finding]]


def test_all_problems_come_out_at_once(extend: Extend, faults: Faults) -> None:
    extend(
        "terrain:\n"
        "  forest:\n"
        "    cost: 1.5\n"
        "    becomes: ruble\n"
        "    covr: light\n"
        "movement: {climb: {up: -1}}\n"
        "sight: {corner: cross}\n"
    )
    found = faults()
    assert [(it.place.line, it.place.column, it.code) for it in found] == [
        (7, 11, "ruleset.bad-value"),
        (8, 14, "ruleset.unknown-name"),
        (9, 5, "ruleset.unknown-key"),
        (10, 24, "ruleset.bad-value"),
        (11, 17, "ruleset.bad-value"),
    ]
    told = [it.message for it in found]
    assert "write 3/2" in told[0]
    assert "Did you mean 'rubble'?" in told[1]
    assert "Did you mean 'cover'?" in told[2]
    assert "Did you mean 'crossed'?" in told[4]


@pytest.mark.parametrize(
    ("text", "place", "code", "told"),
    [
        ("terrain: {forest: {cover: ligt}}", (5, 27), "ruleset.unknown-name", "Did you mean 'light'?"),
        ("terrain: {wall: {damaged_by: [scout, asault]}}", (5, 38), "ruleset.unknown-name", "'assault'"),
        ("terrain: {wall: {passable: true}}", (5, 28), "ruleset.tags", "can be entered"),
        ("terrain: {lava: null}", (5, 17), "ruleset.unknown-name", "themes.volcano.palette"),
        ("terrain: {clear: null}", (5, 18), "ruleset.terrain", "'clear'"),
        ("terrain: {forest: {symbol: F}}", (5, 28), "ruleset.symbol", "'forest'"),
        ("terrain: {Forest: {name: F}}", (5, 11), "ruleset.bad-value", "'Forest'"),
        ("effects: {fire: {becomes: {water: steem}}}", (5, 35), "ruleset.unknown-name", "'steam'"),
        ("effects: {smoke: {clears: {target: 5.0}}}", (5, 36), "ruleset.wrong-type", "whole number"),
        ("weather: {rain: {puts_out: [fires]}}", (5, 29), "ruleset.unknown-name", "'fire'"),
        ("weather: {sandstorm: {initiative: {scouts: 1}}}", (5, 44), "ruleset.unknown-name", "'scout'"),
        ("cover: {unit_grade: lite}", (5, 21), "ruleset.unknown-name", "light"),
        ("cover: {effect: both}", (5, 17), "ruleset.option", "to_hit, defence"),
        ("shields: {left: null}", (5, 17), "ruleset.shields", "missing: left"),
        ("shields: {left: {sides: {4: null}}}", None, "ruleset.bad-value", "missing: 4"),
        ("shields: {left: {sides: {7: {damage: 1}}}}", None, "ruleset.bad-value", "'7'"),
        ("range_bands: {medium: {min: 5}}", (5, 29), "ruleset.gap", "ends at 3"),
        ("range_bands: {long: {max: 2}}", (5, 27), "ruleset.gap", "before it starts"),
        ("unit_state: {tracks: {heat: {bands: {hot: {max: 9}}}}}", (5, 49), "ruleset.gap", "ends at 9"),
        ("levels: {min: 4}", (5, 15), "ruleset.gap", "above the highest"),
        ("profiles: {simple: {rest: cler}}", (5, 27), "ruleset.unknown-name", "'clear'"),
        ("profiles: {simple: {features: {walls: {max: 1}}}}", (5, 45), "ruleset.gap", "max, 1, is less"),
        ("themes: {volcano: {palette: [clear, larva]}}", (5, 37), "ruleset.unknown-name", "'lava'"),
        (
            "themes: {volcano: {features: {vents: {effects: [smog]}}}}",
            (5, 49),
            "ruleset.unknown-name",
            "'smog'",
        ),
        ("conflicts: {C-1: {default: near}}", (5, 28), "ruleset.option", "in, adjacent"),
        ("conflicts: {C-1: {key: cover.range}}", (5, 24), "ruleset.unknown-name", "'cover.range'"),
        ("sight: {readings: {hexsides: why}}", (5, 30), "ruleset.unknown-name", "'hexside'"),
        ("classes: {scout: {allowance: '5'}}", (5, 30), "ruleset.wrong-type", "whole number"),
        ("cover: {stacks: yes}", (5, 17), "ruleset.wrong-type", "true or false"),
        ("extend: penance-1.0", (5, 1), "ruleset.unknown-key", "Did you mean 'extends'?"),
    ],
)
def test_a_fault_has_its_place_and_a_suggestion(
    extend: Extend, faults: Faults, text: str, place: tuple[int, int] | None, code: str, told: str
) -> None:
    extend(text + "\n")
    matching = [it for it in faults() if it.code == code]
    assert any(told in it.message for it in matching), matching
    if place is not None:
        assert place in [(it.place.line, it.place.column) for it in matching]
    assert code in CODES


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("- 1\n", "ruleset.wrong-type"),
        ("id: x\n", "ruleset.format"),
        ("format: fairground/1\n", "ruleset.format"),
        ("format: fairground-ruleset/2\n", "ruleset.format"),
        ("format: [1]\n", "ruleset.format"),
        ("format: &x fairground-ruleset/1\n", "yaml.anchor"),
        ("", "yaml.empty"),
        ("format: fairground-ruleset/1\nid: x\ntitle: X\nterrain: 3\n", "ruleset.wrong-type"),
        ("format: fairground-ruleset/1\nid: x\ntitle: X\nterrain: {}\n", "ruleset.terrain"),
        ("format: fairground-ruleset/1\nid: ../x\ntitle: X\nextends: penance-1.0\n", "ruleset.bad-value"),
    ],
)
def test_what_is_no_ruleset(write: Write, faults: Faults, text: str, code: str) -> None:
    write("mine.yaml", text)
    found = faults()
    assert {it.code for it in found} == {code}
    assert all((it.place.file or "").endswith("mine.yaml") and it.place.line for it in found)


@pytest.mark.parametrize(
    "name",
    [
        "../x.yaml",
        "a/../../x.yaml",
        "/etc/x.yaml",
        "C:/x.yaml",
        "a\\x.yaml",
        "\0.yaml",
        "x" * 600 + ".yaml",
        "no.yaml",
    ],
)
def test_paths_stay_in_their_folder(name: str, faults: Faults, tmp_path: Path) -> None:
    (tmp_path.parent / "x.yaml").write_text("")
    (found,) = faults(name)
    assert (found.code, found.place.path, found.place.file) == ("ruleset.not-found", ("ruleset",), None)


def test_a_link_that_leads_out_of_the_folder_is_refused(write: Write, least: str, tmp_path: Path) -> None:
    outside = write("outside.yaml", least)
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "mine.yaml").symlink_to(outside)
    assert load_ruleset("in/mine.yaml", folder=tmp_path).id == "least"
    with pytest.raises(RulesetError, match="links to a file outside its folder"):
        load_ruleset("mine.yaml", folder=folder)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes on this system")
def test_what_is_no_regular_file_is_refused(faults: Faults, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "folder.yaml").mkdir()
    for name in ("pipe.yaml", "folder.yaml"):
        (found,) = faults(name)
        assert "not a regular file" in found.message


def test_a_large_file_is_refused(write: Write, faults: Faults, least: str) -> None:
    write("mine.yaml", least + "# " + "x" * MAX_BYTES)
    (found,) = faults()
    assert "larger than 1,048,576 bytes" in found.message


def test_an_unknown_id_has_a_suggestion(faults: Faults) -> None:
    (found,) = faults("penance-2")
    assert "Did you mean 'penance-2.0'?" in found.message


def test_a_file_needs_a_folder() -> None:
    with pytest.raises(RulesetError, match="no scenario folder to look in"):
        load_ruleset("mine.yaml")


def test_the_error_says_the_first_place_and_how_many_more(extend: Extend, tmp_path: Path) -> None:
    extend("cover: {reach: inn}\nsight: {corner: 1}\n")
    with pytest.raises(RulesetError, match=r"mine\.yaml:5:16: .*\(and 1 more\)$"):
        load_ruleset("mine.yaml", folder=tmp_path)
