"""Tests of the editor are typed like the editor: mypy and ruff check all but variables that are ``Any``."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent
#: A variable or a parameter of no type, without a comment that says why.
UNTYPED = re.compile(r"^[^#\"]*\w: Any\b[^#]*$", re.MULTILINE)


def test_any_has_a_reason_beside_it() -> None:
    files = list(FOLDER.rglob("*.py"))
    assert len(files) > 100
    assert UNTYPED.search("    shown: Any = overlay.latest")
    assert [f"{it.name}: {line}" for it in files for line in UNTYPED.findall(it.read_text("utf-8"))] == []
