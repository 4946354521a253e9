/* gemm_avx512.c — the f32 matrix product with AVX-512: a 12 x 32 tile in 24 of the 32 registers.
 * See kernels/prim/gemm.h. */
#include "kernels/prim/gemm.h"

#if CM_ARCH_X86

#include <immintrin.h>

#include "base/bytes.h"
#include "base/ckd.h"

#define GEMM_AVX512_ISA "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma"
#define GEMM_AVX512_NR 32
/* Rows of B that packing fetches ahead: they are too far apart for the processor to foresee. */
#define GEMM_AVX512_AHEAD 12

CM_INLINE const float *gemm_avx512_at(const void *p, size_t n) {
    return (const float *)(const void *)((const uint8_t *)p + n * sizeof(float));
}

/* The lanes that hold n elements; all 16 for more. */
CM_INLINE uint16_t gemm_avx512_mask(size_t n) {
    return (uint16_t)((1u << cm_min_size(n, 16)) - 1u);
}

/* rows and wide are constants at each call: rows that are not there cost nothing, and `wide` is
 * false where at most 16 columns count. Four base pointers reach the rows as base, base + row and
 * base + 2 row, which are addressing modes. */
#define GEMM_AVX512_STEP(i, at)                                \
    if (rows > (i)) {                                          \
        __m512 x = _mm512_set1_ps(at);                         \
        c##i##_0 = _mm512_fmadd_ps(x, b0, c##i##_0);           \
        if (wide) c##i##_1 = _mm512_fmadd_ps(x, b1, c##i##_1); \
    }
#define GEMM_AVX512_PUT(i)                                                              \
    if (rows > (i)) {                                                                   \
        _mm512_storeu_ps(t->acc + (size_t)(i)*GEMM_AVX512_NR, c##i##_0);                \
        if (wide) _mm512_storeu_ps(t->acc + (size_t)(i)*GEMM_AVX512_NR + 16, c##i##_1); \
    }
#define GEMM_AVX512_ROWS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11)
#define GEMM_AVX512_ZERO(i) __m512 c##i##_0 = _mm512_setzero_ps(), c##i##_1 = _mm512_setzero_ps();

CM_TARGET(GEMM_AVX512_ISA)
CM_INLINE void gemm_avx512_block(size_t rows, bool wide, const cm_gemm_f32_tile *t) {
    size_t row = t->a_row, step = t->a_step;
    const float *b = t->b, *a0 = t->a;
    const float *a3 = a0 + 3 * row, *a6 = a3 + 3 * row, *a9 = a6 + 3 * row;
    GEMM_AVX512_ROWS(GEMM_AVX512_ZERO)
    for (size_t l = 0; l < t->kc; l++, b += GEMM_AVX512_NR) {
        __m512 b0 = _mm512_loadu_ps(b), b1 = _mm512_loadu_ps(b + 16);
        GEMM_AVX512_STEP(0, a0[0])
        GEMM_AVX512_STEP(1, a0[row])
        GEMM_AVX512_STEP(2, a0[2 * row])
        GEMM_AVX512_STEP(3, a3[0])
        GEMM_AVX512_STEP(4, a3[row])
        GEMM_AVX512_STEP(5, a3[2 * row])
        GEMM_AVX512_STEP(6, a6[0])
        GEMM_AVX512_STEP(7, a6[row])
        GEMM_AVX512_STEP(8, a6[2 * row])
        GEMM_AVX512_STEP(9, a9[0])
        GEMM_AVX512_STEP(10, a9[row])
        GEMM_AVX512_STEP(11, a9[2 * row])
        a0 += step, a3 += step, a6 += step, a9 += step;
    }
    GEMM_AVX512_ROWS(GEMM_AVX512_PUT)
}

CM_TARGET(GEMM_AVX512_ISA)
CM_INLINE void gemm_avx512_rows(bool wide, const cm_gemm_f32_tile *t) {
    if (t->rows > 8) {
        gemm_avx512_block(12, wide, t);
    } else if (t->rows > 4) {
        gemm_avx512_block(8, wide, t);
    } else if (t->rows > 2) {
        gemm_avx512_block(4, wide, t);
    } else if (t->rows > 1) {
        gemm_avx512_block(2, wide, t);
    } else {
        gemm_avx512_block(1, wide, t);
    }
}

CM_TARGET(GEMM_AVX512_ISA)
static void gemm_avx512_tile(const cm_gemm_f32_args *g, const cm_gemm_f32_tile *t) {
    for (size_t i = 0; i < t->rows; i++) {
        const float *c = g->c + (t->i0 + i) * g->ldc + t->j0;
        _mm_prefetch((const char *)c, _MM_HINT_T0);
        _mm_prefetch((const char *)(c + t->cols - 1), _MM_HINT_T0);
    }
    if (t->cols > 16) {
        gemm_avx512_rows(true, t);
    } else {
        gemm_avx512_rows(false, t);
    }
}

/* The epilogue of the elements in mask at row i, column j of C: cm_gemm_f32_store_portable in
 * vectors. */
CM_TARGET(GEMM_AVX512_ISA)
CM_INLINE __m512 gemm_avx512_epilogue(const cm_gemm_f32_args *g, size_t i, size_t j, __mmask16 mask,
                                      __m512 x) {
    if (g->bias_kind == CM_GEMM_BIAS_COL) {
        x = _mm512_add_ps(x, _mm512_maskz_loadu_ps(mask, gemm_avx512_at(g->bias, j)));
    } else if (g->bias_kind == CM_GEMM_BIAS_ROW) {
        x = _mm512_add_ps(x, _mm512_set1_ps(cm_load_f32(gemm_avx512_at(g->bias, i))));
    }
    if (g->d != NULL) {
        __m512 d = _mm512_maskz_loadu_ps(mask, gemm_avx512_at(g->d, i * g->rs_d + j));
        x = _mm512_add_ps(x, _mm512_mul_ps(_mm512_set1_ps(g->beta), d));
    }
    return x;
}

/* max and min give their second operand where one is NaN. */
CM_TARGET(GEMM_AVX512_ISA)
CM_INLINE __m512 gemm_avx512_clamp(const cm_gemm_f32_args *g, __m512 x) {
    x = _mm512_max_ps(_mm512_set1_ps(g->lo), x);
    return _mm512_min_ps(_mm512_set1_ps(g->hi), x);
}

CM_TARGET(GEMM_AVX512_ISA)
static void gemm_avx512_store(const cm_gemm_f32_args *g, const cm_gemm_f32_tile *t) {
    if (g->d != NULL && g->cs_d != 1) {
        cm_gemm_f32_store_portable(g, t);
        return;
    }
    __m512 alpha = _mm512_set1_ps(g->alpha);
    bool clamp = t->last && g->clamp;
    for (size_t i = 0; i < t->rows; i++) {
        const float *acc = t->acc + i * t->ld_acc;
        float *c = g->c + (t->i0 + i) * g->ldc + t->j0;
        for (size_t j = 0; j < t->cols; j += 16) {
            __mmask16 mask = gemm_avx512_mask(t->cols - j);
            __m512 x = _mm512_mul_ps(_mm512_maskz_loadu_ps(mask, acc + j), alpha);
            x = t->first ? gemm_avx512_epilogue(g, t->i0 + i, t->j0 + j, mask, x)
                         : _mm512_add_ps(_mm512_maskz_loadu_ps(mask, c + j), x);
            if (clamp) x = gemm_avx512_clamp(g, x);
            _mm512_mask_storeu_ps(c + j, mask, x);
        }
    }
}

/* The operand is contiguous across the panel: copy its rows. */
CM_TARGET(GEMM_AVX512_ISA)
static void gemm_avx512_pack_rows(const void *src, size_t ks, const cm_gemm_panel *p) {
    size_t hi_n = p->nj > 16 ? p->nj - 16 : 0, hi_w = p->w > 16 ? p->w - 16 : 0;
    __mmask16 get0 = gemm_avx512_mask(p->nj), put0 = gemm_avx512_mask(p->w);
    __mmask16 get1 = gemm_avx512_mask(hi_n), put1 = gemm_avx512_mask(hi_w);
    for (size_t l = 0; l < p->kc; l++) {
        const float *s = gemm_avx512_at(src, l * ks);
        float *d = p->dst + l * p->w;
        size_t ahead = l + GEMM_AVX512_AHEAD < p->kc ? GEMM_AVX512_AHEAD * ks : 0;
        _mm_prefetch((const char *)gemm_avx512_at(s, ahead), _MM_HINT_T0);
        _mm_prefetch((const char *)gemm_avx512_at(s, ahead + p->nj - 1), _MM_HINT_T0);
        _mm512_mask_storeu_ps(d, put0, _mm512_maskz_loadu_ps(get0, s));
        if (hi_w != 0) {
            __m512 x = hi_n == 0 ? _mm512_setzero_ps() : _mm512_maskz_loadu_ps(get1, s + 16);
            _mm512_mask_storeu_ps(d + 16, put1, x);
        }
    }
}

/* 4 neighbouring columns of a panel whose operand is contiguous along the depth: 4 x 4 transposes;
 * columns n..3 are zero. */
CM_TARGET(GEMM_AVX512_ISA)
static void gemm_avx512_pack4(const float *src, size_t js, size_t n, const cm_gemm_panel *p,
                              float *dst) {
    const float *s[4];
    __mmask8 full[4];
    for (size_t j = 0; j < 4; j++) {
        s[j] = j < n ? gemm_avx512_at(src, j * js) : src;
        full[j] = j < n ? 15 : 0;
    }
    for (size_t l = 0; l < p->kc; l += 4) {
        __mmask8 in = (__mmask8)((1u << cm_min_size(4, p->kc - l)) - 1u);
        __m128 r0 = _mm_maskz_loadu_ps(in & full[0], s[0] + l);
        __m128 r1 = _mm_maskz_loadu_ps(in & full[1], s[1] + l);
        __m128 r2 = _mm_maskz_loadu_ps(in & full[2], s[2] + l);
        __m128 r3 = _mm_maskz_loadu_ps(in & full[3], s[3] + l);
        __m128 lo01 = _mm_unpacklo_ps(r0, r1), hi01 = _mm_unpackhi_ps(r0, r1);
        __m128 lo23 = _mm_unpacklo_ps(r2, r3), hi23 = _mm_unpackhi_ps(r2, r3);
        float *d = dst + l * p->w;
        _mm_storeu_ps(d, _mm_movelh_ps(lo01, lo23));
        if (in > 1) _mm_storeu_ps(d + p->w, _mm_movehl_ps(lo23, lo01));
        if (in > 3) _mm_storeu_ps(d + 2 * p->w, _mm_movelh_ps(hi01, hi23));
        if (in > 7) _mm_storeu_ps(d + 3 * p->w, _mm_movehl_ps(hi23, hi01));
    }
}

CM_TARGET(GEMM_AVX512_ISA)
static void gemm_avx512_pack(const void *src, size_t ks, size_t js, const cm_gemm_panel *p) {
    if (js == 1) {
        gemm_avx512_pack_rows(src, ks, p);
    } else if (ks == 1) {
        for (size_t j = 0; j < p->w; j += 4) {
            size_t n = p->nj > j ? cm_min_size(4, p->nj - j) : 0;
            gemm_avx512_pack4(n != 0 ? gemm_avx512_at(src, j * js) : src, js, n, p, p->dst + j);
        }
    } else {
        cm_gemm_f32_pack_portable(src, ks, js, p);
    }
}

/* y[j..] += x[l] * b[l][j..] for `steps` (a constant, 4 or 1) values of l. */
CM_TARGET(GEMM_AVX512_ISA)
CM_INLINE void gemm_avx512_axpy(const cm_gemm_f32_vec *v, size_t l, size_t steps) {
    const float *b0 = gemm_avx512_at(v->b, l * v->bs);
    const float *b1 = steps == 4 ? gemm_avx512_at(b0, v->bs) : b0;
    const float *b2 = steps == 4 ? gemm_avx512_at(b1, v->bs) : b0;
    const float *b3 = steps == 4 ? gemm_avx512_at(b2, v->bs) : b0;
    __m512 x0 = _mm512_set1_ps(cm_load_f32(gemm_avx512_at(v->x, l * v->xs)));
    __m512 x1 = x0, x2 = x0, x3 = x0;
    if (steps == 4) {
        x1 = _mm512_set1_ps(cm_load_f32(gemm_avx512_at(v->x, (l + 1) * v->xs)));
        x2 = _mm512_set1_ps(cm_load_f32(gemm_avx512_at(v->x, (l + 2) * v->xs)));
        x3 = _mm512_set1_ps(cm_load_f32(gemm_avx512_at(v->x, (l + 3) * v->xs)));
    }
    for (size_t j = 0; j < v->n; j += 16) {
        __mmask16 mask = gemm_avx512_mask(v->n - j);
        __m512 y = _mm512_maskz_loadu_ps(mask, v->y + j);
        y = _mm512_fmadd_ps(x0, _mm512_maskz_loadu_ps(mask, b0 + j), y);
        if (steps == 4) {
            y = _mm512_fmadd_ps(x1, _mm512_maskz_loadu_ps(mask, b1 + j), y);
            y = _mm512_fmadd_ps(x2, _mm512_maskz_loadu_ps(mask, b2 + j), y);
            y = _mm512_fmadd_ps(x3, _mm512_maskz_loadu_ps(mask, b3 + j), y);
        }
        _mm512_mask_storeu_ps(v->y + j, mask, y);
    }
}

CM_TARGET(GEMM_AVX512_ISA)
static void gemm_avx512_gemv_n(const cm_gemm_f32_vec *v) {
    for (size_t j = 0; j < v->n; j++) v->y[j] = 0.0f;
    size_t l = 0;
    for (; l + 4 <= v->kc; l += 4) gemm_avx512_axpy(v, l, 4);
    for (; l < v->kc; l++) gemm_avx512_axpy(v, l, 1);
}

/* The lanes in a fixed order (compilers differ in that of _mm512_reduce_add_ps). */
CM_TARGET(GEMM_AVX512_ISA)
CM_INLINE float gemm_avx512_sum(__m512 x) {
    __m256 q = _mm256_add_ps(_mm512_castps512_ps256(x), _mm512_extractf32x8_ps(x, 1));
    __m128 h = _mm_add_ps(_mm256_castps256_ps128(q), _mm256_extractf128_ps(q, 1));
    h = _mm_add_ps(h, _mm_movehl_ps(h, h));
    return _mm_cvtss_f32(_mm_add_ss(h, _mm_shuffle_ps(h, h, 1)));
}

/* n (a constant, 4 or 1) dot products; each has the same order of additions for either n. */
CM_TARGET(GEMM_AVX512_ISA)
CM_INLINE void gemm_avx512_dots(const cm_gemm_f32_vec *v, size_t j, size_t n) {
    const float *b[4];
    __m512 s[4], u[4];
    for (size_t q = 0; q < n; q++) {
        b[q] = gemm_avx512_at(v->b, (j + q) * v->bs);
        s[q] = u[q] = _mm512_setzero_ps();
    }
    size_t l = 0;
    for (; l + 32 <= v->kc; l += 32) {
        __m512 x0 = _mm512_loadu_ps(gemm_avx512_at(v->x, l));
        __m512 x1 = _mm512_loadu_ps(gemm_avx512_at(v->x, l + 16));
        for (size_t q = 0; q < n; q++) {
            s[q] = _mm512_fmadd_ps(x0, _mm512_loadu_ps(b[q] + l), s[q]);
            u[q] = _mm512_fmadd_ps(x1, _mm512_loadu_ps(b[q] + l + 16), u[q]);
        }
    }
    for (; l < v->kc; l += 16) {
        __mmask16 mask = gemm_avx512_mask(v->kc - l);
        __m512 x0 = _mm512_maskz_loadu_ps(mask, gemm_avx512_at(v->x, l));
        for (size_t q = 0; q < n; q++) {
            s[q] = _mm512_fmadd_ps(x0, _mm512_maskz_loadu_ps(mask, b[q] + l), s[q]);
        }
    }
    for (size_t q = 0; q < n; q++) v->y[j + q] = gemm_avx512_sum(_mm512_add_ps(s[q], u[q]));
}

CM_TARGET(GEMM_AVX512_ISA)
static void gemm_avx512_gemv_t(const cm_gemm_f32_vec *v) {
    size_t j = 0;
    for (; j + 4 <= v->n; j += 4) gemm_avx512_dots(v, j, 4);
    for (; j < v->n; j++) gemm_avx512_dots(v, j, 1);
}

/* see gemm.h */
void cm_gemm_f32_avx512(const cm_gemm_f32_args *g, size_t task, void *scratch) {
    static const cm_gemm_f32_isa isa = {
        CM_GEMM_FMT_F32_12X32, gemm_avx512_tile,   gemm_avx512_store,
        gemm_avx512_pack,      gemm_avx512_gemv_n, gemm_avx512_gemv_t,
    };
    cm_gemm_f32_run(&isa, g, task, scratch);
}

#else
typedef int gemm_avx512_not_here; /* ISO C wants a declaration in every file */
#endif
