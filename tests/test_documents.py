"""The Python samples of the documents run as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fairground import core

ROOT = Path(__file__).parents[1]
SAMPLE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
SAMPLES = [
    (page, number, found)
    for page in ("README.md", "docs/api.md")
    for number, found in enumerate(SAMPLE.findall((ROOT / page).read_text(encoding="utf-8")))
]


def test_both_pages_have_samples() -> None:
    assert {page for page, _, _ in SAMPLES} == {"README.md", "docs/api.md"}


@pytest.mark.parametrize(("page", "number", "sample"), SAMPLES, ids=lambda it: str(it)[:20])
def test_a_sample_runs(
    page: str, number: int, sample: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(sample, f"{page} {number}", "exec"), {})  # noqa: S102  # our own documents
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", core.__all__)
def test_a_public_name_is_there_and_in_the_page(name: str) -> None:
    assert callable(getattr(core, name))
    assert re.search(rf"\b{name}\b", (ROOT / "docs" / "api.md").read_text(encoding="utf-8"))
