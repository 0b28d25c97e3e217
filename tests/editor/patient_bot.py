"""The ``qtbot`` of pytest-qt, with no limits of time but one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytestqt.qtbot import QtBot

from tests.patience import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

_MILLISECONDS = int(1000 * PATIENCE)


class PatientBot(QtBot):
    """Waits for conditions and signals as long as ``tests.patience`` says; tests pass no limits of their own."""

    def waitUntil(self, callback: Callable[[], bool | None]) -> None:  # type: ignore[override]  # noqa: N802
        super().waitUntil(callback, timeout=_MILLISECONDS)

    def waitSignal(self, signal: Any, **kwargs: Any) -> Any:  # noqa: N802
        # That nothing comes is watched by way of this too, for as long as is asked.
        return super().waitSignal(signal, **{"timeout": _MILLISECONDS, **kwargs})

    def waitSignals(self, signals: Any, **kwargs: Any) -> Any:  # noqa: N802
        return super().waitSignals(signals, timeout=_MILLISECONDS, **kwargs)

    def waitExposed(self, widget: QWidget) -> Any:  # type: ignore[override]  # noqa: N802
        return super().waitExposed(widget, timeout=_MILLISECONDS)
