"""Rulesets: what a game's rules say about boards, as data; nothing here knows any ruleset by its name."""

from fairground.core.rules.ground import Ground
from fairground.core.rules.loading import load_ruleset
from fairground.core.rules.ruleset import Ruleset
from fairground.core.rules.ruleset_files import known_rulesets, shipped_rulesets
from fairground.core.rules.schema import ruleset_schema

__all__ = ["Ground", "Ruleset", "known_rulesets", "load_ruleset", "ruleset_schema", "shipped_rulesets"]
