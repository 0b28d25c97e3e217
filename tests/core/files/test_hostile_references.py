"""Everything that opens a file, and what lies where a file should: told at once, and nothing outside is read."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from fairground.core.clients import import_file
from fairground.core.clients.coded_maps.legend import load_legend
from fairground.core.clients.format import read_beside
from fairground.core.errors import FairgroundError, FileError
from fairground.core.files import load, read_bytes, save
from fairground.core.files.force_file import load_side_force
from fairground.core.files.images import ImageFault, read_image
from fairground.core.files.untrusted_files import read_regular_file
from fairground.core.rules import load_ruleset
from fairground.core.validation import validate_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes, devices and links of POSIX")

OTHER: Final = (
    "format: fairground-ruleset/1\nid: secret\ntitle: The secret of the folder above\nterrain: {}\n"
)
MAP: Final = """\
format: fairground/1
name: Arena
ruleset: {ruleset}
board:
  layout: odd-q
  size: [2, 2]
  palette: {{'.': clear}}
  terrain: |
    ..
    ..
"""
TILED: Final = """\
<map version="1.10" orientation="hexagonal" staggeraxis="x" staggerindex="odd" width="2" height="1" tilewidth="20"
 tileheight="20" hexsidelength="10"><tileset firstgid="1" source="{source}"/>
<layer id="1" name="terrain" width="2" height="1"><data encoding="csv">1,1</data></layer></map>
"""
#: What is named instead of a file; the names that lead elsewhere are those of files that are there.
ABSENT: Final = ("pipe.yaml", "device.yaml", "folder.yaml", "circle.yaml", f"{'n' * 300}.yaml")
OUTSIDE: Final = (
    "../secret.yaml",
    "link.yaml",
    "up/secret.yaml",
    "{above}/secret.yaml",
    "file:../secret.yaml",
)


@contextmanager
def at_once() -> Iterator[None]:
    """Fail when what is inside waits for somebody, as the opening of a pipe does."""

    def waited(_number: int, _frame: object) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, waited)
    signal.setitimer(signal.ITIMER_REAL, 20)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of things that are no files, and of links out of it."""
    (tmp_path / "secret.yaml").write_text(OTHER)
    made = tmp_path / "maps"
    made.mkdir()
    os.mkfifo(made / "pipe.yaml")
    (made / "device.yaml").symlink_to("/dev/zero")
    (made / "folder.yaml").mkdir()
    (made / "circle.yaml").symlink_to("circle.yaml")
    (made / "link.yaml").symlink_to("../secret.yaml")
    (made / "up").symlink_to("..")
    return made


def ruleset_of_map(folder: Path, name: str) -> None:
    text = MAP.format(ruleset=f"'{name}'")
    (folder / "arena.yaml").write_text(text)
    found = validate_file(folder / "arena.yaml").findings
    faults = [it for it in found if it.code.startswith("ruleset.")]
    assert faults, "the ruleset was taken"
    assert "The secret" not in str(found)
    raise FileError(faults[0].message)


def ruleset_of_ruleset(folder: Path, name: str) -> None:
    head = f"format: fairground-ruleset/1\nextends: '{name}'\nid: mine\ntitle: Mine\n"
    (folder / "mine.yaml").write_text(head)
    load_ruleset("mine.yaml", folder=folder)


def ruleset_of_legend(folder: Path, name: str) -> None:
    head = f"format: fairground-legend/1\nruleset: '{name}'\ncodes: {{X: clear}}\n"
    (folder / "legend.yaml").write_text(head)
    load_legend(folder / "legend.yaml")


def ruleset_of_import(folder: Path, name: str) -> None:
    (folder / "a.board").write_text('size 1 1\nhex 0101 0 "" ""\nend\n')
    import_file(folder / "a.board", ruleset=name)


def tileset(folder: Path, name: str) -> None:
    (folder / "a.tmx").write_text(TILED.format(source=name))
    told = [it.message for it in import_file(folder / "a.tmx").losses if it.code == "import.beside"]
    assert len(told) == 1, "the tileset was taken"
    raise FileError(told[0])


def image_of_map(folder: Path, name: str) -> None:
    image = read_image(name, folder)
    assert isinstance(image, ImageFault), "the image was taken"
    raise FileError(image.message)


#: What reads a file that another one names: nothing outside the folder.
NAMED: Final[dict[str, Callable[[Path, str], object]]] = {
    "a scenario's ruleset": ruleset_of_map,
    "what a ruleset extends": ruleset_of_ruleset,
    "a legend's ruleset": ruleset_of_legend,
    "an import's ruleset": ruleset_of_import,
    "a map's tileset": tileset,
    "a file beside": read_beside,
    "a scenario's image": image_of_map,
    "a side's force": lambda folder, name: load_side_force(name, folder),
}
#: What reads a file that the user names, wherever it is.
GIVEN: Final[dict[str, Callable[[Path], object]]] = {
    "a scenario": load,
    "an import": import_file,
    "a legend": load_legend,
    "any file": lambda path: read_regular_file(path, most_bytes=10),
}


@pytest.mark.parametrize("name", [*ABSENT, *OUTSIDE])
@pytest.mark.parametrize("reader", NAMED)
def test_what_a_file_names_is_a_file_in_its_folder(folder: Path, reader: str, name: str) -> None:
    with at_once(), pytest.raises(FairgroundError) as caught:
        NAMED[reader](folder, name.format(above=folder.parent))
    assert "The secret" not in str(caught.value)


@pytest.mark.parametrize("name", ABSENT)
@pytest.mark.parametrize("reader", GIVEN)
def test_what_the_user_names_is_a_file(folder: Path, reader: str, name: str) -> None:
    with at_once(), pytest.raises(FileError):
        GIVEN[reader](folder / name)


def test_a_pipe_that_takes_the_place_of_a_file_is_not_waited_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "is_file", lambda _self: True)
    with at_once(), pytest.raises(FileError, match="it is not a file"):
        read_regular_file(folder / "pipe.yaml", most_bytes=10)


def test_ids_of_a_scenario_are_no_paths(folder: Path) -> None:
    """Whatever parts are called, a save writes the one file that was asked for."""
    parts = "sides:\n  - {id: '../evil'}\n"
    reading = read_bytes((MAP.format(ruleset="penance-1.0") + parts).encode(), folder=folder)
    assert [it.place.path for it in reading.findings] == [("sides", 0, "id")]
    before = set(folder.parent.rglob("*"))
    scenario = read_bytes(MAP.format(ruleset="penance-1.0").replace("Arena", "../../evil").encode()).scenario
    assert scenario is not None
    save(scenario, folder / "mine.yaml")
    assert set(folder.parent.rglob("*")) - before == {folder / "mine.yaml"}
