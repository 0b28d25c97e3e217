"""Whether a ruleset draws its lines of sight between hexes at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import ScenarioError
from fairground.core.rules.sight import SightModel

if TYPE_CHECKING:
    from fairground.core.rules import Ruleset


def refuse_bases(rules: Ruleset) -> None:
    """Make sure that lines of sight run between hexes.

    Raises
    ------
    ScenarioError
        When the ruleset draws them between bases (rule BV-01).
    """
    if rules.sight.model is not SightModel.CENTRES:
        name = rules.title
        raise ScenarioError(f"{name} measures sight from base to base, and not between hexes")
