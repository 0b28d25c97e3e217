"""Jobs on the workers of a Dask cluster. Whoever reaches its scheduler can run code: for trusted networks only."""

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

#: For how long a scheduler may say nothing at first, in seconds.
_PATIENCE: Final = 10
#: For how long a cluster may be without workers at first, in seconds.
_JOINING: Final = 60
#: How often one asks how many workers there are, in seconds.
_ASKING: Final = 2.0


class ClusterWorkers:
    """The workers of the cluster whose scheduler is at an address such as ``tcp://host:8786``.

    A job whose worker is gone the scheduler gives to another by itself, and says so only after several.

    Raises
    ------
    UsageError
        When Dask is not installed, nobody answers at the address, or no worker joins.
    """

    #: The scheduler gives up with the fourth, unless it is told otherwise.
    tries = 4

    def __init__(self, address: str) -> None:
        try:
            # Only who asks for a cluster needs it, and pays the second that loading it takes.
            from distributed import Client, KilledWorker
            from distributed.comm.addressing import parse_address, parse_host_port
            from distributed.comm.registry import get_backend
        except ImportError:
            raise UsageError(
                "a cluster needs Dask, which is not installed: pip install 'fairground[cluster]'"
            ) from None
        self.lost: tuple[type[BaseException], ...] = (KilledWorker,)
        try:
            # A client that is made of no address fails once more, with a traceback, when it is given back.
            kind, place = parse_address(address)
            get_backend(kind)
            parse_host_port(place)
        except ValueError as error:
            raise UsageError(
                f"{address!r} is not the address of a Dask scheduler, like tcp://10.0.0.5:8786: {error}"
            ) from error
        for name in ("distributed", "distributed.client"):
            # Whatever it logs of a lost connection is told in a sentence.
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            # The library has no types for what is called here.
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
        """Make sure that the workers have the program; those that join later say so by themselves if they have another.

        Raises
        ------
        UsageError
            When one has none, or another version.
        """
        own = program_version()
        for worker, found in self._client.run(program_version, on_error="return").items():
            if found != own:
                has = f"Fairground {found}" if isinstance(found, str) else f"no Fairground ({found})"
                raise UsageError(f"the worker {worker} has {has}; install {own} on all machines, as here")

    @property
    def places(self) -> int:
        """The threads of all workers that are there now."""
        if time.monotonic() - self._asked > _ASKING:
            # Where nobody answers, the jobs under way say so by themselves.
            with suppress(OSError):
                self._places = max(sum(self._client.nthreads().values()), 1)
            self._asked = time.monotonic()
        return self._places

    def executor(self) -> Executor:
        """Return who takes jobs."""
        if self._executor is None:
            # Not pure: whether an answer is there already, the store knows.
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
