"""Private parts of the editor that tests look at or change, each in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from fairground.editor.app.deferred import _Line
from fairground.editor.features.exporting import job as exporting
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from PySide6.QtGui import QRegion

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.shapes import Shape
    from fairground.editor.app.actions import Actions
    from fairground.editor.canvas.art import OutlineStyle
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.canvas.marked_view import BaseRing, HexOutline
    from fairground.editor.document.journal import Journal
    from fairground.editor.features.exporting.controller import ExportController
    from fairground.editor.features.scenario.zone_and_unit_options import ZoneOptions
    from fairground.editor.jobs.process import Job
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.overlays.chokepoints import ChokepointsOverlay, Gap
    from fairground.editor.session.session import Session
    from fairground.editor.shell.file_flow import FileFlow
    from fairground.editor.shell.user_keys import OwnKeys
    from fairground.editor.tools.mirroring import Mirroring
    from fairground.editor.tools.stroke_tool import HexStrokeTool


def has_deferred_work() -> bool:
    """Return whether work is deferred to later turns of the event loop."""
    line = present(QCoreApplication.instance()).findChild(_Line)
    return line is not None and bool(line._works)


# -- the canvas and the tools ---------------------------------------------------------------------------------


def outline(canvas: Canvas, style: OutlineStyle) -> HexOutline | None:
    return canvas._outlines.get(style)


def base_ring(canvas: Canvas) -> BaseRing | None:
    return canvas._ring


def marked_sides(canvas: Canvas) -> frozenset[Hexside]:
    return canvas._sides.sides


def stale_region(canvas: Canvas) -> QRegion:
    """Return what is waiting to be painted."""
    return present(canvas._backing).stale


def mirroring(tool: HexStrokeTool) -> Mirroring:
    return tool._mirroring


def gaps(overlay: ChokepointsOverlay) -> list[Gap]:
    return overlay._chains


def passage_numbers(overlay: ChokepointsOverlay) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return overlay._numbers


def enter_shape(options: ZoneOptions, shape: Shape) -> None:
    """Enter the shape of a zone beside its tool."""
    options._enter(shape)


# -- workers --------------------------------------------------------------------------------------------------


def job_begun(worker: Worker) -> Job | None:
    return worker._begun


def is_idle(worker: Worker) -> bool:
    return worker._is_idle


# -- files and keys -------------------------------------------------------------------------------------------


def save_as(flow: FileFlow, path: Path) -> None:
    """Save to a file as its dialog does."""
    flow._save(path, None)


def abandon_journal(session: Session) -> None:
    """Leave the journal of the shown map as an editor that was killed does, without its lock."""
    _abandon(present(session.shown).journal)


def abandon_journals(session: Session) -> None:
    """Leave the journals of all maps as an editor that was killed does."""
    for it in session.maps:
        _abandon(it.journal)
        it.document.recorder = None


def _abandon(journal: Journal) -> None:
    journal._timer.stop()
    if journal._stream is not None:
        journal._stream.close()
    journal._lock.let_go()


def announce_at_once(exports: ExportController) -> None:
    exports._soon.setInterval(0)


def forget_written_files() -> None:
    """Know of no exported file, as after a start."""
    exporting._written.clear()


def actions_of(own: OwnKeys) -> Actions:
    return own._actions
