"""Presets of exports: a format, its options, and where the file goes, under a name; the user's own and shipped ones.

What was exported last from each file: kept in the settings, so that it can be exported again by one key.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fairground.core.errors import FileError
from fairground.core.text.guarded_yaml import Limits, parse
from fairground.editor.app.texts import tr
from fairground.editor.document.file_settings import FileMemory

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from PySide6.QtCore import QSettings

_KEY = "exports"
_TEXTS = ("format", "path", "digest")


@dataclass(frozen=True, slots=True)
class LastExport:
    """An export as it was made: ``digest`` is of what was written to its main file, empty when nothing was yet."""

    format_name: str
    path: Path
    options: tuple[tuple[str, str], ...] = ()
    force: bool = False
    strict: bool = False
    digest: str = ""


class ExportMemory:
    """The last export of each file."""

    def __init__(self, settings: QSettings) -> None:
        self._files = FileMemory(settings, _KEY)

    def recall(self, file: Path) -> LastExport | None:
        """Return the last export of a file; None when there is none, or it is not legible."""
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
        return LastExport(
            name,
            Path(path),
            tuple(options.items()),
            force=data.get("force") is True,
            strict=data.get("strict") is True,
            digest=digest,
        )

    def keep(self, file: Path, export: LastExport) -> None:
        """Remember a file's export, as the last one made."""
        told = {
            "format": export.format_name,
            "path": str(export.path),
            "options": dict(export.options),
            "force": export.force,
            "strict": export.strict,
            "digest": export.digest,
        }
        self._files.keep(file, told)


FORMAT: Final = "fairground-exports/1"
#: So many presets are kept, of so many options each; names and values have no more characters than these.
MOST: Final = 100
_MOST_OPTIONS, _LONGEST_NAME, _LONGEST = 100, 60, 500
_LIMITS: Final = Limits(bytes=512 * 1024, depth=5, values=20_000)
_HEAD = f"# Presets of exports, as the editor's dialog keeps them.\nformat: {FORMAT}\npresets:\n"
_KEYS = {"name", "to", "options", "folder", "file"}
#: What a pattern of a file's name may hold in braces.
_BRACES = re.compile(r"\{([^{}]*)\}")
PLACES: Final = ("name", "date")
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')


@dataclass(frozen=True, slots=True)
class Preset:
    """An export under a name; one that is ``shipped`` can be neither renamed nor deleted.

    ``options`` are those that have not their defaults. ``folder`` is absolute or, seen from the scenario's own,
    relative; empty for that one itself. ``file`` is a pattern for the name without its ending, with ``{name}`` for the
    scenario's and ``{date}`` for the day.
    """

    name: str
    format_name: str
    options: tuple[tuple[str, str], ...] = ()
    folder: str = ""
    file: str = "{name}"
    shipped: bool = False

    def path(self, beside: Path, stem: str, ending: str) -> Path:
        """Return where an export goes of a scenario that lies in ``beside`` and is called ``stem``."""
        today = datetime.now(UTC).astimezone().date().isoformat()
        # Only what is in braces is replaced: a pattern is a text from a file, not a format string.
        name = _BRACES.sub(lambda found: {"name": stem, "date": today}[found[1]], self.file)
        return beside / self.folder / f"{name}{ending}"


class Presets:
    """The presets there are: those of the user's ``file``, and those that ship with the program."""

    def __init__(self, file: Path) -> None:
        self._file = file
        #: Sentences on what of the file could not be used.
        self.faults: list[str] = []
        self._own: list[Preset] | None = None

    def all(self) -> list[Preset]:
        """Return the user's presets by name, and then the shipped ones in the order of their file."""
        return [*sorted(self.own, key=lambda it: it.name.casefold()), *shipped_presets()]

    @property
    def own(self) -> list[Preset]:
        """The user's presets; the file is read once."""
        if self._own is None:
            self._own = self._read()
        return self._own

    def named(self, name: str) -> Preset | None:
        """Return the user's preset of a name, however its letters are written; None when there is none."""
        return next((it for it in self.own if it.name.casefold() == name.casefold()), None)

    def why_not(self, name: str) -> str:
        """Return the sentence that says why a preset cannot have a name; empty when it can."""
        if any(it.name.casefold() == name.casefold() for it in shipped_presets()):
            return tr("{name} is built in and cannot be changed.").format(name=name)
        if self.named(name) is None and len(self.own) >= MOST:
            return tr("There are already {n} presets, which is the maximum.").format(n=MOST)
        return why_no_preset_name(name)

    def keep(self, preset: Preset) -> None:
        """Keep a preset, in place of the one that has its name already.

        Raises
        ------
        FileError
            When it cannot have its name or its pattern, or the file cannot be written; then the presets are those
            from before.
        """
        if sentence := self.why_not(preset.name) or why_no_pattern(preset.file):
            raise FileError(sentence.removesuffix("."))
        rest = [it for it in self.own if it.name.casefold() != preset.name.casefold()]
        self._write([*rest, replace(preset, shipped=False)])

    def rename(self, preset: Preset, name: str) -> None:
        """Give one of the user's presets another name, in place of the one that has it already.

        Raises
        ------
        FileError
            As for ``keep``.
        """
        if sentence := self.why_not(name):
            raise FileError(sentence.removesuffix("."))
        gone = {preset.name.casefold(), name.casefold()}
        self._write([*(it for it in self.own if it.name.casefold() not in gone), replace(preset, name=name)])

    def delete(self, preset: Preset) -> None:
        """Forget one of the user's presets.

        Raises
        ------
        FileError
            When it ships with the program, or the file cannot be written.
        """
        if preset.shipped:
            raise FileError(tr("{name} is built in and cannot be changed").format(name=preset.name))
        self._write([it for it in self.own if it != preset])

    # -- the file -------------------------------------------------------------------------------------------

    def _read(self) -> list[Preset]:
        from fairground.core.files.untrusted_files import read_regular_file

        self.faults = []
        if not self._file.exists():
            return []
        try:
            return list(_presets(read_regular_file(self._file, most_bytes=_LIMITS.bytes), self.faults))
        except FileError as error:
            self.faults.append(tr("Cannot use {name}: {error}.").format(name=self._file.name, error=error))
            return []

    def _write(self, presets: list[Preset]) -> None:
        from fairground.core.files.atomic import write_bytes

        if self.faults:
            # What could not be read is somebody's work all the same.
            raise FileError(
                tr("{name} has errors and was not changed. Fix or remove it").format(name=self._file.name)
            )
        write_bytes(self._file, (_HEAD + "".join(map(_line, presets))).encode())
        self._own = presets


def shipped_presets() -> list[Preset]:
    """Return the presets that ship with the program, in the order of their file."""
    faults: list[str] = []
    data = (files("fairground.resources") / "exports.yaml").read_bytes()
    found = [replace(it, shipped=True) for it in _presets(data, faults)]
    if faults:
        raise ValueError("; ".join(faults))
    return found


def why_no_preset_name(name: str) -> str:
    """Return the sentence that says why no preset can have a name; empty when one can."""
    if not name.strip() or len(name) > _LONGEST_NAME:
        return tr("A name has 1 to {n} characters.").format(n=_LONGEST_NAME)
    if name.strip() != name:
        return tr("A name cannot begin or end with a space.")
    return "" if name.isprintable() else tr("A name may contain only printable characters.")


def why_no_pattern(pattern: str) -> str:
    """Return the sentence that says why a pattern can be none of a file's name; empty when it can."""
    unknown = [it for it in _BRACES.findall(pattern) if it not in PLACES]
    if unknown:
        return tr("Only {{name}} and {{date}} can stand in braces, not '{text}'.").format(text=unknown[0])
    if not pattern.strip() or len(pattern) > _LONGEST_NAME:
        return tr("A file name has 1 to {n} characters.").format(n=_LONGEST_NAME)
    if (found := _FORBIDDEN.search(pattern)) or pattern.startswith("."):
        return tr("{sign} is not allowed there in a file name.").format(sign=repr(found[0] if found else "."))
    return ""


def _presets(data: bytes, faults: list[str]) -> Iterator[Preset]:
    """Yield the presets of a file that can be used; sentences on the others go to ``faults``.

    Raises
    ------
    FileError
        When it is no YAML, or too large.
    """
    top = parse(data, limits=_LIMITS).data
    entries = top.get("presets") if isinstance(top, dict) and top.get("format") == FORMAT else None
    if not isinstance(entries, list):
        faults.append(
            tr("this is not a presets file: 'format: {format}' or the list of presets is missing.").format(
                format=FORMAT
            )
        )
        return
    names: set[str] = set()
    for number, entry in enumerate(entries[:MOST], 1):
        fault = _fault(entry)
        if not fault and entry["name"].casefold() in names:
            fault = tr("two presets are called {name}").format(name=entry["name"])
        if fault:
            faults.append(tr("preset {number}: {fault}.").format(number=number, fault=fault))
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
        faults.append(tr("there are more than {most} presets.").format(most=MOST))


def _fault(entry: Any) -> str:  # noqa: ANN401  # whatever the file says
    """Return what is wrong with an entry; whether format and options are known is told when it is chosen."""
    if not isinstance(entry, dict) or not {"name", "to"} <= set(entry) <= _KEYS:
        return tr("a preset has 'name', 'to' and, if needed, {others}").format(
            others=", ".join(sorted(_KEYS - {"name", "to"}))
        )
    options: Mapping[Any, Any] = entry.get("options", {})
    if not isinstance(options, dict) or len(options) > _MOST_OPTIONS:
        return tr("its options must be a mapping of at most {most} entries").format(most=_MOST_OPTIONS)
    texts = (*options, *options.values(), *(entry[key] for key in entry if key != "options"))
    if not all(isinstance(it, str) and len(it) <= _LONGEST for it in texts):
        return tr("values must be texts of at most {longest} characters; put numbers in quotes").format(
            longest=_LONGEST
        )
    if not all(it.isprintable() for it in texts):
        return tr("a value contains unprintable characters")
    return (why_no_preset_name(entry["name"]) or why_no_pattern(entry.get("file", "{name}"))).removesuffix(
        "."
    )


def _line(preset: Preset) -> str:
    """Return a preset as a line: JSON's texts are YAML's."""
    data = {"name": preset.name, "to": preset.format_name, "options": dict(preset.options)}
    data |= {"folder": preset.folder, "file": preset.file}
    return f"  - {json.dumps(data, ensure_ascii=False)}\n"
