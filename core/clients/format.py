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
    r"""Return the content of a file that an imported file in ``folder`` names, its folders separated by ``/`` or ``\``.

    Raise FileError when it is outside the folder, behind a symbolic link, not a regular file, over ``MAX_BYTES``, or when the
    imported text has no folder.
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
    """A scenario in another format: its main file, companions, and losses within the parts that the format carries.

    Whole parts that a format does not carry follow from ``Format.carries``.
    """

    content: bytes
    losses: tuple[str, ...] = ()
    companions: tuple[Companion, ...] = ()


class Imported(NamedTuple):
    """A scenario from another program's file.

    ``losses`` are warnings (not mapped, not as announced) and advice (assumptions), each with its line in the imported
    file and the first hex.
    """

    scenario: Scenario
    losses: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """The options of an import; None where the file or the format decides.

    ``ruleset`` is a shipped id or a .yaml file in or below ``folder``, the folder of the new scenario. ``expect_size`` is
    columns and rows; readers may use it where the file leaves the size open.
    """

    layout: Layout | None = None
    ruleset: str | None = None
    legend: Legend | None = None
    expect_size: tuple[int, int] | None = None
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class ImportSource:
    """A file to import: its text with LF and no byte order mark, its name, its folder (None for a bare text), and options."""

    text: str
    file_name: str
    options: ImportOptions = field(default_factory=ImportOptions)
    folder: Path | None = None

    @property
    def title(self) -> str:
        """The file name without its ending, as a name for the scenario."""
        return self.file_name.rpartition(".")[0] or self.file_name

    def beside(self, name: str) -> bytes:
        """Return the content of a file that this one refers to; errors as ``read_beside``."""
        return read_beside(self.folder, name)


@dataclass(frozen=True, slots=True)
class Format:
    """A format that scenarios can be exported to, imported from, or both.

    ``ending`` includes the dot. ``write`` returns an ``Export``, touches no file, and raises FileError for a scenario it
    cannot hold. ``carries`` are the parts it writes. ``read`` raises FileError with all problems, and adds
    ``import.layout`` when it guesses the layout. ``recognises`` quickly tells a file of the format by its text. ``purpose`` is
    a short description of an export's use.
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
