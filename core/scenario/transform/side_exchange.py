"""The sides that a symmetry exchanges, by their starting places, and corresponding zones."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, Final

from fairground.core.errors import ScenarioError
from fairground.core.scenario.parts import Zone, ZoneKind
from fairground.core.scenario.shapes import Listed
from fairground.core.text.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Side

    #: Fractional q and r.
    Place = tuple[Fraction, Fraction]


def partner_of(zones: Sequence[Zone], index: int, side: str) -> int | None:
    """Return the index of the corresponding zone of ``side``, by order within its kind, or None."""
    zone = zones[index]
    own, other = (
        [at for at, it in enumerate(zones) if it.side == whose and it.kind is zone.kind]
        for whose in (zone.side, side)
    )
    return other[min(own.index(index), len(other) - 1)] if other else None


def new_zone(zones: Sequence[Zone], side: str, kind: ZoneKind) -> Zone:
    """Return an empty zone with a new id."""
    taken = {zone.id for zone in zones}
    purpose = "start" if kind.value == "deployment" else kind.value
    # Ids have at most 64 characters, and a number may follow.
    name = f"{side[:40]}-{purpose}" if side else purpose
    zone_id, number = name, 2
    while zone_id in taken:
        zone_id, number = f"{name}-{number}", number + 1
    return Zone(zone_id, side, Listed(()), kind)


#: Most sides, since all permutations are tried.
MOST_SIDES: Final = 6


def side_exchange(scenario: Scenario, symmetry: Symmetry) -> dict[str, str]:
    """Return the id of the image of each side under a symmetry.

    The place of a side is the middle of its deployment zones, or of its units. The permutation with places nearest to the
    images is chosen; it and its powers must map every side to another team, allies to allies, and keep roles.

    Raises
    ------
    ScenarioError
        When the symmetry does not exchange the sides; the message has the reason.
    """
    sides = scenario.sides
    _refuse(sides, len(symmetry.powers) + 1)
    places = [_place(scenario, it) for it in sides]
    images = [_image(symmetry, it) for it in places]
    far = [[_distance(image, place) for place in places] for image in images]
    totals = {
        order: sum((far[at][to] for at, to in enumerate(order)), Fraction(0))
        for order in permutations(range(len(sides)))
    }
    least = min(totals.values())
    best = [order for order, total in totals.items() if total == least]
    fitting = next((it for it in best if _exchanges(sides, it, len(symmetry.powers) + 1)), None)
    if fitting is None:
        raise ScenarioError(_why_not(sides, best[0]))
    return {sides[at].id: sides[to].id for at, to in enumerate(fitting)}


def _refuse(sides: list[Side], count: int) -> None:
    """Refuse numbers of sides that do not fit a symmetry of order ``count``."""
    number = len(sides)
    if number < 2 or number % count or number > MOST_SIDES:
        wanted = [it for it in range(2, MOST_SIDES + 1) if it % count == 0]
        named = " or ".join(map(str, wanted))
        raise ScenarioError(f"the symmetry needs {named} sides, but there {_are(number)}")
    roles = dict.fromkeys(it.role for it in sides)
    if len(roles) > 1:
        named = " and ".join(it or "no role" for it in roles)
        raise ScenarioError(f"the sides have different roles ({named}), which no symmetry exchanges")


def _are(number: int) -> str:
    return f"{'is' if number == 1 else 'are'} {counted(number, 'side', 'sides')}"


def _place(scenario: Scenario, side: Side) -> Place:
    board = scenario.board
    zones = [it for it in scenario.zones if it.side == side.id and it.kind is ZoneKind.DEPLOYMENT]
    hexes = [at for zone in zones for at in board.hexes_of(zone.shape.mask(board) & ~board.void)]
    hexes = hexes or [it.hex for it in scenario.units if it.side == side.id]
    if not hexes:
        raise ScenarioError(f"the side {side.title} has neither a deployment zone nor units")
    return Fraction(sum(it.q for it in hexes), len(hexes)), Fraction(sum(it.r for it in hexes), len(hexes))


def _image(symmetry: Symmetry, at: Place) -> Place:
    (a, b), (c, d) = symmetry.matrix
    q, r = at
    return a * q + b * r + symmetry.translation.q, c * q + d * r + symmetry.translation.r


def _distance(one: Place, other: Place) -> Fraction:
    """Return the squared distance of two places; neighbours are 1 apart."""
    q, r = one[0] - other[0], one[1] - other[1]
    return q * q + q * r + r * r


def _exchanges(sides: list[Side], order: tuple[int, ...], count: int) -> bool:
    """Return whether a permutation has order ``count``, keeps alliances, and always maps sides to other teams."""
    teams = [it.allegiance for it in sides]
    power = order
    for _ in range(count - 1):
        if any(teams[at] == teams[to] for at, to in enumerate(power)):
            return False
        power = tuple(order[it] for it in power)
    allies = {teams[at]: teams[to] for at, to in enumerate(order)}
    together = all(allies[teams[at]] == teams[to] for at, to in enumerate(order))
    return together and power == tuple(range(len(sides)))


def _why_not(sides: list[Side], order: tuple[int, ...]) -> str:
    stay = [sides[at].title for at, to in enumerate(order) if at == to]
    if stay:
        return f"the symmetry leaves {listed(stay)} where {'it starts' if len(stay) == 1 else 'they start'}"
    return "the symmetry does not map every team to another: " + ", ".join(
        f"{sides[at].title} to {sides[to].title}" for at, to in enumerate(order)
    )


def repeated(exchange: Mapping[str, str], count: int) -> tuple[dict[str, str], ...]:
    """Return the exchange applied once, twice … ``count`` times."""
    powers = [dict(exchange)]
    while len(powers) < count:
        powers.append({side: exchange[to] for side, to in powers[-1].items()})
    return tuple(powers)
