/* What bots weigh: the parts of the score of each option, as in bots.py and planning.py. */

#include <string.h>

#include "play.h"

#define STRIKE_PARTS 100

i64 floor_div(i64 a, i64 b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

/* Write the units of other parties on the board; return how many. */
i64 enemies_of(PlayGame *game, i64 unit, i64 *found) {
    i64 count = 0, own = game->rows[unit * COLUMNS + PARTY];
    for (i64 party = 0; party < game->parties; party++)
        for (i64 i = 0; party != own && i < game->alive_counts[party]; i++) found[count++] = game->alive[party * game->units + i];
    return count;
}

/* See StrikeOutlook.side. */
i64 show_side(const PlayTables *tables, i64 shield, i64 facing) {
    return tables->has_sides ? shield * SIDES_OF_A_SHIELD + facing : 0;
}

/* Return the damage of a kind of unit in a hex after its next move, to a group and side in each hex. */
const int16_t *later_row(PlayGame *game, i64 kind, i64 group, i64 side, i64 at) {
    const PlayTables *tables = game->tables;
    const PlayStrikes *strikes = tables->strikes + kind;
    if (!strikes->filled_later[at]) ask(game, ASK_LATER, kind, at, 0);
    return strikes->later + ((group * tables->sides + side) * tables->count + at) * tables->count;
}

/* Lower the points from each option to the nearest of some hexes. */
static void nearer(PlayGame *game, const Options *found, i64 at, i64 *near) {
    const i64 *row = game->rows + found->unit * COLUMNS, *points = toward(game, row[KIND], row[BAND], at);
    for (i64 i = 0; i < found->count; i++) near[i] = points[found->hexes[i]] < near[i] ? points[found->hexes[i]] : near[i];
}

static i64 *farthest(PlayGame *game, const Options *found) {
    i64 *near = scratch(game, found->count * (i64)sizeof(i64));
    for (i64 i = 0; i < found->count; i++) near[i] = FARTHEST * found->moves->scale;
    return near;
}

/* Take a weighted part that depends on the points to somewhere, beyond those that are near enough, from the scores. */
static void subtract_way(const Options *found, const i64 *near, i64 enough, i64 weight, i64 point) {
    for (i64 i = 0; i < found->count; i++) {
        i64 beyond = near[i] > enough ? near[i] - enough : 0, part = weight * (beyond * point / found->moves->scale);
        for (i64 end = 0; end < found->facings; end++) found->scores[end * found->count + i] -= part;
    }
}

static void weigh_contact(PlayGame *game, const Options *found, i64 weight, i64 point) {
    const PlayTables *tables = game->tables;
    i64 kind = game->rows[found->unit * COLUMNS + KIND];
    if (tables->arms_of[kind + 1] == tables->arms_of[kind]) return;
    i64 *near = farthest(game, found), *enemies = scratch(game, game->units * (i64)sizeof(i64));
    i64 count = enemies_of(game, found->unit, enemies);
    for (i64 e = 0; e < count; e++) nearer(game, found, game->rows[enemies[e] * COLUMNS + HEX], near);
    subtract_way(found, near, tables->best_range[kind] * found->moves->scale, weight, point);
}

static void weigh_home(PlayGame *game, const Options *found, i64 weight, i64 point) {
    i64 party = game->rows[found->unit * COLUMNS + PARTY], *near = farthest(game, found);
    for (i64 i = 0; i < game->home_counts[party]; i++) nearer(game, found, game->homes[party][i], near);
    subtract_way(found, near, 0, weight, point);
}

/* Mark the objectives that a unit's party can still win and doesn't occupy, by place; return how many; see wanted.py. */
i64 objectives_wanted(PlayGame *game, i64 unit, uint8_t *wanted) {
    i64 party = game->rows[unit * COLUMNS + PARTY], own = game->rows[unit * COLUMNS + HEX], count = 0;
    const i64 *mates = game->by_party + party * game->tables->count;
    for (i64 place = 0; place < game->goals; place++) {
        const PlayGoal *goal = game->goal + place;
        wanted[place] = goal->parties[party] && !game->scored[place * game->parties + party];
        for (i64 i = 0; wanted[place] && i < goal->count; i++) {
            i64 at = goal->hexes[i];
            if (mates[at] && (at != own || game->there[own] > 1)) wanted[place] = 0;
        }
        count += wanted[place];
    }
    return count;
}

static void weigh_prize(PlayGame *game, const Options *found, i64 weight, i64 point) {
    uint8_t *wanted = scratch(game, game->goals + 1);
    if (!objectives_wanted(game, found->unit, wanted)) return;
    i64 *near = farthest(game, found);
    for (i64 place = 0; place < game->goals; place++)
        for (i64 i = 0; wanted[place] && i < game->goal[place].count; i++) nearer(game, found, game->goal[place].hexes[i], near);
    subtract_way(found, near, 0, weight, point);
}

static void weigh_lookout(PlayGame *game, const Options *found, i64 point) {
    const PlayTables *tables = game->tables;
    i64 kind = game->rows[found->unit * COLUMNS + KIND], arm = tables->arms_of[kind];
    if (arm == tables->arms_of[kind + 1] || found->facings == 1) return;
    const PlayExchange *exchange = tables->exchanges + tables->arms[arm].exchange;
    if (exchange->all_round) return;
    i64 *enemies = scratch(game, game->units * (i64)sizeof(i64)), count = enemies_of(game, found->unit, enemies);
    for (i64 i = 0; i < found->count; i++)
        for (i64 e = 0; e < count; e++) {
            i64 toward_it = way(game, found->hexes[i], game->rows[enemies[e] * COLUMNS + HEX]);
            for (i64 end = 0; end < found->facings; end++)
                found->scores[end * found->count + i] += point * exchange->front[end * WAYS + toward_it];
        }
}

static void close_impossible(const Options *found) {
    for (i64 i = 0; i < found->facings * found->count; i++)
        if (found->cost[i] >= FAR_COST) found->scores[i] = NEVER_CHOSEN;
}

static i64 *zeros(PlayGame *game, const Options *found) {
    i64 size = found->facings * found->count * (i64)sizeof(i64), *values = scratch(game, size);
    memset(values, 0, (size_t)size);
    return values;
}

/* Score options as the bots do that look at the position as it is. */
void weigh_plain(PlayGame *game, const Options *found, const PlayWeights *weights) {
    i64 mark = scratch_mark(game), size = found->facings * found->count, point = game->tables->point;
    i64 *strikes = zeros(game, found), *threats = zeros(game, found);
    add_strikes(game, found, NULL, strikes);
    if (weights->threat) add_threats(game, found, threats);
    for (i64 i = 0; i < size; i++) found->scores[i] += weights->strike * strikes[i] - weights->threat * threats[i];
    if (weights->contact) weigh_contact(game, found, weights->contact, point);
    if (weights->home) weigh_home(game, found, weights->home, point);
    if (weights->prize) weigh_prize(game, found, weights->prize, point);
    weigh_lookout(game, found, point);
    close_impossible(found);
    scratch_release(game, mark);
}

/* Return how much damage to a unit with some hit points left counts, in parts of FOCUS. */
static i64 counted(PlayGame *game, const PlayWeights *weights, i64 left) {
    i64 worth = game->point_worth * game->kill;
    return FOCUS + weights->focus * worth * FOCUS / (STRIKE_PARTS * PARTS * (left > 1 ? left : 1));
}

/* Write how much damage to each enemy counts. */
void focus_of(PlayGame *game, i64 unit, const PlayWeights *weights, i64 *by_unit) {
    i64 *enemies = scratch(game, game->units * (i64)sizeof(i64)), count = enemies_of(game, unit, enemies);
    for (i64 e = 0; e < count; e++)
        by_unit[enemies[e]] = counted(game, weights, game->rows[enemies[e] * COLUMNS + HIT_POINTS]);
}

static i64 smaller(i64 a, i64 b) { return a < b ? a : b; }

/* Write the damage that enemies do to the unit's party because of it, [sides shown][hexes], if they have acted or not. */
static void dangers(PlayGame *game, const Options *found, const PlayWeights *weights, int acted, i64 shown, i64 *total) {
    const PlayTables *tables = game->tables;
    const i64 *own = game->rows + found->unit * COLUMNS;
    i64 party = own[PARTY], group = tables->group_of[own[KIND]], left = PARTS * own[HIT_POINTS];
    i64 counts = counted(game, weights, own[HIT_POINTS]);
    i64 *enemies = scratch(game, game->units * (i64)sizeof(i64)), count = enemies_of(game, found->unit, enemies);
    for (i64 e = 0; e < count; e++) {
        const i64 *other = game->rows + enemies[e] * COLUMNS;
        if (game->acted[enemies[e]] != acted) continue;
        i64 there = 0;
        for (i64 i = 0; i < game->alive_counts[party]; i++) {
            i64 mate = game->alive[party * game->units + i];
            const i64 *row = game->rows + mate * COLUMNS;
            if (mate == found->unit) continue;
            i64 side = show_side(tables, row[SHIELD], row[FACING]);
            i64 harm = later_row(game, other[KIND], tables->group_of[row[KIND]], side, other[HEX])[row[HEX]];
            harm = smaller(harm, PARTS * row[HIT_POINTS]) * counted(game, weights, row[HIT_POINTS]);
            there = harm > there ? harm : there;
        }
        for (i64 side = 0; side < shown; side++) {
            const int16_t *later = later_row(game, other[KIND], group, show_side(tables, own[SHIELD], side), other[HEX]);
            for (i64 i = 0; i < found->count; i++) {
                i64 here = smaller(later[found->hexes[i]], left) * counts;
                if (here > there) total[side * found->count + i] += here - there;
            }
        }
    }
    for (i64 i = 0; i < shown * found->count; i++) total[i] /= FOCUS;
}

/* Add the damage that all enemies can do to the unit from where they stand, [sides shown][hexes]. */
static void standing_threats(PlayGame *game, const Options *found, i64 shown, i64 *total) {
    const PlayTables *tables = game->tables;
    const i64 *own = game->rows + found->unit * COLUMNS;
    i64 *enemies = scratch(game, game->units * (i64)sizeof(i64)), count = enemies_of(game, found->unit, enemies);
    for (i64 e = 0; e < count; e++) {
        const i64 *other = game->rows + enemies[e] * COLUMNS;
        const PlayStrikes *strikes = tables->strikes + other[KIND];
        if (!strikes->filled[other[HEX]]) ask(game, ASK_STRIKES, other[KIND], other[HEX], 0);
        for (i64 side = 0; side < shown; side++) {
            i64 table = tables->group_of[own[KIND]] * tables->sides + show_side(tables, own[SHIELD], side);
            const int16_t *mean =
                strikes->mean + ((table * strikes->classes + strikes->classes - 1) * tables->count + other[HEX]) * tables->count;
            for (i64 i = 0; i < found->count; i++) total[side * found->count + i] += mean[found->hexes[i]];
        }
    }
}

/* Write the most damage that the unit can do after its next move from each hex. */
static void chances(PlayGame *game, const Options *found, const i64 *focus, i64 *best) {
    const PlayTables *tables = game->tables;
    i64 kind = game->rows[found->unit * COLUMNS + KIND];
    i64 *enemies = scratch(game, game->units * (i64)sizeof(i64)), count = enemies_of(game, found->unit, enemies);
    for (i64 e = 0; e < count; e++) {
        const i64 *other = game->rows + enemies[e] * COLUMNS;
        i64 side = show_side(tables, other[SHIELD], MEAN_FACING);
        for (i64 i = 0; i < found->count; i++) {
            i64 damage = later_row(game, kind, tables->group_of[other[KIND]], side, found->hexes[i])[other[HEX]];
            damage = damage * focus[enemies[e]] / FOCUS;
            best[i] = damage > best[i] ? damage : best[i];
        }
    }
}

/* Add the worth of ending in each hex for the objectives there; see planning.stakes. */
static void weigh_stakes(PlayGame *game, const Options *found, i64 weight) {
    const i64 *row = game->rows + found->unit * COLUMNS;
    i64 party = row[PARTY], worth = game->point_worth, hexes = game->tables->count;
    for (i64 place = 0; place < game->goals; place++) {
        const PlayGoal *goal = game->goal + place;
        const i64 *held = game->held + place * game->parties, *scored = game->scored + place * game->parties;
        i64 others = 0, last = -1, gain = 0, is_mate = 0;
        for (i64 other = 0; other < game->parties; other++) {
            i64 there = 0;
            for (i64 i = 0; i < goal->count; i++) {
                i64 at = goal->hexes[i];
                there |= game->by_party[other * hexes + at] > 0;
                is_mate |= other == party && game->by_party[other * hexes + at] && (at != row[HEX] || game->there[at] >= 2);
            }
            if (there && other != party) {
                others++;
                last = other;
            }
        }
        if (is_mate) continue;
        for (i64 other = 0; other < game->parties; other++) {
            if (!goal->parties[other] || scored[other]) continue;
            if (other == party) gain += goal->points * worth * (held[party] + 1) / (goal->hold * (others ? 2 : 1));
            else gain += goal->points * worth * (held[other] + (others == 1 && last == other)) / goal->hold;
        }
        for (i64 i = 0; i < found->count; i++)
            for (i64 end = 0; goal->inside[found->hexes[i]] && end < found->facings; end++)
                found->scores[end * found->count + i] += weight * gain;
    }
}

/* Score options as the planning bot does. */
void weigh_plan(PlayGame *game, const Options *found, const PlayWeights *weights) {
    const PlayTables *tables = game->tables;
    i64 mark = scratch_mark(game), count = found->count, shown = tables->has_sides ? MEAN_FACING : 1;
    i64 *focus = scratch(game, game->units * (i64)sizeof(i64)), *strikes = zeros(game, found);
    Options by_side = *found;
    by_side.facings = shown;
    i64 *threats = zeros(game, &by_side), *early = zeros(game, &by_side), *late = zeros(game, &by_side);
    i64 *later = zeros(game, found);
    focus_of(game, found->unit, weights, focus);
    add_strikes(game, found, focus, strikes);
    standing_threats(game, found, shown, threats);
    chances(game, found, focus, later);
    dangers(game, found, weights, 0, shown, early);
    dangers(game, found, weights, 1, shown, late);
    for (i64 end = 0; end < found->facings; end++)
        for (i64 i = 0; i < count; i++) {
            i64 at = end * count + i, side = shown == 1 ? i : at;
            found->scores[at] += weights->strike * (strikes[at] * PARTS / (tables->point * FOCUS)) -
                                 weights->threat * threats[side] + weights->later * later[i] -
                                 weights->danger * early[side] - weights->danger_later * late[side];
        }
    weigh_contact(game, found, weights->contact, PARTS);
    weigh_prize(game, found, weights->prize, PARTS);
    weigh_stakes(game, found, weights->stake);
    weigh_lookout(game, found, PARTS);
    close_impossible(found);
    scratch_release(game, mark);
}
