/* The share of cheapest paths that leads through each hex: the loops of core/metrics/chokepoints/chokepoints.py. */

#include "lines.h"
#include "movement.h"

#include <string.h>

/* The steps between neighbouring hexes; arrays are [6, hexes]. The direction back is three further. */
typedef struct {
    int64_t hexes;
    const int32_t *neighbours; /* the hex in each direction */
    const int32_t *into; /* the weight of the step from there, at least 1; -1 for none */
} Steps;

/* A step into a hex from another, or the other way round; with the hex itself if there is none. */
typedef struct {
    int32_t other, weight;
} Step;

/* The distances of a hex from SOURCES sources. */
#define SOURCES 16
typedef int32_t Distances __attribute__((vector_size(4 * SOURCES)));
typedef int32_t Stored __attribute__((vector_size(4 * SOURCES), aligned(4), may_alias));
/* What is computed for one half of the sources after the other, so that it fits in registers. */
#define HALF (SOURCES / 2)
typedef int32_t StoredHalf __attribute__((vector_size(4 * HALF), aligned(4), may_alias));
typedef double Numbers __attribute__((vector_size(8 * HALF)));
typedef double StoredNumbers __attribute__((vector_size(8 * HALF), aligned(8), may_alias));
typedef int64_t Choice __attribute__((vector_size(8 * HALF)));
#define UNREACHED (1 << 30)
/* The distance of a hex that is on no cheapest path: no step leads there or on from there. */
#define NOWHERE (-UNREACHED)

/* Memory, each with an item for each hex unless it says otherwise. */
typedef struct {
    Step *in; /* six for each hex, by the direction to the other */
    Step *out;
    int32_t *far; /* SOURCES for each hex: the distance from each source */
    uint8_t *waits; /* whether something about it, or about those beside it, may have changed */
    int32_t *nearest; /* the hexes, those first that are nearest to a source, so that distances are found in few rounds */
    int32_t *order; /* the hexes on cheapest paths to goals: those of several sources from them on; those of one back to it, without it */
    int32_t *next; /* the next hex at the same distance, -1 for none; or a path */
    int32_t *buckets; /* for each distance a hex that waits, -1 for none */
    double *ways; /* SOURCES for each hex: the number of cheapest paths. Of one source: in units of SCALE to the power of ``scale`` */
    int32_t *scale;
    double *share; /* SOURCES for each hex: the pairs through a hex and those that end there, for each of its paths */
    double *served; /* the pairs through a hex */
    uint8_t *before; /* a bit for each step that cheapest paths to a hex end with */
    uint8_t *after; /* a bit for each direction in which they go on */
    int32_t *on_path; /* SOURCES for each hex: -1 if it is on a cheapest path to a goal, else 0 */
    uint8_t *known; /* whether a hex is on a cheapest path to an end; 0 at the beginning */
} Memory;

/* A power of two, so that numbers divided by it stay exact. */
#define SCALE 0x1p512

/* Collect the steps into each hex, and out of it. */
static void collect_steps(const Steps *steps, const Memory *memory) {
    for (int64_t hex = 0; hex < steps->hexes; hex++)
        for (int way = 0; way < 6; way++) {
            int32_t beside = steps->neighbours[way * steps->hexes + hex];
            int32_t into = steps->into[way * steps->hexes + hex];
            int32_t back = beside < 0 ? IMPOSSIBLE : steps->into[(way + 3) % 6 * steps->hexes + beside];
            /* A cheapest path never takes a step to where it is. */
            memory->in[6 * hex + way] = into > 0 ? (Step){beside, into} : (Step){(int32_t)hex, 1};
            memory->out[6 * hex + way] = back > 0 ? (Step){beside, back} : (Step){(int32_t)hex, 1};
        }
}

/* Lower the distances of the hexes beside one that waits, and let them wait if that changes theirs. */
ALWAYS_INLINE void go_on(const Memory *memory, int64_t hex) {
    if (!memory->waits[hex])
        return;
    memory->waits[hex] = 0;
    Stored *far = (Stored *)memory->far;
    Distances here = far[hex];
    for (int way = 0; way < 6; way++) {
        const Step *step = &memory->out[6 * hex + way];
        Distances old = far[step->other], new = here + step->weight, is_less = new < old;
        far[step->other] = (new & is_less) | (old & ~is_less);
        memory->waits[step->other] |= (uint8_t)any((Words)is_less);
    }
}

/* Find the distances of all hexes from some sources: from the nearest hexes on and back again, as long as something changes. */
FOR_EACH_PROCESSOR
static void find_distances(const Steps *steps, const Memory *memory, int64_t count, const int64_t *source) {
    int64_t hexes = steps->hexes;
    for (int64_t i = 0; i < hexes * SOURCES; i++)
        memory->far[i] = UNREACHED;
    memset(memory->waits, 0, hexes);
    for (int64_t i = 0; i < count; i++) {
        memory->far[source[i] * SOURCES + i] = 0;
        memory->waits[source[i]] = 1;
    }
    while (memchr(memory->waits, 1, hexes)) {
        for (int64_t i = 0; i < hexes; i++)
            go_on(memory, memory->nearest[i]);
        for (int64_t i = hexes - 1; i >= 0; i--)
            go_on(memory, memory->nearest[i]);
    }
}

static void let_wait(const Memory *memory, int32_t hex, int32_t far) {
    memory->known[hex] = 1;
    memory->next[hex] = memory->buckets[far];
    memory->buckets[far] = hex;
}

/* Order the hexes by their distances from a source. Any order will do, so the old one is kept without memory. */
static void order_hexes(const Steps *steps, const Memory *memory, int64_t source) {
    int32_t *far = memory->scale, dearest = 1;
    int64_t placed = 0, hex, distance;
    for (int64_t at = 0; at < 6 * steps->hexes; at++)
        dearest = steps->into[at] > dearest ? steps->into[at] : dearest;
    for (int64_t i = 0; i < steps->hexes; i++)
        far[i] = UNREACHED;
    far[source] = 0;
    Queue queue;
    int is_done = queue_open(&queue, dearest + 1) && queue_add(&queue, 0, source, 0);
    for (; is_done && queue.waits; queue_next(&queue))
        while (is_done && queue_take(&queue, &hex, &distance)) {
            if (far[hex] != distance)
                continue;
            memory->order[placed++] = (int32_t)hex;
            for (int way = 0; way < 6 && is_done; way++) {
                const Step *step = &memory->out[6 * hex + way];
                if (far[step->other] <= distance + step->weight)
                    continue;
                far[step->other] = (int32_t)distance + step->weight;
                is_done = queue_add(&queue, step->weight, step->other, distance + step->weight);
            }
        }
    queue_close(&queue);
    for (int64_t i = 0; i < steps->hexes && is_done; i++)
        if (far[i] == UNREACHED)
            memory->order[placed++] = (int32_t)i;
    if (is_done)
        memcpy(memory->nearest, memory->order, (size_t)steps->hexes * sizeof(int32_t));
}

/* Find the hexes on cheapest paths from a source to goals, and the steps that these end with. ``far`` are the distances from the
 * source, SOURCES apart. Returns how many hexes there are. */
static int64_t find_paths(const Memory *memory, const int32_t *far, int32_t source, int64_t goals, const int64_t *goal) {
    int32_t farthest = 0;
    int64_t found = 0;
    for (int64_t i = 0; i < goals; i++) {
        int32_t hex = (int32_t)goal[i], distance = far[goal[i] * SOURCES];
        if (distance <= 0)
            continue;
        let_wait(memory, hex, distance);
        farthest = distance > farthest ? distance : farthest;
    }
    for (int32_t distance = farthest; distance > 0; distance--)
        while (memory->buckets[distance] >= 0) {
            int32_t hex = memory->buckets[distance];
            memory->buckets[distance] = memory->next[hex];
            memory->order[found++] = hex;
            int before = 0;
            const Step *in = memory->in + 6 * (int64_t)hex;
            for (int i = 0; i < 6; i++) {
                int32_t other = in[i].other;
                if (far[(int64_t)other * SOURCES] + in[i].weight != distance)
                    continue;
                before |= 1 << i;
                if (!memory->known[other])
                    let_wait(memory, other, distance - in[i].weight);
            }
            memory->before[hex] = (uint8_t)before;
        }
    memory->buckets[0] = -1;
    memory->known[source] = 0;
    for (int64_t i = 0; i < found; i++)
        memory->known[memory->order[i]] = 0;
    return found;
}

/* Count the cheapest paths to each hex on paths to goals, nearest first. */
static void count_ways(const Memory *memory, int32_t source, int64_t found) {
    memory->ways[source] = 1;
    memory->scale[source] = 0;
    for (int64_t i = found - 1; i >= 0; i--) {
        int32_t hex = memory->order[i], scale = 0;
        const Step *in = memory->in + 6 * (int64_t)hex;
        double ways = 0;
        for (int before = memory->before[hex]; before; before &= before - 1) {
            int32_t other = in[__builtin_ctz(before)].other, of_other = memory->scale[other];
            /* Numbers below the unit of the larger are nothing beside it. */
            if (of_other > scale) {
                ways = of_other == scale + 1 ? ways / SCALE : 0;
                scale = of_other;
            }
            ways += of_other == scale ? memory->ways[other] : of_other == scale - 1 ? memory->ways[other] / SCALE : 0;
        }
        if (ways >= SCALE) {
            ways /= SCALE;
            scale++;
        }
        memory->ways[hex] = ways;
        memory->scale[hex] = scale;
    }
}

/* Add the pairs of a source and a goal through each hex, farthest first. */
static void add_served(const Memory *memory, const uint8_t *is_goal, int64_t found, double *through) {
    for (int64_t i = 0; i < found; i++)
        memory->served[memory->order[i]] = 0;
    for (int64_t i = 0; i < found; i++) {
        int32_t hex = memory->order[i];
        const Step *in = memory->in + 6 * (int64_t)hex;
        double served = memory->served[hex], share = (served + is_goal[hex]) / memory->ways[hex];
        through[hex] += served;
        for (int before = memory->before[hex]; before; before &= before - 1) {
            int32_t other = in[__builtin_ctz(before)].other, lower = memory->scale[hex] - memory->scale[other];
            double ways = lower == 0 ? memory->ways[other] : lower == 1 ? memory->ways[other] / SCALE : 0;
            memory->served[other] += ways * share;
        }
    }
}

/* Add the pairs of one source and the goals through each hex. */
static void add_source(const Memory *memory, const int32_t *far, int64_t source, int64_t goals, const int64_t *goal,
                          const uint8_t *is_goal, double *through) {
    int64_t found = find_paths(memory, far, (int32_t)source, goals, goal);
    count_ways(memory, (int32_t)source, found);
    add_served(memory, is_goal, found, through);
}

/* -- several sources at once ------------------------------------------------------------------------------------------ */

/* Sources beside each other share most of their paths. All hexes are looked at in an order that suits nearly all of these, and
 * again where something changes after they were. */

/* The distances of a hex from half of the sources. */
ALWAYS_INLINE StoredHalf far_of(const Memory *memory, int64_t hex, int half) {
    return ((const StoredHalf *)memory->far)[2 * hex + half];
}

/* Which of half of the sources have a cheapest path that ends with a step. */
ALWAYS_INLINE Choice take_step(const Memory *memory, const Step *step, int64_t hex, int half) {
    return __builtin_convertvector(far_of(memory, step->other, half) + step->weight == far_of(memory, hex, half), Choice);
}

ALWAYS_INLINE Numbers chosen(Choice choice, Numbers numbers) {
    return (Numbers)(choice & (Choice)numbers);
}

#define ONE ((Numbers){0} + 1.0)

/* Let a hex that waits, on cheapest paths of some sources, pass this on to the hexes before it. */
ALWAYS_INLINE void find_steps_to(const Memory *memory, int64_t hex) {
    Stored *far = (Stored *)memory->far, *on_path = (Stored *)memory->on_path;
    memory->known[hex] = 1;
    for (int way = 0; way < 6; way++) {
        const Step *step = &memory->in[6 * hex + way];
        Distances taken = (far[step->other] + step->weight == far[hex]) & on_path[hex];
        if (!any((Words)taken))
            continue;
        memory->before[hex] |= (uint8_t)(1 << way);
        memory->after[step->other] |= (uint8_t)(1 << (way + 3) % 6);
        if (any((Words)(taken & ~on_path[step->other]))) {
            on_path[step->other] |= taken;
            memory->waits[step->other] = 1;
        }
    }
}

/* Order the known hexes so that each comes after those before it, except where the paths of several sources go round in a ring.
 * Returns how many there are; none is known any more. */
static int64_t order_paths(const Memory *memory, int64_t goals, const int64_t *goal) {
    int32_t *path = memory->next;
    uint8_t *left = memory->waits;
    int64_t found = 0;
    for (int64_t n = 0; n < goals; n++) {
        int64_t count = 0;
        int32_t next = (int32_t)goal[n];
        while (1) {
            if (memory->known[next]) {
                memory->known[next] = 0;
                left[next] = memory->before[next];
                path[count++] = next;
            }
            while (count && !left[path[count - 1]])
                memory->order[found++] = path[--count];
            if (!count)
                break;
            int32_t hex = path[count - 1];
            int way = __builtin_ctz(left[hex]);
            left[hex] &= (uint8_t)(left[hex] - 1);
            next = memory->in[6 * (int64_t)hex + way].other;
        }
    }
    return found;
}

/* Find the hexes on cheapest paths from any source to goals, and the steps that these take; elsewhere distances become NOWHERE.
 * Returns how many there are. */
FOR_EACH_PROCESSOR
static int64_t find_all_paths(const Steps *steps, const Memory *memory, int64_t goals, const int64_t *goal) {
    Stored *far = (Stored *)memory->far, *on_path = (Stored *)memory->on_path;
    int64_t hexes = steps->hexes;
    memset(memory->on_path, 0, (size_t)hexes * sizeof(Stored));
    memset(memory->before, 0, hexes);
    memset(memory->after, 0, hexes);
    for (int64_t n = 0; n < goals; n++) {
        on_path[goal[n]] = (Stored)(far[goal[n]] < UNREACHED);
        memory->waits[goal[n]] = 1;
    }
    while (memchr(memory->waits, 1, hexes))
        for (int64_t i = hexes - 1; i >= 0; i--) {
            int64_t hex = memory->nearest[i];
            if (!memory->waits[hex])
                continue;
            memory->waits[hex] = 0;
            find_steps_to(memory, hex);
        }
    for (int64_t hex = 0; hex < hexes; hex++)
        far[hex] = (far[hex] & on_path[hex]) | (NOWHERE & ~on_path[hex]);
    return order_paths(memory, goals, goal);
}

/* Let all hexes wait in which something has to be computed, none of which is known. */
static void begin(const Steps *steps, const Memory *memory, int64_t found, double *numbers) {
    memset(memory->waits, 0, steps->hexes);
    for (int64_t i = 0; i < found; i++) {
        memory->waits[memory->order[i]] = 1;
        memset(numbers + SOURCES * (int64_t)memory->order[i], 0, SOURCES * sizeof(double));
    }
}

/* Set numbers, and return whether any bit changes. */
ALWAYS_INLINE int replace(StoredNumbers *old, Numbers new) {
    Choice changed = (Choice)(Numbers)*old ^ (Choice)new;
    *old = new;
    return any((Words)changed);
}

/* Count the cheapest paths from each source to a hex that waits, by those to the hexes before it; let the next hexes wait if that
 * changes anything. Returns whether there are too many. */
ALWAYS_INLINE int count_ways_to(const Memory *memory, int64_t hex) {
    StoredNumbers *all_ways = (StoredNumbers *)memory->ways;
    int is_changed = 0, too_many = 0;
    for (int half = 0; half < 2; half++) {
        /* There is one way to where a path begins. */
        Numbers ways = chosen(__builtin_convertvector(far_of(memory, hex, half) == 0, Choice), ONE);
        for (int before = memory->before[hex]; before; before &= before - 1) {
            const Step *step = &memory->in[6 * hex + __builtin_ctz(before)];
            ways += chosen(take_step(memory, step, hex, half), all_ways[2 * (int64_t)step->other + half]);
        }
        /* Numbers above 0 are in the order of their bits. */
        too_many |= any((Words)((Choice)ways >= (Choice)(ONE * SCALE)));
        is_changed |= replace(&all_ways[2 * hex + half], ways);
    }
    for (int after = is_changed ? memory->after[hex] : 0; after; after &= after - 1)
        memory->waits[memory->out[6 * hex + __builtin_ctz(after)].other] = 1;
    return too_many;
}

/* Count the cheapest paths from each source to all hexes on them. Returns whether it could: there may be too many. */
FOR_EACH_PROCESSOR
static int count_all_ways(const Steps *steps, const Memory *memory, int64_t found) {
    int too_many = 0;
    begin(steps, memory, found, memory->ways);
    while (!too_many && memchr(memory->waits, 1, steps->hexes))
        for (int64_t i = 0; i < found; i++) {
            int64_t hex = memory->order[i];
            if (!memory->waits[hex])
                continue;
            memory->waits[hex] = 0;
            too_many |= count_ways_to(memory, hex);
        }
    return !too_many;
}

/* Find the pairs through a hex that waits, by those through the hexes after it; let the hexes before wait if that changes anything. */
ALWAYS_INLINE void share_pairs_of(const Memory *memory, const uint8_t *is_goal, int64_t hex) {
    StoredNumbers *shares = (StoredNumbers *)memory->share;
    int is_changed = 0;
    Numbers of_both = {0};
    for (int half = 0; half < 2; half++) {
        StoredHalf far = far_of(memory, hex, half);
        Numbers ways = ((const StoredNumbers *)memory->ways)[2 * hex + half], later = {0};
        for (int after = memory->after[hex]; after; after &= after - 1) {
            int way = __builtin_ctz(after);
            int64_t next = memory->out[6 * hex + way].other;
            Choice taken = take_step(memory, &memory->in[6 * next + (way + 3) % 6], next, half);
            later += chosen(taken, shares[2 * next + half]);
        }
        /* A hex is no pair with itself, and no path leads through its source. */
        Choice apart = __builtin_convertvector(far > 0, Choice);
        Numbers served = chosen(apart, ways * later);
        of_both += served;
        if (is_goal[hex])
            served += chosen(apart, ONE);
        /* Without a way nothing is served. */
        ways += chosen((Choice)ways == 0, ONE);
        is_changed |= replace(&shares[2 * hex + half], served / ways);
    }
    for (int before = is_changed ? memory->before[hex] : 0; before; before &= before - 1)
        memory->waits[memory->in[6 * hex + __builtin_ctz(before)].other] = 1;
    memory->served[hex] = 0;
    for (int n = 0; n < HALF; n++)
        memory->served[hex] += of_both[n];
}

/* Find the pairs through all hexes, those at the ends first. */
FOR_EACH_PROCESSOR
static void share_all_pairs(const Steps *steps, const Memory *memory, const uint8_t *is_goal, int64_t found) {
    begin(steps, memory, found, memory->share);
    while (memchr(memory->waits, 1, steps->hexes))
        for (int64_t i = found - 1; i >= 0; i--) {
            int64_t hex = memory->order[i];
            if (!memory->waits[hex])
                continue;
            memory->waits[hex] = 0;
            share_pairs_of(memory, is_goal, hex);
        }
}

/* Add the pairs of all sources and the goals through each hex. Returns whether it could. */
static int add_sources(const Steps *steps, const Memory *memory, int64_t goals, const int64_t *goal, const uint8_t *is_goal,
                       double *through) {
    int64_t found = find_all_paths(steps, memory, goals, goal);
    if (!count_all_ways(steps, memory, found))
        return 0;
    share_all_pairs(steps, memory, is_goal, found);
    for (int64_t i = 0; i < found; i++)
        through[memory->order[i]] += memory->served[memory->order[i]];
    return 1;
}

/* Return how many pairs of one of some sources and a goal have a path, whose distances are known. */
static int64_t count_pairs(const Memory *memory, int64_t count, int64_t goals, const int64_t *goal) {
    int64_t pairs = 0;
    for (int64_t n = 0; n < goals; n++)
        for (int64_t i = 0; i < count; i++) {
            int32_t far = memory->far[goal[n] * SOURCES + i];
            pairs += far > 0 && far < UNREACHED;
        }
    return pairs;
}

/* Add the number of pairs of a source and a goal through each hex, each pair shared equally by its cheapest paths. Returns the number
 * of pairs that have one; a hex is no pair with itself. */
EXPORTED int64_t fairground_traffic(const Steps *steps, int64_t sources, const int64_t *source, int64_t goals,
                                    const int64_t *goal, const uint8_t *is_goal, const Memory *memory, double *through) {
    int64_t pairs = 0;
    collect_steps(steps, memory);
    for (int32_t hex = 0; hex < steps->hexes; hex++)
        memory->nearest[hex] = hex;
    for (int64_t first = 0; first < sources; first += SOURCES) {
        int64_t count = sources - first < SOURCES ? sources - first : SOURCES;
        /* The sources are mostly beside each other. */
        order_hexes(steps, memory, source[first + count / 2]);
        find_distances(steps, memory, count, source + first);
        pairs += count_pairs(memory, count, goals, goal);
        if (!add_sources(steps, memory, goals, goal, is_goal, through))
            for (int64_t i = 0; i < count; i++)
                add_source(memory, memory->far + i, source[first + i], goals, goal, is_goal, through);
    }
    return pairs;
}
