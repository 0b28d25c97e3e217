"""The scripts that the page on reports shows check every map, whatever is wrong with one of them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import yaml

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "pipeline.md").read_text(encoding="utf-8")
MAP = """\
format: fairground/1
name: Small
ruleset: penance-1.0
board:
  layout: odd-r
  size: [3, 4]
  palette: {'.': clear}
  terrain: |
    ...
    ...
    ...
    ...
sides: [{id: p1}, {id: p2}]
zones:
  - {id: one, side: p1, hexes: rows 1}
  - {id: two, side: p2, hexes: rows 4}
victory: {last_standing: true}
"""


def shell_script() -> str:
    (found,) = re.findall(r"^```sh\n(set -eu\n.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


def workflow_steps() -> list[dict[str, str]]:
    (found,) = re.findall(r"^```yaml\n(name: maps\n.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    (job,) = yaml.safe_load(found)["jobs"].values()
    return [it for it in job["steps"] if "fairground " in it.get("run", "") and "pip " not in it["run"]]


def run(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    bin_folder = str(Path(sys.executable).parent)
    return subprocess.run(
        ["/bin/sh", "-e", "-c", script],
        cwd=folder,
        env={
            **os.environ,
            "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
            "GITHUB_STEP_SUMMARY": "summary.md",
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def maps(tmp_path: Path) -> Path:
    """A folder of a map that cannot be read and, after it, a good one."""
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "a-broken.yaml").write_text("format: fairground/1\nname: [\n", encoding="utf-8")
    (tmp_path / "maps" / "b-good.yaml").write_text(MAP, encoding="utf-8")
    return tmp_path


@pytest.mark.long
def test_the_script_goes_through_all_maps_when_one_cannot_be_read(maps: Path) -> None:
    found = run(shell_script(), maps)
    assert found.returncode == 1
    assert (maps / "reports" / "b-good.html").is_file()
    assert "Small" in (maps / "reports" / "summary.md").read_text(encoding="utf-8")
    assert "b-good.yaml" in found.stdout


@pytest.mark.long
def test_each_step_of_the_workflow_goes_through_all_maps(maps: Path) -> None:
    steps = workflow_steps()
    assert len(steps) == 3
    for at, step in enumerate(steps):
        assert run(textwrap.dedent(step["run"]), maps).returncode != 0
        assert at == 0 or step["if"] == "always()"
    assert (maps / "reports" / "b-good.html").is_file()
    assert "Small" in (maps / "summary.md").read_text(encoding="utf-8")
