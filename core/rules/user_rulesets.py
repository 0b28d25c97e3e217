"""Rulesets of one's own: what there is in a folder, and the files that one is read from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fairground.core.errors import FileError
from fairground.core.rules.loading import LIMITS, MAX_EXTENDS
from fairground.core.rules.ruleset_files import SUFFIXES, NotFoundError, check_path, locate, read
from fairground.core.text.guarded_yaml import parse

if TYPE_CHECKING:
    from pathlib import Path

#: So many files of a folder are looked at, and so much of each.
_MOST_FILES: Final = 200
_HEAD_BYTES: Final = 4096
_HEAD: Final = re.compile(rb"""^(?:\xef\xbb\xbf)?format: *["']?fairground-ruleset/""", re.MULTILINE)


def own_files(name: str, *, folder: Path | None) -> tuple[Path, ...]:
    """Return a ruleset's file and those of all it extends, in that order, without shipped ones, which do not change.

    ``name`` is as for ``load_ruleset``. A file that is not there is among them, so that one can wait for it; what a
    file that cannot be read may extend is not known.
    """
    found: list[Path] = []
    while folder is not None and name.endswith(SUFFIXES) and len(found) <= MAX_EXTENDS:
        try:
            check_path(name)
        except NotFoundError:
            break
        path = folder / name
        if path in found:
            break
        found.append(path)
        try:
            source = parse(read(locate(name, folder)), limits=LIMITS)
        except (NotFoundError, FileError):
            break
        extended = source.data.get("extends") if isinstance(source.data, dict) else None
        if not isinstance(extended, str):
            break
        name, folder = extended, path.parent
    return tuple(found)


def rulesets_in(folder: Path) -> tuple[str, ...]:
    """Return the ruleset files in a folder and in the folders in it, as names for ``load_ruleset``, sorted.

    They are told by their first lines; of a folder with very many files only some are looked at. None where the
    folder cannot be read.
    """
    found = []
    try:
        paths = [
            path for pattern in ("*", "*/*") for suffix in SUFFIXES for path in folder.glob(pattern + suffix)
        ]
    except OSError:
        return ()
    for path in sorted(paths)[:_MOST_FILES]:
        try:
            is_ruleset = path.is_file() and _HEAD.search(_first_lines(path)) is not None
        except OSError:
            continue
        if is_ruleset:
            found.append(path.relative_to(folder).as_posix())
    return tuple(sorted(found))


def _first_lines(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(_HEAD_BYTES)
