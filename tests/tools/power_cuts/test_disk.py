"""The model of a disk: what a cut of the power may leave, and what not."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tools.power_cuts.disk import cut_states, kill_states
from tools.power_cuts.recording import Change, Promise, Recording, Sync

if TYPE_CHECKING:
    from tools.power_cuts.recording import Step

OLD, NEW = b"old!", b"new!"
#: A file is written beside another one and renamed over it, with each sync that this needs.
MAKE, WRITE, SYNC = Change({"tmp": 2}), Change(inode=2, data=NEW), Sync(2, 2)
RENAME, SYNC_FOLDER = Change({"tmp": None, "a": 2}), Sync(".", 4)
SAVED = Promise("saved")
#: Nothing here has so many changes that chance would choose.
CHANCE = random.Random(1)  # noqa: S311  # states to try, not secrets


def after_cuts(*steps: Step) -> set[tuple[bytes | None, bool]]:
    """Return what may be in the file ``a``, and whether it was told to be saved."""
    recording = Recording({"a": 1}, {1: OLD}, list(steps), len(steps))
    states = cut_states(recording, CHANCE)
    return {(it.files.get("a"), bool(it.told)) for it in states}


def test_a_file_that_is_synced_and_renamed_and_whose_folder_is_synced_is_old_or_new() -> None:
    found = after_cuts(MAKE, WRITE, SYNC, RENAME, SYNC_FOLDER, SAVED)
    assert found == {(OLD, False), (NEW, False), (NEW, True)}


def test_without_the_sync_of_the_folder_the_old_file_may_be_back() -> None:
    assert (OLD, True) in after_cuts(MAKE, WRITE, SYNC, RENAME, SAVED)


def test_without_the_sync_of_the_file_it_may_be_empty_or_torn() -> None:
    found = after_cuts(MAKE, WRITE, RENAME, Sync(".", 3), SAVED)
    assert {(b"", True), (b"ne", True), (b"\0\0w!", True), (bytes(4), True), (NEW, True)} <= found


def test_a_sync_does_not_cover_what_came_after_it_began() -> None:
    assert (b"", True) in after_cuts(MAKE, WRITE, Sync(2, 1), RENAME, SYNC_FOLDER, SAVED)


def test_what_is_removed_may_go_before_what_replaces_it_is_there() -> None:
    recording = Recording({"a": 1}, {1: OLD}, [Change({"b": 1}), Change({"a": None})], 2)
    assert {} in [it.files for it in cut_states(recording, CHANCE)]


def test_a_file_in_a_folder_that_was_not_synced_goes_with_it() -> None:
    steps: list[Step] = [Change({"f": 0}), Change({"f/a": 1}), Sync("f", 2)]
    states = list(cut_states(Recording({}, {1: OLD}, steps, 3), CHANCE))
    assert (frozenset({"."}), {}) in [(it.folders, it.files) for it in states]
    assert (frozenset({".", "f"}), {"f/a": OLD}) in [(it.folders, it.files) for it in states]


def test_a_kill_leaves_everything_up_to_some_step() -> None:
    recording = Recording({"a": 1}, {1: OLD}, [Change(inode=1, offset=4, data=NEW), SAVED], 2)
    assert [(it.files["a"], it.told) for it in kill_states(recording)] == [
        (OLD, ()),
        (OLD + NEW, ()),
        (OLD + NEW, ("saved",)),
    ]
