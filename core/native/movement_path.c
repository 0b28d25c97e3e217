/* The search for the best path: that of core/movement/search.py step by step, with the same lower bounds and ties. */

#include "movement.h"

#define FAR INT64_MAX

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

/* A partial path that waits, the first of its numbers the most important. */
typedef struct {
    i64 danger, first, second, entered, ahead;
    i32 turn, spent, pushed;
    i32 hex, stance, begun, before;
    i64 cost;
} Found;

typedef struct {
    const Moves *moves;
    const Question *asked;
    Turns turns; /* back from the goal */
    i64 *outlook; /* by layer and hex: the least cost to the goal */
    u8 *is_goal; /* by stance */
    i32 *settled; /* by place: the last label settled */
    Label *labels;
    i64 labels_count, labels_room;
    Found *found;
    i64 found_count, found_room;
    i32 *waiting; /* a heap of indices into found */
    i64 waiting_count, pushed;
} Search;

/* -- the outlook ------------------------------------------------------------------------------------------- */

typedef struct {
    Queue queue;
    i64 heads, waiting;
    i64 *costs;
    i64 weight;
} Outlook;

static inline int improve(Outlook *outlook, i64 place, i64 cost, i64 head) {
    if (cost >= outlook->costs[place]) return 1;
    outlook->costs[place] = cost;
    outlook->waiting++;
    return queue_add(&outlook->queue, head >= outlook->heads ? head - outlook->heads : head, place);
}

/* Fill the outlook of a search: back from the goal, in the order of points. */
static int look_out(Search *search) {
    const Moves *moves = search->moves;
    const Question *asked = search->asked;
    const i64 hexes = moves->hexes, layers = asked->layers, weight = asked->weight;
    Outlook outlook = {.heads = asked->most + 1, .costs = search->outlook, .weight = weight};
    for (i64 place = 0; place < layers * hexes; place++)
        search->outlook[place] = FAR;
    int is_done = queue_open(&outlook.queue, outlook.heads, 256);
    for (i64 n = 0; is_done && n < asked->goal_count; n++)
        is_done = improve(&outlook, asked->goal_stances[n] % layers * hexes + asked->goal, 0, 0);
    for (i64 points = 0, head = 0; is_done && outlook.waiting; points++, head = head == asked->most ? 0 : head + 1)
        while (is_done && outlook.queue.heads[head] >= 0) {
            i64 place = queue_take(&outlook.queue, head), cost = outlook.costs[place];
            outlook.waiting--;
            if (cost < points * weight) continue;
            i64 layer = layers == 1 ? 0 : (uint32_t)place / (uint32_t)hexes, at = place - layer * hexes;
            for (i32 n = moves->begin[layer]; is_done && n < moves->begin[layer + 1]; n++) {
                const Kind *kind = &moves->kinds[n];
                if (kind->direction < 0) {
                    /* As far to the other side is as far back. */
                    if (layers > 1)
                        is_done = improve(&outlook, kind->stance % layers * hexes + at, cost + kind->cost * weight,
                                          head + kind->cost);
                    continue;
                }
                i64 from = moves->neighbours[(kind->direction + 3) % 6 * hexes + at];
                if (from < 0) continue;
                i64 step = step_points(moves, kind->sort, kind->direction * hexes + from);
                if (step >= 0)
                    is_done = improve(&outlook, layer * hexes + from, cost + step * weight + 1, head + step);
            }
        }
    queue_close(&outlook.queue);
    return is_done;
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

/* Add a partial path, unless it cannot lead to the goal; 0 without memory. */
static int push(Search *search, Stay stay, i64 cost, i64 danger, i64 before) {
    const Moves *moves = search->moves;
    const Question *asked = search->asked;
    i64 layer = asked->layers == 1 ? 0 : stay.stance % asked->layers;
    i64 ahead = search->outlook[layer * moves->hexes + stay.hex];
    if (ahead == FAR) return 1;
    if (search->found_count == search->found_room) {
        i64 room = search->found_room * 2;
        Found *found = realloc(search->found, (size_t)room * sizeof(Found));
        if (found) search->found = found;
        i32 *waiting = realloc(search->waiting, (size_t)room * sizeof(i32));
        if (waiting) search->waiting = waiting;
        if (!found || !waiting) return 0;
        search->found_room = room;
    }
    i64 place = stay.stance * moves->hexes + stay.hex;
    i64 turns_ahead = search->turns.first[place], points_ahead = 0;
    if (turns_ahead)
        points_ahead = search->turns.least[place];
    else
        turns_ahead = search->turns.now + 1;
    i64 turns = stay.turn + turns_ahead - (stay.spent + points_ahead <= moves->allowance);
    i64 points = (cost + ahead) / asked->weight;
    Found found = {
        .danger = danger,
        .first = asked->turns_first ? turns : points,
        .second = asked->turns_first ? points : turns,
        .entered = (cost + ahead) % asked->weight,
        .ahead = ahead,
        .turn = stay.turn,
        .spent = stay.spent,
        .pushed = (i32)search->pushed++,
        .hex = stay.hex,
        .stance = stay.stance,
        .begun = stay.begun,
        .before = (i32)before,
        .cost = cost,
    };
    i64 index = search->found_count++, at = search->waiting_count++;
    search->found[index] = found;
    while (at) {
        i64 parent = (at - 1) / 2;
        if (!is_before(&found, &search->found[search->waiting[parent]])) break;
        search->waiting[at] = search->waiting[parent];
        at = parent;
    }
    search->waiting[at] = (i32)index;
    return 1;
}

/* Take the first of the partial paths that wait. */
static const Found *pop(Search *search) {
    i32 *waiting = search->waiting;
    const Found *found = search->found, *first = &found[waiting[0]];
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

/* Whether a label in the same place is as good in all respects. */
static inline int is_as_good(const Search *search, const Label *one, const Label *other) {
    if (one->cost > other->cost || one->danger > other->danger) return 0;
    const Stay *a = &one->stay, *b = &other->stay;
    if (a->turn == b->turn) return a->spent <= b->spent;
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
            cost += points * asked->weight + 1;
            if (asked->entering) danger += asked->entering[next.hex];
        }
        next.spent = here.spent + (i32)time;
        if (time <= left && !push(search, next, cost, danger, number)) return 0;
    }
    i32 rested = here.stance % (i32)moves->starts;
    if (!moves->may_end[here.hex] || (!here.spent && rested == here.stance)) return 1;
    Stay next = {here.turn + 1, 0, here.hex, rested, here.begun};
    i64 danger = label.danger + (asked->at_end ? asked->at_end[here.hex] : 0);
    return push(search, next, label.cost, danger, number);
}

/* Return the number of the label of the best path; -1 without a path, -2 without memory. */
static i64 best(Search *search) {
    const Moves *moves = search->moves;
    const Question *asked = search->asked;
    for (i64 n = 0; n < asked->start_count; n++) {
        Stay stay = {1, 0, (i32)asked->start, asked->start_stances[n], -1};
        if (!push(search, stay, 0, 0, -1)) return -2;
    }
    while (search->waiting_count) {
        const Found *found = pop(search);
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

/* Turns back from the goal until one begins at the start; -1 if none does, -2 without memory. */
static int look_back(Search *search) {
    const Moves *moves = search->moves;
    const Question *asked = search->asked;
    int is_done = turns_back_from(&search->turns, asked->goal, asked->goal_stances, asked->goal_count);
    while (is_done) {
        for (i64 n = 0; n < asked->start_count; n++)
            if (search->turns.first[asked->start_stances[n] * moves->hexes + asked->start]) return 1;
        if (!search->turns.count) return -1;
        is_done = turns_back(&search->turns);
    }
    return -2;
}

/* Write the stays of the best path, and return how many there are; nothing is written if that is more than there is room.
 * 0 if there is no path, -2 without memory. */
EXPORTED i64 fairground_path(const Moves *moves, Question *asked, Stay *stays, i64 room) {
    size_t places = (size_t)(moves->hexes * moves->stances);
    Search search = {.moves = moves, .asked = asked, .labels_room = 128, .found_room = 256};
    search.outlook = malloc((size_t)(moves->hexes * asked->layers) * sizeof(i64));
    search.is_goal = calloc((size_t)moves->stances, 1);
    search.settled = calloc(places, sizeof(i32));
    search.labels = malloc((size_t)search.labels_room * sizeof(Label));
    search.found = malloc((size_t)search.found_room * sizeof(Found));
    search.waiting = malloc((size_t)search.found_room * sizeof(i32));
    i64 number = -2;
    if (turns_open(&search.turns, moves) && search.outlook && search.is_goal && search.settled && search.labels &&
        search.found && search.waiting) {
        for (i64 n = 0; n < asked->goal_count; n++)
            search.is_goal[asked->goal_stances[n]] = 1;
        number = look_back(&search);
        if (number == 1) number = look_out(&search) ? best(&search) : -2;
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
    turns_close(&search.turns);
    free(search.outlook);
    free(search.is_goal);
    free(search.settled);
    free(search.labels);
    free(search.found);
    free(search.waiting);
    return count;
}
