/* image_pnm.c — the formats of Netpbm: P1, P4 bitmaps, P2, P5 gray, P3, P6 colour; text and binary. Larger numbers than
 * 255 are scaled. Reference: the man pages pbm(5), pgm(5), ppm(5). */
#include "tools/image.h"

typedef struct pnm_reader {
    const uint8_t *p, *end;
    bool failed;
} pnm_reader;

static bool pnm_is_space(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Steps over white space and comments. */
static void pnm_skip(pnm_reader *r) {
    while (r->p < r->end && (pnm_is_space(*r->p) || *r->p == '#')) {
        bool comment = *r->p++ == '#';
        while (comment && r->p < r->end && *r->p != '\n') r->p++;
    }
}

/* A decimal number of at most max. */
static uint32_t pnm_number(pnm_reader *r, uint32_t max) {
    uint32_t v = 0;
    pnm_skip(r);
    r->failed = r->failed || r->p == r->end || *r->p < '0' || *r->p > '9';
    while (!r->failed && r->p < r->end && *r->p >= '0' && *r->p <= '9') {
        uint32_t digit = *r->p++ - (uint32_t)'0';
        r->failed = v > (max - digit) / 10;
        v = v * 10 + digit;
    }
    return r->failed ? 0 : v;
}

/* The next sample of a text: of a bitmap one digit, which need no space between them. */
static uint32_t pnm_text(pnm_reader *r, bool bitmap, uint32_t max) {
    if (!bitmap) return pnm_number(r, max);
    pnm_skip(r);
    r->failed = r->failed || r->p == r->end || (*r->p != '0' && *r->p != '1');
    return r->failed ? 0 : *r->p++ - (uint32_t)'0';
}

/* The next binary sample, of one byte or two. */
static uint32_t pnm_binary(pnm_reader *r, uint32_t max) {
    uint32_t v = *r->p++;
    if (max > 255) v = v << 8 | *r->p++;
    return v < max ? v : max;
}

static uint8_t pnm_scale(uint32_t v, uint32_t max) { return (uint8_t)((v * 255 + max / 2) / max); }

static bool pnm_bits(pnm_reader *r, image *to) {
    size_t row = (to->width + 7) / 8;
    if ((size_t)(r->end - r->p) / row < to->height) return false;
    for (size_t i = 0; i < to->width * to->height; i++) {
        size_t x = i % to->width;
        bool black = r->p[i / to->width * row + x / 8] >> (7 - x % 8) & 1;
        for (size_t c = 0; c < 3; c++) to->rgb[3 * i + c] = black ? 0 : 255;
    }
    return true;
}

static bool pnm_samples(pnm_reader *r, uint8_t kind, uint32_t max, image *to) {
    size_t channels = kind == '3' || kind == '6' ? 3 : 1, n = to->width * to->height;
    bool text = kind <= '3';
    if (!text && (size_t)(r->end - r->p) / (max > 255 ? 2 : 1) / channels < n) return false;
    for (size_t i = 0; i < n && !r->failed; i++) {
        uint8_t *rgb = to->rgb + 3 * i;
        for (size_t c = 0; c < channels; c++) {
            rgb[c] = pnm_scale(text ? pnm_text(r, kind == '1', max) : pnm_binary(r, max), max);
        }
        if (kind == '1') rgb[0] = (uint8_t)(255 - rgb[0]);
        if (channels == 1) rgb[1] = rgb[2] = rgb[0];
    }
    return !r->failed;
}

bool image_pnm(const uint8_t *bytes, size_t n, image *to) {
    pnm_reader r = {bytes + 2, bytes + n, n < 3};
    uint8_t kind = r.failed ? '0' : bytes[1];
    bool bitmap = kind == '1' || kind == '4';
    uint32_t width = pnm_number(&r, INT32_MAX), height = pnm_number(&r, INT32_MAX);
    uint32_t max = bitmap ? 1 : pnm_number(&r, 65535);
    if (r.failed || max == 0 || r.p == r.end) return false;
    if (kind > '3') r.p++; /* one white space stands before the samples */
    /* A sample takes a bit of the file at least: what is too short asks for no memory. */
    if (width != 0 && (size_t)(r.end - r.p) * 8 / width < height) return false;
    if (!image_new(to, width, height)) return false;
    return kind == '4' ? pnm_bits(&r, to) : pnm_samples(&r, kind, max, to);
}
