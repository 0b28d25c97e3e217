from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from fairground.core.pictures.lettering import clean, fitted, text_width, wrapped


@given(st.text())
def test_clean_text_is_one_line_without_control_characters(text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    assert cleaned == " ".join(cleaned.split())
    assert not {unicodedata.category(c) for c in cleaned} & {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}


def test_direction_marks_and_nul_go_and_letters_stay() -> None:
    assert clean("a\u202eb\u200fc\x00d\ufffe\tÄΩЖ 山") == "abcd ÄΩЖ 山"


@given(text=st.text(max_size=80), size=st.floats(0.5, 20), width=st.floats(5, 200), bold=st.booleans())
def test_fitted_text_is_no_wider_than_its_place(*, text: str, size: float, width: float, bold: bool) -> None:
    line = fitted(text, size, width, bold=bold)
    assert line == "…" or text_width(line, size, bold=bold) <= width


def test_short_names_stay_and_long_ones_end_in_an_ellipsis() -> None:
    assert fitted("Old Mill", 3, 40) == "Old Mill"
    assert fitted("M" * 100_000, 3, 40).endswith("M…")


def test_bold_and_wide_letters_take_more_room() -> None:
    assert text_width("Mill", 10) < text_width("Mill", 10, bold=True)
    assert text_width("iii", 10) < text_width("MMM", 10) < text_width("山山山", 10, spacing=1)


def test_text_is_wrapped_within_its_width() -> None:
    lines = wrapped("the quick brown fox jumps over the lazy dog", 3, 30)
    assert " ".join(lines) == "the quick brown fox jumps over the lazy dog"
    assert all(text_width(line, 3) <= 30 for line in lines)
    assert len(lines) == 3
    assert wrapped("", 3, 30) == []
    assert wrapped("i" * 300, 3, 30)[0].endswith("…")
