"""What the codes of a map come to under a legend and a ruleset, and where on the map they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.clients.coded_maps.legend import CLEAR
from fairground.core.grid.labels import label
from fairground.core.text.suggest import did_you_mean
from fairground.core.validation.wording import hex_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.clients.coded_maps.code_map import CodeMap
    from fairground.core.clients.coded_maps.legend import CodeEntry, Legend
    from fairground.core.clients.import_findings import ImportFindings
    from fairground.core.rules import Ruleset

#: For so many unknown codes a near one is looked for, which takes time.
_MOST_NEAR: Final = 20


@dataclass(frozen=True, slots=True)
class MappedCode:
    """A code of a map and what it comes to."""

    code: str
    #: Its value in the cells.
    value: int
    #: The number of its hexes, and line and label of the first of them.
    count: int
    line: int
    label: str
    #: What the legend has for it; None when it does not have it.
    entry: CodeEntry | None
    kinds: tuple[str, ...]
    effects: tuple[str, ...]
    #: Why it could not be mapped; empty when it could.
    unmapped: str

    @property
    def source(self) -> str | None:
        """What its hexes keep besides their terrain."""
        return (self.code or None) if self.unmapped else None


@dataclass(frozen=True, slots=True)
class MappedMap:
    """The codes of a map in the order of the legend, those it does not have last, and where they are.

    ``cells`` holds the value of each hex's code, in the shape ``[rows, columns]``.
    """

    codes: tuple[MappedCode, ...]
    cells: NDArray[np.int32]


def map_codes(codes: CodeMap, legend: Legend, rules: Ruleset) -> MappedMap:
    """Return what the codes of a map stand for.

    A code that the legend does not have, or has something for that the ruleset lacks, is clear ground that keeps the
    code as its source.
    """
    values: dict[str, int] = {}
    cells = np.array([[values.setdefault(it, len(values)) for it in row] for row in codes.rows], np.int32)
    counts = np.bincount(cells.ravel()).tolist()
    firsts = np.unique(cells, return_index=True)[1].tolist()
    mapped = []
    for code, value in values.items():
        row, column = divmod(firsts[value], cells.shape[1])
        entry = legend.entry(code)
        kinds: tuple[str, ...] = (CLEAR,)
        effects: tuple[str, ...] = ()
        unmapped = "the legend does not have this code"
        if entry is not None:
            unmapped = _lacking(entry, rules)
            if not unmapped:
                kinds, effects = entry.terrain_kinds or kinds, entry.effect_kinds
        place = (codes.lines[row], label(column, row))
        mapped.append(MappedCode(code, value, counts[value], *place, entry, kinds, effects, unmapped))
    order = {code: at for at, code in enumerate(legend.codes)}
    mapped.sort(key=lambda it: order.get(it.code, len(order)))
    return MappedMap(tuple(mapped), cells)


def _lacking(entry: CodeEntry, rules: Ruleset) -> str:
    """Return what the ruleset does not have of an entry, in words; empty when it has everything."""
    stacks = (("terrain", entry.terrain_kinds, rules.terrain), ("effect", entry.effect_kinds, rules.effects))
    for noun, names, known in stacks:
        missing = [repr(name) for name in names if name not in known]
        if missing:
            return f"{rules.id} has no {noun} {' and '.join(missing)}, which the legend has for it"
    return ""


def report_codes(
    mapped: Sequence[MappedCode], codes: CodeMap, legend: Legend, findings: ImportFindings
) -> None:
    """Note the codes that could not be mapped, and those that do not tell what the ground is."""
    explanations = codes.explanations()
    unknown = 0
    for it in mapped:
        if it.unmapped:
            said = explanations.get(it.code)
            told = f"{it.code!r} ({hex_count(it.count)}): {it.unmapped}"
            told += f", and the file says that it is {said!r}" if said else ""
            told += "; taken as clear ground"
            if it.entry is None:
                unknown += 1
                told += did_you_mean(it.code, legend.codes) if unknown <= _MOST_NEAR else ""
            findings.add("import.unmapped", told, line=it.line, label=it.label)
        elif it.entry is not None and not it.entry.terrain_kinds:
            whose = f" of zone {it.entry.zone!r}" if it.entry.zone is not None else ""
            told = f"the file does not tell the terrain under {it.code!r} ({hex_count(it.count)}{whose}); "
            findings.add("import.ground", f"{told}taken as clear ground", line=it.line, label=it.label)
