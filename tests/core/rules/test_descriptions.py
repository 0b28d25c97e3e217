from __future__ import annotations

import pytest

from fairground.core.rules import load_ruleset, shipped_rulesets
from fairground.core.rules.descriptions import cost_words, effect_facts, feature_facts, terrain_facts


def facts(ruleset: str, kind: str) -> tuple[str, ...]:
    rules = load_ruleset(ruleset)
    if kind in rules.terrain:
        return terrain_facts(rules.terrain[kind], rules)
    return (
        effect_facts(rules.effects[kind], rules)
        if kind in rules.effects
        else feature_facts(rules.hexsides[kind])
    )


@pytest.mark.parametrize(
    ("ruleset", "kind", "words"),
    [
        ("penance-1.0", "clear", ()),
        (
            "penance-1.0",
            "wall",
            ("impassable", "blocks sight", "10 hit points", "becomes rubble pile when destroyed"),
        ),
        ("penance-1.0", "lava", ("1 damage", "+2 heat")),
        ("penance-1.0", "steam", ("blocks sight", "lasts 1 round")),
        ("penance-2.0", "forest", ("cost 2", "light cover (+1 to hit)")),
        ("hexside-ww2", "orchard", ("hinders sight (+1)",)),
        ("hexside-ww2", "woods", ("cost 2", "blocks sight", "woods cover (+2 to hit)")),
        ("hexside-ww2", "hedgerow", ("+1 to cross", "blocks sight", "hinders sight (+1)")),
        ("hexside-ww2", "bridge", ("carries units", "ignores the terrain below")),
        ("penance-arena", "forest", ("1 of the 2 points that block sight", "light cover (+1 defence)")),
        ("penance-arena", "road", ("cost 1/2", "carries units")),
        ("base-visibility", "low-wall", ("hard cover for units that are behind it and touching it",)),
        ("base-visibility", "obscured", ("obscured: easily seen within 12″, +2 evasion beyond",)),
        ("megamek", "water-2", ("cost 4", "2 levels deep")),
        ("megamek", "bldg_elev-1", ("makes building 1 level high",)),
        (
            "megamek",
            "woods-2",
            ("cost 3", "2 of the 3 points that block sight (woods and smoke)", "2 levels high"),
        ),
    ],
)
def test_facts_in_words(ruleset: str, kind: str, words: tuple[str, ...]) -> None:
    assert facts(ruleset, kind) == words


def test_cost_is_said_of_terrain_and_of_the_ground_of_a_stack() -> None:
    rules = load_ruleset("hexside-ww2")
    assert cost_words(rules.terrain["woods"]) == "cost 2"
    assert cost_words(rules.ground(("canal",))) == "impassable"
    assert cost_words(rules.ground(("canal", "bridge"))) == "cost 1"


@pytest.mark.parametrize("name", shipped_rulesets())
def test_words_are_short_and_in_lower_case(name: str) -> None:
    rules = load_ruleset(name)
    for it in rules.terrain.values():
        for words in terrain_facts(it, rules):
            assert 0 < len(words) <= 60
            assert words == words.strip()
            assert words[0] == words[0].lower()
