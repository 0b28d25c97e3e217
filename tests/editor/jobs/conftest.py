from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.editor.jobs.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture
def worker(qtbot: QtBot) -> Iterator[Worker]:
    """A worker with a process of its own, which ends with the test."""
    assert qtbot
    found = Worker()
    yield found
    found.close()
