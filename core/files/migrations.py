"""Older versions of the format, brought up to date in memory one version at a time.

The first version is 1, so that there is nothing to bring up to date yet. A step for version *n* takes the plain
data of such a file and returns that of version *n* + 1, with its ``format`` already changed; it may change its
argument.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.files.scenario_file import FORMAT_VERSION

if TYPE_CHECKING:
    from collections.abc import Callable

    Step = Callable[[dict[str, object]], dict[str, object]]

#: The step that leads on from each version.
STEPS: dict[int, Step] = {}


def oldest_version() -> int:
    """Return the oldest version from which the steps lead to the present one."""
    version = FORMAT_VERSION
    while version - 1 in STEPS:
        version -= 1
    return version


def migrate(data: dict[str, object], *, version: int) -> dict[str, object]:
    """Return the data of a file of ``version`` as it is in the present one."""
    for step in range(version, FORMAT_VERSION):
        data = STEPS[step](data)
    return data
