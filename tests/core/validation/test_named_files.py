"""Findings about images and decorations are warnings: no rule reads them."""

from __future__ import annotations

import pytest

from fairground.core import validate
from fairground.core.files import read_bytes
from fairground.core.finding import Severity

TEXT = """format: fairground/2
name: Painted
ruleset: penance-2.0
board:
  layout: odd-q
  size: [2, 1]
  palette: {'.': clear}
  terrain: |
    ..
"""


def codes(text: str) -> dict[str, str]:
    scenario = read_bytes((TEXT + text).encode()).scenario
    assert scenario is not None
    found = [it for it in validate(scenario) if it.code.startswith(("image.", "decoration."))]
    assert all(it.severity is not Severity.ERROR for it in found)
    return {it.code: it.message for it in found}


def test_a_decoration_that_ships_needs_nothing_else() -> None:
    assert codes("decorations: [{image: tree, hex: A1}]\n") == {}


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (
            "decorations: [{image: tre, hex: A1}]\n",
            "image.unknown",
            "there is no image 'tre'. Did you mean 'tree'?",
        ),
        (
            "decorations: [{image: tree, hex: Z9}]\n",
            "decoration.off-board",
            "is on Z9, which is off the board",
        ),
        ("images: {logo: logo.svg}\n", "image.outside", "only files beside the scenario"),
        ("images: {logo: 'data:image/png;base64,AAAA'}\n", "image.type", "neither PNG nor SVG"),
    ],
)
def test_what_is_not_drawn_is_a_warning(text: str, code: str, words: str) -> None:
    found = codes(text)
    assert list(found) == [code]
    assert words in found[code]
