"""A desktop of our own: an X server without a screen, a window manager, the editor, a mouse and a keyboard."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.editor.desktop.function_keys import by_code
from tests.patience import PATIENCE, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NEEDED = ("Xvfb", "openbox", "xdotool")
DRIVEN = Path(__file__).with_name("driven.py")
_NUMBERS = count()
#: The height of what openbox puts around a window.
_TITLE_BAR = 28


class Desktop:
    """One X display with a window manager."""

    def __init__(self, folder: Path, pictures: Path, *, size: tuple[int, int] = (1280, 800)) -> None:
        self.folder = folder
        self.pictures = pictures
        self.size = size
        read, write = os.pipe()
        screen = f"{size[0]}x{size[1]}x24"
        server = ["Xvfb", "-displayfd", str(write), "-screen", "0", screen, "-nolisten", "tcp"]
        self._server = subprocess.Popen(server, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            self.display = f":{pipe.readline().strip()}"
        self.environment = {
            **os.environ,
            "DISPLAY": self.display,
            "QT_QPA_PLATFORM": "xcb",
            "XDG_RUNTIME_DIR": str(folder),
            "FAIRGROUND_HOME": str(folder / "home"),
        }
        self._manager = subprocess.Popen(["openbox"], env=self.environment, stderr=subprocess.DEVNULL)

    def close(self) -> None:
        for process in (self._manager, self._server):
            process.terminate()
            process.wait()

    def do(self, *words: object) -> None:
        """Run xdotool."""
        subprocess.run(["xdotool", *map(str, words)], env=self.environment, check=True)


class Editor:
    """An editor process on the desktop, used as a person uses it."""

    def __init__(self, desktop: Desktop, *arguments: str) -> None:
        self.desktop = desktop
        self._address = str(desktop.folder / f"ear-{next(_NUMBERS)}")
        command = [sys.executable, str(DRIVEN), self._address, *arguments]
        self.process = subprocess.Popen(command, env=desktop.environment, cwd=desktop.folder)
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE)
        wait_until(lambda: self._is_heard() or self.process.poll() is not None, "the editor's window")
        self._lines = self._socket.makefile("rb")
        self.come_to_rest()

    def _is_heard(self) -> bool:
        # The address is there a moment before anybody listens.
        return Path(self._address).exists() and self._socket.connect_ex(self._address) == 0

    # -- looking --------------------------------------------------------------------------------------------

    def ask(self, about: str, name: str = "") -> Any:  # noqa: ANN401  # JSON
        self._socket.sendall(json.dumps({"about": about, "name": name}).encode() + b"\n")
        return json.loads(self._lines.readline())

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask("state")
        return found

    def steps(self) -> list[int]:
        found: list[int] = self.state()["steps"]
        return found

    def shows(self, text: str) -> bool:
        """Whether some visible label or button has this text in it."""
        return any(text in it for it in self.ask("texts"))

    def wait(self, found: Callable[[], object], what: str) -> None:
        """Wait until ``found`` gives a true answer; fail when it never does."""
        wait_until(found, what)

    def come_to_rest(self) -> None:
        """Wait until the window with the keys stands where the window manager has put it, and is painted there."""
        looks: list[tuple[list[list[int]], list[int] | None]] = []

        def rests() -> bool:
            looks.append((self.ask("window"), self._on_screen()))
            places, place = looks[-1]
            # On a scaled screen, Qt rounds its place to whole pixels of its own.
            is_placed = place is not None and any(
                all(abs(a - b) <= 2 for a, b in zip(place, it, strict=True)) for it in places
            )
            # Three times, since a busy machine may paint no frame of a gliding view between two looks.
            return is_placed and looks[-3:] == [looks[-1]] * 3

        wait_until(rests, "the window at rest")

    def _on_screen(self) -> list[int] | None:
        """Return where the window with the keys is by the X server: left, top, width, height."""
        done = subprocess.run(
            ["xdotool", "getactivewindow", "getwindowgeometry", "--shell"],
            env=self.desktop.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        told = dict(line.split("=") for line in done.stdout.splitlines())
        return [int(told[name]) for name in ("X", "Y", "WIDTH", "HEIGHT")] if told else None

    def picture(self, name: str) -> None:
        self.come_to_rest()
        assert self.ask("screenshot", str(self.desktop.pictures / f"{name}.png"))

    # -- doing ----------------------------------------------------------------------------------------------

    def keys(self, *keys: str) -> None:
        self.desktop.do("key", "--delay", 30, *map(by_code, keys))

    def type(self, text: str) -> None:
        self.desktop.do("type", "--delay", 15, text)

    def point(self, about: str, name: str) -> tuple[int, int]:
        """Return where something is on the screen, once it stands still there: windows are placed and laid out late."""
        seen: list[list[int] | None] = []

        def still() -> list[int] | None:
            # Three times, since a busy machine may paint no frame of a gliding view between two looks.
            seen.append(self.ask(about, name))
            return seen[-1] if len(seen) > 2 and seen[-3:] == [seen[-1]] * 3 else None

        x, y = wait_until(still, f"{about} {name!r}")
        return x, y

    def click(self, about: str, name: str, *, button: int = 1) -> None:
        self.desktop.do("mousemove", *self.point(about, name))
        self.press(button)
        self.release(button)

    def press(self, button: int = 1) -> None:
        """Press a button of the mouse, and wait until the editor has it pressed."""
        self.desktop.do("mousedown", button)
        wait_until(lambda: self.ask("buttons"), "the press")

    def release(self, button: int = 1) -> None:
        """Release a button of the mouse, and wait until the editor has it released."""
        self.desktop.do("mouseup", button)
        wait_until(lambda: not self.ask("buttons"), "the release")

    def drag(self, *places: str, about: str = "hex", button: int = 1, release: bool = True) -> None:
        """Press on the first hex (or hexside, as ``about`` says), move over the others and release on the last."""
        points = [self.point(about, name) for name in places]
        self.desktop.do("mousemove", *points[0])
        self.press(button)
        for x, y in points[1:]:
            self.desktop.do("mousemove", x, y)
            self.ask("turn")  # a busy editor would fold two moves into one
        if release:
            self.release(button)

    def fill_screen(self) -> None:
        """Make the window as large as the screen, which at first it is no larger than it likes to be."""
        wide, high = self.desktop.size
        self.desktop.do("getactivewindow", "windowmove", 0, 0, "windowsize", wide - 2, high - _TITLE_BAR)

    def save_as(self, path: Path) -> None:
        """Save a map that has no place yet."""
        self.keys("ctrl+s")
        self.wait(lambda: self.shows("name:"), "the file dialog")
        self.keys("ctrl+a")
        self.type(str(path))
        self.keys("Return")
        self.wait(lambda: path.exists() and not self.state()["dirty"], "the file")

    # -- ending ---------------------------------------------------------------------------------------------

    def kill(self) -> None:
        """End it the hard way."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.close()

    def close(self) -> None:
        """Stop listening."""
        self._lines.close()
        self._socket.close()

    def quit(self) -> int:
        self.keys("ctrl+q")
        status = self.process.wait()
        self.close()
        return status


@pytest.fixture
def desktop(request: pytest.FixtureRequest) -> Iterator[Desktop]:
    """A desktop of the size that the test asks for as a parameter of this fixture, if it does."""
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        pytest.skip(f"a desktop needs {', '.join(missing)}")
    pictures = Path(
        os.environ.get("FAIRGROUND_LOOKS") or Path(__file__).parents[3] / "out" / "desktop"
    ).absolute()
    pictures.mkdir(parents=True, exist_ok=True)
    # Sockets have short paths only.
    folder = Path(tempfile.mkdtemp(prefix="fairground-", dir="/tmp"))
    found = Desktop(folder, pictures, **({"size": request.param} if hasattr(request, "param") else {}))
    try:
        yield found
    finally:
        found.close()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def open_editor(desktop: Desktop) -> Iterator[Callable[..., Editor]]:
    """Start editors on the desktop; those still running at the end are killed."""
    running: list[Editor] = []

    def start(*arguments: str) -> Editor:
        running.append(Editor(desktop, *arguments))
        return running[-1]

    yield start
    for editor in running:
        if editor.process.poll() is None:
            editor.kill()


@pytest.fixture
def path(request: pytest.FixtureRequest, desktop: Desktop) -> Path:
    """A copy of the scenario that the module has as ``SCENARIO``."""
    scenario: Path = request.module.SCENARIO
    found = desktop.folder / scenario.name
    shutil.copy(scenario, found)
    return found


@pytest.fixture
def editor(open_editor: Callable[..., Editor], path: Path) -> Editor:
    """An editor with that scenario."""
    found = open_editor(str(path))
    found.wait(lambda: found.state()["document"] == path.name, "the map")
    return found
