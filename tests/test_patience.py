"""Tests wait for conditions, and nothing in them depends on how fast the machine is."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import patience

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
#: The only modules that read a clock, sleep, or set a limit of time.
WAITING = {"patience.py", "editor/patient_bot.py"}
CLOCKS = {"time", "timeit"}
SUSPECT = re.compile(r"\btimeout *=|\btime(it)? *(import|$)|\bimport .*\btime\b", re.MULTILINE)


def faults(source: str) -> list[str]:
    # Parsing takes longest.
    if not SUSPECT.search(source):
        return []
    return [f"line {line}: {what}" for line, what in _faults(ast.parse(source))]


def _faults(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if (isinstance(node, ast.Import) and CLOCKS.intersection(it.name for it in node.names)) or (
            isinstance(node, ast.ImportFrom) and node.module in CLOCKS
        ):
            yield node.lineno, "imports a clock"
        elif isinstance(node, ast.keyword) and node.arg == "timeout":
            yield node.lineno, "limits how long something may take"


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "from time import sleep",
        "subprocess.run(['x'], timeout=20)",
        "qtbot.waitUntil(is_done, timeout=5000)",
        "qtbot.waitSignal(ready, timeout=PATIENCE)",
    ],
)
def test_clocks_and_limits_are_found(source: str) -> None:
    assert faults(f"def test() -> None:\n    {source}\n")


def test_waiting_is_in_one_place() -> None:
    found = {
        f"tests/{path.relative_to(HERE).as_posix()}, {fault}"
        for path in HERE.rglob("*.py")
        if path.relative_to(HERE).as_posix() not in WAITING
        for fault in faults(path.read_text(encoding="utf-8"))
    }
    assert not found


def test_a_condition_is_asked_until_it_holds() -> None:
    answers = iter(["", 0, None, "at last", "too late"])
    assert patience.wait_until(lambda: next(answers), "an answer", pause=0) == "at last"


def test_a_condition_that_never_holds_fails_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.0)
    with pytest.raises(pytest.fail.Exception, match="waited 0 s for the moon"):
        patience.wait_until(lambda: False, "the moon", pause=0)
