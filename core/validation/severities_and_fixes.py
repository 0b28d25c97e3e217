"""All findings of validation: severity, meaning and fix of each code.

A check may give a more exact fix. ``docs/reference/findings.md`` is generated from this file.
"""

from __future__ import annotations

from typing import Final

from fairground.core.finding import Finding, Place, Severity
from fairground.core.plugin_groups import WithPlugins
from fairground.core.validation.check_plugins import Code, plugin_codes


def _error(meaning: str, fix: str, rule: str | None = None) -> Code:
    return Code(Severity.ERROR, meaning, fix, rule)


def _warning(meaning: str, fix: str, rule: str | None = None) -> Code:
    return Code(Severity.WARNING, meaning, fix, rule)


def _advice(meaning: str, fix: str, rule: str | None = None) -> Code:
    return Code(Severity.ADVICE, meaning, fix, rule)


_SHIPPED: Final = {
    "findings.many": _advice(
        "some findings are not listed because there are too many with this code",
        "Fix the findings listed, then validate again.",
    ),
    "plugin.check": _warning(
        "a check of an installed plugin could not be loaded or failed, so its findings are missing",
        "Update or uninstall the plugin; 'fairground plugins' lists it.",
    ),
    # -- the ruleset and its names
    "ruleset.unknown": _error(
        "the ruleset is neither shipped with Fairground nor an existing file",
        "Name a shipped ruleset, or a .yaml file in or below the scenario's folder.",
    ),
    "ruleset.faulty": _error(
        "the ruleset or an override has errors, so checks that need it were skipped",
        "Fix the errors in the ruleset, which are also listed.",
    ),
    "ruleset.changed": _warning(
        "the ruleset has changed since the scenario was saved",
        "Review the changes, then save the scenario again.",
    ),
    "ruleset.too-fine": _warning(
        "paths were not checked, because movement costs cannot be added exactly", "Use simpler fractions."
    ),
    "ruleset.unknown-tile": _warning("the ruleset names a tile that does not exist", "Name a shipped tile."),
    "ruleset.image": _warning("an image in the ruleset cannot be drawn", "Use a PNG, JPEG or SVG."),
    "ruleset.no-effect": _warning("a value has no effect on attacks", "Remove it, or make attacks use it."),
    "terrain.unknown": _error(
        "a palette entry uses a terrain that the ruleset does not have", "Use a terrain from the ruleset."
    ),
    "effect.unknown": _error(
        "an effects palette entry uses an effect that the ruleset does not have",
        "Use an effect from the ruleset.",
    ),
    "hexside.unknown": _error(
        "a hexside has a feature that the ruleset does not have", "Use a hexside feature from the ruleset."
    ),
    "weather.unknown": _error("the ruleset does not have this weather", "Use weather that the ruleset has."),
    "unit.unknown-class": _error(
        "a unit has a class that the ruleset does not have", "Use a class from the ruleset."
    ),
    "profile.unknown": _error(
        "the ruleset has no profile or theme of that name", "Use a profile or theme from the ruleset."
    ),
    "palette.unused": _advice(
        "no hex uses these palette entries", "Remove them, unless you want to paint with them later."
    ),
    # -- sides and ids
    "side.none": _warning("the scenario has no sides", "Add two sides, each with a deployment zone."),
    "side.one-team": _warning("all sides are on one team", "Put at least one side on another team."),
    "side.no-zone": _warning("a side has no deployment zone", "Add a deployment zone for the side."),
    "id.duplicate": _error(
        "two sides, zones, objectives or units have the same id", "Give one of them another id."
    ),
    "side.force": _error(
        "a side's force is neither a shipped force nor a readable file",
        "Name a shipped force, or a .yaml file beside or below the scenario.",
    ),
    "side.no-win": _warning(
        "a side has no way to win, but others have one",
        "Add a way to win under the side's 'wins', or one for every side under 'victory'.",
    ),
    "locked.unknown": _warning(
        "a locked entry is neither a hex on the board nor a zone",
        "Remove it, or name a hex or the id of a zone instead.",
    ),
    # -- fairness settings of the scenario
    "fairness.band": _error(
        "the fairness settings name an unknown measure or have invalid limits",
        "Write the green and amber limits for each measure, for example territory: 1/20:1/10.",
    ),
    "fairness.gate": _error(
        "a measure under 'gates' is unknown or has no rating",
        "Name a measure that has a rating, for example territory.",
    ),
    # -- zones and their hexes
    "shape.off-board": _error("a zone or objective names a hex off the board", "Name hexes on the board."),
    "shape.beyond": _warning(
        "a zone or objective names rows or columns beyond the board", "End at the last row or column."
    ),
    "shape.painted": _warning(
        "the size of a painted block differs from that of the board",
        "Write one line for each row and one character for each column.",
    ),
    "zone.empty": _error("a zone has no hexes", "Give it hexes on the board, or remove it."),
    "zone.no-side": _warning("a deployment zone has no side", "Set its side, or change its kind to area."),
    "zone.unknown-side": _error(
        "a zone names a side that the scenario does not have", "Name one of the scenario's sides."
    ),
    "zone.overlap": _warning(
        "sides on different teams may deploy in the same hexes", "Remove the hexes from one of the zones."
    ),
    "zone.shared": _advice(
        "allied sides may deploy in the same hexes", "No action needed if this is intended."
    ),
    "zone.void": _advice("a zone contains void hexes, where no unit can stand", "Remove them from the zone."),
    "zone.impassable": _advice(
        "a zone contains impassable hexes, which leave less room for units",
        "No action needed if the other hexes suffice.",
        "P1-12",
    ),
    "zone.unusable": _error("no unit can stand in a deployment zone", "Give it hexes that units can enter."),
    "zone.capacity": _error(
        "a side has more units than its deployment zone has usable hexes",
        "Enlarge the zone or remove units.",
        "P1-12",
    ),
    # -- units
    "unit.unknown-side": _error(
        "a unit names a side that the scenario does not have", "Name one of the scenario's sides."
    ),
    "unit.off-board": _error("a unit starts off the board", "Move it onto the board."),
    "unit.void": _error("a unit starts in a void hex", "Move it to a hex that is not void."),
    "unit.impassable": _error("a unit starts in an impassable hex", "Move it to a passable hex.", "P1-01"),
    "unit.forbidden": _error(
        "a unit starts on terrain that its class cannot enter",
        "Move it to terrain that its class can enter.",
        "HS-18",
    ),
    "unit.occupied": _error("two units start in the same hex", "Move one of them.", "P1-14"),
    "unit.outside-zone": _warning(
        "a unit starts outside the deployment zone of its side, or arrives outside its reinforcement zone",
        "Move it into the zone, or enlarge the zone.",
    ),
    "unit.shield": _error("a unit carries a shield, but the ruleset has no shields", "Write 'shield: none'."),
    "unit.at": _error(
        "a unit's position in inches is outside its hex", "Set 'hex' to the hex that it is in.", "BV-01"
    ),
    "unit.over-edge": _warning(
        "a unit's base extends over the edge of the board", "Move it away from the edge.", "BV-01"
    ),
    "unit.base": _error(
        "a unit's base is larger than the board", "Give the diameter of the base in inches.", "BV-01"
    ),
    "unit.trait": _error(
        "a unit has a trait that the ruleset does not have", "Use a unit trait from the ruleset.", "BV-05"
    ),
    "unit.part": _error("two parts of a unit have the same name", "Give each part its own name.", "BV-09"),
    "unit.arrives": _warning(
        "a unit arrives after the last turn", "Set an earlier arrival turn, or add turns."
    ),
    "unit.inches": _warning(
        "values in inches are set, but the ruleset measures in hexes and ignores them",
        "Remove them, or use a ruleset that measures sight from base to base.",
        "BV-01",
    ),
    # -- images and decorations
    "image.unknown": _warning(
        "a decoration refers to an image that is neither in the scenario nor built in",
        "Use a name from 'images', or a built-in image.",
    ),
    "image.missing": _warning(
        "an image file does not exist or cannot be read, so the image is not drawn",
        "Put the file beside the scenario, or embed the image.",
    ),
    "image.outside": _warning(
        "an image's path points outside the scenario's folder, so the image is not read",
        "Copy the file into the scenario's folder, and give its path relative to that folder.",
    ),
    "image.size": _warning(
        "an image is too large or too narrow, so it is not drawn",
        "Use an image of at most 1 MB and 2,048 pixels a side, no more than 100 times as long as it is wide.",
    ),
    "image.type": _warning(
        "an image is not PNG, JPEG or SVG, so it is not drawn", "Save it as PNG, JPEG or SVG."
    ),
    "image.unsafe": _warning(
        "an SVG contains more than a plain drawing, such as a script, a reference or text, so it is not drawn",
        "Save it as plain SVG with text converted to paths, or as PNG.",
    ),
    "image.unreadable": _warning(
        "an image is damaged, so it is not drawn", "Open it in a drawing program and save it again."
    ),
    "image.unused": _advice("nothing uses an image", "Remove it, unless you want to place it later."),
    "decoration.off-board": _warning(
        "a decoration is on a hex off the board, so it is not drawn", "Move it to a hex on the board."
    ),
    # -- sight
    "sight.hexside-line": _advice(
        "the only possible lines of sight between opposing deployment zones run along hexsides and are blocked on one side",
        "No action needed if the players know how the ruleset treats such lines.",
        "HS-04",
    ),
    # -- board
    "board.void": _error("every hex of the board is void", "Paint terrain where the game takes place."),
    "elevation.range": _error(
        "hexes have levels that the ruleset does not support", "Keep levels within the ruleset's range."
    ),
    "elevation.void": _advice("void hexes have a level, which is ignored", "Set their level to 0."),
    "stack.void": _warning(
        "a hex is void and has other terrain as well", "Remove either the void or the other terrain."
    ),
    "stack.repeated": _warning(
        "a hex has the same terrain twice, or two terrains of one family, for example two kinds of woods",
        "Keep one of them.",
    ),
    "stack.detail": _advice(
        "a hex has a height modifier without the terrain that it modifies",
        "Remove it, or add the terrain that it modifies.",
    ),
    "hexside.void": _warning("a hexside with a feature has no hex on either side", "Remove the feature."),
    "hexside.edge": _advice(
        "a hexside with a feature is at the edge of the board",
        "No action needed if the feature is meant to be seen there.",
    ),
    "hexside.several": _advice(
        "a hexside has more than one feature that hinders movement or sight",
        "Keep one of them, unless you want their costs to add up.",
    ),
    "symmetry.near": _advice(
        "the board is symmetric except for a few hexes",
        "If the board is meant to be symmetric, make these hexes match their counterparts.",
    ),
    # -- weather and effects
    "effect.misplaced": _warning(
        "an effect is on void or impassable hexes, or on terrain that it does not affect",
        "Remove the effect.",
        "P1-06",
    ),
    "effect.becomes": _warning(
        "an effect is on terrain that turns it into another effect, as water turns fire into steam",
        "Place the other effect there, or none.",
        "P1-08",
    ),
    "effect.quenched": _advice(
        "an effect is next to terrain that ends it in the first round, as water ends fire",
        "No action needed if this is intended.",
        "P1-06",
    ),
    "weather.puts-out": _warning(
        "the weather ends an effect before the game begins, as rain ends fire",
        "Remove the effect, or change the weather.",
        "P1-10",
    ),
    "weather.no-cooling": _advice(
        "the weather prevents cooling, and the board has terrain that cools",
        "No action needed if this is intended.",
        "P1-10",
    ),
    # -- paths
    "area.sealed": _warning(
        "no unit on foot can reach some passable hexes", "Open a path to them, or make them impassable."
    ),
    "area.closed": _advice(
        "some classes or movement modes cannot reach some passable hexes",
        "No action needed if this is intended. Otherwise, open a path.",
    ),
    "zone.cut-off": _error(
        "no unit on foot can move between the deployment zones of two enemy sides", "Open a path."
    ),
    "zone.closed": _warning(
        "some classes in play cannot move between the deployment zones of two enemy sides",
        "Open a path for them, or remove their units.",
    ),
    "zone.single-exit": _warning(
        "every path out of a deployment zone leads through one hex", "Open another way out."
    ),
    "zone.no-way-out": _error("units cannot leave their deployment zone", "Open a way out."),
    "zone.stuck": _warning(
        "no unit on foot can get from some hexes of a deployment zone to an objective or any enemy zone",
        "Open a path from these hexes, or remove them from the zone.",
    ),
    "objective.cut-off": _error(
        "no unit on foot can reach an objective from the zone of a side that may win it", "Open a path."
    ),
    "objective.closed": _advice(
        "some classes cannot reach an objective that their side may win",
        "No action needed if this is intended. Otherwise, open a path for them.",
    ),
    "time.unchecked": _advice(
        "the board is too large to check every time to a goal", "Check it by playing the scenario."
    ),
    "objective.too-late": _warning(
        "no unit of a side can reach an objective in time to hold it before the game ends",
        "Move it closer, shorten the hold, or lengthen the game.",
        "H-10",
    ),
    "elevation.steep": _advice(
        "the level difference between neighbouring hexes is too great for every class",
        "No action needed if this is meant as a cliff. Otherwise, add a level in between.",
    ),
    # -- objectives and victory
    "objective.empty": _error("an objective has no hexes", "Give it hexes on the board, or remove it."),
    "objective.unusable": _error("no unit can stand in an objective", "Move it to passable hexes."),
    "objective.unknown-side": _error(
        "an objective names a side that the scenario does not have", "Name one of the scenario's sides."
    ),
    "objective.hold": _error(
        "an objective must be held for more turns than the game has",
        "Shorten the hold or lengthen the game.",
        "P1-22",
    ),
    "objective.endless": _warning(
        "an objective gives points, but they are never counted",
        "Set a turn limit or victory points.",
        "P1-22",
    ),
    "objective.worthless": _advice("an objective gives no points", "Give it points."),
    "objective.no-exit": _warning("an exit objective is not in an exit zone", "Add an exit zone there."),
    "victory.none": _warning(
        "the game cannot be won",
        "Set victory points or last_standing, or set a turn limit and give points for something.",
        "P1-22",
    ),
    "victory.at-once": _warning("victory needs 0 points", "Set 1 or more, or remove 'points'.", "P1-22"),
    "victory.endless": _warning(
        "kills or components give points, but they are never counted",
        "Set a turn limit or victory points.",
        "P1-22",
    ),
    "victory.unreachable": _warning(
        "no side can score enough points to reach the victory points",
        "Lower the victory points, or add turns, objectives or points for kills.",
        "P1-22",
    ),
    "victory.unusual": _advice(
        "the victory points are outside the ruleset's usual range",
        "Set them within the usual range.",
        "P1-22",
    ),
    "victory.no-winner": _advice(
        "the turn limit is reached and nobody wins",
        "Give a side the way to win 'time_out: true', unless a draw is intended.",
    ),
    "victory.two-winners": _warning(
        "two sides win together when the turn limit is reached", "Keep 'time_out' for only one of them."
    ),
    # -- ways to win
    "win.unknown": _error(
        "a way to win names something that the scenario or the ruleset does not have",
        "Name an id from the scenario, or a class from the ruleset.",
    ),
    "win.wrong-kind": _error(
        "a way to win names something of the wrong kind, such as a zone instead of an objective",
        "Name an id of the right kind.",
    ),
    "win.own-side": _error("a side has to destroy units of its own team", "Name enemy units or sides."),
    "win.count": _error(
        "a task needs more objectives or units than can count toward it",
        "Lower the count, or add objectives or units.",
    ),
    "win.no-limit": _warning(
        "a side wins when the turn limit is reached, but the scenario has no turn limit", "Set a turn limit."
    ),
    "win.unarmed": _warning("a side has to destroy units but has no armed unit", "Give it an armed unit."),
    "win.unreachable": _error(
        "the units that count cannot reach their goal, or points cannot be scored",
        "Open a path, move the goal, or let other units count.",
    ),
    "win.too-late": _warning(
        "the units that count cannot reach their goal before the game ends",
        "Add turns, or move the start and the goal closer together.",
        "H-10",
    ),
    # -- profiles
    "profile.mix": _advice(
        "the board has more or less of a feature than the profile recommends",
        "Place more or less of the feature.",
        "P1-13",
    ),
    "profile.theme": _advice("the board lacks features of its theme", "Add the missing features.", "P1-25"),
}

#: Every code, those of plugins last.
CODES: Final = WithPlugins(_SHIPPED, plugin_codes)


def make_finding(code: str, message: str, place: Place, *, fix: str | None = None) -> Finding:
    """Return a finding of that code, with its severity and rule; the code's own fix unless one is given."""
    known = CODES[code]
    return Finding(known.severity, code, message, place, fix or known.fix, known.rule)
