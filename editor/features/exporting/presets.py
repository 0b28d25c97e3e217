"""Named presets of exports, the last export of each file, and the paths that exports are written to."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fairground.core.errors import FileError
from fairground.core.text.guarded_yaml import Limits, parse
from fairground.editor.app.settings import FileMemory
from fairground.editor.app.texts import tr
from fairground.editor.features.exporting.job import ExportRequest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from PySide6.QtCore import QSettings

_KEY = "exports"
_TEXTS = ("format", "path", "digest")
_SCENARIO_ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class LastExport:
    """An export that was made, with the digest of its main file."""

    request: ExportRequest
    digest: str = ""


class ExportMemory:
    """The last export of each file."""

    def __init__(self, settings: QSettings) -> None:
        self._files = FileMemory(settings, _KEY)

    def recall(self, file: Path) -> LastExport | None:
        """Return the last export of a file; None if there is none, or if the settings are invalid."""
        data = self._files.recall(file)
        if not isinstance(data, dict):
            return None
        options = data.get("options")
        texts = [data.get(name) for name in _TEXTS]
        if not isinstance(options, dict) or not all(
            isinstance(it, str) for it in (*texts, *options.values())
        ):
            return None
        name, path, digest = (str(it) for it in texts)
        force, strict = (data.get(field) is True for field in ("force", "strict"))
        request = ExportRequest(name, Path(path), tuple(options.items()), force=force, strict=strict)
        return LastExport(request, digest)

    def keep(self, file: Path, export: LastExport) -> None:
        """Remember the last export of a file."""
        request = export.request
        data = {
            "format": request.format_name,
            "path": str(request.path),
            "options": dict(request.options),
            "force": request.force,
            "strict": request.strict,
            "digest": export.digest,
        }
        self._files.keep(file, data)


FORMAT: Final = "fairground-exports/1"
#: The maximum numbers of presets, of options of each, and of characters in names and values.
MOST: Final = 100
_MOST_OPTIONS, _LONGEST_NAME, _LONGEST = 100, 60, 500
_LIMITS: Final = Limits(bytes=512 * 1024, depth=5, values=20_000)
_HEAD = f"# Presets of exports, as the editor's dialog keeps them.\nformat: {FORMAT}\npresets:\n"
_KEYS = {"name", "to", "options", "folder", "file"}
#: A placeholder in a pattern for file names.
_BRACES = re.compile(r"\{([^{}]*)\}")
PLACES: Final = ("name", "date")
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')


@dataclass(frozen=True, slots=True)
class Preset:
    """A named export; a ``shipped`` one can be neither renamed nor deleted.

    ``options`` are those that differ from their defaults. ``folder`` is absolute, or relative to the folder of the
    scenario. ``file`` is a pattern for the file name without its ending, with ``{name}`` for the name of the scenario
    and ``{date}`` for the day.
    """

    name: str
    format_name: str
    options: tuple[tuple[str, str], ...] = ()
    folder: str = ""
    file: str = "{name}"
    shipped: bool = False

    def path(self, beside: Path, stem: str, ending: str) -> Path:
        """Return the path of an export for a scenario named ``stem`` in the folder ``beside``."""
        today = datetime.now(UTC).astimezone().date().isoformat()
        # Not a format string, since patterns come from a file.
        name = _BRACES.sub(lambda match: {"name": stem, "date": today}[match[1]], self.file)
        return beside / self.folder / f"{name}{ending}"


class Presets:
    """The presets of the user's ``file``, and those that ship with the program."""

    def __init__(self, file: Path) -> None:
        self._file = file
        #: Sentences about invalid presets in the file.
        self.faults: list[str] = []
        self._own: list[Preset] | None = None

    def all(self) -> list[Preset]:
        """Return the user's presets sorted by name, then the shipped ones in the order of their file."""
        return [*sorted(self.own, key=lambda it: it.name.casefold()), *shipped_presets()]

    @property
    def own(self) -> list[Preset]:
        """The user's presets; the file is read once."""
        if self._own is None:
            self._own = self._read()
        return self._own

    def find(self, name: str) -> Preset | None:
        """Return the user's preset of a name, ignoring case; None when there is none."""
        return next((it for it in self.own if it.name.casefold() == name.casefold()), None)

    def why_not(self, name: str) -> str:
        """Return why a preset cannot have a name, as a sentence; empty when it can."""
        if any(it.name.casefold() == name.casefold() for it in shipped_presets()):
            return tr("{name} is built in and cannot be changed.").format(name=name)
        if self.find(name) is None and len(self.own) >= MOST:
            return tr("You already have {n} presets, the maximum. Delete one first.").format(n=MOST)
        return why_no_preset_name(name)

    def keep(self, preset: Preset) -> None:
        """Save a preset, and replace the one of that name.

        Raises
        ------
        FileError
            If its name or its pattern is invalid, or the file cannot be written; the presets stay the same.
        """
        self._refresh()
        if refusal := self.why_not(preset.name) or why_no_pattern(preset.file):
            raise FileError(refusal.removesuffix("."))
        rest = [it for it in self.own if it.name.casefold() != preset.name.casefold()]
        self._write([*rest, replace(preset, shipped=False)])

    def rename(self, preset: Preset, name: str) -> None:
        """Rename one of the user's presets, and replace the one of that name.

        Raises
        ------
        FileError
            As for ``keep``.
        """
        self._refresh()
        if refusal := self.why_not(name):
            raise FileError(refusal.removesuffix("."))
        gone = {preset.name.casefold(), name.casefold()}
        self._write([*(it for it in self.own if it.name.casefold() not in gone), replace(preset, name=name)])

    def delete(self, preset: Preset) -> None:
        """Delete one of the user's presets.

        Raises
        ------
        FileError
            If it ships with the program, or the file cannot be written.
        """
        if preset.shipped:
            raise FileError(tr("{name} is built in and cannot be changed").format(name=preset.name))
        self._refresh()
        self._write([it for it in self.own if it != preset])

    # -- the file -------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Read the file again before it is changed: another editor may have changed it."""
        self._own = None

    def _read(self) -> list[Preset]:
        from fairground.core.files.untrusted_files import read_regular_file

        self.faults = []
        if not self._file.exists():
            return []
        try:
            data = read_regular_file(self._file, most_bytes=_LIMITS.bytes)
            return list(_presets(data, self._file.name, self.faults))
        except FileError as error:
            self.faults.append(tr("Cannot use {name}: {error}.").format(name=self._file.name, error=error))
            return []

    def _write(self, presets: list[Preset]) -> None:
        from fairground.core.files.atomic import write_bytes

        if self.faults:
            # Invalid presets are still the user's work.
            raise FileError(
                tr("{name} has errors and was not changed. Fix or remove it").format(name=self._file.name)
            )
        write_bytes(self._file, (_HEAD + "".join(map(_line, presets))).encode())
        self._own = presets


def with_ending(text: str, before: str, ending: str) -> str:
    """Replace the ending of the format ``before``, or of scenarios, in a path; add it to other paths."""
    for old in (before, ending, *_SCENARIO_ENDINGS):
        if old and text.endswith(old):
            return text.removesuffix(old) + ending
    return text + ending if text else text


def stem_of(path: Path) -> str:
    """Return the name of a scenario file without its ending."""
    return path.name.removesuffix(path.suffix) if path.suffix in _SCENARIO_ENDINGS else path.name


def why_no_destination(text: str, scenario: Path | None) -> str:
    """Return why an export cannot be written to a path, as a sentence; empty when it can.

    ``scenario`` is the file of the scenario, which an export must not overwrite.
    """
    from fairground.core.files.untrusted_files import is_folder, is_there

    if not text:
        return tr("Choose a file to export to.")
    path = Path(text)
    # Links may give a file several names.
    if scenario is not None and (
        path.absolute() == scenario or (is_there(path) and is_there(scenario) and path.samefile(scenario))
    ):
        return tr("{name} is the scenario itself. Choose another file.").format(name=path.name)
    if is_folder(path):
        return tr("{name} is a folder. Choose a file in it.").format(name=path)
    if is_folder(path.parent):
        return ""
    return tr("The folder {name} does not exist. Create it first.").format(name=path.parent)


def as_preset(name: str, request: ExportRequest, scenario: Path, ending: str) -> Preset:
    """Return a request as a preset, with folder and file name relative to the scenario."""
    home, stem = scenario.parent, stem_of(scenario)
    file, parent = request.path.name.removesuffix(ending), request.path.parent
    folder = parent.relative_to(home).as_posix() if parent.is_relative_to(home) else str(parent)
    pattern = file.replace(stem, "{name}") if stem else file
    return Preset(name, request.format_name, request.options, "" if folder == "." else folder, pattern)


def shipped_presets() -> list[Preset]:
    """Return the presets that ship with the program, in the order of their file."""
    from fairground.core.clients import export_presets

    return [
        Preset(it.title, it.format_name, it.options, file=it.file, shipped=True) for it in export_presets()
    ]


def why_no_preset_name(name: str) -> str:
    """Return why no preset can have a name, as a sentence; empty when one can."""
    if not name.strip() or len(name) > _LONGEST_NAME:
        return tr("A name must have 1 to {n} characters.").format(n=_LONGEST_NAME)
    if name.strip() != name:
        return tr("A name cannot begin or end with a space.")
    return "" if name.isprintable() else tr("A name may contain only printable characters.")


def why_no_pattern(pattern: str) -> str:
    """Return why a pattern for file names is invalid, as a sentence; empty when it is valid."""
    unknown = [it for it in _BRACES.findall(pattern) if it not in PLACES]
    if unknown:
        return tr("Unknown placeholder '{text}'; use only {{name}} and {{date}}.").format(text=unknown[0])
    if not pattern.strip() or len(pattern) > _LONGEST_NAME:
        return tr("A file name must have 1 to {n} characters.").format(n=_LONGEST_NAME)
    if pattern.startswith("."):
        return tr("A file name cannot begin with a dot.")
    if match := _FORBIDDEN.search(pattern):
        return tr("A file name cannot contain {sign}.").format(sign=repr(match[0]))
    return ""


def _presets(data: bytes, file: str, faults: list[str]) -> Iterator[Preset]:
    """Yield the valid presets of a file; add sentences about the others to ``faults``.

    Raises
    ------
    FileError
        If it is not YAML, or too large.
    """
    source = parse(data, limits=_LIMITS)
    top = source.data
    entries = top.get("presets") if isinstance(top, dict) and top.get("format") == FORMAT else None
    if not isinstance(entries, list):
        text = tr("{file} is not a presets file: 'format: {format}' or the list of presets is missing.")
        faults.append(text.format(file=file, format=FORMAT))
        return
    names: set[str] = set()
    for number, entry in enumerate(entries[:MOST], 1):
        fault = _fault(entry)
        if not fault and entry["name"].casefold() in names:
            fault = tr("two presets are called {name}").format(name=entry["name"])
        if fault:
            text = tr("{file} line {line}, ignored: {fault}.")
            line, _ = source.mark(("presets", number - 1))
            faults.append(text.format(file=file, line=line, fault=fault))
            continue
        names.add(entry["name"].casefold())
        yield Preset(
            entry["name"],
            entry["to"],
            tuple(sorted(entry.get("options", {}).items())),
            entry.get("folder", ""),
            entry.get("file", "{name}"),
        )
    if len(entries) > MOST:
        text = tr("{file} has more than {most} presets; the rest were ignored.")
        faults.append(text.format(file=file, most=MOST))


def _fault(entry: Any) -> str:  # noqa: ANN401  # whatever the file says
    """Return what is wrong with an entry; its format and options are checked when it is chosen."""
    if not isinstance(entry, dict) or not {"name", "to"} <= set(entry) <= _KEYS:
        return tr("a preset needs 'name' and 'to', and may also have {others}").format(
            others=", ".join(sorted(_KEYS - {"name", "to"}))
        )
    options: Mapping[Any, Any] = entry.get("options", {})
    if not isinstance(options, dict) or len(options) > _MOST_OPTIONS:
        return tr("its options must be a mapping of at most {most} entries").format(most=_MOST_OPTIONS)
    texts = (*options, *options.values(), *(entry[key] for key in entry if key != "options"))
    if not all(isinstance(it, str) and len(it) <= _LONGEST for it in texts):
        return tr("values must be text of at most {longest} characters; put numbers in quotes").format(
            longest=_LONGEST
        )
    if not all(it.isprintable() for it in texts):
        return tr("a value contains unprintable characters")
    refusal = why_no_preset_name(entry["name"]) or why_no_pattern(entry.get("file", "{name}"))
    return refusal.removesuffix(".")


def _line(preset: Preset) -> str:
    """Return a preset as a line of JSON, which is YAML too."""
    data = {"name": preset.name, "to": preset.format_name, "options": dict(preset.options)}
    data |= {"folder": preset.folder, "file": preset.file}
    return f"  - {json.dumps(data, ensure_ascii=False)}\n"
