from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import RulesetError
from fairground.core.rules import load_ruleset

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.finding import Finding

    Write = Callable[[str, str], Path]
    Faults = Callable[..., list[Finding]]

#: The least that makes a ruleset.
LEAST = """\
format: fairground-ruleset/1
id: least
title: Least
terrain:
  clear: {name: Clear}
  void: {name: Off the board, passable: false}
"""


@pytest.fixture
def least() -> str:
    return LEAST


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a ruleset file below the test's folder."""

    def _write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
        return path

    return _write


@pytest.fixture
def extend(write: Write) -> Callable[[str], None]:
    """Write ``mine.yaml`` on top of penance-2.0; its own lines start at line 5."""

    def _extend(text: str) -> None:
        head = "format: fairground-ruleset/1\nid: mine\ntitle: Mine\nextends: penance-2.0\n"
        write("mine.yaml", head + dedent(text))

    return _extend


@pytest.fixture
def faults(tmp_path: Path) -> Faults:
    """Load a ruleset that is faulty, and return what it is told."""

    def _faults(name: str = "mine.yaml", **overrides: object) -> list[Finding]:
        with pytest.raises(RulesetError) as caught:
            load_ruleset(name, folder=tmp_path, overrides=overrides)
        assert caught.value.problems
        return list(caught.value.problems)

    return _faults
