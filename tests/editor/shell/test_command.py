"""``fairground edit`` where no window can be opened."""

from __future__ import annotations

import re
import sys

import pytest
from click.testing import CliRunner

from fairground.core.cli.command_group import fairground
from fairground.editor.shell import command


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a screen")
def test_without_a_screen_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    ran = CliRunner().invoke(fairground, ["edit", "arena.yaml"])
    assert ran.exit_code == 2
    assert "there is no screen to open the editor on" in ran.stderr


def test_without_pyside_a_sentence_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None if name == "PySide6" else object())
    ran = CliRunner().invoke(fairground, ["edit"])
    assert ran.exit_code == 2
    assert re.search(r"pip install .*'pyside6-essentials[^ ]*'", ran.stderr)
    assert "Traceback" not in ran.stderr
