/* Sums along all lines from one hex: the loops of core/sight/field/fan_board.py and fan_features.py. */

#include "exported.h"

#include <stddef.h>

/* TrackRow of fan_board.py: the lanes that the lines to consecutive ends cross, relative to the start. */
typedef struct {
    const int32_t *lanes;
    const int64_t *first; /* the index of each line's first lane, and the total */
    const int32_t *last;
    int64_t x; /* the coordinate of the first end */
} TrackRow;

/* The ends that lines from (x, y) have on a board. Arrays by line have an item for each hex, line by line. */
typedef struct {
    int64_t lines;
    int64_t length;
    const int64_t *starts; /* the coordinate of the first hex of each line */
    int64_t x;
    int64_t y;
    int64_t reach;
    int64_t start; /* the lane of the hex that lines start from */
} Ends;

/* A coordinate beyond all boards. */
#define BEYOND ((int64_t)1 << 30)

/* A stretch of ends on one line of the board. */
typedef struct {
    const TrackRow *row;
    int64_t sign; /* -1 if lines run opposite to those of the row */
    int64_t item; /* of the first end in the row, from which on it goes by sign */
    int64_t place; /* of the first end in arrays by line */
    int64_t count;
} Stretch;

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* Find the ends so many lines on (sign 1) or back (-1). Returns 0 if there are none. */
static int find_stretch(const Ends *ends, const TrackRow *row, int64_t by, int64_t sign, Stretch *stretch) {
    int64_t line = ends->y + sign * by;
    if (line < 0 || line >= ends->lines || (by == 0 && sign < 0))
        return 0;
    int64_t begin = ends->starts[line] - ends->x;
    int64_t low = larger(begin, larger(-ends->reach, -ends->reach - sign * by));
    int64_t high = smaller(begin + ends->length - 1, smaller(ends->reach, ends->reach - sign * by));
    if (low > high)
        return 0;
    stretch->row = row;
    stretch->sign = sign;
    stretch->item = sign * low - row->x;
    stretch->place = line * ends->length + low - begin;
    stretch->count = high - low + 1;
    return 1;
}

/* Put the sums of numbers by lane along the lines to ends of some rows into ``sums``, by line. ``set``, by line or NULL, is the
 * set of ``total`` numbers that counts for each end. Numbers have 4 bytes, or 8 if ``wide``. */
EXPORTED void fairground_line_sums(const Ends *ends, int64_t from, int64_t until, const TrackRow *rows,
                                   const void *numbers, int64_t wide, const int64_t *set, int64_t total,
                                   int64_t *sums) {
    Stretch stretch;
    for (int64_t by = from; by < until; by++)
        for (int64_t sign = 1; sign >= -1; sign -= 2) {
            if (!find_stretch(ends, &rows[by - from], by, sign, &stretch))
                continue;
            const int64_t *first = stretch.row->first + stretch.item;
            for (int64_t i = 0; i < stretch.count; i++) {
                ptrdiff_t at = ends->start + (set ? set[stretch.place + i] * total : 0);
                const int32_t *lane = stretch.row->lanes + first[sign * i], *end = stretch.row->lanes + first[sign * i + 1];
                int64_t sum = 0;
                if (wide)
                    for (const int64_t *here = (const int64_t *)numbers + at; lane < end; lane++)
                        sum += here[sign * *lane];
                else
                    for (const int32_t *here = (const int32_t *)numbers + at; lane < end; lane++)
                        sum += here[sign * *lane];
                sums[stretch.place + i] = sum;
            }
        }
}

/* Put the lane of the last hex that each line to ends of some rows crosses into ``lanes``, by line. */
EXPORTED void fairground_last_lanes(const Ends *ends, int64_t from, int64_t until, const TrackRow *rows, int64_t *lanes) {
    Stretch stretch;
    for (int64_t by = from; by < until; by++)
        for (int64_t sign = 1; sign >= -1; sign -= 2) {
            if (!find_stretch(ends, &rows[by - from], by, sign, &stretch))
                continue;
            for (int64_t i = 0; i < stretch.count; i++)
                lanes[stretch.place + i] = ends->start + sign * stretch.row->last[stretch.item + sign * i];
        }
}

/* Divide by a number above 0, and round down. */
static int32_t quotient(int32_t number, int32_t by) { return number / by - (number % by < 0); }

/* Add the worths of some hexsides to ``changes``: at the beginning of the stretch of ends behind each, on each line of the board,
 * and off behind its end. ``corners`` are four coordinates in thirds of hexes from the start, in the direction of turning;
 * ``up`` is 1 for the lines of the board on and at the start, or -1 for those back, with the corners mirrored. */
EXPORTED void fairground_shadows(const Ends *ends, int64_t up, int64_t sides, const int64_t *corners, const int64_t *worth,
                                 int64_t *changes) {
    int64_t last = smaller(up > 0 ? ends->lines - 1 - ends->y : ends->y, ends->reach);
    for (int64_t side = 0; side < sides; side++, corners += 4) {
        int32_t x1 = (int32_t)corners[0], y1 = (int32_t)corners[1];
        int32_t x2 = (int32_t)corners[2], y2 = (int32_t)corners[3];
        int32_t nearest = y1 < y2 ? y1 : y2;
        if (y1 <= 0 && y2 <= 0)
            continue;
        /* The first line that reaches the hexside, or its middle if that is on a line. */
        int32_t first = quotient(nearest + 2, 3);
        for (int32_t by = first; by <= last; by++) {
            int64_t low = y2 > 0 ? quotient(x2 * by, y2) + 1 : -BEYOND;
            int64_t high = y1 > 0 ? quotient(x1 * by - 1, y1) : BEYOND;
            if (by == first && quotient(nearest, 3) * 3 + 2 == nearest) {
                /* On the line of its middle they are also behind the hexside. */
                if (y1 < y2)
                    low = larger(low, quotient(x1 + 1, 3));
                else
                    high = smaller(high, quotient(x2, 3));
            }
            if (up < 0) {
                if (by == 0)
                    continue; /* the line of the start belongs to those on */
                int64_t mirrored = -high;
                high = -low;
                low = mirrored;
            }
            int64_t line = ends->y + up * by, left_of = ends->x - ends->starts[line];
            low = larger(low + left_of, 0);
            high = smaller(high + left_of, ends->length - 1);
            if (low > high)
                continue;
            changes[line * (ends->length + 1) + low] += worth[side];
            changes[line * (ends->length + 1) + high + 1] -= worth[side];
        }
    }
}
