from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.batches.questions import program_version
from fairground.core.batches.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SMALL = """\
format: fairground/1
name: {name}
ruleset: {ruleset}
board:
  layout: odd-r
  size: [4, 6]
  palette: {{'.': clear, '#': wall}}
  terrain: |
    ....
    ....
    .#..
    ..#.
    ....
    ....
sides:
  - {{id: p1, name: Player 1}}
  - {{id: p2, name: Player 2}}
zones:
  - {{id: p1-start, side: p1, kind: deployment, hexes: rows 1-2}}
  - {{id: p2-start, side: p2, kind: deployment, hexes: rows 5-6}}
victory: {{last_standing: true}}
"""
OWN = """\
format: fairground-ruleset/1
id: own
title: Own
extends: {base}
version: '1'
"""


def small(name: str = "Small", ruleset: str = "penance-1.0") -> str:
    return SMALL.format(name=name, ruleset=ruleset)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two scenarios, one of them below, a ruleset that the second is by, and a file that is no scenario."""
    found = tmp_path / "maps"
    (found / "more" / "rules").mkdir(parents=True)
    (found / "a.yaml").write_text(small("A"))
    (found / "more" / "b.yml").write_text(small("B", "rules/own.yaml"))
    (found / "more" / "rules" / "own.yaml").write_text(OWN.format(base="penance-1.0"))
    (found / "notes.txt").write_text("Two maps.")
    return found


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store.sqlite", program=program_version()) as found:
        yield found
