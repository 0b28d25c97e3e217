/* Playouts: copies of a game that go on by a policy and with rough dice, as in playouts.py. */

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
    PlayGame *game;
    const Policy *policy;
    i64 options, samples, turn;
    int32_t *ranks, *rolls; /* [units][samples] */
    Copy *copies;           /* [options][samples] */
} Playouts;

static void draw(PlayGame *game, i64 count, int32_t *found) {
    uint8_t *bytes = scratch(game, 2 * count);
    dice_bytes(game, bytes, 2 * count);
    for (i64 i = 0; i < count; i++) found[i] = bytes[2 * i] | bytes[2 * i + 1] << 8;
}

/* Draw the order in which units act in a turn and the rolls of their attacks. */
static void draw_luck(Playouts *them) {
    PlayGame *game = them->game;
    i64 samples = them->samples, size = game->units * samples, mark = scratch_mark(game);
    int32_t *drawn = scratch(game, size * (i64)sizeof(int32_t)), *lows = scratch(game, size * (i64)sizeof(int32_t));
    int32_t *strata = scratch(game, samples * (i64)sizeof(int32_t));
    draw(game, size, them->ranks);
    for (i64 unit = 0; unit < game->units; unit++) {
        int32_t *ranks = them->ranks + unit * samples;
        for (i64 i = 1; i < samples; i += 2) ranks[i] = (1 << ROLL_BITS) - ranks[i - 1];
    }
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

static int32_t *numbers(PlayGame *game, i64 count) { return scratch(game, count * (i64)sizeof(int32_t)); }

static Copy copy_of(PlayGame *game, const Policy *policy) {
    const PlayTables *tables = game->tables;
    i64 units = game->units, scores = game->goals * game->parties;
    Copy copy = {numbers(game, units), numbers(game, units), numbers(game, units), numbers(game, units),
                 numbers(game, units), scratch(game, units * units * (i64)sizeof(int16_t)),
                 scratch(game, units), scratch(game, tables->count), numbers(game, scores), numbers(game, scores),
                 numbers(game, game->parties), (int32_t)game->parties - 1, 0};
    memset(copy.taken, 0, (size_t)tables->count);
    for (i64 unit = 0; unit < units; unit++) {
        const i64 *row = game->rows + unit * COLUMNS;
        copy.hexes[unit] = (int32_t)row[HEX];
        copy.sides[unit] = (int32_t)show_side(tables, row[SHIELD], row[FACING]);
        copy.moved[unit] = (int32_t)row[MOVED];
        copy.left[unit] = game->lost[unit] ? 0 : (int32_t)(PARTS * row[HIT_POINTS]);
        copy.counts[unit] = counted_at(policy, copy.left[unit]);
        copy.acted[unit] = game->acted[unit];
        if (!game->lost[unit]) copy.taken[row[HEX]] = 1;
    }
    for (i64 i = 0; i < scores; i++) {
        copy.held[i] = (int32_t)game->held[i];
        copy.scored[i] = (int32_t)game->scored[i];
    }
    for (i64 party = 0; party < game->parties; party++) copy.points[party] = (int32_t)game->points[party];
    for (i64 unit = 0; unit < units; unit++)
        if (!game->lost[unit]) note_harm(game, policy, &copy, unit);
    return copy;
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

/* Let a unit go by an option, and attack with the dice of the game. */
static void begin(const Playouts *them, i64 unit, const Starts *starts, i64 option, i64 sample) {
    PlayGame *game = them->game;
    Copy *copy = them->copies + option * them->samples + sample;
    i64 party = game->rows[unit * COLUMNS + PARTY];
    const AimedShot *shot = starts->shots + option;
    copy->last = (int32_t)party;
    move(copy, unit, starts->hexes[option], starts->moved[option]);
    copy->sides[unit] = (int32_t)starts->sides[option];
    note_harm(game, them->policy, copy, unit);
    if (!shot->arm) return;
    const PlayRolls *rolls = game->tables->rolls + shot->arm->rolls;
    i64 drawn = them->rolls[unit * them->samples + sample] * rolls->ways >> ROLL_BITS, fall = 0;
    while (rolls->until[fall] <= drawn) fall++;
    i64 done = rolls->automatic || rolls->total[fall] >= shot->odds.number
                   ? damage_of(rolls, fall, shot->odds.damage, shot->odds.defence)
                   : 0;
    hurt(them, copy, party, shot->target, PARTS * (done > 0 ? done : 0));
}

/* Return the unit that acts next in a copy. Parties alternate; one without units to act is passed over. */
static i64 next_unit(const Playouts *them, Copy *copy, i64 sample) {
    const PlayGame *game = them->game;
    i64 last = copy->last;
    for (i64 step = 1; step <= game->parties; step++) {
        i64 party = (last + step) % game->parties, found = NOBODY;
        int32_t most = -1;
        for (i64 i = 0; i < game->alive_counts[party]; i++) {
            i64 unit = game->alive[party * game->units + i];
            int32_t rank = them->ranks[unit * them->samples + sample];
            if (!copy->left[unit] || copy->acted[unit] || rank <= most) continue;
            most = rank;
            found = unit;
        }
        if (found == NOBODY) continue;
        copy->last = (int32_t)party;
        return found;
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
    harm_by_ground(them, copy);
    for (i64 place = 0; place < game->goals; place++) {
        const PlayGoal *goal = game->goal + place;
        i64 holder = -1, there = 0;
        for (i64 party = 0; party < game->parties; party++)
            if (is_there(game, goal, copy, party, NOBODY)) {
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

static void play_turn(const Playouts *them, Copy *copy, i64 sample) {
    PlayGame *game = them->game;
    for (i64 unit = next_unit(them, copy, sample); unit != NOBODY; unit = next_unit(them, copy, sample)) {
        i64 party = game->rows[unit * COLUMNS + PARTY];
        Rated it = rate(game, them->policy, copy, unit);
        move(copy, unit, it.hex, it.moved);
        copy->sides[unit] = best_side(game, them->policy, copy, unit, it.target);
        note_harm(game, them->policy, copy, unit);
        if (it.target >= 0 && (i64)them->rolls[unit * them->samples + sample] * CHANCES < it.chance << ROLL_BITS)
            hurt(them, copy, party, it.target, it.hit);
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
    i64 mark = scratch_mark(game), copies = starts->count * samples, over = 0;
    Playouts them = {game, policy, starts->count, samples, game->turn, numbers(game, game->units * samples),
                     numbers(game, game->units * samples), scratch(game, copies * (i64)sizeof(Copy))};
    draw_luck(&them);
    for (i64 i = 0; i < copies; i++) {
        them.copies[i] = copy_of(game, policy);
        begin(&them, unit, starts, i / samples, i % samples);
        play_turn(&them, them.copies + i, i % samples);
        over += them.copies[i].over;
    }
    for (i64 turn = 0; turn < TURNS && over < copies; turn++) {
        them.turn++;
        draw_luck(&them);
        for (i64 i = 0; i < copies; i++) {
            Copy *copy = them.copies + i;
            if (copy->over) continue;
            memset(copy->acted, 0, (size_t)game->units);
            memset(copy->moved, 0, (size_t)game->units * sizeof(int32_t));
            copy->last = (int32_t)game->parties - 1;
            play_turn(&them, copy, i % samples);
            over += copy->over;
        }
    }
    for (i64 i = 0; i < copies; i++) values[i] = value_of(game, them.copies + i, game->rows[unit * COLUMNS + PARTY]);
    scratch_release(game, mark);
}
