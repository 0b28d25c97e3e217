"""Saving: the old file or the new one, whole, whatever fails and whenever."""

from __future__ import annotations

import errno
import os
import random
import secrets
import signal
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core.errors import FileError
from fairground.core.files import write_bytes
from fairground.core.files.atomic import make_folder

if TYPE_CHECKING:
    from collections.abc import Callable

OLD, NEW = b"old\n" * 1000, b"new and longer\n" * 1000
posix = pytest.mark.skipif(os.name != "posix", reason="links, modes and signals of POSIX")


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_new_file_is_written(tmp_path: Path) -> None:
    write_bytes(tmp_path / "a.yaml", NEW)
    assert content(tmp_path) == {"a.yaml": NEW}


def test_an_old_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(OLD)
    write_bytes(str(tmp_path / "a.yaml"), NEW)
    assert content(tmp_path) == {"a.yaml": NEW}


def test_empty_content_is_content(tmp_path: Path) -> None:
    write_bytes(tmp_path / "a.yaml", b"")
    assert content(tmp_path) == {"a.yaml": b""}


@posix
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o640, 0o755])
def test_the_mode_stays(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(OLD)
    path.chmod(mode)
    write_bytes(path, NEW)
    assert path.stat().st_mode & 0o7777 == mode


@posix
def test_a_file_that_is_write_protected_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Whom the system lets write everything has no protected files: what the mode says is taken in its place.
    monkeypatch.setattr(os, "access", lambda path, _how: bool(Path(path).stat().st_mode & 0o200))
    path = tmp_path / "a.yaml"
    path.write_bytes(OLD)
    path.chmod(0o444)
    with pytest.raises(FileError, match="cannot be written: it is write-protected"):
        write_bytes(path, NEW)
    assert content(tmp_path) == {"a.yaml": OLD}
    path.chmod(0o644)
    write_bytes(path, NEW)
    assert content(tmp_path) == {"a.yaml": NEW}


@posix
def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"")
    write_bytes(tmp_path / "a.yaml", NEW)
    assert (tmp_path / "a.yaml").stat().st_mode == (tmp_path / "plain").stat().st_mode


@posix
def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.yaml").write_bytes(OLD)
    (tmp_path / "link.yaml").symlink_to("real/a.yaml")
    write_bytes(tmp_path / "link.yaml", NEW)
    assert (tmp_path / "link.yaml").is_symlink()
    assert content(tmp_path / "real") == {"a.yaml": NEW}


@posix
def test_a_link_to_nothing_yet_makes_its_target(tmp_path: Path) -> None:
    (tmp_path / "link.yaml").symlink_to("a.yaml")
    write_bytes(tmp_path / "link.yaml", NEW)
    assert (tmp_path / "link.yaml").is_symlink()
    assert (tmp_path / "a.yaml").read_bytes() == NEW


@posix
def test_another_name_of_the_file_keeps_what_it_had(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(OLD)
    (tmp_path / "b.yaml").hardlink_to(path)
    write_bytes(path, NEW)
    assert content(tmp_path) == {"a.yaml": NEW, "b.yaml": OLD}


def test_of_two_who_write_at_once_one_is_there_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    whole = {letter * 300_000 for letter in (b"a", b"b")}

    def write(data: bytes) -> set[bytes]:
        seen = set()
        for _ in range(15):
            write_bytes(path, data)
            seen.add(path.read_bytes())
        return seen

    with ThreadPoolExecutor(2) as pool:
        seen = set[bytes]().union(*pool.map(write, whole))
    assert seen <= whole
    assert [it.name for it in tmp_path.iterdir()] == ["a.yaml"]


@posix
def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").symlink_to("b.yaml")
    (tmp_path / "b.yaml").symlink_to("a.yaml")
    with pytest.raises(FileError, match="cannot be written: its symbolic links form a loop"):
        write_bytes(tmp_path / "a.yaml", NEW)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.yaml", "b.yaml"]


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="it is a folder"):
        write_bytes(tmp_path, NEW)


@posix
def test_devices_and_pipes_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path(os.devnull)):
        with pytest.raises(FileError, match="a device or another special file"):
            write_bytes(path, NEW)


@pytest.mark.parametrize("name", ["missing/a.yaml", "a\0b.yaml", "x" * 300])
def test_places_that_do_not_exist_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileError, match="cannot be written"):
        write_bytes(tmp_path / name, NEW)
    assert content(tmp_path) == {}


@posix
def test_long_names_have_room_for_the_temporary_file(tmp_path: Path) -> None:
    name = "é" * 120 + ".yaml"
    write_bytes(tmp_path / name, NEW)
    assert content(tmp_path) == {name: NEW}


def test_short_writes_are_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, bytes(data[:1000])))
    write_bytes(tmp_path / "a.yaml", NEW)
    assert content(tmp_path) == {"a.yaml": NEW}


def test_a_temporary_name_that_is_taken_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = iter(["00000000", "00000000", "11111111"])
    monkeypatch.setattr(secrets, "token_hex", lambda _: next(tokens))
    taken = tmp_path / ".a.yaml.00000000.tmp"
    taken.write_bytes(b"somebody's")
    write_bytes(tmp_path / "a.yaml", NEW)
    assert content(tmp_path) == {"a.yaml": NEW, taken.name: b"somebody's"}
    monkeypatch.setattr(secrets, "token_hex", lambda _: "00000000")
    with pytest.raises(FileError, match="File exists"):
        write_bytes(tmp_path / "a.yaml", OLD)
    assert content(tmp_path) == {"a.yaml": NEW, taken.name: b"somebody's"}


CALLS = ("open", "write", "fsync", "close", "replace", "chmod", "stat", "unlink")


def failing(monkeypatch: pytest.MonkeyPatch, name: str, nth: int, error: BaseException) -> list[int]:
    """Make the nth call of a function of ``os`` raise; the list that is returned counts its calls."""
    real: Callable[..., Any] = getattr(os, name)
    calls = [0]

    def fake(*args: Any, **kwargs: Any) -> Any:
        calls[0] += 1
        if calls[0] == nth:
            if name == "close":
                real(*args, **kwargs)
            raise error
        if name == "write":
            return real(args[0], bytes(args[1][:4000]))
        return real(*args, **kwargs)

    monkeypatch.setattr(os, name, fake)
    return calls


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("name", CALLS)
def test_whatever_call_fails_the_file_is_whole_and_nothing_is_left(
    tmp_path: Path, name: str, error: BaseException
) -> None:
    path = tmp_path / "a.yaml"
    outcomes = set()
    for nth in range(1, 50):
        path.write_bytes(OLD)
        with pytest.MonkeyPatch.context() as patch:
            calls = failing(patch, name, nth, error)
            failed = False
            try:
                write_bytes(path, NEW)
            except (FileError, KeyboardInterrupt):
                failed = True
        assert set(content(tmp_path)) == {"a.yaml"}
        # The one call after the file is in place is the flush of its folder.
        in_place = path.read_bytes() == NEW
        assert in_place or (failed and path.read_bytes() == OLD)
        outcomes.add(failed)
        if calls[0] < nth:
            break
    else:
        pytest.fail("the calls never ended")
    assert outcomes == {False} if name == "unlink" else False in outcomes


def test_the_injected_faults_are_met(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = {
        name: failing(monkeypatch, name, 0, OSError()) for name in ("open", "write", "fsync", "replace")
    }
    (tmp_path / "a.yaml").write_bytes(OLD)
    write_bytes(tmp_path / "a.yaml", NEW)
    assert {name: calls[0] for name, calls in counts.items()} == {
        "open": 2,
        "write": 4,
        "fsync": 2,
        "replace": 1,
    }


_SAVING = """
import sys
from fairground.core.files import write_bytes
contents = [letter.encode() * 200_000 for letter in "abcdefgh"]
print("ready", flush=True)
while True:
    for data in contents:
        write_bytes(sys.argv[1], data)
        print("written", flush=True)
"""


@pytest.mark.long
@posix
def test_a_killed_process_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"a" * 200_000)
    seeded = random.Random(7)  # noqa: S311  # moments to kill at, not secrets
    for _ in range(8):
        with subprocess.Popen([sys.executable, "-c", _SAVING, str(path)], stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == b"ready\n"
            for _ in range(seeded.randrange(8)):
                assert child.stdout.readline() == b"written\n"
            child.send_signal(signal.SIGKILL)
        data = path.read_bytes()
        assert len(data) == 200_000
        assert len(set(data)) == 1


def test_what_killed_processes_left_of_a_file_goes_with_its_next_save(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    left, young = tmp_path / ".a.yaml.0123abcd.tmp", tmp_path / ".a.yaml.4567abcd.tmp"
    others = [tmp_path / name for name in (".b.yaml.0123abcd.tmp", "a.yaml.0123abcd.tmp", ".a.yaml.mine.tmp")]
    for it in (left, young, *others):
        it.write_bytes(OLD)
    for it in (left, *others):
        os.utime(it, (it.stat().st_mtime - 90,) * 2)
    write_bytes(path, NEW)
    # Somebody may still be writing the young one.
    assert content(tmp_path).keys() == {path.name, young.name, *(it.name for it in others)}


@pytest.mark.parametrize(("refusals", "saved"), [(2, True), (99, False)])
def test_windows_waits_for_a_program_that_has_the_file_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refusals: int, *, saved: bool
) -> None:
    rename, tries = Path.replace, iter(range(100))

    def refuse_first(source: Path, target: Path) -> Path:
        if next(tries) < refusals:
            raise PermissionError(13, "Access is denied")
        return rename(source, target)

    waits: list[float] = []
    monkeypatch.setattr("fairground.core.files.atomic._IS_WINDOWS", True)
    monkeypatch.setattr("time.sleep", waits.append)
    monkeypatch.setattr(Path, "replace", refuse_first)
    (tmp_path / "a.yaml").write_bytes(OLD)
    if saved:
        write_bytes(tmp_path / "a.yaml", NEW)
    else:
        with pytest.raises(FileError, match="Access is denied"):
            write_bytes(tmp_path / "a.yaml", NEW)
    assert content(tmp_path) == {"a.yaml": NEW if saved else OLD}
    assert 0 < sum(waits) <= 1


@posix
def test_a_disk_that_fails_to_flush_the_folder_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(OLD)
    monkeypatch.setattr(os, "fsync", failing_for_folders(errno.EIO))
    with pytest.raises(
        FileError, match=r"a\.yaml was written, but the disk reported an error, .*: Input/output"
    ):
        write_bytes(path, NEW)
    assert content(tmp_path) == {"a.yaml": NEW}
    # A file system that knows no flush of folders is no fault.
    monkeypatch.setattr(os, "fsync", failing_for_folders(errno.EINVAL))
    write_bytes(path, OLD)
    assert content(tmp_path) == {"a.yaml": OLD}


def failing_for_folders(number: int) -> Callable[[int], None]:
    real = os.fsync

    def flush(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(number, os.strerror(number))
        real(handle)

    return flush


@posix
def test_each_new_folder_is_flushed_in_the_one_above_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[Path] = []
    monkeypatch.setattr("fairground.core.files.atomic.flush_folder", flushed.append)
    make_folder(tmp_path / "a" / "b")
    assert flushed == [tmp_path, tmp_path / "a"]
    make_folder(tmp_path / "a" / "b")
    assert flushed == [tmp_path, tmp_path / "a"]
