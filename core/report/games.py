"""The game in reports: how each side wins, what self-play shows, and games on other versions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.metrics.fairness.report import SYMMETRY
from fairground.core.metrics.fairness.sentences import value_text
from fairground.core.report.contents import Missing
from fairground.core.report.markup import Markup, element, table
from fairground.core.report.page_elements import band_sign, chip, part
from fairground.core.report.sentences import NOTHING, families, party_side
from fairground.core.report.win_rate_chart import ChartLane, win_rate_chart
from fairground.core.scenario.mission import mission_texts
from fairground.core.simulation.claim_sentences import between, describe_effect, percent
from fairground.core.simulation.game.ladder import bot_title
from fairground.core.simulation.statistics.equivalence import Claim, FirstMoveVerdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

    from fairground.core.metrics.fairness.report import Fairness
    from fairground.core.report.contents import OtherVersion, Report
    from fairground.core.report.markup import Content
    from fairground.core.report.page_elements import ReportPage
    from fairground.core.report.sentences import Family
    from fairground.core.simulation.bots_table import BotsTable
    from fairground.core.simulation.recording.figures import GamesFigures
    from fairground.core.simulation.simulation import Simulation

#: Colour and sign of each claim, and of each verdict on moving first.
_LOOKS: Final = {
    Claim.FAIR: ("green", "✓"),
    Claim.UNFAIR: ("red", "!"),
    FirstMoveVerdict.EVEN: ("green", "✓"),
    FirstMoveVerdict.DECIDES: ("red", "!"),
}
_OPEN: Final = ("none", NOTHING)


def games_part(page: ReportPage) -> Markup | None:
    """Return the section about self-play; None without games."""
    found, bots = page.report.simulation, page.report.bots_table
    if found is None and bots is None:
        return None
    content: list[Content] = []
    setting = bots.pairings[0].simulation.setting if bots is not None else None
    if found is not None:
        setting = found.setting
        content += _simulation(page.report, found)
    if bots is not None:
        content += _bots_table(page.report, bots)
    left_out = setting.left_out if setting is not None else ()
    if left_out:
        content.append(
            element(
                "details",
                element("summary", "Left out of the games"),
                element("ul", [element("li", it) for it in left_out], class_="small"),
            )
        )
    return part("games", "Self-play", content)


def _simulation(report: Report, found: Simulation) -> Iterator[Content]:
    yield _verdict(found.claim, found.claim_sentence, is_open=found.label != found.claim)
    lanes = [
        ChartLane(
            it.title,
            f"{NOTHING if it.rate is None else percent(it.rate)}, {it.wins:,} won",
            None if it.rate is None else float(it.rate),
            it.interval,
            it.tested,
            party_side(report, it.id),
        )
        for it in found.zones
    ]
    yield win_rate_chart(lanes, found, f"Win rates in {found.played:,} games")
    yield element("p", _CAPTION, class_="quiet small")
    if found.first_move is not None:
        yield _verdict(found.first_move.verdict, found.first_move_sentence)
    rows: list[list[Content]] = [
        [found.title(it.party) or "draw", it.way, f"{it.games:,}"] for it in found.ends
    ]
    yield element(
        "details",
        element("summary", f"How the {found.played:,} games ended"),
        table(["Winner", "How", "Games"], rows, numbers=2),
    )


_CAPTION: Final = "Diamond: win rate. Bar: the interval that is tested. Line: 95% interval. Column: the win rates that count as even."


def _bots_table(report: Report, bots: BotsTable) -> Iterator[Content]:
    yield element("h3", "Several bots")
    yield _verdict(bots.claim, bots.sentence)
    heads: list[Content] = ["Bots", "Games", *bots.pairings[0].simulation.titles, "Claim", "Moving first"]
    rows: list[list[Content]] = []
    for it in bots.pairings:
        played = it.simulation
        first = played.first_move
        rows.append(
            [
                it.title,
                f"{played.played:,}",
                *(rate_text(zone.rate) for zone in played.zones),
                claim_sign(it.claim),
                NOTHING if first is None else [describe_effect(first.effect), " ", claim_sign(first.verdict)],
            ]
        )
    yield table(heads, rows, numbers=None)
    if len(bots.parties) != 2:
        return
    lanes = []
    for it in bots.pairings:
        zone = it.simulation.zones[0]
        lanes.append(
            ChartLane(
                it.title,
                rate_text(zone.rate),
                None if zone.rate is None else float(zone.rate),
                zone.interval,
                zone.tested,
                party_side(report, zone.id),
            )
        )
    party = bots.pairings[0].simulation.titles[0]
    yield element("p", f"Win rate of {party} for each pairing of bots", class_="quiet small")
    yield win_rate_chart(
        lanes, bots.pairings[0].simulation, f"Win rate of {party} for {len(lanes)} pairings of bots"
    )


def claim_sign(verdict: Claim | FirstMoveVerdict) -> Markup:
    """Return a claim by colour, sign and word."""
    colour, sign = _look(verdict)
    return element("span", f"{sign} {verdict.value}", class_=f"band {colour}")


def _look(verdict: Claim | FirstMoveVerdict, *, is_open: bool = False) -> tuple[str, str]:
    found = _LOOKS.get(verdict, _OPEN)
    # Fair between the zones only.
    return ("amber", "~") if is_open and verdict is Claim.FAIR else found


def _verdict(verdict: Claim | FirstMoveVerdict, sentence: str, *, is_open: bool = False) -> Markup:
    colour, sign = _look(verdict, is_open=is_open)
    return element(
        "div",
        element("span", sign, aria_hidden="true"),
        element("div", element("p", sentence)),
        class_=f"verdict claim {colour}",
    )


def versions_part(page: ReportPage) -> Markup | None:
    """Return the section that compares this version with another one, side by side; None without another."""
    report, other = page.report, page.report.against
    if other is None:
        return None
    heads: list[Content] = ["", other.file, page.report.provenance.file or "this version"]
    rows: list[list[Content]] = [
        ["Content", element("code", other.content_hash), element("code", report.provenance.content_hash)],
        ["By measures", _fairness_sign(other.fairness), _fairness_sign(report.fairness)],
    ]
    if other.simulation is not None and report.simulation is not None:
        both = other.simulation, report.simulation
        rows.append(["By self-play", *(claim_sign(it.claim) for it in both)])
        rows.append(["Games", *(f"{it.played:,}" for it in both)])
        rows += [[f"{zone}: win rate", *cells] for zone, cells in _rates(*both)]
        rows.append(
            [
                "Moving first",
                *(NOTHING if it.first_move is None else describe_effect(it.first_move.effect) for it in both),
            ]
        )
    return part(
        "versions",
        f"Compared with {other.file}",
        table(heads, rows, class_="versions"),
        _claims(other, report),
        _measure_changes(other, report),
    )


def rate_text(rate: Fraction | None) -> str:
    """Return a win rate as text."""
    return NOTHING if rate is None else percent(rate)


def version_lines(report: Report, other: OtherVersion) -> Iterator[str]:
    """Yield the comparison with another version, a sentence each."""
    for name, found, games in (
        (other.file, other.fairness, other.simulation),
        ("This version", report.fairness, report.simulation),
    ):
        measured = "not judged"
        if not isinstance(found, Missing) and not found.errors and found.verdict is not None:
            measured = found.verdict.value
        yield f"{name}: {measured} by measures." + (f" {games.sentence}" if games else "")
    for name, title, before, after in _changed(other, report):
        texts = ["none" if it is None else _values(name, it.leading.values) for it in (before, after)]
        yield f"{title[:1].upper()}{title[1:]}: {texts[0]} before, {texts[1]} now."


def history_lines(report: Report) -> Iterator[str]:
    """Yield the games on earlier versions, a line each."""
    for it in report.history:
        name, bots, played = _history_row(report, it)
        shares = ", ".join(f"{party.title} won {party.wins:,}" for party in it.parties)
        yield f"{name}: {played} games by {bots}; {shares}; {it.draws:,} drawn."


def _claims(other: OtherVersion, report: Report) -> Markup | None:
    """Return both claims in full: a sign alone says more than was shown."""
    if other.simulation is None or report.simulation is None:
        return None
    return element(
        "ul",
        [
            element("li", element("strong", f"{name}: "), found.claim_sentence)
            for name, found in ((other.file, other.simulation), ("This version", report.simulation))
        ],
        class_="small",
    )


def _fairness_sign(found: Fairness | Missing) -> Markup:
    return band_sign(None if isinstance(found, Missing) or found.errors else found.verdict)


def _rates(one: Simulation, other: Simulation) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each zone that both versions have, with its win rate in each."""
    later = {it.id: it for it in other.zones}
    for it in one.zones:
        if it.id in later:
            texts = [
                NOTHING if zone.rate is None else f"{percent(zone.rate)} ({between(zone.interval)})"
                for zone in (it, later[it.id])
            ]
            yield it.id, (texts[0], texts[1])


def _changed(other: OtherVersion, report: Report) -> Iterator[tuple[str, str, Family | None, Family | None]]:
    """Yield the measures that differ: id, title, and the worst rating of each version, None if it lacks the measure."""
    if isinstance(other.fairness, Missing) or isinstance(report.fairness, Missing):
        return
    before = {it.id: it for it in families(other.fairness)}
    after = {it.id: it for it in families(report.fairness)}
    for name in dict.fromkeys([*after, *before]):
        one, two = before.get(name), after.get(name)
        if _content(one) != _content(two) and name != SYMMETRY:
            either = two or one
            yield name, either.title if either else name, one, two


def _content(it: Family | None) -> object:
    return it and (dict(it.leading.values), it.band)


def _measure_changes(other: OtherVersion, report: Report) -> Markup:
    rows: list[list[Content]] = [
        [f"{title[:1].upper()}{title[1:]}", *(_cell(it) for it in both)]
        for _, title, *both in _changed(other, report)
    ]
    if isinstance(other.fairness, Missing) or isinstance(report.fairness, Missing):
        return element("p", "Fairness was not measured in both versions.", class_="quiet small")
    if not rows:
        return element("p", "All measures are the same in both versions.", class_="quiet small")
    return element(
        "details",
        element("summary", f"Measures that differ: {len(rows)}"),
        table(["Measure", other.file, "This version"], rows),
        open=True,
    )


def _cell(it: Family | None) -> Content:
    if it is None:
        return NOTHING
    return [f"{_values(it.id, it.leading.values)} ", band_sign(it.band)]


def _values(measure: str, values: Mapping[str, Fraction | None]) -> str:
    return " : ".join(value_text(measure, it) for it in values.values()) or NOTHING


def history_part(page: ReportPage) -> Markup | None:
    """Return the section with the games recorded on earlier versions; None without any."""
    found = page.report.history
    if not found:
        return None
    rows = [_history_row(page.report, it) for it in found]
    parties = list(dict.fromkeys(it.title for figures in found for it in figures.parties))
    heads: list[Content] = ["Version", "Bots", "Games", *parties, "Draws", "Mean turns"]
    samples = [element("p", text, class_="small") for text in history_cautions(found)]
    return part(
        "history",
        "Earlier versions",
        element(
            "p",
            "Games recorded on each version, oldest first, as shares of all games with 95% intervals.",
            class_="quiet small",
        ),
        table(
            heads,
            [
                [*it, *_shares(figures, parties), *_rest(figures)]
                for it, figures in zip(rows, found, strict=True)
            ],
        ),
        samples,
    )


def _history_row(report: Report, it: GamesFigures) -> list[str]:
    is_this = it.games.content_hash == report.provenance.content_hash
    name = "this version" if is_this else it.games.content_hash
    bots = dict.fromkeys(bot_title(party.bot) for party in it.games.parties)
    return [name, ", ".join(bots), f"{it.played:,}"]


def _shares(figures: GamesFigures, parties: Sequence[str]) -> list[Content]:
    known = {it.title: it for it in figures.parties}
    return [
        f"{100 * it.wins / max(1, figures.played):.1f}% ({between(it.interval)})"
        if (it := known.get(name))
        else NOTHING
        for name in parties
    ]


def _rest(figures: GamesFigures) -> list[Content]:
    mean = figures.mean_turns
    return [f"{figures.draws:,}", NOTHING if mean is None else f"{float(mean):.1f}"]


def history_cautions(found: Sequence[GamesFigures]) -> Iterator[str]:
    """Yield why the games of some versions can't be compared, as sentences."""
    chosen = [it.games.content_hash for it in found if not it.games.is_sample]
    if chosen:
        yield (
            f"The games on {', '.join(chosen)} were chosen because they are interesting, so their shares say nothing about all games."
        )
    if (
        len(
            {(tuple(party.bot for party in it.games.parties), it.games.force, it.games.order) for it in found}
        )
        > 1
    ):
        yield "Bots, forces or turn orders differ between versions, which also affects win rates."


def mission_part(page: ReportPage) -> Markup | None:
    """Return the section with the ways to win, arrivals and house rules; None without any."""
    told = mission_texts(page.report.scenario)
    if not any(told):
        return None
    wins = [
        element(
            "li",
            chip(index),
            f" {title} can win by any of these:" if len(texts) > 1 else f" {title} can win by this:",
            element("ul", [element("li", text) for text in texts]),
        )
        for index, title, texts in told.sides
    ]
    if told.common:
        common = element("ul", [element("li", text) for text in told.common])
        wins.append(
            element(
                "li",
                "Every side can also win by this:"
                if len(told.common) == 1
                else "Every side can also win by any of these:",
                common,
            )
        )
    rest = [
        part_of
        for heading, texts in (("Arrivals", told.arrivals), ("House rules", told.house_rules))
        if texts
        for part_of in (element("h3", heading), element("ul", [element("li", text) for text in texts]))
    ]
    return part("mission", "Mission", element("ul", wins) if wins else None, *rest)
