"""The editor as a program: one application, one session, one window, and the handling of unexpected errors."""

from __future__ import annotations

import faulthandler
import functools
import os
import signal
import sys
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from types import FunctionType
from typing import TYPE_CHECKING

from PySide6.QtCore import QLibraryInfo, QObject, QTimer, QTranslator
from PySide6.QtWidgets import QApplication
from shiboken6 import Shiboken

from fairground.core.errors import FairgroundError
from fairground.editor.app.deferred import after_paint
from fairground.editor.app.fonts import use_shipped_font_if_alone
from fairground.editor.app.garbage_collection import Collector
from fairground.editor.app.icons import program_icon
from fairground.editor.app.paths import PROGRAM, log_file
from fairground.editor.app.settings import forget_settings
from fairground.editor.app.texts import language
from fairground.editor.session.session import Session
from fairground.editor.shell.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from types import TracebackType


class Emergency:
    """Catches unhandled errors: syncs the journal, appends to the log, and calls ``tell`` with the traceback.

    ``tell`` may run the event loop; an error within it is only logged.
    """

    def __init__(self, session: Session, tell: Callable[[str], None]) -> None:
        self._session = session
        self._tell = tell
        self._telling = False

    def install(self) -> None:
        """Replace Python's hook."""
        sys.excepthook = self._handle

    def _handle(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self._session.flush()
        text = "".join(traceback.format_exception(kind, error, trace))
        sys.stderr.write(text)
        # Python keeps the frames of the last error; a painter among their variables would block drawing.
        traceback.clear_frames(trace)
        stamp = datetime.now(UTC).isoformat(timespec="seconds")
        # The user is notified even without a log.
        with (
            suppress(OSError),
            open(log_file(), "a", encoding="utf-8", opener=_at_once) as log,
        ):  # paths have no opener
            log.write(f"{stamp}\n{text}\n")
        if not self._telling:
            self._telling = True
            try:
                self._tell(text)
            finally:
                self._telling = False


def _at_once(path: str, flags: int) -> int:
    """Open a file without blocking, even if it is a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


#: Set to a number of milliseconds to log longer blocks.
WATCHDOG_VARIABLE = "FAIRGROUND_WATCHDOG"


def run(file: Path | None = None, *, reset_settings: bool = False) -> int:
    """Open the editor, with a file if given, and return the exit status when it is closed.

    ``reset_settings`` deletes settings, layout and keys first, and reports it.
    """
    # No pydantic plugins are used, and looking for them slows the start.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")
    application = QApplication(sys.argv[:1])
    _name(application)
    if reset_settings:
        sys.stderr.write(f"{forget_settings()}\n")
    window = start(application, file)
    _end_on_interrupt(application)
    status = application.exec()
    window.session.end()
    return status


def start(application: QApplication, file: Path | None = None) -> MainWindow:
    """Show the window of the editor in an existing application."""
    guard_overrides()
    _name(application)
    use_shipped_font_if_alone(application)
    _translate_dialogs(application)
    Collector(application)
    session = Session(application)
    window = MainWindow(session)
    Emergency(session, window.tell_of_error).install()
    watchdog_from_environment(log_file(), application)
    if file is not None:
        # After the window, since the modules that read files are slow to load.
        after_paint(window.welcome, lambda: _open(window, file))
    else:
        after_paint(window.welcome, window.recovery.reopen)
    window.show()
    return window


def _name(application: QApplication) -> None:
    """Name the program, which decides where its settings are, and show its icon."""
    application.setApplicationName(PROGRAM)
    application.setApplicationDisplayName("Fairground")
    # The file that a Linux desktop reads the name and the icon from, where Fairground is installed for it.
    application.setDesktopFileName(PROGRAM)
    application.setWindowIcon(program_icon())


def _translate_dialogs(application: QApplication) -> None:
    """Load the translation of Qt's own texts for the editor's language."""
    if language():
        translator = QTranslator(application)
        translator.load(f"qtbase_{language()}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        application.installTranslator(translator)


def _open(window: MainWindow, file: Path) -> None:
    try:
        window.session.open(file)
    except FairgroundError as error:
        window.tell_of_file(error, file)


def main() -> None:
    """Open the editor with the file named on the command line, if any; the entry point of the package."""
    from pathlib import Path

    sys.exit(run(Path(sys.argv[1]) if len(sys.argv) > 1 else None))


def _end_on_interrupt(application: QApplication) -> None:
    """Let Ctrl+C in the terminal close the window; Python sees signals only while it runs."""
    signal.signal(signal.SIGINT, lambda *_: application.closeAllWindows())
    turn = QTimer(application)
    turn.timeout.connect(lambda: None)
    turn.start(250)


class Watchdog(QObject):
    """Logs the stack of the main thread whenever its event loop is blocked for ``limit`` milliseconds.

    The interpreter does the watching, so that no Qt object is used from another thread.
    """

    def __init__(self, limit: int, log: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._limit = limit / 1000
        self._log = log.open("a", encoding="utf-8")
        timer = QTimer(self)
        timer.setInterval(max(1, limit // 4))
        timer.timeout.connect(self._beat)
        timer.start()

    def stop(self) -> None:
        """End the watch."""
        for timer in self.findChildren(QTimer):
            timer.stop()
        faulthandler.cancel_dump_traceback_later()
        self._log.close()

    def _beat(self) -> None:
        faulthandler.dump_traceback_later(self._limit, file=self._log)


def watchdog_from_environment(log: Path, parent: QObject) -> None:
    """Start a watchdog when the environment asks for one; it lives as long as ``parent``."""
    limit = os.environ.get(WATCHDOG_VARIABLE, "")
    if limit.isdigit() and int(limit) > 0:
        Watchdog(int(limit), log, parent)


# -- overrides of Qt's methods ------------------------------------------------------------------------------

#: From here on Python makes the object at once.
_REPAIRED = (3, 12)


def guard_overrides() -> None:
    """Guard the overrides of every class that derives from one of Qt's, existing or defined later.

    Errors raised in Python code that Qt calls are then reported like any other error, and do not end the process. When a
    method that overrides one of Qt's raises, PySide 6.11 expects an exception object. Before Python 3.12, an error raised in
    C (an index out of range, a deleted Qt object) stays a plain text until Python code looks at it, and PySide crashes
    with a segmentation fault. So every such method catches the error and raises it again.
    """
    if sys.version_info >= _REPAIRED or "__init_subclass__" in vars(Shiboken.Object):
        return
    for kind in list(_below(Shiboken.Object)):
        _guard(kind)
    Shiboken.Object.__init_subclass__ = classmethod(_guard_new)  # type: ignore[assignment, arg-type]


def _guard_new(kind: type[Shiboken.Object], **options: object) -> None:
    super(Shiboken.Object, kind).__init_subclass__(**options)
    _guard(kind)


def _below(kind: type) -> Iterator[type]:
    below: list[type] = kind.__subclasses__()
    for it in below:
        yield it
        yield from _below(it)


def _is_of_qt(kind: type) -> bool:
    return kind.__module__.startswith("PySide6.")


def _guard(kind: type) -> None:
    """Wrap the overrides of a class, so that they normalise the errors they raise."""
    if _is_of_qt(kind):
        return
    of_qt = [base for base in kind.__mro__ if _is_of_qt(base)]
    for name, method in list(vars(kind).items()):
        is_own = isinstance(method, FunctionType) and not name.startswith("__")
        if is_own and any(name in vars(base) for base in of_qt):
            setattr(kind, name, _looking(method))


def _looking(method: Callable[..., object]) -> Callable[..., object]:
    @functools.wraps(method)
    def guarded(*arguments: object, **named: object) -> object:
        try:
            return method(*arguments, **named)
        except BaseException:  # noqa: TRY203  # catching it creates the exception object
            raise

    return guarded
