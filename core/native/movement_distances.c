/* The least cost of the ways from some hexes, for core/metrics/territory.py. */

#include "movement.h"

#define NEVER (-1)

/* Write, by hex, the least cost of a way from any start to it, or to any start if ``backward``, or its fewest steps if ``by_steps``;
 * NEVER without a way. ``neighbours`` and ``cost`` are those of ``Moves``, ``dearest`` the highest cost, and ``start`` has an item a
 * hex. Return 0 without memory. */
EXPORTED int fairground_distances(i64 hexes, const i32 *neighbours, const i64 *cost, i64 dearest, i64 backward, i64 by_steps,
                                  const u8 *start, i64 *far) {
    Queue queue;
    int is_done = queue_open(&queue, (by_steps ? 1 : dearest) + 1);
    for (i64 hex = 0; hex < hexes; hex++) {
        far[hex] = start[hex] ? 0 : NEVER;
        if (start[hex] && is_done)
            is_done = queue_add(&queue, 0, hex, 0);
    }
    for (; is_done && queue.waits; queue_next(&queue)) {
        i64 hex, sum;
        while (is_done && queue_take(&queue, &hex, &sum)) {
            if (far[hex] != sum)
                continue;
            for (int way = 0; way < 6 && is_done; way++) {
                i32 beside = neighbours[way * hexes + hex];
                i64 step = beside < 0 ? IMPOSSIBLE : backward ? cost[(way + 3) % 6 * hexes + beside] : cost[way * hexes + hex];
                if (step < 0)
                    continue;
                step = by_steps ? 1 : step;
                if (far[beside] != NEVER && far[beside] <= sum + step)
                    continue;
                far[beside] = sum + step;
                is_done = queue_add(&queue, step, beside, sum + step);
            }
        }
    }
    queue_close(&queue);
    return is_done;
}
