/* Groups of connected hexes. */

#include "exported.h"

/* Return the size of the largest group of lanes connected by some moves. ``left`` has a byte for each lane, 1 for those that count, and
 * is cleared; ``waiting`` is memory for as many. */
EXPORTED int64_t fairground_largest(int64_t lanes, uint8_t *left, int32_t *waiting, int64_t moves, const int64_t *move) {
    int64_t most = 0;
    for (int64_t first = 0; first < lanes; first++) {
        if (!left[first])
            continue;
        int64_t count = 1;
        left[first] = 0;
        waiting[0] = (int32_t)first;
        for (int64_t looked = 0; looked < count; looked++)
            for (int64_t n = 0; n < moves; n++) {
                int64_t beside = waiting[looked] + move[n];
                if (beside < 0 || beside >= lanes || !left[beside])
                    continue;
                left[beside] = 0;
                waiting[count++] = (int32_t)beside;
            }
        if (count > most)
            most = count;
    }
    return most;
}
