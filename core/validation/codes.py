"""Every finding that validation can make: how much it matters, what it means, and what mends it.

A finding's fix is the one here unless its check knows a more exact one. ``docs/findings.md`` is made from this.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from fairground.core.finding import Finding, Place, Severity


class Code(NamedTuple):
    """What a code stands for; ``rule`` is the ID of the rule it rests on, where there is one."""

    severity: Severity
    meaning: str
    fix: str
    rule: str | None = None


def _error(meaning: str, fix: str, rule: str | None = None) -> Code:
    return Code(Severity.ERROR, meaning, fix, rule)


def _warning(meaning: str, fix: str, rule: str | None = None) -> Code:
    return Code(Severity.WARNING, meaning, fix, rule)


def _advice(meaning: str, fix: str, rule: str | None = None) -> Code:
    return Code(Severity.ADVICE, meaning, fix, rule)


CODES: Final = {
    "findings.many": _advice(
        "there are more findings of one code than are listed", "Mend those listed, and look again."
    ),
    # -- the ruleset and its names
    "ruleset.unknown": _error(
        "there is no ruleset of that name, neither shipped nor as a file",
        "Name a shipped ruleset, or a .yaml file beside or below the scenario.",
    ),
    "ruleset.faulty": _error(
        "the ruleset, or an override of it, has faults; checks that need rules were left out",
        "Mend the faults listed with it.",
    ),
    "ruleset.changed": _warning(
        "the ruleset is not the one the scenario was last saved with",
        "Look at what changed and save the scenario again.",
    ),
    "ruleset.too-fine": _warning(
        "costs are fractions so small that ways over the board cannot be summed exactly, and were not looked at",
        "Use costs with smaller denominators.",
    ),
    "terrain.unknown": _error(
        "a palette entry names a terrain that the ruleset does not have", "Use a terrain of the ruleset."
    ),
    "effect.unknown": _error(
        "an effects palette entry names an effect that the ruleset does not have",
        "Use an effect of the ruleset.",
    ),
    "hexside.unknown": _error(
        "a hexside has a feature that the ruleset does not have", "Use a hexside feature of the ruleset."
    ),
    "weather.unknown": _error("the ruleset does not have this weather", "Use a weather of the ruleset."),
    "unit.unknown-class": _error(
        "a unit has a class that the ruleset does not have", "Use a class of the ruleset."
    ),
    "profile.unknown": _error(
        "the ruleset has neither a mix nor a theme of that name", "Ask for a profile or theme of the ruleset."
    ),
    "palette.unused": _advice(
        "palette entries that no hex uses", "Remove them, unless they are there to paint with."
    ),
    # -- sides and ids
    "side.none": _warning("nobody plays", "Add two sides, each with a deployment zone."),
    "side.one-team": _warning("all sides are of one team", "Put at least one side on another team."),
    "side.no-zone": _warning("a side has no deployment zone", "Add a zone of kind deployment for the side."),
    "id.duplicate": _error(
        "two sides, zones, objectives or units have the same id", "Give each an id of its own."
    ),
    "locked.unknown": _warning(
        "a locked entry is neither a hex of the board nor a zone", "Remove it, or name a hex or a zone's id."
    ),
    # -- what counts as fair
    "fairness.band": _error(
        "what the scenario calls fair has bounds for no measure, or bounds that make no sense",
        "Write the bounds of green and amber by measure, such as territory: 1/20:1/10.",
    ),
    "fairness.gate": _error(
        "what the scenario calls fair is to rest on a measure that there is none of, or that is not judged",
        "Name a measure that is judged, such as territory.",
    ),
    # -- zones and what they name
    "shape.off-board": _error(
        "a zone or objective names a hex that the board does not have", "Name hexes of the board."
    ),
    "shape.beyond": _warning(
        "a zone or objective names rows or columns that the board does not have", "End at the last one."
    ),
    "shape.painted": _warning(
        "a painted block has not the size of the board",
        "Give it a line for each row and a mark for each column.",
    ),
    "zone.empty": _error("a zone has no hexes", "Give it hexes of the board, or remove it."),
    "zone.no-side": _warning("a deployment zone belongs to no side", "Say whose it is, or make it an area."),
    "zone.unknown-side": _error(
        "a zone belongs to a side that there is none of", "Name a side of the scenario."
    ),
    "zone.overlap": _warning(
        "sides of different teams may deploy in the same hexes", "Take the hexes out of one of the zones."
    ),
    "zone.shared": _advice(
        "allied sides may deploy in the same hexes", "Nothing, if they are meant to share."
    ),
    "zone.void": _advice("a zone has void hexes, where nobody can stand", "Take them out of the zone."),
    "zone.impassable": _advice(
        "a zone has impassable hexes, which do not count as room for units",
        "Nothing, if there is room enough without them.",
        "P1-12",
    ),
    "zone.capacity": _error(
        "a side has more units than its deployment zone has usable hexes",
        "Widen the zone or remove units.",
        "P1-12",
    ),
    # -- units
    "unit.unknown-side": _error(
        "a unit belongs to a side that there is none of", "Name a side of the scenario."
    ),
    "unit.off-board": _error("a unit starts off the board", "Move it onto the board."),
    "unit.void": _error("a unit starts in a void hex", "Move it onto a hex of the board."),
    "unit.impassable": _error(
        "a unit starts in a hex that cannot be entered", "Move it beside that hex.", "P1-01"
    ),
    "unit.forbidden": _error(
        "a unit starts on terrain that its class cannot enter", "Move it beside that hex.", "HS-18"
    ),
    "unit.occupied": _error("two units start in the same hex", "Move one of them.", "P1-14"),
    "unit.outside-zone": _warning(
        "a unit starts outside the deployment zone of its side", "Move it into the zone, or widen the zone."
    ),
    "unit.shield": _error("a unit carries a shield, and the ruleset has none", "Set shield: none."),
    "unit.at": _error(
        "a unit stands outside its hex, by its place in inches", "Name the hex that it stands in.", "BV-01"
    ),
    "unit.over-edge": _warning(
        "the base of a unit hangs over the edge of the board", "Move it further onto the board.", "BV-01"
    ),
    "unit.base": _error(
        "the base of a unit is larger than the board", "Give its diameter in inches.", "BV-01"
    ),
    "unit.trait": _error(
        "a unit has a trait that the ruleset does not have", "Use a unit trait of the ruleset.", "BV-05"
    ),
    "unit.part": _error("two parts of a unit have the same name", "Give each a name of its own.", "BV-09"),
    "unit.inches": _warning(
        "inches are given where the ruleset measures in hexes, and mean nothing",
        "Leave them out, or use a ruleset that draws lines from base to base.",
        "BV-01",
    ),
    # -- sight
    "sight.hexside-line": _advice(
        "whether opposing deployment zones see one another hangs on lines along hexsides that are blocked on one side alone",
        "Nothing, if the players know how the ruleset decides it.",
        "HS-04",
    ),
    # -- board
    "board.void": _error("every hex of the board is void", "Paint hexes where play is to be."),
    "elevation.range": _error(
        "hexes have levels that the ruleset has no rules for", "Keep within the ruleset's levels."
    ),
    "elevation.void": _advice("void hexes have a level, which means nothing", "Set it to 0."),
    "stack.void": _warning(
        "a hex is void and has other terrain besides", "Take the other terrain out, or the void."
    ),
    "stack.repeated": _warning(
        "a hex has the same terrain twice, or two of one family, such as two kinds of woods",
        "Keep one of them.",
    ),
    "stack.detail": _advice(
        "a hex has terrain that gives a height to other terrain, which is not there",
        "Take it out, or put in what it belongs to.",
    ),
    "hexside.void": _warning(
        "a hexside with a feature has no hex of the board on either side", "Remove the feature."
    ),
    "hexside.edge": _advice(
        "a hexside with a feature has a hex of the board on one side only",
        "Nothing, if it is meant to be seen there.",
    ),
    "hexside.several": _advice(
        "a hexside has several features that each stand in the way",
        "Keep one of them, unless all are meant: their costs add up.",
    ),
    "symmetry.near": _advice(
        "the board is nearly symmetric, and a few hexes are not",
        "Make the hexes match their partners, if they are meant to.",
    ),
    # -- weather and effects
    "effect.misplaced": _warning(
        "an effect lies on void or impassable hexes, or on terrain that it spares",
        "Remove the effect.",
        "P1-06",
    ),
    "effect.becomes": _warning(
        "an effect lies on terrain that turns it into another, as water turns fire into steam",
        "Put the other effect there, or none.",
        "P1-08",
    ),
    "effect.quenched": _advice(
        "an effect lies beside terrain that ends it in the first round, as water does fire",
        "Nothing, if that is meant.",
        "P1-06",
    ),
    "weather.puts-out": _warning(
        "the weather ends an effect before the game begins, as rain does fire",
        "Remove the effect, or change the weather.",
        "P1-10",
    ),
    "weather.no-cooling": _advice(
        "the weather stops all cooling, and the board has terrain that cools",
        "Nothing, if that is meant.",
        "P1-10",
    ),
    # -- ways over the board
    "area.sealed": _warning(
        "no unit on foot can get to some hexes that it could stand in",
        "Open a way there, or make the hexes impassable.",
    ),
    "area.closed": _advice(
        "some classes cannot get to some hexes that they could stand in, or not by every way to move",
        "Nothing, if that is meant; otherwise open a way.",
    ),
    "zone.cut-off": _error(
        "no unit on foot can get from the zone of one side to that of its enemy and back", "Open a way."
    ),
    "zone.closed": _warning(
        "some classes in play cannot get from the zone of one side to that of its enemy and back",
        "Open a way for them, or leave them out.",
    ),
    "zone.single-exit": _warning(
        "every way out of a deployment zone leads through one hex", "Open another way out."
    ),
    "zone.no-way-out": _error("units cannot leave their deployment zone", "Open a way out."),
    "objective.cut-off": _error(
        "no unit on foot can get from the zone of a side to an objective that it may win", "Open a way."
    ),
    "objective.closed": _advice(
        "some classes cannot get to an objective that their side may win",
        "Nothing, if that is meant; otherwise open a way for them.",
    ),
    "objective.too-late": _warning(
        "no unit of a side can get to an objective early enough to hold it before the game ends",
        "Bring it nearer, shorten the hold, or lengthen the game.",
        "H-10",
    ),
    "elevation.steep": _advice(
        "neighbouring hexes have so many levels between them that no class can step from one to the other",
        "Nothing, if that is meant for a cliff; otherwise put a level between.",
    ),
    # -- objectives and victory
    "objective.empty": _error("an objective has no hexes", "Give it hexes of the board, or remove it."),
    "objective.unusable": _error(
        "no unit can stand on any hex of an objective", "Put it where units can go."
    ),
    "objective.unknown-side": _error(
        "an objective belongs to a side that there is none of", "Name a side of the scenario."
    ),
    "objective.hold": _error(
        "an objective must be held for more turns than the game has",
        "Shorten the hold or lengthen the game.",
        "P1-22",
    ),
    "objective.endless": _warning(
        "an objective gives points that nothing ever counts", "Set turns or victory points.", "P1-22"
    ),
    "objective.worthless": _advice("an objective gives no points", "Give it points."),
    "objective.no-exit": _warning(
        "an objective is to leave the board where no exit zone is", "Add a zone of kind exit there."
    ),
    "victory.none": _warning(
        "there is no way to win",
        "Set victory points, last_standing, or turns and something that gives points.",
        "P1-22",
    ),
    "victory.endless": _warning(
        "a kill or a component gives points that nothing ever counts", "Set turns or victory points.", "P1-22"
    ),
    "victory.unreachable": _warning(
        "no side can gain the points that victory takes",
        "Lower the target, or add turns, objectives or points for kills.",
        "P1-22",
    ),
    "victory.unusual": _advice(
        "the points target is outside what the ruleset calls usual", "Set it within the usual range.", "P1-22"
    ),
    # -- profiles
    "profile.mix": _advice(
        "the board has more or less of something than the profile recommends", "Add or remove some.", "P1-13"
    ),
    "profile.theme": _advice("the board lacks what its theme is made of", "Add what is missing.", "P1-25"),
}


def make_finding(code: str, message: str, place: Place, *, fix: str | None = None) -> Finding:
    """Return a finding of that code, with its severity and rule; the code's own fix unless one is given."""
    known = CODES[code]
    return Finding(known.severity, code, message, place, fix or known.fix, known.rule)
