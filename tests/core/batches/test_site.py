"""A folder published as a site: a page for each scenario, and an index that leaves nothing unsaid."""

from __future__ import annotations

import re
import shutil
from html import unescape
from pathlib import Path

from click.testing import CliRunner

from fairground.core.cli.command_group import fairground
from fairground.core.web_page.page_texts import LEFT_OUT, LIMITS

SCENARIOS = Path(__file__).parents[3] / "scenarios"


def test_a_folder_becomes_pages_and_an_index(tmp_path: Path) -> None:
    maps, site = tmp_path / "maps", tmp_path / "site"
    maps.mkdir()
    shutil.copy(SCENARIOS / "standard-arena.yaml", maps / "one #1.yaml")
    shutil.copy(SCENARIOS / "four-winds.yaml", maps)
    (maps / "broken.yaml").write_text("format: fairground/1\nboard: 3\n", encoding="utf-8")
    arguments = ["batch", str(maps), "--jobs", "1", "--site", str(site), "--players"]
    done = CliRunner().invoke(fairground, arguments)
    assert done.exit_code == 1, done.output
    assert str(site / "index.html") in done.output
    index = (site / "index.html").read_text(encoding="utf-8")
    assert (site / "one #1.html").exists()
    assert 'href="one%20%231.html"' in index
    assert index.count('class="arena"') == 2
    assert 'data-sides="4"' in index
    assert "broken.yaml" in index
    assert "players&#39; copy" in (site / "four-winds.html").read_text(encoding="utf-8")
    text = unescape(index)
    assert LIMITS in text
    assert LEFT_OUT in text
    for name, address in (("Standard Arena", "one #1.html"), ("Four Winds", "four-winds.html")):
        page = (site / address).read_text(encoding="utf-8")
        (verdict,) = re.findall(r"Fairness: ([a-z ]+)<", page)
        assert f'data-verdict="{verdict}"' in index.partition(f'data-arena="{name}"')[2].partition("</li>")[0]
    again = CliRunner().invoke(fairground, arguments)
    assert again.exit_code == 2
    assert "--overwrite" in again.output
