"""Which files of a folder are maps, and what each is known by."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from fairground.core.batches.maps import JobInput, maps_in, read_subject
from fairground.core.errors import FileError, UsageError
from tests.core.batches.conftest import OWN, small

if TYPE_CHECKING:
    from pathlib import Path


def test_maps_are_the_scenarios_of_a_folder_and_below(folder: Path) -> None:
    (folder / ".hidden.yaml").write_text(small())
    (folder / ".fairground").mkdir()
    (folder / ".fairground" / "c.yaml").write_text(small())
    (folder / "loop").symlink_to(folder)
    found = maps_in(folder)
    assert [it.file for it in found] == ["a.yaml", "more/b.yml"]
    assert len({it.key for it in found}) == 2
    assert not any(it.problem for it in found)


def test_a_file_that_is_no_yaml_is_a_map_with_faults(folder: Path) -> None:
    (folder / "broken.yaml").write_text("format: fairground/1\n\t")
    (folder / "list.yaml").write_text("- a\n")
    assert [it.file for it in maps_in(folder)] == ["a.yaml", "broken.yaml", "list.yaml", "more/b.yml"]


def test_what_cannot_be_opened_says_why(folder: Path) -> None:
    os.mkfifo(folder / "pipe.yaml")
    (folder / "gone.yaml").symlink_to(folder / "nowhere.yaml")
    found = {it.file: it for it in maps_in(folder)}
    assert "it is not a file" in found["pipe.yaml"].problem
    assert "cannot be opened" in found["gone.yaml"].problem
    assert found["gone.yaml"].key == ""


def test_there_has_to_be_a_folder(folder: Path) -> None:
    for path in (folder / "nowhere", folder / "a.yaml"):
        with pytest.raises(UsageError, match="is not a folder"):
            maps_in(path)


def test_the_key_changes_with_every_byte_of_the_file_and_its_rulesets(folder: Path) -> None:
    path, own = folder / "more" / "b.yml", folder / "more" / "rules" / "own.yaml"
    keys = []
    for change in (
        lambda: None,
        lambda: path.write_text(path.read_text() + "# a comment\n"),
        lambda: own.write_text(OWN.format(base="below/base.yaml")),
        (own.parent / "below").mkdir,
        lambda: (own.parent / "below" / "base.yaml").write_text(OWN.format(base="penance-1.0")),
        lambda: (own.parent / "below" / "base.yaml").write_text(OWN.format(base="penance-2.0")),
    ):
        change()
        subject = read_subject(path)
        assert subject is not None
        keys.append(subject.key)
    subject = read_subject(path)
    assert subject is not None
    assert len(set(keys)) == 5
    assert keys[2] == keys[3]
    assert subject.rulesets is not None
    assert [name for name, _ in subject.rulesets] == ["rules/own.yaml", "rules/below/base.yaml"]


def test_the_same_content_has_the_same_key_wherever_it_lies(folder: Path) -> None:
    (folder / "copy.yaml").write_bytes((folder / "a.yaml").read_bytes())
    found = {it.file: it.key for it in maps_in(folder)}
    assert found["copy.yaml"] == found["a.yaml"] == JobInput(small("A").encode()).key


def test_a_subject_is_read_without_its_folder(folder: Path) -> None:
    subject = read_subject(folder / "more" / "b.yml")
    assert subject is not None
    for path in (folder / "more").rglob("*.*"):
        path.unlink()
    with subject.opened() as (reading, _):
        assert reading.scenario is not None
        assert reading.scenario.rules.id == "own"


def test_rulesets_that_extend_each_other_end(folder: Path) -> None:
    (folder / "more" / "rules" / "own.yaml").write_text(OWN.format(base="own.yaml"))
    subject = read_subject(folder / "more" / "b.yml")
    assert subject is not None
    assert subject.rulesets is not None
    assert len(subject.rulesets) < 20


def test_a_map_that_changed_is_not_answered_for_what_it_was(folder: Path) -> None:
    it = maps_in(folder)[0]
    assert it.subject().data == (folder / "a.yaml").read_bytes()
    (folder / "a.yaml").write_text(small("Another"))
    with pytest.raises(FileError, match=r"a\.yaml changed during the batch"):
        it.subject()
