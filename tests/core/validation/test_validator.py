from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.grid.hexsides import hexside
from fairground.core.grid.labels import label
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import (
    Objective,
    ObjectiveKind,
    RulesetReference,
    Shield,
    Side,
    Unit,
    Victory,
    Zone,
    ZoneKind,
)
from fairground.core.scenario.zone_text import parse_shape
from fairground.core.validation import validate
from fairground.core.validation.severities_and_fixes import CODES

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding

_kinds = st.sampled_from(["clear", "wall", "water", "ice", "rubble", "void", "cover", "woood"])
_effects = st.sampled_from(["fire", "smoke", "steam", "fyre"])
_ids = st.sampled_from(["red", "blue", "green", "", "A1"])
_labels = st.builds(label, st.integers(0, 9), st.integers(0, 9))
_shapes = st.one_of(
    _labels,
    st.lists(_labels, min_size=1, max_size=4).map(", ".join),
    st.sampled_from(
        ["all", "rows 1", "rows 2-9", "columns 1-2", "rows 1 & rows 2", "all - rows 3", "within 2 of C3"]
    ),
).map(parse_shape)


def _palette(kinds: st.SearchStrategy[str], first: tuple[str, ...]) -> st.SearchStrategy[list[PaletteEntry]]:
    stacks = st.lists(st.lists(kinds, min_size=1, max_size=2, unique=True).map(tuple), max_size=6)
    return stacks.map(lambda found: [PaletteEntry(chr(97 + at), it) for at, it in enumerate([first, *found])])


@st.composite
def boards(draw: st.DrawFn) -> Board:
    board = Board.blank(draw(st.sampled_from(Layout)), draw(st.integers(1, 7)), draw(st.integers(1, 7)))
    size = board.terrain.size

    def painted(values: st.SearchStrategy[int]) -> Any:
        return np.reshape(draw(st.lists(values, min_size=size, max_size=size)), board.terrain.shape)

    board.palette = draw(_palette(_kinds, ("clear",)))
    board.terrain[:] = painted(st.integers(0, len(board.palette) - 1))
    board.effects_palette = draw(_palette(_effects, ()))
    board.effects[:] = painted(st.integers(0, len(board.effects_palette) - 1))
    board.elevation[:] = painted(st.sampled_from([0, 0, 0, 1, 3, 4, -20, 100]))
    hexes = st.sampled_from(sorted(board.hexes()))
    features = st.sampled_from([("hedge",), ("hedge", "wall"), ("fence",)])
    board.hexsides = draw(st.dictionaries(st.builds(hexside, hexes, st.integers(0, 5)), features, max_size=5))
    return board


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    board = draw(boards())
    hexes = st.sampled_from(sorted(board.hexes()))
    points = st.sampled_from([0, 3, 10, 40])

    def some(made: st.SearchStrategy[Any]) -> Any:
        return draw(st.lists(made, max_size=4))

    return Scenario(
        name="Any",
        ruleset=RulesetReference(
            draw(st.sampled_from(["penance-1.0", "penance-2.0", "penance-9", "missing.yaml"])),
            draw(st.sampled_from([{}, {"levels.max": 9}, {"levels.max": "high"}, {"nothing.at.all": 1}])),
            draw(st.sampled_from(["", "0123456789abcdef"])),
        ),
        board=board,
        weather=draw(st.sampled_from(["none", "rain", "extreme-heat", "hail"])),
        turns=draw(st.sampled_from([None, 1, 12])),
        sides=some(st.builds(Side, _ids, team=_ids)),
        zones=some(st.builds(Zone, _ids, _ids, _shapes, st.sampled_from(ZoneKind))),
        objectives=some(
            st.builds(
                Objective,
                _ids,
                _shapes,
                points,
                st.integers(0, 13),
                st.sampled_from(ObjectiveKind),
                side=_ids,
            )
        ),
        units=some(
            st.builds(
                Unit,
                _ids,
                _ids,
                st.sampled_from(["scout", "scuot"]),
                hexes,
                st.integers(1, 6),
                st.sampled_from(Shield),
            )
        ),
        victory=draw(st.builds(Victory, st.none() | points, st.booleans(), points, points)),
        locked=some(_ids | _labels),
    )


@settings(deadline=None)
@given(scenarios(), st.sampled_from([None, "simple", "complex", "volcano", "desert"]))
def test_any_scenario_is_validated_without_an_error(scenario: Scenario, profile: str | None) -> None:
    findings = validate(scenario, profile=profile)
    assert findings == validate(scenario, profile=profile)
    for finding in findings:
        assert finding.message
        if finding.code in CODES:
            assert finding.severity is CODES[finding.code].severity
            assert finding.fix
        else:
            assert finding.code.startswith("ruleset.")
        if finding.place.hex and finding.code != "shape.off-board":
            assert scenario.board.contains(scenario.board.parse(finding.place.hex))


def test_a_flood_of_findings_is_cut_off(
    arena: Callable[..., Scenario], unit: Callable[..., Unit], finding: Callable[..., Finding]
) -> None:
    units = [unit("A1", id=f"u{at}", side=f"side-{at}") for at in range(1000)]
    codes = [it.code for it in validate(arena(units=units))]
    assert codes.count("unit.unknown-side") == 50
    assert codes.count("unit.occupied") == 50
    assert codes.count("findings.many") == 2
    few = [replace(it, hex=unit("B1").hex) if at == 50 else it for at, it in enumerate(units[:52])]
    only = finding("findings.many", arena(units=[replace(it, side="red") for it in units[:52]]))
    assert only.message == "more than 50 findings with the code unit.occupied"
    assert [it.code for it in validate(arena(units=[replace(it, side="red") for it in few]))].count(
        "findings.many"
    ) == 0
