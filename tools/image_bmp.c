/* image_bmp.c — BMP: the headers of OS/2 and Windows, 1 to 32 bits a pixel, bit fields, RLE4 and RLE8. Reference:
 * Microsoft, "Bitmap Header Types", "Bitmap Compression". */
#include "tools/image.h"

enum { BMP_RGB = 0, BMP_RLE8 = 1, BMP_RLE4 = 2, BMP_BITFIELDS = 3, BMP_ALPHABITFIELDS = 6 };

typedef struct bmp_reader {
    const uint8_t *bytes;
    size_t n;
    size_t pixels, palette; /* where they stand */
    uint32_t n_colors, color_size;
    uint32_t bits, compression;
    uint32_t mask[3];
    bool top_down;
} bmp_reader;

static uint32_t bmp_u16(const uint8_t *p) { return p[0] | (uint32_t)p[1] << 8; }
static uint32_t bmp_u32(const uint8_t *p) { return bmp_u16(p) | bmp_u16(p + 2) << 16; }

static void bmp_color(const bmp_reader *r, uint32_t index, uint8_t *rgb) {
    if (index >= r->n_colors) return; /* black */
    const uint8_t *p = r->bytes + r->palette + (size_t)index * r->color_size;
    rgb[0] = p[2];
    rgb[1] = p[1];
    rgb[2] = p[0];
}

/* The bits of v under the mask as 0..255. */
static uint8_t bmp_field(uint32_t v, uint32_t mask) {
    if (mask == 0) return 0;
    uint32_t shift = 0;
    while ((mask >> shift & 1) == 0) shift++;
    uint64_t max = mask >> shift, part = (v & mask) >> shift;
    return (uint8_t)((part * 255 + max / 2) / max);
}

/* ---- headers ---- */

static bool bmp_masks(bmp_reader *r, size_t header) {
    static const uint32_t of_16[3] = {0x7c00, 0x3e0, 0x1f}, of_32[3] = {0xff0000, 0xff00, 0xff};
    bool given = r->compression == BMP_BITFIELDS || r->compression == BMP_ALPHABITFIELDS;
    if (given && r->n < 66) return false;
    if (given && header == 40) r->palette += r->compression == BMP_BITFIELDS ? 12 : 16;
    for (size_t i = 0; i < 3; i++) {
        r->mask[i] = given ? bmp_u32(r->bytes + 54 + 4 * i) : r->bits == 16 ? of_16[i] : of_32[i];
    }
    return true;
}

static bool bmp_info(bmp_reader *r, size_t header, uint32_t *width, uint32_t *height) {
    if (r->n < 54) return false;
    *width = bmp_u32(r->bytes + 18);
    *height = bmp_u32(r->bytes + 22);
    r->top_down = *height > INT32_MAX;
    if (r->top_down) *height = 0u - *height;
    r->bits = bmp_u16(r->bytes + 28);
    r->compression = bmp_u32(r->bytes + 30);
    r->n_colors = bmp_u32(r->bytes + 46);
    r->color_size = 4;
    return *width <= INT32_MAX && *height <= INT32_MAX && bmp_masks(r, header);
}

static bool bmp_head(bmp_reader *r, uint32_t *width, uint32_t *height) {
    if (r->n < 26) return false;
    size_t header = bmp_u32(r->bytes + 14);
    r->pixels = bmp_u32(r->bytes + 10);
    if (header > r->n - 14) return false;
    r->palette = 14 + header;
    if (header == 12) {
        *width = bmp_u16(r->bytes + 18);
        *height = bmp_u16(r->bytes + 20);
        r->bits = bmp_u16(r->bytes + 24);
        r->color_size = 3;
    } else if (header < 40 || !bmp_info(r, header, width, height)) {
        return false;
    }
    bool palette = r->bits == 1 || r->bits == 4 || r->bits == 8;
    if (!palette && r->bits != 16 && r->bits != 24 && r->bits != 32) return false;
    if (!palette) return r->pixels <= r->n;
    uint32_t most = 1u << r->bits;
    if (r->n_colors == 0 || r->n_colors > most) r->n_colors = most;
    size_t room = r->palette < r->n ? (r->n - r->palette) / r->color_size : 0;
    if (r->n_colors > room) r->n_colors = (uint32_t)room;
    return r->pixels <= r->n;
}

/* ---- pixels ---- */

static uint8_t *bmp_row(const bmp_reader *r, image *to, size_t y) {
    return to->rgb + (r->top_down ? y : to->height - 1 - y) * to->width * 3;
}

static void bmp_pixel(const bmp_reader *r, const uint8_t *row, size_t x, uint8_t *rgb) {
    if (r->bits <= 8) {
        size_t bit = x * r->bits;
        bmp_color(r, (uint32_t)row[bit / 8] >> (8 - r->bits - bit % 8) & ((1u << r->bits) - 1), rgb);
    } else if (r->bits == 24) {
        for (size_t c = 0; c < 3; c++) rgb[c] = row[3 * x + 2 - c];
    } else {
        uint32_t v = r->bits == 16 ? bmp_u16(row + 2 * x) : bmp_u32(row + 4 * x);
        for (size_t c = 0; c < 3; c++) rgb[c] = bmp_field(v, r->mask[c]);
    }
}

/* A line of the file takes a multiple of 4 bytes. */
static size_t bmp_stride(const bmp_reader *r, size_t width) { return (width * r->bits + 31) / 32 * 4; }

static bool bmp_plain(const bmp_reader *r, image *to) {
    size_t stride = bmp_stride(r, to->width);
    for (size_t y = 0; y < to->height; y++) {
        const uint8_t *row = r->bytes + r->pixels + y * stride;
        for (size_t x = 0; x < to->width; x++) bmp_pixel(r, row, x, bmp_row(r, to, y) + 3 * x);
    }
    return true;
}

/* n pixels from x on, whose indices are nibbles or bytes of p, or two in turn (p[0] again and again). */
static void bmp_run(const bmp_reader *r, image *to, size_t x, size_t y, size_t n, const uint8_t *p, bool again) {
    for (size_t i = 0; i < n && y < to->height && x + i < to->width; i++) {
        uint32_t byte = again ? p[0] : r->bits == 4 ? p[i / 2] : p[i];
        uint32_t index = r->bits == 8 ? byte : i % 2 == 0 ? byte >> 4 : byte & 15;
        bmp_color(r, index, bmp_row(r, to, y) + 3 * (x + i));
    }
}

/* Pairs of bytes: a count and what is repeated; 0 and 0 (end of the line), 1 (of the image), 2 (a step right and up),
 * or a number of pixels that follow, padded to two bytes. */
static bool bmp_rle(const bmp_reader *r, image *to) {
    size_t x = 0, y = 0;
    const uint8_t *p = r->bytes + r->pixels, *end = r->bytes + r->n;
    for (size_t i = 0; i < to->width * to->height; i++) bmp_color(r, 0, to->rgb + 3 * i);
    while (end - p >= 2) {
        size_t count = p[0], what = p[1];
        p += 2;
        if (count != 0) {
            bmp_run(r, to, x, y, count, p - 1, true);
            x += count;
        } else if (what == 1) {
            return true;
        } else if (what == 0) {
            x = 0;
            y++;
        } else if (what == 2) {
            if (end - p < 2) return false;
            x += p[0];
            y += p[1];
            p += 2;
        } else {
            size_t bytes = r->bits == 8 ? what : (what + 1) / 2;
            bytes += bytes % 2;
            if ((size_t)(end - p) < bytes) return false;
            bmp_run(r, to, x, y, what, p, false);
            x += what;
            p += bytes;
        }
    }
    return y >= to->height; /* the end of the image is missing: complete all the same if all lines were there */
}

bool image_bmp(const uint8_t *bytes, size_t n, image *to) {
    bmp_reader r = {.bytes = bytes, .n = n};
    uint32_t width = 0, height = 0;
    if (!bmp_head(&r, &width, &height)) return false;
    bool rle = (r.compression == BMP_RLE8 && r.bits == 8) || (r.compression == BMP_RLE4 && r.bits == 4);
    bool fields = r.compression == BMP_BITFIELDS || r.compression == BMP_ALPHABITFIELDS;
    if (!rle && r.compression != BMP_RGB && !(fields && (r.bits == 16 || r.bits == 32))) return false;
    if (!rle && width != 0 && (n - r.pixels) / bmp_stride(&r, width) < height) return false;
    if (!image_new(to, width, height)) return false;
    return rle ? bmp_rle(&r, to) : bmp_plain(&r, to);
}
