"""Two who write at once, also where files cannot be locked, as on some network file systems: nothing is lost in silence."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fairground.core.batches import batch
from fairground.core.batches.store import Store
from fairground.core.files import load, save
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario

pytest.importorskip("PySide6")

from tools.power_cuts.injecting import library

#: Runs the code after it where no file below a folder can be locked, if there is a library for that.
UNLOCKED = """
import ctypes, errno, os, sys
from pathlib import Path
folder = Path(sys.argv[1])
if "LD_PRELOAD" in os.environ:
    ctypes.CDLL(None).fault_set(os.fsencode(folder), b"lock", 1, 10**6, getattr(errno, sys.argv[2]))
"""
EDITOR = """
import os
os.environ["QT_LOGGING_RULES"] = "*=false"
from fairground.editor.app.file_locks import FileClaim, ProcessLock
claim, lock = FileClaim(folder / "arena.yaml", folder), ProcessLock(folder / "1-1.journal.lock")
print(claim.is_alone, lock.take(), flush=True)
sys.stdin.read()
"""
STORE = """
from fairground.core.batches.store import Store
from fairground.core.errors import FileError
try:
    with Store(folder / "batch.sqlite", program="1") as store:
        store.keep("1", "question", {"reason": "stored"})
except FileError as error:
    print(error)
"""


@pytest.fixture(scope="module")
def locks_fail(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of a process in which locks can be made to fail."""
    found = library(tmp_path_factory.mktemp("library"))
    if found is None:
        pytest.skip("there is no C compiler")
    return {**os.environ, "LD_PRELOAD": str(found)}


def started(
    code: str, folder: Path, error: str, environment: dict[str, str] | None = None
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", UNLOCKED + code, str(folder), error],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


@pytest.mark.parametrize("error", ["ENOLCK", "ENOSYS"])
def test_a_second_editor_is_told_of_the_first_and_finds_its_work_once_that_is_gone(
    tmp_path: Path, locks_fail: dict[str, str], error: str
) -> None:
    with started(EDITOR, tmp_path, error, locks_fail) as first:
        assert first_line(first) == "True True"
        with started(EDITOR, tmp_path, error, locks_fail) as second:
            assert first_line(second) == "False False"
            second.kill()
        first.send_signal(signal.SIGKILL)
    with started(EDITOR, tmp_path, error, locks_fail) as third:
        assert first_line(third) == "True True"
        third.kill()


@pytest.mark.long
@pytest.mark.parametrize("error", ["ENOLCK", "ENOSYS"])
def test_a_store_that_cannot_be_locked_is_refused(
    tmp_path: Path, locks_fail: dict[str, str], error: str
) -> None:
    with started(STORE, tmp_path, error, locks_fail) as process:
        told, _ = process.communicate()
    assert told.startswith(f"{tmp_path / 'batch.sqlite'} cannot be used as a store: ")


@pytest.fixture
def maps(tmp_path: Path) -> Path:
    folder = tmp_path / "maps"
    folder.mkdir()
    for number in range(4):
        scenario = blank_scenario("Arena", layout=Layout.ODD_Q, size=(4, 4), ruleset="penance-1.0")
        scenario.name = f"Arena {number}"
        save(scenario, folder / f"{number}.yaml")
    return folder


@pytest.mark.long
def test_two_batches_on_one_store_give_the_same_answers_and_keep_all(maps: Path) -> None:
    command = [
        str(Path(sys.executable).with_name("fairground")),
        *("batch", str(maps), "--jobs", "1", "--json"),
    ]
    both = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)
    ]
    told = [json.loads(it.communicate()[0]) for it in both]
    assert told[0]["maps"] == told[1]["maps"]
    assert [it["name"] for it in told[0]["maps"]] == [f"Arena {number}" for number in range(4)]
    assert (batch(maps, jobs=1).stored, batch(maps, jobs=1).computed) == (8, 0)


@pytest.mark.long
def test_a_map_saved_during_a_batch_is_told_of_and_answered_the_next_time(maps: Path) -> None:
    def edit(_share: float) -> None:
        scenario = load(maps / "3.yaml")
        scenario.name = "Edited"
        save(scenario, maps / "3.yaml")

    (reason,) = batch(maps, jobs=1, progress=edit).maps[-1].failures
    assert reason == "3.yaml changed during the batch; run the batch again"
    found = batch(maps, jobs=1)
    assert (found.maps[-1].name, found.stored, found.computed) == ("Edited", 6, 2)


def test_two_stores_in_turn_have_the_answers_of_both(tmp_path: Path) -> None:
    with _store(tmp_path) as one, _store(tmp_path) as other:
        for number in range(20):
            (one, other)[number % 2].keep(str(number), "question", {"reason": str(number)})
        for number in range(20):
            assert (other, one)[number % 2].find(str(number), "question") == {"reason": str(number)}


def _store(folder: Path) -> Store:
    return Store(folder / "batch.sqlite", program="1")
