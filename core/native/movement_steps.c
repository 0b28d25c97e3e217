/* The costs of all steps of a board: the loops of core/movement/board_steps.py. */

#include "movement.h"

/* A board, and what its terrain and levels cost a mover. */
typedef struct {
    i64 hexes;
    i64 allowance;
    i64 surcharge;
    i64 minimum_move;
    i64 lowest; /* the level in the first row and column of the tables of climbs */
    i64 levels; /* their rows and columns; 1 if levels make no difference */
    const uint16_t *terrain;
    const int16_t *level;
    const i32 *neighbours;
    const i64 *into; /* by terrain: the cost of entering */
    const u8 *footing; /* by terrain: 1 for hexes that can be passed, 2 for those where turns can end */
    const i64 *rise; /* [levels left, levels entered] */
    const u8 *climb; /* the same: 1 for a whole turn, 2 for barred */
    const u8 *units; /* by hex: 1 for hexes that units bar, 2 for those where they bar the end of a turn; or NULL */
    const i64 *across; /* [6, hexes]: what hexside features add; or NULL */
    const u8 *closed; /* [6, hexes]: the steps that they bar; or NULL */
    i64 *cost;
    u8 *whole_turn;
    u8 *open;
    u8 *may_end;
} Ground;

/* Write the steps; return 0 without memory. */
EXPORTED int fairground_steps(const Ground *ground) {
    i64 hexes = ground->hexes;
    /* What it costs to enter each hex, and before the first that of hexes off the board. */
    i64 *entering = malloc((size_t)(hexes + 1) * sizeof(i64));
    if (!entering) return 0;
    i64 *into = entering + 1, dearest = 0;
    into[-1] = IMPOSSIBLE;
    for (i64 at = 0; at < hexes; at++) {
        u8 footing = ground->footing[ground->terrain[at]], units = ground->units ? ground->units[at] : 0;
        ground->open[at] = footing & 1;
        ground->may_end[at] = (footing & 2) && !(units & 2);
        i64 cost = ground->into[ground->terrain[at]] + ground->surcharge;
        /* With levels, a climb may take a whole turn whatever the hex costs. */
        if (cost > ground->allowance && !ground->minimum_move && ground->levels == 1) cost = IMPOSSIBLE;
        into[at] = !(footing & 1) || (units & 1) || !ground->allowance ? IMPOSSIBLE : cost;
        if (into[at] > dearest) dearest = into[at];
    }
    memset(ground->whole_turn, 0, (size_t)(6 * hexes));
    if (ground->levels == 1 && !ground->across && dearest <= ground->allowance) {
        for (i64 direction = 0; direction < 6; direction++) {
            const i32 *neighbours = ground->neighbours + direction * hexes;
            i64 *cost = ground->cost + direction * hexes;
            for (i64 at = 0; at < hexes; at++)
                cost[at] = ground->open[at] ? into[neighbours[at]] : IMPOSSIBLE;
        }
        free(entering);
        return 1;
    }
    for (i64 step = 0, direction = 0; direction < 6; direction++)
        for (i64 at = 0; at < hexes; at++, step++) {
            i64 to = ground->neighbours[step], cost = ground->open[at] ? into[to] : IMPOSSIBLE;
            u8 whole = 0;
            if (cost >= 0) {
                i64 change = 0;
                if (ground->levels > 1)
                    change = (ground->level[at] - ground->lowest) * ground->levels + ground->level[to] - ground->lowest;
                cost += ground->rise[change];
                whole = ground->climb[change];
                if (ground->across) {
                    cost += ground->across[step];
                    if (ground->closed[step]) whole = 2;
                }
            }
            if (whole == 2) {
                cost = IMPOSSIBLE;
            } else if (whole) {
                cost = ground->allowance;
                ground->whole_turn[step] = 1;
            } else if (cost > ground->allowance) {
                if (ground->minimum_move)
                    ground->whole_turn[step] = 1;
                else
                    cost = IMPOSSIBLE;
            }
            ground->cost[step] = cost;
        }
    free(entering);
    return 1;
}
