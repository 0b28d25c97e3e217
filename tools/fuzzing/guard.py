"""Log access of a reader to files outside its folder, other processes and the network."""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from pathlib import Path
from typing import Any, Final

#: Starts of the names of events that no reader has a reason for.
FORBIDDEN: Final = (
    "socket.",
    "subprocess.",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.fork",
    "pty.",
    "ftplib.",
    "urllib.",
)
#: Events that change a file: their first arguments are paths.
CHANGING: Final = (
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.mkdir",
    "os.link",
    "os.symlink",
    "os.truncate",
    "os.chmod",
    "os.chown",
)
_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Guard:
    """Logs access outside ``folder`` (writing) or the program's own files (reading).

    It is an audit hook, which cannot be removed: for processes that do nothing else.
    """

    def __init__(self, folder: Path, program: Path) -> None:
        self._folder = os.path.realpath(folder)
        of_python = [*sysconfig.get_paths().values(), sys.prefix, sys.base_prefix, *site.getsitepackages()]
        own = [str(folder), str(program), *of_python]
        self._readable = (*(os.path.realpath(it) for it in own), "/dev/null", "/proc/self")
        self._noted: list[str] = []
        sys.addaudithook(self._hear)

    def noted(self) -> list[str]:
        """Return the forbidden accesses since the last call."""
        noted, self._noted = self._noted, []
        return noted

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            # A file that is open already comes as its number.
            if not isinstance(path, int):
                self._judge(event, path, writing=bool(flags & _WRITING))
        elif event in CHANGING:
            for path in arguments[: 2 if event in {"os.rename", "os.link"} else 1]:
                self._judge(event, _start(arguments[-1]) / os.fsdecode(path), writing=True)
        elif event.startswith(FORBIDDEN):
            self._noted.append(f"{event} {arguments}")

    def _judge(self, event: str, path: str | bytes | os.PathLike[str], *, writing: bool) -> None:
        real = os.path.realpath(os.fsdecode(path))
        allowed = (self._folder,) if writing else self._readable
        if not any(real == it or real.startswith(it + os.sep) for it in allowed):
            self._noted.append(f"{event} {os.fsdecode(path)}{' to write' if writing else ''}")


def _start(folder: object) -> Path:
    """Return where a path starts that is told beside the number of an open folder; negative is none."""
    is_open = isinstance(folder, int) and folder >= 0
    return Path(f"/proc/self/fd/{folder}").readlink() if is_open else Path()
