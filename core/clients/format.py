"""What a format is: a name, an ending, and how a scenario is written in it or read from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.clients.neighbouring_files import read_beside

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
