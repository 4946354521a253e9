/* normalize_tmpl.h — one dtype of the data; included by normalize.c once per dtype. Parameters:
 *   NORMALIZE_DTYPE    suffix of the names: f32
 *   NORMALIZE_T        type of an element in memory
 *   NORMALIZE_LOAD(v)  element to double
 *   NORMALIZE_STORE v  and back; both may look at `dtype`, that of the elements
 *   NORMALIZE_USE_ROW(row, x, y, n)  what computes a row; not defined: the function made here */
#define NORMALIZE_NAME_2(prefix, dtype, suffix) prefix##dtype##suffix
#define NORMALIZE_NAME_1(prefix, dtype, suffix) NORMALIZE_NAME_2(prefix, dtype, suffix)
#define NORMALIZE_SUM NORMALIZE_NAME_1(normalize_sum_, NORMALIZE_DTYPE, )
#define NORMALIZE_ROW NORMALIZE_NAME_1(normalize_row_, NORMALIZE_DTYPE, )
#ifndef NORMALIZE_USE_ROW
#define NORMALIZE_USE_ROW(row, x, y, n) NORMALIZE_ROW(row, x, y, n, cm_in(k, 0)->dtype)
#endif
#define NORMALIZE_WALK NORMALIZE_NAME_1(normalize_walk_, NORMALIZE_DTYPE, )

/* Sum of x [n] - shift, or of its squares: four sums by turns, added at the end. */
static double NORMALIZE_SUM(const NORMALIZE_T *x, size_t n, double shift, bool squares, int dtype) {
    double sum[4] = {0};
    size_t whole = n - n % 4;
    (void)dtype;
    for (size_t i = 0; i < whole; i += 4) {
        for (size_t j = 0; j < 4; j++) {
            double v = NORMALIZE_LOAD(x[i + j]) - shift;
            sum[j] += squares ? v * v : v;
        }
    }
    for (size_t i = whole; i < n; i++) {
        double v = NORMALIZE_LOAD(x[i]) - shift;
        sum[i - whole] += squares ? v * v : v;
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* A row; scale and bias are of this dtype, behind pointers of another type. */
static void NORMALIZE_ROW(cm_norm_row *row, const NORMALIZE_T *x, NORMALIZE_T *y, size_t n, int dtype) {
    const NORMALIZE_T *scale = (const NORMALIZE_T *)(const void *)row->scale;
    const NORMALIZE_T *bias = (const NORMALIZE_T *)(const void *)row->bias;
    double mean = NORMALIZE_SUM(x, n, 0, false, dtype) / (double)n;
    double var = NORMALIZE_SUM(x, n, mean, true, dtype) / (double)n;
    double inverse = 1 / cm_sqrt(var + row->epsilon);
    for (size_t i = 0; i < n; i++) {
        double v = (NORMALIZE_LOAD(x[i]) - mean) * inverse;
        v *= NORMALIZE_LOAD(scale[i * row->scale_step]);
        if (bias != NULL) v += NORMALIZE_LOAD(bias[i * row->bias_step]);
        y[i] = NORMALIZE_STORE(v);
    }
    row->mean = mean;
    row->inverse = inverse;
}

/* The rows of tasks [begin, end). */
static void NORMALIZE_WALK(const cm_kctx *k, const normalize_split *s, uint32_t begin,
                           uint32_t end) {
    const cm_normalize_params *q = k->params;
    const NORMALIZE_T *scale = cm_in(k, 1)->data;
    const NORMALIZE_T *bias = cm_in(k, 2) != NULL ? cm_in(k, 2)->data : NULL;
    cm_norm_row row = {.scale_step = s->channels == 0 && cm_in(k, 1)->n > 1,
                       .bias_step = s->channels == 0 && bias != NULL && cm_in(k, 2)->n > 1,
                       .epsilon = (double)q->epsilon};
    size_t last = cm_min_size(s->rows, end * s->per_task);
    for (size_t r = begin * s->per_task; r < last; r++) {
        const NORMALIZE_T *x = cm_in(k, 0)->data;
        NORMALIZE_T *y = cm_out(k, 0)->data;
        size_t channel = s->channels == 0 ? 0 : r % s->channels;
        if (s->n > 0) { /* else x, y and scale may be NULL */
            x += r * s->n;
            y += r * s->n;
            row.scale = (const float *)(const void *)(scale + channel);
            row.bias = bias == NULL ? NULL : (const float *)(const void *)(bias + channel);
        }
        NORMALIZE_USE_ROW(&row, x, y, s->n);
        if (s->channels == 0) {
            normalize_stash(k, 1, r, row.mean);
            normalize_stash(k, 2, r, row.inverse);
        }
    }
}

/* y = (x - mean) / sqrt(var + epsilon) * scale + bias for each row; see normalize.c. CAMEO_OK. */
cameo_status NORMALIZE_NAME_1(cm_normalize_layer_, NORMALIZE_DTYPE,
                              _run)(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                    uint32_t end) {
    normalize_split s = normalize_split_of(k, false);
    (void)phase;
    NORMALIZE_WALK(k, &s, begin, end);
    return CAMEO_OK;
}
cameo_status NORMALIZE_NAME_1(cm_normalize_instance_, NORMALIZE_DTYPE,
                              _run)(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                    uint32_t end) {
    normalize_split s = normalize_split_of(k, true);
    (void)phase;
    NORMALIZE_WALK(k, &s, begin, end);
    return CAMEO_OK;
}

#undef NORMALIZE_WALK
#undef NORMALIZE_USE_ROW
#undef NORMALIZE_ROW
#undef NORMALIZE_SUM
#undef NORMALIZE_NAME_1
#undef NORMALIZE_NAME_2
#undef NORMALIZE_DTYPE
#undef NORMALIZE_T
#undef NORMALIZE_LOAD
#undef NORMALIZE_STORE
