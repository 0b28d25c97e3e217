"""The page as bytes: whole, the same each time, and small."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.core.report import map as map_module
from fairground.core.report import page as page_module
from fairground.core.report import report, to_html, to_markdown
from fairground.core.report.map import draw_map, hex_data, runs_of
from fairground.core.scenario.parts import Objective
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    import pytest

    from fairground.core.scenario.document import Scenario


def test_the_same_report_gives_the_same_bytes(arena: Scenario) -> None:
    assert to_html(report(arena)) == to_html(report(arena))
    assert to_markdown(report(arena)) == to_markdown(report(arena))


def test_ar_05_reports_say_how_often_objectives_score(arena: Scenario) -> None:
    once = "scores an objective once"
    hill = Objective("hill", parse_shape("D4"), points=3, hold=2)
    for objectives in ([], [hill]):
        found = report(replace(arena, objectives=objectives))
        assert (once in to_html(found)) == (once in to_markdown(found)) == bool(objectives)


def test_nothing_is_fetched_from_anywhere(arena: Scenario) -> None:
    html = to_html(report(arena))
    addresses = set(re.findall(r"""(?:href|src)="([^"#][^"]*)|url\(([^#)][^)]*)\)""", html))
    assert addresses == set()
    # The names of SVG are no addresses.
    assert "http" not in re.sub(r"http://www\.w3\.org/(2000/svg|1999/xlink)|http-equiv=", "", html)


def test_only_the_pages_own_script_may_run(arena: Scenario) -> None:
    html = to_html(report(arena))
    (script,) = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in html
    assert "unsafe-inline'; script" in html
    assert not re.search(r"\son\w+=", html)


def test_the_foot_tells_how_it_is_made_again(arena: Scenario) -> None:
    found = report(arena, unit_class="heavy", file="my arena.yaml", arguments=("--class", "heavy"))
    line = "fairground report 'my arena.yaml' --class heavy -o 'my arena.html'"
    assert f"<code>{line.replace(chr(39), '&#39;')}</code>" in to_html(found)
    assert f"`{line.replace('html', 'md')}`" in to_markdown(found)
    assert found.provenance.content_hash in to_html(found)
    assert arena.rules.content_hash in to_html(found)


def test_a_large_drawing_comes_packed(arena: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    found = report(arena)
    plain = draw_map(found).defined
    monkeypatch.setattr(page_module, "_MOST_PLAIN", 0)
    html = to_html(found)
    (packed,) = re.findall(r'id="packed">([^<]*)<', html)
    assert gzip.decompress(base64.b64decode(packed)).decode() == plain
    assert 'id="board-under"' not in html
    assert html.count("<figure>") == 5
    assert "Show territory on the map" in html


def test_what_is_too_small_to_read_is_left_out(arena: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    found = report(arena)
    small = ("layer-labels", "layer-relief", "layer-levels")
    assert all(f'id="{it}"' in draw_map(found).defined for it in small)
    monkeypatch.setattr(map_module, "MOST_LETTERED", 48)
    drawn = draw_map(found).defined
    assert not any(f'id="{it}"' in drawn for it in small)
    assert 'id="layer-chokepoints-over"' in drawn


def test_hexes_are_told_row_by_row(hostile: Scenario) -> None:
    found = report(hostile)
    told = hex_data(found, draw_map(found))
    assert (told["layout"], told["columns"], told["rows"]) == ("even-q", 6, 4)
    assert told["kinds"] == ["Clear", "Wall"]
    assert told["terrain"][8] == 1
    assert told["levels"][7] == 1
    assert told["places"] == {"9": "<b onmouseover=alert(4)>Mill</b>"}
    assert told["objectives"] == [["{{mill}} $script ${x}", 3, [9, 1]]]
    assert told["units"] == {"0": "<a href=javascript:alert(6)>One</a>", "23": "Scout"}
    assert [runs for _, runs in told["zones"]] == [[0, 1, 6, 1, 12, 1, 18, 1], [5, 1, 11, 1, 17, 1, 23, 1]]
    assert len(told["exposure"]) == len(told["territory"]) == len(told["traffic"]) == 24
    json.dumps(told)


def test_runs_go_on_from_row_to_row(arena: Scenario) -> None:
    assert runs_of(arena.board.void) == []
    assert runs_of(~arena.board.void) == [0, 49]


def test_zones_and_overlays_have_their_legends(arena: Scenario) -> None:
    html = to_html(report(arena))
    for it in ("territory", "exposure", "chokepoints", "reach-1", "reach-2"):
        assert f'id="layer-{it}-under"' in html
        assert f'data-legend="{it}"' in html
        assert f'<input type="checkbox" value="{it}">' in html
