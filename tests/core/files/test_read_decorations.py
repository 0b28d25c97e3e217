"""Images and decorations in scenario files: they read back the same, and faults have lines and fixes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.files import read_bytes, to_text
from fairground.core.grid.layout import Layout
from fairground.core.scenario.decorations import Decoration, DecorationLayer, rounded

HEAD = """format: fairground/2
name: Painted
ruleset: penance-2.0
board:
  layout: {layout}
  size: [4, 3]
  palette: {{'.': clear}}
  terrain: |
    ....
    ....
    ....
"""


@st.composite
def decorations(draw: st.DrawFn, layout: Layout) -> Decoration:
    column, row = draw(st.integers(0, 3)), draw(st.integers(0, 2))
    far = st.floats(-100, 100)
    return Decoration(
        draw(st.sampled_from(["tree", "logo", "x-1"])),
        layout.from_offset(column, row),
        draw(st.none() | st.integers(0, 5)),
        rounded(draw(far), draw(far)),
        draw(st.sampled_from([0.1, 0.125, 1.0, 2.0, 3.5, 50.0])),
        draw(st.integers(0, 359)),
        draw(st.sampled_from(DecorationLayer)),
    )


@settings(max_examples=60)
@given(st.data(), st.sampled_from(Layout))
def test_decorations_read_back_the_same(data: st.DataObject, layout: Layout) -> None:
    reading = read_bytes(HEAD.format(layout=layout.value).encode())
    assert reading.scenario is not None
    reading.scenario.decorations = data.draw(st.lists(decorations(layout), max_size=4))
    reading.scenario.images = {"logo": "art/logo.svg", "dot": "data:image/png;base64," + "QUJD" * 90}
    text = to_text(reading.scenario)
    again = read_bytes(text.encode())
    assert again.findings == []
    assert again.scenario == reading.scenario
    assert to_text(again.scenario) == text
    assert all(len(line) < 140 for line in text.splitlines())


def test_a_scenario_without_them_is_written_in_the_oldest_format() -> None:
    reading = read_bytes(HEAD.format(layout="odd-q").replace("/2", "/1").encode())
    assert reading.scenario is not None
    assert to_text(reading.scenario).startswith("format: fairground/1\n")
    reading.scenario.decorations = [Decoration("tree", Layout.ODD_Q.from_offset(0, 0))]
    assert to_text(reading.scenario).startswith("format: fairground/2\n")


@pytest.mark.parametrize(
    ("item", "code"),
    [
        ("{image: tree, hex: 1A}", "decoration.bad-label"),
        ("{image: tree, hex: A1, side: E}", "decoration.bad-side"),
        ("{image: tree, hex: A1, scale: 0}", "file.bad-value"),
        ("{image: tree, hex: A1, scale: 1.23456}", "file.bad-value"),
        ("{image: tree, hex: A1, rotation: 360}", "file.bad-value"),
        ("{image: tree, hex: A1, layer: between}", "file.bad-value"),
        ("{image: ../tree, hex: A1}", "file.bad-value"),
        ("{hex: A1}", "file.missing-key"),
        ("{image: tree, hex: A1, tint: red}", "file.unknown-key"),
    ],
)
def test_a_faulty_decoration_is_an_error_and_the_others_stay(item: str, code: str) -> None:
    text = HEAD.format(layout="odd-q") + f"decorations:\n  - {item}\n  - {{image: rock, hex: B2}}\n"
    reading = read_bytes(text.encode())
    assert {it.code for it in reading.findings} == {code}
    assert reading.findings[0].place.line == 13
    assert reading.scenario is not None
    assert [it.image for it in reading.scenario.decorations][-1] == "rock"
