/* How the policy of playouts rates the options of a unit, as in playout_policy.py.

   Options are rated in blocks of eight at once: arrays by option are padded with zeros to whole blocks. */

#include <string.h>

#include "play.h"

#define NEVER INT32_MIN

/* Compiled once more for processors with wider registers, where the compiler can choose between the two at run time. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

typedef int32_t Numbers __attribute__((vector_size(4 * LANES)));
typedef int32_t AnyNumbers __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

#define AT(place) (*(const AnyNumbers *)(place))
/* Two numbers from 0 to 32767, or to 65535 for the first, share 32 bits: half the memory, and taken apart at once. */
#define TWO(low, high) ((int32_t)((uint32_t)(high) << 16 | (uint32_t)(low)))
#define LOW(two) ((two) & 0xffff)
#define HIGH(two) ((two) >> 16)
#define WHERE(test, yes, no) (((test) & (yes)) | (~(test) & (no)))
#define GREATER(a, b) WHERE((a) > (b), a, b)
#define LESS(a, b) WHERE((a) < (b), a, b)

/* Where the moves of a unit from a hex can end: what stays the same in a search; arrays are by option. */
struct MoveOptions {
    const PlayEndRow *ends;
    i64 padded;
    int32_t *ties;
    int32_t *to_goals; /* [goals][options], in parts of a movement point */
    int32_t *on_goals; /* [goals][options]: -1 on the objective, else 0 */
    int16_t *of_hex;   /* the option that ends in a hex, -1 without one */
    i64 room;
    const struct Pair **pairs; /* with foes by their stand, NULL if not known yet */
};

/* What a unit can do to a foe from each option, and the foe to it. */
typedef struct {
    int32_t mean_and_later[LANES]; /* mean: what an attack is worth if it can't destroy the foe */
    int32_t far_and_danger[LANES]; /* far: in parts of a movement point */
    int32_t chance_and_hit[LANES];
} PairBlock;
typedef struct Pair {
    i64 most_hit;
    PairBlock blocks[];
} Pair;

/* A foe in a copy. It counts for nothing but its distance if it is lost. */
typedef struct {
    const Pair *pair;
    i64 unit;
    int32_t left, counts, harm_to_mates, weight, further;
} Foe;

/* An objective that matters to the unit; to is NULL if it does not want to go there. */
typedef struct {
    const int32_t *to, *on;
    int32_t worth;
} Aim;

typedef struct {
    const MoveOptions *options;
    const Foe *foes;
    const Aim *aims;
    i64 foe_count, aim_count;
    int32_t left, counts, strike, later, contact, range, prize;
} Position;

static void *zeros(void *found, i64 size) { return memset(found, 0, (size_t)size); }

static MoveOptions *options_made(PlayGame *game, const Policy *policy, i64 unit, i64 at) {
    const i64 *own = game->rows + unit * COLUMNS;
    const PlayEndRow *ends = game->tables->end_rows + row_of(game->tables, own) + at;
    if (ends->count < 0) ask(game, ASK_ENDS, own[KIND], own[BAND], at);
    i64 hexes = game->tables->count, size = padded(ends->count), goals = game->goals;
    MoveOptions *made = kept_for_search(game, sizeof(MoveOptions));
    i64 bytes = size * (i64)sizeof(int32_t) * (1 + 2 * goals);
    made->ends = ends;
    made->padded = size;
    made->room = 0;
    made->ties = zeros(kept_for_search(game, bytes), bytes);
    made->on_goals = made->ties + size;
    made->to_goals = made->on_goals + goals * size;
    made->of_hex = memset(kept_for_search(game, hexes * (i64)sizeof(int16_t)), -1, (size_t)hexes * sizeof(int16_t));
    for (i64 i = 0; i < ends->count; i++) {
        i64 there = ends->hexes[i];
        made->ties[i] = policy->ties[there];
        made->of_hex[there] = (int16_t)i;
        for (i64 goal = 0; goal < goals; goal++) {
            made->to_goals[goal * size + i] = policy->to_goals[unit][goal * hexes + there];
            made->on_goals[goal * size + i] = game->goal[goal].inside[there] ? -1 : 0;
        }
    }
    return made;
}

static MoveOptions *move_options(PlayGame *game, const Policy *policy, i64 unit, i64 at) {
    MoveOptions **place = policy->options + policy->alike[unit] * game->tables->count + at;
    if (!*place) *place = options_made(game, policy, unit, at);
    return *place;
}

/* Return what the hexes that a foe has moved add to the number that a unit has to roll against it. */
static i64 shift_by_target(const PlayGame *game, const Copy *copy, const i64 *own, i64 foe) {
    i64 moved = copy->moved[foe] < MOST_MOVED ? copy->moved[foe] : MOST_MOVED;
    return game->tables->shifts_by_target[own[KIND] * (MOST_MOVED + 1) + moved];
}

static Pair *pair_made(PlayGame *game, const MoveOptions *options, const i64 *own, const i64 *other, i64 there, i64 side,
                       i64 theirs) {
    const PlayTables *tables = game->tables;
    const PlayEndRow *ends = options->ends;
    i64 count = ends->count, size = options->padded, hexes = tables->count, scale = moves_of(game, own[KIND], own[BAND])->scale;
    const i64 *mine = tables->shifts_by_attacker + own[KIND] * (MOST_MOVED + 1), *points = toward(game, own[KIND], own[BAND], there);
    /* All tables that Python has to fill come before the place in the cache is used. */
    const int16_t *danger = later_row(game, other[KIND], tables->group_of[own[KIND]],
                                      show_side(tables, own[SHIELD], LEAST_FACING), there);
    for (i64 i = 0; i < count; i++) later_row(game, own[KIND], 0, 0, ends->hexes[i]);
    i64 bytes = (i64)sizeof(Pair) + size / LANES * (i64)sizeof(PairBlock);
    Pair *pair = zeros(kept(game, bytes), bytes);
    i64 group = tables->group_of[other[KIND]], table = (own[KIND] * tables->groups + group) * tables->sides + side;
    i64 anyhow = show_side(tables, other[SHIELD], MEAN_FACING);
    for (i64 i = 0; i < count; i++) {
        i64 at = ends->hexes[i], index = ((table * tables->classes + ends->classes[i]) * hexes + at) * hexes + there;
        i64 moved = ends->moved[i] < MOST_MOVED ? ends->moved[i] : MOST_MOVED;
        i64 number = tables->every_number[index] + mine[moved] + theirs;
        i64 chance = tables->chances[number < 0 ? 0 : number > 255 ? 255 : number], hit = tables->every_hit[index];
        PairBlock *block = pair->blocks + i / LANES;
        block->mean_and_later[i % LANES] = TWO(hit * chance / CHANCES, later_at(game, own, other, anyhow, at, there));
        block->far_and_danger[i % LANES] = TWO(far_in_parts(points[at], scale), danger[at]);
        block->chance_and_hit[i % LANES] = TWO(chance, hit);
        pair->most_hit = hit > pair->most_hit ? hit : pair->most_hit;
    }
    return pair;
}

/* Return the key of what a unit and a foe can do to each other. Each part has the bits that compiled_games.py allows for. */
static uint64_t pair_key(const PlayGame *game, const Copy *copy, const i64 *own, i64 at, i64 foe) {
    const i64 *other = game->rows + foe * COLUMNS;
    i64 theirs = shift_by_target(game, copy, own, foe);
    uint64_t key = (uint64_t)(row_of(game->tables, own) + at);
    key = (key << 2 | (uint64_t)own[SHIELD]) << 8 | (uint64_t)other[KIND];
    key = ((key << 2 | (uint64_t)other[SHIELD]) << 12 | (uint64_t)copy->hexes[foe]) << 5 | (uint64_t)copy->sides[foe];
    return key << 10 | (uint64_t)(theirs + 512);
}

/* Return what a unit and a foe can do to each other, which was not known yet in this search. */
static const Pair *find_pair(PlayGame *game, const Policy *policy, MoveOptions *options, const Copy *copy, const i64 *own, i64 at,
                             i64 foe) {
    if (copy->stands[foe] >= options->room) {
        i64 room = policy->stand_room, bytes = room * (i64)sizeof(*options->pairs);
        const Pair **more = zeros(kept_for_search(game, bytes), bytes);
        if (options->room) memcpy(more, options->pairs, (size_t)options->room * sizeof(*more));
        options->pairs = more;
        options->room = room;
    }
    void **place, *found = cached_pair(game, pair_key(game, copy, own, at, foe), &place);
    if (!found)
        found = *place = pair_made(game, options, own, game->rows + foe * COLUMNS, copy->hexes[foe], copy->sides[foe],
                                   shift_by_target(game, copy, own, foe));
    return options->pairs[copy->stands[foe]] = found;
}

static const Pair *pair_of(PlayGame *game, const Policy *policy, MoveOptions *options, const Copy *copy, const i64 *own, i64 at,
                           i64 foe) {
    const Pair *known = copy->stands[foe] < options->room ? options->pairs[copy->stands[foe]] : NULL;
    return known ? known : find_pair(game, policy, options, copy, own, at, foe);
}

/* Write the score of each option. */
WIDE static void score(const Position *it, int32_t *scores) {
    for (i64 i = 0; i < it->options->padded; i += LANES) {
        Numbers worth = {0}, later = {0}, danger = {0}, near = INT32_MAX - (Numbers){0};
        for (const Foe *foe = it->foes; foe < it->foes + it->foe_count; foe++) {
            const PairBlock *block = foe->pair->blocks + i / LANES;
            Numbers strike = AT(block->mean_and_later), stand = AT(block->far_and_danger), mean = LOW(strike);
            if (foe->pair->most_hit >= foe->left) {
                Numbers attack = AT(block->chance_and_hit);
                Numbers killed = (foe->left + KILL * PARTS / 2) * LOW(attack) / CHANCES;
                mean = WHERE(HIGH(attack) < foe->left, mean, killed);
            }
            Numbers done = (mean * foe->counts) >> 4, next = HIGH(strike) * foe->counts;
            worth = GREATER(done, worth);
            later = GREATER(next, later);
            Numbers suffered = HIGH(stand);
            suffered = LESS(suffered, it->left - (Numbers){0}) * it->counts - foe->harm_to_mates;
            danger += (GREATER(suffered, (Numbers){0}) >> 4) * foe->weight;
            Numbers far = LOW(stand) + foe->further;
            near = LESS(far, near);
        }
        Numbers total = it->strike * worth + it->later * (later >> 4) - danger + AT(it->options->ties + i);
        total -= GREATER(near - it->range, (Numbers){0}) * it->contact;
        Numbers nearest = FARTHEST * PARTS - (Numbers){0};
        for (const Aim *aim = it->aims; aim < it->aims + it->aim_count; aim++) {
            total += AT(aim->on + i) & aim->worth;
            if (!aim->to) continue;
            Numbers far = AT(aim->to + i);
            nearest = LESS(far, nearest);
        }
        *(AnyNumbers *)(scores + i) = total - nearest * it->prize;
    }
}

/* Return the first option with the greatest score. */
WIDE static i64 first_best(const int32_t *scores, i64 size) {
    Numbers most = NEVER - (Numbers){0};
    for (i64 i = 0; i < size; i += LANES) {
        Numbers some = AT(scores + i);
        most = GREATER(some, most);
    }
    int32_t greatest = NEVER;
    for (i64 i = 0; i < LANES; i++) greatest = most[i] > greatest ? most[i] : greatest;
    i64 found = 0;
    while (scores[found] != greatest) found++;
    return found;
}

/* Write the objectives that matter to a unit, and return their number; wants becomes 1 if it wants to go to any of them. */
static i64 aims_of(const PlayGame *game, const Policy *policy, const MoveOptions *options, const Copy *copy, i64 unit, Aim *found,
                   int *wants) {
    i64 party = game->rows[unit * COLUMNS + PARTY], parties = game->parties, count = 0;
    uint64_t on[MOST_PARTIES];
    *wants = 0;
    for (i64 other = 0; other < parties; other++) on[other] = goals_held(game, policy, copy, other, unit);
    for (i64 place = 0; place < game->goals; place++) {
        const PlayGoal *goal = game->goal + place;
        const int32_t *held = copy->held + place * parties, *scored = copy->scored + place * parties;
        if (on[party] >> place & 1) continue;
        i64 others = 0, last = -1, gain = 0, worth = goal->points * game->point_worth;
        for (i64 other = 0; other < parties; other++) {
            if (!(on[other] >> place & 1)) continue;
            others++;
            last = other;
        }
        for (i64 other = 0; other < parties; other++) {
            if (!goal->parties[other] || scored[other]) continue;
            if (other == party) gain += worth * (held[party] + 1) / (goal->hold * (others ? 2 : 1));
            else gain += worth * (held[other] + (others == 1 && last == other)) / goal->hold;
        }
        int is_wanted = goal->parties[party] && !scored[party];
        *wants |= is_wanted;
        found[count++] = (Aim){is_wanted ? options->to_goals + place * options->padded : NULL,
                               options->on_goals + place * options->padded, (int32_t)(policy->weights.stake * gain)};
    }
    return count;
}

/* Write the foes that a unit has in a copy, and return their number: if all are lost, they count as far away where they fell. */
static i64 foes_in(PlayGame *game, const Policy *policy, MoveOptions *options, const Copy *copy, i64 unit, Foe *found) {
    const PlayWeights *weights = &policy->weights;
    const i64 *own = game->rows + unit * COLUMNS, *foes = policy->foes + own[PARTY] * game->units;
    i64 all = policy->foe_counts[own[PARTY]], count = 0, at = copy->hexes[unit];
    int32_t *to_mates = scratch(game, padded(game->units) * (i64)sizeof(int32_t));
    harm_to_mates(game, copy, unit, to_mates);
    for (i64 f = 0; f < all; f++) {
        i64 foe = foes[f];
        if (!copy->left[foe]) continue;
        i64 weight = copy->acted[foe] ? weights->danger_later : weights->danger;
        const Pair *pair = pair_of(game, policy, options, copy, own, at, foe);
        found[count++] = (Foe){pair, foe, copy->left[foe], copy->counts[foe], to_mates[foe], (int32_t)weight, 0};
    }
    if (count) return count;
    for (i64 f = 0; f < all; f++)
        found[f] = (Foe){pair_of(game, policy, options, copy, own, at, foes[f]), foes[f], INT32_MAX, 0, 0, 0, FARTHEST * PARTS};
    return all;
}

/* Return what an attack is worth on average, before it is weighted by how much damage to the foe counts. */
static int32_t mean_at(const Pair *pair, i64 i, int32_t left) {
    const PairBlock *block = pair->blocks + i / LANES;
    i64 lane = i % LANES;
    return HIGH(block->chance_and_hit[lane]) < left ? LOW(block->mean_and_later[lane])
                                                    : (left + KILL * PARTS / 2) * LOW(block->chance_and_hit[lane]) / CHANCES;
}

/* Return where a unit goes in a copy, and its attack from there. */
Rated rate(PlayGame *game, Policy *policy, const Copy *copy, i64 unit) {
    const PlayTables *tables = game->tables;
    const PlayWeights *weights = &policy->weights;
    const i64 *own = game->rows + unit * COLUMNS;
    i64 mark = scratch_mark(game), at = copy->hexes[unit], foe_count = policy->foe_counts[own[PARTY]];
    MoveOptions *options = move_options(game, policy, unit, at);
    i64 count = options->ends->count, size = options->padded;
    Foe *foes = scratch(game, foe_count * (i64)sizeof(Foe));
    Aim *aims = scratch(game, game->goals * (i64)sizeof(Aim));
    int32_t *scores = scratch(game, size * (i64)sizeof(int32_t));
    int is_armed = tables->arms_of[own[KIND]] < tables->arms_of[own[KIND] + 1], wants;
    foe_count = foes_in(game, policy, options, copy, unit, foes);
    i64 aim_count = aims_of(game, policy, options, copy, unit, aims, &wants);
    Position position = {
        options, foes, aims, foe_count, aim_count, copy->left[unit], copy->counts[unit], (int32_t)weights->strike,
        (int32_t)weights->later, foe_count && is_armed ? (int32_t)weights->contact : 0,
        (int32_t)(tables->best_range[own[KIND]] * PARTS), wants ? (int32_t)weights->prize : 0};
    score(&position, scores);
    for (i64 i = count; i < size; i++) scores[i] = NEVER;
    for (i64 other = 0; other < game->units; other++) {
        i64 there = copy->hexes[other];
        if (copy->left[other] && there != at && copy->taken[there] && options->of_hex[there] >= 0)
            scores[options->of_hex[there]] = NEVER;
    }
    i64 chosen = first_best(scores, size);
    Rated found = {options->ends->hexes[chosen], options->ends->moved[chosen], -1, 0, 0};
    int32_t best = 0;
    for (const Foe *foe = foes; foe < foes + foe_count; foe++) {
        int32_t worth = (mean_at(foe->pair, chosen, foe->left) * foe->counts) >> 4;
        if (worth <= best) continue;
        best = worth;
        found.target = foe->unit;
        int32_t attack = foe->pair->blocks[chosen / LANES].chance_and_hit[chosen % LANES];
        found.chance = LOW(attack);
        found.hit = HIGH(attack);
    }
    scratch_release(game, mark);
    return found;
}
