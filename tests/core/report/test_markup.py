"""HTML and Markdown from words of strangers."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.report.markdown import plain_text
from fairground.core.report.markup import Markup, data, element, joined, table


class Heard(HTMLParser):
    """What a parser makes of a piece of HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def heard(html: str) -> Heard:
    found = Heard()
    found.feed(html)
    found.close()
    return found


@given(st.text(), st.text())
def test_a_text_makes_no_elements(content: str, attribute: str) -> None:
    found = heard(element("p", content, title=attribute))
    assert found.tags == ["p"]


@given(st.text(alphabet=st.characters(min_codepoint=33, max_codepoint=126)))
def test_a_text_is_read_as_it_was_written(content: str) -> None:
    assert heard(element("p", content)).text == content


def test_spaces_at_the_ends_of_a_text_stay() -> None:
    assert joined(["a ", element("b", " c"), "  "]) == "a <b> c</b> "
    assert joined([None, [], ""]) == ""


def test_attributes() -> None:
    assert element("input", data_set=3, hidden=True, class_="x", open=False, title=None) == (
        '<input data-set="3" hidden class="x">'
    )


def test_a_table_heads_its_rows_and_aligns_numbers() -> None:
    html = table(["a", "b"], [["x", "1"]], numbers=1)
    assert '<th scope="row">x</th><td class="n">1</td>' in html


@given(
    st.recursive(
        st.none() | st.text() | st.integers(),
        lambda it: st.lists(it, max_size=3) | st.dictionaries(st.text(), it, max_size=3),
        max_leaves=5,
    )
)
def test_data_cannot_end_its_element(value: object) -> None:
    html = data("it", value)
    inside = re.fullmatch(r'<script type="application/json" id="it">([^<]*)</script>', html)
    assert inside
    assert json.loads(inside[1]) == value


def test_markup_is_left_alone() -> None:
    assert joined(Markup("<br>")) == "<br>"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a | b", r"a \| b"),
        ("*x* _y_ `z`", r"\*x\* \_y\_ \`z\`"),
        ("<img src=x>", r"\<img src=x\>"),
        ("[a](b)", r"\[a\](b)"),
        ("@everyone", "@<!-- -->everyone"),
        ("see #12", r"see \#<!-- -->12"),
        ("https://example.org www.example.org", "https://<!-- -->example.org www.<!-- -->example.org"),
        ("two\nlines", "two lines"),
        ("&amp;", r"\&amp;"),
    ],
)
def test_markdown_shows_a_text_as_it_stands(text: str, shown: str) -> None:
    assert plain_text(text) == shown
