/* Turns in which each hex entered is in sight of the hex where the turn began, for all hexes at once: ``InSight`` and the turns of
 * it in core/movement/turns.py. A plane has a bit for each lane. */

#include "movement.h"

#define NEVER (-1)
#define MOST_TURNS 32767 /* of 16 bits */
/* Larger tables are left to Python: numbers in those by points and place, and words in the planes of all places. */
#define MOST_ENTRIES (1 << 22)
#define MOST_WORDS (1 << 25)
#define SORTS 4

/* DIRECTIONS of core/grid/hexes.py. */
static const i32 STEP_Q[] = {0, 1, 1, 0, -1, -1}, STEP_R[] = {-1, -1, 0, 1, 1, 0};

/* The hexes from which steps of a sort and a direction take the same time of a turn. */
typedef struct {
    i64 time;
    i64 plane; /* its index among the masks */
    i64 next; /* the next ones of that sort and direction, plus 1; 0 for none */
} Steps;

/* A place reached with some points spent: the stance at the start of a turn, the stance now, and the offset from the start. Its
 * plane has the hexes where such turns begin. */
typedef struct {
    i32 first, stance, q, r;
    i32 next; /* the next entry with as many points spent, plus 1; 0 for none */
    i32 next_waiting; /* the next of those that are still to be looked at */
    i32 waits;
} Entry;

/* Planes of starts are those of the words from ``from`` on, ``width`` of them. Planes of hexes have all words of a board, and
 * ``margin`` more on both sides, so that they can be read a turn's steps beyond its ends. */
typedef struct {
    const Moves *moves;
    const Sight *sight;
    i64 from, width, margin, row; /* ``row`` is how many words planes of hexes have */
    i64 offsets; /* of a place */
    i64 places;
    u64 *masks; /* planes of hexes: first those where a turn may end, then those of steps */
    i64 masks_count, masks_room;
    Steps *steps;
    i64 steps_count, steps_room;
    i64 step_lists[SORTS * 6]; /* the first steps of each sort and direction, plus 1 */
    u64 *reached; /* planes of starts by place */
    i32 *entry_of; /* by points and place: the index of an entry, plus 1 */
    i32 *entries_with; /* by points: the last entry */
    Entry *entries;
    u64 *planes; /* of entries, and a spare one at the end */
    i64 count, room;
    u64 *fresh;
    i32 waiting; /* the first entry to be looked at with the points that are looked at now, plus 1 */
} InSight;

/* -- planes ------------------------------------------------------------------------------------------------- */

/* Return a word of a plane that is moved down by some lanes; ``low`` is their number modulo 64. */
static inline __attribute__((always_inline)) u64 word_at(const u64 *plane, i64 word, int low) {
    return plane[word] >> low | plane[word + 1] << 1 << (63 - low);
}

/* Return where the lanes of starts are in a plane of hexes, some lanes further. */
static inline i64 bit_at(const InSight *all, i64 away) { return 64 * (all->margin + all->from) + away; }

static inline void set_hex(const InSight *all, u64 *plane, i64 hex) {
    i64 bit = 64 * all->margin + all->sight->lane[hex];
    plane[bit >> 6] |= (u64)1 << (bit & 63);
}

static inline i64 away_of(const InSight *all, i64 q, i64 r) { return q * all->sight->lanes_q + r * all->sight->lanes_r; }

static inline i64 place_of(const InSight *all, i64 first, i64 stance, i64 q, i64 r) {
    return (first * all->moves->stances + stance) * all->offsets + offset_index(all->sight, q, r);
}

/* Return the index of a new mask, -1 without memory. */
static i64 add_mask(InSight *all) {
    if (all->masks_count == all->masks_room) {
        i64 room = all->masks_room ? 2 * all->masks_room : 16;
        u64 *more = realloc(all->masks, (size_t)(room * all->row) * sizeof(u64));
        if (!more) return -1;
        all->masks = more;
        all->masks_room = room;
    }
    memset(all->masks + all->masks_count * all->row, 0, (size_t)all->row * sizeof(u64));
    return all->masks_count++;
}

/* Return the steps of a list that take some time, a new one if there are none; -1 without memory. */
static i64 steps_with(InSight *all, i64 *list, i64 time) {
    for (i64 n = *list; n; n = all->steps[n - 1].next)
        if (all->steps[n - 1].time == time) return n - 1;
    if (all->steps_count == all->steps_room) {
        i64 room = all->steps_room ? 2 * all->steps_room : 16;
        Steps *more = realloc(all->steps, (size_t)room * sizeof(Steps));
        if (!more) return -1;
        all->steps = more;
        all->steps_room = room;
    }
    i64 plane = add_mask(all);
    if (plane < 0) return -1;
    all->steps[all->steps_count] = (Steps){time, plane, *list};
    *list = ++all->steps_count;
    return all->steps_count - 1;
}

/* Collect the hexes by the time that steps take from there; 0 without memory. */
static int collect_steps(InSight *all) {
    const Moves *moves = all->moves;
    const i32 *hex = all->sight->hex;
    i64 begin = all->from > all->margin ? all->from - all->margin : 0, end = all->from + all->width + all->margin;
    if (end > all->sight->words) end = all->sight->words;
    if (add_mask(all) < 0) return 0;
    for (i64 lane = 64 * begin; lane < 64 * end; lane++)
        if (hex[lane] >= 0 && moves->may_end[hex[lane]]) set_hex(all, all->masks, hex[lane]);
    int is_used[SORTS * 6] = {0};
    for (i32 n = 0; n < moves->begin[moves->stances]; n++)
        if (moves->kinds[n].direction >= 0) is_used[moves->kinds[n].sort * 6 + moves->kinds[n].direction] = 1;
    for (i32 kind = 0; kind < SORTS * 6; kind++) {
        if (!is_used[kind]) continue;
        const i64 before = kind % 6 * moves->hexes, *cost = moves->cost + before;
        const i32 sort = kind / 6;
        /* The time that most steps take on most boards, the first that is met; its hexes are collected without a jump. */
        i64 usual = -1, usual_plane = -1;
        for (i64 word = begin; word < end; word++) {
            u64 bits = 0;
            for (i64 n = 0; n < 64; n++) {
                i64 at = hex[64 * word + n];
                if (at < 0) continue;
                i64 time = sort ? step_points(moves, sort, before + at) : cost[at] * moves->factor;
                if (time > moves->allowance) time = moves->allowance;
                if (time >= 0 && time != usual) {
                    i64 steps = steps_with(all, &all->step_lists[kind], time);
                    if (steps < 0) return 0;
                    i64 plane = all->steps[steps].plane;
                    if (usual < 0) {
                        usual = time;
                        usual_plane = plane;
                    }
                    all->masks[plane * all->row + all->margin + word] |= (u64)1 << n;
                }
                bits |= (u64)(time >= 0 && time == usual) << n;
            }
            if (usual >= 0) all->masks[usual_plane * all->row + all->margin + word] |= bits;
        }
    }
    return 1;
}

/* -- one turn ----------------------------------------------------------------------------------------------- */

/* Let an entry wait that some fresh starts lead to: its points, its place, the hexes that a step leaves, NULL for turning, and how
 * far from the start these are; 0 without memory. */
static inline __attribute__((always_inline)) int lead_to(InSight *all, i64 now, i64 spent, Entry entry, const u64 *left, i64 away) {
    const Sight *sight = all->sight;
    const i64 width = all->width, place = place_of(all, entry.first, entry.stance, entry.q, entry.r);
    const u64 *fresh = all->fresh, *reached = all->reached + place * width;
    u64 *spare = all->planes + all->count * width, found = 0;
    if (left) {
        i64 bit = bit_at(all, away);
        const u64 *from = left + (bit >> 6);
        const u64 *seen = sight->planes + offset_index(sight, entry.q, entry.r) * sight->words + all->from;
        const int low = bit & 63;
        for (i64 n = 0; n < width; n++) {
            spare[n] = fresh[n] & seen[n] & ~reached[n] & word_at(from, n, low);
            found |= spare[n];
        }
    } else {
        for (i64 n = 0; n < width; n++) {
            spare[n] = fresh[n] & ~reached[n];
            found |= spare[n];
        }
    }
    if (!found) return 1;
    i32 *entry_of = &all->entry_of[spent * all->places + place], index = *entry_of - 1;
    if (index >= 0) {
        u64 *plane = all->planes + index * width;
        for (i64 n = 0; n < width; n++)
            plane[n] |= spare[n];
    } else {
        index = (i32)all->count++;
        entry.next = all->entries_with[spent];
        entry.waits = 0;
        all->entries[index] = entry;
        all->entries_with[spent] = *entry_of = index + 1;
        if (all->count + 1 >= all->room) {
            i64 room = 2 * all->room;
            if (room * width > MOST_WORDS) return 0;
            u64 *planes = realloc(all->planes, (size_t)(room * width) * sizeof(u64));
            if (planes) all->planes = planes;
            Entry *entries = realloc(all->entries, (size_t)room * sizeof(Entry));
            if (entries) all->entries = entries;
            if (!planes || !entries) return 0;
            all->room = room;
        }
    }
    if (spent == now && !all->entries[index].waits) {
        all->entries[index].waits = 1;
        all->entries[index].next_waiting = all->waiting;
        all->waiting = index + 1;
    }
    return 1;
}

/* Make one turn from all hexes; 0 without memory. */
FOR_EACH_PROCESSOR
static int make_turn(InSight *all) {
    const Moves *moves = all->moves;
    const Sight *sight = all->sight;
    const i64 width = all->width, radius = sight->radius;
    for (i64 n = 0; n < width; n++)
        all->fresh[n] = all->masks[all->margin + all->from + n];
    for (i32 first = 0; first < moves->starts; first++) {
        /* Nothing waits for a number below the first. */
        if (!lead_to(all, -1, 0, (Entry){.first = first, .stance = first}, NULL, 0)) return 0;
    }
    for (i64 spent = 0; spent <= moves->allowance; spent++) {
        all->waiting = 0;
        for (i32 n = all->entries_with[spent]; n; n = all->entries[n - 1].next) {
            all->entries[n - 1].waits = 1;
            all->entries[n - 1].next_waiting = all->waiting;
            all->waiting = n;
        }
        while (all->waiting) {
            i64 index = all->waiting - 1;
            all->waiting = all->entries[index].next_waiting;
            all->entries[index].waits = 0;
            const Entry here = all->entries[index];
            u64 *reached = all->reached + place_of(all, here.first, here.stance, here.q, here.r) * width, found = 0;
            const u64 *plane = all->planes + index * width;
            for (i64 n = 0; n < width; n++) {
                all->fresh[n] = plane[n] & ~reached[n];
                found |= all->fresh[n];
                reached[n] |= plane[n];
            }
            if (!found) continue;
            i64 away = away_of(all, here.q, here.r);
            for (i32 n = moves->begin[here.stance]; n < moves->begin[here.stance + 1]; n++) {
                const Kind *kind = &moves->kinds[n];
                Entry next = {here.first, kind->stance, here.q, here.r, 0, 0, 0};
                if (kind->direction < 0) {
                    if (spent + kind->cost > moves->allowance) continue;
                    if (!lead_to(all, spent, spent + kind->cost, next, NULL, 0)) return 0;
                    continue;
                }
                next.q += STEP_Q[kind->direction];
                next.r += STEP_R[kind->direction];
                if (next.q < -radius || next.q > radius || next.r < -radius || next.r > radius) continue;
                for (i64 it = all->step_lists[kind->sort * 6 + kind->direction]; it; it = all->steps[it - 1].next) {
                    const Steps *steps = &all->steps[it - 1];
                    if (spent + steps->time > moves->allowance) continue;
                    const u64 *left = all->masks + steps->plane * all->row;
                    if (!lead_to(all, spent, spent + steps->time, next, left, away)) return 0;
                }
            }
        }
    }
    return 1;
}

/* Make a turn from the hexes of some words; 0 without memory or for tables that are too large. */
static int open_turns(InSight *all, const Moves *moves, const Sight *sight, i64 from, i64 end) {
    i64 side = 2 * sight->radius + 1;
    *all = (InSight){.moves = moves, .sight = sight, .from = from, .width = end - from};
    i64 furthest = sight->radius * (llabs(sight->lanes_q) + llabs(sight->lanes_r));
    all->margin = furthest / 64 + 2;
    all->row = sight->words + 2 * all->margin;
    all->offsets = side * side;
    /* Room for about all entries without facing: to copy them to more room takes longer than to have it unused. */
    all->room = 8 * all->offsets;
    all->places = moves->starts * moves->stances * all->offsets;
    if ((moves->allowance + 1) * all->places > MOST_ENTRIES || all->places * all->width > MOST_WORDS ||
        all->room * all->width > MOST_WORDS)
        return 0;
    all->reached = calloc((size_t)(all->places * all->width), sizeof(u64));
    all->entry_of = calloc((size_t)((moves->allowance + 1) * all->places), sizeof(i32));
    all->entries_with = calloc((size_t)(moves->allowance + 1), sizeof(i32));
    all->entries = malloc((size_t)all->room * sizeof(Entry));
    all->planes = malloc((size_t)(all->room * all->width) * sizeof(u64));
    all->fresh = malloc((size_t)all->width * sizeof(u64));
    return all->reached && all->entry_of && all->entries_with && all->entries && all->planes && all->fresh &&
           collect_steps(all) && make_turn(all);
}

static void close_turns(InSight *all) {
    free(all->masks);
    free(all->steps);
    free(all->reached);
    free(all->entry_of);
    free(all->entries_with);
    free(all->entries);
    free(all->planes);
    free(all->fresh);
}

/* -- back from a goal --------------------------------------------------------------------------------------- */

/* Set where a turn that reaches one of the ends can begin: planes of starts by first stance, from planes of hexes by stance. */
FOR_EACH_PROCESSOR
static void begin_before(const InSight *all, const u64 *ends, u64 *begun) {
    const Moves *moves = all->moves;
    const i64 width = all->width, radius = all->sight->radius;
    memset(begun, 0, (size_t)(moves->starts * width) * sizeof(u64));
    for (i64 stance = 0; stance < moves->stances; stance++) {
        const u64 *plane = ends + stance * all->row;
        i64 low = 0, high = all->row;
        while (low < high && !plane[low])
            low++;
        while (low < high && !plane[high - 1])
            high--;
        if (low == high) continue;
        for (i64 q = -radius; q <= radius; q++) {
            for (i64 r = -radius; r <= radius; r++) {
                if (q + r > radius || q + r < -radius) continue;
                i64 bit = bit_at(all, away_of(all, q, r)), shift = bit >> 6;
                const int part = bit & 63;
                i64 begin = low - shift - 1, end = high - shift;
                if (begin < 0) begin = 0;
                if (end > width) end = width;
                for (i64 first = 0; first < moves->starts; first++) {
                    const u64 *reached = all->reached + place_of(all, first, stance, q, r) * width;
                    u64 *into = begun + first * width;
                    for (i64 n = begin; n < end; n++)
                        into[n] |= reached[n] & word_at(plane + shift, n, part);
                }
            }
        }
    }
}

i64 turns_in_sight(const Moves *moves, const Sight *sight, const i64 ends[2], const i32 *const stances[2], const i64 counts[2],
                   i32 *turns) {
    InSight all;
    i64 hexes = moves->hexes, found = -2, turn = 0;
    int is_done = open_turns(&all, moves, sight, 0, sight->words);
    u64 *planes = calloc((size_t)(moves->stances * all.row), sizeof(u64));
    u64 *fresh = malloc((size_t)(moves->starts * all.width) * sizeof(u64));
    u64 *known = calloc((size_t)(moves->starts * all.width), sizeof(u64));
    u64 *begun = calloc((size_t)(moves->starts * all.width), sizeof(u64));
    if (!is_done || !planes || !fresh || !known || !begun) goto done;
    memset(turns, 0xff, (size_t)(moves->starts * hexes) * sizeof(i32));
    found = 0;
    i64 start_lane = sight->lane[ends[0]], goal_lane = sight->lane[ends[1]];
    for (i64 n = 0; n < counts[1]; n++) {
        i64 stance = stances[1][n];
        set_hex(&all, planes + stance * all.row, ends[1]);
        if (stance < moves->starts) {
            turns[stance * hexes + ends[1]] = 0;
            known[stance * all.width + (goal_lane >> 6)] |= (u64)1 << (goal_lane & 63);
        }
        for (i64 m = 0; m < counts[0]; m++)
            found |= ends[0] == ends[1] && stances[0][m] == stance;
    }
    for (int is_any = 1; is_any && !found;) {
        turn++;
        is_any = 0;
        begin_before(&all, planes, fresh);
        for (i64 stance = 0; stance < moves->starts; stance++) {
            u64 *into = planes + stance * all.row + all.margin;
            for (i64 word = 0; word < all.width; word++) {
                i64 n = stance * all.width + word;
                for (u64 bits = fresh[n] & ~known[n]; bits; bits &= bits - 1)
                    turns[stance * hexes + sight->hex[64 * word + __builtin_ctzll(bits)]] = (i32)turn;
                known[n] |= fresh[n];
                into[word] = fresh[n] & ~begun[n] & all.masks[all.margin + word];
                begun[n] |= into[word];
                is_any |= into[word] != 0;
            }
            /* A turn before may end in any stance that rests into this one. */
            for (i64 other = stance + moves->starts; other < moves->stances; other += moves->starts)
                memcpy(planes + other * all.row + all.margin, into, (size_t)all.width * sizeof(u64));
        }
        for (i64 m = 0; m < counts[0]; m++)
            found |= fresh[stances[0][m] * all.width + (start_lane >> 6)] >> (start_lane & 63) & 1;
    }
    for (i64 n = 0; n < moves->starts * hexes; n++)
        if (turns[n] < 0) turns[n] = (i32)turn + 1;
done:
    free(planes);
    free(fresh);
    free(known);
    free(begun);
    close_turns(&all);
    return found;
}

/* -- reach -------------------------------------------------------------------------------------------------- */

/* What reach knows, in planes of hexes. */
typedef struct {
    u64 *starts; /* of this turn, by stance */
    u64 *next; /* of the next one */
    u64 *begun; /* where turns have begun, by stance */
    u64 *done; /* the hexes whose first turn is known */
    u64 *level; /* those reached with as many points, by stance */
} Planes;

/* Add up where this turn's starts lead with some points spent; return whether anywhere. */
FOR_EACH_PROCESSOR
static int add_level(const InSight *all, const Planes *planes, i64 spent) {
    int is_any = 0;
    for (i32 it = all->entries_with[spent]; it; it = all->entries[it - 1].next) {
        const Entry *entry = &all->entries[it - 1];
        i64 bit = bit_at(all, away_of(all, entry->q, entry->r));
        const u64 *plane = all->planes + (it - 1) * all->width;
        const u64 *starts = planes->starts + entry->first * all->row + all->margin + all->from;
        u64 *into = planes->level + entry->stance * all->row + (bit >> 6);
        const int low = bit & 63;
        for (i64 n = 0; n < all->width; n++) {
            u64 hits = plane[n] & starts[n];
            if (!hits) continue;
            is_any = 1;
            into[n] |= hits << low;
            into[n + 1] |= hits >> 1 >> (63 - low);
        }
    }
    return is_any;
}

/* Make a turn from the starts, and set the starts of the next one; return whether there are any. */
static int reach_next(const InSight *all, Planes *planes, i64 turn, i64 most, int16_t *first, i64 *spent_at) {
    const Moves *moves = all->moves;
    for (i64 spent = 0; spent <= moves->allowance; spent++) {
        if (!add_level(all, planes, spent)) continue;
        for (i64 stance = 0; stance < moves->stances; stance++) {
            u64 *level = planes->level + stance * all->row, *next = planes->next + stance % moves->starts * all->row;
            for (i64 n = 0; n < all->row; n++) {
                u64 ended = level[n] & all->masks[n];
                level[n] = 0;
                if (!ended) continue;
                next[n] |= ended;
                if (spent > most) continue;
                for (u64 bits = ended & ~planes->done[n]; bits; bits &= bits - 1) {
                    i64 at = all->sight->hex[64 * (n - all->margin) + __builtin_ctzll(bits)];
                    first[at] = (int16_t)turn;
                    spent_at[at] = spent;
                }
                planes->done[n] |= ended;
            }
        }
    }
    int is_any = 0;
    for (i64 n = 0; n < moves->starts * all->row; n++) {
        planes->starts[n] = planes->next[n] & ~planes->begun[n];
        planes->begun[n] |= planes->next[n];
        planes->next[n] = 0;
        is_any |= planes->starts[n] != 0;
    }
    return is_any;
}

/* As fairground_reach, each hex entered in sight of where its turn began; 0 also for tables that are too large. */
EXPORTED int fairground_reach_in_sight(const Moves *moves, const Sight *sight, const i32 *places, i64 count, i64 limit, i64 most,
                                       int16_t *first, i64 *spent) {
    for (i64 at = 0; at < moves->hexes; at++) {
        first[at] = NEVER;
        spent[at] = NEVER;
    }
    if (most < 0 || !count) return 1;
    i64 low = 64 * sight->words, high = 0;
    for (i64 n = 0; n < count; n++) {
        i64 at = places[n] % moves->hexes, lane = sight->lane[at];
        first[at] = 0;
        spent[at] = 0;
        if (lane < low) low = lane;
        if (lane > high) high = lane;
    }
    if (!limit) return 1;
    /* The last turn begins no further away than the turns before lead. */
    i64 turns_before = limit < 0 || limit > MOST_TURNS ? MOST_TURNS : limit - 1;
    i64 furthest = turns_before * sight->radius * (llabs(sight->lanes_q) + llabs(sight->lanes_r));
    i64 from = low > furthest ? (low - furthest) / 64 : 0, end = (high + furthest) / 64 + 1;
    InSight all;
    int is_done = open_turns(&all, moves, sight, from, end < sight->words ? end : sight->words);
    i64 by_stance = moves->starts * all.row;
    u64 *memory = calloc((size_t)(3 * by_stance + all.row + moves->stances * all.row), sizeof(u64));
    is_done = is_done && memory;
    if (is_done) {
        u64 *done = memory + 3 * by_stance;
        Planes planes = {memory, memory + by_stance, memory + 2 * by_stance, done, done + all.row};
        for (i64 n = 0; n < count; n++) {
            i64 at = places[n] % moves->hexes, stance = places[n] / moves->hexes;
            set_hex(&all, planes.starts + stance * all.row, at);
            set_hex(&all, planes.begun + stance * all.row, at);
            set_hex(&all, planes.done, at);
        }
        i64 turn = 0;
        int is_any = 1;
        while (is_any && turn != limit && is_done) {
            is_done = turn < MOST_TURNS;
            if (is_done) is_any = reach_next(&all, &planes, ++turn, most, first, spent);
        }
    }
    free(memory);
    close_turns(&all);
    return is_done;
}
