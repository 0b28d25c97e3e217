from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from fairground.core.cli.command_group import fairground

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SMALL = """\
# A small arena.
format: fairground/1
name: Small
ruleset: penance-1.0
board:
  layout: odd-r
  size: [4, 6]
  palette: {'.': clear, '#': wall}
  terrain: |
    ....
    ....
    .#..
    ..#.
    ....
    ....
sides:
  - {id: p1, name: Player 1}
  - {id: p2, name: Player 2}
zones:
  - {id: p1-start, side: p1, kind: deployment, hexes: rows 1}
  - {id: p2-start, side: p2, kind: deployment, hexes: rows 6}
victory: {last_standing: true}
"""


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str

    @property
    def answer(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run() -> Callable[..., Ran]:
    def run_command(*arguments: str | Path) -> Ran:
        result = CliRunner().invoke(fairground, [str(it) for it in arguments], catch_exceptions=False)
        return Ran(result.exit_code, result.stdout, result.stderr)

    return run_command


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text(SMALL)
    return path
