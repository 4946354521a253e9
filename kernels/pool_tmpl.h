/* pool_tmpl.h — cm_pool_max_<dtype>_run and cm_pool_average_<dtype>_run; included by pool.c.
 *   POOL_DTYPE      suffix of the names
 *   POOL_T          element
 *   POOL_C          type that is compared
 *   POOL_LOAD       POOL_T -> POOL_C;  POOL_STORE  POOL_C -> POOL_T; they may look at `dtype`, that of the elements
 *   POOL_LOWEST     not above anything
 *   POOL_ORDER      (a, b): a is above b;  POOL_IS_NAN  1 for NaN
 *   POOL_AVERAGE    1: also the average, with
 *   POOL_S          type of the sums;  POOL_STORE_SUM  POOL_S -> POOL_T */
#define POOL_CAT2(a, b, c) a##_##b##_##c
#define POOL_CAT(a, b, c) POOL_CAT2(a, b, c)

/* One output with its index in the plane, -1 where no tap lies inside the data. */
static POOL_T POOL_CAT(pool, index, POOL_DTYPE)(const cm_geom *g, const cm_geom_run *run, size_t j,
                                                const POOL_T *plane, int dtype, ptrdiff_t *index) {
    (void)dtype;
    const cm_geom_axis *last = &g->axis[g->n - 1];
    ptrdiff_t at = run->at[g->n - 1] + (ptrdiff_t)j * last->stride, from, to;
    POOL_C best = 0;
    cm_geom_rows r;
    *index = -1;
    cm_geom_clip(last, at, last->in, &from, &to);
    for (bool more = cm_geom_rows_begin(&r, g, run); more; more = cm_geom_rows_next(&r, g)) {
        for (ptrdiff_t k = from; k < to; k++) {
            ptrdiff_t c = (ptrdiff_t)r.in + at + k * last->dilation;
            POOL_C v = POOL_LOAD(plane[c]);
            if (*index < 0 || POOL_ORDER(v, best)) best = v, *index = c;
        }
    }
    return POOL_STORE(best);
}

/* best[j] = max(best[j], row[at + j*stride]), j < n <= POOL_BLOCK, inside the row. True where one
 * of these is NaN, which best does not show. */
static bool POOL_CAT(pool, max_tap, POOL_DTYPE)(POOL_C *restrict best, const POOL_T *row,
                                                ptrdiff_t at, size_t n, const cm_geom_axis *x, int dtype) {
    (void)dtype;
    size_t j;
    int nan = 0;
    n = cm_geom_inside(x, at, n, &j);
    if (j >= n) return false;
    row += at + (ptrdiff_t)j * x->stride;
#if !CM_SMALL
    if (x->stride == 1) { /* fixed counts become vectors */
        for (; n - j >= 4; j += 4, row += 4) {
            for (size_t i = 0; i < 4; i++) {
                POOL_C v = POOL_LOAD(row[i]);
                nan |= POOL_IS_NAN(v);
                best[j + i] = v > best[j + i] ? v : best[j + i];
            }
        }
    }
#endif
    for (; j < n; j++, row += x->stride) {
        POOL_C v = POOL_LOAD(*row);
        nan |= POOL_IS_NAN(v);
        best[j] = v > best[j] ? v : best[j];
    }
    return nan != 0;
}

/* One plane, and outputs [j, j + n) of a run of it, n <= POOL_BLOCK. */
static void POOL_CAT(pool, max, POOL_DTYPE)(const cm_geom *g, const cm_geom_run *run, size_t j,
                                            size_t n, const POOL_T *plane, int dtype, POOL_T *y) {
    const cm_geom_axis *last = &g->axis[g->n - 1];
    ptrdiff_t at = run->at[g->n - 1] + (ptrdiff_t)j * last->stride, from, to, none;
    ptrdiff_t index;
    POOL_C best[POOL_BLOCK];
    cm_geom_rows r;
    bool nan = false, rows = cm_geom_rows_begin(&r, g, run);
    for (size_t i = 0; i < POOL_BLOCK; i++) best[i] = POOL_LOWEST;
    cm_geom_clip(last, at + (ptrdiff_t)(n - 1) * last->stride, last->in, &from, &none);
    cm_geom_clip(last, at, last->in, &none, &to);
    for (bool more = rows; more; more = cm_geom_rows_next(&r, g)) {
        const POOL_T *row = plane + r.in;
        for (ptrdiff_t k = from; k < to; k++) {
            nan |= POOL_CAT(pool, max_tap, POOL_DTYPE)(best, row, at + k * last->dilation, n, last, dtype);
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (nan) {
            y[i] = POOL_CAT(pool, index, POOL_DTYPE)(g, run, j + i, plane, dtype, &index);
        } else {
            y[i] = POOL_STORE(!rows || pool_is_empty(g, run, j + i) ? (POOL_C)0 : best[i]);
        }
    }
}

/* Outputs [from, to) of a plane with its indices. */
static void POOL_CAT(pool, indices, POOL_DTYPE)(const cm_kctx *k, const cm_geom *g, size_t plane,
                                                size_t from, size_t to) {
    const cm_pool_params *q = k->params;
    const POOL_T *x = pool_at(cm_in(k, 0)->data, plane * g->in_plane, sizeof(POOL_T));
    POOL_T *y = cm_out(k, 0) == NULL ? NULL : (POOL_T *)cm_out(k, 0)->data + plane * g->out_plane;
    int64_t *indices = (int64_t *)cm_out(k, 1)->data + plane * g->out_plane;
    for (size_t p = from; p < to;) {
        cm_geom_run run = cm_geom_run_at(g, p, to - p);
        for (size_t j = 0; j < run.n; j++, p++) {
            ptrdiff_t index;
            POOL_T best = POOL_CAT(pool, index, POOL_DTYPE)(g, &run, j, x, cm_in(k, 0)->dtype, &index);
            if (y != NULL) y[p] = best;
            indices[p] = -1;
            if (index < 0) continue;
            size_t at = (size_t)index;
            if (q->storage_order != 0) at = pool_column_major(g, at);
            indices[p] = (int64_t)(plane * g->in_plane + at);
        }
    }
}

cameo_status POOL_CAT(cm_pool_max, POOL_DTYPE, run)(const cm_kctx *k, uint32_t phase,
                                                    uint32_t begin, uint32_t end) {
    cm_geom g;
    (void)phase;
    CM_TRY(pool_geom(k, &g));
    cm_geom_split split = pool_split(k, &g);
    for (uint32_t t = begin; t < end; t++) {
        cm_geom_task task = cm_geom_task_at(&split, &g, t);
        for (size_t plane = task.begin; plane < task.end; plane++) {
            if (cm_out(k, 1) != NULL) {
                POOL_CAT(pool, indices, POOL_DTYPE)(k, &g, plane, task.from, task.to);
                continue;
            }
            const POOL_T *x = pool_at(cm_in(k, 0)->data, plane * g.in_plane, sizeof(POOL_T));
            POOL_T *y = (POOL_T *)cm_out(k, 0)->data + plane * g.out_plane;
            for (size_t p = task.from; p < task.to;) {
                cm_geom_run run = cm_geom_run_at(&g, p, task.to - p);
                for (size_t j = 0; j < run.n; j += POOL_BLOCK) {
                    size_t n = cm_min_size(POOL_BLOCK, run.n - j);
                    POOL_CAT(pool, max, POOL_DTYPE)(&g, &run, j, n, x, cm_in(k, 0)->dtype, y + p + j);
                }
                p += run.n;
            }
        }
    }
    return CAMEO_OK;
}

#if POOL_AVERAGE
/* The sum of output j of a run. */
static POOL_S POOL_CAT(pool, sum, POOL_DTYPE)(const cm_geom *g, const cm_geom_run *run, size_t j,
                                              const POOL_T *plane, int dtype) {
    const cm_geom_axis *last = &g->axis[g->n - 1];
    ptrdiff_t at = run->at[g->n - 1] + (ptrdiff_t)j * last->stride, from, to;
    POOL_S sum = 0;
    cm_geom_rows r;
    (void)dtype;
    cm_geom_clip(last, at, last->in, &from, &to);
    for (bool more = cm_geom_rows_begin(&r, g, run); more; more = cm_geom_rows_next(&r, g)) {
        const POOL_T *row = plane + r.in;
        for (ptrdiff_t k = from; k < to; k++) {
            sum += (POOL_S)POOL_LOAD(row[at + k * last->dilation]);
        }
    }
    return sum;
}

cameo_status POOL_CAT(cm_pool_average, POOL_DTYPE, run)(const cm_kctx *k, uint32_t phase,
                                                        uint32_t begin, uint32_t end) {
    const cm_pool_params *q = k->params;
    bool padded = q->count_include_pad != 0;
    int dtype = cm_in(k, 0)->dtype;
    cm_geom g;
    (void)phase;
    CM_TRY(pool_geom(k, &g));
    cm_geom_split split = pool_split(k, &g);
    for (uint32_t t = begin; t < end; t++) {
        cm_geom_task task = cm_geom_task_at(&split, &g, t);
        for (size_t plane = task.begin; plane < task.end; plane++) {
            const POOL_T *x = pool_at(cm_in(k, 0)->data, plane * g.in_plane, sizeof(POOL_T));
            POOL_T *y = (POOL_T *)cm_out(k, 0)->data + plane * g.out_plane;
            for (size_t p = task.from; p < task.to;) {
                cm_geom_run run = cm_geom_run_at(&g, p, task.to - p);
                double rows = pool_count_rows(&g, &run, padded, 0, g.n - 1, 0);
                for (size_t j = 0; j < run.n; j++, p++) {
                    ptrdiff_t shift = (ptrdiff_t)j * g.axis[g.n - 1].stride;
                    double n = rows * pool_count_rows(&g, &run, padded, g.n - 1, g.n, shift);
                    POOL_S sum = POOL_CAT(pool, sum, POOL_DTYPE)(&g, &run, j, x, dtype);
                    y[p] = POOL_STORE_SUM(n == 0 ? 0 : sum / (POOL_S)n);
                }
            }
        }
    }
    return CAMEO_OK;
}
#undef POOL_S
#undef POOL_STORE_SUM
#endif

#undef POOL_DTYPE
#undef POOL_T
#undef POOL_C
#undef POOL_LOAD
#undef POOL_STORE
#undef POOL_LOWEST
#undef POOL_ORDER
#undef POOL_IS_NAN
#undef POOL_AVERAGE
#undef POOL_CAT
#undef POOL_CAT2
