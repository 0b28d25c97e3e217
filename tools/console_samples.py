"""Run the console blocks of the manual, and update the output of commands in its pages.

    python tools/console_samples.py [PAGE ...]

All blocks marked ``console`` of a page run in order, in a folder with the files of docs/examples and the scenarios. In a
block with ``$``, the lines below a command are its output. ``...`` stands for omitted lines; as many lines as before
are shown around it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
BLOCK: Final = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CUT: Final = "..."


class Sample(NamedTuple):
    """A command, and the output that a page shows; None where it shows none and the command has to succeed."""

    command: str
    shown: list[str] | None


def samples(block: str) -> list[Sample]:
    """Return the commands of a console block."""
    lines = block.splitlines()
    if not any(line.startswith("$ ") for line in lines):
        return [Sample(line, None) for line in lines if line]
    found: list[Sample] = []
    for line in lines:
        if line.startswith("$ "):
            found.append(Sample(line.removeprefix("$ "), []))
        elif found and found[-1].shown is not None:
            found[-1].shown.append(line)
    return found


def rewritten(page: str, folder: Path) -> str:
    """Return a page with the output that its commands print when they run in a folder.

    Raises
    ------
    AssertionError
        When a command without shown output fails, or any command is used in a wrong way (exit status 2).
    """
    shutil.copytree(ROOT / "docs" / "examples", folder, dirs_exist_ok=True)
    shutil.copytree(ROOT / "scenarios", folder / "scenarios")
    return BLOCK.sub(lambda block: f"```console\n{_run_block(block[1], folder)}```", page)


def _run_block(block: str, folder: Path) -> str:
    out = []
    for command, shown in samples(block):
        printed = _run(command, folder, may_fail=shown is not None)
        if shown is not None:
            out += [f"$ {command}", *_cut(printed.splitlines(), shown)]
    return "\n".join(out) + "\n" if out else block


def _run(command: str, folder: Path, *, may_fail: bool) -> str:
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env={
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "LC_ALL": "C.UTF-8",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in ({0, 1} if may_fail else {0}):
        raise AssertionError(f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def _cut(printed: list[str], shown: list[str]) -> list[str]:
    if CUT not in shown:
        return printed
    before, after = shown.index(CUT), len(shown) - shown.index(CUT) - 1
    return [*printed[:before], CUT, *printed[len(printed) - after :]]


def main(names: list[str]) -> None:
    for path in [Path(it).resolve() for it in names] or PAGES:
        text = path.read_text(encoding="utf-8")
        if BLOCK.search(text):
            with tempfile.TemporaryDirectory() as folder:
                path.write_text(rewritten(text, Path(folder)), encoding="utf-8", newline="\n")
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main(sys.argv[1:])
