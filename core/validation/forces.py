"""Forces that sides play with: shipped ones, and files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import FileError
from fairground.core.files.force_file import load_force, shipped_forces
from fairground.core.finding import Finding, Place
from fairground.core.text.suggest import did_you_mean
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fairground.core.validation.checked_scenario import CheckedScenario


def check_forces(subject: CheckedScenario) -> Iterator[Finding]:
    """Find forces that are neither shipped nor a readable file beside or below the scenario."""
    shipped = shipped_forces()
    for index, side in enumerate(subject.scenario.sides):
        name = side.force
        if not name or name in shipped:
            continue
        if name.endswith((".yaml", ".yml")):
            reason = _file_fault(name, subject.scenario.folder)
        else:
            reason = f"which does not exist{did_you_mean(name, shipped)}"
        if reason:
            yield make_finding(
                "side.force",
                f"side {side.title!r} plays with the force {name!r}, {reason}",
                Place(("sides", index, "force")),
                fix=f"Name a shipped force ({', '.join(shipped)}), or a .yaml file beside or below the scenario.",
            )


def _file_fault(name: str, folder: Path | None) -> str:
    """Return why a file is no force; empty if it is one, or if the scenario has no folder to look in."""
    if folder is None:
        return ""
    try:
        path = (folder / name).resolve()
        if "\\" in name or not path.is_relative_to(folder.resolve()):
            return "which is outside the folder of the scenario"
        load_force(path)
    except FileError as error:
        return f"which cannot be read: {error.problems[0].message if error.problems else 'there is no such file'}"
    except (OSError, ValueError, RuntimeError):
        return "which is not a valid path"
    return ""
