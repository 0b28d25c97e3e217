"""Answers of the rules that the window computes itself, within a frame; the worker computes all others.

Only here does the editor's process use the layers of core for sight, movement and validation, which load on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import ScenarioError, UsageError
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from fairground.core.attacks.preview import Attack, Previews
    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.mover import Mover
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec
    from fairground.core.scenario.parts import Side, Unit
    from fairground.core.sight.bases.verdict import BaseVerdicts
    from fairground.core.sight.field.fan import Fans
    from fairground.core.sight.line.verdict import Verdicts
    from fairground.core.sight.unit_sides import Arcs
    from fairground.core.simulation.game.ladder import BotPlugin
    from fairground.core.validation.checked_scenario import CheckedScenario
    from fairground.editor.document.mover_choice import AttackChoice

#: The modules for that and for answers of the worker, dependencies first, so that none takes long to load.
LOADED = (
    "fairground.core.sight.line.trace",
    "fairground.core.sight.line.verdict",
    "fairground.core.sight.field.fan",
    "fairground.core.sight.unit_sides",
    "fairground.core.attacks.preview",
    "fairground.core.sight.bases.verdict",
    "fairground.core.movement.board_steps",
    "fairground.core.movement.mover",
    "fairground.core.movement.search",
    "fairground.core.movement.path",
    "fairground.core.movement.reach",
    "fairground.core.movement.areas",
    "fairground.core.scenario.board_symmetry",
    "fairground.core.scenario.fairness_titles_and_limits",
    "fairground.core.files.reader",
    "fairground.core.validation.board",
    "fairground.core.validation",
    "fairground.core.metrics.chokepoints.chokepoints",
    "fairground.core.metrics.territory",
    "fairground.core.metrics.fairness.contest",
    "fairground.core.metrics.fairness.report",
    "fairground.core.metrics.fairness.candidates",
    "fairground.core.metrics.fairness.explain",
    "fairground.core.whatif.changes",
    "fairground.core.whatif.game_start",
    "fairground.core.simulation.game",
)


def fans_of(scenario: Scenario) -> Fans:
    """Return the fans of a scenario."""
    from fairground.core.sight.field.fan import Fans

    return Fans(scenario)


def verdicts_of(scenario: Scenario) -> Verdicts:
    """Return the verdicts on lines of sight of a scenario."""
    from fairground.core.sight.line.verdict import Verdicts

    return Verdicts(scenario)


def base_verdicts_of(scenario: Scenario) -> BaseVerdicts:
    """Return the verdicts on sight from base to base of a scenario."""
    from fairground.core.sight.bases.verdict import BaseVerdicts

    return BaseVerdicts(scenario)


def why_no_lines(rules: Ruleset) -> str:
    """Return why a ruleset has no lines of sight between hexes, as a sentence; empty if it has."""
    from fairground.core.sight.board.facts import refuse_bases

    try:
        refuse_bases(rules)
    except ScenarioError as error:
        return f"{error}."
    return ""


def arcs_of(scenario: Scenario, unit: Unit) -> Arcs | None:
    """Return the sides of a unit; None if it is off the board, or the ruleset has no sides."""
    from fairground.core.sight.unit_sides import arcs, has_sides

    if not has_sides(scenario.rules):
        return None
    try:
        return arcs(scenario, unit.hex, unit.facing, unit.shield)
    except (ScenarioError, UsageError):  # findings report it
        return None


def why_no_arcs(rules: Ruleset) -> str:
    """Return why units of a ruleset have no sides, as a sentence; empty if they have."""
    from fairground.core.sight.unit_sides import has_sides

    if has_sides(rules):
        return ""
    return tr("In the ruleset {ruleset}, units have no facing.").format(ruleset=rules.title)


def previews_of(scenario: Scenario) -> Previews:
    """Return the previews of attacks in a scenario."""
    from fairground.core.attacks.preview import Previews

    return Previews(scenario)


def attack_of(
    previews: Previews, ends: tuple[Hex | str, Hex | str], heights: tuple[int, int], choice: AttackChoice
) -> Attack:
    """Return the preview of an attack from the first of two hexes, or units by their ids, on the second.

    Raises
    ------
    ScenarioError
        When the ruleset has no such weapon, state or situation, or a number is out of range.
    """
    from fairground.core.attacks.fighter import Stance, Weapon
    from fairground.core.rules.attack import AttackKind

    kind = AttackKind(choice.kind)
    weapon = Weapon(kind, choice.reach, cost=choice.cost, traits=choice.traits, damage=choice.damage)
    attacker, target = (
        Stance(
            moved=it.moved,
            facing=it.facing,
            shield=it.shield,
            shield_kind=it.shield_kind,
            states=dict(it.states),
            unit_class=it.unit_class,
            defence=it.defence,
            grounded=it.grounded,
            height=height,
        )
        for it, height in zip(choice.ends, heights, strict=True)
    )
    return previews.attack(
        *ends, weapon=weapon, attacker_state=attacker, target_state=target, situations=choice.situations
    )


def format_chance(chance: Fraction) -> str:
    """Return a chance as a fraction and in percent."""
    from fairground.core.attacks.results import format_chance as format_exact_chance

    return format_exact_chance(chance)


def default_mode() -> str:
    """Return the default mode of movement."""
    from fairground.core.movement.mover import DEFAULT_MODE

    return DEFAULT_MODE


def mover_of(scenario: Scenario, class_id: str, mode_id: str, *, in_danger: bool) -> Mover:
    """Return the mover; empty ids mean the defaults.

    Raises
    ------
    RulesetError
        When the ruleset cannot be read.
    ScenarioError
        When it has no such class or mode.
    """
    from fairground.core.movement.mover import mover

    return mover(scenario, class_id or None, mode_id or None, danger=in_danger)


def standards() -> Mapping[str, MeasureSpec]:
    """Return every measure of fairness with its default bands, by id, in the order of reports."""
    from fairground.core.scenario.fairness_titles_and_limits import MEASURES

    return MEASURES


def bot_plugin(name: str) -> BotPlugin | None:
    """Return the bot of a plugin with its title and summary; None if no plugin has a bot of that name."""
    from fairground.core.simulation.game.ladder import BOT_PLUGINS

    return BOT_PLUGINS.members().get(name)


def why_no_band(measure: str, bounds: str) -> str:
    """Return why a text is not a pair of limits of green and amber for a measure, as a sentence; empty if it is."""
    from fairground.core.scenario.fairness_standards import band_text, with_band

    try:
        with_band(standards(), band_text(measure, bounds))
    except UsageError as error:
        return f"{str(error)[:1].upper()}{str(error)[1:]}."
    return ""


def describe_scope(scenario: Scenario) -> str:
    """Return a sentence that says what validation checked."""
    from fairground.core.validation.file_report import describe_scope

    return describe_scope(scenario)


def subject_of(scenario: Scenario, rules: Ruleset | None = None) -> CheckedScenario:
    """Return a scenario with the masks of its validation, for fixes of findings."""
    from fairground.core.validation.checked_scenario import CheckedScenario

    return CheckedScenario(scenario, rules)


def facing_of_new_unit(scenario: Scenario, side: str, at: Hex) -> int | None:
    """Return the facing of a new unit toward the enemy; None if there is nothing to face."""
    from fairground.core.sight.unit_sides import facing_toward_enemy

    return facing_toward_enemy(scenario, side, at)


def turns_of_tasks(subject: CheckedScenario) -> int:
    """Return how many turns the tasks of all sides need."""
    from fairground.core.validation.mission_paths import turns_needed

    return turns_needed(subject)


def turns_of_self_play() -> int:
    """Return the turn limit that self-play uses for a scenario without one."""
    from fairground.core.simulation.game.arena import TURNS

    return TURNS


def most_points_of(subject: CheckedScenario, side: Side) -> int | None:
    """Return the most points that a side can score."""
    from fairground.core.validation.victory import most_points

    return most_points(subject, side)
