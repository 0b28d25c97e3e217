"""No room on the disk, or no right to write: it is told, nothing is lost, the work goes on, and a retry works."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import FileError
from fairground.core.files import load
from fairground.core.files.companions import Companion, write_together
from fairground.core.grid.hexes import Hex
from fairground.core.scenario.transform.clip import clip_of
from fairground.editor.app.settings import Settings
from fairground.editor.document.document import Document
from fairground.editor.document.journal import Journal
from fairground.editor.document.patches import FieldPatch
from fairground.editor.document.recovery import recover
from fairground.editor.features.clipboard.stamps import Stamps
from fairground.editor.features.exporting.presets import Preset, Presets
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

FULL = OSError(errno.ENOSPC, "No space left on device")
BROKEN = OSError(errno.EIO, "Input/output error")
READ_ONLY = OSError(errno.EROFS, "Read-only file system")
#: The calls that change a disk.
CALLS = ("open", "write", "fsync", "replace")


def rename(document: Document, name: str) -> None:
    document.edit(name, [FieldPatch("name", document.scenario.name, name)])


def save(document: Document, folder: Path, version: str) -> None:
    document.scenario.name = version
    document.save(folder / "arena.yaml")


def export(_document: Document, folder: Path, version: str) -> None:
    pictures = [
        Companion.of("map", role, ".png", f"{version} {role}".encode()) for role in ("tiles", "board")
    ]
    write_together(folder / "map.tmx", b"\n".join(it.name.encode() for it in pictures), pictures)


def keep_preset(_document: Document, folder: Path, version: str) -> None:
    Presets(folder / "exports.yaml").keep(Preset("Mine", "png", file=version))


def keep_stamp(document: Document, folder: Path, version: str) -> None:
    at = Hex(0, 0) if version == "old" else Hex(1, 0)
    Stamps(folder).save("Corner", clip_of(document.scenario.board, [at, Hex(0, 1)]))


def content(folder: Path) -> dict[str, bytes]:
    return {it.name: it.read_bytes() for it in folder.iterdir()}


@pytest.mark.parametrize("write", [save, export, keep_preset, keep_stamp])
@pytest.mark.parametrize("fault", [FULL, READ_ONLY, BROKEN], ids=["full", "read-only", "broken"])
def test_whatever_call_fails_the_old_is_whole_and_a_retry_works(
    document: Document, tmp_path: Path, write: Callable[[Document, Path, str], None], fault: OSError
) -> None:
    (tmp_path / "expected").mkdir()
    write(document, tmp_path / "expected", "new")
    new = content(tmp_path / "expected")
    failures = 0
    for name in CALLS:
        for nth in range(1, 30):
            folder = tmp_path / f"{name}-{nth}"
            folder.mkdir()
            write(document, folder, "old")
            old = content(folder)
            with failing(name, nth, fault) as calls:
                told = told_by(write, document, folder)
            # The one call after all is in place is the flush of the folder.
            is_new = "was written, but the disk reported an error" in told or not told
            # What the old main file refers to then stays, since the old file may be back after a power failure.
            expected = old | new if told and is_new else new if is_new else old
            assert content(folder) == expected
            if told:
                failures += 1
                assert told.endswith(f": {fault.strerror}")
                assert is_new or "cannot be written" in told
            write(document, folder, "new")
            assert content(folder) == (expected if is_new else new)
            if calls[0] < nth:
                break
        else:
            pytest.fail("the calls never ended")
    assert failures >= 4


def told_by(write: Callable[[Document, Path, str], None], document: Document, folder: Path) -> str:
    """Return what is told of a new version that is written; nothing when all went well."""
    try:
        write(document, folder, "new")
    except FileError as error:
        return str(error)
    return ""


@contextmanager
def failing(name: str, nth: int, error: OSError) -> Iterator[list[int]]:
    """Let the nth call of a function of ``os`` fail, as far as it changes something; yield the number of calls."""
    real, calls = getattr(os, name), [0]

    def fake(*args: object, **kwargs: object) -> object:
        if name != "open" or of_type(args[1], int) & os.O_CREAT:
            calls[0] += 1
            if calls[0] == nth:
                raise error
        return real(*args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, name, fake)
        yield calls


@contextmanager
def no_file_larger_than(size: int) -> Iterator[None]:
    """Let the system refuse what would make a file larger: a write stops in the middle, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.long
def test_a_journal_without_room_is_told_of_and_made_up_for(
    document: Document, tmp_path: Path, qtbot: QtBot
) -> None:
    heard: list[str] = []
    with closing(Journal(document, tmp_path)) as journal:
        journal.failed.connect(heard.append)
        rename(document, "A")
        with no_file_larger_than(journal.path.stat().st_size + 20):
            rename(document, "B")
            rename(document, "C")
            document.undo()
            assert heard == [journal.failure]
            assert "Cannot write" in journal.failure
            # The line that was cut off in the middle is none.
            assert recover(journal.path).document.scenario.name == "A"
        with qtbot.waitSignal(journal.repaired):
            rename(document, "D")
        assert journal.failure == ""
        found = recover(journal.path).document
        assert found.scenario.name == "D"
        assert [found.undo_stack.text(at) for at in range(found.undo_stack.count())] == ["A", "B", "D"]
        found.go_to(0)
        assert found.scenario.name == "Test"


@pytest.mark.long
def test_a_journal_that_cannot_even_begin_begins_later(
    document: Document, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "journals"
    folder.write_text("in the way")
    with closing(Journal(document, folder)) as journal:
        assert "Cannot write" in journal.failure
        rename(document, "A")
        folder.unlink()
        with qtbot.waitSignal(journal.repaired):
            pass
        assert recover(journal.path).document.scenario.name == "A"


@pytest.mark.long
def test_recovered_work_stays_where_it_was_until_there_is_room_for_its_new_journal(
    document: Document, tmp_path: Path, qtbot: QtBot
) -> None:
    with closing(Journal(document, tmp_path)) as journal:
        rename(document, "A")
        left = tmp_path / "1-1.journal"
        left.write_bytes(journal.path.read_bytes())
    recovered = recover(left)
    found = recovered.document
    with no_file_larger_than(left.stat().st_size - 10):
        again = Journal(found, tmp_path, continued=recovered)
        assert again.failure
        assert recover(left).document.scenario.name == "A"
    with qtbot.waitSignal(again.repaired):
        rename(found, "B")
    assert not left.exists()
    assert recover(again.path).document.scenario.name == "B"
    again.close()
    assert not list(tmp_path.iterdir())


def test_too_much_that_waits_for_room_ends_the_journal(
    document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairground.editor.document.journal._MOST_PENDING", 1000)
    with closing(Journal(document, tmp_path)) as journal:
        with no_file_larger_than(journal.path.stat().st_size):
            rename(document, "x" * 2000)
        journal.sync()
        rename(document, "B")
        assert journal.failure
        assert recover(journal.path).document.scenario.name == "Test"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 128 KB; skips where nobody may mount one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", str(disk)]
    try:
        mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        pytest.skip("no disk can be mounted here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.long
def test_settings_on_a_full_disk_say_so_once_and_hold_until_the_end(small_disk: Path, qtbot: QtBot) -> None:
    settings = Settings(small_disk / "settings.ini")
    told: list[str] = []
    settings.failed.connect(told.append)
    settings.setValue("a", "1")
    settings.sync()
    (small_disk / "fill").write_bytes(bytes(2**17 - 2**13))
    for letter in "xy":
        settings.setValue("b", letter * 9000)
        qtbot.waitUntil(lambda: bool(told))
        qtbot.wait(550)
    assert len(told) == 1
    assert "settings.ini: the layout" in told[0]
    assert settings.value("b") == "y" * 9000
    # As it was.
    assert (small_disk / "settings.ini").read_text() == "[General]\na=1\n"


@pytest.mark.long
def test_an_evening_on_a_disk_that_fills_up(small_disk: Path, document: Document, qtbot: QtBot) -> None:
    document.save(small_disk / "arena.yaml")
    opened = Document(load(small_disk / "arena.yaml"), small_disk / "arena.yaml")
    with closing(Journal(opened, small_disk / "journals")) as journal:
        rename(opened, "A")
        fill = small_disk / "fill"
        # A write ends where there is no more room, and the next begins there.
        with fill.open("wb", buffering=0) as stream:
            stream.write(bytes(2**18))
            with pytest.raises(OSError, match="No space"):
                stream.write(bytes(1))
        before = content_of_files(small_disk)
        with pytest.raises(FileError, match=r"arena\.yaml cannot be written: No space left on device"):
            opened.save()
        for number in range(200):
            rename(opened, f"{number}" * 20)
        assert "No space left on device" in journal.failure
        assert opened.is_dirty
        after = content_of_files(small_disk)
        assert after.keys() == before.keys()
        assert after["arena.yaml"] == before["arena.yaml"]
        fill.unlink()
        with qtbot.waitSignal(journal.repaired):
            opened.save()
        assert load(small_disk / "arena.yaml").name == "199" * 20
        assert recover(journal.path).document.undo_stack.count() == 201


@pytest.mark.long
@pytest.mark.parametrize("write", [save, export, keep_preset, keep_stamp])
def test_on_a_disk_that_cannot_be_written_all_stays_and_work_goes_on(
    small_disk: Path, document: Document, write: Callable[[Document, Path, str], None], qtbot: QtBot
) -> None:
    folder = small_disk / "mine"
    folder.mkdir()
    write(document, folder, "old")
    before = content_of_files(folder)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with closing(Journal(document, small_disk / "journals")) as journal:
        rename(document, "goes on")
        assert "Read-only file system" in journal.failure
        with pytest.raises(FileError, match="cannot be written: Read-only file system"):
            write(document, folder, "new")
        assert content_of_files(folder) == before
        subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
        with qtbot.waitSignal(journal.repaired):
            write(document, folder, "new")
        assert content_of_files(folder) != before
        assert recover(journal.path).document.undo_stack.count() == 1


def content_of_files(folder: Path) -> dict[str, bytes]:
    return {it.name: it.read_bytes() for it in folder.iterdir() if it.is_file()}
