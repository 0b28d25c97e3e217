"""How findings name hexes and counts: the first few of many, and plurals that agree."""

from __future__ import annotations

from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.text.wording import NAMED, counted, hex_count, some

__all__ = ["NAMED", "counted", "hex_count", "hexes_named", "some"]
