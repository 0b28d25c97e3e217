"""The package has the name of its main function, which stays callable once modules of the package are loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOADED_BEFORE = [
    "",
    "import fairground.core.sight.line.trace",
    "from fairground.core import fan, visibility",
]


@pytest.mark.long
@pytest.mark.parametrize("before", LOADED_BEFORE)
def test_sight_can_be_called_whatever_was_loaded_before(before: str) -> None:
    code = (
        f"{before}\n"
        "from fairground.core import load, sight\n"
        "import fairground.core\n"
        "scenario = load('scenarios/standard-arena.yaml')\n"
        "assert sight(scenario, 'A1', 'C4').clear\n"
        "assert fairground.core.sight(scenario, 'A1', 'C4', heights=(0, 0)).clear\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
