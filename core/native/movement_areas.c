/* Hexes connected by steps both ways, for core/movement/areas.py. */

#include "movement.h"

/* Write, by hex, the lowest hex that it is connected with by steps both ways, and the starts and ends of steps between hexes that
 * are not: these hexes in ``pairs``, with room for 6 * hexes pairs. ``neighbours`` and ``cost`` are those of ``Moves``; ``waiting``
 * is memory for a hex each. Returns the number of pairs. */
EXPORTED i64 fairground_areas(i64 hexes, const i32 *neighbours, const i64 *cost, i64 *root, i64 *pairs, i32 *waiting) {
    i64 found = 0;
    for (i64 hex = 0; hex < hexes; hex++)
        root[hex] = -1;
    for (i64 lowest = 0; lowest < hexes; lowest++) {
        if (root[lowest] >= 0)
            continue;
        i64 count = 1;
        root[lowest] = lowest;
        waiting[0] = (i32)lowest;
        while (count) {
            i64 hex = waiting[--count];
            for (int way = 0; way < 6; way++) {
                i32 beside = neighbours[way * hexes + hex];
                if (beside < 0 || root[beside] >= 0 || cost[way * hexes + hex] < 0 || cost[(way + 3) % 6 * hexes + beside] < 0)
                    continue;
                root[beside] = lowest;
                waiting[count++] = beside;
            }
        }
    }
    for (i64 way = 0; way < 6; way++)
        for (i64 hex = 0; hex < hexes; hex++) {
            i32 beside = neighbours[way * hexes + hex];
            if (beside < 0 || cost[way * hexes + hex] < 0 || root[beside] == root[hex])
                continue;
            pairs[2 * found] = root[hex];
            pairs[2 * found++ + 1] = root[beside];
        }
    return found;
}

/* Whether every step can be made both ways and costs more one way by the difference of a potential of its two hexes. ``potential`` and
 * ``waiting`` are memory for a hex each; the rest is as above. */
EXPORTED i64 fairground_reversible(i64 hexes, const i32 *neighbours, const i64 *cost, i64 *potential, i32 *waiting) {
    const i64 unknown = INT64_MIN;
    for (i64 hex = 0; hex < hexes; hex++)
        potential[hex] = unknown;
    for (i64 first = 0; first < hexes; first++) {
        if (potential[first] != unknown)
            continue;
        i64 count = 1;
        potential[first] = 0;
        waiting[0] = (i32)first;
        while (count) {
            i64 hex = waiting[--count];
            for (int way = 0; way < 6; way++) {
                i32 beside = neighbours[way * hexes + hex];
                if (beside < 0)
                    continue;
                i64 there = cost[way * hexes + hex], back = cost[(way + 3) % 6 * hexes + beside];
                if ((there < 0) != (back < 0))
                    return 0;
                if (there < 0)
                    continue;
                if (potential[beside] == unknown) {
                    potential[beside] = potential[hex] + there - back;
                    waiting[count++] = beside;
                } else if (potential[beside] - potential[hex] != there - back) {
                    return 0;
                }
            }
        }
    }
    return 1;
}
