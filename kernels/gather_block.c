/* gather_block.c — com.microsoft.GatherBlockQuantized: Gather of a tensor that is stored in 4 or 8 bits, block by
 * block of an axis.
 *
 *   y = Gather((q - zero) * scale, indices, gather_axis)
 *
 * with a scale for each block_size elements along quantize_axis. Data of uint8 with fewer bits hold several elements
 * in a byte along the last axis, which is then the quantized one; zero points likewise. Without zero points they are
 * 2^(bits - 1) for uint8 data, else 0. Data of float8 and float4 have none, their scales may have dims of 1 that serve
 * all, and block_size 0 is the whole axis. Indices may count from the end; one that is out of range gives zeros. Tasks
 * are elements of the result. Source: onnxruntime com.microsoft.GatherBlockQuantized, version 1. */
#include "kernels/kernel.h"
#include "kernels/lane.h"

typedef struct gather_block_params {
    int32_t bits, block_size, gather_axis, quantize_axis;
} gather_block_params;

static const cm_field gather_block_fields[] = {
    CM_F_I32(gather_block_params, bits, 4), CM_F_I32(gather_block_params, block_size, 128),
    CM_F_I32(gather_block_params, gather_axis, 0), CM_F_I32(gather_block_params, quantize_axis, 1)};

enum { GB_DATA, GB_INDICES, GB_SCALES, GB_ZEROS };

static cameo_status gather_block_parse(const cm_parse *p, void *params) {
    const gather_block_params *q = params;
    CM_CHECK(q->bits == 2 || q->bits == 4 || q->bits == 8, p->e, CAMEO_E_UNSUPPORTED,
             "unsupported: %d bits", (int)q->bits);
    CM_CHECK(q->block_size >= 0, p->e, CAMEO_E_SHAPE, "block_size is %d", (int)q->block_size);
    return CAMEO_OK;
}

static bool gather_block_is_float(int dtype) {
    return (cm_dtype_flags((cameo_dtype)dtype) & CM_DTF_FLOAT) != 0;
}

/* Elements in a byte of the data, where uint8 packs fewer bits. */
static uint32_t gather_block_in_byte(const gather_block_params *p, int dtype) {
    return dtype == CAMEO_UINT8 ? 8 / (uint32_t)p->bits : 1;
}

static cameo_status gather_block_shape(cm_shape *s) {
    const gather_block_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, GB_DATA), *i = cm_shape_in(s, GB_INDICES),
                    *scales = cm_shape_in(s, GB_SCALES);
    uint32_t axis, n = 0;
    if (x->rank == CM_RANK_UNKNOWN || i->rank == CM_RANK_UNKNOWN)
        return cm_shape_out(s, 0, scales->dtype, CM_RANK_UNKNOWN, NULL);
    CM_TRY(cm_axis_normalize(p->gather_axis, x->rank, "gather_axis", &axis, s->e));
    CM_CHECK(x->rank - 1u + i->rank <= CM_MAX_RANK, s->e, CAMEO_E_LIMIT,
             "data of rank %u and indices of rank %u", (unsigned)x->rank, (unsigned)i->rank);
    cm_dim dims[CM_MAX_RANK];
    for (uint32_t d = 0; d < x->rank; d++) {
        for (uint32_t j = 0; d == axis && j < i->rank; j++) dims[n++] = i->dims[j];
        if (d != axis) dims[n++] = x->dims[d];
        if (d != axis && d + 1u == x->rank)
            dims[n - 1] = cm_dim_mul(s->dims, dims[n - 1], gather_block_in_byte(p, x->dtype));
    }
    return cm_shape_out(s, 0, scales->dtype, n, dims);
}

const cm_op cm_op_ms_GatherBlockQuantized = {.id = CM_OP_ms_GatherBlockQuantized,
                                             .n_fields = 4,
                                             .params_size = sizeof(gather_block_params),
                                             .fields = gather_block_fields,
                                             .parse = gather_block_parse,
                                             .shape = gather_block_shape};

typedef struct gather_block_sizes {
    size_t dims[CM_MAX_RANK]; /* of the data, in elements */
    uint32_t rank, gather, quantize, in_byte;
    size_t block, blocks; /* blocks: along the quantized axis */
    size_t outer, inner;  /* elements before the gathered axis, behind it */
} gather_block_sizes;

static cameo_status gather_block_sizes_of(const cm_kctx *k, gather_block_sizes *z) {
    const gather_block_params *p = k->params;
    const cm_tensor *x = cm_in(k, GB_DATA);
    z->rank = x->rank;
    CM_TRY(cm_axis_normalize(p->gather_axis, x->rank, "gather_axis", &z->gather, k->e));
    CM_TRY(cm_axis_normalize(p->quantize_axis, x->rank, "quantize_axis", &z->quantize, k->e));
    z->in_byte = gather_block_in_byte(p, x->dtype);
    CM_CHECK(z->gather != z->quantize && (z->in_byte == 1 || z->quantize + 1 == z->rank), k->e,
             CAMEO_E_SHAPE, "axes %u and %u of a tensor of rank %u with %u elements in a byte",
             z->gather, z->quantize, z->rank, z->in_byte);
    z->outer = z->inner = 1;
    for (uint32_t d = 0; d < z->rank; d++) {
        z->dims[d] = x->dims[d] * (d + 1 == z->rank ? z->in_byte : 1);
        if (d < z->gather) z->outer *= z->dims[d];
        if (d > z->gather) z->inner *= z->dims[d];
    }
    bool whole = p->block_size == 0 && gather_block_is_float(x->dtype);
    CM_CHECK(whole || p->block_size >= 1, k->e, CAMEO_E_SHAPE, "block_size is 0 for data of integers");
    z->block = whole ? cm_max_size(1, z->dims[z->quantize]) : (size_t)p->block_size;
    z->blocks = z->dims[z->quantize] / z->block + (z->dims[z->quantize] % z->block != 0);
    return CAMEO_OK;
}

/* Errors: E_SHAPE axes; scales or zero points that are not one for each block. */
cameo_status cm_gather_block_setup(const cm_kctx *k, cm_setup *s) {
    gather_block_sizes z;
    CM_TRY(gather_block_sizes_of(k, &z));
    const cm_tensor *x = cm_in(k, GB_DATA), *scales = cm_in(k, GB_SCALES),
                    *zeros = cm_in(k, GB_ZEROS);
    for (uint32_t d = 0; d < z.rank; d++) {
        size_t want = d == z.quantize ? z.blocks : z.dims[d];
        size_t packed = d == z.quantize ? (want + z.in_byte - 1) / z.in_byte : want;
        bool one = d != z.quantize && gather_block_is_float(x->dtype) && scales->rank == z.rank && scales->dims[d] == 1;
        CM_CHECK(one || (scales->rank == z.rank && scales->dims[d] == want), k->e, CAMEO_E_SHAPE,
                 "the scales have not %zu in dim %u", want, d);
        CM_CHECK(zeros == NULL || (zeros->rank == z.rank && zeros->dims[d] == packed &&
                                   zeros->dtype == x->dtype),
                 k->e, CAMEO_E_SHAPE, "the zero points have not %zu in dim %u", packed, d);
    }
    CM_CHECK(zeros == NULL || !gather_block_is_float(x->dtype), k->e, CAMEO_E_SHAPE, "data of %s have no zero points",
             cameo_dtype_name((cameo_dtype)x->dtype));
    cm_setup_simple(s, cm_out(k, 0)->n, CM_TASK_ITEMS);
    return CAMEO_OK;
}

/* Number i of a tensor whose bytes hold in_byte of them, in lines of `line` elements. */
static float gather_block_get(const cm_tensor *t, size_t i, size_t line, uint32_t in_byte) {
    if (t->dtype != CAMEO_UINT8) return cm_dtype_load_f32((cameo_dtype)t->dtype, t->data, i);
    const uint8_t *bytes = (const uint8_t *)t->data + i / line * ((line + in_byte - 1) / in_byte);
    size_t at = i % line;
    return (float)(in_byte == 1   ? bytes[at]
                   : in_byte == 2 ? cm_u4_get(bytes, at)
                                  : cm_u2_get(bytes, at));
}

static float gather_block_element(const cm_kctx *k, const gather_block_sizes *z, size_t at) {
    const cm_tensor *x = cm_in(k, GB_DATA), *scales = cm_in(k, GB_SCALES),
                    *zeros = cm_in(k, GB_ZEROS);
    size_t group = 0, rest = at, step = 1;
    for (uint32_t d = z->rank; d-- > 0;) {
        size_t i = rest % z->dims[d];
        if (scales->dims[d] != 1) group += (d == z->quantize ? i / z->block : i) * step;
        step *= scales->dims[d];
        rest /= z->dims[d];
    }
    float zero = x->dtype == CAMEO_UINT8
                     ? (float)(1u << (((const gather_block_params *)k->params)->bits - 1))
                     : 0;
    size_t line = z->quantize + 1 == z->rank ? z->blocks : z->dims[z->rank - 1];
    if (zeros != NULL) zero = gather_block_get(zeros, group, line, z->in_byte);
    float scale = cm_dtype_load_f32((cameo_dtype)scales->dtype, scales->data, group);
    return (gather_block_get(x, at, z->dims[z->rank - 1], z->in_byte) - zero) * scale;
}

cameo_status cm_gather_block_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_lane_rounding rounding = {false, CM_E8M0_UP};
    gather_block_sizes z;
    CM_TRY(gather_block_sizes_of(k, &z));
    const cm_tensor *indices = cm_in(k, GB_INDICES), *y = cm_out(k, 0);
    int64_t dim = (int64_t)z.dims[z.gather];
    (void)phase;
    for (size_t i = begin * CM_TASK_ITEMS; i < cm_min_size(y->n, end * CM_TASK_ITEMS); i++) {
        size_t j = i / z.inner % indices->n, outer = i / z.inner / indices->n;
        int64_t index = indices->dtype == CAMEO_INT32 ? ((const int32_t *)indices->data)[j]
                                                      : ((const int64_t *)indices->data)[j];
        double v = 0;
        if (index >= -dim && index < dim) {
            size_t row = outer * (size_t)dim + (size_t)(index < 0 ? index + dim : index);
            v = (double)gather_block_element(k, &z, row * z.inner + i % z.inner);
        }
        cm_lane_store_f64(y->dtype, y->data, i, 1, &v, rounding);
    }
    return CAMEO_OK;
}
