/* batchnorm_tmpl.h — one dtype of the input; included by batchnorm.c once per dtype. Parameters:
 *   BATCHNORM_DTYPE    suffix of the names: f32
 *   BATCHNORM_T        type of an element in memory
 *   BATCHNORM_C        type to compute in
 *   BATCHNORM_LOAD(v)  element to BATCHNORM_C
 *   BATCHNORM_STORE(v) and back */
#define BATCHNORM_NAME_2(dtype) cm_batchnorm_##dtype##_run
#define BATCHNORM_NAME_1(dtype) BATCHNORM_NAME_2(dtype)

/* see cm_batchnorm_setup. y = (x - mean) * scale + bias on planes [begin, end) tasks. */
cameo_status BATCHNORM_NAME_1(BATCHNORM_DTYPE)(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                               uint32_t end) {
    batchnorm_split s = batchnorm_split_of(k);
    if (phase == 0) {
        batchnorm_factors(k, &s, begin, end);
        return CAMEO_OK;
    }
    const batchnorm_channel *channels = (const batchnorm_channel *)(const void *)k->scratch;
    size_t last = cm_min_size(s.n * s.c, end * s.planes_per_task);
    for (size_t plane = begin * s.planes_per_task, count; plane < last; plane += count) {
        const batchnorm_channel *f = &channels[plane % s.c];
        BATCHNORM_C mean = (BATCHNORM_C)f->mean;
        BATCHNORM_C scale = (BATCHNORM_C)f->scale;
        BATCHNORM_C bias = (BATCHNORM_C)f->bias;
        const BATCHNORM_T *x = (const BATCHNORM_T *)cm_in(k, 0)->data + plane * s.inner;
        BATCHNORM_T *y = (BATCHNORM_T *)cm_out(k, 0)->data + plane * s.inner;
        count = s.inner == 1 ? cm_min_size(s.c - plane % s.c, last - plane) : 1;
        for (size_t i = 0; i < s.inner; i++) {
            y[i] = BATCHNORM_STORE((BATCHNORM_LOAD(x[i]) - mean) * scale + bias);
        }
        for (size_t i = 1; i < count; i++) { /* planes of one element, to the end of the sample */
            y[i] = BATCHNORM_STORE((BATCHNORM_LOAD(x[i]) - (BATCHNORM_C)f[i].mean) *
                                       (BATCHNORM_C)f[i].scale +
                                   (BATCHNORM_C)f[i].bias);
        }
    }
    return CAMEO_OK;
}

#undef BATCHNORM_NAME_1
#undef BATCHNORM_NAME_2
#undef BATCHNORM_DTYPE
#undef BATCHNORM_T
#undef BATCHNORM_C
#undef BATCHNORM_LOAD
#undef BATCHNORM_STORE
