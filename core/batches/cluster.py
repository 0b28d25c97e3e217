"""Jobs on the workers of a Dask cluster. Use trusted networks only: anyone who reaches the scheduler can run code."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Self

from fairground.core.batches.questions import program_version
from fairground.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor
    from types import TracebackType

#: The time to wait for the scheduler to answer, in seconds.
_PATIENCE: Final = 10
#: The time to wait for the first worker, in seconds.
_JOINING: Final = 60
#: The interval between counts of workers, in seconds.
_COUNTING: Final = 2.0


class ClusterWorkers:
    """The workers of the cluster whose scheduler is at an address such as ``tcp://host:8786``.

    The scheduler reassigns the jobs of lost workers by itself. Raises a ``UsageError`` when Dask is not installed, no
    scheduler answers, or no worker joins.
    """

    #: By default the scheduler gives up a job after its fourth lost worker.
    tries = 4

    def __init__(self, address: str) -> None:
        try:
            # Optional, and slow to import.
            from distributed import Client, KilledWorker
            from distributed.comm.addressing import parse_address, parse_host_port
            from distributed.comm.registry import get_backend
        except ImportError:
            raise UsageError(
                "a cluster needs Dask, which is not installed. Install it with: pip install 'fairground[cluster]'"
            ) from None
        self.lost: tuple[type[BaseException], ...] = (KilledWorker,)
        try:
            # A client with an invalid address would fail again with a traceback when it is garbage-collected.
            kind, place = parse_address(address)
            get_backend(kind)
            parse_host_port(place)
        except ValueError as error:
            raise UsageError(
                f"{address!r} is not a valid address of a Dask scheduler, such as tcp://10.0.0.5:8786: {error}"
            ) from error
        for name in ("distributed", "distributed.client"):
            # Lost connections are reported as errors, not logged.
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            # The library has no types.
            client: Callable[..., Any] = Client
            self._client = client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise UsageError(f"no Dask scheduler answers at {address}: {error}") from error
        try:
            self._client.wait_for_workers(1, timeout=_JOINING)
            self._check_versions()
        except TimeoutError:
            self._client.close()
            raise UsageError(
                f"the cluster at {address} has no workers; start some with: dask worker {address}"
            ) from None
        except BaseException:
            self._client.close()
            raise
        self._executor: Executor | None = None
        self._asked = 0.0
        self._places = 1

    def _check_versions(self) -> None:
        """Raise a ``UsageError`` if a worker lacks this version; workers that join later report another version themselves."""
        own = program_version()
        for worker, found in self._client.run(program_version, on_error="return").items():
            if found != own:
                has = f"Fairground {found}" if isinstance(found, str) else f"no Fairground ({found})"
                raise UsageError(
                    f"the worker {worker} has {has}; install Fairground {own} (the version on this machine) "
                    "on all machines"
                )

    @property
    def places(self) -> int:
        """The current number of threads of all workers."""
        if time.monotonic() - self._asked > _COUNTING:
            # If the connection is lost, the dispatched jobs raise.
            with suppress(OSError):
                self._places = max(sum(self._client.nthreads().values()), 1)
            self._asked = time.monotonic()
        return self._places

    def executor(self) -> Executor:
        """Return the executor that takes jobs."""
        if self._executor is None:
            # Not pure: answers are cached by the store alone.
            self._executor = self._client.get_executor(pure=False)
        return self._executor

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=error is None)
        self._client.close()
