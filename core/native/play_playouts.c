/* Playouts: copies of a game that go on by a policy and with rough dice, as in playouts.py.

   Samples of an option that have gone the same way so far are a group, which has one copy. */

#include <string.h>

#include "play.h"

#define ROLL_BITS 16
#define NOBODY ((i64)-1)
#define TURNS 1
/* The worth of a position; see searching.py. */
#define POINTS 1800
#define HIT_POINTS_LEFT 6700
#define HELD 2700
#define TO_TAKE 4700
#define WIN ((i64)1 << 16)

typedef struct {
    Copy copy;
    i64 option, count;
    i64 *samples;
} Group;

typedef struct {
    PlayGame *game;
    Policy *policy;
    i64 options, samples, turn;
    int32_t *order; /* in which the units of each party act, [samples][parties][units] */
    int32_t *rolls; /* [units][samples] */
    i64 count, size; /* of groups, and the bytes of a copy */
    Group *groups;
    char *blocks; /* the copies of groups */
    i64 *keys, *moved; /* [samples] */
} Playouts;

static void draw(PlayGame *game, i64 count, int32_t *found) {
    uint8_t *bytes = scratch(game, 2 * count);
    dice_bytes(game, bytes, 2 * count);
    for (i64 i = 0; i < count; i++) found[i] = bytes[2 * i] | bytes[2 * i + 1] << 8;
}

static int32_t *numbers(PlayGame *game, i64 count) { return scratch(game, count * (i64)sizeof(int32_t)); }

/* Sort the units of each party by their ranks in a sample, greatest first; equal ones stay in order. */
static void sort_units(const Playouts *them, const int32_t *ranks, i64 sample) {
    const PlayGame *game = them->game;
    for (i64 party = 0; party < game->parties; party++) {
        int32_t *order = them->order + (sample * game->parties + party) * game->units;
        for (i64 i = 0; i < game->alive_counts[party]; i++) {
            i64 unit = game->alive[party * game->units + i], at = i;
            for (; at > 0 && ranks[order[at - 1] * them->samples] < ranks[unit * them->samples]; at--) order[at] = order[at - 1];
            order[at] = (int32_t)unit;
        }
    }
}

/* Draw the order in which units act in a turn and the rolls of their attacks. */
static void draw_luck(Playouts *them) {
    PlayGame *game = them->game;
    i64 samples = them->samples, size = game->units * samples, mark = scratch_mark(game);
    int32_t *ranks = numbers(game, size), *drawn = numbers(game, size), *lows = numbers(game, size);
    int32_t *strata = numbers(game, samples);
    draw(game, size, ranks);
    for (i64 unit = 0; unit < game->units; unit++)
        for (i64 i = 1; i < samples; i += 2)
            ranks[unit * samples + i] = (1 << ROLL_BITS) - ranks[unit * samples + i - 1];
    for (i64 sample = 0; sample < samples; sample++) sort_units(them, ranks + sample, sample);
    draw(game, size, drawn);
    draw(game, size, lows);
    for (i64 unit = 0; unit < game->units; unit++) {
        const int32_t *keys = drawn + unit * samples;
        for (int32_t i = 0; i < samples; i++) {
            i64 at = i;
            for (; at > 0 && keys[strata[at - 1]] > keys[i]; at--) strata[at] = strata[at - 1];
            strata[at] = i;
        }
        for (i64 i = 0; i < samples; i++)
            them->rolls[unit * samples + i] = (int32_t)((((i64)strata[i] << ROLL_BITS) + lows[unit * samples + i]) / samples);
    }
    scratch_release(game, mark);
}

/* Return a copy whose arrays are in a block of memory, and the size of the block. */
static Copy copy_in(const PlayGame *game, char *block, i64 *size) {
    i64 units = game->units, scores = game->goals * game->parties, used = 0;
    Copy copy = {.last = (int32_t)game->parties - 1};
    const struct {
        void *into;
        i64 bytes;
    } arrays[] = {
        {&copy.hexes, 4 * units}, {&copy.sides, 4 * units}, {&copy.moved, 4 * units}, {&copy.left, 4 * units},
        {&copy.counts, 4 * units}, {&copy.held, 4 * scores}, {&copy.scored, 4 * scores}, {&copy.points, 4 * game->parties},
        {&copy.harm, 2 * units * padded(units)}, {&copy.acted, units}, {&copy.taken, game->tables->count}, {&copy.stands, 4 * units},
    };
    for (size_t i = 0; i < sizeof(arrays) / sizeof(*arrays); i++) {
        char *place = block + used;
        memcpy(arrays[i].into, &place, sizeof(place));
        used += (arrays[i].bytes + 7) & ~(i64)7;
    }
    *size = used;
    return copy;
}

/* Write the state of a game into a copy. */
static void fill_copy(PlayGame *game, Policy *policy, Copy *copy) {
    i64 units = game->units;
    for (i64 unit = 0; unit < units; unit++) {
        const i64 *row = game->rows + unit * COLUMNS;
        copy->hexes[unit] = (int32_t)row[HEX];
        copy->sides[unit] = (int32_t)show_side(game->tables, row[SHIELD], row[FACING]);
        copy->moved[unit] = (int32_t)row[MOVED];
        copy->left[unit] = game->lost[unit] ? 0 : (int32_t)(PARTS * row[HIT_POINTS]);
        copy->counts[unit] = counted_at(policy, copy->left[unit]);
        copy->acted[unit] = game->acted[unit];
        if (!game->lost[unit]) copy->taken[row[HEX]] = 1;
    }
    for (i64 i = 0; i < game->goals * game->parties; i++) {
        copy->held[i] = (int32_t)game->held[i];
        copy->scored[i] = (int32_t)game->scored[i];
    }
    for (i64 party = 0; party < game->parties; party++) copy->points[party] = (int32_t)game->points[party];
    /* Each unit needs the rows of its foes' attacks; in the end, all have what they need. */
    for (i64 unit = 0; unit < units; unit++)
        if (!game->lost[unit]) later_row(game, game->rows[unit * COLUMNS + KIND], 0, 0, copy->hexes[unit]);
    for (i64 unit = 0; unit < units; unit++)
        if (!game->lost[unit]) note_harm(game, policy, copy, unit);
}

static void move(Copy *copy, i64 unit, i64 to, i64 moved) {
    copy->taken[copy->hexes[unit]] = 0;
    copy->taken[to] = 1;
    copy->hexes[unit] = (int32_t)to;
    copy->moved[unit] = (int32_t)moved;
    copy->acted[unit] = 1;
}

/* Take hit points from a target; a party gets the points if it is destroyed. */
static void hurt(const Playouts *them, Copy *copy, i64 party, i64 target, i64 damage) {
    i64 before = copy->left[target], after = before > damage ? before - damage : 0;
    copy->left[target] = (int32_t)after;
    copy->counts[target] = counted_at(them->policy, after);
    if (!before || after) return;
    copy->taken[copy->hexes[target]] = 0;
    copy->points[party] += (int32_t)them->game->kill;
}

/* Add a group with a copy of another's state, and return it. */
static Group *group_like(Playouts *them, const char *block, const Copy *copy) {
    char *own = them->blocks + them->count * them->size;
    Group *group = them->groups + them->count++;
    group->copy = copy_in(them->game, memcpy(own, block, (size_t)them->size), &them->size);
    group->copy.last = copy->last;
    group->copy.over = 0;
    return group;
}

/* Keep the samples of a group that have the key of its first, and put the others into a new group; return whether there are any. */
static int split(Playouts *them, i64 index) {
    Group *group = them->groups + index;
    i64 all = group->count, kept = 1, gone = 0;
    for (i64 i = 1; i < all; i++) {
        if (them->keys[i] == them->keys[0]) group->samples[kept++] = group->samples[i];
        else them->moved[gone++] = group->samples[i];
    }
    if (!gone) return 0;
    Group *other = group_like(them, them->blocks + index * them->size, &group->copy);
    group->count = kept;
    other->option = group->option;
    other->count = gone;
    other->samples = group->samples + kept;
    memcpy(other->samples, them->moved, (size_t)gone * sizeof(i64));
    return 1;
}

/* Return what an attack with the dice of the game does in a sample, in parts of a hit point. */
static i64 done_by(const Playouts *them, i64 unit, const AimedShot *shot, i64 sample) {
    const PlayRolls *rolls = them->game->tables->rolls + shot->arm->rolls;
    i64 drawn = them->rolls[unit * them->samples + sample] * rolls->ways >> ROLL_BITS, fall = 0;
    while (rolls->until[fall] <= drawn) fall++;
    i64 done = rolls->automatic || rolls->total[fall] >= shot->odds.number
                   ? damage_of(rolls, fall, shot->odds.damage, shot->odds.defence)
                   : 0;
    return PARTS * (done > 0 ? done : 0);
}

/* Let a unit go by each option, and attack. */
static void begin(Playouts *them, i64 unit, const Starts *starts) {
    PlayGame *game = them->game;
    i64 samples = them->samples, party = game->rows[unit * COLUMNS + PARTY];
    char *first = memset(scratch(game, them->size), 0, (size_t)them->size);
    Copy state = copy_in(game, first, &them->size);
    fill_copy(game, them->policy, &state);
    state.last = (int32_t)party;
    for (i64 option = 0; option < them->options; option++) {
        const AimedShot *shot = starts->shots + option;
        i64 index = them->count;
        Group *group = group_like(them, first, &state);
        group->option = option;
        group->count = samples;
        group->samples = scratch(game, samples * (i64)sizeof(i64));
        for (i64 sample = 0; sample < samples; sample++) group->samples[sample] = sample;
        move(&group->copy, unit, starts->hexes[option], starts->moved[option]);
        group->copy.sides[unit] = (int32_t)starts->sides[option];
        note_harm(game, them->policy, &group->copy, unit);
        for (; shot->arm && index < them->count; index++) {
            group = them->groups + index;
            for (i64 i = 0; i < group->count; i++) them->keys[i] = done_by(them, unit, shot, group->samples[i]);
            split(them, index);
            hurt(them, &group->copy, party, shot->target, them->keys[0]);
        }
    }
}

/* Return the unit that acts next in a sample of a copy. Parties alternate; one without units to act is passed over. */
static i64 next_unit(const Playouts *them, const Copy *copy, i64 sample) {
    const PlayGame *game = them->game;
    i64 party = copy->last;
    for (i64 step = 0; step < game->parties; step++) {
        party = party + 1 < game->parties ? party + 1 : 0;
        const int32_t *order = them->order + (sample * game->parties + party) * game->units;
        for (i64 i = 0; i < game->alive_counts[party]; i++)
            if (copy->left[order[i]] && !copy->acted[order[i]]) return order[i];
    }
    return NOBODY;
}

static void harm_by_ground(const Playouts *them, Copy *copy) {
    const PlayGame *game = them->game;
    for (i64 unit = 0; unit < game->units; unit++) {
        i64 before = copy->left[unit], harm = PARTS * game->tables->harm[copy->hexes[unit]];
        if (!before || !harm) continue;
        copy->left[unit] = (int32_t)(before > harm ? before - harm : 0);
        copy->counts[unit] = counted_at(them->policy, copy->left[unit]);
        if (!copy->left[unit]) copy->taken[copy->hexes[unit]] = 0;
    }
}

static i64 units_left(const PlayGame *game, const Copy *copy, i64 party) {
    i64 found = 0;
    for (i64 i = 0; i < game->alive_counts[party]; i++) found += copy->left[game->alive[party * game->units + i]] > 0;
    return found;
}

/* Let the ground do its harm, score the objectives held, and see whether the game is over. */
static void end_turn(const Playouts *them, Copy *copy) {
    const PlayGame *game = them->game;
    uint64_t on[MOST_PARTIES];
    harm_by_ground(them, copy);
    for (i64 party = 0; party < game->parties; party++) on[party] = goals_held(game, them->policy, copy, party, NOBODY);
    for (i64 place = 0; place < game->goals; place++) {
        const PlayGoal *goal = game->goal + place;
        i64 holder = -1, there = 0;
        for (i64 party = 0; party < game->parties; party++)
            if (on[party] >> place & 1) {
                there++;
                holder = party;
            }
        for (i64 party = 0; party < game->parties; party++) {
            if (!goal->parties[party]) continue;
            int32_t *held = copy->held + place * game->parties + party, *scored = copy->scored + place * game->parties + party;
            *held = there == 1 && holder == party ? *held + 1 : 0;
            if (*held < goal->hold || *scored) continue;
            *scored = 1;
            copy->points[party] += (int32_t)goal->points;
        }
    }
    i64 standing = 0, most = 0;
    for (i64 party = 0; party < game->parties; party++) {
        standing += units_left(game, copy, party) > 0;
        most = copy->points[party] > most ? copy->points[party] : most;
    }
    copy->over = standing <= game->last_standing || (game->points_win >= 0 && most >= game->points_win) || them->turn >= game->turns;
}

/* Let the units of a group act until the turn is over, and put the samples that go on differently into new groups. */
static void play_turn(Playouts *them, i64 index) {
    PlayGame *game = them->game;
    Group *group = them->groups + index;
    Copy *copy = &group->copy;
    for (;;) {
        i64 unit = next_unit(them, copy, group->samples[0]);
        if (unit == NOBODY) break;
        them->keys[0] = unit;
        for (i64 i = 1; i < group->count; i++) them->keys[i] = next_unit(them, copy, group->samples[i]);
        split(them, index);
        i64 party = game->rows[unit * COLUMNS + PARTY];
        Rated it = rate(game, them->policy, copy, unit);
        copy->last = (int32_t)party;
        move(copy, unit, it.hex, it.moved);
        copy->sides[unit] = best_side(game, them->policy, copy, unit, it.target);
        note_harm(game, them->policy, copy, unit);
        if (it.target < 0) continue;
        const int32_t *rolls = them->rolls + unit * them->samples;
        for (i64 i = 0; i < group->count; i++)
            them->keys[i] = (i64)rolls[group->samples[i]] * CHANCES < it.chance << ROLL_BITS;
        if (split(them, index) && !them->keys[0]) hurt(them, &them->groups[them->count - 1].copy, party, it.target, it.hit);
        if (them->keys[0]) hurt(them, copy, party, it.target, it.hit);
    }
    end_turn(them, copy);
}

static i64 root(i64 square) {
    i64 low = 0, high = (i64)1 << 31;
    while (low + 1 < high) {
        i64 middle = (low + high) / 2;
        if (middle * middle <= square) low = middle;
        else high = middle;
    }
    return low;
}

static i64 lead(const i64 *by_party, i64 parties, i64 party) {
    i64 other = INT64_MIN;
    for (i64 it = 0; it < parties; it++)
        if (it != party && by_party[it] > other) other = by_party[it];
    return by_party[party] - other;
}

static i64 hit_points_left(const PlayGame *game, const Copy *copy, i64 party) {
    i64 found = 0;
    for (i64 i = 0; i < game->alive_counts[party]; i++) found += copy->left[game->alive[party * game->units + i]];
    return found;
}

/* Return the hit points that a party has to take from the weakest enemies to get the points that win. */
static i64 to_take(PlayGame *game, const Copy *copy, i64 party) {
    i64 count = 0, total = 0, mark = scratch_mark(game), *weakest = scratch(game, game->units * (i64)sizeof(i64));
    for (i64 unit = 0; game->kill && unit < game->units; unit++) {
        if (game->rows[unit * COLUMNS + PARTY] == party || !copy->left[unit]) continue;
        i64 at = count++;
        for (; at > 0 && weakest[at - 1] > copy->left[unit]; at--) weakest[at] = weakest[at - 1];
        weakest[at] = copy->left[unit];
    }
    for (i64 i = 0; i < count; i++) {
        i64 gives = game->points_needed - copy->points[party] - game->kill * i;
        gives = gives < 0 ? 0 : gives > game->kill ? game->kill : gives;
        total += weakest[i] * gives / game->kill;
    }
    scratch_release(game, mark);
    return total;
}

static i64 value_when_over(const PlayGame *game, const Copy *copy, i64 party) {
    i64 ranks[MOST_PARTIES], standing = 0;
    for (i64 it = 0; it < game->parties; it++) {
        i64 units = units_left(game, copy, it);
        standing += units > 0;
        ranks[it] = ((((i64)copy->points[it] << 8) + units) << 24) + hit_points_left(game, copy, it);
    }
    for (i64 it = 0; it < game->parties; it++)
        if (game->last_standing && standing == 1 && units_left(game, copy, it)) ranks[it] += (i64)1 << 56;
    i64 ahead = lead(ranks, game->parties, party);
    return ahead > 0 ? WIN : ahead < 0 ? -WIN : 0;
}

/* Return how good the position of a copy is for a party; see searching.position_values. */
static i64 value_of(PlayGame *game, const Copy *copy, i64 party) {
    if (copy->over) return value_when_over(game, copy, party);
    i64 merits[MOST_PARTIES], needed = game->points_needed, force = PARTS * game->force / game->parties;
    force = force > 1 ? force : 1;
    for (i64 it = 0; it < game->parties; it++) {
        merits[it] = POINTS * (i64)copy->points[it] / needed + HIT_POINTS_LEFT * hit_points_left(game, copy, it) / force -
                     TO_TAKE * to_take(game, copy, it) / force;
        for (i64 place = 0; place < game->goals; place++) {
            const PlayGoal *goal = game->goal + place;
            i64 held = copy->held[place * game->parties + it];
            if (goal->parties[it] && !copy->scored[place * game->parties + it])
                merits[it] += HELD * goal->points * (held < goal->hold ? held : goal->hold) / (goal->hold * needed);
        }
    }
    i64 ahead = lead(merits, game->parties, party);
    return floor_div(WIN * ahead, root(2000 * 2000 + ahead * ahead));
}

/* Write how playouts after some options of a unit end for its party, [options][samples]. */
void play_out(PlayGame *game, Policy *policy, i64 unit, const Starts *starts, i64 samples, i64 *values) {
    i64 mark = scratch_mark(game), most = starts->count * samples, over = 0;
    Playouts them = {.game = game, .policy = policy, .options = starts->count, .samples = samples, .turn = game->turn};
    copy_in(game, NULL, &them.size);
    them.order = numbers(game, game->parties * game->units * samples);
    them.rolls = numbers(game, game->units * samples);
    them.groups = scratch(game, most * (i64)sizeof(Group));
    them.blocks = scratch(game, most * them.size);
    them.keys = scratch(game, 2 * samples * (i64)sizeof(i64));
    them.moved = them.keys + samples;
    draw_luck(&them);
    begin(&them, unit, starts);
    for (i64 i = 0; i < them.count; i++) {
        play_turn(&them, i);
        over += them.groups[i].copy.over;
    }
    for (i64 turn = 0; turn < TURNS && over < them.count; turn++) {
        them.turn++;
        draw_luck(&them);
        for (i64 i = 0; i < them.count; i++) {
            Copy *copy = &them.groups[i].copy;
            if (copy->over) continue;
            memset(copy->acted, 0, (size_t)game->units);
            memset(copy->moved, 0, (size_t)game->units * sizeof(int32_t));
            copy->last = (int32_t)game->parties - 1;
            for (i64 it = 0; policy->moves_count && it < game->units; it++)
                if (copy->left[it]) note_stand(game, policy, copy, it);
        }
        for (i64 i = 0; i < them.count; i++)
            if (!them.groups[i].copy.over) play_turn(&them, i);
    }
    for (i64 i = 0; i < them.count; i++) {
        const Group *group = them.groups + i;
        i64 value = value_of(game, &group->copy, game->rows[unit * COLUMNS + PARTY]);
        for (i64 j = 0; j < group->count; j++) values[group->option * samples + group->samples[j]] = value;
    }
    scratch_release(game, mark);
}
