"""Fairground's core: load, check, draw and export scenarios without a window.

>>> from fairground.core import load, validate
>>> findings = validate(load("scenarios/standard-arena.yaml"))

Names are loaded when they are first used, so that a script pays only for what it calls.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairground.core.analysis.chokepoints import chokepoints
    from fairground.core.analysis.fairness.explain import explain
    from fairground.core.analysis.fairness.report import fairness
    from fairground.core.analysis.repair.repair import repair
    from fairground.core.analysis.states import compare_states
    from fairground.core.analysis.territory import territory
    from fairground.core.analysis.variants.gallery import variants
    from fairground.core.analysis.win_rate.simulate import simulate
    from fairground.core.clients import export, import_file
    from fairground.core.errors import FairgroundError
    from fairground.core.files import load, save
    from fairground.core.finding import Finding, Place, Severity
    from fairground.core.library import batch
    from fairground.core.movement.graph import movement_graph
    from fairground.core.movement.mover import mover
    from fairground.core.movement.path import path
    from fairground.core.movement.reach import reach
    from fairground.core.pictures import draw_board, draw_terrain_table, to_pdf, to_png, to_svg
    from fairground.core.rounds.end import end_round
    from fairground.core.rounds.start import at_start
    from fairground.core.rounds.what_if import what_if
    from fairground.core.rules import load_ruleset
    from fairground.core.scenario.clip import clip_of
    from fairground.core.scenario.compare import compare
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.made_symmetric import made_symmetric, symmetric_versions
    from fairground.core.scenario.paste import paste
    from fairground.core.scenario.relayout import relaid
    from fairground.core.scenario.rerule import reruled
    from fairground.core.scenario.resize import resized
    from fairground.core.scenario.suggested_mapping import suggest_mapping
    from fairground.core.scenario.turning import turned
    from fairground.core.sight.arcs import arcs
    from fairground.core.sight.attack.preview import attack
    from fairground.core.sight.attack.stance import Stance
    from fairground.core.sight.attack.weapon import Weapon
    from fairground.core.sight.bases.fan import base_fan
    from fairground.core.sight.bases.verdict import base_sight
    from fairground.core.sight.either import fan, sight
    from fairground.core.sight.visibility import visibility
    from fairground.core.validation import validate, validate_file

_HOMES = {
    "FairgroundError": "errors",
    "Finding": "finding",
    "Place": "finding",
    "Scenario": "scenario.document",
    "Severity": "finding",
    "Stance": "sight.attack.stance",
    "Weapon": "sight.attack.weapon",
    "arcs": "sight.arcs",
    "attack": "sight.attack.preview",
    "base_fan": "sight.bases.fan",
    "base_sight": "sight.bases.verdict",
    "at_start": "rounds.start",
    "batch": "library",
    "chokepoints": "analysis.chokepoints",
    "clip_of": "scenario.clip",
    "compare": "scenario.compare",
    "compare_states": "analysis.states",
    "draw_board": "pictures",
    "draw_terrain_table": "pictures",
    "end_round": "rounds.end",
    "export": "clients",
    "explain": "analysis.fairness.explain",
    "fairness": "analysis.fairness.report",
    "fan": "sight.either",
    "import_file": "clients",
    "load": "files",
    "load_ruleset": "rules",
    "made_symmetric": "scenario.made_symmetric",
    "movement_graph": "movement.graph",
    "mover": "movement.mover",
    "paste": "scenario.paste",
    "path": "movement.path",
    "reach": "movement.reach",
    "relaid": "scenario.relayout",
    "repair": "analysis.repair.repair",
    "reruled": "scenario.rerule",
    "resized": "scenario.resize",
    "save": "files",
    "sight": "sight.either",
    "simulate": "analysis.win_rate.simulate",
    "suggest_mapping": "scenario.suggested_mapping",
    "symmetric_versions": "scenario.made_symmetric",
    "territory": "analysis.territory",
    "to_pdf": "pictures",
    "to_png": "pictures",
    "to_svg": "pictures",
    "turned": "scenario.turning",
    "validate": "validation",
    "validate_file": "validation",
    "variants": "analysis.variants.gallery",
    "visibility": "sight.visibility",
    "what_if": "rounds.what_if",
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
