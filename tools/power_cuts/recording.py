"""Record what a program does to a folder: every system call that changes a file, as strace sees it.

Calls are in the order in which they ended. A sync covers what was done before it began: another thread may write while
it lasts.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
#: The calls that change files, or which file a number stands for.
_CALLS: Final = (
    "open,openat,creat,close,dup,dup2,dup3,read,readv,lseek,write,writev,pwrite64,pwritev,truncate,ftruncate,fallocate,"
    "rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,rmdir,mkdir,mkdirat,fsync,fdatasync"
)
#: One end of a call in the log: the thread, the call, its arguments, and its result.
_ENDED: Final = re.compile(r"(\d+) +(\w+)\((.*)\) += (-?\d+|\?)(.*)")
_BEGUN: Final = re.compile(r"(\d+) +(\w+)\((.*) <unfinished \.\.\.>")
_RESUMED: Final = re.compile(r"(\d+) +<\.\.\. (\w+) resumed>(.*)")
_TEXT: Final = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True)
class Change:
    """One change of the folder: of the entries of a folder, or of the data of a file (by its number).

    ``entries`` are the names, relative to the folder, that this call sets: to a file's number, to a folder (``FOLDER``), or
    to nothing (None). Either these or ``inode`` are given.
    """

    entries: dict[str, int | None] = field(default_factory=dict)
    inode: int | None = None
    offset: int = 0
    data: bytes = b""
    #: The new size of a file that was cut off or extended; None for data.
    size: int | None = None


@dataclass(frozen=True)
class Sync:
    """A file (by number) or folder (by name) whose changes before step ``begun`` are on the disk."""

    target: int | str
    begun: int


@dataclass(frozen=True)
class Promise:
    """A line of text that the program told from here on."""

    text: str


Step = Change | Sync | Promise
#: The number of every folder.
FOLDER: Final = 0


class UnmodelledCallError(Exception):
    """The program used a call that the model of a disk does not know."""


@dataclass
class Recording:
    """The files of a folder at first, and what was done to it; file numbers begin at 1."""

    files: dict[str, int]
    contents: dict[int, bytes]
    steps: list[Step]
    #: System calls that changed the folder or synced it.
    calls: int


def can_record() -> bool:
    """Return whether strace is installed and may watch programs here."""
    try:
        done = subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


def record(command: list[str], folder: Path, told: Path) -> Recording:
    """Run a command and return what it did to a folder; what it writes to the file ``told`` are promises.

    Raises
    ------
    RuntimeError
        When the command fails.
    UnmodelledCallError
        When it changed the folder by a call that is not modelled.
    """
    recorder = _Recorder(folder, told)
    log = told.with_suffix(".strace")
    options = ["-f", "-xx", "-s", str(2**24), "-o", str(log), "-e", f"trace={_CALLS}", "-e", "signal=none"]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT), "FAIRGROUND_HOME": str(told.parent / "home")}  # fmt: skip
    done = subprocess.run(["strace", *options, *command], capture_output=True, text=True, check=False, cwd=ROOT, env=environment)  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed: {done.stderr}")
    with log.open(encoding="ascii") as lines:
        for line in lines:
            recorder.hear(line)
    log.unlink()
    return recorder.recording


class _Recorder:
    def __init__(self, folder: Path, told: Path) -> None:
        self._root, self._told = str(folder), str(told)
        self._inodes: dict[str, int] = {}
        contents: dict[int, bytes] = {}
        for path in sorted(folder.rglob("*")):
            name = str(path.relative_to(folder))
            if path.is_dir():
                self._inodes[name] = FOLDER
            else:
                contents[number := len(contents) + 1] = path.read_bytes()
                self._inodes[name] = number
        self._next = len(contents) + 1
        self.recording = Recording(dict(self._inodes), contents, [], 0)
        self._sizes = {number: len(content) for number, content in contents.items()}
        #: Open files by number of the handle: a file's number or a folder's name, and where it is written next.
        self._open: dict[int, int | str] = {}
        self._places: dict[int, int] = {}
        self._appends: set[int] = set()
        self._begun: dict[str, tuple[str, int]] = {}

    def hear(self, line: str) -> None:
        if begun := _BEGUN.match(line):
            self._begun[begun[1]] = f"{begun[1]} {begun[2]}({begun[3]}", len(self.recording.steps)
            return
        at = len(self.recording.steps)
        if resumed := _RESUMED.match(line):
            text, at = self._begun.pop(resumed[1])
            line = text + resumed[3]
        if (ended := _ENDED.match(line)) and ended[4] != "?" and int(ended[4]) >= 0:
            self._call(ended[2], ended[3], int(ended[4]), at)

    def _call(self, name: str, arguments: str, result: int, begun: int) -> None:
        texts = [bytes.fromhex(it.replace("\\x", "")) for it in _TEXT.findall(arguments)]
        numbers = [it.strip() for it in _TEXT.sub("T", arguments).split(",")]
        if name in ("open", "openat", "creat"):
            self._opened(texts[0], arguments, result)
        elif name in ("fsync", "fdatasync"):
            if (target := self._open.get(int(numbers[0]))) is not None:
                self._did(Sync(target, begun))
        elif name == "close":
            self._open.pop(int(numbers[0]), None)
        elif name in ("rename", "renameat", "renameat2", "unlink", "unlinkat", "rmdir", "mkdir", "mkdirat"):
            self._renamed([os.fsdecode(it) for it in texts], name, arguments)
        elif name in ("link", "linkat", "symlink", "symlinkat", "truncate"):
            self._refuse(any(os.fsdecode(it).startswith(self._root) for it in texts), name)
        elif int(numbers[0]) in self._open:
            self._wrote(name, int(numbers[0]), numbers, texts, result)

    def _wrote(self, name: str, handle: int, numbers: list[str], texts: list[bytes], result: int) -> None:
        target = self._open[handle]
        if isinstance(target, str):
            return
        place = self._places[handle]
        if name == "write":
            if target == -1:
                self.recording.steps += [Promise(it) for it in texts[0].decode().splitlines()]
                return
            place = self._sizes[target] if handle in self._appends else place
            self._write(target, place, texts[0][:result])
            self._places[handle] = place + result
        elif name == "pwrite64":
            self._write(target, int(numbers[3]), texts[0][:result])
        elif name == "ftruncate":
            self._sizes[target] = int(numbers[1])
            self._did(Change(inode=target, size=int(numbers[1])))
        elif name == "lseek":
            self._places[handle] = result
        elif name == "read":
            self._places[handle] = place + result
        else:
            raise UnmodelledCallError(f"{name} is not modelled")

    def _write(self, target: int, place: int, data: bytes) -> None:
        self._sizes[target] = max(self._sizes[target], place + len(data))
        self._did(Change(inode=target, offset=place, data=data))

    def _opened(self, raw: bytes, arguments: str, handle: int) -> None:
        path = os.fsdecode(raw)
        self._open.pop(handle, None)
        self._appends.discard(handle)
        self._places[handle] = 0
        if path == self._told:
            self._open[handle] = -1
            return
        if path != self._root and not path.startswith(f"{self._root}/"):
            return
        self._refuse("O_TMPFILE" in arguments, "O_TMPFILE")
        name = self._name(path)
        known = self._inodes.get(name)
        if name == "." or known == FOLDER:
            self._open[handle] = name
            return
        if known is None:
            known, self._next = self._next, self._next + 1
            self._sizes[known] = 0
            self._set({name: known})
        elif "O_TRUNC" in arguments and self._sizes[known]:
            self._sizes[known] = 0
            self._did(Change(inode=known, size=0))
        self._open[handle] = known
        if "O_APPEND" in arguments:
            self._appends.add(handle)

    def _renamed(self, paths: list[str], call: str, arguments: str) -> None:
        if not paths[0].startswith(f"{self._root}/"):
            return
        self._refuse("AT_FDCWD" not in arguments and call.endswith(("at", "at2")), call)
        name = self._name(paths[0])
        if call.startswith("mkdir"):
            self._set({name: FOLDER})
        elif call.startswith("rename"):
            to = self._name(paths[1])
            self._refuse(self._inodes[name] == FOLDER, "rename of a folder")
            self._set({name: None, to: self._inodes[name]})
        else:
            self._set({name: None})

    def _set(self, entries: dict[str, int | None]) -> None:
        for name, inode in entries.items():
            if inode is None:
                self._inodes.pop(name)
            else:
                self._inodes[name] = inode
        self._did(Change(entries=entries))

    def _did(self, step: Change | Sync) -> None:
        self.recording.calls += 1
        self.recording.steps.append(step)

    def _name(self, path: str) -> str:
        return os.path.normpath(os.path.relpath(path, self._root))

    def _refuse(self, is_used: bool, call: str) -> None:  # noqa: FBT001  # said of the call after it
        if is_used:
            raise UnmodelledCallError(f"{call} is not modelled")


def python(*words: str) -> list[str]:
    """Return a command that runs Python as this one."""
    return [sys.executable, *words]
