/* The policy of playouts: what a unit does in a copy of the game, as in playout_policy.py. */

#include <string.h>

#include "play.h"

#define MOST_COUNTED (128 * FOCUS)
#define MOST_TIE 63
#define NEVER INT32_MIN

/* Compiled once more for processors with wider registers, where the compiler can choose between the two at run time. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

struct Policy {
    PlayWeights weights;
    i64 focus;
    int32_t *ties;
    const int32_t **to_goals; /* by unit, [goals][hexes] */
    i64 *foe_counts, *foes;   /* by party, [parties][units]; all units that were on the board at first */
};

/* What a unit can do to a foe from where its move can end, and the foe to it; arrays are by end. */
typedef struct {
    i64 count, most_hit;
    int16_t *hit, *later, *danger;
    int32_t *mean, *far; /* mean: what an attack is worth if it can't destroy the foe; far: in parts of a movement point */
    uint8_t *chance;
} Pair;

static i64 row_of(const PlayTables *tables, const i64 *unit) { return (unit[KIND] * tables->bands + unit[BAND]) * tables->count; }

static const PlayEndRow *end_row(PlayGame *game, const i64 *unit, i64 at) {
    const PlayEndRow *found = game->tables->end_rows + row_of(game->tables, unit) + at;
    if (found->count < 0) ask(game, ASK_ENDS, unit[KIND], unit[BAND], at);
    return found;
}

/* Return how far a hex is in parts of a movement point, rounded down; at most FARTHEST points. */
static int32_t far_in_parts(i64 points, i64 scale) {
    return (int32_t)(points < FARTHEST * scale ? points * PARTS / scale : FARTHEST * PARTS);
}

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

/* Return the policy of the playouts of one search. */
Policy *policy_of(PlayGame *game, const PlayWeights *weights) {
    i64 count = game->tables->count, units = game->units;
    tidy_pairs(game);
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

static int16_t later_at(PlayGame *game, const i64 *by, const i64 *on, i64 side, i64 from, i64 to) {
    return later_row(game, by[KIND], game->tables->group_of[on[KIND]], side, from)[to];
}

static Pair *pair_made(PlayGame *game, const PlayEndRow *ends, const i64 *own, const i64 *other, i64 there, i64 side,
                       i64 theirs) {
    const PlayTables *tables = game->tables;
    i64 count = ends->count, hexes = tables->count, scale = moves_of(game, own[KIND], own[BAND])->scale;
    const i64 *mine = tables->shifts_by_attacker + own[KIND] * (MOST_MOVED + 1), *points = toward(game, own[KIND], own[BAND], there);
    Pair pair = {count, 0, NULL, NULL, NULL, NULL, NULL, NULL};
    /* All tables that Python has to fill come before the place in the cache is used. */
    const int16_t *danger = later_row(game, other[KIND], tables->group_of[own[KIND]],
                                      show_side(tables, own[SHIELD], LEAST_FACING), there);
    for (i64 i = 0; i < count; i++) later_row(game, own[KIND], 0, 0, ends->hexes[i]);
    int16_t *shorts = kept(game, 3 * count * (i64)sizeof(int16_t));
    int32_t *longs = kept(game, 2 * count * (i64)sizeof(int32_t));
    pair.hit = shorts, pair.later = shorts + count, pair.danger = shorts + 2 * count;
    pair.mean = longs, pair.far = longs + count;
    pair.chance = kept(game, count);
    i64 group = tables->group_of[other[KIND]], table = (own[KIND] * tables->groups + group) * tables->sides + side;
    i64 anyhow = show_side(tables, other[SHIELD], MEAN_FACING);
    for (i64 i = 0; i < count; i++) {
        i64 at = ends->hexes[i], index = ((table * tables->classes + ends->classes[i]) * hexes + at) * hexes + there;
        i64 moved = ends->moved[i] < MOST_MOVED ? ends->moved[i] : MOST_MOVED;
        i64 number = tables->every_number[index] + mine[moved] + theirs;
        i64 chance = tables->chances[number < 0 ? 0 : number > 255 ? 255 : number], hit = tables->every_hit[index];
        pair.hit[i] = (int16_t)hit;
        pair.chance[i] = (uint8_t)chance;
        pair.mean[i] = (int32_t)(hit * chance / CHANCES);
        pair.most_hit = hit > pair.most_hit ? hit : pair.most_hit;
        pair.later[i] = later_at(game, own, other, anyhow, at, there);
        pair.danger[i] = danger[at];
        pair.far[i] = far_in_parts(points[at], scale);
    }
    Pair *found = kept(game, sizeof(Pair));
    *found = pair;
    return found;
}

static const Pair *pair_of(PlayGame *game, const PlayEndRow *ends, const Copy *copy, i64 unit, i64 foe) {
    const PlayTables *tables = game->tables;
    const i64 *own = game->rows + unit * COLUMNS, *other = game->rows + foe * COLUMNS;
    i64 moved = copy->moved[foe] < MOST_MOVED ? copy->moved[foe] : MOST_MOVED;
    i64 theirs = tables->shifts_by_target[own[KIND] * (MOST_MOVED + 1) + moved], there = copy->hexes[foe], side = copy->sides[foe];
    /* Each part has the bits that compiled_games.py allows for. */
    uint64_t key = (uint64_t)(row_of(tables, own) + copy->hexes[unit]);
    key = (key << 2 | (uint64_t)own[SHIELD]) << 8 | (uint64_t)other[KIND];
    key = ((key << 2 | (uint64_t)other[SHIELD]) << 12 | (uint64_t)there) << 5 | (uint64_t)side;
    key = key << 10 | (uint64_t)(theirs + 512);
    void **place;
    void *found = cached_pair(game, key, &place);
    if (!found) found = *place = pair_made(game, ends, own, other, there, side, theirs);
    return found;
}

/* What the loop over the ends sums up. */
typedef struct {
    int32_t *worth, *later, *danger, *near;
} Sums;

WIDE static void sum_up(const Pair *pair, const int32_t *mean, Sums sums, int32_t counts, int32_t own_left, int32_t own_counts, int32_t there,
                        int32_t weight) {
    i64 count = pair->count;
    const int16_t *later = pair->later, *danger = pair->danger;
    const int32_t *far = pair->far;
    int32_t *worths = sums.worth, *laters = sums.later, *dangers = sums.danger, *near = sums.near;
    for (i64 i = 0; i < count; i++) {
        int32_t worth = (mean[i] * counts) >> 4, next = later[i] * counts;
        worths[i] = worth > worths[i] ? worth : worths[i];
        laters[i] = next > laters[i] ? next : laters[i];
        int32_t here = danger[i] < own_left ? danger[i] : own_left;
        here = here * own_counts - there;
        here = here > 0 ? here >> 4 : 0;
        dangers[i] += here * weight;
        near[i] = far[i] < near[i] ? far[i] : near[i];
    }
}

/* Write the scores of ends before ties and objectives; contact is the cost of each part beyond the range. */
WIDE static void add_up(Sums sums, i64 count, int32_t strike, int32_t later, int32_t contact, int32_t range, int32_t *scores) {
    const int32_t *worths = sums.worth, *laters = sums.later, *dangers = sums.danger, *near = sums.near;
    for (i64 i = 0; i < count; i++) {
        int32_t beyond = near[i] > range ? near[i] - range : 0;
        scores[i] = strike * worths[i] + later * (laters[i] / FOCUS) - dangers[i] - contact * beyond;
    }
}

/* Return what an attack is worth on average, before it is weighted by how much damage to the foe counts. */
static int32_t mean_at(const Pair *pair, i64 i, int32_t left) {
    return pair->hit[i] < left ? pair->mean[i] : (left + KILL * PARTS / 2) * pair->chance[i] / CHANCES;
}

/* Note what a unit can do to its foes after it has moved, and they to it. */
void note_harm(PlayGame *game, const Policy *policy, Copy *copy, i64 unit) {
    const i64 *own = game->rows + unit * COLUMNS, *foes = policy->foes + own[PARTY] * game->units;
    for (i64 f = 0; f < policy->foe_counts[own[PARTY]]; f++) {
        i64 foe = foes[f], at = copy->hexes[unit], there = copy->hexes[foe];
        const i64 *other = game->rows + foe * COLUMNS;
        copy->harm[unit * game->units + foe] = later_at(game, own, other, copy->sides[foe], at, there);
        copy->harm[foe * game->units + unit] = later_at(game, other, own, copy->sides[unit], there, at);
    }
}

/* Return what mates would suffer at most from a foe instead of a unit. */
static int32_t harm_to_mates(const PlayGame *game, const Copy *copy, i64 unit, i64 foe) {
    i64 party = game->rows[unit * COLUMNS + PARTY];
    const i64 *mates = game->alive + party * game->units;
    const int16_t *harms = copy->harm + foe * game->units;
    int32_t most = 0;
    for (i64 i = 0; i < game->alive_counts[party]; i++) {
        i64 mate = mates[i];
        int32_t left = copy->left[mate], harm = harms[mate] < left ? harms[mate] : left;
        harm *= copy->counts[mate];
        most = mate != unit && harm > most ? harm : most;
    }
    return most;
}

/* Return whether a party has a unit on an objective, apart from one. */
int is_there(const PlayGame *game, const PlayGoal *goal, const Copy *copy, i64 party, i64 but) {
    for (i64 i = 0; i < game->alive_counts[party]; i++) {
        i64 unit = game->alive[party * game->units + i];
        if (unit != but && copy->left[unit] > 0 && goal->inside[copy->hexes[unit]]) return 1;
    }
    return 0;
}

/* Add the worth of the objectives in each end, less the way to the nearest that the unit wants. */
static void add_goals(PlayGame *game, const Policy *policy, const Copy *copy, i64 unit, const PlayEndRow *ends,
                      int32_t *scores) {
    const i64 *own = game->rows + unit * COLUMNS;
    i64 party = own[PARTY], parties = game->parties, wants = 0, count = ends->count;
    int32_t *near = scratch(game, count * (i64)sizeof(int32_t));
    for (i64 i = 0; i < count; i++) near[i] = FARTHEST * PARTS;
    for (i64 place = 0; place < game->goals; place++) {
        const PlayGoal *goal = game->goal + place;
        const int32_t *held = copy->held + place * parties, *scored = copy->scored + place * parties;
        if (is_there(game, goal, copy, party, unit)) continue;
        i64 others = 0, last = -1, gain = 0;
        for (i64 other = 0; other < parties; other++)
            if (other != party && is_there(game, goal, copy, other, -1)) {
                others++;
                last = other;
            }
        if (goal->parties[party] && !scored[party]) {
            const int32_t *far = policy->to_goals[unit] + place * game->tables->count;
            wants = 1;
            for (i64 i = 0; i < count; i++) near[i] = far[ends->hexes[i]] < near[i] ? far[ends->hexes[i]] : near[i];
        }
        for (i64 other = 0; other < parties; other++) {
            if (!goal->parties[other] || scored[other]) continue;
            i64 worth = goal->points * game->point_worth;
            if (other == party) gain += worth * (held[party] + 1) / (goal->hold * (others ? 2 : 1));
            else gain += worth * (held[other] + (others == 1 && last == other)) / goal->hold;
        }
        int32_t added = (int32_t)(policy->weights.stake * gain);
        for (i64 i = 0; added && i < count; i++) scores[i] += goal->inside[ends->hexes[i]] ? added : 0;
    }
    int32_t prize = wants ? (int32_t)policy->weights.prize : 0;
    for (i64 i = 0; prize && i < count; i++) scores[i] -= prize * near[i];
}

/* Return the nearest foe's distance by end if all foes are lost: they count as far away where they fell. */
static void far_from_fallen(PlayGame *game, const Copy *copy, i64 unit, const i64 *foes, i64 count, const PlayEndRow *ends,
                            int32_t *near) {
    for (i64 f = 0; f < count; f++) {
        const Pair *pair = pair_of(game, ends, copy, unit, foes[f]);
        for (i64 i = 0; i < ends->count; i++) {
            int32_t far = pair->far[i] + FARTHEST * PARTS;
            near[i] = far < near[i] ? far : near[i];
        }
    }
}

/* Return where a unit goes in a copy, and its attack from there. */
Rated rate(PlayGame *game, const Policy *policy, const Copy *copy, i64 unit) {
    const PlayTables *tables = game->tables;
    const PlayWeights *weights = &policy->weights;
    const i64 *own = game->rows + unit * COLUMNS, *foes = policy->foes + own[PARTY] * game->units;
    i64 mark = scratch_mark(game), at = copy->hexes[unit], foe_count = policy->foe_counts[own[PARTY]], alive = 0;
    const PlayEndRow *ends = end_row(game, own, at);
    i64 count = ends->count;
    int32_t *all = scratch(game, 6 * count * (i64)sizeof(int32_t)), *scores = all + 4 * count, *capped = all + 5 * count;
    Sums sums = {all, all + count, all + 2 * count, all + 3 * count};
    const Pair **pairs = scratch(game, (foe_count + 1) * (i64)sizeof(Pair *));
    memset(all, 0, (size_t)count * 5 * sizeof(int32_t));
    for (i64 i = 0; i < count; i++) sums.near[i] = INT32_MAX;
    int32_t own_left = copy->left[unit], own_counts = copy->counts[unit];
    for (i64 f = 0; f < foe_count; f++) {
        i64 foe = foes[f], left = copy->left[foe];
        pairs[f] = NULL;
        if (!left) continue;
        alive++;
        const Pair *pair = pairs[f] = pair_of(game, ends, copy, unit, foe);
        int32_t counts = copy->counts[foe], there = harm_to_mates(game, copy, unit, foe);
        i64 weight = copy->acted[foe] ? weights->danger_later : weights->danger;
        const int32_t *means = pair->mean;
        if (pair->most_hit >= left) {
            for (i64 i = 0; i < count; i++) capped[i] = mean_at(pair, i, (int32_t)left);
            means = capped;
        }
        sum_up(pair, means, sums, counts, own_left, own_counts, there, (int32_t)weight);
    }
    if (!alive) far_from_fallen(game, copy, unit, foes, foe_count, ends, sums.near);
    int is_armed = tables->arms_of[own[KIND]] < tables->arms_of[own[KIND] + 1];
    int32_t contact = foe_count && is_armed ? (int32_t)weights->contact : 0, range = (int32_t)(tables->best_range[own[KIND]] * PARTS);
    add_up(sums, count, (int32_t)weights->strike, (int32_t)weights->later, contact, range, scores);
    for (i64 i = 0; i < count; i++) scores[i] += policy->ties[ends->hexes[i]];
    if (game->goals) add_goals(game, policy, copy, unit, ends, scores);
    i64 chosen = 0;
    int32_t most = NEVER;
    for (i64 i = 0; i < count; i++) {
        i64 there = ends->hexes[i];
        if (scores[i] <= most || (copy->taken[there] && there != at)) continue;
        most = scores[i];
        chosen = i;
    }
    Rated found = {ends->hexes[chosen], ends->moved[chosen], -1, 0, 0};
    int32_t best = 0;
    for (i64 f = 0; f < foe_count; f++) {
        if (!pairs[f]) continue;
        i64 left = copy->left[foes[f]];
        int32_t worth = mean_at(pairs[f], chosen, (int32_t)left) * copy->counts[foes[f]] / FOCUS;
        if (worth <= best) continue;
        best = worth;
        found.target = foes[f];
        found.chance = pairs[f]->chance[chosen];
        found.hit = pairs[f]->hit[chosen];
    }
    scratch_release(game, mark);
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
