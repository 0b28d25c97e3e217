"""Describe values, limits, places, counts, lists and formats in messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, SupportsInt

from fairground.core.finding import Severity
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from fractions import Fraction

    from pydantic_core import ErrorDetails

    from fairground.core.finding import Finding
    from fairground.core.text.source import PathInFile


#: Most names in a message, before the number of others.
NAMED: Final = 6


def first_few(names: Sequence[str], *, total: int | None = None) -> str:
    """Return the first few names and the number of others; ``total`` is their number if not all are passed."""
    more = (len(names) if total is None else total) - min(len(names), NAMED)
    shown = list(names[:NAMED])
    if more:
        return f"{', '.join(shown)} and {more} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def signed(amount: int) -> str:
    """Return a modifier with its sign."""
    return f"{amount:+d}".replace("-", "\N{MINUS SIGN}")


def listed(texts: Sequence[str]) -> str:
    """Return texts as a list in a sentence: ``a``, ``a and b``, ``a, b and c``; empty for none.

    >>> listed(["territory", "exposure", "cover"])
    'territory, exposure and cover'
    """
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def possessive(name: str) -> str:
    """Return the possessive of a name: ``Player 1's``, ``Attackers'``."""
    return f"{name}'" if name.endswith(("s", "S")) else f"{name}'s"


def counted(count: int | Fraction, noun: str, plural: str = "") -> str:
    """Return a count with its noun: ``1 hex``, ``3 hexes``; the plural is the noun and ``s`` unless given."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def hex_count(count: SupportsInt) -> str:
    """Return a number of hexes: ``1 hex``, ``3 hexes``; numpy integers are accepted."""
    return counted(int(count), "hex", "hexes")


def finding_counts(findings: Iterable[Finding]) -> str:
    """Return the number of findings of each severity: ``no errors, 1 warning, 3 pieces of advice``."""
    counts = dict.fromkeys(Severity, 0)
    for finding in findings:
        counts[finding.severity] += 1
    parts = [
        f"{counts[it] or 'no'} {it}{'' if counts[it] == 1 else 's'}"
        for it in (Severity.ERROR, Severity.WARNING)
    ]
    if advice := counts[Severity.ADVICE]:
        parts.append(f"{counted(advice, 'piece')} of advice")
    return ", ".join(parts)


#: The longest text of a file that a message quotes.
_SHOWN: Final = 40
#: Pydantic's name of each bound, and its description.
_BOUNDS: Final = {
    "greater_than": ("gt", "more than"),
    "greater_than_equal": ("ge", "at least"),
    "less_than": ("lt", "less than"),
    "less_than_equal": ("le", "at most"),
}


def describe(value: object) -> str:
    """Describe a value of a file: ``'abc'``, ``12``, ``a list``."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return repr(shorten(value))
    if isinstance(value, (int, float)):
        return f"{shorten(str(getattr(value, 'text', value)))}"
    return "a mapping" if isinstance(value, dict) else "a list"


def shorten(text: str) -> str:
    """Return a text, truncated if it is too long for a message."""
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def title(path: PathInFile) -> str:
    """Describe a path: ``'facing'``, ``entry 3 of 'units'``."""
    if not path:
        return "the file"
    last = path[-1]
    if isinstance(last, int):
        parent = f" of {path[-2]!r}" if len(path) > 1 else ""
        return f"entry {last + 1}{parent}"
    return repr(shorten(last))


def value_message(name: str, detail: ErrorDetails) -> str:
    """Return a message for a pydantic error about a value of the right type, called ``name``."""
    wording = _WORDINGS.get(detail["type"])
    if wording is not None:
        return f"{name} {wording(detail)}"
    message = detail["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
    return f"{name}: {message[:1].lower()}{message[1:]}"


def _bound(detail: ErrorDetails) -> str:
    name, limit = _BOUNDS[detail["type"]]
    return f"must be {limit} {_number(detail['ctx'][name])}, not {shorten(_number(detail['input']))}"


def _number(value: object) -> str:
    """Return a number as text, with commas in whole numbers."""
    return f"{value:,}" if isinstance(value, int) else str(value)


def _size(detail: ErrorDetails) -> str:
    noun = "character" if detail["type"].startswith("string") else "entry"
    context = detail["ctx"]
    limit, key = ("at most", "max_length") if "max_length" in context else ("at least", "min_length")
    bound = context[key]
    plural = noun if bound == 1 else "entries" if noun == "entry" else f"{noun}s"
    return f"must have {limit} {bound:,} {plural}, not {len(detail['input']):,}"


def choices(detail: ErrorDetails) -> list[str]:
    """Return the allowed values in a pydantic error."""
    return [name.strip("' ") for name in str(detail["ctx"]["expected"]).replace(" or ", ", ").split(", ")]


def _choice(detail: ErrorDetails) -> str:
    names = choices(detail)
    value = detail["input"]
    meant = did_you_mean(value, names) if isinstance(value, str) else ""
    return f"must be {' or '.join(filter(None, [', '.join(names[:-1]), names[-1]]))}, not {describe(value)}{meant}"


_ENTRY_WORDS: Final = "lower-case letters and digits, in groups joined by"
#: What the patterns in the models of files allow, in words.
PATTERN_WORDS: Final = {
    r"^[a-z][a-z0-9-]{0,63}$": "a lower-case letter, then up to 63 lower-case letters, digits and '-'",
    r"^[a-z0-9]+([-_][a-z0-9]+)*$": f"{_ENTRY_WORDS} '-' or '_', such as low-wall",
    r"^[a-z0-9]+([-_.][a-z0-9]+)*$": f"{_ENTRY_WORDS} '-', '_' or '.', such as my-rules-1.0",
    r"^(0|-?[1-9][0-9]?|100)$": "a whole number from -99 to 100",
    r"^#[0-9a-fA-F]{6}$": "'#' and six hexadecimal digits, such as '#6b4f2a'",
    r"^(0|[1-9][0-9]{0,3})(/[1-9][0-9]{0,3})?$": "a whole number or a fraction, such as 1/2",
}


def _pattern(detail: ErrorDetails) -> str:
    return f"has the wrong format: {describe(detail['input'])}"


_WORDINGS: Final[dict[str, Callable[[ErrorDetails], str]]] = {
    **dict.fromkeys(_BOUNDS, _bound),
    **dict.fromkeys(("string_too_long", "string_too_short", "too_long", "too_short"), _size),
    **dict.fromkeys(("literal_error", "enum"), _choice),
    "string_pattern_mismatch": _pattern,
}


def format_fault(data: object, expected: str, noun: str) -> str | None:
    """Return a message about the format of a file's data; None if it is the expected one.

    ``noun`` is the kind of file expected.

    Examples
    --------
    >>> format_fault({"format": "fairground-force/2"}, "fairground-force/1", "force")
    "this version of Fairground reads 'fairground-force/1', not 'fairground-force/2'"
    >>> format_fault({}, "fairground-force/1", "force")
    "this is not a force: the line 'format: fairground-force/1' is missing"
    """
    actual = data.get("format") if isinstance(data, dict) else None
    if actual == expected:
        return None
    if actual is None:
        return f"this is not a {noun}: the line 'format: {expected}' is missing"
    family = expected.partition("/")[0]
    if isinstance(actual, str) and actual.startswith(f"{family}/"):
        return f"this version of Fairground reads {expected!r}, not {shorten(actual)!r}"
    shown = describe(actual) if isinstance(actual, dict | list | bool) else repr(shorten(str(actual)))
    return f"this is not a {noun}: its format is {shown}, not {expected!r}"
