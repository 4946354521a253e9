/* gather_packed.c — com.microsoft.GatherPacked: rows of a table of embeddings that is stored in blocks of few bits.
 *
 *   data [rows][bytes of K elements], indices [...];  y [...][K]
 *
 * packed_type is a number of GGML: f32, f16, bf16, q4_0, q5_0, q8_0, q5_k, q6_k, iq4_nl, iq4_xs; the types whose
 * elements are found by code books are refused. An index out of range takes row 0. Tasks are blocks. Sources:
 * onnxruntime com.microsoft.GatherPacked, version 1; the formats as GGML's documentation of quantized types has
 * them. */
#include "base/bytes.h"
#include "base/math.h"
#include "kernels/kernel.h"
#include "kernels/lane.h"

typedef struct gather_packed_params {
    int32_t packed_type, K, output_dtype;
} gather_packed_params;

static const cm_field gather_packed_fields[] = {CM_F_I32(gather_packed_params, packed_type, 0),
                                                CM_F_I32(gather_packed_params, K, 0),
                                                CM_F_I32(gather_packed_params, output_dtype, CAMEO_BFLOAT16)};

enum { GP_DATA, GP_INDICES };
enum { GP_F32 = 0, GP_F16 = 1, GP_Q4_0 = 2, GP_Q5_0 = 6, GP_Q8_0 = 8, GP_Q5_K = 13, GP_Q6_K = 14, GP_IQ4_NL = 20,
       GP_IQ4_XS = 23, GP_BF16 = 30 };
#define GP_MAX_BLOCK 256

/* Elements and bytes of a block; 0 elements: a type that is not known. */
typedef struct gp_block {
    uint32_t elements, bytes;
} gp_block;

static gp_block gp_block_of(int32_t type) {
    switch (type) {
    case GP_F32: return (gp_block){1, 4};
    case GP_F16:
    case GP_BF16: return (gp_block){1, 2};
    case GP_Q4_0:
    case GP_IQ4_NL: return (gp_block){32, 18};
    case GP_Q5_0: return (gp_block){32, 22};
    case GP_Q8_0: return (gp_block){32, 34};
    case GP_Q5_K: return (gp_block){256, 176};
    case GP_Q6_K: return (gp_block){256, 210};
    case GP_IQ4_XS: return (gp_block){256, 136};
    default: return (gp_block){0, 0};
    }
}

static cameo_status gather_packed_parse(const cm_parse *p, void *params) {
    const gather_packed_params *q = params;
    gp_block block = gp_block_of(q->packed_type);
    CM_CHECK(block.elements != 0, p->e, CAMEO_E_UNSUPPORTED, "unsupported: packed_type %d", (int)q->packed_type);
    CM_CHECK(q->K > 0 && (uint32_t)q->K % block.elements == 0, p->e, CAMEO_E_SHAPE,
             "K is %d, no multiple of the %u elements of a block", (int)q->K, block.elements);
    bool known =
        q->output_dtype == CAMEO_FLOAT || q->output_dtype == CAMEO_FLOAT16 || q->output_dtype == CAMEO_BFLOAT16;
    CM_CHECK(known, p->e, CAMEO_E_TYPE, "output_dtype is %d", (int)q->output_dtype);
    return CAMEO_OK;
}

static cameo_status gather_packed_shape(cm_shape *s) {
    const gather_packed_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, GP_DATA), *at = cm_shape_in(s, GP_INDICES);
    cm_dim dims[CM_MAX_RANK];
    CM_CHECK(x->rank == 2 || x->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE, "data has rank %u, want 2",
             (unsigned)x->rank);
    if (at->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, p->output_dtype, CM_RANK_UNKNOWN, NULL);
    CM_CHECK(at->rank < CM_MAX_RANK, s->e, CAMEO_E_LIMIT, "indices have rank %u", (unsigned)at->rank);
    for (uint32_t d = 0; d < at->rank; d++) dims[d] = at->dims[d];
    dims[at->rank] = p->K;
    return cm_shape_out(s, 0, p->output_dtype, at->rank + 1u, dims);
}

const cm_op cm_op_ms_GatherPacked = {.id = CM_OP_ms_GatherPacked,
                                     .n_fields = 3,
                                     .params_size = sizeof(gather_packed_params),
                                     .fields = gather_packed_fields,
                                     .parse = gather_packed_parse,
                                     .shape = gather_packed_shape};

/* Blocks of one task. */
static size_t gp_task_blocks(gp_block block) { return CM_TASK_ITEMS / block.elements; }

/* Scratch: a block of a worker. Errors: E_SHAPE rows of other bytes; indices into none. */
cameo_status cm_gather_packed_setup(const cm_kctx *k, cm_setup *s) {
    const gather_packed_params *p = k->params;
    const cm_tensor *x = cm_in(k, GP_DATA), *at = cm_in(k, GP_INDICES);
    gp_block block = gp_block_of(p->packed_type);
    size_t blocks = (size_t)p->K / block.elements, n;
    CM_CHECK(x->rank == 2 && x->dims[1] == blocks * block.bytes, k->e, CAMEO_E_SHAPE, "rows are not of %zu bytes",
             blocks * block.bytes);
    CM_CHECK(x->dims[0] != 0 || at->n == 0, k->e, CAMEO_E_SHAPE, "%zu indices into no row", at->n);
    CM_CHECK(!cm_ckd_mul(blocks, at->n, &n), k->e, CAMEO_E_LIMIT, "%zu indices", at->n);
    cm_setup_simple(s, n, gp_task_blocks(block));
    s->worker_scratch = GP_MAX_BLOCK * sizeof(double);
    return CAMEO_OK;
}

static double gp_half(const uint8_t *x) { return (double)cm_f16_to_f32(cm_load_le16(x)); }

/* Blocks of 32 elements: a scale, upper bits of some, then the first 16 in the lower and the others in the upper halves
 * of bytes. */
static void gp_nibbles(int32_t type, const uint8_t *x, double *y) {
    static const int8_t levels[16] = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};
    double d = gp_half(x);
    uint32_t high = type == GP_Q5_0 ? cm_load_le32(x + 2) : 0;
    const uint8_t *q = x + (type == GP_Q5_0 ? 6 : 2);
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t v = i < 16 ? q[i] & 15u : (uint32_t)q[i - 16] >> 4;
        int32_t level = type == GP_IQ4_NL ? levels[v]
                        : type == GP_Q5_0 ? (int32_t)(v | (high >> i & 1) << 4) - 16
                                          : (int32_t)v - 8;
        y[i] = d * level;
    }
}

/* 8 blocks of 32 elements with a scale and an offset of 6 bits each. */
static void gp_q5_k(const uint8_t *x, double *y) {
    const uint8_t *scales = x + 4, *high = x + 16, *q = x + 48;
    for (uint32_t b = 0; b < 8; b++) {
        uint32_t scale = scales[b] & 63u, offset = scales[b + 4] & 63u;
        if (b >= 4) {
            scale = (scales[b + 4] & 15u) | (uint32_t)(scales[b - 4] >> 6) << 4;
            offset = (uint32_t)(scales[b + 4] >> 4) | (uint32_t)(scales[b] >> 6) << 4;
        }
        double d = gp_half(x) * scale, m = gp_half(x + 2) * offset;
        for (uint32_t i = 0; i < 32; i++) {
            uint32_t v = q[b / 2 * 32 + i];
            v = (b % 2 == 0 ? v & 15 : v >> 4) | ((uint32_t)high[i] >> b & 1) << 4;
            y[b * 32 + i] = d * v - m;
        }
    }
}

/* 16 blocks of 16 elements with a scale each. */
static void gp_q6_k(const uint8_t *x, double *y) {
    double d = gp_half(x + 208);
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t half = i / 128, part = i % 128 / 32, at = i % 32;
        uint32_t low = x[half * 64 + (part & 1) * 32 + at], high = x[128 + half * 32 + at];
        low = part < 2 ? low & 15 : low >> 4;
        int32_t v = (int32_t)(low | (high >> 2 * part & 3) << 4) - 32;
        y[i] = d * (int8_t)x[192 + i / 16] * v;
    }
}

/* 8 blocks of 32 elements, each as one of iq4_nl with a scale of 6 bits. */
static void gp_iq4_xs(const uint8_t *x, double *y) {
    uint32_t high = cm_load_le16(x + 2);
    uint8_t one[18] = {0, 0x3c}; /* a scale of 1 */
    for (uint32_t b = 0; b < 8; b++) {
        uint32_t scale = ((uint32_t)x[4 + b / 2] >> 4 * (b % 2) & 15) | (high >> 2 * b & 3) << 4;
        memcpy(one + 2, x + 8 + b * 16, 16);
        gp_nibbles(GP_IQ4_NL, one, y + b * 32);
        for (uint32_t i = 0; i < 32; i++) y[b * 32 + i] *= gp_half(x) * ((int32_t)scale - 32);
    }
}

static void gp_decode(int32_t type, const uint8_t *x, double *y) {
    switch (type) {
    case GP_F32: *y = (double)cm_f32_from_bits(cm_load_le32(x)); break;
    case GP_F16: *y = gp_half(x); break;
    case GP_BF16: *y = (double)cm_bf16_to_f32(cm_load_le16(x)); break;
    case GP_Q8_0:
        for (uint32_t i = 0; i < 32; i++) y[i] = gp_half(x) * (int8_t)x[2 + i];
        break;
    case GP_Q5_K: gp_q5_k(x, y); break;
    case GP_Q6_K: gp_q6_k(x, y); break;
    case GP_IQ4_XS: gp_iq4_xs(x, y); break;
    default: gp_nibbles(type, x, y); break;
    }
}

cameo_status cm_gather_packed_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const gather_packed_params *p = k->params;
    const cm_tensor *x = cm_in(k, GP_DATA), *at = cm_in(k, GP_INDICES), *y = cm_out(k, 0);
    const cm_lane_rounding rounding = {false, CM_E8M0_UP};
    gp_block block = gp_block_of(p->packed_type);
    size_t each = gp_task_blocks(block), blocks = (size_t)p->K / block.elements;
    (void)phase;
    for (size_t i = begin * each; i < cm_min_size(end * each, at->n * blocks); i++) {
        double *v = (double *)(void *)k->worker_scratch;
        int64_t row = at->dtype == CAMEO_INT32 ? ((const int32_t *)at->data)[i / blocks]
                                               : ((const int64_t *)at->data)[i / blocks];
        if (row < 0 || (uint64_t)row >= x->dims[0]) row = 0;
        gp_decode(p->packed_type, (const uint8_t *)x->data + ((size_t)row * blocks + i % blocks) * block.bytes, v);
        cm_lane_store_f64(y->dtype, y->data, i * block.elements, block.elements, v, rounding);
    }
    return CAMEO_OK;
}
