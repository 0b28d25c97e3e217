"""Codes of findings: each is documented, and each that is documented is used."""

from __future__ import annotations

import re
from pathlib import Path

from fairground.core.validation.file_codes import FILE_CODES, YAML_CODES

CORE = Path(__file__).parents[3] / "core"
_CODE = re.compile(r'"((?:file|board|zone|unit|side|decoration|yaml)\.[a-z0-9-]+)"')
#: Kinds that model_problems puts behind the family it is given.
OF_MODELS = {"missing-key", "unknown-key", "wrong-type", "bad-value", "many-problems"}


def used(folder: str) -> set[str]:
    files = (CORE / folder).glob("*.py")
    return {code for path in files for code in _CODE.findall(path.read_text(encoding="utf-8"))}


def test_codes_of_text() -> None:
    assert used("text") == set(YAML_CODES)


def test_codes_of_files() -> None:
    assert used("files") | {f"file.{kind}" for kind in OF_MODELS} == set(FILE_CODES)


def test_meanings_are_single_lines() -> None:
    for meaning in [*YAML_CODES.values(), *FILE_CODES.values()]:
        assert meaning
        assert "\n" not in meaning
