"""A handful of kills; ``make soak`` makes five hundred. The looking itself is put to the test with faulty editors."""

from __future__ import annotations

import json
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from fairground.core.files import save, to_bytes
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="editors are forked")

#: Looks at a folder, as after a kill, with what its editor told.
LOOKING = """
import json, os, random, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from pathlib import Path
from PySide6.QtGui import QGuiApplication
from tools.killing.looking import Known, look
application = QGuiApplication([])
known = Known()
for line in json.loads(sys.argv[2]):
    known.hear(line)
print(json.dumps(look(Path(sys.argv[1]), known, random.Random(1)).faults))
"""


@pytest.mark.long
def test_no_work_is_lost_by_kills() -> None:
    done = subprocess.run(
        [sys.executable, "tools/kill.py", "--count", "4", "--seed", "3"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    figures = dict(line.rsplit(maxsplit=1) for line in done.stdout.splitlines())
    assert figures["kills"] == "4"
    assert figures["faults"] == "0"
    assert int(figures["states that editors told of"].replace(",", "")) > 10


@pytest.mark.long
def test_what_is_lost_or_torn_is_found(tmp_path: Path) -> None:
    scenario = blank_scenario("Arena", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-1.0")
    (tmp_path / "home" / "journals").mkdir(parents=True)
    (tmp_path / "out").mkdir()
    save(scenario, tmp_path / "arena.yaml")
    whole = to_bytes(scenario)
    told = [
        {"what": "saving", "content": zlib.crc32(whole)},
        {"what": "saved"},
        {"what": "open", "start": 1, "state": 1, "time": 1.0},
        {"what": "at", "state": 2, "time": 2.0},
    ]
    (tmp_path / "arena.yaml").write_bytes(whole[:-40])
    (tmp_path / "out" / "arena.tmx").write_bytes(b"<map>arena-tiles-0123abcd.png")
    (tmp_path / "out" / "arena.json").write_bytes(b'["arena-board-0123abcd.png"]')
    (tmp_path / "out" / "arena-board-0123abcd.png").write_bytes(b"half")
    (tmp_path / "home" / "journals" / "1-1.journal").write_bytes(b"x\ny\n")
    done = subprocess.run(
        [sys.executable, "-c", LOOKING, str(tmp_path), json.dumps(told)],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    faults = json.loads(done.stdout)
    for fault in (
        "neither the old one nor the new one",
        "the saved file cannot be read",
        "a journal is damaged",
        "work is lost",
        "arena.tmx is not whole",
        "arena.tmx has lost arena-tiles-0123abcd.png",
        "arena-board-0123abcd.png is not whole",
    ):
        assert any(fault in it for it in faults), fault
