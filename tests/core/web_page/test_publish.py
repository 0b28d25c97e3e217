"""Published pages: their security policy, escaping, players' copies, size, and what they say without a script."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from fairground.core import load, publish
from fairground.core.cli.command_group import fairground
from fairground.core.errors import ScenarioError
from fairground.core.web_page.board_section import board_section
from fairground.core.web_page.drawing_section import drawing_of

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

SCENARIOS = Path(__file__).parents[3] / "scenarios"
_VOID = frozenset(("meta", "link", "img", "br", "input"))


class _Page(HTMLParser):
    """The elements of a page with their attributes, and the words of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in _VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._open:
            self.words.setdefault(self._open[-1], []).append(data)


def _unpacked(value: Any) -> Any:
    """Return data with everything unpacked that the page's script would unpack."""
    if isinstance(value, dict):
        if set(value) == {"packed"}:
            return json.loads(zlib.decompress(base64.b64decode(value["packed"])))
        if set(value) == {"packed", "numbers"}:
            return list(zlib.decompress(base64.b64decode(value["packed"])))
        return {name: _unpacked(it) for name, it in value.items()}
    return [_unpacked(it) for it in value] if isinstance(value, list) else value


def _data(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="arena">(.*?)</script>', text, re.DOTALL)
    assert found
    return _unpacked(json.loads(found[1]))


def test_the_policy_allows_only_the_script_and_style_of_the_page_by_hash(arena: Scenario) -> None:
    page = _Page(publish(arena))
    policy = next(
        it["content"] or ""
        for tag, it in page.elements
        if tag == "meta" and it.get("http-equiv") == "Content-Security-Policy"
    )
    script = next(it for it in page.words["script"] if it.startswith("/* sources"))
    (style,) = page.words["style"]
    for name, text in (("script-src", script), ("style-src", style)):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{name} 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    # A style or a handler in an attribute would be refused, and complained of.
    assert [
        it for _, it in page.elements if any(name == "style" or name.startswith("on") for name in it)
    ] == []


def test_nothing_in_the_page_points_to_any_network(arena: Scenario) -> None:
    for _, attributes in _Page(publish(arena)).elements:
        for name in ("src", "href"):
            value = attributes.get(name)
            assert value is None or value.startswith(("#", "data:")), value


def test_names_that_would_be_markup_stay_texts(hostile: Scenario) -> None:
    text = publish(hostile)
    page, plain = _Page(text), _Page(publish(load(SCENARIOS / "standard-arena.yaml")))
    assert {tag for tag, _ in page.elements} <= {tag for tag, _ in plain.elements} | {"circle", "g", "title"}
    assert sum(tag == "script" for tag, _ in page.elements) == 2
    assert _data(text)["board"]["title"] == hostile.name
    assert "<script>alert" not in text
    assert "onerror=alert(2)>" not in text


def test_the_same_scenario_gives_the_same_bytes(arena: Scenario) -> None:
    assert publish(arena) == publish(load(SCENARIOS / "standard-arena.yaml"))


def test_a_page_can_be_read_without_its_script(arena: Scenario) -> None:
    text = publish(arena)
    page = _Page(text)
    assert any(tag == "svg" for tag, _ in page.elements)
    for words in ("Rules card", "Is it fair?", "Terrain", "Unit classes", arena.rules.title):
        assert words in text
    assert "they are not based on games" in text


def _plain(text: str) -> str:
    """Return a page with its data in plain words, for a search of all its bytes."""
    return text + json.dumps(_data(text), ensure_ascii=False)


def test_what_players_must_not_know_is_not_in_their_page() -> None:
    scenario = load(SCENARIOS / "millwater-valley.yaml")
    full, copy = _plain(publish(scenario)), _plain(publish(scenario, players=True))
    secrets = [it.id for it in scenario.units] + [it.name for it in scenario.units if it.name]
    assert secrets
    assert all(it in full for it in (unit.id for unit in scenario.units))
    assert [it for it in secrets if f'"{it}"' in copy or f">{it}<" in copy] == []
    notes = " ".join(scenario.notes.split())[:60]
    assert notes in " ".join(full.split())
    assert notes not in " ".join(copy.split())


def test_the_page_of_a_side_has_its_own_units_alone() -> None:
    scenario = load(SCENARIOS / "millwater-valley.yaml")
    side = scenario.sides[0].id
    copy = _plain(publish(scenario, side=side))
    for it in scenario.units:
        assert (f'"{it.id}"' in copy) is (it.side == side), it.id
    with pytest.raises(ScenarioError, match="no side"):
        publish(scenario, side="nobody")


@pytest.mark.parametrize("name", ["standard-arena", "four-winds", "millwater-valley"])
def test_the_board_of_a_page_is_that_of_the_scenario(name: str) -> None:
    scenario = load(SCENARIOS / f"{name}.yaml")
    board = scenario.board
    section, drawing = _unpacked(board_section(scenario)), drawing_of(scenario)
    assert (section["columns"], section["rows"]) == (board.columns, board.rows)
    assert len(section["labels"]) == board.columns * board.rows
    covered = [0] * (board.columns * board.rows)
    (ground,) = (it for it in drawing["layers"] if it["id"] == "terrain")
    for _, _, runs in ground["items"]:
        for start, length in zip(runs[::2], runs[1::2], strict=True):
            for at in range(start, start + length):
                covered[at] += 1
    assert covered == [int(not it) for it in board.void.ravel().tolist()]
    counters = [it[1] for layer in drawing["layers"] if layer["id"] == "units" for it in layer["items"]]
    assert counters == [it.id for it in scenario.units]


def test_a_page_of_16_by_17_hexes_is_under_one_and_a_half_megabytes() -> None:
    assert len(publish(load(SCENARIOS / "millwater-valley.yaml")).encode()) < 1_500_000


def test_publish_writes_or_prints_a_page(tmp_path: Path) -> None:
    runner, source = CliRunner(), SCENARIOS / "standard-arena.yaml"
    target = tmp_path / "arena.html"
    done = runner.invoke(fairground, ["publish", str(source), "-o", str(target), "--json"])
    assert done.exit_code == 0, done.output
    answer = json.loads(done.output)
    assert (answer["output"], answer["copy_for"], answer["bytes"]) == (
        str(target),
        "everybody",
        target.stat().st_size,
    )
    printed = runner.invoke(fairground, ["publish", "-", "-o", "-"], input=source.read_bytes())
    assert printed.output.startswith("<!doctype html>")
    again = runner.invoke(fairground, ["publish", str(source), "-o", str(target)])
    assert again.exit_code == 2
    assert runner.invoke(fairground, ["publish", str(source), "-o", "arena.txt"]).exit_code == 2
