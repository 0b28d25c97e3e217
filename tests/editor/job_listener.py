"""A listener to a long job, which leaves after a number of messages."""

from __future__ import annotations


class JobListener:
    """Notes the shares and partial results of a job; ``is_cancelled`` after ``most`` of them."""

    def __init__(self, most: int = 10_000) -> None:
        self.shares: list[float] = []
        self.results: list[object] = []
        self._most = most

    def report(self, share: float, so_far: object = None) -> None:
        self.shares.append(share)
        if so_far is not None:
            self.results.append(so_far)

    def is_cancelled(self) -> bool:
        return len(self.shares) >= self._most
