"""The order of keys in JSON answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

SCHEMAS = Path(__file__).parents[2] / "schemas"


def answer_keys() -> dict[str, list[str]]:
    keys = {
        path.name: list(json.loads(path.read_text("utf-8")).get("properties", ()))
        for path in SCHEMAS.iterdir()
    }
    return {name: names for name, names in keys.items() if "schema" in names}


@pytest.mark.parametrize(("name", "keys"), sorted(answer_keys().items()))
def test_schema_is_the_first_key_and_file_the_second(name: str, keys: list[str]) -> None:
    assert keys[0] == "schema", name
    assert "file" not in keys[1:] or keys[1] == "file", name
