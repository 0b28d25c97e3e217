/* Games without missions, arrivals and exits: as in turn.py, state.py and ending.py. */

#include "play.h"

static void stand(PlayGame *game, i64 party, i64 at, i64 by) {
    game->there[at] += by;
    game->by_party[party * game->tables->count + at] += by;
}

/* Take a destroyed unit off the board. */
void remove_lost(PlayGame *game, i64 unit) {
    i64 party = game->rows[unit * COLUMNS + PARTY], kept_units = 0, *listed = game->alive + party * game->units;
    for (i64 i = 0; i < game->alive_counts[party]; i++)
        if (listed[i] != unit) listed[kept_units++] = listed[i];
    game->alive_counts[party] = kept_units;
    stand(game, party, game->rows[unit * COLUMNS + HEX], -1);
    game->lost[unit] = 1;
    game->losses[party]++;
}

/* Let a unit end its move as it has chosen. */
void move_unit(PlayGame *game, i64 unit, Choice choice) {
    i64 *row = game->rows + unit * COLUMNS;
    stand(game, row[PARTY], row[HEX], -1);
    stand(game, row[PARTY], choice.hex, 1);
    row[HEX] = choice.hex;
    row[FACING] = choice.facing;
    row[MOVED] = choice.moved;
    game->spent[unit] = choice.spent;
}

static void act(PlayGame *game, i64 unit) {
    const i64 *row = game->rows + unit * COLUMNS;
    const PlayBot *bot = game->bots + row[PARTY];
    move_unit(game, unit, choose(game, bot, unit));
    Shot shot;
    int attacks = aim(game, bot, unit, &shot);
    game->acted[unit] = 1;
    if (!attacks) return;
    i64 *target = game->rows + shot.target * COLUMNS;
    target[HIT_POINTS] -= strike(game, unit, shot.weapon, shot.target);
    if (target[HIT_POINTS] > 0) return;
    remove_lost(game, shot.target);
    game->points[row[PARTY]] += game->kill;
}

static void take_turns(PlayGame *game) {
    i64 counts[MOST_PARTIES], waits = 1, *waiting = scratch(game, game->parties * game->units * (i64)sizeof(i64));
    for (i64 party = 0; party < game->parties; party++) {
        counts[party] = game->alive_counts[party];
        for (i64 i = 0; i < counts[party]; i++) waiting[party * game->units + i] = game->alive[party * game->units + i];
        dice_shuffle(game, waiting + party * game->units, counts[party]);
    }
    while (waits) {
        waits = 0;
        for (i64 party = 0; party < game->parties; party++) {
            while (counts[party]) {
                i64 unit = waiting[party * game->units + --counts[party]];
                if (!game->lost[unit]) {
                    act(game, unit);
                    break;
                }
            }
            waits |= counts[party];
        }
    }
}

static void harm_by_ground(PlayGame *game) {
    const PlayTables *tables = game->tables;
    for (i64 party = 0; party < game->parties; party++)
        for (i64 i = 0; i < game->alive_counts[party]; i++) {
            i64 unit = game->alive[party * game->units + i], *row = game->rows + unit * COLUMNS, heat = tables->heating[row[HEX]];
            i64 harm = tables->harm[row[HEX]];
            row[HIT_POINTS] -= harm > 0 ? harm : 0;
            if (!heat) continue;
            game->heat[unit] = game->heat[unit] + heat > 0 ? game->heat[unit] + heat : 0;
            row[BAND] = 0;
            for (i64 band = 0; band < tables->bands; band++)
                if (game->heat[unit] >= tables->band_starts[band]) row[BAND] = band;
        }
    for (i64 party = 0; party < game->parties; party++)
        for (i64 i = game->alive_counts[party] - 1; i >= 0; i--) {
            i64 unit = game->alive[party * game->units + i];
            if (game->rows[unit * COLUMNS + HIT_POINTS] <= 0) remove_lost(game, unit);
        }
}

static void score(PlayGame *game) {
    for (i64 place = 0; place < game->goals; place++) {
        const PlayGoal *goal = game->goal + place;
        i64 there[MOST_PARTIES] = {0}, parties_there = 0;
        for (i64 party = 0; party < game->parties; party++) {
            for (i64 i = 0; i < goal->count; i++) there[party] |= game->by_party[party * game->tables->count + goal->hexes[i]] > 0;
            parties_there += there[party];
        }
        for (i64 party = 0; party < game->parties; party++) {
            i64 *held = game->held + place * game->parties + party, *scored = game->scored + place * game->parties + party;
            int holds = there[party] && parties_there == 1 && goal->parties[party];
            *held = holds ? *held + 1 : 0;
            if (holds && !*scored && *held >= goal->hold) {
                *scored = 1;
                game->points[party] += goal->points;
            }
        }
    }
}

static int is_over(const PlayGame *game) {
    i64 standing = 0, most = 0;
    for (i64 party = 0; party < game->parties; party++) {
        standing += game->alive_counts[party] > 0;
        most = game->points[party] > most ? game->points[party] : most;
    }
    return game->turn >= game->turns || !standing || (game->last_standing && standing == 1) ||
           (game->points_win >= 0 && most >= game->points_win);
}

/* Play a game to its end. Return 0, 1 if Python could not fill a table, or 2 if memory ran out. */
EXPORTED int play_game(PlayGame *game) {
    jmp_buf failed;
    game->failed = &failed;
    int problem = setjmp(failed);
    if (problem) return problem;
    scratch_release(game, 0);
    do {
        i64 mark = scratch_mark(game);
        game->turn++;
        for (i64 unit = 0; unit < game->units; unit++) {
            game->acted[unit] = 0;
            game->rows[unit * COLUMNS + MOVED] = 0;
            game->spent[unit] = 0;
        }
        if (game->at_once) act_at_once(game);
        else take_turns(game);
        harm_by_ground(game);
        score(game);
        scratch_release(game, mark);
    } while (!is_over(game));
    return 0;
}
