"""``fairground rulesets picture``: what it writes and how it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from tests.core.cli.answers import check_shape

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., Any]


def test_a_terrain_table_is_written_as_svg_and_png(run: Run, tmp_path: Path) -> None:
    svg, png = tmp_path / "terrain.svg", tmp_path / "terrain.png"
    ran = run("rulesets", "picture", "penance-2.0", "-o", svg, "--json")
    assert ran.status == 0
    check_shape(ran.answer, "rulesets-picture")
    assert ran.answer["id"] == "penance-2.0"
    assert ran.answer["entries"] >= 19
    assert ET.fromstring(svg.read_text()).tag.endswith("svg")  # noqa: S314 -- our own output
    assert run("rulesets", "picture", "penance-2.0", "-o", png, "--dpi", "40", "--grey").status == 0
    assert png.read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_written_or_found_is_said(run: Run, tmp_path: Path) -> None:
    ran = run("rulesets", "picture", "penance-2.1", "-o", tmp_path / "t.svg")
    assert ran.status == 2
    assert "penance-2.0" in ran.err
    assert not (tmp_path / "t.svg").exists()
    ran = run("rulesets", "picture", "penance-2.0", "-o", tmp_path / "t.gif")
    assert ran.status == 2
    assert ".svg, .png or .pdf" in ran.err
    (tmp_path / "t.svg").write_text("kept")
    assert run("rulesets", "picture", "penance-2.0", "-o", tmp_path / "t.svg").status == 2
    assert (tmp_path / "t.svg").read_text() == "kept"


def test_a_ruleset_of_ones_own_is_drawn(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "format: fairground-ruleset/1\nid: mine\ntitle: Mine\nextends: penance-2.0\n"
        "terrain:\n  bog: {name: Bog of Peril, cost: 3, tile: marsh}\n"
    )
    out = tmp_path / "t.svg"
    assert run("rulesets", "picture", tmp_path / "mine.yaml", "-o", out).status == 0
    assert "Bog of Peril" in out.read_text()
