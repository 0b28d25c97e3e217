from __future__ import annotations

from typing import Any

from fairground.core.scenario.parts import RulesetReference


def test_a_path_is_no_line_of_sight(make_bench: Any) -> None:
    bench = make_bench()
    bench.drag(bench.take("path"), "B2", "C3", "D4")
    assert bench.state.path_ends == (bench.board.parse("B2"), bench.board.parse("D4"))
    assert bench.state.sight_line is None


def test_without_rules_nobody_knows_who_moves(make_bench: Any) -> None:
    bench = make_bench()
    bench.scenario.ruleset = RulesetReference("missing")
    bench.take("path").press(bench.pointer("B2"))
    assert bench.refusals[0].startswith("The ruleset missing cannot be read")
    assert bench.state.path_ends is None


def test_another_document_has_no_path(make_bench: Any) -> None:
    bench = make_bench()
    bench.drag(bench.take("path"), "B2", "D4")
    bench.state.document = None
    assert bench.state.path_ends is None
