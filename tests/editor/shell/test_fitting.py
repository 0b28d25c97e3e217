"""Nothing is cut off on small and scaled screens: in the window with each tool and panel, and in each dialog."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
#: Sizes of screens in pixels, and their scale.
SCREENS = (
    (1024, 700, 1.0),
    (1280, 720, 1.0),
    (1366, 768, 1.0),
    (1600, 900, 1.25),
    (1920, 1080, 1.5),
    (2560, 1440, 2.0),
    (3840, 2160, 2.0),
)


@pytest.mark.long
@pytest.mark.parametrize(("width", "height", "scale"), SCREENS)
def test_nothing_is_cut_off_and_the_window_keeps_its_size(
    tmp_path: Path, width: int, height: int, scale: float
) -> None:
    screen = {"name": "one", "x": 0, "y": 0, "width": width, "height": height}
    screen |= {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    config = tmp_path / "screens.json"
    config.write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": f"offscreen:configfile={config}",
        "QT_SCALE_FACTOR": str(scale),
        "LANGUAGE": "en",
    }
    points = [str(int(pixels / scale)) for pixels in (width, height)]
    scenario = str(ROOT / "scenarios" / "millwater-valley.yaml")
    done = subprocess.run(
        [sys.executable, "-m", "tests.editor.shell.fitting", scenario, *points],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    assert json.loads(done.stdout) == []
