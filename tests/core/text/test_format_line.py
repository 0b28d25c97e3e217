from __future__ import annotations

import pytest

from fairground.core.text.wording import format_fault

EXPECTED = "fairground-force/1"


def test_the_expected_format_is_no_fault() -> None:
    assert format_fault({"format": EXPECTED}, EXPECTED, "force") is None


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (None, "this is not a force: the line 'format: fairground-force/1' is missing"),
        (
            "fairground-force/2",
            "this version of Fairground reads 'fairground-force/1', not 'fairground-force/2'",
        ),
        ("fairground/1", "this is not a force: its format is 'fairground/1', not 'fairground-force/1'"),
        (1, "this is not a force: its format is '1', not"),
        (["fairground-force/1"], "this is not a force: its format is a list, not 'fairground-force/1'"),
        (True, "this is not a force: its format is true, not 'fairground-force/1'"),
        ("fairground-force/" + "9" * 1000, "999…'"),
    ],
)
def test_another_format_is_quoted(actual: object, expected: str) -> None:
    fault = format_fault({"format": actual}, EXPECTED, "force")
    assert fault is not None
    assert expected in fault
    assert len(fault) < 200
