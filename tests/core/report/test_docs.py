"""The samples of the page about reports: they are what they say, and their commands exist."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from typing import TYPE_CHECKING

import click
import pytest
import yaml

from fairground.core.cli.command_group import fairground
from tests.core.report.conftest import HOSTILE, ROOT, SCENARIOS

if TYPE_CHECKING:
    from pathlib import Path

PAGE = (ROOT / "docs" / "how-to" / "pipeline.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def workflow_text() -> str:
    (found,) = [it for it in blocks("yaml") if it.startswith("name: maps")]
    return found


def commands() -> list[str]:
    workflow = workflow_text()
    (job,) = yaml.safe_load(workflow)["jobs"].values()
    scripts = [*blocks("console"), *blocks("sh"), *(step["run"] for step in job["steps"] if "run" in step)]
    lines = [line.strip() for script in scripts for line in script.splitlines()]
    return [line for line in lines if line.startswith("fairground ")]


def test_the_workflow_is_one() -> None:
    workflow = workflow_text()
    content = yaml.safe_load(workflow)
    # To YAML 1.1, which has it for a word of yes and no, the key "on" is true.
    assert set(content) == {"name", True, "permissions", "jobs"}
    (job,) = content["jobs"].values()
    assert all(set(step) & {"run", "uses"} for step in job["steps"])
    assert 'fairground fairness "$map" --fail-on red || status=1' in workflow


@pytest.mark.parametrize("line", commands())
def test_every_command_and_option_of_the_samples_exists(line: str) -> None:
    _, name, *words = shlex.split(line.partition("#")[0].partition("||")[0].partition(">>")[0])
    assert isinstance(fairground, click.Group)
    command = fairground.get_command(click.Context(fairground), name)
    assert command is not None
    known = {option for it in command.params for option in it.opts}
    assert {word for word in words if word.startswith("-")} <= known


@pytest.mark.long
def test_the_script_reports_on_all_maps_and_fails_for_an_unfair_one(tmp_path: Path) -> None:
    (script,) = blocks("sh")
    (tmp_path / "maps").mkdir()
    shutil.copy(SCENARIOS / "training-yard.yaml", tmp_path / "maps")
    (tmp_path / "maps" / "hostile.yaml").write_text(HOSTILE, encoding="utf-8")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "fairground").symlink_to(ROOT / ".venv" / "bin" / "fairground")
    path = f"{tmp_path / 'bin'}:/usr/bin:/bin"
    done = subprocess.run(
        ["sh", "-c", script], cwd=tmp_path, env={"PATH": path}, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.returncode == 1
    assert {it.name for it in (tmp_path / "reports").iterdir()} == {
        "training-yard.html",
        "hostile.html",
        "summary.md",
    }
