"""Findings about images and decorations are warnings or advice: the rules ignore them."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.layout import Layout
from fairground.core.scenario.decorations import Decoration
from tests.core.files.test_images import RECT, SVG

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario

    Only = Callable[..., Finding]
    Codes = Callable[..., list[str]]


def embedded(content: bytes, kind: str = "svg+xml") -> str:
    return f"data:image/{kind};base64,{base64.b64encode(content).decode('ascii')}"


@pytest.fixture
def decorated(arena: Callable[..., Scenario]) -> Scenario:
    """An arena with a decoration of its own image, which can be drawn."""
    scenario = arena()
    scenario.images = {"logo": embedded((SVG % RECT).encode())}
    scenario.decorations = [Decoration("logo", scenario.board.parse("A1"))]
    return scenario


def test_images_that_can_be_drawn_have_no_findings(decorated: Scenario, codes: Codes) -> None:
    assert codes(decorated) == []
    decorated.decorations.append(Decoration("tree", decorated.board.parse("B2")))
    assert codes(decorated) == []


def test_a_name_that_no_image_has(decorated: Scenario, finding: Only) -> None:
    decorated.decorations.append(Decoration("tre", decorated.board.parse("B2")))
    found = finding("image.unknown", decorated)
    assert found.message == "there is no image 'tre'. Did you mean 'tree'?"
    assert found.severity == "warning"
    assert "compass" in (found.fix or "")


def test_an_image_that_nothing_uses(decorated: Scenario, finding: Only) -> None:
    decorated.decorations = []
    assert finding("image.unused", decorated).severity == "advice"


def test_a_hex_off_the_board(decorated: Scenario, finding: Only) -> None:
    decorated.decorations.append(Decoration("tree", Layout.ODD_Q.from_offset(90, 90)))
    assert "which is off the board" in finding("decoration.off-board", decorated).message


def test_files_that_are_missing_or_outside(decorated: Scenario, finding: Only, tmp_path: Path) -> None:
    decorated.folder = tmp_path
    decorated.images["logo"] = "art/logo.svg"
    assert "does not exist" in finding("image.missing", decorated).message
    decorated.images["logo"] = "../logo.svg"
    assert "only files beside the scenario" in finding("image.outside", decorated).message


def test_content_that_is_refused(decorated: Scenario, finding: Only) -> None:
    decorated.images["logo"] = embedded((SVG % "<script/>").encode())
    found = finding("image.unsafe", decorated)
    assert found.message == (
        "image 'logo' is not drawn: the SVG contains <script>; only plain drawings are accepted"
    )
    assert found.severity == "warning"
    decorated.images["logo"] = embedded((SVG % "<g>").encode())
    assert "is not valid XML" in finding("image.unreadable", decorated).message
    decorated.images["logo"] = embedded(b"GIF89a", "png")
    assert "not PNG, JPEG or SVG" in finding("image.type", decorated).message
    decorated.images["logo"] = embedded((SVG % RECT).replace("0 0 8 4", "0 0 800 4").encode())
    assert "100 times as long" in finding("image.size", decorated).message
