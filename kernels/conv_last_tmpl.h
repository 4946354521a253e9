/* conv_last_tmpl.h — the convolution with channels behind the spatial axes for one dtype; included by conv_last.c once
 * per dtype.
 *   CONV_DTYPE   suffix of the names
 *   CONV_T       element
 *   CONV_C       type of the sums
 *   CONV_LOAD    const void * at any alignment -> CONV_C
 *   CONV_STORE   CONV_C -> CONV_T
 *   CONV_CLAMP   a clamp on CONV_C
 *   CONV_STAGE   (k, activation, y, n): the stage of an activation that is no clamp, over n results */
#define CONV_CAT2(a, b) a##_##b
#define CONV_CAT(a, b) CONV_CAT2(a, b)
#define CONV_NAME(name) CONV_CAT(name, CONV_DTYPE)

/* acc[j] += sum over c of w[j][c][tap] * x[c], j < n. */
static void CONV_NAME(conv_last_tap)(CONV_C *restrict acc, const cm_conv_last_sizes *z,
                                     const uint8_t *x, const uint8_t *w, size_t n) {
    size_t size = sizeof(CONV_T), step = z->g.taps * size;
    for (size_t j = 0; j < n; j++, w += z->depth * size) {
        CONV_C sum = acc[j];
        for (size_t c = 0; c < z->cg; c++) sum += CONV_LOAD(w + c * step) * CONV_LOAD(x + c * size);
        acc[j] = sum;
    }
}

/* Sums of n <= CONV_LAST_BLOCK channels of one output.
 *   x  the image, from the first channel of the group on
 *   w  the weights of the first of the output channels */
static void CONV_NAME(conv_last_block)(const cm_conv_last_sizes *z, const cm_geom_run *run,
                                       const uint8_t *x, const uint8_t *w, size_t n, CONV_C *acc) {
    const cm_geom *g = &z->g;
    const cm_geom_axis *last = &g->axis[g->n - 1];
    size_t size = sizeof(CONV_T);
    ptrdiff_t at = run->at[g->n - 1], begin, end;
    cm_geom_rows r;
    for (size_t j = 0; j < n; j++) acc[j] = 0;
    cm_geom_clip(last, at, last->in, &begin, &end);
    for (bool more = cm_geom_rows_begin(&r, g, run); more; more = cm_geom_rows_next(&r, g)) {
        for (ptrdiff_t k = begin; k < end; k++) {
            size_t pixel = r.in + (size_t)(at + k * last->dilation);
            CONV_NAME(conv_last_tap)(acc, z, x + pixel * z->c * size, w + (r.tap + (size_t)k) * size, n);
        }
    }
}

/* All channels of output p of an image x. */
static void CONV_NAME(conv_last_output)(const cm_kctx *k, const cm_conv_last_sizes *z, const uint8_t *x,
                                        size_t p, size_t y_at) {
    const cm_conv_params *q = k->params;
    const cm_tensor *b = cm_in(k, 2), *sum = cm_in(k, CM_IN_SUM);
    cm_clamp clamp = cm_activation_clamp(&q->activation);
    cm_geom_run run = cm_geom_run_at(&z->g, p, 1);
    CONV_T *y = (CONV_T *)cm_out(k, 0)->data + y_at;
    CONV_C acc[CONV_LAST_BLOCK];
    for (size_t m = 0, n; m < z->m; m += n) {
        size_t group = m / z->mg;
        n = cm_min_size(CONV_LAST_BLOCK, (group + 1) * z->mg - m);
        CONV_NAME(conv_last_block)(z, &run, conv_last_at(x, group * z->cg, sizeof(CONV_T)),
                                   conv_last_at(cm_in(k, 1)->data, m * z->depth, sizeof(CONV_T)), n, acc);
        for (size_t j = 0; j < n; j++) {
            CONV_C v = acc[j];
            if (b != NULL) v += CONV_LOAD(conv_last_at(b->data, m + j, sizeof(CONV_T)));
            if (sum != NULL) v += CONV_LOAD(conv_last_at(sum->data, y_at + m + j, sizeof(CONV_T)));
            y[m + j] = CONV_STORE(CONV_CLAMP(clamp, v));
        }
    }
    CONV_STAGE(k, &q->activation, y, z->m);
}

/* Tasks of cm_conv_last_any_setup. */
cameo_status CONV_CAT(CONV_NAME(cm_conv_last_any), run)(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                                    uint32_t end) {
    cm_conv_last_sizes z;
    (void)phase;
    CM_TRY(cm_conv_last_sizes_init(k, &z));
    cm_geom_split split = conv_last_split(&z);
    for (uint32_t t = begin; t < end; t++) {
        cm_geom_task task = cm_geom_task_at(&split, &z.g, t);
        for (size_t i = task.begin; i < task.end; i++) {
            const uint8_t *x =
                conv_last_at(cm_in(k, 0)->data, i * z.g.in_plane * z.c, sizeof(CONV_T));
            for (size_t p = task.from; p < task.to; p++) {
                CONV_NAME(conv_last_output)(k, &z, x, p, (i * z.g.out_plane + p) * z.m);
            }
        }
    }
    return CAMEO_OK;
}

#undef CONV_DTYPE
#undef CONV_T
#undef CONV_C
#undef CONV_LOAD
#undef CONV_STORE
#undef CONV_CLAMP
#undef CONV_STAGE
#undef CONV_NAME
#undef CONV_CAT
#undef CONV_CAT2
