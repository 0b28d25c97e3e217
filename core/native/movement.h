/* What the searches of movement share: the moves of a mover as core/movement/compiled_moves.py passes them, and places to look at. */

#ifndef FAIRGROUND_MOVEMENT_H
#define FAIRGROUND_MOVEMENT_H

#include "exported.h"

#include <stdlib.h>
#include <string.h>

typedef int32_t i32;
typedef int64_t i64;
typedef uint8_t u8;
typedef uint64_t u64;

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
    i64 least; /* at most the points of the cheapest step */
    const i32 *neighbours; /* [6, hexes]; -1 off the board */
    const i32 *axial; /* [2, hexes]: q and r */
    const i64 *cost; /* [6, hexes]; -1 for impossible steps */
    const u8 *whole_turn; /* [6, hexes] */
    const u8 *may_end; /* [hexes] */
    const i32 *begin; /* where the kinds of moves of each stance begin: [stances + 1] */
    const Kind *kinds;
    const i32 *back_begin; /* the same for the moves that lead to a stance, whose stance is that before */
    const Kind *back_kinds;
} Moves;

#define IMPOSSIBLE (-1)

/* Return the points of a step of a sort, given its cost in the unit of ``cost``; IMPOSSIBLE where it is. */
static inline i64 sort_points(const Moves *moves, i32 sort, i64 cost, int is_whole_turn) {
    i64 points = cost * moves->factor;
    if (!sort) return points;
    /* A climb that takes a whole turn costs that, whatever the side. */
    if (is_whole_turn && cost == moves->step_allowance) return moves->allowance;
    if (sort & 1) points += moves->sidestep;
    if (sort & 2) points = points * moves->reverse_up / moves->reverse_down;
    return points > moves->allowance && !moves->minimum_move ? IMPOSSIBLE : points;
}

/* Return the points of a step of a sort: direction * hexes + hex left; IMPOSSIBLE where it is. */
static inline i64 step_points(const Moves *moves, i32 sort, i64 step) {
    i64 cost = moves->cost[step];
    return cost < 0 ? IMPOSSIBLE : sort_points(moves, sort, cost, moves->whole_turn[step]);
}

/* Places that wait in the order of a whole number, that of none lower than the last one taken. */
typedef struct {
    i64 label; /* what the place was reached with */
    i32 place;
    i32 next;
} Waiting;

typedef struct {
    i32 *heads; /* by number, modulo their count: the last place added; -1 for none */
    i64 count;
    i64 now; /* the lowest number that anything may wait with */
    i64 head; /* its head */
    i64 waits; /* how many wait */
    Waiting *waiting;
    i32 spare; /* the last of those taken that can be used again; -1 for none */
    i64 used, room;
} Queue;

/* Return 0 without memory. No number may be as much as ``count`` above the lowest. */
static inline int queue_open(Queue *queue, i64 count) {
    memset(queue, 0, sizeof(Queue));
    queue->count = count;
    queue->room = 256;
    queue->spare = -1;
    queue->heads = malloc((size_t)count * sizeof(i32));
    queue->waiting = malloc((size_t)queue->room * sizeof(Waiting));
    if (!queue->heads || !queue->waiting) return 0;
    memset(queue->heads, 0xff, (size_t)count * sizeof(i32));
    return 1;
}

static inline void queue_close(Queue *queue) {
    free(queue->heads);
    free(queue->waiting);
}

/* Add a place with a number that is ``above`` the lowest; 0 without memory. */
static inline int queue_add(Queue *queue, i64 above, i64 place, i64 label) {
    i32 index = queue->spare;
    if (index >= 0) {
        queue->spare = queue->waiting[index].next;
    } else {
        if (queue->used == queue->room) {
            Waiting *more = realloc(queue->waiting, (size_t)queue->room * 2 * sizeof(Waiting));
            if (!more) return 0;
            queue->waiting = more;
            queue->room *= 2;
        }
        index = (i32)queue->used++;
    }
    i64 head = queue->head + above;
    if (head >= queue->count) head -= queue->count;
    Waiting *added = &queue->waiting[index];
    added->label = label;
    added->place = (i32)place;
    added->next = queue->heads[head];
    queue->heads[head] = index;
    queue->waits++;
    return 1;
}

/* Take a place with the lowest number; return 0 if there is none. */
static inline int queue_take(Queue *queue, i64 *place, i64 *label) {
    i32 index = queue->heads[queue->head];
    if (index < 0) return 0;
    Waiting *taken = &queue->waiting[index];
    *place = taken->place;
    *label = taken->label;
    queue->heads[queue->head] = taken->next;
    taken->next = queue->spare;
    queue->spare = index;
    queue->waits--;
    return 1;
}

/* Go on to the next number. */
static inline void queue_next(Queue *queue) {
    queue->now++;
    if (++queue->head == queue->count) queue->head = 0;
}

/* -- the way that is left to a goal ------------------------------------------------------------------------- */

/* The steps into a hex, by direction: from where, and at what cost. Together in memory, since six facings ask for them. */
typedef struct {
    i32 from[6];
    i32 cost[6];
    u8 may_end; /* a bit for each: whether a turn may end where it comes from */
    u8 is_whole_turn;
    u8 is_filled;
} StepsInto;

/* What is left to a goal from places around a start: found back from the goal, the nearer to the start the sooner, and no
 * further than is asked for. */
typedef struct {
    const Moves *moves;
    Queue queue; /* by the points left, those of whole turns included, and as many more as the start is away at least */
    const i32 *away; /* by hex: the number of steps from the start */
    StepsInto *steps_into; /* by hex, filled when they are needed */
    i64 least; /* the least points of a step */
    i64 *known; /* by place: the least that is left, plus 1; 0 for unknown */
} Left;

/* The points left, regardless of turns: points * weight + hexes entered. Places are those of ``layers`` facings. */
typedef struct {
    Left left;
    i64 layers;
    i64 weight;
    i64 most; /* the most points of a move */
} PointsLeft;

/* The turns left, and the points in the first of them: turns * (allowance + 1) + points, turns from 0. */
typedef struct {
    Left left;
    i32 *least_spent; /* by place where no turn may end: the least points spent with which it was looked at, plus 1; or 0 */
} TurnsLeft;

/* These return 0 without memory. */
int points_left_open(PointsLeft *points, const Moves *moves, i64 goal, const i32 *stances, i64 count);
int turns_left_open(TurnsLeft *turns, const Moves *moves, i64 goal, const i32 *stances, i64 count);
/* Look at all places up to the next number. */
int points_left_go_on(PointsLeft *points);
int turns_left_go_on(TurnsLeft *turns);
void left_close(Left *left);

/* -- sight -------------------------------------------------------------------------------------------------- */

/* Which hexes see the hexes of a board around them; lanes are those of core/sight/field/lanes.py, each a bit of a plane. */
typedef struct {
    i64 radius; /* how far sight is known: no turn enters more hexes */
    i64 words; /* of a plane */
    i64 lanes_q; /* how many lanes further the next hex is along q, and along r */
    i64 lanes_r;
    const i32 *lane; /* by hex */
    const i32 *hex; /* by lane; -1 for none */
    const u64 *planes; /* [q + radius, r + radius]: the hexes that see the hex an offset away */
} Sight;

/* The index of an offset of no more than the radius each way. */
static inline i64 offset_index(const Sight *sight, i64 q, i64 r) {
    return (q + sight->radius) * (2 * sight->radius + 1) + r + sight->radius;
}

/* Whether a hex sees another, by their numbers. */
static inline int is_seen(const Moves *moves, const Sight *sight, i64 from, i64 to) {
    const i32 *q = moves->axial, *r = q + moves->hexes;
    i64 across = q[to] - q[from], down = r[to] - r[from];
    if (across < -sight->radius || across > sight->radius || down < -sight->radius || down > sight->radius) return 0;
    i64 lane = sight->lane[from];
    return sight->planes[offset_index(sight, across, down) * sight->words + (lane >> 6)] >> (lane & 63) & 1;
}

/* Write, by stance and hex, the turns from the start of one to a goal, each hex entered in sight of where its turn began: 0 at
 * the goal, and one more than from the start where it takes longer. Return 0 if the start does not lead there, -2 without memory. */
i64 turns_in_sight(const Moves *moves, const Sight *sight, const i64 ends[2], const i32 *const stances[2], const i64 counts[2],
                   i32 *turns);

/* Whether what is left from a place is known for good, given the points that it is known to be. */
static inline int left_is_sure(const Left *left, i64 points, i64 hex) {
    return points + left->least * left->away[hex] < left->queue.now || !left->queue.waits;
}

#endif
