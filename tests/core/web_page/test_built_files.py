"""The built script and style of published pages, and the sources that they were built from."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

WEB = Path(__file__).parents[3] / "resources" / "web"


def _sources() -> str:
    """Return the hash of all sources, as ``resources/web/build.mjs`` computes it."""
    names = [it.relative_to(WEB).as_posix() for it in (WEB / "src").rglob("*") if it.is_file()]
    found = hashlib.sha256()
    for name in sorted([*names, "build.mjs", "package.json", "tsconfig.json"]):
        found.update(f"{name}\0".encode() + (WEB / name).read_bytes() + b"\0")
    return found.hexdigest()


@pytest.mark.parametrize("name", ["arena.js", "arena.css"])
def test_built_files_are_made_from_the_sources(name: str) -> None:
    first = (WEB / name).read_text(encoding="utf-8").partition("\n")[0]
    assert first == f"/* sources: {_sources()} */", f"{name} is stale: run make web"


@pytest.mark.parametrize("name", ["arena.js", "arena.css"])
def test_built_files_cannot_end_their_element(name: str) -> None:
    text = (WEB / name).read_text(encoding="utf-8").lower()
    assert "</script" not in text
    assert "</style" not in text
    assert "<!--" not in text


def test_the_lock_file_names_no_address() -> None:
    assert "resolved" not in (WEB / "package-lock.json").read_text(encoding="utf-8")
