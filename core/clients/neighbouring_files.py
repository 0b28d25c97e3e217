"""Reading what an imported file refers to: only files beside or below it, regular ones, of a limited size."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from fairground.core.errors import FileError
from fairground.core.files.untrusted_files import read_regular_file

if TYPE_CHECKING:
    from pathlib import Path

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
        raise FileError(f"{name!r} is not read: only files beside the imported one, or in folders below, are")
    path = folder
    for part in asked.parts:
        path = path / part
        if path.is_symlink():
            raise FileError(f"{name!r} is not read: it leads through a link")
    data = read_regular_file(path, most_bytes=MAX_BYTES)
    if len(data) > MAX_BYTES:
        raise FileError(f"{name!r} is not read: it has more than {MAX_BYTES // 2**20} MB")
    return data
