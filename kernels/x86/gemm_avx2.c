/* gemm_avx2.c — the f32 matrix product with AVX2 and FMA: a 6 x 16 tile in 12 of the 16 registers.
 * See kernels/prim/gemm.h. */
#include "kernels/prim/gemm.h"

#if CM_ARCH_X86

#include <immintrin.h>

#include "base/bytes.h"
#include "base/ckd.h"

#define GEMM_AVX2_ISA "avx2,fma"
#define GEMM_AVX2_NR 16
/* Rows of B that packing fetches ahead: they are too far apart for the processor to foresee. */
#define GEMM_AVX2_AHEAD 12

CM_INLINE const float *gemm_avx2_at(const void *p, size_t n) {
    return (const float *)(const void *)((const uint8_t *)p + n * sizeof(float));
}

/* rows and wide are constants at each call: rows that are not there cost nothing, and `wide` is
 * false where at most 8 columns count. */
#define GEMM_AVX2_STEP(i)                                        \
    if (rows > (i)) {                                            \
        __m256 x = _mm256_broadcast_ss(a##i);                    \
        c##i##0 = _mm256_fmadd_ps(x, b0, c##i##0);               \
        if (wide) c##i##1 = _mm256_fmadd_ps(x, b1, c##i##1);     \
    }
#define GEMM_AVX2_PUT(i)                                                            \
    if (rows > (i)) {                                                               \
        _mm256_storeu_ps(t->acc + (size_t)(i)*GEMM_AVX2_NR, c##i##0);               \
        if (wide) _mm256_storeu_ps(t->acc + (size_t)(i)*GEMM_AVX2_NR + 8, c##i##1); \
    }
#define GEMM_AVX2_ROWS(X) X(0) X(1) X(2) X(3) X(4) X(5)
#define GEMM_AVX2_ZERO(i) __m256 c##i##0 = _mm256_setzero_ps(), c##i##1 = _mm256_setzero_ps();

CM_TARGET(GEMM_AVX2_ISA)
CM_INLINE void gemm_avx2_block(size_t rows, bool wide, const cm_gemm_f32_tile *t) {
    const float *a0 = t->a, *b = t->b;
    size_t row = t->a_row, step = t->a_step;
    GEMM_AVX2_ROWS(GEMM_AVX2_ZERO)
    for (size_t l = 0; l < t->kc; l++, a0 += step, b += GEMM_AVX2_NR) {
        const float *a1 = a0 + row, *a2 = a1 + row, *a3 = a2 + row, *a4 = a3 + row, *a5 = a4 + row;
        __m256 b0 = _mm256_loadu_ps(b), b1 = _mm256_loadu_ps(b + 8);
        GEMM_AVX2_ROWS(GEMM_AVX2_STEP)
    }
    GEMM_AVX2_ROWS(GEMM_AVX2_PUT)
}

CM_TARGET(GEMM_AVX2_ISA)
CM_INLINE void gemm_avx2_rows(bool wide, const cm_gemm_f32_tile *t) {
    if (t->rows > 4) {
        gemm_avx2_block(6, wide, t);
    } else if (t->rows > 2) {
        gemm_avx2_block(4, wide, t);
    } else if (t->rows > 1) {
        gemm_avx2_block(2, wide, t);
    } else {
        gemm_avx2_block(1, wide, t);
    }
}

CM_TARGET(GEMM_AVX2_ISA)
static void gemm_avx2_tile(const cm_gemm_f32_args *g, const cm_gemm_f32_tile *t) {
    for (size_t i = 0; i < t->rows; i++) {
        const float *c = g->c + (t->i0 + i) * g->ldc + t->j0;
        _mm_prefetch((const char *)c, _MM_HINT_T0);
        _mm_prefetch((const char *)(c + t->cols - 1), _MM_HINT_T0);
    }
    if (t->cols > 8) {
        gemm_avx2_rows(true, t);
    } else {
        gemm_avx2_rows(false, t);
    }
}

/* The epilogue of 8 elements at row i, column j of C: cm_gemm_f32_store_portable in vectors. */
CM_TARGET(GEMM_AVX2_ISA)
CM_INLINE __m256 gemm_avx2_epilogue(const cm_gemm_f32_args *g, size_t i, size_t j, __m256 x) {
    if (g->bias_kind == CM_GEMM_BIAS_COL) {
        x = _mm256_add_ps(x, _mm256_loadu_ps(gemm_avx2_at(g->bias, j)));
    } else if (g->bias_kind == CM_GEMM_BIAS_ROW) {
        x = _mm256_add_ps(x, _mm256_set1_ps(cm_load_f32(gemm_avx2_at(g->bias, i))));
    }
    if (g->d != NULL) {
        __m256 d = _mm256_loadu_ps(gemm_avx2_at(g->d, i * g->rs_d + j));
        x = _mm256_add_ps(x, _mm256_mul_ps(_mm256_set1_ps(g->beta), d));
    }
    return x;
}

/* max and min give their second operand where one is NaN. */
CM_TARGET(GEMM_AVX2_ISA)
CM_INLINE __m256 gemm_avx2_clamp(const cm_gemm_f32_args *g, __m256 x) {
    x = _mm256_max_ps(_mm256_set1_ps(g->lo), x);
    return _mm256_min_ps(_mm256_set1_ps(g->hi), x);
}

CM_TARGET(GEMM_AVX2_ISA)
static void gemm_avx2_store(const cm_gemm_f32_args *g, const cm_gemm_f32_tile *t) {
    cm_gemm_f32_tile rest = *t;
    if (g->d == NULL || g->cs_d == 1) {
        size_t n = t->cols & ~(size_t)7;
        __m256 alpha = _mm256_set1_ps(g->alpha);
        bool clamp = t->last && g->clamp;
        for (size_t i = 0; i < t->rows; i++) {
            const float *acc = t->acc + i * t->ld_acc;
            float *c = g->c + (t->i0 + i) * g->ldc + t->j0;
            for (size_t j = 0; j < n; j += 8) {
                __m256 x = _mm256_mul_ps(_mm256_loadu_ps(acc + j), alpha);
                x = t->first ? gemm_avx2_epilogue(g, t->i0 + i, t->j0 + j, x)
                             : _mm256_add_ps(_mm256_loadu_ps(c + j), x);
                if (clamp) x = gemm_avx2_clamp(g, x);
                _mm256_storeu_ps(c + j, x);
            }
        }
        rest.j0 += n;
        rest.cols -= n;
        rest.acc += n;
    }
    if (rest.cols != 0) cm_gemm_f32_store_portable(g, &rest);
}

/* 4 neighbouring columns of a panel whose operand is contiguous along the depth: 4 x 4
 * transposes. */
CM_TARGET(GEMM_AVX2_ISA)
static void gemm_avx2_pack4(const float *src, size_t js, const cm_gemm_panel *p, float *dst) {
    size_t l = 0;
    for (; l + 4 <= p->kc; l += 4) {
        __m128 r0 = _mm_loadu_ps(gemm_avx2_at(src, l));
        __m128 r1 = _mm_loadu_ps(gemm_avx2_at(src, js + l));
        __m128 r2 = _mm_loadu_ps(gemm_avx2_at(src, 2 * js + l));
        __m128 r3 = _mm_loadu_ps(gemm_avx2_at(src, 3 * js + l));
        __m128 lo01 = _mm_unpacklo_ps(r0, r1), hi01 = _mm_unpackhi_ps(r0, r1);
        __m128 lo23 = _mm_unpacklo_ps(r2, r3), hi23 = _mm_unpackhi_ps(r2, r3);
        float *d = dst + l * p->w;
        _mm_storeu_ps(d, _mm_movelh_ps(lo01, lo23));
        _mm_storeu_ps(d + p->w, _mm_movehl_ps(lo23, lo01));
        _mm_storeu_ps(d + 2 * p->w, _mm_movelh_ps(hi01, hi23));
        _mm_storeu_ps(d + 3 * p->w, _mm_movehl_ps(hi23, hi01));
    }
    for (; l < p->kc; l++) {
        for (size_t j = 0; j < 4; j++) {
            dst[l * p->w + j] = cm_load_f32(gemm_avx2_at(src, j * js + l));
        }
    }
}

/* The panel from column j on, by the portable code. */
static void gemm_avx2_pack_rest(const void *src, size_t ks, size_t js, const cm_gemm_panel *p,
                                size_t j) {
    const float *from = gemm_avx2_at(src, j * js);
    for (size_t l = 0; l < p->kc; l++) {
        float *dst = p->dst + l * p->w;
        for (size_t i = j; i < p->nj; i++) {
            dst[i] = cm_load_f32(gemm_avx2_at(from, l * ks + (i - j) * js));
        }
        for (size_t i = p->nj; i < p->w; i++) dst[i] = 0.0f;
    }
}

CM_TARGET(GEMM_AVX2_ISA)
static void gemm_avx2_pack(const void *src, size_t ks, size_t js, const cm_gemm_panel *p) {
    size_t j = 0;
    if (js == 1 && p->nj == GEMM_AVX2_NR && p->w == GEMM_AVX2_NR) {
        for (size_t l = 0; l < p->kc; l++) {
            const float *s = gemm_avx2_at(src, l * ks);
            size_t ahead = l + GEMM_AVX2_AHEAD < p->kc ? GEMM_AVX2_AHEAD * ks : 0;
            _mm_prefetch((const char *)gemm_avx2_at(s, ahead), _MM_HINT_T0);
            _mm256_storeu_ps(p->dst + l * GEMM_AVX2_NR, _mm256_loadu_ps(s));
            _mm256_storeu_ps(p->dst + l * GEMM_AVX2_NR + 8, _mm256_loadu_ps(s + 8));
        }
        return;
    }
    if (ks == 1) {
        for (; j + 4 <= p->nj; j += 4) {
            gemm_avx2_pack4(gemm_avx2_at(src, j * js), js, p, p->dst + j);
        }
    }
    if (j < p->w) gemm_avx2_pack_rest(src, ks, js, p, j);
}

/* x * b[0] + y in the lowest lane. */
CM_TARGET(GEMM_AVX2_ISA)
CM_INLINE __m128 gemm_avx2_fma1(__m128 x, const float *b, __m128 y) {
    return _mm_fmadd_ss(x, _mm_set_ss(cm_load_f32(b)), y);
}

/* y[j..] += x[l] * b[l][j..] for `steps` (a constant, 4 or 1) values of l. */
CM_TARGET(GEMM_AVX2_ISA)
CM_INLINE void gemm_avx2_axpy(const cm_gemm_f32_vec *v, size_t l, size_t steps) {
    const float *b0 = gemm_avx2_at(v->b, l * v->bs);
    const float *b1 = steps == 4 ? gemm_avx2_at(b0, v->bs) : b0;
    const float *b2 = steps == 4 ? gemm_avx2_at(b1, v->bs) : b0;
    const float *b3 = steps == 4 ? gemm_avx2_at(b2, v->bs) : b0;
    __m256 x0 = _mm256_set1_ps(cm_load_f32(gemm_avx2_at(v->x, l * v->xs)));
    __m256 x1 = x0, x2 = x0, x3 = x0;
    if (steps == 4) {
        x1 = _mm256_set1_ps(cm_load_f32(gemm_avx2_at(v->x, (l + 1) * v->xs)));
        x2 = _mm256_set1_ps(cm_load_f32(gemm_avx2_at(v->x, (l + 2) * v->xs)));
        x3 = _mm256_set1_ps(cm_load_f32(gemm_avx2_at(v->x, (l + 3) * v->xs)));
    }
    size_t j = 0;
    for (; j + 8 <= v->n; j += 8) {
        __m256 y = _mm256_fmadd_ps(x0, _mm256_loadu_ps(b0 + j), _mm256_loadu_ps(v->y + j));
        if (steps == 4) {
            y = _mm256_fmadd_ps(x1, _mm256_loadu_ps(b1 + j), y);
            y = _mm256_fmadd_ps(x2, _mm256_loadu_ps(b2 + j), y);
            y = _mm256_fmadd_ps(x3, _mm256_loadu_ps(b3 + j), y);
        }
        _mm256_storeu_ps(v->y + j, y);
    }
    for (; j < v->n; j++) {
        __m128 y = gemm_avx2_fma1(_mm256_castps256_ps128(x0), b0 + j, _mm_load_ss(v->y + j));
        if (steps == 4) {
            y = gemm_avx2_fma1(_mm256_castps256_ps128(x1), b1 + j, y);
            y = gemm_avx2_fma1(_mm256_castps256_ps128(x2), b2 + j, y);
            y = gemm_avx2_fma1(_mm256_castps256_ps128(x3), b3 + j, y);
        }
        _mm_store_ss(v->y + j, y);
    }
}

CM_TARGET(GEMM_AVX2_ISA)
static void gemm_avx2_gemv_n(const cm_gemm_f32_vec *v) {
    for (size_t j = 0; j < v->n; j++) v->y[j] = 0.0f;
    size_t l = 0;
    for (; l + 4 <= v->kc; l += 4) gemm_avx2_axpy(v, l, 4);
    for (; l < v->kc; l++) gemm_avx2_axpy(v, l, 1);
}

/* Up to 8 floats, zeros after them. */
CM_TARGET(GEMM_AVX2_ISA)
CM_INLINE __m256 gemm_avx2_load_part(const float *p, size_t n) {
    float part[8] = {0.0f};
    memcpy(part, p, n * sizeof(float));
    return _mm256_loadu_ps(part);
}

/* The lanes in a fixed order. */
CM_TARGET(GEMM_AVX2_ISA)
CM_INLINE float gemm_avx2_sum(__m256 x) {
    __m128 h = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    h = _mm_add_ps(h, _mm_movehl_ps(h, h));
    return _mm_cvtss_f32(_mm_add_ss(h, _mm_shuffle_ps(h, h, 1)));
}

/* n (a constant, 4 or 1) dot products; each has the same order of additions for either n. */
CM_TARGET(GEMM_AVX2_ISA)
CM_INLINE void gemm_avx2_dots(const cm_gemm_f32_vec *v, size_t j, size_t n) {
    const float *b[4];
    __m256 s[4], u[4];
    for (size_t q = 0; q < n; q++) {
        b[q] = gemm_avx2_at(v->b, (j + q) * v->bs);
        s[q] = u[q] = _mm256_setzero_ps();
    }
    size_t l = 0;
    for (; l + 16 <= v->kc; l += 16) {
        __m256 x0 = _mm256_loadu_ps(gemm_avx2_at(v->x, l));
        __m256 x1 = _mm256_loadu_ps(gemm_avx2_at(v->x, l + 8));
        for (size_t q = 0; q < n; q++) {
            s[q] = _mm256_fmadd_ps(x0, _mm256_loadu_ps(b[q] + l), s[q]);
            u[q] = _mm256_fmadd_ps(x1, _mm256_loadu_ps(b[q] + l + 8), u[q]);
        }
    }
    for (; l < v->kc; l += 8) {
        size_t rest = cm_min_size(8, v->kc - l);
        __m256 x0 = gemm_avx2_load_part(gemm_avx2_at(v->x, l), rest);
        for (size_t q = 0; q < n; q++) {
            s[q] = _mm256_fmadd_ps(x0, gemm_avx2_load_part(b[q] + l, rest), s[q]);
        }
    }
    for (size_t q = 0; q < n; q++) v->y[j + q] = gemm_avx2_sum(_mm256_add_ps(s[q], u[q]));
}

CM_TARGET(GEMM_AVX2_ISA)
static void gemm_avx2_gemv_t(const cm_gemm_f32_vec *v) {
    size_t j = 0;
    for (; j + 4 <= v->n; j += 4) gemm_avx2_dots(v, j, 4);
    for (; j < v->n; j++) gemm_avx2_dots(v, j, 1);
}

/* see gemm.h */
void cm_gemm_f32_avx2(const cm_gemm_f32_args *g, size_t task, void *scratch) {
    static const cm_gemm_f32_isa isa = {
        CM_GEMM_FMT_F32_6X16, gemm_avx2_tile,   gemm_avx2_store,
        gemm_avx2_pack,       gemm_avx2_gemv_n, gemm_avx2_gemv_t,
    };
    cm_gemm_f32_run(&isa, g, task, scratch);
}

#else
typedef int gemm_avx2_not_here; /* ISO C wants a declaration in every file */
#endif
