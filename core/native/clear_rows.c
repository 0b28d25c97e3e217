/* Reads of the rows of clear lines that all_pairs.c makes: how many lines end in each lane, and the views from some hexes. */

#include "lines.h"

#include <string.h>

/* The rows of some offsets. A row has a bit for each lane where lines start; they end ``move`` lanes further. */
typedef struct {
    int64_t count;
    const uint8_t *rows;
    const int64_t *row; /* the byte where each begins */
    const int64_t *bytes; /* how long each is: a multiple of BYTES */
    const int64_t *move; /* above 0 */
} Rows;

/* Add up three bits a lane: the result is their sum, and the carry goes to ``over``. */
ALWAYS_INLINE Words add_bits(Words a, Words b, Words c, Words *over) {
    Words either = a ^ b;
    *over = (a & b) | (either & c);
    return either ^ c;
}

/* The rows that are added up together; their sums take four planes. */
#define TOGETHER 15

/* Add up the bits of up to TOGETHER rows, read from ``slots`` of ``slot_bytes`` at ``from``, and add the sums to counters. */
ALWAYS_INLINE void add_rows(const uint8_t *slots, int64_t slot_bytes, const int64_t *from, const int *bits, int64_t plane_bytes,
                            int64_t planes, uint8_t *counters) {
    for (int64_t byte = 0; byte < plane_bytes; byte += BYTES) {
        Words row[TOGETHER], two[7], four[3], sum[4];
        for (int i = 0; i < TOGETHER; i++) {
            const uint8_t *at = slots + i * slot_bytes + from[i] + byte;
            row[i] = *(const Anywhere *)at >> bits[i] | *(const Anywhere *)(at + 7) << (56 - bits[i]);
        }
        for (int i = 0; i < 5; i++)
            row[i] = add_bits(row[3 * i], row[3 * i + 1], row[3 * i + 2], &two[i]);
        row[0] = add_bits(row[0], row[1], row[2], &two[5]);
        sum[0] = add_bits(row[0], row[3], row[4], &two[6]);
        two[0] = add_bits(two[0], two[1], two[2], &four[0]);
        two[1] = add_bits(two[3], two[4], two[5], &four[1]);
        sum[1] = add_bits(two[0], two[1], two[6], &four[2]);
        sum[2] = add_bits(four[0], four[1], four[2], &sum[3]);
        Words carry = {0};
        for (int64_t n = 0; n < planes; n++) {
            Anywhere *counter = (Anywhere *)(counters + n * plane_bytes + byte);
            *counter = n < 4 ? add_bits(*counter, sum[n], carry, &carry) : add_bits(*counter, carry, (Words){0}, &carry);
        }
    }
}

/* Count the lines that end in each lane, or that start there if ``at_start``: add to counters, whose lowest plane comes first.
 * ``slots`` is memory for TOGETHER times ``plane_bytes`` and twice BYTES. */
FOR_EACH_PROCESSOR
EXPORTED void fairground_count_lines(const Rows *rows, int64_t at_start, int64_t plane_bytes, uint8_t *slots, int64_t planes,
                                     uint8_t *counters) {
    int64_t slot_bytes = plane_bytes + 2 * BYTES;
    for (int64_t first = 0; first < rows->count; first += TOGETHER) {
        int64_t from[TOGETHER];
        int bits[TOGETHER];
        memset(slots, 0, TOGETHER * slot_bytes);
        for (int64_t i = 0; i < TOGETHER; i++) {
            int64_t move = at_start || first + i >= rows->count ? 0 : rows->move[first + i];
            /* Whole bytes are moved while they are copied, and the remaining lanes when they are read. */
            from[i] = BYTES - (move & 7 ? 1 : 0);
            bits[i] = (int)(8 - (move & 7)) & 7;
            if (first + i >= rows->count)
                continue;
            int64_t room = plane_bytes - (move >> 3), size = rows->bytes[first + i];
            memcpy(slots + i * slot_bytes + BYTES + (move >> 3), rows->rows + rows->row[first + i],
                   (size_t)(size < room ? size : room));
        }
        add_rows(slots, slot_bytes, from, bits, plane_bytes, planes, counters);
    }
}

/* The lanes whose views are wanted. */
typedef struct {
    int64_t cells; /* how many a view has */
    const uint8_t *chosen; /* a plane of them; it may be read a move and a block beyond its end */
    const uint8_t *blocks; /* whether any is in each block of BYTES, two more than may be read */
    const int32_t *view; /* the view of each chosen lane */
    const int32_t *cell; /* the place of each lane's hex in a view */
    uint8_t *views;
} Views;

/* Lines of a later row are looked at in about the same blocks: these are fetched so many rows ahead. */
#define AHEAD 8

/* Mark the hexes at the other ends of a row's lines that start in chosen lanes, or that end there unless ``at_start``. */
ALWAYS_INLINE void mark_views(const Views *wanted, const Rows *rows, int64_t index, int at_start) {
    const uint8_t *row = rows->rows + rows->row[index];
    const uint8_t *later = rows->rows + rows->row[index + AHEAD < rows->count ? index + AHEAD : index];
    int64_t bytes = rows->bytes[index], move = rows->move[index];
    int64_t further = at_start ? 0 : move >> 3;
    int bits = at_start ? 0 : (int)(move & 7);
    for (int64_t byte = 0; byte < bytes; byte += BYTES) {
        /* A block that is read from the middle of one, and bits further, meets the next. */
        const uint8_t *block = wanted->blocks + (byte + further) / BYTES;
        if (!(block[0] | block[1]))
            continue;
        __builtin_prefetch(later + byte);
        const uint8_t *chosen = wanted->chosen + byte + further;
        Words here = *(const Anywhere *)chosen >> bits | *(const Anywhere *)(chosen + 7) << (56 - bits);
        here &= *(const Anywhere *)(row + byte);
        for (int n = 0; n < 8; n++)
            for (uint64_t word = here[n]; word; word &= word - 1) {
                int64_t start = 8 * byte + 64 * n + __builtin_ctzll(word);
                int64_t from = at_start ? start : start + move, to = at_start ? start + move : start;
                wanted->views[wanted->view[from] * wanted->cells + wanted->cell[to]] = 1;
            }
    }
}

/* Mark the hexes at the other ends of lines that start in chosen lanes, if ``starts``, and of those that end there, if ``ends``. */
FOR_EACH_PROCESSOR
EXPORTED void fairground_views(const Rows *rows, int64_t starts, int64_t ends, const Views *wanted) {
    for (int64_t i = 0; i < rows->count; i++) {
        if (starts)
            mark_views(wanted, rows, i, 1);
        if (ends)
            mark_views(wanted, rows, i, 0);
    }
}

/* Set planes of ``words`` 64-bit words to rows, each at an index: the lanes where its lines start, or where they end unless
 * ``at_start``. Planes begin as zeros. */
EXPORTED void fairground_planes(const Rows *rows, const int64_t *index, int64_t at_start, int64_t words, uint64_t *planes) {
    for (int64_t i = 0; i < rows->count; i++) {
        const uint64_t *row = (const uint64_t *)(rows->rows + rows->row[i]);
        uint64_t *plane = planes + index[i] * words;
        int64_t size = rows->bytes[i] / 8, further = at_start ? 0 : rows->move[i] / 64;
        int bits = at_start ? 0 : (int)(rows->move[i] & 63);
        if (size > words - further)
            size = words - further;
        for (int64_t word = 0; word < size; word++) {
            plane[word + further] |= row[word] << bits;
            if (word + further + 1 < words)
                plane[word + further + 1] |= row[word] >> 1 >> (63 - bits);
        }
    }
}
