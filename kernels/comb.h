/* comb.h — the outputs of a transposed convolution as combs, each of them a plain convolution.
 *
 * Along one axis tap k of input i adds to output o = i*stride - pad + k*dilation. Outputs o and
 * o + stride take the same taps, from neighbouring inputs: outputs p, p + stride, p + 2*stride, ...
 * are the comb p, a convolution with stride 1 over every step-th tap, the last one first, where
 * step = stride / common, common = gcd(stride, dilation):
 *     (o + pad - k*dilation) mod stride == 0   <=>   k mod step == first
 * first solves first * (dilation/common) == ((p + pad) mod stride) / common modulo step. Without a
 * remainder-free quotient, or a tap `first` in the kernel, nothing is added to the comb's outputs.
 * An axis has min(stride, out) combs; those of a plane are all combinations. Each output is in one
 * comb, so nothing is scattered. */
#ifndef CM_KERNELS_COMB_H
#define CM_KERNELS_COMB_H

#include "kernels/geom.h"

/* How the taps of an axis divide; known without the data. */
typedef struct cm_comb_taps {
    size_t kernel, stride, dilation; /* >= 1 */
    size_t common, step;
    size_t inverse; /* of dilation / common, modulo step */
} cm_comb_taps;

typedef struct cm_comb_axis {
    cm_comb_taps t;
    size_t in, out, pad;
} cm_comb_axis;

typedef struct cm_combs {
    uint32_t n; /* spatial axes */
    cm_comb_axis axis[CM_MAX_SPATIAL];
    size_t in_plane, out_plane; /* elements */
    size_t taps;                /* of the kernel */
    size_t count;               /* combs of a plane */
    size_t max_outputs;         /* of a comb */
    size_t max_taps;            /* of a comb */
} cm_combs;

/* One comb of a plane. */
typedef struct cm_comb {
    cm_geom g;                    /* the convolution; an axis may be without taps */
    size_t place[CM_MAX_SPATIAL]; /* output coordinate of its output 0 */
    size_t first[CM_MAX_SPATIAL]; /* lowest tap; tap j of the convolution is tap
                                   * first + (g.axis[i].kernel - 1 - j) * step of the kernel */
} cm_comb;

cm_comb_taps cm_comb_taps_of(const cm_window *w);
/* Taps of an axis that are `first` modulo step. */
CM_INLINE size_t cm_comb_count(const cm_comb_taps *t, size_t first) {
    return first < t->kernel ? (t->kernel - 1 - first) / t->step + 1 : 0;
}

/* Adds the next axis to combs, of which n, out_plane and so on are those of no axis: see
 * cm_combs_none. pad: leading. Errors: E_LIMIT a coordinate does not fit in ptrdiff_t. */
cm_combs cm_combs_none(void);
CM_NODISCARD cameo_status cm_combs_add(cm_combs *c, const cm_window *w, size_t pad, size_t in,
                                       size_t out, cameo_error *e);

/* Comb i < count. */
cm_comb cm_comb_at(const cm_combs *c, size_t i);

/* Outputs of a comb that are neighbours along the last axis, from its output j on. */
typedef struct cm_comb_run {
    size_t n;    /* outputs */
    size_t at;   /* place of the first in the plane */
    size_t step; /* from one to the next, elements */
} cm_comb_run;
cm_comb_run cm_comb_run_at(const cm_combs *c, const cm_comb *b, size_t j, size_t max);

/* Tap j of the convolution b, row-major, as an index into the kernel. b may have just g.axis[].kernel
 * and first. */
size_t cm_comb_tap(const cm_combs *c, const cm_comb *b, size_t j);

/* Combs differ in weights only where their first taps do. cm_comb_weights: the comb of first taps 0, of which
 * g.axis[].kernel, g.taps and first are set; cm_comb_next: the one of the next first taps, row-major; false behind the
 * last, which the first follows. */
cm_comb cm_comb_weights(const cm_combs *c);
bool cm_comb_next(const cm_combs *c, cm_comb *b);
/* Taps of all combs that cm_comb_next gives before b. */
size_t cm_comb_taps_before(const cm_combs *c, const cm_comb *b);

#endif
