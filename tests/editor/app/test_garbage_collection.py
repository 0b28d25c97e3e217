from __future__ import annotations

import gc
import weakref
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject

from fairground.editor.app.garbage_collection import Collector

if TYPE_CHECKING:
    from collections.abc import Iterator


class _Knot:
    """What holds itself."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def collector() -> Iterator[Collector]:
    parent = QObject()
    yield Collector(parent)
    gc.unfreeze()
    gc.enable()


@pytest.mark.usefixtures("qapp")
def test_what_was_there_is_gone_through_no_more_and_the_rest_is(collector: Collector) -> None:
    before = gc.get_freeze_count()
    early, plain = _Knot(), QObject()
    collector.spare()
    assert gc.get_freeze_count() > before
    late = _Knot()
    of_early, of_plain, of_late = weakref.ref(early), weakref.ref(plain), weakref.ref(late)
    del early, plain, late
    gc.collect()
    assert of_late() is None
    assert of_plain() is None  # no cycle: it needs no collector
    assert of_early() is not None


@pytest.mark.usefixtures("qapp")
def test_cycles_go_when_enough_has_come(collector: Collector) -> None:
    assert not gc.isenabled()
    assert gc.get_freeze_count() > 0
    found = weakref.ref(_Knot())
    # Some lists are made anew of old ones, which is not counted.
    many: list[list[int]] = [[] for _ in range(2 * gc.get_threshold()[0])]
    assert many
    assert found() is not None
    collector.collect()
    assert found() is None
