/* inflate.c — see inflate.h. A code is decoded bit by bit from the number of codes of each length: slow beside tables,
 * and small; arrays of a test case are what is read here. */
#include <string.h>

#include "tools/inflate.h"

#define INFLATE_BITS 15
#define INFLATE_LITERALS 288
#define INFLATE_DISTANCES 32

typedef struct inflate_state {
    const uint8_t *from;
    uint8_t *to;
    size_t n_from, n_to, at, done;
    uint32_t bits, n_bits;
    bool bad; /* sticky: the input ended, or means nothing */
} inflate_state;

/* A prefix code: of each length how many symbols, and the symbols in the order of their codes. */
typedef struct inflate_code {
    uint16_t count[INFLATE_BITS + 1], symbol[INFLATE_LITERALS];
} inflate_code;

static uint32_t inflate_bits(inflate_state *s, uint32_t n) {
    while (s->n_bits < n) {
        if (s->at == s->n_from) {
            s->bad = true;
            return 0;
        }
        s->bits |= (uint32_t)s->from[s->at++] << s->n_bits;
        s->n_bits += 8;
    }
    uint32_t v = s->bits & ((UINT32_C(1) << n) - 1);
    s->bits >>= n;
    s->n_bits -= n;
    return v;
}

/* The code of n symbols from the lengths of their codes; false: too many codes of some length. */
static bool inflate_make(inflate_code *c, const uint8_t *lengths, uint32_t n) {
    uint16_t first[INFLATE_BITS + 1];
    int32_t left = 1;
    memset(c, 0, sizeof *c);
    for (uint32_t i = 0; i < n; i++) c->count[lengths[i]]++;
    c->count[0] = 0;
    first[0] = first[1] = 0;
    for (uint32_t l = 1; l <= INFLATE_BITS; l++) {
        left = left * 2 - c->count[l];
        if (left < 0) return false;
        if (l < INFLATE_BITS) first[l + 1] = (uint16_t)(first[l] + c->count[l]);
    }
    for (uint32_t i = 0; i < n; i++) {
        if (lengths[i] != 0) c->symbol[first[lengths[i]]++] = (uint16_t)i;
    }
    return true;
}

static uint32_t inflate_symbol(inflate_state *s, const inflate_code *c) {
    uint32_t code = 0, first = 0, index = 0;
    for (uint32_t l = 1; l <= INFLATE_BITS && !s->bad; l++) {
        code |= inflate_bits(s, 1);
        uint32_t n = c->count[l];
        if (code - first < n) return c->symbol[index + code - first];
        index += n;
        first = (first + n) << 1;
        code <<= 1;
    }
    s->bad = true;
    return 0;
}

/* Bytes that stand as they are, from the next whole byte on. */
static void inflate_stored(inflate_state *s) {
    s->bits = s->n_bits = 0;
    if (s->n_from - s->at < 4) {
        s->bad = true;
        return;
    }
    const uint8_t *p = s->from + s->at;
    size_t n = (size_t)p[0] | (size_t)p[1] << 8, inverse = (size_t)p[2] | (size_t)p[3] << 8;
    s->at += 4;
    s->bad = n != (~inverse & 0xffff) || n > s->n_from - s->at || n > s->n_to - s->done;
    if (s->bad) return;
    memcpy(s->to + s->done, s->from + s->at, n);
    s->at += n;
    s->done += n;
}

/* n bytes again that stand `back` bytes before the next one. */
static void inflate_copy(inflate_state *s, size_t n, size_t back) {
    s->bad = s->bad || back > s->done || n > s->n_to - s->done;
    for (size_t i = 0; i < n && !s->bad; i++, s->done++) s->to[s->done] = s->to[s->done - back];
}

static void inflate_block(inflate_state *s, const inflate_code *literals, const inflate_code *distances) {
    static const uint16_t length_base[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                           31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_more[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                          2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distance_base[] = {1,   2,   3,   4,   5,    7,    9,    13,   17,   25,
                                             33,  49,  65,  97,  129,  193,  257,  385,  513,  769,
                                             1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    while (!s->bad) {
        uint32_t symbol = inflate_symbol(s, literals);
        if (symbol == 256) return;
        if (symbol < 256) {
            s->bad = s->bad || s->done == s->n_to;
            if (!s->bad) s->to[s->done++] = (uint8_t)symbol;
            continue;
        }
        symbol -= 257;
        s->bad = symbol >= sizeof length_base / sizeof *length_base;
        if (s->bad) return;
        size_t n = length_base[symbol] + inflate_bits(s, length_more[symbol]);
        uint32_t d = inflate_symbol(s, distances);
        if (s->bad || d >= sizeof distance_base / sizeof *distance_base) {
            s->bad = true;
            return;
        }
        inflate_copy(s, n, distance_base[d] + inflate_bits(s, d < 4 ? 0 : d / 2 - 1));
    }
}

/* The codes that every reader knows. */
static void inflate_fixed(inflate_state *s) {
    uint8_t lengths[INFLATE_LITERALS];
    inflate_code literals, distances;
    for (uint32_t i = 0; i < INFLATE_LITERALS; i++) lengths[i] = i < 144 ? 8 : (i < 256 ? 9 : (i < 280 ? 7 : 8));
    s->bad = s->bad || !inflate_make(&literals, lengths, INFLATE_LITERALS);
    memset(lengths, 5, INFLATE_DISTANCES);
    s->bad = s->bad || !inflate_make(&distances, lengths, 30);
    if (!s->bad) inflate_block(s, &literals, &distances);
}

/* Codes that the block brings itself, their lengths coded once more. */
static void inflate_dynamic(inflate_state *s) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[INFLATE_LITERALS + INFLATE_DISTANCES] = {0};
    inflate_code code, distances;
    uint32_t n_literals = 257 + inflate_bits(s, 5), n_distances = 1 + inflate_bits(s, 5);
    uint32_t n_lengths = 4 + inflate_bits(s, 4), n = 0;
    for (uint32_t i = 0; i < n_lengths; i++) lengths[order[i]] = (uint8_t)inflate_bits(s, 3);
    s->bad = s->bad || n_literals > 286 || n_distances > 30 || !inflate_make(&code, lengths, 19);
    memset(lengths, 0, sizeof lengths);
    while (!s->bad && n < n_literals + n_distances) {
        uint32_t symbol = inflate_symbol(s, &code), again = 1;
        uint8_t length = (uint8_t)symbol;
        if (symbol == 16) {
            s->bad = s->bad || n == 0;
            length = n == 0 ? 0 : lengths[n - 1];
            again = 3 + inflate_bits(s, 2);
        } else if (symbol > 16) {
            length = 0;
            again = symbol == 17 ? 3 + inflate_bits(s, 3) : 11 + inflate_bits(s, 7);
        }
        s->bad = s->bad || again > n_literals + n_distances - n;
        for (uint32_t i = 0; i < again && !s->bad; i++) lengths[n++] = length;
    }
    s->bad = s->bad || !inflate_make(&code, lengths, n_literals);
    s->bad = s->bad || !inflate_make(&distances, lengths + n_literals, n_distances);
    if (!s->bad) inflate_block(s, &code, &distances);
}

bool tool_inflate(const uint8_t *from, size_t n_from, uint8_t *to, size_t n_to) {
    inflate_state s = {.from = from, .to = to, .n_from = n_from, .n_to = n_to};
    for (bool last = false; !last && !s.bad;) {
        last = inflate_bits(&s, 1) != 0;
        uint32_t kind = inflate_bits(&s, 2);
        if (s.bad) break;
        if (kind == 0)
            inflate_stored(&s);
        else if (kind == 1)
            inflate_fixed(&s);
        else if (kind == 2)
            inflate_dynamic(&s);
        else
            s.bad = true;
    }
    return !s.bad && s.done == n_to;
}

uint32_t tool_crc32(const uint8_t *p, size_t n) {
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < n; i++) {
        crc ^= p[i];
        for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
    }
    return ~crc;
}
