/* Turns in which all decide on the same state, then all move, then all attack, as in turn.py. */

#include <string.h>

#include "play.h"

#define UNKNOWN ((i64)-1)
#define NOBODY ((i64)-1)

static i64 *filled(PlayGame *game, i64 count, int byte) {
    i64 size = count * (i64)sizeof(i64);
    return memset(scratch(game, size), byte, (size_t)size);
}

/* What comes before each state on the shortest paths: that of state s from first[s] to first[s + 1] - 1. */
typedef struct {
    i64 *first, *states;
} Before;

static Before states_before(PlayGame *game, const Paths *paths) {
    const PlayMoves *moves = paths->moves;
    i64 states = game->tables->count * moves->size;
    Before found = {filled(game, states + 2, 0), NULL};
    for (int round = 0; round < 2; round++) {
        /* Counts move by two places: once the states are filled in, each is where those of the next begin. */
        for (i64 i = 0; i < paths->count; i++) {
            i64 one = paths->states[i];
            for (i64 e = moves->first[one]; e < moves->first[one + 1]; e++) {
                i64 to = moves->to[e];
                if (paths->lengths[to] != paths->lengths[one] + moves->cost[e]) continue;
                if (round) found.states[found.first[to + 1]++] = one;
                else found.first[to + 2]++;
            }
        }
        if (round) break;
        for (i64 state = 0; state < states; state++) found.first[state + 2] += found.first[state + 1];
        found.states = scratch(game, (found.first[states + 1] + 1) * (i64)sizeof(i64));
    }
    return found;
}

/* Return the state in which an end is reached. */
static i64 state_at(const Paths *paths, const Choice *choice) {
    const PlayMoves *moves = paths->moves;
    i64 found = UNKNOWN;
    for (i64 i = 0; i < paths->count; i++) {
        i64 state = paths->states[i];
        if (state / moves->size != choice->hex) continue;
        if (moves->has_facing && moves->facing_of[state % moves->size] != choice->facing) continue;
        if (found == UNKNOWN || paths->lengths[state] < paths->lengths[found]) found = state;
    }
    return found;
}

/* Return for each state on a random shortest path to an end the state after it, UNKNOWN for the last. */
static const i64 *way_to(PlayGame *game, const Paths *paths, i64 end, i64 begin) {
    i64 states = game->tables->count * paths->moves->size, count = 0;
    Before before = states_before(game, paths);
    i64 *after = filled(game, states, 0xff), *waiting = scratch(game, (before.first[states] + 1) * (i64)sizeof(i64));
    for (i64 state = end; state != begin; state = waiting[--count]) {
        i64 fresh = count;
        for (i64 i = before.first[state]; i < before.first[state + 1]; i++) {
            i64 one = before.states[i];
            if (after[one] == UNKNOWN && one != end) waiting[fresh++] = one;
        }
        dice_shuffle(game, waiting + count, fresh - count);
        for (; count < fresh; count++) after[waiting[count]] = state;
    }
    return after;
}

/* Return whether a unit can end its move in a hex, by the party that started in each or has entered it. */
static int is_free(const PlayGame *game, const i64 *row, const i64 *holders, i64 at) {
    return at == row[HEX] || holders[at] == NOBODY || (game->tables->ends_with_allies && holders[at] == row[PARTY]);
}

/* Return the last free hex on a unit's path to the hex that it has chosen. */
static Choice stop_before(PlayGame *game, i64 unit, const Choice *choice, const i64 *holders) {
    const i64 *row = game->rows + unit * COLUMNS;
    i64 mark = scratch_mark(game);
    Paths paths = paths_of(game, unit);
    const PlayMoves *moves = paths.moves;
    i64 begin = row[HEX] * moves->size + moves->starts[paths.facing], end = state_at(&paths, choice);
    const i64 *after = way_to(game, &paths, end, begin);
    Choice found = {row[HEX], row[FACING], 0, 0};
    for (i64 state = begin; state != end; state = after[state]) {
        i64 at = state / moves->size, facing = moves->has_facing ? moves->facing_of[state % moves->size] : paths.facing;
        if (at == row[HEX]) found = (Choice){row[HEX], row[FACING], 0, 0};
        else if (is_free(game, row, holders, at) && moves->may_end[at])
            found = (Choice){at, facing, paths.lengths[state] / ENTERED, paths.lengths[state] % ENTERED};
    }
    scratch_release(game, mark);
    return found;
}

/* Move all units to their chosen hexes, in random order. */
static void move_all(PlayGame *game, const i64 *units, i64 count, Choice *choices) {
    i64 *holders = filled(game, game->tables->count, 0xff), *order = scratch(game, count * (i64)sizeof(i64));
    for (i64 i = 0; i < count; i++) {
        const i64 *row = game->rows + units[i] * COLUMNS;
        holders[row[HEX]] = row[PARTY];
        order[i] = i;
    }
    dice_shuffle(game, order, count);
    for (i64 i = 0; i < count; i++) {
        Choice *choice = choices + order[i];
        const i64 *row = game->rows + units[order[i]] * COLUMNS;
        if (!is_free(game, row, holders, choice->hex)) *choice = stop_before(game, units[order[i]], choice, holders);
        holders[choice->hex] = row[PARTY];
    }
    /* Paths are those around units where they started, so none moves before all have their paths. */
    for (i64 i = 0; i < count; i++) move_unit(game, units[i], choices[i]);
}

/* Give the points for a loss to the party that did the most damage; dice break ties. */
static void pay(PlayGame *game, const i64 *damages) {
    i64 tied[MOST_PARTIES], count = 0, most = 0;
    for (i64 party = 0; party < game->parties; party++) {
        if (damages[party] > most) count = 0;
        if (damages[party] < most) continue;
        most = damages[party];
        tied[count++] = party;
    }
    game->points[tied[count == 1 ? 0 : dice_below(game, (uint32_t)count)]] += game->kill;
}

/* Let all units attack, and then remove those destroyed. */
static void attack_all(PlayGame *game, const i64 *units, i64 count) {
    i64 *damages = filled(game, game->units * game->parties, 0), *targets = scratch(game, count * (i64)sizeof(i64)), hit = 0;
    Shot *shots = scratch(game, count * (i64)sizeof(Shot));
    uint8_t *attacks = scratch(game, count), *is_hit = memset(scratch(game, game->units), 0, (size_t)game->units);
    for (i64 i = 0; i < count; i++)
        attacks[i] = (uint8_t)aim(game, game->bots + game->rows[units[i] * COLUMNS + PARTY], units[i], shots + i);
    for (i64 i = 0; i < count; i++) {
        if (!attacks[i]) continue;
        i64 target = shots[i].target;
        damages[target * game->parties + game->rows[units[i] * COLUMNS + PARTY]] += strike(game, units[i], shots[i].weapon, target);
        if (!is_hit[target]) targets[hit++] = target;
        is_hit[target] = 1;
    }
    for (i64 i = 0; i < hit; i++) {
        const i64 *by_party = damages + targets[i] * game->parties;
        i64 *left = game->rows + targets[i] * COLUMNS + HIT_POINTS;
        for (i64 party = 0; party < game->parties; party++) *left -= by_party[party];
        if (*left > 0) continue;
        remove_lost(game, targets[i]);
        pay(game, by_party);
    }
}

/* Let all units act in a turn. */
void act_at_once(PlayGame *game) {
    i64 count = 0, *units = scratch(game, game->units * (i64)sizeof(i64));
    Choice *choices = scratch(game, game->units * (i64)sizeof(Choice));
    for (i64 party = 0; party < game->parties; party++)
        for (i64 i = 0; i < game->alive_counts[party]; i++) {
            i64 unit = game->alive[party * game->units + i];
            choices[count] = choose(game, game->bots + party, unit);
            units[count++] = unit;
        }
    move_all(game, units, count, choices);
    attack_all(game, units, count);
}
