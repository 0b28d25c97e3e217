/* The hexes reached turn after turn: ``Turns.forward`` of core/movement/turns.py. */

#include "movement.h"

#define NEVER (-1)
#define MOST_TURNS 32767 /* of 16 bits */

/* The turns of a board, one after the other, each from all its starts at once. */
typedef struct {
    const Moves *moves;
    Queue queue; /* by the points spent in the turn */
    i64 now; /* the turn, from 1 */
    i32 *turn; /* by place: the last turn in which it was reached; 0 for none */
    i32 *spent; /* and the least points with which it was */
    u8 *marks;
    i32 *next; /* the places in which the next turn can begin */
    i64 count;
} Turns;

/* Marks of places: a turn began there, and it is or was among those in which the next one can begin. */
#define EXPLORED 1
#define LISTED 2

static int turns_open(Turns *turns, const Moves *moves) {
    size_t places = (size_t)(moves->hexes * moves->stances);
    memset(turns, 0, sizeof(Turns));
    turns->moves = moves;
    /* Zeroed memory costs nothing until it is looked at. */
    turns->turn = calloc(places, sizeof(i32));
    turns->marks = calloc(places, 1);
    turns->spent = malloc(places * sizeof(i32));
    turns->next = malloc((size_t)(moves->hexes * moves->starts) * sizeof(i32));
    return queue_open(&turns->queue, moves->allowance + 1) && turns->turn && turns->marks && turns->spent && turns->next;
}

static void turns_close(Turns *turns) {
    queue_close(&turns->queue);
    free(turns->turn);
    free(turns->marks);
    free(turns->spent);
    free(turns->next);
}

/* Reach a place with some points spent in this turn. */
static inline int reach_place(Turns *turns, i64 place, i64 spent) {
    /* From where a turn has begun, all that can be reached was reached by then. */
    if (turns->marks[place] & EXPLORED) return 1;
    if (turns->turn[place] == turns->now && turns->spent[place] <= spent) return 1;
    turns->turn[place] = (i32)turns->now;
    turns->spent[place] = (i32)spent;
    return queue_add(&turns->queue, spent - turns->queue.now, place, spent);
}

/* Make one turn; 0 without memory. ``first``, ``spent_at`` and ``most`` are those of fairground_reach. */
static int make_turn(Turns *turns, int16_t *first, i64 *spent_at, i64 most) {
    const Moves *moves = turns->moves;
    const i64 hexes = moves->hexes, allowance = moves->allowance;
    Queue *queue = &turns->queue;
    turns->now++;
    queue->now = queue->head = 0;
    for (i64 n = 0; n < turns->count; n++) {
        if (!reach_place(turns, turns->next[n], 0)) return 0;
        turns->marks[turns->next[n]] |= EXPLORED;
    }
    turns->count = 0;
    for (; queue->waits; queue_next(queue)) {
        i64 place, spent;
        while (queue_take(queue, &place, &spent)) {
            if (turns->spent[place] != spent) continue;
            i64 stance = moves->stances == 1 ? 0 : (uint32_t)place / (uint32_t)hexes, at = place - stance * hexes;
            if (moves->may_end[at]) {
                if (spent <= most && first[at] == NEVER) {
                    first[at] = (int16_t)turns->now;
                    spent_at[at] = spent;
                }
                i64 rested = stance < moves->starts ? place : at + stance % moves->starts * hexes;
                if (!(turns->marks[rested] & LISTED)) {
                    turns->marks[rested] |= LISTED;
                    turns->next[turns->count++] = (i32)rested;
                }
            }
            for (i32 n = moves->begin[stance]; n < moves->begin[stance + 1]; n++) {
                const Kind *kind = &moves->kinds[n];
                i64 to = at, time = kind->cost;
                if (kind->direction >= 0) {
                    time = step_points(moves, kind->sort, kind->direction * hexes + at);
                    if (time < 0) continue;
                    if (time > allowance) time = allowance;
                    to = moves->neighbours[kind->direction * hexes + at];
                }
                if (spent + time <= allowance && !reach_place(turns, kind->stance * hexes + to, spent + time)) return 0;
            }
        }
    }
    return 1;
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
        is_done = turns.now < MOST_TURNS && make_turn(&turns, first, spent, most);
    }
    turns_close(&turns);
    return is_done;
}
