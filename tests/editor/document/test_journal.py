from __future__ import annotations

import errno
import json
import os
import stat
import threading
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import FileError
from fairground.core.files import load, save, to_text
from fairground.editor.document.document import Document
from fairground.editor.document.journal import Journal
from fairground.editor.document.patches import FieldPatch
from fairground.editor.document.recovery import LeftJournals, orphans, recover, title_of
from tests.editor.document.player import COMMANDS

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.editor.document.conftest import PlayerMaker
    from tests.editor.document.player import Player

SAVE = 250


def rename(document: Document, name: str, *, stroke: int | None = None) -> None:
    document.edit(name, [FieldPatch("name", document.scenario.name, name)], stroke=stroke)


def play(player: Player, commands: list[tuple[int, int, int]], folder: Path) -> None:
    """Play the commands; some of them save."""
    for what, a, b in commands:
        if what >= SAVE:
            player.document.save(folder / f"{a % 2}.yaml")
        else:
            player.play(what, a, b)


def history(document: Document) -> list[str]:
    """Return the file text at every step, and leave the document where it was."""
    index = document.undo_stack.index()
    texts = []
    for step in range(document.undo_stack.count() + 1):
        document.go_to(step)
        texts.append(to_text(document.scenario))
    document.go_to(index)
    return texts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "journals"


# -- replaying ----------------------------------------------------------------------------------------------


@given(commands=st.lists(COMMANDS, max_size=25))
def test_a_journal_replays_to_an_equal_document(
    make_player: PlayerMaker, commands: list[tuple[int, int, int]]
) -> None:
    with TemporaryDirectory() as name:
        player = make_player()
        document = player.document
        with closing(Journal(document, Path(name))) as journal:
            play(player, commands, Path(name))
            found = recover(journal.path).document
        assert found.scenario == document.scenario
        assert to_text(found.scenario) == to_text(document.scenario)
        assert (found.path, found.scenario.folder) == (document.path, document.scenario.folder)
        assert found.is_dirty
        assert found.undo_stack.index() == document.undo_stack.index()
        assert found.undo_stack.cleanIndex() == document.undo_stack.cleanIndex()
        assert history(found) == history(document)


@given(commands=st.lists(COMMANDS, max_size=25), data=st.data())
def test_a_journal_cut_off_anywhere_still_gives_what_came_before(
    make_player: PlayerMaker, commands: list[tuple[int, int, int]], data: st.DataObject
) -> None:
    with TemporaryDirectory() as name:
        player = make_player()
        document = player.document
        with closing(Journal(document, Path(name))) as journal:
            states = {journal.path.stat().st_size: to_text(document.scenario)}
            head = min(states)

            def note(_event: object) -> None:
                states[journal.path.stat().st_size] = to_text(document.scenario)

            document.changed.connect(note)
            play(player, commands, Path(name))
            whole = journal.path.read_bytes()
        cut = data.draw(st.integers(0, len(whole)))
        path = Path(name) / "cut.journal"
        path.write_bytes(whole[:cut])
        if cut < head - 1:
            with pytest.raises(FileError, match="not a recovery journal"):
                recover(path)
            assert orphans(Path(name)) == LeftJournals()
            return
        # The last entry is whole without its line break.
        reached = max(size for size in states if size - 1 <= cut)
        assert to_text(recover(path).document.scenario) == states[reached]


def test_a_stroke_that_was_saved_halfway_replays_in_the_same_steps(
    document: Document, folder: Path, tmp_path: Path
) -> None:
    with closing(Journal(document, folder)) as journal:
        rename(document, "A", stroke=1)
        rename(document, "B", stroke=1)
        document.save(tmp_path / "a.yaml")
        rename(document, "C", stroke=1)
        document.undo()
        found = recover(journal.path).document
    assert (found.undo_stack.count(), found.undo_stack.index()) == (2, 1)
    assert found.scenario.name == "B"
    found.redo()
    assert found.scenario.name == "C"


def test_a_scenario_of_a_file_is_recovered_with_its_way_of_writing(
    document: Document, tmp_path: Path
) -> None:
    path = tmp_path / "a.yaml"
    document.scenario.comments = {(): (" Ours",)}
    document.scenario.newline = "\r\n"
    document.scenario.byte_order_mark = True
    save(document.scenario, path)
    original = path.read_bytes()
    opened = Document(load(path), path)
    with closing(Journal(opened, tmp_path)) as journal:
        rename(opened, "Ä \ud800 \u2028")
        found = recover(journal.path).document
        assert found.scenario.name == "Ä \ud800 \u2028"
        found.undo()
    path.unlink()
    found.save()
    assert path.read_bytes() == original
    assert original.startswith(b"\xef\xbb\xbf# Ours\r\n")


def test_a_recovered_document_goes_on_in_a_journal_of_its_own(
    document: Document, folder: Path, tmp_path: Path
) -> None:
    journal = Journal(document, folder)
    rename(document, "A")
    document.save(tmp_path / "a.yaml")
    rename(document, "B")
    left = recover(journal.path)
    found = left.document
    continued = Journal(found, folder, continued=left)
    assert not journal.path.exists()
    rename(found, "C")
    again = recover(continued.path).document
    assert history(again) == history(found)
    assert again.undo_stack.cleanIndex() == 1
    assert again.title == title_of(continued.path) == "a.yaml"
    continued.close()
    journal.close()
    assert not list(folder.iterdir())


# -- the file -----------------------------------------------------------------------------------------------


def test_closing_leaves_nothing_behind(document: Document, folder: Path) -> None:
    journal = Journal(document, folder)
    rename(document, "A")
    assert journal.path.exists()
    journal.close()
    rename(document, "B")
    assert document.recorder is None
    assert not list(folder.iterdir())


def test_an_entry_is_with_the_system_before_the_next_edit(document: Document, folder: Path) -> None:
    with closing(Journal(document, folder)) as journal:
        for number in range(3):
            rename(document, f"N{number}")
            entries = [json.loads(line[9:]) for line in journal.path.read_text().splitlines()]
            assert [entry["edit"] for entry in entries[1:]] == [f"N{n}" for n in range(number + 1)]


@pytest.mark.long
def test_the_disk_gets_it_within_a_second(
    qtbot: QtBot, document: Document, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []

    def sync(descriptor: int) -> None:
        # The folders above a new journal are synced, too.
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            synced.append(descriptor)

    monkeypatch.setattr(os, "fsync", sync)
    with closing(Journal(document, folder)) as journal:
        qtbot.waitUntil(lambda: len(synced) == 1)
        journal.sync()
        assert len(synced) == 1  # nothing new
        rename(document, "A")
        qtbot.waitUntil(lambda: len(synced) == 2)


@pytest.mark.long
def test_the_window_does_not_wait_for_the_disk_and_hears_of_its_faults(
    document: Document, folder: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []
    goes_on = threading.Event()

    def slow(_descriptor: int) -> None:
        threads.append(threading.current_thread())
        goes_on.wait(5)
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", slow)
    with closing(Journal(document, folder)) as journal:
        qtbot.waitUntil(lambda: bool(threads))
        assert threads[0] is not threading.main_thread()
        rename(document, "Written meanwhile")
        assert not journal.failure
        with qtbot.waitSignal(journal.failed):
            goes_on.set()
        assert "Input/output error" in journal.failure
