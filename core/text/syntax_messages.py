"""What libyaml says about a text that is no YAML, in words for a designer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    import yaml


class SyntaxProblem(NamedTuple):
    """Why a text is no YAML; line and column count from 1."""

    code: str
    message: str
    line: int
    column: int
    fix: str | None


#: A part of libyaml's message, what is meant, and what mends it.
_MEANINGS: Final = (
    ("found a tab character", "a tab stands where spaces are wanted", "Indent with spaces."),
    (
        "mapping values are not allowed",
        "a ':' stands where no key can be",
        "Put text that holds ': ' in quotes, and check the indentation of this line.",
    ),
    ("could not find expected ':'", "a key without ':' ends here", "Write 'key: value'."),
    ("did not find expected key", "a key was expected here", "Check the indentation and the quotes before it."),
    (
        "did not find expected '-' indicator",
        "an item ('- …') was expected here",
        "Check the indentation of this line.",
    ),
    ("block sequence entries are not allowed", "an item ('- …') cannot stand here", "Put it on a line of its own."),
    ("did not find expected ',' or ']'", "a ',' or ']' was expected here", "Check the '[' before it."),
    ("did not find expected ',' or '}'", "a ',' or '}' was expected here", "Check the '{' before it."),
    ("found unexpected end of stream", "a quote is opened here and never closed", "Close the quote."),
    ("did not find expected node content", "a value was expected here", None),
    ("did not find expected <document start>", "the document ends before this line", "Check the indentation."),
    ("found unknown escape character", "no character is written like this", "Write \\\\ for a backslash."),
    ("did not find expected alphabetic or numeric character", "'*' and '&' cannot start a plain word",
     "Put it in quotes."),
    ("found character that cannot start any token", "this character cannot start a plain word",
     "Put it in quotes."),
    ("found unexpected ':'", "a ':' stands in the middle of a plain word", "Put the text in quotes."),
)  # fmt: skip


def syntax_problem(error: yaml.YAMLError, text: str) -> SyntaxProblem:
    """Return what is wrong, for an error that libyaml raised about ``text``."""
    said = str(getattr(error, "problem", None) or getattr(error, "reason", None) or error)
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if "unexpected end of stream" in said:
        # Where the quote was opened helps more than where the file ends.
        mark = getattr(error, "context_mark", None) or mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    lines = text.split("\n")
    under = lines[line][column : column + 1] if line < len(lines) else ""
    if under == "\t":
        return SyntaxProblem(
            "yaml.tab", "a tab stands where spaces are wanted", line + 1, column + 1, "Indent with spaces."
        )
    for part, message, fix in _MEANINGS:
        if part in said:
            code = "yaml.tab" if "tab" in part else "yaml.syntax"
            return SyntaxProblem(code, message, line + 1, column + 1, fix)
    return SyntaxProblem("yaml.syntax", said, line + 1, column + 1, None)
