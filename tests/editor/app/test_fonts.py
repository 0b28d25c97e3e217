"""The font of the window, on a system that has none."""

import os
import subprocess
import sys
from pathlib import Path

SHOW_FAMILIES = """
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QApplication, QLabel, QMenuBar
from fairground.editor.app.fonts import use_shipped_font_if_alone

application = QApplication([])
use_shipped_font_if_alone(application)
print([QFontInfo(it.font()).family() for it in (QLabel(), QMenuBar())])
"""


def families(fonts: str) -> str:
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        **({"FONTCONFIG_FILE": fonts} if fonts else {}),
    }
    command = [sys.executable, "-c", SHOW_FAMILIES]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


def test_a_system_without_fonts_shows_the_shipped_one(tmp_path: Path) -> None:
    none = tmp_path / "fonts.conf"
    none.write_text(f"<fontconfig><dir>{tmp_path}</dir></fontconfig>", encoding="utf-8")
    assert families(str(none)) == "['Fairground Sans', 'Fairground Sans']"


def test_the_system_s_font_is_kept() -> None:
    assert "Fairground Sans" not in families("")
