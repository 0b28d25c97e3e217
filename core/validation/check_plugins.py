"""Checks of other packages, with the codes of their findings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.finding import Severity
from fairground.core.plugin_groups import PluginError, PluginGroup, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from fairground.core.finding import Finding
    from fairground.core.validation.checked_scenario import CheckedScenario


class Code(NamedTuple):
    """Severity, meaning and fix of a code; ``rule`` is the ID of the rule behind it, if any."""

    severity: Severity
    meaning: str
    fix: str
    rule: str | None = None


@dataclass(frozen=True)
class CheckPlugin:
    """A check of another package: its title, the function that yields findings, and their codes.

    ``find`` is called for scenarios whose ruleset is known and whose file could be read completely. Findings are made with
    ``make_finding``. A code that ships with Fairground keeps its own severity, meaning and fix.
    """

    title: str
    find: Callable[[CheckedScenario], Iterable[Finding]]
    codes: Mapping[str, Code]


def _register(_name: str, declared: object) -> CheckPlugin:
    plugin = require(declared, CheckPlugin)
    for name, code in plugin.codes.items():
        if not re.fullmatch(r"[a-z-]+\.[a-z-]+", name):
            raise PluginError(f"{name!r} is not a valid code; codes look like 'forest.lone-tree'")
        if not isinstance(require(code, Code).severity, Severity):
            raise PluginError(f"the severity of {name} must be a Severity")
    return plugin


#: The checks of other packages.
CHECK_PLUGINS: Final = PluginGroup("checks", _register, title=lambda it: it.title)


def plugin_codes() -> dict[str, Code]:
    """Return the codes of all plugins."""
    return {name: code for it in CHECK_PLUGINS.members().values() for name, code in it.codes.items()}
