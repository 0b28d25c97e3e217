"""The texts of a table of bots, and of fixes for moving first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.simulation.bots_table import BotsTable, Pairing
    from fairground.core.simulation.first_move_fixes import FirstMoveFixes
    from fairground.core.simulation.settings import Setting
    from fairground.core.simulation.simulation import Simulation

#: Sign and colour of each claim; the word beside them is enough to tell them apart.
CLAIM_LOOKS: Final = {
    "fair": ("+", "green"),
    "unfair": ("!", "red"),
    "not decided": ("?", "yellow"),
    "not judged": ("-", None),
}


def table_text(found: BotsTable) -> Iterator[str]:
    """Yield a table of bots as lines: a pairing each, then the claims as a sentence and what the games leave out."""
    setting = found.pairings[0].simulation.setting
    yield f"{found.played:,} games; each pairing is played with the same seeds; seed {setting.seed}"
    yield ""
    width = max(len(it.title) for it in found.pairings)
    yield (
        f"  {'bots':{width}}  {'games':>6}  "
        + "  ".join(f"{it.title:>14}" for it in found.pairings[0].simulation.zones)
        + "  claim"
    )
    for it in found.pairings:
        yield f"  {it.title:{width}}  {it.simulation.played:>6,}  {_rates(it)}  {_claim(it)}"
    yield ""
    sign, colour = ("-", None) if setting.errors else CLAIM_LOOKS[found.claim.value]
    yield click.style(f"{sign} {found.sentence}", fg=colour)
    yield from _left_out(setting)


def fixes_text(found: FirstMoveFixes) -> Iterator[str]:
    """Yield fixes for moving first as lines: the games as played, those with each fix, and a sentence."""
    setting = found.simulation.setting
    yield f"{found.played:,} games; each side moves first equally often; seed {setting.seed}"
    yield ""
    as_played = found.simulation
    rows = [("as played", as_played.played, as_played.claim.value, _first_move(as_played))]
    rows += [
        (it.title, it.simulation.played, "-" if it.claim is None else it.claim.value, it.text)
        for it in found.tried
    ]
    width = max(len(title) for title, *_ in rows)
    yield f"  {'fix':{width}}  {'games':>6}  {'zones':11}  effect of moving first"
    yield from (f"  {title:{width}}  {games:>6,}  {zones:11}  {text}" for title, games, zones, text in rows)
    yield ""
    yield found.sentence
    yield from _left_out(setting)


def _first_move(found: Simulation) -> str:
    from fairground.core.simulation.claim_sentences import describe_effect

    first = found.first_move
    return "unknown" if first is None else f"{describe_effect(first.effect)}: {first.verdict}"


def _left_out(setting: Setting) -> Iterator[str]:
    if setting.left_out:
        yield ""
        yield "Left out of the games:"
        yield from (f"  - {it}" for it in setting.left_out)


def _rates(pairing: Pairing) -> str:
    from fairground.core.simulation.claim_sentences import percent

    zones = pairing.simulation.zones
    width = max(14, *(len(it.title) for it in zones))
    return "  ".join(f"{'-' if it.rate is None else percent(it.rate):>{width}}" for it in zones)


def _claim(pairing: Pairing) -> str:
    sign, colour = CLAIM_LOOKS[pairing.claim.value]
    return click.style(f"{sign} {pairing.claim.value}", fg=colour)
