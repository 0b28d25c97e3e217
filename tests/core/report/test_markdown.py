"""The report as Markdown with words of strangers: the same lines as with plain ones, no markup, link, call or formula."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from fairground.core.report import report
from fairground.core.report.markdown import to_markdown
from tests.hostile import ATTACKS, DONE, harmless_scenario, hostile_scenario

if TYPE_CHECKING:
    from pathlib import Path

#: Marks of Markdown, and what sites make links and calls of; the report's own comments and tables aside.
MARKUP = re.compile(r"(?<!\\)(?:<(?!!-- -->)|\]\(|!\[|~~|\$)|@(?!<!-- -->)|://(?!<!-- -->)")


@pytest.mark.parametrize("first", range(0, len(ATTACKS), 4))
def test_names_make_no_markup(first: int, tmp_path: Path) -> None:
    text = to_markdown(report(hostile_scenario(tmp_path, first)))
    assert DONE in text, "no attack is in it: nothing was looked at"
    assert [it[0] for it in MARKUP.finditer(text)] == []
    assert all(letter.isprintable() for letter in text if letter != "\n")
    plain = to_markdown(report(harmless_scenario(tmp_path)))

    def kinds(told: str) -> list[str]:
        return [re.split(r"[^#|*-]", line, maxsplit=1)[0] for line in told.splitlines()]

    assert kinds(text) == kinds(plain)
    # Bars that are not escaped are those of the table.
    assert [len(re.findall(r"(?<!\\)\|", it)) for it in text.splitlines()] == [
        it.count("|") for it in plain.splitlines()
    ]
