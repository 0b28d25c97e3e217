/* The memory of games: numbers that are needed for a moment, tables that Python fills, and what is kept between games. */

#include <stdlib.h>
#include <string.h>

#include "play.h"

#define SCRATCH ((i64)1 << 24)
#define BLOCK ((i64)1 << 20)
#define PLACES (1 << 17) /* 17 bits of a hash, see pair_place */
#define MOST_ENDS 40000
#define MOST_ENDS_SIZE ((i64)1 << 27)
#define MOST_PAIRS 60000
#define KEY 6

typedef struct Block {
    struct Block *next;
    i64 used, size;
    char bytes[];
} Block;

typedef struct {
    i64 key[KEY];
    uint64_t *met;
    Ends *ends;
} EndsPlace;

typedef struct {
    uint64_t key;
    void *pair;
} PairPlace;

struct Caches {
    i64 scratch_used, ends, ends_size, pairs;
    char *scratch;
    Block *blocks, *pair_blocks, *search_blocks, **into;
    EndsPlace *ends_places;
    PairPlace *pair_places;
};

static void free_blocks(Block **blocks) {
    while (*blocks) {
        Block *next = (*blocks)->next;
        free(*blocks);
        *blocks = next;
    }
}

EXPORTED int play_open(PlayTables *tables) {
    Caches *caches = calloc(1, sizeof(Caches));
    if (!caches) return 0;
    caches->scratch = malloc(SCRATCH);
    caches->ends_places = calloc(PLACES, sizeof(EndsPlace));
    caches->pair_places = calloc(PLACES, sizeof(PairPlace));
    caches->into = &caches->blocks;
    tables->caches = caches;
    return caches->scratch && caches->ends_places && caches->pair_places;
}

EXPORTED void play_close(PlayTables *tables) {
    Caches *caches = tables->caches;
    if (!caches) return;
    free_blocks(&caches->blocks);
    free_blocks(&caches->pair_blocks);
    free_blocks(&caches->search_blocks);
    free(caches->scratch);
    free(caches->ends_places);
    free(caches->pair_places);
    free(caches);
    tables->caches = NULL;
}

/* Return memory that is free again once scratch_release is called with an earlier mark. */
void *scratch(PlayGame *game, i64 size) {
    Caches *caches = game->tables->caches;
    i64 begin = (caches->scratch_used + 15) & ~(i64)15;
    if (begin + size > SCRATCH) longjmp(*game->failed, 2);
    caches->scratch_used = begin + size;
    return caches->scratch + begin;
}

i64 scratch_mark(const PlayGame *game) { return game->tables->caches->scratch_used; }

void scratch_release(PlayGame *game, i64 mark) { game->tables->caches->scratch_used = mark; }

/* Return memory of what is being cached. */
void *kept(PlayGame *game, i64 size) {
    Block **into = game->tables->caches->into;
    size = (size + 15) & ~(i64)15;
    if (!*into || (*into)->used + size > (*into)->size) {
        i64 room = size > BLOCK ? size : BLOCK;
        Block *fresh = malloc(sizeof(Block) + (size_t)room);
        if (!fresh) longjmp(*game->failed, 2);
        fresh->next = *into;
        fresh->used = 0;
        fresh->size = room;
        if (into == &game->tables->caches->blocks) game->tables->caches->ends_size += room;
        *into = fresh;
    }
    void *found = (*into)->bytes + (*into)->used;
    (*into)->used += size;
    return found;
}

/* Let Python fill part of a table. */
void ask(PlayGame *game, i64 what, i64 a, i64 b, i64 c) {
    if (game->tables->ask(what, a, b, c)) longjmp(*game->failed, 1);
}

static uint64_t hash_of(const i64 *key) {
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (int i = 0; i < KEY; i++) {
        hash = (hash ^ (uint64_t)key[i]) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return hash;
}

/* Return the ends of moves by a key and the hexes that were shut; NULL and the place to put them if they are not known. */
Ends *cached_ends(PlayGame *game, const i64 *key, const uint64_t *met, i64 words, Ends ***place) {
    Caches *caches = game->tables->caches;
    /* The ends of all moves of a large board would take gigabytes. */
    if (caches->ends >= MOST_ENDS || caches->ends_size >= MOST_ENDS_SIZE) {
        free_blocks(&caches->blocks);
        memset(caches->ends_places, 0, PLACES * sizeof(EndsPlace));
        caches->ends = caches->ends_size = 0;
    }
    i64 whole[KEY] = {key[0], key[1], key[2], 0, 0, 0};
    for (i64 i = 0; i < words; i++) whole[3 + i % 3] = whole[3 + i % 3] * 31 + (i64)met[i];
    uint64_t at = hash_of(whole) % PLACES;
    for (; caches->ends_places[at].ends; at = (at + 1) % PLACES) {
        EndsPlace *it = caches->ends_places + at;
        if (!memcmp(it->key, whole, sizeof(whole)) && !memcmp(it->met, met, (size_t)words * sizeof(*met))) return it->ends;
    }
    EndsPlace *it = caches->ends_places + at;
    memcpy(it->key, whole, sizeof(whole));
    caches->into = &caches->blocks;
    it->met = kept(game, words * (i64)sizeof(*met));
    memcpy(it->met, met, (size_t)words * sizeof(*met));
    caches->ends++;
    *place = &it->ends;
    return NULL;
}

static uint64_t pair_place(uint64_t key) { return (key * 0x9e3779b97f4a7c15u) >> 47; }

/* Return what playouts know of a unit and a foe by a key; NULL and the place to put it if they don't yet. */
void *cached_pair(PlayGame *game, uint64_t key, void ***place) {
    Caches *caches = game->tables->caches;
    uint64_t at = pair_place(key);
    for (; caches->pair_places[at].pair; at = (at + 1) % PLACES)
        if (caches->pair_places[at].key == key) return caches->pair_places[at].pair;
    PairPlace *it = caches->pair_places + at;
    it->key = key;
    caches->into = &caches->pair_blocks;
    caches->pairs++;
    *place = &it->pair;
    return NULL;
}

/* Forget pairs once they are many; no search may be using any. */
void tidy_pairs(PlayGame *game) {
    Caches *caches = game->tables->caches;
    if (caches->pairs < MOST_PAIRS) return;
    free_blocks(&caches->pair_blocks);
    memset(caches->pair_places, 0, PLACES * sizeof(PairPlace));
    caches->pairs = 0;
}

/* Return memory that lasts until forget_search is called. */
void *kept_for_search(PlayGame *game, i64 size) {
    Caches *caches = game->tables->caches;
    caches->into = &caches->search_blocks;
    return kept(game, size);
}

/* Forget what was kept for a search. One block stays, so that the next search need not ask the system for memory. */
void forget_search(PlayGame *game) {
    Block *first = game->tables->caches->search_blocks;
    if (!first) return;
    free_blocks(&first->next);
    first->used = 0;
}
