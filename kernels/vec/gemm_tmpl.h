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

/* rows and wide are constants at each call: rows that are not there cost nothing, and `wide` is false where at most
 * VEC_N columns count. VGEMM_HAS: the tile has row i, of which C may be read and written. */
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

VEC_FN void VEC_NAME(gemm_block)(size_t rows, bool wide, const cm_gemm_f32_args *g,
                                 const cm_gemm_f32_tile *t) {
    size_t row = t->a_row, step = t->a_step, n_rows = t->rows, ldc = g->ldc, ahead = t->ahead;
    const float *b = t->b, *end = b + t->kc * VGEMM_NR;
    const float *a0 = t->a, *a1 = a0 + 3 * row, *a2 = a1 + 3 * row, *a3 = a2 + 3 * row;
    float *c = g->c + t->i0 * ldc + t->j0, *acc = t->acc;
    VGEMM_ROWS(VGEMM_ZERO)
    for (; b != end; b += VGEMM_NR, a0 += step, a1 += step, a2 += step, a3 += step) {
        vf b0 = v_load(b), b1 = wide ? v_load(b + VEC_N) : v_zero();
        CM_PREFETCH_L2(b + ahead);
        if (VGEMM_NR > VGEMM_LINE) CM_PREFETCH_L2(b + ahead + VGEMM_LINE);
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

VEC_FN void VEC_NAME(gemm_rows)(bool wide, const cm_gemm_f32_args *g, const cm_gemm_f32_tile *t) {
#if VGEMM_MR == 12
    if (t->rows > 8) {
        VEC_NAME(gemm_block)(12, wide, g, t);
    } else if (t->rows > 6) {
        VEC_NAME(gemm_block)(8, wide, g, t);
    } else
#endif
        if (t->rows > 4) {
        VEC_NAME(gemm_block)(6, wide, g, t);
    } else if (t->rows > 2) {
        VEC_NAME(gemm_block)(4, wide, g, t);
    } else if (t->rows > 1) {
        VEC_NAME(gemm_block)(2, wide, g, t);
    } else {
        VEC_NAME(gemm_block)(1, wide, g, t);
    }
}

VEC_LEAF static void VEC_NAME(gemm_tile)(const cm_gemm_f32_args *g, const cm_gemm_f32_tile *t) {
    for (size_t i = 0; i < t->rows; i++) {
        const float *c = g->c + (t->i0 + i) * g->ldc + t->j0;
        CM_PREFETCH(c);
        CM_PREFETCH(c + t->cols - 1);
    }
    if (t->cols > VEC_N) {
        VEC_NAME(gemm_rows)(true, g, t);
    } else {
        VEC_NAME(gemm_rows)(false, g, t);
    }
}

/* ---- vector times matrix ---- */

/* Rows of b that one pass over y takes: so many streams of memory at once are the fastest, and y is moved less. */
#define VGEMM_AXPY_ROWS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)
#define VGEMM_AXPY 8
/* What is asked for meanwhile: the same place of the next rows if rows have at most so many floats, since processors do
 * not see that they will be read, else so many floats on. */
#define VGEMM_NEAR 4096
#define VGEMM_FAR 512
/* Vectors of columns whose sums stay in registers, and up to twice as many of which a few rows of values are made: one
 * head of attention. */
#define VGEMM_NARROW 8
#define VGEMM_AXPY_X(r)                                                     \
    const float *b##r = (r) < rows ? VGEMM_AT(v->b, (l + (r)) * v->bs) : y; \
    vf x##r = v_set1((r) < rows ? cm_load_f32(VGEMM_AT(v->x, (l + (r)) * v->xs)) : 0.0f);
#define VGEMM_AXPY_TWO(r)                             \
    if ((r) < rows) {                                 \
        s = v_fma(x##r, v_load(b##r + j), s);         \
        u = v_fma(x##r, v_load(b##r + j + VEC_N), u); \
    }
#define VGEMM_AXPY_ASK(r)                                                                                       \
    if ((r) < rows) {                                                                                           \
        CM_PREFETCH_L2((const void *)((uintptr_t)(b##r + j) + ahead));                                          \
        if (2 * VEC_N > VGEMM_LINE) CM_PREFETCH_L2((const void *)((uintptr_t)(b##r + j + VGEMM_LINE) + ahead)); \
    }
#define VGEMM_AXPY_ONE(r) \
    if ((r) < rows) s = v_fma(x##r, v_load(b##r + j), s);
#define VGEMM_AXPY_PART(r) \
    if ((r) < rows) s = v_fma(x##r, v_load_part(b##r + j, v->n - j), s);

/* y[j] += x[l] * b[l][j] for `rows` (a constant) values of l, in their order. */
VEC_FN void VEC_NAME(gemm_axpy)(const cm_gemm_f32_vec *v, size_t l, size_t rows) {
    float *y = v->y;
    size_t j = 0;
    VGEMM_AXPY_ROWS(VGEMM_AXPY_X)
    const size_t ahead = sizeof(float) * (v->bs <= VGEMM_NEAR ? VGEMM_AXPY * v->bs : VGEMM_FAR);
    for (; j + 2 * VEC_N <= v->n; j += 2 * VEC_N) {
        vf s = v_load(y + j), u = v_load(y + j + VEC_N);
        VGEMM_AXPY_ROWS(VGEMM_AXPY_ASK)
        VGEMM_AXPY_ROWS(VGEMM_AXPY_TWO)
        v_store(y + j, s);
        v_store(y + j + VEC_N, u);
    }
    for (; j + VEC_N <= v->n; j += VEC_N) {
        vf s = v_load(y + j);
        VGEMM_AXPY_ROWS(VGEMM_AXPY_ONE)
        v_store(y + j, s);
    }
    if (j < v->n) {
        vf s = v_load_part(y + j, v->n - j);
        VGEMM_AXPY_ROWS(VGEMM_AXPY_PART)
        v_store_part(y + j, v->n - j, s);
    }
}

/* y[j] for `count` (a constant) vectors of columns, whose sums stay in registers. */
VEC_FN void VEC_NAME(gemm_narrow)(const cm_gemm_f32_vec *v, size_t j, size_t count) {
    vf s[VGEMM_NARROW];
    VEC_UNROLL
    for (size_t i = 0; i < count; i++) s[i] = v_zero();
    for (size_t l = 0; l < v->kc; l++) {
        const float *b = VGEMM_AT(v->b, l * v->bs + j);
        vf x = v_set1(cm_load_f32(VGEMM_AT(v->x, l * v->xs)));
        VEC_UNROLL
        for (size_t i = 0; i < count; i++) s[i] = v_fma(x, v_load(b + i * VEC_N), s[i]);
    }
    VEC_UNROLL
    for (size_t i = 0; i < count; i++) v_store(v->y + j + i * VEC_N, s[i]);
}

VEC_LEAF static void VEC_NAME(gemm_gemv_n)(const cm_gemm_f32_vec *v) {
    size_t l = 0;
    if (v->n <= 2 * VGEMM_NARROW * VEC_N && v->n % (VGEMM_NARROW / 2 * VEC_N) == 0) {
        for (; l + VGEMM_NARROW * VEC_N <= v->n; l += VGEMM_NARROW * VEC_N) VEC_NAME(gemm_narrow)(v, l, VGEMM_NARROW);
        if (l < v->n) VEC_NAME(gemm_narrow)(v, l, VGEMM_NARROW / 2);
        return;
    }
    for (size_t j = 0; j < v->n; j++) v->y[j] = 0.0f;
    for (; l + VGEMM_AXPY <= v->kc; l += VGEMM_AXPY) VEC_NAME(gemm_axpy)(v, l, VGEMM_AXPY);
    for (; l < v->kc; l++) VEC_NAME(gemm_axpy)(v, l, 1);
}

/* The dot product of x with row j + q * apart of b: s and u hold the even and the odd vectors of the sum. Sums have
 * names of their own: compilers keep an array of them in memory where they do not unroll its loop. */
#define VGEMM_DOT_START(q)                                           \
    const float *b##q = VGEMM_AT(v->b, (j + (q) * apart) * v->bs);   \
    vf s##q = v_zero(), u##q = v_zero();
#define VGEMM_DOT_TWO(q)                      \
    s##q = v_fma(x0, v_load(b##q + l), s##q); \
    u##q = v_fma(x1, v_load(b##q + l + VEC_N), u##q);
#define VGEMM_DOT_ONE(q) s##q = v_fma(x0, v_load(b##q + l), s##q);
#define VGEMM_DOT_PART(q) s##q = v_fma(x0, v_load_part(b##q + l, rest), s##q);
#define VGEMM_DOT_END(q) v->y[j + (q) * apart] = v_sum(v_add(s##q, u##q));
#define VGEMM_DOTS(ROWS)                                                           \
    ROWS(VGEMM_DOT_START)                                                          \
    size_t l = 0;                                                                  \
    for (; l + 2 * VEC_N <= v->kc; l += 2 * VEC_N) {                               \
        vf x0 = v_load(VGEMM_AT(v->x, l)), x1 = v_load(VGEMM_AT(v->x, l + VEC_N)); \
        ROWS(VGEMM_DOT_TWO)                                                        \
    }                                                                              \
    for (; l + VEC_N <= v->kc; l += VEC_N) {                                       \
        vf x0 = v_load(VGEMM_AT(v->x, l));                                         \
        ROWS(VGEMM_DOT_ONE)                                                        \
    }                                                                              \
    if (l < v->kc) {                                                               \
        size_t rest = v->kc - l;                                                   \
        vf x0 = v_load_part(VGEMM_AT(v->x, l), rest);                              \
        ROWS(VGEMM_DOT_PART)                                                       \
    }                                                                              \
    ROWS(VGEMM_DOT_END)
#define VGEMM_DOT_ROWS_4(X) X(0) X(1) X(2) X(3)
#define VGEMM_DOT_ROWS_1(X) X(0)

/* Four rows and one: each dot product has one order of additions. */
VEC_FN void VEC_NAME(gemm_dots_4)(const cm_gemm_f32_vec *v, size_t j, size_t apart) {
    VGEMM_DOTS(VGEMM_DOT_ROWS_4)
}
VEC_FN void VEC_NAME(gemm_dot)(const cm_gemm_f32_vec *v, size_t j) {
    const size_t apart = 0;
    VGEMM_DOTS(VGEMM_DOT_ROWS_1)
}

/* Four rows at once, a quarter of b apart: each of them goes on where the one before it ended, so that memory is read
 * in four long streams. Neighbouring rows would be four short ones. */
VEC_LEAF static void VEC_NAME(gemm_gemv_t)(const cm_gemm_f32_vec *v) {
    size_t quarter = v->n / 4;
    for (size_t j = 0; j < quarter; j++) VEC_NAME(gemm_dots_4)(v, j, quarter);
    for (size_t j = 4 * quarter; j < v->n; j++) VEC_NAME(gemm_dot)(v, j);
}

#if VEC_N == 16
const /* the variant for AMX has the pieces of this one, too */
#else
static const
#endif
    cm_gemm_f32_isa VEC_NAME(cm_gemm_f32_isa) = {
        .fmt = VEC_NAME(cm_gemm_f32_fmt),   .tile = VEC_NAME(gemm_tile),     .store = VEC_NAME(gemm_store),
        .pack = VEC_NAME(cm_gemm_f32_pack), .gemv_n = VEC_NAME(gemm_gemv_n), .gemv_t = VEC_NAME(gemm_gemv_t),
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
#undef VGEMM_AXPY_ROWS
#undef VGEMM_AXPY
#undef VGEMM_AXPY_ASK
#undef VGEMM_FAR
#undef VGEMM_NEAR
#undef VGEMM_NARROW
#undef VGEMM_AXPY_X
#undef VGEMM_AXPY_TWO
#undef VGEMM_AXPY_ONE
#undef VGEMM_AXPY_PART
#undef VGEMM_DOT_START
#undef VGEMM_DOT_TWO
#undef VGEMM_DOT_ONE
#undef VGEMM_DOT_PART
#undef VGEMM_DOT_END
#undef VGEMM_DOTS
#undef VGEMM_DOT_ROWS_4
#undef VGEMM_DOT_ROWS_1
