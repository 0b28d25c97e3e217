"""A Firefox without a window, driven through its own protocol, Marionette: scripts, mouse and keys, errors, pictures."""

from __future__ import annotations

import base64
import json
import socket
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.patience import PATIENCE, wait_until

if TYPE_CHECKING:
    from pathlib import Path

#: What the browser's program is called, Debian's name first.
NAMES = ("firefox-esr", "firefox")
_PREFERENCES = {
    "marionette.port": 0,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "toolkit.cosmeticAnimations.enabled": False,
}
#: What the console of the browser holds about pages: errors, warnings, and what scripts logged.
_CONSOLE = """
const { classes: Cc, interfaces: Ci } = Components;
const storage = Cc["@mozilla.org/consoleAPI-storage;1"].getService(Ci.nsIConsoleAPIStorage);
const ofPages = storage.getEvents().filter((it) => String(it.filename).startsWith("file:"));
const logged = ofPages.map((it) => `${it.level}: ${[...it.arguments].map(String).join(" ")}`);
const errors = Services.console.getMessageArray().filter((it) => it instanceof Ci.nsIScriptError && it.sourceName.startsWith("file:"));
return [...logged, ...errors.map((it) => it.toString())];
"""


class Firefox:
    """One browser with one page."""

    def __init__(self, program: str, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        preferences = (f"user_pref({json.dumps(key)}, {json.dumps(it)});" for key, it in _PREFERENCES.items())
        (folder / "user.js").write_text("\n".join(preferences), encoding="utf-8")
        command = [
            program,
            "--headless",
            "--no-remote",
            "--marionette",
            "--remote-allow-system-access",
            "--profile",
            str(folder),
        ]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = folder / "MarionetteActivePort"
        wait_until(lambda: port.exists() and port.read_text().strip(), "Firefox listens")
        self._socket = socket.create_connection(("127.0.0.1", int(port.read_text())), PATIENCE)
        self._rest = b""
        self._count = 0
        self._read()
        self.ask("WebDriver:NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": False}})
        # A question waits as long as a test does.
        self.ask("WebDriver:SetTimeouts", script=int(1000 * PATIENCE), pageLoad=int(1000 * PATIENCE))

    def close(self) -> None:
        self.ask("Marionette:Quit", flags=["eForceQuit"])
        self._socket.close()
        self._process.wait()

    def ask(self, command: str, **parameters: Any) -> Any:
        """Return the answer to one command."""
        self._count += 1
        said = json.dumps([0, self._count, command, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(said), said))
        _, number, error, result = self._read()
        assert number == self._count
        assert error is None, f"{command}: {error}"
        return result

    def _read(self) -> Any:
        while b":" not in self._rest:
            self._rest += self._more()
        length, _, self._rest = self._rest.partition(b":")
        while len(self._rest) < int(length):
            self._rest += self._more()
        said, self._rest = self._rest[: int(length)], self._rest[int(length) :]
        return json.loads(said)

    def _more(self) -> bytes:
        found = self._socket.recv(1 << 20)
        if not found:
            pytest.fail("Firefox has ended")
        return found

    def open(self, path: Path, *, width: int = 1280, height: int = 900) -> Firefox:
        """Show a file; its page is the browser itself."""
        self.ask("WebDriver:SetWindowRect", width=width, height=height)
        self.ask("WebDriver:Navigate", url=path.as_uri())
        return self

    def value(self, expression: str) -> Any:
        """Return what an expression comes to in the page."""
        return self.ask("WebDriver:ExecuteScript", script=f"return ({expression});", args=[], sandbox=None)[
            "value"
        ]

    def promised(self, expression: str) -> Any:
        """Return what a promise in the page is resolved with."""
        script = (
            f"const done = arguments[0]; ({expression}).then(done, (error) => done(`failed: ${{error}}`));"
        )
        return self.ask("WebDriver:ExecuteAsyncScript", script=script, args=[], sandbox=None)["value"]

    def wait(self, expression: str, what: str) -> None:
        wait_until(lambda: self.value(expression), what)

    def errors(self) -> list[str]:
        """Return what the console holds about files."""
        self.ask("Marionette:SetContext", value="chrome")
        found: list[str] = self.ask("WebDriver:ExecuteScript", script=_CONSOLE, args=[])["value"]
        self.ask("Marionette:SetContext", value="content")
        return found

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.ask("WebDriver:TakeScreenshot", full=False)["value"]))
