/* The dice of games: the Mersenne Twister as Python's random.Random draws from it, number by number. */

#include "play.h"

#define WORDS 624
#define MIDDLE 397

static uint32_t next_word(uint32_t *state) {
    uint32_t at = state[WORDS];
    if (at >= WORDS) {
        for (int i = 0; i < WORDS; i++) {
            uint32_t y = (state[i] & 0x80000000u) | (state[(i + 1) % WORDS] & 0x7fffffffu);
            state[i] = state[(i + MIDDLE) % WORDS] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
        }
        at = 0;
    }
    uint32_t y = state[at];
    state[WORDS] = at + 1;
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

/* As Random.randrange(n), for n from 1. */
uint32_t dice_below(PlayGame *game, uint32_t n) {
    int bits = 0;
    while (bits < 32 && n >> bits) bits++;
    uint32_t drawn = next_word(game->dice) >> (32 - bits);
    while (drawn >= n) drawn = next_word(game->dice) >> (32 - bits);
    return drawn;
}

/* As Random.shuffle. */
void dice_shuffle(PlayGame *game, i64 *items, i64 count) {
    for (i64 i = count - 1; i > 0; i--) {
        i64 j = dice_below(game, (uint32_t)(i + 1)), item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

/* As Random.randbytes. */
void dice_bytes(PlayGame *game, uint8_t *found, i64 count) {
    for (i64 at = 0; at < count; at += 4) {
        uint32_t word = next_word(game->dice);
        i64 left = count - at < 4 ? count - at : 4;
        if (left < 4) word >>= 32 - 8 * left;
        for (i64 i = 0; i < left; i++) found[at + i] = (uint8_t)(word >> (8 * i));
    }
}
