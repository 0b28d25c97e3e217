"""Nothing that runs looks for a network: commands and editor run in a process in which every try is noted."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: Notes every address that is looked up, connected to, sent to or listened at, and what the machine's libraries loaded.
EAR = """
import json, sys
heard = []
def hear(event, arguments):
    if event in {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "socket.bind"}:
        heard.append(f"{event} {arguments[1:]}")
    elif event.startswith(("urllib.", "http.client.", "ftplib.", "smtplib.")):
        heard.append(event)
sys.addaudithook(hear)
def tell():
    with open("/proc/self/maps") as maps:
        loaded = sorted({line.split("/")[-1].strip() for line in maps if "Network" in line})
    print(json.dumps({"heard": heard, "loaded": loaded, "http": "http.client" in sys.modules}))
"""
COMMANDS = """
from fairground.core.cli import main
for words in WORDS:
    sys.argv = ["fairground", *words.split()]
    try:
        main()
    except SystemExit as end:
        assert end.code in (0, None), words
tell()
"""
EDITOR = """
from pathlib import Path
from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication
from fairground.editor.shell.application import start
from fairground.editor.canvas.canvas import Canvas
application = QApplication([])
window = start(application, Path(FILE))
def until(done):
    while not done():
        application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
until(lambda: window.session.document is not None)
window.findChild(Canvas).setFocus()
analyses = [it for it in window.findChildren(QAction) if it.objectName() in {"overlay.fairness", "overlay.exposure"}]
assert len(analyses) == 2
def answered(overlay):
    analysis = window.features.analysis
    return analysis is not None and any(it.id == overlay and it.is_current for it in analysis.overlays.shown)
for action in analyses:
    action.trigger()
    until(lambda: answered(action.objectName().removeprefix("overlay.")))
tell()
window.session.end()
"""


def told_by(code: str, folder: Path) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-c", EAR + code],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.long
def test_commands_look_for_no_network(tmp_path: Path) -> None:
    arena = ROOT / "scenarios" / "standard-arena.yaml"
    (tmp_path / "arena.yaml").write_bytes(arena.read_bytes())
    words = [
        "validate arena.yaml",
        "show arena.yaml -o arena.svg",
        "fan arena.yaml A1",
        "path arena.yaml A1 D1 --class scout",
        "fairness arena.yaml",
        "report arena.yaml -o arena.html",
        "export arena.yaml --to tiled -o arena.tmx",
        "export arena.yaml --to pdf -o arena.pdf",
        "import arena.tmx -o again.yaml",
    ]
    told = told_by(f"WORDS = {words!r}\n{COMMANDS}", tmp_path)
    assert told == {"heard": [], "loaded": [], "http": False}
    assert (tmp_path / "again.yaml").exists()


@pytest.mark.long
@pytest.mark.skipif(find_spec("PySide6") is None, reason="the editor is not installed")
def test_the_editor_looks_for_no_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    told = told_by(f"FILE = {str(ROOT / 'scenarios' / 'standard-arena.yaml')!r}\n{EDITOR}", tmp_path)
    assert told == {"heard": [], "loaded": [], "http": False}
