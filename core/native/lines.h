/* What is shared by the files that look at all lines of a board: planes, plans, and the features that lines meet. */

#ifndef FAIRGROUND_LINES_H
#define FAIRGROUND_LINES_H

#include "exported.h"

#include <stddef.h>

/* Eight words at a time, in registers of whatever width the processor has. Bits are read at any byte, lowest first. */
typedef uint64_t Words __attribute__((vector_size(64)));
typedef uint64_t Anywhere __attribute__((vector_size(64), aligned(1), may_alias));
#define LANES 512
#define BYTES 64
#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* A plan: for each entry, see PlanEntry and Operation in program_plan.py. Places are slots of the work memory; -1 is the
 * hexes themselves as an input, and nowhere as an output. */
typedef struct {
    int64_t entries;
    int64_t plane_bytes; /* from one plane to the next, in the work memory and among a pass's own planes */
    const int32_t *blocks; /* how many times LANES lanes an entry has */
    const int64_t *row; /* the byte where its lines are */
    const int32_t *place_mask; /* the index of its masks: see Lines */
    const int32_t *row_mask;
    const int32_t *move;
    const int32_t *near; /* the index of the direction of the next hex, and of the one before the end; -1 for none */
    const int32_t *far;
    const int32_t *one_between; /* whether the hex next to the start is also the one next to the end */
    const int32_t *lift;
    const int32_t *keep;
    const int32_t *keep_with;
    const int32_t *term_begin;
    const int32_t *term_place;
    const int32_t *term_by;
    const int32_t *touched_begin;
    const int32_t *touched_by;
} Plan;

/* A plane, moved down by some lanes. */
typedef struct {
    const uint8_t *from;
    int bits;
} Source;

ALWAYS_INLINE Source moved(const uint8_t *plane, int64_t by) {
    /* An arithmetic shift: lanes below the first are in front of the plane. */
    Source source = {plane + (by >> 3), (int)(by & 7)};
    return source;
}

ALWAYS_INLINE Words at(Source source, ptrdiff_t byte) {
    Words low = *(const Anywhere *)(source.from + byte);
    /* The last byte of each word comes with those of the next; its bits meet themselves. */
    Words high = *(const Anywhere *)(source.from + byte + 7);
    return (low >> source.bits) | (high << (56 - source.bits));
}

ALWAYS_INLINE Words straight(const uint8_t *plane, ptrdiff_t byte) { return *(const Anywhere *)(plane + byte); }

ALWAYS_INLINE void put(uint8_t *plane, ptrdiff_t byte, Words words) { *(Anywhere *)(plane + byte) = words; }

ALWAYS_INLINE int any(Words words) {
    uint64_t found = 0;
    for (int n = 0; n < 8; n++)
        found |= words[n];
    return found != 0;
}

/* What blocks lines between hexes, as planes. Directions go around a hex, the first three to higher lanes; corner d is between
 * the sides to directions d and d + 1. */
typedef struct {
    const uint8_t *sides; /* three planes: the hexes with a feature towards each of the first three directions */
    const uint8_t *corners; /* six planes: the hexes with a feature that is crossed at a corner */
    const int32_t *across; /* the steps x and y of each direction, one after the other */
    int64_t ends_free; /* whether features crossed on the hexes of the ends do not block */
} Features;

/* The planes that a line meets, moved; ``room`` is for all of them. */
typedef struct {
    const Features *features;
    int64_t plane_bytes;
    const int64_t *moves;
    Source *met;
    int64_t count;
} Meetings;

/* A step from hex to hex: its lanes, how far it leads aside, in thirds, and where the features are that it crosses. */
typedef struct {
    int64_t move;
    int64_t aside;
    const uint8_t *sides;
    int64_t lower; /* lanes to the hex whose plane it is */
} Way;

static inline const uint8_t *side_plane(const Meetings *meetings, int direction) {
    return meetings->features->sides + direction % 3 * meetings->plane_bytes;
}

static inline void meet_side(Meetings *meetings, int64_t at, int direction) {
    int64_t lower = direction < 3 ? at : at + meetings->moves[direction];
    meetings->met[meetings->count++] = moved(side_plane(meetings, direction), lower);
}

static inline void meet_corner(Meetings *meetings, int64_t at, int corner) {
    meetings->met[meetings->count++] =
        moved(meetings->features->corners + (corner + 6) % 6 * meetings->plane_bytes, at);
}

/* Collect what the line to (x, y) meets: see sector_line in core/sight/field/sector.py, and trace in core/sight/line. */
static inline void walk(Meetings *meetings, int64_t x, int64_t y) {
    const Features *features = meetings->features;
    const int64_t *moves = meetings->moves;
    int64_t aside[6], end = 0;
    int facing = 0;
    meetings->count = 0;
    for (int d = 0; d < 6; d++)
        aside[d] = x * features->across[2 * d + 1] - y * features->across[2 * d];
    for (int d = 1; d < 6; d++)
        if (aside[(d + 1) % 6] - aside[(d + 5) % 6] > aside[(facing + 1) % 6] - aside[(facing + 5) % 6])
            facing = d;
    for (int d = 0; d < 2; d++) /* directions 0 and 1 are those of x and of y */
        end += (d ? y : x) * moves[d];
    for (int corner = facing + 5; corner <= facing + 6; corner++) {
        int left = corner % 6, right = (corner + 1) % 6;
        if (aside[left] + aside[right])
            continue;
        int64_t step = moves[left] + moves[right];
        for (int64_t at = 0; at != end; at += step) {
            /* The hexside runs from the hex on the left to that on the right, one direction on. */
            meet_side(meetings, at + moves[left], (right + 1) % 6);
            if (!(features->ends_free && at == 0))
                meet_corner(meetings, at, left);
            if (!(features->ends_free && at + step == end))
                meet_corner(meetings, at + step, left + 3);
        }
        return;
    }
    int to_left = (facing + 5) % 6, to_right = (facing + 1) % 6, directions[] = {to_right, facing, to_left};
    Way ways[3];
    for (int turn = 0; turn < 3; turn++) {
        int direction = directions[turn];
        ways[turn].move = moves[direction];
        ways[turn].aside = 3 * aside[direction];
        ways[turn].sides = side_plane(meetings, direction);
        ways[turn].lower = direction < 3 ? 0 : moves[direction];
    }
    int64_t low = -aside[facing] - aside[to_right], high = -aside[to_left] - aside[facing];
    int64_t at = 0, off = 0;
    while (at != end) {
        /* Chosen without a jump, since the processor could not guess it. */
        const Way *way = &ways[1 + (off > high) - (off < low)];
        int64_t onward = at + way->move;
        int free_here = features->ends_free && at == 0, free_there = features->ends_free && onward == end;
        if (off == low || off == high) {
            int corner = off == low ? facing : to_left;
            if (!free_here)
                meet_corner(meetings, at, corner);
            /* The same corner, from the other side of the hexside that ends there. */
            if (!free_there)
                meet_corner(meetings, onward, corner == facing ? facing + 2 : facing + 3);
        } else if (!free_here && !free_there)
            meetings->met[meetings->count++] = moved(way->sides, at + way->lower);
        at = onward;
        off += way->aside;
    }
}

#endif
