"""Traces of a merge that was left unfinished: such a file is no scenario, and one finding says why."""

from __future__ import annotations

import re
from typing import Final

from fairground.core.finding import Finding, Place, Severity

_MARKER: Final = re.compile(rb"^(?:<{7}|\|{7}|={7}|>{7})(?=[ \r\n]|\Z)", re.MULTILINE)


def find_conflict_marker(data: bytes) -> Finding | None:
    """Return a finding about the first conflict marker at the start of a line; None when there is none."""
    # Rows of a board may well have these characters, but indented; a marker stands at the start of a line.
    if not any(sign * 7 in data for sign in (b"<", b"|", b"=", b">")):
        return None
    found = _MARKER.search(data)
    if found is None:
        return None
    line = data.count(b"\n", 0, found.start()) + 1
    return Finding(
        Severity.ERROR,
        "file.conflict-marker",
        f"a merge was left unfinished: this line starts with {found[0].decode()}",
        Place(line=line, column=1),
        "Choose between the versions above and below '=======', and remove the marker lines.",
    )
