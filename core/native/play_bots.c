/* The bots: what a unit does on its turn, as in bots.py. */

#include "play.h"

/* Return an option by its place in [facings][hexes]. */
Choice choice_at(const Options *found, i64 place) {
    i64 facing = place / found->count, at = place % found->count;
    return (Choice){found->hexes[at], facing, found->cost[place], found->moved[place]};
}

static Choice one_of(PlayGame *game, const Options *found, const i64 *places, i64 count) {
    return choice_at(found, places[dice_below(game, (uint32_t)count)]);
}

static Choice stray(PlayGame *game, i64 unit) {
    Options found = options_of(game, unit);
    i64 size = found.facings * found.count, count = 0, *places = scratch(game, size * (i64)sizeof(i64));
    for (i64 i = 0; i < size; i++)
        if (found.cost[i] < FAR_COST) places[count++] = i;
    return one_of(game, &found, places, count);
}

static Choice weigh(PlayGame *game, const PlayBot *bot, i64 unit) {
    Options found = options_of(game, unit);
    if (bot->kind == BOT_PLAIN) weigh_plain(game, &found, &bot->weights);
    else weigh_plan(game, &found, &bot->weights);
    i64 size = found.facings * found.count, count = 0, most = NEVER_CHOSEN, *places = scratch(game, size * (i64)sizeof(i64));
    for (i64 i = 0; i < size; i++) {
        if (found.scores[i] > most) count = 0;
        if (found.scores[i] >= most) {
            most = found.scores[i];
            places[count++] = i;
        }
    }
    return one_of(game, &found, places, count);
}

/* Return where a unit ends its turn. */
Choice choose(PlayGame *game, const PlayBot *bot, i64 unit) {
    i64 mark = scratch_mark(game);
    Choice found = bot->kind == BOT_RANDOM      ? stray(game, unit)
                   : bot->kind == BOT_SEARCHING ? choose_by_search(game, &bot->weights, unit)
                                                : weigh(game, bot, unit);
    scratch_release(game, mark);
    return found;
}

/* Write the attack that a unit makes from its hex; return whether there is one. */
int aim(PlayGame *game, const PlayBot *bot, i64 unit, Shot *found) {
    const PlayTables *tables = game->tables;
    i64 mark = scratch_mark(game), kind = game->rows[unit * COLUMNS + KIND], arms = tables->arms_of[kind + 1] - tables->arms_of[kind];
    i64 most_shots = arms * game->units + 1, most = 0, best = 0;
    Shot *shots = scratch(game, most_shots * (i64)sizeof(Shot));
    i64 *focus = scratch(game, game->units * (i64)sizeof(i64)), *places = scratch(game, most_shots * (i64)sizeof(i64));
    i64 count = shots_of(game, unit, shots);
    for (i64 i = 0; i < game->units; i++) focus[i] = 1;
    if (bot->kind >= BOT_PLANNING) focus_of(game, unit, &bot->weights, focus);
    for (i64 i = 0; i < count; i++) {
        i64 worth = bot->kind == BOT_RANDOM ? 1 : shots[i].worth * focus[shots[i].target];
        if (worth > most) best = 0;
        if (worth >= most) {
            most = worth;
            places[best++] = i;
        }
    }
    if (best) *found = shots[places[dice_below(game, (uint32_t)best)]];
    if (best && bot->kind == BOT_SEARCHING) aim_by_search(game, &bot->weights, unit, shots, count, found);
    scratch_release(game, mark);
    return best > 0;
}
