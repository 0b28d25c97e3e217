"""Messages for files of another format."""

from __future__ import annotations

from fairground.core.text.wording import shorten


def format_fault(said: object, expected: str, noun: str) -> str | None:
    """Return a message about a format; None if it is the expected one.

    ``said`` is the format of the file, None if it has none; ``noun`` is the kind of file expected. Another version of
    the expected format has a message of its own.

    Examples
    --------
    >>> format_fault("fairground-force/2", "fairground-force/1", "force")
    "this version of Fairground reads 'fairground-force/1', not 'fairground-force/2'"
    >>> format_fault(None, "fairground-force/1", "force")
    "this is not a force: the line 'format: fairground-force/1' is missing"
    """
    if said == expected:
        return None
    if said is None:
        return f"this is not a {noun}: the line 'format: {expected}' is missing"
    family = expected.partition("/")[0]
    if isinstance(said, str) and said.startswith(f"{family}/"):
        return f"this version of Fairground reads {expected!r}, not {shorten(said)!r}"
    return f"this is not a {noun}: its format is {shorten(str(said))!r}, not {expected!r}"
