"""What is done to files while the power is cut, and what must be left of it.

    python -m tools.power_cuts.scenes SCENE FOLDER TOLD

works through a scene in a folder and writes a line to the file TOLD before and after everything that it does. Each scene
uses the program's own code, to work and to look at what is left.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from fairground.core.batches.store import Store
from fairground.core.errors import FileError
from fairground.core.files import load, read_bytes, save, to_bytes
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.editor.document.document import Document
from fairground.editor.document.journal import Journal
from fairground.editor.document.patches import FieldPatch
from fairground.editor.document.recovery import left_work, orphans, recover
from tools.killing.painter import EXPORTS, export

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fairground.core.scenario.document import Scenario

    Tell = Callable[[str], None]

_COMPANION: Final = re.compile(r"arena-[a-z]+-([0-9a-f]{8})\.[a-z0-9]+")
_PICTURE: Final = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z" fill="#333"/></svg>'
)


#: What is told when the editor warns.
WARNING: Final = "warning"


class Scene(Protocol):
    """Something that the program does to files."""

    #: What is done, for the table.
    title: str

    def prepare(self, folder: Path) -> None:
        """Make the files that are there at first."""

    def work(self, folder: Path, tell: Tell) -> None:
        """Do it, and tell each step."""

    def look(self, folder: Path, told: Sequence[str], *, was_killed: bool) -> list[str]:
        """Return what is wrong with what is left: after a kill, or else after a cut of the power."""


def last(told: Sequence[str], what: str, default: int = 0) -> int:
    """Return the number in the last line that begins with a word."""
    return next((int(it.split()[1]) for it in reversed(told) if it.startswith(f"{what} ")), default)


def _scenario(number: int) -> Scenario:
    scenario = blank_scenario("0", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-1.0")
    scenario.name = str(number)
    return scenario


def _edit(document: Document, number: int) -> None:
    document.edit(str(number), [FieldPatch("name", document.scenario.name, str(number))])


class Saving:
    """A file is saved again, and then under a new name in another folder, where its picture goes along."""

    title = "save"

    def prepare(self, folder: Path) -> None:
        (folder / "other").mkdir()
        (folder / "picture.svg").write_bytes(_PICTURE)
        save(self._scenario(0), folder / "arena.yaml")

    def work(self, folder: Path, tell: Tell) -> None:
        document = Document(load(folder / "arena.yaml"), folder / "arena.yaml")
        for number in (1, 2):
            _edit(document, number)
            tell(f"saving {number}")
            document.save()
            tell(f"saved {number}")
        document.save(folder / "other" / "arena.yaml")
        tell("copied 2")

    def look(self, folder: Path, told: Sequence[str], *, was_killed: bool) -> list[str]:  # noqa: ARG002
        right = {to_bytes(self._scenario(it)): it for it in range(3)}
        found = right.get((folder / "arena.yaml").read_bytes(), -1)
        faults = []
        if not last(told, "saved") <= found <= last(told, "saving"):
            faults.append("the saved file is neither the old one nor the new one")
        copy = folder / "other" / "arena.yaml"
        if copy.exists():
            picture = folder / "other" / "picture.svg"
            if right.get(copy.read_bytes()) != 2 or not picture.exists() or picture.read_bytes() != _PICTURE:
                faults.append("the copy is not whole")
        elif "copied 2" in told:
            faults.append("the copy is lost")
        return faults

    def _scenario(self, number: int) -> Scenario:
        scenario = _scenario(number)
        scenario.images["picture"] = "picture.svg"
        return scenario


class Exporting:
    """Maps for other programs are exported again, each a main file and its pictures."""

    title = "export"

    def __init__(self) -> None:
        self._right: dict[tuple[str, int], bytes] = {}

    def prepare(self, folder: Path) -> None:
        for number in range(2):
            for ending in EXPORTS:
                path = folder / f"arena{ending}"
                export(self._scenario(number), path, number)
                self._right[ending, number] = path.read_bytes()
        for it in folder.iterdir():
            it.unlink()
        for ending in EXPORTS:
            export(self._scenario(0), folder / f"arena{ending}", 0)

    def work(self, folder: Path, tell: Tell) -> None:
        for ending in EXPORTS:
            export(self._scenario(1), folder / f"arena{ending}", 1)
            tell(f"exported{ending} 1")

    def look(self, folder: Path, told: Sequence[str], *, was_killed: bool) -> list[str]:  # noqa: ARG002
        faults = []
        for ending in EXPORTS:
            path = folder / f"arena{ending}"
            data = path.read_bytes()
            if data not in {self._right[ending, it] for it in range(last(told, f"exported{ending}"), 2)}:
                faults.append(f"{path.name} is neither the old one nor the new one")
            for name in _COMPANION.finditer(data.decode()):
                companion = folder / name[0]
                if not companion.exists():
                    faults.append(f"{path.name} has lost {name[0]}")
                elif hashlib.sha256(companion.read_bytes()).hexdigest()[:8] != name[1]:
                    faults.append(f"{name[0]} is not whole")
        return faults

    def _scenario(self, number: int) -> Scenario:
        scenario = _scenario(number)
        scenario.board.elevation[number] = 1 + number
        return scenario


class Journalling:
    """A new scenario is edited, saved, edited, and closed."""

    title = "journal"

    def prepare(self, folder: Path) -> None:
        """There is nothing at first."""

    def work(self, folder: Path, tell: Tell) -> None:
        document = Document(_scenario(0))
        journal = Journal(document, folder / "home" / "journals")
        self._edits(document, journal, (1, 2), tell)
        self._save(document, folder, 2, tell)
        self._edits(document, journal, (3,), tell)
        self._edit(document, journal, 4, tell)
        self._save(document, folder, 4, tell)
        journal.close()

    def _edits(self, document: Document, journal: Journal, numbers: Sequence[int], tell: Tell) -> None:
        for number in numbers:
            self._edit(document, journal, number, tell)
            journal.sync()
            self._tell(f"synced {number}", journal, tell)

    def _edit(self, document: Document, journal: Journal, number: int, tell: Tell) -> None:
        tell(f"editing {number}")
        _edit(document, number)
        self._tell(f"edited {number}", journal, tell)

    def _tell(self, text: str, journal: Journal, tell: Tell) -> None:
        """Tell something, unless the editor warns of the journal; then tell that."""
        tell(f"{WARNING} {journal.failure}" if journal.failure else text)

    def _save(self, document: Document, folder: Path, number: int, tell: Tell) -> None:
        document.save(folder / "arena.yaml")
        tell(f"saved {number}")

    def look(self, folder: Path, told: Sequence[str], *, was_killed: bool) -> list[str]:
        faults: list[str] = []
        saved = _saved_number(folder / "arena.yaml", faults)
        if saved < last(told, "saved", -1):
            faults.append("a saved file is lost")
        left = orphans(folder / "home" / "journals")
        numbers = [self._recovered(it, faults) for it in left.journals]
        promised = last(told, "edited" if was_killed else "synced", self._first)
        if max((saved, *numbers)) < promised and promised:
            faults.append(
                f"edit {promised} is lost" if numbers else "work is lost: there is no journal of it"
            )
        if any(it > last(told, "editing", self._first) for it in numbers):
            faults.append("an edit was recovered that nobody made")
        return faults

    def _recovered(self, journal: Path, faults: list[str]) -> int:
        document = recover(journal).document
        found = int(document.scenario.name)
        document.go_to(0)
        if document.scenario.name != "0":
            faults.append("the history does not lead back to the start")
        return found

    #: The last edit that was on the disk at first.
    _first = 0


class Recovering(Journalling):
    """Work that a dead editor left is recovered and edited on."""

    title = "recovery"
    _first = 3
    #: What a damaged disk added to the journal that is left.
    _damage = b""

    def prepare(self, folder: Path) -> None:
        journals = folder / "home" / "journals"
        journals.mkdir(parents=True)
        document = Document(_scenario(0))
        with closing(Journal(document, journals)) as journal:
            for number in range(1, self._first + 1):
                _edit(document, number)
            data = journal.path.read_bytes()
        (journals / "1-1.journal").write_bytes(data + self._damage)

    def work(self, folder: Path, tell: Tell) -> None:
        journals = folder / "home" / "journals"
        left = left_work(journals)
        if not left.recoverable:
            tell(f"{WARNING} {left.damaged}")
            return
        recovered = recover(left.recoverable[-1].journal)
        journal = Journal(recovered.document, journals, continued=recovered)
        self._edits(recovered.document, journal, (4,), tell)
        self._save(recovered.document, folder, 4, tell)
        journal.close()


class RecoveringDamaged(Recovering):
    """The same, of a journal whose end is damaged."""

    title = "recovery of a damaged journal"
    _damage = b"0123abcd {}\n"


class Storing:
    """Answers of a batch are stored, the store is closed, and opened for more."""

    title = "batch store"

    def prepare(self, folder: Path) -> None:
        """There is no store at first."""

    def work(self, folder: Path, tell: Tell) -> None:
        for numbers in ((1, 2, 3), (4, 5)):
            with Store(folder / ".fairground" / "batch.sqlite", program="1") as store:
                for number in numbers:
                    store.keep(str(number), "question", self._answer(number))
                    tell(f"edited {number}")
            tell(f"synced {numbers[-1]}")

    def look(self, folder: Path, told: Sequence[str], *, was_killed: bool) -> list[str]:
        promised = last(told, "edited" if was_killed else "synced")
        faults = []
        try:
            with Store(folder / ".fairground" / "batch.sqlite", program="1") as store:
                for number in range(1, 6):
                    found = store.find(str(number), "question")
                    if found is None and number <= promised:
                        faults.append(f"answer {number} is lost")
                    if found is not None and found != self._answer(number):
                        faults.append(f"answer {number} is another one")
                store.keep("6", "question", self._answer(6))
        except FileError as error:
            faults.append(f"the store does not open: {error}")
        return faults

    def _answer(self, number: int) -> dict[str, object]:
        # More than a page of the database.
        return {"reason": f"{number}" * 5000}


def _saved_number(path: Path, faults: list[str]) -> int:
    if not path.exists():
        return -1
    scenario = read_bytes(path.read_bytes(), folder=path.parent).scenario
    if scenario is None:
        faults.append("the saved file cannot be read")
        return -1
    return int(scenario.name)


SCENES: Final = (Saving(), Exporting(), Journalling(), Recovering(), RecoveringDamaged(), Storing())


def scene_by_title(title: str) -> Scene:
    """Return a scene."""
    return next(it for it in SCENES if it.title == title)


def work(scene: Scene, folder: Path, told: Path) -> None:
    """Work through a scene, and write what it tells to a file, a line each."""
    handle = os.open(told, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def tell(text: str) -> None:
        os.write(handle, f"{text}\n".encode())

    scene.work(folder, tell)


def main() -> None:
    """Work through a scene."""
    from PySide6.QtCore import QCoreApplication

    application = QCoreApplication([])
    application.setApplicationName("fairground")
    title, folder, told = sys.argv[1:]
    work(scene_by_title(title), Path(folder), Path(told))


if __name__ == "__main__":
    main()
