"""Exports: only of scenarios without errors, never over a file unasked, and all files of one export or none."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairground.core.clients.format import export_settings
from fairground.core.clients.registry import export_formats, load_format
from fairground.core.clients.scenario_parts import ScenarioPart, losses, undrawn_decorations
from fairground.core.errors import FileError, UsageError
from fairground.core.files.companions import companion_stem, write_together
from fairground.core.files.image_copies import with_images_embedded
from fairground.core.files.untrusted_files import is_there
from fairground.core.finding import Severity
from fairground.core.scenario.parts import id_like
from fairground.core.scenario.tracing_image import without_tracing_image
from fairground.core.text.guarded_yaml import Limits, parse
from fairground.core.text.suggest import did_you_mean
from fairground.core.validation import validate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from fairground.core.clients.format import Export, Format
    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario

_JSON: Final = (".json", ".geojson", ".hexjson", ".tmj", ".uvtt")
_SCENARIO: Final = (".yaml", ".yml")
_PRESET_LIMITS: Final = Limits(bytes=64 * 1024, depth=5, values=2_000)


class ExportPreset(NamedTuple):
    """A format with options that ships under a name; ``file`` is a pattern for the file name, with ``{name}``."""

    id: str
    title: str
    format_name: str
    options: tuple[tuple[str, str], ...]
    file: str


@cache
def export_presets() -> tuple[ExportPreset, ...]:
    """Return the presets that ship with the program, in the order of their file."""
    data = (files("fairground.resources") / "exports.yaml").read_bytes()
    shipped: Any = parse(data, limits=_PRESET_LIMITS).data
    return tuple(
        ExportPreset(
            re.sub("-+", "-", id_like(it["name"])),
            it["name"],
            it["to"],
            tuple(sorted(it.get("options", {}).items())),
            it.get("file", "{name}"),
        )
        for it in shipped["presets"]
    )


def find_preset(preset_id: str) -> ExportPreset:
    """Return a shipped preset by its id; raise UsageError if it is unknown."""
    known = {it.id: it for it in export_presets()}
    if preset_id not in known:
        raise UsageError(
            f"there is no preset {preset_id!r}{did_you_mean(preset_id, known)} (known: {', '.join(known)})"
        )
    return known[preset_id]


@dataclass(frozen=True, slots=True)
class Prepared:
    """An export ready to be written: its main file, what the format loses, and the validator's findings."""

    path: Path
    exported: Export = field(repr=False)
    losses: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def files(self) -> tuple[Path, ...]:
        """All files to be written, the main one first."""
        return (self.path, *(self.path.with_name(it.name) for it in self.exported.companions))

    def write(self, *, overwrite: bool = False) -> None:
        """Write all files, or none; companions are beside the main file, with names derived from their content.

        Raise UsageError when the main file exists without ``overwrite``, and FileError when a file cannot be written.
        """
        if is_there(self.path) and not overwrite:
            raise UsageError(f"{self.path} exists; choose another file or allow overwriting")
        write_together(self.path, self.exported.content, self.exported.companions)


def prepare_export(
    scenario: Scenario,
    format_name: str,
    path: str | PathLike[str],
    options: Mapping[str, str] | None = None,
    *,
    force: bool = False,
    strict: bool = False,
    findings: Sequence[Finding] | None = None,
) -> Prepared:
    """Return a scenario in another format, ready to be written to ``path``.

    ``options`` override the defaults of the format. ``force`` exports despite errors; ``strict`` refuses to lose anything.
    ``findings`` are the validator's, if known already.

    Raises
    ------
    UsageError
        For an unknown format or option, a bad value, or an ending that belongs to another format.
    FileError
        When the scenario has errors without ``force``, when the format cannot hold it, or when ``strict`` forbids a loss.
    """
    path, target = Path(path), load_format(format_name)
    if target.write is None:
        known = ", ".join(export_formats())
        raise UsageError(f"{target.title} can be imported but not exported (export formats: {known})")
    settings = export_settings(target.options, options or {}, companion_stem(path), path.suffix.casefold())
    _check_ending(path, target)
    findings = validate(scenario) if findings is None else findings
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if errors and not force:
        raise FileError(f"{scenario.name!r} has errors and was not exported", errors)
    # The tracing image is the designer's: it stays with the scenario file.
    exported = target.write(with_images_embedded(without_tracing_image(scenario)), settings)
    undrawn = undrawn_decorations(scenario) if ScenarioPart.DECORATIONS in target.carries else ()
    carried = target.carries - {ScenarioPart.TRACING_IMAGE}
    lost = (*losses(scenario, carried), *undrawn, *exported.losses)
    if lost and strict:
        raise FileError(
            f"{scenario.name!r} was not exported, because {target.title} would lose data: {'; '.join(lost)}"
        )
    return Prepared(path, exported, lost, tuple(findings))


def _check_ending(path: Path, target: Format) -> None:
    """Refuse an ending that belongs to another format; .json is accepted for any format that is JSON."""
    ending = path.suffix.casefold()
    if ending in ("", target.ending, *target.other_endings) or (ending == ".json" and target.ending in _JSON):
        return
    other = next((it for it in map(load_format, export_formats()) if it.ending == ending), None)
    if ending in _SCENARIO:
        what, instead = "a scenario", ""
    elif ending == ".json":
        what, instead = "JSON", ""
    elif other is not None:
        what, instead = f"the format {other.name!r}", f"choose the format {other.name!r}, or "
    else:
        return
    raise UsageError(
        f"{path.name} has the extension of {what}, but {target.name!r} files end in {target.ending}; "
        f"{instead}name the file {path.with_suffix(target.ending).name}"
    )


def export(
    scenario: Scenario,
    format_name: str,
    path: str | PathLike[str],
    options: Mapping[str, str] | None = None,
    *,
    overwrite: bool = False,
    force: bool = False,
    strict: bool = False,
) -> Prepared:
    """Write a scenario in another format, all of its files or none, and return what was written.

    Errors are those of ``prepare_export`` and ``Prepared.write``; an existing file is refused first.
    """
    path = Path(path)
    if is_there(path) and not overwrite:
        raise UsageError(f"{path} exists; choose another file or allow overwriting")
    prepared = prepare_export(scenario, format_name, path, options, force=force, strict=strict)
    prepared.write(overwrite=overwrite)
    return prepared
