/* conv_tile.h — the inner loop of convolutions whose channels lie behind the spatial axes: tiles of pixels x output
 * channels whose sums stay in registers while the depth streams past.
 *
 *   sum[p][m] = sum over s < n_seg, l < len of x[s][p][l] * w[s*len + l][m]
 *
 * The depth is cut into *segments* of `len` elements that lie next to each other in x: the channels of one tap, or of
 * all taps along the last axis. Each pixel of a tile has a pointer per segment, so no matrix of columns exists. Output
 * channels come in *panels* of `nr`, pixels in tiles of `mr`; the last panel is narrower where that is enough.
 *
 * Segments of zeros (`skip`) may be passed over, which leaves every finite sum as it is.
 *
 * Every sum is one chain of multiply-adds in the order of the depth, also where the depth comes in several blocks:
 * then the sums wait in `part` between calls. The chains of the variants begin with the bias, that of portable
 * code with 0. *Narrow* panels, of so few channels that most lanes would be empty, have vectors along the depth
 * instead: nr/2 chains, added up at the end of each block (portable code keeps to one chain). So bits depend on
 * the instruction set alone (the variants round once per multiply-add, the portable code twice). */
#ifndef CM_KERNELS_PRIM_CONV_TILE_H
#define CM_KERNELS_PRIM_CONV_TILE_H

#include "base/port.h"

/* One panel of output channels, some tiles of pixels, one block of the depth. */
typedef struct cm_conv_tile_args {
    const float *const *
        x; /* [ceil(n/mr)][n_seg][mr] pointers to len floats; those of pixels beyond n are valid, too */
    size_t n;          /* pixels, >= 1 */
    size_t n_seg, len; /* >= 0 */
    const uint8_t *skip; /* [ceil(n/mr)][n_seg], or NULL: not 0 where all pointers of a tile point to zeros */
    size_t x_at; /* elements from each pointer to the first that is read */
    const float *w;    /* [n_seg * len][panel width], aligned to 4 */
    const float *next; /* weights read after these: as many are fetched into caches, all along the depth; or NULL */
    bool dot; /* the panel is narrow: w is [n_seg * len / v][cols][v] with v = nr/2, a divisor of len */
    size_t cols;      /* output channels of the panel, 1..nr; width: cm_conv_tile_width(nr, cols) */
    float *part;      /* [ceil(n/mr)][mr][nr], aligned to 4, for the sums; NULL where the depth is one block */
    bool first, last; /* block of the depth */
    /* Epilogue, with the last block: y = min(max(sum + bias + r, lo), hi). NaN stays NaN; lo > hi gives hi. */
    float *y;          /* [n][ld]: cols of each pixel are written */
    const float *r;    /* [n][ld], may be y or NULL */
    size_t ld;         /* elements from pixel to pixel */
    const size_t *place; /* [n] elements from y and r to each pixel instead, or NULL */
    const float *bias; /* [cols] or NULL */
    float lo, hi;      /* -infinity and infinity where there is no clamp */
} cm_conv_tile_args;
typedef void cm_conv_tile_fn(const cm_conv_tile_args *a);

/* Is a group of mg channels, each of depth segments of cg elements, a narrow panel? */
CM_INLINE bool cm_conv_tile_is_narrow(size_t nr, size_t mg, size_t cg) {
    return mg >= 1 && mg <= 4 && mg <= nr / 4 && cg != 0 && cg % (nr / 2) == 0;
}

/* Channels that are stored of a panel with that many: a multiple of 8 where nr is 32, else nr or half of it. */
CM_INLINE size_t cm_conv_tile_width(size_t nr, size_t cols) {
    size_t unit = nr / (nr == 32 ? 4 : 2);
    return (cols + unit - 1) / unit * unit;
}

/* Most pixels and channels of a tile of any variant. */
#define CM_CONV_TILE_MR_MAX 12
#if CM_ARCH_X86
#define CM_CONV_TILE_NR_MAX 32
#else
#define CM_CONV_TILE_NR_MAX 8
#endif

/* Names that CM_PRIM and prims.def make. */
enum {
    cm_conv_tile_mr_portable = 4,
    cm_conv_tile_nr_portable = 8,
    cm_conv_tile_mr_avx2 = 6,
    cm_conv_tile_nr_avx2 = 16,
    cm_conv_tile_mr_avx512 = 12,
    cm_conv_tile_nr_avx512 = 32,
    cm_conv_tile_mr_neon = 6,
    cm_conv_tile_nr_neon = 8
};
cm_conv_tile_fn cm_conv_tile_f32_portable;
#if CM_ARCH_X86
cm_conv_tile_fn cm_conv_tile_f32_avx2, cm_conv_tile_f32_avx512;
#endif
#if CM_ARCH_ARM64
cm_conv_tile_fn cm_conv_tile_f32_neon;
#endif

#endif
