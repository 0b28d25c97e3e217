from dataclasses import replace
from pathlib import Path

from fairground.core.files import load, read_bytes, to_bytes
from fairground.core.files.writer import content_hash

ARENA = Path(__file__).parents[3] / "scenarios" / "standard-arena.yaml"


def test_the_content_hash_is_that_of_the_scenario_without_its_comments() -> None:
    arena = load(ARENA)
    usual = content_hash(arena)
    assert len(usual) == 16
    other = read_bytes(to_bytes(arena).replace(b"\n", b"\r\n")).scenario
    assert other is not None
    assert content_hash(other) == usual
    assert content_hash(replace(arena, comments={(): ("another",)})) == usual
    assert content_hash(replace(arena, turns=13)) != usual
