"""What terrain and effects do, in words: for the palette, the inspector and the status bar."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.rules import Ruleset
    from fairground.core.rules.terrain import Effect, Terrain


@dataclass(frozen=True, slots=True)
class Kind:
    """A terrain or an effect as the palette shows it.

    ``facts`` are the few that tell it from clear ground (``cost 2``, ``blocks sight``); ``tile`` is the name of its
    tile; ``source`` says where in the rules it stands, with the IDs of the rules.
    """

    id: str
    name: str
    tile: str
    is_effect: bool
    facts: tuple[str, ...]
    description: str
    source: str

    @property
    def summary(self) -> str:
        """The facts as one line; empty for clear ground."""
        return " · ".join(self.facts)

    @property
    def tooltip(self) -> str:
        """Everything, as rich text."""
        lines = [f"<b>{escape(self.name)}</b>", escape(self.description), escape(self.summary)]
        if self.source:
            lines.append(f"<i>{escape(self.source)}</i>")
        use = (
            "Click: put it on the selection, or take it off"
            if self.is_effect
            else "Left click: first terrain. Right click: second terrain"
        )
        return "<br>".join([line for line in lines if line] + [f"<small>{use}</small>"])

    def matches(self, text: str) -> bool:
        """Whether every word of ``text`` is found in the name or the facts, whatever its case."""
        own = f"{self.name} {self.id} {self.summary}".casefold()
        return all(word in own for word in text.casefold().split())


def kinds(rules: Ruleset) -> list[Kind]:
    """Return the terrain of a ruleset and then its effects, in the order of the file."""
    terrain = [
        Kind(
            name,
            it.name,
            it.tile or name,
            is_effect=False,
            facts=tuple(_terrain_facts(it, rules)),
            description=it.description,
            source=_source(it),
        )
        for name, it in rules.terrain.items()
    ]
    effects = [
        Kind(
            name,
            it.name,
            it.tile or name,
            is_effect=True,
            facts=tuple(_effect_facts(it)),
            description=it.description,
            source=_source(it),
        )
        for name, it in rules.effects.items()
    ]
    return terrain + effects


def cost_words(terrain: Terrain) -> str:
    """Return what entering costs, level and facing aside: ``cost 2``, or ``impassable``."""
    return f"cost {terrain.cost}" if terrain.passable else "impassable"


def _terrain_facts(it: Terrain, rules: Ruleset) -> Iterator[str]:
    if not it.passable or it.cost != rules.movement.base_cost:
        yield cost_words(it)
    if it.blocks_sight:
        yield "blocks sight"
    if it.cover is not None and it.cover in rules.cover.grades:
        grade = rules.cover.grades[it.cover]
        parts = [
            f"{value:+d} {what}"
            for value, what in ((grade.to_hit, "to hit"), (grade.defence, "defence"))
            if value
        ]
        yield f"{grade.name.lower()} ({', '.join(parts)})" if parts else grade.name.lower()
    yield from _harm(it.damage, it.heat)
    if it.hit_points:
        yield f"{it.hit_points} hit points"


def _effect_facts(it: Effect) -> Iterator[str]:
    if it.blocks_sight:
        yield "blocks sight"
    if it.to_hit:
        yield f"{it.to_hit:+d} to hit"
    yield from _harm(it.damage, it.heat)
    if it.lasts:
        yield f"lasts {it.lasts} round{'s' if it.lasts > 1 else ''}"


def _harm(damage: int, heat: int) -> Iterator[str]:
    if damage:
        yield f"{damage} damage"
    if heat:
        yield f"{heat:+d} heat" if heat > 0 else f"cools {-heat}"


def _source(it: Terrain | Effect) -> str:
    rules = f" ({', '.join(it.rules)})" if it.rules else ""
    return f"{it.source}{rules}" if it.source else rules.strip(" ()")
