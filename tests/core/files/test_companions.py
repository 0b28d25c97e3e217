"""Several files that belong together: all of the new ones or all of the old ones, whatever fails and whenever."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fairground.core.errors import FileError
from fairground.core.files.atomic import Staged
from fairground.core.files.companions import Companion, write_together

posix = pytest.mark.skipif(os.name != "posix", reason="signals and modes of POSIX")


def companions(word: str) -> list[Companion]:
    return [
        Companion.of("map", "tiles", ".png", f"{word} tiles".encode()),
        Companion.of("map", "sheet", ".txt", f"{word} sheet".encode()),
    ]


def content(word: str) -> bytes:
    """Return a main file that names its companions, as a map names its pictures."""
    return "\n".join([word, *(it.name for it in companions(word))]).encode()


def write(folder: Path, word: str) -> None:
    write_together(folder / "map.tmx", content(word), companions(word))


def state(folder: Path) -> str:
    """Return which files of an export are there: its word, or nothing; fail when they are not all there."""
    main = folder / "map.tmx"
    if not main.exists():
        return ""
    word, *names = main.read_text().split("\n")
    for it, name in zip(companions(word), names, strict=True):
        assert it.name == name
        assert (folder / name).read_bytes() == it.content
    return word


def names(folder: Path) -> set[str]:
    return {it.name for it in folder.iterdir()}


def test_a_name_tells_the_content() -> None:
    first, second = Companion.of("map", "tiles", ".png", b"a"), Companion.of("map", "tiles", ".png", b"b")
    assert first.name != second.name
    assert first.name.startswith("map-tiles-")
    assert first.name.endswith(".png")
    assert first == Companion.of("map", "tiles", ".png", b"a")


def test_what_an_earlier_export_left_is_taken_away_unless_somebody_changed_it(tmp_path: Path) -> None:
    write(tmp_path, "old")
    mine = {"map-notes.txt": b"mine", "map-tiles-00000000.png": b"mine too", "other-tiles-1234abcd.png": b"x"}
    for name, data in mine.items():
        (tmp_path / name).write_bytes(data)
    write(tmp_path, "new")
    assert state(tmp_path) == "new"
    assert names(tmp_path) == {"map.tmx", *mine, *(it.name for it in companions("new"))}
    assert all((tmp_path / name).read_bytes() == data for name, data in mine.items())


def test_what_other_files_name_is_theirs_too(tmp_path: Path) -> None:
    """Another format of the same name, and a copy of the main file."""
    picture = Companion.of("map", "board", ".png", b"a board")
    write_together(tmp_path / "map.json", f"maps/{picture.name}".encode(), [picture])
    write(tmp_path, "old")
    tiles = companions("old")[0]
    (tmp_path / "copy.tmx").write_bytes(tiles.name.encode())
    write(tmp_path, "new")
    assert state(tmp_path) == "new"
    assert (tmp_path / picture.name).exists()
    assert (tmp_path / tiles.name).exists()
    assert not (tmp_path / companions("old")[1].name).exists()
    other = Companion.of("map", "board", ".png", b"another board")
    write_together(tmp_path / "map.json", other.name.encode(), [other])
    assert not (tmp_path / picture.name).exists()
    assert state(tmp_path) == "new"


def test_in_a_folder_of_very_many_files_nothing_is_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairground.core.files.companions._MOST_OTHERS", 3)
    write(tmp_path, "old")
    for number in range(2):
        (tmp_path / f"{number}.txt").write_text("x")
    write(tmp_path, "new")
    # The new companions and two others are more than are looked into.
    assert names(tmp_path) >= {it.name for it in companions("old")}


def test_other_files_are_looked_into_up_to_a_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "old")
    (tmp_path / "large.bin").write_bytes(bytes(5000))
    write(tmp_path, "new")
    assert names(tmp_path) == {"map.tmx", "large.bin", *(it.name for it in companions("new"))}
    monkeypatch.setattr("fairground.core.files.companions._MOST_BYTES", 4999)
    write(tmp_path, "newest")
    # What is larger may name anything.
    assert names(tmp_path) >= {it.name for it in companions("new")}


def test_the_same_again_changes_nothing(tmp_path: Path) -> None:
    write(tmp_path, "old")
    before = names(tmp_path)
    write(tmp_path, "old")
    assert state(tmp_path) == "old"
    assert names(tmp_path) == before


@pytest.mark.parametrize("call", ["write", "fsync", "replace"])
@pytest.mark.parametrize("nth", [1, 2, 3])
@pytest.mark.parametrize("before", ["", "old"])
def test_a_full_disk_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, nth: int, before: str
) -> None:
    if before:
        write(tmp_path, before)
    there = names(tmp_path)
    owner = Path if call == "replace" else os
    real, calls = getattr(owner, call), iter(range(1, 100))

    def failing(*args: object) -> object:
        if next(calls) == nth:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*args)

    with monkeypatch.context() as patch:
        patch.setattr(owner, call, failing)
        with pytest.raises(FileError, match="cannot be written: No space left"):
            write(tmp_path, "new")
    assert state(tmp_path) == before
    assert names(tmp_path) == there
    write(tmp_path, "new")
    assert state(tmp_path) == "new"


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        with pytest.raises(FileError, match="Permission denied"):
            write(tmp_path, "new")
    assert names(tmp_path) == set()


#: Writes the new files, and is killed at the given call of the system that changes the folder.
KILLED = """
import os, signal, sys
from pathlib import Path
from tests.core.files.test_companions import write

count = 0

def deadly(name, owner):
    real = getattr(owner, name)
    def call(*args, **more):
        global count
        count += 1
        if count == last:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **more)
    setattr(owner, name, call)

deadly("open", os), deadly("write", os), deadly("replace", Path), deadly("unlink", Path)
for last in range(1, 100):
    pid = os.fork()
    if not pid:
        write(Path(sys.argv[1]), "new")
        os._exit(0)
    status = os.waitpid(pid, 0)[1]
    print(status, flush=True)
    sys.stdin.readline()
    if not status:
        break
"""


@pytest.mark.long
@posix
def test_a_killed_export_leaves_the_old_files_or_the_new_ones(tmp_path: Path) -> None:
    write(tmp_path, "old")
    seen = []
    root = str(Path(__file__).parents[3])
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": root},
    ) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        for line in child.stdout:
            seen.append((int(line), state(tmp_path)))
            if seen[-1][1] == "new":
                write(tmp_path, "old")
            child.stdin.write("\n")
            child.stdin.flush()
    killed = [word for status, word in seen if status]
    assert len(killed) >= 8
    # The main file's rename is the moment from which on the new files are there.
    assert set(killed) == {"old", "new"}
    assert killed == sorted(killed, reverse=True)
    assert seen[-1] == (0, "new")
    write(tmp_path, "last")
    assert state(tmp_path) == "last"


def test_what_a_killed_export_left_goes_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "old")

    def killed(self: Staged) -> None:
        if self.path.name == "map.tmx":
            raise SystemExit
        place(self)

    place = Staged.place
    with monkeypatch.context() as patched:
        # The companions are in place, the main file is not, and nobody clears up.
        patched.setattr(Staged, "place", killed)
        patched.setattr(Staged, "drop", lambda _self: None)
        patched.setattr(Path, "unlink", lambda _self: None)
        with pytest.raises(SystemExit):
            write(tmp_path, "lost")
    assert state(tmp_path) == "old"
    assert {it.name for it in companions("lost")} < names(tmp_path)
    write(tmp_path, "young")
    assert {it.name for it in companions("lost")} < names(tmp_path)
    for it in tmp_path.glob(".*.tmp"):
        os.utime(it, (0, 0))
    write(tmp_path, "new")
    assert state(tmp_path) == "new"
    assert names(tmp_path) == {"map.tmx", *(it.name for it in companions("new"))}


@posix
@pytest.mark.parametrize("place", ["secret.txt", "none.txt", "/dev/null"])
def test_a_link_with_the_name_of_a_companion_is_not_followed(tmp_path: Path, place: str) -> None:
    folder = tmp_path / "maps"
    folder.mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    write(folder, "old")
    name = companions("new")[0].name
    (folder / name).symlink_to(tmp_path / place)
    with pytest.raises(FileError, match=f"{name} cannot be written: it is a symbolic link"):
        write(folder, "new")
    assert (tmp_path / "secret.txt").read_text() == "secret"
    assert not (tmp_path / "none.txt").exists()
    assert state(folder) == "old"
    assert names(folder) == {"map.tmx", name, *(it.name for it in companions("old"))}
