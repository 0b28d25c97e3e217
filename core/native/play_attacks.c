/* The attacks of games: their odds and worth, as in attack_values.py, unit_choices.py and rolls.py. */

#include <string.h>

#include "play.h"

#define SPAN 16

typedef struct {
    i64 kind, hex, moved, band;
} Attacker;

typedef struct {
    i64 kind, hex, shield, moved, band;
} Target;

/* The units that give cover against a party's fire: not any in the hex that the mover leaves. */
typedef struct {
    i64 party, left;
} Cover;

/* Odds before what depends on the target's facing. */
typedef struct {
    i64 to_hit, damage, defence, cover;
} Plain;

void know_field(PlayGame *game, i64 at) {
    if (!game->tables->field_known[at]) ask(game, ASK_FIELD, at, 0, 0);
}

i64 distance(PlayGame *game, i64 a, i64 b) {
    know_field(game, a);
    return game->tables->distances[a * game->tables->count + b];
}

i64 way(PlayGame *game, i64 a, i64 b) {
    know_field(game, a);
    return game->tables->ways[a * game->tables->count + b];
}

static const PlayLines *lines_from(PlayGame *game, i64 lines, i64 at) {
    const PlayLines *found = game->tables->lines + lines;
    if (!found->known[at]) ask(game, ASK_LINES, lines, at, 0);
    return found;
}

static i64 clamp(i64 value, i64 low, i64 high) { return value < low ? low : value > high ? high : value; }

static i64 worth_of(const PlayTables *tables, const PlayArm *arm, i64 hit_points, PlayOdds it) {
    const PlayRolls *rolls = tables->rolls + arm->rolls;
    i64 place = rolls->automatic ? 0 : clamp(it.number, rolls->lowest, rolls->highest + 1) - rolls->lowest;
    i64 done = clamp(it.damage, -SPAN, tables->damages - SPAN - 1) + SPAN;
    i64 absorbed = clamp(it.defence, -SPAN, SPAN) + SPAN;
    return tables->worth[((hit_points * tables->numbers + place) * tables->damages + done) * tables->defences + absorbed +
                         arm->offset];
}

static int is_possible(PlayGame *game, const PlayLines *lines, i64 a, i64 b, i64 reach) {
    i64 pair = a * game->tables->count + b;
    if (!lines->seen[pair]) return 0;
    i64 far = distance(game, a, b);
    return far > 0 && (far <= reach || (lines->furthest && far <= reach + lines->table[pair * LINE_COLUMNS + FURTHER]));
}

/* Return how many units give cover between two hexes, at most one if cover doesn't stack. */
static i64 units_between(PlayGame *game, i64 a, i64 b, Cover cover) {
    const PlayTables *tables = game->tables;
    i64 width = 2 * tables->between_span + 1, found = 0;
    i64 over = tables->q[b] - tables->q[a] + tables->between_span, down = tables->r[b] - tables->r[a] + tables->between_span;
    const PlayBetween *line = tables->between + over * width + down;
    if (line->count < 0) ask(game, ASK_BETWEEN, over - tables->between_span, down - tables->between_span, 0);
    const i64 *own = game->by_party + cover.party * tables->count;
    for (i64 i = 0; i < line->count; i++) {
        i64 q = tables->q[a] + line->over[i] - tables->lowest_q, r = tables->r[a] + line->down[i] - tables->lowest_r;
        if (q < 0 || r < 0 || q >= tables->q_span || r >= tables->r_span) continue;
        i64 at = tables->number_at[q * tables->r_span + r];
        if (at < 0 || at == cover.left || !game->there[at]) continue;
        if (tables->only_enemies_cover && game->there[at] == own[at]) continue;
        if (!tables->cover_stacks) return 1;
        found += game->there[at];
    }
    return found;
}

static Cover cover_against(const PlayGame *game, i64 party, i64 mover) {
    i64 at = game->rows[mover * COLUMNS + HEX];
    return (Cover){party, game->there[at] < 2 ? at : -1};
}

static Plain plain_odds(PlayGame *game, const PlayLines *lines, const PlayExchange *exchange, Attacker by, Target on,
                        i64 weapon_damage, Cover cover) {
    const PlayTables *tables = game->tables;
    const int16_t *cell = lines->table + (by.hex * tables->count + on.hex) * LINE_COLUMNS;
    Plain found = {cell[TO_HIT] + exchange->hot[2 * on.band], cell[DAMAGE] + exchange->harm[by.band] + weapon_damage,
                   cell[DEFENCE] + exchange->hot[2 * on.band + 1] + tables->unit_defences[on.kind], cell[COVER]};
    if (exchange->moves_count) {
        found.to_hit += exchange->by_attacker[by.moved < MOST_MOVED ? by.moved : MOST_MOVED];
        found.to_hit += exchange->by_target[on.moved < MOST_MOVED ? on.moved : MOST_MOVED];
    }
    if (lines->unit_cover && (cell[UNIT_TO_HIT] | cell[UNIT_DAMAGE] | cell[UNIT_COVER])) {
        i64 between = units_between(game, by.hex, on.hex, cover);
        found.to_hit += between * cell[UNIT_TO_HIT];
        found.damage += between * cell[UNIT_DAMAGE];
        found.cover += between * cell[UNIT_COVER];
    }
    if (exchange->charges && by.moved > 0) {
        found.to_hit += cell[CHARGE_TO_HIT];
        found.damage += cell[CHARGE_DAMAGE];
    }
    return found;
}

static PlayOdds with_side(PlayGame *game, const PlayExchange *exchange, Plain it, Attacker by, Target on, i64 facing) {
    const PlayTables *tables = game->tables;
    if (exchange->has_sides) {
        i64 place = ((on.kind * 3 + on.shield) * 6 + facing) * WAYS + way(game, on.hex, by.hex);
        const i64 *side = exchange->sides + 4 * place;
        it.to_hit += side[0];
        it.damage += side[1];
        it.defence += side[2];
        if (exchange->cover_adds) it.cover += side[3];
        else if (exchange->makes[place] && side[3] > it.cover) it.cover = side[3];
    }
    i64 number = exchange->base[by.kind * tables->kinds + on.kind] + exchange->sign * it.to_hit;
    return (PlayOdds){number, it.damage, it.defence + it.cover};
}

static Attacker attacker_from(const i64 *row, i64 hex, i64 moved) { return (Attacker){row[KIND], hex, moved, row[BAND]}; }

static Target target_of(const i64 *row) { return (Target){row[KIND], row[HEX], row[SHIELD], row[MOVED], row[BAND]}; }

/* Return the worth of an attack from a hex, 0 if it is not possible, ignoring the attacker's facing. */
static i64 attack_worth(PlayGame *game, i64 unit, const PlayArm *arm, i64 at, i64 moved, i64 target, Cover cover,
                        PlayOdds *odds) {
    const PlayTables *tables = game->tables;
    const i64 *own = game->rows + unit * COLUMNS, *other = game->rows + target * COLUMNS;
    const PlayLines *lines = lines_from(game, arm->lines[other[KIND]], at);
    if (!is_possible(game, lines, at, other[HEX], arm->reach)) return 0;
    const PlayExchange *exchange = tables->exchanges + arm->exchange;
    Attacker by = attacker_from(own, at, moved);
    Target on = target_of(other);
    Plain plain = plain_odds(game, lines, exchange, by, on, arm->damage, cover);
    *odds = with_side(game, exchange, plain, by, on, other[FACING]);
    return worth_of(tables, arm, other[HIT_POINTS], *odds);
}

/* Write the enemies that an arm may reach after a move of some hexes, those of one height together; return how many. */
static i64 by_height(PlayGame *game, const PlayArm *arm, i64 unit, i64 furthest, i64 *found) {
    i64 at = game->rows[unit * COLUMNS + HEX], count = 0, near = 0;
    i64 *enemies = scratch(game, game->units * (i64)sizeof(i64)), all = enemies_of(game, unit, enemies);
    for (i64 i = 0; i < all; i++)
        if (distance(game, at, game->rows[enemies[i] * COLUMNS + HEX]) <= arm->reach + furthest + game->tables->furthest)
            enemies[near++] = enemies[i];
    for (i64 i = 0; i < near; i++) {
        if (enemies[i] < 0) continue;
        i64 lines = arm->lines[game->rows[enemies[i] * COLUMNS + KIND]];
        for (i64 j = i; j < near; j++) {
            if (enemies[j] < 0 || arm->lines[game->rows[enemies[j] * COLUMNS + KIND]] != lines) continue;
            found[count++] = enemies[j];
            enemies[j] = -1;
        }
    }
    return count;
}

static const PlayArm *arms_of(const PlayTables *tables, i64 kind, i64 *count) {
    *count = tables->arms_of[kind + 1] - tables->arms_of[kind];
    return tables->arms + tables->arms_of[kind];
}

static i64 most_moved(const Options *found) {
    i64 most = 0;
    for (i64 i = 0; i < found->count; i++) most = found->fewest[i] > most ? found->fewest[i] : most;
    return most;
}

/* Raise the worth of the best attack of each option, [facings][hexes]; focus has a factor for each unit, NULL is 1 for all. */
void add_strikes(PlayGame *game, const Options *found, const i64 *focus, i64 *best) {
    const PlayTables *tables = game->tables;
    const i64 *row = game->rows + found->unit * COLUMNS;
    i64 arms, count = found->count, furthest = most_moved(found), *targets = scratch(game, game->units * (i64)sizeof(i64));
    const PlayArm *arm = arms_of(tables, row[KIND], &arms);
    Cover cover = cover_against(game, row[PARTY], found->unit);
    PlayOdds odds;
    for (i64 number = 0; number < arms; number++, arm++) {
        i64 left = found->moves->allowance - arm->costs[row[BAND]], reached = by_height(game, arm, found->unit, furthest, targets);
        const PlayExchange *exchange = tables->exchanges + arm->exchange;
        int any_way = found->facings == 1 || exchange->all_round;
        for (i64 t = 0; t < reached; t++) {
            i64 there = game->rows[targets[t] * COLUMNS + HEX], factor = focus ? focus[targets[t]] : 1;
            for (i64 i = 0; i < count; i++) {
                i64 at = found->hexes[i];
                i64 worth = attack_worth(game, found->unit, arm, at, found->fewest[i], targets[t], cover, &odds) * factor;
                if (worth <= 0) continue;
                i64 toward_it = any_way ? 0 : way(game, at, there);
                for (i64 end = 0; end < found->facings; end++)
                    if (worth > best[end * count + i] && found->cost[end * count + i] <= left &&
                        (any_way || exchange->front[end * WAYS + toward_it]))
                        best[end * count + i] = worth;
            }
        }
    }
}

/* Add the worth of all enemies' attacks on a unit from where they stand, with their first weapons, to its options. */
void add_threats(PlayGame *game, const Options *found, i64 *total) {
    const PlayTables *tables = game->tables;
    const i64 *own = game->rows + found->unit * COLUMNS;
    i64 furthest = most_moved(found), *enemies = scratch(game, game->units * (i64)sizeof(i64));
    i64 all = enemies_of(game, found->unit, enemies);
    for (i64 e = 0; e < all; e++) {
        const i64 *other = game->rows + enemies[e] * COLUMNS;
        i64 arms;
        const PlayArm *arm = arms_of(tables, other[KIND], &arms);
        if (!arms || distance(game, own[HEX], other[HEX]) > arm->reach + furthest + tables->furthest) continue;
        const PlayExchange *exchange = tables->exchanges + arm->exchange;
        const PlayLines *lines = lines_from(game, arm->lines[own[KIND]], other[HEX]);
        Cover cover = cover_against(game, other[PARTY], found->unit);
        for (i64 i = 0; i < found->count; i++) {
            if (!is_possible(game, lines, other[HEX], found->hexes[i], arm->reach)) continue;
            Attacker by = attacker_from(other, other[HEX], 0);
            Target on = {own[KIND], found->hexes[i], own[SHIELD], found->fewest[i], own[BAND]};
            Plain plain = plain_odds(game, lines, exchange, by, on, arm->damage, cover);
            i64 worth = 0;
            for (i64 end = 0; end < found->facings; end++) {
                if (!end || exchange->has_sides)
                    worth = worth_of(tables, arm, own[HIT_POINTS], with_side(game, exchange, plain, by, on, end));
                total[end * found->count + i] += worth;
            }
        }
    }
}

/* Write the attacks worth something that a unit can make from its hex; return how many. */
i64 shots_of(PlayGame *game, i64 unit, Shot *found) {
    const PlayTables *tables = game->tables;
    const i64 *row = game->rows + unit * COLUMNS;
    i64 arms, count = 0, *targets = scratch(game, game->units * (i64)sizeof(i64));
    const PlayArm *arm = arms_of(tables, row[KIND], &arms);
    const PlayMoves *moves = moves_of(game, row[KIND], row[BAND]);
    Cover cover = cover_against(game, row[PARTY], unit);
    PlayOdds odds;
    for (i64 number = 0; number < arms; number++, arm++) {
        if (game->spent[unit] + arm->costs[row[BAND]] > moves->allowance) continue;
        i64 reached = by_height(game, arm, unit, 0, targets);
        for (i64 t = 0; t < reached; t++) {
            i64 toward_it = way(game, row[HEX], game->rows[targets[t] * COLUMNS + HEX]);
            if (!tables->exchanges[arm->exchange].front[row[FACING] * WAYS + toward_it]) continue;
            i64 worth = attack_worth(game, unit, arm, row[HEX], row[MOVED], targets[t], cover, &odds);
            if (worth > 0) found[count++] = (Shot){number, targets[t], worth};
        }
    }
    return count;
}

/* Write the attack that is worth most from each of some options, given by facing and place; see unit_choices.aimed_shots. */
void aim_from(PlayGame *game, const Options *found, const i64 *facings, const i64 *places, i64 count, const i64 *focus,
              AimedShot *best) {
    const PlayTables *tables = game->tables;
    const i64 *row = game->rows + found->unit * COLUMNS;
    i64 arms, furthest = 0, *targets = scratch(game, game->units * (i64)sizeof(i64));
    const PlayArm *arm = arms_of(tables, row[KIND], &arms);
    Cover cover = cover_against(game, row[PARTY], found->unit);
    PlayOdds odds = {0, 0, 0};
    memset(best, 0, (size_t)count * sizeof(*best));
    for (i64 i = 0; i < count; i++) {
        i64 moved = found->moved[facings[i] * found->count + places[i]];
        furthest = moved > furthest ? moved : furthest;
    }
    for (i64 number = 0; number < arms; number++, arm++) {
        i64 left = found->moves->allowance - arm->costs[row[BAND]], reached = by_height(game, arm, found->unit, furthest, targets);
        for (i64 i = 0; i < count; i++) {
            i64 option = facings[i] * found->count + places[i], at = found->hexes[places[i]];
            if (found->cost[option] > left) continue;
            for (i64 t = 0; t < reached; t++) {
                i64 toward_it = way(game, at, game->rows[targets[t] * COLUMNS + HEX]);
                if (!tables->exchanges[arm->exchange].front[facings[i] * WAYS + toward_it]) continue;
                i64 worth = attack_worth(game, found->unit, arm, at, found->moved[option], targets[t], cover, &odds);
                worth *= focus[targets[t]];
                if (worth > best[i].worth) best[i] = (AimedShot){arm, targets[t], worth, odds};
            }
        }
    }
}

/* Return the odds of an attack of a unit from its hex, and whether it is possible. */
PlayOdds attempt(PlayGame *game, i64 unit, const PlayArm *arm, i64 target, int *possible) {
    const PlayTables *tables = game->tables;
    const i64 *own = game->rows + unit * COLUMNS, *other = game->rows + target * COLUMNS;
    const PlayExchange *exchange = tables->exchanges + arm->exchange;
    const PlayLines *lines = lines_from(game, arm->lines[other[KIND]], own[HEX]);
    Attacker by = attacker_from(own, own[HEX], own[MOVED]);
    Target on = target_of(other);
    Plain plain = plain_odds(game, lines, exchange, by, on, arm->damage, cover_against(game, own[PARTY], unit));
    *possible = exchange->front[own[FACING] * WAYS + way(game, own[HEX], other[HEX])] &&
                is_possible(game, lines, own[HEX], other[HEX], arm->reach);
    return with_side(game, exchange, plain, by, on, other[FACING]);
}

/* Return the damage of a hit by a result of the dice. */
i64 damage_of(const PlayRolls *rolls, i64 fall, i64 damage, i64 defence) {
    damage += rolls->counts_result ? rolls->bonus[fall] : 0;
    i64 most = defence > 0 ? defence : 0, bypassed = rolls->bypasses[fall];
    defence -= bypassed < 0 || bypassed > most ? most : bypassed;
    return damage - defence > rolls->least ? damage - defence : rolls->least;
}

/* Roll an attack; return its damage, 0 for a miss. */
i64 strike(PlayGame *game, i64 unit, i64 weapon, i64 target) {
    i64 arms;
    const PlayArm *arm = arms_of(game->tables, game->rows[unit * COLUMNS + KIND], &arms) + weapon;
    const PlayRolls *rolls = game->tables->rolls + arm->rolls;
    int possible;
    PlayOdds it = attempt(game, unit, arm, target, &possible);
    if (!possible) return 0;
    i64 drawn = dice_below(game, (uint32_t)rolls->ways), fall = 0;
    while (rolls->until[fall] <= drawn) fall++;
    if (!rolls->automatic && rolls->total[fall] < it.number) return 0;
    i64 damage = damage_of(rolls, fall, it.damage, it.defence);
    return damage > 0 ? damage : 0;
}
