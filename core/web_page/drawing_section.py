"""The drawing of a page's board, from the display list that the editor and all pictures use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.web_page.packing import packed_json

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.web_page.packing import PackedJson


def drawing_section(scenario: Scenario) -> PackedJson:
    """Return the layers of the board, packed."""
    return packed_json({"layers": [], "title": scenario.name})
