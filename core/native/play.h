/* What the C files of self-play share: the tables of a scenario, which Python fills, and the state of a game.

   The structures from PlayRolls to PlayGame are filled by core/simulation/game/compiled_structures.py, field by field: all are
   64-bit numbers or pointers. Names are those of the Python modules of core/simulation/game, where the meaning of each is. */

#ifndef FAIRGROUND_PLAY_H
#define FAIRGROUND_PLAY_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "exported.h"

typedef int64_t i64;

#define MOST_PARTIES 16
#define FAR_COST ((i64)1 << 40)
#define ENTERED ((i64)1 << 12)
#define NEVER_CHOSEN INT64_MIN
#define NO_WAY 12
#define WAYS (NO_WAY + 1)
#define MOST_MOVED 255
#define PARTS 64
#define FOCUS 16
#define CHANCES 255
#define MEAN_FACING 6
#define LEAST_FACING 7
#define SIDES_OF_A_SHIELD 8
#define FARTHEST 1000
#define KILL 8
#define USUAL_MOVE 2

/* The columns of GameState.rows. */
enum { PARTY, KIND, HEX, FACING, SHIELD, HIT_POINTS, BAND, MOVED, COLUMNS };
/* The columns of Lines.table. */
enum {
    TO_HIT, DAMAGE, DEFENCE, COVER, UNIT_TO_HIT, UNIT_DAMAGE, UNIT_COVER, CHARGE_TO_HIT, CHARGE_DAMAGE, FURTHER,
    LINE_COLUMNS
};
/* What C asks Python to fill; see Tables.ask. */
enum { ASK_FIELD, ASK_LINES, ASK_MOVES, ASK_TOWARD, ASK_SEEN, ASK_BETWEEN, ASK_STRIKES, ASK_LATER, ASK_ENDS };
enum { BOT_RANDOM, BOT_PLAIN, BOT_PLANNING, BOT_SEARCHING };

typedef struct {
    i64 lowest, highest, automatic, ways, falls, counts_result, least;
    /* By result of the dice; bypasses is -1 where all of the defence is bypassed. */
    const i64 *total, *until, *bonus, *bypasses;
} PlayRolls;

typedef struct {
    i64 sign, has_sides, cover_adds, moves_count, charges, all_round;
    const i64 *base, *sides;
    const uint8_t *makes, *front;
    const i64 *by_attacker, *by_target, *harm, *hot;
} PlayExchange;

typedef struct {
    i64 furthest, unit_cover;
    const int16_t *table;
    const uint8_t *seen, *known;
} PlayLines;

typedef struct {
    i64 exchange, rolls, damage, reach, offset;
    const i64 *lines, *costs; /* by kind of target; by band of the attacker */
} PlayArm;

typedef struct {
    i64 known, facings, has_facing, size, scale, allowance, sighted;
    const i64 *turning, *starts, *facing_of; /* by difference; by facing; by stance */
    const uint8_t *may_end;
    /* The exits of state s are those from first[s] to first[s + 1] - 1. */
    const i64 *first, *to, *cost, *entered;
    const i64 **toward;
    const uint8_t **seen;
} PlayMoves;

typedef struct {
    i64 classes; /* of weapons, with the one that has none */
    const int16_t *mean, *later;
    const uint8_t *filled, *filled_later;
} PlayStrikes;

typedef struct {
    i64 count;
    const i64 *hexes, *classes, *moved;
} PlayEndRow;

typedef struct {
    i64 count;
    const i64 *over, *down;
} PlayBetween;

typedef int (*Ask)(i64 what, i64 a, i64 b, i64 c);

typedef struct Caches Caches;

/* The tables of a scenario; see tables.py and outlook.py. */
typedef struct {
    i64 count, kinds, bands, furthest, point, numbers, damages, defences, cover_stacks, only_enemies_cover;
    i64 passes_allies, ends_with_allies;
    i64 groups, has_sides, sides, classes; /* of the outlook */
    i64 between_span, lowest_q, lowest_r, q_span, r_span;
    const int16_t *distances;
    const int8_t *ways;
    const uint8_t *field_known;
    const i64 *q, *r, *number_at; /* number_at[q - lowest_q][r - lowest_r], -1 off the board */
    const i64 *worth, *unit_defences, *hit_points, *best_range, *harm, *heating, *band_starts;
    const uint8_t *passes_enemies; /* by kind and band */
    const i64 *arms_of, *group_of; /* arms of kind k: arms_of[k] to arms_of[k + 1] - 1 */
    const PlayRolls *rolls;
    const PlayExchange *exchanges;
    const PlayLines *lines;
    const PlayArm *arms;
    const PlayMoves *moves; /* by kind and band */
    const PlayBetween *between; /* by [q + span][r + span] of the offset */
    const PlayStrikes *strikes; /* by kind */
    const PlayEndRow *end_rows; /* by kind, band and hex */
    const int16_t *every_hit, *every_later;
    const uint8_t *every_number;
    const i64 *chances;
    const i64 *shifts_by_attacker, *shifts_by_target; /* by kind, [kinds][MOST_MOVED + 1] */
    Ask ask;
    Caches *caches;
} PlayTables;

typedef struct {
    i64 count, points, hold;
    const i64 *hexes;
    const uint8_t *inside, *parties; /* by hex; by party */
} PlayGoal;

typedef struct {
    i64 strike, threat, contact, home, prize, danger, danger_later, later, stake, focus;
} PlayWeights;

typedef struct {
    i64 kind;
    PlayWeights weights;
} PlayBot;

/* A game: what stays the same in it, and its state, which Python reads when it is over. */
typedef struct {
    PlayTables *tables;
    i64 units, parties, goals, turns, kill, last_standing, points_win; /* points_win is -1 if points never win */
    i64 at_once;                          /* whether all move at once, rather than in turn */
    i64 point_worth, force, points_needed; /* see planning.py; force: hit points of all units */
    const PlayGoal *goal;
    const PlayBot *bots;
    const i64 *home_counts;
    const i64 *const *homes;
    i64 turn;
    i64 *rows, *spent, *heat;           /* by unit */
    i64 *alive, *alive_counts;          /* [parties][units], and how many */
    i64 *points, *losses;               /* by party */
    i64 *held, *scored;                 /* [goals][parties] */
    uint8_t *acted, *lost;              /* by unit */
    i64 *there, *by_party;              /* units by hex, and [parties][hexes] */
    uint32_t *dice;                     /* 624 words and the place of the next */
    jmp_buf *failed;
} PlayGame;

/* Where a turn can end; see MoveEnds. cost and moved are [hexes][facings]. */
typedef struct {
    i64 count;
    i64 *hexes, *cost, *moved;
    uint64_t *entered;
} Ends;

/* See unit_choices.Options. cost, moved and scores are [facings][hexes]. */
typedef struct {
    i64 unit, count, facings;
    const PlayMoves *moves;
    const i64 *hexes;
    i64 *cost, *moved, *fewest, *scores;
} Options;

typedef struct {
    i64 hex, facing, spent, moved;
} Choice;

typedef struct {
    i64 weapon, target, worth;
} Shot;

typedef struct {
    i64 number, damage, defence;
} PlayOdds;

/* An attack from an option; arm is NULL without one. */
typedef struct {
    const PlayArm *arm;
    i64 target, worth;
    PlayOdds odds;
} AimedShot;

/* play_dice.c: as Python's random.Random. */
uint32_t dice_below(PlayGame *game, uint32_t n);
void dice_shuffle(PlayGame *game, i64 *items, i64 count);
void dice_bytes(PlayGame *game, uint8_t *found, i64 count);

/* play_memory.c */
void *scratch(PlayGame *game, i64 size);
i64 scratch_mark(const PlayGame *game);
void scratch_release(PlayGame *game, i64 mark);
void *kept(PlayGame *game, i64 size);
void ask(PlayGame *game, i64 what, i64 a, i64 b, i64 c);
Ends *cached_ends(PlayGame *game, const i64 *key, const uint64_t *met, i64 words, Ends ***place);
void *cached_pair(PlayGame *game, uint64_t key, void ***place);
void tidy_pairs(PlayGame *game);
void *kept_for_search(PlayGame *game, i64 size);
void forget_search(PlayGame *game);

/* play_moves.c */
const PlayMoves *moves_of(PlayGame *game, i64 kind, i64 band);
const i64 *toward(PlayGame *game, i64 kind, i64 band, i64 at);
Options options_of(PlayGame *game, i64 unit);
/* The states that a unit can reach in a turn, those with the shortest paths first, and the length of the path to each by state. */
typedef struct {
    const PlayMoves *moves;
    i64 start, facing, count, *states, *lengths;
} Paths;
Paths paths_of(PlayGame *game, i64 unit);

/* play_attacks.c */
void know_field(PlayGame *game, i64 at);
i64 distance(PlayGame *game, i64 a, i64 b);
i64 way(PlayGame *game, i64 a, i64 b);
i64 shots_of(PlayGame *game, i64 unit, Shot *found);
PlayOdds attempt(PlayGame *game, i64 unit, const PlayArm *arm, i64 target, int *possible);
i64 strike(PlayGame *game, i64 unit, i64 weapon, i64 target);
i64 damage_of(const PlayRolls *rolls, i64 fall, i64 damage, i64 defence);
void add_strikes(PlayGame *game, const Options *found, const i64 *focus, i64 *best);
void add_threats(PlayGame *game, const Options *found, i64 *total);
void aim_from(PlayGame *game, const Options *found, const i64 *facings, const i64 *places, i64 count, const i64 *focus,
              AimedShot *best);

/* play_plans.c */
i64 enemies_of(PlayGame *game, i64 unit, i64 *found);
i64 floor_div(i64 a, i64 b);
i64 show_side(const PlayTables *tables, i64 shield, i64 facing);
const int16_t *later_row(PlayGame *game, i64 kind, i64 group, i64 side, i64 at);
void focus_of(PlayGame *game, i64 unit, const PlayWeights *weights, i64 *by_unit);
void weigh_plain(PlayGame *game, const Options *found, const PlayWeights *weights);
void weigh_plan(PlayGame *game, const Options *found, const PlayWeights *weights);
i64 objectives_wanted(PlayGame *game, i64 unit, uint8_t *wanted);

/* play_game.c */
void move_unit(PlayGame *game, i64 unit, Choice choice);
void remove_lost(PlayGame *game, i64 unit);

/* play_at_once.c */
void act_at_once(PlayGame *game);

/* play_bots.c */
Choice choose(PlayGame *game, const PlayBot *bot, i64 unit);
int aim(PlayGame *game, const PlayBot *bot, i64 unit, Shot *found);
Choice choice_at(const Options *found, i64 place);

/* play_search.c */
Choice choose_by_search(PlayGame *game, const PlayWeights *weights, i64 unit);
void aim_by_search(PlayGame *game, const PlayWeights *weights, i64 unit, const Shot *shots, i64 count, Shot *plan);

/* play_playouts.c */
typedef struct {
    i64 count;
    i64 *hexes, *moved, *sides;
    AimedShot *shots;
} Starts;
/* A copy of a game in playouts; arrays are by unit, by hex, by goal and party, and by party. */
typedef struct {
    int32_t *hexes, *sides, *moved, *left, *counts; /* counts: how much damage to a unit counts, in parts of FOCUS */
    int32_t *stands; /* see Policy */
    int16_t *harm;   /* [on][by], padded to whole blocks: what a unit suffers from an enemy after the enemy's next move */
    uint8_t *acted, *taken;
    int32_t *held, *scored, *points;
    int32_t last, over;
} Copy;
typedef struct MoveOptions MoveOptions;
/* How a unit stands in a hex, as far as that matters for attacks on it; next is the number of another in the same hex, 0 for none. */
typedef struct {
    int32_t side, moved, next;
} Stand;
/* Units and options are rated in blocks of eight at once. */
#define LANES 8
/* What stays the same in the playouts of a search. */
typedef struct {
    PlayWeights weights;
    i64 focus;
    int32_t *ties;            /* by hex */
    const int32_t **to_goals; /* by unit, [goals][hexes] */
    i64 *foe_counts, *foes;   /* by party, [parties][units]; all units that were on the board at first */
    uint64_t *goals_at;       /* by hex, the objectives there, a bit for each */
    i64 *alike;               /* by unit, the first unit that moves and fights alike */
    MoveOptions **options;    /* [units][hexes] */
    const int16_t **later;    /* [by][on], of enemies: the table of StrikeTables.later, [sides][hexes][hexes] */
    int32_t *first_stands;    /* [units][hexes], numbers of stands, 0 for none */
    i64 stand_count, stand_room;
    Stand *stands;            /* by number, from 1 */
    i64 moves_count;          /* whether the hexes that a target has moved matter */
} Policy;
void play_out(PlayGame *game, Policy *policy, i64 unit, const Starts *starts, i64 samples, i64 *values);

/* play_policy.c */
Policy *policy_of(PlayGame *game, const PlayWeights *weights);
int32_t counted_at(const Policy *policy, i64 left);
i64 padded(i64 count);
void note_stand(PlayGame *game, Policy *policy, Copy *copy, i64 unit);
void note_harm(PlayGame *game, Policy *policy, Copy *copy, i64 unit);
i64 row_of(const PlayTables *tables, const i64 *unit);
/* Return how far a hex is in parts of a movement point, rounded down; at most FARTHEST points. */
int32_t far_in_parts(i64 points, i64 scale);
/* Return what a unit can do to another after its next move. */
int16_t later_at(PlayGame *game, const i64 *by, const i64 *on, i64 side, i64 from, i64 to);
void harm_to_mates(const PlayGame *game, const Copy *copy, i64 unit, int32_t *found);
int32_t best_side(PlayGame *game, const Policy *policy, const Copy *copy, i64 unit, i64 target);
uint64_t goals_held(const PlayGame *game, const Policy *policy, const Copy *copy, i64 party, i64 but);

/* play_rating.c */
typedef struct {
    i64 hex, moved, target, chance, hit; /* target is -1 without an attack */
} Rated;
Rated rate(PlayGame *game, Policy *policy, const Copy *copy, i64 unit);

#endif
