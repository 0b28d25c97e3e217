"""The sample plugin, installed into a fresh environment: all five things, on the command line and in the editor.

Nothing is downloaded: the environment borrows the dependencies from the one that runs the tests.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "examples" / "plugin"

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("sample plugin")]


def run(*command: str | Path, cwd: Path = ROOT, status: int = 0) -> str:
    """Run a command without settings of this environment's Python; return what it printed on stdout."""
    environment = {it: os.environ[it] for it in os.environ if not it.startswith(("PYTHON", "PIP_"))}
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**environment, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment with the sample plugin."""
    place = tmp_path_factory.mktemp("environment")
    venv.create(place, with_pip=False, symlinks=True)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(place)}))
    # addsitedir, unlike a bare path, reads the .pth file of an editable install, too.
    (packages / "borrowed.pth").write_text(
        f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n", encoding="utf-8"
    )
    python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    options = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--quiet")
    run(sys.executable, "-m", "pip", "--python", python, "install", *options, PLUGIN)
    return python


@pytest.fixture
def arena(tmp_path: Path) -> Path:
    """A map by the rules of the plugin; the zone of the west is all reeds."""
    file = tmp_path / "marsh.yaml"
    file.write_text(MARSH, encoding="utf-8")
    return file


MARSH = """\
format: fairground/1
name: Marsh
ruleset: marshes
turns: 12
board:
  layout: odd-q
  size: [8, 4]
  palette: {'.': clear, r: reeds}
  terrain: |
    r.......
    r.......
    r.......
    r.......
sides:
  - {id: west, name: West, team: west}
  - {id: east, name: East, team: east}
zones:
  - {id: west-start, side: west, kind: deployment, hexes: column 1}
  - {id: east-start, side: east, kind: deployment, hexes: column 8}
victory: {last_standing: true}
"""


def test_the_five_plugins_are_listed(python: Path) -> None:
    found = json.loads(run(python, "-m", "fairground", "plugins", "--json"))["plugins"]
    assert {(it["package"], it["version"], it["state"]) for it in found} == {
        ("fairground-marshes", "1.0", "ready")
    }
    assert [(it["kind"], it["title"]) for it in found] == [
        ("checks", "reeds in zones"),
        ("formats", "Table of hexes"),
        ("measures", "room after two turns"),
        ("rulesets", "Penance in the marshes"),
        ("tools", "Scatter"),
    ]


def test_the_terrain_and_the_check_are_in_the_findings(python: Path, arena: Path) -> None:
    found = json.loads(run(python, "-m", "fairground", "validate", arena, "--json"))["files"][0]["findings"]
    (reeds,) = [it for it in found if it["code"] == "reeds.in-zone"]
    assert reeds["message"].startswith("4 of the 4 hexes of the zone")
    assert reeds["place"]["line"] == 18
    assert "terrain.unknown" not in {it["code"] for it in found}
    path = json.loads(run(python, "-m", "fairground", "path", arena, "B1", "A1", "--json"))
    assert path["cost"] == 2


def test_the_measure_is_rated(python: Path, arena: Path) -> None:
    command = (python, "-m", "fairground", "fairness", arena, "--class", "heavy", "--json")
    (found,) = [it for it in json.loads(run(*command))["measures"] if it["id"] == "early-room"]
    west, east = found["zones"]["west-start"], found["zones"]["east-start"]
    # Leaving reeds costs nothing: only entering them does.
    assert west == east == 28
    assert found["band"] == "green"


def test_the_format_writes_a_table(python: Path, arena: Path, tmp_path: Path) -> None:
    out = tmp_path / "marsh.csv"
    run(python, "-m", "fairground", "export", arena, "--to", "hex-table", "-o", out)
    lines = out.read_text(encoding="utf-8").splitlines()
    assert lines[:3] == ["hex,terrain,level", "A1,reeds,0", "B1,clear,0"]
    assert len(lines) == 1 + 8 * 4


def test_the_editor_has_tool_terrain_measure_check_and_format(python: Path, arena: Path) -> None:
    """The tests in ``plugin_window.py`` run in the fresh environment."""
    tests = ROOT / "tests" / "editor" / "plugin_window.py"
    options = ("-q", "-n0", "-p", "no:cacheprovider")
    assert "1 passed" in run(python, "-m", "pytest", *options, tests)
    assert arena.exists()
