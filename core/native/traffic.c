/* The share of cheapest paths that leads through each hex: the loops of core/metrics/chokepoints/chokepoints.py. */

#include "exported.h"

#include <string.h>

/* The steps between neighbouring hexes; arrays are [6, hexes]. The direction back is three further. */
typedef struct {
    int64_t hexes;
    const int32_t *neighbours; /* the hex in each direction */
    const int32_t *into; /* the weight of the step from there, at least 1; -1 for none */
    int64_t dearest; /* the largest weight */
} Steps;

/* A step out of a hex. */
typedef struct {
    int32_t target, weight;
} Step;

/* A hex in the queue, and the next in the same bucket, -1 for none. */
typedef struct {
    int32_t hex, next;
} Waiting;

/* Memory, each with an item for each hex unless it says otherwise. */
typedef struct {
    Step *out; /* six for each hex */
    int32_t *outs; /* how many of them there are */
    int32_t *far; /* the distance, -1 for none */
    int32_t *order; /* the hexes, nearest first */
    Waiting *waiting; /* as many as steps, and one more */
    int32_t *buckets; /* one more than the largest weight */
    double *ways; /* the number of cheapest paths, in units of SCALE to the power of ``scale`` */
    int32_t *scale;
    double *served; /* the ends that a hex serves, by its share of the paths to them */
    uint8_t *before; /* a bit for each neighbour that is on cheapest paths to a hex */
    uint8_t *known; /* whether a hex is on a cheapest path to an end */
} Memory;

/* A power of two, so that numbers divided by it stay exact. */
#define SCALE 0x1p512

/* Collect the steps out of each hex. */
static void collect_steps(const Steps *steps, const Memory *memory) {
    int64_t hexes = steps->hexes;
    for (int64_t hex = 0; hex < hexes; hex++) {
        int32_t count = 0;
        for (int direction = 0; direction < 6; direction++) {
            int32_t target = steps->neighbours[direction * hexes + hex];
            int32_t weight = target < 0 ? -1 : steps->into[(direction + 3) % 6 * hexes + target];
            if (weight > 0)
                memory->out[6 * hex + count++] = (Step){target, weight};
        }
        memory->outs[hex] = count;
    }
}

/* Find the distances from a hex, until all goals have theirs. Returns the number of hexes in order. Each bucket holds the hexes of
 * one distance; no two that wait are further apart than the largest weight. */
static int64_t find_distances(const Steps *steps, const Memory *memory, int32_t source, const uint8_t *is_goal,
                              int64_t goals) {
    int32_t *far = memory->far, *buckets = memory->buckets;
    Waiting *waiting = memory->waiting;
    int32_t size = (int32_t)steps->dearest + 1, bucket = 0, distance = 0, added = 1, left = 1;
    int64_t found = 0;
    memset(far, 0xff, steps->hexes * sizeof *far);
    memset(buckets, 0xff, size * sizeof *buckets);
    far[source] = 0;
    waiting[0] = (Waiting){source, -1};
    buckets[0] = 0;
    for (; left && goals; distance++, bucket = bucket + 1 == size ? 0 : bucket + 1) {
        /* All weights are at least 1, so nothing is added to the bucket meanwhile. */
        for (int32_t at = buckets[bucket]; at >= 0; at = waiting[at].next) {
            int32_t hex = waiting[at].hex;
            left--;
            if (far[hex] != distance)
                continue;
            memory->order[found++] = hex;
            goals -= is_goal[hex];
            const Step *out = memory->out + 6 * (int64_t)hex;
            for (int32_t i = 0; i < memory->outs[hex]; i++) {
                int32_t target = out[i].target, onward = distance + out[i].weight;
                if ((uint32_t)far[target] <= (uint32_t)onward)
                    continue;
                far[target] = onward;
                int32_t into = bucket + out[i].weight;
                into -= into >= size ? size : 0;
                waiting[added] = (Waiting){target, buckets[into]};
                buckets[into] = added++;
                left++;
            }
        }
        buckets[bucket] = -1;
    }
    return found;
}

/* Mark the hexes on cheapest paths to goals, and note the neighbours before each. Returns the number of goals that are reached. */
static int64_t mark_paths(const Steps *steps, const Memory *memory, int32_t source, const uint8_t *is_goal,
                          int64_t found) {
    int64_t hexes = steps->hexes, reached = 0;
    memset(memory->known, 0, hexes);
    for (int64_t i = found - 1; i > 0; i--) {
        int32_t hex = memory->order[i], far = memory->far[hex];
        reached += is_goal[hex];
        if (!(memory->known[hex] |= is_goal[hex]))
            continue;
        int before = 0;
        for (int direction = 0; direction < 6; direction++) {
            int32_t weight = steps->into[direction * hexes + hex];
            if (weight < 0)
                continue;
            int32_t beside = steps->neighbours[direction * hexes + hex];
            if (memory->far[beside] < 0 || memory->far[beside] + weight != far)
                continue;
            before |= 1 << direction;
            memory->known[beside] = 1;
        }
        memory->before[hex] = (uint8_t)before;
    }
    memory->before[source] = 0;
    return reached;
}

/* Count the cheapest paths to each hex on paths to goals, nearest first. */
static void count_ways(const Steps *steps, const Memory *memory, int32_t source, int64_t found) {
    memory->ways[source] = 1;
    memory->scale[source] = 0;
    for (int64_t i = 1; i < found; i++) {
        int32_t hex = memory->order[i], scale = 0;
        if (!memory->known[hex])
            continue;
        double ways = 0;
        for (int before = memory->before[hex], direction; before; before &= before - 1) {
            direction = __builtin_ctz(before);
            int32_t beside = steps->neighbours[direction * steps->hexes + hex], other = memory->scale[beside];
            /* Numbers below the unit of the larger are nothing beside it. */
            if (other > scale) {
                ways = other == scale + 1 ? ways / SCALE : 0;
                scale = other;
            }
            ways += other == scale ? memory->ways[beside] : other == scale - 1 ? memory->ways[beside] / SCALE : 0;
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
static void add_served(const Steps *steps, const Memory *memory, const uint8_t *is_goal, int64_t found,
                       double *through) {
    double *served = memory->served;
    memset(served, 0, steps->hexes * sizeof *served);
    for (int64_t i = found - 1; i > 0; i--) {
        int32_t hex = memory->order[i];
        if (!memory->known[hex])
            continue;
        through[hex] += served[hex];
        double ends = served[hex] + is_goal[hex];
        for (int before = memory->before[hex], direction; before; before &= before - 1) {
            direction = __builtin_ctz(before);
            int32_t beside = steps->neighbours[direction * steps->hexes + hex];
            int32_t lower = memory->scale[hex] - memory->scale[beside];
            double ways = lower == 0 ? memory->ways[beside] : lower == 1 ? memory->ways[beside] / SCALE : 0;
            served[beside] += ways / memory->ways[hex] * ends;
        }
    }
}

/* Add the number of pairs of a source and a goal through each hex, each pair shared equally by its cheapest paths. Returns the number
 * of pairs that have one; a hex is no pair with itself. */
EXPORTED int64_t fairground_traffic(const Steps *steps, int64_t sources, const int64_t *source, int64_t goals,
                                    uint8_t *is_goal, const Memory *memory, double *through) {
    int64_t pairs = 0;
    collect_steps(steps, memory);
    for (int64_t i = 0; i < sources; i++) {
        int32_t from = (int32_t)source[i];
        uint8_t own = is_goal[from];
        is_goal[from] = 0;
        int64_t found = find_distances(steps, memory, from, is_goal, goals - own);
        int64_t reached = mark_paths(steps, memory, from, is_goal, found);
        if (reached) {
            count_ways(steps, memory, from, found);
            add_served(steps, memory, is_goal, found, through);
        }
        pairs += reached;
        is_goal[from] = own;
    }
    return pairs;
}
