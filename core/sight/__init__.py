"""Lines of sight: what they meet, what a ruleset makes of that, and what a hex or a whole board sees.

The package has the name of its main verb, ``fairground.core.sight``, and can be called like it; see
``fairground.core.sight.any_ruleset.sight``.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.bases.verdict import BaseSight
    from fairground.core.sight.line.verdict import SightVerdict


class _Verb(ModuleType):
    """A package that is called: Python binds it to its name in ``fairground.core``, over any function there."""

    def __call__(
        self, scenario: Scenario, start: Hex | str, end: Hex | str, heights: tuple[int, int] = (0, 0)
    ) -> SightVerdict | BaseSight:
        from fairground.core.sight.any_ruleset import sight  # noqa: PLC0415  # loads the models

        return sight(scenario, start, end, heights)


sys.modules[__name__].__class__ = _Verb
