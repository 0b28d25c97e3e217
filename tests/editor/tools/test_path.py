from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.scenario.parts import RulesetReference
from fairground.editor.tools.ends_tool import PathTool

if TYPE_CHECKING:
    from tests.editor.tools.conftest import WorkbenchMaker


def test_a_path_is_no_line_of_sight(make_workbench: WorkbenchMaker) -> None:
    workbench = make_workbench()
    workbench.drag(workbench.take(PathTool), "B2", "C3", "D4")
    assert workbench.state.path_ends == (workbench.board.parse("B2"), workbench.board.parse("D4"))
    assert workbench.state.sight_line is None


def test_without_rules_nobody_knows_who_moves(make_workbench: WorkbenchMaker) -> None:
    workbench = make_workbench()
    workbench.scenario.ruleset = RulesetReference("missing")
    workbench.take(PathTool).press(workbench.pointer("B2"))
    assert workbench.refusals[0].startswith("The ruleset missing cannot be read")
    assert workbench.state.path_ends is None


def test_another_document_has_no_path(make_workbench: WorkbenchMaker) -> None:
    workbench = make_workbench()
    workbench.drag(workbench.take(PathTool), "B2", "D4")
    workbench.state.document = None
    assert workbench.state.path_ends is None
