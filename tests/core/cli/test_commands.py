"""Every command as a user runs it: what it prints, what it writes and how it ends."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from fairground.core.cli.command_group import GROUP, own_summaries
from tests.core.cli.answers import check_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., Any]

SCENARIOS = Path(__file__).parents[3] / "scenarios"


@pytest.mark.parametrize("name", sorted(entry_points(group=GROUP).names))
def test_every_command_has_help_with_an_example(run: Run, name: str) -> None:
    ran = run(name, "--help")
    assert ran.status == 0
    assert f"fairground {name}" in ran.out
    assert "Example" in ran.out


SECTIONS = ("Design", "Check", "Analyse", "Balance", "Share", "Reference")


def listed_commands(text: str) -> list[str]:
    """Return the lines of the help that list commands, in the order of the sections."""
    lines = text.partition("Design:\n")[2].splitlines()
    return [line.strip() for line in lines if line.startswith("  ")]


def test_the_help_lists_each_command_once_under_a_section_with_a_whole_sentence(run: Run) -> None:
    ran = run("--help")
    titles = re.findall(r"^(\w+):$", ran.out, re.MULTILINE)
    assert tuple(titles[titles.index("Design") :]) == SECTIONS
    lines = listed_commands(ran.out)
    assert sorted(line.split()[0] for line in lines) == sorted(entry_points(group=GROUP).names)
    assert all(line.endswith(".") and not line.endswith("...") for line in lines)
    assert not any(line.split()[1] in ("Say", "Says") for line in lines)


def first_example(name: str) -> str:
    """Return the first example in the help of a command."""
    command = next(iter(entry_points(group=GROUP, name=name))).load()
    found = re.search(rf"^ *(fairground {name}\b.*)$", command.help, re.MULTILINE)
    assert found
    return found[1].partition(" > ")[0]


@pytest.mark.parametrize("name", sorted(set(entry_points(group=GROUP).names) - {"edit", "import"}))
def test_the_first_example_of_each_command_works_on_scenarios_that_ship(
    run: Run, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "scenarios").mkdir()
    for it in ("standard-arena", "training-yard", "ember-court"):
        shutil.copy(SCENARIOS / f"{it}.yaml", tmp_path / "scenarios")
    monkeypatch.chdir(tmp_path)
    words = shlex.split(first_example(name))[1:]
    if name == "watch":
        assert (
            run("simulate", "scenarios/standard-arena.yaml", "--games", "2", "--record", words[1]).status == 0
        )
    ran = run(*words)
    assert ran.status == 0, ran.err
    assert ran.out


def test_version_and_unknown_command(run: Run) -> None:
    assert run("--version").out.startswith("fairground, version 0.")
    ran = run("frobnicate")
    assert ran.status == 2
    assert "No such command 'frobnicate'.\n" in ran.err
    assert "No such command 'valdate'. Did you mean 'validate'?" in run("valdate", "arena.yaml").err


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("validate", ""), "an argument is empty"),
        (("batch", ""), "an argument is empty"),
        (("validate", "--json", ""), "what follows --json is empty"),
        (("validate", "-", ""), "an argument is empty"),
        (("diff", "small.yaml", ""), "an argument is empty"),
        (("rulesets", "check", ""), "an argument is empty"),
        (("publish", "small.yaml", "-o", "a.html", "--side", ""), "what follows --side is empty"),
        (("publish", "small.yaml", "-o", "a.html", "--side="), "the value of --side is empty"),
        (("batch", ".", "--site", ""), "what follows --site is empty"),
        (("batch", ".", "--store="), "the value of --store is empty"),
        (("variants", "small.yaml", "--count", "0", "-o", ""), "what follows -o is empty"),
        (("fairness", "small.yaml", "--class", ""), "what follows --class is empty"),
        (("new", "--size", "3x3", "-o", "a.yaml", "--name", ""), "what follows --name is empty"),
    ],
)
def test_an_empty_argument_is_neither_the_current_folder_nor_a_default(
    run: Run, small: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], fault: str
) -> None:
    monkeypatch.chdir(small.parent)
    before = sorted(small.parent.iterdir())
    ran = run(*words)
    assert ran.status == 2
    assert fault in ran.err
    assert sorted(small.parent.iterdir()) == before


def test_the_name_of_a_new_scenario_is_on_one_line(run: Run, tmp_path: Path) -> None:
    ran = run("new", "--size", "3x3", "--name", "a\nb", "-o", tmp_path / "x.yaml")
    assert ran.status == 2
    assert "a name must be on one line; remove the line break from --name" in ran.err
    assert not (tmp_path / "x.yaml").exists()
    assert run("new", "--size", "3x3", "-o", tmp_path / "a\nb.yaml").status == 0
    assert "name: a b\n" in (tmp_path / "a\nb.yaml").read_text()


def test_an_option_whose_value_ends_with_an_equals_sign_is_not_empty(
    run: Run, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(small.parent)
    ran = run("adapt", small, "--turn", "180", "--map=wall=", "-o", "turned.yaml")
    assert "is empty" not in ran.err


def test_a_file_with_a_single_fault_is_told_of_once(run: Run, small: Path) -> None:
    small.write_text(small.read_text().replace("ruleset: penance-1.0", "ruleset: penance-9.0"))
    ran = run("sight", small, "A1", "C1")
    assert ran.err.count("there is no ruleset 'penance-9.0'") == 1
    assert "[ruleset.not-found]" in ran.err
    small.write_text("")
    assert run("show", small).err.count("the file is empty") == 1


def test_a_file_with_several_faults_has_each_of_them_told(run: Run, small: Path) -> None:
    small.write_text(small.read_text().replace("rows 1", "rows y").replace("rows 6", "rows x"))
    assert run("show", small).err.count("  error    ") == 2


def test_an_option_named_by_its_value_is_found(run: Run, small: Path) -> None:
    ran = run("export", small, "--format", "png", "-o", "a.png")
    assert ran.status == 2
    assert "No such option '--format'. Did you mean '--to'?\n" in ran.err
    assert "Did you mean '--to'?\n" not in run("export", small, "--forced", "-o", "a.png").err


def test_validate_says_that_a_good_file_is_good(run: Run, small: Path) -> None:
    ran = run("validate", small)
    assert ran.status == 0
    assert "No problems found" in ran.out


def test_validate_ends_with_1_on_errors_and_names_the_line(run: Run, small: Path) -> None:
    small.write_text(small.read_text().replace("wall}", "wal}"))
    ran = run("validate", small)
    assert ran.status == 1
    assert "line 8" in ran.out
    assert "Did you mean 'wall'" in ran.out


def test_validate_as_json_has_the_published_shape(run: Run, small: Path) -> None:
    small.write_text(small.read_text().replace("size: [4, 6]", "size: [4, 5]"))
    ran = run("validate", small, "--json")
    assert ran.status == 1
    check_shape(ran.answer, "validate")
    assert ran.answer["schema"] == "fairground/validate/1"
    assert ran.answer["files"][0]["findings"][0]["place"]["line"] == 9


def test_a_malformed_file_is_a_finding(run: Run, small: Path) -> None:
    small.write_text("format: [fairground/1\n")
    ran = run("validate", small)
    assert ran.status == 1
    assert "Traceback" not in ran.out + ran.err


def test_a_missing_file_ends_with_2(run: Run, tmp_path: Path) -> None:
    ran = run("validate", tmp_path / "none.yaml")
    assert ran.status == 2
    assert "none.yaml" in ran.err
    ran = run("validate", tmp_path / "none.yaml", "--json")
    assert ran.status == 2
    check_shape(ran.answer, "error")


def test_files_that_are_there_are_checked_beside_those_that_are_not(
    run: Run, small: Path, tmp_path: Path
) -> None:
    small.write_text(small.read_text().replace("ruleset: penance-1.0", "ruleset: penance-1"))
    gone = [tmp_path / "none.yaml", tmp_path / "nothing.yaml"]
    ran = run("validate", gone[0], small, gone[1])
    assert ran.status == 2
    assert f"{small}: 1 error" in ran.out
    assert [line.split(" cannot")[0] for line in ran.err.splitlines()] == [f"fairground: {it}" for it in gone]
    ran = run("validate", gone[0], small, "--json")
    check_shape(ran.answer, "validate")
    assert ran.status == 2
    assert [(it["file"], bool(it["findings"])) for it in ran.answer["files"]] == [
        (str(gone[0]), False),
        (str(small), True),
    ]
    assert "cannot be opened" in ran.answer["files"][0]["error"]
    assert ran.answer["files"][1]["error"] is None
    ran = run("validate", *gone, "--json")
    check_shape(ran.answer, "error")
    assert all(str(it) in ran.answer["error"]["message"] for it in gone)


def test_new_writes_a_file_that_validates_and_says_its_symmetries(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "arena.yaml"
    ran = run("new", "--size", "16x17", "--layout", "odd-q", "--ruleset", "penance-2.0", "-o", path)
    assert ran.status == 0
    assert "180" in ran.out
    assert run("validate", path).status == 0
    ran = run("new", "--size", "16x17", "-o", path)
    assert ran.status == 2
    assert "exists" in ran.err
    ran = run("new", "--size", "15x17", "-o", path, "--overwrite", "--json")
    assert ran.status == 0
    check_shape(ran.answer, "new")


@pytest.mark.parametrize("size", ["0x4", "4x1001", "4", "axb", "99999999999999999x1"])
def test_new_refuses_a_size_with_a_sentence(run: Run, tmp_path: Path, size: str) -> None:
    ran = run("new", "--size", size, "-o", tmp_path / "a.yaml")
    assert ran.status == 2
    assert not (tmp_path / "a.yaml").exists()


def test_show_tells_how_each_side_wins(run: Run) -> None:
    path = SCENARIOS.parent / "docs" / "examples" / "wagon.yaml"
    shown = run("show", path, "--json").answer
    assert shown["wins"] == {
        "guard": ["Leave through East Gate with Wagon"],
        "raiders": ["Destroy Wagon", "Hold out until the turn limit"],
    }
    assert shown["arrivals"] == {"riders": 4}
    assert shown["house_rules"] == ["the wagon stays on rows 4 to 6"]
    text = run("show", path).out
    for line in (
        "  side raiders: Raiders, ambush\n    wins: Destroy Wagon\n    wins: Hold out until the turn limit\n",
        "  unit riders: arrives in turn 4\n  house rule: the wagon stays on rows 4 to 6\n",
    ):
        assert line in text


def test_new_makes_a_hexagon_for_three_sides(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "three.yaml"
    ran = run("new", "--hexagon", "5", "--sides", "3", "--layout", "odd-r", "-o", path, "--json")
    assert ran.status == 0
    check_shape(ran.answer, "new")
    assert all(it["possible"] for it in ran.answer["symmetries"])
    assert run("validate", path).status == 0
    shown = run("show", path, "--json").answer
    assert shown["size"] == [9, 9]
    assert "9x9 odd-r" in run("new", "--hexagon", "5", "-o", tmp_path / "two.yaml", "--layout", "odd-r").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--hexagon", "1"), "2 to 500 hexes"),
        (("--hexagon", "5", "--sides", "4"), "2, 3 or 6 sides"),
        (("--hexagon", "5", "--size", "9x9"), "either --size (such as 16x17)"),
        ((), "either --size (such as 16x17)"),
        (("--size", "9x9", "--sides", "3"), "--sides needs --hexagon"),
        (("--size", "9x9", "--name", "n" * 201), "a name must have at most 200 characters, not 201"),
    ],
)
def test_new_refuses_what_cannot_be(run: Run, tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    ran = run("new", *arguments, "-o", tmp_path / "a.yaml")
    assert ran.status == 2
    assert words in ran.err
    assert not (tmp_path / "a.yaml").exists()


def test_new_names_a_scenario_after_its_file_as_far_as_a_name_goes(run: Run, tmp_path: Path) -> None:
    path = tmp_path / f"{'n' * 240}.yaml"
    assert run("new", "--size", "3x3", "-o", path).status == 0
    assert run("show", path, "--json").answer["name"] == "n" * 200


def test_show_prints_the_board_as_text(run: Run, small: Path) -> None:
    ran = run("show", small)
    assert ran.status == 0
    assert "   4   . . # ." in ran.out
    ran = run("show", small, "--json")
    check_shape(ran.answer, "show")
    assert ran.answer["terrain"] == {"clear": 22, "wall": 2}


def test_show_counts_a_single_hex_as_one(run: Run, small: Path) -> None:
    small.write_text(small.read_text().replace("hexes: rows 1}", "hexes: A1}"))
    assert "zone p1-start: 1 hex, side p1\n  zone p2-start: 4 hexes, side p2\n" in run("show", small).out


@pytest.mark.parametrize(("ending", "start"), [(".svg", b"<?xml"), (".png", b"\x89PNG"), (".pdf", b"%PDF")])
def test_show_writes_a_picture(run: Run, small: Path, ending: str, start: bytes) -> None:
    picture = small.with_suffix(ending)
    assert run("show", small, "-o", picture, "--grey", "--labels", "numeric").status == 0
    assert picture.read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--class", "scuot"), "an option about the unit, such as --class, needs --path, --reach,"),
        (("--facing", "3", "--fan", "A1"), "--facing or --end-facing needs --path or --reach"),
        (("--in-turns", "--chokepoints"), "--in-turns needs --territory"),
        (("--record", "games.jsonl"), "--record needs --overlay"),
        (("--zones", "north,south"), "--zones needs --territory or --chokepoints"),
        (("--avoid-danger", "--fan", "A1"), "--avoid-danger needs --path or --reach"),
        (("--turns", "2", "--fan", "A1"), "--turns needs --reach"),
        (("--range", "8"), "--range needs --fan, --exposure or --overlay"),
        (("--heights", "0,0"), "--heights needs --line, --fan, --exposure or --overlay"),
        (("--dpi", "150"), "--dpi needs a .png file, named with -o"),
    ],
)
def test_show_refuses_options_that_change_nothing(
    run: Run, small: Path, options: tuple[str, ...], words: str
) -> None:
    ran = run("show", small, "-o", small.with_name("small.svg"), *options)
    assert ran.status == 2
    assert words in ran.err.replace("\n", " ")


@pytest.mark.parametrize(
    "options", [("--grey",), ("--no-grid",), ("--no-legend",), ("--hex-size", "11"), ("--dpi", "150")]
)
def test_show_refuses_options_of_pictures_without_a_picture(
    run: Run, small: Path, options: tuple[str, ...]
) -> None:
    ran = run("show", small, *options)
    assert ran.status == 2
    assert f"{options[0]} needs a " in ran.err
    assert "named with -o" in ran.err


def test_show_draws_some_hexes_for_some_eyes(run: Run, small: Path) -> None:
    small.write_text(small.read_text() + "units:\n  - {id: one, side: p1, class: scout, hex: A1}\n")
    picture = small.with_suffix(".svg")
    for said, units in (((), 1), (("--players",), 0), (("--side", "p1"), 1), (("--side", "p2"), 0)):
        ran = run("show", small, "-o", picture, "--hexes", "rows 1", "--no-grid", *said, "--overwrite")
        assert ran.status == 0
        assert picture.read_text().count("data-unit=") == units
        assert picture.read_text().count('id="h0') == 4
    for option, words in (("--side", "there is no side 'x'"), ("--hexes", "cannot be shown")):
        ran = run("show", small, "-o", picture, option, "x", "--overwrite")
        assert ran.status == 2
        assert words in ran.err


@pytest.mark.parametrize("options", [("--hexes", "rows 1"), ("--players",), ("--side", "p1")])
def test_show_refuses_to_print_what_a_picture_alone_leaves_out(
    run: Run, small: Path, options: tuple[str, ...]
) -> None:
    ran = run("show", small, *options)
    assert (ran.status, ran.out) == (2, "")
    assert "give its file name with -o" in ran.err


def test_show_refuses_an_ending_it_does_not_know(run: Run, small: Path) -> None:
    ran = run("show", small, "-o", small.with_suffix(".bmp"))
    assert ran.status == 2
    assert ".svg, .png or .pdf" in ran.err


def test_diff_names_what_changed_and_draws_it(run: Run, small: Path) -> None:
    other = small.with_name("other.yaml")
    other.write_text(small.read_text().replace("..#.", ".##.").replace("name: Small", "name: Other"))
    ran = run("diff", small, other)
    assert ran.status == 0
    assert "B4 terrain: clear -> wall" in ran.out
    picture = small.with_name("changes.svg")
    ran = run("diff", small, other, "-o", picture, "--json")
    check_shape(ran.answer, "diff")
    assert [change["hex"] for change in ran.answer["changes"]] == [None, "B4"]
    assert "layer-marked" in picture.read_text()
    assert "no difference" in run("diff", small, small).out


@pytest.mark.parametrize("name", ["json", "svg", "png"])
def test_export_writes_each_format_and_says_its_losses(run: Run, small: Path, name: str) -> None:
    target = small.with_name(f"out.{name}")
    ran = run("export", small, "--to", name, "-o", target, "--json")
    assert ran.status == 0
    check_shape(ran.answer, "export")
    assert target.stat().st_size > 1000


def test_export_stops_at_errors_unless_forced(run: Run, small: Path) -> None:
    small.write_text(small.read_text().replace("side: p2,", "side: p3,"))
    target = small.with_name("out.json")
    ran = run("export", small, "--to", "json", "-o", target)
    assert ran.status == 2
    assert "p3" in ran.err
    assert not target.exists()
    assert run("export", small, "--to", "json", "-o", target, "--force").status == 0


def test_export_says_what_it_would_write_and_lose(run: Run, small: Path) -> None:
    target = small.with_name("out.json")
    ran = run("export", small, "--to", "json", "-o", target, "--dry-run")
    assert (ran.status, ran.out) == (0, f"would write {target}\n")
    assert not target.exists()
    target.write_text("mine")
    # Nothing is going to be replaced, so that nothing is in the way.
    assert run("export", small, "--to", "json", "-o", target, "--dry-run").status == 0
    assert run("export", small, "--to", "json", "-o", target).status == 2
    assert target.read_text() == "mine"


def test_export_loses_nothing_when_it_is_strict(run: Run, small: Path) -> None:
    target = small.with_name("out.json")
    ran = run("export", small, "--to", "json", "-o", target, "--strict")
    assert ran.status == 2
    assert "would lose data: 1 comment in the file is dropped" in ran.err
    assert not target.exists()


def test_export_refuses_options_that_there_are_not(run: Run, small: Path) -> None:
    ran = run("export", small, "--to", "json", "-o", small.with_name("out.json"), "-O", "dpi=300")
    assert ran.status == 2
    assert "there is no option 'dpi'" in ran.err
    ran = run("export", small, "--to", "json", "-o", small.with_name("out.json"), "-O", "dpi")
    assert "write NAME=VALUE" in ran.err
    ran = run("export", small, "--to", "png", "-o", small.with_name("a.png"), "-O", "dpi=72", "-O", "dpi=300")
    assert (ran.status, "-O dpi is given twice, as '72' and as '300'" in ran.err) == (2, True)


def test_formats_lists_what_there_is_and_says_all_about_one(run: Run) -> None:
    ran = run("formats", "--json")
    check_shape(ran.answer, "formats")
    by_name = {it["name"]: it for it in ran.answer["formats"]}
    assert by_name["megamek"]["read"]
    assert by_name["megamek"]["written"]
    assert not by_name["brackets"]["written"]
    assert "terrain" in by_name["json"]["carries"]
    assert "notes" not in by_name["json"]["carries"]
    out = run("formats", "megamek").out
    assert out.splitlines()[0].split(maxsplit=2)[:2] == ["megamek", ".board"]
    assert "carries terrain, elevation" in out
    assert run("formats", "jsno").status == 2
    listed = {
        it["name"]: line for it, line in zip(by_name.values(), run("formats").out.splitlines(), strict=True)
    }
    assert len({line.index(by_name[name]["ending"], len(name)) for name, line in listed.items()}) == 1


def test_a_preset_chooses_format_and_options(run: Run, small: Path) -> None:
    image = small.with_name("table.png")
    ran = run("export", str(small), "--preset", "roll20", "-O", "pixels=35", "-o", str(image), "--json")
    assert ran.status == 0
    check_shape(ran.answer, "export")
    assert (ran.answer["format"], ran.answer["preset"]) == ("image", "roll20")
    note = next(Path(it) for it in ran.answer["outputs"] if it.endswith(".txt"))
    assert "Hex width: 35 pixels" in note.read_text()
    for wrong in (("--preset", "rol20"), ("--preset", "roll20", "--to", "pdf"), ()):
        assert run("export", str(small), *wrong, "-o", str(small.with_name("b.png"))).status == 2
    assert "--preset roll20" in run("formats", "image").out
    by_name = {it["name"]: it for it in run("formats", "--json").answer["formats"]}
    assert "roll20" in {it["id"] for it in by_name["image"]["presets"]}


def test_export_names_the_formats_it_knows(run: Run, small: Path) -> None:
    ran = run("export", small, "--to", "jsno", "-o", small.with_name("x"))
    assert ran.status == 2
    assert "Did you mean 'json'" in ran.err


def test_rulesets_check_reports_errors_or_slips(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "own.yaml"
    head = "format: fairground-ruleset/1\nextends: penance-2.0\nid: own\ntitle: Own\n"
    rules.write_text(f"{head}terrain:\n  bog: {{name: Bog, tile: rouhg}}\n", encoding="utf-8")
    ran = run("rulesets", "check", str(rules))
    assert ran.status == 0
    assert "no errors, 1 warning" in ran.out
    assert "there is no tile 'rouhg'. Did you mean 'rough'? [ruleset.unknown-tile]" in ran.out
    ran = run("rulesets", "check", str(rules), "--json")
    check_shape(ran.answer, "rulesets-check")
    assert ran.answer["findings"][0]["place"]["line"] == 6
    rules.write_text(f"{head}terrain:\n  bog: {{name: Bog, cost: 1.5}}\n", encoding="utf-8")
    assert run("rulesets", "check", str(rules)).status == 1


def test_rulesets_extend_makes_changes_and_removes_terrain(run: Run, tmp_path: Path) -> None:
    rules = str(tmp_path / "moor-rules.yaml")
    make = (
        "rulesets",
        "extend",
        "penance-2.0",
        "--title",
        "Mud",
        "--cost",
        "3",
        "--sight",
        "hinders",
        "-o",
        rules,
    )
    assert run(*make).out == (
        f"{rules}: Mud costs 3 movement points to enter and hinders lines of sight (+1 to hit).\n"
    )
    assert "exists" in run(*make).err
    ran = run("rulesets", "extend", rules, "--terrain", "mud", "--class-cost", "scout=2", "--json")
    check_shape(ran.answer, "rulesets-extend")
    assert (ran.answer["terrain"], "costs Scout units 2" in ran.answer["effect"]) == ("mud", True)
    assert run("rulesets", "check", rules).status == 0
    assert run("rulesets", "extend", rules, "--terrain", "mud", "--cost", "lots").status == 2
    assert (
        "there is no class 'titan'"
        in run("rulesets", "extend", rules, "--terrain", "mud", "--class-cost", "titan=2").err
    )
    assert run("rulesets", "extend", rules, "--remove", "mud").status == 0
    assert "mud" not in (tmp_path / "moor-rules.yaml").read_text(encoding="utf-8")
    assert "cannot be changed" in run("rulesets", "extend", "penance-2.0", "--title", "Mud").err
    assert "name the terrain" in run("rulesets", "extend", rules, "--cost", "2").err


def test_rulesets_lists_and_shows(run: Run) -> None:
    assert "penance-1.0" in run("rulesets").out
    ran = run("rulesets", "--json")
    check_shape(ran.answer, "rulesets")
    ran = run("rulesets", "show", "penance-2.0", "--json")
    check_shape(ran.answer, "rulesets-show")
    assert "fortress-wall" in ran.answer["ruleset"]["terrain"]
    assert "fortress-wall:" in run("rulesets", "show", "penance-2.0").out
    ran = run("rulesets", "show", "penance-2.1")
    assert ran.status == 2
    assert "penance-2.0" in ran.err


def test_fmt_keeps_comments_at_the_ends_of_lines(run: Run, small: Path) -> None:
    text = small.read_text()
    lines = {
        "ruleset: penance-1.0": "  # which rules",
        "  layout: odd-r": "    # pointy",
        "  - {id: p1, name: Player 1}": " # the attacker",
        "victory: {last_standing: true}": "  # to the end",
    }
    for line, comment in lines.items():
        text = text.replace(f"{line}\n", f"{line}{comment}\n")
    small.write_text(text)
    ran = run("fmt", small)
    assert (ran.status, ran.out) == (0, f"{small}: rewritten\n")
    after = small.read_text().split("\n")
    for line, comment in lines.items():
        assert after[after.index(line) - 1].strip() == comment.strip()
    assert run("fmt", small, "--check").status == 0


@pytest.mark.parametrize("command", ["fmt", "upgrade"])
def test_no_comment_is_deleted_unasked(run: Run, small: Path, command: str) -> None:
    text = small.read_text().replace("layout: odd-r", "layout:   odd-r") + "# at the end\n"
    small.write_text(text)
    ran = run(command, small)
    assert ran.status == 2
    assert f"{small}: 1 comment (line {text.count(chr(10))})" in ran.err
    assert "--drop-comments" in ran.err
    assert small.read_text() == text
    assert run(command, small, "--drop-comments").status == 0
    assert "at the end" not in small.read_text()


def test_fmt_rewrites_once_and_says_what_it_drops(run: Run, small: Path) -> None:
    small.write_text(small.read_text().replace("layout: odd-r", "layout:   odd-r") + "# at the end\n")
    ran = run("fmt", small, "--check")
    assert ran.status == 1
    assert "1 comment (line 23) would be dropped" in ran.out
    ran = run("fmt", small, "--drop-comments")
    assert "1 comment (line 23) dropped" in ran.out
    assert small.read_text().startswith("# A small arena.\n")
    ran = run("fmt", small, "--check", "--json")
    assert ran.status == 0
    check_shape(ran.answer, "fmt")


def test_fmt_leaves_every_file_when_one_has_errors(run: Run, small: Path) -> None:
    small.write_text(small.read_text().replace("layout: odd-r", "layout:   odd-r"))
    broken = small.with_name("broken.yaml")
    broken.write_text("format: fairground/1\n")
    before = small.read_bytes()
    assert run("fmt", small, broken).status == 2
    assert small.read_bytes() == before


def test_upgrade_records_the_ruleset_and_then_rests(run: Run, small: Path) -> None:
    ran = run("upgrade", small, "--json")
    check_shape(ran.answer, "upgrade")
    assert ran.answer["files"][0]["changed"]
    assert ran.answer["files"][0]["ruleset_hash"] in small.read_text()
    assert "up to date" in run("upgrade", small).out


@pytest.mark.long
def test_schema_lists_and_prints(run: Run) -> None:
    names = run("schema").out.split()
    assert {"scenario", "ruleset", "validate", "error", "arena"} <= set(names)
    for name in names:
        Draft202012Validator.check_schema(json.loads(run("schema", name).out))
    ran = run("schema", "scenari")
    assert ran.status == 2
    assert "Did you mean 'scenario'" in ran.err


def test_commands_are_found_through_entry_points(run: Run) -> None:
    promised = {
        "completion",
        "plugins",
        "adapt",
        "attack",
        "batch",
        "chokepoints",
        "diff",
        "edit",
        "export",
        "formats",
        "exposure",
        "fairness",
        "fan",
        "fmt",
        "import",
        "new",
        "path",
        "reach",
        "repair",
        "publish",
        "report",
        "rulesets",
        "schema",
        "show",
        "sight",
        "simulate",
        "territory",
        "tracing-image",
        "upgrade",
        "validate",
        "variants",
        "watch",
        "what-if",
    }
    assert {line.split()[0] for line in listed_commands(run("--help").out)} == promised
    assert {entry.name for entry in entry_points(group=GROUP)} == promised


def test_the_summaries_in_the_help_are_those_of_the_commands() -> None:
    """``make generate`` renews them."""
    listed = (Path(__file__).parents[3] / "resources" / "commands.json").read_text("utf-8")
    assert json.loads(listed) == own_summaries()


def test_a_command_leaves_the_search_for_garbage_at_its_end_out() -> None:
    program = """
import atexit, gc, sys
atexit.register(lambda: print(gc.get_freeze_count() > gc.get_count()[0]))  # called after what main() registers
sys.argv[1:] = ["--version"]
from fairground.core.cli import main
main()
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "True"


ONE_SIDED = """\
format: fairground/1
name: One-sided
ruleset: penance-1.0
board:
  layout: odd-q
  size: [3, 2]
  palette: {'.': clear, 'x': void}
  terrain: |
    x..
    ...
sides: [{id: west}, {id: east}]
zones: [{id: west-start, side: west, kind: deployment, hexes: [A2]}]
"""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("fairness",),
            "fairness needs two teams with a deployment zone, and only one has one. Add a deployment zone for another side",
        ),
        (
            ("territory",),
            "territory needs two teams with a deployment zone, and only one has one. Add a deployment zone for another side",
        ),
        (("fairness", "--zones", "west-start"), "fairness needs two or more zones, not 1. Name another zone"),
        (("sight", "A1", "B2"), "A1 is void, so it is not part of the board. Choose another hex"),
        (("path", "B2", "A1"), "A1 is void, so it is not part of the board. Choose another hex"),
        (("fan", "Z9"), "Z9 is off the board"),
    ],
)
def test_what_a_scenario_lacks_is_reported_with_its_file_and_a_fix(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    path = tmp_path / "one-sided.yaml"
    path.write_text(ONE_SIDED)
    command, *rest = arguments
    ran = run(command, path, *rest)
    assert ran.status == 2
    assert ran.err.startswith(f"fairground: {path}: {message}")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--cost", "9" * 22), "moor.yaml was not written: 'cost': a cost must be"),
        (("--cost", "9" * 5_000), "moor.yaml was not written: 'cost': a cost must be"),
        (("--cost", "99999999"), "moor.yaml was not written: 'cost': a cost must be 0 to 1000, not 99999999"),
        (
            ("--class-cost", "scout=" + "9" * 5_000),
            "moor.yaml was not written: 'mud': a cost must be",
        ),
        (
            ("--title", "Mud\nand more"),
            r"--title must be one line of visible characters, not 'Mud\nand more'",
        ),
        (("--title", " "), "--title must be one line of visible characters, not ' '"),
    ],
)
def test_rulesets_extend_names_no_place_in_a_file_that_it_does_not_write(
    run: Run, tmp_path: Path, options: tuple[str, str], message: str
) -> None:
    path = tmp_path / "moor.yaml"
    ran = run("rulesets", "extend", "penance-2.0", "--title", "Mud", *options, "-o", path)
    assert ran.status == 2
    assert ran.err.startswith(f"fairground: {message}")
    assert not path.exists()


@pytest.mark.parametrize(
    "module", ["click", "fairground.core.cli.command_group", "fairground.core.cli.commands.new"]
)
def test_ctrl_c_while_the_program_starts_is_told_in_a_word(module: str) -> None:
    program = f"""
import sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt

from fairground.core.cli import main
sys.meta_path.insert(0, Interrupt())
main()
"""
    ran = subprocess.run(
        [sys.executable, "-c", program, "new", "--help"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 130
    assert ran.stderr.strip() == "stopped"
    assert ran.stdout == ""
