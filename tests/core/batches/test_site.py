"""A folder published as a site: a page for each scenario, and an index that leaves nothing unsaid."""

from __future__ import annotations

import json
import os
import re
import shutil
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairground.core.cli.command_group import fairground
from fairground.core.files import atomic
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


@pytest.fixture
def odd_names(tmp_path: Path) -> Path:
    """Return a folder of maps whose pages would have the same names, or none that is UTF-8."""
    maps = tmp_path / "maps"
    maps.mkdir()
    for name in ("index.yaml", "x.yaml", "x.yml", os.fsdecode(b"caf\xe9.yaml")):
        shutil.copy(SCENARIOS / "standard-arena.yaml", maps / name)
    return maps


@pytest.mark.parametrize("order", ["file", "name"])
def test_each_map_has_a_page_of_its_own(odd_names: Path, tmp_path: Path, order: str) -> None:
    site = tmp_path / "site"
    arguments = ["batch", str(odd_names), "--jobs", "1", "--site", str(site), "--sort", order]
    done = CliRunner().invoke(fairground, arguments)
    assert done.exit_code == 0, done.output
    names = {os.fsencode(it.name) for it in site.iterdir()}
    assert names == {b"index.html", b"index.yaml.html", b"x.html", b"x.yml.html", b"caf\xe9.html"}
    index = (site / "index.html").read_text(encoding="utf-8")
    pages = set(re.findall('href="([^"]*html)"', index))
    assert pages == {"index.yaml.html", "x.html", "x.yml.html", "caf%E9.html"}


def test_names_that_are_not_utf_8_are_replaced_in_json(odd_names: Path) -> None:
    done = CliRunner().invoke(fairground, ["batch", str(odd_names), "--jobs", "1", "--json"])
    assert done.exit_code == 0, done.output
    assert "caf\ufffd.yaml" in [it["file"] for it in json.loads(done.stdout)["maps"]]


@pytest.mark.parametrize("name", ["file/site", "n" * 300, f"{'n' * 300}/site"])
def test_a_site_that_cannot_be_created_is_reported(odd_names: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("mine")
    arguments = ["batch", str(odd_names), "--jobs", "1", "--site", str(tmp_path / name)]
    done = CliRunner().invoke(fairground, arguments, catch_exceptions=False)
    assert done.exit_code == 2
    assert ("is a file, not a folder" if "file" in name else "File name too long") in done.output


@pytest.mark.parametrize("site", ["new", "new/deep"])
def test_a_site_that_cannot_be_written_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, site: str
) -> None:
    def full(_descriptor: int, data: bytes) -> None:
        if data.lstrip().startswith(b"<"):
            raise OSError(28, "No space left on device")
        write_all(_descriptor, data)

    write_all = atomic._write_all
    maps = tmp_path / "maps"
    maps.mkdir()
    shutil.copy(SCENARIOS / "training-yard.yaml", maps)
    monkeypatch.setattr(atomic, "_write_all", full)
    done = CliRunner().invoke(fairground, ["batch", str(maps), "--jobs", "1", "--site", str(tmp_path / site)])
    assert done.exit_code == 2
    assert "cannot be written: No space left on device" in done.output
    assert [it.name for it in tmp_path.iterdir()] == ["maps"]


@pytest.mark.parametrize(
    ("site", "words"), [("file/x", "is a file, not a folder"), ("made", "it is a folder")]
)
def test_the_place_of_a_site_is_checked_before_the_maps(tmp_path: Path, site: str, words: str) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "made" / "index.html").mkdir(parents=True)
    arguments = ["batch", str(tmp_path / "maps"), "--site", str(tmp_path / site), "--overwrite"]
    done = CliRunner().invoke(fairground, arguments)
    assert done.exit_code == 2
    assert words in done.output
