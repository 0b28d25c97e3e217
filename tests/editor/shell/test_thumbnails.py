from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QSize, QSizeF
from PySide6.QtGui import QImage, QPixmap

from fairground.core import load
from fairground.editor.shell.thumbnails import HEIGHT, WIDTH, Thumbnails, delete_oldest, draw_thumbnail
from fairground.editor.shell.welcome_page import filled_up, shipped_arenas, short_folder

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

SCENARIOS = Path(__file__).parents[3] / "scenarios"
#: Asks for a picture and is killed before it has one.
KILLED = """
import os, signal, sys
from pathlib import Path
from fairground.editor.shell.thumbnails import Thumbnails

if __name__ == "__main__":
    thumbnails = Thumbnails(Path(sys.argv[2]))
    thumbnails.picture(Path(sys.argv[1]))
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.long
def test_a_picture_comes_from_another_process_and_is_kept(qtbot: QtBot, tmp_path: Path) -> None:
    thumbnails, file = Thumbnails(tmp_path), SCENARIOS / "twin-stones.yaml"
    assert thumbnails.picture(file) is None
    with qtbot.waitSignal(thumbnails.ready) as caught:
        pass
    assert caught.args is not None
    assert caught.args[0] == file
    assert thumbnails.picture(file) == caught.args[1]
    assert list(tmp_path.iterdir()) == [caught.args[1]]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_the_process_that_draws_ends_with_a_killed_editor(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(KILLED, encoding="utf-8")
    command = [sys.executable, str(script), str(SCENARIOS / "twin-stones.yaml"), str(tmp_path / "kept")]
    # The output ends when the last process that has it ends.
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    assert done.returncode < 0


def test_a_file_that_cannot_be_read_has_no_picture(qtbot: QtBot, tmp_path: Path) -> None:
    thumbnails, file = Thumbnails(tmp_path / "kept"), tmp_path / "bad.yaml"
    assert thumbnails.picture(tmp_path / "nowhere.yaml") is None
    file.write_text("no scenario\n", encoding="utf-8")
    with qtbot.assertNotEmitted(thumbnails.ready):
        assert thumbnails.picture(file) is None
        qtbot.waitUntil(lambda: thumbnails.is_idle)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", ["frozen-gate", "training-yard"])
def test_pictures_fit_the_card(tmp_path: Path, name: str) -> None:
    target = tmp_path / "x.png"
    draw_thumbnail(SCENARIOS / f"{name}.yaml", target)
    image = QImage(str(target))
    assert image.width() <= WIDTH + 8
    assert image.height() <= HEIGHT + 8
    assert image.width() > WIDTH * 0.9 or image.height() > HEIGHT * 0.9


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("size", "left", "top"), [((432, 200), 0, 50), ((100, 300), 166, 0), ((216, 600), 162, 0)]
)
def test_pictures_of_all_shapes_take_the_same_room(size: tuple[int, int], left: int, top: int) -> None:
    picture = QPixmap(*size)
    picture.fill("#ff0000")
    image = filled_up(picture, QSize(WIDTH, HEIGHT)).toImage()
    assert (image.width(), image.height()) == (WIDTH, HEIGHT)
    red = [(x, y) for y in range(HEIGHT) for x in range(WIDTH) if image.pixelColor(x, y).alpha() == 255]
    assert (min(red), max(red)) == ((left, top), (WIDTH - 1 - left, HEIGHT - 1 - top))


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("ratio", [1, 1.5, 2])
def test_a_card_has_as_many_pixels_as_it_shows(ratio: float) -> None:
    picture = QPixmap(432, 200)
    picture.fill("#ff0000")
    card = filled_up(picture, QSize(216, 150), ratio)
    assert (card.width(), card.height()) == (216 * ratio, 150 * ratio)
    assert card.deviceIndependentSize() == QSizeF(216, 150)
    image = card.toImage()
    middle = card.width() // 2
    assert image.pixelColor(middle, round(27 * ratio)).alpha() == 255
    assert image.pixelColor(middle, round(23 * ratio)).alpha() == 0


def test_all_shipped_arenas_have_a_card() -> None:
    """``make generate`` renews the list."""
    scenarios = {path: load(path) for path in SCENARIOS.glob("*.yaml")}
    cards = {
        (it.name, f"{it.board.columns} by {it.board.rows}, {it.board.layout.value}", path.name)
        for path, it in scenarios.items()
    }
    assert {(it.name, it.summary, it.file.name) for it in shipped_arenas()} == cards
    assert all(it.file.is_file() for it in shipped_arenas())
    assert [it.name for it in shipped_arenas()] == sorted(it.name for it in shipped_arenas())


def test_only_the_pictures_used_last_are_kept(tmp_path: Path) -> None:
    for number in range(5):
        picture = tmp_path / f"{number}.png"
        picture.touch()
        os.utime(picture, (number, number))
    os.utime(tmp_path / "0.png", (9, 9))
    delete_oldest(tmp_path, most=2)
    assert sorted(it.name for it in tmp_path.iterdir()) == ["0.png", "4.png"]
    delete_oldest(tmp_path / "nowhere")


def test_a_folder_is_shown_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/srv/ann")
    assert short_folder(Path("/srv/ann/maps/a.yaml")) == "~/maps"
    assert short_folder(Path("/srv/anna/a.yaml")) == "/srv/anna"
    long = short_folder(Path("/srv") / "folder" / ("x" * 60) / "a.yaml")
    assert long.startswith("…")
    assert long.endswith("x" * 40)
