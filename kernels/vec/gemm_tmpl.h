/* gemm_tmpl.h — cm_gemm_f32_<isa>, the f32 matrix product (kernels/prim/gemm.h), in vectors; included once per
 * instruction set, behind its vec_*.h. A tile is VGEMM_MR rows by two vectors, as many as the registers hold beside one
 * element of A and the two vectors of B. Packing transposes, which the names of vec_*.h cannot say:
 * cm_gemm_f32_pack_<isa> stands with the plain intrinsics.
 *
 * The shape of the tile is that of Goto and van de Geijn (gemm.h) and of most libraries since. */

/* VGEMM_ROWS(X): X(i, p, q) for each row i, which begins at p[q * row]: three rows share a pointer, since 1 and 2 times
 * a register are addressing modes. */
#if VEC_N == 16
#define VGEMM_MR 12
#define VGEMM_ROWS(X)                                                                   \
    X(0, a0, 0)                                                                         \
    X(1, a0, 1) X(2, a0, 2) X(3, a1, 0) X(4, a1, 1) X(5, a1, 2) X(6, a2, 0) X(7, a2, 1) \
        X(8, a2, 2) X(9, a3, 0) X(10, a3, 1) X(11, a3, 2)
#else
#define VGEMM_MR 6
#define VGEMM_ROWS(X) X(0, a0, 0) X(1, a0, 1) X(2, a0, 2) X(3, a1, 0) X(4, a1, 1) X(5, a1, 2)
#endif
#define VGEMM_NR (2 * VEC_N)
#define VGEMM_LINE 16 /* floats of a line of the caches */

/* p + n elements, alignment 1. */
VEC_FN const float *VEC_NAME(gemm_at)(const void *p, size_t n) {
    return (const float *)(const void *)((const uint8_t *)p + n * sizeof(float));
}
#define VGEMM_AT(p, n) VEC_NAME(gemm_at)(p, n)

/* ---- epilogue ---- */

/* What becomes of the sums x of n <= VEC_N elements at row i, column j of C, which lie at c. Constant: part, that n is
 * less than VEC_N. */
VEC_FN vf VEC_NAME(gemm_end)(const cm_gemm_f32_args *g, const cm_gemm_f32_tile *t, size_t i, size_t j, size_t n,
                             const bool part, const float *c, vf x) {
    x = v_mul(x, v_set1(g->alpha));
    if (!t->first) {
        x = v_add(part ? v_load_part(c, n) : v_load(c), x);
    } else {
        if (g->bias_kind == CM_GEMM_BIAS_COL) {
            const float *bias = VGEMM_AT(g->bias, j);
            x = v_add(x, part ? v_load_part(bias, n) : v_load(bias));
        } else if (g->bias_kind == CM_GEMM_BIAS_ROW) {
            x = v_add(x, v_set1(cm_load_f32(VGEMM_AT(g->bias, i))));
        }
        if (g->d != NULL) {
            const float *d = VGEMM_AT(g->d, i * g->rs_d + j);
            x = v_add(x, v_mul(v_set1(g->beta), part ? v_load_part(d, n) : v_load(d)));
        }
    }
    if (t->last && g->clamp) x = v_min(v_set1(g->hi), v_max(v_set1(g->lo), x));
    return x;
}

/* A block of sums in t->acc. */
VEC_LEAF static void VEC_NAME(gemm_store)(const cm_gemm_f32_args *g, const cm_gemm_f32_tile *t) {
    size_t n = t->cols / VEC_N * VEC_N, left = t->cols - n;
    if (g->d != NULL && g->cs_d != 1) {
        cm_gemm_f32_store_portable(g, t);
        return;
    }
    for (size_t i = 0; i < t->rows; i++) {
        const float *acc = t->acc + i * t->ld_acc;
        float *c = g->c + (t->i0 + i) * g->ldc + t->j0;
        size_t row = t->i0 + i;
        for (size_t j = 0; j < n; j += VEC_N)
            v_store(c + j, VEC_NAME(gemm_end)(g, t, row, t->j0 + j, VEC_N, false, c + j, v_load(acc + j)));
        if (left == 0) continue;
        vf sum = v_load_part(acc + n, left);
        v_store_part(c + n, left, VEC_NAME(gemm_end)(g, t, row, t->j0 + n, left, true, c + n, sum));
    }
}

/* ---- tiles ---- */

/* rows, wide and half are constants at each call: rows that are not there cost nothing, and `wide` is false where at
 * most VEC_N columns count. VGEMM_HAS: the tile has row i, of which C may be read and written. */
#define VGEMM_HAS(i) (rows > (i) && (i) < n_rows)
#define VGEMM_ZERO(i, p, q) vf c##i##_0 = v_zero(), c##i##_1 = v_zero();
#define VGEMM_STEP(i, p, q)                          \
    if (rows > (i)) {                                \
        vf x = v_set1((p)[(q)*row]);                 \
        c##i##_0 = v_fma(x, b0, c##i##_0);           \
        if (wide) c##i##_1 = v_fma(x, b1, c##i##_1); \
    }

/* The epilogue, stage by stage over all rows, in registers. */
#define VGEMM_ALPHA(i, p, q) c##i##_0 = v_mul(c##i##_0, alpha), c##i##_1 = v_mul(c##i##_1, alpha);
#define VGEMM_ADD_TO(i, p, q)                                              \
    if (VGEMM_HAS(i)) {                                                    \
        c##i##_0 = v_add(v_load(c + (i)*ldc), c##i##_0);                   \
        if (wide) c##i##_1 = v_add(v_load(c + (i)*ldc + VEC_N), c##i##_1); \
    }
#define VGEMM_BIAS_COL(i, p, q) c##i##_0 = v_add(c##i##_0, b0), c##i##_1 = v_add(c##i##_1, b1);
#define VGEMM_BIAS_ROW(i, p, q)                                       \
    if (VGEMM_HAS(i)) {                                               \
        vf x = v_set1(cm_load_f32(VGEMM_AT(g->bias, t->i0 + (i))));   \
        c##i##_0 = v_add(c##i##_0, x), c##i##_1 = v_add(c##i##_1, x); \
    }
#define VGEMM_D(i, p, q)                                                      \
    if (VGEMM_HAS(i)) {                                                       \
        const float *d = VGEMM_AT(g->d, (t->i0 + (i)) * g->rs_d + t->j0);     \
        c##i##_0 = v_add(c##i##_0, v_mul(beta, v_load(d)));                   \
        if (wide) c##i##_1 = v_add(c##i##_1, v_mul(beta, v_load(d + VEC_N))); \
    }
#define VGEMM_CLAMP(i, p, q) \
    c##i##_0 = v_min(hi, v_max(lo, c##i##_0)), c##i##_1 = v_min(hi, v_max(lo, c##i##_1));
#define VGEMM_PUT(i, p, q)                                \
    if (VGEMM_HAS(i)) {                                   \
        v_store(c + (i)*ldc, c##i##_0);                   \
        if (wide) v_store(c + (i)*ldc + VEC_N, c##i##_1); \
    }
/* Or all of it to t->acc. */
#define VGEMM_KEEP(i, p, q)                                      \
    if (rows > (i)) {                                            \
        v_store(acc + (i)*VGEMM_NR, c##i##_0);                   \
        if (wide) v_store(acc + (i)*VGEMM_NR + VEC_N, c##i##_1); \
    }

/* VEC_N elements of B. Constant: half, that they are halves. Which ones is asked in each step: a loop of its own for
 * either would be a copy of all tiles. */
VEC_FN vf VEC_NAME(gemm_load)(const uint8_t *p, const bool half, bool brain) {
    if (!half) return v_load((const float *)(const void *)p);
    return brain ? v_load_bf16((const uint16_t *)(const void *)p) : v_load_f16((const uint16_t *)(const void *)p);
}

VEC_FN void VEC_NAME(gemm_block)(size_t rows, bool wide, const bool half, const cm_gemm_f32_args *g,
                                 const cm_gemm_f32_tile *t) {
    const size_t unit = half ? sizeof(uint16_t) : sizeof(float), line = VGEMM_LINE * sizeof(float);
    const bool brain = t->elem == CM_GEMM_BF16;
    size_t row = t->a_row, step = t->a_step, n_rows = t->rows, ldc = g->ldc, pace = t->pace * unit;
    const uint8_t *b = t->b, *end = b + t->kc * VGEMM_NR * unit, *next = b + t->ahead * unit;
    const float *a0 = t->a, *a1 = a0 + 3 * row, *a2 = a1 + 3 * row, *a3 = a2 + 3 * row;
    float *c = g->c + t->i0 * ldc + t->j0, *acc = t->acc;
    VGEMM_ROWS(VGEMM_ZERO)
    for (; b != end; b += VGEMM_NR * unit, next += pace, a0 += step, a1 += step, a2 += step, a3 += step) {
        vf b0 = VEC_NAME(gemm_load)(b, half, brain);
        vf b1 = wide ? VEC_NAME(gemm_load)(b + VEC_N * unit, half, brain) : v_zero();
        CM_PREFETCH_L2(next);
        if (VGEMM_NR * unit > line) CM_PREFETCH_L2(next + pace / 2);
        VGEMM_ROWS(VGEMM_STEP)
    }
    if (t->cols != (wide ? VGEMM_NR : VEC_N) || (g->d != NULL && g->cs_d != 1)) {
        VGEMM_ROWS(VGEMM_KEEP)
        VEC_NAME(gemm_store)(g, t);
        return;
    }
    if (g->alpha != 1.0f) {
        vf alpha = v_set1(g->alpha);
        VGEMM_ROWS(VGEMM_ALPHA)
    }
    if (!t->first) {
        VGEMM_ROWS(VGEMM_ADD_TO)
    } else if (g->bias_kind == CM_GEMM_BIAS_COL) {
        const float *bias = VGEMM_AT(g->bias, t->j0);
        vf b0 = v_load(bias), b1 = wide ? v_load(bias + VEC_N) : v_zero();
        VGEMM_ROWS(VGEMM_BIAS_COL)
    } else if (g->bias_kind == CM_GEMM_BIAS_ROW) {
        VGEMM_ROWS(VGEMM_BIAS_ROW)
    }
    if (t->first && g->d != NULL) {
        vf beta = v_set1(g->beta);
        VGEMM_ROWS(VGEMM_D)
    }
    if (t->last && g->clamp) {
        vf lo = v_set1(g->lo), hi = v_set1(g->hi);
        VGEMM_ROWS(VGEMM_CLAMP)
    }
    VGEMM_ROWS(VGEMM_PUT)
}

VEC_FN void VEC_NAME(gemm_rows)(bool wide, const bool half, const cm_gemm_f32_args *g,
                                const cm_gemm_f32_tile *t) {
#if VGEMM_MR == 12
    if (t->rows > 8) {
        VEC_NAME(gemm_block)(12, wide, half, g, t);
    } else if (t->rows > 6) {
        VEC_NAME(gemm_block)(8, wide, half, g, t);
    } else
#endif
        if (t->rows > 4) {
        VEC_NAME(gemm_block)(6, wide, half, g, t);
    } else if (t->rows > 2) {
        VEC_NAME(gemm_block)(4, wide, half, g, t);
    } else if (t->rows > 1) {
        VEC_NAME(gemm_block)(2, wide, half, g, t);
    } else {
        VEC_NAME(gemm_block)(1, wide, half, g, t);
    }
}

VEC_LEAF static void VEC_NAME(gemm_tile)(const cm_gemm_f32_args *g, const cm_gemm_f32_tile *t) {
    for (size_t i = 0; i < t->rows; i++) {
        const float *c = g->c + (t->i0 + i) * g->ldc + t->j0;
        CM_PREFETCH(c);
        CM_PREFETCH(c + t->cols - 1);
    }
    if (t->elem != CM_GEMM_F32) {
        VEC_NAME(gemm_rows)(true, true, g, t);
    } else if (t->cols > VEC_N) {
        VEC_NAME(gemm_rows)(true, false, g, t);
    } else {
        VEC_NAME(gemm_rows)(false, false, g, t);
    }
}

/* ---- vector times matrix, and matrices of halves ---- */

#define VGEMV_NAME(f) VEC_NAME(f)
#define VGEMV_T float
#define VGEMV_LOAD(p) v_load(p)
#define VGEMV_PART(p, n) v_load_part(p, n)
#include "kernels/vec/gemm_vec_tmpl.h"

#if CM_GEMM_HALVES
/* n < VEC_N halves as floats, zeros behind them. Constant: brain, that they are bf16. */
VEC_FN vf VEC_NAME(gemm_part)(const uint16_t *p, size_t n, const bool brain) {
    uint16_t x[VEC_N] = {0};
    memcpy(x, p, n * sizeof *x);
    return brain ? v_load_bf16(x) : v_load_f16(x);
}

#define VGEMV_NAME(f) VEC_NAME(f##_f16)
#define VGEMV_T uint16_t
#define VGEMV_LOAD(p) v_load_f16(p)
#define VGEMV_PART(p, n) VEC_NAME(gemm_part)(p, n, false)
#include "kernels/vec/gemm_vec_tmpl.h"

#define VGEMV_NAME(f) VEC_NAME(f##_bf16)
#define VGEMV_T uint16_t
#define VGEMV_LOAD(p) v_load_bf16(p)
#define VGEMV_PART(p, n) VEC_NAME(gemm_part)(p, n, true)
#include "kernels/vec/gemm_vec_tmpl.h"

VEC_LEAF static void VEC_NAME(gemm_widen_bf16)(const uint16_t *x, float *y, size_t n) {
    size_t i = 0;
    for (; i + VEC_N <= n; i += VEC_N) v_store(y + i, v_load_bf16(x + i));
    if (i < n) v_store_part(y + i, n - i, VEC_NAME(gemm_part)(x + i, n - i, true));
}
#define VGEMV_ALL(f) {VEC_NAME(f), VEC_NAME(f##_f16), VEC_NAME(f##_bf16)}
#else
#define VGEMV_ALL(f) {VEC_NAME(f)}
#endif

#if VEC_N == 16
const /* the variant for AMX has the pieces of this one, too */
#else
static const
#endif
    cm_gemm_f32_isa VEC_NAME(cm_gemm_f32_isa) = {
        .fmt = VEC_NAME(cm_gemm_f32_fmt),   .tile = VEC_NAME(gemm_tile),     .store = VEC_NAME(gemm_store),
        .pack = VEC_NAME(cm_gemm_f32_pack), .gemv_n = VGEMV_ALL(gemm_gemv_n), .gemv_t = VGEMV_ALL(gemm_gemv_t),
#if CM_GEMM_HALVES
        .widen = {NULL, VEC_NAME(cm_cast_f16_f32), VEC_NAME(gemm_widen_bf16)},
#endif
};

void VEC_NAME(cm_gemm_f32)(const cm_gemm_f32_args *g, size_t task, void *scratch) {
    cm_gemm_f32_run(&VEC_NAME(cm_gemm_f32_isa), g, task, scratch);
}

#undef VGEMM_MR
#undef VGEMM_ROWS
#undef VGEMM_NR
#undef VGEMM_LINE
#undef VGEMM_AT
#undef VGEMM_HAS
#undef VGEMM_ZERO
#undef VGEMM_STEP
#undef VGEMM_ALPHA
#undef VGEMM_ADD_TO
#undef VGEMM_BIAS_COL
#undef VGEMM_BIAS_ROW
#undef VGEMM_D
#undef VGEMM_CLAMP
#undef VGEMM_PUT
#undef VGEMM_KEEP
#undef VGEMV_ALL
