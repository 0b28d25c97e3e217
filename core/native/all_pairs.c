/* The clear lines of a board, for all pairs of hexes at once: the programs of core/sight/field/program_plan.py over machine
 * words.
 *
 * A plane has a bit for each lane of the board. An amount for each lane is several planes, the lowest bit first; sums that
 * are too large for the planes are the largest that fits. The entries of a plan come in such an order that the results still
 * needed are few and stay in a near cache. */

#include "lines.h"

#define MOST_PLANES 6
/* How many entries all passes look at, one after the other: what one pass needs then fits into a cache. */
#define AT_ONCE 256
/* That the hex next to the start of lines is also the one next to their end. */
#define ONE_BETWEEN 2

/* Blocks the lines between certain ends on which the amounts of hexes reach a limit. */
typedef struct {
    int64_t planes;
    int64_t limit;
    int64_t follows; /* whether it is for some of the lines of the pass before, and reaches the limit where that does */
    int64_t pairs; /* how many sets of starts and of ends follow each other; 0 for all lines */
    const uint8_t *hexes; /* the amounts */
    uint8_t *work; /* memory for the slots of the plan */
    uint8_t *full; /* for each slot, whether its sums reach the limit on all lines; what is in the slot is undefined then */
    const uint8_t *starts;
    const uint8_t *ends;
    const uint8_t *near; /* amounts beside the start, and beside the end, by direction; or NULL */
    const uint8_t *far;
} Pass;

/* The lines. Each begins in its masks, and is clear until a pass blocks it. */
typedef struct {
    uint8_t *rows;
    const uint8_t *place_masks;
    const uint8_t *row_masks;
    const uint8_t *among_starts; /* the hexes that lines run between, or NULL for all */
    const uint8_t *among_ends;
    const uint8_t *higher_near; /* the starts whose next hex blocks whatever the line, by direction, and the ends; or NULL */
    const uint8_t *higher_far;
    const uint8_t *skipped; /* a byte for each entry: 1 leaves its row alone; or NULL */
    const uint8_t *unused; /* the same where not even its results are needed; or NULL */
} Lines;

/* Add amounts to others. */
ALWAYS_INLINE void add(const int planes, Words *to, const Words *other) {
    if (planes == 1) {
        to[0] |= other[0];
        return;
    }
    if (planes == 2) {
        Words carry = to[0] & other[0], either = to[1] ^ other[1];
        Words over = (to[1] & other[1]) | (either & carry);
        to[0] = (to[0] ^ other[0]) | over;
        to[1] = (either ^ carry) | over;
        return;
    }
    Words carry = to[0] & other[0];
    to[0] ^= other[0];
    for (int n = 1; n < planes; n++) {
        Words either = to[n] ^ other[n], both = to[n] & other[n];
        to[n] = either ^ carry;
        carry = both | (either & carry);
    }
    for (int n = 0; n < planes; n++)
        to[n] |= carry;
}

/* Replace amounts by others where these are larger. */
ALWAYS_INLINE void raise_to(const int planes, Words *to, const Words *other) {
    Words larger = {0};
    for (int n = 0; n < planes; n++)
        larger = (other[n] & ~to[n]) | (larger & ~(other[n] ^ to[n]));
    for (int n = 0; n < planes; n++)
        to[n] = (other[n] & larger) | (to[n] & ~larger);
}

/* Put the sum of some amounts, each moved, into a place; the place may be one of the inputs if that is not moved. */
ALWAYS_INLINE void sum_some(const int planes, const int terms, const int whole, int64_t plane_bytes, int32_t blocks,
                            uint8_t *into, const uint8_t *const *from, const int64_t *by) {
    Source sources[3];
    for (int t = 0; t < terms; t++)
        sources[t] = moved(from[t], by[t]);
    for (ptrdiff_t byte = 0; byte < (ptrdiff_t)blocks * BYTES; byte += BYTES) {
        Words total[MOST_PLANES], more[MOST_PLANES];
        for (int t = 0; t < terms; t++) {
            for (int n = 0; n < planes; n++) {
                Source source = {sources[t].from + n * plane_bytes, sources[t].bits};
                more[n] = t < whole ? straight(source.from, byte) : at(source, byte);
            }
            if (t == 0)
                for (int n = 0; n < planes; n++)
                    total[n] = more[n];
            else
                add(planes, total, more);
        }
        for (int n = 0; n < planes; n++)
            put(into + n * plane_bytes, byte, total[n]);
    }
}

/* Put the sum of some amounts into a place; most of the first are moved by whole bytes. */
ALWAYS_INLINE void sum(const int planes, const int terms, int64_t plane_bytes, int32_t blocks, uint8_t *into,
                       const uint8_t *const *from, const int64_t *by) {
    if (by[0] & 7)
        sum_some(planes, terms, 0, plane_bytes, blocks, into, from, by);
    else
        sum_some(planes, terms, 1, plane_bytes, blocks, into, from, by);
}

/* Put the sums of an entry's terms into a place. */
ALWAYS_INLINE void combine(const int planes, const Plan *plan, const Pass *pass, int64_t entry, uint8_t *into) {
    int64_t size = planes * plan->plane_bytes;
    int32_t begin = plan->term_begin[entry], end = plan->term_begin[entry + 1], blocks = plan->blocks[entry];
    const uint8_t *from[3];
    int64_t by[3];
    int32_t term = begin;
    int known = 0;
    if (begin == end) {
        Words none = {0};
        for (int n = 0; n < planes; n++)
            for (ptrdiff_t byte = 0; byte < (ptrdiff_t)blocks * BYTES; byte += BYTES)
                put(into + n * plan->plane_bytes, byte, none);
        return;
    }
    while (term < end) {
        for (; known < 3 && term < end; known++, term++) {
            int32_t place = plan->term_place[term];
            from[known] = place < 0 ? pass->hexes : pass->work + place * size;
            by[known] = plan->term_by[term];
        }
        if (known == 3)
            sum(planes, 3, plan->plane_bytes, blocks, into, from, by);
        else if (known == 2)
            sum(planes, 2, plan->plane_bytes, blocks, into, from, by);
        else
            sum(planes, 1, plan->plane_bytes, blocks, into, from, by);
        from[0] = into;
        by[0] = 0;
        known = 1;
    }
}

/* What is beside the ends of an entry's lines, and which of them a pass is for. */
typedef struct {
    const uint8_t *near;
    Source far;
    const uint8_t *starts;
    Source ends;
    Source other_ends;
} Ends;

/* The lanes whose amounts reach a limit. */
ALWAYS_INLINE Words reaching(const int planes, int64_t limit, const Words *amounts) {
    if (planes == 1)
        return amounts[0];
    Words found = ~(Words){0};
    for (int n = 0; n < planes; n++)
        found = limit >> n & 1 ? found & amounts[n] : found | amounts[n];
    return found;
}

/* The lines between some sets of ends: of ``pairs`` sets, 0 for all. */
ALWAYS_INLINE Words between(const int pairs, int64_t plane_bytes, const Ends *of, ptrdiff_t byte) {
    if (pairs == 0)
        return ~(Words){0};
    Words lines = straight(of->starts, byte) & at(of->ends, byte);
    if (pairs == 2)
        lines |= straight(of->starts + plane_bytes, byte) & at(of->other_ends, byte);
    return lines;
}

/* Drop the lines of an entry on which its sums reach the limit: those of ``pairs`` sets of ends, 0 for all. Return
 * whether any lines are left. */
ALWAYS_INLINE int drop_some(const int planes, const int whole, const int beside, const int pairs, int64_t plane_bytes,
                             int32_t blocks, int64_t limit, Source sums, const Ends *of, uint8_t *row) {
    Ends it = *of;
    Words left = {0};
    for (ptrdiff_t byte = 0; byte < (ptrdiff_t)blocks * BYTES; byte += BYTES) {
        Words total[MOST_PLANES], near[MOST_PLANES], far[MOST_PLANES];
        for (int n = 0; n < planes; n++) {
            Source source = {sums.from + n * plane_bytes, sums.bits};
            total[n] = whole ? straight(source.from, byte) : at(source, byte);
        }
        if (beside) {
            for (int n = 0; n < planes; n++) {
                Source source = {it.far.from + n * plane_bytes, it.far.bits};
                near[n] = straight(it.near + n * plane_bytes, byte);
                far[n] = at(source, byte);
            }
            if (beside == ONE_BETWEEN)
                raise_to(planes, near, far);
            else
                for (int n = 0; n < planes; n++)
                    near[n] |= far[n];
            add(planes, total, near);
        }
        Words blocked = reaching(planes, limit, total) & between(pairs, plane_bytes, &it, byte);
        Words lines = straight(row, byte) & ~blocked;
        left |= lines;
        put(row, byte, lines);
    }
    return any(left);
}

/* Drop the lines of an entry on which its sums, raised by some lanes, reach the limit. Return whether any are left. */
ALWAYS_INLINE int drop(const int planes, const Plan *plan, const Pass *pass, int64_t entry, const uint8_t *sums,
                        int64_t lift, uint8_t *row) {
    int64_t plane_bytes = plan->plane_bytes, move = plan->move[entry], limit = pass->limit;
    int32_t blocks = plan->blocks[entry];
    Source lines = moved(sums, -lift);
    Ends ends = {NULL, {NULL, 0}, pass->starts, moved(pass->ends, move), moved(pass->ends + plane_bytes, move)};
    if (pass->near && plan->near[entry] >= 0) {
        ends.near = pass->near + plan->near[entry] * planes * plane_bytes;
        ends.far = moved(pass->far + plan->far[entry] * planes * plane_bytes, move);
        if (plan->one_between[entry])
            return drop_some(planes, 0, ONE_BETWEEN, (int)pass->pairs, plane_bytes, blocks, limit, lines, &ends, row);
        if (pass->pairs == 1 && !lines.bits)
            return drop_some(planes, 1, 1, 1, plane_bytes, blocks, limit, lines, &ends, row);
        return drop_some(planes, 0, 1, (int)pass->pairs, plane_bytes, blocks, limit, lines, &ends, row);
    }
    if (pass->pairs == 0)
        return drop_some(planes, 0, 0, 0, plane_bytes, blocks, limit, lines, &ends, row);
    if (pass->pairs == 2 && !lines.bits)
        return drop_some(planes, 1, 0, 2, plane_bytes, blocks, limit, lines, &ends, row);
    return drop_some(planes, 0, 0, (int)pass->pairs, plane_bytes, blocks, limit, lines, &ends, row);
}

/* Whether an entry's sums, raised by some lanes, reach the limit on all its lines. */
ALWAYS_INLINE int is_full(const int planes, const Plan *plan, const Lines *lines, const Pass *pass, int64_t entry,
                          const uint8_t *sums) {
    int64_t plane_bytes = plan->plane_bytes;
    const uint8_t *place = lines->place_masks + plan->place_mask[entry] * plane_bytes;
    const uint8_t *inside = lines->row_masks + plan->row_mask[entry] * plane_bytes;
    Source from = moved(sums, -plan->lift[entry]);
    for (ptrdiff_t byte = 0; byte < (ptrdiff_t)plan->blocks[entry] * BYTES; byte += BYTES) {
        Words total[MOST_PLANES];
        for (int n = 0; n < planes; n++) {
            Source source = {from.from + n * plane_bytes, from.bits};
            total[n] = at(source, byte);
        }
        if (any(straight(place, byte) & straight(inside, byte) & ~reaching(planes, pass->limit, total)))
            return 0;
    }
    return 1;
}

/* Drop all lines of an entry that a pass is for. Return whether any are left. */
ALWAYS_INLINE int drop_all(const Plan *plan, const Pass *pass, int64_t entry, uint8_t *row) {
    int64_t plane_bytes = plan->plane_bytes, move = plan->move[entry];
    Ends ends = {NULL, {NULL, 0}, pass->starts, moved(pass->ends, move), moved(pass->ends + plane_bytes, move)};
    Words left = {0};
    for (ptrdiff_t byte = 0; byte < (ptrdiff_t)plan->blocks[entry] * BYTES; byte += BYTES) {
        Words lines = straight(row, byte) & ~between((int)pass->pairs, plane_bytes, &ends, byte);
        left |= lines;
        put(row, byte, lines);
    }
    return any(left);
}

/* What is known of an entry: whether lines are left in its row, and whether it is full by the last pass. */
#define SOME_LEFT 1
#define FULL 2

/* Set whether what an entry stores reaches the limit on all its lines. */
ALWAYS_INLINE void set_full(const Plan *plan, const Pass *pass, int64_t entry, int full) {
    if (plan->keep[entry] >= 0)
        pass->full[plan->keep[entry]] = (uint8_t)full;
    if (plan->keep_with[entry] >= 0)
        pass->full[plan->keep_with[entry]] = (uint8_t)full;
}

/* Look at one entry with one pass; its row may be NULL. */
ALWAYS_INLINE int look(const int planes, const Plan *plan, const Lines *lines, const Pass *pass, int64_t entry,
                       uint8_t *row, uint8_t *spare) {
    int64_t size = planes * plan->plane_bytes, lift = plan->lift[entry];
    int32_t keep = plan->keep[entry], keep_with = plan->keep_with[entry], blocks = plan->blocks[entry];
    if (!row && keep < 0 && keep_with < 0)
        return 0;
    /* What a line crosses is on the board if its ends are, so that each line is made of lines between hexes of the board. */
    int full = 0;
    for (int32_t term = plan->term_begin[entry]; term < plan->term_begin[entry + 1]; term++)
        full |= plan->term_place[term] >= 0 && pass->full[plan->term_place[term]];
    uint8_t *sums = keep < 0 ? spare : pass->work + keep * size;
    if (!full) {
        combine(planes, plan, pass, entry, sums);
        if (keep_with >= 0) {
            const uint8_t *from[] = {sums, pass->hexes};
            int64_t by[] = {0, lift};
            sum(planes, 2, plan->plane_bytes, blocks, pass->work + keep_with * size, from, by);
        }
        full = (keep >= 0 || keep_with >= 0) && is_full(planes, plan, lines, pass, entry, sums);
    }
    set_full(plan, pass, entry, full);
    if (!row)
        return full * FULL;
    if (full)
        return FULL | drop_all(plan, pass, entry, row);
    for (int32_t i = plan->touched_begin[entry]; i < plan->touched_begin[entry + 1]; i++) {
        const uint8_t *from[] = {sums, pass->hexes};
        int64_t by[] = {0, plan->touched_by[i]};
        sum(planes, 2, plan->plane_bytes, blocks, spare, from, by);
        sums = spare;
    }
    return drop(planes, plan, pass, entry, sums, lift, row);
}

/* ``look`` for some numbers of planes. Functions of their own: one with all of these takes twice as long to compile. */
#define LOOK(name, planes) \
    FOR_EACH_PROCESSOR static __attribute__((noinline)) int name(const Plan *plan, const Lines *lines, const Pass *pass, \
                                                                 int64_t entry, uint8_t *row, uint8_t *spare) { \
        return look(planes, plan, lines, pass, entry, row, spare); \
    }
LOOK(look_at_1, 1)
LOOK(look_at_2, 2)
LOOK(look_at_3, 3)
LOOK(look_at_more, pass->planes < 4 ? 4 : pass->planes > MOST_PLANES ? MOST_PLANES : (int)pass->planes)

/* Set the lines of an entry: all that there are, unless the hex next to an end blocks them. */
ALWAYS_INLINE void begin(const Plan *plan, const Lines *lines, int64_t entry, uint8_t *row) {
    int64_t plane_bytes = plan->plane_bytes;
    const uint8_t *place = lines->place_masks + plan->place_mask[entry] * plane_bytes;
    const uint8_t *inside = lines->row_masks + plan->row_mask[entry] * plane_bytes;
    int32_t near = lines->higher_near ? plan->near[entry] : -1, blocks = plan->blocks[entry];
    Source end = moved(lines->among_ends, plan->move[entry]);
    for (ptrdiff_t byte = 0; byte < (ptrdiff_t)blocks * BYTES; byte += BYTES) {
        Words words = straight(place, byte) & straight(inside, byte);
        if (lines->among_starts)
            words &= straight(lines->among_starts, byte) & at(end, byte);
        put(row, byte, words);
    }
    if (near >= 0) {
        const uint8_t *higher = lines->higher_near + near * plane_bytes;
        Source far = moved(lines->higher_far + plan->far[entry] * plane_bytes, plan->move[entry]);
        for (ptrdiff_t byte = 0; byte < (ptrdiff_t)blocks * BYTES; byte += BYTES)
            put(row, byte, straight(row, byte) & ~(straight(higher, byte) | at(far, byte)));
    }
}

/* Set the rows of all lines to the lanes from which they are clear by some passes. ``spare`` is memory for a result. */
FOR_EACH_PROCESSOR
EXPORTED void fairground_all_pairs(const Plan *plan, const Lines *lines, int64_t passes, const Pass *pass,
                                   uint8_t *spare) {
    uint8_t *rows[AT_ONCE];
    int full[AT_ONCE];
    for (int64_t first = 0; first < plan->entries; first += AT_ONCE) {
        int64_t count = first + AT_ONCE < plan->entries ? AT_ONCE : plan->entries - first;
        for (int64_t n = 0; n < count; n++) {
            int64_t entry = first + n;
            int skipped = (lines->unused && lines->unused[entry]) || (lines->skipped && lines->skipped[entry]);
            rows[n] = skipped ? NULL : lines->rows + plan->row[entry];
            full[n] = 0;
            if (rows[n])
                begin(plan, lines, entry, rows[n]);
        }
        for (int64_t i = 0; i < passes; i++)
            for (int64_t n = 0; n < count; n++) {
                int64_t entry = first + n;
                if (lines->unused && lines->unused[entry])
                    continue;
                full[n] &= -(int)pass[i].follows;
                if (full[n]) {
                    set_full(plan, &pass[i], entry, 1);
                    continue;
                }
                int known;
                switch (pass[i].planes) {
                case 1:
                    known = look_at_1(plan, lines, &pass[i], entry, rows[n], spare);
                    break;
                case 2:
                    known = look_at_2(plan, lines, &pass[i], entry, rows[n], spare);
                    break;
                case 3:
                    known = look_at_3(plan, lines, &pass[i], entry, rows[n], spare);
                    break;
                default:
                    known = look_at_more(plan, lines, &pass[i], entry, rows[n], spare);
                }
                full[n] = known & FULL;
                if (!(known & SOME_LEFT))
                    rows[n] = NULL;
            }
    }
}

/* Drop the lines that features block, of some entries with steps (x, y). ``met`` is memory for what a line meets. */
FOR_EACH_PROCESSOR
EXPORTED void fairground_features(const Plan *plan, const Features *features, const int64_t *moves, int64_t count,
                                  const int32_t *entries, const int32_t *x, const int32_t *y, uint8_t *rows,
                                  Source *met) {
    Meetings meetings = {features, plan->plane_bytes, moves, met, 0};
    for (int64_t i = 0; i < count; i++) {
        int32_t entry = entries[i];
        uint8_t *row = rows + plan->row[entry];
        ptrdiff_t bytes = (ptrdiff_t)plan->blocks[entry] * BYTES;
        Words somewhere = {0};
        for (ptrdiff_t byte = 0; byte < bytes; byte += BYTES)
            somewhere |= straight(row, byte);
        if (!any(somewhere))
            continue;
        walk(&meetings, x[i], y[i]);
        for (ptrdiff_t byte = 0; byte < bytes; byte += BYTES) {
            Words clear = straight(row, byte);
            if (!any(clear))
                continue;
            for (int64_t m = 0; m < meetings.count; m++)
                clear &= ~at(met[m], byte);
            put(row, byte, clear);
        }
    }
}

/* Put amounts beside each lane into planes, for each of six directions: ``table`` has a row for each kind of start and a
 * column for each kind of hex beside it. ``kind`` may be read a move before the first lane and after the last. */
EXPORTED void fairground_beside(int64_t lanes, const uint16_t *row_of_lane, const uint16_t *kind, const uint8_t *table,
                                int64_t columns, const int64_t *moves, int64_t planes, int64_t plane_bytes,
                                uint8_t *into) {
    for (int direction = 0; direction < 6; direction++) {
        const uint16_t *next = kind + moves[direction];
        uint8_t *to = into + direction * planes * plane_bytes;
        for (int64_t lane = 0; lane < lanes; lane += 8) {
            uint64_t amounts = 0;
            for (int64_t i = 0; i < 8 && lane + i < lanes; i++)
                amounts |= (uint64_t)table[row_of_lane[lane + i] * columns + next[lane + i]] << (8 * i);
            if (amounts)
                for (int64_t n = 0; n < planes; n++) {
                    /* Gather the lowest bits of the eight bytes. */
                    uint64_t lowest = amounts >> n & 0x0101010101010101u;
                    to[n * plane_bytes + lane / 8] = (uint8_t)(lowest * 0x0102040810204080u >> 56);
                }
        }
    }
}
