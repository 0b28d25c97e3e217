"""The one function for each target, HTML, SVG, Markdown and the terminal, with hundreds of hostile strings."""

from __future__ import annotations

import io
import sys
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from markdown_it import MarkdownIt

from fairground.core.cli.terminal import plain_output
from fairground.core.pictures.lettering import clean
from fairground.core.pictures.svg import escaped
from fairground.core.report.markdown import plain_text
from fairground.core.report.markup import element
from tests.hostile import DONE
from tests.hostile_strings import STRINGS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.core.report.browser import Browser


def test_there_are_more_than_500_different_strings() -> None:
    assert len(set(STRINGS)) > 500


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, attrs))

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.parametrize("target", ["html", "svg"])
def test_html_and_svg_show_the_text_and_nothing_else(target: str) -> None:
    for text in STRINGS:
        if target == "svg":
            written = f'<t a="{escaped(text)}">{escaped(text)}</t>'
            root = ET.fromstring(written)  # noqa: S314  # it has no entities
            assert (root.text or "", root.get("a"), len(root)) == (clean(text), clean(text), 0)
            continue
        parser = _Words()
        parser.feed(element("p", text, title=text))
        parser.close()
        assert parser.tags == [("p", [("title", clean(text))])], text
        assert parser.words.strip() == clean(text)


def test_markdown_shows_the_text_and_nothing_else() -> None:
    renderer = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    for text in STRINGS:
        for line in (f"x {plain_text(text)} y", f"| {plain_text(text)} |\n| --- |"):
            parser = _Words()
            parser.feed(renderer.render(line))
            assert {tag for tag, _ in parser.tags} <= {"p", "table", "thead", "tr", "th"}, text
            assert "".join(parser.words.split()) == "".join(
                (f"x {clean(text)} y" if line[0] == "x" else clean(text)).split()
            ), text


def test_terminals_get_no_control(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in STRINGS:
        stream = io.StringIO()
        stream.isatty = lambda: True  # type: ignore[method-assign]  # as a terminal says
        monkeypatch.setattr(sys, "stdout", stream)
        with plain_output(is_json=False):
            sys.stdout.write(f"name: {text}")
        # Colours that the program has, too, are all that is left.
        left = stream.getvalue().replace("\x1b[31m", "")
        assert [
            it for it in left if not it.isprintable() and it not in "\n\ufeff\ufffe\U000e0041\x00"
        ] == [], text
        assert "\x00" not in left


@pytest.mark.long
def test_a_browser_shows_all_of_them_runs_nothing_and_asks_for_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    page = tmp_path / "strings.html"
    words = "".join(element("p", text, title=text, class_="text") for text in STRINGS)
    drawn = "".join(f'<text y="20"><title>{escaped(text)}</title>{escaped(text)}</text>' for text in STRINGS)
    page.write_text(
        f'<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>x</title>{words}<svg>{drawn}</svg>',
        encoding="utf-8",
    )
    tab = browser.open(page)
    assert tab.value(f"window.{DONE}") is None
    shown = tab.value("[...document.querySelectorAll('p.text')].map((it) => it.textContent)")
    assert [it.strip() for it in shown] == [clean(text) for text in STRINGS]
    drawn_texts = tab.value(
        "[...document.querySelectorAll('svg > text > title')].map((it) => it.textContent)"
    )
    assert drawn_texts == [clean(text) for text in STRINGS]
    assert tab.value("document.querySelectorAll('*').length") == 2 * len(STRINGS) + len(STRINGS) + 7
    assert tab.errors() == []
    assert [it for it in tab.requests() if not it.startswith(("file:", "data:"))] == []
    assert len(tab.requests()) <= 2
