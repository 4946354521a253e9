/* convtranspose_tmpl.h — the direct transposed convolution for one dtype; included by convtranspose.c
 * once per dtype.
 *   CONVTRANSPOSE_DTYPE   suffix of the names
 *   CONVTRANSPOSE_T       element
 *   CONVTRANSPOSE_C       type of the sums
 *   CONVTRANSPOSE_LOAD    const void * at any alignment -> CONVTRANSPOSE_C
 *   CONVTRANSPOSE_STORE   CONVTRANSPOSE_C -> CONVTRANSPOSE_T */
#define CONVTRANSPOSE_CAT2(a, b) a##_##b
#define CONVTRANSPOSE_CAT(a, b) CONVTRANSPOSE_CAT2(a, b)
#define CONVTRANSPOSE_NAME(name) CONVTRANSPOSE_CAT(name, CONVTRANSPOSE_DTYPE)

/* acc[j] += w * row[at + j], j < n <= CONVTRANSPOSE_BLOCK, for what lies inside the row. */
static void CONVTRANSPOSE_NAME(convtranspose_add_tap)(CONVTRANSPOSE_C *restrict acc,
                                                      const uint8_t *row, ptrdiff_t at, size_t n,
                                                      const cm_geom_axis *x, CONVTRANSPOSE_C w) {
    size_t j, size = sizeof(CONVTRANSPOSE_T);
    n = cm_geom_inside(x, at, n, &j);
    if (j >= n) return;
    row += (size_t)(at + (ptrdiff_t)j) * size;
    if (n - j == CONVTRANSPOSE_BLOCK) { /* fixed counts become vectors */
        for (size_t i = 0; i < CONVTRANSPOSE_BLOCK; i++) {
            acc[i] += w * CONVTRANSPOSE_LOAD(row + i * size);
        }
        return;
    }
    for (; n - j >= 4; j += 4, row += 4 * size) {
        for (size_t i = 0; i < 4; i++) acc[j + i] += w * CONVTRANSPOSE_LOAD(row + i * size);
    }
    for (; j < n; j++, row += size) acc[j] += w * CONVTRANSPOSE_LOAD(row);
}

/* Sums of n <= CONVTRANSPOSE_BLOCK outputs of a run of the comb, from its output j on. */
static void CONVTRANSPOSE_NAME(convtranspose_block)(const convtranspose_direct *d,
                                                    const cm_geom_run *run, size_t j, size_t n,
                                                    CONVTRANSPOSE_C *acc) {
    const cm_geom *g = &d->b->g;
    const cm_combs *combs = &d->z->combs;
    const cm_geom_axis *last = &g->axis[g->n - 1];
    size_t step = combs->axis[g->n - 1].t.step * sizeof(CONVTRANSPOSE_T); /* backwards */
    cm_geom_rows r;
    for (size_t i = 0; i < CONVTRANSPOSE_BLOCK; i++) acc[i] = 0;
    for (size_t c = 0; c < d->z->cg && g->taps != 0; c++) {
        const uint8_t *x = convtranspose_at(d->x, c * g->in_plane, sizeof(CONVTRANSPOSE_T));
        const uint8_t *w =
            convtranspose_at(d->w, c * d->z->mg * combs->taps, sizeof(CONVTRANSPOSE_T));
        for (bool more = cm_geom_rows_begin(&r, g, run); more; more = cm_geom_rows_next(&r, g)) {
            const uint8_t *row = x + r.in * sizeof(CONVTRANSPOSE_T);
            const uint8_t *tap = w + convtranspose_row_tap(d, &r) * sizeof(CONVTRANSPOSE_T);
            ptrdiff_t at = run->at[g->n - 1] + (ptrdiff_t)j;
            for (size_t k = 0; k < (size_t)last->kernel; k++, at += last->dilation) {
                CONVTRANSPOSE_C v = CONVTRANSPOSE_LOAD(tap - k * step);
                CONVTRANSPOSE_NAME(convtranspose_add_tap)(acc, row, at, n, last, v);
            }
        }
    }
}

/* Outputs [from, to) of a comb to their places in the plane y. */
static void CONVTRANSPOSE_NAME(convtranspose_part)(const convtranspose_direct *d, size_t from,
                                                   size_t to, CONVTRANSPOSE_C bias,
                                                   CONVTRANSPOSE_T *y) {
    CONVTRANSPOSE_C acc[CONVTRANSPOSE_BLOCK];
    while (from < to) {
        cm_geom_run run = cm_geom_run_at(&d->b->g, from, to - from);
        cm_comb_run place = cm_comb_run_at(&d->z->combs, d->b, from, to - from);
        for (size_t j = 0; j < run.n; j += CONVTRANSPOSE_BLOCK) {
            size_t n = cm_min_size(CONVTRANSPOSE_BLOCK, run.n - j);
            CONVTRANSPOSE_NAME(convtranspose_block)(d, &run, j, n, acc);
            for (size_t i = 0; i < n; i++) {
                y[place.at + (j + i) * place.step] = CONVTRANSPOSE_STORE(acc[i] + bias);
            }
        }
        from += run.n;
    }
}

/* Tasks of cm_convtranspose_direct_setup. */
/* Not inlined, so that the stack of what runs instead of it does not hold this frame. */
static CM_NOINLINE void CONVTRANSPOSE_NAME(convtranspose_direct_run)(const cm_kctx *k,
                                                         const cm_convtranspose_sizes *z,
                                                         uint32_t begin, uint32_t end) {
    const cm_combs *combs = &z->combs;
    const cm_tensor *b = cm_in(k, 2);
    size_t size = sizeof(CONVTRANSPOSE_T);
    cm_geom largest;
    cm_geom_split split = convtranspose_direct_split(z, &largest);
    for (uint32_t t = begin; t < end; t++) {
        cm_geom_task task = cm_geom_task_at(&split, &largest, t);
        for (size_t plane = task.begin; plane < task.end; plane++) {
            size_t m = plane / combs->count % z->m, image = plane / combs->count / z->m;
            size_t c = m / z->mg * z->cg;
            cm_comb comb = cm_comb_at(combs, plane % combs->count);
            convtranspose_direct d = {z, &comb, NULL, NULL};
            CONVTRANSPOSE_C bias =
                b == NULL ? 0 : CONVTRANSPOSE_LOAD(convtranspose_at(b->data, m, size));
            CONVTRANSPOSE_T *y =
                (CONVTRANSPOSE_T *)cm_out(k, 0)->data + (image * z->m + m) * combs->out_plane;
            d.x = convtranspose_at(cm_in(k, 0)->data, (image * z->c + c) * combs->in_plane, size);
            d.w = convtranspose_at(cm_in(k, 1)->data, (c * z->mg + m % z->mg) * combs->taps, size);
            CONVTRANSPOSE_NAME(convtranspose_part)
            (&d, task.from, cm_min_size(task.to, comb.g.out_plane), bias, y);
        }
    }
}

#undef CONVTRANSPOSE_DTYPE
#undef CONVTRANSPOSE_T
#undef CONVTRANSPOSE_C
#undef CONVTRANSPOSE_LOAD
#undef CONVTRANSPOSE_STORE
#undef CONVTRANSPOSE_NAME
#undef CONVTRANSPOSE_CAT
#undef CONVTRANSPOSE_CAT2
