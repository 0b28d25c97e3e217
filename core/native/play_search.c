/* The searching bot: plays its best options out many times, as in searching.py. */

#include <string.h>

#include "play.h"

#define ROUNDS 3
#define MOST_OPTIONS 12
#define NEAR_ENOUGH 60
#define MOST_TARGETS 4
#define SCORE 80
#define LEAD 1300
#define SCORE_UNIT (20 * PARTS)

static const struct {
    i64 options, samples;
} rounds[ROUNDS] = {{MOST_OPTIONS, 16}, {6, 32}, {3, 96}};

/* Sort numbers by their values, greatest first; equal ones stay in order. */
static void sort_by(i64 *numbers, i64 count, const i64 *values) {
    for (i64 i = 1; i < count; i++) {
        i64 number = numbers[i], at = i;
        for (; at > 0 && values[numbers[at - 1]] < values[number]; at--) numbers[at] = numbers[at - 1];
        numbers[at] = number;
    }
}

/* Return the place of the option to take. behind is how far each is below the plan, the first, in points of score. */
static i64 search(PlayGame *game, const PlayWeights *weights, i64 unit, const Starts *starts, const i64 *behind) {
    i64 count = starts->count, sums[MOST_OPTIONS] = {0}, left[MOST_OPTIONS], left_count = count, played = 0;
    Policy *policy = policy_of(game, weights);
    for (i64 i = 0; i < count; i++) left[i] = i;
    for (i64 round = 0; round < ROUNDS; round++) {
        i64 samples = rounds[round].samples, rest = 1, hexes[MOST_OPTIONS], moved[MOST_OPTIONS], sides[MOST_OPTIONS];
        AimedShot shots[MOST_OPTIONS];
        for (i64 i = 1; i < left_count; i++)
            if (!round || sums[left[i]] > sums[0]) left[rest++] = left[i];
        if (rest == 1) return 0;
        sort_by(left + 1, rest - 1, sums);
        left_count = rest < rounds[round].options ? rest : rounds[round].options;
        for (i64 i = 0; i < left_count; i++) {
            hexes[i] = starts->hexes[left[i]];
            moved[i] = starts->moved[left[i]];
            sides[i] = starts->sides[left[i]];
            shots[i] = starts->shots[left[i]];
        }
        Starts some = {left_count, hexes, moved, sides, shots};
        i64 *values = scratch(game, left_count * samples * (i64)sizeof(i64));
        play_out(game, policy, unit, &some, samples, values);
        for (i64 i = 0; i < left_count; i++)
            for (i64 sample = 0; sample < samples; sample++)
                sums[left[i]] += values[i * samples + sample] - SCORE * behind[left[i]];
        played += samples;
    }
    i64 best = 0;
    for (i64 i = 1; i < left_count; i++)
        if (sums[left[i]] > sums[left[best]]) best = i;
    return sums[left[best]] - sums[0] >= LEAD * played ? left[best] : 0;
}

/* Return where a unit goes: the option that ends best, among those that the planning bot rates best. */
Choice choose_by_search(PlayGame *game, const PlayWeights *weights, i64 unit) {
    Options found = options_of(game, unit);
    weigh_plan(game, &found, weights);
    i64 count = found.count, listed_count = 0, most_of_all = NEVER_CHOSEN, places[MOST_OPTIONS], chosen = 0;
    i64 *most = scratch(game, count * (i64)sizeof(i64)), *listed = scratch(game, count * (i64)sizeof(i64));
    i64 *ends = scratch(game, found.facings * (i64)sizeof(i64));
    for (i64 i = 0; i < count; i++) {
        most[i] = NEVER_CHOSEN;
        for (i64 end = 0; end < found.facings; end++)
            if (found.scores[end * count + i] > most[i]) most[i] = found.scores[end * count + i];
        if (most[i] > NEVER_CHOSEN) listed[listed_count++] = i;
        if (most[i] > most_of_all) most_of_all = most[i];
    }
    dice_shuffle(game, listed, listed_count);
    sort_by(listed, listed_count, most);
    for (i64 i = 0; i < listed_count && chosen < MOST_OPTIONS; i++)
        if (most[listed[i]] >= most_of_all - NEAR_ENOUGH * SCORE_UNIT) places[chosen++] = listed[i];
    i64 behind[MOST_OPTIONS], facings[MOST_OPTIONS], hexes[MOST_OPTIONS], moved[MOST_OPTIONS], sides[MOST_OPTIONS], best = 0;
    AimedShot shots[MOST_OPTIONS];
    for (i64 i = 0; i < chosen; i++) {
        i64 equal = 0;
        for (i64 end = 0; end < found.facings; end++)
            if (found.scores[end * count + places[i]] == most[places[i]]) ends[equal++] = end;
        facings[i] = ends[dice_below(game, (uint32_t)equal)];
        behind[i] = (most_of_all - most[places[i]]) / SCORE_UNIT;
        hexes[i] = found.hexes[places[i]];
        moved[i] = found.moved[facings[i] * count + places[i]];
        sides[i] = show_side(game->tables, game->rows[unit * COLUMNS + SHIELD], facings[i]);
    }
    i64 *units = scratch(game, game->units * (i64)sizeof(i64));
    if (chosen > 1 && enemies_of(game, unit, units)) {
        focus_of(game, unit, weights, units);
        aim_from(game, &found, facings, places, chosen, units, shots);
        Starts starts = {chosen, hexes, moved, sides, shots};
        best = search(game, weights, unit, &starts, behind);
    }
    return choice_at(&found, facings[best] * count + places[best]);
}

/* Replace the attack that a unit plans by the one that ends best in playouts, among the best on each target. */
void aim_by_search(PlayGame *game, const PlayWeights *weights, i64 unit, const Shot *shots, i64 count, Shot *plan) {
    const PlayTables *tables = game->tables;
    const i64 *row = game->rows + unit * COLUMNS;
    i64 *order = scratch(game, count * (i64)sizeof(i64)), *worths = scratch(game, count * (i64)sizeof(i64));
    i64 *focus = scratch(game, game->units * (i64)sizeof(i64)), listed = 1, behind[MOST_TARGETS], planned = 0;
    i64 hexes[MOST_TARGETS], moved[MOST_TARGETS], sides[MOST_TARGETS];
    Shot found[MOST_TARGETS] = {*plan};
    AimedShot aimed[MOST_TARGETS];
    for (i64 i = 0; i < count; i++) {
        order[i] = i;
        worths[i] = shots[i].worth;
    }
    sort_by(order, count, worths);
    for (i64 i = 0; i < count && listed < MOST_TARGETS; i++) {
        int known = 0;
        for (i64 j = 0; j < listed; j++) known |= found[j].target == shots[order[i]].target;
        if (!known) found[listed++] = shots[order[i]];
    }
    if (listed == 1) return;
    focus_of(game, unit, weights, focus);
    for (i64 i = 0; i < listed; i++) {
        const PlayArm *arm = tables->arms + tables->arms_of[row[KIND]] + found[i].weapon;
        int possible;
        i64 worth = found[i].worth * focus[found[i].target];
        i64 strike_worth = weights->strike * PARTS * worth / (tables->point * FOCUS);
        if (!i) planned = strike_worth;
        hexes[i] = row[HEX];
        moved[i] = row[MOVED];
        sides[i] = show_side(tables, row[SHIELD], row[FACING]);
        behind[i] = floor_div(planned - strike_worth, SCORE_UNIT);
        aimed[i] = (AimedShot){arm, found[i].target, found[i].worth, attempt(game, unit, arm, found[i].target, &possible)};
    }
    Starts starts = {listed, hexes, moved, sides, aimed};
    *plan = found[search(game, weights, unit, &starts, behind)];
}
