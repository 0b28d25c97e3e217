"""The recipe for a client in CONTRIBUTING.md: a module with a FORMAT, and a line in the registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.testing import CliRunner

from fairground.core.cli.command_group import fairground
from fairground.core.clients import registry
from fairground.core.clients.format import Export, Format

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from fairground.core.clients.format import ExportSettings
    from fairground.core.scenario.document import Scenario


def _write(scenario: Scenario, _settings: ExportSettings) -> Export:
    return Export(f"{scenario.name}\n".encode())


FORMAT = Format("title", "Title alone", ".title", _write, carries=frozenset(), purpose="a test")


def test_an_extra_format_is_listed_and_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(
        registry, "_HOMES", (*registry._HOMES, registry._Home("title", __name__, written=True))
    )
    monkeypatch.setattr(registry, "import_module", _module)
    runner, out = CliRunner(), tmp_path / "arena.title"
    assert "title" in runner.invoke(fairground, ["formats"]).output
    answer = runner.invoke(
        fairground, ["export", "scenarios/standard-arena.yaml", "--to", "title", "-o", str(out)]
    )
    assert answer.exit_code == 0, answer.output
    assert out.read_text("utf-8") == "Standard Arena\n"


def _module(name: str) -> object:
    from importlib import import_module

    return type("Module", (), {"FORMAT": FORMAT}) if name == __name__ else import_module(name)
