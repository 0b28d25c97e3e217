"""The forces that a side can play with: shipped ones, and files beside the scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.errors import FairgroundError
from fairground.core.files.force_file import load_force, shipped_forces
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from pathlib import Path

#: The most files of a folder that are looked at.
_MOST: Final = 200
_FIRST_LINE: Final = b"format: fairground-force/"


def force_choices(folder: Path | None) -> dict[str, str]:
    """Return the titles of forces by the name or file that a scenario in a folder gives; first the common one, without a name."""
    choices = {"": tr("Default force")}
    choices |= {name: load_force(name).title for name in shipped_forces()}
    try:
        files = sorted(folder.glob("*.y*ml"))[:_MOST] if folder else []
    except OSError:
        return choices
    for path in files:
        try:
            with path.open("rb") as file:
                is_force = file.read(len(_FIRST_LINE)) == _FIRST_LINE
            if is_force:
                choices[path.name] = load_force(path).title
        except (OSError, FairgroundError):
            continue
    return choices
