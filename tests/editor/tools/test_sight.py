from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.tools.sight import no_lines_between_hexes, no_sight_lines

if TYPE_CHECKING:
    from tests.editor.tools.conftest import WorkbenchMaker


def test_another_document_has_no_line(make_workbench: WorkbenchMaker) -> None:
    workbench = make_workbench()
    workbench.state.sight_line = (workbench.board.parse("A1"), workbench.board.parse("B2"))
    workbench.state.pin = workbench.board.parse("A1")
    workbench.state.sight_range, workbench.state.sight_heights = 4, (1, 0)
    workbench.state.document = None
    state = workbench.state
    assert (state.sight_line, state.pin) == (None, None)
    assert (state.sight_range, state.sight_heights) == (None, (0, 0))


def test_rulesets_of_bases_have_no_lines_between_hexes(make_workbench: WorkbenchMaker) -> None:
    workbench = make_workbench(ruleset="base-visibility")
    sentence = no_lines_between_hexes(workbench.scenario)
    assert "from base to base" in sentence
    assert sentence.endswith(".")
    assert no_sight_lines(workbench.scenario) == ""
    assert no_lines_between_hexes(make_workbench().scenario) == ""
