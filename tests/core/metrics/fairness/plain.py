"""Every measure once more, slowly: from single steps, single lines of sight and loops over hexes and pairs of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

import networkx as nx

from fairground.core import movement_graph, mover, sight
from fairground.core.grid.hexes import distance, neighbours
from fairground.core.rules.sight import CoverReach
from fairground.core.rules.terrain import HardCover, Tag

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules.ground import Ground
    from fairground.core.scenario.document import Scenario

    Values = dict[str, Fraction | float | int | None]

SLACK = Fraction(5, 4)


class Plain:
    """The measures of a scenario with two zones or more, no units and no allies, for one class that walks.

    Each gives a value for each zone, or nothing at all where the measure makes no sense.
    """

    def __init__(self, scenario: Scenario, class_id: str, *, blind: bool = False) -> None:
        self.blind = blind
        self.scenario, self.board, self.rules = scenario, scenario.board, scenario.rules
        self.who = mover(scenario, class_id)
        self.hexes = {
            self.board.label(at): at for at in self.board.hexes() if "void" not in self.board.terrain_at(at)
        }
        self.ground: dict[str, Ground] = {
            it: self.rules.ground(self.board.terrain_at(at)) for it, at in self.hexes.items()
        }
        self.level = {it: self.board.level_at(at) for it, at in self.hexes.items()}
        self.open = {it for it, ground in self.ground.items() if ground.admits(self.who.unit_class)}
        self.standable = {it for it, ground in self.ground.items() if ground.passable}
        self.graph: nx.DiGraph[Any] = nx.DiGraph()
        self.graph.add_nodes_from(self.open)
        for a, b, data in movement_graph(scenario, replace(self.who, faces=False)).edges(data=True):
            self.graph.add_edge(a, b, cost=Fraction(data["cost"]))
        self.zones = {
            it.id: {self.board.label(at) for at in self.board.hexes_of(it.shape.mask(self.board))}
            & set(self.hexes)
            for it in scenario.zones
        }
        self.starts = {it: hexes & self.open for it, hexes in self.zones.items()}
        self.there = {it: self.far(self.graph, hexes) for it, hexes in self.starts.items()}
        self.back = {it: self.far(self.graph.reverse(), hexes) for it, hexes in self.starts.items()}
        self._seen: dict[tuple[str, str], bool] = {}

    # -- what several measures look at ------------------------------------------------------------------------

    @staticmethod
    def far(graph: nx.DiGraph[Any], hexes: set[str]) -> dict[str, Fraction]:
        return dict(nx.multi_source_dijkstra_path_length(graph, hexes, weight="cost")) if hexes else {}

    def enemies(self, zone: str) -> list[str]:
        return [it for it in self.zones if it != zone]

    def turns(self, points: Fraction | None) -> int | None:
        if points is None:
            return None
        return ceil(points / self.who.allowance) if points else 0

    def length(self, zone: str, goal: Iterable[str]) -> Fraction | None:
        return min((self.there[zone][it] for it in goal if it in self.there[zone]), default=None)

    def reached(self, zone: str, turns: int) -> set[str]:
        return {it for it, points in self.there[zone].items() if points <= turns * self.who.allowance}

    def corridor(self, zone: str, enemy: str, slack: Fraction = Fraction(1)) -> set[str]:
        length = self.length(zone, self.starts[enemy])
        if length is None:
            return set()
        there, back = self.there[zone], self.back[enemy]
        return {it for it in there if it in back and there[it] + back[it] <= length * slack}

    def sees(self, a: str, b: str) -> bool:
        if self.blind:
            return False
        a, b = min(a, b), max(a, b)
        if (a, b) not in self._seen:
            height = self.who.unit_class.height
            self._seen[a, b] = sight(self.scenario, a, b, heights=(height, height)).clear
        return self._seen[a, b]

    def in_view(self, a: str, b: str, band: str | None) -> bool:
        away = distance(self.hexes[a], self.hexes[b])
        return away > 0 and (band is None or away in self.rules.range_bands[band]) and self.sees(a, b)

    def feet(self, zone: str) -> set[str]:
        return self.zones[zone] & self.standable

    # -- the measures -----------------------------------------------------------------------------------------

    def contact(self) -> Values:
        return {
            it: least(self.turns(self.length(it, self.starts[other])) for other in self.enemies(it))
            for it in self.zones
        }

    def first_shot(self, band: str | None) -> Values:
        found: Values = {}
        for zone in self.zones:
            turns = []
            for enemy in self.enemies(zone):
                stands = {
                    it for it in self.open if any(self.in_view(it, to, band) for to in self.feet(enemy))
                }
                turns.append(self.turns(self.length(zone, stands)))
            found[zone] = least(None if it is None else max(it, 1) for it in turns)
        return {} if all(it is None for it in found.values()) else found

    def _objectives(self) -> dict[str, list[list[Fraction]]]:
        """Return the points from every hex of a zone that has a way to each objective."""
        goals = [
            {self.board.label(at) for at in self.board.hexes_of(it.shape.mask(self.board))} & self.open
            for it in self.scenario.objectives
        ]
        back = [self.far(self.graph.reverse(), it) for it in goals]
        found = {
            zone: [[far[it] for it in starts if it in far] for far in back]
            for zone, starts in self.starts.items()
        }
        return found if any(it for every in found.values() for it in every) else {}

    def objectives(self) -> Values:
        return {
            zone: sum(sum(it) / Fraction(len(it)) for it in every) / Fraction(len(every))
            if all(every)
            else None
            for zone, every in self._objectives().items()
        }

    def nearest_objective(self) -> Values:
        return {zone: least(far for it in every for far in it) for zone, every in self._objectives().items()}

    def territory(self) -> Values:
        return {
            zone: sum(
                all(
                    it not in self.there[other] or points < self.there[other][it]
                    for other in self.enemies(zone)
                )
                for it, points in self.there[zone].items()
            )
            for zone in self.zones
        }

    def safe_area(self) -> Values:
        found: Values = {}
        for zone in self.zones:
            safe = 0
            for it, own in self.there[zone].items():
                enemy = least(self.there[other].get(it) for other in self.enemies(zone))
                safe += enemy is None or (
                    own + enemy > 0 and Fraction(enemy - own) / Fraction(enemy + own) > Fraction(35, 100)
                )
            found[zone] = safe
        return found

    def exploration(self) -> Values:
        found: Values = {}
        for zone in self.zones:
            start = self.starts[zone]
            hops = nx.multi_source_dijkstra_path_length(self.graph, start, weight=None) if start else {}
            shares = []
            for enemy in self.enemies(zone):
                limit = least(hops.get(it) for it in self.starts[enemy])
                count = sum(limit is None or it < limit for it in hops.values())
                shares.append(Fraction(count, len(self.open)) if self.open else Fraction(0))
            found[zone] = sum(shares, Fraction(0)) / len(shares)
        return found

    def exposure(self, band: str | None) -> Values:
        found: Values = {}
        for zone in self.zones:
            pairs = [
                self.in_view(a, b, band)
                for enemy in self.enemies(zone)
                for a in self.feet(enemy)
                for b in self.feet(zone)
            ]
            found[zone] = share(sum(pairs), len(pairs))
        return found

    def exposure_after_move(self, band: str | None) -> Values:
        found: Values = {}
        for zone in self.zones:
            stands = set().union(*(self.reached(it, 1) for it in self.enemies(zone)))
            hit = [any(self.in_view(a, b, band) for a in stands) for b in self.feet(zone)]
            found[zone] = share(sum(hit), len(hit))
        return found

    def own_ground(self, zone: str) -> set[str]:
        """Return what a zone gets to in two turns, and no other before it."""
        there = self.there[zone]
        return {
            it
            for it in self.reached(zone, 2)
            if all(there[it] <= self.there[other].get(it, there[it]) for other in self.enemies(zone))
        }

    def positions(self, zone: str) -> set[str]:
        """Return what no other gets to before a zone within two hexes of an objective; without any, its own ground."""
        there = self.there[zone]
        goals = [
            at for it in self.scenario.objectives for at in self.board.hexes_of(it.shape.mask(self.board))
        ]
        near = {
            it
            for it in there
            if any(distance(self.hexes[it], goal) <= 2 for goal in goals)
            and all(there[it] <= self.there[other].get(it, there[it]) for other in self.enemies(zone))
        }
        return near or self.own_ground(zone)

    def cover(self) -> Values:
        giving = {
            it
            for it, ground in self.ground.items()
            if ground.covers or Tag.COVER in self.tags(it) or ground.hard_cover is not HardCover.NONE
        }
        obscured = {it for it in self.hexes if Tag.OBSCURING in self.tags(it)}
        adjacent = self.rules.cover.reach is CoverReach.ADJACENT

        def is_covered(label: str, shooter: str) -> bool:
            at, there = self.hexes[label], self.hexes[shooter]
            behind = {
                it for it in self.beside(at) & giving if distance(self.hexes[it], there) < distance(at, there)
            }
            return label in giving | obscured or (adjacent and bool(behind))

        found: Values = {}
        for zone in self.zones:
            lines = [
                is_covered(it, shooter)
                for it in self.positions(zone)
                for enemy in self.enemies(zone)
                for shooter in self.feet(enemy)
            ]
            found[zone] = share(sum(lines), len(lines))
        return found

    def beside(self, at: Hex) -> set[str]:
        return {label for label, other in self.hexes.items() if other in neighbours(at)}

    def tags(self, label: str) -> set[Tag]:
        """Return the tags of what stands and lies in a hex."""
        lying = [self.rules.effects[it] for it in self.board.effects_at(self.hexes[label])]
        return set(self.ground[label].tags).union(*(it.tags for it in lying))

    def mean_level(self, zone: str) -> Fraction:
        feet = self.feet(zone)
        return Fraction(sum(self.level[it] for it in feet), max(len(feet), 1))

    def high_ground(self) -> Values:
        found: Values = {}
        for zone in self.zones:
            own, rises = self.own_ground(zone), []
            for enemy in self.enemies(zone):
                pairs = [(a, b) for a in own for b in self.own_ground(enemy)]
                rise = sum(max(0, self.level[a] - self.level[b]) for a, b in pairs)
                rises += [Fraction(rise, len(pairs))] if pairs else []
            found[zone] = sum(rises, Fraction(0)) / max(len(rises), 1) if own else None
        return found

    def high_ground_view(self) -> Values:
        ever = set().union(*self.there.values())
        peaks = {
            it
            for it in self.standable & ever
            if all(
                self.level[other] <= self.level[it] for other in self.beside(self.hexes[it]) & self.standable
            )
        }
        found: Values = {}
        for zone in self.zones:
            tops = {it for it in peaks if self.feet(zone) and self.level[it] > self.mean_level(zone)}
            far = self.length(zone, tops)
            nearest = {it for it in tops if far is not None and self.there[zone].get(it) == far}
            found[zone] = sum(any(a == b or self.sees(a, b) for a in nearest) for b in self.hexes)
        return found

    def choke_width(self) -> Values:
        return {
            zone: least(self.width(self.graph, zone, it) for it in self.enemies(zone)) for zone in self.zones
        }

    def routes(self) -> Values:
        return {
            zone: least(
                self.width(self.graph.subgraph(self.corridor(zone, it, SLACK)), zone, it)
                for it in self.enemies(zone)
            )
            for zone in self.zones
        }

    def width(self, graph: nx.DiGraph[Any], zone: str, enemy: str) -> int | None:
        """How many hexes close the way; None where none do."""
        a, b = self.starts[zone] & set(graph), self.starts[enemy] & set(graph)
        if any(graph.has_edge(start, end) for start in a for end in b):
            return None
        inner: nx.DiGraph[Any] = nx.DiGraph(graph.subgraph(set(graph) - a - b))
        inner.add_nodes_from(["from", "to"])
        inner.add_edges_from(("from", it) for start in a for it in graph[start] if it in inner)
        inner.add_edges_from((it, "to") for end in b for it in graph.predecessors(end) if it in inner)
        return len(nx.minimum_node_cut(inner, "from", "to")) if nx.has_path(inner, "from", "to") else 0

    def traffic(self) -> Values:
        graph = self.graph.copy()
        for _, _, data in graph.edges(data=True):
            # Of ways that cost the same by steps that cost nothing, those with the fewest such steps.
            data["cost"] += Fraction(not data["cost"], 1_000_000)
        found: Values = {}
        for zone in self.zones:
            through: dict[str, float] = defaultdict(float)
            pairs = 0
            ends = [
                (a, b) for enemy in self.enemies(zone) for a in self.starts[zone] for b in self.starts[enemy]
            ]
            for a, b in ends:
                if nx.has_path(graph, a, b):
                    pairs += 1
                    ways = list(nx.all_shortest_paths(graph, a, b, weight="cost"))
                    for way in ways:
                        for it in way[1:-1]:
                            through[it] += 1 / len(ways)
            found[zone] = max(through.values(), default=0.0) / max(pairs, 1)
        return found

    def hazard(self) -> Values:
        harm = {it: self.harm(it) for it in self.open}
        found: Values = {}
        for zone in self.zones:
            own = self.own_ground(zone)
            graph: nx.DiGraph[Any] = nx.DiGraph()
            graph.add_nodes_from(self.open)
            for a, b, data in self.graph.edges(data=True):
                graph.add_edge(b, a, cost=data["cost"] * 10**6 + (harm[b] if b in own else 0))
            far = self.far(graph, set().union(*(self.starts[it] for it in self.enemies(zone))))
            # Fractions of a point times the factor are whole still: no ruleset has finer ones.
            ways = [far[it] % self.finest(10**6) for it in self.starts[zone] if it in far]
            found[zone] = sum(ways, Fraction(0)) / len(ways) if ways else None
        return found

    def finest(self, factor: int) -> Fraction:
        """Return the factor for the smallest part of a point that any step costs."""
        parts = [data["cost"].denominator for _, _, data in self.graph.edges(data=True)]
        return Fraction(factor, max(parts, default=1))

    def harm(self, label: str) -> int:
        ground, effects = self.ground[label], self.board.effects_at(self.hexes[label])
        lying = [self.rules.effects[it] for it in effects if it in self.rules.effects]
        heat = ground.heat + sum(it.heat for it in lying)
        return ground.damage + sum(it.damage for it in lying) + max(heat, 0)

    def cooling(self) -> Values:
        effects = self.rules.effects
        cool = {
            it
            for it in self.open
            if self.ground[it].heat + sum(effects[e].heat for e in self.board.effects_at(self.hexes[it])) < 0
        }
        return {zone: self.turns(self.length(zone, cool)) for zone in self.zones} if cool else {}

    def capacity(self) -> Values:
        areas = list(nx.strongly_connected_components(self.graph))
        most = max(map(len, areas), default=0)
        largest = set().union(*(it for it in areas if len(it) == most))
        usable: Values = {
            zone: sum(it in largest and bool(self.graph[it]) for it in hexes)
            for zone, hexes in self.starts.items()
        }
        return usable if any(usable.values()) else {}

    def all(self) -> dict[tuple[str, str | None], Values]:
        """Return every measure by its id and weapon band."""
        bands: list[str | None] = [*self.rules.range_bands] or [None]
        found: dict[tuple[str, str | None], Values] = {
            (name.replace("_", "-"), None): getattr(self, name)()
            for name in (
                "contact", "objectives", "nearest_objective", "territory", "safe_area", "exploration", "cover",
                "high_ground", "high_ground_view", "choke_width", "routes", "traffic", "hazard", "cooling",
                "capacity",
            )
        }  # fmt: skip
        for band in bands:
            found["first-shot", band] = self.first_shot(band)
            found["exposure", band] = self.exposure(band)
            found["exposure-after-move", band] = self.exposure_after_move(band)
        if not any(self.starts.values()):
            # Nobody can start, so that there is nothing to say but what is seen of the zones, and the traffic of nobody.
            return {key: it if key[0] in {"exposure", "traffic"} else {} for key, it in found.items()}
        return found


def least(values: Iterable[Any]) -> Any:  # numbers of any kind
    """Return the least of some values; None where there is none."""
    return min((it for it in values if it is not None), default=None)


def share(count: int, of: int) -> Fraction | None:
    """Return a share; none of nothing."""
    return Fraction(count, of) if of else None
