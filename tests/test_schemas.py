"""The checked-in schemas are those that the models give."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairground.core.cli.commands.schema import schema_names, schema_text

FOLDER = Path(__file__).parents[1] / "schemas"


@pytest.mark.parametrize("name", schema_names())
def test_the_checked_in_schema_is_current(name: str) -> None:
    assert (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8") == schema_text(name)
    assert json.loads(schema_text(name))["$id"] in (f"fairground/{name}/1", f"fairground/{name}/2")


def test_no_schema_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("*.json")} == {f"{name}.schema.json" for name in schema_names()}
