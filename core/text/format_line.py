"""What a file says its format is, and what to say where that is another."""

from __future__ import annotations

from fairground.core.text.wording import shorten


def format_fault(said: object, expected: str, noun: str) -> str | None:
    """Return in a sentence what is wrong with a format that a file says it is in; None where it is the expected one.

    ``said`` is None where the file says none; ``noun`` is what it is to be. Another version of the expected format is
    told from another format.

    Examples
    --------
    >>> format_fault("fairground-force/2", "fairground-force/1", "force")
    "the format 'fairground-force/2' is unknown to this version of Fairground, which reads 'fairground-force/1'"
    >>> format_fault(None, "fairground-force/1", "force")
    "this is no force: it does not start with 'format: fairground-force/1'"
    """
    if said == expected:
        return None
    if said is None:
        return f"this is no {noun}: it does not start with 'format: {expected}'"
    family = expected.partition("/")[0]
    if isinstance(said, str) and said.startswith(f"{family}/"):
        return (
            f"the format {shorten(said)!r} is unknown to this version of Fairground, which reads {expected!r}"
        )
    return f"this is no {noun}: its format is {shorten(str(said))!r}, not {expected!r}"
