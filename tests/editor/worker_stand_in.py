"""The base of what stands in for the worker in tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    # Checked as a worker is, and accepted in its place; it starts no process.
    from fairground.editor.jobs.worker import Worker as _Base
else:
    _Base = QObject


class WorkerStandIn(_Base):
    """The signals of a worker; subclasses have its methods."""

    answered = Signal(object)
    progressed = Signal(object)
    ended = Signal(bool)
    continued = Signal()
