/* qconv_bytes.h — the inner loop of kernels/prim/qconv_tile.h on bytes:
 *
 *   sum[p][m] = init[m] - row[p] * zero[m] + sum over k of x[p][k] * w[k][m]   modulo 2^32
 *
 * x is unsigned bytes, w signed ones. The depth is cut into *blocks*, 16 bytes of x that lie side by side. Weights are
 * packed in the form that slot qconv_form names:
 *
 * CM_QCONV_QUADS, where the processor adds four products in 32 bits (vpdpbusd): all k of a block, in words of four
 * bytes that lie side by side.
 *
 * CM_QCONV_GROUPS, where it multiplies bytes into 16 bits, and products of two neighbours are added with saturation
 * (vpmaddubsw). Weights decide what can be added in 16 bits: whatever x is, the sum of some products lies between 255
 * times the negative weights' sum and 255 times the positive ones'. So some k are a *safe* group if for each channel of
 * the panel neither of these sums of weights exceeds 128 in magnitude. Packing looks for such groups among the k of a
 * block:
 *   plain   eights, as below, of eight k that lie side by side: words 0 and 1 of them
 *   eights  two safe groups of four k: products are added twice in 16 bits, then in 32
 *   fours   two safe groups of two k: products are added once in 16 bits
 *   twos    any two k, whose products are 32 bits
 *
 * Nothing saturates and integer sums have no order: all variants give the same bits, those of qconv_tile.
 *
 * A panel is a head, the places of what was packed, and at head.at its weights, for each word of bytes [width][4], for
 * twos [width][2]. Places of quads: for each block a word, the number of its first word of bytes and 256 times that of
 * its words. Of groups: [plain][2], [eights][3], [fours][2], [twos][2] words: the block's number, then which bytes of
 * it, 4 in a word; 0x80: none; of plain ones, the first byte. */
#ifndef CM_KERNELS_PRIM_QCONV_BYTES_H
#define CM_KERNELS_PRIM_QCONV_BYTES_H

#include "kernels/prim/qconv_tile.h"

#define CM_QCONV_BYTES_BLOCK ((size_t)16) /* bytes of a block */
#define CM_QCONV_BYTES_NONE 0x80

/* What slot qconv_form says: whether bytes are multiplied at all, and how their weights are packed; behind them the
 * names that CM_PRIM and prims.def make. */
enum {
    CM_QCONV_WORDS = 0,
    CM_QCONV_GROUPS = 1,
    CM_QCONV_QUADS = 2,
    cm_qconv_form_portable = CM_QCONV_WORDS,
    cm_qconv_form_avx2 = CM_QCONV_GROUPS,
    cm_qconv_form_avxvnni = CM_QCONV_QUADS,
    cm_qconv_form_vnni = CM_QCONV_QUADS /* of amx, too */
};

typedef struct cm_qconv_bytes_head {
    uint32_t blocks;                    /* of quads, else 0 */
    uint32_t plain, eights, fours, twos; /* of groups, else 0 */
    uint32_t width;                     /* channels that are stored */
    uint32_t at;                        /* bytes from the head to the weights: a multiple of 32, of quads 64 */
    int32_t sum[CM_QCONV_TILE_NR_MAX];  /* of each channel's weights */
} cm_qconv_bytes_head;

/* One panel of output channels and some pixels. */
typedef struct cm_qconv_bytes_args {
    const uint8_t *const *x;         /* [n]; all of a block can be read, what no entry names may be anything */
    const size_t *off;               /* of blocks, from a pixel's x on */
    size_t n;                        /* pixels */
    const cm_qconv_bytes_head *head; /* aligned to 64 bytes */
    const void *next;                /* bytes that are read next, as many as those of the panel; or NULL */
    const int32_t *init;             /* [width] */
    const uint32_t *row;             /* [n], NULL: zeros */
    const int32_t *zero;             /* [width], where there are rows */
    size_t cols, ld;                 /* these and the following: as in cm_qconv_tile_args */
    uint32_t *sums;
    const float *bias;
    float lo, hi;
    uint8_t *y;
    const float *scale;
    int32_t y_zero;
    uint8_t flip;
} cm_qconv_bytes_args;
typedef void cm_qconv_bytes_fn(const cm_qconv_bytes_args *a);

/* The sum of n bytes. */
typedef uint32_t cm_byte_sum_fn(const uint8_t *x, size_t n);

/* Blocks of a segment of len bytes that lie side by side in x. */
CM_INLINE size_t cm_qconv_bytes_blocks(size_t len) {
    return len / CM_QCONV_BYTES_BLOCK + (len % CM_QCONV_BYTES_BLOCK != 0);
}

/* Where block i of a segment begins: the last one as much earlier as it is shorter, so that nothing behind the segment
 * is read where it has a whole block. *shift: bytes that belong to the block before. */
CM_INLINE size_t cm_qconv_bytes_block(size_t len, size_t i, size_t *shift) {
    size_t first = i * CM_QCONV_BYTES_BLOCK, last = len < CM_QCONV_BYTES_BLOCK ? 0 : len - CM_QCONV_BYTES_BLOCK;
    size_t at = first < last ? first : last;
    *shift = first - at;
    return at;
}

/* Weights of a panel to pack: byte l of segment s of channel j is w[j * ld_j + l % c * ld_c + s * taps + l / c]. */
typedef struct cm_qconv_bytes_source {
    const uint8_t *w;
    size_t ld_j, ld_c;
    size_t n_seg, len, c, taps; /* all >= 1 */
    size_t nr, cols;            /* channels of a panel: 16 where groups are packed; channels of this one, 1..nr */
    uint8_t flip;               /* makes signed bytes of them */
    size_t form;                /* CM_QCONV_GROUPS or CM_QCONV_QUADS */
} cm_qconv_bytes_source;

/* Time of an entry, and of a step of two bytes in kernels/prim/qconv_tile.h; measured with AVX2. */
enum {
    CM_QCONV_BYTES_PLAIN = 50,
    CM_QCONV_BYTES_EIGHT = 57,
    CM_QCONV_BYTES_FOUR = 34,
    CM_QCONV_BYTES_TWO = 26,
    CM_QCONV_BYTES_STEP = 21
};

/* Words of bytes of a segment in quads. */
CM_INLINE size_t cm_qconv_bytes_quads(size_t len) {
    size_t shift, blocks = cm_qconv_bytes_blocks(len);
    if (len < CM_QCONV_BYTES_BLOCK) return len / 4 + (len % 4 != 0);
    (void)cm_qconv_bytes_block(len, blocks - 1, &shift);
    return blocks * (CM_QCONV_BYTES_BLOCK / 4) - shift / 4;
}

/* Packs a panel to dst, aligned to 64 bytes, where there is room for so many bytes. Adds the time of its entries to
 * *cost, that of quads, which always are the quicker ones, as 0. Returns how many bytes it takes, 0: there is not
 * enough room. */
size_t cm_qconv_bytes_pack(const cm_qconv_bytes_source *s, void *dst, size_t room, size_t *cost);

/* Room for a panel of quads of nr channels. false: it does not fit into a size. */
bool cm_qconv_bytes_quads_room(size_t n_seg, size_t len, size_t nr, size_t *bytes);

cm_qconv_bytes_fn cm_qconv_bytes_portable;
cm_byte_sum_fn cm_byte_sum_portable;
#if CM_ARCH_X86
cm_qconv_bytes_fn cm_qconv_bytes_avx2; /* needs CM_CPU_AVX2_FMA */
cm_qconv_bytes_fn cm_qconv_bytes_avxvnni; /* needs CM_CPU_AVX_VNNI */
cm_qconv_bytes_fn cm_qconv_bytes_vnni; /* needs CM_CPU_AVX512_VNNI */
cm_qconv_bytes_fn cm_qconv_bytes_amx;  /* needs CM_CPU_AMX */
cm_byte_sum_fn cm_byte_sum_avx2;
#endif

#endif
