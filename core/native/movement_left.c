/* What is left to a goal, which the search for a path is guided by: ``Outlook`` and ``Remaining`` of core/movement. */

#include "movement.h"

static int left_open(Left *left, const Moves *moves, i64 places, i64 most) {
    left->moves = moves;
    left->least = moves->least;
    /* Zeroed memory costs nothing until it is looked at. */
    left->known = calloc((size_t)places, sizeof(i64));
    return queue_open(&left->queue, most + left->least + 1) && left->known;
}

void left_close(Left *left) {
    queue_close(&left->queue);
    free(left->known);
}

/* -- points ------------------------------------------------------------------------------------------------- */

static inline int improve_points(PointsLeft *points, i64 place, i64 label, i64 above) {
    i64 *known = &points->left.known[place];
    if (*known && *known <= label + 1) return 1;
    *known = label + 1;
    return queue_add(&points->left.queue, above, place, label);
}

int points_left_open(PointsLeft *points, const Moves *moves, i64 goal, const i32 *stances, i64 count) {
    if (!left_open(&points->left, moves, moves->hexes * points->layers, points->most)) return 0;
    points->left.queue.now = points->left.least * points->left.away[goal];
    for (i64 n = 0; n < count; n++)
        if (!improve_points(points, stances[n] % points->layers * moves->hexes + goal, 0, 0)) return 0;
    return 1;
}

int points_left_go_on(PointsLeft *points) {
    Left *left = &points->left;
    const Moves *moves = left->moves;
    const i64 hexes = moves->hexes, layers = points->layers, least = left->least;
    const i32 *away = left->away;
    i64 place, label;
    while (queue_take(&left->queue, &place, &label)) {
        if (left->known[place] != label + 1) continue;
        i64 layer = layers == 1 ? 0 : (uint32_t)place / (uint32_t)hexes, at = place - layer * hexes;
        for (i32 n = moves->begin[layer]; n < moves->begin[layer + 1]; n++) {
            const Kind *kind = &moves->kinds[n];
            if (kind->direction < 0) {
                /* As far to the other side is as far back. */
                i64 facing = kind->stance % layers;
                if (layers > 1 && !improve_points(points, facing * hexes + at, label + kind->cost * points->weight, kind->cost))
                    return 0;
                continue;
            }
            i64 from = moves->neighbours[(kind->direction + 3) % 6 * hexes + at];
            if (from < 0) continue;
            i64 step = step_points(moves, kind->sort, kind->direction * hexes + from);
            if (step < 0) continue;
            i64 above = step + least * (away[from] - away[at]);
            if (!improve_points(points, layer * hexes + from, label + step * points->weight + 1, above)) return 0;
        }
    }
    queue_next(&left->queue);
    return 1;
}

/* -- turns -------------------------------------------------------------------------------------------------- */

static inline int improve_turns(TurnsLeft *turns, i64 place, i64 hex, i64 label, i64 above) {
    i64 *known = &turns->left.known[place];
    /* Where no turn may end, later turns with fewer points spent lead further. */
    if (turns->left.moves->may_end[hex]) {
        if (*known && *known <= label + 1) return 1;
        *known = label + 1;
    }
    return queue_add(&turns->left.queue, above, place, label);
}

int turns_left_open(TurnsLeft *turns, const Moves *moves, i64 goal, const i32 *stances, i64 count) {
    turns->least_spent = calloc((size_t)(moves->hexes * moves->stances), sizeof(i32));
    if (!left_open(&turns->left, moves, moves->hexes * moves->stances, 2 * moves->allowance) || !turns->least_spent)
        return 0;
    turns->left.queue.now = turns->left.least * turns->left.away[goal];
    for (i64 n = 0; n < count; n++)
        if (!improve_turns(turns, stances[n] * moves->hexes + goal, goal, 0, 0)) return 0;
    return 1;
}

int turns_left_go_on(TurnsLeft *turns) {
    Left *left = &turns->left;
    const Moves *moves = left->moves;
    const i64 hexes = moves->hexes, allowance = moves->allowance, least = left->least;
    const i32 *away = left->away;
    i64 place, label;
    while (queue_take(&left->queue, &place, &label)) {
        i64 stance = moves->stances == 1 ? 0 : (uint32_t)place / (uint32_t)hexes, at = place - stance * hexes;
        i64 spent = (i64)((uint64_t)label % (uint64_t)(allowance + 1)), next_turn = label - spent + allowance + 1;
        int may_end = moves->may_end[at];
        if (may_end) {
            if (left->known[place] != label + 1) continue;
        } else {
            i32 *least_spent = &turns->least_spent[place];
            int is_less = !*least_spent || spent + 1 < *least_spent;
            int is_earlier = !left->known[place] || label + 1 < left->known[place];
            if (!is_less && !is_earlier) continue;
            if (is_less) *least_spent = (i32)spent + 1;
            if (is_earlier) left->known[place] = label + 1;
        }
        for (i32 n = moves->back_begin[stance]; n < moves->back_begin[stance + 1]; n++) {
            const Kind *kind = &moves->back_kinds[n];
            i64 from = at, time = kind->cost;
            if (kind->direction >= 0) {
                from = moves->neighbours[(kind->direction + 3) % 6 * hexes + at];
                if (from < 0) continue;
                time = step_points(moves, kind->sort, kind->direction * hexes + from);
                if (time < 0) continue;
                if (time > allowance) time = allowance;
            } else if (time > allowance) {
                continue;
            }
            i64 before = kind->stance * hexes + from, nearer = least * (away[from] - away[at]);
            int fits = spent + time <= allowance;
            if (fits && !improve_turns(turns, before, from, label + time, time + nearer)) return 0;
            /* Else the turn before has ended here. A unit may also wait for that with points left. */
            if (may_end && (!fits || !moves->may_end[from]) &&
                !improve_turns(turns, before, from, next_turn + time, allowance - spent + time + nearer))
                return 0;
        }
        /* A turn that begins here may follow one that ended here with free hexsides used up. */
        if (may_end && stance < moves->starts)
            for (i64 other = stance + moves->starts; other < moves->stances; other += moves->starts)
                if (!improve_turns(turns, other * hexes + at, at, next_turn, allowance - spent)) return 0;
    }
    queue_next(&left->queue);
    return 1;
}
