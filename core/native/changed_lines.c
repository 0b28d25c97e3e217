/* The lines of a table of all pairs that changes on the board may affect, judged one by one: each as the passes of all_pairs.c
 * judge all of them.
 *
 * A vector has a byte for each pass. It adds up the amounts of all passes that look at a line, each to a number of its own at which
 * its limit is 128. */

#include "lines.h"

#define PASSES 32
typedef uint8_t Vector __attribute__((vector_size(PASSES)));
typedef uint8_t Stored __attribute__((vector_size(PASSES), aligned(1), may_alias));
typedef uint64_t Parts __attribute__((vector_size(PASSES)));

/* Passes by the kinds of hexes. Arrays of vectors have PASSES bytes for each. */
typedef struct {
    int64_t kinds;
    const uint8_t *amounts; /* [kinds] */
    const uint8_t *starts; /* [2, kinds]: 255 for passes that look at lines from there to their ends, of either set */
    const uint8_t *ends; /* [2, kinds] */
    const uint8_t *every; /* 255 for passes that look at all lines */
    const uint8_t *begin; /* what sums begin with: 128 less the limit */
    const uint16_t *row; /* [2, kinds]: the row of each kind of start, and of end, in what follows */
    const uint8_t *near; /* [rows, kinds]: amounts of the hex beside a start; or NULL */
    const uint8_t *far; /* [rows, kinds]: of the hex beside an end */
} Judge;

#define CLEAR 1
#define BLOCKED 2

/* What changed, and what judges lines now. */
typedef struct {
    int64_t lanes;
    const uint16_t *kind; /* the kind of each lane; the last is no hex */
    const uint8_t *present; /* by kind: whether lines may start and end there */
    const uint8_t *place_masks; /* as in Lines of all_pairs.c */
    const uint8_t *row_masks;
    const int64_t *next_moves; /* the lanes of each direction */
    int64_t all_judges;
    const Judge *judges;
    const uint8_t *judge; /* the judge of lines by the set of solid terrain that they stay within, a bit for each */
    const Judge *within; /* a pass for each solid terrain, over the hexes without it; or NULL */
    int64_t solids; /* how many there are, where some changed hexes have gained or lost them */
    const uint8_t *solid_starts; /* for each a plane of the hexes between which lines may stay within it */
    const uint8_t *solid_ends;
    int64_t only; /* which lines across changed hexes may be judged otherwise now: CLEAR or BLOCKED ones, or both */
    int64_t from_changed; /* whether lines that start or end at changed hexes may be, too */
    int64_t either; /* whether one clear side is enough for lines along hexsides */
    int64_t changed_hexes;
    const int64_t *changed; /* their lanes */
    const uint16_t *was; /* the kinds that they were */
    const uint8_t *grown; /* [judges, changed hexes]: 255 for passes by which they have more than before, and less */
    const uint8_t *shrunk;
    uint32_t *marks; /* memory for the marks of these: [2, changed hexes, judges, 1 + 4 * kinds] */
    int64_t changed_bits;
    const int64_t *changed_bit; /* of the planes of features */
    const Features *features; /* or NULL */
    const int64_t *cell_begin; /* by entry */
    const int32_t *cells; /* the hexes of its lines, as lanes from the start */
    int64_t *starting; /* how many lines start in each lane, and how many end there; or NULL */
    int64_t *ending;
} Change;

/* The offset whose lines are looked at. */
typedef struct {
    int32_t entry, other, alone; /* for lines along hexsides, the entries with the hexes on the other side and on neither; -1 */
    int32_t x, y;
    int64_t move;
    uint8_t *row;
    const uint8_t *waiting; /* the lanes from which lines across changed hexes may be judged otherwise */
    Meetings *meetings; /* what its lines meet, once it is collected */
    int walked;
} Offset;

ALWAYS_INLINE Vector vector(const uint8_t *vectors, int64_t index) {
    return *(const Stored *)(vectors + index * PASSES);
}

/* Whether any byte has its highest bit. */
ALWAYS_INLINE int any_full(Vector bytes) {
    Parts parts = (Parts)bytes;
    return ((parts[0] | parts[1] | parts[2] | parts[3]) & 0x8080808080808080u) != 0;
}

ALWAYS_INLINE Vector larger(Vector a, Vector b) {
    Vector is_larger = (Vector)(a > b);
    return (a & is_larger) | (b & ~is_larger);
}

/* Return 255 for the passes that look at lines between two kinds. */
ALWAYS_INLINE Vector looking(const Judge *judge, int64_t start, int64_t end) {
    int64_t kinds = judge->kinds;
    return vector(judge->every, 0) | (vector(judge->starts, start) & vector(judge->ends, end)) |
           (vector(judge->starts, kinds + start) & vector(judge->ends, kinds + end));
}

/* Whether a line of an entry is clear. */
ALWAYS_INLINE int is_clear(const Plan *plan, const Change *change, const Judge *judge, int32_t entry, int64_t start) {
    const uint16_t *here = change->kind + start;
    int64_t move = plan->move[entry], kinds = judge->kinds;
    Vector passes = looking(judge, here[0], here[move]), sum = vector(judge->begin, 0);
    if (judge->near && plan->near[entry] >= 0) {
        const uint16_t *row = judge->row;
        Vector near = vector(judge->near, row[here[0]] * kinds + here[change->next_moves[plan->near[entry]]]);
        Vector far = vector(judge->far, row[kinds + here[move]] * kinds + here[move + change->next_moves[plan->far[entry]]]);
        /* One hex beside both ends counts once. */
        sum += (plan->one_between[entry] ? larger(near, far) : near | far) & passes;
    }
    for (int64_t i = change->cell_begin[entry]; i < change->cell_begin[entry + 1] && !any_full(sum); i++)
        sum += vector(judge->amounts, here[change->cells[i]]) & passes;
    return !any_full(sum);
}

/* Return the judge of a line, by the solid terrain that it stays within. */
ALWAYS_INLINE const Judge *judge_of(const Plan *plan, const Change *change, int32_t entry, int64_t start) {
    const Judge *within = change->within;
    if (!within)
        return change->judges;
    const uint16_t *here = change->kind + start;
    Vector inside = looking(within, here[0], here[plan->move[entry]]);
    for (int64_t i = change->cell_begin[entry]; i < change->cell_begin[entry + 1] && any_full(inside); i++)
        inside &= ~vector(within->amounts, here[change->cells[i]]);
    int set = 0;
    for (int n = 0; n < 8; n++)
        set |= (inside[n] & 1) << n;
    return change->judges + change->judge[set];
}

/* Whether a line meets a feature. */
static int is_crossed(const Change *change, Offset *offset, int64_t start) {
    if (!change->features)
        return 0;
    if (!offset->walked)
        walk(offset->meetings, offset->x, offset->y);
    offset->walked = 1;
    for (int64_t m = 0; m < offset->meetings->count; m++) {
        Source met = offset->meetings->met[m];
        int64_t bit = met.bits + start;
        if (met.from[bit >> 3] >> (bit & 7) & 1)
            return 1;
    }
    return 0;
}

ALWAYS_INLINE int has_bit(const uint8_t *plane, int64_t lane) { return plane[lane >> 3] >> (lane & 7) & 1; }

/* Judge a line again. */
ALWAYS_INLINE void judge_line(const Plan *plan, const Change *change, Offset *offset, int64_t start) {
    int32_t entry = offset->entry, other = offset->other;
    int64_t end = start + offset->move;
    int clear = 0;
    if (change->present[change->kind[start]] && change->present[change->kind[end]]) {
        const Judge *judge = judge_of(plan, change, offset->alone < 0 ? entry : offset->alone, start);
        clear = is_clear(plan, change, judge, entry, start);
        if (other >= 0 && clear != (int)change->either)
            clear = is_clear(plan, change, judge, other, start);
        clear = clear && !is_crossed(change, offset, start);
    }
    if (clear == has_bit(offset->row, start))
        return;
    offset->row[start >> 3] ^= (uint8_t)(1 << (start & 7));
    if (change->starting) {
        change->starting[start] += 2 * clear - 1;
        change->ending[end] += 2 * clear - 1;
    }
}

/* Judge a line again, if there is one from this lane. */
ALWAYS_INLINE void judge_from(const Plan *plan, const Change *change, Offset *offset, int64_t start) {
    /* Lines in these masks start and end on the board. */
    const uint8_t *place = change->place_masks + plan->place_mask[offset->entry] * plan->plane_bytes;
    const uint8_t *inside = change->row_masks + plan->row_mask[offset->entry] * plan->plane_bytes;
    if (start >= 0 && start < change->lanes && has_bit(place, start) && has_bit(inside, start))
        judge_line(plan, change, offset, start);
}

/* Whether any byte differs. */
ALWAYS_INLINE int differ(Vector a, Vector b) {
    Parts parts = (Parts)(a ^ b);
    return (parts[0] | parts[1] | parts[2] | parts[3]) != 0;
}

/* Return the passes of a vector of bytes that are 0 or 255, as bits. */
ALWAYS_INLINE uint32_t passes_of(Vector bytes) {
    uint32_t found = 0;
    for (int n = 0; n < PASSES; n++)
        found |= (uint32_t)(bytes[n] & 1) << n;
    return found;
}

/* Set ``marks`` of a judge's passes, of those by which a changed hex has more than before or less: a bit for each that looks at all
 * lines, and by kind those that look at lines from either set of starts, and to either set of ends. Inlined like all that takes vectors:
 * how these are passed depends on the processor that a function is compiled for. */
ALWAYS_INLINE void mark_passes(const Judge *judge, Vector changed, uint32_t *marks) {
    int64_t kinds = judge->kinds;
    *marks++ = passes_of(vector(judge->every, 0) & changed);
    for (int64_t kind = 0; kind < 2 * kinds; kind++, marks++) {
        marks[0] = passes_of(vector(judge->starts, kind) & changed);
        marks[2 * kinds] = passes_of(vector(judge->ends, kind) & changed);
    }
}

/* Whether the passes that look at a line of an entry have to do with a change of a hex on it, by its number among those changed. More
 * in a hex blocks lines, and less clears them. Most clear lines run above the hex. */
ALWAYS_INLINE int matters(const Plan *plan, const Change *change, int32_t entry, int64_t start, int64_t end, int64_t number,
                          int clear) {
    int64_t hex = change->changed[number];
    uint16_t from = change->kind[start], to = change->kind[end], is = change->kind[hex], was = change->was[number];
    int next = plan->near[entry] >= 0 && start + change->next_moves[plan->near[entry]] == hex;
    int last = plan->near[entry] >= 0 && end + change->next_moves[plan->far[entry]] == hex;
    int64_t kinds = change->judges->kinds, size = 1 + 4 * kinds;
    const uint32_t *marks = change->marks + (clear ? 0 : change->changed_hexes * change->all_judges * size);
    marks += number * change->all_judges * size;
    for (int64_t n = 0; n < change->all_judges; n++, marks += size) {
        const uint32_t *starts = marks + 1 + from, *ends = marks + 1 + 2 * kinds + to;
        if (marks[0] | (starts[0] & ends[0]) | (starts[kinds] & ends[kinds]))
            return 1;
        if (!next && !last)
            continue;
        const Judge *judge = change->judges + n;
        int64_t near = judge->row[from] * kinds, far = judge->row[kinds + to] * kinds;
        if (next && judge->near && differ(vector(judge->near, near + is), vector(judge->near, near + was)))
            return 1;
        if (last && judge->far && differ(vector(judge->far, far + is), vector(judge->far, far + was)))
            return 1;
    }
    /* Solid terrain that the hex has gained or lost changes the judge of lines that may stay within it. */
    for (int64_t n = 0; n < change->solids; n++)
        if (has_bit(change->solid_starts + n * plan->plane_bytes, start) &&
            has_bit(change->solid_ends + n * plan->plane_bytes, end))
            return 1;
    return 0;
}

/* Whether any of some lanes below a hex has a bit. Apart from the loop that judges, since only every fiftieth entry has one. */
ALWAYS_INLINE int has_any(const uint8_t *plane, uint32_t lanes, int32_t hex, const int32_t *below, int64_t count) {
    unsigned found = 0;
    for (int64_t i = 0; i < count; i++) {
        uint32_t lane = (uint32_t)(hex - below[i]), inside = lane < lanes, at = inside ? lane : 0;
        found |= inside & (unsigned)plane[at >> 3] >> (at & 7);
    }
    return (int)found;
}

/* Judge the waiting lines of an entry that meet a changed hex. */
ALWAYS_INLINE void judge_across(const Plan *plan, const Change *change, Offset *offset, int32_t entry, int64_t number) {
    int64_t hex = change->changed[number];
    uint64_t lanes = 8 * (uint64_t)plan->blocks[offset->entry] * BYTES;
    int64_t begin = change->cell_begin[entry], end = change->cell_begin[entry + 1];
    if (!has_any(offset->waiting, (uint32_t)lanes, (int32_t)hex, change->cells + begin, end - begin))
        return;
    for (int64_t i = begin; i < end; i++) {
        int64_t start = hex - change->cells[i];
        if ((uint64_t)start < lanes && has_bit(offset->waiting, start) &&
            matters(plan, change, entry, start, start + offset->move, number, has_bit(offset->row, start)))
            judge_line(plan, change, offset, start);
    }
}

/* Copy an offset's row, unless it is to be changed where it is. Returns whether there are any lines. */
ALWAYS_INLINE int copy_row(const Plan *plan, const Offset *offset, const uint8_t *before) {
    Words some = {0};
    int copies = offset->row != before;
    for (ptrdiff_t byte = 0; byte < (ptrdiff_t)plan->blocks[offset->entry] * BYTES; byte += BYTES) {
        Words lines = straight(before, byte);
        if (copies)
            put(offset->row, byte, lines);
        some |= lines;
    }
    return any(some);
}

/* Set the lanes of an offset's lines that wait. Returns whether there are any. */
ALWAYS_INLINE int find_waiting(const Plan *plan, const Change *change, const Offset *offset, const uint8_t *before,
                               uint8_t *waiting) {
    int32_t entry = offset->entry;
    const uint8_t *place = change->place_masks + plan->place_mask[entry] * plan->plane_bytes;
    const uint8_t *inside = change->row_masks + plan->row_mask[entry] * plan->plane_bytes;
    Words none = {0}, clear = change->only & CLEAR ? ~none : none, blocked = change->only & BLOCKED ? ~none : none, some = none;
    for (ptrdiff_t byte = 0; byte < (ptrdiff_t)plan->blocks[entry] * BYTES; byte += BYTES) {
        Words lines = straight(before, byte), wait = (lines & clear) | (~lines & blocked);
        for (int64_t n = 0; n < change->solids; n++) {
            const uint8_t *starts = change->solid_starts + n * plan->plane_bytes;
            Source ends = moved(change->solid_ends + n * plan->plane_bytes, offset->move);
            wait |= straight(starts, byte) & at(ends, byte);
        }
        wait &= straight(place, byte) & straight(inside, byte);
        put(waiting, byte, wait);
        some |= wait;
    }
    return any(some);
}

/* Judge the lines of an offset that meet changed features. */
static void judge_crossed(const Plan *plan, const Change *change, Offset *offset) {
    if (!offset->walked)
        walk(offset->meetings, offset->x, offset->y);
    offset->walked = 1;
    for (int64_t m = 0; m < offset->meetings->count; m++) {
        Source met = offset->meetings->met[m];
        int64_t first = 8 * (met.from - change->features->sides) + met.bits;
        /* A bit of another plane may be taken for one of this plane: then a line is judged that has not changed. */
        for (int64_t i = 0; i < change->changed_bits; i++)
            judge_from(plan, change, offset, change->changed_bit[i] - first);
    }
}

/* Put the rows of a table, those of the table ``before`` with all lines judged again that start, end or meet something where the
 * board has changed; it may be the same table. For each offset there are its entry, and the entries ``others`` and ``alone`` of lines along hexsides, or -1. ``met`` is memory
 * for what a line meets, and ``waiting`` for a plane. */
FOR_EACH_PROCESSOR
EXPORTED void fairground_judge_changed(const Plan *plan, const Change *change, int64_t count, const int32_t *entries,
                                       const int32_t *others, const int32_t *alone, const int32_t *x, const int32_t *y,
                                       const uint8_t *before, uint8_t *rows, Source *met, uint8_t *waiting) {
    Meetings meetings = {change->features, plan->plane_bytes, change->next_moves, met, 0};
    uint32_t *marks = change->marks;
    for (int less = 0; less < 2; less++)
        for (int64_t n = 0; n < change->changed_hexes; n++)
            for (int64_t j = 0; j < change->all_judges; j++, marks += 1 + 4 * change->judges->kinds) {
                const uint8_t *vectors = less ? change->shrunk : change->grown;
                mark_passes(change->judges + j, vector(vectors, j * change->changed_hexes + n), marks);
            }
    for (int64_t i = 0; i < count; i++) {
        int32_t entry = entries[i];
        uint8_t *row = rows + plan->row[entry];
        const uint8_t *row_before = before + plan->row[entry];
        Offset offset = {entry, others[i], alone[i], x[i], y[i], plan->move[entry], row, row_before, &meetings, 0};
        int waits = 0;
        if (change->only || row != row_before)
            waits = copy_row(plan, &offset, row_before) && change->only;
        if (change->only & BLOCKED || change->solids) {
            offset.waiting = waiting;
            waits = find_waiting(plan, change, &offset, row_before, waiting);
        }
        for (int64_t n = 0; n < change->changed_hexes; n++) {
            int64_t hex = change->changed[n];
            if (change->from_changed) {
                judge_from(plan, change, &offset, hex);
                judge_from(plan, change, &offset, hex - offset.move);
            }
            if (waits)
                judge_across(plan, change, &offset, entry, n);
            if (waits && offset.other >= 0)
                judge_across(plan, change, &offset, offset.other, n);
        }
        if (change->changed_bits)
            judge_crossed(plan, change, &offset);
    }
}

/* List the hexes of each entry's lines, as lanes from the start: the terms of its operation, and then those that lines only touch.
 * ``maker`` and ``with_start`` are memory for each slot, ``summed`` for each entry. Returns how many there are. */
EXPORTED int64_t fairground_cells(const Plan *plan, int32_t *maker, uint8_t *with_start, int32_t *summed, int64_t *begin,
                                  int32_t *cells) {
    int64_t count = 0;
    for (int32_t entry = 0; entry < plan->entries; entry++) {
        int32_t lift = plan->lift[entry];
        begin[entry] = count;
        for (int32_t term = plan->term_begin[entry]; term < plan->term_begin[entry + 1]; term++) {
            int32_t place = plan->term_place[term], by = plan->term_by[term] - lift;
            if (place < 0) {
                cells[count++] = by;
                continue;
            }
            int32_t other = maker[place], raised = by + plan->lift[other];
            for (int32_t i = 0; i < summed[other]; i++)
                cells[count++] = cells[begin[other] + i] + raised;
            if (with_start[place])
                cells[count++] = raised;
        }
        summed[entry] = (int32_t)(count - begin[entry]);
        for (int32_t i = plan->touched_begin[entry]; i < plan->touched_begin[entry + 1]; i++)
            cells[count++] = plan->touched_by[i] - lift;
        for (int start = 0; start < 2; start++) {
            int32_t slot = start ? plan->keep_with[entry] : plan->keep[entry];
            if (slot < 0)
                continue;
            maker[slot] = entry;
            with_start[slot] = (uint8_t)start;
        }
    }
    begin[plan->entries] = count;
    return count;
}
