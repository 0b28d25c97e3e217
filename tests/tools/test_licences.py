"""What the program needs may be given away with it, and says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.licences import ALLOWED, licence, needed

ROOT = Path(__file__).parents[2]


def test_everything_needed_says_its_licence_and_may_be_used() -> None:
    done = subprocess.run(
        [sys.executable, "tools/licences.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for name in ("numpy", "pydantic-core", "shapely", "resvg-py"):
        assert f"\n{name} " in f"\n{done.stdout}"
    assert "pyside6" not in done.stdout.lower(), "the core needs no windows"


def test_what_an_extra_needs_is_followed_too() -> None:
    pytest.importorskip("PySide6")
    assert {"pyside6-essentials", "shiboken6"} <= set(needed("fairground", frozenset({"editor"})))


def test_a_licence_in_full_is_told_by_its_words() -> None:
    assert licence(needed("fairground")["resvg-py"]) == "MIT"


@pytest.mark.parametrize("said", ["", "Proprietary", "GPL-3.0-only", "AGPL-3.0", "All rights reserved"])
def test_other_licences_are_not_allowed(said: str) -> None:
    assert ALLOWED.search(said) is None
