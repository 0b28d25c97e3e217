from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core.files import load, read_bytes
from tests.core.report.browser import NAMES, Browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.scenario.document import Scenario

ROOT = Path(__file__).parents[3]
SCENARIOS = ROOT / "scenarios"

#: Two zones on a strip, with names that would be markup, script or a table elsewhere.
HOSTILE = """\
format: fairground/1
name: '<script>alert(1)</script> "Arena" | *bold* & </title>'
author: '<img src=https://example.org/x.png onerror=alert(2)>'
notes: '</script><script>alert(3)</script> @everyone'
ruleset: penance-2.0
board:
  layout: even-q
  size: [6, 4]
  palette: {'.': clear, '#': wall}
  terrain: |
    ......
    ..#...
    ......
    ...#..
  elevation: |
    ......
    .1....
    ......
    ......
  names: {D2: '<b onmouseover=alert(4)>Mill</b>'}
sides:
  - {id: west, name: '<i>West</i>'}
  - {id: east, name: 'East | side'}
zones:
  - {id: west-start, side: west, kind: deployment, hexes: columns 1, name: "<u>'West'</u>"}
  - {id: east-start, side: east, kind: deployment, hexes: columns 6, name: '</svg><script>alert(5)</script>'}
objectives:
  - {id: mill, hexes: [D2], points: 3, name: '{{mill}} $script ${x}'}
units:
  - {id: one, side: west, class: scout, hex: A1, name: '<a href=javascript:alert(6)>One</a>'}
  - {id: two, side: east, class: scout, hex: F4}
victory: {last_standing: true}
"""


@pytest.fixture
def hostile() -> Scenario:
    scenario = read_bytes(HOSTILE.encode()).scenario
    assert scenario is not None
    return scenario


@pytest.fixture
def arena() -> Scenario:
    return load(SCENARIOS / "standard-arena.yaml")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = next((path for name in NAMES if (path := shutil.which(name))), None)
    if program is None:
        pytest.skip(f"there is no browser: {', '.join(NAMES)}")
    found = Browser(program, tmp_path_factory.mktemp("browser"))
    try:
        yield found
    finally:
        found.close()
