"""Fairground's core: load, check, draw and export scenarios without a window.

>>> from fairground.core import load, validate
>>> findings = validate(load("scenarios/standard-arena.yaml"))

Names are loaded when they are first used, so that a script pays only for what it calls.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairground.core.attacks.fighter import Stance, Weapon
    from fairground.core.attacks.preview import attack
    from fairground.core.batches import batch
    from fairground.core.clients import export, import_file
    from fairground.core.errors import FairgroundError
    from fairground.core.files import load, save
    from fairground.core.finding import Finding, Place, Severity
    from fairground.core.improve.repair.repair import repair
    from fairground.core.improve.variants.variants import variants
    from fairground.core.metrics.chokepoints.chokepoints import chokepoints
    from fairground.core.metrics.comparison.board_comparison import compare_states
    from fairground.core.metrics.fairness.explain import explain
    from fairground.core.metrics.fairness.report import fairness
    from fairground.core.metrics.territory import territory
    from fairground.core.movement.graph import movement_graph
    from fairground.core.movement.mover import mover
    from fairground.core.movement.path import path
    from fairground.core.movement.reach import reach
    from fairground.core.pictures import draw_board, draw_terrain_table, to_pdf, to_png, to_svg
    from fairground.core.rules import load_ruleset
    from fairground.core.scenario.compare import compare
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.clip import clip_of
    from fairground.core.scenario.transform.make_symmetric import made_symmetric, symmetric_versions
    from fairground.core.scenario.transform.paste import paste
    from fairground.core.scenario.transform.relayout import relaid
    from fairground.core.scenario.transform.rerule import reruled
    from fairground.core.scenario.transform.resize import resized
    from fairground.core.scenario.transform.suggested_mapping import suggest_mapping
    from fairground.core.scenario.transform.turning import turned
    from fairground.core.sight.any_ruleset import fan, sight
    from fairground.core.sight.bases.fan import base_fan
    from fairground.core.sight.bases.verdict import base_sight
    from fairground.core.sight.field.visibility import visibility
    from fairground.core.sight.unit_sides import arcs
    from fairground.core.simulation.simulate import simulate
    from fairground.core.validation import validate, validate_file
    from fairground.core.whatif.end_of_round import end_round
    from fairground.core.whatif.game_start import at_start
    from fairground.core.whatif.what_if import what_if

_HOMES = {
    "FairgroundError": "errors",
    "Finding": "finding",
    "Place": "finding",
    "Scenario": "scenario.document",
    "Severity": "finding",
    "Stance": "attacks.fighter",
    "Weapon": "attacks.fighter",
    "arcs": "sight.unit_sides",
    "attack": "attacks.preview",
    "base_fan": "sight.bases.fan",
    "base_sight": "sight.bases.verdict",
    "at_start": "whatif.game_start",
    "batch": "batches",
    "chokepoints": "metrics.chokepoints.chokepoints",
    "clip_of": "scenario.transform.clip",
    "compare": "scenario.compare",
    "compare_states": "metrics.comparison.board_comparison",
    "draw_board": "pictures",
    "draw_terrain_table": "pictures",
    "end_round": "whatif.end_of_round",
    "export": "clients",
    "explain": "metrics.fairness.explain",
    "fairness": "metrics.fairness.report",
    "fan": "sight.any_ruleset",
    "import_file": "clients",
    "load": "files",
    "load_ruleset": "rules",
    "made_symmetric": "scenario.transform.make_symmetric",
    "movement_graph": "movement.graph",
    "mover": "movement.mover",
    "paste": "scenario.transform.paste",
    "path": "movement.path",
    "reach": "movement.reach",
    "relaid": "scenario.transform.relayout",
    "repair": "improve.repair.repair",
    "reruled": "scenario.transform.rerule",
    "resized": "scenario.transform.resize",
    "save": "files",
    "sight": "sight.any_ruleset",
    "simulate": "simulation.simulate",
    "suggest_mapping": "scenario.transform.suggested_mapping",
    "symmetric_versions": "scenario.transform.make_symmetric",
    "territory": "metrics.territory",
    "to_pdf": "pictures",
    "to_png": "pictures",
    "to_svg": "pictures",
    "turned": "scenario.transform.turning",
    "validate": "validation",
    "validate_file": "validation",
    "variants": "improve.variants.variants",
    "visibility": "sight.field.visibility",
    "what_if": "whatif.what_if",
}

__all__ = [
    "FairgroundError",
    "Finding",
    "Place",
    "Scenario",
    "Severity",
    "Stance",
    "Weapon",
    "arcs",
    "at_start",
    "attack",
    "base_fan",
    "base_sight",
    "batch",
    "chokepoints",
    "clip_of",
    "compare",
    "compare_states",
    "draw_board",
    "draw_terrain_table",
    "end_round",
    "explain",
    "export",
    "fairness",
    "fan",
    "import_file",
    "load",
    "load_ruleset",
    "made_symmetric",
    "movement_graph",
    "mover",
    "paste",
    "path",
    "reach",
    "relaid",
    "repair",
    "reruled",
    "resized",
    "save",
    "sight",
    "simulate",
    "suggest_mapping",
    "symmetric_versions",
    "territory",
    "to_pdf",
    "to_png",
    "to_svg",
    "turned",
    "validate",
    "validate_file",
    "variants",
    "visibility",
    "what_if",
]


def __getattr__(name: str) -> object:
    """Load a public name from the module that it lives in."""
    if name not in _HOMES:
        raise AttributeError(f"module 'fairground.core' has no attribute {name!r}")
    return getattr(import_module(f"fairground.core.{_HOMES[name]}"), name)
