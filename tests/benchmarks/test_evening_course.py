from __future__ import annotations

import os
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import QObject

from benchmarks.evening_course import Course
from benchmarks.evening_held import history
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.editor.document.document import Document
from fairground.editor.document.patches import BoardLayer, cell_patch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture
def editor(qtbot: QtBot) -> Any:
    assert qtbot
    return SimpleNamespace(window=QObject(), hand=SimpleNamespace(what=""), errors="")


def test_all_is_done_with_how_long_each_thing_took(editor: Any) -> None:
    seen: list[str] = []

    def doing() -> Iterator[int]:
        for name in ("stroke", "save"):
            editor.hand.what = name
            yield 1

    turns: Any = SimpleNamespace(what="", begin=lambda: seen.append(turns.what))
    busy: list[float] = []
    Course(editor, turns=turns, busy=busy).go(doing())
    assert (seen, turns.what) == (["", "stroke", "save"], "save")
    assert len(busy) == 3
    assert min(busy) >= 0
    assert editor.errors == ""


def test_what_breaks_it_off_is_told(editor: Any) -> None:
    def doing() -> Iterator[int]:
        yield 0
        raise ValueError("no such tool")

    Course(editor).go(doing())
    assert editor.errors.rstrip().endswith("ValueError: no such tool")


def test_the_history_is_counted_by_what_its_steps_hold(qtbot: QtBot) -> None:
    assert qtbot
    scenario = blank_scenario("One", layout=Layout.ODD_R, size=(20, 20), ruleset="penance-1.0")
    document = Document(scenario)
    assert history(document)["history MB"] == 0
    for level in (1, 2):
        everywhere = np.ones((20, 20), np.bool_)
        document.edit("Raise", [cell_patch(scenario.board, BoardLayer.ELEVATION, everywhere, level)])
    found = history(document)
    assert found["steps"] == 2
    assert 2 * 400 * 3 / 2**20 < found["history MB"] < 0.1
