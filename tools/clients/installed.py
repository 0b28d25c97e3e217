"""What clients need: packages in a folder of their own at fixed versions, programs of the system, or nothing."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.clients.client import NotRunError

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = Path(__file__).parent
READERS = HERE / "readers"
VERSIONS = HERE / "versions.toml"
#: Where packages of clients are installed; ignored by git, and removed by make clean.
CACHE = HERE.parents[1] / "out" / "clients"
_INSTALL_SECONDS = 900
_READ_SECONDS = 600


@cache
def pinned_versions(registry: str) -> dict[str, str]:
    """Return the versions of packages of ``npm`` or ``pypi`` by name."""
    return dict(tomllib.loads(VERSIONS.read_text(encoding="utf-8"))[registry])


@dataclass(frozen=True, slots=True)
class NpmPackage:
    """A package of npm, run by Node.js."""

    name: str

    def version(self) -> str:
        folder = npm_folder() / "node_modules" / self.name
        return str(json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"])

    def ask(self, reader: str, requests: Sequence[object]) -> list[Any]:
        # Imports are resolved from where a module is.
        folder = npm_folder() / "readers"
        shutil.copytree(READERS, folder, dirs_exist_ok=True)
        return _answers([_program("node"), str(folder / reader)], requests)


@dataclass(frozen=True, slots=True)
class PythonPackage:
    """A package of PyPI, run by a Python in an environment of its own."""

    name: str

    def version(self) -> str:
        script = f"from importlib.metadata import version; print(version({self.name!r}))"
        return _output([str(client_python()), "-c", script])

    def ask(self, reader: str, requests: Sequence[object]) -> list[Any]:
        return _answers([str(client_python()), str(READERS / reader)], requests)


@dataclass(frozen=True, slots=True)
class SystemProgram:
    """A program of the system; ``command`` prints its version."""

    command: tuple[str, ...]
    #: Other programs that come with it.
    others: tuple[str, ...] = ()

    def version(self) -> str:
        for name in (self.command[0], *self.others):
            _program(name)
        # xmllint prints its version as an error.
        found = re.search(r"\d+(\.\d+)+|\d{4,}", _output(list(self.command), errors=True))
        return found[0] if found else "unknown"

    def ask(self, reader: str, requests: Sequence[object]) -> list[Any]:
        raise NotRunError(f"{self.command[0]} does not run {reader} ({len(requests)} requests)")


@dataclass(frozen=True, slots=True)
class OwnChecker:
    """A checker of this project, which needs nothing."""

    def version(self) -> str:
        return ""

    def ask(self, reader: str, requests: Sequence[object]) -> list[Any]:
        raise NotRunError(f"a checker of this project does not run {reader} ({len(requests)} requests)")


@cache
def npm_folder() -> Path:
    """Return the folder that has ``node_modules`` with all pinned packages; install them if it is not there."""
    npm, _node = _program("npm"), _program("node")
    pins = pinned_versions("npm")
    folder = CACHE / f"npm-{_fingerprint(pins)}"
    if not (folder / "complete").exists():
        folder.mkdir(parents=True, exist_ok=True)
        package = {"name": "clients", "private": True, "type": "module", "dependencies": pins}
        (folder / "package.json").write_text(json.dumps(package, indent=1), encoding="utf-8")
        # No package runs a script of its own while it is installed.
        _output([npm, "install", "--prefix", str(folder), "--ignore-scripts", "--no-audit", "--no-fund"])
        (folder / "complete").touch()
    return folder


@cache
def client_python() -> Path:
    """Return the Python of an environment that has all pinned packages; make it if it is not there."""
    pins = pinned_versions("pypi")
    folder = CACHE / f"python-{_fingerprint({**pins, 'python': sys.version})}"
    python = folder / "bin" / "python"
    if not (folder / "complete").exists():
        shutil.rmtree(folder, ignore_errors=True)
        _output([sys.executable, "-m", "venv", str(folder)])
        wanted = [f"{name}=={version}" for name, version in pins.items()]
        _output([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted])
        (folder / "complete").touch()
    return python


def _fingerprint(pins: dict[str, str]) -> str:
    return hashlib.sha256(json.dumps(pins, sort_keys=True).encode()).hexdigest()[:12]


def _program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise NotRunError(f"{name} is not installed")
    return path


def _output(command: list[str], *, errors: bool = False) -> str:
    """Return what a command prints, its errors too if asked; raise NotRunError with the last line of its errors if it fails."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=_INSTALL_SECONDS,
            check=False,
            # Tiled's own --version wants a screen.
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotRunError(f"{Path(command[0]).name} could not be run: {error}") from error
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise NotRunError(f"{Path(command[0]).name} failed: {lines[-1] if lines else done.returncode}")
    return (done.stdout + (done.stderr if errors else "")).strip()


def _answers(command: list[str], requests: Sequence[object]) -> list[Any]:
    """Return what a reader writes for requests. Programs print much of their own, so answers are in a file."""
    with tempfile.TemporaryDirectory() as folder:
        asked, answered = Path(folder, "requests.json"), Path(folder, "answers.json")
        asked.write_text(json.dumps(requests), encoding="utf-8")
        command = [*command, str(asked), str(answered)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_READ_SECONDS, check=False)
        if done.returncode or not answered.exists():
            lines = "\n".join((done.stderr or done.stdout).strip().splitlines()[-12:])
            raise RuntimeError(f"{Path(command[1]).name} failed ({done.returncode}):\n{lines}")
        answers: list[Any] = json.loads(answered.read_text(encoding="utf-8"))
    if len(answers) != len(requests):
        raise RuntimeError(f"{Path(command[1]).name} gave {len(answers)} answers to {len(requests)} requests")
    return answers
