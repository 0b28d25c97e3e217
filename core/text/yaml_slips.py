"""Explain why a text is not YAML: find the typing mistake behind an error of libyaml, and the fix."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.text.wording import counted, shorten

if TYPE_CHECKING:
    from collections.abc import Callable

    import yaml


class SyntaxProblem(NamedTuple):
    """The reason why a text is not YAML; line and column count from 1."""

    message: str
    line: int
    column: int
    fix: str | None
    code: str = "yaml.syntax"


#: Part of libyaml's message, meaning and fix, for unrecognized mistakes.
_MEANINGS: Final = (
    ("mapping values are not allowed", "unexpected ':'", "Put text that contains ': ' in quotes."),
    ("could not find expected ':'", "a key without ':'", "Write 'key: value'."),
    ("did not find expected key", "expected a key", "Check the indentation and the quotes of the lines above."),
    ("did not find expected '-' indicator", "expected a list item ('- …')", "Check the indentation of this line."),
    ("block sequence entries are not allowed", "unexpected '- '", "Start the list item on its own line."),
    ("did not find expected ',' or ']'", "expected ',' or ']'", "Check the '[' before it."),
    ("did not find expected ',' or '}'", "expected ',' or '}'", "Check the '{' before it."),
    ("found unexpected end of stream", "this quote is never closed", "Close the quote."),
    ("did not find expected node content", "expected a value", None),
    ("did not find expected <document start>", "the document ends before this line", "Check the indentation."),
    ("found unknown escape character", "unknown escape sequence", "Write \\\\ for a backslash."),
    ("did not find expected alphabetic or numeric character", "unquoted text cannot start with '*' or '&'",
     "Put the text in quotes."),
    ("found character that cannot start any token", "unquoted text cannot start with this character",
     "Put the text in quotes."),
    ("found unexpected ':'", "unexpected ':'", "Put the text in quotes."),
)  # fmt: skip
_KEY: Final = re.compile(r"( *(?:- +)?)([\w-]+):")
#: The end of a word after '#', and the end of a value in brackets.
_WORD_END: Final = re.compile(r"[\s,:\]}]")
_VALUE_END: Final = re.compile(r"[,\]}]")
_TWO_WORDS: Final = re.compile(r"([\w-]+(?:: [^,{}\[\]]*?)?) +([\w-]+)$")
#: So many characters before a missing comma are looked at: the time grows with the cube of their number.
_LOOKED_AT: Final = 120
#: Text that starts like a list or mapping, and a comment after such a list.
_BRACKET_TEXT: Final = re.compile(r"\{[^{}]*\}.*[^\s\]},]|\[[^\[\]]*\].*[^\s\]},]")
_COMMENT_AFTER: Final = re.compile(r"[\]}] +#")
_DASH: Final = re.compile(r"( *)-([\w-]+:.*)")
_NO_COLON: Final = re.compile(r"( *(?:- +)?)([A-Za-z_]+)(:?)( *)([^\s:=].*)")
#: The first line of a mapping, list or other value that is not a row.
_KEY_OR_ITEM: Final = re.compile(
    r" *(?:- |-?$|['\"]?[^\s{}\[\]'\"]+['\"]?: |['\"]?[^\s{}\[\]'\"]+['\"]?:$|[\[{'\"#|>])"
)
_CLOSERS: Final = {"[": "]", "{": "}"}


def syntax_problem(error: yaml.YAMLError, text: str) -> SyntaxProblem:
    """Return the problem behind an error that libyaml raised for ``text``."""
    reason = str(getattr(error, "problem", None) or getattr(error, "reason", None) or error)
    mark = getattr(error, "problem_mark", None)
    start = getattr(error, "context_mark", None)
    mark, start = mark or start, start or mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    begin = (start.line, start.column) if start else (0, 0)
    slip = _Text(text.split("\n"), reason, (line, column), begin)
    for find in _FINDERS:
        problem = find(slip)
        if problem is not None:
            return problem
    if "unexpected end of stream" in reason:
        line, column = begin
    for part, message, fix in _MEANINGS:
        if part in reason:
            return SyntaxProblem(message, line + 1, column + 1, fix)
    return SyntaxProblem(reason, line + 1, column + 1, None)


class _Pair(NamedTuple):
    """``key: value`` on a line, also in an item of a list: the indentation with the hyphen, and the column of the value from 0."""

    indent: str
    key: str
    value: str
    column: int


def _pair(line: str) -> _Pair | None:
    match = _KEY.match(line)
    if match is None:
        return None
    rest = line[match.end() :]
    value = rest.strip(" ")
    if value and rest[0] != " ":
        return None
    return _Pair(match[1], match[2], value, len(line) - len(rest.lstrip(" ")))


class _Text(NamedTuple):
    """The lines of a text, and libyaml's message with the places, from 0, of the problem and of its context."""

    lines: list[str]
    reason: str
    mark: tuple[int, int]
    begin: tuple[int, int]

    def line(self, number: int) -> str:
        return self.lines[number] if 0 <= number < len(self.lines) else ""

    @property
    def here(self) -> str:
        return self.line(self.mark[0])

    def above(self, number: int) -> int | None:
        """Return the nearest line above that is neither empty nor a comment."""
        return next((at for at in range(number - 1, -1, -1) if not _is_blank(self.lines[at])), None)


def _is_blank(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _tab(text: _Text) -> SyntaxProblem | None:
    line, column = text.mark
    if text.here[column : column + 1] != "\t":
        before = text.here[: len(text.here) - len(text.here.lstrip())]
        if "\t" not in before and "tab" not in text.reason:
            return None
        column = before.find("\t") if "\t" in before else column
    return SyntaxProblem("tab used as indentation", line + 1, column + 1, "Indent with spaces.", "yaml.tab")


def _after_end(text: _Text) -> SyntaxProblem | None:
    """Find content below the line that ends a document."""
    above = text.above(text.mark[0])
    if "<document start>" not in text.reason or above is None or text.lines[above].rstrip() != "...":
        return None
    fix = "Remove this line, or everything below it."
    return SyntaxProblem("'...' ends the document, but there is more below", above + 1, 1, fix)


def _no_block_sign(text: _Text) -> SyntaxProblem | None:
    """Find rows below a key without '|'."""
    for number in range(min(text.mark[0], len(text.lines)) - 1, -1, -1):
        pair = _pair(text.lines[number])
        if pair is None:
            continue
        first = text.line(number + 1)
        if pair.value or _indent(first) <= len(pair.indent) or _KEY_OR_ITEM.match(first):
            return None
        return SyntaxProblem(
            f"'|' is missing after '{pair.key}:'", number + 1, len(pair.indent) + 1, f"Write '{pair.key}: |'."
        )
    return None


def _row_outside(text: _Text) -> SyntaxProblem | None:
    """Find a row of a block that is indented less than the first one."""
    for number in range(min(text.mark[0], len(text.lines)) - 1, -1, -1):
        pair = _pair(text.lines[number])
        if pair is None:
            continue
        if pair.value != "|":
            return None
        wanted = _indent(text.line(number + 1))
        for row in range(number + 2, text.mark[0] + 1):
            line = text.line(row)
            if line.strip() and _indent(line) < wanted and not _pair(line):
                return SyntaxProblem(
                    f"this row of '{pair.key}' is indented by {counted(_indent(line), 'space')}, but the first row by {wanted}",
                    row + 1,
                    _indent(line) + 1,
                    f"Indent all rows of '{pair.key}' by {counted(wanted, 'space')}.",
                )
        return None
    return None


def _comment_in_brackets(text: _Text) -> SyntaxProblem | None:
    """Find a '#' that turns a closing bracket into a comment."""
    for number in range(text.mark[0], max(text.mark[0] - 50, -1), -1):
        code, sign, comment = text.line(number).partition(" #")
        if not sign:
            continue
        bracket = next((it for it, end in _CLOSERS.items() if code.count(it) > code.count(end)), None)
        if bracket and _CLOSERS[bracket] in comment:
            word = "#" + _WORD_END.split(comment, maxsplit=1)[0]
            rest = _VALUE_END.split(comment.removeprefix(word[1:]), maxsplit=1)[0]
            return SyntaxProblem(
                "'#' starts a comment here", number + 1, len(code) + 2, f"Put it in quotes: '{word}'{rest}"
            )
    return None


def _unclosed(text: _Text) -> SyntaxProblem | None:
    """Find a bracket that is never closed, or a comma that is missing."""
    if "did not find expected ','" not in text.reason:
        return None
    line, column = text.begin
    opener = text.line(line)[column : column + 1]
    closer = _CLOSERS.get(opener)
    if closer is None:
        return None
    rest = text.line(line)[column:]
    if rest.count(closer) < rest.count(opener) and text.mark[0] > line:
        fix = f"Add '{closer}' at the end of line {line + 1}."
        return SyntaxProblem(f"'{opener}' is never closed", line + 1, column + 1, fix)
    start = max(0, text.mark[1] - _LOOKED_AT)
    words = _TWO_WORDS.search(text.here[start : text.mark[1]])
    if words is None:
        return None
    message = f"',' is missing before {words[2]!r}"
    return SyntaxProblem(
        message, text.mark[0] + 1, start + words.start(2) + 1, f"Write '{words[1]}, {words[2]}'."
    )


def _value_to_quote(text: _Text) -> SyntaxProblem | None:
    """Find unquoted text that YAML parses as a bracket, a quote or a key."""
    for number in range(text.mark[0], max(text.mark[0] - 50, -1), -1):
        pair = _pair(text.line(number))
        if pair is None or not pair.value:
            continue
        value, column = pair.value, pair.column
        fix = f"Put the text in quotes: {pair.key}: {_quoted(value)}"
        if _BRACKET_TEXT.match(value) and not _COMMENT_AFTER.search(value):
            return SyntaxProblem(
                f"text cannot start with '{value[0]}' unless it is in quotes", number + 1, column + 1, fix
            )
        if value[0] in "'\"":
            if value.count(value[0]) == 1:
                message = "this quote is never closed"
                fix = f"Add {value[0]} at the end of line {number + 1}."
                return SyntaxProblem(message, number + 1, column + 1, fix)
            inner = value[1:-1]
            if value[-1] == value[0] and value[0] in inner.replace(value[0] * 2, ""):
                sign = "apostrophe" if value[0] == "'" else "quote"
                message = f"the {sign} ends the text too early"
                return SyntaxProblem(message, number + 1, column + 1, f"Write {pair.key}: {_quoted(inner)}")
        if number == text.mark[0] and value[0] in "@`%*&" and text.mark[1] - column in (0, 1):
            message = f"text cannot start with '{value[0]}' unless it is in quotes"
            return SyntaxProblem(message, number + 1, column + 1, fix)
        if number == text.mark[0] and "mapping values" in text.reason and ": " in value:
            return SyntaxProblem("unexpected ':' in text", number + 1, text.mark[1] + 1, fix)
    return None


def _quoted(text: str) -> str:
    sign = '"' if "'" in text else "'"
    return f"{sign}{shorten(text)}{sign}"


def _no_colon(text: _Text) -> SyntaxProblem | None:
    """Find a missing ':' after a key, or a missing space after ':' or '-'."""
    for number in (text.begin[0], text.mark[0], text.mark[0] - 1):
        line = text.line(number)
        dash = _DASH.match(line)
        if dash is not None:
            message, fix = "a space is missing after '-'", f"Write '- {shorten(dash[2])}'."
            return SyntaxProblem(message, number + 1, len(dash[1]) + 1, fix)
        key = _NO_COLON.match(line)
        if key is None or bool(key[3]) == bool(key[4]):
            continue
        message = f"a space is missing after '{key[2]}:'" if key[3] else f"':' is missing after {key[2]!r}"
        return SyntaxProblem(message, number + 1, len(key[1]) + 1, f"Write '{key[2]}: {shorten(key[5])}'.")
    return None


def _indentation(text: _Text) -> SyntaxProblem | None:
    """Find a line that is not indented like the line above it."""
    line = text.mark[0]
    before = text.above(line)
    pair, other = _pair(text.here), _pair(text.line(before)) if before is not None else None
    if pair is None or before is None:
        return None
    if other is None or len(other.indent) == len(pair.indent):
        candidates = (at for at in range(before, -1, -1) if _pair(text.lines[at]))
        above = next((at for at in candidates if _indent(text.lines[at]) != _indent(text.here)), None)
        other = _pair(text.lines[above]) if above is not None else None
    if other is None:
        return None
    own, wanted = len(pair.indent), len(other.indent)
    message = f"{pair.key!r} is indented by {counted(own, 'space')}, but {other.key!r} above it by {wanted}"
    return SyntaxProblem(
        message, line + 1, own + 1, "Indent all keys of a mapping by the same number of spaces."
    )


_FINDERS: Final[tuple[Callable[[_Text], SyntaxProblem | None], ...]] = (
    _tab,
    _after_end,
    _no_block_sign,
    _row_outside,
    _comment_in_brackets,
    _unclosed,
    _value_to_quote,
    _no_colon,
    _indentation,
)
