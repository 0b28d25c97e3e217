"""What editors that are gone left behind, and what is no journal."""

from __future__ import annotations

import errno
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import pytest

from fairground.core.errors import FileError
from fairground.core.files import load
from fairground.editor.document.document import Document
from fairground.editor.document.journal import Journal, discard, line_of
from fairground.editor.document.patches import FieldPatch
from fairground.editor.document.recovery import LeftJournals, left_work, orphans, recover, title_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

EDITING = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.editor.document.document import Document
from fairground.editor.document.journal import Journal
from fairground.editor.document.patches import FieldPatch

app = QCoreApplication([])
folder, task = Path(sys.argv[1]), sys.argv[2]
document = Document(blank_scenario("Test", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-1.0"))
journal = Journal(document, folder / "journals")

def rename(number):
    name = document.scenario.name
    document.edit(f"{number}", [FieldPatch("name", name, f"{number}")], stroke=number)

def nothing(): pass
def edit(): rename(1)
def saved(): rename(1); document.save(folder / "a.yaml")
def undone(): rename(1); document.undo()
def back_at_saved(): rename(1); document.save(folder / "a.yaml"); rename(2); document.undo()
def before_saved(): rename(1); document.save(folder / "a.yaml"); document.undo()
def taken_back(): rename(1); document.take_back(1)
def edited_after_saved(): saved(); rename(2)
def loop():
    number = 0
    while True:
        number += 1
        rename(number)
        print(number, flush=True)

globals()[task]()
print("ready", flush=True)
sys.stdin.read()
"""


def killed(folder: Path, task: str, *, after: str) -> str:
    """Kill an editor with no warning once it has said ``after``, and return the last line it said."""
    command = [sys.executable, "-c", EDITING, str(folder), task]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            said = next((line for line in process.stdout if line.strip() == after), None)
            assert said, "the editor ended by itself"
            assert orphans(folder / "journals") == LeftJournals()  # it is alive
        finally:
            process.send_signal(signal.SIGKILL)
        return [said, *process.stdout.readlines()][-1].strip()


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"{}\n", b"[1]\n", b"hello\n", b'{"format":"fairground-journal/1"}\n']
)
def test_what_is_no_journal_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.journal"
    path.write_bytes(content)
    with pytest.raises(FileError, match="not a recovery journal that this version of Fairground can read"):
        recover(path)


def test_a_journal_of_another_version_is_not_thrown_away(tmp_path: Path) -> None:
    path = tmp_path / "x.journal"
    path.write_text('{"format":"fairground-journal/99"}\n{"edit":1}\n')
    left = orphans(tmp_path)
    ((aside, reason),) = left.damaged
    assert (left.journals, aside) == ((), tmp_path / "x.journal.damaged")
    assert "not a recovery journal that this version of Fairground can read" in reason
    assert aside.read_text().endswith('{"edit":1}\n')
    discard(aside)
    assert not list(tmp_path.iterdir())
    assert orphans(tmp_path) == LeftJournals()


@pytest.mark.long
@pytest.mark.parametrize(
    ("task", "is_found"),
    [
        ("nothing", False),
        ("edit", True),
        ("saved", False),
        ("undone", False),
        ("back_at_saved", False),
        ("before_saved", True),
        ("taken_back", False),
        ("edited_after_saved", True),
    ],
)
def test_orphans_are_journals_with_unsaved_work_of_dead_editors(
    document: Document, tmp_path: Path, task: str, *, is_found: bool
) -> None:
    with closing(Journal(document, tmp_path / "journals")) as own:
        document.edit("", [FieldPatch("name", document.scenario.name, "unsaved, but alive")])
        killed(tmp_path, task, after="ready")
        found = orphans(tmp_path / "journals").journals
        assert len(found) == is_found
        assert set((tmp_path / "journals").glob("*.journal")) == {own.path, *found}
        assert orphans(tmp_path / "journals") == LeftJournals(found)


@pytest.mark.long
def test_work_is_found_after_a_kill_that_came_while_somebody_looked_for_it(tmp_path: Path) -> None:
    killed(tmp_path, "edit", after="ready")
    (journal,) = (tmp_path / "journals").glob("*.journal")
    # An editor that starts takes the lock of each journal for a moment: here it was killed in that.
    lock = journal.with_name(f"{journal.name}.lock")
    for left in (lock, journal.with_name(f"{lock.name}.rmlock")):
        left.write_bytes(b"")
        assert orphans(tmp_path / "journals") == LeftJournals((journal,))
    assert [it.name for it in (tmp_path / "journals").iterdir()] == [journal.name]


@pytest.mark.long
def test_a_killed_editor_loses_the_last_entry_at_most(qapp: QApplication, tmp_path: Path) -> None:
    assert qapp
    last = int(killed(tmp_path, "loop", after="40"))
    (path,) = orphans(tmp_path / "journals").journals
    document = recover(path).document
    assert last >= 40
    assert int(document.scenario.name) - last in (0, 1)
    assert document.undo_stack.count() == int(document.scenario.name)
    document.go_to(0)
    assert document.scenario.name == "Test"
    assert title_of(path) == f"{document.undo_stack.count()}", "the last name that it was given"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("notes: |\n  name: not this\nname: Lost Duel\n", "Lost Duel"),
        ("name: 'The \"Mill\": part 2'\n", 'The "Mill": part 2'),
        ("name: [1, 2]\n", "a new scenario"),
        ("name: 'unfinished\n", "a new scenario"),
        ("turns: 5\n", "a new scenario"),
    ],
)
def test_a_map_without_a_file_is_called_by_its_name(text: str, title: str, tmp_path: Path) -> None:
    path = tmp_path / "1-1.journal"
    path.write_bytes(line_of({"text": text, "path": None}))
    assert title_of(path) == title
    with path.open("ab") as stream:
        stream.write(
            line_of({"edit": "Rename", "patches": [{"field": "name", "before": "", "after": "New"}]})
        )
        stream.write(
            line_of({"edit": "Change", "patches": [{"field": "turns", "before": 5, "after": 6}, None]})
        )
    assert title_of(path) == "New"


def test_undone_work_is_found_where_its_file_has_what_was_undone(document: Document, tmp_path: Path) -> None:
    path, journals = tmp_path / "arena.yaml", tmp_path / "journals"
    document.save(path)
    opened = Document(load(path), path)
    opened.on_disk = document.on_disk
    with closing(Journal(opened, journals)) as journal:
        opened.edit("", [FieldPatch("name", opened.scenario.name, "saved")])
        # A power cut took the note of the save.
        left = journal.path.read_bytes()
        opened.save()
        opened.undo()
        left += journal.path.read_bytes().splitlines(keepends=True)[-1]
    (journals / "1-1.journal").write_bytes(left)
    assert load(path).name == "saved"
    (found,) = orphans(journals).journals
    assert recover(found).document.scenario.name == document.scenario.name


def test_a_journal_that_the_disk_fails_to_read_stays(
    document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = tmp_path / "1-1.journal"
    with closing(Journal(document, tmp_path)) as journal:
        document.edit("", [FieldPatch("name", document.scenario.name, "unsaved")])
        left.write_bytes(journal.path.read_bytes())
    real = Path.open

    def failing(path: Path, mode: str) -> IO[Any]:
        if path.suffix == ".journal":
            raise OSError(errno.EIO, "Input/output error")
        return real(path, mode)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", failing)
        found = left_work(tmp_path)
        with pytest.raises(FileError, match=r"cannot read .*: Input/output error"):
            recover(left)
    assert (found.recoverable, found.damaged) == ([], [left])
    assert [it.journal for it in left_work(tmp_path).recoverable] == [left]
