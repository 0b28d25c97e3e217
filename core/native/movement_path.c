/* The search for the best path: that of core/movement/search.py step by step, with the same lower bounds and ties. */

#include "movement.h"

/* From where to where, and what makes a path the best; see ``PathSearch``. */
typedef struct {
    i64 start;
    i64 goal;
    i64 start_count;
    i64 goal_count;
    i64 turns_first; /* whether turns count before points */
    i64 layers; /* of the outlook: 6 if facing changes the costs of steps, else 1 */
    i64 weight; /* a cost is points * weight + hexes entered */
    i64 most; /* the most points of a move */
    const i32 *start_stances;
    const i32 *goal_stances;
    const i64 *at_end; /* the damage of each hex for ending a turn there, and for entering it; or NULL */
    const i64 *entering;
    const Sight *sight; /* NULL if the mover may enter hexes out of sight */
    const Moves *plain; /* the moves for the least turns in sight, which may be without facing */
    i64 points; /* of the path found */
} Question;

/* A stay of a path, as in search.py. */
typedef struct {
    i32 turn, spent, hex, stance, begun;
} Stay;

/* A partial path. */
typedef struct {
    Stay stay;
    i32 before; /* the label it extends; -1 for none */
    i32 other; /* the label settled before in the same place; -1 for none */
    i64 cost, danger;
} Label;

/* A partial path that waits, the first of its numbers the most important. What is ahead may be less than it is until the path
 * comes first: most never do, and to know it for them would take most of the time. */
typedef struct {
    i64 danger, first, second, entered, ahead;
    i32 turn, spent, pushed;
    i32 hex, stance, begun, before;
    i32 is_sure;
    i64 cost;
} Found;

typedef struct {
    const Moves *moves;
    const Question *asked;
    PointsLeft points; /* to the goal */
    TurnsLeft turns;
    i64 most_turns; /* more turns to the goal are not told apart */
    i32 *away; /* by hex: the number of steps from the start */
    i32 *to_goal; /* by hex: the number of steps to the goal */
    StepsInto *steps_into; /* by hex */
    u8 *is_goal; /* by stance */
    i32 *in_sight; /* by stance, if there are several, and hex: the least turns from the start of one, in sight; or NULL */
    i32 *settled; /* by place: the last label settled */
    Label *labels;
    i64 labels_count, labels_room;
    Found *found;
    i64 found_count, found_room;
    i32 *waiting; /* a heap of indices into found */
    i64 waiting_count;
} Search;

/* -- what is ahead ------------------------------------------------------------------------------------------ */

/* Set how much is ahead of a partial path, at least if that is not sure yet, and whether it is; 0 if no path leads on. */
static int look_ahead(const Search *search, Found *found) {
    const Moves *moves = search->moves;
    const Question *asked = search->asked;
    i64 layer = asked->layers == 1 ? 0 : found->stance % asked->layers, away = search->away[found->hex];
    const Left *points_left = &search->points.left, *turns_left = &search->turns.left;
    i64 ahead = points_left->known[layer * moves->hexes + found->hex] - 1;
    int is_sure = left_is_sure(points_left, ahead < 0 ? points_left->queue.now : ahead / asked->weight, found->hex);
    if (is_sure && ahead < 0) return 0;
    if (!is_sure) {
        i64 least = points_left->queue.now - points_left->least * away;
        ahead = (least > 0 ? least : 0) * asked->weight + search->to_goal[found->hex];
    }
    i64 left = turns_left->known[found->stance * moves->hexes + found->hex] - 1, turns_ahead = search->most_turns;
    i64 points_ahead = 0, in_points = turns_left->queue.now;
    if (left >= 0) {
        turns_ahead = left / (moves->allowance + 1);
        points_ahead = left % (moves->allowance + 1);
        in_points = turns_ahead * moves->allowance + points_ahead;
    }
    int turns_sure = left_is_sure(turns_left, in_points, found->hex);
    if (!turns_sure) {
        in_points = turns_left->queue.now - turns_left->least * away;
        /* As late in a turn as can be, not early in the next. */
        turns_ahead = in_points > 0 ? (in_points - 1) / moves->allowance : 0;
        points_ahead = in_points > 0 ? in_points - turns_ahead * moves->allowance : 0;
    }
    if (turns_ahead >= search->most_turns) {
        turns_ahead = search->most_turns;
        points_ahead = 0;
        turns_sure = 1;
    }
    i64 turns = found->turn + turns_ahead + 1 - (found->spent + points_ahead <= moves->allowance);
    if (search->in_sight && found->begun == found->hex && !found->spent && found->stance < moves->starts) {
        i64 stance = asked->plain->stances == 1 ? 0 : found->stance;
        i64 in_sight = found->turn - 1 + search->in_sight[stance * moves->hexes + found->hex];
        if (turns < in_sight) turns = in_sight;
    }
    i64 points = (found->cost + ahead) / asked->weight;
    found->first = asked->turns_first ? turns : points;
    found->second = asked->turns_first ? points : turns;
    found->entered = (found->cost + ahead) % asked->weight;
    found->ahead = ahead;
    found->is_sure = is_sure && turns_sure;
    return 1;
}

/* Look back from the goal until it is sure how much is ahead of a partial path; 0 if no path leads on, -2 without memory. */
static int make_sure(Search *search, Found *found) {
    int is_ahead = look_ahead(search, found);
    while (is_ahead && !found->is_sure) {
        /* Each by one number at a time: which of them is not sure makes little difference. */
        if (search->points.left.queue.waits && !points_left_go_on(&search->points)) return -2;
        if (search->turns.left.queue.waits && !turns_left_go_on(&search->turns)) return -2;
        is_ahead = look_ahead(search, found);
    }
    return is_ahead;
}

/* -- partial paths that wait -------------------------------------------------------------------------------- */

static inline int is_before(const Found *one, const Found *other) {
    if (one->danger != other->danger) return one->danger < other->danger;
    if (one->first != other->first) return one->first < other->first;
    if (one->second != other->second) return one->second < other->second;
    if (one->entered != other->entered) return one->entered < other->entered;
    if (one->ahead != other->ahead) return one->ahead < other->ahead;
    if (one->turn != other->turn) return one->turn < other->turn;
    if (one->spent != other->spent) return one->spent < other->spent;
    return one->pushed < other->pushed;
}

/* Let a partial path wait at its place in the heap, from the last one on. */
static void sift_up(Search *search, i32 index) {
    const Found *found = search->found;
    i64 at = search->waiting_count++;
    while (at) {
        i64 parent = (at - 1) / 2;
        if (!is_before(&found[index], &found[search->waiting[parent]])) break;
        search->waiting[at] = search->waiting[parent];
        at = parent;
    }
    search->waiting[at] = index;
}

/* Add a partial path, unless it cannot lead to the goal; 0 without memory. */
static int push(Search *search, Stay stay, i64 cost, i64 danger, i64 before) {
    if (search->found_count == search->found_room) {
        i64 room = search->found_room * 2;
        Found *found = realloc(search->found, (size_t)room * sizeof(Found));
        if (found) search->found = found;
        i32 *waiting = realloc(search->waiting, (size_t)room * sizeof(i32));
        if (waiting) search->waiting = waiting;
        if (!found || !waiting) return 0;
        search->found_room = room;
    }
    Found *found = &search->found[search->found_count];
    found->danger = danger;
    found->turn = stay.turn;
    found->spent = stay.spent;
    found->pushed = (i32)search->found_count;
    found->hex = stay.hex;
    found->stance = stay.stance;
    found->begun = stay.begun;
    found->before = (i32)before;
    found->cost = cost;
    if (look_ahead(search, found)) sift_up(search, (i32)search->found_count++);
    return 1;
}

/* Take the first of the partial paths that wait. */
static Found *pop(Search *search) {
    i32 *waiting = search->waiting;
    Found *found = search->found, *first = &found[waiting[0]];
    i64 count = --search->waiting_count, at = 0;
    i32 last = waiting[count];
    for (i64 child = 1; child < count; at = child, child = 2 * at + 1) {
        if (child + 1 < count && is_before(&found[waiting[child + 1]], &found[waiting[child]])) child++;
        if (!is_before(&found[waiting[child]], &found[last])) break;
        waiting[at] = waiting[child];
    }
    waiting[at] = last;
    return first;
}

/* -- the search --------------------------------------------------------------------------------------------- */

/* Whether a label in the same place, of a turn that began in the same hex if that counts, is as good in all respects. */
static inline int is_as_good(const Search *search, const Label *one, const Label *other) {
    if (one->cost > other->cost || one->danger > other->danger) return 0;
    const Stay *a = &one->stay, *b = &other->stay;
    if (a->begun != b->begun) return 0;
    if (a->turn == b->turn || a->begun >= 0) return a->turn <= b->turn && a->spent <= b->spent;
    /* It can wait for the next turn, if it may end one here. */
    const i64 *at_end = search->asked->at_end;
    return a->turn < b->turn && search->moves->may_end[a->hex] &&
           one->danger + (at_end ? at_end[a->hex] : 0) <= other->danger;
}

/* Add what can come after a label; 0 without memory. */
static int go_on(Search *search, i64 number) {
    const Moves *moves = search->moves;
    const Question *asked = search->asked;
    const Label label = search->labels[number];
    const Stay here = label.stay;
    i64 left = moves->allowance - here.spent;
    for (i32 n = moves->begin[here.stance]; n < moves->begin[here.stance + 1]; n++) {
        const Kind *kind = &moves->kinds[n];
        Stay next = here;
        next.stance = kind->stance;
        i64 cost = label.cost, danger = label.danger, time = kind->cost;
        if (kind->direction < 0) {
            cost += time * asked->weight;
        } else {
            i64 points = step_points(moves, kind->sort, kind->direction * moves->hexes + here.hex);
            if (points < 0) continue;
            time = points < moves->allowance ? points : moves->allowance;
            next.hex = moves->neighbours[kind->direction * moves->hexes + here.hex];
            if (asked->sight && (time > left || !is_seen(moves, asked->sight, here.begun, next.hex))) continue;
            cost += points * asked->weight + 1;
            if (asked->entering) danger += asked->entering[next.hex];
        }
        next.spent = here.spent + (i32)time;
        if (time <= left && !push(search, next, cost, danger, number)) return 0;
    }
    i32 rested = here.stance % (i32)moves->starts;
    int is_new = here.spent || rested != here.stance || (asked->sight && here.begun != here.hex);
    if (!moves->may_end[here.hex] || !is_new) return 1;
    Stay next = {here.turn + 1, 0, here.hex, rested, asked->sight ? here.hex : -1};
    i64 danger = label.danger + (asked->at_end ? asked->at_end[here.hex] : 0);
    return push(search, next, label.cost, danger, number);
}

/* Return the number of the label of the best path; -1 without a path, -2 without memory. */
static i64 best(Search *search) {
    const Moves *moves = search->moves;
    const Question *asked = search->asked;
    for (i64 n = 0; n < asked->start_count; n++) {
        Stay stay = {1, 0, (i32)asked->start, asked->start_stances[n], asked->sight ? (i32)asked->start : -1};
        if (!push(search, stay, 0, 0, -1)) return -2;
    }
    while (search->waiting_count) {
        Found *found = pop(search);
        if (!found->is_sure) {
            int is_ahead = make_sure(search, found);
            if (is_ahead < 0) return -2;
            if (is_ahead) sift_up(search, found->pushed);
            continue;
        }
        if (search->labels_count == search->labels_room) {
            Label *more = realloc(search->labels, (size_t)search->labels_room * 2 * sizeof(Label));
            if (!more) return -2;
            search->labels = more;
            search->labels_room *= 2;
        }
        i64 number = search->labels_count++;
        i32 *settled = &search->settled[found->stance * moves->hexes + found->hex];
        Label *label = &search->labels[number];
        label->stay = (Stay){found->turn, found->spent, found->hex, found->stance, found->begun};
        label->before = found->before;
        label->other = *settled - 1;
        label->cost = found->cost;
        label->danger = found->danger;
        if (found->hex == asked->goal && search->is_goal[found->stance]) return number;
        i32 other = label->other;
        /* The start of a turn must not be dominated by the end of the turn before. */
        while (other >= 0 && (other == label->before || !is_as_good(search, &search->labels[other], label)))
            other = search->labels[other].other;
        if (other >= 0) continue;
        *settled = (i32)number + 1;
        if (!go_on(search, number)) return -2;
    }
    return -1;
}

/* Look back from the goal as far as the start; -1 if no path leads there, -2 without memory. */
static i64 look_back(Search *search) {
    const Moves *moves = search->moves;
    const Question *asked = search->asked;
    const Left *left = &search->turns.left;
    if (!turns_left_open(&search->turns, moves, asked->goal, asked->goal_stances, asked->goal_count)) return -2;
    for (i64 least = -1; least < 0;) {
        if (!left->queue.waits) return -1;
        if (!turns_left_go_on(&search->turns)) return -2;
        for (i64 n = 0; n < asked->start_count; n++) {
            i64 known = left->known[asked->start_stances[n] * moves->hexes + asked->start] - 1;
            i64 turns = known / (moves->allowance + 1), points = known - turns;
            if (known >= 0 && left_is_sure(left, points, asked->start) && (least < 0 || turns < least)) least = turns;
        }
        search->most_turns = least + 1;
    }
    return points_left_open(&search->points, moves, asked->goal, asked->goal_stances, asked->goal_count) ? 1 : -2;
}

/* Find the turns left in sight; 0 if no path leads to the goal, -2 without memory. */
static i64 look_in_sight(Search *search) {
    const Question *asked = search->asked;
    const Moves *plain = asked->plain;
    static const i32 only[] = {0};
    int is_plain = plain->stances == 1;
    search->in_sight = malloc((size_t)(plain->starts * plain->hexes) * sizeof(i32));
    if (!search->in_sight) return -2;
    return turns_in_sight(plain, asked->sight, (i64[]){asked->start, asked->goal},
                          (const i32 *[]){is_plain ? only : asked->start_stances, is_plain ? only : asked->goal_stances},
                          (i64[]){is_plain ? 1 : asked->start_count, is_plain ? 1 : asked->goal_count}, search->in_sight);
}

/* Count the steps between a hex and each hex of an empty board. */
static void measure(const Moves *moves, i64 from, i32 *steps) {
    const i32 *q = moves->axial, *r = q + moves->hexes;
    i32 from_q = q[from], from_r = r[from];
    for (i64 at = 0; at < moves->hexes; at++) {
        i32 x = q[at] - from_q, y = r[at] - from_r, z = x + y;
        x = x < 0 ? -x : x;
        y = y < 0 ? -y : y;
        z = z < 0 ? -z : z;
        i32 most = x > y ? x : y;
        steps[at] = most > z ? most : z;
    }
}

/* Write the stays of the best path, and return how many there are; nothing is written if that is more than there is room.
 * 0 if there is no path, -2 without memory. */
EXPORTED i64 fairground_path(const Moves *moves, Question *asked, Stay *stays, i64 room) {
    size_t places = (size_t)(moves->hexes * moves->stances);
    Search search = {.moves = moves, .asked = asked, .labels_room = 128, .found_room = 256};
    search.away = malloc((size_t)moves->hexes * sizeof(i32));
    search.to_goal = malloc((size_t)moves->hexes * sizeof(i32));
    search.steps_into = calloc((size_t)moves->hexes, sizeof(StepsInto));
    Left left = {.away = search.away, .steps_into = search.steps_into};
    search.points = (PointsLeft){.left = left, .layers = asked->layers, .weight = asked->weight, .most = asked->most};
    search.turns = (TurnsLeft){.left = left};
    search.is_goal = calloc((size_t)moves->stances, 1);
    search.settled = calloc(places, sizeof(i32));
    search.labels = malloc((size_t)search.labels_room * sizeof(Label));
    search.found = malloc((size_t)search.found_room * sizeof(Found));
    search.waiting = malloc((size_t)search.found_room * sizeof(i32));
    i64 number = -2;
    if (search.away && search.to_goal && search.steps_into && search.is_goal && search.settled && search.labels && search.found && search.waiting) {
        for (i64 n = 0; n < asked->goal_count; n++)
            search.is_goal[asked->goal_stances[n]] = 1;
        measure(moves, asked->start, search.away);
        measure(moves, asked->goal, search.to_goal);
        number = look_back(&search);
        if (number == 1 && asked->sight) number = look_in_sight(&search);
        number = number == 1 ? best(&search) : number ? number : -1;
    }
    i64 count = number == -2 ? -2 : 0;
    if (number >= 0) {
        for (i64 at = number; at >= 0; at = search.labels[at].before)
            count++;
        asked->points = search.labels[number].cost / asked->weight;
        i64 last = count;
        if (count <= room)
            for (i64 at = number; at >= 0; at = search.labels[at].before)
                stays[--last] = search.labels[at].stay;
    }
    left_close(&search.points.left);
    left_close(&search.turns.left);
    free(search.turns.least_spent);
    free(search.away);
    free(search.to_goal);
    free(search.in_sight);
    free(search.steps_into);
    free(search.is_goal);
    free(search.settled);
    free(search.labels);
    free(search.found);
    free(search.waiting);
    return count;
}
