"""Convert a scenario to another ruleset by a mapping, and list the losses."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.errors import RulesetError, ScenarioError
from fairground.core.scenario.board import VOID, PaletteEntry, entry_index
from fairground.core.scenario.mission_references import fitted_missions
from fairground.core.scenario.parts import RulesetReference, Shield
from fairground.core.scenario.ruleset_kinds import NO_WEATHER, Topic, kind_title, used_kinds
from fairground.core.scenario.transform.carrying import Lost
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

    KindMapping = Mapping[Topic, Mapping[str, str | None]]

#: The terrain of hexes whose own is removed.
_OPEN = "clear"


@dataclass(frozen=True, slots=True)
class Reruled:
    """A scenario with its new ruleset, the losses, and other changes as sentences (``said``)."""

    scenario: Scenario
    lost: tuple[Lost, ...]
    said: tuple[str, ...]


def reruled(scenario: Scenario, ruleset: str, mapping: KindMapping) -> Reruled:
    """Return a copy of a scenario with another ruleset, a shipped id or a path relative to the scenario's folder.

    ``mapping`` has the new id of each kind, by topic and id; None removes it: hexes without terrain become clear, units
    without a class are lost. Default: the same id. Shields, traits and overrides are kept if the new ruleset has them.

    Raises
    ------
    RulesetError
        When there is no such ruleset or it has faults.
    ScenarioError
        When kinds in use have no valid counterpart; the message names all of them.
    """
    from fairground.core.rules import load_ruleset

    rules = load_ruleset(ruleset, folder=scenario.folder)
    full = _complete(scenario, rules, mapping)
    return _Ruler(scenario, rules, full).reruled(ruleset)


def _complete(scenario: Scenario, rules: Ruleset, mapping: KindMapping) -> dict[Topic, dict[str, str | None]]:
    """Return the mapping of each kind in use; raises ScenarioError if some are missing or invalid."""
    complete: dict[Topic, dict[str, str | None]] = {}
    faults = []
    for topic, kinds in used_kinds(scenario).items():
        known, own = topic.entries(rules), mapping.get(topic, {})
        complete[topic] = {}
        for kind in kinds:
            new = own.get(kind, kind)
            if new is None or new in known or (topic is Topic.WEATHER and new == NO_WEATHER):
                complete[topic][kind] = new
            elif kind in own:
                faults.append(f"{topic.value} {kind} to {new}: there is no {new!r}{did_you_mean(new, known)}")
            else:
                faults.append(f"{topic.value} {kind}: no counterpart{did_you_mean(kind, known)}")
    if faults:
        raise ScenarioError(
            f"{rules.title} does not have everything that the scenario uses: {'; '.join(faults)}"
        )
    return complete


class _Ruler:
    def __init__(
        self, scenario: Scenario, rules: Ruleset, mapping: Mapping[Topic, Mapping[str, str | None]]
    ) -> None:
        self._scenario = scenario
        self._rules = rules
        self._mapping = mapping
        self._lost: list[Lost] = []
        self._said: list[str] = []

    def reruled(self, ruleset: str) -> Reruled:
        scenario = self._scenario
        board = self._board()
        units = []
        for unit in scenario.units:
            new = self._mapping[Topic.CLASSES][unit.unit_class]
            place = scenario.board.hex_name(unit.hex)
            if new is None:
                self._lost.append(Lost("unit", unit.id, place, scenario.unit_title(unit)))
                continue
            shield = unit.shield if unit.shield.value in self._rules.shields else Shield.NONE
            if shield is not unit.shield:
                self._lost.append(Lost("shield of", unit.id, place, scenario.unit_title(unit)))
            traits = tuple(it for it in unit.traits if it in self._rules.visibility.unit_traits)
            for trait in unit.traits:
                if trait not in traits:
                    self._lost.append(Lost(f"trait {trait} of", unit.id, place, scenario.unit_title(unit)))
            units.append(replace(unit, unit_class=new, shield=shield, traits=traits))
        weather = self._mapping[Topic.WEATHER].get(scenario.weather, scenario.weather)
        if weather is None:
            self._lost.append(
                Lost("weather", scenario.weather, title=kind_title(scenario, Topic.WEATHER, scenario.weather))
            )
        self._say_levels(board)
        after = replace(
            scenario,
            board=board,
            units=units,
            weather=weather or NO_WEATHER,
            ruleset=RulesetReference(ruleset, self._overrides(ruleset), ""),
        )
        missions = fitted_missions(scenario, after, self._mapping[Topic.CLASSES])
        after.sides = missions.sides
        self._lost += (Lost("way to win for", it) for it in missions.gone)
        self._said += (f"a way to win for {it} now has fewer parts" for it in missions.shortened)
        after.ruleset = replace(after.ruleset, content_hash=after.rules.content_hash)
        units_left = {unit.id for unit in units}
        after.comments = {
            path: lines
            for path, lines in scenario.comments.items()
            if len(path) < 2 or path[0] != "units" or path[1] in units_left
        }
        return Reruled(after, tuple(self._lost), tuple(self._said))

    def _board(self) -> Board:
        board = self._scenario.board
        palette, terrain = self._layer(Topic.TERRAIN, board.palette, board.terrain)
        effects_palette, effects = self._layer(Topic.EFFECTS, board.effects_palette, board.effects)
        return replace(
            board,
            palette=palette,
            terrain=terrain,
            elevation=board.elevation.copy(),
            effects_palette=effects_palette,
            effects=effects,
            hexsides=self._hexsides(board),
            names=dict(board.names),
            notes=dict(board.notes),
        )

    def _layer(
        self, topic: Topic, palette: Sequence[PaletteEntry], layer: NDArray[np.uint16]
    ) -> tuple[list[PaletteEntry], NDArray[np.uint16]]:
        """Return the mapped palette and layer of terrain or effects."""
        counts = np.bincount(layer.ravel(), minlength=len(palette)).tolist()
        gone: Counter[str] = Counter()
        mapped: list[PaletteEntry] = []
        places = np.zeros(len(palette), np.uint16)
        for index, entry in enumerate(palette):
            # Unused entries, which have no mapping, are removed if their kinds are unknown.
            if not counts[index] and not all(kind in self._known(topic) for kind in entry.kinds):
                continue
            kinds = tuple(self._became(topic, entry.kinds))
            if topic is Topic.TERRAIN and _OPEN not in entry.kinds:
                # Open ground is only for hexes without other terrain.
                kinds = tuple(kind for kind in kinds if kind != _OPEN) or (_OPEN,)
            for kind in entry.kinds:
                gone[kind] += counts[index] * (self._mapping[topic].get(kind, kind) is None)
            if entry.kinds == kinds:
                # Equal entries are not merged.
                places[index] = len(mapped)
                mapped.append(entry)
            else:
                # Data of an import is kept unless the hex is empty.
                source = entry.source if kinds else None
                places[index] = entry_index(mapped, replace(entry, kinds=kinds, source=source))
        for kind, count in gone.items():
            if count:
                self._lose(topic, kind, f"on {count} hex{'es' * (count != 1)}")
        return mapped, places[layer]

    def _known(self, topic: Topic) -> set[str]:
        return {*topic.entries(self._rules), VOID}

    def _became(self, topic: Topic, kinds: Sequence[str]) -> Iterator[str]:
        """Yield the new kinds of a stack, each once, bottom first."""
        new = (self._mapping[topic].get(kind, kind) for kind in kinds)
        yield from dict.fromkeys(kind for kind in new if kind is not None)

    def _hexsides(self, board: Board) -> dict[Hexside, tuple[str, ...]]:
        hexsides = {}
        gone: Counter[str] = Counter()
        for side, names in board.hexsides.items():
            gone.update(name for name in names if self._mapping[Topic.HEXSIDES][name] is None)
            features = tuple(sorted(self._became(Topic.HEXSIDES, names)))
            if features:
                hexsides[side] = features
        for name, count in gone.items():
            self._lose(Topic.HEXSIDES, name, f"on {count} hexside{'s' * (count != 1)}")
        return hexsides

    def _lose(self, topic: Topic, kind: str, where: str) -> None:
        title = kind_title(self._scenario, topic, kind)
        self._lost.append(Lost(topic.value, f"{kind} {where}", title=f"{title} {where}"))

    def _say_levels(self, board: Board) -> None:
        levels = self._rules.levels
        outside = ~board.void & ((board.elevation < levels.min) | (board.elevation > levels.max))
        count = int(outside.sum())
        if count:
            self._said.append(
                f"{count} hex{'es have levels' if count > 1 else ' has a level'} outside the ruleset's range, "
                f"{levels.min} to {levels.max}"
            )

    def _overrides(self, ruleset: str) -> dict[str, object]:
        """Return the overrides that are valid for the new ruleset; the others are lost."""
        from fairground.core.rules import load_ruleset

        valid: dict[str, object] = {}
        for key, value in self._scenario.ruleset.overrides.items():
            try:
                load_ruleset(ruleset, folder=self._scenario.folder, overrides={**valid, key: value})
            except RulesetError:
                self._lost.append(Lost("rule", key))
            else:
                valid[key] = value
        return valid
