/* softmax_tmpl.h — softmax of one dtype; included by softmax.c once per dtype. Parameters:
 *   SOFTMAX_DTYPE    suffix of the names: f32
 *   SOFTMAX_T        type of an element in memory
 *   SOFTMAX_C        type that differences and exponentials are computed in
 *   SOFTMAX_EXP      base/math.h's exp for SOFTMAX_C
 *   SOFTMAX_LOAD(v)  element to SOFTMAX_C
 *   SOFTMAX_STORE(v) and back
 *   SOFTMAX_LOWEST   minus infinity
 *   SOFTMAX_SLOTS    1: Softmax and LogSoftmax are slots (kernels/prim/softmax_rows.h)
 *   SOFTMAX_ROWS_RUN where it is defined: what computes tasks of whole rows (kernels/softmax.c)
 *   SOFTMAX_KEEP     1: y holds the exponentials between; 0: T is too narrow, they are computed twice */
#define SOFTMAX_NAME_2(prefix, dtype, suffix) prefix##dtype##suffix
#define SOFTMAX_NAME_1(prefix, dtype, suffix) SOFTMAX_NAME_2(prefix, dtype, suffix)
#define SOFTMAX_BLOCK SOFTMAX_NAME_1(softmax_block_, SOFTMAX_DTYPE, )
#define SOFTMAX_LOG_BLOCK SOFTMAX_NAME_1(softmax_log_block_, SOFTMAX_DTYPE, )
#define SOFTMAX_HARD_BLOCK SOFTMAX_NAME_1(softmax_hard_block_, SOFTMAX_DTYPE, )
#define SOFTMAX_WALK SOFTMAX_NAME_1(softmax_walk_, SOFTMAX_DTYPE, )

#if !SOFTMAX_SLOTS
/* Softmax of `width` neighbouring columns: y[i][c] = exp(x[i][c] - max_c) / sum_c, i < n.
 *   x, y   [n][step], the columns are the first `width` <= SOFTMAX_WIDTH of each row; y may equal x
 * A column with NaN or plus infinity, or of minus infinities only, becomes NaN, as numpy's. */
static void SOFTMAX_BLOCK(SOFTMAX_T *y, const SOFTMAX_T *x, size_t n, size_t step, size_t width) {
    SOFTMAX_C max[SOFTMAX_WIDTH];
    double sum[SOFTMAX_WIDTH] = {0};
    for (size_t c = 0; c < width; c++) max[c] = SOFTMAX_LOWEST;
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < width; c++) {
            SOFTMAX_C v = SOFTMAX_LOAD(x[i * step + c]);
            max[c] = v > max[c] ? v : max[c];
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < width; c++) {
            SOFTMAX_C v = SOFTMAX_EXP(SOFTMAX_LOAD(x[i * step + c]) - max[c]);
            sum[c] += (double)v;
#if SOFTMAX_KEEP
            y[i * step + c] = v;
#endif
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < width; c++) {
#if SOFTMAX_KEEP
            SOFTMAX_C v = y[i * step + c];
#else
            SOFTMAX_C v = SOFTMAX_EXP(SOFTMAX_LOAD(x[i * step + c]) - max[c]);
#endif
            y[i * step + c] = SOFTMAX_STORE((SOFTMAX_C)((double)v / sum[c]));
        }
    }
}

/* LogSoftmax of the same columns: y[i][c] = x[i][c] - max_c - log(sum_c). */
static void SOFTMAX_LOG_BLOCK(SOFTMAX_T *y, const SOFTMAX_T *x, size_t n, size_t step,
                              size_t width) {
    SOFTMAX_C max[SOFTMAX_WIDTH];
    double sum[SOFTMAX_WIDTH] = {0};
    for (size_t c = 0; c < width; c++) max[c] = SOFTMAX_LOWEST;
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < width; c++) {
            SOFTMAX_C v = SOFTMAX_LOAD(x[i * step + c]);
            max[c] = v > max[c] ? v : max[c];
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < width; c++) {
            sum[c] += (double)SOFTMAX_EXP(SOFTMAX_LOAD(x[i * step + c]) - max[c]);
        }
    }
    for (size_t c = 0; c < width; c++) sum[c] = cm_log(sum[c]);
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < width; c++) {
            double v = (double)SOFTMAX_LOAD(x[i * step + c]) - (double)max[c];
            y[i * step + c] = SOFTMAX_STORE((SOFTMAX_C)(v - sum[c]));
        }
    }
}

#endif

/* Hardmax of the same columns: 1 for the first NaN or else the first greatest element. */
static void SOFTMAX_HARD_BLOCK(SOFTMAX_T *y, const SOFTMAX_T *x, size_t n, size_t step,
                               size_t width) {
    SOFTMAX_C max[SOFTMAX_WIDTH];
    size_t at[SOFTMAX_WIDTH] = {0};
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < width; c++) {
            SOFTMAX_C v = SOFTMAX_LOAD(x[i * step + c]);
            if (i == 0 || v > max[c] || (v != v && max[c] == max[c])) {
                max[c] = v;
                at[c] = i;
            }
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < width; c++) {
            y[i * step + c] = SOFTMAX_STORE((SOFTMAX_C)(i == at[c]));
        }
    }
}

/* The blocks of columns of tasks [begin, end). */
static cameo_status SOFTMAX_WALK(const cm_kctx *k, uint32_t begin, uint32_t end, bool wide,
                                 void (*block)(SOFTMAX_T *, const SOFTMAX_T *, size_t, size_t,
                                               size_t)) {
    softmax_split s = softmax_split_of(k, wide);
    const SOFTMAX_T *x = cm_in(k, 0)->data;
    SOFTMAX_T *y = cm_out(k, 0)->data;
    size_t last = cm_min_size(s.outer * s.blocks, end * s.per_task);
    for (size_t b = begin * s.per_task; b < last; b++) {
        size_t column = b % s.blocks * s.width;
        size_t off = b / s.blocks * s.n * s.inner + column;
        block(y + off, x + off, s.n, s.inner, cm_min_size(s.width, s.inner - column));
    }
    return CAMEO_OK;
}

/* see cm_softmax_setup. Return CAMEO_OK. */
cameo_status SOFTMAX_NAME_1(cm_softmax_, SOFTMAX_DTYPE, _run)(const cm_kctx *k, uint32_t phase,
                                                              uint32_t begin, uint32_t end) {
    (void)phase;
#if SOFTMAX_SLOTS
    return SOFTMAX_WALK(k, begin, end, true, CM_PRIM(k, softmax_f32));
#else
#ifdef SOFTMAX_ROWS_RUN
    softmax_split s = softmax_split_of(k, false);
    if (s.inner == 1) return SOFTMAX_ROWS_RUN(k, &s, begin, end, false);
#endif
    return SOFTMAX_WALK(k, begin, end, false, SOFTMAX_BLOCK);
#endif
}
cameo_status SOFTMAX_NAME_1(cm_softmax_log_, SOFTMAX_DTYPE, _run)(const cm_kctx *k, uint32_t phase,
                                                                  uint32_t begin, uint32_t end) {
    (void)phase;
#if SOFTMAX_SLOTS
    return SOFTMAX_WALK(k, begin, end, true, CM_PRIM(k, log_softmax_f32));
#else
#ifdef SOFTMAX_ROWS_RUN
    softmax_split s = softmax_split_of(k, false);
    if (s.inner == 1) return SOFTMAX_ROWS_RUN(k, &s, begin, end, true);
#endif
    return SOFTMAX_WALK(k, begin, end, false, SOFTMAX_LOG_BLOCK);
#endif
}
cameo_status SOFTMAX_NAME_1(cm_softmax_hard_, SOFTMAX_DTYPE, _run)(const cm_kctx *k, uint32_t phase,
                                                                   uint32_t begin, uint32_t end) {
    (void)phase;
    return SOFTMAX_WALK(k, begin, end, false, SOFTMAX_HARD_BLOCK);
}

#undef SOFTMAX_WALK
#undef SOFTMAX_HARD_BLOCK
#undef SOFTMAX_LOG_BLOCK
#undef SOFTMAX_BLOCK
#undef SOFTMAX_NAME_1
#undef SOFTMAX_NAME_2
#undef SOFTMAX_DTYPE
#undef SOFTMAX_T
#undef SOFTMAX_C
#undef SOFTMAX_EXP
#undef SOFTMAX_LOAD
#undef SOFTMAX_STORE
#undef SOFTMAX_LOWEST
#undef SOFTMAX_SLOTS
#undef SOFTMAX_KEEP
#undef SOFTMAX_ROWS_RUN
