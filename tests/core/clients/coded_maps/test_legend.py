"""Legends: what they may say, and every fault with its place."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from fairground.core.clients.coded_maps.legend import (
    CODES,
    SHIPPED,
    Legend,
    legend_schema,
    load_legend,
    shipped_legends,
)
from fairground.core.errors import FileError
from fairground.core.validation.file_codes import YAML_CODES

ROOT = Path(__file__).parents[4]

HEAD = """\
format: fairground-legend/1
title: Test
ruleset: penance-arena
codes:
"""


def loaded(folder: Path, codes: str, *, head: str = HEAD) -> Legend:
    path = folder / "legend.yaml"
    path.write_text(head + codes, encoding="utf-8")
    return load_legend(path)


def faults(folder: Path, codes: str, *, head: str = HEAD) -> list[tuple[str, int | None, str]]:
    """Return code, line and message of every problem of a legend that is refused."""
    with pytest.raises(FileError) as caught:
        loaded(folder, codes, head=head)
    found = caught.value.problems
    assert {it.place.file for it in found} == {str(folder / "legend.yaml")}
    assert {it.code for it in found} <= {*CODES, *YAML_CODES}
    assert str(folder / "legend.yaml") in str(caught.value)
    return [(it.code, it.place.line, it.message) for it in found]


def test_an_entry_is_a_terrain_a_stack_or_a_mapping(tmp_path: Path) -> None:
    legend = loaded(
        tmp_path,
        """\
  "": clear
  F: forest
  X: [forest, road]
  E1: {terrain: clear, level: 1}
  S: {terrain: rubble, effects: [smoke, fire]}
  Q: {effects: smoke}
  R1: {objective: r1, name: Relic, points: 3, hold: 2}
  PC: {zone: church, side: church, name: Church}
""",
    )
    entries = {code: legend.entry(code) for code in legend.codes}
    assert {code: it.terrain_kinds for code, it in entries.items() if it} == {
        "": ("clear",),
        "F": ("forest",),
        "X": ("forest", "road"),
        "E1": ("clear",),
        "S": ("rubble",),
        "Q": (),
        "R1": (),
        "PC": (),
    }
    level, smoke, fire, relic = (entries[code] for code in ("E1", "Q", "S", "R1"))
    assert level is not None
    assert level.level == 1
    assert smoke is not None
    assert smoke.effect_kinds == ("smoke",)
    assert fire is not None
    assert fire.effect_kinds == ("smoke", "fire")
    assert relic is not None
    assert (relic.objective, relic.points, relic.hold, relic.name) == ("r1", 3, 2, "Relic")
    assert legend.entry("f") is None
    assert legend.layout == "odd-r"


def test_all_problems_come_at_once_with_line_and_suggestion(tmp_path: Path) -> None:
    found = faults(
        tmp_path,
        """\
  F: forrest
  X: [forest, rode]
  S: {terrain: clear, effects: smok}
  E1: {terrain: clear, levle: 1}
  E9: {terrain: clear, level: 900}
  N: 3
  Z: {side: church}
  O: {terrain: clear, points: 3}
  B: {zone: a, objective: b}
  M: {terrain: clear, name: Hill}
""",
    )
    assert found == [
        (
            "legend.unknown-terrain",
            5,
            "the ruleset Penance arenas has no terrain 'forrest'. Did you mean 'forest'?",
        ),
        (
            "legend.unknown-terrain",
            6,
            "the ruleset Penance arenas has no terrain 'rode'. Did you mean 'road'?",
        ),
        (
            "legend.unknown-effect",
            7,
            "the ruleset Penance arenas has no effect 'smok'. Did you mean 'smoke'?",
        ),
        ("legend.unknown-key", 8, "unknown key 'levle'. Did you mean 'level'?"),
        ("legend.bad-value", 9, "'level' must be at most 100, not 900"),
        ("legend.wrong-type", 10, "'N' must be text or a list or a mapping, not 3"),
        ("legend.bad-value", 11, "'Z': side and kind are allowed only with a zone"),
        (
            "legend.bad-value",
            12,
            "'O': points and hold are allowed only with an objective",
        ),
        ("legend.bad-value", 13, "'B': a code can belong to a zone or to an objective, but not to both"),
        (
            "legend.bad-value",
            14,
            "'M': a name is allowed only with a zone or an objective",
        ),
    ]


def test_codes_of_one_zone_or_objective_agree(tmp_path: Path) -> None:
    found = faults(
        tmp_path,
        """\
  A: {zone: north, side: p1}
  B: {zone: north, side: p2}
  C: {zone: north, kind: area}
  D: {zone: north, kind: exit}
  R: {objective: hill, points: 2}
  S: {objective: hill, points: 2, name: Hill}
  T: {objective: hill, points: 3}
""",
    )
    assert [(code, line) for code, line, _ in found] == [("legend.conflict", line) for line in (6, 8, 11)]
    assert found[0][2] == "'B' and 'A' both belong to the zone 'north' but give different values for 'side'"


@pytest.mark.parametrize(
    ("head", "code", "words"),
    [
        ("title: x\n", "legend.format", "the line 'format: fairground-legend/1' is missing"),
        (
            "format: fairground-legend/2\n",
            "legend.format",
            "this version of Fairground reads 'fairground-legend/1'",
        ),
        ("format: fairground/1\n", "legend.format", "its format is 'fairground/1'"),
        ("- a\n", "legend.format", "this is not a legend"),
        ("", "yaml.empty", "empty"),
        ("format: [\n", "yaml.syntax", ""),
        (HEAD.replace("penance-arena", "penance-2"), "legend.ruleset", "Did you mean 'penance-2.0'?"),
        (HEAD.replace("penance-arena", "mine.yaml"), "legend.ruleset", "'mine.yaml' not found"),
        (HEAD.replace("ruleset", "rulset"), "legend.unknown-key", "Did you mean 'ruleset'?"),
        (HEAD.replace("title: Test\n", ""), "legend.missing-key", "the key 'title' is missing"),
        (HEAD.replace("title: Test", "title: Test\nlayout: odd"), "legend.bad-value", "Did you mean 'odd-"),
    ],
)
def test_faults_of_the_head(tmp_path: Path, head: str, code: str, words: str) -> None:
    codes = "  F: forest\n" if head.startswith("format: fairground-legend/1") else ""
    (found,) = faults(tmp_path, codes, head=head)
    assert found[0] == code
    assert words in found[2]


def test_a_flood_of_problems_is_cut_off(tmp_path: Path) -> None:
    codes = "".join(f"  F{number}: {{level: x}}\n  G{number}: nothing-{number}\n" for number in range(300))
    counts = [code for code, _, _ in faults(tmp_path, codes)]
    assert counts.count("legend.wrong-type") == counts.count("legend.unknown-terrain") == 100
    assert counts.count("legend.many-problems") == 1


def test_there_are_not_more_sides_than_a_scenario_has(tmp_path: Path) -> None:
    codes = "".join(f"  C{number}: {{zone: z{number}, side: s{number}}}\n" for number in range(65))
    told = "'codes': a scenario may have at most 64 sides; these codes have 65"
    assert faults(tmp_path, codes) == [("legend.bad-value", 5, told)]


def test_a_ruleset_of_ones_own_is_looked_for_beside_the_legend(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "format: fairground-ruleset/1\nextends: penance-2.0\nid: mine\ntitle: Mine\n"
        "terrain: {swamp: {name: Swamp, tile: marsh, symbol: S}}\n",
        encoding="utf-8",
    )
    legend = loaded(tmp_path, "  S: swamp\n", head=HEAD.replace("penance-arena", "mine.yaml"))
    assert legend.ruleset == "mine.yaml"


def test_legends_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"'bracket'. Did you mean 'brackets'\?"):
        load_legend("bracket")
    with pytest.raises(FileError, match="cannot be opened"):
        load_legend(tmp_path / "none.yaml")
    (tmp_path / "folder.yaml").mkdir()
    with pytest.raises(FileError, match="it is not a file"):
        load_legend(tmp_path / "folder.yaml")


@pytest.mark.parametrize("name", ["brackets", "row-codes"])
def test_shipped_legends_load(name: str) -> None:
    assert name in shipped_legends()
    assert load_legend(name) is load_legend(name)


def test_the_schema_takes_the_shipped_legends_and_describes_every_key() -> None:
    schema = legend_schema()
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for name in shipped_legends():
        validator.validate(yaml.safe_load((SHIPPED / f"{name}.yaml").read_text(encoding="utf-8")))
    assert not validator.is_valid({"format": "fairground-legend/1", "title": "x", "codes": {}})
    keys = [*schema["properties"].values(), *schema["$defs"]["CodeEntry"]["properties"].values()]
    assert all(key.get("description") for key in keys)
    assert json.dumps(schema)


def test_every_code_is_documented_and_used() -> None:
    text = (ROOT / "core" / "clients" / "coded_maps" / "legend.py").read_text(encoding="utf-8")
    listed = re.search(r"^CODES\b.*?^}\n", text, re.MULTILINE | re.DOTALL)
    assert listed is not None
    text = text.replace(listed.group(), "")
    own = set(re.findall(r'"(legend\.[a-z-]+)"', text)) | {"legend.unknown-terrain", "legend.unknown-effect"}
    of_models = {"missing-key", "unknown-key", "wrong-type", "bad-value", "many-problems"}
    assert own | {f"legend.{kind}" for kind in of_models} == set(CODES)
