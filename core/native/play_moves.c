/* The moves of games: where a unit can end its turn, as in moves.py, and its options, as in unit_choices.py. */

#include <string.h>

#include "play.h"

#define STATE_BITS 24
#define UNKNOWN ((i64)-1)

const PlayMoves *moves_of(PlayGame *game, i64 kind, i64 band) {
    const PlayMoves *found = game->tables->moves + kind * game->tables->bands + band;
    if (!found->known) ask(game, ASK_MOVES, kind, band, 0);
    return found;
}

/* Return the points from each hex to a hex. */
const i64 *toward(PlayGame *game, i64 kind, i64 band, i64 at) {
    const PlayMoves *moves = moves_of(game, kind, band);
    if (!moves->toward[at]) ask(game, ASK_TOWARD, kind, band, at);
    return moves->toward[at];
}

/* A heap of lengths of paths, each with its state in the lowest bits. */
typedef struct {
    i64 count;
    i64 *items;
} Heap;

static void push(Heap *heap, i64 item) {
    i64 at = heap->count++;
    while (at > 0) {
        i64 above = (at - 1) / 2;
        if (heap->items[above] <= item) break;
        heap->items[at] = heap->items[above];
        at = above;
    }
    heap->items[at] = item;
}

static i64 pop(Heap *heap) {
    i64 least = heap->items[0], last = heap->items[--heap->count], at = 0;
    for (;;) {
        i64 below = 2 * at + 1;
        if (below >= heap->count) break;
        if (below + 1 < heap->count && heap->items[below + 1] < heap->items[below]) below++;
        if (heap->items[below] >= last) break;
        heap->items[at] = heap->items[below];
        at = below;
    }
    heap->items[at] = last;
    return least;
}

static int is_in(const uint64_t *bits, i64 at) { return bits[at >> 6] >> (at & 63) & 1; }

/* Return an empty set of hexes. */
static uint64_t *bits(PlayGame *game, i64 words) {
    i64 size = words * (i64)sizeof(uint64_t);
    return memset(scratch(game, size), 0, (size_t)size);
}

/* Keep where paths can end. */
static Ends *ends_at(PlayGame *game, const Paths *paths) {
    const PlayMoves *moves = paths->moves;
    const i64 *best = paths->lengths;
    i64 count = game->tables->count, facings = moves->facings;
    i64 *place_of = scratch(game, count * (i64)sizeof(i64)), *lengths = scratch(game, count * facings * (i64)sizeof(i64));
    i64 *hexes = scratch(game, count * (i64)sizeof(i64)), found = 0;
    memset(place_of, 0xff, (size_t)count * sizeof(i64));
    for (i64 i = 0; i < paths->count; i++) {
        i64 state = paths->states[i], there = state / moves->size;
        if (there != paths->start && !moves->may_end[there]) continue;
        if (place_of[there] < 0) {
            place_of[there] = found;
            hexes[found] = there;
            for (i64 end = 0; end < facings; end++) lengths[found * facings + end] = FAR_COST * ENTERED;
            found++;
        }
        i64 *row = lengths + place_of[there] * facings;
        if (moves->has_facing) {
            i64 end = moves->facing_of[state % moves->size];
            if (best[state] < row[end]) row[end] = best[state];
        } else {
            for (i64 end = 0; end < facings; end++) row[end] = best[state] + moves->turning[(end - paths->facing + 6) % 6] * ENTERED;
        }
    }
    Ends *ends = kept(game, sizeof(Ends));
    ends->count = found;
    ends->hexes = kept(game, found * (i64)sizeof(i64));
    ends->cost = kept(game, found * facings * (i64)sizeof(i64));
    ends->moved = kept(game, found * facings * (i64)sizeof(i64));
    memcpy(ends->hexes, hexes, (size_t)found * sizeof(i64));
    for (i64 i = 0; i < found * facings; i++) {
        i64 cost = lengths[i] / ENTERED;
        ends->cost[i] = cost > moves->allowance ? FAR_COST : cost;
        ends->moved[i] = lengths[i] % ENTERED;
    }
    return ends;
}

/* Return the paths of a turn from a hex and a facing, in scratch memory, and mark the hexes that they may enter. */
static Paths search_paths(PlayGame *game, const PlayMoves *moves, i64 kind, i64 band, i64 at, i64 facing,
                          const uint64_t *shut, uint64_t *entered) {
    i64 states = game->tables->count * moves->size, limit = (moves->allowance + 1) * ENTERED;
    if (moves->sighted && !moves->seen[at]) ask(game, ASK_SEEN, kind, band, at);
    const uint8_t *seen = moves->sighted ? moves->seen[at] : NULL;
    i64 *best = scratch(game, states * (i64)sizeof(i64)), *order = scratch(game, states * (i64)sizeof(i64)), reached = 0;
    memset(best, 0xff, (size_t)states * sizeof(i64));
    i64 mark = scratch_mark(game);
    Heap heap = {0, scratch(game, (moves->first[states] + 1) * (i64)sizeof(i64))};
    push(&heap, at * moves->size + moves->starts[facing]);
    while (heap.count) {
        i64 top = pop(&heap), state = top & (((i64)1 << STATE_BITS) - 1), known = top >> STATE_BITS;
        if (best[state] != UNKNOWN) continue;
        best[state] = known;
        order[reached++] = state;
        for (i64 i = moves->first[state]; i < moves->first[state + 1]; i++) {
            i64 then = known + moves->cost[i], into = moves->entered[i];
            if (best[moves->to[i]] != UNKNOWN || then >= limit) continue;
            if (into >= 0) {
                if (is_in(shut, into) || (seen && !seen[into])) continue;
                entered[into >> 6] |= (uint64_t)1 << (into & 63);
            }
            push(&heap, then << STATE_BITS | moves->to[i]);
        }
    }
    scratch_release(game, mark);
    return (Paths){moves, at, facing, reached, order, best};
}

static Ends *search_moves(PlayGame *game, const PlayMoves *moves, i64 kind, i64 band, i64 at, i64 facing,
                          const uint64_t *shut, i64 words) {
    i64 mark = scratch_mark(game);
    uint64_t *entered = bits(game, words);
    Paths paths = search_paths(game, moves, kind, band, at, facing, shut, entered);
    Ends *ends = ends_at(game, &paths);
    ends->entered = kept(game, words * (i64)sizeof(uint64_t));
    memcpy(ends->entered, entered, (size_t)words * sizeof(uint64_t));
    scratch_release(game, mark);
    return ends;
}

/* Return where a turn from a hex and a facing can end without entering some hexes. */
static const Ends *ends_of(PlayGame *game, const PlayMoves *moves, i64 kind, i64 band, i64 at, i64 facing,
                           const uint64_t *shut, i64 words) {
    if (moves->facings == 1) facing = 0;
    uint64_t *met = bits(game, words);
    i64 key[3] = {kind * game->tables->bands + band, at, facing};
    Ends **place = NULL, *found = cached_ends(game, key, met, words, &place);
    if (!found) found = *place = search_moves(game, moves, kind, band, at, facing, met, words);
    uint64_t any = 0;
    for (i64 i = 0; i < words; i++) any |= met[i] = found->entered[i] & shut[i];
    if (!any) return found;
    found = cached_ends(game, key, met, words, &place);
    if (!found) found = *place = search_moves(game, moves, kind, band, at, facing, met, words);
    return found;
}

/* Mark the hexes of other units that a unit can't enter, and those in which it can't end its turn. */
static void mark_units(const PlayGame *game, const i64 *row, uint64_t *shut, uint64_t *held) {
    const PlayTables *tables = game->tables;
    i64 at = row[HEX];
    for (i64 side = 0; side < game->parties; side++) {
        int own = side == row[PARTY];
        int shuts = own ? !tables->passes_allies : !tables->passes_enemies[row[KIND] * tables->bands + row[BAND]];
        int holds = own ? !tables->ends_with_allies : 1;
        for (i64 i = 0; i < game->alive_counts[side]; i++) {
            i64 there = game->rows[game->alive[side * game->units + i] * COLUMNS + HEX];
            uint64_t bit = (uint64_t)1 << (there & 63);
            if (shuts && there != at) shut[there >> 6] |= bit;
            if (holds && there != at) held[there >> 6] |= bit;
        }
    }
}

/* Return the paths of a unit's turn, in scratch memory; see Moves.way_back. */
Paths paths_of(PlayGame *game, i64 unit) {
    const i64 *row = game->rows + unit * COLUMNS;
    const PlayMoves *moves = moves_of(game, row[KIND], row[BAND]);
    i64 words = (game->tables->count + 63) / 64;
    uint64_t *shut = bits(game, words), *held = bits(game, words), *entered = bits(game, words);
    mark_units(game, row, shut, held);
    return search_paths(game, moves, row[KIND], row[BAND], row[HEX], moves->facings == 1 ? 0 : row[FACING], shut, entered);
}

/* Return the current options of a unit, their scores being 0. */
Options options_of(PlayGame *game, i64 unit) {
    const i64 *row = game->rows + unit * COLUMNS;
    i64 at = row[HEX], kind = row[KIND], band = row[BAND];
    const PlayMoves *moves = moves_of(game, kind, band);
    i64 words = (game->tables->count + 63) / 64;
    uint64_t *shut = bits(game, words), *held = bits(game, words);
    mark_units(game, row, shut, held);
    const Ends *ends = ends_of(game, moves, kind, band, at, row[FACING], shut, words);
    i64 facings = moves->facings, places = 0;
    i64 *hexes = scratch(game, ends->count * (i64)sizeof(i64)), *free_places = scratch(game, ends->count * (i64)sizeof(i64));
    for (i64 i = 0; i < ends->count; i++) {
        if (is_in(held, ends->hexes[i])) continue;
        hexes[places] = ends->hexes[i];
        free_places[places++] = i;
    }
    i64 size = facings * places * (i64)sizeof(i64);
    Options found = {unit, places, facings, moves, hexes, scratch(game, size), scratch(game, size),
                     scratch(game, places * (i64)sizeof(i64)), scratch(game, size)};
    for (i64 i = 0; i < places; i++) {
        i64 fewest = INT64_MAX;
        for (i64 end = 0; end < facings; end++) {
            i64 from = free_places[i] * facings + end;
            found.cost[end * places + i] = ends->cost[from];
            found.moved[end * places + i] = ends->moved[from];
            if (ends->moved[from] < fewest) fewest = ends->moved[from];
        }
        found.fewest[i] = fewest;
    }
    memset(found.scores, 0, (size_t)size);
    return found;
}
