"""A hash that tells versions of a scenario apart."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from fairground.core.files.writer import to_bytes

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

_DIGITS: Final = 16


def content_hash(scenario: Scenario) -> str:
    """Return 16 hex digits that change when, and only when, something of the scenario but its comments does."""
    bare = replace(scenario, comments={}, newline="\n", byte_order_mark=False)
    return hashlib.sha256(to_bytes(bare)).hexdigest()[:_DIGITS]
