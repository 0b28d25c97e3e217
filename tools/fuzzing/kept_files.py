"""Readers of the program's own files: a damaged one must be used, in part, or reported."""

from __future__ import annotations

import os
import tempfile
from concurrent.futures import Executor, Future
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from tools.fuzzing.samples import PLAYABLE, started_qt

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtWidgets import QMainWindow, QWidget

    from fairground.core.batches import Survey
    from fairground.core.batches.questions import Answer
    from fairground.editor.app.actions import Actions


class Here:
    """Workers of this process, which know all answers about the sample arena and work no other out."""

    places, tries = 1, 1
    lost: tuple[type[BaseException], ...] = ()

    def executor(self) -> Executor:
        """Return who has the answers."""
        return _Knows()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...


class _Knows(Executor):
    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401  # its signature
        done: Future[Any] = Future()
        done.set_result(_answers(fn, *args, **kwargs))
        return done


@cache
def _answers(fn: Callable[..., Answer], *job: Any) -> Answer:  # noqa: ANN401  # a subject, a question and a version
    return fn(*job)


def survey() -> Survey:
    """Return what is asked of the sample arena: everything."""
    from fairground.core.batches import Survey
    from fairground.core.batches.simulation_jobs import SimulationQuestion

    return Survey(pictures=True, plan=SimulationQuestion(2))


def read_store(data: bytes, _: Mapping[str, bytes]) -> str:
    """Resume a batch from a store, render its results in every form, and return the outcome."""
    from fairground.core.batches.batching import maps_of, work_through
    from fairground.core.batches.index_page import to_index
    from fairground.core.batches.questions import program_version
    from fairground.core.batches.store import Store
    from fairground.core.cli.batch_table import table
    from fairground.core.cli.commands.batch import batch_answer
    from fairground.core.errors import FileError

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "arena.yaml").write_bytes(PLAYABLE)
        path = Path(folder) / "store.sqlite"
        path.write_bytes(data)
        try:
            with Store(path, program=program_version()) as store:
                found = work_through(maps_of(Path(folder)), survey(), Here(), store)
        except FileError:
            return "refused"
        rows = found.by("file")
        to_index(found, rows)
        list(table(found, rows, "file", path))
        batch_answer(found, rows, path, None).model_dump_json()
    return "read" if found.stored else "errors found"


@cache
def _actions() -> tuple[Actions, dict[str, tuple[str, ...]]]:
    """Return actions, which are kept, and the keys that they came with."""
    from PySide6.QtWidgets import QWidget

    from fairground.editor.app.actions import Actions, load_keymap

    started_qt()
    _widgets.append(QWidget())
    actions = Actions(_widgets[0], load_keymap())
    return actions, {name: it.keys for name, it in actions.keymap.actions.items()}


#: What actions belong to.
_widgets: list[QWidget] = []


@cache
def _window() -> QMainWindow:
    """Return a window with a bar and two panels, which is kept."""
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QDockWidget, QMainWindow

    window = QMainWindow()
    for name in ("findings", "palette"):
        dock = QDockWidget(name, window)
        dock.setObjectName(name)
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    window.addToolBar("tools").setObjectName("tools")
    return window


def read_keys(data: bytes, _: Mapping[str, bytes]) -> str:
    """Read the user's keys, none of which may belong to two actions; return the outcome."""
    from fairground.editor.app.actions import portable
    from fairground.editor.shell.user_keys import OwnKeys

    actions, shipped = _actions()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "keys.yaml"
        path.write_bytes(data)
        own = OwnKeys(actions, path)
        faults = own.read()
        keys = [portable(key) for name in actions for key in own.keys(name)]
        is_own = any(own.keys(name) != before for name, before in shipped.items())
    for name, before in shipped.items():
        if actions.keymap.actions[name].keys != before:
            actions.set_keys(name, before)
    if len(keys) != len(set(keys)):
        raise AssertionError("a key belongs to two actions")
    return ("errors found" if is_own else "refused") if faults else "read"


def read_presets(data: bytes, _: Mapping[str, bytes]) -> str:
    """Read the user's export presets, and save one more; return the outcome."""
    from fairground.core.errors import FileError
    from fairground.editor.features.exporting.presets import Preset, Presets

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "exports.yaml"
        path.write_bytes(data)
        found = Presets(path)
        before = found.all()
        for it in before:
            it.path(Path(folder), "arena", ".png")
        if found.faults:
            return "errors found" if found.own else "refused"
        try:
            found.keep(Preset("Another", "tiled", file="{name} {date}"))
        except FileError:
            return "refused"
        again = Presets(path)
        if again.all() != found.all() or again.faults:
            raise AssertionError("what was written does not read back")
    return "read"


def read_settings(data: bytes, _: Mapping[str, bytes]) -> str:
    """Begin with settings, and look at all of them; return what came of it."""
    from PySide6.QtCore import QCoreApplication, QEvent, QSettings
    from PySide6.QtWidgets import QApplication

    from fairground.editor.features.exporting.presets import ExportMemory
    from fairground.editor.features.findings.model import FindingsFilter
    from fairground.editor.features.tracing_image.history import UnderlayMemory
    from fairground.editor.session.session import Session
    from fairground.editor.shell.finder_sources import CommandPalette
    from fairground.editor.shell.first_map_hints import Hints
    from fairground.editor.shell.navigator import Comfort

    actions, _keys = _actions()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["FAIRGROUND_HOME"] = folder
        (Path(folder) / "settings.ini").write_bytes(data)
        session = Session()
        settings = session.settings
        status = settings.status()
        recent = session.recent
        file = Path("/nowhere/arena.yaml")
        memories = ExportMemory(settings).recall(file), UnderlayMemory(settings).recall(file)
        found = CommandPalette(actions, settings).recent
        Comfort(QApplication.instance(), settings)  # type: ignore[arg-type]  # a QApplication
        findings = FindingsFilter()
        findings.remember_in(settings)
        hints = Hints(actions.keymap, settings)
        window = _window()
        geometry, state = settings.layout("window/geometry"), settings.layout("window/state")
        for value, restore in ((geometry, window.restoreGeometry), (state, window.restoreState)):
            if value is not None:
                restore(value)
        session.end()
        for it in (hints, findings, session):
            it.deleteLater()
        # No event loop turns here: thousands of sessions would take all the memory that there may be.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    if status != QSettings.Status.NoError:
        return "refused"
    return "read" if found and all(memories) and not recent else "refused"


def read_catalogue(data: bytes, _: Mapping[str, bytes]) -> str:
    """Read the texts of a language, and use all of them; return what came of it."""
    from fairground.editor.app.text_catalogues import read

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "de.mo"
        path.write_bytes(data)
        try:
            found = read(path)
        except ValueError:
            return "refused"
    texts = [found.one(one).format(name="x") for one in ("Save", "Hexes of {name}")]
    texts += [found.many("{n} hex", "{n} hexes", count).format(n=count) for count in (0, 1, 2, 5, 11, 10**6)]
    if not all(isinstance(it, str) for it in texts):
        raise AssertionError("what should be a text is none")
    return "errors found" if found.faults else "read"
