/* Turn after turn over a board: the hexes reached in each, see core/movement/turns.py, and the turns left to a goal. */

#include "movement.h"

#define NEVER (-1)
#define MOST_TURNS 32767 /* of 16 bits */

int turns_open(Turns *turns, const Moves *moves) {
    size_t places = (size_t)(moves->hexes * moves->stances);
    memset(turns, 0, sizeof(Turns));
    turns->moves = moves;
    /* Zeroed memory costs nothing until it is looked at. */
    turns->turn = calloc(places, sizeof(i32));
    turns->first = calloc(places, sizeof(i32));
    turns->marks = calloc(places, 1);
    turns->spent = malloc(places * sizeof(i32));
    turns->least = malloc(places * sizeof(i32));
    turns->next = malloc((size_t)(moves->hexes * moves->starts) * sizeof(i32));
    return queue_open(&turns->queue, moves->allowance + 1, 256) && turns->turn && turns->first && turns->marks &&
           turns->spent && turns->least && turns->next;
}

void turns_close(Turns *turns) {
    queue_close(&turns->queue);
    free(turns->turn);
    free(turns->first);
    free(turns->marks);
    free(turns->spent);
    free(turns->least);
    free(turns->next);
}

/* Let a turn begin, or, back from a goal, end in a place. */
static inline int begin(Turns *turns, i64 place) {
    if (turns->marks[place] & EXPLORED) return 1;
    turns->marks[place] |= EXPLORED;
    turns->turn[place] = turns->now;
    turns->spent[place] = 0;
    return queue_add(&turns->queue, 0, place);
}

/* Reach a place with some points spent in this turn. */
static inline int reach_place(Turns *turns, i64 place, i64 spent) {
    /* From where a turn has begun, all that can be reached was reached by then. */
    if (turns->marks[place] & EXPLORED) return 1;
    if (turns->turn[place] == turns->now && turns->spent[place] <= spent) return 1;
    turns->turn[place] = turns->now;
    turns->spent[place] = (i32)spent;
    return queue_add(&turns->queue, spent, place);
}

/* Look at all places of a turn in the order of points; 0 without memory. ``hexes_first`` and ``hexes_spent`` are those of
 * fairground_reach, or NULL. */
static inline int run(Turns *turns, const int backward, int16_t *hexes_first, i64 *hexes_spent, i64 most) {
    const Moves *moves = turns->moves;
    const i64 hexes = moves->hexes, allowance = moves->allowance;
    const i32 *kinds_begin = backward ? moves->back_begin : moves->begin;
    const Kind *kinds = backward ? moves->back_kinds : moves->kinds;
    turns->count = 0;
    for (i64 spent = 0; spent <= allowance; spent++)
        while (turns->queue.heads[spent] >= 0) {
            i64 place = queue_take(&turns->queue, spent);
            if (turns->spent[place] != spent) continue;
            i64 stance = moves->stances == 1 ? 0 : (uint32_t)place / (uint32_t)hexes, at = place - stance * hexes;
            if (!turns->first[place]) {
                turns->first[place] = turns->now;
                turns->least[place] = (i32)spent;
            }
            if (moves->may_end[at] && (!backward || stance < moves->starts)) {
                if (hexes_first && spent <= most && hexes_first[at] == NEVER) {
                    hexes_first[at] = (int16_t)turns->now;
                    hexes_spent[at] = spent;
                }
                i64 rested = stance < moves->starts ? place : at + stance % moves->starts * hexes;
                if (!(turns->marks[rested] & LISTED)) {
                    turns->marks[rested] |= LISTED;
                    turns->next[turns->count++] = (i32)rested;
                }
            }
            for (i32 n = kinds_begin[stance]; n < kinds_begin[stance + 1]; n++) {
                const Kind *kind = &kinds[n];
                i64 to = at, time = kind->cost;
                if (kind->direction >= 0) {
                    to = moves->neighbours[(backward ? (kind->direction + 3) % 6 : kind->direction) * hexes + at];
                    if (to < 0) continue;
                    time = step_points(moves, kind->sort, kind->direction * hexes + (backward ? to : at));
                    if (time < 0) continue;
                    if (time > allowance) time = allowance;
                }
                if (spent + time <= allowance && !reach_place(turns, kind->stance * hexes + to, spent + time)) return 0;
            }
        }
    turns->queue.used = 0;
    return 1;
}

int turns_back(Turns *turns) {
    const Moves *moves = turns->moves;
    turns->now++;
    for (i64 n = 0; n < turns->count; n++)
        for (i64 stance = 0; stance < moves->stances; stance += moves->starts)
            if (!begin(turns, turns->next[n] + stance * moves->hexes)) return 0;
    return run(turns, 1, NULL, NULL, 0);
}

int turns_back_from(Turns *turns, i64 goal, const i32 *stances, i64 count) {
    turns->now++;
    for (i64 n = 0; n < count; n++)
        if (!begin(turns, goal + stances[n] * turns->moves->hexes)) return 0;
    return run(turns, 1, NULL, NULL, 0);
}

/* Write, by hex, the first turn at whose end a unit can be there with at most so many points spent, and the least of those: 0
 * where it starts, and NEVER where it gets with none. ``places`` are the starts, in stances in which turns can begin; no more
 * turns are made than ``limit``, -1 for any number. Return 0 if there are too many turns or too little memory. */
EXPORTED int fairground_reach(const Moves *moves, const i32 *places, i64 count, i64 limit, i64 most, int16_t *first,
                              i64 *spent) {
    Turns turns;
    for (i64 at = 0; at < moves->hexes; at++) {
        first[at] = NEVER;
        spent[at] = NEVER;
    }
    if (most < 0) return 1;
    int is_done = turns_open(&turns, moves);
    if (is_done) {
        turns.count = count;
        for (i64 n = 0; n < count; n++) {
            i64 at = places[n] % moves->hexes;
            turns.next[n] = places[n];
            turns.marks[places[n]] |= LISTED;
            first[at] = 0;
            spent[at] = 0;
        }
    }
    while (is_done && turns.count && turns.now != limit) {
        is_done = turns.now++ < MOST_TURNS;
        for (i64 n = 0; is_done && n < turns.count; n++)
            is_done = begin(&turns, turns.next[n]);
        is_done = is_done && run(&turns, 0, first, spent, most);
    }
    turns_close(&turns);
    return is_done;
}
