/* gemm_vec_tmpl.h — a vector times a matrix, the pieces gemv_n and gemv_t of cm_gemm_f32_isa (kernels/prim/gemm.h), in
 * vectors; included by gemm_tmpl.h once for each type of the matrix, which is widened as it is loaded. Whatever the
 * type, sums are those of a matrix of floats. Before it:
 *
 *   VGEMV_NAME(f)       the name of function f for this type
 *   VGEMV_T             float, or uint16_t for halves
 *   VGEMV_LOAD(p)       VEC_N elements as floats
 *   VGEMV_PART(p, n)    n < VEC_N elements as floats; the other lanes are 0, and their memory is not touched */

/* p + n elements, alignment 1. */
#define VGEMV_AT(p, n) ((const VGEMV_T *)(const void *)((const uint8_t *)(p) + (n) * sizeof(VGEMV_T)))

/* Rows of b that one pass over y takes: so many streams of memory at once are the fastest, and y is moved less. */
#define VGEMV_AXPY_ROWS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)
#define VGEMV_AXPY 8
/* What is asked for meanwhile: the same place of the next rows if rows have at most so many elements, since processors
 * do not see that they will be read, else 2 KB on. */
#define VGEMV_NEAR 4096
#define VGEMV_FAR (2048 / sizeof(VGEMV_T))
/* Elements of a line of the caches. */
#define VGEMV_LINE (64 / sizeof(VGEMV_T))
/* Vectors of columns whose sums stay in registers: up to twice as many, and at most so many columns, are taken in such
 * groups. That is one head of attention; more columns are read faster as whole rows. */
#define VGEMV_NARROW 8
#define VGEMV_NARROW_MOST 128
#define VGEMV_AXPY_X(r)                                                       \
    const VGEMV_T *b##r = VGEMV_AT(v->b, ((r) < rows ? l + (r) : l) * v->bs); \
    vf x##r = v_set1((r) < rows ? cm_load_f32(VGEMM_AT(v->x, (l + (r)) * v->xs)) : 0.0f);
#define VGEMV_AXPY_TWO(r)                                 \
    if ((r) < rows) {                                     \
        s = v_fma(x##r, VGEMV_LOAD(b##r + j), s);         \
        u = v_fma(x##r, VGEMV_LOAD(b##r + j + VEC_N), u); \
    }
#define VGEMV_AXPY_ASK(r)                                                                                       \
    if ((r) < rows) {                                                                                           \
        CM_PREFETCH_L2((const void *)((uintptr_t)(b##r + j) + ahead));                                          \
        if (2 * VEC_N > VGEMV_LINE) CM_PREFETCH_L2((const void *)((uintptr_t)(b##r + j + VGEMV_LINE) + ahead)); \
    }
#define VGEMV_AXPY_ONE(r) \
    if ((r) < rows) s = v_fma(x##r, VGEMV_LOAD(b##r + j), s);
#define VGEMV_AXPY_PART(r) \
    if ((r) < rows) s = v_fma(x##r, VGEMV_PART(b##r + j, v->n - j), s);

/* y[j] += x[l] * b[l][j] for `rows` (a constant) values of l, in their order. */
VEC_FN void VGEMV_NAME(gemm_axpy)(const cm_gemm_f32_vec *v, size_t l, size_t rows) {
    float *y = v->y;
    size_t j = 0;
    VGEMV_AXPY_ROWS(VGEMV_AXPY_X)
    const size_t ahead = sizeof(VGEMV_T) * (v->bs <= VGEMV_NEAR ? VGEMV_AXPY * v->bs : VGEMV_FAR);
    for (; j + 2 * VEC_N <= v->n; j += 2 * VEC_N) {
        vf s = v_load(y + j), u = v_load(y + j + VEC_N);
        VGEMV_AXPY_ROWS(VGEMV_AXPY_ASK)
        VGEMV_AXPY_ROWS(VGEMV_AXPY_TWO)
        v_store(y + j, s);
        v_store(y + j + VEC_N, u);
    }
    for (; j + VEC_N <= v->n; j += VEC_N) {
        vf s = v_load(y + j);
        VGEMV_AXPY_ROWS(VGEMV_AXPY_ONE)
        v_store(y + j, s);
    }
    if (j < v->n) {
        vf s = v_load_part(y + j, v->n - j);
        VGEMV_AXPY_ROWS(VGEMV_AXPY_PART)
        v_store_part(y + j, v->n - j, s);
    }
}

/* y[j] for `count` (a constant) vectors of columns, whose sums stay in registers. Some rows ahead are asked for: b may
 * come from memory. */
VEC_FN void VGEMV_NAME(gemm_narrow)(const cm_gemm_f32_vec *v, size_t j, size_t count) {
    vf s[VGEMV_NARROW];
    const size_t ahead = sizeof(VGEMV_T) * VGEMV_AXPY * v->bs;
    VEC_UNROLL
    for (size_t i = 0; i < count; i++) s[i] = v_zero();
    for (size_t l = 0; l < v->kc; l++) {
        const VGEMV_T *b = VGEMV_AT(v->b, l * v->bs + j);
        vf x = v_set1(cm_load_f32(VGEMM_AT(v->x, l * v->xs)));
        VEC_UNROLL
        for (size_t i = 0; i < count * VEC_N; i += VGEMV_LINE)
            CM_PREFETCH_L2((const void *)((uintptr_t)(b + i) + ahead));
        VEC_UNROLL
        for (size_t i = 0; i < count; i++) s[i] = v_fma(x, VGEMV_LOAD(b + i * VEC_N), s[i]);
    }
    VEC_UNROLL
    for (size_t i = 0; i < count; i++) v_store(v->y + j + i * VEC_N, s[i]);
}

VEC_LEAF static void VGEMV_NAME(gemm_gemv_n)(const cm_gemm_f32_vec *v) {
    size_t l = 0;
    if (v->n <= 2 * VGEMV_NARROW * VEC_N && v->n <= VGEMV_NARROW_MOST && v->n % (VGEMV_NARROW / 2 * VEC_N) == 0) {
        for (; l + VGEMV_NARROW * VEC_N <= v->n; l += VGEMV_NARROW * VEC_N) VGEMV_NAME(gemm_narrow)(v, l, VGEMV_NARROW);
        if (l < v->n) VGEMV_NAME(gemm_narrow)(v, l, VGEMV_NARROW / 2);
        return;
    }
    for (size_t j = 0; j < v->n; j++) v->y[j] = 0.0f;
    for (; l + VGEMV_AXPY <= v->kc; l += VGEMV_AXPY) VGEMV_NAME(gemm_axpy)(v, l, VGEMV_AXPY);
    for (; l < v->kc; l++) VGEMV_NAME(gemm_axpy)(v, l, 1);
}

/* The dot product of x with row j + q * apart of b: s and u hold the even and the odd vectors of the sum. Sums have
 * names of their own: compilers keep an array of them in memory where they do not unroll its loop. */
#define VGEMV_DOT_START(q)                                           \
    const VGEMV_T *b##q = VGEMV_AT(v->b, (j + (q) * apart) * v->bs); \
    vf s##q = v_zero(), u##q = v_zero();
#define VGEMV_DOT_TWO(q)                          \
    s##q = v_fma(x0, VGEMV_LOAD(b##q + l), s##q); \
    u##q = v_fma(x1, VGEMV_LOAD(b##q + l + VEC_N), u##q);
#define VGEMV_DOT_ONE(q) s##q = v_fma(x0, VGEMV_LOAD(b##q + l), s##q);
#define VGEMV_DOT_PART(q) s##q = v_fma(x0, VGEMV_PART(b##q + l, rest), s##q);
#define VGEMV_DOT_END(q) v->y[j + (q) * apart] = v_sum(v_add(s##q, u##q));
#define VGEMV_DOTS(ROWS)                                                           \
    ROWS(VGEMV_DOT_START)                                                          \
    size_t l = 0;                                                                  \
    for (; l + 2 * VEC_N <= v->kc; l += 2 * VEC_N) {                               \
        vf x0 = v_load(VGEMM_AT(v->x, l)), x1 = v_load(VGEMM_AT(v->x, l + VEC_N)); \
        ROWS(VGEMV_DOT_TWO)                                                        \
    }                                                                              \
    for (; l + VEC_N <= v->kc; l += VEC_N) {                                       \
        vf x0 = v_load(VGEMM_AT(v->x, l));                                         \
        ROWS(VGEMV_DOT_ONE)                                                        \
    }                                                                              \
    if (l < v->kc) {                                                               \
        size_t rest = v->kc - l;                                                   \
        vf x0 = v_load_part(VGEMM_AT(v->x, l), rest);                              \
        ROWS(VGEMV_DOT_PART)                                                       \
    }                                                                              \
    ROWS(VGEMV_DOT_END)
#define VGEMV_DOT_ROWS_4(X) X(0) X(1) X(2) X(3)
#define VGEMV_DOT_ROWS_1(X) X(0)

/* Four rows and one: each dot product has one order of additions. */
VEC_FN void VGEMV_NAME(gemm_dots_4)(const cm_gemm_f32_vec *v, size_t j, size_t apart) {
    VGEMV_DOTS(VGEMV_DOT_ROWS_4)
}
VEC_FN void VGEMV_NAME(gemm_dot)(const cm_gemm_f32_vec *v, size_t j) {
    const size_t apart = 0;
    VGEMV_DOTS(VGEMV_DOT_ROWS_1)
}

/* Four rows at once, a quarter of b apart: each of them goes on where the one before it ended, so that memory is read
 * in four long streams. Neighbouring rows would be four short ones. */
VEC_LEAF static void VGEMV_NAME(gemm_gemv_t)(const cm_gemm_f32_vec *v) {
    size_t quarter = v->n / 4;
    for (size_t j = 0; j < quarter; j++) VGEMV_NAME(gemm_dots_4)(v, j, quarter);
    for (size_t j = 4 * quarter; j < v->n; j++) VGEMV_NAME(gemm_dot)(v, j);
}

#undef VGEMV_NAME
#undef VGEMV_T
#undef VGEMV_LOAD
#undef VGEMV_PART
#undef VGEMV_AT
#undef VGEMV_LINE
#undef VGEMV_AXPY_ROWS
#undef VGEMV_AXPY
#undef VGEMV_AXPY_ASK
#undef VGEMV_FAR
#undef VGEMV_NEAR
#undef VGEMV_NARROW
#undef VGEMV_NARROW_MOST
#undef VGEMV_AXPY_X
#undef VGEMV_AXPY_TWO
#undef VGEMV_AXPY_ONE
#undef VGEMV_AXPY_PART
#undef VGEMV_DOT_START
#undef VGEMV_DOT_TWO
#undef VGEMV_DOT_ONE
#undef VGEMV_DOT_PART
#undef VGEMV_DOT_END
#undef VGEMV_DOTS
#undef VGEMV_DOT_ROWS_4
#undef VGEMV_DOT_ROWS_1
