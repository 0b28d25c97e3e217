"""One word for one thing: retired words stay out of texts, documents, docstrings and comments."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]

#: Patterns of retired words, each with the words to use instead.
RETIRED: Final = {
    r"mend(s|ed|er|ing)?": "fix (a finding), repair (an unfair map)",
    r"remed(y|ies)": "fix",
    r"(?<!variant )galler(y|ies)": "variants",
    r"games of bots": "self-play",
    r"apprais(al|als|er)": "fairness, rating",
    r"analyst": "validation",
    r"(giv(e|en|ing)|gave) out": "dispatch",
    r"as of now": "up to date",
    r"anew": "again",
    r"what there is": "name the thing",
    r"comes of (it|them|that)": "result",
    r"that which": "name the thing",
    r"nothing to say": "no problems found",
    r"the usual one": "the default",
    r"(those|all) that there (are|is)": "all of them",
    r"picture under": "tracing image",
    r"kept pieces?": "stamp",
    r"(leav(e|es|ing)|left) aside": "ignore, skip",
    r"go(es)? on with": "continue, resume",
    r"hears? of": "is notified of",
    r"tells? of": "describe, mention",
    r"of its own accord": "automatically",
    r"to no avail": "without effect",
}
_RETIRED: Final = re.compile("|".join(rf"\b{pattern}\b" for pattern in RETIRED), re.IGNORECASE)

#: Files and the words that they may use, with the reason.
ALLOWED: Final = {
    ("core/improve/repair/answer.py", "mended"): "a value of JSON answers that programs read",
    ("core/improve/repair/answer.py", "mend"): "a value of JSON answers that programs read",
    ("core/improve/repair/repair.py", "mended"): "a value of JSON answers that programs read",
    ("core/improve/repair/repair.py", "mend"): "a value of JSON answers that programs read",
    ("schemas/repair.schema.json", "mended"): "a value of JSON answers that programs read",
    ("schemas/repair.schema.json", "mend"): "a value of JSON answers that programs read",
    ("editor/shell/user_keys.py", "mend"): "an action's earlier id, in saved keys",
    ("editor/shell/user_keys.py", "gallery"): "an action's earlier id, in saved keys",
    ("editor/shell/window_layout.py", "mend"): "a panel's earlier id, in saved layouts",
    ("editor/shell/window_layout.py", "gallery"): "a panel's earlier id, in saved layouts",
}


def prose_of_code(path: Path) -> Iterator[tuple[int, str]]:
    """Give the comments and strings of a module, docstrings included, with their lines."""
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(io.StringIO(file.read()).readline):
            if token.type in {tokenize.COMMENT, tokenize.STRING}:
                yield from enumerate(token.string.splitlines(), token.start[0])


def lines_of_text(path: Path) -> Iterator[tuple[int, str]]:
    """Give the lines of a document or a file of data."""
    yield from enumerate(path.read_text(encoding="utf-8").splitlines(), 1)


def files(folder: str) -> Iterator[tuple[Path, Iterator[tuple[int, str]]]]:
    """Give the files of a folder with the text that people read in them."""
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix == ".py":
            yield path, prose_of_code(path)
        elif path.suffix in {".md", ".yaml", ".json"}:
            yield path, lines_of_text(path)


@pytest.mark.parametrize(
    "folder", ["core", "editor", "tools", "benchmarks", "docs", "resources", "schemas", "scenarios"]
)
def test_retired_words_are_not_used(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT).as_posix()}:{number}: {match[0]!r}"
        for path, lines in files(folder)
        for number, line in lines
        if (match := _RETIRED.search(line))
        and (path.relative_to(ROOT).as_posix(), match[0].lower()) not in ALLOWED
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "Makefile"])
def test_retired_words_are_not_used_at_the_top(name: str) -> None:
    assert not [line for line in lines_of_text(ROOT / name) if _RETIRED.search(line[1])]


def test_the_patterns_find_what_they_name() -> None:
    assert _RETIRED.search("# Mended by two edits")
    assert _RETIRED.search("the gallery")
    assert not _RETIRED.search("the variant gallery recommends amendments")
