/* lrn_tmpl.h — LRN for one dtype; included by lrn.c once per dtype.
 *   LRN_DTYPE   suffix of the names
 *   LRN_T       element
 *   LRN_LOAD    LRN_T -> float or double
 *   LRN_STORE   double -> LRN_T */
#define LRN_NAME_2(prefix, dtype, suffix) prefix##dtype##suffix
#define LRN_NAME_1(prefix, dtype, suffix) LRN_NAME_2(prefix, dtype, suffix)
#define LRN_BLOCK LRN_NAME_1(lrn_block_, LRN_DTYPE, )

/* All channels of `width` <= LRN_WIDTH neighbouring places: x, y [c][plane]. */
static void LRN_BLOCK(LRN_T *y, const LRN_T *x, const lrn_split *s, size_t width,
                      const lrn_params *q) {
    size_t below = ((size_t)q->size - 1) / 2, above = (size_t)q->size / 2;
    double scale = (double)q->alpha / q->size;
    for (size_t c = 0; c < s->c; c++) {
        size_t first = c - cm_min_size(c, below), last = c + cm_min_size(s->c - 1 - c, above);
        double sum[LRN_WIDTH] = {0};
        for (size_t i = first; i <= last; i++) {
            for (size_t p = 0; p < width; p++) {
                double v = (double)LRN_LOAD(x[i * s->plane + p]);
                sum[p] += v * v;
            }
        }
        for (size_t p = 0; p < width; p++) {
            double power = lrn_power((double)q->bias + scale * sum[p], (double)q->beta);
            y[c * s->plane + p] = LRN_STORE((double)LRN_LOAD(x[c * s->plane + p]) / power);
        }
    }
}

/* see cm_lrn_setup. Returns CAMEO_OK. */
cameo_status LRN_NAME_1(cm_lrn_, LRN_DTYPE, _run)(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                                  uint32_t end) {
    lrn_split s = lrn_split_of(k);
    const LRN_T *x = cm_in(k, 0)->data;
    LRN_T *y = cm_out(k, 0)->data;
    (void)phase;
    size_t last = cm_min_size(s.all, end * s.per_task);
    for (size_t b = begin * s.per_task; b < last; b++) {
        size_t place = b % s.blocks * LRN_WIDTH;
        size_t off = b / s.blocks * s.c * s.plane + place;
        LRN_BLOCK(y + off, x + off, &s, cm_min_size(LRN_WIDTH, s.plane - place), k->params);
    }
    return CAMEO_OK;
}

#undef LRN_BLOCK
#undef LRN_NAME_1
#undef LRN_NAME_2
#undef LRN_DTYPE
#undef LRN_T
#undef LRN_LOAD
#undef LRN_STORE
