"""Checks of other packages: what is missing when one fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.validation import errors_of
from fairground.core.validation.check_plugins import CheckPlugin
from tests.fake_plugins import install_plugins

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from fairground.core.finding import Finding
    from fairground.core.validation.checked_scenario import CheckedScenario


def fail(_checked: CheckedScenario) -> list[Finding]:
    raise IndexError("no such row")


def test_a_check_that_fails_is_a_warning_in_the_file_too(
    monkeypatch: pytest.MonkeyPatch, finding: Callable[..., Finding]
) -> None:
    install_plugins(monkeypatch, "checks", rows=CheckPlugin("rows", fail, {}))
    scenario = blank_scenario("Plain", layout=Layout.ODD_Q, size=(5, 4), ruleset="penance-2.0")
    found = finding("plugin.check", scenario)
    assert found.severity == "warning"
    assert found.message == "the plugin check 'rows' failed with IndexError: no such row"
    assert found not in errors_of(scenario)
