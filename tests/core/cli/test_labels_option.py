"""``--labels``: the style in which commands name and read hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairground.core.cli.options import LABEL_STYLES
from fairground.core.grid import LabelStyle

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., Any]

ARENA = "scenarios/standard-arena.yaml"


def test_the_choices_are_the_styles() -> None:
    assert tuple(it.value for it in LabelStyle) == LABEL_STYLES


def test_hexes_are_read_and_named_in_the_style(run: Run) -> None:
    assert run("path", ARENA, "0101", "C4", "--labels", "numeric").out.startswith("0101 to 0304: ")
    assert run("fan", ARENA, "(2,2)", "--labels", "axial").out.startswith("(2,2) sees ")


def test_json_keeps_labels_as_in_files(run: Run) -> None:
    plain, styled = (
        run("path", ARENA, "A1", "C4", "--json"),
        run("path", ARENA, "0101", "0304", "--labels", "numeric", "--json"),
    )
    assert [it["hex"] for it in plain.answer["steps"]] == [it["hex"] for it in styled.answer["steps"]]


def test_findings_name_hexes_in_the_style(run: Run) -> None:
    found = run("validate", ARENA, "--labels", "numeric").out
    assert "0301 and 0501" in found
    assert "C1" not in found
    assert "C1 and E1" in run("validate", ARENA, "--labels", "numeric", "--json").out
