"""The JSON Schema of scenario files says the same as the reader."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from fairground.core.files import scenario_schema
from fairground.core.text.guarded_yaml import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[3]
SMALL = """\
format: fairground/1
name: Small
ruleset: penance-1.0
board: {layout: odd-q, size: [1, 1], palette: {'.': clear}, terrain: .}
units: [{id: a, side: b, class: scout, hex: A1}]
"""


def validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(scenario_schema())


def test_it_is_a_schema_of_draft_2020_12() -> None:
    schema = scenario_schema()
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)


def test_the_checked_in_schema_is_current() -> None:
    checked_in = (ROOT / "schemas" / "scenario.schema.json").read_text(encoding="utf-8")
    assert json.loads(checked_in) == scenario_schema()


def properties(schema: object) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(schema, dict):
        for name, value in schema.get("properties", {}).items():
            yield name, value
        for value in schema.values():
            yield from properties(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from properties(value)


def test_every_key_is_described() -> None:
    described = [(name, "description" in value) for name, value in properties(scenario_schema())]
    assert len(described) > 40
    assert [name for name, has in described if not has] == []


@pytest.mark.parametrize("path", sorted((ROOT / "scenarios").glob("*.yaml")), ids=lambda path: path.name)
def test_shipped_scenarios_follow_it(path: Path) -> None:
    validator().validate(parse(path.read_bytes()).data)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("fairground/1", "fairground/3"),
        ("name: Small", "nam: Small"),
        ("odd-q", "odd"),
        ("[1, 1]", "[1, 1, 1]"),
        ("[1, 1]", "[1, 1001]"),
        ("'.': clear", "'.': []"),
        ("id: a", "id: A"),
        ("class: scout", "unit_class: scout"),
    ],
)
def test_faulty_files_do_not(old: str, new: str) -> None:
    validator().validate(parse(SMALL).data)
    assert SMALL.count(old) == 1
    with pytest.raises(jsonschema.ValidationError):
        validator().validate(parse(SMALL.replace(old, new)).data)
