/* Sums along all lines from one hex: the loops of core/sight/field/fan_board.py and fan_features.py. */

#include "exported.h"

#include <stddef.h>

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

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* One of the twelve sectors around the start: how its coordinates a >= b >= 0 follow from x and y, and the lanes of a step in
 * each. See sector.py. */
typedef struct {
    int64_t a_by_x, a_by_y, b_by_x, b_by_y, by_a, by_b;
} Sector;

#define SECTORS 12

/* A line from the start to an end, in the coordinates of its sector. */
typedef struct {
    int64_t a, b, by_a, by_b;
} Line;

/* The ends on one line of the board. */
typedef struct {
    int64_t y, low, high; /* relative to the start */
    int64_t place; /* of the first end in arrays by line */
} Stretch;

/* Find the ends on a line of the board. Returns 0 if there are none. */
static int find_stretch(const Ends *ends, int64_t line, Stretch *stretch) {
    int64_t begin = ends->starts[line] - ends->x, y = line - ends->y, reach = ends->reach;
    stretch->y = y;
    stretch->low = larger(begin, larger(-reach, -reach - y));
    stretch->high = smaller(begin + ends->length - 1, smaller(reach, reach - y));
    stretch->place = line * ends->length + stretch->low - begin;
    return y >= -reach && y <= reach && stretch->low <= stretch->high;
}

/* Return the line to an end. Neighbouring ends are mostly in the same sector, so that of the end before is tried first. */
static Line line_to(const Sector *sectors, int64_t *sector, int64_t x, int64_t y) {
    for (int64_t tried = 0; tried <= SECTORS; tried++) {
        const Sector *it = sectors + (tried ? tried - 1 : *sector);
        int64_t a = it->a_by_x * x + it->a_by_y * y, b = it->b_by_x * x + it->b_by_y * y;
        if (a < b || b < 0)
            continue;
        *sector = it - sectors;
        return (Line){a, b, it->by_a, it->by_b};
    }
    return (Line){0, 0, 0, 0}; /* the sectors are all there is */
}

/* When a sum is enough: raised by a number, it has one of some bits. */
typedef struct {
    int64_t raise, bits;
} Enough;

#define FRACTION 44

/* Add up numbers by lane along a line. In each column i of its sector, from 1 to a - 1, it crosses the hexes from floor((3bi - out) /
 * 3a) + 1 to ceil((3bi + out) / 3a) - 1, one or two, as in ``sector._crossed``. Both are counted up as fixed-point numbers, with half
 * of 1 / 3a added: at most 2,000 columns long, they stay further from the next whole number than their rounding adds up to. No more is added once there is enough. */
#define SUM_ALONG(line, touched, here, enough, sum) \
    do { \
        int64_t out = 2 * (line).a + (line).b + ((touched) && (line).a != (line).b); \
        int64_t part = ((int64_t)1 << FRACTION) / (6 * (line).a), step = 6 * (line).b * part; \
        int64_t below = (2 * (3 * (line).b - out) + 1) * part, above = (2 * (3 * (line).b + out - 1) + 1) * part; \
        ptrdiff_t at = (line).by_a + (line).by_b, by_b = (line).by_b; \
        for (int64_t i = 1; i < (line).a; i++) { \
            int64_t low = below >> FRACTION, two = (above >> FRACTION) - low - 1; \
            ptrdiff_t first = at + low * by_b; \
            (sum) += (here)[first] + ((here)[first + (by_b & -two)] & -two); \
            if (((sum) + (enough).raise) & (enough).bits) \
                break; \
            below += step; \
            above += step; \
            at += (line).by_a; \
        } \
    } while (0)

/* Put the sums of numbers by lane along the lines to all ends into ``sums``, by line; a line that crosses no hex has the number of
 * its start. A sum that is ``enough`` may lack some. ``set``, by line or NULL, is the set of ``total`` numbers that counts for each end. Numbers have 4 bytes, or 8 if
 * ``wide``. ``touched`` is whether hexes count that a line only touches at a corner. */
EXPORTED void fairground_line_sums(const Ends *ends, const Sector *sectors, int64_t touched, const void *numbers,
                                   int64_t wide, const int64_t *set, int64_t total, const Enough *enough,
                                   int64_t *sums) {
    Stretch stretch;
    Enough last = *enough;
    int64_t sector = 0;
    for (int64_t line = 0; line < ends->lines; line++) {
        if (!find_stretch(ends, line, &stretch))
            continue;
        int64_t place = stretch.place;
        for (int64_t x = stretch.low; x <= stretch.high; x++, place++) {
            ptrdiff_t start = ends->start + (set ? set[place] * total : 0);
            Line way = line_to(sectors, &sector, x, stretch.y);
            int64_t sum = 0;
            if (wide) {
                const int64_t *here = (const int64_t *)numbers + start;
                if (way.a <= 1)
                    sum = *here;
                else
                    SUM_ALONG(way, touched, here, last, sum);
            } else {
                const int32_t *here = (const int32_t *)numbers + start;
                if (way.a <= 1)
                    sum = *here;
                else
                    SUM_ALONG(way, touched, here, last, sum);
            }
            sums[place] = sum;
        }
    }
}

/* Put the lane of the last hex that each line to an end crosses into ``lanes``, by line; that of the start if it crosses none or
 * runs along hexsides. */
EXPORTED void fairground_last_lanes(const Ends *ends, const Sector *sectors, int64_t *lanes) {
    Stretch stretch;
    int64_t sector = 0;
    for (int64_t line = 0; line < ends->lines; line++) {
        if (!find_stretch(ends, line, &stretch))
            continue;
        int64_t *found = lanes + stretch.place;
        for (int64_t x = stretch.low; x <= stretch.high; x++, found++) {
            Line way = line_to(sectors, &sector, x, stretch.y);
            int crosses = way.a > way.b && way.a + way.b > 1;
            *found = ends->start + (crosses ? (way.a - 1) * way.by_a + way.b * way.by_b : 0);
        }
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
