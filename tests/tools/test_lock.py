"""The checksums of pinned packages: read back as they were written, and a file that is not among them is reported."""

from __future__ import annotations

from tools.lock import LOCK, PINS, faults, pinned, read_lock, write_lock

ONE, OTHER = "a" * 64, "b" * 64


def test_what_is_written_reads_back() -> None:
    lock = {"numpy==2.1": {ONE, OTHER}, "click==8.2": {ONE}}
    assert read_lock(write_lock(lock)) == lock
    assert write_lock(lock).splitlines()[1:] == [
        "click==8.2 \\",
        f"    --hash=sha256:{ONE}",
        "numpy==2.1 \\",
        f"    --hash=sha256:{ONE} \\",
        f"    --hash=sha256:{OTHER}",
    ]


def test_every_pin_has_a_checksum_and_no_other_package_has_one() -> None:
    pins = pinned(PINS.read_text(encoding="utf-8"))
    assert len(pins) > 50
    assert read_lock(LOCK.read_text(encoding="utf-8")).keys() == pins


def test_files_that_are_not_in_the_lock_are_told_of() -> None:
    lock = {"numpy==2.1": {ONE, OTHER}}
    assert faults({"numpy==2.1": {OTHER}}, lock) == []
    (changed,) = faults({"numpy==2.1": {"c" * 64}}, lock)
    assert changed.startswith("numpy==2.1: the file for this system has a checksum that is not in")
    (unknown,) = faults({"numpy==2.2": {ONE}}, lock)
    assert unknown == "numpy==2.2 is not in requirements.lock; run: make lock"
