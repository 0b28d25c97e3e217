"""``fairground edit`` where no window can be opened."""

from __future__ import annotations

import sys

import pytest
from click.testing import CliRunner

from fairground.core.cli.command_group import fairground


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a screen")
def test_without_a_screen_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    ran = CliRunner().invoke(fairground, ["edit", "arena.yaml"])
    assert ran.exit_code == 2
    assert "there is no screen to open the editor on" in ran.stderr
