/* What the searches of movement share: the moves of a mover as core/movement/compiled.py passes them, and places to look at. */

#ifndef FAIRGROUND_MOVEMENT_H
#define FAIRGROUND_MOVEMENT_H

#include "exported.h"

#include <stdlib.h>
#include <string.h>

typedef int32_t i32;
typedef int64_t i64;
typedef uint8_t u8;

/* A kind of move from one stance to another: a step in a direction, or turning in place at a cost. */
typedef struct {
    i32 direction; /* -1 for turning */
    i32 stance;
    i32 sort; /* of a step: 1 for sideways, 2 for backwards, 3 for both */
    i32 cost; /* of turning */
} Kind;

/* The moves of a mover: hexes are row * columns + column, places stance * hexes + hex. See ``Stances``. */
typedef struct {
    i64 hexes;
    i64 stances;
    i64 starts; /* the first so many stances are those in which a turn can begin; the others rest into stance % starts */
    i64 allowance;
    i64 step_allowance; /* the same in the unit of cost */
    i64 factor; /* from the unit of cost to that of points */
    i64 sidestep; /* points that a step sideways adds */
    i64 reverse_up; /* the factor of steps backwards */
    i64 reverse_down;
    i64 minimum_move;
    const i32 *neighbours; /* [6, hexes]; -1 off the board */
    const i64 *cost; /* [6, hexes]; -1 for impossible steps */
    const u8 *whole_turn; /* [6, hexes] */
    const u8 *may_end; /* [hexes] */
    const i32 *begin; /* where the kinds of moves of each stance begin: [stances + 1] */
    const Kind *kinds;
    const i32 *back_begin; /* the same for the moves that lead to a stance, whose stance is that before */
    const Kind *back_kinds;
} Moves;

#define IMPOSSIBLE (-1)

/* Return the points of a step of a sort: direction * hexes + hex left; IMPOSSIBLE where it is. */
static inline i64 step_points(const Moves *moves, i32 sort, i64 step) {
    i64 known = moves->cost[step];
    if (known < 0) return IMPOSSIBLE;
    i64 points = known * moves->factor;
    if (!sort) return points;
    /* A climb that takes a whole turn costs that, whatever the side. */
    if (moves->whole_turn[step] && known == moves->step_allowance) return moves->allowance;
    if (sort & 1) points += moves->sidestep;
    if (sort & 2) points = points * moves->reverse_up / moves->reverse_down;
    return points > moves->allowance && !moves->minimum_move ? IMPOSSIBLE : points;
}

/* Places that wait by a small whole number, modulo the number of heads. */
typedef struct {
    i32 place;
    i32 next;
} Waiting;

typedef struct {
    i32 *heads; /* the last place added for each number; -1 for none */
    Waiting *waiting;
    i64 used, room;
} Queue;

static inline int queue_open(Queue *queue, i64 heads, i64 room) {
    queue->heads = malloc((size_t)heads * sizeof(i32));
    queue->waiting = malloc((size_t)room * sizeof(Waiting));
    queue->used = 0;
    queue->room = room;
    if (!queue->heads || !queue->waiting) return 0;
    memset(queue->heads, 0xff, (size_t)heads * sizeof(i32));
    return 1;
}

static inline void queue_close(Queue *queue) {
    free(queue->heads);
    free(queue->waiting);
}

static inline int queue_add(Queue *queue, i64 head, i64 place) {
    if (queue->used == queue->room) {
        Waiting *more = realloc(queue->waiting, (size_t)queue->room * 2 * sizeof(Waiting));
        if (!more) return 0;
        queue->waiting = more;
        queue->room *= 2;
    }
    Waiting *added = &queue->waiting[queue->used];
    added->place = (i32)place;
    added->next = queue->heads[head];
    queue->heads[head] = (i32)queue->used++;
    return 1;
}

static inline i64 queue_take(Queue *queue, i64 head) {
    const Waiting *taken = &queue->waiting[queue->heads[head]];
    queue->heads[head] = taken->next;
    return taken->place;
}

/* The turns of a board, one after the other, each from all its starts at once, or back from all its ends. */
typedef struct {
    const Moves *moves;
    Queue queue;
    i32 now; /* the turn, from 1 */
    i32 *turn; /* the last turn in which each place was reached; 0 for none */
    i32 *spent; /* the least points with which it was */
    i32 *first; /* the first turn, and its points */
    i32 *least;
    u8 *marks;
    i32 *next; /* the places from which the next turn goes on, in stances in which turns can begin */
    i64 count;
} Turns;

/* Marks of places: a turn began there, and it is or was among those from which the next one goes on. */
#define EXPLORED 1
#define LISTED 2

/* These return 0 without memory. */
int turns_open(Turns *turns, const Moves *moves);
void turns_close(Turns *turns);
/* Find the places from which one turn leads to the goal, and from which one more leads to those found before. */
int turns_back_from(Turns *turns, i64 goal, const i32 *stances, i64 count);
int turns_back(Turns *turns);

#endif
