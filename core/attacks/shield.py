"""What the target's shield does against an attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.rules.attack import ModifierKind
from fairground.core.rules.facing import ShieldSides
from fairground.core.scenario.parts import Shield

if TYPE_CHECKING:
    from fairground.core.attacks.engagement import Engagement


class ShieldPart(NamedTuple):
    """Where the target carries its shield, its make (None: not told), and whether it blocks on the side attacked."""

    carried: Shield
    make: str | None
    blocks: bool
    text: str
    rule: str


def shield_part(it: Engagement) -> ShieldPart | None:
    """Return what the target's shield does; None where the side attacked is not known (rules P2-13, P2-14, P1-20, C-7)."""
    row = it.row
    if row is None:
        return None
    carried, make = it.target.shield, it.target.shield_kind
    if carried is Shield.NONE:
        text = "no shield"
    else:
        what = make.name.lower() if make else "shield"
        text = (
            f"the {what} on the {carried.value} {'blocks' if row.blocks else 'does not block'} on that side"
        )
    listed = it.rules.facing.shield_sides is ShieldSides.LISTED
    table = it.rules.shield_table(carried.value)
    own = it.attack.defence_rules.get(ModifierKind.SIDE) or next(iter(table.rules), "")
    return ShieldPart(carried, it.target.stance.shield_kind, row.blocks, text, "C-7" if listed else own)
