"""Where an export goes: the name of the file, with the ending of its format, and why it cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fairground.editor.app.texts import tr
from fairground.editor.features.exporting.presets import Preset

if TYPE_CHECKING:
    from fairground.editor.features.exporting.job import ExportRequest

_SCENARIOS = (".yaml", ".yml")


def with_ending(text: str, before: str, ending: str) -> str:
    """Return a path with the ending of another format; one that is no format's is a part of the name."""
    for old in (before, ending, *_SCENARIOS):
        if old and text.endswith(old):
            return text.removesuffix(old) + ending
    return text + ending if text else text


def stem_of(path: Path) -> str:
    """Return the name of a scenario's file without its ending."""
    return path.name.removesuffix(path.suffix) if path.suffix in _SCENARIOS else path.name


def why_not_there(text: str, scenario: Path | None) -> str:
    """Return why nothing can be written to a path, in a sentence; empty when it can. ``scenario`` is its own file."""
    from fairground.core.files.untrusted_files import is_folder, is_there

    if not text:
        return tr("Choose a file to export to.")
    path = Path(text)
    # A file may have several names.
    if scenario is not None and (
        path.absolute() == scenario or (is_there(path) and is_there(scenario) and path.samefile(scenario))
    ):
        return tr("{name} is the scenario itself. Choose another file.").format(name=path.name)
    if is_folder(path):
        return tr("{name} is a folder. Choose a file in it.").format(name=path)
    return (
        ""
        if is_folder(path.parent)
        else tr("The folder {name} does not exist. Create it first.").format(name=path.parent)
    )


def as_preset(name: str, request: ExportRequest, scenario: Path, ending: str) -> Preset:
    """Return a request as a preset, whose place and file name are relative to those of the scenario."""
    folder, own = scenario.parent, stem_of(scenario)
    file, place = request.path.name.removesuffix(ending), request.path.parent
    beside = place.relative_to(folder).as_posix() if place.is_relative_to(folder) else str(place)
    return Preset(
        name,
        request.format_name,
        request.options,
        "" if beside == "." else beside,
        file.replace(own, "{name}") if own else file,
    )
