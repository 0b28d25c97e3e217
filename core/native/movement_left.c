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

static inline const StepsInto *steps_into(const Left *left, i64 at) {
    StepsInto *steps = &left->steps_into[at];
    if (steps->is_filled) return steps;
    const Moves *moves = left->moves;
    for (int direction = 0; direction < 6; direction++) {
        i64 from = moves->neighbours[(direction + 3) % 6 * moves->hexes + at], step = direction * moves->hexes + from;
        steps->from[direction] = (i32)from;
        steps->cost[direction] = from < 0 ? IMPOSSIBLE : (i32)moves->cost[step];
        if (steps->cost[direction] < 0) continue;
        steps->may_end |= (u8)((moves->may_end[from] != 0) << direction);
        steps->is_whole_turn |= (u8)((moves->whole_turn[step] != 0) << direction);
    }
    steps->is_filled = 1;
    return steps;
}

/* -- points ------------------------------------------------------------------------------------------------- */

int points_left_open(PointsLeft *points, const Moves *moves, i64 goal, const i32 *stances, i64 count) {
    if (!left_open(&points->left, moves, moves->hexes * points->layers, points->most)) return 0;
    points->left.queue.now = points->left.least * points->left.away[goal];
    for (i64 n = 0; n < count; n++) {
        i64 place = stances[n] % points->layers * moves->hexes + goal;
        points->left.known[place] = 1;
        if (!queue_add(&points->left.queue, 0, place, 0)) return 0;
    }
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
        const StepsInto *steps = steps_into(left, at);
        for (i32 n = moves->begin[layer]; n < moves->begin[layer + 1]; n++) {
            const Kind *kind = &moves->kinds[n];
            i64 from = at, step = kind->cost, before;
            if (kind->direction >= 0) {
                if (steps->cost[kind->direction] < 0) continue;
                step = sort_points(moves, kind->sort, steps->cost[kind->direction],
                                   steps->is_whole_turn >> kind->direction & 1);
                if (step < 0) continue;
                from = steps->from[kind->direction];
                before = layer * hexes + from;
            } else if (layers > 1) {
                /* As far to the other side is as far back. */
                before = kind->stance % layers * hexes + at;
            } else {
                continue;
            }
            i64 more = label + step * points->weight + (kind->direction >= 0), *known = &left->known[before];
            if (*known && *known <= more + 1) continue;
            *known = more + 1;
            if (!queue_add(&left->queue, step + least * (away[from] - away[at]), before, more)) return 0;
        }
    }
    queue_next(&left->queue);
    return 1;
}

/* -- turns -------------------------------------------------------------------------------------------------- */

/* Improve what is known of a place; ``above`` does not count how much farther away it is. */
static inline int improve_turns(TurnsLeft *turns, i64 place, int may_end, i64 label, i64 above, i64 from, i64 at) {
    Left *left = &turns->left;
    /* Where no turn may end, later turns with fewer points spent lead further. */
    if (may_end) {
        if (left->known[place] && left->known[place] <= label + 1) return 1;
        left->known[place] = label + 1;
    }
    return queue_add(&left->queue, above + left->least * (left->away[from] - left->away[at]), place, label);
}

int turns_left_open(TurnsLeft *turns, const Moves *moves, i64 goal, const i32 *stances, i64 count) {
    turns->least_spent = calloc((size_t)(moves->hexes * moves->stances), sizeof(i32));
    if (!left_open(&turns->left, moves, moves->hexes * moves->stances, 2 * moves->allowance) || !turns->least_spent)
        return 0;
    turns->left.queue.now = turns->left.least * turns->left.away[goal];
    for (i64 n = 0; n < count; n++)
        if (!improve_turns(turns, stances[n] * moves->hexes + goal, 1, 0, 0, goal, goal)) return 0;
    return 1;
}

int turns_left_go_on(TurnsLeft *turns) {
    Left *left = &turns->left;
    const Moves *moves = left->moves;
    const i64 hexes = moves->hexes, allowance = moves->allowance;
    i64 place, label;
    while (queue_take(&left->queue, &place, &label)) {
        i64 stance = moves->stances == 1 ? 0 : (uint32_t)place / (uint32_t)hexes, at = place - stance * hexes;
        i64 spent = label >> 32 ? label % (allowance + 1) : (uint32_t)label % (uint32_t)(allowance + 1), next_turn = label - spent + allowance + 1;
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
        const StepsInto *steps = steps_into(left, at);
        for (i32 n = moves->back_begin[stance]; n < moves->back_begin[stance + 1]; n++) {
            const Kind *kind = &moves->back_kinds[n];
            i64 from = at, time = kind->cost;
            int may_end_before = may_end;
            if (kind->direction >= 0) {
                if (steps->cost[kind->direction] < 0) continue;
                time = sort_points(moves, kind->sort, steps->cost[kind->direction],
                                   steps->is_whole_turn >> kind->direction & 1);
                if (time < 0) continue;
                if (time > allowance) time = allowance;
                from = steps->from[kind->direction];
                may_end_before = steps->may_end >> kind->direction & 1;
            } else if (time > allowance) {
                continue;
            }
            i64 before = kind->stance * hexes + from;
            int fits = spent + time <= allowance;
            if (fits && !improve_turns(turns, before, may_end_before, label + time, time, from, at)) return 0;
            /* Else the turn before has ended here. A unit may also wait for that with points left. */
            if (may_end && (!fits || !may_end_before) &&
                !improve_turns(turns, before, may_end_before, next_turn + time, allowance - spent + time, from, at))
                return 0;
        }
        /* A turn that begins here may follow one that ended here with free hexsides used up. */
        if (may_end && stance < moves->starts)
            for (i64 other = stance + moves->starts; other < moves->stances; other += moves->starts)
                if (!improve_turns(turns, other * hexes + at, 1, next_turn, allowance - spent, at, at)) return 0;
    }
    queue_next(&left->queue);
    return 1;
}
