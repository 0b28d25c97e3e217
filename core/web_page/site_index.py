"""The index of a folder of published pages: pictures, and filters by size, sides, ruleset and verdict."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from importlib.metadata import version
from string import Template
from typing import TYPE_CHECKING, Final

from fairground.core.report.markup import Markup, element
from fairground.core.report.page_elements import band_sign
from fairground.core.text.wording import counted
from fairground.core.web_page.page_texts import LEFT_OUT, LIMITS
from fairground.core.web_page.publish import allowed, asset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.report.markup import Content
    from fairground.core.scenario.fairness_titles_and_limits import Verdict

#: The most hexes of small and of middling boards.
_SMALL, _MIDDLING = 150, 600


@dataclass(frozen=True)
class SiteEntry:
    """A published page: its address relative to the index, and the facts on its card; ``picture`` is WebP, empty for none."""

    address: str
    title: str
    columns: int
    rows: int
    sides: int
    ruleset: str
    verdict: Verdict | None
    picture: bytes = b""

    @property
    def size(self) -> str:
        """The kind of size that filters know."""
        hexes = self.columns * self.rows
        return "small" if hexes <= _SMALL else "middling" if hexes <= _MIDDLING else "large"


_SIZES: Final = {
    "small": f"up to {_SMALL} hexes",
    "middling": f"up to {_MIDDLING} hexes",
    "large": f"over {_MIDDLING} hexes",
}


def site_index(
    title: str, entries: Sequence[SiteEntry], *, players: bool = False, left_out: Sequence[str] = ()
) -> str:
    """Return the index as HTML in the order of ``entries``.

    ``players`` says that the pages are players' copies; ``left_out`` are sentences on files without a page.
    """
    script, style = asset("site.js"), f"{asset('arena.css')}\n{asset('site.css')}"
    verdicts = {it.verdict.value if it.verdict else "none": it.verdict for it in entries}
    choices = [
        _choice("Size", "size", {it: _SIZES[it] for it in _SIZES if any(e.size == it for e in entries)}),
        _choice("Sides", "sides", {str(it): str(it) for it in sorted({e.sides for e in entries})}),
        _choice("Ruleset", "ruleset", {it: it for it in sorted({e.ruleset for e in entries})}),
        _choice(
            "Verdict",
            "verdict",
            {it: it if found else "not judged" for it, found in sorted(verdicts.items())},
        ),
    ]
    body = [
        element(
            "header",
            element("h1", title),
            element("p", counted(len(entries), "arena"), class_="facts"),
            class_="head",
        ),
        element(
            "main",
            element(
                "div",
                element("label", "Name", element("input", type="search", id="words")),
                *choices,
                element("p", id="count", role="status", class_="small quiet"),
                class_="filters",
                id="filters",
                hidden=True,
            ),
            element("ul", [_card(it) for it in entries], class_="arenas"),
            element("p", f"{LIMITS} {LEFT_OUT}" if players else LIMITS, class_="small quiet"),
            element("p", "Without a page: " + " ".join(left_out), class_="small quiet") if left_out else None,
            class_="site",
        ),
    ]
    return Template(asset("site.html")).substitute(
        title=element("title", title)[len("<title>") : -len("</title>")],
        generator=f"Fairground {version('fairground')}",
        script_hash=allowed(script),
        style_hash=allowed(style),
        style=style,
        body=Markup("\n".join(body)),
        script=script,
    )


def _choice(title: str, name: str, values: dict[str, str]) -> Markup:
    options: list[Content] = [element("option", "all", value="")]
    options += [element("option", shown, value=it) for it, shown in values.items()]
    return element("label", title, element("select", options, name=name))


def _card(it: SiteEntry) -> Markup:
    source = f"data:image/webp;base64,{base64.b64encode(it.picture).decode()}"
    return element(
        "li",
        element(
            "a",
            element("img", src=source, alt="", loading="lazy") if it.picture else None,
            element(
                "div",
                element("h2", it.title),
                element(
                    "p",
                    f"{it.columns} \N{MULTIPLICATION SIGN} {it.rows} hexes, {counted(it.sides, 'side')}, {it.ruleset}",
                    class_="small quiet",
                ),
                band_sign(it.verdict),
            ),
            href=it.address,
        ),
        class_="arena",
        data_arena=it.title,
        data_size=it.size,
        data_sides=str(it.sides),
        data_ruleset=it.ruleset,
        data_verdict=it.verdict.value if it.verdict else "none",
    )
