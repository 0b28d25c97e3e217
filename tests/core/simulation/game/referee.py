"""A referee: watches a game, move by move, and holds it against a second rulebook written from docs/reference/games.md."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Final

from fairground.core.scenario.parts import ObjectiveKind, ZoneKind
from fairground.core.simulation.game.ending import GameOutcome
from fairground.core.simulation.game.turn import play_turn
from tests.core.simulation.game.rulebook_attacks import Fighter, RulebookAttacks
from tests.core.simulation.game.rulebook_moves import RulebookMoves, Spent, Walker
from tests.core.simulation.game.witness import Piece, Position, Seen, Witness, position_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.files.force_file import ForceRoll
    from fairground.core.grid.hexes import Hex
    from fairground.core.rules.unit_classes import TrackBand
    from fairground.core.scenario.parts import Zone
    from fairground.core.simulation.game.arena import GameArena
    from fairground.core.simulation.game.bots import BotChoice
    from fairground.core.simulation.game.unit_choices import ShotOption

#: The bots that take the attack that is worth most: random does not choose, and those that plan focus their fire.
TAKE_BEST_SHOT: Final = ("one-step", "objectives", "advance", "hold")


class Referee:
    """Watches games of an arena; what is against the rules is an AssertionError."""

    def __init__(self, arena: GameArena, roll: ForceRoll | None) -> None:
        self.arena, self._roll = arena, roll
        #: Referees of games in which another party is first.
        self._others: dict[int, Referee] = {}
        self.scenario = arena.tables.scenario
        self.rules = self.scenario.rules
        self.kinds = arena.tables.kinds
        self.moves = RulebookMoves(self.scenario)
        self.attacks = RulebookAttacks(self.scenario, roll)
        #: How many decisions and attacks it has seen.
        self.decisions = self.shots = 0
        zones = [self._zones_of(party) for party in arena.parties]
        self._objectives = [
            (
                self.scenario.board.hexes_of(it.shape.mask(self.scenario.board)),
                it,
                [not it.side or it.side in {zone.side for zone in of_party} for of_party in zones],
            )
            for it in self.scenario.objectives
            if it.kind is ObjectiveKind.CONTROL
        ]
        self._zones = [
            {at for it in of_party for at in self.scenario.board.hexes_of(it.shape.mask(self.scenario.board))}
            for of_party in zones
        ]
        self._held: dict[tuple[str, int], int] = {}
        self._paid: set[tuple[str, int]] = set()

    def watch(self, seed: int, first: int = 0) -> GameOutcome:
        """Play and watch a game; return what came of it."""
        if first:
            return self._watch_seated(seed, first)
        arena, victory = self.arena, self.scenario.victory
        seen: list[Seen] = []
        bots = [Witness(it, seen) for it in arena.bots]
        state = arena.begin(seed)
        self._held, self._paid = {}, set()
        self._check_deployment(position_of(state))
        for turn in range(1, arena.turns + 1):
            seen.clear()
            before = position_of(state)
            before = before._replace(
                pieces=tuple(replace(it, moved=0, spent=Fraction(0)) for it in before.pieces)
            )
            play_turn(state, arena.order, bots, first, victory.kill)
            after = position_of(state)
            self.decisions += len(seen)
            if arena.order == "alternate":
                self._check_taking_turns(before, seen, after, first)
            else:
                self._check_all_at_once(before, seen, after)
            self._keep_score(after)
            ended = self._ended(after, turn)
            if ended is not None:
                assert arena.play(seed, first) == ended
                return ended
        raise AssertionError("a game goes on after its last turn")

    def _watch_seated(self, seed: int, first: int) -> GameOutcome:
        """Watch a game in which another party than the first of the file begins."""
        if first not in self._others:
            self._others[first] = Referee(self.arena.seated(first), self._roll)
        other = self._others[first]
        decisions, shots = other.decisions, other.shots
        ended = other.watch(seed).by_party(first)
        self.decisions += other.decisions - decisions
        self.shots += other.shots - shots
        assert self.arena.play(seed, first) == ended
        return ended

    # -- the orders of play ---------------------------------------------------------------------------------

    def _check_taking_turns(
        self, before: Position, seen: Sequence[Seen], after: Position, first: int
    ) -> None:
        parties = len(before.points)
        waiting = {unit for unit, it in enumerate(before.pieces) if not it.is_lost}
        now, last, turn_of = before, None, first
        for chosen, aimed in zip(seen[::2], seen[1::2], strict=True):
            now = self._after_shot(now, last, chosen.before)
            waiting = {unit for unit in waiting if not now.pieces[unit].is_lost}
            while not any(now.pieces[unit].party == turn_of for unit in waiting):
                turn_of = (turn_of + 1) % parties
            unit = chosen.unit
            assert unit in waiting, "a unit acts twice in a turn"
            assert now.pieces[unit].party == turn_of, "a party acts out of turn"
            waiting.remove(unit)
            turn_of = (turn_of + 1) % parties
            assert chosen.choice is not None
            now = self._moved(now, unit, chosen.choice)
            assert aimed.unit == unit
            assert aimed.before == now, "the position after a move"
            last = aimed
            self._check_shot(now, aimed)
        still = {unit for unit in waiting if not now.pieces[unit].is_lost}
        assert len(still) <= (last is not None and last.shot is not None), "a unit is passed over"
        shot = last.shot if last is not None else None
        damages = {0} if shot is None or last is None else set(self._damages(now, last.unit, shot))
        # The last shot and the end of the turn are seen together.
        ends = [
            self._ended_turn(self._struck(now, last.unit, shot.target, it) if last and shot else now)
            for it in damages
        ]
        assert after in ends, "the end of a turn"

    def _check_all_at_once(self, before: Position, seen: Sequence[Seen], after: Position) -> None:
        units = [unit for unit, it in enumerate(before.pieces) if not it.is_lost]
        decided, aims = seen[: len(units)], seen[len(units) :]
        assert sorted(it.unit for it in decided) == sorted(it.unit for it in aims) == units
        assert all(it.before == before for it in decided), "somebody decides on another position"
        wished = {}
        for it in decided:
            assert it.choice is not None
            wished[it.unit] = self._moved(before, it.unit, it.choice).pieces[it.unit]
        now = aims[0].before
        assert now._replace(pieces=before.pieces) == before, "points or losses before anybody attacks"
        for unit, piece in enumerate(now.pieces):
            self._check_stop(before, now, unit, wished.get(unit, piece))
        assert all(it.before == now for it in aims), "somebody aims at another position"
        shots: dict[int, list[tuple[int, set[int]]]] = {}
        for it in aims:
            self._check_shot(now, it)
            if it.shot is not None:
                damages = set(self._damages(now, it.unit, it.shot))
                shots.setdefault(it.shot.target, []).append((now.pieces[it.unit].party, damages))
        self._check_losses(now, shots, after)

    def _check_losses(
        self, now: Position, shots: dict[int, list[tuple[int, set[int]]]], after: Position
    ) -> None:
        """Check the end of a turn after several attacks at the same time."""
        pieces, killers = list(now.pieces), []
        for target, fired in shots.items():
            left = now.pieces[target].hit_points
            ends = after.pieces[target].hit_points
            totals = {
                tuple(
                    sum(done for (party, _), done in zip(fired, case, strict=True) if party == number)
                    for number in range(len(now.points))
                )
                for case in product(*(damages for _, damages in fired))
            }
            harm = self._ground(now.pieces[target].hex)[0]
            fitting = [it for it in totals if ends == left - sum(it) - (harm if sum(it) < left else 0)]
            assert fitting, "damage that no shots come to"
            lost = [it for it in fitting if sum(it) >= left]
            total = left - ends if lost else left - ends - harm
            pieces[target] = replace(now.pieces[target], hit_points=left - total, is_lost=bool(lost))
            if lost:
                killers.append({n for it in lost for n, done in enumerate(it) if done == max(it)})
        losses = tuple(
            count + sum(pieces[it].is_lost and now.pieces[it].party == party for it in shots)
            for party, count in enumerate(now.losses)
        )
        ends_by_killers = [
            self._ended_turn(
                Position(
                    tuple(pieces),
                    tuple(
                        it + self.scenario.victory.kill * case.count(party)
                        for party, it in enumerate(now.points)
                    ),
                    losses,
                )
            )
            for case in product(*killers)
        ]
        assert after in ends_by_killers, "the end of a turn"

    # -- moves ----------------------------------------------------------------------------------------------

    def _moved(self, now: Position, unit: int, choice: BotChoice) -> Position:
        """Return the position after a move, which must be one that the rules allow at its price."""
        at = self.arena.tables.field.hexes[choice.hex]
        spent = Spent(Fraction(choice.spent, choice.moves.scale), choice.moved)
        assert self._ends(now, unit).get((at, choice.facing)) == spent, "the price of a move"
        there = [it for n, it in enumerate(now.pieces) if it.hex == at and n != unit and not it.is_lost]
        own = now.pieces[unit]
        if at != own.hex and there:
            assert self.rules.movement.occupied.ends, "a move ends where another unit stands"
            assert all(it.party == own.party for it in there), "a move ends on an enemy"
        piece = replace(own, hex=at, facing=choice.facing, moved=spent.entered, spent=spent.points)
        return _with(now, unit, piece)

    def _check_stop(self, before: Position, now: Position, unit: int, wished: Piece) -> None:
        """Check where a unit stands after all have moved at the same time, and why if not where it would."""
        piece, began = now.pieces[unit], before.pieces[unit]
        stacks = self.rules.movement.occupied.ends
        shared = [
            it
            for n, it in enumerate(now.pieces)
            if n != unit and not it.is_lost and not piece.is_lost and it.hex == piece.hex
        ]
        assert all(stacks and it.party == piece.party for it in shared), "two units come to one hex"
        if piece == wished:
            return
        taken = [
            n for n, it in enumerate(now.pieces) if n != unit and it.hex == wished.hex and not it.is_lost
        ]
        left = [
            n for n, it in enumerate(before.pieces) if n != unit and it.hex == wished.hex and not it.is_lost
        ]
        parties = {now.pieces[n].party for n in (*taken, *left)}
        assert parties - ({piece.party} if stacks else set()), "a unit stops though its hex is free"
        least = self._ends(before, unit).get((piece.hex, piece.facing))
        assert least is not None, "a unit stops where it cannot get to"
        assert least.points <= piece.spent <= wished.spent, "the price of a move that was cut short"
        assert least.entered <= piece.moved <= wished.moved, "the hexes of a move that was cut short"
        assert piece == replace(
            began, hex=piece.hex, facing=piece.facing, moved=piece.moved, spent=piece.spent
        )

    def _ends(self, now: Position, unit: int) -> dict[tuple[Hex, int], Spent]:
        own = now.pieces[unit]
        occupied = self.rules.movement.occupied
        closed = {
            it.hex
            for it in now.pieces
            if not it.is_lost
            and not (occupied.through_allies if it.party == own.party else occupied.through_enemies)
        } - {own.hex}
        kind = self.kinds[own.kind]
        unit_class = self.rules.classes[kind.class_id]
        points = unit_class.allowance if kind.allowance is None else kind.allowance
        return self.moves.ends(Walker(unit_class, points, self._heat(own)), own.hex, own.facing, closed)

    # -- attacks --------------------------------------------------------------------------------------------

    def _check_shot(self, now: Position, aimed: Seen) -> None:
        """Check that an attack is one of the best that a unit can make, and what it is held to be worth."""
        own = now.pieces[aimed.unit]
        kind = self.kinds[own.kind]
        worths: dict[tuple[int, int], Fraction] = {}
        for number, weapon in enumerate(kind.weapons):
            heat = self._heat(own)
            price = self.rules.attack.weapon_costs[weapon.cost] if weapon.cost else Fraction(0)
            price += heat.weapon_cost if heat and weapon.cost else 0
            unit_class = self.rules.classes[kind.class_id]
            points = unit_class.allowance if kind.allowance is None else kind.allowance
            if own.spent + price > Walker(unit_class, points, heat).points:
                continue
            for target, it in enumerate(now.pieces):
                damages = (
                    None
                    if it.is_lost or it.party == own.party
                    else self._odds(now, aimed.unit, number, target)
                )
                if damages is not None:
                    worths[number, target] = self.attacks.worth(damages, it.hit_points)
        if aimed.shot is None:
            assert not any(worths.values()), "a unit misses its shot"
            return
        shot = aimed.shot
        assert (shot.weapon, shot.target) in worths, "an attack that cannot be made"
        worth = worths[shot.weapon, shot.target]
        assert Fraction(shot.worth, self.arena.tables.point) == worth, "what an attack is worth"
        assert self.arena.bots[own.party] not in TAKE_BEST_SHOT or worth == max(worths.values()), (
            "a better shot"
        )
        self.shots += 1

    def _damages(self, now: Position, unit: int, shot: ShotOption) -> list[int]:
        """Return each damage that an attack can do."""
        damages = self._odds(now, unit, shot.weapon, shot.target)
        assert damages is not None
        return [it for it, chance in damages.items() if chance]

    def _odds(self, now: Position, unit: int, weapon: int, target: int) -> dict[int, Fraction] | None:
        fighters = {n: self._fighter(it) for n, it in enumerate(now.pieces) if not it.is_lost}
        others = [it for n, it in fighters.items() if n not in (unit, target)]
        arm = self.kinds[now.pieces[unit].kind].weapons[weapon]
        return self.attacks.damages(arm, fighters[unit], fighters[target], others)

    def _fighter(self, it: Piece) -> Fighter:
        kind = self.kinds[it.kind]
        height, heat = self.rules.classes[kind.class_id].height, self._heat(it)
        return Fighter(
            it.party, it.hex, it.facing, it.shield, height, it.hit_points, it.moved, kind.defence, heat
        )

    def _after_shot(self, now: Position, last: Seen | None, seen: Position) -> Position:
        """Return the position after an attack, as the next unit sees it."""
        if last is not None and last.shot is not None:
            target = last.shot.target
            done = now.pieces[target].hit_points - seen.pieces[target].hit_points
            assert done in self._damages(now, last.unit, last.shot), "damage that a shot cannot do"
            now = self._struck(now, last.unit, target, done)
        assert seen == now, "the position after an attack"
        return now

    def _struck(self, now: Position, unit: int, target: int, done: int) -> Position:
        piece = now.pieces[target]
        left = piece.hit_points - done
        found = _with(now, target, replace(piece, hit_points=left, is_lost=left <= 0))
        if left > 0:
            return found
        points, losses = list(now.points), list(now.losses)
        points[now.pieces[unit].party] += self.scenario.victory.kill
        losses[piece.party] += 1
        return found._replace(points=tuple(points), losses=tuple(losses))

    # -- the ground, objectives and the end -----------------------------------------------------------------

    def _ended_turn(self, now: Position) -> Position:
        """Return the position after the end of a turn: the ground does its work, objectives pay."""
        pieces, losses = list(now.pieces), list(now.losses)
        for unit, it in enumerate(pieces):
            if not it.is_lost:
                damage, heat = self._ground(it.hex)
                left = it.hit_points - damage
                pieces[unit] = replace(it, hit_points=left, heat=max(0, it.heat + heat), is_lost=left <= 0)
                losses[it.party] += left <= 0
        found = Position(tuple(pieces), now.points, tuple(losses))
        points = list(now.points)
        for hexes, objective, may in self._objectives:
            holder = self._holder(found, hexes, may)
            key = objective.id, -1 if holder is None else holder
            turns = self._held.get(key, 0) + 1
            if holder is not None and turns >= max(1, objective.hold) and key not in self._paid:
                points[holder] += objective.points
        return found._replace(points=tuple(points))

    def _holder(self, now: Position, hexes: frozenset[Hex], may: Sequence[bool]) -> int | None:
        there = {it.party for it in now.pieces if not it.is_lost and it.hex in hexes}
        holder = next(iter(there)) if len(there) == 1 else None
        return holder if holder is not None and may[holder] else None

    def _keep_score(self, after: Position) -> None:
        """Count for how many turns each objective has been held, and by whom it was won."""
        for hexes, objective, may in self._objectives:
            holder = self._holder(after, hexes, may)
            for party in range(len(after.points)):
                key = objective.id, party
                self._held[key] = self._held.get(key, 0) + 1 if party == holder else 0
                if self._held[key] >= max(1, objective.hold):
                    self._paid.add(key)

    def _ended(self, now: Position, turn: int) -> GameOutcome | None:
        """Return what came of a game that is over."""
        victory, parties = self.scenario.victory, range(len(now.points))
        left = [[it for it in now.pieces if it.party == party and not it.is_lost] for party in parties]
        standing = [party for party in parties if left[party]]
        if victory.last_standing and len(standing) == 1:
            return GameOutcome(standing[0], turn, now.points, now.losses, "be the last side with units")
        won = victory.points is not None and max(now.points) >= victory.points
        if not (won or not standing or turn == self.arena.turns):
            return None
        merits = [(now.points[it], len(left[it]), sum(one.hit_points for one in left[it])) for it in parties]
        best = [it for it in parties if merits[it] == max(merits)]
        if len(best) > 1:
            return GameOutcome(None, turn, now.points, now.losses, "no side ahead at the end")
        if won:
            return GameOutcome(best[0], turn, now.points, now.losses, f"score {victory.points} points")
        first, second = sorted(merits)[:-3:-1]
        if first[0] > second[0]:
            end = "have the most points at the end"
        elif first[1] > second[1]:
            end = "tie on points and have the most units at the end"
        else:
            end = "tie on points and units and have the most hit points at the end"
        return GameOutcome(best[0], turn, now.points, now.losses, end)

    def _zones_of(self, party: str) -> list[Zone]:
        """Return the deployment zones of a party, which is named by its zone or, with several, by its team."""
        sides = {it.id for it in self.scenario.sides if it.allegiance == party}
        return [
            it
            for it in self.scenario.zones
            if it.kind is ZoneKind.DEPLOYMENT and (it.id == party or it.side in sides)
        ]

    def _check_deployment(self, begun: Position) -> None:
        hexes = [it.hex for it in begun.pieces]
        assert len(set(hexes)) == len(hexes), "two units begin in one hex"
        for it in begun.pieces:
            assert it.hex in self._zones[it.party], "a unit begins outside its zone"
            assert not any(it.hex in zone for n, zone in enumerate(self._zones) if n != it.party)

    def _ground(self, at: Hex) -> tuple[int, int]:
        """Return the damage and the heat of a hex at the end of a turn."""
        kinds = [self.rules.terrain[it] for it in self.scenario.board.terrain_at(at)]
        above = [n for n, it in enumerate(kinds) if it.above]
        lying = kinds[above[-1] if above else 0 :]
        effects = [self.rules.effects[it] for it in self.scenario.board.effects_at(at)]
        weather = self.rules.weather.get(self.scenario.weather)
        cools = weather is None or weather.cooling
        heats = [*(it.heat for it in lying), *(it.heat for it in effects)]
        damage = sum(it.damage for it in lying) + sum(it.damage for it in effects)
        return damage, sum(it for it in heats if cools or it > 0)

    def _heat(self, it: Piece) -> TrackBand | None:
        track = self.rules.unit_state.tracks.get("heat")
        return track.band(it.heat) if track else None


def _with(now: Position, unit: int, piece: Piece) -> Position:
    return now._replace(pieces=(*now.pieces[:unit], piece, *now.pieces[unit + 1 :]))
