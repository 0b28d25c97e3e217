from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.long
def test_no_source_is_read_for_modules_of_the_editor() -> None:
    code = (
        "import linecache\n"
        "from fairground.editor.app.qt_imports import restore_import\n"
        "restore_import()\n"
        "restore_import()\n"
        "import fairground.editor.shell.application, plistlib\n"
        "print(len(linecache.cache))\n"
    )
    answer = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    # Some libraries read sources of their own classes.
    assert int(answer.stdout) < 10


def test_an_import_function_that_is_not_pysides_is_left_alone() -> None:
    code = (
        "import builtins\n"
        "import PySide6.QtCore\n"
        "original = builtins.__orig_import__\n"
        "def other(*args, **kwargs):\n"
        "    return original(*args, **kwargs)\n"
        "builtins.__import__ = other\n"
        "from fairground.editor.app.qt_imports import restore_import\n"
        "restore_import()\n"
        "assert builtins.__import__ is other\n"
        "builtins.__import__ = original\n"
        "del builtins.__orig_import__\n"
        "restore_import()\n"
        "assert builtins.__import__ is original\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
