from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.long
def test_no_source_is_read_for_a_module_of_the_editor() -> None:
    code = (
        "import linecache\n"
        "from fairground.editor.app.qt_overrides import import_plainly\n"
        "import_plainly()\n"
        "import_plainly()\n"
        "import fairground.editor.shell.application, plistlib\n"
        "print(len(linecache.cache))\n"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    # Some libraries read sources of their own classes.
    assert int(told.stdout) < 10


def test_where_pyside_does_not_import_nothing_changes() -> None:
    code = (
        "import builtins\n"
        "import PySide6.QtCore\n"
        "plain = builtins.__orig_import__\n"
        "def other(*words, **named):\n"
        "    return plain(*words, **named)\n"
        "builtins.__import__ = other\n"
        "from fairground.editor.app.qt_overrides import import_plainly\n"
        "import_plainly()\n"
        "assert builtins.__import__ is other\n"
        "builtins.__import__ = plain\n"
        "del builtins.__orig_import__\n"
        "import_plainly()\n"
        "assert builtins.__import__ is plain\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
