"""The notebooks run from top to bottom, in the folder of the repository, and are stored without outputs."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


def run_cells(notebook: Path) -> list[Any]:
    """Run the code cells one after another; return the value of the last line of each, None for a statement."""
    names: dict[str, Any] = {"__name__": "__main__"}
    values: list[Any] = []
    for number, cell in enumerate(json.loads(notebook.read_text("utf-8"))["cells"]):
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]), f"{notebook.name}, cell {number}")
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, notebook.name, "exec"), names)  # noqa: S102  # the product's own notebooks
        expression = None if last is None else compile(ast.Expression(last.value), notebook.name, "eval")  # type: ignore[attr-defined]  # an Expr
        values.append(None if expression is None else eval(expression, names))  # noqa: S307  # as above
    return values


def test_there_are_six() -> None:
    assert [it.stem[0] for it in NOTEBOOKS] == list("123456")


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda it: it.stem)
def test_a_notebook_is_stored_without_outputs(notebook: Path) -> None:
    content = json.loads(notebook.read_text("utf-8"))
    assert content["nbformat"] == 4
    for cell in content["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda it: it.stem)
def test_a_notebook_runs_and_shows_something(notebook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    monkeypatch.chdir(ROOT)
    values = run_cells(notebook)
    assert len(values) >= 2
    for value in values:
        assert value is not None
        picture = getattr(value, "_repr_svg_", None) or getattr(value, "_repr_html_", None)
        assert picture is None or picture(), value
