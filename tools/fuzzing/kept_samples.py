"""Undamaged files that the program keeps for itself, and changes to what a store of answers says."""

from __future__ import annotations

import json
import sqlite3
import struct
import tempfile
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tools.fuzzing.kept_files import Here, survey
from tools.fuzzing.samples import PLAYABLE, Sample, started_qt
from tools.fuzzing.structure import change_tree

if TYPE_CHECKING:
    import random

KEYS: Final = b"""\
# Keys of the editor that differ from those it came with.
format: fairground-keys/1
actions:
  edit.undo: ["Ctrl+Z", "Alt+Backspace"]
  file.save: ["F2"]
  edit.redo: []
  fairness.explain: ["Ctrl+Alt+E"]
"""
PRESETS: Final = b"""\
format: fairground-exports/1
presets:
  - {"name": "Print", "to": "pdf", "options": {"paper": "A4", "title": "yes"}, "folder": "prints", "file": "{name} {date}"}
  - {"name": "Table", "to": "foundry", "options": {}, "folder": "", "file": "{name}"}
"""


@cache
def stores() -> list[Sample]:
    """Return a store with all answers about the sample arena."""
    from fairground.core.batches.batching import maps_of, work_through
    from fairground.core.batches.questions import program_version
    from fairground.core.batches.store import Store

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "arena.yaml").write_bytes(PLAYABLE)
        path = Path(folder) / "store.sqlite"
        with Store(path, program=program_version()) as store:
            work_through(maps_of(Path(folder)), survey(), Here(), store)
        return [Sample("store.sqlite", path.read_bytes())]


def change_store(data: bytes, chance: random.Random) -> bytes:
    """Change a few answers of a store, its table, or what says whose it is."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store.sqlite"
        path.write_bytes(data)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            # After some changes there is nothing left that others could change.
            for _ in range(chance.choice((1, 1, 2, 4))):
                with suppress(sqlite3.Error, ValueError, TypeError, IndexError, RecursionError):
                    _change_store(connection, chance)
        return path.read_bytes()


def _change_store(connection: sqlite3.Connection, chance: random.Random) -> None:
    rows = connection.execute("SELECT question, answer FROM answer ORDER BY question").fetchall()
    match chance.randrange(10):
        case 0:
            name = chance.choice(("application_id", "user_version", "journal_mode"))
            connection.execute(f"PRAGMA {name} = {chance.choice((0, 1, 2, -1, 2**31 - 1, 'DELETE'))}")
        case 1:
            column = chance.choice(("subject", "question", "program", "answer"))
            change = chance.choice((f"RENAME COLUMN {column} TO other", "RENAME TO other", "ADD COLUMN more"))
            connection.execute(f"ALTER TABLE answer {change}")
        case 2:
            other = chance.choice(
                ("{}", "null", "[]", "1", "", "{", b"\xff", None, 1, '"x"', "NaN", "[" * 2000)
            )
            connection.execute("UPDATE answer SET answer = ?", (other,))
        case 3:
            connection.execute("DELETE FROM answer WHERE question = ?", (chance.choice(rows)[0],))
        case _:
            question, text = chance.choice(rows)
            holder = [json.loads(text)]
            change_tree(holder, chance)
            changed = json.dumps(holder[0] if holder else None)
            connection.execute("UPDATE answer SET answer = ? WHERE question = ?", (changed, question))


@cache
def settings() -> list[Sample]:
    """Return settings in which everything is kept."""
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QDockWidget, QMainWindow

    from fairground.editor.app.settings import Settings
    from fairground.editor.canvas.tracing_image import Placement
    from fairground.editor.features.exporting.job import ExportRequest
    from fairground.editor.features.exporting.presets import ExportMemory, LastExport
    from fairground.editor.features.tracing_image.history import UnderlayMemory

    started_qt()
    window = QMainWindow()
    for name in ("findings", "palette"):
        dock = QDockWidget(name, window)
        dock.setObjectName(name)
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    file = Path("/nowhere/arena.yaml")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "settings.ini"
        found = Settings(path)
        found.keep_layout("window/geometry", window.saveGeometry())
        found.keep_layout("window/state", window.saveState())
        for name, value in {
            "window/theme": "dark",
            "tools/stacking": "on-top",
            "recent": ["/nowhere/arena.yaml", "/nowhere/other.yaml"],
            "commands/recent": ["edit.undo", "file.save"],
            "findings/hidden": ["advice"],
            "hints/seen": 2,
            "comfort/text-size": 125,
            "comfort/reduced-motion": "true",
            "view/attack": "false",
        }.items():
            found.setValue(name, value)
        ExportMemory(found).keep(
            file, LastExport(ExportRequest("png", Path("arena.png"), (("grid", "yes"),)), "0f")
        )
        UnderlayMemory(found).keep(file, Path("arena.png"), Placement(1.0, 2.0, 0.5, 0.0, 0.6))
        found.sync()
        return [Sample("settings.ini", path.read_bytes())]


@cache
def catalogues() -> list[Sample]:
    """Return the texts of a language, one of them with numbers."""
    texts = {
        "": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n",
        "Hexes of {name}": "Felder von {name}",
        "Save": "Speichern",
        "{n} hex\0{n} hexes": "{n} Feld\0{n} Felder",
    }
    pairs = [(one.encode(), other.encode()) for one, other in sorted(texts.items())]
    at = 28 + 16 * len(pairs)
    tables: list[list[int]] = [[], []]
    content = b""
    for column, table in enumerate(tables):
        for pair in pairs:
            table += [len(pair[column]), at + len(content)]
            content += pair[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return [Sample("de.mo", head + struct.pack(f"<{4 * len(pairs)}I", *tables[0], *tables[1]) + content)]


def change_settings(data: bytes, chance: random.Random) -> bytes:
    """Change a few values of settings, or change them over."""
    lines = data.split(b"\n")
    for _ in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(lines))
        key, sign, value = lines[at].partition(b"=")
        match chance.randrange(5):
            case 0:
                lines[at] = key + sign + chance.choice(lines).partition(b"=")[2]
            case 1:
                lines[at] = key + sign + chance.choice(VALUES)
            case 2:
                del lines[at]
                lines = lines or [b""]
            case 3:
                half = chance.randrange(len(value) + 1)
                lines[at] = key + sign + value[:half] + chance.choice(VALUES) + value[half:]
            case _:
                lines[at] = key + sign + value * 2
    return b"\n".join(lines)


#: Values of settings that are of another kind than what is looked for.
VALUES: Final = (
    b"", b"true", b"1", b"-1", b"99999999999999999999", b"@Invalid()", b"@ByteArray()", b"@ByteArray(\\0\\x1)", b"@Size(3 4)",
    b"@Rect(0 0 1 1)", b"@Point(1 2)", b"@Variant(\\0\\0\\0\\t\\0\\0\\0\\x2)", b"@Variant(\\0\\0\\0\\x7f)", b"a, b, c", b'"a, b"', b"{}", b"[]",
    b'"{\\"/nowhere/arena.yaml\\": []}"', b'"{\\"/nowhere/arena.yaml\\": {\\"placement\\": {}}}"', b"@DateTime(x)", b"@", b"@@", b"\\x0", b"\xff",
    b"/" + b"x" * 5000, b"/dev/zero", b"/proc/self/mem", b"/nowhere/x, /etc/shadow/y", b"1e400", b"[" * 3000, b"NaN",
)  # fmt: skip
