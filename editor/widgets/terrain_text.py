"""The kinds of terrain, hexside features and effects, as the palette and the legend list them."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from textwrap import fill
from typing import TYPE_CHECKING

from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from fairground.core.rules import Ruleset
    from fairground.core.rules.terrain import Drawn


class PaletteSection(Enum):
    """The sections of the palette, in order."""

    TERRAIN = "terrain"
    HEXSIDE = "hexside"
    EFFECT = "effect"
    DETAIL = "detail"

    @property
    def title(self) -> str:
        """Its heading."""
        return _TITLES[self]

    @property
    def noun(self) -> str:
        """What one entry is called."""
        return _NOUNS[self]

    @property
    def is_terrain(self) -> bool:
        """Whether it lists terrain."""
        return self in (PaletteSection.TERRAIN, PaletteSection.DETAIL)


_TITLES = {
    PaletteSection.TERRAIN: tr("Terrain"),
    PaletteSection.HEXSIDE: tr("Hexside features"),
    PaletteSection.EFFECT: tr("Effects"),
    PaletteSection.DETAIL: tr("Combines with other terrain"),
}
_NOUNS = {
    PaletteSection.TERRAIN: tr("terrain"),
    PaletteSection.HEXSIDE: tr("hexside feature"),
    PaletteSection.EFFECT: tr("effect"),
    PaletteSection.DETAIL: tr("terrain"),
}
#: The cached kinds of the latest rulesets, which palette, options and legend use.
_cached_kinds: deque[tuple[Ruleset, list[PaletteKind]]] = deque(maxlen=4)
#: The most characters in a line of a tooltip.
_TIP_WIDTH = 72
#: What a click on an entry of the palette does.
_USES = {
    PaletteSection.TERRAIN: tr("Left-click: first terrain. Right-click: second terrain"),
    PaletteSection.HEXSIDE: tr("Click to choose this feature for hexsides"),
    PaletteSection.EFFECT: tr(
        "Click to choose this effect to paint. If hexes are selected with the select tool, a click adds it "
        "to them or removes it"
    ),
    PaletteSection.DETAIL: tr(
        "Left-click: first terrain. Right-click: second terrain. This terrain is added to the terrain "
        "already in a hex"
    ),
}


@dataclass(frozen=True, slots=True)
class PaletteKind:
    """A terrain, a hexside feature or an effect as the palette shows it.

    ``facts`` are the differences from clear ground (``cost 2``, ``blocks sight``); ``tile`` is the name of its tile;
    ``source`` is its place in the rules, with the IDs of the rules.
    """

    id: str
    name: str
    tile: str
    section: PaletteSection
    facts: tuple[str, ...]
    description: str
    source: str

    @property
    def summary(self) -> str:
        """The facts as one line; empty for clear ground."""
        return " · ".join(self.facts)

    @property
    def tooltip(self) -> str:
        """All texts, in lines of limited length."""
        texts = (self.name, self.description, self.summary, self.source, _USES[self.section])
        return "\n".join(_in_lines(line) for line in texts if line)

    def matches(self, text: str) -> bool:
        """Whether the name or the facts contain every word of ``text``, ignoring case."""
        own = f"{self.name} {self.id} {self.summary}".casefold()
        return all(word in own for word in text.casefold().split())


@lru_cache(maxsize=1024)  # all tooltips are set again for every map that is opened
def _in_lines(text: str) -> str:
    return fill(text, _TIP_WIDTH)


def kinds(rules: Ruleset) -> list[PaletteKind]:
    """Return everything that a ruleset can paint, by section and then in the order of the file."""
    palette_kinds = next((it for known, it in _cached_kinds if known is rules), None)
    if palette_kinds is None:
        palette_kinds = _kinds(rules)
        _cached_kinds.append((rules, palette_kinds))
    return [*palette_kinds]


def _kinds(rules: Ruleset) -> list[PaletteKind]:
    from fairground.core.rules.descriptions import effect_facts, feature_facts, terrain_facts

    palette_kinds = [
        *(
            _kind(
                name,
                it,
                PaletteSection.DETAIL if it.detail else PaletteSection.TERRAIN,
                terrain_facts(it, rules),
            )
            for name, it in rules.terrain.items()
        ),
        *(_kind(name, it, PaletteSection.HEXSIDE, feature_facts(it)) for name, it in rules.hexsides.items()),
        *(
            _kind(name, it, PaletteSection.EFFECT, effect_facts(it, rules))
            for name, it in rules.effects.items()
        ),
    ]
    return sorted(palette_kinds, key=lambda kind: list(PaletteSection).index(kind.section))


def _kind(name: str, it: Drawn, section: PaletteSection, facts: tuple[str, ...]) -> PaletteKind:
    return PaletteKind(name, it.name, it.tile or name, section, facts, it.description, _source(it))


def _source(it: Drawn) -> str:
    rules = f" ({', '.join(it.rules)})" if it.rules else ""
    return f"{it.source}{rules}" if it.source else rules.strip(" ()")
