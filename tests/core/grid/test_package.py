from __future__ import annotations

import subprocess
import sys

from fairground.core import grid


def test_the_public_names_are_there() -> None:
    assert [name for name in grid.__all__ if not hasattr(grid, name)] == []


def test_importing_the_grid_does_not_import_shapely() -> None:
    code = "import sys, fairground.core.grid; print('shapely' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
