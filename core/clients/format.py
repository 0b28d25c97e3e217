"""File formats: name, ending, writer and reader, and access to the files that an import refers to."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.errors import FileError
from fairground.core.files.untrusted_files import read_regular_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.clients.coded_maps.legend import Legend
    from fairground.core.clients.export_options import ExportSettings, Option
    from fairground.core.clients.scenario_parts import ScenarioPart
    from fairground.core.files.companions import Companion
    from fairground.core.finding import Finding
    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.document import Scenario

#: The largest file that an imported one may refer to.
MAX_BYTES: Final = 16 * 2**20


def read_beside(folder: Path | None, name: str) -> bytes:
    r"""Return the content of a file that an imported file in ``folder`` names; ``/`` and ``\`` part its folders.

    Raises
    ------
    FileError
        When the name leads out of the folder, or through a symbolic link, or to what is no regular file of at most
        ``MAX_BYTES``, or the imported text lies in no folder (None).
    """
    asked = PurePosixPath(name.replace("\\", "/"))
    # A drive (C:) or a scheme (file:) has a colon.
    if folder is None or asked.is_absolute() or ".." in asked.parts or ":" in name or not asked.parts:
        raise FileError(
            f"{name!r} was not read: only files beside the imported one, or in folders below it, are allowed"
        )
    path = folder
    for part in asked.parts:
        path = path / part
        if path.is_symlink():
            raise FileError(f"{name!r} was not read: it leads through a link")
    data = read_regular_file(path, most_bytes=MAX_BYTES)
    if len(data) > MAX_BYTES:
        raise FileError(f"{name!r} was not read: it is larger than {MAX_BYTES // 2**20} MB")
    return data


@dataclass(frozen=True, slots=True)
class Export:
    """A scenario in another format: the content of its main file, and the companions that it refers to.

    ``losses`` says in words what the format cannot carry of the parts that it does carry; whole parts that it does not
    carry are found by ``Format.carries``.
    """

    content: bytes
    losses: tuple[str, ...] = ()
    companions: tuple[Companion, ...] = ()


class Imported(NamedTuple):
    """A scenario made from another program's file, and what was lost, guessed or not as expected on the way.

    ``losses`` are warnings (could not be mapped, or is not as announced) and advice (taken so for want of a
    statement), each with the line and the first hex that it is about. Lines and columns are those of the file that
    was imported.
    """

    scenario: Scenario
    losses: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What whoever imports has said; None where the file or the format decides.

    ``ruleset`` is the id of a shipped one or a .yaml file in or below ``folder``, where the scenario is going to lie.
    ``expect_size`` is columns and rows; ``import_file`` compares them, and a reader may use them where its file
    leaves the size open.
    """

    layout: Layout | None = None
    ruleset: str | None = None
    legend: Legend | None = None
    expect_size: tuple[int, int] | None = None
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class ImportSource:
    """A file to import: its text, with LF for all line endings and no byte order mark, its name, and the options.

    ``folder`` is where it lies; None for a text that lies nowhere.
    """

    text: str
    file_name: str
    options: ImportOptions = field(default_factory=ImportOptions)
    folder: Path | None = None

    @property
    def title(self) -> str:
        """The name of the file without its ending, as a name for the scenario."""
        return self.file_name.rpartition(".")[0] or self.file_name

    def beside(self, name: str) -> bytes:
        """Return the content of a file that this one refers to.

        Raises
        ------
        FileError
            When it is not beside or below this file, or cannot be read, or is too large.
        """
        return read_beside(self.folder, name)


@dataclass(frozen=True, slots=True)
class Format:
    """A format that scenarios can be written in, or read from, or both.

    ``ending`` is that of its files, with the dot. ``write`` turns a scenario into an ``Export`` as the order says and
    touches no file; it raises ``FileError`` where the format cannot hold the scenario at all. ``carries`` is what it
    writes of a scenario, and ``options`` what can be chosen about it. ``read`` turns a file into a scenario; it raises
    ``FileError`` with all problems where the file cannot be read. ``recognises`` says from the text, quickly, whether a
    file is of the format. A reader that has to guess the layout says so by ``import.layout``. ``purpose`` says in a few
    words what an export is for.
    """

    name: str
    title: str
    ending: str
    write: Callable[[Scenario, ExportSettings], Export] | None = None
    read: Callable[[ImportSource], Imported] | None = None
    recognises: Callable[[str], bool] | None = None
    carries: frozenset[ScenarioPart] = frozenset()
    options: tuple[Option, ...] = ()
    purpose: str = ""
