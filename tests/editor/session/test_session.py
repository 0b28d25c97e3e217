from __future__ import annotations

import gc
import os
import shutil
import weakref
from typing import TYPE_CHECKING

import pytest

from fairground.core import files
from fairground.core.errors import FileError, RulesetError
from fairground.core.grid.layout import Layout
from fairground.editor.app.paths import journal_folder
from fairground.editor.document.document import Document
from fairground.editor.document.journal import Journal
from fairground.editor.document.patches import FieldPatch
from fairground.editor.session.session import Session

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from fairground.editor.document.patches import Patch

TEXT = """\
# An arena.
format: fairground/1
name: Small
ruleset: penance-1.0
board:
  layout: odd-r
  size: [3, 4]
  palette: {'.': clear}
  terrain: |
    ...
    ...
    ...
    ...
sides:
  - {id: a, name: A}
  - {id: b, name: B}
zones:
  - {id: a-start, side: a, kind: deployment, hexes: rows 1}
  - {id: b-start, side: b, kind: deployment, hexes: rows 4}
victory: {last_standing: true}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text(TEXT)
    return path


def rename(session: Session, name: str) -> None:
    document = session.document
    assert document is not None
    assert document.edit("Rename", [FieldPatch("name", document.scenario.name, name)])


@pytest.mark.long
def test_a_document_goes_when_its_map_is_closed(session: Session, qtbot: QtBot) -> None:
    documents = [
        weakref.ref(session.new("Duel", layout=Layout.ODD_Q, size=(8, 6), ruleset="penance-2.0"))
        for _ in range(3)
    ]
    # Their journals begin in turns of their own.
    qtbot.waitUntil(lambda: len(list(journal_folder().glob("*.journal"))) == 3)
    session.close(session.maps[1])
    session.close()
    gc.collect()
    assert [it() is None for it in documents] == [False, True, True]
    assert session.document is documents[0]()
    assert len(session.findChildren(Journal)) == 1
    session.close()
    gc.collect()
    assert documents[0]() is None
    assert not session.findChildren(Journal)


def test_a_new_map_has_no_file_and_a_journal(session: Session, qtbot: QtBot) -> None:
    document = session.new("Duel", layout=Layout.ODD_Q, size=(8, 6), ruleset="penance-2.0")
    assert session.document is document
    assert document.path is None
    qtbot.waitUntil(lambda: len(list(journal_folder().glob("*.journal"))) == 1)
    session.close()
    assert session.document is None
    assert list(journal_folder().glob("*.journal")) == []


def test_a_new_hexagon_is_for_as_many_sides_as_asked(session: Session) -> None:
    document = session.new("Ring", layout=Layout.ODD_R, size=(9, 9), ruleset="penance-2.0", sides=3)
    assert document.scenario.board.void.sum() == 81 - 61
    assert len(document.scenario.zones) == 3


def test_a_fault_leaves_the_open_document_open(session: Session, file: Path, tmp_path: Path) -> None:
    document = session.open(file)
    with pytest.raises(FileError):
        session.open(tmp_path / "none.yaml")
    with pytest.raises(RulesetError):
        session.new("x", layout=Layout.ODD_Q, size=(3, 3), ruleset="none")
    assert session.document is document


def test_recent_files_are_newest_first_and_exist(session: Session, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    shutil.copy(file, other)
    session.open(file)
    session.open(other)
    assert session.recent == [other, file]
    session.open(file)
    assert session.recent == [file, other]
    other.unlink()
    assert session.recent == [file]


def test_recent_files_outlive_the_session(session: Session, file: Path) -> None:
    session.open(file)
    session.settings.sync()
    again = Session()
    assert again.recent == [file]
    again.end()


@pytest.mark.long
def test_a_change_outside_is_news_and_an_own_save_is_none(session: Session, file: Path, qtbot: QtBot) -> None:
    session.open(file)
    rename(session, "Other")
    with qtbot.assertNotEmitted(session.changed_outside, wait=400):
        session.save()
    with qtbot.waitSignal(session.changed_outside) as caught:
        file.write_text(TEXT.replace("Small", "Changed"))
    assert caught.args == [True]
    session.reload()
    assert session.document is not None
    assert session.document.scenario.name == "Changed"


def test_a_removed_file_is_news_too(session: Session, file: Path, qtbot: QtBot) -> None:
    session.open(file)
    with qtbot.waitSignal(session.changed_outside) as caught:
        file.unlink()
    assert caught.args == [False]


def test_comments_that_a_save_would_drop_are_counted(session: Session, file: Path, qtbot: QtBot) -> None:
    file.write_text(TEXT + "# the end\n")
    with qtbot.waitSignal(session.comments_at_risk) as caught:
        session.open(file)
    assert caught.args == [1]


def test_the_worker_s_findings_follow_the_document(session: Session, file: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.validation_watch.findings_ready) as caught:
        session.open(file)
    assert caught.args is not None
    assert [it.severity.value for it in caught.args[1]] in ([], ["advice"])
    document = session.document
    assert document is not None
    with qtbot.waitSignal(session.validation_watch.findings_ready) as caught:
        document.edit("Remove zones", [FieldPatch("zones", document.scenario.zones, [])])
        assert not session.validation_watch.is_current
    assert caught.args is not None
    assert caught.args[0] == document.revision
    assert "side.no-zone" in {it.code for it in caught.args[1]}
    assert session.validation_watch.is_current


@pytest.mark.long
def test_a_worker_that_dies_is_replaced(session: Session, file: Path, qtbot: QtBot) -> None:
    validation_watch = session.validation_watch
    with qtbot.waitSignal(validation_watch.findings_ready):
        session.open(file)
    process = session.worker.process
    assert process is not None
    process.kill()
    process.join()
    with qtbot.waitSignal(validation_watch.findings_ready):
        rename(session, "After")


def test_work_of_a_session_that_is_gone_is_offered_and_recovered(session: Session, file: Path) -> None:
    session.open(file)
    rename(session, "Unsaved")
    left = next(journal_folder().glob("*.journal"))
    orphan = left.with_name("1-1.journal")
    shutil.copy(left, orphan)  # as a killed editor leaves it: with nobody holding its lock
    (offer,) = session.recoverable().recoverable
    assert (offer.journal, offer.title) == (orphan, "small.yaml")
    document = session.recover(orphan)
    assert document.scenario.name == "Unsaved"
    assert document.is_dirty
    assert session.recoverable().recoverable == []
    document.undo()
    assert document.scenario.name == "Small"


def test_a_recovery_does_once_what_was_done(
    session: Session, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.open(file)
    for name in ("A", "B", "C"):
        rename(session, name)
    left = next(journal_folder().glob("*.journal"))
    shutil.copy(left, left.with_name("1-1.journal"))
    session.close()
    done: list[str] = []
    push = Document.push

    def counted(document: Document, text: str, patches: tuple[Patch, ...], stroke: int | None = None) -> None:
        done.append(text)
        push(document, text, patches, stroke)

    monkeypatch.setattr(Document, "push", counted)
    (offer,) = session.recoverable().recoverable
    assert not done  # what ends with an edit has something to save, whatever came before
    session.recover(offer.journal)
    assert len(done) == 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_the_place_of_the_open_file_is_not_waited_for(session: Session, file: Path) -> None:
    session.open(file)
    file.unlink()
    os.mkfifo(file)
    assert not session.overwrites


def test_what_came_to_the_file_in_no_time_is_not_overwritten_unasked(
    session: Session, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Between reading and showing, which takes a while with a large map.
    found = session.read(file)
    theirs = file.read_bytes() + b"# theirs\n"
    file.write_bytes(theirs)
    document = session.show(found)
    assert session.overwrites
    session.keep_mine()
    assert not session.overwrites
    # Right after a save, before anybody has looked at the file again.
    write = files.write_bytes

    def both(path: Path, data: bytes) -> None:
        write(path, data)
        write(path, theirs)

    monkeypatch.setattr(files, "write_bytes", both)
    session.save()
    assert file.read_bytes() == theirs
    assert not document.is_dirty
    assert session.overwrites
    monkeypatch.undo()
    session.keep_mine()
    session.save()
    assert not session.overwrites


def test_what_came_to_the_file_after_a_crash_is_not_overwritten_unasked(session: Session, file: Path) -> None:
    def killed() -> Path:
        """Leave the journal as a killed editor would; return it."""
        left = next(journal_folder().glob("*.journal"))
        copy = left.with_name("1-1.journal")
        shutil.copy(left, copy)
        session.close()
        return copy

    session.open(file)
    rename(session, "A")
    # Nobody has written to it since, or nobody but the editor that is gone.
    session.recover(killed())
    assert not session.overwrites
    session.save()
    assert not session.overwrites
    rename(session, "B")
    journal = killed()
    session.recover(journal)
    assert not session.overwrites
    # Another has.
    journal = killed()
    file.write_bytes(file.read_bytes() + b"# theirs\n")
    session.recover(journal)
    assert session.overwrites
    session.keep_mine()
    session.save()
    assert not session.overwrites
    # Without a file there is nothing of theirs.
    rename(session, "C")
    journal = killed()
    file.unlink()
    session.recover(journal)
    assert not session.overwrites


def test_a_file_in_the_place_of_the_journals_is_told_of_and_in_nobody_s_way(
    session: Session, file: Path, qtbot: QtBot
) -> None:
    folder = journal_folder()
    folder.rmdir()
    folder.write_text("mine")
    assert session.recoverable() == ([], [])
    with qtbot.waitSignal(session.journal_failed) as told:
        session.open(file)
        rename(session, "A")
    assert "Cannot write the recovery journal (File exists)" in told.args[0]
    session.save()
    assert "name: A" in file.read_text()
    assert folder.read_text() == "mine"
