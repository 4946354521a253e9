/* sha1.c — see sha1.h. */
#include "base/sha1.h"

static uint32_t sha1_turn(uint32_t x, unsigned n) { return x << n | x >> (32 - n); }

static void sha1_block(uint32_t h[5], const uint8_t *p) {
    uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (unsigned t = 0; t < 16; t++, p += 4)
        w[t] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    for (unsigned t = 16; t < 80; t++) w[t] = sha1_turn(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
    for (unsigned t = 0; t < 80; t++) {
        uint32_t f, k;
        if (t < 20) {
            f = (b & c) | (~b & d);
            k = UINT32_C(0x5a827999);
        } else if (t < 40) {
            f = b ^ c ^ d;
            k = UINT32_C(0x6ed9eba1);
        } else if (t < 60) {
            f = (b & c) | (b & d) | (c & d);
            k = UINT32_C(0x8f1bbcdc);
        } else {
            f = b ^ c ^ d;
            k = UINT32_C(0xca62c1d6);
        }
        uint32_t next = sha1_turn(a, 5) + f + e + k + w[t];
        e = d;
        d = c;
        c = sha1_turn(b, 30);
        b = a;
        a = next;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
}

void cm_sha1_begin(cm_sha1 *s) {
    static const uint32_t first[5] = {UINT32_C(0x67452301), UINT32_C(0xefcdab89), UINT32_C(0x98badcfe),
                                      UINT32_C(0x10325476), UINT32_C(0xc3d2e1f0)};
    memcpy(s->h, first, sizeof first);
    s->n = 0;
}

void cm_sha1_add(cm_sha1 *s, const void *bytes, size_t n) {
    const uint8_t *p = bytes;
    size_t held = (size_t)(s->n % 64);
    s->n += n;
    if (held != 0) {
        size_t more = 64 - held < n ? 64 - held : n;
        memcpy(s->block + held, p, more);
        if (held + more < 64) return;
        sha1_block(s->h, s->block);
        p += more;
        n -= more;
    }
    for (; n >= 64; p += 64, n -= 64) sha1_block(s->h, p);
    if (n != 0) memcpy(s->block, p, n);
}

void cm_sha1_end(cm_sha1 *s, uint8_t sum[20]) {
    uint64_t bits = s->n * 8;
    uint8_t length[8], pad[64] = {0x80};
    for (unsigned i = 0; i < 8; i++) length[i] = (uint8_t)(bits >> (56 - 8 * i));
    cm_sha1_add(s, pad, (size_t)(119 - s->n % 64) % 64 + 1);
    cm_sha1_add(s, length, 8);
    for (unsigned i = 0; i < 20; i++) sum[i] = (uint8_t)(s->h[i / 4] >> (24 - 8 * (i % 4)));
}
