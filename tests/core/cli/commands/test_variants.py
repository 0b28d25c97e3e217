"""``variants`` as a user runs it: what is written, told and refused, and that it is all or nothing."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core import load, validate
from fairground.core.errors import FileError
from fairground.core.files.atomic import Staged
from tests.core.cli.answers import check_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., Any]


@pytest.fixture
def uneven(small: Path) -> Path:
    """Return a small arena in which a row more of one half is rubble."""
    text = (
        small.read_text().replace("'#': wall}", "'#': wall, '~': rubble}").replace("    .#..\n", "    .#~~\n")
    )
    small.write_text(text)
    return small


@pytest.mark.long
def test_scenarios_and_a_page_are_written_and_told(run: Run, uneven: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ran = run("variants", uneven, "--count", "2", "--axes", "openness, sight", "-o", out)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert re.match(r"  (green|amber|red) +Original +open ground .*%, mean sight", lines[0])
    assert lines[-1] == str(out / "variants.html")
    assert any(it.startswith("  no     120° turn, 60° turn, mirror along") for it in lines)
    names = sorted(it.name for it in out.iterdir())
    scenarios = [it for it in names if it.endswith(".yaml")]
    assert names[-1] == "variants.html"
    assert {re.sub(r"-[0-9a-f]{8}\.yaml", "", it) for it in scenarios} >= {
        "variants-turn-180-top",
        "variants-v01",
    }
    page = (out / "variants.html").read_text()
    for name in scenarios:
        made = load(out / name)
        assert made.name.startswith("Small (")
        assert not [it for it in validate(made) if it.severity == "error"]
        assert f'href="{name}"' in page
    # What is there is replaced when that is asked for, and files of the gallery before are gone.
    again = run("variants", uneven, "--count", "0", "-o", out)
    assert (again.status, "add --overwrite" in again.err) == (2, True)
    assert run("variants", uneven, "--count", "0", "-o", out, "--overwrite").status == 0
    left = {it.name for it in out.iterdir()}
    assert not any("-v01-" in it for it in left)
    assert left < set(names)


@pytest.mark.long
def test_the_answer_has_a_documented_shape(run: Run, uneven: Path, tmp_path: Path) -> None:
    ran = run(
        "variants", uneven, "--count", "2", "--seed", "3", "--symmetric", "-o", tmp_path / "out", "--json"
    )
    check_shape(ran.answer, "variants")
    answer = ran.answer
    assert (answer["seed"], [it["name"] for it in answer["axes"]]) == (3, ["choke-width", "openness"])
    assert (answer["sketch"]["file"], answer["sketch"]["changed"]) == (None, [])
    version = answer["versions"][0]
    assert (version["id"], version["parent"]) == ("turn-180-top", "sketch")
    assert Path(version["file"]).is_file()
    assert {it["parent"] for it in answer["variants"]} <= {it["id"] for it in answer["versions"]}
    assert {it["symmetry"] for it in answer["unfit"]} >= {"turn-120", "left-right"}


def test_what_is_not_judged_is_on_the_line_of_the_verdict(run: Run, tmp_path: Path) -> None:
    lines = run("variants", "scenarios/broken-abbey.yaml", "--count", "0", "-o", tmp_path / "out").out
    (original,) = [it for it in lines.splitlines() if " Original " in it]
    assert original.startswith("  green  Original ")
    assert original.endswith("; not judged: time to the first shot and exposure")
    page = (tmp_path / "out" / "variants.html").read_text("utf-8")
    assert "not judged: time to the first shot and exposure" in page


def test_symmetries_that_do_not_fit_for_the_same_reason_share_a_line(
    run: Run, uneven: Path, tmp_path: Path
) -> None:
    lines = run("variants", uneven, "--count", "0", "-o", tmp_path / "out").out.splitlines()
    reasons = [it.split(": ", 1)[1] for it in lines if it.startswith("  no ")]
    assert len(set(reasons)) == len(reasons)
    assert any(it.startswith("  no     120° turn, 60° turn, mirror along the steep rising") for it in lines)


@pytest.mark.long
def test_another_process_makes_the_same_for_a_seed(run: Run, uneven: Path, tmp_path: Path) -> None:
    words = (
        "variants",
        uneven,
        "--count",
        "1",
        "--seed",
        "5",
        "-o",
        tmp_path / "out",
        "--overwrite",
        "--json",
    )
    here = run(*words).answer
    there = subprocess.run(
        [sys.executable, "-c", "from fairground.core.cli import main; main()", *map(str, words)],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "77"},
    )
    assert json.loads(there.stdout) == here


@pytest.mark.long
def test_nothing_is_left_behind_when_a_file_cannot_be_written(
    run: Run, uneven: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Staged) -> None:
        if "bottom" in self.target.name:
            raise FileError(f"{self.target} cannot be written: No space left on device")
        place(self)

    place = Staged.place
    monkeypatch.setattr(Staged, "place", full)
    ran = run("variants", uneven, "--count", "0", "-o", tmp_path / "out")
    assert (ran.status, "No space left" in ran.err) == (2, True)
    assert not (tmp_path / "out").exists()


def test_what_cannot_be_is_refused(run: Run, uneven: Path, tmp_path: Path) -> None:
    ran = run("variants", uneven, "--axes", "openness,colours", "-o", tmp_path / "out")
    assert (ran.status, "there is no axis 'colours'" in ran.err) == (2, True)
    assert run("variants", uneven, "-o", tmp_path / "no" / "out").status == 2
    assert run("variants", uneven, "--count", "101", "-o", tmp_path / "out").status == 2
    (tmp_path / "file").write_text("x")
    assert run("variants", uneven, "-o", tmp_path / "file").status == 2
    assert not (tmp_path / "out").exists()
    # A ruleset beside the scenario is not to be found from the folder of the gallery.
    (uneven.parent / "own.yaml").write_text(
        "format: fairground-ruleset/1\nextends: penance-1.0\nid: own\ntitle: Own\n"
    )
    uneven.write_text(uneven.read_text().replace("ruleset: penance-1.0", "ruleset: own.yaml"))
    ran = run("variants", uneven, "--count", "0", "-o", tmp_path / "out")
    assert (ran.status, "own.yaml" in ran.err) == (2, True)
    assert not (tmp_path / "out").exists()
