"""Use the program that needs no Python (make bundle) in a bare Debian that has none, with mouse and keys.

    python tools/check_bundle.py --system out/bare      as root; makes the bare system by debootstrap if it is missing

The commands run inside the system. So does the editor, on a screen outside of it: it opens a scenario, a hex is painted, and
Ctrl+S saves it. Pictures of the window are left in ``out/bundle``.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT: Final = Path(__file__).resolve().parents[1]
PICTURES: Final = ROOT / "out" / "bundle"
SCENARIO: Final = ROOT / "scenarios" / "ember-court.yaml"
SYSTEM_PATH: Final = "/usr/bin:/bin"
#: How long the editor may take to show something, in seconds.
PATIENCE: Final = 120
#: Where a window of 1280 by 720 shows hex D5 of the scenario, which is clear.
CLEAR_HEX: Final = (455, 280)

#: Commands that touch every library of the bundle: shapes, pictures, worker processes, PDFs.
COMMANDS: Final = (
    ("--version",),
    ("validate", "/maps/arena.yaml"),
    ("fairness", "/maps/arena.yaml"),
    ("show", "/maps/arena.yaml", "-o", "/maps/arena.png"),
    ("show", "/maps/arena.yaml", "-o", "/maps/arena.pdf"),
    ("export", "/maps/arena.yaml", "--to", "tiled-json", "-o", "/maps/arena.tmj"),
    ("simulate", "/maps/arena.yaml", "--games", "4", "--jobs", "2"),
    ("repair", "/maps/arena.yaml", "-o", "/maps/repaired.yaml"),
)


class Check:
    """A bare system with the bundle in it, and the screen outside."""

    def __init__(self, system: Path) -> None:
        self.system = system
        self.map = system / "maps" / "arena.yaml"
        #: The number of the screen.
        self.screen = 0
        self.faults = 0

    @property
    def outside(self) -> dict[str, str]:
        """The environment of what sees the screen from outside."""
        return {**os.environ, "DISPLAY": f":{self.screen}"}

    def inside(self, *command: str, **more: str) -> list[str]:
        """Return the command line that runs a program of the bundle inside the system, with nothing of the outside."""
        environment = {"HOME": "/root", "PATH": SYSTEM_PATH, **more}
        settings = [f"{key}={value}" for key, value in environment.items()]
        program, *arguments = command
        return ["chroot", str(self.system), "env", "-i", *settings, f"/opt/fairground/{program}", *arguments]

    def tell(self, what: str, *, good: bool, more: str = "") -> None:
        """Print a line with the outcome of a step, and count faults."""
        self.faults += not good
        print(f"{'good ' if good else 'FAULT'}  {what}{f': {more}' if more else ''}", flush=True)

    def run_commands(self) -> None:
        """Run each command; one that ends with an error is a fault."""
        for command in COMMANDS:
            done = subprocess.run(
                self.inside("fairground", *command), capture_output=True, text=True, check=False
            )
            last = (done.stdout + done.stderr).strip().splitlines()[-1:]
            self.tell(f"fairground {' '.join(command)}", good=done.returncode == 0, more=" ".join(last))

    def use_editor(self) -> None:
        """Open the scenario, paint a hex, save; the file must have changed by that hex alone."""
        before = self.map.read_text(encoding="utf-8")
        shutil.copy(self.map, self.map.with_name("before.yaml"))
        command = self.inside("fairground-editor", "/maps/arena.yaml", DISPLAY=f"127.0.0.1:{self.screen}")
        editor = subprocess.Popen(command)
        try:
            seen = until(lambda: bool(self.windows()))
            self.tell("the editor shows a window", good=seen)
            time.sleep(10)  # a real user looks first; the window tells nobody when it has drawn all of it
            self.picture("opened")
            self.do("mousemove", *CLEAR_HEX, "click", 1)
            time.sleep(2)
            self.do("key", "ctrl+s")
            saved = until(lambda: self.map.read_text(encoding="utf-8") != before)
            self.picture("saved")
            self.tell("Ctrl+S saves the painted map", good=saved)
        finally:
            editor.terminate()
            editor.wait()
        done = subprocess.run(
            self.inside("fairground", "diff", "/maps/before.yaml", "/maps/arena.yaml"),
            capture_output=True,
            text=True,
            check=False,
        )
        self.tell(
            "one hex has changed",
            good="\n1 change" in done.stdout,
            more=done.stdout.strip().replace("\n", "; "),
        )

    def windows(self) -> str:
        """Return the ids of the editor's windows."""
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", "arena.yaml"],
            env=self.outside,
            capture_output=True,
            text=True,
            check=False,
        )
        return found.stdout.strip()

    def do(self, *words: object) -> None:
        """Move the mouse or press keys."""
        subprocess.run(["xdotool", *map(str, words)], env=self.outside, check=True)

    def picture(self, name: str) -> None:
        """Save what the screen shows."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        target = PICTURES / f"{name}.png"
        subprocess.run(["import", "-window", "root", str(target)], env=self.outside, check=False)


def start_screen() -> tuple[subprocess.Popen[bytes], int]:
    """Start an X server that listens on TCP, for a system that shares no folder with it; return it and its number."""
    read, write = os.pipe()
    size = ["-screen", "0", "1280x720x24"]
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-ac", "-listen", "tcp", *size], pass_fds=[write]
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        return server, int(pipe.readline())


def until(condition: Callable[[], bool]) -> bool:
    """Return whether a condition holds before patience ends."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.2)
    return False


def prepare(system: Path) -> None:
    """Make the bare system if it is missing, and put the bundle and a map into it."""
    if not (system / "usr").is_dir():
        subprocess.run(
            ["debootstrap", "--variant=minbase", "bookworm", str(system)], check=True, stdout=sys.stderr
        )
    if python := sorted((system / "usr" / "bin").glob("python3*")):
        sys.exit(f"{system} is not bare: it has {python[0]}")
    shutil.rmtree(system / "opt" / "fairground", ignore_errors=True)
    shutil.copytree(ROOT / "dist" / "fairground", system / "opt" / "fairground", symlinks=True)
    shutil.rmtree(system / "maps", ignore_errors=True)
    (system / "maps").mkdir()
    shutil.copy(SCENARIO, system / "maps" / "arena.yaml")


def main() -> None:
    """Run all steps; exit with 1 if any has failed."""
    options = argparse.ArgumentParser(description="Use the bundle in a bare system without Python.")
    options.add_argument(
        "--system", type=Path, default=ROOT / "out" / "bare", help="folder of the bare system"
    )
    system = options.parse_args().system.resolve()
    prepare(system)
    check = Check(system)
    mounts = [["-t", "proc", "proc", str(system / "proc")], ["--bind", "/dev", str(system / "dev")]]
    server, check.screen = start_screen()
    manager = subprocess.Popen(["openbox"], env=check.outside)
    try:
        for mount in mounts:
            subprocess.run(["mount", *mount], check=True)
        check.run_commands()
        check.use_editor()
    finally:
        for mount in mounts:
            subprocess.run(["umount", mount[-1]], check=False)
        manager.terminate()
        server.terminate()
    sys.exit(1 if check.faults else 0)


if __name__ == "__main__":
    main()
