/* The share of cheapest paths that leads through each hex: the loops of core/metrics/chokepoints/chokepoints.py. */

#include "lines.h"

#include <string.h>

/* The steps between neighbouring hexes; arrays are [6, hexes]. The direction back is three further. */
typedef struct {
    int64_t hexes;
    const int32_t *neighbours; /* the hex in each direction */
    const int32_t *into; /* the weight of the step from there, at least 1; -1 for none */
} Steps;

/* A step into a hex, from another. */
typedef struct {
    int32_t from, weight;
} Step;

/* The distances of a hex from SOURCES sources. */
#define SOURCES 16
typedef int32_t Distances __attribute__((vector_size(4 * SOURCES)));
typedef int32_t Stored __attribute__((vector_size(4 * SOURCES), aligned(4), may_alias));
typedef uint64_t Parts __attribute__((vector_size(4 * SOURCES)));
#define UNREACHED (1 << 30)

/* Memory, each with an item for each hex unless it says otherwise. */
typedef struct {
    Step *in; /* six for each hex */
    int32_t *ins; /* how many of them there are */
    int32_t *far; /* SOURCES for each hex: the distance from each source */
    uint8_t *waits; /* whether its distances may be too large */
    int32_t *nearest; /* the hexes, those first that are nearest to a source, so that distances are found in few rounds */
    int32_t *order; /* the hexes on cheapest paths to goals, farthest first, without the source */
    int32_t *next; /* the next hex at the same distance, -1 for none */
    int32_t *buckets; /* for each distance a hex that waits, -1 for none */
    double *ways; /* the number of cheapest paths, in units of SCALE to the power of ``scale`` */
    int32_t *scale;
    double *served; /* the ends that a hex serves, by its share of the paths to them */
    uint8_t *before; /* a bit for each step that cheapest paths to a hex end with */
    uint8_t *known; /* whether a hex is on a cheapest path to an end; 0 at the beginning */
} Memory;

/* A power of two, so that numbers divided by it stay exact. */
#define SCALE 0x1p512

/* Collect the steps into each hex. */
static void collect_steps(const Steps *steps, const Memory *memory) {
    for (int64_t hex = 0; hex < steps->hexes; hex++) {
        int32_t count = 0;
        for (int64_t at = hex; at < 6 * steps->hexes; at += steps->hexes)
            if (steps->into[at] > 0)
                memory->in[6 * hex + count++] = (Step){steps->neighbours[at], steps->into[at]};
        memory->ins[hex] = count;
    }
}

/* Lower the distances of a hex to what those of its neighbours allow, and let theirs wait if they have changed. */
ALWAYS_INLINE void settle(const Steps *steps, const Memory *memory, int64_t hex) {
    Stored *far = (Stored *)memory->far;
    Distances old = far[hex], least = old;
    const Step *in = memory->in + 6 * hex;
    for (int32_t i = 0; i < memory->ins[hex]; i++) {
        Distances other = far[in[i].from] + in[i].weight, is_less = other < least;
        least = (other & is_less) | (least & ~is_less);
    }
    Parts changed = (Parts)(old ^ least);
    uint64_t any = 0;
    for (int n = 0; n < SOURCES / 2; n++)
        any |= changed[n];
    if (!any)
        return;
    far[hex] = least;
    for (int64_t at = hex; at < 6 * steps->hexes; at += steps->hexes)
        if (steps->neighbours[at] >= 0)
            memory->waits[steps->neighbours[at]] = 1;
}

/* Settle a hex that waits. */
ALWAYS_INLINE void settle_waiting(const Steps *steps, const Memory *memory, int64_t hex) {
    if (!memory->waits[hex])
        return;
    memory->waits[hex] = 0;
    settle(steps, memory, hex);
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
        for (int64_t at = source[i]; at < 6 * hexes; at += hexes)
            if (steps->neighbours[at] >= 0)
                memory->waits[steps->neighbours[at]] = 1;
    }
    while (memchr(memory->waits, 1, hexes)) {
        for (int64_t i = 0; i < hexes; i++)
            settle_waiting(steps, memory, memory->nearest[i]);
        for (int64_t i = hexes - 1; i >= 0; i--)
            settle_waiting(steps, memory, memory->nearest[i]);
    }
}

static void let_wait(const Memory *memory, int32_t hex, int32_t far) {
    memory->known[hex] = 1;
    memory->next[hex] = memory->buckets[far];
    memory->buckets[far] = hex;
}

/* Order the hexes by their distances from a source, SOURCES apart. */
static void order_hexes(const Steps *steps, const Memory *memory, const int32_t *far) {
    int32_t farthest = -1;
    int64_t placed = 0, last = steps->hexes;
    for (int64_t hex = steps->hexes - 1; hex >= 0; hex--) {
        int32_t distance = far[hex * SOURCES];
        if (distance == UNREACHED) {
            memory->nearest[--last] = (int32_t)hex;
            continue;
        }
        memory->next[hex] = memory->buckets[distance];
        memory->buckets[distance] = (int32_t)hex;
        farthest = distance > farthest ? distance : farthest;
    }
    for (int32_t distance = 0; distance <= farthest; distance++) {
        for (int32_t hex = memory->buckets[distance]; hex >= 0; hex = memory->next[hex])
            memory->nearest[placed++] = hex;
        memory->buckets[distance] = -1;
    }
}

/* Find the hexes on cheapest paths from a source to goals, and the steps that these end with. ``far`` are the distances from the
 * source, SOURCES apart. Returns how many hexes there are, and sets how many goals are reached. */
static int64_t find_paths(const Memory *memory, const int32_t *far, int32_t source, int64_t goals, const int64_t *goal,
                          int64_t *reached) {
    int32_t farthest = 0;
    int64_t found = 0;
    *reached = 0;
    for (int64_t i = 0; i < goals; i++) {
        int32_t hex = (int32_t)goal[i], distance = far[goal[i] * SOURCES];
        if (distance == UNREACHED || hex == source)
            continue;
        ++*reached;
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
            for (int32_t i = 0; i < memory->ins[hex]; i++) {
                int32_t other = in[i].from;
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
            int32_t other = in[__builtin_ctz(before)].from, of_other = memory->scale[other];
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
            int32_t other = in[__builtin_ctz(before)].from, lower = memory->scale[hex] - memory->scale[other];
            double ways = lower == 0 ? memory->ways[other] : lower == 1 ? memory->ways[other] / SCALE : 0;
            memory->served[other] += ways * share;
        }
    }
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
        find_distances(steps, memory, count, source + first);
        for (int64_t i = 0; i < count; i++) {
            int32_t from = (int32_t)source[first + i];
            int64_t reached, found = find_paths(memory, memory->far + i, from, goals, goal, &reached);
            count_ways(memory, from, found);
            add_served(memory, is_goal, found, through);
            pairs += reached;
        }
        /* The next sources are mostly beside these. */
        order_hexes(steps, memory, memory->far + count - 1);
    }
    return pairs;
}
