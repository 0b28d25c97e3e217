/* The fewest hexes that separate two zones: the flow of core/metrics/chokepoints/cuts.py, for hexes that all weigh 1.
 *
 * A unit of flow is a path, and each hex outside the zones is on one path at most. In each round, paths are searched from all hexes
 * of the start, towards the end first, and no node is tried twice. A hex is two nodes, one where paths enter it and one where they
 * leave. The last round finds no path, and so has seen all nodes that can be reached. */

#include "exported.h"

#include <string.h>

/* Steps between neighbouring hexes; arrays have an item for each hex unless they say otherwise. */
typedef struct {
    int64_t hexes;
    const int32_t *neighbours; /* [6, hexes] */
    const uint8_t *possible; /* a bit for each direction in which there is a step */
    const uint8_t *zone; /* START, END, or 0 for the hexes between */
} Ground;

#define START 1
#define END 2

/* Memory; arrays by node have two items for each hex: where it is entered, 2 * hex, and left, 2 * hex + 1. */
typedef struct {
    uint8_t *seen; /* by node */
    uint8_t *tried; /* by node: the next way on to try, see ``onward`` */
    int32_t *waiting; /* by node */
    uint32_t *ahead; /* the directions of each hex, four bits each, those that lead nearer to the end lowest */
    int32_t *far; /* steps from the end, whatever the paths; -1 for none */
    int32_t *from; /* the hex before on the path through a hex; NONE if there is none */
    int32_t *to; /* the hex after */
    uint8_t *used; /* whether a path leads through a hex */
} Memory;

#define NONE -1
#define WAYS 7

/* Return the node that is one way on from a node with spare room, NONE if there is none; ``way`` is below WAYS. A path that is pushed
 * back along another one takes over its beginning or its end. */
static int32_t onward(const Ground *ground, const Memory *memory, int32_t node, int way) {
    int32_t hex = node >> 1;
    if (!(node & 1)) {
        if (way == 0)
            return memory->used[hex] ? NONE : node + 1;
        int32_t before = way == 1 ? memory->from[hex] : NONE;
        return before == NONE || ground->zone[before] ? NONE : 2 * before + 1;
    }
    if (way == 6)
        return memory->used[hex] ? node - 1 : NONE;
    int direction = memory->ahead[hex] >> 4 * way & 15;
    if (!(ground->possible[hex] >> direction & 1))
        return NONE;
    int32_t beside = ground->neighbours[direction * ground->hexes + hex];
    return ground->zone[beside] == START || memory->far[beside] < 0 ? NONE : 2 * beside;
}

/* Order the directions of each hex by how far from the end they lead. */
static void look_ahead(const Ground *ground, const Memory *memory) {
    int64_t hexes = ground->hexes, added = 0;
    int32_t *far = memory->far, *waiting = memory->waiting;
    for (int32_t hex = 0; hex < hexes; hex++) {
        far[hex] = ground->zone[hex] == END ? 0 : -1;
        if (!far[hex])
            waiting[added++] = hex;
    }
    for (int64_t next = 0; next < added; next++) {
        int32_t hex = waiting[next];
        for (int way = 0; way < 6; way++) {
            int32_t beside = ground->neighbours[way * hexes + hex];
            if (beside < 0 || far[beside] >= 0 || !(ground->possible[beside] >> (way + 3) % 6 & 1))
                continue;
            far[beside] = far[hex] + 1;
            waiting[added++] = beside;
        }
    }
    /* For each set of directions, a bit each: these directions, four bits each, and how many bits they take. */
    uint32_t listed[64] = {0}, bits[64] = {0};
    for (uint32_t set = 1; set < 64; set++) {
        listed[set] = listed[set & (set - 1)] << 4 | (uint32_t)__builtin_ctz(set);
        bits[set] = bits[set & (set - 1)] + 4;
    }
    for (int64_t hex = 0; hex < hexes; hex++) {
        uint32_t nearer = 0, level = 0, onto = 0;
        for (int way = 0; way < 6; way++) {
            int32_t beside = ground->neighbours[way * hexes + hex];
            int32_t other = beside < 0 ? -1 : far[beside];
            nearer |= (uint32_t)(other >= 0 && other < far[hex]) << way;
            level |= (uint32_t)(other == far[hex] && other >= 0) << way;
            onto |= (uint32_t)(other >= 0) << way;
        }
        /* Last come those off the board, and those that do not lead to the end. */
        uint32_t sets[] = {63 & ~onto, onto & ~nearer & ~level, level, nearer}, ahead = 0;
        for (int i = 0; i < 4; i++)
            ahead = ahead << bits[sets[i]] | listed[sets[i]];
        memory->ahead[hex] = ahead;
    }
}

/* Add a path along some nodes, from a hex of the start to one of the end. */
static void add_path(const Memory *memory, int32_t start, const int32_t *nodes, int64_t count, int32_t end) {
    memory->from[nodes[0] >> 1] = start;
    for (int64_t i = 0; i + 1 < count; i++) {
        int32_t hex = nodes[i] >> 1, other = nodes[i + 1] >> 1;
        if (nodes[i] & 1) {
            memory->to[hex] = hex == other ? NONE : other;
            memory->from[other] = hex == other ? NONE : hex;
            if (hex == other)
                memory->used[hex] = 0;
        } else if (hex == other) {
            memory->used[hex] = 1;
        }
    }
    memory->to[nodes[count - 1] >> 1] = end;
}

/* Add a path from a node next to a hex of the start, through nodes not seen yet. Returns whether there is one. */
static int find_path(const Ground *ground, const Memory *memory, int32_t start, int32_t first) {
    int32_t *nodes = memory->waiting;
    int64_t count = 1;
    nodes[0] = first;
    memory->seen[first] = 1;
    while (count) {
        int32_t node = nodes[count - 1], other = NONE;
        while (memory->tried[node] < WAYS && other == NONE) {
            other = onward(ground, memory, node, memory->tried[node]++);
            if (other != NONE && ground->zone[other >> 1] == END) {
                add_path(memory, start, nodes, count, other >> 1);
                return 1;
            }
            if (other != NONE && memory->seen[other])
                other = NONE;
        }
        if (other == NONE) {
            count--;
        } else {
            memory->seen[other] = 1;
            nodes[count++] = other;
        }
    }
    return 0;
}

/* Add paths in one round. Returns how many. */
static int64_t find_paths(const Ground *ground, const Memory *memory) {
    int64_t found = 0;
    memset(memory->seen, 0, 2 * ground->hexes);
    memset(memory->tried, 0, 2 * ground->hexes);
    for (int32_t hex = 0; hex < ground->hexes; hex++)
        for (int way = 0; way < 6 && ground->zone[hex] == START; way++) {
            int32_t first = onward(ground, memory, 2 * hex + 1, way);
            if (first != NONE && !memory->seen[first])
                found += find_path(ground, memory, hex, first);
        }
    return found;
}

/* Whether there is a step from a hex to another. */
static int leads_to(const Ground *ground, int32_t hex, int32_t other) {
    for (int way = 0; way < 6; way++)
        if (ground->neighbours[way * ground->hexes + hex] == other)
            return ground->possible[hex] >> way & 1;
    return 0;
}

/* Drop the paths, found on other ground between the same zones, that lead over steps there are not. Returns how many are left. */
static int64_t keep_paths(const Ground *ground, const Memory *memory) {
    int64_t kept = 0;
    memset(memory->seen, 0, ground->hexes);
    for (int32_t first = 0; first < ground->hexes; first++) {
        if (!memory->used[first] || ground->zone[memory->from[first]] != START)
            continue;
        int whole = leads_to(ground, memory->from[first], first);
        for (int32_t hex = first; !ground->zone[hex]; hex = memory->to[hex])
            whole = whole && leads_to(ground, hex, memory->to[hex]);
        kept += whole;
        for (int32_t hex = first; whole && !ground->zone[hex]; hex = memory->to[hex])
            memory->seen[hex] = 1;
    }
    /* Besides broken paths, there may be rings that lead nowhere. */
    for (int32_t hex = 0; hex < ground->hexes; hex++)
        if (!memory->seen[hex]) {
            memory->from[hex] = memory->to[hex] = NONE;
            memory->used[hex] = 0;
        }
    return kept;
}

/* Mark the nodes from which the end can be reached with spare room, as seen. */
static void find_nodes_before_end(const Ground *ground, const Memory *memory) {
    int32_t *waiting = memory->waiting;
    int64_t hexes = ground->hexes, added = 0;
    memset(memory->seen, 0, 2 * hexes);
    for (int64_t next = -hexes; next < added; next++) {
        /* First come all hexes of the end. */
        int32_t hex = (int32_t)(next < 0 ? next + hexes : waiting[next] >> 1), others[WAYS];
        int count = 0;
        if (next < 0 ? ground->zone[hex] == END : !(waiting[next] & 1)) {
            for (int way = 0; way < 6; way++) {
                int32_t beside = ground->neighbours[way * hexes + hex];
                if (beside >= 0 && !ground->zone[beside] && ground->possible[beside] >> (way + 3) % 6 & 1)
                    others[count++] = 2 * beside + 1;
            }
            if (next >= 0 && memory->used[hex])
                others[count++] = 2 * hex + 1;
        } else if (next >= 0) {
            int32_t after = memory->to[hex];
            if (after != NONE && !ground->zone[after])
                others[count++] = 2 * after;
            if (!memory->used[hex])
                others[count++] = 2 * hex;
        }
        for (int i = 0; i < count; i++)
            if (!memory->seen[others[i]]) {
                memory->seen[others[i]] = 1;
                waiting[added++] = others[i];
            }
    }
}

/* Find two of the smallest sets of hexes that separate two zones, those nearest to the start and to the end, and mark them. Memory
 * begins with no paths or with those of other ground. Returns how many hexes each has, or -1 if no hexes separate the zones. */
EXPORTED int64_t fairground_cut(const Ground *ground, const Memory *memory, uint8_t *near_start, uint8_t *near_end) {
    int64_t hexes = ground->hexes, width = 0;
    for (int32_t hex = 0; hex < hexes; hex++)
        for (int way = 0; way < 6; way++)
            if (ground->zone[hex] == START && ground->possible[hex] >> way & 1 &&
                ground->zone[ground->neighbours[way * hexes + hex]] == END)
                return -1;
    width = keep_paths(ground, memory);
    look_ahead(ground, memory);
    for (int64_t more = 1; more; width += more)
        more = find_paths(ground, memory);
    for (int64_t hex = 0; hex < hexes; hex++)
        near_start[hex] = memory->seen[2 * hex] && !memory->seen[2 * hex + 1];
    find_nodes_before_end(ground, memory);
    for (int64_t hex = 0; hex < hexes; hex++)
        near_end[hex] = memory->seen[2 * hex + 1] && !memory->seen[2 * hex];
    return width;
}
