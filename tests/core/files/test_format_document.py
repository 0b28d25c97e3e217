"""Every sample of the document about the format is a file that reads without a finding."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fairground.core.files import read_bytes, to_text
from fairground.core.files.clip_text import clip_from_text, clip_to_text
from fairground.core.files.scenario_file import ScenarioFile
from fairground.core.scenario.zone_text import parse_shape
from fairground.core.text.model_problems import fields_at

DOCUMENT = (Path(__file__).parents[3] / "docs" / "reference" / "format.md").read_text(encoding="utf-8")


def samples(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("sample", samples("yaml"))
def test_each_sample_reads_without_a_finding(sample: str) -> None:
    reading = read_bytes(sample.encode())
    assert reading.findings == []
    assert reading.dropped_comments == ()


def test_the_first_sample_is_in_the_programs_own_form() -> None:
    scenario = read_bytes(samples("yaml")[0].encode()).scenario
    assert scenario is not None
    assert to_text(scenario) == samples("yaml")[0]


@pytest.mark.parametrize("sample", samples("clip"))
def test_each_piece_of_a_board_reads_back_the_same(sample: str) -> None:
    clip = clip_from_text(sample)
    assert clip_from_text(clip_to_text(clip)) == clip


@pytest.mark.parametrize("text", samples("zones")[0].splitlines())
def test_each_text_of_a_zone_follows_the_grammar(text: str) -> None:
    assert parse_shape(str(parse_shape(text))) == parse_shape(text)


@pytest.mark.parametrize(
    "path", [(), ("board",), ("sides", 0), ("zones", 0), ("objectives", 0), ("units", 0), ("victory",)]
)
def test_every_key_is_explained(path: tuple[str | int, ...]) -> None:
    names = fields_at(ScenarioFile, path)
    assert names
    assert [name for name in names if f"`{name}`" not in DOCUMENT] == []
