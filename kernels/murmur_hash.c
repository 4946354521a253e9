/* murmur_hash.c — com.microsoft.MurmurHash3: 32 bits of hash for each element, of its bytes (little-endian) or its
 * text.
 *
 * Source: A. Appleby's MurmurHash3_x86_32, in the public domain; onnxruntime com.microsoft.MurmurHash3, version 1. */
#include "kernels/kernel.h"

typedef struct murmur_params {
    int32_t seed, positive;
} murmur_params;

static const cm_field murmur_fields[] = {CM_F_I32(murmur_params, seed, 0),
                                         CM_F_I32(murmur_params, positive, 1)};

static cameo_status murmur_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    int dtype = ((const murmur_params *)s->params)->positive != 0 ? CAMEO_UINT32 : CAMEO_INT32;
    return cm_shape_out(s, 0, dtype, x->rank, x->dims);
}

const cm_op cm_op_ms_MurmurHash3 = {.id = CM_OP_ms_MurmurHash3,
                                    .n_fields = 2,
                                    .params_size = sizeof(murmur_params),
                                    .fields = murmur_fields,
                                    .shape = murmur_shape};

/* Scratch: none. */
cameo_status cm_murmur_hash_setup(const cm_kctx *k, cm_setup *s) {
    cm_setup_simple(s, cm_in(k, 0)->n, CM_TASK_ITEMS / 4);
    return CAMEO_OK;
}

static uint32_t murmur_rotate(uint32_t x, int r) { return x << r | x >> (32 - r); }

static uint32_t murmur_mix(uint32_t word) {
    return murmur_rotate(word * 0xcc9e2d51u, 15) * 0x1b873593u;
}

static uint32_t murmur_of(const uint8_t *bytes, size_t n, uint32_t seed) {
    uint32_t h = seed, rest = 0;
    for (size_t i = 0; i + 4 <= n; i += 4)
        h = murmur_rotate(h ^ murmur_mix(cm_load_le32(bytes + i)), 13) * 5 + 0xe6546b64u;
    for (size_t i = 0; i < n % 4; i++) rest |= (uint32_t)bytes[n / 4 * 4 + i] << (8 * i);
    h ^= murmur_mix(rest) ^ (uint32_t)n;
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    return h ^ h >> 16;
}

cameo_status cm_murmur_hash_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *x = cm_in(k, 0);
    uint32_t *y = cm_out(k, 0)->data, seed = (uint32_t)((const murmur_params *)k->params)->seed;
    size_t per_task = CM_TASK_ITEMS / 4, width = cm_dtype_swap_width((cameo_dtype)x->dtype);
    (void)phase;
    for (size_t i = begin * per_task; i < cm_min_size(x->n, end * per_task); i++) {
        uint8_t bytes[8];
        if (x->dtype == CAMEO_STRING) {
            cm_str text = cm_tensor_str(x, i);
            y[i] = murmur_of((const uint8_t *)text.p, text.n, seed);
            continue;
        }
        const uint8_t *from = (const uint8_t *)x->data + i * width;
        for (size_t b = 0; b < width; b++) bytes[b] = from[CM_BIG_ENDIAN ? width - 1 - b : b];
        y[i] = murmur_of(bytes, width, seed);
    }
    return CAMEO_OK;
}
