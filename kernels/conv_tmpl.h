/* conv_tmpl.h — the direct convolution for one dtype; included by conv.c once per dtype.
 *   CONV_DTYPE   suffix of the names
 *   CONV_T       element
 *   CONV_C       type of the sums
 *   CONV_LOAD    const void * at any alignment -> CONV_C
 *   CONV_STORE   CONV_C -> CONV_T
 *   CONV_CLAMP   the epilogue on CONV_C */
#define CONV_CAT2(a, b) a##_##b
#define CONV_CAT(a, b) CONV_CAT2(a, b)
#define CONV_NAME(name) CONV_CAT(name, CONV_DTYPE)

/* acc[j] += w * row[at + j*stride], j < n <= CONV_BLOCK, for what lies inside the row. */
static void CONV_NAME(conv_add_tap)(CONV_C *restrict acc, const uint8_t *row, ptrdiff_t at,
                                    size_t n, const cm_geom_axis *x, CONV_C w) {
    size_t j, size = sizeof(CONV_T), step = (size_t)x->stride * size;
    n = cm_geom_inside(x, at, n, &j);
    if (j >= n) return;
    row += (size_t)(at + (ptrdiff_t)j * x->stride) * size;
    if (x->stride == 1) { /* fixed counts become vectors */
        if (n - j == CONV_BLOCK) {
            for (size_t i = 0; i < CONV_BLOCK; i++) acc[i] += w * CONV_LOAD(row + i * size);
            return;
        }
        for (; n - j >= 4; j += 4, row += 4 * size) {
            for (size_t i = 0; i < 4; i++) acc[j + i] += w * CONV_LOAD(row + i * size);
        }
    }
    for (; j < n; j++, row += step) acc[j] += w * CONV_LOAD(row);
}

/* Sums of n <= CONV_BLOCK outputs of a run, from its output j on. */
static void CONV_NAME(conv_block)(const conv_direct *d, const cm_geom_run *run, size_t j, size_t n,
                                  CONV_C *acc) {
    const cm_geom *g = d->g;
    const cm_geom_axis *last = &g->axis[g->n - 1];
    ptrdiff_t at = run->at[g->n - 1] + (ptrdiff_t)j * last->stride;
    cm_geom_rows r;
    for (size_t i = 0; i < CONV_BLOCK; i++) acc[i] = 0;
    for (size_t c = 0; c < d->cg; c++) {
        const uint8_t *x = conv_at(d->x, c * g->in_plane, sizeof(CONV_T));
        const uint8_t *w = conv_at(d->w, c * g->taps, sizeof(CONV_T));
        for (bool more = cm_geom_rows_begin(&r, g, run); more; more = cm_geom_rows_next(&r, g)) {
            const uint8_t *row = x + r.in * sizeof(CONV_T);
            const uint8_t *tap = w + r.tap * sizeof(CONV_T);
            for (ptrdiff_t k = 0; k < last->kernel; k++, tap += sizeof(CONV_T)) {
                CONV_NAME(conv_add_tap)(acc, row, at + k * last->dilation, n, last, CONV_LOAD(tap));
            }
        }
    }
}

/* Tasks of cm_conv_direct_setup. */
static void CONV_NAME(conv_direct_run)(const cm_kctx *k, const conv_sizes *z, uint32_t begin,
                                       uint32_t end) {
    const cm_conv_params *q = k->params;
    cm_clamp clamp = cm_activation_clamp(&q->activation);
    cm_geom_split split = conv_direct_split(z);
    conv_direct d = {&z->g, z->cg, NULL, NULL};
    CONV_C acc[CONV_BLOCK];
    for (uint32_t t = begin; t < end; t++) {
        cm_geom_task task = cm_geom_task_at(&split, &z->g, t);
        for (size_t plane = task.begin; plane < task.end; plane++) {
            size_t m = plane % z->m, image = plane / z->m;
            size_t c = image * z->c + m / z->mg * z->cg;
            const cm_tensor *b = cm_in(k, 2);
            CONV_C bias = b == NULL ? 0 : CONV_LOAD(conv_at(b->data, m, sizeof(CONV_T)));
            CONV_T *y = (CONV_T *)cm_out(k, 0)->data + plane * z->g.out_plane;
            d.x = conv_at(cm_in(k, 0)->data, c * z->g.in_plane, sizeof(CONV_T));
            d.w = conv_at(cm_in(k, 1)->data, m * z->depth, sizeof(CONV_T));
            for (size_t p = task.from; p < task.to;) {
                cm_geom_run run = cm_geom_run_at(&z->g, p, task.to - p);
                for (size_t j = 0; j < run.n; j += CONV_BLOCK) {
                    size_t n = cm_min_size(CONV_BLOCK, run.n - j);
                    CONV_NAME(conv_block)(&d, &run, j, n, acc);
                    for (size_t i = 0; i < n; i++) {
                        y[p + j + i] = CONV_STORE(CONV_CLAMP(clamp, acc[i] + bias));
                    }
                }
                p += run.n;
            }
        }
    }
}

#undef CONV_DTYPE
#undef CONV_T
#undef CONV_C
#undef CONV_LOAD
#undef CONV_STORE
#undef CONV_CLAMP
#undef CONV_NAME
#undef CONV_CAT
#undef CONV_CAT2
