"""The sections of the page after the measures: symmetry, chokepoints, territory, reach, exposure, findings, rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.finding import Severity
from fairground.core.pictures.zone_layers import zone_side
from fairground.core.report.contents import TURNS, Missing
from fairground.core.report.games import mission_part
from fairground.core.report.markup import Markup, element, table
from fairground.core.report.page_elements import chip, part
from fairground.core.report.sentences import NOTHING, command, verdict_sentence
from fairground.core.scenario.mission import READING
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.finding import Finding
    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.chokepoints.chokepoints import Chokepoints
    from fairground.core.metrics.chokepoints.cuts import Cut
    from fairground.core.report.markup import Content
    from fairground.core.report.page_elements import ReportPage

_SEVERITY = {
    Severity.ERROR: ("red", "✕ error"),
    Severity.WARNING: ("amber", "! warning"),
    Severity.ADVICE: ("none", "i advice"),
}


def findings_part(page: ReportPage) -> Markup:
    """Return the section with the findings."""
    found = page.report.findings
    if not found:
        return part("findings", "Findings", element("p", "Validation found no problems."))
    return part(
        "findings", "Findings", element("ul", [_finding(page, it) for it in found], class_="findings")
    )


def _finding(page: ReportPage, it: Finding) -> Markup:
    colour, word = _SEVERITY[it.severity]
    where: list[Content] = [
        it.place.file,
        " " if it.place.file else None,
        page.marks.label_button(it.place.hex),
    ]
    if it.place.line is not None:
        where.append(f" line {it.place.line}")
    return element(
        "li",
        element("span", word, class_=f"band {colour}"),
        " ",
        element("span", where, class_="where"),
        " ",
        it.message,
        element("span", f" {it.code}" + (f" · rule {it.rule}" if it.rule else ""), class_="where"),
        element("span", f"Fix: {it.fix}", class_="fix") if it.fix else None,
    )


def rules_part(page: ReportPage) -> Markup:
    """Return the section about rules: scoring of objectives, and decisions where the sources disagree."""
    rules = page.report.scenario.rules
    scoring = element("p", READING) if page.report.scenario.objectives else None
    if not page.report.choices:
        return part(
            "rules", "Rules", scoring, element("p", f"{rules.title} lists no conflicts between its sources.")
        )
    rows: list[list[Content]] = [
        [
            it.id,
            [
                it.conflict,
                element("br"),
                element("strong", it.taken if it.usual else "Changed by the scenario."),
            ],
            [
                element("code", f"{it.key}: {it.value}"),
                element("br"),
                element("span", f"or {' or '.join(it.others)}", class_="quiet") if it.others else None,
            ]
            if it.key
            else element("span", "no choice", class_="quiet"),
        ]
        for it in page.report.choices
    ]
    return part(
        "rules",
        "How conflicting rules are resolved",
        scoring,
        element(
            "p",
            f"Where the sources of {rules.title} disagree, Fairground follows these rulings.",
            class_="quiet small",
        ),
        table(["", "Conflicts and decisions", "Option"], rows, class_="points"),
    )


def provenance_part(page: ReportPage) -> Markup:
    """Return the footer: the report's origin, and the command that reproduces it."""
    it = page.report.provenance
    entries: list[tuple[str, Content]] = [
        ("Made by", f"Fairground {it.program}"),
        ("Scenario", [it.file or page.report.scenario.name, ", content ", element("code", it.content_hash)]),
        ("Ruleset", [it.ruleset, ", content ", element("code", it.ruleset_hash)]),
        ("To reproduce", element("code", command(page.report, "html"))),
    ]
    if any(each.severity is Severity.ERROR for each in page.report.findings):
        entries.append(("Verdict", verdict_sentence(page.report)))
    return element(
        "footer",
        element("dl", [[element("dt", name), element("dd", value)] for name, value in entries]),
    )


#: The length of lists of the highest and lowest.
_ROWS = 8
_MOST_PAIRS = 24


def parts(page: ReportPage) -> list[Markup | None]:
    """Return the parts in their order."""
    return [
        mission_part(page),
        _symmetry(page),
        _chokepoints(page),
        _territory(page),
        _reach(page),
        _exposure(page),
        findings_part(page),
        rules_part(page),
    ]


def _with_figures(page: ReportPage, shown: Sequence[str], *content: Content) -> Markup:
    """Return content beside small maps; clicking one shows it on the large map."""
    titles = {it.id: it.title for it in page.drawing.overlays}
    figures = [
        element(
            "figure",
            element(
                "button",
                element(
                    "svg",
                    page.drawing.uses(it),
                    viewBox=page.drawing.box,
                    role="img",
                    aria_label=titles[it],
                )
                if page.figures
                else f"Show {titles[it][:1].lower()}{titles[it][1:]} on the map",
                type="button",
                data_show=it,
                aria_pressed="false",
                title="Show on the map",
            ),
            element("figcaption", titles[it]) if page.figures and len(shown) > 1 else None,
        )
        for it in shown
        if it in titles
    ]
    return element(
        "div",
        element("div", figures, class_="figures"),
        element("div", *content),
        class_="shown" if page.figures else "shown bare",
    )


def _symmetry(page: ReportPage) -> Markup | None:
    found = page.report.fairness
    if isinstance(found, Missing):
        return None
    board, it = page.report.scenario.board, found.symmetry
    rows: list[list[Content]] = []
    seen: set[frozenset[Hex | None]] = set()
    for at, image in it.partners:
        if (pair := frozenset((at, image))) not in seen:
            seen.add(pair)
            both = [each for each in (at, image) if each is not None]
            rows.append(
                [
                    page.marks.button(both, board.hex_name(at)),
                    "off the board" if image is None else "itself" if image == at else board.hex_name(image),
                ]
            )
    more = len(rows) - _MOST_PAIRS
    return part(
        "symmetry",
        "Symmetry",
        element("p", it.text),
        element(
            "div",
            page.marks.button([at for at, _ in it.partners], "Mark the hexes that differ"),
            element(
                "details",
                element("summary", "Hexes that differ"),
                table(["Hex", "Its partner"], rows[:_MOST_PAIRS]),
                element("p", f"And {more} more.", class_="quiet small") if more > 0 else None,
            ),
            class_="more",
        )
        if rows
        else None,
    )


def _chokepoints(page: ReportPage) -> Markup:
    found = page.report.chokepoints
    if isinstance(found, Missing):
        return part("chokepoints", "Chokepoints", element("p", found.reason))
    return part(
        "chokepoints",
        "Chokepoints",
        _with_figures(page, ["chokepoints"], list(_narrow_places(page, found))),
    )


def _narrow_places(page: ReportPage, found: Chokepoints) -> list[Content]:
    board, scenario = found.board, page.report.scenario
    rows: list[list[Content]] = [
        [
            " to ".join(scenario.zone_title(each) for each in it.zones),
            _closing(it),
            page.marks.button(it.near_a) or NOTHING,
        ]
        for it in found.cuts
    ]
    content: list[Content] = [element("p", f"For {found.mover.title}.", class_="quiet small")]
    if rows:
        content.append(table(["Way", "Closed by", "Hexes"], rows))
    others: list[list[Content]] = []
    if found.narrow:
        passages = [[page.marks.button(it.hexes), f" ({it.width})"] for it in found.narrow[:_ROWS]]
        others.append(["Narrow passages and their width", _listed(passages, len(found.narrow))])
    if found.articulation.any():
        others.append(
            ["Hexes that hold an area together", page.marks.button(board.hexes_of(found.articulation))]
        )
    busiest = _ranked(found.traffic)
    if busiest:
        shares = [[_hex_button(page, at), f" {100 * found.traffic[at]:.0f}%"] for at in busiest]
        others.append(["Busiest hexes, with their share of the cheapest routes", _listed(shares)])
    if others:
        content.append(table(["", "Hexes"], others))
    return content


def _hex_button(page: ReportPage, at: tuple[int, int]) -> Markup | None:
    return page.marks.button([page.report.scenario.board.layout.from_offset(at[1], at[0])])


def _listed(items: Sequence[Content], count: int = 0) -> list[Content]:
    """Return items separated by commas, and the number of the remaining ones of ``count``."""
    found: list[Content] = [[", " if i else None, it] for i, it in enumerate(items)]
    if count > len(items):
        found.append(f" and {count - len(items)} more")
    return found


def _closing(it: Cut) -> str:
    if it.width is None:
        return "nothing: they are adjacent"
    return hex_count(it.width) if it.width else "no route"


def _ranked(
    values: np.ndarray, *, void: np.ndarray | None = None, least: bool = False
) -> list[tuple[int, int]]:
    """Return the cells with the highest or lowest values, row by row among equals, omitting empty ones."""
    usable = np.ones(values.shape, np.bool_) if void is None else ~void
    if not least:
        usable &= values > 0
    cells = np.argwhere(usable).tolist()
    sign = 1 if least else -1
    ranked = sorted(cells, key=lambda at: sign * float(values[at[0], at[1]]))
    return [(row, column) for row, column in ranked[:_ROWS]]


def _territory(page: ReportPage) -> Markup:
    found, scenario = page.report.territory, page.report.scenario
    if isinstance(found, Missing):
        return part("territory", "Territory", element("p", found.reason))
    rows: list[list[Content]] = [
        [
            Markup(chip(zone_side(scenario, zone)) + element("span", scenario.zone_title(zone))),
            str(count),
        ]
        for zone, count in found.counts().items()
    ]
    solid = ~scenario.board.void
    nobody = int(solid.sum()) - sum(found.counts().values()) - found.ties
    rows += [["Several at once", str(found.ties)], ["Nobody", str(nobody)]]
    return part(
        "territory",
        "Territory",
        _with_figures(
            page,
            ["territory"],
            element(
                "p",
                f"Hexes that {found.mover.title} reaches first from each zone, by movement points.",
                class_="quiet small",
            ),
            table(["Zone", "Hexes"], rows, numbers=1),
        ),
    )


def _reach(page: ReportPage) -> Markup:
    found, scenario = page.report.reaches, page.report.scenario
    if isinstance(found, Missing):
        return part("reach", "Reach", element("p", found.reason))
    if not found:
        return part("reach", "Reach", element("p", "No deployment zones to start from."))
    mover = found[0].mover
    rows: list[list[Content]] = [
        [
            Markup(
                chip(zone_side(scenario, str(it.origin)))
                + element("span", scenario.zone_title(str(it.origin)))
            ),
            *(str(int(((it.turns >= 0) & (it.turns <= turn)).sum())) for turn in range(TURNS + 1)),
        ]
        for it in found
    ]
    heads: list[Content] = ["Zone", "Start", *(f"Turn {turn}" for turn in range(1, TURNS + 1))]
    return part(
        "reach",
        "Reach",
        _with_figures(
            page,
            [f"reach-{i}" for i, _ in enumerate(found, 1)],
            element(
                "p",
                f"Hexes that {mover.title} can reach by the end of each turn, with {mover.allowance} "
                "movement points per turn.",
                class_="quiet small",
            ),
            table(heads, rows, numbers=1),
        ),
    )


def _exposure(page: ReportPage) -> Markup:
    found, scenario = page.report.exposure, page.report.scenario
    if isinstance(found, Missing):
        return part("exposure", "Exposure", element("p", found.reason))
    board, void = scenario.board, scenario.board.void
    solid = found[~void]
    if not solid.size:
        return part("exposure", "Exposure", element("p", "The board has no hexes."))
    rows: list[list[Content]] = [
        ["All hexes", str(int(solid.min())), f"{float(solid.mean()):.1f}", str(int(solid.max()))]
    ]
    for zone in scenario.zones:
        mask = zone.shape.mask(board) & ~void
        if mask.any():
            seen = found[mask]
            rows.append(
                [
                    Markup(
                        chip(scenario.side_index(zone.side)) + element("span", scenario.zone_title(zone.id))
                    ),
                    str(int(seen.min())),
                    f"{float(seen.mean()):.1f}",
                    str(int(seen.max())),
                ]
            )

    def ranked(*, least: bool) -> list[Content]:
        cells = _ranked(found, void=void, least=least)
        return _listed([[_hex_button(page, at), f" {found[at]}"] for at in cells])

    return part(
        "exposure",
        "Exposure",
        _with_figures(
            page,
            ["exposure"],
            element("p", f"How many of the other {solid.size - 1} hexes see each hex.", class_="quiet small"),
            table(["Seen by", "Least", "Mean", "Most"], rows, numbers=1),
            table(
                ["", "Hexes"],
                [["Most exposed", ranked(least=False)], ["Least exposed", ranked(least=True)]],
            ),
        ),
    )
