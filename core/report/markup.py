"""HTML from strangers' words: whatever is not markup already is cleaned and escaped."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from fairground.core.pictures.svg import escaped

_EMPTY: Final = frozenset(("br", "img", "input", "meta"))


class Markup(str):
    """A text that is HTML as it stands."""

    __slots__ = ()


#: The content of an element; None and empty lists are omitted.
Content = str | None | Sequence["Content"]


def element(tag: str, *content: Content, **attributes: str | float | bool | None) -> Markup:
    """Return an element with its content, escaped unless it is markup.

    Underscores in the names of attributes become hyphens, a final one is dropped (``class_``). True is an attribute
    without a value; False and None are omitted.

    >>> element("td", "a<b", class_="n", data_set=3)
    '<td class="n" data-set="3">a&lt;b</td>'
    """
    start = "".join(
        f" {name.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escaped(str(value))}"')
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    if tag in _EMPTY:
        return Markup(f"<{tag}{start}>")
    return Markup(f"<{tag}{start}>{joined(content)}</{tag}>")


def joined(content: Content) -> Markup:
    """Return contents one after another."""
    if content is None:
        return Markup()
    if isinstance(content, str):
        return content if isinstance(content, Markup) else _text(content)
    return Markup("".join([joined(it) for it in content]))


def _text(text: str) -> Markup:
    """Return an escaped text, including spaces at its ends."""
    before, after = (" " if it.isspace() else "" for it in (text[:1], text[-1:]))
    inside = escaped(text)
    return Markup(f"{before}{inside}{after}" if inside else before)


def table(
    heads: Sequence[Content],
    rows: Sequence[Sequence[Content]],
    *,
    numbers: int | None = None,
    **attributes: str,
) -> Markup:
    """Return a table; columns from ``numbers`` on (counted from 0) are of numbers. The first of each row heads it."""
    first = len(heads) if numbers is None else numbers
    kind = ["n" if i >= first else None for i in range(len(heads))]
    head = [element("th", it, scope="col", class_=kind[i]) for i, it in enumerate(heads)]
    body = [
        element(
            "tr",
            [
                element("th", it, scope="row") if i == 0 else element("td", it, class_=kind[i])
                for i, it in enumerate(row)
            ],
        )
        for row in rows
    ]
    return element(
        "div",
        element("table", element("thead", element("tr", head)), element("tbody", body), **attributes),
        class_="scroll",
    )


def data(name: str, value: object) -> Markup:
    """Return plain data for the page's script, as JSON that cannot end its element."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")
    return Markup(f'<script type="application/json" id="{escaped(name)}">{text}</script>')
