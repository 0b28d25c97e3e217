"""One scene under strace, and one whose calls fail; ``make check-power-cuts`` goes through all of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tools.power_cuts.recording import can_record, python, record

if TYPE_CHECKING:
    from tools.power_cuts.recording import Recording

ROOT = Path(__file__).parents[2]

pytest.importorskip("PySide6")

#: Saves without a sync, as no program should.
CARELESS = """
import os, sys
from pathlib import Path
folder, told = map(Path, sys.argv[1:])
with open(told, "a", buffering=1) as stream:
    (folder / "new").write_bytes(b"new")
    os.replace(folder / "new", folder / "a")
    stream.write("saved\\n")
"""


def recorded(tmp_path: Path) -> Recording:
    folder = tmp_path / "disk"
    folder.mkdir()
    (folder / "a").write_bytes(b"old")
    return record(python("-c", CARELESS, str(folder), str(tmp_path / "told")), folder, tmp_path / "told")


needs_strace = pytest.mark.skipif(
    not can_record(), reason="strace is missing, or may not watch programs here"
)


@needs_strace
def test_what_a_program_does_to_a_folder_is_recorded(tmp_path: Path) -> None:
    found = recorded(tmp_path)
    assert (found.files, found.contents, found.calls) == ({"a": 1}, {1: b"old"}, 3)
    make, write, rename, promise = found.steps
    assert vars(make)["entries"] == {"new": 2}
    assert (vars(write)["inode"], vars(write)["data"]) == (2, b"new")
    assert vars(rename)["entries"] == {"new": None, "a": 2}
    assert vars(promise) == {"text": "saved"}


@pytest.mark.long
@needs_strace
def test_no_cut_of_the_power_loses_what_was_recovered() -> None:
    command = [sys.executable, "tools/check_power_cuts.py", "--scene", "recovery", "--no-faults"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    calls, kills, cuts, _, _, lost = done.stdout.splitlines()[-1].split()[-6:]
    assert int(calls) > 20
    assert int(kills) > 20
    assert int(cuts.replace(",", "")) > 100
    assert lost == "0"
