/* conv_depthwise_avx2.c — rows of depthwise convolutions with AVX2, 8 or 32 outputs at a time. Products
 * and sums are rounded one by one, without fused multiply-add: the bits are those of the portable
 * row. See conv_depthwise.h. */
#include "kernels/conv_depthwise.h"

#if CM_ARCH_X86

#include <immintrin.h>

#define DEPTHWISE_AVX2_ISA "avx2,fma"

/* x + i floats. By way of an integer, for where a block begins before the data the address is none
 * of an object; no lane of it is read there. */
CM_INLINE const float *depthwise_avx2_at(const uint8_t *x, ptrdiff_t i) {
    return (const float *)((uintptr_t)x + (size_t)i * sizeof(float));
}

/* What a vector lacks from the order of its outputs, see depthwise_avx2_even. */
CM_TARGET(DEPTHWISE_AVX2_ISA)
CM_INLINE __m256 depthwise_avx2_order(__m256 v, ptrdiff_t stride) {
    if (stride == 1) return v;
    return _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(v), _MM_SHUFFLE(3, 1, 2, 0)));
}

/* Eight times the float at p, whatever its alignment. */
CM_TARGET(DEPTHWISE_AVX2_ISA)
CM_INLINE __m256 depthwise_avx2_same(const float *p) {
    float f;
    memcpy(&f, p, sizeof f);
    return _mm256_set1_ps(f);
}

/* Elements 0, 2, 8, 10, 4, 6, 12, 14 of 15, of which b has the last eight. */
CM_TARGET(DEPTHWISE_AVX2_ISA)
CM_INLINE __m256 depthwise_avx2_even(__m256 a, __m256 b) {
    return _mm256_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 2, 0));
}

CM_TARGET(DEPTHWISE_AVX2_ISA)
CM_INLINE __m256 depthwise_avx2_load(const float *p, ptrdiff_t stride) {
    __m256 v = _mm256_loadu_ps(p);
    return stride == 1 ? v : depthwise_avx2_even(v, _mm256_loadu_ps(p + 7));
}

/* max and min give their second operand where one is NaN. */
CM_TARGET(DEPTHWISE_AVX2_ISA)
CM_INLINE __m256 depthwise_avx2_finish(const cm_depthwise *d, __m256 sum, ptrdiff_t stride) {
    sum = _mm256_add_ps(depthwise_avx2_order(sum, stride), _mm256_set1_ps(d->bias));
    if (!d->clamp.on) return sum;
    sum = _mm256_max_ps(_mm256_set1_ps(d->clamp.lo), sum);
    return _mm256_min_ps(_mm256_set1_ps(d->clamp.hi), sum);
}

#define DEPTHWISE_AVX2_STEP(i)                                                 \
    if (wide || (i) == 0) {                                                    \
        __m256 v = depthwise_avx2_load(p + (ptrdiff_t)(i)*8 * stride, stride); \
        s##i = _mm256_add_ps(s##i, _mm256_mul_ps(f, v));                       \
    }
#define DEPTHWISE_AVX2_PUT(i) \
    if (wide || (i) == 0)     \
        _mm256_storeu_ps(y + (ptrdiff_t)(i)*8, depthwise_avx2_finish(d, s##i, stride));
#define DEPTHWISE_AVX2_ALL(X) X(0) X(1) X(2) X(3)

/* 8 outputs inside the data, 32 if wide. stride, 1 or 2, is a constant at each call, and so is wide. */
CM_TARGET(DEPTHWISE_AVX2_ISA)
CM_INLINE void depthwise_avx2_inner(const cm_depthwise *d, ptrdiff_t at, float *y, bool wide,
                                    ptrdiff_t stride) {
    __m256 s0 = _mm256_setzero_ps(), s1 = s0, s2 = s0, s3 = s0;
    ptrdiff_t kernel = d->axis->kernel, dilation = d->axis->dilation;
    const float *w = depthwise_avx2_at(d->w, 0);
    for (size_t r = 0; r < d->rows; r++) {
        const float *p = depthwise_avx2_at(d->x + r * d->x_step, at);
        for (ptrdiff_t k = 0; k < kernel; k++, p += dilation) {
            __m256 f = depthwise_avx2_same(w++);
            DEPTHWISE_AVX2_ALL(DEPTHWISE_AVX2_STEP)
        }
    }
    DEPTHWISE_AVX2_ALL(DEPTHWISE_AVX2_PUT)
}

/* The lanes of eight neighbours that lie in [from, to). */
CM_TARGET(DEPTHWISE_AVX2_ISA)
CM_INLINE __m256i depthwise_avx2_lanes(ptrdiff_t from, ptrdiff_t to) {
    static const int32_t ones[24] = {0,  0,  0,  0,  0, 0, 0, 0, -1, -1, -1, -1,
                                     -1, -1, -1, -1, 0, 0, 0, 0, 0,  0,  0,  0};
    from = from < 0 ? 0 : from > 8 ? 8 : from;
    to = to < 0 ? 0 : to > 8 ? 8 : to;
    return _mm256_and_si256(_mm256_loadu_si256((const __m256i *)(const void *)(ones + 8 - from)),
                            _mm256_loadu_si256((const __m256i *)(const void *)(ones + 16 - to)));
}

/* Coordinates from `at` on that eight outputs read, 8 for stride 1 and 15 for stride 2, in vectors as
 * depthwise_avx2_load has them: the lanes inside the data. */
typedef struct depthwise_avx2_mask {
    __m256i a, b; /* b for stride 2: the last eight of 15 */
} depthwise_avx2_mask;

CM_TARGET(DEPTHWISE_AVX2_ISA)
CM_INLINE depthwise_avx2_mask depthwise_avx2_inside(const cm_geom_axis *x, ptrdiff_t at,
                                                    ptrdiff_t stride) {
    depthwise_avx2_mask m;
    m.a = m.b = depthwise_avx2_lanes(-at, x->in - at);
    if (stride == 2) m.b = depthwise_avx2_lanes(-at - 7, x->in - at - 7);
    return m;
}

/* f times what the mask allows, 0 elsewhere even if f is infinite. */
CM_TARGET(DEPTHWISE_AVX2_ISA)
CM_INLINE __m256 depthwise_avx2_some(const uint8_t *x, ptrdiff_t at, depthwise_avx2_mask m,
                                     __m256 f, ptrdiff_t stride) {
    __m256 v = _mm256_maskload_ps(depthwise_avx2_at(x, at), m.a);
    __m256 lanes = _mm256_castsi256_ps(m.a);
    if (stride == 2) {
        v = depthwise_avx2_even(v, _mm256_maskload_ps(depthwise_avx2_at(x, at + 7), m.b));
        lanes = depthwise_avx2_even(lanes, _mm256_castsi256_ps(m.b));
    }
    return _mm256_and_ps(_mm256_mul_ps(f, v), lanes);
}

/* Taps whose masks are made once for all rows. */
#define DEPTHWISE_AVX2_MASKS 8

/* The sums of eight outputs from coordinate `at` on, some of whose taps lie outside of the data. */
CM_TARGET(DEPTHWISE_AVX2_ISA)
CM_INLINE __m256 depthwise_avx2_sum(const cm_depthwise *d, ptrdiff_t at, ptrdiff_t stride) {
    const cm_geom_axis *a = d->axis;
    depthwise_avx2_mask mask[DEPTHWISE_AVX2_MASKS], m;
    __m256 sum = _mm256_setzero_ps();
    const float *w = depthwise_avx2_at(d->w, 0);
    for (ptrdiff_t k = 0; k < a->kernel && k < DEPTHWISE_AVX2_MASKS; k++) {
        mask[k] = depthwise_avx2_inside(a, at + k * a->dilation, stride);
    }
    for (size_t r = 0; r < d->rows; r++) {
        const uint8_t *x = d->x + r * d->x_step;
        ptrdiff_t i = at;
        for (ptrdiff_t k = 0; k < a->kernel; k++, i += a->dilation) {
            __m256 f = depthwise_avx2_same(w++);
            m = k < DEPTHWISE_AVX2_MASKS ? mask[k] : depthwise_avx2_inside(a, i, stride);
            sum = _mm256_add_ps(sum, depthwise_avx2_some(x, i, m, f, stride));
        }
    }
    return sum;
}

/* depthwise_avx2_sum for the frequent three taps, whose masks stay in registers. */
CM_TARGET(DEPTHWISE_AVX2_ISA)
CM_INLINE __m256 depthwise_avx2_sum3(const cm_depthwise *d, ptrdiff_t at, ptrdiff_t stride) {
    ptrdiff_t at1 = at + d->axis->dilation, at2 = at1 + d->axis->dilation;
    depthwise_avx2_mask m0 = depthwise_avx2_inside(d->axis, at, stride);
    depthwise_avx2_mask m1 = depthwise_avx2_inside(d->axis, at1, stride);
    depthwise_avx2_mask m2 = depthwise_avx2_inside(d->axis, at2, stride);
    __m256 sum = _mm256_setzero_ps();
    for (size_t r = 0; r < d->rows; r++) {
        const uint8_t *x = d->x + r * d->x_step;
        const float *w = depthwise_avx2_at(d->w, (ptrdiff_t)r * 3);
        __m256 p0 = depthwise_avx2_some(x, at, m0, depthwise_avx2_same(w), stride);
        __m256 p1 = depthwise_avx2_some(x, at1, m1, depthwise_avx2_same(w + 1), stride);
        __m256 p2 = depthwise_avx2_some(x, at2, m2, depthwise_avx2_same(w + 2), stride);
        sum = _mm256_add_ps(_mm256_add_ps(_mm256_add_ps(sum, p0), p1), p2);
    }
    return sum;
}

/* n <= 8 outputs, some of whose taps lie outside of the data. */
CM_TARGET(DEPTHWISE_AVX2_ISA)
CM_INLINE void depthwise_avx2_edge(const cm_depthwise *d, ptrdiff_t at, float *y, size_t n,
                                   ptrdiff_t stride) {
    __m256 sum;
    if (d->axis->kernel == 3) {
        sum = depthwise_avx2_sum3(d, at, stride);
    } else {
        sum = depthwise_avx2_sum(d, at, stride);
    }
    sum = depthwise_avx2_finish(d, sum, stride);
    if (n == 8) {
        _mm256_storeu_ps(y, sum);
    } else {
        _mm256_maskstore_ps(y, depthwise_avx2_lanes(0, (ptrdiff_t)n), sum);
    }
}

/* The last block of a row ends with it, over outputs that have been computed already. */
CM_TARGET(DEPTHWISE_AVX2_ISA)
CM_INLINE void depthwise_avx2_row(const cm_depthwise *d, float *y, size_t n, ptrdiff_t stride) {
    const cm_geom_axis *a = d->axis;
    ptrdiff_t end = a->in - (a->kernel - 1) * a->dilation; /* tap 0 of outputs inside: [0, end) */
    for (size_t j = 0; j < n;) {
        size_t left = n - j;
        if (left < 8 && n >= 8) j = n - 8;
        ptrdiff_t at = d->at + (ptrdiff_t)j * stride;
        if (left >= 32 && at >= 0 && at + 31 * stride < end) {
            depthwise_avx2_inner(d, at, y + j, true, stride);
            j += 32;
        } else {
            if (n >= 8 && at >= 0 && at + 7 * stride < end) {
                depthwise_avx2_inner(d, at, y + j, false, stride);
            } else {
                depthwise_avx2_edge(d, at, y + j, cm_min_size(n, 8), stride);
            }
            j += 8;
        }
    }
}

CM_TARGET(DEPTHWISE_AVX2_ISA)
static void depthwise_avx2(const cm_depthwise *d, float *y, size_t n) {
    if (d->axis->stride == 1) {
        depthwise_avx2_row(d, y, n, 1);
    } else if (d->axis->stride == 2) {
        depthwise_avx2_row(d, y, n, 2);
    } else {
        cm_depthwise_portable(d, y, n);
    }
}

/* Tasks of cm_conv_depthwise_setup. */
cameo_status cm_conv_depthwise_avx2_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                        uint32_t end) {
    (void)phase;
    return cm_conv_depthwise_tasks(k, begin, end, depthwise_avx2);
}

#else
typedef int conv_depthwise_avx2_not_here; /* ISO C wants a declaration in every file */
#endif
