"""Commands that judge, play, repair or publish, about scenarios in which ``validate`` finds errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.core.cli.answers import check_shape
from tests.core.cli.conftest import SMALL

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., Any]

SOUND = SMALL.replace("rows 1}", "rows 1-2}").replace("rows 6}", "rows 5-6}")
MISSPELT = SOUND.replace("'#': wall", "'#': ruble")
IN_A_WALL = SOUND.replace("victory:", "units: [{id: scout-1, side: p1, class: scout, hex: B3}]\nvictory:")
FAULTS = {"misspelt": (MISSPELT, "ruble"), "in a wall": (IN_A_WALL, "B3")}
COMMANDS = {
    "fairness": (["fairness", "FILE"], "judged"),
    "explain": (["fairness", "FILE", "--explain", "territory"], "judged"),
    "simulate": (["simulate", "FILE", "--games", "4", "--jobs", "1"], "played"),
    "repair": (["repair", "FILE", "--most", "1", "--change", "zone"], "repaired"),
    "variants": (["variants", "FILE", "--count", "0", "-o", "OUT"], "varied"),
}
#: Words of a verdict, which a scenario with errors has none of.
VERDICTS = ("green", "fair to", "+ ", "✓")


@pytest.fixture(params=FAULTS)
def faulty(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str]:
    text, word = FAULTS[request.param]
    path = tmp_path / "faulty.yaml"
    path.write_text(text)
    return path, word


def words(command: str, file: Path) -> list[str | Path]:
    named: dict[str, str | Path] = {"FILE": file, "OUT": file.parent / "out"}
    return [named.get(it, it) for it in COMMANDS[command][0]]


@pytest.mark.parametrize("command", COMMANDS)
def test_errors_come_first_and_last_in_place_of_a_verdict(
    run: Run, faulty: tuple[Path, str], command: str
) -> None:
    file, word = faulty
    ran = run(*words(command, file))
    first, *between, last = ran.out.splitlines()
    claim = f"Not {COMMANDS[command][1]}: 1 error"
    assert ran.status == 1
    assert (first, last.startswith(f"{claim}. Fix it first")) == (f"{claim} in {file}", True)
    assert any(word in it and "line " in it for it in between)
    assert not any(it in ran.out.lower() for it in VERDICTS)
    assert not (file.parent / "out").exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_the_answer_is_the_errors(run: Run, faulty: tuple[Path, str], command: str) -> None:
    file, word = faulty
    ran = run(*words(command, file), "--json")
    check_shape(ran.answer, "invalid")
    assert ran.status == 1
    assert ran.answer["verdict"] == f"not {COMMANDS[command][1]}: 1 error"
    (error,) = ran.answer["errors"]
    assert error["severity"] == "error"
    assert error["place"]["line"] is not None
    assert word in error["message"] or word == error["place"]["hex"]


@pytest.mark.parametrize("command", COMMANDS)
def test_figures_despite_errors_are_marked_first_and_last(run: Run, tmp_path: Path, command: str) -> None:
    file = tmp_path / "faulty.yaml"
    file.write_text(IN_A_WALL)
    ran = run(*words(command, file), "--despite-errors")
    lines = ran.out.splitlines()
    assert ran.status in ((0, 1) if command == "repair" else (0,))
    assert lines[0] == "Despite 1 error in the scenario:"
    assert lines[-1] == "Despite 1 error: the scenario cannot be played until it is fixed."


@pytest.mark.parametrize("command", [it for it in COMMANDS if it != "variants"])
def test_the_answer_names_the_errors_that_it_was_given_despite(
    run: Run, tmp_path: Path, command: str
) -> None:
    file = tmp_path / "faulty.yaml"
    file.write_text(IN_A_WALL)
    answer = run(*words(command, file), "--despite-errors", "--json").answer
    assert [it["place"]["hex"] for it in answer["errors"]] == ["B3"]
    whole = run(*words(command, _sound(tmp_path)), "--json").answer
    assert whole["errors"] == []


def _sound(folder: Path) -> Path:
    path = folder / "sound.yaml"
    path.write_text(IN_A_WALL.replace("hex: B3", "hex: A1"))
    return path


def test_the_verdict_despite_errors_says_so_in_its_sentence(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "faulty.yaml"
    file.write_text(IN_A_WALL)
    ran = run("fairness", file, "--despite-errors")
    (verdict,) = (it for it in ran.out.splitlines() if it.startswith("Verdict: "))
    assert verdict.startswith("Verdict: - Despite 1 error: ")
    text = run("simulate", file, "--games", "4", "--jobs", "1", "--despite-errors").out
    assert any(it.startswith("- ") and "not decided" in it for it in text.splitlines())
    played = run("simulate", file, "--games", "4", "--jobs", "1", "--despite-errors", "--json").answer
    assert "despite 1 error in the scenario" in played["text"]


@pytest.mark.parametrize(
    ("ending", "first", "last"), [(".html", "verdict none", "<footer>"), (".md", "**–", "**Not")]
)
def test_a_report_of_a_scenario_with_errors_has_no_verdict(
    run: Run, faulty: tuple[Path, str], ending: str, first: str, last: str
) -> None:
    file, _ = faulty
    output = file.with_suffix(ending)
    ran = run("report", file, "-o", output, "--json")
    text = output.read_text(encoding="utf-8")
    assert ran.status == 1
    assert ran.answer["verdict"] is None
    assert ran.answer["sentence"].startswith("Not judged: 1 error: ")
    assert "Not judged: 1 error: " in text[text.index(first) :][:200]
    assert "Not judged: 1 error: " in text[text.rindex(last) :]
    assert "✓ green" not in text


def test_a_report_despite_errors_says_so_first_and_last(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "faulty.yaml"
    file.write_text(IN_A_WALL)
    ran = run("report", file, "--markdown", "--despite-errors")
    assert ran.status == 0
    assert ran.out.count("Despite 1 error: ") == 2
    assert "--despite-errors" in ran.out
    assert "**– Despite 1 error: " in ran.out
    page = file.with_suffix(".html")
    assert run("report", file, "-o", page, "--despite-errors").status == 0
    assert 'class="verdict none"' in page.read_text(encoding="utf-8")


@pytest.fixture
def maps(tmp_path: Path) -> Path:
    folder = tmp_path / "maps"
    folder.mkdir()
    (folder / "faulty.yaml").write_text(IN_A_WALL)
    (folder / "sound.yaml").write_text(SOUND)
    return folder


@pytest.mark.long
def test_a_batch_neither_judges_nor_plays_a_map_with_errors(run: Run, maps: Path) -> None:
    ran = run("batch", maps, "--games", "4", "--jobs", "1", "--json")
    faulty, sound = ran.answer["maps"]
    assert ran.status == 1
    assert (faulty["verdict"], faulty["simulation"], faulty["measures"]) == (None, None, {})
    assert faulty["reason"].startswith("not judged: 1 error: ")
    assert faulty["not_played"].startswith("not played: 1 error: ")
    assert sound["verdict"] is not None
    assert sound["simulation"] is not None
    assert ran.answer["tally"]["none"] == 1
    assert "not judged: 1 error: " in run("batch", maps, "--jobs", "1").out


@pytest.mark.long
def test_a_batch_despite_errors_says_so_of_each_map(run: Run, maps: Path) -> None:
    options = ("--games", "4", "--jobs", "1", "--despite-errors")
    faulty, sound = run("batch", maps, *options, "--json").answer["maps"]
    assert faulty["verdict"] is not None
    assert faulty["sentence"].startswith("Despite 1 error: ")
    assert "despite 1 error in the scenario" in faulty["simulation"]["text"]
    assert not sound["sentence"].startswith("Despite")
    ran = run("batch", maps, *options, "-o", maps / "index.html")
    assert "judged despite 1 error" in ran.out
    page = (maps / "index.html").read_text(encoding="utf-8")
    row = next(it for it in page.split("<tr>") if "faulty.yaml" in it)
    assert "Despite 1 error: " in row
    assert "– judged despite errors" in row


def test_a_what_if_does_not_judge_a_scenario_with_errors(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "faulty.yaml"
    file.write_text(IN_A_WALL)
    ran = run("what-if", file, "rain")
    assert "Fairness is not compared: not judged: 1 error: " in ran.out
    assert "Fairness: " in run("what-if", file, "rain", "--despite-errors").out
