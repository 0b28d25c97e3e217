"""How findings name hexes and counts: the first few of many, and plurals that agree."""

from __future__ import annotations

from fairground.core.scenario.hex_lists import hexes_named
from fairground.core.text.counts import counted, hex_count
from fairground.core.text.short_lists import NAMED, some

__all__ = ["NAMED", "counted", "hex_count", "hexes_named", "some"]
