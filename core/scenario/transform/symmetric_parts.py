"""Copy zones, objectives and units of a part of a scenario to its images, for the sides that the symmetry exchanges."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.errors import ScenarioError
from fairground.core.grid.hexes import neighbours
from fairground.core.scenario.arrays import inside
from fairground.core.scenario.parts import Unit, Zone, ZoneKind, free_id
from fairground.core.scenario.shapes import Listed, shape_of
from fairground.core.scenario.transform.board_transform import BoardTransform
from fairground.core.scenario.transform.carrying import carried_unit
from fairground.core.text.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.mission_references import PartField
    from fairground.core.scenario.parts import Objective

    Mask = NDArray[np.bool_]
    from collections.abc import Mapping

    from fairground.core.scenario.parts import Side

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
        raise ScenarioError(f"the sides have different roles ({named}), so no symmetry can exchange them")


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


class SymmetricParts:
    """Copies the parts of a scenario; ``exchanges`` has the image of each side by each power of the symmetry."""

    def __init__(
        self,
        scenario: Scenario,
        powers: Sequence[Symmetry],
        exchanges: Sequence[dict[str, str]],
        source: NDArray[np.int64],
    ) -> None:
        self._scenario, self._board = scenario, scenario.board
        self._powers, self._exchanges = powers, exchanges
        #: The hexes that are copied, and those of them that some power leaves in place.
        self._model: Mask = source == np.arange(source.size).reshape(source.shape)
        q, r = self._board.layout.axial_arrays(self._board.columns, self._board.rows)
        self._still = np.zeros_like(self._model)
        for power in powers:
            there_q, there_r = power.arrays(q, r)
            self._still |= (there_q == q) & (there_r == r)

    def deploys(self, zones: Iterable[Zone], side: str) -> bool:
        """Return whether a side has a hex to deploy in."""
        return any(
            it.side == side and it.kind is ZoneKind.DEPLOYMENT and it.shape.mask(self._board).any()
            for it in zones
        )

    def zones(self) -> list[Zone]:
        """Return the zones in the model with the images of their partners; zones without a side get their own images."""
        zones = list(self._scenario.zones)
        before = [it.shape.mask(self._board) for it in zones]
        after = [np.zeros_like(it) for it in before]
        for at, zone in enumerate(self._scenario.zones):
            if not zone.side:
                own = before[at] & self._model
                after[at] |= np.logical_or.reduce([own, *(self._image(own, it) for it in self._powers)])
                continue
            if zone.side not in self._exchanges[0]:
                after[at] |= before[at]
                continue
            own = before[at] & self._model & ~self._still
            after[at] |= own
            for power, exchange in zip(self._powers, self._exchanges, strict=True):
                partner = partner_of(zones, at, exchange[zone.side])
                if partner is None:
                    if not own.any():
                        continue
                    partner = len(zones)
                    zones.append(new_zone(zones, exchange[zone.side], zone.kind))
                    before.append(np.zeros_like(own))
                    after.append(np.zeros_like(own))
                after[partner] |= self._image(own, power)
        return [
            zone if np.array_equal(was, now) else replace(zone, shape=shape_of(self._board, now))
            for zone, was, now in zip(zones, before, after, strict=True)
            if now.any() or not was.any()
        ]

    def objectives(self) -> list[Objective]:
        """Return the objectives of the model, and their images for the exchanged sides.

        Objectives of no side are merged with adjacent images. Those outside the model give their id and name to an image of
        their kind, if they have a side or are near it, and are removed.
        """
        before = {it.id: it.shape.mask(self._board) for it in self._scenario.objectives}
        in_model: dict[str, tuple[Objective, Mask]] = {}
        spare: dict[str, Objective] = {}
        images: list[tuple[Objective, Mask]] = []
        for it in self._scenario.objectives:
            own = before[it.id] & self._model
            if it.side and it.side not in self._exchanges[0]:
                in_model[it.id] = it, before[it.id]
                continue
            if not own.any():
                spare[it.id] = it
                continue
            whole = own
            for power, exchange in zip(self._powers, self._exchanges, strict=True):
                image = self._image(own, power)
                if not it.side and self._is_one(before, it.id, image):
                    whole = whole | image
                elif image.any() and not any(np.array_equal(image, mask) for _, mask in images):
                    images.append((replace(it, side=exchange.get(it.side, "")), image))
            in_model[it.id] = it, whole
        named: dict[str, tuple[Objective, Mask]] = {}
        for it, image in images:
            # Objectives of no side are places, so only near ones give their name.
            alike = [
                other
                for other in spare.values()
                if (other.side, other.kind) == (it.side, it.kind)
                and (it.side or (self._around(before[other.id]) & image).any())
            ]
            other = max(alike, key=lambda one: int(np.count_nonzero(before[one.id] & image)), default=None)
            if other is None:
                name = free_id(it.id, {*before, *named})
                named[name] = replace(it, id=name, name=""), image
            else:
                del spare[other.id]
                named[other.id] = replace(it, id=other.id, name=other.name, shape=other.shape), image
        order = [
            *(name for name in before if name in in_model or name in named),
            *(it for it in named if it not in before),
        ]
        objectives = (in_model.get(name) or named[name] for name in order)
        return [
            it
            if np.array_equal(it.shape.mask(self._board), mask)
            else replace(it, shape=shape_of(self._board, mask))
            for it, mask in objectives
        ]

    def units(self) -> list[Unit]:
        """Return the units of the model and their images, which take ids and names of replaced units."""
        layout = self._board.layout
        before = self._scenario.units
        staying = [self._stays(it) for it in before]
        spare = [at for at, stays in enumerate(staying) if not stays]
        units: list[Unit | None] = [it if stays else None for it, stays in zip(before, staying, strict=True)]
        taken = {it.id for it in before}
        for unit, stays in zip(before, staying, strict=True):
            if not stays or unit.side not in self._exchanges[0] or self._is_still(unit):
                continue
            for power, exchange in zip(self._powers, self._exchanges, strict=True):
                other = replace(unit, side=exchange[unit.side])
                image = carried_unit(other, BoardTransform(layout, layout, power), self._board.hex_inches)
                if not self._board.contains(image.hex):
                    continue
                at = next((it for it in spare if self._alike(before[it], image)), None)
                if at is None:
                    name = free_id(unit.unit_class, taken)
                    taken.add(name)
                    units.append(replace(image, id=name, name=""))
                else:
                    spare.remove(at)
                    units[at] = replace(image, id=before[at].id, name=before[at].name)
        return [it for it in units if it is not None]

    @staticmethod
    def _alike(unit: Unit, image: Unit) -> bool:
        return (unit.side, unit.unit_class) == (image.side, image.unit_class)

    def _stays(self, unit: Unit) -> bool:
        """Return whether a unit is in the model or off the board."""
        return not self._board.contains(unit.hex) or bool(self._model[self._board.cell(unit.hex)])

    def _is_still(self, unit: Unit) -> bool:
        return not self._board.contains(unit.hex) or bool(self._still[self._board.cell(unit.hex)])

    def image_id(
        self, result: Scenario, power: Symmetry, exchange: dict[str, str], field: PartField, part_id: str
    ) -> str | None:
        """Return the id of the image of a part of the symmetric scenario; None without one."""
        if field == "sides":
            return exchange.get(part_id)
        parts: list[Zone | Objective | Unit] = getattr(result, field)
        model = next((it for it in parts if it.id == part_id), None)
        if model is None:
            return None
        image, side = self._image(self._place(model), power), exchange.get(model.side, "")
        alike = (it.id for it in parts if it.side == side and np.array_equal(self._place(it), image))
        return next(alike, None)

    def _place(self, part: Zone | Objective | Unit) -> Mask:
        return self._board.mask([part.hex]) if isinstance(part, Unit) else part.shape.mask(self._board)

    def _image(self, mask: Mask, power: Symmetry) -> Mask:
        row, column = np.nonzero(mask)
        q, r = power.arrays(*self._board.layout.from_offset_arrays(column, row))
        on_board, row, column = inside(self._board.layout, mask.shape, q, r)
        image = np.zeros_like(mask)
        image[row[on_board], column[on_board]] = True
        return image

    def _is_one(self, masks: dict[str, Mask], name: str, image: Mask) -> bool:
        """Return whether an image is merged with its original objective."""
        if (image & masks[name]).any():
            return True
        apart = any((image & mask).any() for other, mask in masks.items() if other != name)
        return not apart and bool((image & self._around(masks[name])).any())

    def _around(self, mask: Mask) -> Mask:
        """Return the hexes of a mask and their neighbours."""
        hexes = self._board.hexes_of(mask)
        return self._board.mask([near for at in hexes for near in (at, *neighbours(at))])
