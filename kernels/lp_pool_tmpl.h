/* lp_pool_tmpl.h — LpPool and GlobalLpPool for one dtype; included by lp_pool.c once per dtype.
 *   LP_POOL_DTYPE   suffix of the names
 *   LP_POOL_T       element
 *   LP_POOL_LOAD    LP_POOL_T -> float or double
 *   LP_POOL_STORE   double -> LP_POOL_T; both may look at `dtype`, that of the elements */
#define LP_POOL_NAME_2(prefix, dtype, suffix) prefix##dtype##suffix
#define LP_POOL_NAME_1(prefix, dtype, suffix) LP_POOL_NAME_2(prefix, dtype, suffix)
#define LP_POOL_SUM LP_POOL_NAME_1(lp_pool_sum_, LP_POOL_DTYPE, )
#define LP_POOL_PART LP_POOL_NAME_1(lp_pool_part_, LP_POOL_DTYPE, )

/* The sum of output j of a run. */
static double LP_POOL_SUM(const cm_geom *g, const cm_geom_run *run, size_t j,
                          const LP_POOL_T *plane, float p, int dtype) {
    const cm_geom_axis *last = &g->axis[g->n - 1];
    ptrdiff_t at = run->at[g->n - 1] + (ptrdiff_t)j * last->stride, from, to;
    double sum = 0;
    cm_geom_rows r;
    (void)dtype;
    cm_geom_clip(last, at, last->in, &from, &to);
    for (bool more = cm_geom_rows_begin(&r, g, run); more; more = cm_geom_rows_next(&r, g)) {
        for (ptrdiff_t k = from; k < to; k++) {
            const LP_POOL_T *x = plane + ((ptrdiff_t)r.in + at + k * last->dilation);
            sum += lp_pool_power((double)LP_POOL_LOAD(*x), p);
        }
    }
    return sum;
}

/* Outputs [from, to) of plane x. */
static void LP_POOL_PART(const cm_geom *g, const LP_POOL_T *x, size_t from, size_t to, float p,
                         int dtype, LP_POOL_T *y) {
    while (from < to) {
        cm_geom_run run = cm_geom_run_at(g, from, to - from);
        for (size_t j = 0; j < run.n; j++, from++) {
            y[from] = LP_POOL_STORE(lp_pool_root(LP_POOL_SUM(g, &run, j, x, p, dtype), p));
        }
    }
}

/* see cm_lp_pool_setup */
cameo_status LP_POOL_NAME_1(cm_lp_pool_, LP_POOL_DTYPE, _run)(const cm_kctx *k, uint32_t phase,
                                                              uint32_t begin, uint32_t end) {
    const lp_pool_params *q = k->params;
    const LP_POOL_T *x = cm_in(k, 0)->data;
    LP_POOL_T *y = cm_out(k, 0)->data;
    cm_geom g;
    (void)phase;
    CM_TRY(lp_pool_geom(k, &g));
    cm_geom_split split = lp_pool_split(k, &g);
    for (uint32_t t = begin; t < end; t++) {
        cm_geom_task task = cm_geom_task_at(&split, &g, t);
        for (size_t plane = task.begin; plane < task.end; plane++) {
            const LP_POOL_T *from = g.in_plane == 0 ? x : x + plane * g.in_plane;
            LP_POOL_PART(&g, from, task.from, task.to, q->p, cm_in(k, 0)->dtype, y + plane * g.out_plane);
        }
    }
    return CAMEO_OK;
}

/* see cm_lp_pool_global_setup. Returns CAMEO_OK. */
cameo_status LP_POOL_NAME_1(cm_lp_pool_global_, LP_POOL_DTYPE,
                            _run)(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const lp_pool_global_params *q = k->params;
    const LP_POOL_T *x = cm_in(k, 0)->data;
    LP_POOL_T *y = cm_out(k, 0)->data;
    size_t planes = cm_out(k, 0)->n, n = planes == 0 ? 0 : cm_in(k, 0)->n / planes;
    size_t per_task = lp_pool_global_per_task(k), last = cm_min_size(end * per_task, planes);
    int dtype = cm_in(k, 0)->dtype;
    (void)phase;
    (void)dtype;
    for (size_t plane = begin * per_task; plane < last; plane++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++) {
            sum += lp_pool_power((double)LP_POOL_LOAD(x[plane * n + i]), q->p);
        }
        y[plane] = LP_POOL_STORE(lp_pool_root(sum, q->p));
    }
    return CAMEO_OK;
}

#undef LP_POOL_PART
#undef LP_POOL_SUM
#undef LP_POOL_NAME_1
#undef LP_POOL_NAME_2
#undef LP_POOL_DTYPE
#undef LP_POOL_T
#undef LP_POOL_LOAD
#undef LP_POOL_STORE
