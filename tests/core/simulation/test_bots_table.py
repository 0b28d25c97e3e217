"""Tables of bots: a claim for each pairing, and one sentence that counts them."""

from dataclasses import replace
from fractions import Fraction

import pytest

from fairground.core.errors import UsageError
from fairground.core.simulation.bots_table import BotsTable, Pairing, bots_table
from fairground.core.simulation.settings import Setting
from fairground.core.simulation.simulate import simulate
from fairground.core.simulation.simulation import Simulation
from fairground.core.simulation.statistics.effects import Tally
from fairground.core.simulation.statistics.equivalence import Claim
from tests.core.simulation.game.grounds import DUEL, ground, single

SETTING = Setting(
    parties=("west", "east"),
    seed=1,
    games=2000,
    looks=(2000,),
    margin=Fraction(1, 20),
    bots=("hold", "hold"),
    force="lance",
    order="simultaneous",
    first=False,
)


def pairing(*bots: str, wins: int, setting: Setting = SETTING) -> Pairing:
    """Return a pairing of which west won so many of 2,000 games."""
    tally = Tally(((wins, 2000 - wins),), (0,), 2000)
    return Pairing(bots, Simulation(setting, tally))


def test_the_sentence_counts_the_pairings_and_names_those_that_are_not_fair() -> None:
    table = BotsTable(
        (pairing("planning", wins=1000), pairing("hold", wins=1200), pairing("hold", "advance", wins=1090))
    )
    assert table.claim is Claim.UNFAIR
    sentence = table.sentence
    assert sentence.startswith("Fair to within 5 points for 1 of 3 pairings of bots with this force (lance)")
    assert "unfair for Hold cover (the win rate of west is 60.0%" in sentence
    assert "not decided for Hold cover against Advance to contact" in sentence
    assert sentence.endswith("wrong in at most 1 of 20 runs (90%), so all 3 are right in at least 17 of 20.")


def test_all_fair_is_fair_and_parts_that_are_not_played_come_first() -> None:
    without = replace(SETTING, without=("reinforcements",))
    table = BotsTable(tuple(pairing(it, wins=1000, setting=without) for it in ("planning", "hold")))
    assert table.claim is Claim.FAIR
    assert table.sentence.startswith("Without reinforcements, fair to within 5 points for 2 of 2 pairings")


def test_without_a_part_that_decides_nothing_is_judged() -> None:
    deciding = replace(SETTING, deciding=("leaving the board",))
    table = BotsTable(tuple(pairing(it, wins=1000, setting=deciding) for it in ("planning", "hold")))
    assert table.claim is Claim.NOT_JUDGED
    assert table.sentence.startswith("Not judged for any of 2 pairings of bots")
    assert "leaving the board" in table.sentence
    assert "fair" not in table.sentence.lower()


def test_each_pairing_plays_its_games_and_mixed_ones_every_side() -> None:
    scenario = ground(DUEL)
    table = bots_table(scenario, 8, bots=("objectives", "random"), mixed=True, force=single())
    assert [it.bots for it in table.pairings] == [("objectives",), ("random",), ("objectives", "random")]
    assert [it.simulation.played for it in table.pairings] == [8, 8, 8]
    assert table.played == 24
    one = simulate(scenario, 8, bots="objectives", force=single())
    assert table.pairings[0].simulation.tally == one.tally
    seated = [
        simulate(scenario, 4, bots=it, force=single())
        for it in (["objectives", "random"], ["random", "objectives"])
    ]
    assert table.pairings[2].simulation.tally == seated[0].tally + seated[1].tally
    found = table.to_json()
    assert found["claim"] == "not decided"
    assert [it["bots"] for it in found["pairings"]] == [["objectives"], ["random"], ["objectives", "random"]]


@pytest.mark.parametrize(
    ("bots", "mixed"),
    [
        ((), False),
        (("hold", "hold"), False),
        (("hold", "advance", "random", "planning", "searching"), True),
        (("nobody",), False),
    ],
)
def test_tables_without_sense_are_refused(bots: tuple[str, ...], *, mixed: bool) -> None:
    with pytest.raises(UsageError):
        bots_table(ground(DUEL), 8, bots=bots, mixed=mixed, force=single())
