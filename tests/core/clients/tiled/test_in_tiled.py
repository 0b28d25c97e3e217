"""Tiled itself, and parsers that others wrote, take exports as they are meant; what is drawn in Tiled is read right."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core import export, import_file, load
from fairground.core.grid.layout import Layout
from fairground.core.pictures.looks import Looks
from fairground.core.scenario.transform.whole_board import Keep, relaid
from tests.core.clients.test_carried import full
from tests.core.clients.tiled import in_tiled
from tests.patience import wait_until

if TYPE_CHECKING:
    from fairground.core.clients import Imported

ROOT = Path(__file__).parents[4]
BOARDS = ROOT.parent / "shared" / "boards"
pytestmark = pytest.mark.skipif(
    bool(in_tiled.MISSING), reason="needs the package tiled (make test installs it)"
)


@pytest.mark.parametrize("layout", Layout)
def test_everything_of_a_scenario_is_there_in_every_layout(layout: Layout, tmp_path: Path) -> None:
    scenario = relaid(full(), layout, Keep.OFFSETS).scenario
    assert scenario.board.layout is layout
    # Decorations cover the ground, whose colour is looked at.
    plain = replace(scenario, images={}, decorations=[])
    assert list(in_tiled.faults_in_tiled(plain, tmp_path)) == []
    path = export(scenario, "tiled", tmp_path / "decorated.tmx", force=True).path
    assert list(in_tiled.wrong_in_pytmx(scenario, path)) == []
    assert list(in_tiled.wrong_in_pytiled(scenario, path)) == []


def test_a_shipped_scenario_is_whole(tmp_path: Path) -> None:
    scenario = load(ROOT / "scenarios" / "last-convoy.yaml")
    # Decorations cover the ground, whose colour is looked at.
    plain = replace(scenario, images={}, decorations=[])
    assert list(in_tiled.faults_in_tiled(plain, tmp_path)) == []
    path = export(scenario, "tiled", tmp_path / "decorated.tmx", force=True).path
    assert list(in_tiled.wrong_in_pytmx(scenario, path)) == []
    assert list(in_tiled.wrong_in_pytiled(scenario, path)) == []


@pytest.mark.skipif(not BOARDS.is_dir(), reason="the boards are no part of this repository")
def test_a_real_board_is_whole(tmp_path: Path) -> None:
    scenario = import_file(BOARDS / "8x8 Volga City A.board").scenario
    # Decorations cover the ground, whose colour is looked at.
    plain = replace(scenario, images={}, decorations=[])
    assert list(in_tiled.faults_in_tiled(plain, tmp_path)) == []
    path = export(scenario, "tiled", tmp_path / "decorated.tmx", force=True).path
    assert list(in_tiled.wrong_in_pytmx(scenario, path)) == []
    assert list(in_tiled.wrong_in_pytiled(scenario, path)) == []


def test_faults_would_be_found(tmp_path: Path) -> None:
    scenario = replace(full(), images={}, decorations=[])
    path = export(scenario, "tiled", tmp_path / "map.tmx", force=True).path
    other = replace(full(), images={}, decorations=[])
    other.board.terrain[0, 0] = other.board.terrain[0, 3]
    assert list(in_tiled.wrong_pixels(other.board, path, Looks(other))) == ["A1 is #efe7d2, not #dfd5c3"]
    assert list(in_tiled.differences(other, path)) == ["another scenario"]
    for faults in (in_tiled.wrong_in_pytiled, in_tiled.wrong_in_pytmx):
        assert list(faults(other, path)) == ["A1 has ('clear', 0, ''), not ('rubble', 0, '')"]
    other = replace(scenario, name="Another", units=[], zones=[])
    assert len(list(in_tiled.wrong_in_pytiled(other, path))) == 3
    # A picture that is not there is drawn as nothing, and Tiled is content.
    for picture in tmp_path.glob("*.png"):
        picture.unlink()
    faults_found = list(islice(in_tiled.wrong_pixels(scenario.board, path, Looks(scenario)), 3))
    assert len(faults_found) == 3


# -- drawn in Tiled -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with hex maps that Tiled has drawn and saved, by a script of its own."""
    folder = tmp_path_factory.mktemp("drawn")
    home = folder / "home"
    extensions = home / "tiled" / "extensions"
    extensions.mkdir(parents=True)
    export(full(), "tiled", folder / "any.tmx", force=True)
    shutil.copy(next(folder.glob("any-tiles-*.png")), folder / "ground.png")
    script = Path(__file__).with_name("draw.js").read_text(encoding="utf-8")
    (extensions / "draw.js").write_text(f"const FOLDER = {str(folder) + '/'!r};\n{script}", encoding="utf-8")
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
    }
    # It has no end of its own: its window stays.
    with subprocess.Popen(
        ["tiled"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            wait_until((folder / "log.txt").exists, "Tiled's script")
        finally:
            process.kill()
    assert (folder / "log.txt").read_text().count("written") == 12, (folder / "log.txt").read_text()
    return folder


def read(path: Path) -> Imported:
    return import_file(path)


@pytest.mark.parametrize("ending", [".tmx", ".tmj"])
@pytest.mark.parametrize("name", ["odd-q", "even-q", "odd-r", "even-r", "endless", "endless-r"])
def test_a_map_that_was_drawn_in_tiled_is_read(drawn: Path, name: str, ending: str) -> None:
    scenario, losses = read(drawn / f"{name}{ending}")
    board = scenario.board
    # The endless ones begin at column and row 17: what is shifted there is the first and not the second.
    assert board.layout.value == {"endless": "even-q", "endless-r": "even-r"}.get(name, name)
    kinds = [["+".join(board.palette[it].kinds) for it in row] for row in board.terrain.tolist()]
    assert kinds[0] == ["clear", "forest", "clear", "clear", "clear"]
    assert kinds[1] == ["clear", "clear", "rubble", "clear", "clear"]
    assert board.elevation.tolist() == [[0] * 5, [0] * 5, [1, 0, 0, 0, 0], [0, 0, 0, 0, 2]]
    assert board.palette[board.terrain[1, 3]].source == "swamp?"
    assert [(it.id, it.name) for it in scenario.sides] == [("red", "Red")]
    zone, unit = scenario.zones[0], scenario.units[0]
    assert (zone.id, zone.name, zone.side, zone.shape.labels()) == (
        "red-start",
        "Red Start",
        "red",
        ("A1", "A2", "A3", "A4"),
    )
    assert (unit.side, unit.unit_class, board.label(unit.hex)) == ("red", "scout", "D3")
    assert sorted((it.code, it.place.hex) for it in losses) == [
        ("import.left-out", None),
        ("import.ruleset", None),
        ("import.unmapped", "D2"),
        ("import.unmapped", "E4"),
    ]
