"""Slips in rulesets: typos that load without errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.files import load
from fairground.core.finding import Severity
from fairground.core.rules import shipped_rulesets
from fairground.core.validation import validate, validate_file
from fairground.core.validation.ruleset_slips import check_ruleset

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.finding import Finding

HEAD = "format: fairground-ruleset/1\nextends: penance-2.0\nid: own\ntitle: Own\n"
MAP = """\
format: fairground/1
name: Moor
ruleset: own.yaml
board:
  layout: odd-q
  size: [5, 3]
  palette: {'.': clear}
  terrain: |
    .....
    .....
    .....
"""


def found(text: str) -> list[tuple[str, int | None, str]]:
    findings = check_ruleset("own.yaml", text=HEAD + text)
    assert all(it.severity is Severity.WARNING for it in findings)
    return [(it.code, it.place.line, it.message) for it in findings]


@pytest.mark.parametrize("name", shipped_rulesets())
def test_shipped_rulesets_have_none(name: str) -> None:
    assert check_ruleset(name) == []


def test_a_tile_that_does_not_exist() -> None:
    ((code, line, message),) = found("terrain:\n  bog: {name: Bog, tile: rouhg}\n")
    assert (code, line) == ("ruleset.unknown-tile", 6)
    assert message == "Bog is drawn as a question mark, since there is no tile 'rouhg'. Did you mean 'rough'?"
    assert check_ruleset("own.yaml", text=HEAD + "terrain:\n  bog: {name: Bog, tile: rouhg}\n")[0].fix == (
        "Write 'tile: rough'."
    )
    assert found("terrain:\n  bog: {name: Bog, tile: rough}\n") == []


def test_each_slip_is_a_finding_of_scenarios(finding: Callable[..., Finding], tmp_path: Path) -> None:
    entry = "name: Bog, tile: rouhg, image: nope.png, hindrance: 1"
    (tmp_path / "own.yaml").write_text(
        HEAD + f"terrain:\n  bog: {{{entry}}}\n  fen: {{name: Fen, tile: rouhg}}\n", encoding="utf-8"
    )
    (tmp_path / "moor.yaml").write_text(MAP, encoding="utf-8")
    scenario = load(tmp_path / "moor.yaml")
    assert finding("ruleset.unknown-tile", scenario).place.line == 7
    assert finding("ruleset.image", scenario).place.line == 6
    assert finding("ruleset.no-effect", scenario).place.line == 6


def test_a_line_of_a_hexside_that_does_not_exist() -> None:
    ((code, _, message),) = found("hexsides:\n  fence: {name: Fence, tile: fense}\n")
    assert code == "ruleset.unknown-tile"
    assert message.startswith("Fence is drawn as a plain line")
    assert "'fence'" in message
    assert found("hexsides:\n  ditch: {name: Ditch}\n") == []


@pytest.mark.parametrize(
    ("image", "message"),
    [
        ("nope.png", "the image file 'nope.png' does not exist or cannot be read"),
        ("data:image/png;base64,AAAA", "the file is not PNG, JPEG or SVG"),
        ("data:image/png;base64,?", "not valid base64"),
    ],
)
def test_an_image_that_cannot_be_drawn(image: str, message: str) -> None:
    ((code, line, text),) = found(f"terrain:\n  bog: {{name: Bog, tile: rough, image: '{image}'}}\n")
    assert (code, line) == ("ruleset.image", 6)
    assert message in text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("attack: {steps: [sight]}", "attack.dice has no effect, since attack.steps has no 'roll'"),
        ("attack: {steps: [sight]}", "attack.to_hit_sum has no effect, since attack.steps has no 'to_hit'"),
        ("attack: {steps: [sight]}", "attack.damage_sum has no effect, since attack.steps has no 'damage'"),
        (
            "terrain: {bog: {name: Bog, tile: rough, hindrance: 1}}",
            "terrain.bog.hindrance has no effect, since attack.to_hit_sum has no 'hindrance'",
        ),
        (
            "attack: {damage_sum: [side], situations: {ambush: {name: Ambush, damage: 2}}}",
            "no effect, since attack.damage_sum has no 'situation'",
        ),
        (
            "cover: {damage: true, grades: {deep: {name: Deep, damage: 2}}}\nattack: {damage_sum: [side]}",
            "cover.grades.light.damage and 2 more have no effect, since attack.damage_sum has no 'cover'",
        ),
    ],
)
def test_values_that_attacks_do_not_use(text: str, message: str) -> None:
    assert any(message in it for code, _, it in found(f"{text}\n") if code == "ruleset.no-effect")


def test_errors_come_instead_of_slips() -> None:
    findings = check_ruleset("own.yaml", text=HEAD + "terrain:\n  bog: {name: Bog, tile: rouhg, cost: 1.5}\n")
    assert [it.severity for it in findings] == [Severity.ERROR]
    assert check_ruleset("nothing.yaml")[0].code == "ruleset.not-found"


def test_scenarios_report_the_slips_of_their_ruleset(tmp_path: Path) -> None:
    (tmp_path / "moor.yaml").write_text(MAP, encoding="utf-8")
    rules = tmp_path / "own.yaml"
    rules.write_text(HEAD + "terrain:\n  bog: {name: Bog, tile: rouhg}\n", encoding="utf-8")
    scenario = load(tmp_path / "moor.yaml")
    (slip,) = (it for it in validate(scenario) if it.code == "ruleset.unknown-tile")
    assert slip.place.file == str(rules)
    assert "ruleset.unknown-tile" in {it.code for it in validate_file(tmp_path / "moor.yaml").findings}
    rules.write_text(HEAD + "terrain:\n  bog: {name: Bog, tile: rough}\n", encoding="utf-8")
    scenario.refresh_rules()
    assert not [it for it in validate(scenario) if it.code.startswith("ruleset.unknown-tile")]
