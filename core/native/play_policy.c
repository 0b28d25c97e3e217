/* The policy of playouts: what a unit does in a copy of the game, as in playout_policy.py. */

#include <string.h>

#include "play.h"

#define MOST_COUNTED (128 * FOCUS)
#define MOST_TIE 63

i64 row_of(const PlayTables *tables, const i64 *unit) { return (unit[KIND] * tables->bands + unit[BAND]) * tables->count; }

int32_t far_in_parts(i64 points, i64 scale) {
    return (int32_t)(points < FARTHEST * scale ? points * PARTS / scale : FARTHEST * PARTS);
}

i64 padded(i64 count) { return (count + LANES - 1) / LANES * LANES; }

static const int32_t *goal_distances(PlayGame *game, i64 unit) {
    const i64 *row = game->rows + unit * COLUMNS;
    i64 count = game->tables->count, scale = moves_of(game, row[KIND], row[BAND])->scale;
    int32_t *far = scratch(game, game->goals * count * (i64)sizeof(int32_t));
    for (i64 place = 0; place < game->goals; place++) {
        int32_t *to = far + place * count;
        for (i64 at = 0; at < count; at++) to[at] = FARTHEST * PARTS;
        for (i64 i = 0; i < game->goal[place].count; i++) {
            const i64 *points = toward(game, row[KIND], row[BAND], game->goal[place].hexes[i]);
            for (i64 at = 0; at < count; at++) {
                int32_t parts = far_in_parts(points[at], scale);
                to[at] = parts < to[at] ? parts : to[at];
            }
        }
    }
    return far;
}

/* Return whether two units move and fight alike. */
static int are_alike(const PlayGame *game, i64 one, i64 other) {
    const i64 *a = game->rows + one * COLUMNS, *b = game->rows + other * COLUMNS;
    return a[KIND] == b[KIND] && a[BAND] == b[BAND] && a[SHIELD] == b[SHIELD];
}

/* Return whether the hexes that a target has moved add anything to the number to roll against it. */
static int do_moves_count(const PlayTables *tables) {
    for (i64 i = 0; i < tables->kinds * (MOST_MOVED + 1); i++)
        if (tables->shifts_by_target[i]) return 1;
    return 0;
}

static const int16_t *later_table(const PlayTables *tables, const i64 *by, const i64 *on) {
    return tables->strikes[by[KIND]].later + tables->group_of[on[KIND]] * tables->sides * tables->count * tables->count;
}

/* Return the policy of the playouts of one search. */
Policy *policy_of(PlayGame *game, const PlayWeights *weights) {
    i64 count = game->tables->count, units = game->units;
    tidy_pairs(game);
    forget_search(game);
    Policy *policy = scratch(game, sizeof(Policy));
    policy->weights = *weights;
    policy->focus = weights->focus * game->point_worth * game->kill * FOCUS / 100;
    policy->ties = scratch(game, count * (i64)sizeof(int32_t));
    uint8_t *drawn = scratch(game, count);
    dice_bytes(game, drawn, count);
    for (i64 at = 0; at < count; at++) policy->ties[at] = drawn[at] & MOST_TIE;
    policy->to_goals = scratch(game, units * (i64)sizeof(int32_t *));
    policy->foe_counts = scratch(game, game->parties * (i64)sizeof(i64));
    policy->foes = scratch(game, game->parties * units * (i64)sizeof(i64));
    for (i64 unit = 0; unit < units; unit++) {
        policy->to_goals[unit] = NULL;
        for (i64 other = 0; other < unit && !policy->to_goals[unit]; other++)
            if (row_of(game->tables, game->rows + other * COLUMNS) == row_of(game->tables, game->rows + unit * COLUMNS))
                policy->to_goals[unit] = policy->to_goals[other];
        if (!policy->to_goals[unit]) policy->to_goals[unit] = goal_distances(game, unit);
    }
    policy->goals_at = scratch(game, count * (i64)sizeof(uint64_t));
    for (i64 at = 0; at < count; at++) {
        policy->goals_at[at] = 0;
        for (i64 place = 0; place < game->goals; place++)
            policy->goals_at[at] |= (uint64_t)(game->goal[place].inside[at] != 0) << place;
    }
    policy->alike = scratch(game, units * (i64)sizeof(i64));
    for (i64 unit = 0; unit < units; unit++) {
        i64 other = 0;
        while (!are_alike(game, other, unit)) other++;
        policy->alike[unit] = other;
    }
    policy->options = scratch(game, units * count * (i64)sizeof(*policy->options));
    memset(policy->options, 0, (size_t)(units * count) * sizeof(*policy->options));
    policy->later = scratch(game, units * units * (i64)sizeof(*policy->later));
    for (i64 by = 0; by < units; by++)
        for (i64 on = 0; on < units; on++)
            policy->later[by * units + on] = later_table(game->tables, game->rows + by * COLUMNS, game->rows + on * COLUMNS);
    policy->first_stands = scratch(game, units * count * (i64)sizeof(int32_t));
    memset(policy->first_stands, 0, (size_t)(units * count) * sizeof(int32_t));
    policy->stand_count = policy->stand_room = 0;
    policy->moves_count = do_moves_count(game->tables);
    for (i64 own = 0; own < game->parties; own++) {
        i64 *foes = policy->foes + own * units, found = 0;
        for (i64 party = 0; party < game->parties; party++)
            for (i64 i = 0; party != own && i < game->alive_counts[party]; i++) foes[found++] = game->alive[party * units + i];
        policy->foe_counts[own] = found;
    }
    return policy;
}

/* Return how much damage to a unit counts, in parts of FOCUS: more if it has few hit points left. */
int32_t counted_at(const Policy *policy, i64 left) {
    i64 counts = FOCUS + policy->focus / (left > PARTS ? left : PARTS);
    return (int32_t)(counts < MOST_COUNTED ? counts : MOST_COUNTED);
}

int16_t later_at(PlayGame *game, const i64 *by, const i64 *on, i64 side, i64 from, i64 to) {
    return later_row(game, by[KIND], game->tables->group_of[on[KIND]], side, from)[to];
}

static int32_t new_stand(PlayGame *game, Policy *policy, Stand stand) {
    if (++policy->stand_count >= policy->stand_room) {
        i64 room = 2 * policy->stand_count + 64;
        Stand *more = kept_for_search(game, room * (i64)sizeof(Stand));
        if (policy->stand_room) memcpy(more, policy->stands, (size_t)policy->stand_room * sizeof(Stand));
        policy->stands = more;
        policy->stand_room = room;
    }
    policy->stands[policy->stand_count] = stand;
    return (int32_t)policy->stand_count;
}

/* Note how a unit stands. */
void note_stand(PlayGame *game, Policy *policy, Copy *copy, i64 unit) {
    int32_t *first = policy->first_stands + policy->alike[unit] * game->tables->count + copy->hexes[unit], side = copy->sides[unit];
    int32_t moved = !policy->moves_count ? 0 : copy->moved[unit] < MOST_MOVED ? copy->moved[unit] : MOST_MOVED, number = *first;
    while (number && (policy->stands[number].side != side || policy->stands[number].moved != moved))
        number = policy->stands[number].next;
    if (!number) number = *first = new_stand(game, policy, (Stand){side, moved, *first});
    copy->stands[unit] = number;
}

/* Note how a unit stands after it has moved, what it can do to its foes, and they to it. */
void note_harm(PlayGame *game, Policy *policy, Copy *copy, i64 unit) {
    const PlayTables *tables = game->tables;
    const i64 *own = game->rows + unit * COLUMNS, *foes = policy->foes + own[PARTY] * game->units;
    i64 units = game->units, width = padded(units), count = tables->count, at = copy->hexes[unit], side = copy->sides[unit];
    note_stand(game, policy, copy, unit);
    /* The foes' rows are filled: they have been noted where they are. */
    if (!tables->strikes[own[KIND]].filled_later[at]) ask(game, ASK_LATER, own[KIND], at, 0);
    for (i64 f = 0; f < policy->foe_counts[own[PARTY]]; f++) {
        i64 foe = foes[f], there = copy->hexes[foe];
        copy->harm[foe * width + unit] = policy->later[unit * units + foe][(copy->sides[foe] * count + at) * count + there];
        copy->harm[unit * width + foe] = policy->later[foe * units + unit][(side * count + there) * count + at];
    }
}

/* Write what mates would suffer at most from each foe instead of a unit, by unit, padded to whole blocks. */
void harm_to_mates(const PlayGame *game, const Copy *copy, i64 unit, int32_t *restrict found) {
    i64 party = game->rows[unit * COLUMNS + PARTY], width = padded(game->units);
    const i64 *mates = game->alive + party * game->units;
    memset(found, 0, (size_t)width * sizeof(*found));
    for (i64 i = 0; i < game->alive_counts[party]; i++) {
        const int16_t *restrict harms = copy->harm + mates[i] * width;
        int32_t left = copy->left[mates[i]], counts = copy->counts[mates[i]];
        for (i64 foe = 0; mates[i] != unit && left && foe < width; foe++) {
            int32_t harm = (harms[foe] < left ? harms[foe] : left) * counts;
            found[foe] = harm > found[foe] ? harm : found[foe];
        }
    }
}

/* Return the objectives on which a party has a unit, apart from one, a bit for each. */
uint64_t goals_held(const PlayGame *game, const Policy *policy, const Copy *copy, i64 party, i64 but) {
    const i64 *units = game->alive + party * game->units;
    uint64_t found = 0;
    for (i64 i = 0; i < game->alive_counts[party]; i++)
        if (units[i] != but && copy->left[units[i]] > 0) found |= policy->goals_at[copy->hexes[units[i]]];
    return found;
}

/* Return the side that a unit shows after its move: that with the least danger, among those with its target in front. */
int32_t best_side(PlayGame *game, const Policy *policy, const Copy *copy, i64 unit, i64 target) {
    const PlayTables *tables = game->tables;
    if (!tables->has_sides) return 0;
    const i64 *own = game->rows + unit * COLUMNS, *foes = policy->foes + own[PARTY] * game->units;
    i64 first = tables->arms_of[own[KIND]], at = copy->hexes[unit], least = INT64_MAX, best = 0;
    const uint8_t *front =
        first < tables->arms_of[own[KIND] + 1] ? tables->exchanges[tables->arms[first].exchange].front : NULL;
    for (i64 facing = 0; facing < MEAN_FACING; facing++) {
        if (target >= 0 && front && !front[facing * WAYS + way(game, at, copy->hexes[target])]) continue;
        i64 danger = 0, side = show_side(tables, own[SHIELD], facing);
        for (i64 f = 0; f < policy->foe_counts[own[PARTY]]; f++)
            if (copy->left[foes[f]] > 0)
                danger += later_at(game, game->rows + foes[f] * COLUMNS, own, side, copy->hexes[foes[f]], at);
        if (danger >= least) continue;
        least = danger;
        best = facing;
    }
    return (int32_t)show_side(tables, own[SHIELD], best);
}
