from __future__ import annotations

from typing import Any

from fairground.editor.tools.sight import no_lines_between_hexes, no_sight_lines


def test_another_document_has_no_line(make_bench: Any) -> None:
    bench = make_bench()
    bench.state.sight_line = (bench.board.parse("A1"), bench.board.parse("B2"))
    bench.state.pin = bench.board.parse("A1")
    bench.state.sight_range, bench.state.sight_heights = 4, (1, 0)
    bench.state.document = None
    assert (bench.state.sight_line, bench.state.pin) == (None, None)
    assert (bench.state.sight_range, bench.state.sight_heights) == (None, (0, 0))


def test_rulesets_of_bases_have_no_lines_between_hexes(make_bench: Any) -> None:
    bench = make_bench(ruleset="base-visibility")
    sentence = no_lines_between_hexes(bench.scenario)
    assert "from base to base" in sentence
    assert sentence.endswith(".")
    assert no_sight_lines(bench.scenario) == ""
    assert no_lines_between_hexes(make_bench().scenario) == ""
