from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject

from fairground.editor.shell.features import MODULES, Preloading

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_there_are_the_modules_that_are_named() -> None:
    assert len(set(MODULES)) == len(MODULES)
    assert all(find_spec(name) for name in MODULES)


@pytest.mark.long
def test_modules_load_one_after_the_other(qtbot: QtBot) -> None:
    parent = QObject()
    loading = Preloading(parent, ("json.tool", "plistlib"), later=0)
    with qtbot.waitSignal(loading.done):
        pass
    assert {"json.tool", "plistlib"} <= set(sys.modules)


@pytest.mark.long
def test_no_module_has_much_left_to_load() -> None:
    """A turn of the event loop loads one of them, and must not be a long one."""
    code = (
        "import sys, time\n"
        "import fairground.editor.shell.main_window, fairground.editor.features.analysis.controller\n"
        "import fairground.core.files\n"
        "import shapely  # the window loads it before, in a turn of its own\n"
        "from importlib import import_module\n"
        "from fairground.editor.shell.features import MODULES\n"
        "for name in MODULES:\n"
        "    known = len(sys.modules)\n"
        "    import_module(name)\n"
        "    print(name, len(sys.modules) - known)\n"
    )
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    counts = {name: int(count) for name, count in map(str.split, found.stdout.splitlines())}
    assert counts.keys() == set(MODULES)
    assert max(counts.values()) <= 30, counts
