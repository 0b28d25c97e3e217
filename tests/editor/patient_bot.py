"""The ``qtbot`` of pytest-qt, with no limits of time but one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytestqt.qtbot import QtBot

from tests.patience import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QWidget
    from pytestqt.wait_signal import MultiSignalBlocker, SignalBlocker

_MILLISECONDS = int(1000 * PATIENCE)


class PatientBot(QtBot):
    """Waits for conditions and signals as long as ``tests.patience`` says; tests pass no limits of their own."""

    def waitUntil(self, callback: Callable[[], bool | None]) -> None:  # type: ignore[override]  # noqa: N802
        super().waitUntil(callback, timeout=_MILLISECONDS)

    def waitSignal(  # noqa: N802
        self,
        signal: SignalInstance,
        *,
        timeout: int = _MILLISECONDS,  # QtBot watches with it that a signal does not come
        raising: bool | None = None,
        check_params_cb: Callable[..., bool] | None = None,
    ) -> SignalBlocker:
        return super().waitSignal(signal, timeout=timeout, raising=raising, check_params_cb=check_params_cb)

    def waitSignals(self, signals: list[SignalInstance]) -> MultiSignalBlocker:  # type: ignore[override]  # noqa: N802
        return super().waitSignals(signals, timeout=_MILLISECONDS)

    def waitExposed(self, widget: QWidget) -> AbstractContextManager[object]:  # type: ignore[override]  # noqa: N802
        return super().waitExposed(widget, timeout=_MILLISECONDS)
