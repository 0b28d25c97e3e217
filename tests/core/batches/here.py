"""Workers that are threads of this process, so that tests can see what they do and put something else in its place."""

from __future__ import annotations

import threading
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from fairground.core.batches.maps import JobInput
    from fairground.core.batches.questions import Answer, Question

    Doing = Callable[[JobInput, Question, str], Answer]


class HereWorkers:
    """Threads that do jobs, or ``instead`` of them something else, which may raise what a lost worker does.

    ``given`` has the questions in the order in which they were begun, and ``most`` is how many were at work at once.
    """

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, instead: Doing | None = None, *, places: int = 1, tries: int = 1) -> None:
        self.places, self.tries, self.started, self.most = places, tries, 0, 0
        self.given: list[Question] = []
        self._instead, self._busy, self._lock = instead, 0, threading.Lock()
        self._threads: list[ThreadPoolExecutor] = []

    def executor(self) -> Executor:
        self.started += 1
        self._threads.append(_Threads(self))
        return self._threads[-1]

    def do(self, job: Doing, subject: JobInput, question: Question, program: str) -> Answer:
        with self._lock:
            self.given.append(question)
            self._busy += 1
            self.most = max(self.most, self._busy)
        try:
            return (self._instead or job)(subject, question, program)
        finally:
            with self._lock:
                self._busy -= 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for it in self._threads:
            it.shutdown()


class _Threads(ThreadPoolExecutor):
    def __init__(self, owner: HereWorkers) -> None:
        super().__init__(owner.places)
        self._owner = owner

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return super().submit(self._owner.do, fn, *args, **kwargs)
