"""A Chromium without a window, driven through its own pipes: clicks, errors of the console, requests, pictures."""

from __future__ import annotations

import base64
import json
import os
import select
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from tests.patience import PATIENCE, wait_until

if TYPE_CHECKING:
    from pathlib import Path

#: What the browser's program is called, Debian's name first.
NAMES = ("chromium", "chromium-browser", "google-chrome")
# The browser reads its orders at 3 and answers at 4.
_START = "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); os.execvp(sys.argv[3], sys.argv[3:])"


class Browser:
    """One browser; ``open`` shows a file in a new tab."""

    def __init__(self, program: str, folder: Path) -> None:
        # Copies beyond 4, so that neither is overwritten by the other.
        pipes = [_beyond_four(it) for pair in (os.pipe(), os.pipe()) for it in pair]
        orders, self._to, self._from, answers = pipes
        command = [
            program,
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--disable-background-networking",
            "--disable-component-update",
            "--no-first-run",
            f"--user-data-dir={folder}",
            "--remote-debugging-pipe",
        ]
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, str(orders), str(answers), *command],
            pass_fds=[orders, answers],
            stderr=subprocess.DEVNULL,
        )
        os.close(orders)
        os.close(answers)
        self._rest = b""
        self._count = 0
        self.events: list[dict[str, Any]] = []

    def close(self) -> None:
        with suppress(OSError):
            self.ask("Browser.close")
        os.close(self._to)
        self._process.wait()
        os.close(self._from)

    def ask(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        """Return the answer to one order; what happens meanwhile is added to ``events``."""
        self._count += 1
        order = {"id": self._count, "method": method, "params": parameters}
        os.write(self._to, json.dumps(order | ({"sessionId": session} if session else {})).encode() + b"\0")
        while True:
            said = self._read(method)
            if said.get("id") == self._count:
                assert "error" not in said, f"{method}: {said['error']}"
                found: dict[str, Any] = said["result"]
                return found
            self.events.append(said)

    def _read(self, what: str) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._from], [], [], PATIENCE)
            more = os.read(self._from, 1 << 20) if ready else b""
            if not more:
                pytest.fail(f"the browser does not answer {what}")
            self._rest += more
        said, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(said)
        return found

    def open(self, path: Path, *, width: int = 1280, height: int = 900, dark: bool = False) -> Tab:
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.events.clear()
        tab = Tab(self, session, target)
        for domain in ("Page", "Runtime", "Log", "Network"):
            tab.ask(f"{domain}.enable")
        tab.size(width, height)
        tab.dark(on=dark)
        tab.ask("Page.navigate", url=path.as_uri())
        # The empty page that a tab starts with is complete as well.
        tab.wait("location.protocol === 'file:' && document.readyState === 'complete'", "the page")
        return tab


class Tab:
    """A page of the browser."""

    def __init__(self, browser: Browser, session: str, target: str) -> None:
        self._browser = browser
        self._session = session
        self._target = target

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._browser.ask(method, self._session, **parameters)

    def close(self) -> None:
        self._browser.ask("Target.closeTarget", targetId=self._target)

    def size(self, width: int, height: int) -> None:
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def touch_screen(self, width: int, height: int) -> None:
        """Be a phone or a tablet: a touch screen without a mouse."""
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True
        )
        self.ask("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """Report fingers at these points: ``touchStart``, ``touchMove`` or ``touchEnd``."""
        fingers = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.ask("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)

    def dark(self, *, on: bool) -> None:
        scheme = {"name": "prefers-color-scheme", "value": "dark" if on else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])

    def value(self, expression: str) -> Any:
        """Return what an expression comes to in the page."""
        done = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in done, done
        return done["result"].get("value")

    def promised(self, expression: str) -> Any:
        """Return what a promise in the page is resolved with."""
        done = self.ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"]["value"]

    def wait(self, expression: str, what: str) -> None:
        wait_until(lambda: self.value(expression), what)

    def click(self, selector: str) -> None:
        """Press the mouse in the middle of an element, scrolled to if need be."""
        x, y = self.middle(selector)
        self.move(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def middle(self, selector: str) -> tuple[float, float]:
        found = self.value(
            f"(() => {{ const it = document.querySelector({json.dumps(selector)}); "
            "it.scrollIntoView({ block: 'nearest', behavior: 'instant' }); const box = it.getBoundingClientRect(); "
            "return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        return found[0], found[1]

    def move(self, x: float, y: float) -> None:
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def press(self, key: str) -> None:
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def errors(self) -> list[str]:
        """Return what the console said and what was thrown."""
        self.value("0")
        found = []
        for it in self._browser.events:
            if it["method"] == "Runtime.exceptionThrown":
                found.append(str(it["params"]["exceptionDetails"]))
            elif it["method"] == "Runtime.consoleAPICalled":
                found.append(str(it["params"]["args"]))
            elif it["method"] == "Log.entryAdded":
                found.append(str(it["params"]["entry"]))
        return found

    def requests(self) -> list[str]:
        """Return the addresses asked for, that of the page among them."""
        self.value("0")
        sent = [it for it in self._browser.events if it["method"] == "Network.requestWillBeSent"]
        return [it["params"]["request"]["url"] for it in sent]

    def picture(self, path: Path, *, whole: bool = False) -> None:
        data = self.ask("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        path.write_bytes(base64.b64decode(data))

    def pdf(self, path: Path) -> None:
        data = self.ask("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"]
        path.write_bytes(base64.b64decode(data))


def _beyond_four(descriptor: int) -> int:
    if descriptor > 4:
        return descriptor
    found = os.dup(descriptor)
    while found <= 4:
        found = os.dup(found)
    os.close(descriptor)
    return found
