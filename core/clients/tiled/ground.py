"""From the tile layers of a map to the terrain, levels and effects of a board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.clients.coded_maps.legend import CLEAR
from fairground.core.clients.format import UnmappedCode
from fairground.core.clients.hex_records import palette_keys
from fairground.core.clients.tiled.model import split
from fairground.core.files.read_board import MAX_PALETTE
from fairground.core.grid.labels import label
from fairground.core.scenario.board import MAX_LEVEL, MIN_LEVEL, VOID, Board, PaletteEntry, entry_index
from fairground.core.text.foreign import own_whole
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import hex_count, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.clients.import_findings import ImportFindings
    from fairground.core.clients.tiled.meanings import Meaning, TileMeanings
    from fairground.core.clients.tiled.model import TiledMap, TileLayer
    from fairground.core.rules import Ruleset
    from fairground.core.rules.terrain import Drawn

    Content = tuple[tuple[str, ...], str | None]

#: The most different tiles of a layer.
_MOST_TILES: Final = 20_000
#: The most unknown tiles with a suggestion, which takes time.
_MOST_NEAR: Final = 20


class _Read(NamedTuple):
    """A layer of tiles: what its different tiles mean, nothing first, and the number of each cell's among them."""

    layer: TileLayer
    meanings: list[Meaning | None]
    numbers: NDArray[np.int64]


def read_ground(
    tiled: TiledMap, meanings: TileMeanings, rules: Ruleset, findings: ImportFindings, *, ours: bool
) -> Board:
    """Return the board of a map without hexsides; unmapped tiles go to ``findings``.

    A hex combines the terrain of all its tiles, lowest layer first. On maps exported by us (``ours``) a hex without a
    terrain tile is void; on others only a hex without any tile is.
    """
    blank = Board.blank(tiled.grid.layout, tiled.columns, tiled.rows)
    if _has_too_many_tiles(tiled, findings):
        return blank
    layers = [_read(it, tiled, meanings) for it in tiled.tile_layers]
    layers = _telling(layers, findings)
    _report_unmapped(layers, meanings, rules, findings)
    combined = np.zeros(tiled.rows * tiled.columns, np.int64)
    for it in layers:
        combined = np.unique(combined * len(it.meanings) + it.numbers, return_inverse=True)[1]
    _, firsts, combined = np.unique(combined, return_index=True, return_inverse=True)
    hexes = [_Hex([it.meanings[it.numbers[first]] for it in layers], ours=ours) for first in firsts.tolist()]
    if not ours:
        _report_hexes(hexes, combined, firsts, tiled.columns, findings)
    terrain = _Palette(tiled, "terrain", rules.terrain)
    effects = _Palette(tiled, "effects", rules.effects)
    shape = (tiled.rows, tiled.columns)
    places = terrain.places([it.terrain for it in hexes], [it.terrain_key for it in hexes])
    # The first entry of the effects is the empty one, which hexes without a tile of effects have.
    affected = [it for it in hexes if it.effects is not None]
    nothing: Content = ((), None)
    found = effects.places(
        [nothing, *(it.effects or nothing for it in affected)], ["", *(it.effects_key for it in affected)]
    )
    following = iter(found[1:])
    effect_places = [0 if it.effects is None else next(following) for it in hexes]
    various = max(len(terrain.entries), len(effects.entries))
    if various > MAX_PALETTE:
        message = f"a board may have at most {MAX_PALETTE:,} different hexes; this one has {various:,}"
        findings.add("import.too-various", message)
        return blank
    levels = [it.level for it in hexes]
    wrong = next((at for at, level in enumerate(levels) if not MIN_LEVEL <= level <= MAX_LEVEL), None)
    if wrong is not None:
        where = label(*divmod(own_whole(firsts[wrong]), tiled.columns)[::-1])
        message = f"levels go from {MIN_LEVEL} to {MAX_LEVEL}; {levels[wrong]} is out of range"
        findings.add("import.bad-level", message, label=where)
        levels = [0] * len(levels)
    return Board(
        layout=tiled.grid.layout,
        palette=terrain.entries,
        terrain=np.array(places, np.uint16)[combined].reshape(shape),
        elevation=np.array(levels, np.int16)[combined].reshape(shape),
        effects_palette=effects.entries,
        effects=np.array(effect_places, np.uint16)[combined].reshape(shape),
        elevation_palette=dict(_level_keys(tiled)),
    )


def _has_too_many_tiles(tiled: TiledMap, findings: ImportFindings) -> bool:
    """Return whether a layer has more different tiles than anyone draws; an error is added to the findings."""
    for it in tiled.tile_layers:
        count = len(np.unique(it.cells))
        if count > _MOST_TILES:
            message = f"a layer may have at most {_MOST_TILES:,} different tiles; {shorten(it.name)!r} has {count:,}"
            findings.add("import.too-various", message, line=it.line)
            return True
    return False


def _read(layer: TileLayer, tiled: TiledMap, meanings: TileMeanings) -> _Read:
    gids, numbers = np.unique(np.append(layer.cells.ravel(), np.uint32(0)), return_inverse=True)
    found: list[Meaning | None] = []
    for gid in gids.tolist():
        place = tiled.tile(gid) if gid else None
        tileset, number = place or (None, 0)
        found.append(meanings.of(tileset, number, layer) if gid else None)
    return _Read(layer, found, numbers[:-1].astype(np.int64))


def _level_keys(tiled: TiledMap) -> Iterator[tuple[str, int]]:
    for tiles in tiled.described_tiles:
        for tile in tiles.values():
            key, level = tile.properties.get("key"), tile.properties.get("elevation")
            if tile.type == "elevation" and isinstance(key, str) and isinstance(level, int):
                yield key, level


# -- what hexes come to -------------------------------------------------------------------------------------


class _Hex:
    """The content of hexes with the same ``tiles``, one a layer from the lowest, or None.

    Keys are those of the palette where a single tile decides; ``guessed`` marks assumed clear ground.
    """

    def __init__(self, tiles: Sequence[Meaning | None], *, ours: bool) -> None:
        there = [it for it in tiles if it is not None]
        grounds = [it for it in there if it.terrain or it.unmapped]
        effects = [
            it for it in there if it.effects or (it.key is not None and not it.terrain and it.level is None)
        ]
        self.is_empty = not there
        self.guessed = bool(there) and not grounds and not ours
        kinds = tuple(dict.fromkeys(kind for it in grounds for kind in it.terrain))
        # Clear ground under something is the ground that all stands on.
        kinds = tuple(kind for kind in kinds if kind != CLEAR) or kinds or (CLEAR,)
        if not grounds and not self.guessed:
            kinds = (VOID,)
        self.terrain: Content = (kinds, _joined_sources(grounds))
        self.terrain_key = ""
        if len(grounds) == 1 and grounds[0].key is not None:
            self.terrain = (grounds[0].terrain, grounds[0].source)
            self.terrain_key = grounds[0].key
        together = tuple(dict.fromkeys(kind for it in effects for kind in it.effects))
        self.effects: Content | None = (together, _joined_sources(effects)) if effects else None
        self.effects_key = (effects[0].key or "") if len(effects) == 1 else ""
        self.level = next((it.level for it in reversed(there) if it.level is not None), 0)


def _joined_sources(tiles: Sequence[Meaning]) -> str | None:
    return "; ".join(filter(None, (it.source or it.unmapped for it in tiles))) or None


class _Palette:
    """A palette: the entries that tiles of the map say are its, in their order, and those that it lacks."""

    def __init__(self, tiled: TiledMap, role: str, known: Mapping[str, Drawn]) -> None:
        self.entries: list[PaletteEntry] = []
        self._symbols = {name: entry.symbol for name, entry in known.items()}
        for tiles in tiled.described_tiles:
            for _, tile in sorted(tiles.items()):
                key, said, source = (tile.properties.get(name) for name in ("key", role, "source"))
                if tile.type == role and isinstance(key, str):
                    kinds = split(said) if isinstance(said, str) else ()
                    self.entries.append(PaletteEntry(key, kinds, source if isinstance(source, str) else None))

    def places(self, contents: Sequence[Content], keys: Sequence[str]) -> list[int]:
        """Return the place of each of the contents, found by its key where it has one; missing ones are added."""
        if not self.entries:
            distinct = list(dict.fromkeys(contents))
            names = palette_keys([kinds for kinds, _ in distinct], self._symbols)
            self.entries = [PaletteEntry(key, *it) for key, it in zip(names, distinct, strict=True)]
        by_key = {entry.key: at for at, entry in enumerate(self.entries)}
        found: dict[Content, int] = {}
        for at, entry in enumerate(self.entries):
            found.setdefault((entry.kinds, entry.source), at)
        places = []
        for content, key in zip(contents, keys, strict=True):
            at = by_key.get(key, -1)
            if at < 0 or (self.entries[at].kinds, self.entries[at].source) != content:
                if content not in found:
                    name = palette_keys([content[0]], self._symbols)[0]
                    found[content] = entry_index(self.entries, PaletteEntry(name, *content))
                at = found[content]
            places.append(at)
        return places


# -- what is told -------------------------------------------------------------------------------------------


def _telling(layers: list[_Read], findings: ImportFindings) -> list[_Read]:
    """Return the layers with known tiles, or all if there are none; report the others as dropped."""
    telling = [any(meaning and not meaning.says_nothing for meaning in it.meanings) for it in layers]
    if not any(telling):
        return layers
    for it, tells in zip(layers, telling, strict=True):
        count = 0 if tells else own_whole(np.count_nonzero(it.layer.cells))
        if count:
            message = (
                f"the layer {shorten(it.layer.name)!r} ({hex_count(count)}) is dropped: none of its "
                "tiles represents terrain"
            )
            findings.add("import.left-out", message, line=it.layer.line)
    return [it for it, tells in zip(layers, telling, strict=True) if tells]


@dataclass(slots=True)
class _Unmapped:
    """The hexes of an unknown tile: how many in each layer, and the first with its line in the file."""

    counts: dict[str, int]
    label: str
    line: int | None
    tileset: str

    @property
    def count(self) -> int:
        return sum(self.counts.values())

    @property
    def where(self) -> str:
        layers = [shorten(it) for it in self.counts]
        place = f"layer {layers[0]!r}" if len(layers) == 1 else f"{len(layers)} layers"
        return f"on {place} ({hex_count(self.count)})"


def _report_unmapped(
    layers: list[_Read], meanings: TileMeanings, rules: Ruleset, findings: ImportFindings
) -> None:
    """Report unknown tiles: a finding for each name, and one for all tiles of a tileset that have only numbers."""
    found = _unmapped(layers)
    findings.unmapped.extend(UnmappedCode(name, it.count, it.label) for name, it in found.items())
    fix = "Give the tile a property 'terrain', or map it with a legend."
    numbered: dict[str, list[str]] = {}
    for at, (name, it) in enumerate(found.items()):
        if it.tileset:
            numbered.setdefault(it.tileset, []).append(name)
            continue
        near = did_you_mean(name, meanings.known) if at < _MOST_NEAR else ""
        message = (
            f"the tile {shorten(name)!r} {it.where} "
            f"has no equivalent in {rules.title}; its name is kept in the 'source' of those hexes{near}"
        )
        findings.add("import.unmapped", message, line=it.line, label=it.label, fix=fix)
    for tileset, names in numbered.items():
        first = found[names[0]]
        count = hex_count(sum(found[it].count for it in names))
        tiles = f"{len(names)} tiles" if len(names) > 1 else f"the tile {shorten(names[0])!r}"
        message = (
            f"{tiles} of the tileset {shorten(tileset)!r} ({count}) {'have' if len(names) > 1 else 'has'} neither a "
            f"type nor a name; the number is kept in the 'source' of those hexes"
        )
        findings.add("import.unmapped", message, line=first.line, label=first.label, fix=fix)


def _unmapped(layers: list[_Read]) -> dict[str, _Unmapped]:
    """Return the unknown tiles of all layers by name, in the order of their first hexes in the lowest layer."""
    found: dict[str, _Unmapped] = {}
    for it in layers:
        numbers, firsts, counts = np.unique(it.numbers, return_index=True, return_counts=True)
        for number, first, count in zip(numbers.tolist(), firsts.tolist(), counts.tolist(), strict=True):
            meaning = it.meanings[number]
            if meaning is None or not meaning.unmapped:
                continue
            where = label(*divmod(first, it.layer.cells.shape[1])[::-1])
            tile = found.setdefault(
                meaning.unmapped, _Unmapped({}, where, it.layer.line, meaning.nameless_in)
            )
            tile.counts[it.layer.name] = tile.counts.get(it.layer.name, 0) + count
    return found


def _report_hexes(
    hexes: Sequence[_Hex],
    combined: NDArray[np.int64],
    firsts: NDArray[np.int64],
    columns: int,
    findings: ImportFindings,
) -> None:
    counts = np.bincount(combined, minlength=len(hexes))
    for code, message, chosen in (
        (
            "import.no-tile",
            "has no tile and became void|have no tile and became void",
            [it.is_empty for it in hexes],
        ),
        (
            "import.ground",
            "has no terrain tile; clear ground was used|have no terrain tile; clear ground was used",
            [it.guessed for it in hexes],
        ),
    ):
        there = np.array(chosen, np.bool_)
        count = own_whole(counts[there].sum())
        if count:
            first = own_whole(firsts[there].min())
            one, many = message.split("|")
            where = label(*divmod(first, columns)[::-1])
            findings.add(code, f"{hex_count(count)} {one if count == 1 else many}", label=where)
