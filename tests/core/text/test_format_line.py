from __future__ import annotations

import pytest

from fairground.core.text.format_line import format_fault

EXPECTED = "fairground-force/1"


def test_the_expected_format_is_no_fault() -> None:
    assert format_fault(EXPECTED, EXPECTED, "force") is None


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (None, "this is no force: it does not start with 'format: fairground-force/1'"),
        ("fairground-force/2", "the format 'fairground-force/2' is unknown to this version of Fairground"),
        ("fairground/1", "this is no force: its format is 'fairground/1', not 'fairground-force/1'"),
        (1, "this is no force: its format is '1', not"),
        (["fairground-force/1"], "this is no force: its format is"),
        ("fairground-force/" + "9" * 1000, "999…' is unknown"),
    ],
)
def test_another_one_is_told_with_what_stands_there(said: object, words: str) -> None:
    fault = format_fault(said, EXPECTED, "force")
    assert fault is not None
    assert words in fault
    assert len(fault) < 200
