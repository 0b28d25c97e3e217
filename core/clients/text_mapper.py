"""Maps of Text Mapper: a line a hex, ``0102 forest "Old Wood"``, with paths between hexes. Import only."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.clients.coded_maps.legend import load_legend
from fairground.core.clients.foreign_map import ForeignHex, ForeignMap, foreign_scenario
from fairground.core.clients.format import Format, Imported
from fairground.core.clients.import_findings import ImportFindings
from fairground.core.grid.layout import Layout
from fairground.core.text.foreign import matched_whole
from fairground.core.text.wording import counted, shorten

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fairground.core.clients.format import ImportSource

#: A place, ``0102`` or ``-01.120``, with a level of caves and the like as a third number.
_HEX: Final = re.compile(
    r"(?:(-?\d\d)(-?\d\d)(\d\d)?|(-?\d{2,6})\.(-?\d{2,6})(?:\.(\d{2,6}))?)[ \t]+(\S.*)", re.ASCII
)
_PATH: Final = re.compile(r"-?\d[\d.]*(?:--?\d[\d.]*)+[ \t]+(\S+)", re.ASCII)
_LABEL: Final = re.compile(
    r'(?:\b([a-z]{1,40})=)?["\u201c]([^"\u201c\u201d]*)["\u201d](?:[ \t]*\d{1,9})?(?:[ \t]*[a-z]{1,40}\([^)"]{0,200}\))*'
)
#: Lines about the look of the map.
_LOOK: Final = re.compile(
    r"<.*|(?:include|license|url|text|label|glow|other)[ \t].*|\S+[ \t]+(?:attributes|lib|xml|path)[ \t].*"
)
_OPTION: Final = re.compile(r"option[ \t]+(\S+)(?:\s.*)?")
_SIGN: Final = re.compile(r"^-?\d\d-?\d\d(?:\d\d)?[ \t]+[a-zA-Z\"\u201c]", re.MULTILINE | re.ASCII)
_LOOKED_AT: Final = 50_000
#: The longest line that is read; labels are short.
_LONGEST: Final = 10_000
#: The most lines of a file: twice as many as a board has hexes.
_MOST_LINES: Final = 2_000_000


class _Region(NamedTuple):
    """A hex of the file: column and row as written, its line, words and labels."""

    x: int
    y: int
    line: int
    words: tuple[str, ...]
    labels: tuple[str, ...]


def _read(source: ImportSource) -> Imported:
    findings = ImportFindings()
    reader = _Reader(findings)
    if source.text.count("\n") > _MOST_LINES:
        message = f"a map may have at most {_MOST_LINES:,} lines"
        findings.add("import.too-large", message)
        findings.refuse_errors(source.file_name)
    for number, line in enumerate(source.text.split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            reader.line(line.rstrip(), number)
    reader.report()
    if not reader.regions:
        findings.add("import.no-rows", "the file has no hexes: there is no line such as '0102 forest'")
    findings.refuse_errors(source.file_name)
    left, top = (min(values) for values in zip(*((it.x, it.y) for it in reader.regions), strict=True))
    legend = source.options.legend or load_legend("text-mapper")
    hexes = [
        ForeignHex(
            it.x - left,
            it.y - top,
            it.line,
            tuple((word, *_parts(word)) for word in it.words),
            name=", ".join(it.labels),
        )
        for it in reader.regions
    ]
    layout = _layout(left, top, reader.options)
    return foreign_scenario(ForeignMap(layout, hexes, source.title), source, findings, legend=legend)


def _parts(word: str) -> Iterable[str]:
    """Yield broader words for a word: ``fir-forest`` is a forest, ``mountains`` are a mountain."""
    last = word.rpartition("-")[2]
    yield from (it for it in (word.removesuffix("s"), last, last.removesuffix("s")) if it != word)


def _layout(left: int, top: int, options: set[str]) -> Layout:
    """Return the layout of a map whose first column and row have some numbers: odd columns (rows) stand half a hex back."""
    pointy = "horizontal" in options
    first_is_back = (top if pointy else left) % 2 == (0 if "swap-even-odd" in options else 1)
    if pointy:
        return Layout.ODD_R if first_is_back else Layout.EVEN_R
    return Layout.ODD_Q if first_is_back else Layout.EVEN_Q


class _Reader:
    """Sorts the lines of a file."""

    def __init__(self, findings: ImportFindings) -> None:
        self._findings = findings
        self.regions: list[_Region] = []
        self.options: set[str] = set()
        #: The paths by their kind, the lines about the look, the hexes on other levels, and the first line of each.
        self._paths: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._first: dict[str, int] = {}

    def line(self, text: str, number: int) -> None:
        """Read a line that is neither empty nor a comment."""
        if len(text) > _LONGEST:
            message = f"a line may have at most {_LONGEST:,} characters; this one has {len(text):,}"
            self._findings.add("import.too-long", message, line=number)
        elif match := _HEX.fullmatch(text):
            self._region(match, number)
        elif match := _PATH.match(text):
            self._paths[match[1]] += 1
            self._first.setdefault(f"path {match[1]}", number)
        elif match := _OPTION.fullmatch(text):
            self._option(match[1], number)
        elif _LOOK.fullmatch(text):
            self._note("look", number)
        else:
            self._note("unknown", number)
            if self._counts["unknown"] == 1:
                self._findings.add(
                    "import.left-out",
                    f"the importer does not recognise lines such as {shorten(text)!r}; they are dropped",
                    line=number,
                )

    def _note(self, what: str, number: int) -> None:
        self._counts[what] += 1
        self._first.setdefault(what, number)

    def _region(self, match: re.Match[str], number: int) -> None:
        if matched_whole(match[3] or match[6] or "0"):
            self._note("level", number)
            return
        rest = match[7]
        tagged = [(it[1] or "name", it[2]) for it in _LABEL.finditer(rest)]
        for tag in {tag for tag, _ in tagged} - {"name"}:
            self._note(f"label {tag}", number)
        words = _LABEL.sub(" ", rest).split()
        labels = tuple(text.strip() for tag, text in tagged if tag == "name" and text.strip())
        place = matched_whole(match[1] or match[4]), matched_whole(match[2] or match[5])
        self.regions.append(_Region(*place, number, tuple(words), labels))

    def _option(self, name: str, number: int) -> None:
        if name in ("horizontal", "swap-even-odd"):
            self.options.add(name)
        else:
            self._note("look", number)

    def report(self) -> None:
        """Add findings about what is dropped."""
        for kind, count in self._paths.items():
            message = f"{counted(count, 'path')} of the kind {shorten(kind)!r} {_is(count)} dropped: paths run through hexes, not along hexsides"
            self._findings.add("import.left-out", message, line=self._first[f"path {kind}"])
        for what, count in self._counts.items():
            if what == "look":
                message = f"{counted(count, 'line')} about the map's appearance {_is(count)} dropped"
            elif what == "level":
                message = f"{counted(count, 'hex', 'hexes')} of other levels (a third number above 00) {_is(count)} dropped"
            elif what.startswith("label "):
                message = f"{counted(count, 'label')} with the tag {shorten(what[6:])!r} {_is(count)} dropped"
            else:
                continue
            self._findings.add("import.left-out", message, line=self._first[what])


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _recognises(text: str) -> bool:
    found: Sequence[str] = _SIGN.findall(text[:_LOOKED_AT])
    return len(found) >= 2


FORMAT: Final = Format("text-mapper", "Text Mapper map", ".txt", read=_read, recognises=_recognises)
