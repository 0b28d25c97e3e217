"""Where units can carry their shields, to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.scenario.parts import Shield
from fairground.editor.app.texts import tr
from fairground.editor.document.readable_ruleset import known_rules

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

#: Where a shield can be.
SHIELD_WORDS = {
    Shield.NONE: tr("No shield"),
    Shield.LEFT: tr("Shield left"),
    Shield.RIGHT: tr("Shield right"),
}


def shield_choices(scenario: Scenario) -> dict[Shield, str]:
    """Return where units can carry shields in a scenario; nowhere is always possible."""
    rules = known_rules(scenario)
    known = rules.shields if rules else ()
    return {it: words for it, words in SHIELD_WORDS.items() if it is Shield.NONE or it.value in known}
